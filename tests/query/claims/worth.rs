//! The worth of things, computed from the solution: what a hit, a man home, a pip, a turn or a block is worth in a
//! position, and on average over games of best play.

use tourne::facts::{Entering, Worths};
use tourne::grading::{Contest, Throws};
use tourne::policy::{Arena, Row};
use tourne_solver::{
    Crowding, Die, Man, Move, Play, Point, Position, Rules, Setup, Side, Solution, Stakes,
};

/// Thing that a player can have in a position in which the opponent is on roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thing {
    /// A hit: the opponent's men on this point, 1 to 11, are off the board instead. The player's men stay where they are.
    Hit(Point),
    /// A man home: a man of the player is home instead of in this place.
    Home(Man),
    /// A pip: a man of the player stands one point beyond this place.
    Pip(Man),
    /// A turn: the player is on roll instead of the opponent.
    Turn,
    /// A block: the opponent's man on this point, 1 to 11, is in the way of other men of the opponent. Without the block,
    /// they could pass it with the opponent's next throw.
    Block(Point),
}

/// Returns the worth of a thing in a position: the value to the player of the position with the thing, minus the value of
/// the same position without it. The opponent of the player is on roll in both, except for [`Thing::Turn`]. The worth is
/// in the unit of the solution. `position` is without the thing; only a [block](Thing::Block) is in it.
///
/// Returns `None` if the man of the thing is missing, if the position with the thing is not legal, such as a pip to a
/// point that is taken, or if the game is over.
pub(super) fn worth(solution: &Solution, position: Position, thing: Thing) -> Option<f64> {
    if position.is_over() {
        return None;
    }
    let (other, own) = (position.on_roll(), position.opponent());
    let with = match thing {
        Thing::Hit(point) => {
            let off = if solution.rules().has_entry_duty() {
                Man::Owing
            } else {
                Man::Off
            };
            let man = Man::On(point);
            let is_there = !point.is_home() && other.count(man) > 0;
            let hit = other.men().map(|it| if it == man { off } else { it });
            is_there.then(|| value(solution, hit, own.men()))??
        }
        Thing::Home(man) => value(solution, other.men(), moved(own, man, Point::HOME)?)?,
        Thing::Pip(man) => {
            let to = Point::ALL.get(12 - usize::from(man.pips()))?;
            value(solution, other.men(), moved(own, man, *to)?)?
        }
        Thing::Turn => solution.value(position.flipped()).ok()?.number(),
        Thing::Block(point) => return block(solution, position, point),
    };
    Some(with - to_player(solution, position)?)
}

/// Returns the value of a position to the player who is not on roll; `None` if the position is not legal.
fn to_player(solution: &Solution, position: Position) -> Option<f64> {
    Some(solution.value(position).ok()?.flipped().number())
}

/// Returns the value of the position with these men to the player, while the opponent is on roll; `None` if the position
/// is not legal.
fn value(solution: &Solution, other: [Man; 3], own: [Man; 3]) -> Option<f64> {
    let rules = solution.rules();
    if own == [Man::HOME; 3] {
        let is_double = rules.stakes == Stakes::DoubleWin && !other.contains(&Man::HOME);
        let points = if is_double { 2.0 } else { 1.0 };
        return Some(solution.unit().from_points(points));
    }
    let setup = Setup {
        on_roll: other.to_vec(),
        opponent: own.to_vec(),
    };
    to_player(solution, rules.position(&setup).ok()?)
}

/// Returns the men after one of them went from `place` to a point; `None` if there is no man, or if it is home.
fn moved(side: Side, place: Man, to: Point) -> Option<[Man; 3]> {
    let mut men = side.men();
    let at = men.iter().position(|&man| man == place)?;
    men[at] = Man::On(to);
    (place != Man::HOME).then_some(men)
}

/// Returns the worth of a [block](Thing::Block). Moves that would land on a man of the same side stay illegal.
fn block(solution: &Solution, position: Position, point: Point) -> Option<f64> {
    let rules = solution.rules();
    let men = position.on_roll().men();
    let is_behind = |man: &Man| man.pips() > Man::On(point).pips();
    let is_block = !point.is_home() && men.contains(&Man::On(point)) && men.iter().any(is_behind);
    if rules.crowding == Crowding::Free || !is_block {
        return None;
    }
    let passing = Rules {
        crowding: Crowding::Free,
        ..rules
    };
    // The value to the opponent of the best of some moves.
    let best = |plays: &mut dyn Iterator<Item = Play>| {
        let values = plays.filter_map(|play| to_player(solution, play.next));
        values.fold(f64::NEG_INFINITY, f64::max)
    };
    let gained = |die| {
        let legal = best(&mut rules.plays(position, die).into_iter());
        let past = passing.plays(position, die).into_iter();
        let past = best(&mut past.filter(|play| passes_only(men, point, play.action)));
        f64::from(rules.chances(die)) * (past - legal).max(0.0)
    };
    let gained: f64 = Die::ALL.map(gained).iter().sum();
    Some(gained / f64::from(rules.throws()))
}

/// Returns whether a move passes a man of the same side on this point, and meets no other man of the side on the way.
fn passes_only(men: [Man; 3], point: Point, action: Move) -> bool {
    let Some((from, to)) = ends(action) else {
        return false;
    };
    let on_the_way = men
        .iter()
        .filter_map(|man| man.exposed_on())
        .map(Point::number);
    let mut met = on_the_way.filter(|&at| from < at && at <= to);
    met.next() == Some(point.number()) && met.next().is_none() && to > point.number()
}

