//! `tourne rules`: the rules of a rule set for people, or the list of rule sets.

use clap::Args;
use tourne::facts::{CHARPENTIER, Rulebook, SUMMARIES, Summary};
use tourne::show::rules::rules;
use tourne_solver::Rules;
use tourne_solver::terminal::{Exit, FormatArgument, USUAL_COLUMNS, columns, fitted};

/// Print the rules of a rule set, or list the rule sets
#[derive(Args)]
#[command(before_help = "\
Examples:
  tourne rules                        the rule sets, one per line
  tourne rules standard               the standard game, rule by rule
  tourne rules course+double-win      two rule sets joined")]
pub(crate) struct RulesArguments {
    /// Rule set, or several joined with +; without it, the list of rule sets
    #[arg(value_name = "NAME")]
    rules: Option<Rules>,
    #[command(flatten)]
    shared: FormatArgument,
}

pub(crate) fn run(arguments: &RulesArguments) -> Result<(), Exit> {
    let format = &arguments.shared;
    let Some(book) = arguments.rules.map(Rulebook::new) else {
        return format.print(|| list(&SUMMARIES), &SUMMARIES, &SUMMARIES);
    };
    // Wrap long paragraphs even in a file, since text is for people.
    let columns = columns().unwrap_or(USUAL_COLUMNS);
    let text = || fitted(&rules(&book), columns);
    format.print(text, &book, &book.sections)
}

fn list(summaries: &[Summary]) -> String {
    let mut text = String::new();
    for summary in summaries {
        text += &format!("{:<13} {:<43}  ", summary.rules, summary.summary);
        // Print only the last part of a source, since the list has no room for more.
        let source = match summary.source {
            CHARPENTIER => "Charpentier 1699",
            source => source.split(", ").last().unwrap_or_default(),
        };
        text += &format!("{source}\n");
    }
    text + "\nCharpentier's rules are known as presented by Lalanne.\nSeveral may be joined with +, such as course+double-win.\n\"tourne rules NAME\" prints the rules.\n"
}
