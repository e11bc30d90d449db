//! Games under best play: their lengths, choices, hits and ends.
//!
//! If several best moves have equal values, the move of the rearmost man is played. Another choice would not change the
//! value, but could change the length and the ends of games.

use super::error::FactsError;
use super::lengths::{Lengths, over_after};
use serde::Serialize;
use tourne_graph::Unsettled;
use tourne_solver::policies::chain::Turns;
use tourne_solver::{NotHeld, Position, Rules};

use crate::grading::{Contest, Throws};
use crate::policy::{Arena, Row};

/// Probabilities of the four ends of a game under best play by both players; they sum to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Outcomes {
    /// Probability that the player on roll wins and the loser has a man home.
    pub win_single: f64,
    /// Probability that the player on roll wins and the loser has no man home.
    pub win_double: f64,
    /// Probability that the player on roll loses with a man home.
    pub lose_single: f64,
    /// Probability that the player on roll loses with no man home.
    pub lose_double: f64,
}

impl Outcomes {
    /// Returns the same probabilities from the point of view of the opponent.
    #[must_use]
    pub fn flipped(self) -> Outcomes {
        Outcomes {
            win_single: self.lose_single,
            win_double: self.lose_double,
            lose_single: self.win_single,
            lose_double: self.win_double,
        }
    }
}

/// Probabilities of the ends of games from a position. The fields have the same names in the JSON output, where
/// `outcomes` is flattened.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct OutcomesAt {
    /// Rule set of the game.
    pub rules: Rules,
    /// Position in which the games begin.
    pub position: Position,
    /// Probability that the player on roll wins, 0 to 1.
    pub win: f64,
    /// Probabilities of the four ends of the game.
    #[serde(flatten)]
    pub outcomes: Outcomes,
}

/// Ends and lengths of games from a position. The fields have the same names in the JSON output, where `outcomes` is
/// flattened.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EndsAndLengths {
    /// Probabilities of the ends.
    #[serde(flatten)]
    pub outcomes: OutcomesAt,
    /// Numbers of throws to the end.
    pub lengths: Lengths,
}

impl EndsAndLengths {
    /// Follows the games from a position, under best play by both players.
    ///
    /// # Errors
    ///
    /// [`FactsError`] in the cases of [`outcomes_at`] and [`lengths_at`].
    ///
    /// ```
    /// use tourne::Arena;
    /// use tourne::facts::EndsAndLengths;
    ///
    /// let arena = Arena::new(tourne::standard());
    /// let start = EndsAndLengths::new(&arena, arena.rules().start())?;
    /// assert!(start.outcomes.win > 0.5 && start.lengths.mean > 46.0);
    /// # Ok::<(), tourne::facts::FactsError>(())
    /// ```
    pub fn new(arena: &Arena, position: Position) -> Result<EndsAndLengths, FactsError> {
        Ok(EndsAndLengths {
            outcomes: outcomes_at(arena, position)?,
            lengths: lengths_at(arena, position)?,
        })
    }
}

/// Mean numbers of throws, of throws that leave a choice, and of hits in a game; probability that the loser has no man
/// home at the end.
#[derive(Default)]
pub(super) struct Pace {
    pub(super) throws: f64,
    pub(super) choices: f64,
    pub(super) hits: f64,
    pub(super) loser_none_home: f64,
}

/// Returns the mean number of throws from each state in a game of two perfect players that begins in the state `start`.
/// Their sum is the mean number of throws in the game.
fn visits(perfect: &Throws, start: usize) -> Result<Vec<f64>, Unsettled> {
    // Both players play alike, so the visits of both players can be counted together.
    let visits = Turns::new([&perfect.chain]).visits(&[(start, [[1.0]])])?;
    Ok(visits.into_iter().map(|[[visits]]| visits).collect())
}

pub(super) fn pace(arena: &Arena) -> Result<Pace, Unsettled> {
    let (graph, dice) = (arena.graph(), arena.die_probabilities());
    let visits = visits(&Throws::perfect(arena), arena.states().start())?;
    let mut pace = Pace {
        throws: visits.iter().sum(),
        ..Pace::default()
    };
    let positions = arena.states().positions();
    for ((state, visits), position) in visits.into_iter().enumerate().zip(positions) {
        for (row, chance) in Row::of_state(state).zip(dice) {
            let (share, at) = (visits * chance, arena.best_of(arena.places(row)));
            pace.choices += if arena.is_choice(row) { share } else { 0.0 };
            pace.hits += if arena.hits_at(at) { share } else { 0.0 };
            let ends = graph.all_moves()[at] as usize >= graph.states();
            let none_home = ends && position.opponent().has_none_home();
            pace.loser_none_home += if none_home { share } else { 0.0 };
        }
    }
    Ok(pace)
}

pub(super) fn ties(arena: &Arena) -> u64 {
    let best = |row| arena.losses(row).iter().filter(|&&loss| loss == 0.0);
    let tied = arena.rows().filter(|&row| best(row).count() > 1);
    tied.count() as u64
}

/// Computes the probabilities of the ends of the game from each state of the arena, under best play by both players.
///
/// # Errors
///
/// [`Unsettled`] if games go on for too long.
pub fn outcomes(arena: &Arena) -> Result<Vec<Outcomes>, Unsettled> {
    let perfect = Throws::perfect(arena);
    let wins = Contest::new(arena, &perfect, &perfect).wins()?;
    // At index 0, `wins` has the probabilities that a player wins when on roll; at index 1, when the opponent is on
    // roll. Both play alike, so index 1 also has the probabilities that the player on roll loses.
    let outcomes = wins.into_iter().map(
        |[[win_single, win_double], [lose_single, lose_double]]| Outcomes {
            win_single,
            win_double,
            lose_single,
            lose_double,
        },
    );
    Ok(outcomes.collect())
}

/// Computes the probabilities of the ends of games from one position, under best play by both players.
///
/// # Errors
///
/// [`FactsError`] if the game is already over, if the position is not legal under the rules of the arena, or if games go
/// on for too long.
pub fn outcomes_at(arena: &Arena, position: Position) -> Result<OutcomesAt, FactsError> {
    let state = state_of(arena, position)?;
    let outcomes = outcomes(arena)?[state];
    Ok(OutcomesAt {
        rules: arena.rules(),
        position,
        win: outcomes.win_single + outcomes.win_double,
        outcomes,
    })
}

fn state_of(arena: &Arena, position: Position) -> Result<usize, NotHeld> {
    let rules = arena.rules();
    let state = arena.states().state(position);
    state.ok_or(NotHeld { position, rules })
}

/// Computes the distribution of the number of throws from one position to the end of the game, under best play by both
/// players.
///
/// # Errors
///
/// [`FactsError`] if the game is already over, if the position is not legal under the rules of the arena, or if games go
/// on for too long.
pub fn lengths_at(arena: &Arena, position: Position) -> Result<Lengths, FactsError> {
    let state = state_of(arena, position)?;
    let perfect = Throws::perfect(arena);
    let mean = visits(&perfect, state)?.iter().sum();
    let over_after = over_after([&perfect.chain; 2], state)?;
    Ok(Lengths::new(mean, over_after))
}
