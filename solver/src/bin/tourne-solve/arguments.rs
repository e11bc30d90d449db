//! Arguments that several commands share.

use clap::Args;
use tourne_solver::game::Rules;
use tourne_solver::terminal::Format;

#[derive(Args)]
pub(crate) struct RulesArgument {
    /// Rule set: standard, forced-entry, entry-first, double-win or course, or several joined
    /// with +
    #[arg(long, value_name = "NAME", default_value = "standard")]
    pub(crate) rules: Rules,
}

#[derive(Args)]
pub(crate) struct FormatArgument {
    /// Format of the answer
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}
