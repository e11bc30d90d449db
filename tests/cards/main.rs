//! Searches for the best cards of a rule set, and prints them as a file of `query/src/policy/card`; progress goes to standard
//! error. The same arguments find the same cards.
//!
//! ```text
//! cargo run --release -p tourne-query --example cards -- standard 10 4 1 > query/src/policy/card/standard.cards
//! ```
//!
//! The arguments are the rule set, the maximum number of lines, the number of searches for each length, and the seed.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program")]

mod draft;
mod field;
mod search;

use std::env;
use std::error::Error;

use rayon::prelude::*;
use tourne_query::policy::Arena;
use tourne_query::policy::card::Card;
use tourne_query::solutions::Source;
use tourne_solver::game::Rules;
use tourne_solver::graph::values::Unsettled;

use field::Field;
use search::anneal;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let mut argument = |usual: &str| arguments.next().unwrap_or_else(|| usual.to_owned());
    let rules: Rules = argument("standard").parse()?;
    let longest: usize = argument("5").parse()?;
    let searches: u64 = argument("4").parse()?;
    let seed: u64 = argument("1").parse()?;
    let field = Field::new(Arena::new(&Source::of(rules).open(&mut |_| ())?)?)?;

    // The longest first, since they take the most time.
    let lengths = (1..=longest).rev();
    let tasks: Vec<(usize, u64)> = lengths
        .flat_map(|lines| (0..searches).map(move |number| (lines, number)))
        .collect();
    let search = |&(lines, number): &(usize, u64)| -> Result<(usize, f64, Card), Unsettled> {
        // The same seed for a search, whatever else is searched for.
        let seed = seed.wrapping_mul(1 << 32).wrapping_add(number << 16);
        let card = anneal(&field, lines, seed.wrapping_add(lines as u64))?;
        let loss = field.exact(&card)?;
        eprintln!("{rules}, {lines} lines, search {number}: loses {loss:.6} points a game\n{card}");
        Ok((lines, loss, card))
    };
    let found: Vec<(usize, f64, Card)> = tasks
        .par_iter()
        .with_max_len(1)
        .map(search)
        .collect::<Result<_, _>>()?;
    let cards = (1..=longest).filter_map(|lines| {
        let of_length = found.iter().filter(|found| found.0 == lines);
        let best = of_length.min_by(|one, other| one.1.total_cmp(&other.1))?;
        Some(best.2.to_string())
    });
    print!("{}", cards.collect::<Vec<_>>().join("\n"));
    Ok(())
}
