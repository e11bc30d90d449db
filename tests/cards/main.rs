//! Searches for the best cards of a rule set, of 1 to 10 lines, and prints them as a file of `query/src/policy/card`; what it
//! finds, and what it costs, goes to standard error. The same seed finds the same cards.
//!
//! `cargo run --release -p tourne-query --example cards -- standard 10 4 1 > query/src/policy/card/standard.cards`: the rule
//! set, the number of lines, the number of times that each card is shaken and improved again, and the seed.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program")]

mod field;
mod search;

use std::env;
use std::error::Error;

use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use tourne_query::policy::Arena;
use tourne_query::policy::card::Card;
use tourne_query::solutions::Source;
use tourne_solver::game::Rules;

use field::Field;
use search::{Graded, closing, longer};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let mut argument = |usual: &str| arguments.next().unwrap_or_else(|| usual.to_owned());
    let rules: Rules = argument("standard").parse()?;
    let lengths: usize = argument("10").parse()?;
    let rounds: usize = argument("4").parse()?;
    let seed: u64 = argument("1").parse()?;
    let arena = Arena::new(&Source::of(rules).open(&mut |_| ())?)?;

    let none = Card::new(vec![closing()]);
    let field = Field::new(arena, &none)?;
    let first = Graded::new(&field, none)?;
    let found = first.with_line(&field, 0, 1)?;
    let mut best = found.into_iter().min_by(Graded::order).unwrap_or(first);
    for length in 1..=lengths {
        if length > 1 {
            // A seed for each length, so that a longer search begins as a shorter one does.
            let mut random = ChaCha8Rng::seed_from_u64(seed.wrapping_add(length as u64));
            best = longer(&field, &best, rounds, &mut random)?;
            println!();
        }
        eprintln!(
            "{rules}, {length} lines: loses {:.5} points a game\n{}",
            best.loss, best.card
        );
        print!("{}", best.card);
    }
    Ok(())
}
