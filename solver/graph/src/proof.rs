//! The proof: bounds on every value and the best moves, checked in exact integer arithmetic.
//!
//! The values *V* may come from any source. Two inequalities are checked at every state, in integers:
//!
//! 1. The *residual* of the equation is at most *δ*:
//!    |*V*(*s*) · total + Σ weight · least *V* after a move| ≤ *δ* · total.
//! 2. The *slack* *e* bounds the sum of the residuals over the rest of best play:
//!    *e*(*s*) · total ≥ *δ* · total + Σ weight · greatest *e* after a move near the best.
//!
//! A move is *near* the best if *V* after it exceeds the least *V* after a move by at most a fixed distance. No slack
//! may be more than half of this distance. The slack may come from any source; here, it is *δ* times a bound on the
//! length of best play.
//!
//! If play ends ([`Ending`]), the true value then lies between *L* = *V* − *e* and *U* = *V* + *e*. A move is not best
//! if −*L* after it is less than the greatest −*U* after a move. If several moves remain, the module `ties` must prove
//! that they have exactly the same value. `PROOF.md` in the folder of the crate has the argument.

use rayon::prelude::*;

use crate::ending::{Ending, always_ends, can_go_on};
use crate::ties::Classes;
use crate::{Graph, Node, is_exact, lengths};

/// Number of ticks in one point. Values in fixed point are whole numbers of ticks.
pub(crate) const TICKS: f64 = (1_u64 << 60) as f64;
/// Initial distance, in ticks, within which a move counts as near the best: about 1e-9 points. The distance is widened
/// if the slacks require it, and narrowed if the near moves could prolong play too much.
const INITIAL_DISTANCE: i64 = 1 << 30;
/// Maximum slack, in ticks: half a point. Wider bounds would be useless.
pub(crate) const LARGEST_SLACK: i64 = 1 << 59;

/// Proven facts about the values of a graph.
#[derive(Clone, Debug)]
pub struct Proof {
    /// Upper bound on the error of each state's value, in ticks.
    slack: Vec<i64>,
    /// For each move, in the order of [`Graph::all_moves`], `true` if it is best. If an outcome of a state has several
    /// best moves, their values are exactly equal.
    pub best: Vec<bool>,
    /// Number of choices with several best moves. (A *choice* is a state and outcome with several moves.)
    pub ties: usize,
    /// Conditions under which play ends.
    pub ending: Ending,
    /// Class of each node: of the states, the ends, and the mirror images of the ends, whose values are the negative
    /// values of the ends. Nodes of one class are equal in value, which proves that several best moves of a choice are.
    /// `None` if every choice has a single best move.
    pub classes: Option<Vec<u32>>,
    /// The smallest margin of any choice; `None` if all moves are best.
    pub margin: Option<Margin>,
}

/// Difference in value between the best move of a choice and the best of the worse moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Margin {
    /// The difference, in points. Its error is at most twice [`Proof::bound`], plus a rounding error.
    pub points: f64,
    /// Index of the state in which the choice arises.
    pub state: usize,
    /// Index of the outcome, in the order of the weights.
    pub outcome: usize,
}

/// Largest residual of any state. The residual of a state is the absolute difference between its value and the value
/// that follows from the values after its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Residual {
    pub(crate) ticks: i64,
    /// A state with this residual.
    pub state: usize,
}

impl Residual {
    /// The residual, in points, rounded up.
    pub fn points(self) -> f64 {
        in_points(self.ticks)
    }
}

impl Proof {
    /// Upper bound on the error of any value, in points.
    pub fn bound(&self) -> f64 {
        in_points(self.slack.iter().copied().max().unwrap_or(0))
    }

    /// Upper bound on the error of this state's value, in points.
    pub fn bound_of(&self, state: usize) -> f64 {
        in_points(self.slack[state])
    }
}

