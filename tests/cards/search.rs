//! The search: a card is improved a line at a time, by first-order costs; exact losses decide.

use std::cmp::Ordering;

use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use tourne_query::policy::card::{Card, End, Fact, Formula, Line, View, Word};
use tourne_solver::graph::values::Unsettled;

use crate::field::Field;

/// Number of rules of one word each that are tried with a second word.
const EXTENDED: usize = 40;
/// Number of rules of each word that are kept.
const KEPT: usize = 8;
/// Number of lines, best by first order, among which the exact loss decides.
const GRADED: usize = 4;

/// Number of first improvements that are followed up when a line is added.
const STARTS: usize = 2;
/// Points that a word more must save, in cards to remember, of at most this number of lines, and in longer ones.
const WORD: [f64; 2] = [3e-4, 0.0];
const REMEMBERED: usize = 5;

/// A card with its exact loss per game, in points.
#[derive(Clone, Debug)]
pub(crate) struct Graded {
    pub(crate) card: Card,
    pub(crate) loss: f64,
}

/// A rule that is tried, with what it saves by first order, in points.
type Tried = (f64, Line);

/// Looks for lines at one place of a card.
struct Place<'a> {
    field: &'a Field,
    /// The decisions that come to this place.
    rows: Vec<usize>,
    /// For each word and each of these decisions, the moves of which it is true, as bits.
    masks: Vec<Vec<u8>>,
    /// The moves of each of these decisions, as bits.
    all: Vec<u8>,
    /// For each manner and each of these decisions what is saved if a line allows these moves, given as bits.
    savings: Vec<Vec<[f64; 8]>>,
}

