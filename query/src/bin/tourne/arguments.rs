//! Arguments that several commands share.

use std::path::PathBuf;

use clap::Args;
use tourne_query::solutions::Source;
use tourne_solver::game::Rules;
use tourne_solver::solution::file::is_stream;

#[derive(Args)]
pub(crate) struct SolutionArguments {
    /// Solution file written by tourne-solve, or - for standard input [default: the standard game,
    /// built in]
    #[arg(long = "table", value_name = "FILE")]
    file: Option<PathBuf>,
    /// Rule set: standard, forced-entry, entry-first, double-win or course, or several joined
    /// with +; all but standard are solved first, unless --table gives their solution
    #[arg(long, value_name = "NAME")]
    rules: Option<Rules>,
}

impl SolutionArguments {
    /// Source of the solution.
    pub(crate) fn source(&self) -> Source {
        Source {
            file: self.file.clone(),
            rules: self.rules,
        }
    }

    /// Name of the file in errors, and whether it is standard input.
    pub(crate) fn input(&self) -> (&'static str, bool) {
        ("--table", self.file.as_deref().is_some_and(is_stream))
    }
}
