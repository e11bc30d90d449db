//! `tourne atlas`: comparison of the rule sets that books describe.

use clap::Args;
use tourne::show::numbers::{fixed, percent};
use tourne::show::table::folded;
use tourne_query::solutions::{self, Source};
use tourne_solver::Rules;
use tourne_solver::digits::{grouped, rounded_up};
use tourne_study::facts::AtlasEntry;
use tourne_terminal::{FormatArgument, Progress, columns};

use crate::world::World;

/// Compare the rule sets that books describe
#[derive(Args)]
#[command(before_help = "\
Examples:
  tourne atlas                            the five preset rule sets
  tourne atlas course course+double-win   others
  tourne atlas --format csv")]
pub(crate) struct AtlasArguments {
    /// Rule sets to compare [default: the five presets]
    rules: Vec<Rules>,
    #[command(flatten)]
    shared: FormatArgument,
}

pub(crate) fn run(arguments: &AtlasArguments) -> anyhow::Result<()> {
    let presets = Rules::PRESETS.map(|(_, rules)| rules);
    let rules = match &arguments.rules[..] {
        [] => &presets[..],
        rules => rules,
    };
    let mut entries = Vec::new();
    for &rules in rules {
        let world = World::open(Source::of(rules))?;
        entries.push(world.in_arena(|arena| {
            let _progress = Progress::new(format!("{rules}: following best play"));
            Ok(AtlasEntry::new(arena, solutions::standard())?)
        })?);
    }
    let format = &arguments.shared;
    format.print(|| text(&entries, columns()), &entries, &entries)
}

/// Formats the atlas as tables [folded] to `width` columns.
fn text(entries: &[AtlasEntry], width: Option<usize>) -> String {
    type AtlasLine = (&'static str, fn(&AtlasEntry) -> String);
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
