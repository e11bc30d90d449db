//! Report of a check: the grade of a policy or an engine, the questions that the engine was asked, and the mistakes.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;
use tourne::cards::{CardLine, Never};
use tourne::engine::survey::Survey;
use tourne::facts::{Explainer, board};
use tourne::grading::{
    Comparison, Cost, Estimate, Figures, Grade, Interval, Losses, Mistake, Report, Sample,
};
use tourne::policy::Part;
use tourne::show::numbers::{self, count, counted, fixed, percent, times, verb};
use tourne::show::table::folded;
use tourne_solver::file::{is_stream, shown};
use tourne_solver::terminal::{aligned, hung};
use tourne_solver::{Move, Solution, Unit, printable};

use super::compare;

/// Findings of a check, serialised as its JSON output.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Checked<'a> {
    /// Name of the policy or engine.
    #[serde(skip)]
    pub(super) name: String,
    /// Solution by which the play is graded.
    #[serde(skip)]
    pub(super) solution: &'a Solution,
    #[serde(flatten)]
    pub(super) report: Report<'a, CardLine>,
    /// What an engine was asked; `None` of a policy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) engine: Option<&'a Survey>,
    /// Comparison with the old version that `--compare` names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) compare: Option<Comparison>,
    /// Sample of games that the engine is asked about; `None` if the grade covers all decisions.
    #[serde(skip)]
    pub(super) sample: Option<Sample>,
    /// Part of the decisions that the grade covers; `None` if it covers all of them, or a sample.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) part: Option<Part>,
    /// Record to which the answers are saved.
    #[serde(skip)]
    pub(super) record: Option<&'a Path>,
}

impl Checked<'_> {
    /// Returns the number of all illegal answers. The report lists only the first hundred of them.
    pub(super) fn illegal(&self) -> usize {
        let causes = self.report.illegal_causes.iter();
        causes.map(|sum| sum.answers).sum()
    }
}

/// Maximum number of illegal answers that are shown to people.
const MOST_SHOWN: usize = 10;

fn nothing_legal(checked: &Checked) -> &'static str {
    match checked.illegal() {
        0 => "there is no answer",
        _ => "no answer is a legal move",
    }
}

fn nothing_known(checked: &Checked) -> &'static str {
    if checked.report.grade.tally.answered == 0 {
        nothing_legal(checked)
    } else {
        "no game came to its end"
    }
}

/// Returns the reason why the loss per game is unknown, and what it would be with moves in place of missing answers.
pub(super) fn unknown_because(checked: &Checked) -> String {
    let because = unknown(checked);
    let bounds = checked.report.bounds.map(|it| [it.best, it.worst]);
    let Some([Some(best), Some(worst)]) = bounds.map(|both| both.map(|it| it.games)) else {
        return because.to_owned();
    };
    let unit = checked.report.grade.unit;
    let [best, worst] = [best, worst].map(|games| numbers::loss(unit, games.loss_per_game));
    format!(
        "{because} (it is {best} with best moves in their place, {worst} with the worst legal moves)"
    )
}

/// Returns the reason why figures of a policy are unknown.
fn unknown(checked: &Checked) -> &'static str {
    let (missing, illegal) = match (checked.sample, checked.report.estimate) {
        (Some(_), Some(estimate)) => (estimate.draws - estimate.answered, estimate.illegal),
        (Some(_), None) => return nothing_known(checked),
        (None, _) => (
            checked.report.grade.tally.missing,
            checked.report.grade.tally.illegal,
        ),
    };
    match (missing, illegal) {
        (0, _) => "moves are illegal",
        (_, 0) => "moves are missing",
        _ => "moves are missing or illegal",
    }
}

