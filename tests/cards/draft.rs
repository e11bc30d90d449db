//! Lines of cards in the making: quick to change and to evaluate for all decisions at once.

use arrayvec::ArrayVec;
use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;
use tourne::cards::{End, Fact, Formula, Rule};

use crate::field::Field;

/// Index that stands for "no move", in a decision that the line does not fit.
pub(crate) const UNDECIDED: u8 = 3;
/// Maximum number of words in a line.
const MOST_WORDS: usize = 3;

/// Ways to complete a line: the man preferred among the allowed moves, and the man played where no move is allowed.
const MANNERS: [(End, Option<End>); 4] = [
    (End::Front, None),
    (End::Rear, None),
    (End::Front, Some(End::Front)),
    (End::Front, Some(End::Rear)),
];

/// A line of a card in the making.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    /// The words before the colon; empty if the line holds in every decision.
    condition: Part,
    moves: Part,
    manner: usize,
}

/// Up to two words, as indices in a list of the field: its facts in a condition, its words in the moves.
#[derive(Clone, Debug)]
struct Part {
    /// For each word its index, and `true` if it is negated.
    words: ArrayVec<(usize, bool), 2>,
    join: Join,
}

/// Operator that joins the second word to the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Join {
    And,
    Or,
    Unless,
}

impl Join {
    fn any(random: &mut ChaCha8Rng) -> Join {
        [Join::And, Join::Or, Join::Unless][random.random_range(0..3)]
    }
}

impl Part {
    fn any(count: usize, words: usize, random: &mut ChaCha8Rng) -> Part {
        let words = (0..words).map(|_| (random.random_range(0..count), false));
        let words = words.collect();
        let join = Join::any(random);
        Part { words, join }
    }

    /// Changes a word, a negation or the joint at random. There are `count` words to choose from; at least `least`
    /// words remain, and a word is added only if the line `has_room`.
    fn change(&mut self, count: usize, least: usize, has_room: bool, random: &mut ChaCha8Rng) {
        let words = self.words.len();
        match random.random_range(0..10) {
            0 if words > least => {
                self.words.remove(random.random_range(0..words));
            }
            0 | 1 if has_room && words < 2 => {
                self.words.push((random.random_range(0..count), false));
            }
            2 if words == 2 => self.join = Join::any(random),
            3 if words == 2 => self.words.swap(0, 1),
            4 if words > 0 => {
                let which = random.random_range(0..words);
                self.words[which].1 ^= true;
            }
            // Take a word with a number close by, which has a similar meaning.
            5..8 if words > 0 => {
                let which = random.random_range(0..words);
                let step = random.random_range(1..=4);
                let step = if random.random() { step } else { count - step };
                let word = &mut self.words[which].0;
                *word = (*word + step) % count;
            }
            _ if words > 0 => {
                let which = random.random_range(0..words);
                self.words[which].0 = random.random_range(0..count);
            }
            _ => (),
        }
    }

    /// Returns, for each decision, the bits of `all` for which the words are true; all bits of `all` if there are no
    /// words.
    fn masks(&self, table: &[Vec<u8>], all: &[u8]) -> Vec<u8> {
        let mut words = self.words.iter();
        let Some(&(word, is_denied)) = words.next() else {
            return all.to_vec();
        };
        let literal = |word: usize, is_denied: bool| {
            let denied = if is_denied { u8::MAX } else { 0 };
            table[word].iter().map(move |mask| mask ^ denied)
        };
        let first = literal(word, is_denied);
        let masks: Vec<u8> = match words.next() {
            None => first.collect(),
            Some(&(word, is_denied)) => {
                let both = first.zip(literal(word, is_denied));
                match self.join {
                    Join::And => both.map(|(one, other)| one & other).collect(),
                    Join::Or => both.map(|(one, other)| one | other).collect(),
                    Join::Unless => both.map(|(one, other)| one & !other).collect(),
                }
            }
        };
        masks
            .iter()
            .zip(all)
            .map(|(mask, all)| mask & all)
            .collect()
    }

    fn formula<T: Copy>(&self, list: &[T]) -> Option<Formula<T>> {
        let literal = |&(word, is_denied): &(usize, bool)| {
            let form = if is_denied {
                Formula::not
            } else {
                Formula::from
            };
            form(list[word])
        };
        let mut words = self.words.iter().map(literal);
        let first = words.next()?;
        Some(match (words.next(), self.join) {
            (None, _) => first,
            (Some(second), Join::And) => first.and(second),
            (Some(second), Join::Or) => first.or(second),
            (Some(second), Join::Unless) => first.unless(second),
        })
    }
}

