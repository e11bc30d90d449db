//! Chains of chance: expected values once every choice is made.
//!
//! When each player's way to move is known, also a random one, nothing is left to choose: from each
//! state the game goes to others, or to an end, with known chances. Expected values then follow
//! from linear equations. They are solved block by block, by accelerated sweeps.

use std::ops::Range;

use super::Node;
use super::acceleration::Acceleration;
use super::sweeps::Unsettled;

/// A chain of chance: states in blocks such that nothing leads to a later block, then ends.
///
/// A coin is tossed until it shows heads:
///
/// ```
/// use tourne_solver::graph::chain::{Chain, SETTLED};
///
/// let tosses = Chain::new(vec![0..1], 1, |_, next| next.extend([(0, 0.5), (1, 0.5)]));
/// let mut length = [0.0, 0.0];
/// tosses.expect(&mut length, 1.0, |_| 1.0, SETTLED)?;
/// assert!((length[0] - 2.0).abs() < 1e-12);
/// let visits = tosses.visits(&[(0, 1.0)])?;
/// assert!((visits[0] - 2.0).abs() < 1e-12);
/// # Ok::<(), tourne_solver::graph::values::Unsettled>(())
/// ```
#[derive(Clone, Debug)]
pub struct Chain {
    /// Number of ends.
    ends: usize,
    /// Indices of the nodes that each state leads to, and of their chances.
    rows: Vec<Range<u32>>,
    nodes: Vec<Node>,
    chances: Vec<f64>,
    blocks: Vec<Range<usize>>,
}

/// Relative tolerance for [`Chain::expect`], about the smallest that floating point allows.
pub const SETTLED: f64 = 1e-15;
/// Maximum number of sweeps over a block; by then play is taken to be endless.
const MOST_SWEEPS: usize = 100_000;

impl Chain {
    /// A chain of the states of these blocks, with this number of ends. `row` returns for every state, in
    /// turn, the nodes that it leads to, with their chances; a chance of 0 is dropped, and those of one node in turn are added.
    ///
    /// # Panics
    ///
    /// If a state leads to a state of a later block, or to a missing node; or if there are 2³² ways from state
    /// to state or more.
    #[must_use]
    pub fn new(
        blocks: Vec<Range<usize>>,
        ends: usize,
        mut row: impl FnMut(usize, &mut Vec<(Node, f64)>),
    ) -> Chain {
        let states = blocks.last().map_or(0, |block| block.end);
        let mut chain = Chain {
            ends,
            rows: Vec::with_capacity(states),
            nodes: Vec::with_capacity(states * 6),
            chances: Vec::with_capacity(states * 6),
            blocks,
        };
        let mut next = Vec::new();
        for block in 0..chain.blocks.len() {
            for state in chain.blocks[block].clone() {
                next.clear();
                row(state, &mut next);
                let added = chain.add(block, states, &next);
                chain.rows.push(added);
            }
        }
        chain
    }

    /// Has a state lead to these nodes instead, with their chances, as in [`new`](Chain::new).
    ///
    /// # Panics
    ///
    /// As for `new`, and if the state is missing.
    pub fn replace(&mut self, state: usize, next: &[(Node, f64)]) {
        let block = self.blocks.partition_point(|block| block.end <= state);
        self.rows[state] = self.add(block, self.states(), next);
    }

    /// Adds the nodes that a state of a block leads to, and their chances.
    fn add(&mut self, block: usize, states: usize, next: &[(Node, f64)]) -> Range<u32> {
        let first = self.nodes.len();
        for &(node, chance) in next.iter().filter(|&&(_, chance)| chance != 0.0) {
            let at = node as usize;
            assert!(
                at < self.blocks[block].end || (states..states + self.ends).contains(&at),
                "nothing leads to a later block"
            );
            // Several outcomes in turn often lead to the same node: they are one way there.
            match (self.nodes[first..].last(), self.chances.last_mut()) {
                (Some(&last), Some(sum)) if last == node => *sum += chance,
                _ => {
                    self.nodes.push(node);
                    self.chances.push(chance);
                }
            }
        }
        let end = u32::try_from(self.nodes.len());
        first as u32..end.expect("a chain has fewer than 2^32 ways from state to state")
    }

    /// Number of states.
    #[must_use]
    pub fn states(&self) -> usize {
        self.rows.len()
    }