/// Formats the report of a check. Tables are fitted to `width` columns; `None` sets no limit.
pub(super) fn text(checked: &Checked, width: Option<usize>) -> String {
    let grade = checked.report.grade;
    let (rules, unit) = (grade.rules, grade.unit);
    let name = printable(&checked.name);
    let mut text = format!("{name}, {rules}, against perfect play");
    match &checked.sample {
        Some(sample) => {
            text += ": estimates from a sample\n\n";
            text += &aligned(&sample_summary(checked, sample, unit));
        }
        None => {
            if let Some(part) = checked.part {
                text += &format!(": part {part} of the decisions");
            }
            text += "\n\n";
            text += &aligned(&summary(checked));
            text += &replaced(checked);
        }
    }
    text += &illegal_answers(checked);
    if let Some(lines) = checked.report.lines {
        text += &format!("\n{}", card_lines(lines, unit, width));
    }
    if let Some(comparison) = &checked.compare {
        // The changes stand in place of the mistakes.
        return text + &compare::text(comparison, unit, width);
    }
    if !grade.kinds.is_empty() {
        let is_part = checked.sample.is_some() || checked.part.is_some();
        let kinds = kinds(grade, is_part, width);
        text += &format!("\n{kinds}");
    }
    if !grade.mistakes.is_empty() {
        let all = count(grade.mistakes_in_all);
        let heading = match (grade.mistakes_in_all, checked.sample) {
            (_, None) if checked.part.is_some() => {
                format!("greatest of {all} mistakes in the part")
            }
            (_, None) if is_partial(checked) => format!("costliest of {all} mistakes so far"),
            (1, None) => "only mistake".to_owned(),
            (_, None) => format!("costliest of {all} mistakes"),
            (1, Some(_)) => "only mistake in the sample".to_owned(),
            (_, Some(_)) => format!("greatest of {all} mistakes in the sample"),
        };
        text += &format!("\nThe {heading}:\n");
    }
    let explainer = Explainer::of_match(rules);
    for (mistake, rank) in grade.mistakes.iter().zip(1..) {
        text += &format!("\n{}", one_mistake(rank, mistake, unit));
        text += &reason(mistake, &explainer, checked.solution);
    }
    if let Some(part) = checked.part {
        text += &format!(
            "\nThis is part {part}, not a grade of the engine: when all parts are done, tourne check --policy FILE... grades \
             their records together.\n"
        );
    }
    text
}

/// Returns a line that says why the move of a mistake is worse than the best.
fn reason(mistake: &Mistake, explainer: &Explainer, solution: &Solution) -> String {
    let all = explainer.explain(solution, mistake.position, mistake.die);
    let mut all = all.unwrap_or_default().into_iter();
    let played = all.find(|it| it.action == mistake.played);
    let reason = played.and_then(|it| it.reason);
    reason.map_or(String::new(), |reason| format!("   {reason}\n"))
}

/// Returns a warning for each card line that never decides a move.
pub(super) fn warnings(checked: &Checked) -> impl Iterator<Item = String> {
    let name = printable(&checked.name);
    let lines = checked.report.lines.into_iter().flatten();
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
        let number = line.line.map(|number| number.to_string());
        vec![
            number.unwrap_or_else(|| "-".to_owned()),
            count(line.decisions),
            percent(line.share),
            numbers::loss(unit, line.cost),
        ]
    });
    let rules = lines.iter().map(|line| line.rule.as_deref());
    let rules = rules.map(|rule| rule.unwrap_or("no line fits"));
    let mut text = String::new();
    let figures = folded(&header, rows, None);
    for (figures, rule) in figures.lines().zip(["rule"].into_iter().chain(rules)) {
        let line = format!("{figures}  {rule}");
        // Wrap a long rule beside the figures. If the figures leave too little room, print the rule below them.
        let indent = tourne_solver::terminal::width(figures) + 2;
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
    if checked.report.illegal_causes.is_empty() {
        return String::new();
    }
    let mut text = "\nIllegal answers by cause:\n".to_owned();
    for sum in &checked.report.illegal_causes {
        text += &format!("  {}: {}\n", sum.cause, count(sum.answers));
    }
    text += "\nNot legal:\n";
    for illegal in checked.report.illegal_answers.iter().take(MOST_SHOWN) {
        let line = illegal.line.map(|line| format!("line {line}: "));
        let line = match (&illegal.file, line) {
            (Some(file), Some(line)) => format!("{}, {line}", printable(file)),
            (_, line) => line.unwrap_or_default(),
        };
        let (position, die) = (illegal.position, illegal.die);
        let sent = illegal.dice.as_ref();
        let sent = sent.map_or(String::new(), |sent| format!(" (\"dice {sent}\")"));
        let played = match &*illegal.played {
            "" => "an empty answer",
            played => played,
        };
        let legal: Vec<String> = illegal.legal.iter().map(Move::to_string).collect();
        let legal = legal.join(", ");
        text += &format!("  {line}{position} with a {die}{sent}: {played} (legal: {legal})\n");
    }
    let more = checked.illegal().saturating_sub(MOST_SHOWN);
    if more > 0 {
        text += &format!("  and {} more\n", count(more));
    }
    text
}

