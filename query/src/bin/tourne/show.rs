//! Answers as text, JSON or CSV.

use std::fmt::Write as _;

use serde::Serialize;
use tourne_query::answer::Answer;
use tourne_query::atlas::{self, Entry};
use tourne_query::best_play::Outcomes;
use tourne_query::info::Info;
use tourne_query::match_scores::{ScoreRow, square};
use tourne_query::policy::duel::Duel;
use tourne_query::policy::ladder::{Ladder, Rung};
use tourne_query::readings::Reading;
use tourne_query::rulebook::{self, Rulebook};
use tourne_query::{board, text};
use tourne_solver::game::Unit;
use tourne_solver::game::{Die, Move, Position, Rules, Setup};
use tourne_solver::solution::digits::{grouped, proven, rounded_up};
use tourne_solver::solve::matches::{FirstThrow, MatchTable};
use tourne_solver::terminal::{Format, aligned, csv, json};

use crate::report;

/// The answer; `bound` is the error bound of its values.
pub(crate) fn best(
    answer: &Answer,
    bound: f64,
    rules: Rules,
    format: Format,
) -> anyhow::Result<String> {
    match format {
        Format::Text => Ok(text::best(answer, rules, bound)),
        Format::Json => Ok(json(answer)?),
        Format::Csv => csv(answer.rows()),
    }
}

/// How games from a position end.
#[derive(Serialize)]
struct OutcomesAnswer {
    rules: String,
    position: String,
    win: f64,
    win_single: f64,
    win_double: f64,
    lose_single: f64,
    lose_double: f64,
}

pub(crate) fn outcomes(
    position: Position,
    rules: Rules,
    outcomes: Outcomes,
    format: Format,
) -> anyhow::Result<String> {
    let Outcomes {
        win_single,
        win_double,
        lose_single,
        lose_double,
    } = outcomes;
    let answer = OutcomesAnswer {
        rules: rules.to_string(),
        position: position.to_string(),
        win: win_single + win_double,
        win_single,
        win_double,
        lose_single,
        lose_double,
    };
    match format {
        Format::Json => Ok(json(&answer)?),
        Format::Csv => csv([answer]),
        Format::Text => {
            let line = |chance: f64, of: &str| format!("{:>8.4} %  {of}", 100.0 * chance);
            let lines = [
                ("X wins", line(win_single, "and O has a man home")),
                ("", line(win_double, "and O has none")),
                ("X loses", line(lose_single, "with a man home")),
                ("", line(lose_double, "with none")),
            ];
            let heading = format!("\n{position}, {rules}, best play by both:\n\n");
            Ok(board::draw(position) + &heading + &aligned(&lines))
        }
    }
}

pub(crate) fn info(info: Info, unit: Unit, origin: &str, format: Format) -> anyhow::Result<String> {
    if format == Format::Json {
        return Ok(json(&info)?);
    }
    if format == Format::Csv {
        return csv([info]);
    }
    let value = match unit {
        Unit::Points => {
            let sign = if info.value < 0.0 { "" } else { "+" };
            let value = proven(info.value, info.error_bound, 12);
            format!("the first to throw can expect {sign}{value} points")
        }
        Unit::WinProbability | Unit::MatchWinProbability => {
            let value = proven(info.value, info.error_bound, 12);
            format!("the first to throw wins with probability {value}")
        }
    };
    let positions = format!(
        "{}, of which {} can arise from the start",
        grouped(info.positions),
        grouped(info.reachable)
    );
    let decisions = format!(
        "{} of {} throws leave a choice ({} in positions that can arise)",
        grouped(info.decisions),
        grouped(info.pairs),
        grouped(info.reachable_decisions)
    );
    let is_exact = info.error_bound <= crate::NEEDED;
    let games = format!(
        "{:.2} throws under best play, of which {:.2} leave a choice ({:.1} %)",
        info.throws_per_game,
        info.choices_per_game,
        100.0 * info.choices_per_game / info.throws_per_game
    );
    Ok(aligned(&[
        ("rules", info.rules),
        ("solution", origin.to_owned()),
        ("positions", positions),
        ("decisions", decisions),
        (
            "ties",
            format!(
                "{} decisions with exactly equal best moves",
                grouped(info.ties)
            ),
        ),
        ("start", value),
        (
            "bounds",
            format!(
                "every value is within {} of the true one",
                rounded_up(info.error_bound, 1)
            ),
        ),
        (
            "games",
            if is_exact {
                games
            } else {
                "unknown: the values are not exact enough".to_owned()
            },
        ),
    ]))
}

pub(crate) fn atlas(entries: &[Entry], format: Format) -> anyhow::Result<String> {
    match format {
        Format::Text => Ok(atlas::table(entries)),
        Format::Json => Ok(json(&entries)?),
        Format::Csv => csv(entries),
    }
}

/// A match, as JSON has it.
#[derive(Serialize)]
struct MatchAnswer<'a> {
    rules: String,
    unit: String,
    length: usize,
    first: &'static str,
    error_bound: f64,
    scores: &'a [ScoreRow],
}

