//! Statistics of the lines of a card: how often each line decides, the cost of its decisions, and the reason why a line
//! never decides.

use crate::grading::{Contest, Throws};
use crate::policy::Arena;
use serde::Serialize;
use tourne_graph::Unsettled;

use crate::cards::{Card, Rule, View};

/// Statistics of a line over all decisions. The fields have the same names in the JSON output; `query/CHECKING.md`
/// explains them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CardLine {
    /// Number of the line in the text of the card, counted from 1. `None` in the entry for decisions that no line fits.
    pub line: Option<u64>,
    /// Text of the rule. `None` in the entry for decisions that no line fits.
    pub rule: Option<String>,
    /// Number of decisions in which the line decides.
    pub decisions: usize,
    /// Share of decisions in which the line decides, 0 to 1. Each decision is weighted by its frequency in games
    /// against perfect play.
    pub share: f64,
    /// Mean number of times that the line decides in a game against perfect play.
    pub visits: f64,
    /// Mean loss per game from the line's decisions, in the unit of the rule set. The costs of all lines sum to the
    /// loss per game.
    pub cost: f64,
    /// Reason why the line never decides; `None` if it sometimes decides.
    pub never: Option<Never>,
}

/// Reason why a line decides in none of the [decisions](Arena::decisions).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Never {
    /// The condition of the line is never true.
    #[serde(rename = "condition never true")]
    ConditionNeverTrue,
    /// Whenever the condition of the line is true, no legal move satisfies its formula.
    #[serde(rename = "no move fits")]
    NoMoveFits,
    /// The line fits some decisions, but earlier lines decide them all.
    #[serde(rename = "earlier lines decide")]
    EarlierLinesDecide,
}

/// Computes the statistics of each line of a card. The last entry is for the decisions that no line fits.
///
/// # Errors
///
/// [`Unsettled`] if games against perfect play go on for too long to be computed.
///
/// ```
/// use tourne::cards::{Never, card_lines};
/// use tourne::policy::Arena;
/// use tourne::cards::Card;
///
/// let arena = Arena::new(tourne::solutions::standard());
/// let card: Card = "hit\nif the die is 7: aim".parse()?;
/// let lines = card_lines(&arena, &card)?;
/// assert_eq!(lines.iter().map(|line| line.line).collect::<Vec<_>>(), [Some(1), Some(2), None]);
/// assert_eq!(lines[1].never, Some(Never::ConditionNeverTrue));
/// assert!((lines[0].share + lines[2].share - 1.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn card_lines(arena: &Arena, card: &Card) -> Result<Vec<CardLine>, Unsettled> {
    let throws = Throws::of(arena, &card.policy(arena));
    let visits = Contest::new(arena, &throws, &Throws::perfect(arena)).row_visits()?;
    let rules = card.lines().iter().zip(card.numbers());
    let mut lines: Vec<CardLine> = rules
        .map(|(rule, &number)| (Some(number), Some(rule.to_string())))
        .chain([(None, None)])
        .map(|(line, rule)| CardLine {
            // Start with this reason; the loop below replaces it if a decision shows another reason.
            never: line.map(|_| Never::ConditionNeverTrue),
            line,
            rule,
            decisions: 0,
            share: 0.0,
            visits: 0.0,
            cost: 0.0,
        })
        .collect();
    for row in arena.decisions() {
        let (position, die) = arena.position_of(row);
        let view = View::new(arena.rules(), position, die);
        let choice = card.choose(&view);
        let line = &mut lines[choice.line.unwrap_or(card.lines().len())];
        let visits = visits[row.index()];
        line.decisions += 1;
        line.visits += visits;
        line.cost += visits * arena.losses(row)[choice.index];
        line.never = None;
        for (line, rule) in lines.iter_mut().zip(card.lines()) {
            line.never = line.never.map(|never| never.after(rule, &view));
        }
    }
    let met: f64 = lines.iter().map(|line| line.visits).sum();
    for line in &mut lines {
        line.share = line.visits / met;
        line.cost = arena.unit().difference(line.cost);
    }
    Ok(lines)
}

impl Never {
    /// Returns the reason why the line never decides, after one more decision in which it did not decide.
    fn after(self, line: &Rule, view: &View) -> Never {
        match self {
            Never::EarlierLinesDecide => self,
            _ if line.choose(view).is_some() => Never::EarlierLinesDecide,
            Never::ConditionNeverTrue if line.applies(view) => Never::NoMoveFits,
            _ => self,
        }
    }
}
