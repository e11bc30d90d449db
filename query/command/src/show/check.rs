//! Report of a check: the grade of a policy or an engine, the questions that the engine was asked, and the mistakes.

use std::collections::BTreeMap;

use tourne_solver::digits::grouped;
use tourne_solver::{Move, Unit, printable};

use super::numbers::{self, fixed, percent, times};
use super::policies::verb;
use super::table::{folded, table};
use crate::engine::checked::Checked;
use tourne_cards::{CardLine, Never};
use tourne_query::grading::{
    Cost, Estimate, Games, Grade, Interval, Losses, Mistake, Sample, sums_of_causes,
};
use tourne_study::facts::board;
use tourne_terminal::{aligned, hung};

/// Maximum number of illegal answers that are shown to people.
const MOST_SHOWN: usize = 10;

fn decisions(count: usize) -> &'static str {
    match count {
        1 => "decision",
        _ => "decisions",
    }
}

/// Returns the reason why there is nothing to grade.
fn nothing_legal(checked: &Checked) -> &'static str {
    if checked.illegal.is_empty() {
        "there is no answer"
    } else {
        "no answer is a legal move"
    }
}

/// Returns the reason why nothing can be estimated.
fn nothing_known(checked: &Checked) -> &'static str {
    if checked.grade.answered == 0 {
        nothing_legal(checked)
    } else {
        "no game came to its end"
    }
}

/// Returns the reason why figures of a policy are unknown.
pub fn unknown_because(checked: &Checked) -> &'static str {
    let (missing, illegal) = match (checked.sample, checked.estimate) {
        (Some(_), Some(estimate)) => (estimate.draws - estimate.answered, estimate.illegal),
        (Some(_), None) => return nothing_known(checked),
        (None, _) => (checked.grade.missing, checked.grade.illegal),
    };
    match (missing, illegal) {
        (0, _) => "moves are illegal",
        (_, 0) => "moves are missing",
        _ => "moves are missing or illegal",
    }
}

/// Formats the report of a check. Tables are fitted to `width` columns; `None` sets no limit.
pub fn check(checked: &Checked, width: Option<usize>) -> String {
    let grade = checked.grade;
    let (rules, unit) = (grade.rules, grade.unit);
    let name = printable(&checked.name);
    let mut text = format!("{name}, {rules}, against perfect play");
    match checked.sample {
        Some(sample) => {
            text += ": estimates from a sample\n\n";
            text += &aligned(&sample_summary(checked, sample, unit));
        }
        None => {
            text += "\n\n";
            text += &aligned(&summary(checked));
            text += &charged(checked);
        }
    }
    text += &illegal_answers(checked);
    if let Some(lines) = &checked.lines {
        text += &format!("\n{}", card_lines(lines, unit, width));
    }
    if !grade.kinds.is_empty() {
        text += "\n";
        text += &match checked.sample {
            Some(_) => kinds_in_sample(grade),
            None => kinds(grade, unit, width),
        };
    }
    if !grade.mistakes.is_empty() {
        let all = grouped(grade.mistakes_in_all as u64);
        text += &match (grade.mistakes_in_all, checked.sample) {
            (_, None) if is_partial(checked) => {
                format!("\nThe costliest of {all} mistakes so far:\n")
            }
            (1, None) => "\nThe only mistake:\n".to_owned(),
            (_, None) => format!("\nThe costliest of {all} mistakes:\n"),
            (1, Some(_)) => "\nThe only mistake in the sample:\n".to_owned(),
            (_, Some(_)) => format!("\nThe greatest of {all} mistakes in the sample:\n"),
        };
    }
    for (mistake, rank) in grade.mistakes.iter().zip(1..) {
        text += &format!("\n{}", one_mistake(rank, mistake, unit));
    }
    text
}

