//! `tourne help`: help of each command, and pages that describe answers and formats.

use std::borrow::Cow;

use anyhow::anyhow;
use clap::error::ErrorKind;
use clap::{Args, Command};
use tourne::show::rules::meanings;
use tourne_solver::shortened;
use tourne_solver::terminal::{Exit, print, print_help};

/// Returns the names of the pages, and their texts: Markdown, but for `rating`, which has the [meanings] of words. `review` is
/// also a command; its page says how to get the help of the command.
fn pages() -> [(&'static str, Cow<'static, str>); 8] {
    [
        ("answers", tourne::pages::ANSWERS.into()),
        ("cards", tourne::pages::CARDS.into()),
        ("checking", tourne::pages::CHECKING.into()),
        ("playing", tourne::pages::PLAYING.into()),
        ("protocol", tourne::pages::PROTOCOL.into()),
        ("rating", (meanings().join("\n\n") + "\n").into()),
        ("review", tourne::pages::REVIEW.into()),
        ("strategy", tourne::pages::STRATEGY.into()),
    ]
}

/// Print the help of a command, or a page such as answers or playing
///
/// The pages are answers, cards, checking, playing, protocol, rating, review and strategy.
#[derive(Args)]
pub(crate) struct HelpArguments {
    /// A command, or a page: answers, cards, checking, playing, protocol, rating, review or strategy
    topic: Option<String>,
}

/// Returns every topic that `tourne help` knows: the commands of the program, and the pages.
pub(crate) fn topics(program: &Command) -> Vec<String> {
    let pages = pages().map(|(name, _)| name);
    let commands = program.get_subcommands().map(Command::get_name);
    let commands = commands.filter(|command| !pages.contains(command));
    let topics = commands.chain(pages);
    topics.map(str::to_owned).collect()
}

/// Prints the page, or the help of the command, that the user named; without a name, the help of the whole program
/// with its examples.
pub(crate) fn run(arguments: &HelpArguments, program: &Command) -> Result<(), Exit> {
    let topic = arguments.topic.as_deref();
    let pages = pages();
    if let Some((_, page)) = pages.iter().find(|&&(name, _)| Some(name) == topic) {
        return print(page.as_bytes());
    }
    let commands: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
    if let Some(topic) = topic.filter(|topic| !commands.contains(topic)) {
        return Err(anyhow!(
            "there is no help on \"{}\": the commands are {}; the pages are {}",
            shortened(topic),
            commands.join(", "),
            pages.map(|(name, _)| name).join(", ")
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
