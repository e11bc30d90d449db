//! Finite two-player games of chance, as graphs: computes the values of their states and proves them.
//!
//! The crate is independent of any particular game. In each *state*, one of several *outcomes* is drawn at random; the
//! outcomes and their probabilities are the same in every state. Then the player on roll chooses one of the *moves*
//! that the outcome allows. A move ends the game with a payoff to the mover, or leads to a state in which the other
//! player is on roll. The game is zero-sum: what one player gets, the other loses.
//!
//! Values are in *points*, from the view of the player on roll. After a move the other player is on roll, so a move to
//! a state of value *v* is worth −*v* to the mover. The value of a state is:
//!
//! ```text
//! V(s) = Σ_outcome p(outcome) · max over moves m of −V(after m)
//! ```
//!
//! [`values::iterate`] computes these values in floating point. [`proof::prove`] then proves bounds on them, and the
//! best moves, in integer arithmetic. The proof does not rely on how the values were found.
//!
//! The crate returns an error for games whose values or best moves it cannot prove:
//!
//! - games with a payoff of more than 2 points;
//! - games that last very long (tens of thousands of moves under best play) or for ever;
//! - games in which several best moves have the same value, but classes of equivalent states do not prove it.
//!
//! If states form a long chain and differ only in their distance from its end, proving equal values takes time that
//! grows as the square of their number.
//!
//! In this example, two players toss a coin in turn, and the first to get heads wins a point. The player who begins
//! wins with probability 2/3, so the game is worth 1/3 of a point to that player:
//!
//! ```
//! use tourne_graph::{Graph, Rows, Target, proof, values};
//!
//! let mut rows = Rows::default();
//! rows.push([Target::End(0)]); // heads
//! rows.push([Target::State(0)]); // tails: the other player tosses
//! let graph = Graph::new(&[1, 1], &[1.0], vec![rows], &[1])?;
//!
//! let values = values::iterate(&graph)?;
//! let proof = proof::prove(&graph, &values.points)?;
//! assert!((values.points[0] - 1.0 / 3.0).abs() <= proof.bound());
//! assert!(proof.bound() < 1e-14);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod chain;
mod choices;
pub mod ending;
mod extrapolation;
pub mod lengths;
mod linear;
pub mod payoffs;
pub mod proof;
pub mod refine;
pub mod response;
pub mod seats;
mod sweeps;
mod ties;
pub mod values;

use std::ops::Range;

/// Destination of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The state with this index, with the other player on roll.
    State(u32),
    /// The end of the game with this index. The player who moved gets the payoff with the same index.
    End(u16),
}

/// Index of a state or an end: the states come first, then the ends.
pub type Node = u32;

/// Unit of payoffs, in points: each payoff is a multiple of it, and so exact in floating point and in fixed point.
pub const GRAIN: f64 = 1.0 / (1_u64 << 52) as f64;

/// Maximum absolute value of a payoff, in points.
pub const LARGEST_PAYOFF: f64 = 2.0;

/// Part of a graph: the moves of consecutive states. A *row* has the moves of one state and outcome. [`Graph::new`]
/// joins the parts, so they can be made in parallel.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// For each row, the index in `targets` that follows its last move.
    ends: Vec<u32>,
    /// Destination of each move, row by row.
    targets: Vec<Target>,
}

impl Rows {
    /// Adds a row: the moves for the next outcome of the current state. After the last outcome of a state, the next
    /// state begins. The order of the moves is kept, and breaks ties.
    ///
    /// # Panics
    ///
    /// If there are more than 255 moves.
    pub fn push(&mut self, moves: impl IntoIterator<Item = Target>) {
        let before = self.targets.len();
        self.targets.extend(moves);
        let count = self.targets.len() - before;
        assert!(count <= 255, "an outcome has at most 255 moves");
        // If there are more moves than 32 bits can count, `Graph::new` returns an error.
        self.ends.push(self.targets.len() as u32);
    }

    /// Adds all rows of the next state, outcome by outcome. `counts` has the number of moves of each outcome.
    ///
    /// # Panics
    ///
    /// If the `counts` do not add up to the number of `moves`, or if there are 2³² moves or more in all.
    #[inline]
    pub fn push_state(&mut self, counts: &[u8], moves: impl IntoIterator<Item = Target>) {
        let mut end = self.targets.len() as u32;
        self.targets.extend(moves);
        self.ends.extend(counts.iter().map(|&count| {
            end += u32::from(count);
            end
        }));
        let is_right = end as usize == self.targets.len();
        assert!(is_right, "the counts must add up to the number of moves");
    }
}

/// A finite two-player game of chance, as described in the [crate documentation](crate).
#[derive(Clone, Debug)]
pub struct Graph {
    weights: Vec<u32>,
    total: u32,
    payoffs: Vec<f64>,
    /// Index in `targets` of the first move of each state and outcome, followed by the total number of moves.
    firsts: Vec<u32>,
    targets: Vec<Node>,
    blocks: Vec<Range<usize>>,
}

