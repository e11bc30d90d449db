//! `tourne atlas`: comparison of the rule sets that books describe.

use clap::Args;
use tourne::show;
use tourne_query::solutions::{self, Source};
use tourne_solver::Rules;
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
    arguments.shared.print(
        || show::atlas::atlas(&entries, columns()),
        &entries,
        &entries,
    )
}