/// Error of proving values.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum ProofError {
    /// The number of values differs from the number of states.
    #[error(
        "the number of values must equal the number of states: values {found}, states {states}"
    )]
    Count { found: usize, states: usize },
    /// A value is outside the range of payoffs, or not a multiple of [`GRAIN`](crate::GRAIN).
    #[error("the value {value} of state {state} is not a multiple of 2^-52 between -2 and 2")]
    Value { state: usize, value: f64 },
    /// The values satisfy the equation exactly, but play with the best moves by these values need not end. (Then no
    /// other values can be proven either: see `PROOF.md`.)
    #[error(
        "play need not end even if one player keeps to best moves, so the values are not defined"
    )]
    Endless,
    /// Both players together can prolong play for ever. Without proving best moves, bounds are proven only for games
    /// that always end.
    #[error(
        "both players together can prolong play for ever, but bounds without best moves are proven only for games that always end"
    )]
    CanGoOn,
    /// No bounds follow from the values: the bound on an error is the residual times the length of play with moves that
    /// may be best, and this is too wide. Either the values are wrong, or play goes on for too long, or it never ends;
    /// the check cannot tell which.
    #[error(
        "no bounds follow from these values: their residual of {0:e} points, times the length of play with moves that may be best, is too large"
    )]
    NoBounds(f64),
    /// Two moves are too close to tell which is better, and are not proven to be equal.
    #[error(
        "in state {state} with outcome {outcome} two moves are too close to tell which is better"
    )]
    Undecided { state: usize, outcome: usize },
}

/// Converts these values of the states to ticks, followed by the values of the ends.
fn in_ticks(graph: &Graph, values: &[f64]) -> Result<Vec<i64>, ProofError> {
    if values.len() != graph.states() {
        return Err(ProofError::Count {
            found: values.len(),
            states: graph.states(),
        });
    }
    if let Some(state) = values.iter().position(|&value| !is_exact(value)) {
        return Err(ProofError::Value {
            state,
            value: values[state],
        });
    }
    let mut all = graph.node_table(0.0);
    all[..values.len()].copy_from_slice(values);
    Ok(all.iter().map(|value| (value * TICKS) as i64).collect())
}

/// Converts ticks to points, rounding up.
pub(crate) fn in_points(ticks: i64) -> f64 {
    let rounded = ticks as f64;
    let at_least = if (rounded as i64) < ticks {
        rounded.next_up()
    } else {
        rounded
    };
    at_least / TICKS
}

/// Returns the largest [`Residual`] of these values.
///
/// # Errors
///
/// [`ProofError::Count`] if there is not one value for each state; [`ProofError::Value`] if a value is out of range.
pub fn residual(graph: &Graph, values: &[f64]) -> Result<Residual, ProofError> {
    let values = in_ticks(graph, values)?;
    Ok(Residual::new(graph, &values))
}

impl Residual {
    /// Computes the largest residual of these values, given in ticks. `moves` must have every move that may be best.
    pub(crate) fn new(moves: &Graph, values: &[i64]) -> Residual {
        let value = |node: Node| values[node as usize];
        let sums = sums(moves, value, value, i64::min).enumerate();
        let largest = sums.map(|(state, sum)| (sum.unsigned_abs(), state)).max();
        let (off, state) = largest.unwrap_or((0, 0));
        Residual {
            ticks: off.div_ceil(u128::from(moves.total())) as i64,
            state,
        }
    }
}

/// Returns for each state *here* · total + Σ weight · *there*. `here` is called for the state; `there` is called for
/// the node after each move of an outcome, and `pick` selects the least or the greatest result.
fn sums(
    graph: &Graph,
    here: impl Fn(Node) -> i64 + Send + Sync,
    there: impl Fn(Node) -> i64 + Send + Sync,
    pick: impl Fn(i64, i64) -> i64 + Send + Sync,
) -> impl IndexedParallelIterator<Item = i128> {
    let states = (0..graph.states()).into_par_iter();
    states.map(move |state| {
        let sum = i128::from(here(state as Node)) * i128::from(graph.total());
        let add = |sum: i128, weight: u32, there: i64| sum + i128::from(weight) * i128::from(there);
        if let Some(moves) = graph.forced(state) {
            let weights = graph.weights().iter().zip(moves);
            return weights.fold(sum, |sum, (&weight, &node)| add(sum, weight, there(node)));
        }
        graph.rolls(state).fold(sum, |sum, (weight, moves)| {
            let there = match moves {
                [only] => there(*only),
                _ => moves
                    .iter()
                    .map(|&node| there(node))
                    .reduce(&pick)
                    .unwrap_or(0),
            };
            add(sum, weight, there)
        })
    })
}

