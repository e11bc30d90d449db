//! Chains of chance: expected values once every choice is made.
//!
//! When each player's way to move is known, also a random one, nothing is left to choose: from each
//! state the game goes to others, or to an end, with known chances. A [`Chain`] has those of one player's throws, and
//! [`Turns`] has players take turns. Expected values then follow from linear equations. They are solved block by block, by
//! accelerated sweeps.

use std::ops::Range;

use super::Node;
use super::acceleration::{Acceleration, Numbers};
use super::sweeps::Unsettled;

/// The throws of one player: for each state the nodes that a throw leads to, with their chances. The states stand in
/// blocks such that nothing leads to a later block; the ends come after all states.
#[derive(Clone, Debug)]
pub struct Chain {
    /// Number of ends.
    ends: usize,
    /// Place at which the nodes of each state begin; one more at the end.
    firsts: Vec<u32>,
    nodes: Vec<Node>,
    chances: Vec<f64>,
    blocks: Vec<Range<usize>>,
}

impl Chain {
    /// A chain of the states of these blocks, with this number of ends. `row` returns for every state, in
    /// turn, the nodes that it leads to, with their chances; a chance of 0 is dropped, and those of the same node are added.
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
            firsts: Vec::with_capacity(states + 1),
            nodes: Vec::with_capacity(states * 6),
            chances: Vec::with_capacity(states * 6),
            blocks,
        };
        let mut next = Vec::new();
        for block in 0..chain.blocks.len() {
            for state in chain.blocks[block].clone() {
                next.clear();
                row(state, &mut next);
                chain.add(block, states, &next);
            }
        }
        chain.firsts.push(chain.end());
        chain
    }

    /// Adds the nodes that the next state leads to, and their chances.
    fn add(&mut self, block: usize, states: usize, next: &[(Node, f64)]) {
        let first = self.nodes.len();
        self.firsts.push(self.end());
        for &(node, chance) in next.iter().filter(|&&(_, chance)| chance != 0.0) {
            let at = node as usize;
            assert!(
                at < self.blocks[block].end || (states..states + self.ends).contains(&at),
                "nothing leads to a later block"
            );
            // Several outcomes often lead to the same node: they are one way there.
            match self.nodes[first..].iter().position(|&other| other == node) {
                Some(way) => self.chances[first + way] += chance,
                None => {
                    self.nodes.push(node);
                    self.chances.push(chance);
                }
            }
        }
    }

    /// Number of ways from state to state so far.
    fn end(&self) -> u32 {
        let end = u32::try_from(self.nodes.len());
        end.expect("a chain has fewer than 2^32 ways from state to state")
    }

    /// Number of states.
    #[must_use]
    pub fn states(&self) -> usize {
        self.firsts.len() - 1
    }

    /// Consecutive groups of states such that nothing leads to a later one.
    pub(super) fn blocks(&self) -> &[Range<usize>] {
        &self.blocks
    }

    /// Number of states and ends.
    pub(super) fn places(&self) -> usize {
        self.states() + self.ends
    }

    /// Nodes that a state leads to, with their chances.
    #[inline]
    pub fn row(&self, state: usize) -> impl Iterator<Item = (Node, f64)> + '_ {
        let row = self.firsts[state] as usize..self.firsts[state + 1] as usize;
        let chances = &self.chances[row.clone()];
        self.nodes[row].iter().copied().zip(chances.iter().copied())
    }
}

/// Players who take turns, each with the throws of a chain: with two seats a player and an opponent. If both play alike, and
/// who is on roll need not be told, one seat is enough.
///
/// Numbers are found in several *lanes* at once, each for an equation of its own, at little more cost than in one.
///
/// A coin is tossed until it shows heads:
///
/// ```
/// use tourne_solver::graph::chain::{Chain, SETTLED, Turns};
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
/// # Ok::<(), tourne_solver::graph::values::Unsettled>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Turns<'a, const SEATS: usize> {
    chains: [&'a Chain; SEATS],
}

/// Numbers of a state or an end, in several lanes for each seat that may be on roll.
pub type Seats<const SEATS: usize, const LANES: usize> = [[f64; LANES]; SEATS];

impl<const SEATS: usize, const LANES: usize> Numbers for Seats<SEATS, LANES> {
    const ZERO: Self = [[0.0; LANES]; SEATS];

    #[inline]
    fn with(mut self, other: Self, mut combine: impl FnMut(f64, f64) -> f64) -> Self {
        for seat in 0..SEATS {
            for lane in 0..LANES {
                self[seat][lane] = combine(self[seat][lane], other[seat][lane]);
            }
        }
        self
    }

    /// All seats of a lane share a step.
    fn sums(self) -> Self {
        let sum = |lane: usize| self.iter().map(|lanes| lanes[lane]).sum();
        [std::array::from_fn(sum); SEATS]
    }
}

/// Relative tolerance for [`Turns::expect`], about the smallest that floating point allows.
pub const SETTLED: f64 = 1e-15;
/// Maximum number of sweeps over a block; by then play is taken to be endless.
const MOST_SWEEPS: usize = 100_000;

