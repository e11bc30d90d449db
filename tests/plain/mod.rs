//! Policies a second time, by the plainest means: the literal rules, games followed turn by turn until
//! next to none is unfinished, and values found by going through all positions again and again.
//!
//! It shares nothing with the library but the way policies are written.

// Each test file that includes this module uses a part of it, and includes it privately.
#![allow(dead_code, unreachable_pub)]

pub mod card;
pub mod exchange;
pub mod world;

use std::collections::HashMap;
use std::fmt::Write as _;

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha12Rng;
use tourne_solver::verify::literal::{self, Man, State, Switches};

/// What is still unfinished of a game when it is followed no further.
const UNFINISHED: f64 = 1e-13;
/// Chances of a position below this are left out when games are followed: all of them together are fewer than what
/// is unfinished.
const NEGLIGIBLE: f64 = 1e-25;
/// Values are found when going through them once more changes none by more.
const SETTLED: f64 = 1e-14;
/// What rounding may make of equal values.
pub const EQUAL: f64 = 1e-11;

/// A rule set with everything that can happen in it.
pub struct Game {
    pub switches: Switches,
    /// All positions; fewer men and points to go come first.
    pub states: Vec<State>,
    /// For each position and die the moves, rearmost man first.
    pub moves: Vec<[Vec<Step>; 6]>,
    /// The probability of each die.
    pub chances: [f64; 6],
    pub start: usize,
    numbers: HashMap<State, usize>,
}

/// A move, or a pass.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// `None` for a pass.
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
    /// As it is written, without saying whether it hits.
    pub fn text(self) -> String {
        self.places
            .map_or("pass".to_owned(), |(from, to)| format!("{from}/{to}"))
    }

    /// The position after it, unless it wins.
    pub fn to(self) -> Option<usize> {
        match self.leads {
            Leads::To(next) => Some(next),
            Leads::Won(_) => None,
        }
    }

    /// The points that are left and reached; `None` for a pass.
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

/// A way to play: for each position and die the chance of each move.
pub type Habits = Vec<[Vec<f64>; 6]>;

/// The chances to win one point and two at once, and with what chances a turn leads elsewhere.
type Turn = ([f64; 2], Vec<(usize, f64)>);

/// What games between two policies come to.
pub struct Followed {
    /// What the one gets, in points, moving first and second.
    pub first: f64,
    pub second: f64,
    /// How often each position comes up with the one on roll, either moving first equally often.
    pub visits: Vec<f64>,
    /// The chances of each player's wins of one point and of two, the one moving first and second.
    pub wins: [[[f64; 2]; 2]; 2],
}

impl Followed {
    pub fn average(&self) -> f64 {
        f64::midpoint(self.first, self.second)
    }
}

