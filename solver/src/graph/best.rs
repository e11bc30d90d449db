//! The best moves of a game, as ranks: a byte for each choice.

use super::{Game, Graph};

/// The best moves of every state and outcome with several moves.
#[derive(Clone, Debug, Default)]
pub struct Best {
    /// Ranks of the best moves among the moves of their state and outcome, in order. Most choices have one.
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
    pub fn graph(&self, game: &impl Game) -> Graph {
        let mut ranks = self.ranks();
        Graph::keeping(game, |moves, kept| {
            if let [only] = moves {
                kept.push(*only);
            } else {
                let ranks = ranks.next().expect("every choice has a best move");
                kept.extend(ranks.iter().map(|&rank| moves[usize::from(rank)]));
            }
        })
    }

    /// Adds the best moves of the next choice.
    pub(super) fn push(&mut self, ranks: impl IntoIterator<Item = u8>) {
        let first = self.ranks.len();
        self.ranks.extend(ranks);
        let count = self.ranks.len() - first;
        if count > 1 {
            self.ties.push((first, count));
        }
    }

    /// The same with other best moves where there are several: those that `refine` puts into an empty table, for each
    /// of these choices in turn.
    pub(super) fn refined(self, mut refine: impl FnMut(&mut Vec<u8>)) -> Best {
        if self.ties.is_empty() {
            return self;
        }
        let mut refined = Best::default();
        let mut several = Vec::new();
        for ranks in self.ranks() {
            several.clear();
            if let [rank] = ranks {
                several.push(*rank);
            } else {
                refine(&mut several);
            }
            refined.push(several.iter().copied());
        }
        refined
    }

    /// Adds the best moves of later states.
    pub(super) fn append(&mut self, later: Best) {
        let before = self.ranks.len();
        self.ranks.extend(later.ranks);
        let ties = later.ties.into_iter();
        self.ties
            .extend(ties.map(|(first, count)| (before + first, count)));
    }
}
