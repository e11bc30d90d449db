//! `tourne atlas`: comparison of the rule sets that books describe, and the effect of each rule alone.

use clap::Args;
use tourne::facts::{AtlasEntry, one_switch_each};
use tourne::show::numbers::{fixed, percent};
use tourne::show::table::folded;
use tourne_solver::Rules;
use tourne_solver::digits::{grouped, rounded_up};
use tourne_solver::terminal::{Exit, FormatArgument, Progress, columns, warn};

use crate::arguments::NamedArgument;
use crate::world::World;

/// Compare the rule sets of the books, and the cost of each rule
#[derive(Args)]
#[command(before_help = "\
Examples:
  tourne atlas                            the presets, and each rule alone
  tourne atlas course course+double-win   others")]
pub(crate) struct AtlasArguments {
    /// Rule sets to compare [default: the five presets, and the standard game with each other rule alone]
    rules: Vec<Rules>,
    #[command(flatten)]
    solution: NamedArgument,
    #[command(flatten)]
    shared: FormatArgument,
}

pub(crate) fn run(arguments: &AtlasArguments) -> Result<(), Exit> {
    let presets = Rules::PRESETS.map(|(_, rules)| rules);
    let (named, others) = match &arguments.rules[..] {
        [] => {
            let mut others = one_switch_each().to_vec();
            others.retain(|rules| !presets.contains(rules));
            (presets.to_vec(), others)
        }
        rules => (rules.to_vec(), Vec::new()),
    };
    let source = arguments.solution.source(Some(Rules::STANDARD));
    let standard = World::open(&source)?;
    let all = named.iter().chain(&others);
    let nameless = all.clone().filter(|rules| rules.name().is_none()).count();
    if source.named.is_some() && nameless > 0 {
        warn(&format!(
            "note: {nameless} rule sets without a name have no files: they are solved"
        ));
    }
    let mut entries = Vec::new();
    for &rules in all {
        let opened: World;
        let world = if rules == Rules::STANDARD {
            &standard
        } else {
            opened = World::open(&source.with_rules(rules))?;
            &opened
        };
        entries.push(world.in_arena(|arena| {
            let _progress = Progress::new(format!("{rules}: following best play"));
            Ok(AtlasEntry::new(arena, &standard.solution)?)
        })?);
    }
    let text = || {
        let width = columns();
        let compared = compared(&entries[..named.len()], width);
        match arguments.rules[..] {
            [] => format!("{compared}\n{}", effects(&entries, width)),
            _ => compared,
        }
    };
    arguments.shared.print(text, &entries, &entries)
}

/// Formats a table with a line for the standard game, and one for each of its rules changed alone.
fn effects(entries: &[AtlasEntry], width: Option<usize>) -> String {
    let header = [
        "rules",
        "first wins",
        "changed",
        "throws",
        "touched games",
        "ties",
    ];
    let order = [Rules::STANDARD].into_iter().chain(one_switch_each());
    let rows = order.filter_map(|rules| {
        let entry = entries.iter().find(|entry| entry.rules == rules)?;
        let touched = match entry.touched_games {
            None => "all".to_owned(),
            Some(share) if share < 1.0 && percent(share) == percent(1.0) => {
                "over 99.99 %".to_owned()
            }
            Some(share) => percent(share),
        };
        Some(vec![
            rules.to_string(),
            format!("{} %", fixed(100.0 * entry.first_wins, 4)),
            grouped(entry.changed_decisions),
            fixed(entry.throws_per_game, 3),
            touched,
            grouped(entry.ties),
        ])
    });
    folded(&header, rows, width)
}

/// Name of a line of the comparison, and its cells.
type AtlasLine = (&'static str, fn(&AtlasEntry) -> String);

/// Formats the comparison of rule sets as tables [folded] to `width` columns.
fn compared(entries: &[AtlasEntry], width: Option<usize>) -> String {
    let lines: [AtlasLine; 13] = [
        ("positions", |it| grouped(it.positions)),
        ("that can arise", |it| grouped(it.reachable)),
        ("decisions", |it| grouped(it.decisions)),
        ("ties among best moves", |it| grouped(it.ties)),
        ("value for the first to throw", |it| fixed(it.value, 9)),
        ("its unit", |it| it.unit.to_string()),
        ("within", |it| rounded_up(it.error_bound, 1)),
        ("throws in a game", |it| fixed(it.throws_per_game, 3)),
        ("longest, if both prolong it", longest_game),
        ("throws with a choice", |it| percent(it.choice_share)),
        ("hits in a game", |it| fixed(it.hits_per_game, 3)),
        ("loser has no man home", |it| percent(it.loser_none_home)),
        ("standard decisions changed", |it| {
            grouped(it.changed_decisions)
        }),
    ];
    let names = entries.iter().map(|entry| entry.rules.to_string());
    let header: Vec<String> = [String::new()].into_iter().chain(names).collect();
    let rows = lines.map(|(name, line)| {
        let cells = entries.iter().map(line);
        [name.to_owned()].into_iter().chain(cells).collect()
    });
    folded(&header, rows, width)
}

/// Formats the mean number of throws in a game that both players prolong, with only the digits that are exact.
#[expect(clippy::cast_sign_loss, reason = "a length is positive")]
fn longest_game(entry: &AtlasEntry) -> String {
    if entry.longest_game < 1e4 {
        fixed(entry.longest_game, 2)
    } else {
        grouped(entry.longest_game.round() as u64)
    }
}
