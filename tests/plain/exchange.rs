//! The parts of a move's value, implemented a second time from their definition in `query/CHECKING.md`, by values with
//! all moves, without hits in the next turns, and without men coming home in these turns.

use tourne_solver::Dice;
use tourne_solver::verify::literal;

use crate::literal_moves::after_pass;
use crate::{Game, Leads, Step};

/// Values of every position to the player on roll, in points: `free` with all moves, `calm` if that player may not hit
/// with this throw, `idle` if that player may neither hit nor bring a man home with this throw.
pub struct Exchange {
    free: Vec<f64>,
    calm: Vec<f64>,
    idle: Vec<f64>,
    /// For each position and die, the position or the win after the best move that does not hit.
    replies: Vec<[Leads; 6]>,
}

/// The parts of the value of a move, in points to the player who makes it. Their sum is the value of the move, if
/// `exposure` is subtracted instead of added.
#[derive(Clone, Copy, Debug, Default)]
pub struct Parts {
    pub itself: f64,
    pub home: f64,
    pub aim: f64,
    pub exposure: f64,
}

/// Counts after a move. For the player, high is good, except for `hit_by` and `pips`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counts {
    /// Number of throws with which the opponent can hit.
    pub hit_by: u32,
    /// Pips that men of the player lose to the best replies, summed over all throws of the opponent.
    pub pips: u32,
    /// Number of pairs of throws with which the player hits: first a throw of the opponent, who plays the best move
    /// that does not hit, then a throw of the player, who can hit.
    pub aims: u32,
    /// Number of throws with which the player could bring a man home.
    pub home_by: u32,
}

impl Exchange {
    /// `free` has the value of each position to the player on roll, in points.
    pub fn new(game: &Game, free: Vec<f64>) -> Exchange {
        let mean = |state: usize, stays: bool| {
            let dice = (0..6).map(|die| {
                let calm = calm(game, &free, state, die, stays);
                game.chances[die] * worth(&free, calm)
            });
            dice.sum::<f64>()
        };
        let all = || 0..game.states.len();
        Exchange {
            calm: all().map(|state| mean(state, false)).collect(),
            idle: all().map(|state| mean(state, true)).collect(),
            replies: all()
                .map(|state| [0, 1, 2, 3, 4, 5].map(|die| calm(game, &free, state, die, false)))
                .collect(),
            free,
        }
    }

    /// Returns the value of a position to the player on roll, in points.
    pub fn free(&self, state: usize) -> f64 {
        self.free[state]
    }

    /// Returns the value of a move in points.
    pub fn worth(&self, step: Step) -> f64 {
        worth(&self.free, step.leads)
    }

    pub fn parts(&self, game: &Game, step: Step) -> Parts {
        let value = worth(&self.free, step.leads);
        let Leads::To(state) = step.leads else {
            return Parts {
                itself: value,
                ..Parts::default()
            };
        };
        // The value if the opponent does not hit and the player's next move is restricted too.
        let then = |values: &[f64]| {
            let dice = (0..6).map(|die| match self.replies[state][die] {
                Leads::To(next) => game.chances[die] * values[next],
                Leads::Won(points) => game.chances[die] * -points,
            });
            dice.sum::<f64>()
        };
        let (unhit, quiet, idle) = (then(&self.free), then(&self.calm), then(&self.idle));
        Parts {
            itself: idle,
            home: quiet - idle,
            aim: unhit - quiet,
            exposure: unhit - value,
        }
    }

