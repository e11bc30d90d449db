//! Games of chance for two players, whose moves are stored or worked out when they are asked for.

use std::ops::Range;

use super::Node;

/// A game of chance for two players; see the [module](super). A [`Graph`](super::Graph) stores where
/// its moves lead. A game that works it out instead needs no memory for them.
///
/// States are numbered from 0. Nodes are first the states, then the ends.
///
/// ```
/// use std::ops::Range;
/// use tourne_solver::graph::{Game, Node, proof, values};
///
/// /// A coin is tossed in turn until it shows heads this often in a row; who tosses the last head wins.
/// struct Heads {
///     blocks: Vec<Range<usize>>,
/// }
///
/// impl Game for Heads {
///     fn weights(&self) -> &[u32] {
///         &[1, 1]
///     }
///     fn payoffs(&self) -> &[f64] {
///         &[1.0]
///     }
///     fn blocks(&self) -> &[Range<usize>] {
///         &self.blocks
///     }
///     fn with_moves<T>(&self, state: usize, outcome: usize, take: impl FnOnce(&[Node]) -> T) -> T {
///         // State s lacks s + 1 heads. With heads one less is lacking; state 0 goes to the end.
///         let (heads, most) = (outcome == 0, self.states() - 1);
///         take(&[match (heads, state) {
///             (true, 0) => self.states(),
///             (true, state) => state - 1,
///             (false, _) => most,
///         } as Node])
///     }
/// }
///
/// let game = Heads { blocks: vec![0..1] };
/// let values = values::iterate(&game, &mut |_| ())?;
/// let proof = proof::prove(&game, &values.points)?;
/// assert!((values.points[0] - 1.0 / 3.0).abs() <= proof.bound());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Game: Sync {
    /// The weights of the outcomes: their chances times [`total`](Game::total). Each is at least 1, and all together
    /// are less than 2³².
    fn weights(&self) -> &[u32];

    /// The payoffs to the player who ends the game, one for each end; multiples of
    /// [`GRAIN`](super::GRAIN).
    fn payoffs(&self) -> &[f64];

    /// Consecutive groups of states, from state 0 on, such that no move leads to a later group. They
    /// can be solved one after the other.
    fn blocks(&self) -> &[Range<usize>];

    /// Hands over the nodes that the moves of a state and outcome lead to: at least one, at most 255,
    /// always the same in the same order, each less than [`nodes`](Game::nodes). Otherwise what is found is
    /// wrong, or a panic.
    fn with_moves<T>(&self, state: usize, outcome: usize, take: impl FnOnce(&[Node]) -> T) -> T;

    /// Hands over the weight and the nodes of each outcome of a state, one after the other.
    #[inline]
    fn each_outcome(&self, state: usize, mut visit: impl FnMut(u32, &[Node])) {
        for (outcome, &weight) in self.weights().iter().enumerate() {
            self.with_moves(state, outcome, |moves| visit(weight, moves));
        }
    }

    /// Number of states.
    #[inline]
    fn states(&self) -> usize {
        self.blocks().last().map_or(0, |block| block.end)
    }

    /// Number of nodes.
    #[inline]
    fn nodes(&self) -> usize {
        self.states() + self.payoffs().len()
    }

    /// The sum of the weights.
    ///
    /// # Panics
    ///
    /// If it is 2³² or more.
    fn total(&self) -> u32 {
        let sum = self
            .weights()
            .iter()
            .map(|&weight| u64::from(weight))
            .sum::<u64>();
        u32::try_from(sum).expect("the weights add up to less than 2^32")
    }

    /// A table with a place for every node, in which the ends have their values to the
    /// player who would be on roll, and the states have `state`.
    #[must_use]
    fn node_table(&self, state: f64) -> Vec<f64> {
        let mut table = Vec::with_capacity(self.nodes());
        table.resize(self.states(), state);
        table.extend(self.payoffs().iter().map(|&payoff| -payoff));
        table
    }
}
