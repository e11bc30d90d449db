//! Arguments that several commands share.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use tourne_query::solutions::Source;
use tourne_solver::file::{is_stream, shown};
use tourne_solver::{Rules, printable};
use tourne_terminal::NamedFile;

use crate::world::World;

#[derive(Args)]
pub(crate) struct SolutionArguments {
    /// Solution file written by tourne-solve, or - for standard input [default: the standard game,
    /// built in]
    #[arg(long = "table", value_name = "FILE")]
    file: Option<PathBuf>,
    #[arg(long, value_name = "NAME",
        help = rule_sets("; all but standard are solved first, unless --table gives their solution"))]
    rules: Option<Rules>,
}

impl SolutionArguments {
    /// Returns the source of the solution that the arguments choose.
    pub(crate) fn source(&self) -> Source {
        Source {
            file: self.file.clone(),
            rules: self.rules,
        }
    }

    /// Opens the chosen solution as a [`World`]. Returns an error if the solution is not exact enough to judge play.
    pub(crate) fn exact_world(&self) -> anyhow::Result<World> {
        World::open_exact(self.source())
    }

    /// Returns the name of the option for the solution file, and the path if the user gave one.
    pub(crate) fn file(&self) -> NamedFile<'_> {
        ("--table", self.file.as_deref())
    }
}

/// Returns the help text of an option that names a rule set: the names of the presets, followed by `more`.
pub(crate) fn rule_sets(more: &str) -> String {
    let names = Rules::PRESETS.map(|(name, _)| name);
    let [others @ .., last] = &names;
    let others = others.join(", ");
    format!("Rule set: {others} or {last}, or several joined with +{more}")
}

/// Opens a file for reading; `-` is standard input.
pub(crate) fn opened(path: &Path) -> anyhow::Result<Box<dyn Read>> {
    if is_stream(path) {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).with_context(|| format!("cannot read {}", shown(path)))?;
    Ok(Box::new(file))
}

/// Splits an engine's command line into the program and its arguments.
pub(crate) fn words_of(command: &str) -> anyhow::Result<Vec<String>> {
    let words = shlex::split(command).filter(|words| !words.is_empty());
    words.with_context(|| {
        format!(
            "\"{}\" is not a command: write a program and its arguments, quoted as in a shell",
            printable(command)
        )
    })
}

pub(crate) fn seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds = text.parse().ok();
    let seconds = seconds.filter(|seconds| (0.001..=86_400.0).contains(seconds));
    let seconds = seconds.ok_or("write a number of seconds from 0.001 to 86400")?;
    Ok(Duration::from_secs_f64(seconds))
}
