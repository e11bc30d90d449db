//! Searches for the best cards of a rule set, and prints them as a file for `query/src/cards`; progress goes to standard
//! error. The same arguments find the same cards.
//!
//! ```text
//! cargo run --release -p tourne --example cards -- standard 10 3 1 > standard.cards
//! ```
//!
//! The arguments are the rule set, the maximum number of lines, the number of searches for cards of that length
//! (shorter cards get more searches, which take as long in total), and the seed.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program")]

mod draft;
mod field;
mod search;

use std::env;
use std::error::Error;

use rayon::prelude::*;
use tourne::cards::Card;
use tourne::policy::Arena;
use tourne::solutions::Source;
use tourne_graph::Unsettled;
use tourne_solver::Rules;

use field::Field;
use search::anneal;

/// Maximum number of times that the searches for a length are repeated with other seeds. They are repeated if they find
/// no card that is better than the best shorter card.
const REPEATS: u64 = 4;

/// A card that was found, with its exact loss per game in points.
struct Found {
    card: Card,
    loss: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let mut argument = |usual: &str| arguments.next().unwrap_or_else(|| usual.to_owned());
    let rules: Rules = argument("standard").parse()?;
    let longest: u64 = argument("5").parse()?;
    let searches: u64 = argument("3").parse()?;
    let seed: u64 = argument("1").parse()?;
    let field = Field::new(Arena::new(&Source::of(rules).open()?))?;

    let mut cards: Vec<Found> = Vec::new();
    for lines in 1..=longest {
        let count = searches * longest / lines;
        let mut best: Option<Found> = None;
        for repeat in 0..=REPEATS {
            let numbers = repeat * count..(repeat + 1) * count;
            // The seed of a search does not depend on the other searches.
            let seeds = numbers.map(|number| (seed << 32) + (number << 16) + lines);
            let seeds = seeds.collect::<Vec<u64>>().into_par_iter();
            let found = seeds.map(|seed| find(&field, lines as usize, seed));
            let found = found
                .collect::<Result<Vec<Found>, Unsettled>>()?
                .into_iter();
            let all = best.into_iter().chain(found);
            best = all.min_by(|one, other| one.loss.total_cmp(&other.loss));
            let shorter = cards.last().map_or(f64::INFINITY, |shorter| shorter.loss);
            if best.as_ref().is_some_and(|best| best.loss < shorter) {
                break;
            }
        }
        if let Some(best) = best {
            let Found { card, loss } = &best;
            eprintln!("{rules}, {lines} lines: loses {loss:.6} points a game\n{card}");
            cards.push(best);
        }
    }
    let cards: Vec<String> = cards.iter().map(|found| found.card.to_string()).collect();
    print!("{}", cards.join("\n"));
    Ok(())
}

fn find(field: &Field, lines: usize, seed: u64) -> Result<Found, Unsettled> {
    let card = anneal(field, lines, seed)?;
    let loss = field.exact(&card)?;
    Ok(Found { card, loss })
}
