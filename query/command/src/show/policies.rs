//! Duels and ladders of policies, as text.

use tourne_solver::{Unit, printable};

use super::numbers::{amount, fixed, loss, percent, rating};
use super::table::folded;
use tourne_query::grading::{Duel, Ladder, Rung};
use tourne_terminal::aligned;

/// Returns the verb for a value in this unit.
pub(super) fn verb(unit: Unit) -> &'static str {
    match unit {
        Unit::Points => "gets",
        Unit::WinProbability => "wins",
    }
}

/// Describes the values that the first of two policies gets against the second, and names the better policy.
pub fn duel(duel: &Duel) -> String {
    let (a, b) = (printable(&duel.a), printable(&duel.b));
    let amount = |value| amount(duel.unit, value);
    let value = amount(duel.value);
    let result = match duel.unit {
        Unit::WinProbability => format!("{a} wins {value} of games against {b}"),
        Unit::Points => format!("{a} gets {value} points a game against {b}"),
    };
    // Call the policies equal if the lead is tiny: results are exact to only about nine decimals.
    let lead = duel.unit.to_points(duel.value);
    let better = if lead.abs() < 1e-9 {
        "they are equal".to_owned()
    } else {
        format!("{} is better", if lead > 0.0 { &a } else { &b })
    };
    let lines = aligned(&[
        ("on average", value),
        ("moving first", amount(duel.first)),
        ("moving second", amount(duel.second)),
    ]);
    format!("{result}, {}: {better}\n\n{a}:\n{lines}", duel.rules)
}

/// Formats the grades of the policies, and below them the value of each policy (row) against each policy (column). The
/// tables are [folded] to `width` columns.
pub fn ladder(ladder: &Ladder, width: Option<usize>) -> String {
    let unit = ladder.unit;
    let name = |rung: &Rung| {
        let name = rung.policy.strip_prefix("builtin:");
        printable(name.unwrap_or(&rung.policy))
    };
    let names: Vec<String> = ladder.policies.iter().map(name).collect();
    let or_unknown = |text: Option<String>| text.unwrap_or_else(|| "?".to_owned());
    let amount = |value: f64| amount(unit, value);
    let loss = |value: f64| loss(unit, value);
    let grades = names.iter().zip(&ladder.policies).map(|(name, rung)| {
        let grade = &rung.grade;
        let (losses, games) = (grade.losses, grade.games);
        let cells = [
            grade.agreement.map(percent),
            losses.map(|it| loss(it.mean_loss)),
            losses.map(|it| loss(it.p95_loss)),
            losses.map(|it| loss(it.worst_loss)),
            games.map(|it| amount(it.first)),
            games.map(|it| amount(it.second)),
            games.map(|it| amount(it.value)),
            games.map(|it| loss(it.loss_per_game)),
            games.map(|it| fixed(it.decisions_per_game, 3)),
            games.map(|it| rating(it.rating)),
            grade.exploiter.map(amount),
        ];
        let cells = cells.into_iter().map(or_unknown);
        [name.clone()].into_iter().chain(cells).collect()
    });
    let columns = [
        "",
        "best moves",
        "mean loss",
        "95 %",
        "worst",
        "first",
        "second",
        "average",
        "lost a game",
        "decisions",
        "rating",
        "exploiter",
    ];
    let opponents = [&[String::new()], &names[..]].concat();
    let duels = names.iter().zip(&ladder.duels).map(|(name, values)| {
        let values = values.iter().map(|&value| amount(value));
        [name.clone()].into_iter().chain(values).collect()
    });
    format!(
        "Policies against perfect play, {}\n\n{}\nEach against each: what the policy on the left {} on average\n\n{}",
        ladder.rules,
        folded(&columns, grades, width),
        verb(unit),
        folded(&opponents, duels, width)
    )
}
