//! What a solution holds, and what it says of the game as a whole.

use serde::Serialize;
use tourne_solver::game::{Die, Position};
use tourne_solver::{LookUpError, Solution};

/// Facts about a solution, with the field names of the JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Info {
    /// The rule set.
    pub rules: String,
    /// What values are measured in.
    pub unit: String,
    /// Legal positions in which a player is on roll.
    pub positions: u64,
    /// Those that can arise from the start.
    pub reachable: u64,
    /// Legal positions in which the game is over.
    pub over: u64,
    /// Pairs of position and die.
    pub pairs: u64,
    /// Pairs with two legal moves or more.
    pub decisions: u64,
    /// Those in positions that can arise.
    pub reachable_decisions: u64,
    /// Legal moves of men, over all pairs.
    pub moves: u64,
    /// Decisions with several best moves, exactly equal.
    pub ties: u64,
    /// The value of the start to the player who throws first.
    pub value: f64,
    /// How far any value can be from the true one; proven.
    pub error_bound: f64,
    /// How many throws a game of two perfect players takes on average.
    pub throws_per_game: f64,
    /// How many of them leave a choice.
    pub choices_per_game: f64,
}

impl Info {
    /// Gathers the facts.
    ///
    /// # Errors
    ///
    /// [`LookUpError`] if the solution is wrong.
    ///
    /// ```
    /// use tourne_query::{info::Info, table};
    ///
    /// let info = Info::new(table::embedded())?;
    /// assert_eq!(info.decisions, 105_002);
    /// assert!(info.choices_per_game < info.throws_per_game);
    /// # Ok::<(), tourne_solver::LookUpError>(())
    /// ```
    pub fn new(solution: &Solution) -> Result<Info, LookUpError> {
        let counts = solution.counts();
        let pace = Pace::new(solution)?;
        Ok(Info {
            rules: solution.rules().to_string(),
            unit: solution.unit().to_string(),
            positions: counts.positions,
            reachable: counts.reachable,
            over: counts.over,
            pairs: counts.pairs,
            decisions: counts.decisions,
            reachable_decisions: counts.reachable_decisions,
            moves: counts.moves,
            ties: pace.ties,
            value: solution.value(solution.rules().start())?,
            error_bound: solution.error_bound(),
            throws_per_game: pace.throws,
            choices_per_game: pace.choices,
        })
    }
}

/// How long games of two perfect players are, from the start.
struct Pace {
    throws: f64,
    choices: f64,
    ties: u64,
}

/// One position on the way of perfect play.
struct Step {
    number: usize,
    /// The chance that the throw leaves a choice.
    choice: f64,
    /// The numbers of the positions after the best moves; the game is over after the others.
    next: [Option<usize>; 6],
}

/// The mean numbers are right when they change by no more than this.
const SETTLED: f64 = 1e-10;

impl Pace {
    /// Expected numbers satisfy: here = one more + the mean of those after the best moves.
    fn new(solution: &Solution) -> Result<Pace, LookUpError> {
        let mut order: Vec<Position> = solution.index().positions().collect();
        order.sort_by_key(|position| position.pips());
        let mut ties = 0;
        let steps = order
            .into_iter()
            .map(|position| Step::new(solution, position, &mut ties))
            .collect::<Result<Vec<Step>, LookUpError>>()?;

        let rules = solution.rules();
        let chances = Die::ALL.map(|die| f64::from(rules.chances(die)) / f64::from(rules.throws()));
        let mut expected = vec![[0.0, 0.0]; steps.len()];
        loop {
            let mut change: f64 = 0.0;
            for step in &steps {
                let mut here = [1.0, step.choice];
                for (chance, next) in chances.iter().zip(step.next) {
                    let after = next.map_or([0.0, 0.0], |next| expected[next]);
                    here[0] += chance * after[0];
                    here[1] += chance * after[1];
                }
                change = change.max((here[0] - expected[step.number][0]).abs());
                expected[step.number] = here;
            }
            if change <= SETTLED {
                break;
            }
        }
        let start = solution.index().number(rules.start());
        let [throws, choices] = start.map_or([0.0, 0.0], |start| expected[start]);
        Ok(Pace {
            throws,
            choices,
            ties,
        })
    }
}

impl Step {
    fn new(solution: &Solution, position: Position, ties: &mut u64) -> Result<Step, LookUpError> {
        let rules = solution.rules();
        let index = solution.index();
        let not_held = || LookUpError::NotHeld { position, rules };
        let best_moves = solution.best_moves(position)?;
        let mut step = Step {
            number: index.number(position).ok_or_else(not_held)?,
            choice: 0.0,
            next: [None; 6],
        };
        for (die, next) in Die::ALL.into_iter().zip(&mut step.next) {
            let plays = rules.plays(position, die);
            let mut best = plays.iter().filter(|play| best_moves.contains(die, play));
            let first = best.next().ok_or(LookUpError::NoBestMove {
                position,
                die,
                rules,
            })?;
            *next = index.number(first.next);
            if plays.len() > 1 {
                step.choice += f64::from(rules.chances(die)) / f64::from(rules.throws());
                *ties += u64::from(best.next().is_some());
            }
        }
        Ok(step)
    }
}
