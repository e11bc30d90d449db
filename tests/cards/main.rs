//! Searches for the best cards of a rule set, and prints them as a file of `query/src/policy/card`; what it finds, and what
//! it costs, goes to standard error. The same arguments find the same cards.
//!
//! ```text
//! cargo run --release -p tourne-query --example cards -- standard 6 4 1 > six.cards
//! ```
//!
//! The arguments are the rule set, the number of lines, the number of times that each card is shaken and improved again, the
//! seed, and a file of cards to go on from.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program")]

mod field;
mod search;

use std::error::Error;
use std::{env, fs};

use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use tourne_query::policy::Arena;
use tourne_query::policy::card::Card;
use tourne_query::solutions::Source;
use tourne_solver::game::Rules;

use field::Field;
use search::{Graded, closing, longer};

/// Number of lines up to which costs are counted finely in the standard game, and the share of what can be lost that is left out
/// there and elsewhere.
const FINE: usize = 6;
const LEFT_OUT: [f64; 2] = [0.03, 0.1];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let mut argument = |usual: &str| arguments.next().unwrap_or_else(|| usual.to_owned());
    let rules: Rules = argument("standard").parse()?;
    let lengths: usize = argument("6").parse()?;
    let rounds: usize = argument("4").parse()?;
    let seed: u64 = argument("1").parse()?;
    let arena = Arena::new(&Source::of(rules).open(&mut |_| ())?)?;

    let none = Card::new(vec![closing()]);
    let [fine, coarse] = LEFT_OUT.map(|share| Field::new(arena.clone(), &none, share));
    let (fine, coarse) = (fine?, coarse?);
    let mut cards: Vec<Card> = Vec::new();
    if let Some(file) = arguments.next() {
        for card in fs::read_to_string(file)?.split("\n\n") {
            cards.push(card.parse()?);
        }
    }
    for length in cards.len() + 1..=lengths {
        let is_fine = rules == Rules::STANDARD && length <= FINE;
        let field = if is_fine { &fine } else { &coarse };
        let best = match cards.last() {
            None => {
                let first = Graded::new(field, none.clone())?;
                let found = first.with_line(field, 0, 1)?;
                found.into_iter().min_by(Graded::order).unwrap_or(first)
            }
            Some(card) => {
                // A seed for each length, so that a longer search begins as a shorter one does.
                let mut random = ChaCha8Rng::seed_from_u64(seed.wrapping_add(length as u64));
                longer(
                    field,
                    &Graded::new(field, card.clone())?,
                    rounds,
                    &mut random,
                )?
            }
        };
        eprintln!(
            "{rules}, {length} lines: loses {:.5} points a game\n{}",
            best.loss, best.card
        );
        cards.push(best.card);
    }
    let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
    print!("{}", cards.join("\n"));
    Ok(())
}
