//! Facts about a solution and the game that it solves.

use serde::Serialize;
use tourne_solver::{Rules, Unit};

use super::error::FactsError;
use crate::facts::best_play;
use crate::policy::Arena;

/// Facts about a solution. The fields have the same names in the JSON output.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Info {
    /// Rule set of the solution, written as its name, such as `standard`.
    pub rules: Rules,
    /// Unit of the values: winning probability, or points.
    pub unit: Unit,
    /// Number of legal positions in which the game is not over.
    pub positions: u64,
    /// Number of legal positions that can arise from the start and in which the game is not over.
    pub reachable: u64,
    /// Number of legal positions in which the game is over.
    pub over: u64,
    /// Number of pairs of a position and a die: six for each position.
    pub pairs: u64,
    /// Number of decisions: pairs with at least two legal moves.
    pub decisions: u64,
    /// Number of decisions in positions that can arise from the start.
    pub reachable_decisions: u64,
    /// Number of legal moves of men, over all pairs; passes are not counted.
    pub moves: u64,
    /// Number of decisions with several best moves, which have equal values.
    pub ties: u64,
    /// Value of the starting position to the player who throws first, in `unit`.
    pub value: f64,
    /// Proven maximum error of any value, in `unit`.
    pub error_bound: f64,
    /// Mean number of throws in a game of two perfect players.
    pub throws_per_game: f64,
    /// Mean number of throws that leave a choice, in a game of two perfect players.
    pub choices_per_game: f64,
}

impl Info {
    /// Computes the facts about the solution of an arena.
    ///
    /// # Errors
    ///
    /// [`FactsError`] if the solution lacks the starting position, or if games go on for too long.
    ///
    /// ```
    /// use tourne::facts::Info;
    /// use tourne::policy::Arena;
    /// use tourne::solutions;
    ///
    /// let info = Info::new(&Arena::new(solutions::standard()))?;
    /// assert_eq!(info.decisions, 105_002);
    /// assert!(info.choices_per_game < info.throws_per_game);
    /// # Ok::<(), tourne::facts::FactsError>(())
    /// ```
    pub fn new(arena: &Arena) -> Result<Info, FactsError> {
        let solution = arena.solution();
        let counts = solution.counts();
        let pace = best_play::pace(arena)?;
        Ok(Info {
            rules: solution.rules(),
            unit: solution.unit(),
            positions: counts.positions,
            reachable: counts.reachable,
            over: counts.over,
            pairs: counts.pairs,
            decisions: counts.decisions,
            reachable_decisions: counts.reachable_decisions,
            moves: counts.moves,
            ties: best_play::ties(arena),
            value: solution.value(solution.rules().start())?.number(),
            error_bound: solution.error_bound(),
            throws_per_game: pace.throws,
            choices_per_game: pace.choices,
        })
    }
}