/// The sweeps over a block so far, which end when one changes nothing by much.
pub(super) struct Sweeps<N> {
    count: usize,
    /// Largest changes, and largest amounts, in the newest sweep.
    changes: N,
    amounts: N,
}

impl<N: Numbers> Sweeps<N> {
    pub(super) fn new() -> Sweeps<N> {
        Sweeps {
            count: 0,
            changes: N::ZERO,
            amounts: N::ZERO,
        }
    }

    pub(super) fn begin(&mut self) {
        self.count += 1;
        (self.changes, self.amounts) = (N::ZERO, N::ZERO);
    }

    /// Notes the changes of a state, and the amounts after them.
    #[inline]
    pub(super) fn note(&mut self, changes: N, amounts: N) {
        // A single instruction, unlike `max`, which looks after NaN.
        let greater = |one: f64, other: f64| if other > one { other } else { one };
        self.changes = self
            .changes
            .with(changes, |one, other| greater(one, other.abs()));
        self.amounts = self
            .amounts
            .with(amounts, |one, other| greater(one, other.abs()));
    }

    /// Returns whether the newest sweep changed nothing by more than `settled` times the largest amount, or than `settled`
    /// if that is less than 1.
    pub(super) fn are_enough(&self, settled: f64) -> Result<bool, Unsettled> {
        let (sweeps, residual) = (self.count, largest(self.changes));
        if residual <= settled * largest(self.amounts).max(1.0) {
            Ok(true)
        } else if sweeps < MOST_SWEEPS {
            Ok(false)
        } else {
            Err(Unsettled { sweeps, residual })
        }
    }

    /// Number of sweeps.
    pub(super) fn count(&self) -> usize {
        self.count
    }
}

/// The largest of numbers that are 0 or more.
fn largest<N: Numbers>(numbers: N) -> f64 {
    let mut largest = 0.0;
    let _ = numbers.with(numbers, |number, _| {
        largest = f64::max(largest, number);
        number
    });
    largest
}

impl<'a, const SEATS: usize> Turns<'a, SEATS> {
    /// Players with these throws; the last is followed by the first.
    ///
    /// # Panics
    ///
    /// If there is no player, or their chains differ in their states or ends.
    #[must_use]
    pub fn new(chains: [&'a Chain; SEATS]) -> Turns<'a, SEATS> {
        for chain in chains {
            let are_alike = chain.ends == chains[0].ends && chain.blocks == chains[0].blocks;
            assert!(are_alike, "all players play the same game");
        }
        Turns { chains }
    }

    /// Solves *here* = `constant` + mean of *there*, with the next player on roll, for every state and player on roll. The
    /// table has a place for every node, and holds the initial values; those of the ends are kept. A
    /// block is done when a sweep changes nothing by more than `settled` times the largest amount in
    /// it, or than `settled` if that is less than 1. Returns the number of sweeps over all states that it took.
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
            let mut acceleration = Acceleration::new(block.len());
            let mut sweeps = Sweeps::new();
            loop {
                sweeps.begin();
                acceleration.sweep(block.clone(), |state| {
                    let old = table[state];
                    let mut here = constant(state);
                    for seat in 0..SEATS {
                        for (node, chance) in self.chains[seat].row(state) {
                            let there = &table[node as usize][(seat + 1) % SEATS];
                            for lane in 0..LANES {
                                here[seat][lane] += chance * there[lane];
                            }
                        }
                        table[state][seat] = here[seat];
                    }
                    let change = here.with(old, |here, old| here - old);
                    sweeps.note(change, here);
                    change
                });
                if sweeps.are_enough(settled)? {
                    break;
                }
                acceleration.apply(&mut table[block.clone()]);
            }
            swept += sweeps.count() * block.len();
        }
        Ok(swept as f64 / self.chains[0].states().max(1) as f64)
    }

    /// Mean number of visits to each state with each player on roll, the start included, if the game starts in
    /// these states, with these chances.
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if the game goes on for too long.
    pub fn visits<const LANES: usize>(
        &self,
        starts: &[(usize, Seats<SEATS, LANES>)],
    ) -> Result<Vec<Seats<SEATS, LANES>>, Unsettled> {
        let mut flows: Vec<Flow<Seats<SEATS, LANES>>> = vec![Flow::ZERO; self.chains[0].states()];
        for &(state, chances) in starts {
            flows[state].waiting = flows[state]
                .waiting
                .with(chances, |sum, chance| sum + chance);
        }
        for block in self.chains[0].blocks.iter().rev() {
            let (earlier, flows) = flows[..block.end].split_at_mut(block.start);
            let mut acceleration = Acceleration::new(block.len());
            let mut sweeps = Sweeps::new();
            loop {
                sweeps.begin();
                // Most play goes to earlier states.
                acceleration.sweep((0..flows.len()).rev(), |at| {
                    let Flow { visits, waiting } = flows[at];
                    let visits = visits.with(waiting, |sum, come| sum + come);
                    let come = Flow {
                        visits: waiting,
                        waiting: Numbers::ZERO,
                    };
                    flows[at] = Flow { visits, ..come };
                    sweeps.note(waiting, visits);
                    self.send_on(block.start + at, &waiting, block.start, flows);
                    come
                });
                if sweeps.are_enough(SETTLED)? {
                    break;
                }
                acceleration.apply(flows);
            }
            for (state, flow) in block.clone().zip(flows) {
                self.send_on(state, &flow.visits, 0, earlier);
            }
        }
        Ok(flows.into_iter().map(|flow| flow.visits).collect())
    }

