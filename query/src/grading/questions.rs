//! Questions that come up in a sample of games, for a player who is asked about one decision after another.
//!
//! A few games are played side by side, in turn, so that several questions can be open at a time. The order of the
//! questions depends only on the answers, not on the time at which the answers arrive. So an engine that draws its
//! moves from a seed gets the same questions in every run. Each decision is asked about only once: the player is
//! assumed to give the same answer every time, as in a check of all decisions.

use std::collections::{HashMap, VecDeque};

use super::sample::{Sample, SampleGame};
use crate::policy::{Arena, Policy, Row};

/// Questions that come up in the games of a sample.
#[derive(Debug)]
pub struct Questions<'a> {
    arena: &'a Arena,
    sample: Sample,
    /// Games in progress, with their indices counted from 0. The game at the front of the queue is continued next.
    playing: VecDeque<(usize, SampleGame)>,
    /// Number of games begun so far.
    begun: usize,
    /// Number of games that are played side by side.
    side_by_side: usize,
    /// Decisions that the player was asked about, with `true` if the answer has come or is no longer expected.
    asked: HashMap<Row, bool>,
}

/// Next step for the program that asks the questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Ask about this decision.
    Ask(Row),
    /// Wait for the answer to a question that was asked before.
    Wait,
    /// Stop: every game is over, or has come to a decision without an answer.
    Done,
}

impl<'a> Questions<'a> {
    /// Creates the questions of a sample, starting with its first game.
    ///
    /// ```
    /// use tourne::grading::{Next, Questions, Sample};
    /// use tourne::policy::{Arena, Builtin, Policy};
    /// use tourne::solutions;
    ///
    /// let arena = Arena::new(solutions::standard());
    /// let player = Builtin::Front.policy(&arena);
    /// let sample = Sample { games: 10, seed: 0 };
    /// let mut questions = Questions::new(&arena, sample);
    /// let mut answers = Policy::unknown(&arena);
    /// while let Next::Ask(row) = questions.next(&answers, 1) {
    ///     answers.take(&arena, row, &player);
    ///     questions.settle(row);
    /// }
    /// assert_eq!(sample.play(&arena, &answers).estimate(&arena), sample.play(&arena, &player).estimate(&arena));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(arena: &'a Arena, sample: Sample) -> Questions<'a> {
        Questions {
            arena,
            sample,
            playing: VecDeque::new(),
            begun: 0,
            side_by_side: 1,
            asked: HashMap::new(),
        }
    }

    /// Returns the next step, given the answers so far. At most `side_by_side` games are played side by side, or more
    /// if an earlier call allowed more.
    pub fn next(&mut self, answers: &Policy, side_by_side: usize) -> Next {
        self.side_by_side = self.side_by_side.max(side_by_side);
        loop {
            while self.playing.len() < self.side_by_side && self.begun < self.sample.games {
                let game = SampleGame::new(self.arena, self.sample.seed, self.begun);
                self.playing.push_back((self.begun, game));
                self.begun += 1;
            }
            let Some((_, game)) = self.playing.front_mut() else {
                return Next::Done;
            };
            let waiting = game.play_on(self.arena, answers);
            let asked = waiting.and_then(|row| self.asked.get(&row));
            match (waiting, asked) {
                (Some(row), None) => {
                    self.asked.insert(row, false);
                    self.playing.rotate_left(1);
                    return Next::Ask(row);
                }
                (Some(_), Some(false)) => return Next::Wait,
                // The game is over, or has come to a decision that will get no answer.
                (None, _) | (Some(_), Some(true)) => self.playing.pop_front(),
            };
        }
    }

    /// Marks a question as settled: its answer is among the answers, or will not come.
    pub fn settle(&mut self, row: Row) {
        self.asked.insert(row, true);
    }

    /// Returns the sample whose games are played.
    pub fn sample(&self) -> Sample {
        self.sample
    }

    /// Returns the number of games that began before the oldest game still in progress. These games are done, and a
    /// sample of them is unbiased. The sample of all finished games would be biased, since short games end first when
    /// games are played side by side.
    pub fn settled_games(&self) -> usize {
        let playing = self.playing.iter().map(|&(number, _)| number);
        playing.min().unwrap_or(self.begun)
    }
}
