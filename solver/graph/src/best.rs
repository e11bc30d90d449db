//! The best moves of a game, one byte each: the *rank* of a move is its index among the moves of its state and outcome.

use crate::Graph;

/// The best moves of every *choice*: a state and outcome with several moves.
#[derive(Clone, Debug, Default)]
pub struct Best {
    /// Ranks of the best moves, choice by choice. A choice with several best moves has several entries, and is listed
    /// in `ties`.
    ranks: Vec<u8>,
    /// For each choice with several best moves: the index in `ranks` of the first of them, and their number.
    ties: Vec<(usize, usize)>,
}

impl Best {
    /// Number of choices with several best moves.
    #[must_use]
    pub fn ties(&self) -> usize {
        self.ties.len()
    }

    /// Iterates over the choices, state by state and outcome by outcome. An item has the ranks of the best moves of one
    /// choice.
    pub fn ranks(&self) -> impl Iterator<Item = &[u8]> {
        let mut ties = self.ties.iter();
        let mut tie = ties.next();
        let mut next = 0;
        std::iter::from_fn(move || {
            let first = next;
            next += match tie {
                Some(&(at, count)) if at == first => {
                    tie = ties.next();
                    count
                }
                _ => 1,
            };
            self.ranks.get(first..next)
        })
    }

    /// Returns a copy of `graph` with only the best moves.
    ///
    /// # Panics
    ///
    /// If `graph` is not the game that these best moves belong to.
    #[must_use]
    pub fn graph(&self, graph: &Graph) -> Graph {
        let mut ranks = self.ranks();
        graph.keeping(|_, moves, kept| {
            let ranks = ranks.next().expect("every choice has a best move");
            kept.extend(ranks.iter().map(|&rank| moves[usize::from(rank)]));
        })
    }

    /// Adds the next choice, which has a single best move.
    #[inline]
    pub(crate) fn push_only(&mut self, rank: u8) {
        self.ranks.push(rank);
    }

    /// Adds the next choice with the ranks of its best moves.
    pub(crate) fn push(&mut self, ranks: impl IntoIterator<Item = u8>) {
        let first = self.ranks.len();
        self.ranks.extend(ranks);
        let count = self.ranks.len() - first;
        if count > 1 {
            self.ties.push((first, count));
        }
    }
}
