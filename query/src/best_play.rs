//! Best play as a chain of chance: what to expect when both players always take the best move.
//!
//! Where several moves are best, and exactly equal in value, the first is taken, that of the
//! rearmost man; other choices would give the same value, but may give other outcomes or lengths.

use serde::Serialize;
use tourne_solver::game::{Die, Move, Position};
use tourne_solver::{LookUpError, Solution};

/// Every position with what best play does there.
#[derive(Clone, Debug)]
pub struct BestPlay<'a> {
    solution: &'a Solution,
    /// Positions with few pips to go first.
    steps: Vec<Step>,
    chances: [f64; 6],
    ties: u64,
}

/// One position on the way of best play.
#[derive(Clone, Debug)]
struct Step {
    /// The canonical number of the position.
    number: u32,
    /// For each die where the best move leads: to a canonical number, or to an end.
    next: [u32; 6],
    /// The chance that the throw leaves a choice.
    choice: f64,
    /// The chance that the best move hits.
    hit: f64,
}

/// Expectations are right when they change by no more than this.
const SETTLED: f64 = 1e-13;

/// How a game ends under best play by both: four probabilities that sum to 1.
///
/// ```
/// use tourne_query::{best_play::BestPlay, table};
///
/// let solution = table::embedded();
/// let start = solution.rules().start();
/// let outcomes = BestPlay::new(solution)?.outcomes_of(start)?;
/// let won = outcomes.win_single + outcomes.win_double;
/// assert!((won - solution.value(start)?).abs() < 1e-11);
/// # Ok::<(), tourne_solver::LookUpError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Outcomes {
    /// The player on roll wins, and the loser has a man home.
    pub win_single: f64,
    /// The player on roll wins, and the loser has no man home.
    pub win_double: f64,
    /// The player on roll loses, with a man home.
    pub lose_single: f64,
    /// The player on roll loses, with no man home.
    pub lose_double: f64,
}

/// Mean numbers of a game of two perfect players, from the start.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Pace {
    /// Throws in a game.
    pub throws: f64,
    /// Throws that leave a choice.
    pub choices: f64,
    /// Moves that hit.
    pub hits: f64,
}

impl<'a> BestPlay<'a> {
    /// Follows the best moves of a solution.
    ///
    /// # Errors
    ///
    /// [`LookUpError`] if the solution is wrong.
    pub fn new(solution: &'a Solution) -> Result<BestPlay<'a>, LookUpError> {
        let rules = solution.rules();
        let chances = Die::ALL.map(|die| f64::from(rules.chances(die)) / f64::from(rules.throws()));
        let mut order: Vec<Position> = solution.index().positions().collect();
        order.sort_by_key(|position| position.pips());
        let mut play = BestPlay {
            solution,
            steps: Vec::with_capacity(order.len()),
            chances,
            ties: 0,
        };
        for position in order {
            let step = play.step(position)?;
            play.steps.push(step);
        }
        Ok(play)
    }

    /// In how many decisions several moves are best, exactly equal.
    #[must_use]
    pub fn ties(&self) -> u64 {
        self.ties
    }

    /// How long and how lively a game is.
    ///
    /// # Errors
    ///
    /// [`LookUpError`] if the solution is wrong.
    pub fn pace(&self) -> Result<Pace, LookUpError> {
        let table = self.expect([[0.0; 3]; 2], |step, [throws, choices, hits]| {
            [1.0 + throws, step.choice + choices, step.hit + hits]
        });
        let start = self.number(self.solution.rules().start())?;
        let [throws, choices, hits] = table[start];
        Ok(Pace {
            throws,
            choices,
            hits,
        })
    }

    /// How the game ends from every position, in canonical order.
    #[must_use]
    pub fn outcomes(&self) -> Vec<Outcomes> {
        // At an end the player who would be on roll has lost.
        let ends = [[0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];
        let table = self.expect(ends, |_, [win, win_double, lose, lose_double]| {
            [lose, lose_double, win, win_double]
        });
        let positions = &table[..self.steps.len()];
        let outcomes = positions.iter().map(
            |&[win_single, win_double, lose_single, lose_double]| Outcomes {
                win_single,
                win_double,
                lose_single,
                lose_double,
            },
        );
        outcomes.collect()
    }

    /// How the game ends from one position.
    ///
    /// # Errors
    ///
    /// [`LookUpError`] if the position is not in the solution.
    pub fn outcomes_of(&self, position: Position) -> Result<Outcomes, LookUpError> {
        Ok(self.outcomes()[self.number(position)?])
    }

    fn number(&self, position: Position) -> Result<usize, LookUpError> {
        let not_held = LookUpError::NotHeld {
            position,
            rules: self.solution.rules(),
        };
        self.solution.index().number(position).ok_or(not_held)
    }

    /// Solves *here* = `combine`(mean of *there* over the dice), with what the ends have given: a
    /// single win, and a win against a player with no man home.
    fn expect<const K: usize>(
        &self,
        ends: [[f64; K]; 2],
        combine: impl Fn(&Step, [f64; K]) -> [f64; K],
    ) -> Vec<[f64; K]> {
        let mut table = vec![[0.0; K]; self.steps.len()];
        table.extend(ends);
        loop {
            let mut change: f64 = 0.0;
            for step in &self.steps {
                let mut mean = [0.0; K];
                for (chance, next) in self.chances.iter().zip(step.next) {
                    for (mean, there) in mean.iter_mut().zip(table[next as usize]) {
                        *mean += chance * there;
                    }
                }
                let here = combine(step, mean);
                for (old, new) in table[step.number as usize].iter_mut().zip(here) {
                    change = change.max((new - *old).abs());
                    *old = new;
                }
            }
            if change <= SETTLED {
                return table;
            }
        }
    }

    fn step(&mut self, position: Position) -> Result<Step, LookUpError> {
        let rules = self.solution.rules();
        let best_moves = self.solution.best_moves(position)?;
        let mut step = Step {
            number: self.number(position)? as u32,
            next: [0; 6],
            choice: 0.0,
            hit: 0.0,
        };
        for (at, die) in Die::ALL.into_iter().enumerate() {
            let plays = rules.plays(position, die);
            let mut best = plays.iter().filter(|play| best_moves.contains(die, play));
            let first = best.next().ok_or(LookUpError::WrongBestMove {
                position,
                die,
                rules,
            })?;
            if plays.len() > 1 {
                step.choice += self.chances[at];
                self.ties += u64::from(best.next().is_some());
            }
            if matches!(first.action, Move::Man { hit: true, .. }) {
                step.hit += self.chances[at];
            }
            step.next[at] = if first.next.is_over() {
                let no_man_home = first.next.on_roll().home() == 0;
                (self.solution.index().len() + usize::from(no_man_home)) as u32
            } else {
                self.number(first.next)? as u32
            };
        }
        Ok(step)
    }
}
