//! Conditions under which play ends: whether an end is reached with probability 1, whatever is played.
//!
//! Play can go on for ever exactly if there is a set of states that players can keep to: in each of its states, every
//! outcome allows a move to a state of the set. To find the largest such set, states with an outcome all of whose moves
//! lead out are removed until no such state is left. These are questions about sets, not about numbers, so the answers are
//! exact.

use crate::{Graph, Node};

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
/// use tourne_graph::{Graph, Rows, Target, ending::{Ending, ending}};
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
/// # Ok::<(), tourne_graph::GraphError>(())
/// ```
#[must_use]
pub fn ending(graph: &Graph, best: &Graph) -> Ending {
    if always_ends(graph) {
        return Ending::Always;
    }
    ending_against(graph, best)
}

/// Finds out whether play ends, for a game in which two players together could go on for ever.
pub(crate) fn ending_against(graph: &Graph, best: &Graph) -> Ending {
    if can_go_on(&[best, graph]) {
        Ending::Never
    } else {
        Ending::UnderBestPlay
    }
}

/// Maximum number of passes over the remaining states. States that remain after them are worked off by lists of moves,
/// which take more instructions a state, but are fast in any order of the states.
const PASSES: usize = 16;

/// Returns `true` if play ends with probability 1 even if both players prolong it. Takes time proportional to the number
/// of moves.
#[must_use]
pub fn always_ends(graph: &Graph) -> bool {
    !can_go_on(&[graph])
}

/// Returns `true` if players who take turns can stay in some set of states for ever. Each graph has the moves of one
/// player; a single graph stands for both.
fn can_go_on(players: &[&Graph]) -> bool {
    let mut keepers = Keepers::new(players);
    for _ in 0..PASSES {
        if keepers.left.is_empty() || !keepers.exclude() {
            return !keepers.left.is_empty();
        }
    }
    keepers.work_off()
}

/// States that the players can perhaps keep to, with one of them on roll. The *place* of a node is its number plus, for
/// each player before the one on roll, the number of all nodes.
struct Keepers<'a> {
    /// The moves of each player.
    players: &'a [&'a Graph],
    outcomes: usize,
    nodes: usize,
    /// The places not yet excluded.
    left: Vec<u32>,
    /// For each place, `true` if it is not yet excluded.
    is_left: Vec<bool>,
}

impl<'a> Keepers<'a> {
    /// Begins with all states.
    fn new(players: &'a [&'a Graph]) -> Keepers<'a> {
        let (states, nodes) = (players[0].states(), players[0].nodes());
        let places = |player: usize| player * nodes..player * nodes + states;
        let left = (0..players.len()).flat_map(places);
        let is_left = (0..players.len() * nodes).map(|place| place % nodes < states);
        Keepers {
            players,
            outcomes: players[0].outcomes(),
            nodes,
            left: left.map(|place| place as u32).collect(),
            is_left: is_left.collect(),
        }
    }

    /// The moves of a state, outcome after outcome, and the place of node 0 with the next player on roll.
    #[inline]
    fn rolls(&self, place: u32) -> (impl Iterator<Item = &'a [Node]>, usize) {
        let (player, state) = (place as usize / self.nodes, place as usize % self.nodes);
        let next = (player + 1) % self.players.len() * self.nodes;
        let rolls = self.players[player].rolls(state);
        (rolls.map(|(_, moves)| moves), next)
    }

    /// Excludes the states with an outcome all of whose moves lead out. Returns whether there was any.
    fn exclude(&mut self) -> bool {
        let mut left = std::mem::take(&mut self.left);
        let before = left.len();
        left.retain(|&place| {
            let stays = {
                let (mut rolls, next) = self.rolls(place);
                let is_left = &self.is_left[next..];
                rolls.all(|moves| moves.iter().any(|&node| is_left[node as usize]))
            };
            self.is_left[place as usize] = stays;
            stays
        });
        self.left = left;
        self.left.len() < before
    }

    /// Excludes states as [`exclude`](Keepers::exclude) does until there are none: a state is looked at again only when
    /// one of its moves newly leads out. Returns whether any state is left.
    fn work_off(mut self) -> bool {
        let left = std::mem::take(&mut self.left);
        let mut number = vec![0; self.is_left.len()];
        for (&place, at) in left.iter().zip(0_u32..) {
            number[place as usize] = at;
        }
        // For each row of the states that are left, outcome after outcome, the number of moves that stay; and for each
        // state the rows with a move that leads to it.
        let each_move = |visit: &mut dyn FnMut(usize, usize)| {
            for (at, &place) in left.iter().enumerate() {
                let (rolls, next) = self.rolls(place);
                for (moves, row) in rolls.zip(at * self.outcomes..) {
                    let after = moves.iter().map(|&node| next + node as usize);
                    for after in after.filter(|&after| self.is_left[after]) {
                        visit(row, number[after] as usize);
                    }
                }
            }
        };
        let mut staying = vec![0_u8; left.len() * self.outcomes];
        let mut ends = vec![0; left.len() + 1];
        each_move(&mut |row, to| {
            staying[row] += 1;
            ends[to + 1] += 1;
        });
        for at in 0..left.len() {
            ends[at + 1] += ends[at];
        }
        let mut rows = vec![0; ends[left.len()]];
        each_move(&mut |row, to| {
            rows[ends[to]] = row;
            ends[to] += 1;
        });
        let mut excluded = vec![false; left.len()];
        let mut open = Vec::new();
        let mut count = 0;
        let mut exclude = |row: usize, open: &mut Vec<usize>| {
            let state = row / self.outcomes;
            if !std::mem::replace(&mut excluded[state], true) {
                open.push(state);
                count += 1;
            }
        };
        for row in (0..staying.len()).filter(|&row| staying[row] == 0) {
            exclude(row, &mut open);
        }
        while let Some(state) = open.pop() {
            let first = state.checked_sub(1).map_or(0, |before| ends[before]);
            for &row in &rows[first..ends[state]] {
                staying[row] -= 1;
                if staying[row] == 0 {
                    exclude(row, &mut open);
                }
            }
        }
        count < left.len()
    }
}
