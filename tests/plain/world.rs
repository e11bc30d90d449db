//! A rule set in two implementations: that of the library, and the plain one of these tests.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{LazyLock, OnceLock};

use tourne::cards::{Named, built_in};
use tourne::grading::{Grade, grade};
use tourne::policy::{Arena, Builtin, Policy, file as files};
use tourne::solutions::Source;
use tourne_solver::{Rules, Stakes, file};

use crate::card::{Board, plays};
use crate::exchange::Exchange;
use crate::{Followed, Game, Habits, Step, evenly, surely};

/// A rule set as the plain `game` and as the `arena` of the library.
pub struct World {
    pub game: Game,
    pub arena: &'static Arena,
    /// Values under perfect play, in points: with the player on roll, and with the opponent on roll.
    pub values: [Vec<f64>; 2],
    pub perfect: Habits,
    /// Parts of the values of moves. They are computed from the library's values, because rounding decides which of two
    /// equal moves is taken.
    pub exchange: Exchange,
    followed: OnceLock<Followed>,
}

/// Averages per game: throws, throws that leave a choice, and men hit.
#[derive(Default)]
pub struct Pace {
    pub throws: f64,
    pub choices: f64,
    pub hits: f64,
}

pub static STANDARD: LazyLock<World> = LazyLock::new(|| World::new(Rules::STANDARD));
pub static FORCED_ENTRY: LazyLock<World> = LazyLock::new(|| World::new(Rules::FORCED_ENTRY));
pub static ENTRY_FIRST: LazyLock<World> = LazyLock::new(|| World::new(Rules::ENTRY_FIRST));
pub static DOUBLE_WIN: LazyLock<World> = LazyLock::new(|| World::new(Rules::DOUBLE_WIN));
pub static COURSE: LazyLock<World> = LazyLock::new(|| World::new(Rules::COURSE));

/// Returns the arena of a named rule set, made once for all tests.
pub fn arena(rules: Rules) -> &'static Arena {
    static ARENAS: [OnceLock<Arena>; Rules::PRESETS.len()] =
        [const { OnceLock::new() }; Rules::PRESETS.len()];
    let preset = Rules::PRESETS.iter().position(|(_, it)| *it == rules);
    ARENAS[preset.expect("a named rule set")].get_or_init(|| {
        let file = format!("{}/../../data/{rules}.bin", env!("CARGO_MANIFEST_DIR"));
        let claims = file::read(Path::new(&file)).expect("a readable file");
        Arena::new(&claims.on_trust())
    })
}

/// Returns the arenas of the named rule sets, and of a rule set with both an entry duty and double wins, which is
/// solved once for all tests.
pub fn arenas() -> impl Iterator<Item = &'static Arena> {
    static JOINED: LazyLock<Arena> = LazyLock::new(|| {
        let joined = "course+forced-entry+double-win".parse();
        let solution = Source::of(joined.expect("a rule set")).open();
        Arena::new(&solution.expect("a solved game"))
    });
    let presets = Rules::PRESETS.into_iter().map(|(_, rules)| arena(rules));
    presets.chain([&*JOINED])
}

impl World {
    pub fn new(rules: Rules) -> World {
        let game = Game::new(rules);
        let arena = arena(rules);
        // Begin the iteration with the library's values. If they were wrong, the iteration would change them.
        let given = game.states.iter().map(|state| {
            let setup = state.to_string().parse().expect("a set-up");
            let position = rules.position(&setup).expect("a legal position");
            let solution = arena.solution();
            let value = solution.value(position).expect("a known position");
            value.points()
        });
        let given: Vec<f64> = given.collect();
        let values = game.settled_values(&given);
        let exchange = Exchange::new(&game, given);
        let perfect = game.habits(|state, die, steps| {
            let losses = game.losses(&values, state, die);
            let best = losses.iter().position(|&loss| loss == 0.0);
            surely(best.expect("one move is best"), steps.len())
        });
        World {
            game,
            arena,
            values,
            perfect,
            exchange,
            followed: OnceLock::new(),
        }
    }

    /// Returns the results of games between two perfect players, computed once for all tests.
    pub fn followed(&self) -> &Followed {
        self.followed
            .get_or_init(|| self.game.follow(&self.perfect, &self.perfect))
    }

    /// Writes these habits to a policy file and returns the policy that the library reads from it.
    pub fn policy(&self, habits: &Habits) -> Policy {
        let file = self.game.file(habits);
        let read = files::read(file.as_bytes(), self.arena).expect("a policy");
        assert_eq!(read.illegal, []);
        read.policy
    }

    pub fn grade(&self, policy: &Policy) -> Grade {
        grade(self.arena, policy, usize::MAX).expect("games end")
    }

    /// Returns the value of one point in the unit of the rules: a win probability, or points if wins can count two.
    pub fn unit(&self) -> f64 {
        if self.game.rules.stakes == Stakes::DoubleWin {
            1.0
        } else {
            0.5
        }
    }

    pub fn value(&self, points: f64) -> f64 {
        let even = 1.0 - self.unit();
        even + self.unit() * points
    }

    /// Returns averages per game between perfect players; each begins half of the games.
    pub fn pace(&self) -> Pace {
        let game = &self.game;
        let visits = &self.followed().visits;
        let mut pace = Pace::default();
        for (state, visits) in visits.iter().enumerate() {
            for (die, steps) in game.moves[state].iter().enumerate() {
                // Both players make the same number of throws on average.
                let throws = 2.0 * visits * game.chances[die];
                let played = self.perfect[state][die].iter().position(|&it| it > 0.0);
                pace.throws += throws;
                if steps.len() > 1 {
                    pace.choices += throws;
                }
                if steps[played.expect("a move is played")].hits {
                    pace.hits += throws;
                }
            }
        }
        pace
    }

