//! Opening of a game: each player throws a die, and the player with the higher one begins. Equal dice are thrown again.

use tourne_solver::{Die, Roll};

use super::{Session, Stopped};
use crate::play::command::Typed;
use crate::play::dice::die;
use crate::show::paragraph::capitalised;
use crate::show::play::name::Name;

impl Session<'_> {
    pub(super) fn first_player(&mut self) -> Result<usize, Stopped> {
        loop {
            let dice = match &mut self.dice {
                Some(random) => [die(random), die(random)],
                None => self.typed_dice()?,
            };
            let [one, other] = &self.names;
            let [one, other] = [one, other].map(|name| name.does("throw", "throws"));
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
            if let Typed::Other(text) = self.ask_or_leave(&prompt, &["quit".to_owned()])?
                && let Ok(Roll::Both(own, others)) = joined(&text).parse()
            {
                return Ok([own, others]);
            }
            self.say(&format!(
                "Type two numbers from 1 to 6, {one} die and {other}, or quit."
            ))?;
        }
    }
}

/// Removes the spaces from a typed throw.
pub(super) fn joined(text: &str) -> String {
    text.split_whitespace().collect()
}
