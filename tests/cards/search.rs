//! The search by simulated annealing: a card is changed at random, a word or a line at a time, and changes for the
//! worse are accepted ever more rarely. Costs are of first order: they use the visits of the card at the time when the
//! temperature last fell.

use std::mem;

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tourne::cards::{Card, End};
use tourne_graph::Unsettled;

use crate::draft::{Draft, UNDECIDED};
use crate::field::{Costs, Field, POINT};

/// First and last temperature in points: a change that costs this much is accepted with probability 1/e.
const TEMPERATURES: [f64; 2] = [2e-4, 1.5e-6];
/// Number of temperatures; they fall by the same factor each time.
const STAGES: u32 = 60;
/// Number of changes tried for each line of a card, at each temperature.
const CHANGES: usize = 6_000;
/// One change in this number moves a line to another place.
const REORDERED: u32 = 8;
/// Number of decisions that are processed together.
const BLOCK: usize = 64;
/// Amount in points by which an additional word must lower the loss per game to be worth it.
const WORD: f64 = 2e-5;

/// State of the search: a card that is changed step by step.
struct Search<'a> {
    field: &'a Field,
    lines: Vec<Draft>,
    /// For each line and decision, the index of the move that the line plays, or [`UNDECIDED`].
    choices: Vec<Vec<u8>>,
    /// For each decision, the index of the move that the card plays.
    played: Vec<u8>,
}

/// Data with which a change of the card can be taken back.
enum Undo {
    Reordered { from: usize, to: usize },
    Replaced(usize, Draft, Vec<u8>),
}

/// Searches for a card of this number of lines. The same seed finds the same card.
pub(crate) fn anneal(field: &Field, lines: usize, seed: u64) -> Result<Card, Unsettled> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let lines: Vec<Draft> = (0..lines).map(|_| Draft::any(field, &mut random)).collect();
    let choices = lines.iter().map(|line| line.choices(field)).collect();
    let mut search = Search {
        field,
        lines,
        choices,
        played: Vec::new(),
    };
    search.played = search.plays();
    let [first, last] = TEMPERATURES;
    for stage in 0..STAGES {
        let fallen = f64::from(stage) / f64::from(STAGES - 1);
        let temperature = first * (last / first).powf(fallen) * POINT;
        let costs = field.costs(&search.card())?;
        for _ in 0..CHANGES * search.lines.len() {
            let words = search.words();
            let Some(undo) = search.change(&mut random) else {
                continue;
            };
            let played = search.plays();
            let penalty = WORD * POINT * (search.words() - words);
            let worse = difference(&costs, &search.played, &played) as f64 + penalty;
            if worse <= 0.0 || random.random::<f64>() < (-worse / temperature).exp() {
                search.played = played;
            } else {
                search.undo(undo);
            }
        }
    }
    Ok(search.card())
}

impl Search<'_> {
    fn card(&self) -> Card {
        let lines = self.lines.iter();
        Card::new(lines.filter_map(|line| line.line(self.field)).collect())
    }

    /// Returns the number of words in all lines.
    fn words(&self) -> f64 {
        self.lines.iter().map(Draft::words).sum::<usize>() as f64
    }

    /// Returns, for each decision, the index of the move of the first line that fits. Where none fits, it is 0 if the
    /// last line prefers the rear man, otherwise [`UNDECIDED`], which [`Costs`] prices as the foremost man's move.
    fn plays(&self) -> Vec<u8> {
        let mut played = vec![UNDECIDED; self.field.all.len()];
        for (start, played) in (0..).step_by(BLOCK).zip(played.chunks_mut(BLOCK)) {
            for choices in &self.choices {
                for (played, &choice) in played.iter_mut().zip(&choices[start..]) {
                    *played = if *played == UNDECIDED {
                        choice
                    } else {
                        *played
                    };
                }
            }
            // Complete the card as `Card::choose` does. `UNDECIDED` is the index of the fourth cost, that of the
            // foremost man.
            if self.lines.last().map(Draft::prefer) == Some(End::Rear) {
                for played in played {
                    *played = if *played == UNDECIDED { 0 } else { *played };
                }
            }
        }
        played
    }

    /// Changes a line or the order of lines at random. Returns `None` and changes nothing if the changed line would be
    /// hard to say.
    fn change(&mut self, random: &mut ChaCha8Rng) -> Option<Undo> {
        let count = self.lines.len();
        let from = random.random_range(0..count);
        if random.random_ratio(1, REORDERED) {
            let to = random.random_range(0..count);
            self.reorder(from, to);
            return Some(Undo::Reordered { from, to });
        }
        let mut line = self.lines[from].clone();
        line.change(self.field, random);
        if !line.is_sayable(self.field) {
            return None;
        }
        let choices = line.choices(self.field);
        let line = mem::replace(&mut self.lines[from], line);
        let choices = mem::replace(&mut self.choices[from], choices);
        Some(Undo::Replaced(from, line, choices))
    }

    fn undo(&mut self, undo: Undo) {
        match undo {
            Undo::Reordered { from, to } => self.reorder(to, from),
            Undo::Replaced(place, line, choices) => {
                self.lines[place] = line;
                self.choices[place] = choices;
            }
        }
    }

    fn reorder(&mut self, from: usize, to: usize) {
        let line = self.lines.remove(from);
        self.lines.insert(to, line);
        let choices = self.choices.remove(from);
        self.choices.insert(to, choices);
    }
}

/// Returns the cost of playing as in `after` minus the cost of playing as in `before`, over all decisions, in parts of
/// a point.
fn difference(costs: &Costs, before: &[u8], after: &[u8]) -> i64 {
    let blocks = before.chunks(BLOCK).zip(after.chunks(BLOCK));
    let blocks = costs.chunks(BLOCK).zip(blocks);
    let changed = blocks.filter(|(_, (before, after))| before != after);
    let differences = changed.flat_map(|(costs, (before, after))| {
        let rows = costs.iter().zip(before.iter().zip(after));
        rows.map(|(costs, (before, after))| {
            costs[usize::from(after & 3)] - costs[usize::from(before & 3)]
        })
    });
    differences.sum()
}
