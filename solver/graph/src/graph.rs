//! A game whose moves are all in memory.

use std::ops::Range;
use std::sync::Arc;

use crate::block::Block;
use crate::checked::Checked;
use crate::game::{Frame, Game, GameError, Move, Rows, Target};
use crate::is_exact;

/// Index of a state or an end: the states come first, then the ends.
pub type Node = u32;

/// A finite two-player game of chance, as described in the [crate documentation](crate), with all its moves in memory.
#[derive(Clone, Debug)]
pub struct Graph {
    game: Checked,
    /// The moves of each block, laid out for sweeps and proofs. None is marked, and the first of each row is chosen.
    laid_out: Arc<[Block]>,
    /// Index in `targets` of the first move of each state and outcome, followed by the total number of moves.
    firsts: Arc<[u32]>,
    targets: Arc<[Node]>,
    /// For each move, `true` if it leaves the same player on roll. Empty if no move does.
    again: Arc<[bool]>,
}

impl Graph {
    /// Builds a graph from the moves of all states, in all blocks.
    ///
    /// # Errors
    ///
    /// [`GameError`] if the arguments do not describe a valid game.
    pub fn new(frame: Frame, rows: Rows) -> Result<Graph, GameError> {
        let game = Checked::new(frame)?;
        let (found, outcomes) = (rows.first.len(), game.frame.weights.len());
        if Some(found) != game.states().checked_mul(outcomes) {
            return Err(GameError::RowCount {
                rows: found,
                states: game.states(),
                outcomes,
            });
        }
        let moves = found + rows.others.len();
        if u32::try_from(moves).is_err() {
            return Err(GameError::TooMany {
                what: "moves in memory",
                found: moves,
                most: u32::MAX,
            });
        }
        let parts = rows.cut(game.blocks.iter().map(|states| states.len() * outcomes));
        let blocks = game.blocks.iter().zip(parts);
        let blocks = blocks.map(|(states, rows)| Block::new(&game, states.clone(), rows));
        let blocks = blocks.collect::<Result<Vec<Block>, GameError>>()?;

        let (mut firsts, mut targets) = (Vec::with_capacity(found + 1), Vec::with_capacity(moves));
        firsts.push(0);
        for (chosen, rivals) in blocks.iter().flat_map(Block::rows) {
            targets.push(chosen.node() as Node);
            targets.extend(rivals.iter().map(|rival| rival.node() as Node));
            firsts.push(targets.len() as u32);
        }
        let mut again = Vec::new();
        if blocks.iter().any(|block| block.has_again) {
            let rows = blocks.iter().flat_map(Block::in_order);
            again.extend(rows.flatten().map(Move::is_again));
        }
        Ok(Graph {
            game,
            laid_out: blocks.into(),
            firsts: firsts.into(),
            targets: targets.into(),
            again: again.into(),
        })
    }

    pub(crate) fn game(&self) -> &Checked {
        &self.game
    }

    /// Returns the moves of a block. No move is marked, and the first of each row is chosen.
    pub(crate) fn block(&self, number: usize) -> &Block {
        &self.laid_out[number]
    }

    /// Returns the number of states in all blocks.
    pub fn states(&self) -> usize {
        self.game.states()
    }

    /// Returns the number of outcomes, which is the same for every state.
    pub fn outcomes(&self) -> usize {
        self.weights().len()
    }

    /// Returns the weight of each outcome: its probability times [`total`](Graph::total).
    pub fn weights(&self) -> &[u32] {
        &self.game.frame.weights
    }

    /// Returns the sum of the weights, 1 to 1,000,000.
    pub fn total(&self) -> u32 {
        self.game.total
    }

    /// Returns the payoff of each end to the player who ends the game, in points.
    pub fn payoffs(&self) -> &[f64] {
        &self.game.frame.payoffs
    }

    /// Returns the number of nodes: states plus ends.
    pub fn nodes(&self) -> usize {
        self.game.nodes()
    }

    /// Returns a table with a number for every node: `state` for each state, and for each end the value of the end to
    /// the player who would be on roll next.
    pub fn node_table(&self, state: f64) -> Vec<f64> {
        self.game.node_table(state)
    }

