//! Policies, implemented a second time in the plainest way: games by the literal rules are followed turn by turn until
//! almost all are over, and values are found by iteration over all positions.
//!
//! Shares nothing with the library except the format of policy files.

// For tests only: what its name says is not said again.
#![allow(missing_docs, clippy::missing_panics_doc)]

pub mod card;
pub mod exchange;
mod literal_moves;
pub mod world;

use std::collections::HashMap;
use std::fmt::Write as _;

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha12Rng;
use tourne_solver::verify::literal::{self, Place, State};
use tourne_solver::{Dice, Rules};

use crate::literal_moves::{LiteralMove, after_pass, legal_moves};

/// Games are followed until the probability that they are unfinished is below this number.
const UNFINISHED: f64 = 1e-13;
/// Positions with a smaller probability are left out when games are followed: the sum of all that is left out is below
/// [`UNFINISHED`].
const NEGLIGIBLE: f64 = 1e-25;
/// Tolerance of the iteration, in points: it ends when no value changes by more than this.
const SETTLED: f64 = 1e-14;
/// Tolerance of rounding, in points: values that differ by less count as equal.
pub const EQUAL: f64 = 1e-11;

/// All positions and moves of a rule set.
pub struct Game {
    pub rules: Rules,
    /// All legal positions, sorted by the points that the men have to go, fewest first.
    pub states: Vec<State>,
    /// For each position and die, the legal moves, rearmost man first; a pass if there is none.
    pub moves: Vec<[Vec<Step>; 6]>,
    /// Probability that the die 1, 2, …, 6 is played.
    pub chances: [f64; 6],
    pub start: usize,
    numbers: HashMap<State, usize>,
}

/// A move, or a pass.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The point left and the point reached; `None` for a pass.
    places: Option<(u8, u8)>,
    pub hits: bool,
    leads: Leads,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Leads {
    To(usize),
    Won(f64),
}

impl Step {
    /// Returns the notation of the move, without the mark of a hit.
    pub fn text(self) -> String {
        self.places
            .map_or("pass".to_owned(), |(from, to)| format!("{from}/{to}"))
    }

    /// Returns the index of the position after the move; `None` if the move wins.
    pub fn to(self) -> Option<usize> {
        match self.leads {
            Leads::To(next) => Some(next),
            Leads::Won(_) => None,
        }
    }

    /// Returns the point left and the point reached; `None` for a pass.
    pub fn places(self) -> Option<(u8, u8)> {
        self.places
    }

    pub fn is_home(self) -> bool {
        self.places.is_some_and(|(_, to)| to == 12)
    }

    pub fn sends_off(self) -> bool {
        self.places.is_some_and(|(_, to)| to == 0)
    }

    pub fn enters(self) -> bool {
        self.places.is_some_and(|(from, _)| from == 0)
    }
}

/// A way to play: for each position and die, the probability of each legal move.
pub type Habits = Vec<[Vec<f64>; 6]>;

/// Possible results of one turn: the probabilities of winning one point and two points, and the next positions with
/// their probabilities.
type Turn = ([f64; 2], Vec<(usize, f64)>);

/// Results of games between two policies.
pub struct Followed {
    /// Expected points of the first policy if it begins; `second` if the other policy begins.
    pub first: f64,
    pub second: f64,
    /// Expected number of times per game that each position comes up with the first policy on roll; each policy begins
    /// half of the games.
    pub visits: Vec<f64>,
    /// Probabilities of winning one point and two. Outer index: 0 if the first policy begins, 1 if it does not; middle
    /// index: 0 for wins of the first policy, 1 for those of the other.
    pub wins: [[[f64; 2]; 2]; 2],
}

impl Followed {
    pub fn average(&self) -> f64 {
        f64::midpoint(self.first, self.second)
    }
}