    /// Returns a function from a move to the parts of its value over two exchanges: hits and men home are forbidden in
    /// both.
    pub fn of_two<'a>(&'a self, game: &Game) -> impl Fn(Step) -> Parts + 'a {
        let [free, calm, idle] = [
            |_: &Step| true,
            |step: &Step| !step.hits,
            |step: &Step| !step.hits && !step.is_home(),
        ];
        // The values are worked out backwards, from the last of four throws to the first.
        let after = |allowed: [fn(&Step) -> bool; 4]| {
            let last = self.free.clone();
            let throws = allowed.into_iter().rev();
            throws.fold(last, |values, allowed| self.before(game, &values, allowed))
        };
        let unhit = after([calm, free, calm, free]);
        let quiet = after([calm; 4]);
        let idle = after([calm, idle, calm, idle]);
        move |step| {
            let [value, unhit, quiet, idle] =
                [&self.free, &unhit, &quiet, &idle].map(|values| worth(values, step.leads));
            Parts {
                itself: idle,
                home: quiet - idle,
                aim: unhit - quiet,
                exposure: unhit - value,
            }
        }
    }

    /// Returns the values one throw earlier, if the player on roll plays the best of the `allowed` moves, and passes if
    /// there is none.
    fn before(&self, game: &Game, values: &[f64], allowed: fn(&Step) -> bool) -> Vec<f64> {
        let mean = |state: usize| {
            let dice = (0..6).map(|die| {
                let steps = game.moves[state][die].iter().filter(|step| allowed(step));
                let best = steps.rev().max_by(|one, other| {
                    worth(&self.free, one.leads).total_cmp(&worth(&self.free, other.leads))
                });
                let leads = best.map_or_else(|| Leads::To(turned(game, state)), |step| step.leads);
                game.chances[die] * worth(values, leads)
            });
            dice.sum::<f64>()
        };
        (0..game.states.len()).map(mean).collect()
    }

    pub fn counts(&self, game: &Game, step: Step) -> Counts {
        let Leads::To(state) = step.leads else {
            return Counts::default();
        };
        let throws = |die: usize| literal::chances(game.rules, die as u8 + 1);
        let aims = |die: usize| match self.replies[state][die] {
            Leads::To(next) => throws(die) * game.hitting_throws(next),
            Leads::Won(_) => 0,
        };
        let pips = |die: usize| {
            let steps = game.moves[state][die].iter();
            // Of several best moves, take the first.
            let best = steps.rev().max_by(|one, other| {
                worth(&self.free, one.leads).total_cmp(&worth(&self.free, other.leads))
            });
            let best = best.expect("a pass is a move");
            let (_, to) = best.places.filter(|_| best.hits).unwrap_or((0, 0));
            let men = game.states[state].opp.iter();
            let hit = men.filter(|&&man| man == literal::Place::On(to) && to > 0);
            throws(die) * u32::from(to) * hit.count() as u32
        };
        let own = turned(game, state);
        let comes_home = |die: &usize| game.moves[own][*die].iter().any(|step| step.is_home());
        Counts {
            hit_by: game.hitting_throws(state),
            pips: (0..6).map(pips).sum(),
            aims: (0..6).map(aims).sum(),
            home_by: (0..6).filter(comes_home).map(throws).sum(),
        }
    }

    /// Returns the kind of mistake, by its definition, if `played` is played and `best` is a best move.
    pub fn kind(&self, game: &Game, played: Step, best: Step) -> &'static str {
        let [p, b] = [played, best].map(|step| self.parts(game, step));
        let mut itself = b.itself - p.itself;
        let mut home = b.home - p.home;
        let aim = b.aim - p.aim;
        let exposure = p.exposure - b.exposure;
        let loss = itself + home + aim + exposure;
        if played.is_home() || best.is_home() {
            (itself, home) = (itself + home, 0.0);
        }
        let most = home.max(aim).max(exposure);
        let deed = if best.hits {
            Some(if played.hits {
                "wrong hit"
            } else {
                "missed hit"
            })
        } else if best.is_home() && !played.is_home() {
            Some("missed home")
        } else if played.hits {
            Some("needless hit")
        } else if played.sends_off() {
            Some("own man sent off")
        } else {
            None
        };
        if let Some(deed) = deed.filter(|_| itself >= most) {
            return deed;
        }
        let large = |charge: f64| charge >= loss / 4.0;
        let [now, then] = [played, best].map(|step| self.counts(game, step));
        // Require at least one throw in eight: 5 of 36, or 1 of 6.
        let is_likely = then.home_by >= if game.rules.dice == Dice::One { 1 } else { 5 };
        // Each charge with whether the difference can be counted on the board: such a one is named before a larger one of
        // up to five quarters of it that cannot.
        let mut charges = vec![
            ("fewer ways home", home, then.home_by > now.home_by),
            ("missed aim", aim, true),
            ("left exposed", exposure, true),
        ];
        charges
            .retain(|&(name, charge, _)| large(charge) && (is_likely || name != "fewer ways home"));
        charges.sort_by(|one, other| other.1.total_cmp(&one.1));
        if let Some(&(first, largest, _)) = charges.first() {
            let counted = charges.iter().find(|it| it.2 && it.1 >= 0.8 * largest);
            counted.map_or(first, |it| it.0)
        } else if large(-exposure) && now.hit_by < then.hit_by {
            "too cautious"
        } else if best.enters() && !played.enters() {
            "entered too late"
        } else if played.enters() && !best.enters() {
            "entered too early"
        } else {
            "wrong order"
        }
    }
}

/// Returns the result of the best move that does not hit and, if `stays`, brings no man home; the result of a pass if
/// there is no such move.
fn calm(game: &Game, free: &[f64], state: usize, die: usize, stays: bool) -> Leads {
    let steps = game.moves[state][die].iter();
    let allowed = steps.filter(|step| !(step.hits || stays && step.is_home()));
    let mut best: Option<Leads> = None;
    for step in allowed {
        if best.is_none_or(|best| worth(free, step.leads) > worth(free, best)) {
            best = Some(step.leads);
        }
    }
    best.unwrap_or_else(|| Leads::To(turned(game, state)))
}

/// Returns the value of a move with this result, in points, to the player who makes it.
fn worth(free: &[f64], leads: Leads) -> f64 {
    match leads {
        Leads::To(state) => -free[state],
        Leads::Won(points) => points,
    }
}

/// Returns the same position with the opponent on roll.
fn turned(game: &Game, state: usize) -> usize {
    game.numbers[&after_pass(&game.states[state])]
}
