//! `tourne rules`: the rules of a rule set for people, or the list of rule sets.

use clap::Args;
use tourne::show;
use tourne_solver::Rules;
use tourne_study::facts::{Rulebook, summaries};
use tourne_terminal::{FormatArgument, USUAL_COLUMNS, columns, fitted};

/// Print the rules of a rule set, or list the rule sets
#[derive(Args)]
#[command(before_help = "\
Examples:
  tourne rules                        the rule sets, one per line
  tourne rules standard               the game as most sources have it
  tourne rules course+double-win      two rule sets joined")]
pub(crate) struct RulesArguments {
    /// Rule set, or several joined with +; without it, the list of rule sets
    #[arg(value_name = "NAME")]
    rules: Option<Rules>,
    #[command(flatten)]
    shared: FormatArgument,
}

pub(crate) fn run(arguments: &RulesArguments) -> anyhow::Result<()> {
    let format = &arguments.shared;
    let Some(book) = arguments.rules.map(Rulebook::new) else {
        return format.print(
            || show::rules::list(&summaries()),
            &summaries(),
            summaries(),
        );
    };
    // Wrap long paragraphs even in a file, since text is for people.
    let columns = columns().unwrap_or(USUAL_COLUMNS);
    let text = || fitted(&show::rules::rules(&book), columns);
    format.print(text, &book, &book.sections)
}