/// Returns a warning for each card line that never decides a move.
pub fn warnings(checked: &Checked) -> impl Iterator<Item = String> {
    let name = printable(&checked.name);
    let lines = checked.lines.iter().flatten();
    lines.filter_map(move |line| {
        let because = match line.never? {
            Never::ConditionNeverTrue => "its condition is not true in any decision",
            Never::NoMoveFits => "no legal move fits it in any decision",
            Never::EarlierLinesDecide => "earlier lines decide every decision that it fits",
        };
        let (number, rule) = (line.line?, line.rule.as_ref()?);
        Some(format!(
            "warning: {name}: line {number} never applies, because {because}: \"{rule}\""
        ))
    })
}

/// Formats the lines of a card as a table: the figures of each line, then its rule.
fn card_lines(lines: &[CardLine], unit: Unit, width: Option<usize>) -> String {
    let header = ["line", "decisions", "share", "cost a game"];
    let rows = lines.iter().map(|line| {
        vec![
            line.line
                .map_or_else(|| "-".to_owned(), |number| number.to_string()),
            grouped(line.decisions as u64),
            percent(line.share),
            numbers::loss(unit, line.cost),
        ]
    });
    let rules = lines.iter().map(|line| line.rule.as_deref());
    let rules = rules.map(|rule| rule.unwrap_or("no line fits"));
    let mut text = String::new();
    for (figures, rule) in table(&header, rows)
        .lines()
        .zip(["rule"].into_iter().chain(rules))
    {
        let line = format!("{figures}  {rule}");
        // Wrap a long rule beside the figures. If the figures leave too little room, print the rule below them.
        let indent = figures.chars().count() + 2;
        text += &match width {
            Some(width) if indent > width * 2 / 3 => {
                format!("{figures}\n{}", hung(&format!("    {rule}"), width, 4))
            }
            Some(width) => hung(&line, width, indent),
            None => line,
        };
        text.push('\n');
    }
    text
}

fn illegal_answers(checked: &Checked) -> String {
    if checked.illegal.is_empty() {
        return String::new();
    }
    let mut text = "\nIllegal answers by cause:\n".to_owned();
    for sum in sums_of_causes(checked.illegal) {
        text += &format!("  {}: {}\n", sum.cause, grouped(sum.answers as u64));
    }
    text += "\nNot legal:\n";
    for illegal in checked.illegal.iter().take(MOST_SHOWN) {
        let line = illegal.line.map(|line| format!("line {line}: "));
        let legal: Vec<String> = illegal.legal.iter().map(Move::to_string).collect();
        let played = match &*illegal.played {
            "" => "an empty answer",
            played => played,
        };
        text += &format!(
            "  {}{} with a {}: {played} (legal: {})\n",
            line.unwrap_or_default(),
            illegal.position,
            illegal.die,
            legal.join(", ")
        );
    }
    let more = checked.illegal.len().saturating_sub(MOST_SHOWN);
    if more > 0 {
        text += &format!("  and {} more\n", grouped(more as u64));
    }
    text
}

fn summary(checked: &Checked) -> Vec<(&'static str, String)> {
    let grade = checked.grade;
    let count = |count: usize| grouped(count as u64);
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
    lines.extend(asked(checked));
    lines.extend(covered(checked));
    if grade.answered == 0 {
        lines.push(("grade", format!("none: {}", nothing_legal(checked))));
        return lines;
    }
    lines.push(("agreement", agreement(grade)));
    let unknown = format!("unknown: {}", unknown_because(checked));
    let figures = (grade.losses, grade.games, grade.exploiter);
    lines.extend(figured(grade, figures, &unknown));
    lines
}

/// Formats the figures that a policy gets if each illegal answer is replaced by the worst legal move.
fn charged(checked: &Checked) -> String {
    let grade = checked.grade;
    let Some(charged) = grade.charged else {
        return String::new();
    };
    let figures = (charged.losses, charged.games, charged.exploiter);
    let lines = figured(grade, figures, "unknown: moves are missing");
    format!(
        "\nWith the worst legal move in place of each illegal answer:\n\n{}",
        aligned(&lines)
    )
}

