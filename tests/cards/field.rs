//! Decisions of a rule set, arranged for the search for strategy cards: for each move, its loss and the words of the
//! language of cards that are true of it. The frequency of a decision depends on the card, and is computed for each
//! card.

use tourne::cards::{Card, Fact, Quantity, Span, Subject, View, Word};
use tourne::grading::{Contest, Throws};
use tourne::policy::{Arena, Row};
use tourne_graph::Unsettled;

/// Share of the total possible loss that lies in the decisions left out.
const LEFT_OUT: f64 = 0.08;
/// Number of parts in a point. Costs are integers of such parts, so that their sum is the same in any order.
pub(crate) const POINT: f64 = (1_i64 << 50) as f64;

/// For each decision the cost of each legal move, rearmost man first; the fourth element repeats the foremost man's.
/// Unit: parts of a point.
pub(crate) type Costs = Vec<[i64; 4]>;

/// The decisions of a rule set.
pub(crate) struct Field {
    arena: Arena,
    perfect: Throws,
    rows: Vec<Row>,
    views: Vec<View>,
    losses: Vec<[f64; 3]>,
    pub(crate) words: Vec<Word>,
    pub(crate) facts: Vec<Fact>,
    /// For each word and decision, a bit for each move: set if the word is true of the move.
    pub(crate) masks: Vec<Vec<u8>>,
    /// For each fact and decision, all bits set if the fact is true, otherwise 0.
    pub(crate) holds: Vec<Vec<u8>>,
    /// For each decision, a bit set for each legal move.
    pub(crate) all: Vec<u8>,
}

impl Field {
    /// Lays out the decisions that matter between perfect players. The rarest decisions, which together have a share of
    /// [`LEFT_OUT`] of the total possible loss, are left out.
    pub(crate) fn new(arena: Arena) -> Result<Field, Unsettled> {
        let perfect = Throws::perfect(&arena);
        let visits = Contest::new(&arena, &perfect, &perfect).row_visits()?;
        let most = |row| arena.losses(row).iter().copied().fold(0.0, f64::max);
        let weighed = arena
            .decisions()
            .map(|row| (visits[row.index()] * most(row), row));
        let mut rows: Vec<(f64, Row)> = weighed.filter(|&(weight, _)| weight > 0.0).collect();
        rows.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        let all: f64 = rows.iter().map(|row| row.0).sum();
        let mut left_out = 0.0;
        rows.retain(|row| {
            left_out += row.0;
            left_out > LEFT_OUT * all
        });
        let mut rows: Vec<Row> = rows.into_iter().map(|row| row.1).collect();
        rows.sort();

        let view = |&row: &Row| {
            let (position, die) = arena.position_of(row);
            View::new(arena.rules(), position, die)
        };
        let views: Vec<View> = rows.iter().map(view).collect();
        let losses = rows.iter().map(|&row| {
            let losses = arena.losses(row);
            [0, 1, 2].map(|index| losses.get(index).copied().unwrap_or(0.0))
        });
        let losses = losses.collect();
        let (words, facts) = (words(), facts());
        let mask = |view: &View, word: Word| {
            let moves = (0..view.len()).filter(|&index| word.is_true(view, index));
            moves.fold(0, |mask, index| mask | 1 << index)
        };
        let masks = |&word: &Word| views.iter().map(|view| mask(view, word)).collect();
        let masks = words.iter().map(masks).collect();
        let holds = |fact: &Fact| {
            let bits = |view: &View| if fact.is_true(view) { u8::MAX } else { 0 };
            views.iter().map(bits).collect()
        };
        let holds = facts.iter().map(holds).collect();
        let all = views.iter().map(|view| (1 << view.len()) - 1).collect();
        Ok(Field {
            arena,
            perfect,
            rows,
            views,
            losses,
            words,
            facts,
            masks,
            holds,
            all,
        })
    }

    /// Returns the first-order cost of each move of each decision: its loss times the expected number of times per game
    /// that a player with this card meets the decision.
    pub(crate) fn costs(&self, card: &Card) -> Result<Costs, Unsettled> {
        let policy = Throws::of(&self.arena, &card.policy(&self.arena));
        let visits = Contest::new(&self.arena, &policy, &self.perfect).row_visits()?;
        let rows = self.rows.iter().zip(&self.losses).zip(&self.views);
        let costs = rows.map(|((row, losses), view)| {
            let [rear, middle, front] =
                losses.map(|loss| (loss * visits[row.index()] * POINT) as i64);
            let foremost = [rear, middle, front][view.len() - 1];
            [rear, middle, front, foremost]
        });
        Ok(costs.collect())
    }

    /// Returns the exact loss per game of a card against perfect play, in points.
    pub(crate) fn exact(&self, card: &Card) -> Result<f64, Unsettled> {
        let policy = Throws::of(&self.arena, &card.policy(&self.arena));
        let points = Contest::new(&self.arena, &policy, &self.perfect).points()?;
        Ok(-points.average())
    }
}

/// Returns the words about a move that the search tries.
fn words() -> Vec<Word> {
    let mut words = Word::plain().to_vec();
    words.extend(spans(1, 11, Span::MOST).map(Word::Leave));
    words.extend(spans(1, 11, 11).map(Word::Reach));
    words
}

/// Returns the facts about a position that the search tries.
fn facts() -> Vec<Fact> {
    let mut facts = Vec::new();
    for man in [Subject::Front, Subject::Rear, Subject::Some] {
        let mut words = words();
        words.retain(|word| !matches!(word, Word::FrontMan | Word::RearMan | Word::FewestBehind));
        facts.extend(words.into_iter().map(|word| Fact::Of(man, word)));
    }
    let mut add = |quantity, span| facts.push(Fact::Number(quantity, span));
    for pips in (1..30).filter(|pips| pips % 2 == 1 || *pips < 4) {
        add(Quantity::Ahead, Span::new(pips, Span::MOST));
        add(Quantity::Behind, Span::new(pips, Span::MOST));
    }
    for (quantity, least, most) in [
        (Quantity::OwnOff, 0, 3),
        (Quantity::EnemyOff, 0, 3),
        (Quantity::OwnHome, 0, 2),
        (Quantity::EnemyHome, 0, 2),
        (Quantity::OwnFront, 0, 11),
        (Quantity::OwnRear, 0, 11),
        (Quantity::EnemyFront, 0, 11),
        (Quantity::EnemyRear, 0, 11),
        (Quantity::Die, 1, 6),
    ] {
        spans(least, most, Span::MOST).for_each(|span| add(quantity, span));
    }
    facts
}

/// Returns ranges that are easy to say: a number, two consecutive numbers, a number or more, a number or less. `top` is
/// the upper end of "or more".
fn spans(least: u8, most: u8, top: u8) -> impl Iterator<Item = Span> {
    let exact = (least..=most).map(|number| Span::new(number, number));
    let pairs = (least..most).map(|number| Span::new(number, number + 1));
    let at_least = (least + 1..most).map(move |number| Span::new(number, top));
    let at_most = (least..most).map(|number| Span::new(0, number));
    let all = exact.chain(pairs).chain(at_least).chain(at_most);
    let mut all: Vec<Span> = all.collect();
    all.sort();
    all.dedup();
    all.into_iter()
}
