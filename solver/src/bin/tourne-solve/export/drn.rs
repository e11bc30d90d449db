//! Export for the model checker Storm: a Markov decision process in Storm's explicit format. The process models the
//! decisions of one player against an opponent who always plays best moves.
//!
//! Storm cannot read two-player games in this format. So the moves of one player, the *opponent*, are fixed. The other
//! player, the *chooser*, then faces a Markov decision process. Whatever the fixed moves are, the chooser can get at
//! least the value of the game. The file has two initial states: the chooser throws first in the state `first`, and the
//! opponent in the state `second`. The chooser's result from `first` is an upper bound on the value of the game, and
//! the result from `second` gives a lower bound. The bounds are equal if the fixed moves are best.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use tourne_solver::{BestMoves, Die, Play, Position, Rules, Solution, Stakes};

/// Writes the Markov decision process of a chooser against an opponent who always plays best moves. The chooser throws
/// first in the initial state `first`, and the opponent in the initial state `second`. Every position and die that
/// leave the chooser a choice have a state of their own.
pub(super) fn drn(solution: &Solution) -> String {
    let rules = solution.rules();
    let is_reachable = |&position: &Position| {
        let best = solution.best_moves(position);
        best.is_ok_and(BestMoves::is_reachable)
    };
    let positions = solution.states().positions().iter().copied();
    let positions: Vec<Position> = positions.filter(is_reachable).collect();
    let mut process = Process::new(solution, &positions);
    process.ends();
    for &position in &positions {
        if let Some(number) = solution.index().number(position) {
            process.position(position, solution.all_best_moves()[number]);
        }
    }
    let (reward_models, comment) = match rules.stakes {
        Stakes::Single => ("", ""),
        Stakes::DoubleWin => (
            "points_and_2",
            "// Rewards are the points of the chooser plus 2, since rewards cannot be negative.\n",
        ),
    };
    format!(
        "\
// Tourne-case, {rules}: a chooser against an opponent who keeps to best moves.
// A comment names a position, seen by the player on roll. The states of the position follow:
// the chooser's decision with each die, the chooser's throw, and the opponent's throw.
{comment}\
@type: MDP
@value_type: rational
@parameters

@reward_models
{reward_models}
@nr_states
{states}
@nr_choices
{choices}
@model
{text}",
        states = process.states,
        choices = process.choices,
        text = process.text,
    )
}

/// Number of a state of the Markov decision process, from 0.
type State = usize;

/// Number of the absorbing state, in which a finished game stays. The next higher numbers are for the states in which
/// the chooser has just won or lost.
const SETTLED: State = 0;

#[derive(Clone, Copy, PartialEq)]
enum Who {
    /// The player who always plays best moves.
    Opponent,
    Chooser,
}

/// Writer of the Markov decision process, state by state.
struct Process<'a> {
    solution: &'a Solution,
    rules: Rules,
    /// Number of points of the largest possible win, 1 or 2.
    largest_win: u8,
    /// For each position, by its number, the state in which the chooser throws. The state in which the opponent throws
    /// has the next higher number.
    throws: Vec<State>,
    states: usize,
    choices: usize,
    actions: usize,
    text: String,
}

impl Process<'_> {
    /// Assigns numbers to the states of every position. Writes nothing yet.
    fn new<'a>(solution: &'a Solution, positions: &[Position]) -> Process<'a> {
        let rules = solution.rules();
        let index = solution.index();
        let largest_win = 1 + u8::from(rules.stakes == Stakes::DoubleWin);
        let mut throws = vec![SETTLED; index.len()];
        // Each possible number of points has two ends: the chooser wins or loses these points.
        let mut next = SETTLED + 1 + 2 * usize::from(largest_win);
        for &position in positions {
            let dice = Die::ALL.into_iter();
            next += dice
                .filter(|&die| rules.plays(position, die).len() > 1)
                .count();
            if let Some(number) = index.number(position) {
                throws[number] = next;
            }
            next += 2;
        }
        Process {
            solution,
            rules,
            largest_win,
            throws,
            states: 0,
            choices: 0,
            actions: 0,
            text: String::new(),
        }
    }

    /// Writes the absorbing state, and the states in which the chooser has just won or lost.
    fn ends(&mut self) {
        self.state("settled", 0);
        self.action([(SETTLED, 1)]);
        for points in 1..=self.largest_win {
            let double = if points == 2 { " double" } else { "" };
            self.state(&format!("wins{double}"), 2 + points);
            self.action([(SETTLED, 1)]);
            self.state(&format!("loses{double}"), 2 - points);
            self.action([(SETTLED, 1)]);
        }
    }

    /// Writes the states of a position: the decisions of the chooser, the chooser's throw, and the opponent's throw.
    fn position(&mut self, position: Position, best: BestMoves) {
        let _ = writeln!(self.text, "// {position}");
        let mut throws = Vec::new();
        for die in Die::ALL {
            let plays = self.rules.plays(position, die);
            if plays.len() > 1 {
                throws.push((self.states, self.rules.chances(die)));
                self.state("", 0);
                for play in &plays {
                    self.action([(self.after(play, Who::Chooser), 1)]);
                }
            } else {
                let next = self.after(&plays[0], Who::Chooser);
                throws.push((next, self.rules.chances(die)));
            }
        }
        let is_start = position == self.rules.start();
        self.state(if is_start { "init first" } else { "" }, 0);
        self.action(throws);

        let mut throws = Vec::new();
        for die in Die::ALL {
            let plays = self.rules.plays(position, die);
            let kept = plays.iter().find(|play| best.contains(die, play));
            throws.extend(
                kept.map(|kept| (self.after(kept, Who::Opponent), self.rules.chances(die))),
            );
        }
        self.state(if is_start { "init second" } else { "" }, 0);
        self.action(throws);
    }

    /// Returns the state after a move of this player: the state in which the other player throws, or an end of the
    /// game.
    fn after(&self, play: &Play, who: Who) -> State {
        match (self.rules.points_won(play.next), who) {
            (Some(points), Who::Chooser) => usize::from(2 * points) - 1,
            (Some(points), Who::Opponent) => usize::from(2 * points),
            (None, _) => {
                let number = self.solution.index().number(play.next);
                let throws = number.map_or(SETTLED, |number| self.throws[number]);
                throws + usize::from(who == Who::Chooser)
            }
        }
    }

    /// Begins the next state. The reward is written only if a win can count two points.
    fn state(&mut self, labels: &str, reward: u8) {
        let _ = write!(self.text, "state {}", self.states);
        if self.largest_win == 2 {
            let _ = write!(self.text, " [{reward}]");
        }
        if !labels.is_empty() {
            let _ = write!(self.text, " {labels}");
        }
        self.text.push('\n');
        self.states += 1;
        self.actions = 0;
    }

    /// Writes one choice of the current state: the next states to which the choice leads, with their probabilities.
    fn action(&mut self, targets: impl IntoIterator<Item = (State, u32)>) {
        let mut merged = BTreeMap::new();
        for (state, chances) in targets {
            *merged.entry(state).or_insert(0) += chances;
        }
        let total: u32 = merged.values().sum();
        let _ = writeln!(self.text, "\taction {}", self.actions);
        for (state, chances) in merged {
            let _ = if chances == total {
                writeln!(self.text, "\t\t{state} : 1")
            } else {
                writeln!(self.text, "\t\t{state} : {chances}/{total}")
            };
        }
        self.actions += 1;
        self.choices += 1;
    }
}