impl Game {
    pub fn new(rules: Rules) -> Game {
        let mut states = literal::legal_setups(rules);
        let to_go = |man: &Place| match man {
            Place::On(point) => 12 - i32::from(*point),
            _ => 12,
        };
        let both = |state: &State| state.own.into_iter().chain(state.opp);
        states.sort_by_key(|state| both(state).map(|man| to_go(&man)).sum::<i32>());
        let numbers: HashMap<State, usize> = states.iter().copied().zip(0..).collect();
        let steps = |state: &State, die| -> Vec<Step> {
            let moves = legal_moves(rules, state, die);
            let pass = || Step {
                places: None,
                hits: false,
                leads: Leads::To(numbers[&after_pass(state)]),
            };
            if moves.is_empty() {
                return vec![pass()];
            }
            let step = |play: LiteralMove| Step {
                places: Some((play.from, play.to)),
                hits: play.hits,
                leads: match play.won {
                    Some(points) => Leads::Won(f64::from(points)),
                    None => Leads::To(numbers[&play.after]),
                },
            };
            moves.into_iter().map(step).collect()
        };
        let moves = states
            .iter()
            .map(|state| [1, 2, 3, 4, 5, 6].map(|die| steps(state, die)));
        let of = if rules.dice == Dice::One { 6.0 } else { 36.0 };
        Game {
            rules,
            moves: moves.collect(),
            chances: [1, 2, 3, 4, 5, 6].map(|die| f64::from(literal::chances(rules, die)) / of),
            start: numbers[&State::from(rules.start())],
            states,
            numbers,
        }
    }

    /// Returns the number of a position; `None` if the rules do not have it.
    pub fn find(&self, place: &State) -> Option<usize> {
        self.numbers.get(place).copied()
    }

    pub fn state(&self, text: &str) -> usize {
        self.numbers[&State::from(self.rules.read(text).expect("a position"))]
    }

    /// Makes habits from a function of position, die minus 1 and moves that returns the probability of each move.
    pub fn habits(&self, mut weigh: impl FnMut(usize, usize, &[Step]) -> Vec<f64>) -> Habits {
        let mut of = |state, throws: &[Vec<Step>; 6]| {
            let mut die = 0;
            throws.each_ref().map(|steps| {
                let chances = weigh(state, die, steps);
                die += 1;
                chances
            })
        };
        let all = self.moves.iter().enumerate();
        all.map(|(state, throws)| of(state, throws)).collect()
    }

    /// Returns random habits: with some throws one move is certain, with others several moves have random
    /// probabilities.
    pub fn any_habits(&self, seed: u64) -> Habits {
        let mut random = ChaCha12Rng::seed_from_u64(seed);
        self.habits(|_, _, steps| {
            if random.random_bool(0.5) {
                return surely(random.random_range(0..steps.len()), steps.len());
            }
            let mut weights: Vec<f64> = steps.iter().map(|_| random.random()).collect();
            if random.random_bool(0.3) {
                weights[0] = 0.0;
            }
            let sum: f64 = weights.iter().sum();
            if sum > 0.0 {
                weights.iter().map(|weight| weight / sum).collect()
            } else {
                surely(0, steps.len())
            }
        })
    }

    /// Returns the number of throws with which the player on roll can hit: an integer, because equal sums of
    /// probabilities may differ after rounding.
    pub fn hitting_throws(&self, state: usize) -> u32 {
        let dice = self.moves[state].iter().zip(1..);
        let hitting = dice.filter(|(steps, _)| steps.iter().any(|step| step.hits));
        hitting
            .map(|(_, die)| literal::chances(self.rules, die))
            .sum()
    }

    /// Returns the policy file of these habits: a row for each move with a probability above 0; the rows in no particular
    /// order.
    pub fn file(&self, habits: &Habits) -> String {
        let mut text = "move,probability,die,position\n".to_owned();
        for (state, dice) in habits.iter().enumerate() {
            for (die, chances) in dice.iter().enumerate() {
                for (step, chance) in self.moves[state][die].iter().zip(chances) {
                    if *chance > 0.0 {
                        let (step, position) = (step.text(), self.states[state]);
                        let die = die + 1;
                        writeln!(text, "{step},{chance},{die},{position}").expect("a string");
                    }
                }
            }
        }
        text
    }

    /// Returns, for each position, whether it can arise from the start.
    pub fn reachable(&self) -> Vec<bool> {
        let mut met = vec![false; self.states.len()];
        let mut open = vec![self.start];
        while let Some(state) = open.pop() {
            if std::mem::replace(&mut met[state], true) {
                continue;
            }
            for step in self.moves[state].iter().flatten() {
                if let Leads::To(next) = step.leads {
                    open.push(next);
                }
            }
        }
        met
    }

    /// Returns the decisions that can arise: pairs of a position and a die (minus 1) with more than one legal move.
    pub fn decisions(&self) -> Vec<(usize, usize)> {
        let met = self.reachable();
        let all = (0..self.states.len()).flat_map(|state| (0..6).map(move |die| (state, die)));
        all.filter(|&(state, die)| met[state] && self.moves[state][die].len() > 1)
            .collect()
    }

