//! The search: a card is improved a line at a time, by first-order costs; exact losses decide.

use std::cmp::Ordering;

use rayon::prelude::*;
use tourne_query::policy::card::{Card, End, Fact, Formula, Line, Word};
use tourne_solver::graph::values::Unsettled;

use crate::field::Field;

/// Number of rules of one word each that are tried with a second word.
const EXTENDED: usize = 60;
/// Number of lines, best by first order, of which the exact loss decides.
const EXACT: usize = 8;

/// Points that a word more must save.
const WORD: f64 = 2e-4;

/// A card with its exact loss per game, in points.
#[derive(Clone, Debug)]
pub struct Graded {
    pub card: Card,
    pub loss: f64,
}

/// A rule that is tried, with what it saves by first order, in points.
type Tried = (f64, Line);

/// A decision that comes to the line that is looked for.
struct Open {
    row: usize,
    costs: [f64; 3],
    moves: usize,
    /// Cost where the line does not fit: the lines after it decide.
    after: f64,
}

/// Looks for lines at one place of a card.
struct Place<'a> {
    field: &'a Field,
    open: Vec<Open>,
    masks: Vec<Vec<u8>>,
}

impl Place<'_> {
    /// A place between these lines.
    fn new<'a>(field: &'a Field, costs: &[[f64; 3]], before: &[Line], after: &[Line]) -> Place<'a> {
        let rest = if after.is_empty() { vec![closing()] } else { after.to_vec() };
        let rest = Card::new(rest);
        let rows = (0..field.views.len()).into_par_iter();
        let open: Vec<Open> = rows
            .filter_map(|row| {
                let view = &field.views[row];
                if before.iter().any(|line| line.choose(view).is_some()) {
                    return None;
                }
                let after = costs[row][rest.choose(view).index];
                Some(Open { row, costs: costs[row], moves: view.len(), after })
            })
            .collect();
        let masks = field.masks.iter();
        let masks = masks.map(|masks| open.iter().map(|open| masks[open.row]).collect());
        let masks = masks.collect();
        Place { field, open, masks }
    }

    /// What a rule saves in each open decision, if these are the moves that it allows.
    fn savings(&self, prefer: End, otherwise: Option<End>, mask: impl Fn(usize) -> u8) -> Vec<f64> {
        let mut savings = Vec::with_capacity(self.open.len());
        for (index, open) in self.open.iter().enumerate() {
            let chosen = match (mask(index), otherwise) {
                (0, None) => None,
                (0, Some(End::Front)) => Some(open.moves - 1),
                (0, Some(End::Rear)) => Some(0),
                (mask, _) if prefer == End::Front => Some(7 - mask.leading_zeros() as usize),
                (mask, _) => Some(mask.trailing_zeros() as usize),
            };
            savings.push(chosen.map_or(0.0, |chosen| open.after - open.costs[chosen]));
        }
        savings
    }

    fn saving(&self, prefer: End, mask: impl Fn(usize) -> u8) -> f64 {
        self.savings(prefer, None, mask).iter().sum()
    }

    /// The best lines, best first.
    fn lines(&self, most: usize) -> Vec<Tried> {
        let words = 0..self.field.words.len();
        let mut tried: Vec<Tried> = words.clone().into_par_iter().flat_map_iter(|one| self.plain(one)).collect();
        let single = words.into_par_iter().flat_map_iter(|word| self.conditional(word));
        let mut single: Vec<Tried> = single.collect();
        rank(&mut single);
        single.truncate(EXTENDED);
        let extended = single.par_iter().flat_map_iter(|(_, line)| self.extended(line));
        let extended: Vec<Tried> = extended.collect();
        tried.extend(extended);
        tried.extend(single);
        rank(&mut tried);
        tried.dedup_by(|one, other| one.0 == other.0);
        tried.truncate(most);
        tried
    }

    /// Rules without a condition, of this word and up to one more that comes later in the list.
    fn plain(&self, one: usize) -> Vec<Tried> {
        let mut tried = Vec::new();
        let words = &self.field.words;
        let word = Formula::from(words[one]);
        for prefer in [End::Front, End::Rear] {
            let mut add = |formula: Formula<Word>, mask: &dyn Fn(usize) -> u8| {
                tried.push((self.saving(prefer, mask), line(None, formula, prefer, None)));
            };
            let ones = &self.masks[one];
            add(word.clone(), &|index| ones[index]);
            add(Formula::not(words[one]), &|index| !ones[index] & self.all(index));
            for (other, others) in self.masks.iter().enumerate() {
                if other != one {
                    add(word.clone().unless(words[other]), &|index| ones[index] & !others[index]);
                }
                if other > one {
                    add(word.clone().and(words[other]), &|index| ones[index] & others[index]);
                    add(word.clone().or(words[other]), &|index| ones[index] | others[index]);
                }
            }
        }
        // Few of them are worth keeping.
        rank(&mut tried);
        tried.truncate(EXACT);
        tried
    }

    fn all(&self, index: usize) -> u8 {
        (1 << self.open[index].moves) - 1
    }

    /// Rules with a condition of one fact, that play this word.
    fn conditional(&self, word: usize) -> Vec<Tried> {
        let mut tried = Vec::new();
        let masks = &self.masks[word];
        for (prefer, otherwise) in MANNERS {
            let savings = self.savings(prefer, otherwise, |index| masks[index]);
            for (fact, saved) in self.by_fact(&savings, |_| true) {
                let fact = self.field.facts[fact];
                let word = Formula::from(self.field.words[word]);
                for (saved, fact) in [(saved.0, Formula::from(fact)), (saved.1, Formula::not(fact))] {
                    tried.push((saved, line(Some(fact), word.clone(), prefer, otherwise)));
                }
            }
        }
        rank(&mut tried);
        tried.truncate(2 * EXACT);
        tried
    }

    /// For each fact the sum of what is saved where it is true, and where it is false, among these decisions.
    fn by_fact(&self, savings: &[f64], counts: impl Fn(usize) -> bool) -> Vec<(usize, (f64, f64))> {
        let savings = savings.iter().enumerate();
        let savings = savings.filter(|&(index, saved)| *saved != 0.0 && counts(index));
        let savings: Vec<(usize, f64)> = savings.map(|(index, &saved)| (self.open[index].row, saved)).collect();
        let all: f64 = savings.iter().map(|saved| saved.1).sum();
        let facts = self.field.holds.iter().enumerate();
        facts
            .map(|(fact, holds)| {
                let saved = savings.iter().map(|&(row, saved)| if holds[row] { saved } else { 0.0 });
                let saved: f64 = saved.sum();
                (fact, (saved, all - saved))
            })
            .collect()
    }

    /// The rules of one fact and one word with another fact, or another word.
    fn extended(&self, rule: &Line) -> Vec<Tried> {
        let Some(condition) = &rule.condition else { return Vec::new() };
        let views = &self.field.views;
        let is_true = |index: usize| {
            let view = &views[self.open[index].row];
            condition.holds(&|fact: &Fact| fact.is_true(view))
        };
        let is_true: Vec<bool> = (0..self.open.len()).map(is_true).collect();
        let mask_of = |index: usize| {
            let view = &views[self.open[index].row];
            let moves = (0..view.len()).filter(|&at| rule.moves.holds(&|word: &Word| word.is_true(view, at)));
            moves.fold(0_u8, |mask, at| mask | 1 << at)
        };
        let masks: Vec<u8> = (0..self.open.len()).map(mask_of).collect();
        let mut tried = Vec::new();
        let savings = self.savings(rule.prefer, rule.otherwise, |index| masks[index]);
        let mut add = |saved: f64, condition: Formula<Fact>, moves: Formula<Word>| {
            tried.push((saved, line(Some(condition), moves, rule.prefer, rule.otherwise)));
        };
        for (fact, (both, unless)) in self.by_fact(&savings, |index| is_true[index]) {
            let fact = self.field.facts[fact];
            add(both, condition.clone().and(fact), rule.moves.clone());
            add(unless, condition.clone().unless(fact), rule.moves.clone());
        }
        let here: f64 = savings.iter().zip(&is_true).filter(|it| *it.1).map(|it| it.0).sum();
        for (fact, (either, _)) in self.by_fact(&savings, |index| !is_true[index]) {
            add(here + either, condition.clone().or(self.field.facts[fact]), rule.moves.clone());
        }
        for (other, others) in self.masks.iter().enumerate() {
            let word = self.field.words[other];
            let joined: [(Formula<Word>, &dyn Fn(usize) -> u8); 3] = [
                (rule.moves.clone().and(word), &|index| masks[index] & others[index]),
                (rule.moves.clone().or(word), &|index| masks[index] | others[index]),
                (rule.moves.clone().unless(word), &|index| masks[index] & !others[index]),
            ];
            for (moves, mask) in joined {
                let savings = self.savings(rule.prefer, rule.otherwise, mask);
                let saved = savings.iter().zip(&is_true).filter(|it| *it.1).map(|it| it.0);
                add(saved.sum(), condition.clone(), moves);
            }
        }
        rank(&mut tried);
        tried.truncate(EXACT);
        tried
    }
}