/// Returns the points from which and to which a man moves, 0 for off the board; `None` for a pass.
fn ends(action: Move) -> Option<(u8, u8)> {
    let number = |point: Option<Point>| point.map_or(0, Point::number);
    match action {
        Move::Man { from, to, .. } => Some((number(from), number(to))),
        Move::Pass => None,
    }
}

/// Weighted mean.
#[derive(Clone, Copy, Default)]
struct Mean {
    sum: f64,
    weight: f64,
}

impl Mean {
    fn add(&mut self, weight: f64, value: f64) {
        self.sum += weight * value;
        self.weight += weight;
    }

    fn mean(self) -> f64 {
        self.sum / self.weight
    }
}

/// Sums over positions, each weighted by its visits.
#[derive(Default)]
struct Sums {
    hit: [Mean; 11],
    home: [Mean; 12],
    homes: [Mean; 3],
    pip: [Mean; 12],
    pip_taken: Mean,
    block: [Mean; 11],
    turn: Mean,
    entering: [[Mean; 2]; 4],
}

/// Computes the mean worth of things under the rules of an arena.
pub(super) fn worths(arena: &Arena) -> Worths {
    let perfect = Throws::perfect(arena);
    let visits = Contest::new(arena, &perfect, &perfect).row_visits();
    let visits = visits.expect("games end");
    let mut sums = Sums::default();
    for (state, &position) in arena.states().positions().iter().enumerate() {
        let weights = Row::of_state(state).map(|row| visits[row.index()]);
        let weight: f64 = weights.sum();
        if weight > 0.0 {
            sums.add(arena.solution(), position, weight);
            for row in Row::of_state(state) {
                sums.add_entry(arena, row, visits[row.index()]);
            }
        }
    }
    sums.means()
}

impl Sums {
    fn add(&mut self, solution: &Solution, position: Position, weight: f64) {
        let worth = |thing| worth(solution, position, thing);
        for point in Point::ALL.into_iter().filter(|point| !point.is_home()) {
            let at = usize::from(point.number()) - 1;
            for (sum, thing) in [
                (&mut self.hit[at], Thing::Hit(point)),
                (&mut self.block[at], Thing::Block(point)),
            ] {
                if let Some(worth) = worth(thing) {
                    sum.add(weight, worth);
                }
            }
        }
        let own = position.opponent();
        let mut men = own.men().to_vec();
        men.dedup();
        for man in men {
            if let Some(worth) = worth(Thing::Home(man)) {
                self.home[12 - usize::from(man.pips())].add(weight, worth);
                self.homes[own.home()].add(weight, worth);
                let pip = self::worth(solution, position, Thing::Pip(man));
                self.pip_taken
                    .add(weight, f64::from(u8::from(pip.is_none())));
                if let Some(pip) = pip {
                    self.pip[12 - usize::from(man.pips())].add(weight, pip);
                }
            }
        }
        if let Some(turn) = worth(Thing::Turn) {
            self.turn.add(weight, turn);
        }
    }

    /// Adds a choice between entering and running, if the row is one.
    fn add_entry(&mut self, arena: &Arena, row: Row, weight: f64) {
        let solution = arena.solution();
        let plays: Vec<Play> = arena.plays(row).collect();
        let decides = |play: &Play| play.action.hits() || play.action.brings_home();
        if plays.iter().any(decides) {
            return;
        }
        let value = |play: &Play| to_player(solution, play.next).unwrap_or(f64::NEG_INFINITY);
        let entry = plays.iter().find(|play| play.action.enters());
        let runs = plays
            .iter()
            .filter(|play| play.man.is_some() && !play.action.enters());
        let run = runs.max_by(|one, other| value(one).total_cmp(&value(other)));
        let (Some(entry), Some(run)) = (entry, run) else {
            return;
        };
        let Some((from, to)) = ends(run.action) else {
            return;
        };
        let enemies = arena.position_of(row).0.opponent().men();
        let is_enemy_on = |points: std::ops::RangeInclusive<u8>| {
            let mut on = enemies.iter().filter_map(|man| man.exposed_on());
            on.any(|point| points.contains(&point.number()))
        };
        let ahead = |of: u8| of + 1..=of + 6;
        let case = if is_enemy_on(from + 1..=to) {
            0
        } else if !is_enemy_on(ahead(row.die().number())) {
            1
        } else if is_enemy_on(ahead(to)) {
            2
        } else {
            3
        };
        let gain = value(entry) - value(run);
        let [gains, better] = &mut self.entering[case];
        gains.add(weight, gain);
        better.add(weight, f64::from(u8::from(gain > 0.0)));
    }

    fn means(&self) -> Worths {
        let choices: f64 = self.entering.iter().map(|[gain, _]| gain.weight).sum();
        Worths {
            hit: self.hit.map(Mean::mean),
            home: self.home.map(Mean::mean),
            homes: self.homes.map(Mean::mean),
            pip: self.pip.map(Mean::mean),
            pip_taken: self.pip_taken.mean(),
            block: self.block.map(Mean::mean),
            turn: self.turn.mean(),
            entering: self.entering.map(|[gain, better]| Entering {
                gain: gain.mean(),
                better: better.mean(),
                share: gain.weight / choices,
            }),
        }
    }
}