fn summary(checked: &Checked) -> Vec<(&'static str, String)> {
    let grade = checked.report.grade;
    let counts = [
        grade.decisions,
        grade.tally.answered,
        grade.tally.missing,
        grade.tally.illegal,
    ];
    let [all, answered, missing, illegal] = counts.map(count);
    let decisions =
        format!("{all}: {answered} answered, {missing} missing, {illegal} with an illegal move");
    let mut lines = vec![("decisions", decisions)];
    lines.extend(asked(checked));
    lines.extend(covered(checked));
    if grade.tally.answered == 0 {
        lines.push(("grade", format!("none: {}", nothing_legal(checked))));
        return lines;
    }
    lines.push(("agreement", agreement(grade)));
    if checked.part.is_some() {
        let losses = grade.figures.losses.map(|it| spread(grade.unit, it));
        let losses = losses.map(|it| it + ", over the decisions of the part");
        lines.extend(losses.map(|it| ("losses", it)));
        return lines;
    }
    let unknown = format!("unknown: {}", unknown(checked));
    lines.extend(figured(grade, grade.figures, &unknown));
    lines
}

/// Formats the figures that a policy gets if each answer that is missing or illegal is replaced by a move.
fn replaced(checked: &Checked) -> String {
    let grade = checked.report.grade;
    let lacking = match (grade.tally.missing, grade.tally.illegal) {
        (_, 0) => "missing",
        (0, _) => "illegal",
        _ => "missing or illegal",
    };
    let (best, worst) = match checked.report.bounds {
        Some(bounds) => (Some(bounds.best), Some(bounds.worst)),
        None => (None, grade.charged.filter(|_| checked.part.is_none())),
    };
    let mut text = String::new();
    let best_of = if grade.tally.illegal > 0 {
        "a best move in place of each missing, the worst legal move in place of each illegal answer"
            .to_owned()
    } else {
        "a best move in place of each missing answer".to_owned()
    };
    let worst_of = format!("the worst legal move in place of each {lacking} answer");
    for (moves, figures) in [(best_of, best), (worst_of, worst)] {
        if let Some(figures) = figures {
            let lines = figured(grade, figures, "unknown: moves are missing");
            text += &format!("\nWith {moves}:\n\n{}", aligned(&lines));
        }
    }
    // The message at the end of an interrupted check says how to go on.
    let is_over = checked.engine.is_some_and(|engine| !engine.interrupted);
    if is_over && grade.tally.missing > 0 && grade.tally.answered > 0 {
        let how = how_to_go_on(checked.record).unwrap_or_else(|| {
            "keep the answers with --record FILE, and go on with the same --record FILE".to_owned()
        });
        text += &format!("\nTo ask about the missing decisions again, {how}.\n");
    }
    text
}

/// Says how to ask about the rest of the decisions, if the answers so far are in a file.
pub(super) fn how_to_go_on(record: Option<&Path>) -> Option<String> {
    let path = shown(record.filter(|path| !is_stream(path))?);
    Some(format!("go on with --record {path}"))
}

