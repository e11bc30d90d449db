//! Markov chains: expected values under fixed policies.
//!
//! When the policies of both players are fixed (they may be random), the probability of every transition to a state or
//! to an end of the game is known. A [`Chain`] has these probabilities for the turns of one player; in [`Turns`],
//! players alternate. Expected values satisfy linear equations, which are solved block by block with accelerated
//! sweeps.

use std::ops::Range;

use super::linear::{Equations, add};
use tourne_graph::{Node, Unsettled};

/// Transition probabilities of one player's turns: for each state, the nodes that a turn leads to, with their
/// probabilities. The states are divided into consecutive blocks, and no state leads to a later block. The ends of the
/// game are numbered after all states.
#[derive(Clone, Debug)]
pub struct Chain {
    /// Number of ends of the game.
    ends: usize,
    /// Index in `ways` of the first entry of each state, followed by the total number of entries.
    firsts: Vec<u32>,
    /// For each state in order, the nodes that it leads to, with their probabilities.
    ways: Vec<(Node, f64)>,
    blocks: Vec<Range<usize>>,
}

impl Chain {
    /// Builds a chain with these blocks of states and this number of ends. `row` is called for every state in order,
    /// with an empty list. It pushes the nodes that the state leads to, with their probabilities. Nodes with
    /// probability 0 are dropped. If a node is listed several times, its probabilities are added up.
    ///
    /// # Panics
    ///
    /// If a state leads to a state of a later block or to a missing node, or if there are 2³² transitions or more.
    pub fn new(
        blocks: Vec<Range<usize>>,
        ends: usize,
        mut row: impl FnMut(usize, &mut Vec<(Node, f64)>),
    ) -> Chain {
        let states = blocks.last().map_or(0, |block| block.end);
        let mut firsts = Vec::with_capacity(states + 1);
        firsts.push(0);
        let mut ways: Vec<(Node, f64)> = Vec::with_capacity(states * 6);
        let mut next = Vec::new();
        for block in &blocks {
            for state in block.clone() {
                next.clear();
                row(state, &mut next);
                let first = ways.len();
                for &(node, chance) in next.iter().filter(|&&(_, chance)| chance != 0.0) {
                    let at = node as usize;
                    assert!(
                        at < block.end || (states..states + ends).contains(&at),
                        "no state may lead to a later block or to a missing node"
                    );
                    // Several outcomes often lead to the same node, so add up their probabilities.
                    match ways[first..].iter_mut().find(|way| way.0 == node) {
                        Some((_, sum)) => *sum += chance,
                        None => ways.push((node, chance)),
                    }
                }
                let end = u32::try_from(ways.len());
                firsts.push(end.expect("a chain has fewer than 2^32 transitions"));
            }
        }
        Chain {
            ends,
            firsts,
            ways,
            blocks,
        }
    }

    /// Returns the number of states in all blocks.
    pub fn states(&self) -> usize {
        self.firsts.len() - 1
    }

    /// Returns the nodes that a state leads to, with their probabilities.
    #[inline]
    pub fn row(&self, state: usize) -> &[(Node, f64)] {
        &self.ways[self.firsts[state] as usize..self.firsts[state + 1] as usize]
    }
}

/// Players who take turns, each with the transition probabilities of a chain. `SEATS` is 2 for a player and an
/// opponent. It can be 1 if both players use the same chain and the results need not tell the players apart.
///
/// Several equations can be solved at once, one in each *lane*. This costs little more than solving a single equation.
///
/// In this example, a coin is tossed until it shows heads:
///
/// ```
/// use tourne_solver::policies::chain::{Chain, SETTLED, Turns};
///
/// let tosses = Chain::new(vec![0..1], 1, |_, next| next.extend([(0, 0.5), (1, 0.5)]));
/// let mut length = [[[0.0]]; 2];
/// Turns::new([&tosses]).expect(&mut length, |_| [[1.0]], SETTLED)?;
/// assert!((length[0][0][0] - 2.0).abs() < 1e-12);
///
/// // Two players toss in turn: the first makes two thirds of the tosses.
/// let visits = Turns::new([&tosses; 2]).visits(&[(0, [[1.0], [0.0]])])?;
/// assert!((visits[0][0][0] - 4.0 / 3.0).abs() < 1e-12);
/// assert!((visits[0][1][0] - 2.0 / 3.0).abs() < 1e-12);
/// # Ok::<(), tourne_graph::Unsettled>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Turns<'a, const SEATS: usize> {
    chains: [&'a Chain; SEATS],
}

/// Unknowns of a node: for each player who may be on roll (*seat*), one number per lane.
pub type Seats<const SEATS: usize, const LANES: usize> = [[f64; LANES]; SEATS];

/// Relative tolerance for [`Turns::expect`], about the smallest that floating point allows.
pub const SETTLED: f64 = 1e-15;

