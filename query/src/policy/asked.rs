//! Answers in text form to questions about one position and die: a move, or several moves with probabilities.

use tourne_solver::{MOST_MOVES, Move};

use super::chance::{divisor, probability};
use super::{Arena, IllegalAnswer, Policy, PolicyError, Row};

impl Policy {
    /// Answers a row with the move `said`. If `said` is not a legal move, marks the row as illegal and returns a
    /// description of the illegal answer; otherwise returns `None`. A row with only one legal move is never marked.
    pub fn answer(&mut self, arena: &Arena, row: Row, said: &str) -> Option<IllegalAnswer> {
        let Some(rank) = arena.rank_said(row, said) else {
            return Some(self.refuse(arena, row, None, said));
        };
        let mut probabilities = [0.0; MOST_MOVES];
        probabilities[rank] = 1.0;
        self.give(arena, row, &probabilities);
        None
    }

    /// Answers a row with several moves and their probabilities. If a move with a positive probability is not legal,
    /// marks the row as illegal and returns a description of the first such move; otherwise returns `None`. A row with
    /// only one legal move is never marked.
    ///
    /// # Errors
    ///
    /// [`PolicyError`] if the numbers are not probabilities that sum to 1, or if a move is given twice.
    pub fn answer_mixed(
        &mut self,
        arena: &Arena,
        row: Row,
        said: &[(String, f64)],
    ) -> Result<Option<IllegalAnswer>, PolicyError> {
        let (probabilities, illegal) = arena.mixed(row, said)?;
        if let Some(text) = illegal {
            return Ok(Some(self.refuse(arena, row, None, text)));
        }
        self.give(arena, row, &probabilities);
        Ok(None)
    }

    /// Marks a row as illegal and describes the illegal answer. `line` is the line of the answer in a file; `None` if
    /// the answer does not come from a file.
    pub(super) fn refuse(
        &mut self,
        arena: &Arena,
        row: Row,
        line: Option<u64>,
        said: &str,
    ) -> IllegalAnswer {
        self.give_illegal(arena, row);
        IllegalAnswer::new(arena, row, line, said)
    }
}

impl Arena {
    /// Checks an answer that gives moves with probabilities. Returns the probability of each legal move, by rank. The
    /// second result is the first illegal move with a positive probability; `None` if the answer has no such move.
    ///
    /// # Errors
    ///
    /// [`PolicyError`] if the numbers are not probabilities that sum to 1, or if a move is given twice.
    pub fn mixed<'a>(
        &self,
        row: Row,
        said: &'a [(String, f64)],
    ) -> Result<([f64; MOST_MOVES], Option<&'a str>), PolicyError> {
        let (position, die) = self.position_of(row);
        let mut probabilities = [None; MOST_MOVES];
        let (mut sum, mut illegal, mut wrong) = (0.0, None, None);
        for &(ref text, number) in said {
            let chance = probability(number).unwrap_or_else(|| {
                wrong = wrong.or(Some(number));
                0.0
            });
            sum += chance;
            match self.rank_said(row, text) {
                Some(rank) if probabilities[rank].is_some() => {
                    let play = self.plays(row).nth(rank);
                    let action = play.map_or(Move::Pass, |play| play.action);
                    return Err(PolicyError::MoveTwice {
                        position,
                        die,
                        action,
                    });
                }
                Some(rank) => probabilities[rank] = Some(chance),
                None if chance > 0.0 => illegal = illegal.or(Some(&**text)),
                None => (),
            }
        }
        if let Some(number) = wrong {
            return Err(PolicyError::Number {
                position,
                die,
                number,
            });
        }
        let divisor = divisor(sum).ok_or(PolicyError::Sum { position, die, sum })?;
        Ok((probabilities.map(|it| it.unwrap_or(0.0) / divisor), illegal))
    }

    /// Returns the [rank](Arena::rank_of) of the move that a text names; `None` if the text is not a legal move of the
    /// row.
    fn rank_said(&self, row: Row, said: &str) -> Option<usize> {
        self.rank_of(row, said.parse().ok()?)
    }
}
