//! Facts about the game under one rule set, for comparison with other rule sets.

use serde::Serialize;
use tourne_solver::graph::lengths;
use tourne_solver::{Die, LookUpError, Rules, Solution, Unit};

use super::error::FactsError;
use crate::facts::best_play;
use tourne_query::policy::Arena;

/// Facts about the game under one rule set. The fields have the same names in the JSON output.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AtlasEntry {
    /// Rule set, written as its name, such as `standard`.
    pub rules: Rules,
    /// Unit of the values: winning probability, or points.
    pub unit: Unit,
    /// Number of legal positions in which the game is not over.
    pub positions: u64,
    /// Number of legal positions that can arise from the start and in which the game is not over.
    pub reachable: u64,
    /// Number of decisions: pairs of position and die with at least two legal moves.
    pub decisions: u64,
    /// Number of decisions with several best moves, which have equal values.
    pub ties: u64,
    /// Value of the starting position to the player who throws first, in `unit`.
    pub value: f64,
    /// Proven maximum error of any value, in `unit`.
    pub error_bound: f64,
    /// Mean number of throws in a game under best play.
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
            let movers = movers.unwrap_or_default();
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