impl Game {
    pub fn new(switches: Switches) -> Game {
        let mut states = literal::legal_setups(switches);
        let to_go = |man: &Man| match man {
            Man::On(point) => 12 - i32::from(*point),
            _ => 12,
        };
        let both = |state: &State| state.own.into_iter().chain(state.opp);
        states.sort_by_key(|state| both(state).map(|man| to_go(&man)).sum::<i32>());
        let numbers: HashMap<State, usize> = states.iter().copied().zip(0..).collect();
        let steps = |state: &State, die| -> Vec<Step> {
            let moves = literal::legal_moves(switches, state, die);
            let pass = || Step {
                places: None,
                hits: false,
                leads: Leads::To(numbers[&literal::after_pass(state)]),
            };
            if moves.is_empty() {
                return vec![pass()];
            }
            let step = |play: literal::LiteralMove| Step {
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
        let of = if switches.one_die { 6.0 } else { 36.0 };
        Game {
            switches,
            moves: moves.collect(),
            chances: [1, 2, 3, 4, 5, 6].map(|die| f64::from(literal::chances(switches, die)) / of),
            start: numbers[&State::parse("000/000")],
            states,
            numbers,
        }
    }

    pub fn state(&self, text: &str) -> usize {
        self.numbers[&State::parse(text)]
    }

    /// The habits that give each position and die these chances.
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

    /// Habits that nobody would choose: in some throws one move, in others all or some, with any
    /// chances.
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

    /// Number of throws with which the player on roll can hit. They are counted: sums of probabilities of different dice
    /// are rounded, so that equal ones may differ.
    pub fn hitting_throws(&self, state: usize) -> u32 {
        let dice = self.moves[state].iter().zip(1..);
        let hitting = dice.filter(|(steps, _)| steps.iter().any(|step| step.hits));
        hitting
            .map(|(_, die)| literal::chances(self.switches, die))
            .sum()
    }

    /// The habits as a file with a row for each move that has a chance, in no particular order.
    pub fn file(&self, habits: &Habits) -> String {
        let mut text = "move,probability,die,position\n".to_owned();
        for (state, dice) in habits.iter().enumerate() {
            for (die, chances) in dice.iter().enumerate() {
                for (step, chance) in self.moves[state][die].iter().zip(chances) {
                    if *chance > 0.0 {
                        let (step, position) = (step.text(), self.states[state]);
                        let die = die + 1;
                        writeln!(text, "{step},{chance},{die},{position}").expect("it is a string");
                    }
                }
            }
        }
        text
    }

    /// Which positions can arise from the start, whatever is played.
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

    /// The decisions that can arise.
    pub fn decisions(&self) -> Vec<(usize, usize)> {
        let met = self.reachable();
        let all = (0..self.states.len()).flat_map(|state| (0..6).map(move |die| (state, die)));
        all.filter(|&(state, die)| met[state] && self.moves[state][die].len() > 1)
            .collect()
    }

    /// Follows games between two policies, all at once, turn by turn.
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

    /// For each position the chances to win one point and two at once, and where else a turn may lead.
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

    /// What a player who does the best it can gets in each position, in points: on roll itself, and
    /// with the other on roll, who has these habits, or does the best it can as well.
    pub fn best_values(&self, opponent: Option<&Habits>) -> [Vec<f64>; 2] {
        let win = |seat, points: f64| [points, -points][seat];
        self.best_values_from(self.no_values(), opponent, win)
    }

    /// The same, both players doing the best they can, by going on from values that may be right already.
    pub fn settled_values(&self, values: &[f64]) -> [Vec<f64>; 2] {
        let win = |seat, points: f64| [points, -points][seat];
        let turned = values.iter().map(|value| -value).collect();
        self.best_values_from([values.to_vec(), turned], None, win)
    }

    fn no_values(&self) -> [Vec<f64>; 2] {
        [(); 2].map(|()| vec![0.0; self.states.len()])
    }

    /// The same if a win is worth something else: `win` says what a win of so many points by the
    /// player itself (0) or by the other (1) is worth to the player.
    pub fn best_values_if(
        &self,
        opponent: Option<&Habits>,
        win: impl Fn(usize, f64) -> f64,
    ) -> [Vec<f64>; 2] {
        self.best_values_from(self.no_values(), opponent, win)
    }

    fn best_values_from(
        &self,
        values: [Vec<f64>; 2],
        opponent: Option<&Habits>,
        win: impl Fn(usize, f64) -> f64,
    ) -> [Vec<f64>; 2] {
        // All moves one after the other, of each die of each position, and where each die's moves end. A win of one
        // point or two leads to one of two places behind the positions.
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
        let mut values = values;
        for (next_seat, values) in [1, 0].into_iter().zip(&mut values) {
            values.extend([1.0, 2.0].map(|points| win(next_seat, points)));
        }
        loop {
            let mut change: f64 = 0.0;
            let mut first = 0;
            for (state, ends) in ends.chunks_exact(6).enumerate() {
                for seat in 0..2 {
                    // To the one whose values these are.
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

    /// What each move gives away, in points.
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

/// The chances if one of so many moves is always played.
pub fn surely(at: usize, count: usize) -> Vec<f64> {
    (0..count)
        .map(|rank| f64::from(u8::from(rank == at)))
        .collect()
}

/// The chances if any of the moves that are wanted is as likely as another.
pub fn evenly(wanted: &[bool]) -> Vec<f64> {
    let count = wanted.iter().filter(|&&wanted| wanted).count() as f64;
    wanted
        .iter()
        .map(|&wanted| f64::from(u8::from(wanted)) / count)
        .collect()
}
