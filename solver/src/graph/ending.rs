//! Whether play ends: that with probability 1 somebody reaches an end, whatever is played.
//!
//! Play can go on for ever exactly if there is a set of states that players can keep to: in each
//! of its states, every outcome allows a move to a state of the set. The largest such set is what
//! is left when states with an outcome that leads out are taken away until there are none. Both
//! questions here are about sets, not about numbers, so their answers are exact.

use super::Graph;

/// How sure it is that play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Play ends with probability 1, also if both players do all they can to prolong it.
    Always,
    /// Two players together could go on for ever, but play ends with probability 1 as soon as one
    /// of them keeps to best moves.
    UnderBestPlay,
    /// Even a player who keeps to best moves may be kept from any end.
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
    if !can_keep_on([graph, graph]) {
        Ending::Always
    } else if !can_keep_on([best, graph]) {
        Ending::UnderBestPlay
    } else {
        Ending::Never
    }
}

/// Whether there is a way to keep on for ever when the players, in turn, move in these graphs.
fn can_keep_on(graphs: [&Graph; 2]) -> bool {
    // Whether a state still seems to be one to keep to, by the player who is on roll there.
    let mut stays = [(); 2].map(|()| {
        let mut stays = vec![true; graphs[0].states()];
        stays.resize(stays.len() + graphs[0].payoffs().len(), false);
        stays
    });
    loop {
        let mut left = false;
        let mut removed = false;
        for mover in 0..2 {
            for state in 0..graphs[mover].states() {
                if !stays[mover][state] {
                    continue;
                }
                let other = &stays[1 - mover];
                let can_stay = graphs[mover]
                    .rolls(state)
                    .all(|(_, moves)| moves.iter().any(|&node| other[node as usize]));
                stays[mover][state] = can_stay;
                left |= can_stay;
                removed |= !can_stay;
            }
        }
        if !left || !removed {
            return left;
        }
    }
}