pub(crate) fn match_table(
    table: &MatchTable,
    rows: &[ScoreRow],
    format: Format,
) -> anyhow::Result<String> {
    let of = table.rules();
    let (first, begins) = match of.first {
        FirstThrow::Dice => ("dice", "dice decide who begins each game"),
        FirstThrow::Loser => ("loser", "the loser begins the next game"),
        FirstThrow::Winner => ("winner", "the winner begins the next game"),
        FirstThrow::Alternate => ("alternate", "the players begin in turn"),
    };
    let error_bound = table.error_bound();
    match format {
        Format::Csv => csv(rows),
        Format::Json => Ok(json(&MatchAnswer {
            rules: of.rules.to_string(),
            unit: Unit::MatchWinProbability.to_string(),
            length: of.length,
            first,
            error_bound,
            scores: rows,
        })?),
        Format::Text => {
            let mut text = format!(
                "Match to {} points, {}; {begins}.\nProbability of winning the match in percent \
                 (within {}); own points down, the opponent's across.\n",
                of.length,
                of.rules,
                rounded_up(error_bound, 0)
            );
            if of.first == FirstThrow::Dice {
                text += "\nBefore the draw:\n";
                text += &square(table, MatchTable::chance_before_draw);
            }
            text += "\nThrowing first in the next game:\n";
            text += &square(table, |table, needs| table.chance(needs, true));
            text += "\nThrowing second in the next game:\n";
            text += &square(table, |table, needs| table.chance(needs, false));
            Ok(text)
        }
    }
}

pub(crate) fn duel(duel: &Duel, format: Format) -> anyhow::Result<String> {
    match format {
        Format::Json => Ok(json(duel)?),
        Format::Csv => csv([duel]),
        Format::Text => Ok(report::duel(duel)),
    }
}

/// A line of the CSV of a ladder.
#[derive(Serialize)]
struct RungRow<'a> {
    policy: &'a str,
    decisions: usize,
    agree: usize,
    agreement: Option<f64>,
    mean_loss: Option<f64>,
    p95_loss: Option<f64>,
    worst_loss: Option<f64>,
    first: Option<f64>,
    second: Option<f64>,
    value: Option<f64>,
    loss_per_game: Option<f64>,
    decisions_per_game: Option<f64>,
    rating: Option<f64>,
    exploiter: Option<f64>,
}

pub(crate) fn ladder(ladder: &Ladder, format: Format) -> anyhow::Result<String> {
    match format {
        Format::Json => Ok(json(ladder)?),
        Format::Text => Ok(report::ladder(ladder)),
        Format::Csv => csv(ladder
            .policies
            .iter()
            .map(|Rung { policy, grade }| RungRow {
                policy,
                decisions: grade.decisions,
                agree: grade.agree,
                agreement: grade.agreement,
                mean_loss: grade.mean_loss,
                p95_loss: grade.p95_loss,
                worst_loss: grade.worst_loss,
                first: grade.first,
                second: grade.second,
                value: grade.value,
                loss_per_game: grade.loss_per_game,
                decisions_per_game: grade.decisions_per_game,
                rating: grade.rating,
                exploiter: grade.exploiter,
            })),
    }
}

/// The rules of a rule set, or the rule sets in a line each.
pub(crate) fn rules(rules: Option<Rules>, format: Format) -> anyhow::Result<String> {
    let Some(rules) = rules else {
        let summaries = rulebook::summaries();
        return match format {
            Format::Text => Ok(rulebook::list(&summaries)),
            Format::Json => Ok(json(&summaries)?),
            Format::Csv => csv(summaries),
        };
    };
    let book = Rulebook::new(rules);
    match format {
        Format::Text => Ok(rulebook::text(&book)),
        Format::Json => Ok(json(&book)?),
        Format::Csv => csv(book.sections),
    }
}

/// Which rule sets allow exactly the given moves, as JSON has it.
#[derive(Serialize)]
struct ReadingsAnswer<'a> {
    position: String,
    die: u8,
    moves: Vec<String>,
    matching: Vec<&'a str>,
    readings: &'a [Reading],
}

/// A line of the CSV.
#[derive(Serialize)]
struct ReadingRow<'a> {
    rules: &'a str,
    position: Option<&'a str>,
    matches: bool,
    legal: String,
}

pub(crate) fn readings(
    setup: &Setup,
    die: Die,
    moves: &[Move],
    readings: &[Reading],
    format: Format,
) -> anyhow::Result<String> {
    if format == Format::Csv {
        return csv(readings.iter().map(|reading| ReadingRow {
            rules: &reading.rules,
            position: reading.position.as_deref(),
            matches: reading.matches,
            legal: reading.legal.join(" "),
        }));
    }
    let mut matching: Vec<&str> = readings
        .iter()
        .filter(|reading| reading.matches)
        .map(|reading| &*reading.rules)
        .collect();
    matching.dedup();
    if format == Format::Json {
        return Ok(json(&ReadingsAnswer {
            position: setup.to_string(),
            die: die.number(),
            moves: moves.iter().map(Move::to_string).collect(),
            matching,
            readings,
        })?);
    }
    let mut text = if matching.is_empty() {
        "No rule set allows exactly these moves.\n\n".to_owned()
    } else {
        format!("Exactly these moves: {}.\n\n", matching.join(", "))
    };
    for reading in readings {
        let verdict = if reading.matches { "yes" } else { "no" };
        let detail = match (&reading.position, &reading.error) {
            (Some(position), _) => format!("{position}: {}", reading.legal.join(", ")),
            (None, error) => error.clone().unwrap_or_default(),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{verdict:<4} {:<20} {detail}", reading.rules);
    }
    Ok(text)
}
