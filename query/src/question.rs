//! Questions as they are written: a position, and perhaps a throw.

use tourne_solver::game::{
    Die, OneDieOnly, ParseRollError, ParseSetupError, Position, Roll, Rules, Setup, SetupError,
};

/// What is asked: the best moves of a position with one die, or with each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// The position.
    pub position: Position,
    /// The die that is played; `None` asks for all six.
    pub die: Option<Die>,
}

/// A text that is no question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuestionError {
    /// The position cannot be read.
    #[error(transparent)]
    Notation(#[from] ParseSetupError),
    /// The position cannot be.
    #[error(transparent)]
    Position(#[from] SetupError),
    /// The throw cannot be read.
    #[error(transparent)]
    Roll(#[from] ParseRollError),
    /// The throw does not go with the rules.
    #[error(transparent)]
    OneDieOnly(#[from] OneDieOnly),
}

impl Question {
    /// Reads a position and perhaps a throw, under these rules.
    ///
    /// # Errors
    ///
    /// [`QuestionError`] says what cannot be read, or cannot be.
    pub fn parse(position: &str, roll: Option<&str>, rules: Rules) -> Result<Self, QuestionError> {
        let position = rules.position(&position.parse::<Setup>()?)?;
        let roll: Option<Roll> = roll.map(str::parse).transpose()?;
        let die = roll.map(|roll| rules.die_played(roll)).transpose()?;
        Ok(Question { position, die })
    }

    /// Reads a line: `POSITION`, `POSITION:ROLL` or `POSITION ROLL`.
    ///
    /// # Errors
    ///
    /// As for [`Question::parse`].
    ///
    /// ```
    /// use tourne_query::question::Question;
    /// use tourne_solver::game::{Die, Rules};
    ///
    /// let question = Question::parse_line("04h/007:4-3", Rules::STANDARD)?;
    /// assert_eq!(question.die, Some(Die::new(3)));
    /// assert_eq!(question, Question::parse_line(" 4h0/700  3", Rules::STANDARD)?);
    /// # Ok::<(), tourne_query::question::QuestionError>(())
    /// ```
    pub fn parse_line(line: &str, rules: Rules) -> Result<Self, QuestionError> {
        let line = line.trim();
        match line.split_once(|separator: char| separator == ':' || separator.is_whitespace()) {
            Some((position, roll)) => Question::parse(position, Some(roll), rules),
            None => Question::parse(line, None, rules),
        }
    }
}
