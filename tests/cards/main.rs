//! Searches for the best cards of a rule set.

#![expect(clippy::print_stdout, reason = "a program")]

mod field;
mod search;

use std::env;
use std::error::Error;

use tourne_query::policy::Arena;
use tourne_query::policy::card::Card;
use tourne_query::solutions::Source;
use tourne_solver::game::Rules;

use field::Field;
use search::{Graded, closing, longer};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let rules: Rules = arguments.next().as_deref().unwrap_or("standard").parse()?;
    let most: usize = arguments.next().as_deref().unwrap_or("10").parse()?;
    let keep: usize = arguments.next().as_deref().unwrap_or("2").parse()?;
    let arena = Arena::new(&Source::of(rules).open(&mut |_| ())?)?;
    let card = Card::new(vec![closing()]);
    let field = Field::new(arena, &card)?;
    println!("{} decisions, {} words, {} facts", field.views.len(), field.words.len(), field.facts.len());
    let mut pool = vec![];
    for length in 1..=most {
        pool = if length == 1 { Graded::new(&field, card.clone())?.with_line(&field, 0, 1)? } else { longer(&field, &pool, keep)? };
        pool.sort_by(Graded::order);
        pool.truncate(keep);
        for graded in &pool {
            println!("{length} lines, {:.4} %\n{}", 50.0 * graded.loss, graded.card);
        }
    }
    Ok(())
}