    /// Follows all games between two policies at once, turn by turn, with the probability of each position.
    pub fn follow(&self, one: &Habits, other: &Habits) -> Followed {
        let count = self.states.len();
        let turns = [self.turns(one), self.turns(other)];
        let mut visits = vec![0.0; count];
        let mut results = [0.0; 2];
        let mut wins = [[[0.0; 2]; 2]; 2];
        for (begins, result) in results.iter_mut().enumerate() {
            let mut now = vec![0.0; count];
            now[self.start] = 1.0;
            let mut on_roll = begins;
            while now.iter().sum::<f64>() > UNFINISHED {
                let sign = [1.0, -1.0][on_roll];
                let mut next = vec![0.0; count];
                for (state, &here) in now
                    .iter()
                    .enumerate()
                    .filter(|&(_, &here)| here > NEGLIGIBLE)
                {
                    if on_roll == 0 {
                        visits[state] += 0.5 * here;
                    }
                    let ([single, double], steps) = &turns[on_roll][state];
                    *result += sign * here * (single + 2.0 * double);
                    wins[begins][on_roll][0] += here * single;
                    wins[begins][on_roll][1] += here * double;
                    for &(to, chance) in steps {
                        next[to] += here * chance;
                    }
                }
                now = next;
                on_roll = 1 - on_roll;
            }
        }
        let [first, second] = results;
        Followed {
            first,
            second,
            visits,
            wins,
        }
    }

    /// Returns, for each position, the possible results of a turn of a player with these habits.
    fn turns(&self, habits: &Habits) -> Vec<Turn> {
        let turn = |(dice, chances): (&[Vec<Step>; 6], &[Vec<f64>; 6])| {
            let (mut wins, mut all) = ([0.0; 2], Vec::new());
            for die in 0..6 {
                for (step, chance) in dice[die].iter().zip(&chances[die]) {
                    let part = self.chances[die] * chance;
                    match step.leads {
                        Leads::To(to) if part > 0.0 => all.push((to, part)),
                        Leads::To(_) => (),
                        Leads::Won(points) => wins[usize::from(points > 1.0)] += part,
                    }
                }
            }
            (wins, all)
        };
        self.moves.iter().zip(habits).map(turn).collect()
    }

    /// Returns the values of each position under best play to one player, in points: first with that player on roll,
    /// then with the opponent on roll. The opponent has these habits, or plays best as well if there are none.
    pub fn best_values(&self, opponent: Option<&Habits>) -> [Vec<f64>; 2] {
        self.best_values_if(opponent, &|seat, points| [points, -points][seat])
    }

    /// Returns the values if both players play best. The iteration begins with `values` to the player on roll, which
    /// may be right already.
    pub fn settled_values(&self, values: &[f64]) -> [Vec<f64>; 2] {
        let turned = values.iter().map(|value| -value).collect();
        let values = [values.to_vec(), turned];
        self.best_values_from(values, None, &|seat, points| [points, -points][seat])
    }

    /// Returns values like [`best_values`](Game::best_values), but for other payoffs: `win` gets the winner (0 for the
    /// player, 1 for the opponent) and the points of the win, and returns its worth to the player.
    pub fn best_values_if(
        &self,
        opponent: Option<&Habits>,
        win: &dyn Fn(usize, f64) -> f64,
    ) -> [Vec<f64>; 2] {
        let none = [(); 2].map(|()| vec![0.0; self.states.len()]);
        self.best_values_from(none, opponent, win)
    }

