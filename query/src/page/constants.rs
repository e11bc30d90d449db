//! The facts that the page takes from the library.

use std::collections::BTreeMap;

use crate::cards::{Length, built_in, examples};
use crate::facts::{RuleSet, Rulebook, SUMMARIES, WORTHS};
use crate::grading::{Kind, results_of_levels};
use crate::policy::{Arena, Level};
use crate::review::{MEANINGS, Thresholds};
use serde_json::{Value, json};
use tourne_solver::matches::{FirstThrow, MatchRules, Needs, SolvedMatch};
use tourne_solver::{Rules, Solution, Stakes};

use super::costs::costs;
use super::error::PageError;
use super::parts::rules_in_french;

/// Returns the facts that the page needs, as a JSON object. `solutions` are the solutions that the page holds.
/// `rules/constants.ts` declares the types of the object.
///
/// # Errors
///
/// [`PageError`] if a match cannot be solved, or if games go on for too long.
pub(super) fn constants(solutions: &[&Solution]) -> Result<Value, PageError> {
    let Thresholds { doubtful, bad } = Thresholds::IN_POINTS;
    let by_name = |fact: &dyn Fn(&Solution) -> Result<Value, PageError>| {
        let facts = solutions.iter();
        facts
            .map(|solution| Ok((solution.rules().to_string(), fact(solution)?)))
            .collect::<Result<Value, PageError>>()
    };
    Ok(json!({
        "tolerances": Level::ALL.map(Level::tolerance),
        "doubtful": doubtful,
        "bad": bad,
        "named": Kind::NAMED,
        "rival": Kind::RIVAL,
        "quizPlays": Level::OF_QUESTIONS.number(),
        "quizErrs": Level::OF_MISTAKES.number(),
        "matches": by_name(&|it| Ok(json!(match_chances(it.rules())?)))?,
        "cards": by_name(&|it| Ok(card(it)))?,
        "results": by_name(&|it| Ok(json!(results_of_levels(it.rules()))))?,
        "ruleSets": RuleSet::named().map(|it| switches(&it)).collect::<Vec<_>>(),
        "french": rules_in_french(),
        "presets": SUMMARIES,
        "costs": costs(),
        "worths": WORTHS,
        "meanings": MEANINGS.into_iter().collect::<BTreeMap<_, _>>(),
        "rulebooks": by_name(&|it| Ok(json!(Rulebook::new(it.rules()).sections)))?,
    }))
}

/// Maximum length of a match that the page offers, in points.
const LONGEST_OF_PAGE: usize = 7;

/// Returns the probability of winning a match at each score, before the dice decide who begins the next game. Row *i*
/// is for a player who still needs *i* + 1 points, column *j* for an opponent who needs *j* + 1. Returns `None` if
/// every win counts one point.
fn match_chances(rules: Rules) -> Result<Option<Vec<Vec<f64>>>, PageError> {
    if rules.stakes == Stakes::Single {
        return Ok(None);
    }
    let of = MatchRules {
        rules,
        length: LONGEST_OF_PAGE,
        first: FirstThrow::Dice,
    };
    let table = SolvedMatch::new(of, &mut |_, _| ());
    let table = table.map_err(|source| PageError::Match { rules, source })?;
    let chance = |own, other| table.chance_before_draw(Needs { own, other });
    let row = |own| {
        (1..=LONGEST_OF_PAGE)
            .map(|other| chance(own, other))
            .collect()
    };
    Ok(Some((1..=LONGEST_OF_PAGE).map(row).collect()))
}

/// Returns the lines of the five-line card as JSON. Each line has its sentence and an example, which is a position and
/// a die, or null.
fn card(solution: &Solution) -> Value {
    let rules = solution.rules();
    let arena = Arena::new(solution);
    let card = built_in(rules, Length::TAUGHT);
    let examples = examples(&arena, card);
    let lines = card
        .lines()
        .iter()
        .zip(examples)
        .map(|(line, example)| json!({ "sentence": line.sentence(), "example": example }));
    lines.collect()
}

/// Converts a rule set to a JSON object of the type `Rules` in `rules.ts`.
fn switches(it: &RuleSet) -> Value {
    json!({
        "name": it.rules,
        "oneDie": it.one_die,
        "crowding": it.crowding,
        "overshoot": it.overshoot,
        "reentry": it.reentry,
        "doubleWin": it.double_win,
    })
}
