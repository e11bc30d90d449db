//! Examples for the lines of a card: for each line, a choice in which the line finds the best move.

use crate::policy::{Arena, Row};
use tourne_solver::{Die, Position};

use super::{Card, Decided, View};

/// Finds an example for each line of a card: a position and die for which the line plays the only best move, while the
/// card without the line would play another move. (Without its only line, a card plays the front man.) Choices with the
/// fewest men home come first, then those in which the other move loses most, then the order of [`Arena::decisions`].
/// The entry of a line without an example is `None`.
///
/// ```
/// use tourne::cards::{Length, View, built_in, examples};
/// use tourne::policy::Arena;
/// use tourne_solver::Rules;
///
/// let arena = Arena::new(tourne::standard());
/// let card = built_in(Rules::STANDARD, Length::TAUGHT);
/// let (position, die) = examples(&arena, card)[0].expect("the first line has an example");
/// let choice = card.choose(&View::new(Rules::STANDARD, position, die));
/// assert_eq!(choice.line, Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn examples(arena: &Arena, card: &Card) -> Vec<Option<(Position, Die)>> {
    let lines = card.lines();
    let without: Vec<Option<Card>> = (0..lines.len())
        .map(|line| {
            let others = [&lines[..line], &lines[line + 1..]].concat();
            (!others.is_empty()).then(|| Card::new(others))
        })
        .collect();
    let mut found: Vec<Option<(usize, f64, Row)>> = vec![None; lines.len()];
    for row in arena.decisions() {
        let (position, die) = arena.position_of(row);
        let losses = arena.losses(row);
        let view = View::new(arena.rules(), position, die);
        let Decided {
            index,
            line: Some(line),
        } = card.choose(&view)
        else {
            continue;
        };
        let others = without[line].as_ref();
        let front = view.len() - 1;
        let other = others.map_or(front, |card| card.choose(&view).index);
        let is_only_best = losses.iter().filter(|&&loss| loss == 0.0).count() == 1;
        if losses[index] > 0.0 || !is_only_best || other == index {
            continue;
        }
        let home = position.on_roll().home() + position.opponent().home();
        let loss = losses[other];
        let is_better = found[line]
            .is_none_or(|(fewest, most, _)| home < fewest || (home == fewest && loss > most));
        if is_better {
            found[line] = Some((home, loss, row));
        }
    }
    let examples = found.into_iter();
    examples
        .map(|it| it.map(|(.., row)| arena.position_of(row)))
        .collect()
}
