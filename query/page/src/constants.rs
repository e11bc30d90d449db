//! Facts of the library that the page needs too, as an HTML element.

use serde_json::{Value, json};
use tourne_query::grading::{Kind, ratings_of_levels};
use tourne_query::policy::Level;
use tourne_solver::{Crowding, Dice, Overshoot, Reentry, Rules, Stakes};
use tourne_study::facts::{Rulebook, summaries};
use tourne_study::review::Thresholds;

/// HTML element with a JSON object of the facts that the page needs; `inside` are the rule sets whose solutions the
/// page holds. `library.js` declares the types of the object.
pub(super) fn element(inside: &[Rules]) -> String {
    let Thresholds { doubtful, bad } = Thresholds::IN_POINTS;
    let by_name = |fact: &dyn Fn(Rules) -> Value| {
        let facts = inside
            .iter()
            .map(|&rules| (rules.to_string(), fact(rules)))
            .collect();
        Value::Object(facts)
    };
    let constants = json!({
        "tolerances": Level::ALL.map(Level::tolerance),
        "doubtful": doubtful,
        "bad": bad,
        "named": Kind::NAMED,
        "quizPlays": Level::OF_QUESTIONS.number(),
        "quizErrs": Level::OF_MISTAKES.number(),
        "ratings": by_name(&|rules| json!(ratings_of_levels(rules))),
        "ruleSets": named().map(switches).collect::<Vec<_>>(),
        "presets": summaries(),
        "rulebooks": by_name(&|rules| json!(Rulebook::new(rules).sections)),
    });
    format!("<script type=\"application/json\" id=\"constants\">{constants}</script>\n")
}

/// Rule sets that have a name.
fn named() -> impl Iterator<Item = Rules> {
    let reentries = [Reentry::Free, Reentry::Forced, Reentry::First];
    let lanes = [Rules::STANDARD, Rules::COURSE].into_iter();
    let entries = lanes.flat_map(move |lane| reentries.map(|reentry| Rules { reentry, ..lane }));
    entries.flat_map(|rules| {
        [Stakes::Single, Stakes::DoubleWin].map(|stakes| Rules { stakes, ..rules })
    })
}

/// Rule set as a JSON object of the type `Rules` in `rules.js`.
fn switches(rules: Rules) -> Value {
    let reentry = match rules.reentry {
        Reentry::Free => "free",
        Reentry::Forced => "forced",
        Reentry::First => "first",
    };
    json!({
        "name": rules,
        "oneDie": rules.dice == Dice::One,
        "crowding": rules.crowding == Crowding::Free,
        "overshoot": rules.overshoot == Overshoot::GoesOff,
        "reentry": reentry,
        "doubleWin": rules.stakes == Stakes::DoubleWin,
    })
}
