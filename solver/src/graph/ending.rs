//! The question whether play ends: whether an end is reached with probability 1, whatever is played.
//!
//! Play can go on for ever exactly if there is a set of states that players can keep to: in each
//! of its states, every outcome allows a move to a state of the set. The largest such set is what
//! is left when states with an outcome that leads out are removed until there are none. Both
//! questions here are about sets, not about numbers, so their answers are exact.

use super::{Game, Graph, Node};

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
/// let best = Graph::keeping(&graph, |moves, kept| kept.push(moves[moves.len() - 1]));
/// assert_eq!(ending(&graph, &best), Ending::UnderBestPlay);
/// assert_eq!(ending(&best, &best), Ending::Always);
/// # Ok::<(), tourne_solver::graph::GraphError>(())
/// ```
#[must_use]
pub fn ending(game: &impl Game, best: &Graph) -> Ending {
    if always_ends(game) {
        return Ending::Always;
    }
    ending_against(game, best)
}

/// The same for a game in which two players together could go on for ever.
pub(super) fn ending_against(game: &impl Game, best: &Graph) -> Ending {
    let (mut one, mut other) = (Keepers::new(best), Keepers::new(game));
    loop {
        let removed = one.exclude(best, Some(&other)) | other.exclude(game, Some(&one));
        if one.left.is_empty() && other.left.is_empty() {
            return Ending::UnderBestPlay;
        }
        if !removed {
            return Ending::Never;
        }
    }
}

/// Returns whether play ends with probability 1, also if both players do all they can to prolong it.
#[must_use]
pub fn always_ends(game: &impl Game) -> bool {
    let mut both = Keepers::new(game);
    while both.exclude(game, None) {}
    both.left.is_empty()
}

/// States that the players can perhaps keep to, with one of them on roll.
struct Keepers {
    /// The states not yet excluded.
    left: Vec<Node>,
    /// For each node, `true` if it is one of them.
    is_left: Vec<bool>,
}

impl Keepers {
    /// All states.
    fn new(game: &impl Game) -> Keepers {
        let mut is_left = vec![true; game.states()];
        is_left.resize(game.nodes(), false);
        Keepers {
            left: (0..game.states() as Node).collect(),
            is_left,
        }
    }

    /// Excludes the states with an outcome all of whose moves lead out of `next`, the states of the
    /// player on roll after the move; `None` stands for these states themselves. Returns whether any was excluded.
    fn exclude(&mut self, game: &impl Game, next: Option<&Keepers>) -> bool {
        let before = self.left.len();
        self.left.retain(|&state| {
            let next = next.map_or(&self.is_left, |next| &next.is_left);
            let can_stay = |moves: &[Node]| moves.iter().any(|&node| next[node as usize]);
            let mut outcomes = 0..game.weights().len();
            let stays = outcomes.all(|outcome| game.with_moves(state as usize, outcome, can_stay));
            self.is_left[state as usize] = stays;
            stays
        });
        self.left.len() < before
    }
}
