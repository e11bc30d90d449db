//! Contradictions: statements of a solution that cannot all be true. Even a file with the right checksum may contain
//! contradictions.

use std::collections::BTreeSet;

use crate::ask::ROUNDING;
use tourne_solver::{BestMoves, Counts, Die, LookUpError, Move, Position, Rules, Solution, States};

/// Contradiction between statements of a solution. A proven solution has no contradiction.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum Contradiction {
    /// A position of the game is missing in the solution.
    #[error(transparent)]
    LookUp(#[from] LookUpError),
    /// The best moves of a position and die are missing, or not legal.
    #[error(
        "its best moves for {position} with a {die} are missing, or not legal under the rules {rules}"
    )]
    NotLegal {
        position: Position,
        die: Die,
        rules: Rules,
    },
    /// A move marked as best has a lower value than another move.
    #[error(
        "it calls {best} best for {position} with a {die}: by its values, {best} is worth {value}, but {better} is worth {better_value}"
    )]
    NotBest {
        position: Position,
        die: Die,
        best: Move,
        value: f64,
        better: Move,
        better_value: f64,
    },
    /// The value of a position differs from the mean of its values after each throw.
    #[error(
        "it gives {position} the value {value}, but its values of the positions after each throw give {expected}: the difference is more than the error bound, {error_bound:e}"
    )]
    Value {
        position: Position,
        value: f64,
        expected: f64,
        error_bound: f64,
    },
    /// A position is marked as reachable from the start, but no legal moves lead there.
    #[error("it says that {0} can arise from the start, but no legal moves lead there")]
    NeverArises(Position),
    /// A position is marked as unreachable from the start, but legal moves lead there.
    #[error("it says that {0} cannot arise from the start, but legal moves lead there")]
    Arises(Position),
    /// A count in the header differs from the count found in the tables.
    #[error("it says that there are {found} {what}, but there are {expected}")]
    Count {
        /// Name of the things that are counted, in the plural.
        what: &'static str,
        found: u64,
        expected: u64,
    },
}

/// Checks a solution for contradictions. Within the error bound, best moves must lead to the best values, and each
/// value must follow from the values of the next positions. Flags and counts must agree with the legal moves. `values`
/// has the value of each node of the graph, in points; `best_moves` has the best moves of each state.
///
/// Games end with probability 1, so only the true values satisfy the equations of all positions exactly. Values that
/// pass the check are therefore close to the true values.
pub(super) fn make_sure_of_none(
    solution: &Solution,
    states: &States,
    values: &[f64],
    best_moves: &[BestMoves],
) -> Result<(), Contradiction> {
    let (graph, rules, unit) = (states.graph(), solution.rules(), solution.unit());
    let doubt = solution.error_bound() / unit.difference(1.0) + ROUNDING;
    let arising = arising(states);
    let mut losers = BTreeSet::new();
    let mut counts = Counts {
        reachable: 0,
        over: rules.sides().filter(|side| !side.is_finished()).count() as u64,
        reachable_over: 0,
        decisions: 0,
        reachable_decisions: 0,
        moves: 0,
        ..solution.counts()
    };
    for (state, &arises) in arising.iter().enumerate() {
        let position = states.positions()[state];
        let best_moves = best_moves[state];
        match (best_moves.is_reachable(), arises) {
            (true, false) => return Err(Contradiction::NeverArises(position)),
            (false, true) => return Err(Contradiction::Arises(position)),
            _ => counts.reachable += u64::from(arises),
        }
        let (mut expected, mut wins) = (0.0, false);
        for ((weight, moves), die) in graph.rolls(state).zip(Die::ALL) {
            let (men, movers) = (best_moves.men(die), states.movers(state, die));
            if men.and(movers) != men || men.is_empty() != movers.is_empty() {
                return Err(Contradiction::NotLegal {
                    position,
                    die,
                    rules,
                });
            }
            // After a move the opponent is on roll and the value is the opponent's, so the move to the lowest value is
            // best.
            let mut lowest = f64::INFINITY;
            for &node in moves {
                lowest = lowest.min(values[node as usize]);
                wins |= node as usize >= graph.states();
            }
            expected -= f64::from(weight) * lowest;
            counts.moves += movers.len() as u64;
            if moves.len() == 1 {
                continue;
            }
            counts.decisions += 1;
            counts.reachable_decisions += u64::from(arises);
            let after = |man: usize| values[moves[movers.before(man)] as usize];
            if let Some(worse) = men.iter().find(|&man| after(man) > lowest + 2.0 * doubt) {
                let better = movers.iter().find(|&man| after(man) <= lowest);
                let [best, better] = [worse, better.unwrap_or(worse)];
                return Err(Contradiction::NotBest {
                    position,
                    die,
                    best: Rules::move_of(position, best, die),
                    value: unit.from_points(-after(best)),
                    better: Rules::move_of(position, better, die),
                    better_value: unit.from_points(-after(better)),
                });
            }
        }
        expected /= f64::from(graph.total());
        if arises && wins {
            losers.insert(position.opponent());
        }
        if (values[state] - expected).abs() > doubt {
            return Err(Contradiction::Value {
                position,
                value: unit.from_points(values[state]),
                expected: unit.from_points(expected),
                error_bound: solution.error_bound(),
            });
        }
    }
    counts.reachable_over = losers.len() as u64;
    let counts = solution.counts().named().into_iter().zip(counts.named());
    for ((what, found), (_, expected)) in counts {
        if found != expected {
            return Err(Contradiction::Count {
                what,
                found,
                expected,
            });
        }
    }
    Ok(())
}

/// Returns, for each state, whether its position can arise from the start.
fn arising(states: &States) -> Vec<bool> {
    let graph = states.graph();
    let mut arising = vec![false; graph.states()];
    let mut next = vec![states.start()];
    arising[states.start()] = true;
    while let Some(state) = next.pop() {
        let targets = graph.rolls(state).flat_map(|(_, moves)| moves);
        for target in targets.map(|&node| node as usize) {
            if target < arising.len() && !arising[target] {
                arising[target] = true;
                next.push(target);
            }
        }
    }
    arising
}
