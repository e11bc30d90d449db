//! Argument `--rules`, which several commands share.

use clap::Args;
use tourne_solver::Rules;

#[derive(Args)]
pub(crate) struct RulesArgument {
    /// Rule set, such as course
    ///
    /// The rule sets are standard, forced-entry, entry-first, double-win and course, or several joined with +.
    #[arg(long, value_name = "NAME", default_value = "standard")]
    pub(crate) rules: Rules,
}
