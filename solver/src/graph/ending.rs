//! The question whether play ends: whether an end is reached with probability 1, whatever is played.
//!
//! Play can go on for ever exactly if there is a set of states that players can keep to: in each
//! of its states, every outcome allows a move to a state of the set. The largest such set is what
//! is left when states with an outcome that leads out are removed until there are none. Both
//! questions here are about sets, not about numbers, so their answers are exact.

use super::Graph;

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
/// let best = graph.keeping(|_, moves, kept| kept.push(moves[moves.len() - 1]));
/// assert_eq!(ending(&graph, &best), Ending::UnderBestPlay);
/// assert_eq!(ending(&best, &best), Ending::Always);
/// # Ok::<(), tourne_solver::graph::GraphError>(())
/// ```
#[must_use]
pub fn ending(graph: &Graph, best: &Graph) -> Ending {
    if always_ends(graph) {
        return Ending::Always;
    }
    ending_against(graph, best)
}

/// The same for a game in which two players together could go on for ever.
pub(super) fn ending_against(graph: &Graph, best: &Graph) -> Ending {
    if can_go_on(&[best, graph]) {
        Ending::Never
    } else {
        Ending::UnderBestPlay
    }
}

/// Returns whether play ends with probability 1, also if both players do all they can to prolong it.
#[must_use]
pub fn always_ends(graph: &Graph) -> bool {
    !can_go_on(&[graph])
}

/// Returns whether there are states that players can keep to who take turns and have the moves of these graphs: two
/// players, or one for both.
fn can_go_on(players: &[&Graph]) -> bool {
    let (states, nodes) = (players[0].states(), players[0].nodes());
    // The place of a node is its number plus, for each player before the one on roll, the number of all nodes.
    let places = |player: usize| player * nodes..player * nodes + states;
    let mut left: Vec<usize> = (0..players.len()).flat_map(places).collect();
    let places = 0..players.len() * nodes;
    let mut is_left: Vec<bool> = places.map(|place| place % nodes < states).collect();
    loop {
        let before = left.len();
        left.retain(|&place| {
            let player = place / nodes;
            let mut rolls = players[player].rolls(place % nodes);
            let next = &is_left[(player + 1) % players.len() * nodes..];
            let stays = rolls.all(|(_, moves)| moves.iter().any(|&node| next[node as usize]));
            is_left[place] = stays;
            stays
        });
        if left.is_empty() || left.len() == before {
            return !left.is_empty();
        }
        if left.len() > before / 2 {
            // States near the end may be the last ones.
            left.reverse();
        }
    }
}
