//! The question whether play ends: whether an end is reached with probability 1, whatever is played.
//!
//! Play can go on for ever exactly if there is a set of states that players can keep to: in each
//! of its states, every outcome allows a move to a state of the set. The largest such set is what
//! is left when states with an outcome that leads out are removed until there are none. Both
//! questions here are about sets, not about numbers, so their answers are exact.

use super::{Graph, Node};

/// Conditions under which play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Play ends with probability 1, also if both players do all they can to prolong it.
    Always,
    /// Two players together could go on for ever, but play ends with probability 1 as soon as one
    /// of them keeps to best moves.
    UnderBestPlay,
    /// Play may go on for ever even if one player keeps to best moves.
    Never,
}

/// Finds out whether play ends. `best` has the moves of `graph` that may be best.
///
/// ```
/// use tourne_solver::graph::{Graph, Rows, Target, ending::{Ending, ending}};
///
/// // On heads the player on roll may win or leave the coin to the other; on tails the other
/// // tosses. If both always leave it, play never ends.
/// let mut rows = Rows::default();
/// rows.push([Target::State(0), Target::End(0)]);
/// rows.push([Target::State(0)]);
/// let graph = Graph::new(&[1, 1], &[1.0], vec![rows], &[1])?;
///
/// let best = graph.with_moves(|moves, kept| kept.push(moves[moves.len() - 1]));
/// assert_eq!(ending(&graph, &best), Ending::UnderBestPlay);
/// assert_eq!(ending(&best, &best), Ending::Always);
/// # Ok::<(), tourne_solver::graph::GraphError>(())
/// ```
#[must_use]
pub fn ending(graph: &Graph, best: &Graph) -> Ending {
    if !can_keep_on(&[graph]) {
        Ending::Always
    } else if !can_keep_on(&[best, graph]) {
        Ending::UnderBestPlay
    } else {
        Ending::Never
    }
}

/// Returns whether play can go on for ever when the players, in turn, move in these graphs; one
/// graph stands for both players.
fn can_keep_on(graphs: &[&Graph]) -> bool {
    // For each graph the nodes not yet excluded from the set, for the player on roll there.
    let mut kept: Vec<Vec<bool>> = Vec::new();
    for graph in graphs {
        let mut nodes = vec![true; graph.states()];
        nodes.resize(graph.states() + graph.payoffs().len(), false);
        kept.push(nodes);
    }
    loop {
        let mut left = false;
        let mut removed = false;
        for (mover, graph) in graphs.iter().enumerate() {
            let next = (mover + 1) % graphs.len();
            for state in 0..graph.states() {
                if !kept[mover][state] {
                    continue;
                }
                let can_stay = |moves: &[Node]| moves.iter().any(|&node| kept[next][node as usize]);
                let stays = graph.rolls(state).all(|(_, moves)| can_stay(moves));
                kept[mover][state] = stays;
                left |= stays;
                removed |= !stays;
            }
        }
        if !left || !removed {
            return left;
        }
    }
}