impl<'a, const SEATS: usize> Turns<'a, SEATS> {
    /// Returns players with these chains, in the order of their turns. The first player follows the last.
    ///
    /// # Panics
    ///
    /// If there are no chains, or if the chains differ in their states or ends.
    pub fn new(chains: [&'a Chain; SEATS]) -> Turns<'a, SEATS> {
        for chain in chains {
            let are_alike = chain.ends == chains[0].ends && chain.blocks == chains[0].blocks;
            assert!(are_alike, "all chains must have the same states and ends");
        }
        Turns { chains }
    }

    /// Solves the equation *here* = `constant` + mean of *there* for every state and player on roll. *Here* is the
    /// unknown of the state; *there* is the unknown of the next state, with the next player on roll. `table` has an
    /// entry for every node: an initial guess for a state, which the solution replaces, and a fixed number for an end.
    /// A block is solved when no unknown changes in a sweep by more than `settled` · max(1, the largest absolute value
    /// of an unknown). Returns the mean number of sweeps per state.
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if the game goes on for too long.
    pub fn expect<const LANES: usize>(
        &self,
        table: &mut [Seats<SEATS, LANES>],
        constant: impl Fn(usize) -> Seats<SEATS, LANES>,
        settled: f64,
    ) -> Result<f64, Unsettled> {
        let mut swept = 0;
        for block in &self.chains[0].blocks {
            let mut equations = Equations::default();
            for state in block.clone() {
                for (seat, mut known) in constant(state).into_iter().enumerate() {
                    for &(node, chance) in self.chains[seat].row(state) {
                        let next = (seat + 1) % SEATS;
                        let node = node as usize;
                        if block.contains(&node) {
                            let place = SEATS * (node - block.start) + next;
                            equations.terms.push((place as u32, chance));
                        } else {
                            add(&mut known, chance, &table[node][next]);
                        }
                    }
                    equations.end(known);
                }
            }
            let numbers = table[block.clone()].as_flattened_mut();
            swept += block.len() * equations.solve(numbers, settled)?;
        }
        Ok(swept as f64 / self.chains[0].states().max(1) as f64)
    }

    /// Returns the expected number of visits to each state with each player on roll. The start counts as a visit.
    /// `starts` has the states in which the game can start, with their probabilities for each seat and lane.
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if the game goes on for too long.
    pub fn visits<const LANES: usize>(
        &self,
        starts: &[(usize, Seats<SEATS, LANES>)],
    ) -> Result<Vec<Seats<SEATS, LANES>>, Unsettled> {
        // Visits satisfy the transposed equations: the visits to a state are the probability of starting in it, plus,
        // for each predecessor, the visits to the predecessor times the probability of its transition to the state.
        let mut visits = vec![[[0.0; LANES]; SEATS]; self.chains[0].states()];
        for &(state, chances) in starts {
            for (seat, chances) in chances.iter().enumerate() {
                add(&mut visits[state][seat], 1.0, chances);
            }
        }
        for block in self.chains[0].blocks.iter().rev() {
            let (earlier, come) = visits[..block.end].split_at_mut(block.start);
            let come = come.as_flattened_mut();
            // Most transitions lead to earlier states, so sweeps begin with the last state.
            come.reverse();
            let equations = self.turned_round(block, come);
            // Begin with the constants of the equations: the probabilities of starting, plus the visits from later
            // blocks.
            equations.solve(come, SETTLED)?;
            come.reverse();
            for (at, visits) in come.iter().enumerate() {
                let (state, seat) = (block.start + at / SEATS, at % SEATS);
                for &(node, chance) in self.chains[seat].row(state) {
                    if let Some(there) = earlier.get_mut(node as usize) {
                        add(&mut there[(seat + 1) % SEATS], chance, visits);
                    }
                }
            }
        }
        Ok(visits)
    }

    /// Returns the equations for the visits in a block, from its last state to its first. `come` has their constants in
    /// the same order: the probabilities of starting, plus the visits from later blocks.
    fn turned_round<const LANES: usize>(
        &self,
        block: &Range<usize>,
        come: &[[f64; LANES]],
    ) -> Equations<LANES> {
        let last = come.len().saturating_sub(1);
        let inner = |visit: &mut dyn FnMut(usize, usize, f64)| {
            for from in 0..come.len() {
                let (state, seat) = (block.start + from / SEATS, from % SEATS);
                for &(node, chance) in self.chains[seat].row(state) {
                    if block.contains(&(node as usize)) {
                        let to = SEATS * (node as usize - block.start) + (seat + 1) % SEATS;
                        visit(last - from, last - to, chance);
                    }
                }
            }
        };
        // Count the terms of each equation, compute where they end, then fill in the terms.
        let mut ends = vec![0; come.len() + 1];
        inner(&mut |_, to, _| ends[to + 1] += 1);
        for to in 0..come.len() {
            ends[to + 1] += ends[to];
        }
        let mut terms = vec![(0, 0.0); ends[come.len()]];
        inner(&mut |from, to, chance| {
            terms[ends[to]] = (from as u32, chance);
            ends[to] += 1;
        });
        ends.pop();
        Equations {
            terms,
            ends,
            known: come.to_vec(),
        }
    }
}
