//! `tourne help`: help of each command, and pages that describe answers and formats.

use anyhow::anyhow;
use clap::error::ErrorKind;
use clap::{Args, Command};
use tourne::show::meanings::meanings;
use tourne_solver::shortened;
use tourne_solver::terminal::{Exit, print, print_help};

/// Names and Markdown texts of the pages, but for `rating`, which has the [meanings] of words. `review` is also a command;
/// its page says how to get the help of the command.
const PAGES: [(&str, &str); 7] = [
    ("answers", tourne::pages::ANSWERS),
    ("cards", tourne::pages::CARDS),
    ("checking", tourne::pages::CHECKING),
    ("playing", tourne::pages::PLAYING),
    ("protocol", tourne::pages::PROTOCOL),
    ("review", tourne::pages::REVIEW),
    ("strategy", tourne::pages::STRATEGY),
];

/// Print the help of a command, or a page such as answers or playing
///
/// The pages are answers, cards, checking, playing, protocol, rating, review and strategy.
#[derive(Args)]
pub(crate) struct HelpArguments {
    /// A command, or a page: answers, cards, checking, playing, protocol, rating, review or strategy
    topic: Option<String>,
}

fn page_names() -> Vec<&'static str> {
    let mut names: Vec<&str> = PAGES.iter().map(|&(name, _)| name).collect();
    names.push("rating");
    names.sort_unstable();
    names
}

/// Returns every topic that `tourne help` knows: the commands of the program, and the pages.
pub(crate) fn topics(program: &Command) -> Vec<String> {
    let pages = page_names();
    let commands = program.get_subcommands().map(Command::get_name);
    let commands = commands.filter(|command| !pages.contains(command));
    let topics = commands.chain(pages.iter().copied());
    topics.map(str::to_owned).collect()
}

/// Prints the page, or the help of the command, that the user named; without a name, the help of the whole program
/// with its examples.
pub(crate) fn run(arguments: &HelpArguments, program: &Command) -> Result<(), Exit> {
    let topic = arguments.topic.as_deref();
    let meanings = meanings().join("\n\n") + "\n";
    let mut pages = PAGES.to_vec();
    pages.push(("rating", &meanings));
    let page = pages.iter().find(|&&(name, _)| Some(name) == topic);
    if let Some((_, page)) = page {
        return print(page);
    }
    let commands: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
    if let Some(topic) = topic.filter(|topic| !commands.contains(topic)) {
        return Err(anyhow!(
            "there is no help on \"{}\": the commands are {}; the pages are {}",
            shortened(topic),
            commands.join(", "),
            page_names().join(", ")
        )
        .into());
    }
    // Parse the topic followed by --help: then "tourne help play" prints the same text as "tourne play --help".
    let words = ["tourne"].into_iter().chain(topic).chain(["--help"]);
    match program.clone().try_get_matches_from(words) {
        Err(help) if help.kind() == ErrorKind::DisplayHelp => print_help(&help),
        Err(other) => Err(other.into()),
        Ok(_) => Err(anyhow!(
            "internal error: there is no option --help of {}",
            topic.unwrap_or("tourne")
        )
        .into()),
    }
}