    /// Has what comes to a state wait in those that it leads to, of the states from `first` on.
    #[inline]
    fn send_on<const LANES: usize>(
        &self,
        state: usize,
        come: &Seats<SEATS, LANES>,
        first: usize,
        flows: &mut [Flow<Seats<SEATS, LANES>>],
    ) {
        for (seat, come) in come.iter().enumerate() {
            for (node, chance) in self.chains[seat].row(state) {
                // Other blocks get theirs later, all at once.
                if let Some(flow) = flows.get_mut((node as usize).wrapping_sub(first)) {
                    let waiting = &mut flow.waiting[(seat + 1) % SEATS];
                    for lane in 0..LANES {
                        waiting[lane] += chance * come[lane];
                    }
                }
            }
        }
    }
}

/// The visits to a state: those that went on from there, and those that wait to do so. Visits that all have gone on
/// satisfy the equation of the chain turned round.
#[derive(Clone, Copy)]
struct Flow<N> {
    visits: N,
    waiting: N,
}

impl<N: Numbers> Numbers for Flow<N> {
    const ZERO: Flow<N> = Flow {
        visits: N::ZERO,
        waiting: N::ZERO,
    };

    #[inline]
    fn with(self, other: Flow<N>, mut combine: impl FnMut(f64, f64) -> f64) -> Flow<N> {
        Flow {
            visits: self.visits.with(other.visits, &mut combine),
            waiting: self.waiting.with(other.waiting, &mut combine),
        }
    }

    /// What waits is a linear function of the visits, so the step is theirs.
    fn sums(self) -> Flow<N> {
        let sums = self.visits.sums();
        Flow {
            visits: sums,
            waiting: sums,
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
        let mut lengths = [[[0.0]]; 41];
        let sweeps = Turns::new([&ruin()]).expect(&mut lengths, |_| [[1.0]], SETTLED);
        // With n of 41 coins the mean length is n (41 - n).
        for (state, length) in lengths[..40]
            .as_flattened()
            .as_flattened()
            .iter()
            .enumerate()
        {
            let expected = ((state + 1) * (40 - state)) as f64;
            assert!((length - expected).abs() < 1e-9 * expected);
        }
        // Without acceleration it takes 5012.
        let sweeps = sweeps.expect("it converges");
        assert!(sweeps < 2000.0, "{sweeps}");
    }

    #[test]
    fn visits_are_those_of_each_player_and_lane() {
        // Two players stake in turn for the same purse, which begins with 1 coin or with 20.
        let chain = ruin();
        let visits = Turns::new([&chain; 2]).visits(&[
            (0, [[1.0, 0.0], [0.0, 0.0]]),
            (19, [[0.0, 0.25], [0.0, 0.75]]),
        ]);
        let visits = visits.expect("it converges");
        let sums = |lane: usize| {
            let both = visits.iter().map(|seats| [seats[0][lane], seats[1][lane]]);
            both.fold([0.0; 2], |sums, both| {
                [sums[0] + both[0], sums[1] + both[1]]
            })
        };
        for (lane, coins) in [(0, 1), (1, 20)] {
            let [one, other] = sums(lane);
            let expected = f64::from(coins * (41 - coins));
            assert!((one + other - expected).abs() < 1e-9, "{one} {other}");
        }
        // With 1 coin and an odd number at the end, who stakes when there are 1, 3, ... coins is always the first player.
        let of_first = |state: usize| visits[state][state % 2][0];
        assert!(
            (0..40).all(|state| visits[state][1 - state % 2][0] == 0.0 && of_first(state) > 0.0)
        );
        // The chance to come to the other end is 1 in 41, and the last stake leads there every other time.
        assert!((of_first(39) - 2.0 / 41.0).abs() < 1e-12);
    }

    #[test]
    fn earlier_blocks_get_what_comes_from_later_ones() {
        // From state 2 to 1 or 0; from 1 to 0, or over and over to 1; from 0 to the end.
        let chain = Chain::new(vec![0..1, 1..2, 2..3], 1, |state, next| match state {
            0 => next.push((3, 1.0)),
            1 => next.extend([(0, 0.75), (1, 0.25)]),
            _ => next.extend([(1, 0.5), (0, 0.25), (0, 0.125), (3, 0.125)]),
        });
        let visits = Turns::new([&chain]).visits(&[(2, [[1.0]])]);
        let visits = visits.expect("it converges");
        for (visits, expected) in visits.into_iter().zip([0.875, 2.0 / 3.0, 1.0]) {
            assert!((visits[0][0] - expected).abs() < 1e-14);
        }
    }
}
