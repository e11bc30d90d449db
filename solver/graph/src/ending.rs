//! Conditions under which play ends with probability 1.
//!
//! Play can go on for ever if and only if the players can stay within some set of states: in each of its states, every
//! outcome allows a move to a state of the set. The largest such set is found by elimination: beginning with all
//! states, each state with an outcome whose moves all leave the set is removed, until no such state remains. The
//! algorithm works on sets, without floating point, so its answers are exact.

use crate::{Graph, Node};

/// Conditions under which play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Play ends with probability 1 even if both players do all they can to prolong it.
    Always,
    /// Both players together could prolong play for ever, but it ends with probability 1 if either of them plays only
    /// best moves.
    UnderBestPlay,
    /// Play may go on for ever even if one player plays only best moves.
    Never,
}

/// Determines under which conditions play ends. `best` is `graph` with only the moves that may be best.
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

/// Does the same as [`ending`], but requires a game in which both players together could prolong play for ever.
pub(crate) fn ending_against(graph: &Graph, best: &Graph) -> Ending {
    if can_go_on(&[best, graph]) {
        Ending::Never
    } else {
        Ending::UnderBestPlay
    }
}

/// Maximum number of passes over the remaining states. If they do not suffice, [`Keepers::work_off`] takes over: it
/// needs more instructions per state, but is fast for any order of the states.
const PASSES: usize = 16;

/// Returns whether play ends with probability 1 even if both players prolong it. The time is proportional to the number
/// of moves.
#[must_use]
pub fn always_ends(graph: &Graph) -> bool {
    !can_go_on(&[graph])
}

/// Returns whether players who take turns can stay within some set of states for ever. Each graph has the moves of one
/// player; a single graph stands for both players.
fn can_go_on(players: &[&Graph]) -> bool {
    let mut keepers = Keepers::new(players);
    for _ in 0..PASSES {
        if keepers.left.is_empty() || !keepers.exclude() {
            return !keepers.left.is_empty();
        }
    }
    keepers.work_off()
}

/// The pairs of a state and a player on roll among which play may go on for ever. The index of a pair, called its
/// *place*, is player · number of nodes + node.
struct Keepers<'a> {
    /// The moves of each player.
    players: &'a [&'a Graph],
    outcomes: usize,
    nodes: usize,
    /// The places not yet excluded.
    left: Vec<u32>,
    /// For each place, whether it is in `left`.
    is_left: Vec<bool>,
}

impl<'a> Keepers<'a> {
    /// Begins with every state and player on roll.
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

    /// Returns the moves from a place, outcome by outcome, and the place of node 0 with the next player on roll.
    #[inline]
    fn rolls(&self, place: u32) -> (impl Iterator<Item = &'a [Node]>, usize) {
        let (player, state) = (place as usize / self.nodes, place as usize % self.nodes);
        let next = (player + 1) % self.players.len() * self.nodes;
        let rolls = self.players[player].rolls(state);
        (rolls.map(|(_, moves)| moves), next)
    }

    /// Excludes every place with an outcome whose moves all lead to excluded places or ends. Returns whether any place
    /// was excluded.
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

    /// Repeats [`exclude`](Keepers::exclude) until nothing changes, but examines a place again only when a move from it
    /// leads to a newly excluded place. Returns whether any place is left.
    fn work_off(mut self) -> bool {
        let left = std::mem::take(&mut self.left);
        let mut number = vec![0; self.is_left.len()];
        for (&place, at) in left.iter().zip(0_u32..) {
            number[place as usize] = at;
        }
        // `staying` counts for each row (place and outcome) the moves to remaining places. `rows` has for each place
        // the rows with a move that leads to it.
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