/// The preferences of conditional rules.
const MANNERS: [(End, Option<End>); 4] = [
    (End::Front, None),
    (End::Rear, None),
    (End::Front, Some(End::Front)),
    (End::Front, Some(End::Rear)),
];

/// The line with which each search begins.
pub fn closing() -> Line {
    line(None, Word::FrontMan.into(), End::Front, None)
}

fn line(
    condition: Option<Formula<Fact>>,
    moves: Formula<Word>,
    prefer: End,
    otherwise: Option<End>,
) -> Line {
    Line { condition, moves, prefer, otherwise }
}

/// Sorts rules, the one that saves most first.
fn rank(tried: &mut [Tried]) {
    tried.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
}

impl Graded {
    pub fn new(field: &Field, card: Card) -> Result<Graded, Unsettled> {
        let loss = field.exact(&card)?;
        Ok(Graded { card, loss })
    }

    /// The cards with the best lines at one place, a line taken out there or not.
    pub fn with_line(&self, field: &Field, place: usize, taken: usize) -> Result<Vec<Graded>, Unsettled> {
        let costs = field.costs(&self.card)?;
        let lines = self.card.lines();
        let (before, after) = (&lines[..place], &lines[place + taken..]);
        let found = Place::new(field, &costs, before, after).lines(EXACT);
        let cards = found.into_par_iter().map(|(_, line)| {
            let lines = [before, &[line], after].concat();
            Graded::new(field, Card::new(lines))
        });
        cards.collect()
    }

    /// Improves the card a line at a time, until no line can be improved.
    pub fn improved(mut self, field: &Field) -> Result<Graded, Unsettled> {
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

    /// The loss, and a little for each word that must be remembered.
    fn cost(&self) -> f64 {
        let words: usize = self.card.lines().iter().map(Line::words).sum();
        self.loss + WORD * words as f64
    }

    pub fn order(&self, other: &Graded) -> Ordering {
        self.cost().total_cmp(&other.cost()).then_with(|| self.card.lines().cmp(other.card.lines()))
    }
}

/// The best cards of one line more, from the best of some length.
pub fn longer(field: &Field, pool: &[Graded], keep: usize) -> Result<Vec<Graded>, Unsettled> {
    let mut found = Vec::new();
    for graded in pool {
        let mut inserted = Vec::new();
        for place in 0..=graded.card.lines().len() {
            inserted.extend(graded.with_line(field, place, 0)?);
        }
        inserted.sort_by(Graded::order);
        inserted.truncate(keep);
        for graded in inserted {
            found.push(graded.improved(field)?);
        }
    }
    found.sort_by(Graded::order);
    found.dedup_by(|one, other| one.loss == other.loss);
    found.truncate(keep);
    Ok(found)
}
