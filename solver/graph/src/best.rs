//! The best moves of a game, as ranks: a byte for each choice.

use crate::Graph;

/// The best moves of every state and outcome with several moves.
#[derive(Clone, Debug, Default)]
pub struct Best {
    /// Ranks of the best moves of each choice, choice after choice; a choice with several best moves has several
    /// entries, listed in `ties`.
    ranks: Vec<u8>,
    /// For each choice with several best moves the index of the first in `ranks`, and their number.
    ties: Vec<(usize, usize)>,
}

impl Best {
    /// Number of choices with several best moves.
    #[must_use]
    pub fn ties(&self) -> usize {
        self.ties.len()
    }

    /// Ranks of the best moves of each state and outcome with several moves: state after state, outcome
    /// after outcome.
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

    /// The game with best moves only.
    ///
    /// # Panics
    ///
    /// If these are not best moves of this game.
    #[must_use]
    pub fn graph(&self, graph: &Graph) -> Graph {
        let mut ranks = self.ranks();
        graph.keeping(|_, moves, kept| {
            let ranks = ranks.next().expect("every choice has a best move");
            kept.extend(ranks.iter().map(|&rank| moves[usize::from(rank)]));
        })
    }

    /// Adds the only best move of the next choice.
    #[inline]
    pub(crate) fn push_only(&mut self, rank: u8) {
        self.ranks.push(rank);
    }

    /// Adds the best moves of the next choice.
    pub(crate) fn push(&mut self, ranks: impl IntoIterator<Item = u8>) {
        let first = self.ranks.len();
        self.ranks.extend(ranks);
        let count = self.ranks.len() - first;
        if count > 1 {
            self.ties.push((first, count));
        }
    }
}