/// Error of building a graph.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum GraphError {
    /// There is no outcome, an outcome has weight 0, or the weights add up to more than 1,000,000.
    #[error(
        "there must be at least one outcome, each of weight 1 or more, with a sum of weights of at most 1,000,000"
    )]
    Weights,
    /// A payoff is out of range, or not a multiple of [`GRAIN`].
    #[error("the payoff {0} is not a multiple of 2^-52 between -2 and 2")]
    Payoff(f64),
    /// There are too many states, moves or payoffs.
    #[error("{found} {what} are too many: the graph can have at most {most}")]
    TooMany {
        /// "states", "moves" or "payoffs".
        what: &'static str,
        /// Number found; `usize::MAX` if it is too large for a `usize`.
        found: usize,
        /// Maximum number in a graph.
        most: u32,
    },
    /// The number of rows differs from the number of states times the number of outcomes.
    #[error(
        "found {rows} rows of moves, but {states} states with {outcomes} outcomes each need {states} times {outcomes} rows"
    )]
    RowCount {
        rows: usize,
        states: usize,
        outcomes: usize,
    },
    /// An outcome of a state has no move. (A pass must be given as a move.)
    #[error("state {state} has no move for outcome {outcome}")]
    NoMove { state: usize, outcome: usize },
    /// A move leads to a state or an end that does not exist, or to a state of a later block.
    #[error(
        "a move of state {state} leads to a missing state or end, or to a state of a later block"
    )]
    Target { state: usize },
}

impl Graph {
    /// Builds a graph from the weights of the outcomes, the payoffs to the player who ends the game, and the moves.
    /// `blocks` has the sizes of consecutive groups of states (*blocks*); no move may lead to a later block. A single
    /// block of all states is always valid, but several blocks are solved faster.
    ///
    /// Within a block, states near the end of the game should come first: otherwise the number of sweeps may grow with
    /// the number of states, and solving a large block may fail because the sweeps are limited. Two states that lead to
    /// each other by forced moves should have consecutive indices: sweeps then solve them jointly.
    ///
    /// # Errors
    ///
    /// [`GraphError`] if the arguments do not describe a valid graph.
    pub fn new(
        weights: &[u32],
        payoffs: &[f64],
        rows: Vec<Rows>,
        blocks: &[usize],
    ) -> Result<Graph, GraphError> {
        let total = weights.iter().map(|&weight| u64::from(weight)).sum::<u64>();
        if weights.contains(&0) || total == 0 || total > 1_000_000 {
            return Err(GraphError::Weights);
        }
        if let Some(&payoff) = payoffs.iter().find(|&&payoff| !is_exact(payoff)) {
            return Err(GraphError::Payoff(payoff));
        }

        let outcomes = weights.len();
        let states = blocks.iter().copied().fold(0, usize::saturating_add);
        let moves = rows.iter().map(|part| part.targets.len());
        let move_count = moves.fold(0, usize::saturating_add);
        // Within these limits, 16 bits number every end, and 32 bits every pair of a node and a player on roll.
        for (what, found, most) in [
            ("payoffs", payoffs.len(), 1 << 16),
            ("states", states, 1 << 30),
            ("moves", move_count, u32::MAX),
        ] {
            if u32::try_from(found).map_or(true, |found| found > most) {
                return Err(GraphError::TooMany { what, found, most });
            }
        }
        let row_count = rows.iter().map(|part| part.ends.len()).sum();
        if Some(row_count) != states.checked_mul(outcomes) {
            return Err(GraphError::RowCount {
                rows: row_count,
                states,
                outcomes,
            });
        }
        let mut firsts = Vec::with_capacity(row_count + 1);
        firsts.push(0);
        let mut moves = Vec::new();
        for part in rows {
            let before = moves.len() as u32;
            firsts.extend(part.ends.iter().map(|&end| before + end));
            // Take the first part as it is: a single part is then not copied.
            if moves.is_empty() {
                moves = part.targets;
            } else {
                moves.extend(part.targets);
            }
        }
        if let Some(row) = firsts.windows(2).position(|ends| ends[0] == ends[1]) {
            return Err(GraphError::NoMove {
                state: row / outcomes,
                outcome: row % outcomes,
            });
        }

        let mut targets = Vec::with_capacity(moves.len());
        let mut ranges = Vec::with_capacity(blocks.len());
        for &size in blocks {
            let first = ranges.last().map_or(0, |range: &Range<usize>| range.end);
            let block = first..first + size;
            for target in &moves[targets.len()..firsts[block.end * outcomes] as usize] {
                targets.push(match *target {
                    Target::State(state) if (state as usize) < block.end => state,
                    Target::End(end) if usize::from(end) < payoffs.len() => {
                        states as Node + Node::from(end)
                    }
                    _ => {
                        let row = firsts.partition_point(|&first| first as usize <= targets.len());
                        let state = (row - 1) / outcomes;
                        return Err(GraphError::Target { state });
                    }
                });
            }
            ranges.push(block);
        }
        Ok(Graph {
            weights: weights.to_vec(),
            total: total as u32,
            payoffs: payoffs.to_vec(),
            firsts,
            targets,
            blocks: ranges,
        })
    }