/// Formats the figures as lines; `unknown` stands for a figure that is not known.
fn figured(
    grade: &Grade,
    (losses, games, exploiter): (Option<Losses>, Option<Games>, Option<f64>),
    unknown: &str,
) -> Vec<(&'static str, String)> {
    let unit = grade.unit;
    let amount = |value| numbers::amount(unit, value);
    let unknown = || unknown.to_owned();
    let loss = |loss| numbers::loss(unit, loss);
    let losses = losses.map(|losses| {
        format!(
            "mean {}, 95th percentile {}, worst {}, over all decisions",
            loss(losses.mean_loss),
            loss(losses.p95_loss),
            loss(losses.worst_loss)
        )
    });
    let verb = verb(unit);
    let result = games.map(|games| {
        format!(
            "{verb} {} on average, {} moving first, {} moving second",
            amount(games.value),
            amount(games.first),
            amount(games.second)
        )
    });
    let per_game = games.map(|games| {
        format!(
            "loses {} a game in {} decisions: rating {}",
            loss(games.loss_per_game),
            fixed(games.decisions_per_game, 2),
            numbers::rating_in_words(games.rating, grade.rules)
        )
    });
    let counter = exploiter
        .map(amount)
        .map(|value| format!("the best possible counter-strategy {verb} {value}"));
    vec![
        ("losses", losses.unwrap_or_else(unknown)),
        ("result", result.unwrap_or_else(unknown)),
        ("per game", per_game.unwrap_or_else(unknown)),
        ("exploited", counter.unwrap_or_else(unknown)),
    ]
}

/// Formats the number of decisions in which a best move is always played. For a mixed policy, adds the mean probability
/// of a best move.
fn agreement(grade: &Grade) -> String {
    let agree = grouped(grade.agree as u64);
    let decisions = decisions(grade.agree);
    let pure = grade.agree as f64 / grade.decisions as f64;
    match grade.agreement {
        None => format!("a best move in {agree} {decisions}"),
        Some(share) if (share - pure).abs() < 1e-9 => {
            format!("a best move in {agree} {decisions} ({})", percent(share))
        }
        Some(share) => format!(
            "a best move with a probability of {}; with certainty in {agree} {decisions}",
            percent(share)
        ),
    }
}

/// Formats the coverage of an engine's answers. Returns `None` if no engine was asked, if all decisions were answered,
/// or if the engine was asked about a sample.
fn covered(checked: &Checked) -> Option<(&'static str, String)> {
    let is_whole = !is_partial(checked) && checked.grade.missing == 0;
    let covered = checked.asked.filter(|_| !is_whole)?.covered?;
    let mut text = format!(
        "{} of the decisions that arise in games between two perfect players",
        percent(covered.share)
    );
    if let (Some(agreement), Some(loss)) = (covered.agreement, covered.mean_loss) {
        text += &format!(
            "; in these, a best move in {}, and a mean loss of {}; of the others nothing is known",
            percent(agreement),
            numbers::loss(checked.grade.unit, loss)
        );
    }
    Some(("covered", text))
}

/// Returns whether an engine was asked only some of the questions.
fn is_partial(checked: &Checked) -> bool {
    checked
        .asked
        .is_some_and(|asked| asked.survey.done < asked.steps)
}

/// Formats the number of questions that an engine was asked and the number of its faults; `None` if no engine was
/// asked.
fn asked(checked: &Checked) -> Option<(&'static str, String)> {
    let asked = checked.asked?;
    let survey = &asked.survey;
    let decisions = decisions(survey.asked);
    let mut text = format!("{} {decisions}, ", grouped(survey.asked as u64));
    if asked.resumed > 0 {
        let resumed = grouped(asked.resumed as u64);
        text = format!("{text}{resumed} known from the record, ");
    }
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for fault in &survey.faults {
        *kinds.entry(fault.fault).or_default() += 1;
    }
    text += &match survey.faults.len() {
        0 => "never failed".to_owned(),
        count => {
            let kinds: Vec<String> = kinds
                .iter()
                .map(|(kind, count)| format!("{kind}: {count}"))
                .collect();
            format!("failed {} ({})", times(count), kinds.join(", "))
        }
    };
    if survey.given_up {
        text += ", then given up";
    }
    if survey.interrupted {
        text += ", then interrupted";
    }
    Some(("asked", text))
}

