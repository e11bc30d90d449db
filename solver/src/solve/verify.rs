//! Proving that a solution is right, trusting nothing in it but the name of the rules.

use super::{Census, Findings, best_moves, count, enumerate, states::States, unproven};
use crate::game::{Die, Position};
use crate::graph::bounds;
use crate::solution::{BestMoves, Solution};

use super::SolveError;

/// What is wrong with a solution.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Wrong {
    /// A count is not what it should be.
    #[error("it says that there are {found} {what}, but there are {expected}")]
    Count {
        /// What is counted.
        what: &'static str,
        /// What the solution says.
        found: u64,
        /// What the rules say.
        expected: u64,
    },
    /// A value does not follow from those that it depends on.
    #[error(
        "the value of {position} is off by {off:e} from what follows from the positions after it, more than its error bound {error_bound:e}"
    )]
    Equation {
        /// The position that is off the most.
        position: Position,
        /// By how much, in the unit of the values.
        off: f64,
        /// The error bound of the solution.
        error_bound: f64,
    },
    /// The values cannot be proven.
    #[error(transparent)]
    Unproven(SolveError),
    /// The values are right, but not to within the bound that the solution states.
    #[error(
        "its values are proven to within {proven:e}, but it claims an error bound of {claimed:e}"
    )]
    ErrorBound {
        /// The bound that the proof gives.
        proven: f64,
        /// The bound in the solution.
        claimed: f64,
    },
    /// Best moves are not those that are proven.
    #[error("its best moves for {position} with a {die} are not the proven ones", die = .die.number())]
    BestMoves {
        /// The position.
        position: Position,
        /// The die.
        die: Die,
    },
    /// A position is said to be reachable and is not, or the other way round.
    #[error("it says that {position} {}, but the enumeration says otherwise",
        if *.claimed { "can arise from the start" } else { "cannot arise from the start" })]
    Reachable {
        /// The position.
        position: Position,
        /// What the solution says.
        claimed: bool,
    },
}

/// Proves a solution: enumerates the positions and moves of its rules, bounds every value, and
/// compares every best move, every flag and every count.
///
/// # Errors
///
/// [`Wrong`] with the first thing that is.
pub fn verify(solution: &Solution) -> Result<Findings, Wrong> {
    let rules = solution.rules();
    let unit = solution.unit();
    let (census, states) = enumerate(rules);
    compare_counts(solution, &states, &census)?;

    let values: Vec<f64> = states
        .numbers
        .iter()
        .map(|&number| unit.to_points(solution.values[number as usize]))
        .collect();
    let failed = |source| Wrong::Unproven(unproven(source, &states));
    let residual = bounds::residual(&states.graph, &values).map_err(failed)?;
    let off = unit.difference(residual.points());
    if off > solution.error_bound() {
        let position = states.positions[residual.state];
        return Err(Wrong::Equation {
            position,
            off,
            error_bound: solution.error_bound(),
        });
    }
    let proof = bounds::prove(&states.graph, &values).map_err(failed)?;
    let findings = Findings::new(&states, rules, &proof);
    if findings.error_bound > solution.error_bound() {
        return Err(Wrong::ErrorBound {
            proven: findings.error_bound,
            claimed: solution.error_bound(),
        });
    }

    let proven = best_moves(&states, &census, &proof);
    for (position, (&claimed, proven)) in states
        .index
        .positions()
        .zip(solution.best.iter().zip(proven))
    {
        compare_best_moves(position, claimed, proven)?;
    }
    Ok(findings)
}

fn compare_counts(solution: &Solution, states: &States, census: &Census) -> Result<(), Wrong> {
    let claimed = solution.counts();
    let counted = count(states, census).map_err(Wrong::Unproven)?;
    let pairs = [
        ("positions", claimed.positions, counted.positions),
        ("reachable positions", claimed.reachable, counted.reachable),
        ("finished positions", claimed.over, counted.over),
        (
            "reachable finished positions",
            claimed.reachable_over,
            counted.reachable_over,
        ),
        ("pairs of position and die", claimed.pairs, counted.pairs),
        ("decisions", claimed.decisions, counted.decisions),
        (
            "reachable decisions",
            claimed.reachable_decisions,
            counted.reachable_decisions,
        ),
        ("moves", claimed.moves, counted.moves),
    ];
    for (what, found, expected) in pairs {
        if found != expected {
            return Err(Wrong::Count {
                what,
                found,
                expected,
            });
        }
    }
    Ok(())
}

fn compare_best_moves(
    position: Position,
    claimed: BestMoves,
    proven: BestMoves,
) -> Result<(), Wrong> {
    if claimed.is_reachable() != proven.is_reachable() {
        return Err(Wrong::Reachable {
            position,
            claimed: claimed.is_reachable(),
        });
    }
    match Die::ALL
        .into_iter()
        .find(|&die| claimed.men(die) != proven.men(die))
    {
        Some(die) => Err(Wrong::BestMoves { position, die }),
        None => Ok(()),
    }
}
