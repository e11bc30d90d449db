//! Grades for people.

use tourne_query::policy::duel::Duel;
use tourne_query::policy::estimate::{Estimate, Interval};
use tourne_query::policy::grade::{Grade, KindSum, Mistake};
use tourne_query::policy::ladder::Ladder;
use tourne_query::{board, text};
use tourne_solver::Unit;
use tourne_solver::game::{Move, printable};
use tourne_solver::terminal::{aligned, grouped};

use crate::check::Checked;

/// What a player does with a value.
fn verb(unit: Unit) -> &'static str {
    match unit {
        Unit::Points => "gets",
        Unit::WinProbability | Unit::MatchWinProbability => "wins",
    }
}

/// So many answers that are not legal are shown to people.
const MOST_SHOWN: usize = 10;
const UNKNOWN: &str = "cannot be known: moves are missing";

pub(crate) fn check(checked: &Checked) -> String {
    let grade = checked.grade;
    let (rules, unit) = (grade.rules, grade.unit);
    let name = printable(&checked.name);
    let mut text = format!("{name}, {rules}, against perfect play\n\n");
    text += &aligned(&summary(checked, unit));
    if let Some(estimate) = &checked.estimate {
        text += "\n";
        text += &estimated(estimate, unit);
    }
    if !checked.illegal.is_empty() {
        text += "\nNot legal:\n";
    }
    for illegal in checked.illegal.iter().take(MOST_SHOWN) {
        let line = illegal.line.map(|line| format!("line {line}: "));
        let legal: Vec<String> = illegal.legal.iter().map(Move::to_string).collect();
        text += &format!(
            "  {}{} with a {}: {} (legal: {})\n",
            line.unwrap_or_default(),
            illegal.position,
            illegal.die.number(),
            illegal.played,
            legal.join(", ")
        );
    }
    let more = checked.illegal.len().saturating_sub(MOST_SHOWN);
    if more > 0 {
        text += &format!("  and {} more\n", grouped(more as u64));
    }
    if !grade.kinds.is_empty() {
        text += "\n";
        text += &kinds(grade, unit);
    }
    if !grade.mistakes.is_empty() {
        let all = grouped(grade.mistakes_in_all as u64);
        text += &format!("\nThe costliest of {all} mistakes:\n");
    }
    for (mistake, rank) in grade.mistakes.iter().zip(1..) {
        text += &format!("\n{}", one_mistake(rank, mistake, unit));
    }
    text
}

fn summary(checked: &Checked, unit: Unit) -> Vec<(&'static str, String)> {
    let grade = checked.grade;
    let amount = |value: Option<f64>| value.map(|value| text::amount(unit, value));
    let count = |count: usize| grouped(count as u64);
    let or_unknown = |text: Option<String>| text.unwrap_or_else(|| UNKNOWN.to_owned());
    let mut lines = vec![(
        "decisions",
        format!(
            "{}: {} answered, {} missing, {} with an illegal move",
            count(grade.decisions),
            count(grade.answered),
            count(grade.missing),
            count(grade.illegal)
        ),
    )];
    if let Some(survey) = checked.survey {
        let given_up = if survey.given_up {
            ", then given up"
        } else {
            ""
        };
        let failed = survey.faults.len();
        lines.push((
            "asked",
            format!(
                "{} decisions, failed {failed} times{given_up}",
                count(survey.asked)
            ),
        ));
    }
    let share = grade
        .agreement
        .map(|share| format!(" ({:.2} %)", 100.0 * share));
    lines.push((
        "agreement",
        format!(
            "a best move in {} decisions{}",
            count(grade.agree),
            share.unwrap_or_default()
        ),
    ));
    let losses = [grade.mean_loss, grade.p95_loss, grade.worst_loss];
    lines.push((
        "losses",
        or_unknown(
            match losses.map(|loss| loss.map(|loss| text::loss(unit, loss))) {
                [Some(mean), Some(p95), Some(worst)] => Some(format!(
                    "mean {mean}, 95th percentile {p95}, worst {worst}, over all decisions"
                )),
                _ => None,
            },
        ),
    ));
    let verb = verb(unit);
    lines.push((
        "result",
        or_unknown(match [grade.value, grade.first, grade.second].map(amount) {
            [Some(value), Some(first), Some(second)] => Some(format!(
                "{verb} {value} on average, {first} moving first, {second} moving second"
            )),
            _ => None,
        }),
    ));
    let rating = match (grade.loss_per_game, grade.decisions_per_game, grade.rating) {
        (Some(loss), Some(decisions), Some(rating)) => Some(format!(
            "loses {} a game in {decisions:.2} decisions: rating {rating:.3}",
            text::loss(unit, loss)
        )),
        _ => None,
    };
    lines.push(("per game", or_unknown(rating)));
    let exploiter = amount(grade.exploiter);
    lines.push((
        "exploited",
        or_unknown(exploiter.map(|value| format!("the opponent who knows it best {verb} {value}"))),
    ));
    lines
}

