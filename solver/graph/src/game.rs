//! A game as the solver sees it: its frame, and the moves of one block of states after another.

use crate::LARGEST_PAYOFF;

/// Finite game of chance that hands out its moves block by block, so that they need not all be in memory. States are
/// numbered through, block by block. A [`Graph`](crate::Graph) is a game whose moves are in memory.
/// The `README.md` of the crate has an example.
pub trait Game: Sync {
    /// Returns what holds for the game as a whole.
    fn frame(&self) -> Frame;

    /// Returns the moves of a block, numbered from 0: for each of its states, a row for each outcome. No move may lead
    /// to a later block. It may be asked for several times, and must then be the same.
    ///
    /// Within a block, states near the end of the game should come first: otherwise the number of sweeps may grow with
    /// the number of states. Two states that lead to each other by forced moves should have consecutive numbers: sweeps
    /// then solve them jointly.
    fn moves(&self, block: usize) -> Rows;
}

/// What holds for a game as a whole.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// Weight of each outcome: its probability times the sum of the weights, which is at most 1,000,000.
    pub weights: Vec<u32>,
    /// Payoff of each end to the player who moved there, in points.
    pub payoffs: Vec<f64>,
    /// Numbers of states of consecutive groups of states (*blocks*), in the order in which they are solved. A single
    /// block is always right, but several blocks are solved faster and with less memory.
    pub blocks: Vec<usize>,
}

/// Destination of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The state with this number, with the other player on roll.
    State(u32),
    /// The state with this number, with the same player on roll again.
    Again(u32),
    /// The end of the game with this index. The player who moved gets the payoff with the same index.
    End(u16),
}

/// Moves of consecutive states. A *row* has the moves of one state and outcome.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// First move of each row; [`NONE`](Move::NONE) if it has none.
    pub(crate) first: Vec<Move>,
    /// Number of other moves of each row.
    pub(crate) counts: Vec<u8>,
    /// The other moves, row by row.
    pub(crate) others: Vec<Move>,
}

/// A move in 32 bits: the node that it leads to and two marks.
///
/// *Nodes* are the states, followed by the ends. Until a block is laid out, the number of states is not known: then the
/// mark [`MARK`](Move::MARK) says that the rest is the index of an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Move(pub(crate) u32);

impl Move {
    /// The same player is on roll again.
    pub(crate) const AGAIN: u32 = 1 << 31;
    /// In a block: the move has not been excluded.
    pub(crate) const MARK: u32 = 1 << 30;
    /// No move at all.
    pub(crate) const NONE: Move = Move(u32::MAX);

    fn to(target: Target) -> Move {
        match target {
            // Too large a number becomes one that no game has.
            Target::State(state) => Move(state.min(Move::MARK - 1)),
            Target::Again(state) => Move(state.min(Move::MARK - 1) | Move::AGAIN),
            Target::End(end) => Move(u32::from(end) | Move::MARK),
        }
    }

    /// Returns the index of the node that the move leads to.
    #[inline]
    pub(crate) fn node(self) -> usize {
        (self.0 & (Move::MARK - 1)) as usize
    }

    /// Returns `true` if the same player is on roll again.
    #[inline]
    pub(crate) fn is_again(self) -> bool {
        self.0 & Move::AGAIN != 0
    }

    #[inline]
    pub(crate) fn is_marked(self) -> bool {
        self.0 & Move::MARK != 0
    }

    #[inline]
    pub(crate) fn mark(&mut self, is_marked: bool) {
        self.0 = self.0 & !Move::MARK | if is_marked { Move::MARK } else { 0 };
    }
}

/// Adds up numbers of moves.
pub(crate) fn sum(counts: &[u8]) -> usize {
    counts.iter().map(|&count| usize::from(count)).sum()
}

impl Rows {
    /// Adds a row: the moves for the next outcome of the current state. After the last outcome of a state, the next
    /// state begins. The order of the moves is kept.
    ///
    /// # Panics
    ///
    /// If there are more than 256 moves.
    pub fn push(&mut self, moves: impl IntoIterator<Item = Target>) {
        let mut moves = moves.into_iter().map(Move::to);
        self.first.push(moves.next().unwrap_or(Move::NONE));
        let before = self.others.len();
        self.others.extend(moves);
        let others = u8::try_from(self.others.len() - before);
        self.counts
            .push(others.expect("an outcome has at most 256 moves"));
    }

    /// Cuts the rows into parts of these numbers of rows.
    pub(crate) fn cut(self, sizes: impl Iterator<Item = usize>) -> impl Iterator<Item = Rows> {
        assert_eq!(
            self.first.len(),
            self.counts.len(),
            "every row must have been pushed whole"
        );
        let (mut end, mut last) = (0, 0);
        sizes.map(move |size| {
            let rows = end..end + size;
            let others = last..last + sum(&self.counts[rows.clone()]);
            (end, last) = (rows.end, others.end);
            Rows {
                first: self.first[rows.clone()].to_vec(),
                counts: self.counts[rows].to_vec(),
                others: self.others[others].to_vec(),
            }
        })
    }

    /// Adds all rows of the next state, outcome by outcome. `counts` has the number of moves of each outcome.
    ///
    /// # Panics
    ///
    /// If the `counts` do not add up to the number of `moves`.
    #[inline]
    pub fn push_state(&mut self, counts: &[u8], moves: impl IntoIterator<Item = Target>) {
        let mut moves = moves.into_iter().map(Move::to);
        let off = "the counts must add up to the number of moves";
        let mut next = || moves.next().expect(off);
        for &count in counts {
            self.first.push(if count > 0 { next() } else { Move::NONE });
            let others = count.saturating_sub(1);
            for _ in 0..others {
                self.others.push(next());
            }
            self.counts.push(others);
        }
        assert!(moves.next().is_none(), "{off}");
    }
}

/// Joins the moves of consecutive groups of states, which can be made in parallel.
impl FromIterator<Rows> for Rows {
    fn from_iter<T: IntoIterator<Item = Rows>>(parts: T) -> Rows {
        let mut parts = parts.into_iter();
        // Take the first part as it is: a single part is then not copied.
        let mut rows = parts.next().unwrap_or_default();
        for part in parts {
            rows.first.extend(part.first);
            rows.counts.extend(part.counts);
            rows.others.extend(part.others);
        }
        rows
    }
}

/// Error in the description of a game.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what each error means")]
pub enum GameError {
    #[error(
        "there must be at least one outcome, each of weight 1 or more, with a sum of weights of at most 1,000,000"
    )]
    Weights,
    #[error(
        "the payoff {0} is not a multiple of 2^-52 between -{LARGEST_PAYOFF} and {LARGEST_PAYOFF}"
    )]
    Payoff(f64),
    #[error("{found} {what} are too many: there can be at most {most}")]
    TooMany {
        /// What is counted, in the plural.
        what: &'static str,
        /// Number found; `usize::MAX` if it is too large for a `usize`.
        found: usize,
        most: u32,
    },
    #[error(
        "found {rows} rows of moves, but {states} states with {outcomes} outcomes each need {states} times {outcomes} rows"
    )]
    RowCount {
        rows: usize,
        states: usize,
        outcomes: usize,
    },
    #[error("state {state} has no move for outcome {outcome}")]
    NoMove { state: usize, outcome: usize },
    #[error(
        "a move of state {state} leads to a missing state or end, or to a state of a later block"
    )]
    Target { state: usize },
}