    /// Returns the blocks of states in the order in which they are solved: no move leads to a later block.
    pub fn blocks(&self) -> &[Range<usize>] {
        &self.game.blocks
    }

    /// Returns the node that each move of a state and outcome leads to. There is at least one move.
    #[inline]
    pub fn moves(&self, state: usize, outcome: usize) -> &[Node] {
        &self.targets[self.places(state, outcome)]
    }

    /// Returns the indices in [`all_moves`](Graph::all_moves) of the moves of a state and outcome.
    #[inline]
    pub fn places(&self, state: usize, outcome: usize) -> Range<usize> {
        let row = state * self.outcomes() + outcome;
        self.firsts[row] as usize..self.firsts[row + 1] as usize
    }

    /// Returns the node that each move leads to, state by state and outcome by outcome.
    pub fn all_moves(&self) -> &[Node] {
        &self.targets
    }

    /// Returns `true` if some move leaves the same player on roll.
    pub fn has_again(&self) -> bool {
        !self.again.is_empty()
    }

    /// Returns `true` if the move at this index in [`all_moves`](Graph::all_moves) leaves the same player on roll.
    #[inline]
    pub fn is_again(&self, place: usize) -> bool {
        self.has_again() && self.again[place]
    }

    /// Iterates over the outcomes of a state. Each item has the weight of an outcome, and the nodes after its moves.
    #[inline]
    pub fn rolls(&self, state: usize) -> impl Iterator<Item = (u32, &[Node])> {
        let row = state * self.outcomes();
        let firsts = &self.firsts[row..=row + self.outcomes()];
        let mut rest = &self.targets[firsts[0] as usize..];
        let moves = firsts.windows(2).map(move |ends| {
            let (moves, after) = rest.split_at((ends[1] - ends[0]) as usize);
            rest = after;
            moves
        });
        self.weights().iter().copied().zip(moves)
    }

    /// Returns a copy of this graph with fewer moves: those for which `kept`, in the order of
    /// [`all_moves`](Graph::all_moves), is `true`.
    ///
    /// # Panics
    ///
    /// If `kept` does not have an entry for every move, or if an outcome of a state keeps no move.
    #[must_use]
    pub fn only(&self, kept: &[bool]) -> Graph {
        assert_eq!(kept.len(), self.targets.len(), "every move is kept or not");
        let rows = self.rows_with(0..self.states(), |place| kept[place]);
        let graph = Graph::new(self.game.frame.clone(), rows);
        graph.expect("every outcome keeps a move")
    }

    /// Returns the rows of these states, with the moves for which `kept` is `true`.
    fn rows_with(&self, states: Range<usize>, kept: impl Fn(usize) -> bool) -> Rows {
        let all = self.states() as Node;
        let mut rows = Rows::default();
        for row in states.start * self.outcomes()..states.end * self.outcomes() {
            let places = self.firsts[row] as usize..self.firsts[row + 1] as usize;
            let kept = places.filter(|&place| kept(place));
            rows.push(kept.map(|place| match self.targets[place] {
                node if node >= all => Target::End((node - all) as u16),
                node if self.is_again(place) => Target::Again(node),
                node => Target::State(node),
            }));
        }
        rows
    }

    /// Returns a copy of this graph with other payoffs.
    ///
    /// # Panics
    ///
    /// If the number of payoffs differs, or if one of them is not [exact](crate::GRAIN).
    #[must_use]
    pub fn with_payoffs(&self, payoffs: &[f64]) -> Graph {
        assert_eq!(
            payoffs.len(),
            self.payoffs().len(),
            "there must be one payoff for each end"
        );
        assert!(
            payoffs.iter().all(|&payoff| is_exact(payoff)),
            "every payoff must be exact"
        );
        let mut graph = self.clone();
        graph.game.frame.payoffs = payoffs.to_vec();
        graph
    }
}

impl Game for Graph {
    fn frame(&self) -> Frame {
        self.game.frame.clone()
    }

    fn moves(&self, block: usize) -> Rows {
        self.rows_with(self.blocks()[block].clone(), |_| true)
    }
}