fn estimated(estimate: &Estimate, unit: Unit) -> String {
    let interval = |of: Interval, show: &dyn Fn(f64) -> String| {
        format!(
            "{}, between {} and {}",
            show(of.estimate),
            show(of.low),
            show(of.high)
        )
    };
    let percent = |share: f64| format!("{:.2} %", 100.0 * share);
    let loss = |amount: f64| text::loss(unit, amount);
    let mut text = format!(
        "Estimates from {} decisions drawn by how often perfect play meets them (seed {}), \
         with intervals of 95 %:\n",
        grouped(estimate.draws as u64),
        estimate.seed
    );
    text += &aligned(&[
        ("  agreement", interval(estimate.agreement, &percent)),
        (
            "  a decision",
            format!("loses {}", interval(estimate.loss_per_decision, &loss)),
        ),
        (
            "  a game",
            format!("loses {}", interval(estimate.loss_per_game, &loss)),
        ),
        (
            "  rating",
            interval(estimate.rating, &|rating| format!("{rating:.3}")),
        ),
    ]);
    text
}

fn kinds(grade: &Grade, unit: Unit) -> String {
    let mut text = format!(
        "{:<18} {:>9} {:>8}  {}\n",
        "kind", "mistakes", "a game", "cost a game"
    );
    for KindSum {
        kind,
        mistakes,
        visits,
        cost,
    } in &grade.kinds
    {
        let visits = visits.map_or("?".to_owned(), |visits| format!("{visits:.4}"));
        let cost = cost.map_or("?".to_owned(), |cost| text::loss(unit, cost));
        let mistakes = grouped(*mistakes as u64);
        text += &format!("{kind:<18} {mistakes:>9} {visits:>8}  {cost}\n");
    }
    text
}

fn one_mistake(rank: usize, mistake: &Mistake, unit: Unit) -> String {
    let Mistake {
        position,
        die,
        played,
        best,
        kind,
        probability,
        ..
    } = mistake;
    let mut text = board::draw(*position);
    let sometimes = if *probability < 1.0 {
        format!(" with probability {probability:.3}")
    } else {
        String::new()
    };
    text += &format!(
        "{rank}. {position} with a {}: plays {played}{sometimes}, best is {best} ({kind})\n   gives away {}",
        die.number(),
        text::loss(unit, mistake.loss)
    );
    if let (Some(visits), Some(cost)) = (mistake.visits, mistake.cost) {
        text += &format!(
            ", {visits:.4} times a game: costs {} a game",
            text::loss(unit, cost)
        );
    }
    text + "\n"
}

pub(crate) fn duel(duel: &Duel) -> String {
    let Duel {
        rules,
        unit,
        a,
        b,
        first,
        second,
        value,
    } = duel;
    let (a, b) = (printable(a), printable(b));
    let amount = |value| text::amount(*unit, value);
    let lines = [
        ("on average", amount(*value)),
        ("moving first", amount(*first)),
        ("moving second", amount(*second)),
    ];
    let heading = format!("{a} against {b}, {rules}: {a} {}\n\n", verb(*unit));
    heading + &aligned(&lines)
}

pub(crate) fn ladder(ladder: &Ladder) -> String {
    let unit = ladder.unit;
    let names: Vec<String> = ladder
        .policies
        .iter()
        .map(|rung| printable(rung.policy.strip_prefix("builtin:").unwrap_or(&rung.policy)))
        .collect();
    let wide = names
        .iter()
        .map(|name| name.chars().count())
        .max()
        .unwrap_or(0)
        .max(9);
    let amount =
        |value: Option<f64>| value.map_or("?".to_owned(), |value| text::amount(unit, value));
    let loss = |loss: Option<f64>| loss.map_or("?".to_owned(), |loss| text::loss(unit, loss));
    let mut text = format!(
        "Policies against perfect play, {}\n\n{:wide$}",
        ladder.rules, ""
    );
    let columns = [
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
    for column in columns {
        text += &format!("  {column:>12}");
    }
    for (name, rung) in names.iter().zip(&ladder.policies) {
        let grade = &rung.grade;
        let share = grade
            .agreement
            .map(|share| format!("{:.2} %", 100.0 * share));
        let number = |number: Option<f64>| number.map_or("?".to_owned(), |n| format!("{n:.3}"));
        let cells = [
            share.unwrap_or("?".to_owned()),
            loss(grade.mean_loss),
            loss(grade.p95_loss),
            loss(grade.worst_loss),
            amount(grade.first),
            amount(grade.second),
            amount(grade.value),
            loss(grade.loss_per_game),
            number(grade.decisions_per_game),
            number(grade.rating),
            amount(grade.exploiter),
        ];
        text += &format!("\n{name:wide$}");
        for cell in cells {
            text += &format!("  {cell:>12}");
        }
    }
    text += &format!(
        "\n\nEach against each: what the policy on the left {} on average\n\n{:wide$}",
        verb(unit),
        ""
    );
    for name in &names {
        text += &format!("  {name:>10}");
    }
    for (name, values) in names.iter().zip(&ladder.duels) {
        text += &format!("\n{name:wide$}");
        for &value in values {
            text += &format!("  {:>10}", text::amount(unit, value));
        }
    }
    text + "\n"
}