/// Proves bounds on the values, and the best moves.
///
/// # Errors
///
/// [`ProofError`] if a step of the proof fails. Values that are accurate to a few [`GRAIN`](crate::GRAIN)s are proven
/// for every game in which play ends soon enough, even if other moves are within 1e-9 points of the best.
pub fn prove(graph: &Graph, values: &[f64]) -> Result<Proof, ProofError> {
    let always_ends = always_ends(graph);
    let bounds = Bounds::new(graph, values, always_ends)?;
    let Best {
        moves,
        ties,
        closest,
    } = bounds.best_moves(graph);
    let mut classes = None;
    if ties > 0 || !always_ends {
        let best = graph.only(&moves);
        if !always_ends && can_go_on(&[&best, graph]) {
            return Err(unending(graph, &bounds.values, residual(graph, values)?));
        }
        if ties > 0 {
            let nodes = 0..graph.nodes() as Node;
            let intervals: Vec<[i64; 2]> = nodes
                .map(|node| [bounds.lower(node), bounds.upper(node)])
                .collect();
            let found = Classes::of_nodes(&best, &intervals);
            let undecided = |(state, outcome)| ProofError::Undecided { state, outcome };
            classes = Some(found.map_err(undecided)?);
        }
    }
    let mut slack = bounds.slack;
    slack.truncate(graph.states());
    Ok(Proof {
        slack,
        best: moves,
        ties,
        ending: if always_ends {
            Ending::Always
        } else {
            Ending::UnderBestPlay
        },
        classes,
        margin: closest.map(|(ticks, row)| Margin {
            points: ticks as f64 / TICKS,
            state: row / graph.outcomes(),
            outcome: row % graph.outcomes(),
        }),
    })
}

/// Returns an upper bound on the error of these values, in points. The caller must know that play always ends. Unlike
/// [`prove`], this function does not determine the best moves.
///
/// # Errors
///
/// [`ProofError`] if no bounds follow from the values.
pub fn bound(graph: &Graph, values: &[f64]) -> Result<f64, ProofError> {
    let bounds = Bounds::new(graph, values, true)?;
    Ok(in_points(bounds.slack.into_iter().max().unwrap_or(0)))
}

/// Returns `true` if in every state `slack` is at least `off` plus the mean, over the outcomes, of the greatest slack
/// after a move. Both sides are multiplied by the total weight, so the comparison is exact in integers. In a proof, `off`
/// is the residual.
pub(crate) fn covers(moves: &Graph, slack: &[i64], off: i64) -> bool {
    let slack = |node: Node| slack[node as usize];
    sums(moves, |node| off - slack(node), slack, i64::max).all(|sum| sum <= 0)
}

/// Checked bounds on the value of each node.
struct Bounds {
    /// Value of each node, in ticks.
    values: Vec<i64>,
    /// Upper bound on the error of each value, in ticks.
    slack: Vec<i64>,
}

