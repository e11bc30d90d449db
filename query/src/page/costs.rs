//! What each rule costs: the standard game, and each of its rules changed alone, as `tourne atlas` prints it. The figures
//! stand here, since solving six rule sets would take seconds whenever a page is made; a test compares them with the
//! atlas.

use crate::facts::one_switch_each;
use serde_json::{Value, json};
use tourne_solver::Rules;

/// For the standard game and each of [`one_switch_each`]: the probability that the first to throw wins, the mean number of
/// throws in a game, the decisions of the standard game whose best move changes, and the share of games that the rule
/// touches (`None`: every game, since each throw differs).
const COSTS: [(f64, f64, u64, Option<f64>); 7] = [
    (0.515_095, 46.202, 0, Some(0.0)),
    (0.512_712, 39.820, 21_145, None),
    (0.511_250, 45.958, 7855, Some(0.8491)),
    (0.507_237, 45.218, 20_588, Some(0.7678)),
    (0.515_594, 50.666, 17_576, Some(0.999_998)),
    (0.510_034, 52.118, 9600, Some(0.9821)),
    (0.515_159, 46.158, 1693, Some(0.0478)),
];

/// Returns the costs as JSON, with the fields of `tourne atlas --format json`.
pub(super) fn costs() -> Value {
    let rules = [Rules::STANDARD].into_iter().chain(one_switch_each());
    let cost = |(rules, (first_wins, throws_per_game, changed_decisions, touched_games))| {
        json!({
            "rules": rules,
            "first_wins": first_wins,
            "throws_per_game": throws_per_game,
            "changed_decisions": changed_decisions,
            "touched_games": touched_games,
        })
    };
    rules.zip(COSTS).map(cost).collect()
}
