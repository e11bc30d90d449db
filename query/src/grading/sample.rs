//! Samples of games of a policy against perfect play. A game stops at a decision for which the policy has no answer.
//!
//! The random numbers of a game depend only on the seed and the index of the game. The games can therefore be played
//! twice with the same throws: first by [`Questions`](super::questions::Questions), which asks an engine about one
//! decision after another, then by [`Sample::play`], with all answers.

use std::collections::HashSet;

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tourne_graph::Unsettled;
use tourne_solver::MOST_MOVES;

use super::contest::{expected_loss, rightness};
use super::coverage::frequencies;
use crate::policy::{Arena, Policy, Row, Said, drawn, worst};

/// Random sample of games of a policy against perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Number of games in the sample.
    pub games: usize,
    /// Seed of the random numbers: first movers, throws, and moves of a policy that gives probabilities.
    pub seed: u64,
}

impl Sample {
    /// Creates a sample. The number of games is `decisions` divided by the mean number of decisions that each of two
    /// perfect players meets in a game, rounded, but at least 1. The number of games is fixed in advance, because
    /// stopping after a certain number of decisions would favour short games.
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if games go on for too long.
    #[expect(clippy::cast_sign_loss, reason = "no number of decisions is negative")]
    pub fn new(arena: &Arena, decisions: usize, seed: u64) -> Result<Sample, Unsettled> {
        let visits = frequencies(arena)?;
        let choices = arena.rows().filter(|&row| arena.is_choice(row));
        let in_a_game: f64 = choices.map(|row| visits[row.index()]).sum();
        let games = ((decisions as f64 / in_a_game).round() as usize).max(1);
        Ok(Sample { games, seed })
    }

    /// Plays the games of the sample.
    pub fn play(self, arena: &Arena, policy: &Policy) -> SampleGames {
        let mut rows = Vec::new();
        let mut seen = HashSet::new();
        let games = (0..self.games).map(|number| {
            let mut game = SampleGame::new(arena, self.seed, number);
            while let Some(row) = game.next_decision(arena) {
                if seen.insert(row) {
                    rows.push(row);
                }
                if !game.answer(arena, policy) {
                    break;
                }
            }
            (game.tally, game.waiting.is_none())
        });
        let games = games.collect();
        SampleGames {
            sample: self,
            games,
            rows,
        }
    }
}

/// Games of a sample, played.
#[derive(Clone, Debug)]
pub struct SampleGames {
    /// Sample of these games.
    pub sample: Sample,
    /// Decisions that the policy met in the games, each only once, in the order in which they were met. A game ends early
    /// at a decision for which the policy has no answer; that decision is in the list too.
    pub rows: Vec<Row>,
    /// Counts and sums of each game, with `true` if it came to its end.
    pub(super) games: Vec<(GameTally, bool)>,
}

impl SampleGames {
    /// Leaves out all but the first `games` games, though not their decisions. What is left is unbiased if `games` does not
    /// depend on the course of the games.
    #[must_use]
    pub fn first(mut self, games: usize) -> SampleGames {
        self.games.truncate(games);
        self.sample.games = self.games.len();
        self
    }
}

/// Counts of a policy's decisions in a game, and sums over these decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct GameTally {
    /// Number of decisions that the policy answered.
    pub(super) decisions: usize,
    /// Number of decisions that the policy answered with illegal moves.
    pub(super) illegal: usize,
    /// Sum over the decisions of the probability that a best move is played.
    pub(super) right: f64,
    /// Sum over the decisions of the mean loss, in points.
    pub(super) loss: f64,
}

/// Game in progress of a policy against perfect play.
#[derive(Clone, Debug)]
pub(super) struct SampleGame {
    random: ChaCha8Rng,
    /// Node of the arena's graph that the game has come to.
    node: usize,
    is_policy_on_roll: bool,
    /// Decision that waits for the policy's answer.
    waiting: Option<Row>,
    /// Counts and sums of the game so far.
    pub(super) tally: GameTally,
}

impl SampleGame {
    /// Creates a game at its start, from the seed of the sample and the index of the game. The first mover is drawn by
    /// lot.
    pub(super) fn new(arena: &Arena, seed: u64, number: usize) -> SampleGame {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(number as u64);
        SampleGame {
            is_policy_on_roll: random.random(),
            random,
            node: arena.states().start(),
            waiting: None,
            tally: GameTally::default(),
        }
    }

    /// Plays on to a decision for which the policy has no answer, and returns that decision; `None` if the game is
    /// over.
    pub(super) fn play_on(&mut self, arena: &Arena, policy: &Policy) -> Option<Row> {
        loop {
            let waiting = self.next_decision(arena)?;
            if !self.answer(arena, policy) {
                return Some(waiting);
            }
        }
    }

    /// Plays on to the next decision of the policy, and returns it; `None` if the game is over.
    pub(super) fn next_decision(&mut self, arena: &Arena) -> Option<Row> {
        let graph = arena.graph();
        while self.waiting.is_none() && self.node < graph.states() {
            let probabilities = arena.die_probabilities();
            let outcome = drawn(&mut self.random, &probabilities).unwrap_or(0);
            let row = Row::of_state(self.node).nth(outcome)?;
            let places = arena.places(row);
            if self.is_policy_on_roll && places.len() > 1 {
                self.waiting = Some(row);
            } else {
                self.move_to(arena, arena.best_of(places));
            }
        }
        self.waiting
    }

    /// Makes the policy's move in the waiting decision, if there is one. Returns `false` if the policy has no answer.
    pub(super) fn answer(&mut self, arena: &Arena, policy: &Policy) -> bool {
        let Some(row) = self.waiting else {
            return true;
        };
        let places = arena.places(row);
        let losses = arena.losses(row);
        let is_illegal = match policy.said(row) {
            Said::Missing => return false,
            said => said == Said::Illegal,
        };
        let mut charged = [0.0; MOST_MOVES];
        let probabilities = if is_illegal {
            charged[worst(losses)] = 1.0;
            &charged[..losses.len()]
        } else {
            policy.probabilities(places.clone())
        };
        self.tally.decisions += 1;
        self.tally.illegal += usize::from(is_illegal);
        if !is_illegal {
            self.tally.right += rightness(losses, probabilities);
        }
        self.tally.loss += expected_loss(losses, probabilities);
        // Draw a random number even if the policy gives only one move. Otherwise later throws would depend on the
        // number of moves that the policy gives.
        let rank = drawn(&mut self.random, probabilities).unwrap_or(0);
        self.waiting = None;
        self.move_to(arena, places.start + rank);
        true
    }

    fn move_to(&mut self, arena: &Arena, place: usize) {
        self.node = arena.graph().all_moves()[place] as usize;
        self.is_policy_on_roll = !self.is_policy_on_roll;
    }
}