impl Draft {
    /// Creates a line of random words.
    pub(crate) fn any(field: &Field, random: &mut ChaCha8Rng) -> Draft {
        let condition = random.random_range(0..=2);
        let moves = random.random_range(1..=(MOST_WORDS - condition).min(2));
        Draft {
            condition: Part::any(field.facts.len(), condition, random),
            moves: Part::any(field.words.len(), moves, random),
            manner: random.random_range(0..MANNERS.len()),
        }
    }

    pub(crate) fn words(&self) -> usize {
        self.condition.words.len() + self.moves.words.len()
    }

    /// Changes the line at random: its condition, its moves, its manner, or all of it.
    pub(crate) fn change(&mut self, field: &Field, random: &mut ChaCha8Rng) {
        let has_room = self.words() < MOST_WORDS;
        match random.random_range(0..8) {
            0 => *self = Draft::any(field, random),
            1 => self.manner = random.random_range(0..MANNERS.len()),
            2..5 => self.moves.change(field.words.len(), 1, has_room, random),
            _ => self
                .condition
                .change(field.facts.len(), 0, has_room, random),
        }
    }

    /// Returns whether the line is easy to say: no count in the condition is negated, and no word after "unless" is
    /// negated.
    pub(crate) fn is_sayable(&self, field: &Field) -> bool {
        let denies =
            |part: &Part| part.join == Join::Unless && part.words.get(1).is_some_and(|word| word.1);
        let mut facts = self.condition.words.iter();
        facts.all(|&(fact, is_denied)| !is_denied || matches!(field.facts[fact], Fact::Of(..)))
            && !denies(&self.condition)
            && !denies(&self.moves)
    }

    pub(crate) fn line(&self, field: &Field) -> Option<Rule> {
        let (prefer, otherwise) = MANNERS[self.manner];
        Some(Rule {
            condition: self.condition.formula(&field.facts),
            moves: self.moves.formula(&field.words)?,
            prefer,
            otherwise,
        })
    }

    /// Returns, for each decision, the index of the move that the line plays, or [`UNDECIDED`].
    pub(crate) fn choices(&self, field: &Field) -> Vec<u8> {
        let everywhere = vec![u8::MAX; field.all.len()];
        let condition = self.condition.masks(&field.holds, &everywhere);
        let moves = self.moves.masks(&field.masks, &field.all);
        let all = &field.all;
        match MANNERS[self.manner] {
            (End::Front, None) => choose(&condition, &moves, all, foremost, |_| UNDECIDED),
            (End::Rear, None) => choose(&condition, &moves, all, rearmost, |_| UNDECIDED),
            (End::Front, Some(End::Front)) => choose(&condition, &moves, all, foremost, foremost),
            (End::Front, Some(End::Rear)) => choose(&condition, &moves, all, foremost, rearmost),
            (End::Rear, Some(End::Front)) => choose(&condition, &moves, all, rearmost, foremost),
            (End::Rear, Some(End::Rear)) => choose(&condition, &moves, all, rearmost, rearmost),
        }
    }

    /// Returns the man whom the line prefers among the allowed moves.
    pub(crate) fn prefer(&self) -> End {
        MANNERS[self.manner].0
    }
}

/// Returns, for each decision, the index of the move that a line plays: the move that `prefer` takes from the `allowed`
/// moves; if none is allowed, the move that `otherwise` takes from all moves; and [`UNDECIDED`] where the condition is
/// false. There are no branches, so that the compiler can vectorize the loop.
fn choose(
    condition: &[u8],
    allowed: &[u8],
    all: &[u8],
    prefer: impl Fn(u8) -> u8,
    otherwise: impl Fn(u8) -> u8,
) -> Vec<u8> {
    let rows = condition.iter().zip(allowed.iter().zip(all));
    let rows = rows.map(|(&holds, (&allowed, &all))| {
        let (wanted, other) = (prefer(allowed), otherwise(all));
        let chosen = if allowed == 0 { other } else { wanted };
        if holds == 0 { UNDECIDED } else { chosen }
    });
    rows.collect()
}

/// Returns the index of the foremost man's move: the highest bit set of up to three.
fn foremost(moves: u8) -> u8 {
    u8::from(moves >= 2) + u8::from(moves >= 4)
}

/// Returns the index of the rearmost man's move: the lowest bit set of up to three.
fn rearmost(moves: u8) -> u8 {
    u8::from(moves & 1 == 0) + u8::from(moves == 4)
}