    /// Nodes that a state leads to, with their chances.
    pub fn row(&self, state: usize) -> impl Iterator<Item = (Node, f64)> + '_ {
        let row = self.rows[state].start as usize..self.rows[state].end as usize;
        let chances = &self.chances[row.clone()];
        self.nodes[row].iter().copied().zip(chances.iter().copied())
    }

    /// Solves *here* = `constant` + `factor` · mean of *there* for every state. The table has a place
    /// for every node, and holds the initial values; those of the ends are kept. A
    /// block is done when a sweep changes nothing by more than `settled` times the largest amount in
    /// it, or than `settled` if that is less than 1. Returns the number of sweeps over all states that it took.
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if the chain goes on for too long.
    pub fn expect(
        &self,
        table: &mut [f64],
        factor: f64,
        constant: impl Fn(usize) -> f64,
        settled: f64,
    ) -> Result<f64, Unsettled> {
        let mut swept = 0;
        for block in &self.blocks {
            let mut acceleration = Acceleration::new(block.len());
            let mut sweeps = 0;
            loop {
                let (change, largest) =
                    self.sweep(block, table, factor, &constant, &mut acceleration);
                sweeps += 1;
                if change <= settled * largest.max(1.0) {
                    break;
                }
                if sweeps >= MOST_SWEEPS {
                    let residual = change;
                    return Err(Unsettled { sweeps, residual });
                }
                acceleration.apply(&mut table[block.clone()]);
            }
            swept += sweeps * block.len();
        }
        Ok(swept as f64 / self.states().max(1) as f64)
    }

    /// Applies the equation once to every state of a block, in order; returns the largest change, and
    /// the largest amount.
    fn sweep(
        &self,
        block: &Range<usize>,
        table: &mut [f64],
        factor: f64,
        constant: &impl Fn(usize) -> f64,
        acceleration: &mut Acceleration<f64>,
    ) -> (f64, f64) {
        let mut most_changed: f64 = 0.0;
        let mut largest: f64 = 0.0;
        acceleration.sweep(block.clone(), |state| {
            let mean: f64 = self
                .row(state)
                .map(|(node, chance)| chance * table[node as usize])
                .sum();
            let here = constant(state) + factor * mean;
            let change = here - table[state];
            most_changed = most_changed.max(change.abs());
            largest = largest.max(here.abs());
            table[state] = here;
            change
        });
        (most_changed, largest)
    }

    /// Mean number of visits to each state, the start included, if the chain starts in
    /// one of these states, with these chances.
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if the chain goes on for too long.
    pub fn visits(&self, starts: &[(usize, f64)]) -> Result<Vec<f64>, Unsettled> {
        // Visits satisfy the equation of the reversed chain: those here are the starts here, and the
        // visits wherever the chain comes from, each times the chance to come here.
        let states = self.states();
        let mut constants = vec![0.0; states];
        for &(state, chance) in starts {
            constants[states - 1 - state] += chance;
        }
        let mut visits = vec![0.0; states];
        let reversed = self.reversed();
        reversed.expect(&mut visits, 1.0, |state| constants[state], SETTLED)?;
        visits.reverse();
        Ok(visits)
    }

    /// The chain with every arrow turned round, and the states in reverse order, without ends.
    fn reversed(&self) -> Chain {
        let states = self.states();
        let mirror = |state: usize| states - 1 - state;
        let inner = |&(node, _): &(Node, f64)| (node as usize) < states;
        let mut firsts = vec![0; states + 1];
        for state in 0..states {
            for (node, _) in self.row(state).filter(inner) {
                firsts[mirror(node as usize) + 1] += 1;
            }
        }
        for state in 0..states {
            firsts[state + 1] += firsts[state];
        }
        let count = firsts[states] as usize;
        let (mut nodes, mut chances) = (vec![0; count], vec![0.0; count]);
        let mut free = firsts.clone();
        for state in 0..states {
            for (node, chance) in self.row(state).filter(inner) {
                let place = &mut free[mirror(node as usize)];
                nodes[*place as usize] = mirror(state) as Node;
                chances[*place as usize] = chance;
                *place += 1;
            }
        }
        let blocks = self.blocks.iter().rev();
        let ends = firsts[1..].iter();
        Chain {
            ends: 0,
            rows: firsts
                .iter()
                .zip(ends)
                .map(|(&first, &end)| first..end)
                .collect(),
            nodes,
            chances,
            blocks: blocks
                .map(|block| states - block.end..states - block.start)
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Someone with this amount of coins stakes one on a toss, over and over, until there are none or 41.
    fn ruin() -> Chain {
        Chain::new(
            Vec::from([Range { start: 0, end: 40 }]),
            1,
            |state, next| {
                let lost = state.checked_sub(1).unwrap_or(40);
                next.extend([(lost as Node, 0.5), (state as Node + 1, 0.5)]);
            },
        )
    }

    #[test]
    fn a_long_game_takes_few_sweeps() {
        let mut lengths = [0.0; 41];
        let sweeps = ruin().expect(&mut lengths, 1.0, |_| 1.0, SETTLED);
        // With n of 41 coins the mean length is n (41 - n).
        for (state, length) in lengths[..40].iter().enumerate() {
            let expected = ((state + 1) * (40 - state)) as f64;
            assert!((length - expected).abs() < 1e-9 * expected);
        }
        // Without acceleration it takes 5012.
        let sweeps = sweeps.expect("it converges");
        assert!(sweeps < 2000.0, "{sweeps}");
    }

    #[test]
    fn a_replaced_row_counts_instead_of_the_old_one() {
        let mut chain = ruin();
        // With one coin the player stops; with two, half of the throws are to be repeated, and the others win.
        chain.replace(0, &[(40, 1.0)]);
        chain.replace(1, &[(1, 0.25), (2, 0.5), (1, 0.25)]);
        let mut lengths = [0.0; 41];
        let sweeps = chain.expect(&mut lengths, 1.0, |_| 1.0, SETTLED);
        sweeps.expect("it converges");
        assert!((lengths[0] - 1.0).abs() < 1e-12);
        // 2 tosses at 2 coins, 1 at 3, which lead back to 2 or on to 4, and so on: 38 · 39 + 2 · 39 in all.
        assert!((lengths[1] - 1560.0).abs() < 1e-8, "{}", lengths[1]);
        let visits = chain.visits(&[(1, 1.0)]).expect("it converges");
        assert!(visits[0] < 1e-12 && (visits[1] - 78.0).abs() < 1e-9);
        assert!((visits.iter().sum::<f64>() - 1560.0).abs() < 1e-8);
    }
}