    fn best_values_from(
        &self,
        mut values: [Vec<f64>; 2],
        opponent: Option<&Habits>,
        win: &dyn Fn(usize, f64) -> f64,
    ) -> [Vec<f64>; 2] {
        // List all moves one after the other, by position and die, and the index at which the moves of each die end. A
        // win of one or two points leads to one of two places after the positions.
        let count = self.states.len();
        let place = |step: &Step| match step.leads {
            Leads::To(to) => to,
            Leads::Won(points) => count + usize::from(points > 1.0),
        };
        let dice = || self.moves.iter().flatten();
        let to: Vec<usize> = dice().flatten().map(place).collect();
        let ends: Vec<usize> = dice()
            .scan(0, |end, steps| {
                *end += steps.len();
                Some(*end)
            })
            .collect();
        let chances: Option<Vec<f64>> =
            opponent.map(|habits| habits.iter().flatten().flatten().copied().collect());
        for (next_seat, values) in [1, 0].into_iter().zip(&mut values) {
            values.extend([1.0, 2.0].map(|points| win(next_seat, points)));
        }
        loop {
            let mut change: f64 = 0.0;
            let mut first = 0;
            for (state, ends) in ends.chunks_exact(6).enumerate() {
                for seat in 0..2 {
                    // Values to the same player; after a move, the other side is on roll.
                    let worth = &values[1 - seat];
                    let (mut value, mut from) = (0.0, first);
                    for (&end, chance) in ends.iter().zip(&self.chances) {
                        let all = to[from..end].iter().map(|&to| worth[to]);
                        let of_die: f64 = match (seat, &chances) {
                            (0, _) => all.fold(f64::NEG_INFINITY, f64::max),
                            (_, None) => all.fold(f64::INFINITY, f64::min),
                            (_, Some(chances)) => {
                                let part = all.zip(&chances[from..end]);
                                part.map(|(value, chance)| value * chance).sum()
                            }
                        };
                        value += chance * of_die;
                        from = end;
                    }
                    change = change.max(f64::abs(value - values[seat][state]));
                    values[seat][state] = value;
                }
                first = ends[5];
            }
            if change <= SETTLED {
                return values.map(|mut values| {
                    values.truncate(count);
                    values
                });
            }
        }
    }

    /// Returns, for each position, the probability that the game is over one throw later than `over` says, if the player
    /// on roll plays by these habits.
    pub fn over_after_one_more(&self, habits: &Habits, over: &[f64]) -> Vec<f64> {
        let of_die = |((steps, habits), chance): ((&Vec<Step>, &Vec<f64>), f64)| {
            let then = |(step, share): (&Step, &f64)| share * step.to().map_or(1.0, |to| over[to]);
            chance * steps.iter().zip(habits).map(then).sum::<f64>()
        };
        let states = self.moves.iter().zip(habits);
        let next = states.map(|(moves, habits)| {
            let dice = moves.iter().zip(habits).zip(self.chances);
            dice.map(of_die).sum()
        });
        next.collect()
    }

    /// Returns the mean number of throws from each position on if both players prolong the game. The iteration begins
    /// with 0 and ends when no mean grows by 1e-7, so that it is too low by at most a ten-millionth of the longest mean.
    pub fn longest(&self) -> Vec<f64> {
        let mut lengths = vec![0.0; self.states.len()];
        loop {
            let mut change: f64 = 0.0;
            for (state, moves) in self.moves.iter().enumerate() {
                let of_die = |(steps, chance): (&Vec<Step>, &f64)| {
                    let then = |step: &Step| step.to().map_or(0.0, |to| lengths[to]);
                    chance * steps.iter().map(then).fold(0.0, f64::max)
                };
                let dice = moves.iter().zip(&self.chances);
                let length = 1.0 + dice.map(of_die).sum::<f64>();
                change = change.max(length - lengths[state]);
                lengths[state] = length;
            }
            if change < 1e-7 {
                return lengths;
            }
        }
    }

    /// Returns the loss of each move compared with the best move, in points.
    pub fn losses(&self, values: &[Vec<f64>; 2], state: usize, die: usize) -> Vec<f64> {
        let worth = |step: &Step| match step.leads {
            Leads::To(to) => values[1][to],
            Leads::Won(points) => points,
        };
        let all: Vec<f64> = self.moves[state][die].iter().map(worth).collect();
        let most = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let loss = |value: &f64| {
            if most - value < EQUAL {
                0.0
            } else {
                most - value
            }
        };
        all.iter().map(loss).collect()
    }
}

/// Returns the probabilities of `count` moves if the move with index `at` is always played.
pub fn surely(at: usize, count: usize) -> Vec<f64> {
    (0..count)
        .map(|rank| f64::from(u8::from(rank == at)))
        .collect()
}

/// Returns the probabilities of moves if all moves that are `true` in `wanted` are equally likely.
pub fn evenly(wanted: &[bool]) -> Vec<f64> {
    let count = wanted.iter().filter(|&&wanted| wanted).count() as f64;
    wanted
        .iter()
        .map(|&wanted| f64::from(u8::from(wanted)) / count)
        .collect()
}