    /// Returns the number of states in all blocks.
    pub fn states(&self) -> usize {
        self.blocks.last().map_or(0, |block| block.end)
    }

    /// Returns the number of outcomes, which is the same for every state.
    pub fn outcomes(&self) -> usize {
        self.weights.len()
    }

    /// Returns the weight of each outcome: its probability times [`total`](Graph::total).
    pub fn weights(&self) -> &[u32] {
        &self.weights
    }

    /// Returns the sum of the weights, 1 to 1,000,000.
    pub fn total(&self) -> u32 {
        self.total
    }

    /// Returns the payoff of each end to the player who ends the game, in points.
    pub fn payoffs(&self) -> &[f64] {
        &self.payoffs
    }

    /// Returns the number of nodes: states plus ends.
    pub fn nodes(&self) -> usize {
        self.states() + self.payoffs.len()
    }

    /// Returns a table with a number for every node: `state` for each state, and for each end the value of the end to
    /// the player who would be on roll next.
    pub fn node_table(&self, state: f64) -> Vec<f64> {
        let mut table = Vec::with_capacity(self.nodes());
        table.resize(self.states(), state);
        table.extend(self.payoffs.iter().map(|payoff| -payoff));
        table
    }

    /// Returns the blocks of states in the order in which they are solved: no move leads to a later block.
    pub fn blocks(&self) -> &[Range<usize>] {
        &self.blocks
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

    /// Iterates over the rows: the moves of each outcome of each state.
    #[inline]
    fn rows(&self) -> impl Iterator<Item = &[Node]> {
        self.rows_between(&self.firsts)
    }

    /// Iterates over the outcomes of a state. Each item has the weight of an outcome, and the nodes after its moves.
    #[inline]
    pub fn rolls(&self, state: usize) -> impl Iterator<Item = (u32, &[Node])> {
        let row = state * self.outcomes();
        let moves = self.rows_between(&self.firsts[row..=row + self.outcomes()]);
        self.weights.iter().copied().zip(moves)
    }

    /// Iterates over the rows that begin at these consecutive entries of `firsts`, except the last: it ends the last row.
    #[inline]
    fn rows_between<'a>(&'a self, firsts: &'a [u32]) -> impl Iterator<Item = &'a [Node]> {
        let mut rest = &self.targets[firsts[0] as usize..];
        firsts.windows(2).map(move |ends| {
            let (moves, after) = rest.split_at((ends[1] - ends[0]) as usize);
            rest = after;
            moves
        })
    }

    /// Returns the only move of each outcome of a state; `None` if an outcome has several.
    #[inline]
    pub(crate) fn forced(&self, state: usize) -> Option<&[Node]> {
        let row = state * self.outcomes();
        let moves = self.firsts[row] as usize..self.firsts[row + self.outcomes()] as usize;
        (moves.len() == self.outcomes()).then(|| &self.targets[moves])
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
        let mut firsts = Vec::with_capacity(self.firsts.len());
        let mut targets = Vec::with_capacity(self.firsts.len());
        firsts.push(0);
        firsts.extend(self.firsts.windows(2).map(|ends| {
            let (row, before) = (ends[0] as usize..ends[1] as usize, targets.len());
            for place in row {
                if kept[place] {
                    targets.push(self.targets[place]);
                }
            }
            assert!(targets.len() > before, "every outcome keeps a move");
            // This graph has at least as many moves, so the number fits in 32 bits.
            targets.len() as u32
        }));
        Graph {
            weights: self.weights.clone(),
            total: self.total,
            payoffs: self.payoffs.clone(),
            firsts,
            targets,
            blocks: self.blocks.clone(),
        }
    }

    /// Returns a copy of this graph with other payoffs.
    ///
    /// # Panics
    ///
    /// If the number of payoffs differs, or if one of them is not [exact](GRAIN).
    #[must_use]
    pub fn with_payoffs(&self, payoffs: &[f64]) -> Graph {
        assert_eq!(
            payoffs.len(),
            self.payoffs.len(),
            "there must be one payoff for each end"
        );
        assert!(
            payoffs.iter().all(|&payoff| is_exact(payoff)),
            "every payoff must be exact"
        );
        Graph {
            payoffs: payoffs.to_vec(),
            ..self.clone()
        }
    }
}

/// Returns `true` if a value or payoff is a multiple of [`GRAIN`] and within ±[`LARGEST_PAYOFF`].
fn is_exact(points: f64) -> bool {
    let grains = points / GRAIN;
    points.abs() <= LARGEST_PAYOFF && grains - (grains as i64) as f64 == 0.0
}
