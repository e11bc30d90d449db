//! A game whose frame is checked.

use std::ops::Range;

use crate::game::{Frame, GameError, Move};
use crate::is_exact;

/// A checked [`Frame`].
#[derive(Clone, Debug)]
pub(crate) struct Checked {
    pub(crate) frame: Frame,
    /// Sum of the weights.
    pub(crate) total: u32,
    /// States of each block.
    pub(crate) blocks: Vec<Range<usize>>,
}

impl Checked {
    pub(crate) fn new(frame: Frame) -> Result<Checked, GameError> {
        let weights = frame.weights.iter();
        let total = weights.map(|&weight| u64::from(weight)).sum::<u64>();
        if frame.weights.contains(&0) || total == 0 || total > 1_000_000 {
            return Err(GameError::Weights);
        }
        if let Some(&payoff) = frame.payoffs.iter().find(|&&payoff| !is_exact(payoff)) {
            return Err(GameError::Payoff(payoff));
        }
        let states = frame.blocks.iter().copied().fold(0, usize::saturating_add);
        let outcomes = frame.weights.len();
        let largest_block = frame.blocks.iter().copied().max().unwrap_or(0);
        // Then 16 bits number every end, a move has room for every node, and 32 bits number every row of a block with
        // either player on roll, counted from 1.
        for (what, found, most) in [
            ("payoffs", frame.payoffs.len(), 1 << 16),
            ("states", states, Move::MARK - (1 << 16)),
            (
                "pairs of a state and an outcome in one block",
                largest_block.saturating_mul(outcomes),
                (1 << 31) - 1,
            ),
        ] {
            if found > most as usize {
                return Err(GameError::TooMany { what, found, most });
            }
        }
        let mut end = 0;
        let blocks = frame.blocks.iter().map(|size| {
            end += size;
            end - size..end
        });
        Ok(Checked {
            blocks: blocks.collect(),
            total: total as u32,
            frame,
        })
    }

    /// Returns the number of states in all blocks.
    pub(crate) fn states(&self) -> usize {
        self.blocks.last().map_or(0, |block| block.end)
    }

    /// Returns the number of nodes: states plus ends.
    pub(crate) fn nodes(&self) -> usize {
        self.states() + self.frame.payoffs.len()
    }

    /// Returns the largest absolute value of a payoff.
    pub(crate) fn largest_payoff(&self) -> f64 {
        let payoffs = self.frame.payoffs.iter();
        payoffs.map(|payoff| payoff.abs()).fold(0.0, f64::max)
    }

    /// Returns a table with a number for every node: `state` for each state, and for each end the value of the end to
    /// the player who would be on roll next.
    pub(crate) fn node_table(&self, state: f64) -> Vec<f64> {
        let mut table = Vec::with_capacity(self.nodes());
        table.resize(self.states(), state);
        table.extend(self.frame.payoffs.iter().map(|payoff| -payoff));
        table
    }

    /// Returns a [`table`] for sweeps with the values of the ends, as [`node_table`](Checked::node_table) has them.
    pub(crate) fn zeros(&self) -> Vec<f64> {
        let mut zeros = table(self.nodes());
        for (value, payoff) in zeros[self.states()..].iter_mut().zip(&self.frame.payoffs) {
            *value = -payoff;
        }
        zeros
    }
}

/// Returns a table with a 0 for each node, padded to a power of two. (The padding is never touched, so it takes hardly any
/// memory.) Clearing the higher bits of a move then gives the index of its node without a comparison with the length, and
/// the marks of the move are cleared with them.
pub(crate) fn table(nodes: usize) -> Vec<f64> {
    vec![0.0; nodes.next_power_of_two()]
}
