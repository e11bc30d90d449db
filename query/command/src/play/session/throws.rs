//! Throws of the dice, and the opening of a game: each player throws a die, and the player with the higher one begins.
//! Equal dice are thrown again.

use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;
use tourne_solver::{Dice, Die, Roll, Rules};

use super::{Session, Stopped};
use crate::play::command::Typed;
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

pub(super) fn joined(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Throws one die; all six numbers have the same probability.
fn die(random: &mut ChaCha8Rng) -> Die {
    Die::new(random.random_range(1..=6))
}

/// Throws as many dice as the rules require; returns the throw and the die that is played.
pub(super) fn throw_from(random: &mut ChaCha8Rng, rules: Rules) -> (Roll, Die) {
    let one = die(random);
    match rules.dice {
        Dice::LowerOfTwo => {
            let other = die(random);
            (Roll::Both(one, other), one.min(other))
        }
        Dice::One => (Roll::Played(one), one),
    }
}