fn sample_summary(checked: &Checked, sample: &Sample, unit: Unit) -> Vec<(&'static str, String)> {
    let begun = match checked.asked {
        Some(asked) if asked.steps > sample.games => match sample.games {
            0 => "none of ".to_owned(),
            games => format!("the first {} of ", grouped(games as u64)),
        },
        _ => String::new(),
    };
    let all = checked.asked.map_or(sample.games, |asked| asked.steps);
    let mut lines = vec![(
        "sample",
        format!(
            "{begun}{} against perfect play (seed {})",
            games(all),
            sample.seed
        ),
    )];
    lines.extend(asked(checked));
    let Some(estimate) = &checked.estimate else {
        lines.push(("estimates", format!("none: {}", nothing_known(checked))));
        return lines;
    };
    let interval = |of: Interval, show: &dyn Fn(f64) -> String| {
        format!(
            "{} (95 % interval: {} to {})",
            show(of.estimate),
            show(of.low),
            show(of.high)
        )
    };
    let loss = |amount: f64| numbers::loss(unit, amount);
    lines.extend([
        ("answered", answered(estimate)),
        ("agreement", interval(estimate.agreement, &percent)),
        (
            "a decision",
            format!("loses {}", interval(estimate.loss_per_decision, &loss)),
        ),
        (
            "a game",
            format!("loses {}", interval(estimate.loss_per_game, &loss)),
        ),
        ("rating", interval(estimate.rating, &numbers::rating)),
    ]);
    lines
}

/// Formats the number of answered decisions in a sample, and says how decisions without a legal answer are counted.
fn answered(estimate: &Estimate) -> String {
    let count = |count: usize| grouped(count as u64);
    let mut text = format!(
        "{} of {} decisions met",
        count(estimate.answered),
        count(estimate.draws)
    );
    if estimate.unfinished > 0 {
        let cut_short = games(estimate.unfinished);
        text += &format!(" (left out: {cut_short} that met a decision without an answer)");
    }
    if estimate.illegal > 0 {
        let illegal = count(estimate.illegal);
        text += &format!(", {illegal} with an illegal move, charged as the worst legal move");
    }
    text
}

fn games(count: usize) -> String {
    let noun = if count == 1 { "game" } else { "games" };
    format!("{} {noun}", grouped(count as u64))
}

fn kinds_in_sample(grade: &Grade) -> String {
    let rows = grade.kinds.iter().map(|sum| {
        let mistakes = grouped(sum.mistakes as u64);
        vec![sum.kind.to_string(), mistakes]
    });
    table(&["kind", "mistakes"], rows)
}

fn kinds(grade: &Grade, unit: Unit, width: Option<usize>) -> String {
    let or_unknown = |text: Option<String>| text.unwrap_or_else(|| "?".to_owned());
    let rows = grade.kinds.iter().map(|sum| {
        vec![
            sum.kind.to_string(),
            grouped(sum.mistakes as u64),
            or_unknown(sum.per_game.map(|it| fixed(it.visits, 4))),
            or_unknown(sum.per_game.map(|it| numbers::loss(unit, it.cost))),
        ]
    });
    folded(&["kind", "mistakes", "a game", "cost a game"], rows, width)
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
        format!(" with probability {}", fixed(*probability, 3))
    } else {
        String::new()
    };
    text += &format!(
        "{rank}. {position} with a {}: plays {played}{sometimes}, best is {best} ({kind})\n   gives away {}",
        die,
        numbers::loss(unit, mistake.loss)
    );
    if let Some(Cost { visits, cost }) = mistake.per_game {
        text += &format!(
            ", {} times a game: costs {} a game",
            fixed(visits, 4),
            numbers::loss(unit, cost)
        );
    }
    text + "\n"
}
