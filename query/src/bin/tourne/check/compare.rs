//! Comparison of the policy or engine with an old version of it, in the report of a check.

use tourne::facts::board;
use tourne::grading::{Change, ChangeSum, Comparison, Cost, Effect, Version};
use tourne::show::numbers::{self, count, counted, fixed, percent, signed, verb};
use tourne::show::table::folded;
use tourne_solver::terminal::aligned;
use tourne_solver::{Unit, printable};

/// Header of the changes in CSV: the fields of [`Change`].
pub(super) const CHANGE_COLUMNS: &str =
    "position,die,effect,old,new,best,kind,old_loss,new_loss,visits,cost\n";

/// Formats a comparison. Tables are fitted to `width` columns; `None` sets no limit.
pub(super) fn text(comparison: &Comparison, unit: Unit, width: Option<usize>) -> String {
    let name = printable(&comparison.old.name);
    let mut text = format!("\nCompared with {name}");
    text += &match comparison.change {
        Some(change) if is_nothing(unit, change) => ": loses as much a game\n\n".to_owned(),
        Some(change) => {
            let (more, lost) = if change > 0.0 {
                ("more", change)
            } else {
                ("less", -change)
            };
            format!(": loses {} {more} a game\n\n", numbers::loss(unit, lost))
        }
        None => ":\n\n".to_owned(),
    };
    text += &side_by_side(&comparison.old, &comparison.new, unit, width);
    text += &aligned(&counts(comparison));
    text += &format!("\n{}", aligned(&ledger(comparison, unit)));
    if !comparison.kinds.is_empty() {
        text += &format!("\n{}", kinds(comparison, unit, width));
    }
    for (effect, sum, what) in [
        (Effect::Broken, comparison.broken, "broken"),
        (Effect::Mended, comparison.mended, "mended"),
    ] {
        let changes = comparison.changes.iter();
        let changes: Vec<_> = changes.filter(|change| change.effect == effect).collect();
        if !changes.is_empty() {
            text += &match sum.decisions {
                1 => format!("\nThe only {what} decision:\n"),
                all => format!("\nThe costliest of {} {what} decisions:\n", count(all)),
            };
        }
        for (change, rank) in changes.into_iter().zip(1..) {
            text += &format!("\n{}", one_change(rank, change, unit));
        }
    }
    text
}

/// Returns whether an amount is 0 in the digits that are printed.
fn is_nothing(unit: Unit, amount: f64) -> bool {
    signed(unit, amount.abs()) == signed(unit, 0.0)
}

/// Formats the figures of both versions as a table.
fn side_by_side(old: &Version, new: &Version, unit: Unit, width: Option<usize>) -> String {
    let loss = |loss| numbers::loss(unit, loss);
    let figures = |version: &Version| {
        let (losses, games) = (version.losses, version.games);
        [
            ("best moves", version.tally.agreement.map(percent)),
            ("mean loss", losses.map(|it| loss(it.mean_loss))),
            ("worst loss", losses.map(|it| loss(it.worst_loss))),
            (verb(unit), games.map(|it| numbers::amount(unit, it.value))),
            ("loses a game", games.map(|it| loss(it.loss_per_game))),
            (
                "decisions a game",
                games.map(|it| fixed(it.decisions_per_game, 2)),
            ),
            ("rating", games.map(|it| numbers::rating(it.rating))),
        ]
    };
    let rows = figures(old).into_iter().zip(figures(new));
    let rows = rows.filter(|((_, old), (_, new))| old.is_some() || new.is_some());
    let rows = rows.map(|((name, old), (_, new))| {
        let [old, new] = [old, new].map(|figure| figure.unwrap_or_else(|| "unknown".to_owned()));
        vec![name.to_owned(), old, new]
    });
    let rows: Vec<_> = rows.collect();
    if rows.is_empty() {
        return String::new();
    }
    let table = folded(&["", "old", "new"], rows, width);
    format!("{table}\n")
}

