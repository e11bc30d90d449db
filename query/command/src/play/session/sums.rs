//! Sums over all games of a session.

use tourne_query::ask::Measure;
use tourne_study::review::SideSum;

/// Sums of each player over all games of a session; luck and losses are in the unit of the judges.
#[derive(Debug, Default)]
pub(super) struct Sums {
    /// Sum of the luck of each player's throws.
    pub(super) luck: [f64; 2],
    /// Sum of the losses of each player's moves.
    pub(super) errors: [f64; 2],
    pub(super) decisions: [usize; 2],
    pub(super) mistakes: [usize; 2],
    pub(super) measure: Option<Measure>,
    /// Loss and description of people's costliest choices, costliest first.
    pub(super) worst: Vec<(f64, String)>,
}

impl Sums {
    /// Adds the sums of a player in one game.
    pub(super) fn add(&mut self, player: usize, sums: &SideSum) {
        self.luck[player] += sums.luck;
        self.errors[player] += sums.errors;
        self.decisions[player] += sums.decisions;
        self.mistakes[player] += sums.mistakes;
    }
}
