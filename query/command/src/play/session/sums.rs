//! Sums over all games of a session.

use tourne_query::ask::Measure;
use tourne_query::review::SideSum;

/// Luck, losses and mistakes, in the unit of the judges.
#[derive(Debug, Default)]
pub(super) struct Sums {
    /// Luck of the throws of each player.
    pub(super) luck: [f64; 2],
    /// Losses of the moves of each player.
    pub(super) errors: [f64; 2],
    pub(super) decisions: [usize; 2],
    pub(super) mistakes: [usize; 2],
    pub(super) measure: Option<Measure>,
    /// Moves of people that gave something away: the loss, and what is said of it; the costliest first.
    pub(super) worst: Vec<(f64, String)>,
}

impl Sums {
    /// Adds the sums of a game.
    pub(super) fn add(&mut self, player: usize, sums: &SideSum) {
        self.luck[player] += sums.luck;
        self.errors[player] += sums.errors;
        self.decisions[player] += sums.decisions;
        self.mistakes[player] += sums.mistakes;
    }
}