    /// Returns the share of games of perfect players in which each throw allows the moves of the standard game, and
    /// which count one point: games are followed until a throw allows others.
    pub fn untouched(&self, standard: &World) -> f64 {
        let game = &self.game;
        let texts = |steps: &[Step]| steps.iter().map(|step| step.text()).collect::<Vec<_>>();
        // For each position, the moves played with those throws that allow the moves of the standard game.
        let usual = |state: usize| -> Vec<(f64, Option<usize>)> {
            let men = game.states[state].to_string();
            let same = standard.game.state(&men.replace('x', "0"));
            let counts_two = game.rules.stakes == Stakes::DoubleWin && !men[4..].contains('h');
            let mut played = Vec::new();
            for (die, steps) in game.moves[state].iter().enumerate() {
                let at = self.perfect[state][die].iter().position(|&it| it > 0.0);
                let to = steps[at.expect("a move is played")].to();
                let is_usual = texts(steps) == texts(&standard.game.moves[same][die]);
                if is_usual && !(to.is_none() && counts_two) {
                    played.push((game.chances[die], to));
                }
            }
            played
        };
        let usual: Vec<_> = (0..game.states.len()).map(usual).collect();
        let mut now = vec![0.0; usual.len()];
        now[game.start] = 1.0;
        let mut ended = 0.0;
        while now.iter().sum::<f64>() > 1e-12 {
            let mut next = vec![0.0; now.len()];
            for (share, played) in now.iter().zip(&usual).filter(|(share, _)| **share > 0.0) {
                for (chance, to) in played {
                    match to {
                        Some(to) => next[*to] += share * chance,
                        None => ended += share * chance,
                    }
                }
            }
            now = next;
        }
        ended
    }

    pub fn losses(&self, state: usize, die: usize) -> Vec<f64> {
        self.game.losses(&self.values, state, die)
    }
}

#[track_caller]
pub fn assert_near(found: f64, expected: f64, what: &str) {
    assert!(
        (found - expected).abs() < 1e-9,
        "{what}: {found}, not {expected}"
    );
}

#[track_caller]
pub fn known(amount: Option<f64>) -> f64 {
    amount.expect("a whole policy leaves nothing unknown")
}

/// Returns the probabilities of moves of a built-in policy or card, by its definition.
pub fn by_definition(world: &World, named: impl Into<Named>) -> Habits {
    let length = match named.into() {
        Named::Builtin(builtin) => return of_builtin(world, builtin),
        Named::Card(length) => length,
    };
    let card = built_in(world.arena.rules(), length).to_string();
    world.game.habits(|state, die, steps| {
        let (state, die) = (&world.game.states[state], die as u8 + 1);
        let board = Board { state, die, steps };
        let is_choice = steps.len() > 1;
        let chosen = if is_choice { plays(&card, &board) } else { 0 };
        surely(chosen, steps.len())
    })
}

fn of_builtin(world: &World, builtin: Builtin) -> Habits {
    world.game.habits(|state, die, steps| {
        let losses = world.losses(state, die);
        let best = losses.iter().position(|&loss| loss == 0.0);
        let best = best.expect("one is best");
        let (rear, front) = (0, steps.len() - 1);
        match builtin {
            Builtin::Perfect => surely(best, steps.len()),
            Builtin::Random => evenly(&vec![true; steps.len()]),
            Builtin::Front => surely(front, steps.len()),
            Builtin::Rear => surely(rear, steps.len()),
            Builtin::Hit => {
                let hit = (rear..=front).rev().find(|&rank| steps[rank].hits);
                surely(hit.unwrap_or(front), steps.len())
            }
            Builtin::Errs(probability) => {
                let mut chances = evenly(&vec![true; steps.len()]);
                for (rank, chance) in chances.iter_mut().enumerate() {
                    let right = if rank == best { 1.0 - probability } else { 0.0 };
                    *chance = *chance * probability + right;
                }
                chances
            }
            Builtin::Within(most) => {
                let within = |loss: &f64| world.unit() * loss <= most;
                evenly(&losses.iter().map(within).collect::<Vec<_>>())
            }
            Builtin::Level(level) if level.number() == 10 => surely(best, steps.len()),
            Builtin::Level(level) => {
                // A best move has weight 1. The weight of another move falls with the square of its loss.
                let half = level.tolerance().powi(2);
                let weight = |loss: &f64| half / (half + loss.powi(2));
                let sum: f64 = losses.iter().map(weight).sum();
                losses.iter().map(|loss| weight(loss) / sum).collect()
            }
        }
    })
}

/// Returns the probability of each move in a policy file. The key is `position,die,move` without the mark of a hit.
pub fn chances_of(file: &str) -> HashMap<String, f64> {
    let (header, rows) = file.split_once('\n').expect("there is a header");
    assert!(["position,die,move", "position,die,move,probability"].contains(&header));
    let of = |row: &str| {
        let (key, chance) = match row.matches(',').count() {
            2 => (row, 1.0),
            3 => {
                let (key, chance) = row.rsplit_once(',').expect("the row has commas");
                (key, chance.parse().expect("a number"))
            }
            _ => panic!("{row}: not a position, a die and a move"),
        };
        (key.replace('*', ""), chance)
    };
    rows.lines().map(of).collect()
}