/// Says how many decisions changed, and how many could not be compared.
fn counts(comparison: &Comparison) -> Vec<(&'static str, String)> {
    let it = comparison;
    let changed = [
        it.mended.decisions,
        it.broken.decisions,
        it.as_good,
        it.as_bad,
    ];
    let compared: usize = changed.iter().sum::<usize>() + it.unchanged;
    let [mended, broken, as_good, as_bad] = changed.map(count);
    let changed = count(changed.iter().sum());
    let of = counted(compared, "decision");
    let mut lines = vec![(
        "changed",
        format!(
            "{changed} of {of}: {mended} mended, {broken} broken, {as_good} equally good, {as_bad} equally bad"
        ),
    )];
    let left_out = it.only_old + it.only_new + it.neither;
    if left_out > 0 {
        let [only_old, only_new, neither] = [it.only_old, it.only_new, it.neither].map(count);
        lines.push((
            "left out",
            format!(
                "{}: {only_old} answered only by the old version, {only_new} only by the new one, {neither} by neither",
                counted(left_out, "decision")
            ),
        ));
    }
    let illegal = [&it.old, &it.new].map(|version| version.tally.illegal);
    if illegal != [0, 0] {
        let [old, new] = illegal.map(|answers| counted(answers, "answer"));
        lines.push((
            "illegal",
            format!("{old} of the old version, {new} of the new one: each counts as the worst legal move"),
        ));
    }
    lines
}

/// Adds the parts of the change to the loss per game of the old version.
fn ledger(comparison: &Comparison, unit: Unit) -> Vec<(&'static str, String)> {
    let unknown = || "unknown, because moves are missing".to_owned();
    let version = |version: &Version| {
        let loses = |loss| format!("loses {} a game", numbers::loss(unit, loss));
        let games = version.games;
        games.map_or_else(unknown, |games| loses(games.loss_per_game))
    };
    let part = |sum: ChangeSum, sign: f64, who: &str| {
        let met = match sum.decisions {
            0 => return "no decision".to_owned(),
            1 => "it",
            _ => "them",
        };
        let decisions = counted(sum.decisions, "decision");
        match sum.loss_per_game {
            Some(loss) => {
                let loss = signed(unit, sign * loss);
                format!("{loss}: {decisions}, as often as the {who} version meets {met}")
            }
            None => format!("{decisions}: {}", unknown()),
        }
    };
    let elsewhere = comparison.elsewhere.map(|loss| {
        if is_nothing(unit, loss) {
            return "nothing".to_owned();
        }
        let often = if loss > 0.0 { "more" } else { "less" };
        let loss = signed(unit, loss + 0.0);
        format!("{loss}: mistakes of both versions, which the new one meets {often} often")
    });
    vec![
        ("old version", version(&comparison.old)),
        ("mended", part(comparison.mended, -1.0, "old")),
        ("broken", part(comparison.broken, 1.0, "new")),
        ("elsewhere", elsewhere.unwrap_or_else(unknown)),
        ("new version", version(&comparison.new)),
    ]
}

/// Lists the changes by the kind of the mistake that is mended or made.
fn kinds(comparison: &Comparison, unit: Unit, width: Option<usize>) -> String {
    let rows = comparison.kinds.iter().map(|sum| {
        let kind = sum.kind.map(|kind| kind.to_string());
        let mut row = vec![kind.unwrap_or_else(|| "illegal move".to_owned())];
        for sum in [sum.mended, sum.broken] {
            let lost = sum.loss_per_game.map(|loss| numbers::loss(unit, loss));
            row.extend([count(sum.decisions), lost.unwrap_or_else(|| "?".to_owned())]);
        }
        row
    });
    let header = ["kind", "mended", "saves a game", "broken", "costs a game"];
    folded(&header, rows, width)
}

fn one_change(rank: usize, change: &Change, unit: Unit) -> String {
    let (position, die) = (change.position, change.die);
    let [old, new] = [&change.old, &change.new].map(|played| match played.to_string() {
        illegal if illegal == "illegal" => "an illegal move".to_owned(),
        played => played,
    });
    let kind = change.kind.map(|kind| format!(" ({kind})"));
    let kind = kind.unwrap_or_default();
    let best = change.best;
    let (verb, plays) = match change.effect {
        Effect::Mended => ("saves", format!("plays {new} instead of {old}{kind}")),
        _ => ("costs", format!("plays {new}{kind} instead of {old}")),
    };
    let best = if [old, new].contains(&best.to_string()) {
        String::new()
    } else {
        format!(", best is {best}")
    };
    let [before, after] = [change.old_loss, change.new_loss].map(|loss| numbers::loss(unit, loss));
    let mut text = board::draw(position);
    text += &format!(
        "{rank}. {position} with a {die}: {plays}{best}\n   gives away {after} instead of {before}"
    );
    if let Some(Cost { visits, cost }) = change.per_game {
        let (visits, cost) = (fixed(visits, 4), numbers::loss(unit, cost));
        text += &format!(", {visits} times a game: {verb} {cost} a game");
    }
    text + "\n"
}