impl Place<'_> {
    /// A place between these lines.
    fn new<'a>(field: &'a Field, costs: &[[f64; 3]], before: &[Line], after: &[Line]) -> Place<'a> {
        let rest = if after.is_empty() {
            vec![closing()]
        } else {
            after.to_vec()
        };
        let rest = Card::new(rest);
        let is_open = |&row: &usize| {
            let view = &field.views[row];
            before.iter().all(|line| line.choose(view).is_none())
        };
        let rows: Vec<usize> = (0..field.views.len())
            .into_par_iter()
            .filter(is_open)
            .collect();
        let table = |&(prefer, otherwise): &(End, Option<End>)| {
            let saved = |&row: &usize| {
                let view = &field.views[row];
                let after = costs[row][rest.choose(view).index];
                let mut saved = [0.0; 8];
                for (mask, saved) in (0_u8..).zip(&mut saved) {
                    let chosen = match (mask, otherwise, prefer) {
                        (0, None, _) => continue,
                        (0, Some(End::Front), _) => view.len() - 1,
                        (0, Some(End::Rear), _) => 0,
                        (_, _, End::Front) => 7 - mask.leading_zeros() as usize,
                        (_, _, End::Rear) => mask.trailing_zeros() as usize,
                    };
                    *saved = after - costs[row][chosen];
                }
                saved
            };
            rows.par_iter().map(saved).collect()
        };
        let savings = MANNERS.iter().map(table).collect();
        let masks = field.masks.iter();
        let masks = masks.map(|masks| rows.iter().map(|&row| masks[row]).collect());
        let masks = masks.collect();
        let all = rows
            .iter()
            .map(|&row| (1 << field.views[row].len()) - 1)
            .collect();
        Place {
            field,
            rows,
            masks,
            all,
            savings,
        }
    }

    /// What a rule of this manner saves in all, if these are the moves that it allows.
    fn saving(&self, manner: usize, mask: &[u8]) -> f64 {
        let savings = self.savings[manner].iter().zip(mask);
        savings
            .map(|(savings, &mask)| savings[usize::from(mask & 7)])
            .sum()
    }

    /// What it saves in each decision.
    fn savings(&self, manner: usize, mask: &[u8]) -> Vec<f64> {
        let savings = self.savings[manner].iter().zip(mask);
        savings
            .map(|(savings, &mask)| savings[usize::from(mask & 7)])
            .collect()
    }

    /// The lines that save most, best first.
    fn lines(&self, most: usize) -> Vec<Tried> {
        let words = || (0..self.field.words.len()).into_par_iter();
        let mut tried: Vec<Tried> = words().flat_map_iter(|word| self.plain(word)).collect();
        let single = words()
            .flat_map_iter(|word| self.conditional(word))
            .collect();
        let single = best(single, EXTENDED);
        let extended = single
            .par_iter()
            .flat_map_iter(|(_, line)| self.extended(line));
        tried.extend(extended.collect::<Vec<_>>());
        tried.extend(single);
        best(tried, most)
    }

    /// Rules without a condition, of this word and up to one more that comes later in the list.
    fn plain(&self, one: usize) -> Vec<Tried> {
        let mut tried = Vec::new();
        let words = &self.field.words;
        let word = Formula::from(words[one]);
        let ones = &self.masks[one];
        let mut add = |formula: &dyn Fn() -> Formula<Word>, mask: &[u8]| {
            // The manners without a man to play otherwise.
            for manner in [0, 1] {
                tried.push((self.saving(manner, mask), line(None, formula(), manner)));
            }
        };
        add(&|| word.clone(), ones);
        add(
            &|| Formula::not(words[one]),
            &joined(ones, &self.all, |one, all| !one & all),
        );
        for (other, others) in self.masks.iter().enumerate() {
            if other != one {
                let mask = joined(ones, others, |one, other| one & !other);
                add(&|| word.clone().unless(words[other]), &mask);
            }
            if other > one {
                let mask = joined(ones, others, |one, other| one & other);
                add(&|| word.clone().and(words[other]), &mask);
                let mask = joined(ones, others, |one, other| one | other);
                add(&|| word.clone().or(words[other]), &mask);
            }
        }
        best(tried, KEPT)
    }

    /// Rules with a condition of one fact, that play this word.
    fn conditional(&self, word: usize) -> Vec<Tried> {
        let mut tried = Vec::new();
        for manner in 0..MANNERS.len() {
            let savings = self.savings(manner, &self.masks[word]);
            for (fact, saved) in self.by_fact(&savings, |_| true) {
                let fact = self.field.facts[fact];
                let word = Formula::from(self.field.words[word]);
                let mut add =
                    |saved, fact| tried.push((saved, line(Some(fact), word.clone(), manner)));
                add(saved.0, Formula::from(fact));
                // The opposite of a range is another range, and easier said.
                if matches!(fact, Fact::Of(..)) {
                    add(saved.1, Formula::not(fact));
                }
            }
        }
        best(tried, 2 * KEPT)
    }

    /// For each fact the sum of what is saved where it is true, and where it is false, among these decisions.
    fn by_fact(&self, savings: &[f64], counts: impl Fn(usize) -> bool) -> Vec<(usize, (f64, f64))> {
        let mut saved = vec![0.0; self.field.facts.len()];
        let mut all = 0.0;
        for (index, &saving) in savings.iter().enumerate() {
            if saving != 0.0 && counts(index) {
                all += saving;
                for (saved, holds) in saved.iter_mut().zip(&self.field.holds[self.rows[index]]) {
                    *saved += saving * holds;
                }
            }
        }
        saved
            .into_iter()
            .map(|saved| (saved, all - saved))
            .enumerate()
            .collect()
    }

    /// The rules of one fact and one word with another fact, or another word.
    fn extended(&self, rule: &Line) -> Vec<Tried> {
        let Some(condition) = &rule.condition else {
            return Vec::new();
        };
        let same = |&manner: &(End, Option<End>)| manner == (rule.prefer, rule.otherwise);
        let Some(manner) = MANNERS.iter().position(same) else {
            return Vec::new();
        };
        let views = || self.rows.iter().map(|&row| &self.field.views[row]);
        let is_true = |view: &View| condition.holds(&|fact: &Fact| fact.is_true(view));
        let is_true: Vec<bool> = views().map(is_true).collect();
        let mask = |view: &View| {
            let is_allowed =
                |&index: &usize| rule.moves.holds(&|word: &Word| word.is_true(view, index));
            let moves = (0..view.len()).filter(is_allowed);
            moves.fold(0_u8, |mask, index| mask | 1 << index)
        };
        let masks: Vec<u8> = views().map(mask).collect();
        let mut tried = Vec::new();
        let mut add = |saved: f64, condition: Formula<Fact>, moves: Formula<Word>| {
            tried.push((saved, line(Some(condition), moves, manner)));
        };
        let savings = self.savings(manner, &masks);
        for (fact, (both, unless)) in self.by_fact(&savings, |index| is_true[index]) {
            let fact = self.field.facts[fact];
            add(both, condition.clone().and(fact), rule.moves.clone());
            // Of a man "and does not" is easier to follow than "unless".
            let condition = condition.clone();
            let condition = match fact {
                Fact::Of(..) => condition.and(Formula::not(fact)),
                _ => condition.unless(fact),
            };
            add(unless, condition, rule.moves.clone());
        }
        let here = |savings: &[f64]| -> f64 {
            let savings = savings.iter().zip(&is_true);
            savings
                .map(|(saved, &is_true)| if is_true { *saved } else { 0.0 })
                .sum()
        };
        let saved_here = here(&savings);
        for (fact, (either, _)) in self.by_fact(&savings, |index| !is_true[index]) {
            let fact = self.field.facts[fact];
            add(
                saved_here + either,
                condition.clone().or(fact),
                rule.moves.clone(),
            );
        }
        let moves = &rule.moves;
        for (other, others) in self.masks.iter().enumerate() {
            let word = self.field.words[other];
            let both = joined(&masks, others, |one, other| one & other);
            let either = joined(&masks, others, |one, other| one | other);
            let unless = joined(&masks, others, |one, other| one & !other);
            let saved = |mask: &[u8]| here(&self.savings(manner, mask));
            add(saved(&both), condition.clone(), moves.clone().and(word));
            add(saved(&either), condition.clone(), moves.clone().or(word));
            add(
                saved(&unless),
                condition.clone(),
                moves.clone().unless(word),
            );
        }
        best(tried, KEPT)
    }
}

