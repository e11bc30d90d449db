//! The rule sets of the sources side by side.

use serde::Serialize;
use tourne_solver::graph::lengths;
use tourne_solver::{Die, LookUpError, Rules, Solution, Unit};

use super::error::FactsError;
use crate::facts::best_play;
use crate::policy::Arena;

/// Facts about the game under one rule set, with the field names of the JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AtlasEntry {
    /// The rule set.
    pub rules: Rules,
    /// Unit of the values.
    pub unit: Unit,
    /// Legal positions in which a player is on roll.
    pub positions: u64,
    /// Those that can arise from the start.
    pub reachable: u64,
    /// Pairs of position and die with two legal moves or more.
    pub decisions: u64,
    /// Decisions with several best moves, exactly equal.
    pub ties: u64,
    /// The value of the start to the player who throws first.
    pub value: f64,
    /// Maximum error of any value; proven.
    pub error_bound: f64,
    /// Throws in a game under best play, on average.
    pub throws_per_game: f64,
    /// Throws in a game if both players do all they can to prolong it, on average.
    pub longest_game: f64,
    /// The share of throws that leave a choice, under best play.
    pub choice_share: f64,
    /// Moves that hit in a game under best play, on average.
    pub hits_per_game: f64,
    /// The probability that the loser has no man home, under best play.
    pub loser_none_home: f64,
    /// Number of decisions of the standard game whose best move is not best here, the position taken as
    /// it is written.
    pub changed_decisions: u64,
}

/// Residual of the longest game, which is too long by a factor of at most 1 + twice this: less than is printed.
const LENGTH_RESIDUAL: f64 = 2.5e-7;

impl AtlasEntry {
    /// The facts of a solution, and a comparison with that of the standard game.
    ///
    /// # Errors
    ///
    /// [`FactsError`] if a solution is wrong, or games can be prolonged too long.
    pub fn new(arena: &Arena, standard: &Solution) -> Result<AtlasEntry, FactsError> {
        let solution = arena.solution();
        let rules = solution.rules();
        let counts = solution.counts();
        let pace = best_play::pace(arena)?;
        let lengths = lengths::at_least(arena.graph(), LENGTH_RESIDUAL)?;
        Ok(AtlasEntry {
            rules,
            unit: solution.unit(),
            positions: counts.positions,
            reachable: counts.reachable,
            decisions: counts.decisions,
            ties: best_play::ties(arena),
            value: solution.value(rules.start())?.number(),
            error_bound: solution.error_bound(),
            throws_per_game: pace.throws,
            longest_game: lengths[arena.states().start()],
            choice_share: pace.choices / pace.throws,
            hits_per_game: pace.hits,
            loser_none_home: pace.loser_none_home,
            changed_decisions: changed_decisions(solution, standard)?,
        })
    }
}

/// Number of decisions of `standard` whose best move is not among the best of `solution`.
fn changed_decisions(solution: &Solution, standard: &Solution) -> Result<u64, FactsError> {
    let rules = standard.rules();
    let mut changed = 0;
    for position in standard.index().positions() {
        let (usual, best) = (
            standard.best_moves(position)?,
            solution.best_moves(position)?,
        );
        for die in Die::ALL {
            let movers = standard.index().movers(position.on_roll(), die);
            let movers = movers.unwrap_or_default();
            if movers.len() < 2 {
                continue;
            }
            let wrong = LookUpError::WrongBestMove {
                position,
                die,
                rules,
            };
            // A man goes equally far under all rules.
            let man = usual.men(die).and(movers).iter().next().ok_or(wrong)?;
            changed += u64::from(!best.men(die).contains(man));
        }
    }
    Ok(changed)
}
