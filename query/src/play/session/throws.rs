//! Throws of the dice, and the opening of a game: each player throws a die, and the player with the higher one begins.
//! Equal dice are thrown again.

use tourne_solver::{Die, OutOfRangeDie, ParseRollError, Roll, shortened};

use super::{Session, Stopped};
use crate::play::command::Typed;
use crate::show::paragraph::{capitalised, sentence};
use crate::show::play::name::Name;

impl Session<'_> {
    pub(super) fn first_player(&mut self) -> Result<usize, Stopped> {
        loop {
            let dice = match &mut self.dice {
                Some(thrower) => [thrower.die(), thrower.die()],
                None => self.typed_dice()?,
            };
            let [one, other] = [0, 1].map(|it| self.names[it].does("throw", "throws"));
            let [own, others] = dice;
            let thrown = capitalised(&format!("{one} a {own}, {other} a {others}"));
            if own == others {
                self.say(&format!("Who begins? {thrown}: equal, so again."))?;
                continue;
            }
            let first = usize::from(others > own);
            let begins = self.names[first].does("begin", "begins");
            self.say(&format!("Who begins? {thrown}: {begins}."))?;
            return Ok(first);
        }
    }

    fn typed_dice(&mut self) -> Result<[Die; 2], Stopped> {
        let [one, other] = self.names.each_ref().map(Name::whose);
        let prompt = format!("Who begins? Type {one} die, then {other}, such as 5 3> ");
        loop {
            let typed = self.ask_or_leave(&prompt, &["quit".to_owned()])?;
            let wrong = match typed {
                Typed::Other(text) if !text.is_empty() => match typed_throw(&text) {
                    Ok(Roll::Both(own, others)) => return Ok([own, others]),
                    Ok(Roll::Played(_)) => format!("\"{text}\" is one die. "),
                    Err(error @ ParseRollError::Die { .. }) => {
                        format!("{} ", sentence(&error.to_string()))
                    }
                    Err(_) => String::new(),
                },
                _ => String::new(),
            };
            self.say(&format!(
                "{wrong}Type two numbers from 1 to 6, {one} die and {other}, or quit."
            ))?;
        }
    }
}

/// Parses a throw that a person types: one or two dice, with anything but letters and digits between them, or "and".
pub(super) fn typed_throw(text: &str) -> Result<Roll, ParseRollError> {
    let unknown = || ParseRollError::Unknown(shortened(text));
    let parts = text.split(|letter: char| !letter.is_alphanumeric());
    let words: Vec<&str> = parts
        .filter(|word| !word.is_empty() && !word.eq_ignore_ascii_case("and"))
        .collect();
    let numbers: Option<Vec<u8>> = match words[..] {
        // Dice may also be written without anything between them, as in 43.
        [digits] => digits
            .chars()
            .map(|digit| digit.to_digit(10)?.try_into().ok())
            .collect(),
        _ => words.iter().map(|word| word.parse().ok()).collect(),
    };
    let die = |number: u8| {
        Die::try_from(number).map_err(|fault: OutOfRangeDie| ParseRollError::Die {
            text: shortened(text),
            fault,
        })
    };
    match numbers.ok_or_else(unknown)?[..] {
        [] => Err(unknown()),
        [one] => Ok(Roll::Played(die(one)?)),
        [one, other] => Ok(Roll::Both(die(one)?, die(other)?)),
        ref many => Err(ParseRollError::TooMany(shortened(text), many.len())),
    }
}