/// The moves of two words joined.
fn joined(one: &[u8], other: &[u8], join: impl Fn(u8, u8) -> u8) -> Vec<u8> {
    let both = one.iter().zip(other);
    both.map(|(&one, &other)| join(one, other)).collect()
}

/// The man that a rule prefers, and the man that it plays where it allows none.
const MANNERS: [(End, Option<End>); 4] = [
    (End::Front, None),
    (End::Rear, None),
    (End::Front, Some(End::Front)),
    (End::Front, Some(End::Rear)),
];

/// The line that completes a card.
pub(crate) fn closing() -> Line {
    line(None, Word::FrontMan.into(), 0)
}

fn line(condition: Option<Formula<Fact>>, moves: Formula<Word>, manner: usize) -> Line {
    let (prefer, otherwise) = MANNERS[manner];
    Line {
        condition,
        moves,
        prefer,
        otherwise,
    }
}

/// The rules that save most, best first.
fn best(mut tried: Vec<Tried>, most: usize) -> Vec<Tried> {
    tried.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
    // Rules that say the same in other words save exactly the same.
    tried.dedup_by_key(|tried| tried.0.to_bits());
    tried.truncate(most);
    tried
}

impl Graded {
    pub(crate) fn new(field: &Field, card: Card) -> Result<Graded, Unsettled> {
        let loss = field.exact(&card)?;
        Ok(Graded { card, loss })
    }

    /// The cards with the best lines at one place, a line taken out there or not.
    pub(crate) fn with_line(
        &self,
        field: &Field,
        place: usize,
        taken: usize,
    ) -> Result<Vec<Graded>, Unsettled> {
        let costs = field.costs(&self.card)?;
        let lines = self.card.lines();
        let (before, after) = (&lines[..place], &lines[place + taken..]);
        let found = Place::new(field, &costs, before, after).lines(GRADED);
        let cards = found.into_par_iter().map(|(_, line)| {
            let lines = [before, &[line], after].concat();
            Graded::new(field, Card::new(lines))
        });
        cards.collect()
    }

    /// Improves the card a line at a time, until no line can be improved.
    pub(crate) fn improved(mut self, field: &Field) -> Result<Graded, Unsettled> {
        let count = self.card.lines().len();
        let mut unchanged = 0;
        let mut place = 0;
        while unchanged < count {
            let found = self.with_line(field, place, 1)?;
            let best = found.into_iter().min_by(Graded::order);
            match best.filter(|best| best.cost() < self.cost() - 1e-9) {
                Some(best) => {
                    self = best;
                    unchanged = 0;
                }
                None => unchanged += 1,
            }
            place = (place + 1) % count;
        }
        Ok(self)
    }

    /// The card with two of its lines replaced by lines at other places, the best there.
    fn shaken(&self, field: &Field, random: &mut ChaCha8Rng) -> Result<Graded, Unsettled> {
        let mut lines = self.card.lines().to_vec();
        let taken = 2.min(lines.len() - 1);
        for _ in 0..taken {
            lines.remove(random.random_range(..lines.len()));
        }
        let mut shaken = Graded::new(field, Card::new(lines))?;
        for _ in 0..taken {
            let place = random.random_range(..=shaken.card.lines().len());
            let found = shaken.with_line(field, place, 0)?;
            shaken = found.into_iter().min_by(Graded::order).unwrap_or(shaken);
        }
        Ok(shaken)
    }

    /// The loss, and a little for each word that must be remembered.
    fn cost(&self) -> f64 {
        let lines = self.card.lines();
        let words: usize = lines.iter().map(Line::words).sum();
        self.loss + WORD[usize::from(lines.len() > REMEMBERED)] * words as f64
    }

    pub(crate) fn order(&self, other: &Graded) -> Ordering {
        self.cost()
            .total_cmp(&other.cost())
            .then_with(|| self.card.lines().cmp(other.card.lines()))
    }
}

/// The best card of one line more than this one.
pub(crate) fn longer(
    field: &Field,
    from: &Graded,
    rounds: usize,
    random: &mut ChaCha8Rng,
) -> Result<Graded, Unsettled> {
    let mut found = Vec::new();
    for place in 0..=from.card.lines().len() {
        found.extend(
            from.with_line(field, place, 0)?
                .into_iter()
                .min_by(Graded::order),
        );
    }
    found.sort_by(Graded::order);
    let mut best: Option<Graded> = None;
    for start in found.into_iter().take(STARTS) {
        let improved = start.improved(field)?;
        best = best.into_iter().chain([improved]).min_by(Graded::order);
    }
    let mut best = best.unwrap_or_else(|| from.clone());
    for _ in 0..rounds {
        let shaken = best.shaken(field, random)?.improved(field)?;
        if shaken.order(&best).is_lt() {
            best = shaken;
        }
    }
    Ok(best)
}