impl Bounds {
    /// Returns bounds around these values. `always_ends` may be `true` only if play always ends; if it is `false`, the
    /// function itself checks whether play with the moves near the best always ends.
    fn new(graph: &Graph, values: &[f64], always_ends: bool) -> Result<Bounds, ProofError> {
        let values = in_ticks(graph, values)?;
        let mut distance = INITIAL_DISTANCE;
        let mut is_narrowed = false;
        loop {
            let near = near(graph, &values, distance);
            let residual = Residual::new(&near, &values);
            let lengths = if always_ends || crate::ending::always_ends(&near) {
                lengths::at_least(&near, lengths::RESIDUAL).ok()
            } else {
                None
            };
            let slack = lengths.map(|lengths| slack(graph.states(), residual, &lengths));
            let widest = slack.iter().flatten().copied().max().unwrap_or(0);
            let Some(slack) = slack.filter(|_| widest <= LARGEST_SLACK) else {
                if is_narrowed {
                    return Err(unending(graph, &values, residual));
                }
                // With fewer moves, play may be shorter. Begin with the moves that are best by the values alone, and
                // widen the distance as far as necessary.
                (distance, is_narrowed) = (0, true);
                continue;
            };
            if distance / 2 < widest {
                // Make the distance an eighth larger than necessary. The slack grows a little with the distance, and
                // could otherwise exceed half of the distance again in every round.
                distance = widest * 9 / 4 + 1;
                continue;
            }
            let bounds = Bounds { values, slack };
            if !bounds.hold(&near, residual, distance) {
                return Err(ProofError::NoBounds(residual.points()));
            }
            return Ok(bounds);
        }
    }

    /// Lower bound on the value of a node, in ticks.
    fn lower(&self, node: Node) -> i64 {
        self.values[node as usize] - self.slack[node as usize]
    }

    /// Upper bound on the value of a node, in ticks.
    fn upper(&self, node: Node) -> i64 {
        self.values[node as usize] + self.slack[node as usize]
    }

    /// Returns `true` if the slacks pass the second check of the [module](self). `near` must have every move within
    /// `distance` ticks of the best. No slack may be more than half of it: then any other move is worse than the best by
    /// more than the sum of the slacks after the two moves, and so is not best.
    fn hold(&self, near: &Graph, residual: Residual, distance: i64) -> bool {
        let allowed = 0..=LARGEST_SLACK.min(distance / 2);
        self.slack.iter().all(|slack| allowed.contains(slack))
            && covers(near, &self.slack, residual.ticks)
    }

    /// Finds the moves that may be best by their bounds.
    fn best_moves(&self, graph: &Graph) -> Best {
        let (mut ties, mut closest) = (0, None);
        let moves = chosen(graph, |row, moves, is_best| {
            let uppers = moves.iter().map(|&node| self.upper(node));
            let limit = uppers.min().unwrap_or(i64::MAX);
            let (mut best, mut next, mut count) = (i64::MAX, i64::MAX, 0);
            for (&node, is_best) in moves.iter().zip(is_best) {
                let value = self.values[node as usize];
                *is_best = self.lower(node) <= limit;
                if *is_best {
                    best = value.min(best);
                    count += 1;
                } else {
                    next = value.min(next);
                }
            }
            ties += usize::from(count > 1);
            let gap = next.saturating_sub(best);
            if next < i64::MAX && closest.is_none_or(|(least, _)| gap < least) {
                closest = Some((gap, row));
            }
        });
        Best {
            moves,
            ties,
            closest,
        }
    }
}

/// The moves that may be best by their bounds.
struct Best {
    /// For each move of the graph, `true` if it may be best.
    moves: Vec<bool>,
    /// Number of rows with several of these moves.
    ties: usize,
    /// Smallest difference in value, in ticks, between the best move of a row and a move that is not best, with the
    /// index of the row.
    closest: Option<(i64, usize)>,
}

/// Returns the graph with only the moves whose values are within `distance` ticks of the best.
fn near(graph: &Graph, values: &[i64], distance: i64) -> Graph {
    let value = |node: Node| values[node as usize];
    graph.only(&chosen(graph, |_, moves, is_near| {
        let least = moves.iter().map(|&node| value(node)).min();
        let limit = least.unwrap_or(i64::MAX).saturating_add(distance);
        for (&node, is_near) in moves.iter().zip(is_near) {
            *is_near = value(node) <= limit;
        }
    }))
}

/// Returns a flag for each move of the graph: `true` for the only move of a row. For a row with several moves, `choose`
/// receives the index of the row, its moves, and their flags, which it sets.
fn chosen(graph: &Graph, mut choose: impl FnMut(usize, &[Node], &mut [bool])) -> Vec<bool> {
    let mut chosen = vec![true; graph.all_moves().len()];
    for (row, ends) in graph.firsts.windows(2).enumerate() {
        let places = ends[0] as usize..ends[1] as usize;
        if places.len() > 1 {
            choose(row, &graph.targets[places.clone()], &mut chosen[places]);
        }
    }
    chosen
}

