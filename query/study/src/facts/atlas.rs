//! Facts about the game under one rule set, for comparison with other rule sets.

use serde::Serialize;
use tourne_solver::graph::lengths;
use tourne_solver::{Die, LookUpError, Rules, Solution, Unit};

use super::error::FactsError;
use crate::facts::best_play;
use tourne_query::policy::Arena;

/// Facts about the game under one rule set. The fields have the same names in the JSON output. Fields without a sentence
/// are those of [`Info`](super::Info).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the fields of `Info` have the same names")]
pub struct AtlasEntry {
    pub rules: Rules,
    pub unit: Unit,
    pub positions: u64,
    pub reachable: u64,
    pub decisions: u64,
    pub ties: u64,
    pub value: f64,
    pub error_bound: f64,
    pub throws_per_game: f64,
    /// Mean number of throws in a game that both players prolong as much as they can.
    pub longest_game: f64,
    /// Share of throws that leave a choice, under best play, 0 to 1.
    pub choice_share: f64,
    /// Mean number of moves that hit in a game under best play.
    pub hits_per_game: f64,
    /// Probability that the loser has no man home at the end, under best play.
    pub loser_none_home: f64,
    /// Number of decisions in which the best move of the standard game is not a best move under these rules.
    pub changed_decisions: u64,
}

impl AtlasEntry {
    /// Computes the facts about the solution of an arena, and compares it with `standard`, the solution of the standard
    /// game.
    ///
    /// # Errors
    ///
    /// [`FactsError`] if a solution contradicts itself, or if players can prolong games too much to compute their
    /// length.
    pub fn new(arena: &Arena, standard: &Solution) -> Result<AtlasEntry, FactsError> {
        let solution = arena.solution();
        let rules = solution.rules();
        let counts = solution.counts();
        let pace = best_play::pace(arena)?;
        let lengths = lengths::longest(arena.graph())?;
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

/// Counts the decisions for which the best move of `standard` is not a best move of `solution`.
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
            if movers.len() < 2 {
                continue;
            }
            let wrong = LookUpError::WrongBestMove {
                position,
                die,
                rules,
            };
            // A man moves equally far under all rules, so a move is identified by its man.
            let man = usual.men(die).and(movers).iter().next().ok_or(wrong)?;
            changed += u64::from(!best.men(die).contains(man));
        }
    }
    Ok(changed)
}
