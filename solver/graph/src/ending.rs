//! Conditions under which play ends with probability 1.
//!
//! Play can go on for ever if and only if the players can stay within some set of states: in each of its states, every
//! outcome allows a move to a state of the set. Elimination finds the largest set of this kind: it begins with all
//! states, and removes every state that has an outcome whose moves all leave the set, until there is nothing left to
//! remove. The algorithm works on sets, without floating point, so its answers are exact.

use crate::Graph;

/// Conditions under which play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Play ends with probability 1 even if both players do all they can to prolong it.
    Always,
    /// Both players together could prolong play for ever, but it ends with probability 1 if either of them plays only
    /// best moves.
    UnderBestPlay,
}

/// Returns `true` if play ends with probability 1 even if both players do all they can to prolong it. If every outcome
/// has few moves, the running time is proportional to the total number of moves.
pub fn always_ends(graph: &Graph) -> bool {
    !can_go_on(&[graph])
}

/// Returns `true` if two players who take turns can go on for ever. `players` has a graph with the moves of each player,
/// or a single graph if both players have the same moves.
///
/// ```
/// use tourne_graph::{Graph, Rows, Target, ending::can_go_on};
///
/// // On heads the player on roll may win or pass the coin to the opponent. On tails the opponent tosses. If both
/// // players always pass, play never ends.
/// let mut rows = Rows::default();
/// rows.push([Target::State(0), Target::End(0)]);
/// rows.push([Target::State(0)]);
/// let graph = Graph::new(&[1, 1], &[1.0], vec![rows], &[1])?;
///
/// let best = graph.only(&[false, true, true]);
/// assert!(can_go_on(&[&graph]) && !can_go_on(&[&best, &graph]));
/// # Ok::<(), tourne_graph::GraphError>(())
/// ```
pub fn can_go_on(players: &[&Graph]) -> bool {
    let (states, outcomes) = (players[0].states(), players[0].outcomes());
    // A *place* is a state with a player on roll, numbered player by player; a *row* is a place and an outcome. Each
    // row waits at a place that still remains and to which one of the row's moves leads. The rows that wait at a place
    // form a linked list: `first` has the first row of each place, and `next` the row after each row. When a place is
    // removed, the rows that waited there are `open` again.
    let places = states * players.len();
    let (mut first, mut next) = (vec![None; places], vec![None; places * outcomes]);
    let mut remains = vec![true; places];
    let mut open = Vec::new();
    let mut unseen = 0;
    while unseen < next.len() {
        open.push(unseen);
        unseen += 1;
        while let Some(row) = open.pop() {
            let place = row / outcomes;
            if !remains[place] {
                continue;
            }
            let player = usize::from(place >= states);
            let state = place - player * states;
            // Number of the first place of the player who is on roll after the move.
            let there = (players.len() - 1 - player) * states;
            let moves = players[player].moves(state, row % outcomes).iter();
            let mut after = moves.map(|&node| node as usize);
            if let Some(node) = after.find(|&node| node < states && remains[there + node]) {
                next[row] = first[there + node].replace(row);
                continue;
            }
            remains[place] = false;
            let mut waiting = first[place];
            while let Some(row) = waiting {
                open.push(row);
                waiting = next[row];
            }
        }
        if !remains[(unseen - 1) / outcomes] {
            // The other rows of a removed place need not be seen.
            unseen = unseen.next_multiple_of(outcomes);
        }
    }
    remains.contains(&true)
}