/// Returns the error for a game in which play is not shown to end, or lasts too long for useful bounds. The error is
/// [`ProofError::Endless`] only if the values satisfy the equation exactly and play with the best moves by these values
/// need not end.
fn unending(graph: &Graph, values: &[i64], residual: Residual) -> ProofError {
    if residual.ticks == 0 && can_go_on(&[&near(graph, values, 0), graph]) {
        ProofError::Endless
    } else {
        ProofError::NoBounds(residual.points())
    }
}

/// Returns slacks in ticks, one for each node: residual times length of play, rounded up. The caller must check them.
fn slack(states: usize, residual: Residual, lengths: &[f64]) -> Vec<i64> {
    // Two extra ticks compensate for the rounding of the slacks after the next move.
    let per_move = (residual.ticks + 2) as f64;
    let of_play = |length: &f64| (length * per_move).ceil() as i64;
    let mut slack: Vec<i64> = lengths.iter().map(of_play).collect();
    slack[states..].fill(0);
    slack
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rows, Target};

    #[test]
    fn bounds_hold_the_value_or_are_refused() {
        // Two players toss a coin in turn, and the first to get heads wins a point.
        let mut rows = Rows::default();
        rows.push([Target::End(0)]);
        rows.push([Target::State(0)]);
        let graph = Graph::new(&[1, 1], &[1.0], vec![rows], &[1]).expect("a well-formed graph");
        let (third, loss) = ((1 << 60) / 3, -(1 << 60));
        // The residual is 3/2 of the value's error, and play goes on for 2 tosses on average.
        for (off, slack, expected) in [
            (0, 3, true),
            (0, 0, false),
            (1_000, 2_990, false),
            (1_000, 3_010, true),
            (-1_000, 2_990, false),
            (-1_000, 3_010, true),
            (0, -1, false),
            (0, LARGEST_SLACK + 1, false),
        ] {
            let bounds = Bounds {
                values: vec![third + off, loss],
                slack: vec![slack, 0],
            };
            let residual = Residual::new(&graph, &bounds.values);
            assert_eq!(
                bounds.hold(&graph, residual, i64::MAX),
                expected,
                "off by {off}, slack {slack}"
            );
        }
    }

    #[test]
    fn slack_covers_the_move_near_the_best_after_which_it_is_greatest() {
        // In two states, the player on roll wins a point at once. A third state has a move to each of them.
        let mut rows = Rows::default();
        rows.push([Target::End(0)]);
        rows.push([Target::End(0)]);
        rows.push([Target::State(0), Target::State(1)]);
        let graph =
            Graph::new(&[1], &[1.0], vec![rows], &[1, 1, 1]).expect("the graph is well formed");
        let won = 1 << 60;
        let distance = 100;
        let residual = Residual { ticks: 1, state: 0 };
        for (off, slack, expected) in [
            (0, 6, true),
            (0, 5, false),
            (distance + 1, 2, true),
            // With a slack of more than half the distance, a best move could be among the excluded moves.
            (0, distance / 2, true),
            (0, distance / 2 + 1, false),
        ] {
            let values = vec![won, won + off, -won, -won];
            let near = near(&graph, &values, distance);
            let bounds = Bounds {
                values,
                slack: vec![1, 5, slack, 0],
            };
            let holds = bounds.hold(&near, residual, distance);
            assert_eq!(holds, expected, "off by {off}, slack {slack}");
        }
    }

    #[test]
    fn ticks_in_points_are_never_fewer() {
        // From 2^54 on, an f64 holds only every fourth integer, so the last three of these are rounded.
        for ticks in [1 << 54, (1 << 54) + 1, (1 << 54) + 2, (1 << 54) + 3] {
            let points = in_points(ticks);
            assert!((points * TICKS) as i64 >= ticks, "{ticks}");
            assert!(((points * TICKS) as i64) < ticks + 4, "{ticks}");
        }
    }
}
