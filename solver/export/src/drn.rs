//! The game against an opponent who keeps to best moves, in the explicit format of Storm.
//!
//! Storm reads no games of two players in this format. But if one player keeps to given moves, the game of
//! the other, the *chooser*, is a Markov decision process. The most that the chooser can get there is at least
//! the value of the game to it, whatever the given moves are. Whether the chooser throws first or
//! second, the process is the same but for the state in which it starts, so that one file bounds
//! the value from both sides; the bounds meet if the given moves are best.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::positions;
use tourne_solver::game::{Die, Play, Position, Rules, Stakes};
use tourne_solver::solution::{LookUpError, Solution};

/// The Markov decision process of a chooser against an opponent who keeps to best moves. It has two
/// initial states: `first`, in which the chooser throws first, and `second`. A throw that leaves the
/// chooser a choice leads to a state of its own, others go straight on.
///
/// # Errors
///
/// [`LookUpError`] if the solution is wrong.
///
/// ```
/// use tourne_export::drn;
/// use tourne_solver::{game::Rules, solve::solve};
///
/// let solved = solve(Rules::STANDARD, &mut |_| ())?;
/// let process = drn(&solved.solution)?;
/// assert!(process.contains("\n@type: MDP\n"));
/// assert!(process.contains("\nstate 0 settled\n\taction 0\n\t\t0 : 1\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn drn(solution: &Solution) -> Result<String, LookUpError> {
    let rules = solution.rules();
    let positions = positions(rules);
    let mut process = Process::new(solution, &positions);
    process.ends();
    for &position in &positions {
        process.position(position)?;
    }
    let (reward_models, comment) = match rules.stakes {
        Stakes::Single => ("", ""),
        Stakes::DoubleWin => (
            "points_and_2",
            "// Rewards are the points of the chooser and two more, since no reward is negative.\n",
        ),
    };
    Ok(format!(
        "\
// Tourne-case, {rules}: a chooser against an opponent who keeps to best moves.
// Comments name the position, seen by the player on roll. Its states are the chooser's decisions,
// die by die, then the chooser throws, and last the opponent throws.
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
    ))
}

/// The points of the largest win.
fn largest_win(rules: Rules) -> u8 {
    match rules.stakes {
        Stakes::Single => 1,
        Stakes::DoubleWin => 2,
    }
}

/// A state of the process, by its number.
type State = usize;

/// The state after the end of the game. The ends follow.
const SETTLED: State = 0;

/// The player who throws or moves.
#[derive(Clone, Copy, PartialEq)]
enum Who {
    /// The player who keeps to best moves.
    Opponent,
    /// The player whose choices the process leaves open.
    Chooser,
}

/// The process, while it is written.
struct Process<'a> {
    solution: &'a Solution,
    rules: Rules,
    /// For each position's canonical number the state in which the chooser throws. In the state after it
    /// the opponent throws.
    throws: Vec<State>,
    states: usize,
    choices: usize,
    /// Number of choices of the current state so far.
    actions: usize,
    text: String,
}

impl Process<'_> {
    /// Gives every position its states.
    fn new<'a>(solution: &'a Solution, positions: &[Position]) -> Process<'a> {
        let rules = solution.rules();
        let index = solution.index();
        let mut throws = vec![SETTLED; index.len()];
        // The chooser wins or loses each of the possible points.
        let mut next = SETTLED + 1 + 2 * usize::from(largest_win(rules));
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
            throws,
            states: 0,
            choices: 0,
            actions: 0,
            text: String::new(),
        }
    }

    /// Writes the states in which the game is over.
    fn ends(&mut self) {
        self.state("settled", 0);
        self.action([(SETTLED, 1)]);
        for points in 1..=largest_win(self.rules) {
            let double = if points == 2 { " double" } else { "" };
            self.state(&format!("wins{double}"), 2 + points);
            self.action([(SETTLED, 1)]);
            self.state(&format!("loses{double}"), 2 - points);
            self.action([(SETTLED, 1)]);
        }
    }

    /// Writes the states of a position.
    fn position(&mut self, position: Position) -> Result<(), LookUpError> {
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

        let best = self.solution.best_moves(position)?;
        let mut throws = Vec::new();
        for die in Die::ALL {
            let plays = self.rules.plays(position, die);
            let kept = plays.iter().find(|play| best.contains(die, play));
            let kept = kept.ok_or(LookUpError::WrongBestMove {
                position,
                die,
                rules: self.rules,
            })?;
            throws.push((self.after(kept, Who::Opponent), self.rules.chances(die)));
        }
        self.state(if is_start { "init second" } else { "" }, 0);
        self.action(throws);
        Ok(())
    }

    /// The state to which a play leads: the other player throws, or the game is over.
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

    /// Begins the next state. The reward is written where the rules pay different wins.
    fn state(&mut self, labels: &str, reward: u8) {
        let _ = write!(self.text, "state {}", self.states);
        if self.rules.stakes == Stakes::DoubleWin {
            let _ = write!(self.text, " [{reward}]");
        }
        if !labels.is_empty() {
            let _ = write!(self.text, " {labels}");
        }
        self.text.push('\n');
        self.states += 1;
        self.actions = 0;
    }

    /// Adds a choice to the state: the states that it can lead to, with their chances.
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