/// Formats the figures as lines; `unknown` stands for a figure that is not known.
fn figured(grade: &Grade, figures: Figures, unknown: &str) -> Vec<(&'static str, String)> {
    let unit = grade.unit;
    let amount = |value| numbers::amount(unit, value);
    let unknown = || unknown.to_owned();
    let loss = |loss| numbers::loss(unit, loss);
    let (losses, games) = (figures.losses, figures.games);
    let losses = losses.map(|it| spread(unit, it) + ", over all decisions");
    let verb = verb(unit);
    let result = games.map(|it| {
        let [value, first, second] = [it.value, it.first, it.second].map(amount);
        format!("{verb} {value} on average, {first} moving first, {second} moving second")
    });
    let per_game = games.map(|it| {
        let (loss, decisions) = (loss(it.loss_per_game), fixed(it.decisions_per_game, 2));
        let rating = numbers::rating_in_words(it.rating, grade.rules);
        format!("loses {loss} a game in {decisions} decisions: rating {rating}")
    });
    let counter = figures
        .exploiter
        .map(amount)
        .map(|value| format!("the best possible counter-strategy {verb} {value}"));
    vec![
        ("losses", losses.unwrap_or_else(unknown)),
        ("result", result.unwrap_or_else(unknown)),
        ("per game", per_game.unwrap_or_else(unknown)),
        ("exploited", counter.unwrap_or_else(unknown)),
    ]
}

fn spread(unit: Unit, losses: Losses) -> String {
    let loss = |loss| numbers::loss(unit, loss);
    let [mean, high, worst] = [losses.mean_loss, losses.p95_loss, losses.worst_loss].map(loss);
    format!("mean {mean}, 95th percentile {high}, worst {worst}")
}

/// Says in how many decisions a best move is certain and, for a mixed policy, how probable it is on average.
fn agreement(grade: &Grade) -> String {
    let agree = counted(grade.tally.agree, "decision");
    let pure = grade.tally.agree as f64 / grade.decisions as f64;
    match grade.tally.agreement {
        None => format!("a best move in {agree}"),
        Some(share) if (share - pure).abs() < 1e-9 => {
            format!("a best move in {agree} ({})", percent(share))
        }
        Some(share) => format!(
            "a best move with a probability of {}; with certainty in {agree}",
            percent(share)
        ),
    }
}

/// Formats the coverage of an engine that was asked about all decisions, unless it answered them all.
fn covered(checked: &Checked) -> Option<(&'static str, String)> {
    let is_all = checked.part.is_none() && checked.report.grade.tally.missing == 0;
    let is_whole = !is_partial(checked) && is_all;
    let covered = checked.engine.filter(|_| !is_whole)?.covered?;
    let share = percent(covered.share);
    let mut text =
        format!("{share} of the decisions that arise in games between two perfect players");
    if let (Some(agreement), Some(loss)) = (covered.agreement, covered.mean_loss) {
        let (agreement, loss) = (
            percent(agreement),
            numbers::loss(checked.report.grade.unit, loss),
        );
        text += &format!(
            "; in these, a best move in {agreement}, and a mean loss of {loss}; of the others nothing is known"
        );
    }
    Some(("covered", text))
}

/// Returns whether an engine was asked only some of the questions.
fn is_partial(checked: &Checked) -> bool {
    checked.engine.is_some_and(|it| it.unasked > 0)
}

/// Counts the questions that an engine was asked, and its faults; `None` if no engine was asked.
fn asked(checked: &Checked) -> Option<(&'static str, String)> {
    let engine = checked.engine?;
    let mut text = counted(engine.asked, "decision") + ", ";
    if engine.resumed > 0 {
        text += &format!("{} known from the record, ", count(engine.resumed));
    }
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for fault in &engine.faults {
        *kinds.entry(fault.what.fault.kind()).or_default() += 1;
    }
    let kinds = kinds.iter().map(|(kind, count)| format!("{kind}: {count}"));
    text += &match engine.faults.len() {
        0 => "never failed".to_owned(),
        faults => {
            let kinds = kinds.collect::<Vec<_>>().join(", ");
            format!("failed {} ({kinds})", times(faults))
        }
    };
    if engine.given_up {
        text += ", then given up";
    }
    if engine.interrupted {
        text += ", then interrupted";
    }
    if engine.unasked > 0 {
        text += &match checked.sample {
            Some(_) => format!(": {} left unfinished", counted(engine.unasked, "game")),
            None => format!(": {} left unasked", counted(engine.unasked, "decision")),
        };
    }
    Some(("asked", text))
}

