//! Questions in text form: a position, with or without a throw.

use tourne_solver::{
    Die, OneDieOnly, ParseRollError, ParseSetupError, Position, Roll, Rules, Setup, SetupError,
    shortened,
};

/// Question about the best moves of a position, with one die or with each of the six dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// Position before the throw.
    pub position: Position,
    /// Die that is played; `None` asks for all six dice.
    pub die: Option<Die>,
}

/// Error when parsing a question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum QuestionError {
    /// The text of the position cannot be read.
    #[error(transparent)]
    Notation(#[from] ParseSetupError),
    /// The position can be read, but is not legal.
    #[error("{}", .error.quoting(.text))]
    Position { text: String, error: SetupError },
    /// The text of the throw cannot be read.
    #[error(transparent)]
    Roll(#[from] ParseRollError),
    /// The position is followed by a throw, and a second throw is given.
    #[error(
        "\"{0}\" has a throw after the position, and \"{1}\" is another: leave one of them out"
    )]
    TwoThrows(String, String),
    /// The throw has two dice, but these rules use only one die.
    #[error(transparent)]
    OneDieOnly(#[from] OneDieOnly),
}

impl Question {
    /// Parses a position, with or without a throw, under these rules.
    ///
    /// # Errors
    ///
    /// [`QuestionError`] if the position or the throw cannot be read, or if one of them is not legal.
    pub fn parse(position: &str, roll: Option<&str>, rules: Rules) -> Result<Self, QuestionError> {
        let position = match rules.read(position) {
            Some(position) => position,
            None => {
                let setup: Setup = position.parse()?;
                let read = rules.position(&setup);
                read.map_err(|error| QuestionError::Position {
                    text: shortened(position.trim()),
                    error,
                })?
            }
        };
        let roll: Option<Roll> = roll.map(str::parse).transpose()?;
        let die = roll.map(|roll| rules.die_played(roll)).transpose()?;
        Ok(Question { position, die })
    }

    /// Parses a question from the command line. The position and the throw are either two words, or one word as in a
    /// [line](Question::parse_line).
    ///
    /// # Errors
    ///
    /// [`QuestionError`] if the position or the throw cannot be read, or if one of them is not legal.
    pub fn parse_words(
        position: &str,
        roll: Option<&str>,
        rules: Rules,
    ) -> Result<Self, QuestionError> {
        let Some(roll) = roll else {
            return Question::parse_line(position, rules);
        };
        match position.trim().split_once(is_separator) {
            None => Question::parse(position, Some(roll), rules),
            // A colon may end the position, as in "04h/007: 3".
            Some((position, "")) => Question::parse(position, Some(roll), rules),
            Some(_) => Err(QuestionError::TwoThrows(
                shortened(position),
                shortened(roll),
            )),
        }
    }

    /// Parses a line: `POSITION`, `POSITION:ROLL` or `POSITION ROLL`.
    ///
    /// # Errors
    ///
    /// [`QuestionError`] if the position or the throw cannot be read, or if one of them is not legal.
    ///
    /// ```
    /// use tourne::ask::Question;
    /// use tourne_solver::{Die, Rules};
    ///
    /// let question = Question::parse_line("04h/007:4-3", Rules::STANDARD)?;
    /// assert_eq!(question.die, Some(Die::new(3)));
    /// assert_eq!(question, Question::parse_line(" 4h0/700  3", Rules::STANDARD)?);
    /// # Ok::<(), tourne::ask::QuestionError>(())
    /// ```
    pub fn parse_line(line: &str, rules: Rules) -> Result<Self, QuestionError> {
        let line = line.trim();
        match line.split_once(is_separator) {
            Some((position, roll)) => Question::parse(position, Some(roll), rules),
            None => Question::parse(line, None, rules),
        }
    }
}

fn is_separator(character: char) -> bool {
    character == ':' || character.is_whitespace()
}