fn sample_summary(checked: &Checked, sample: &Sample, unit: Unit) -> Vec<(&'static str, String)> {
    let games = sample.games;
    let all = checked.engine.map_or(games, |engine| engine.steps);
    let begun = match games {
        _ if games >= all => String::new(),
        0 => "none of ".to_owned(),
        _ => format!("the first {} of ", count(games)),
    };
    let (all, seed) = (counted(all, "game"), sample.seed);
    let text = format!("{begun}{all} against perfect play (seed {seed})");
    let mut lines = vec![("sample", text)];
    lines.extend(asked(checked));
    let Some(estimate) = &checked.report.estimate else {
        lines.push(("estimates", format!("none: {}", nothing_known(checked))));
        return lines;
    };
    let interval = |of: Interval, show: &dyn Fn(f64) -> String| {
        let [estimate, low, high] = [of.estimate, of.low, of.high].map(show);
        format!("{estimate} (95 % interval: {low} to {high})")
    };
    let loses = |of| "loses ".to_owned() + &interval(of, &|loss| numbers::loss(unit, loss));
    lines.extend([
        ("answered", answered(estimate)),
        ("agreement", interval(estimate.agreement, &percent)),
        ("a decision", loses(estimate.loss_per_decision)),
        ("a game", loses(estimate.loss_per_game)),
        ("rating", interval(estimate.rating, &numbers::rating)),
    ]);
    lines
}

/// Formats the number of answered decisions in a sample, and says how decisions without a legal answer are counted.
fn answered(estimate: &Estimate) -> String {
    let [answered, draws] = [estimate.answered, estimate.draws].map(count);
    let mut text = format!("{answered} of {draws} decisions met");
    if estimate.unfinished > 0 {
        let cut_short = counted(estimate.unfinished, "game");
        text += &format!(" (left out: {cut_short} that met a decision without an answer)");
    }
    if estimate.illegal > 0 {
        let illegal = count(estimate.illegal);
        text += &format!(", {illegal} with an illegal move, charged as the worst legal move");
    }
    text
}

/// Lists the kinds of mistakes. In a sample, their frequency and cost in a game are unknown, and left out.
fn kinds(grade: &Grade, is_sample: bool, width: Option<usize>) -> String {
    let or_unknown = |text: Option<String>| text.unwrap_or_else(|| "?".to_owned());
    let columns = if is_sample { 2 } else { 4 };
    let rows = grade.kinds.iter().map(|sum| {
        let mut row = vec![
            sum.kind.to_string(),
            count(sum.mistakes),
            or_unknown(sum.per_game.map(|it| fixed(it.visits, 4))),
            or_unknown(sum.per_game.map(|it| numbers::loss(grade.unit, it.cost))),
        ];
        row.truncate(columns);
        row
    });
    let header = ["kind", "mistakes", "a game", "cost a game"];
    folded(&header[..columns], rows, width)
}

fn one_mistake(rank: usize, mistake: &Mistake, unit: Unit) -> String {
    let (position, die, kind) = (mistake.position, mistake.die, mistake.kind);
    let (played, best) = (&mistake.played, &mistake.best);
    let mut text = board::draw(position);
    let sometimes = if mistake.probability < 1.0 {
        format!(" with probability {}", fixed(mistake.probability, 3))
    } else {
        String::new()
    };
    let loss = numbers::loss(unit, mistake.loss);
    text += &format!(
        "{rank}. {position} with a {die}: plays {played}{sometimes}, best is {best} ({kind})\n   gives away {loss}"
    );
    if let Some(Cost { visits, cost }) = mistake.per_game {
        let (visits, cost) = (fixed(visits, 4), numbers::loss(unit, cost));
        text += &format!(", {visits} times a game: costs {cost} a game");
    }
    text + "\n"
}
