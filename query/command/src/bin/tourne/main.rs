//! `tourne`: answers questions about Tourne-case from its proven solution.

mod arguments;
mod atlas;
mod best;
mod check;
mod duel;
mod engine;
mod engines;
mod help;
mod identify;
mod info;
mod ladder;
mod markdown;
mod match_arguments;
mod matches;
mod outcomes;
mod page;
mod pager;
mod play;
mod player;
mod quiz;
mod review;
mod rules;
mod seed;
mod table;
mod threshold;
mod world;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};
use tourne_terminal::{CompletionsArguments, ManArguments, finish, handle_interrupts, parse};

/// Ask the proven solution of Tourne-case
#[derive(Parser)]
#[command(
    name = "tourne",
    version,
    disable_help_subcommand = true,
    before_help = "\
Tourne-case is a French tables game of the 17th century: three men a side race over twelve points, and hit each other on \
the way.

Examples:
  tourne play                      a game against perfect play
  tourne quiz                      ten choices from real games, and how well you did
  tourne best 000/000 3            the moves with a 3, best first
  tourne best 04h/007              the best moves with every die
  tourne best - <questions.txt     many questions, one a line, answered in JSON
  tourne check --policy mine.csv   how good a policy is, exactly
  tourne review game.txt           what each move and each throw of a game did
  tourne page                      the game to look at and to play in a browser
  tourne rules                     the rule sets, and the rules of each
  tourne match 7                   the chances at every score of a match to 7
  tourne help answers              every field of the answers; also cards,
                                   checking, playing, protocol, review, strategy"
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Play(Box<play::PlayArguments>),
    Quiz(quiz::QuizArguments),
    Best(best::BestArguments),
    Check(Box<check::CheckArguments>),
    Duel(duel::DuelArguments),
    Ladder(ladder::LadderArguments),
    Engine(engine::EngineArguments),
    Review(review::ReviewArguments),
    Outcomes(outcomes::OutcomesArguments),
    Page(page::PageArguments),
    Info(info::InfoArguments),
    Atlas(atlas::AtlasArguments),
    Match(matches::MatchArguments),
    Rules(rules::RulesArguments),
    Identify(identify::IdentifyArguments),
    Help(help::HelpArguments),
    #[command(before_help = "\
Examples:
  tourne completions bash >~/.local/share/bash-completion/completions/tourne
  tourne completions fish >~/.config/fish/completions/tourne.fish")]
    Completions(CompletionsArguments),
    #[command(before_help = "\
Example:
  tourne man --output ~/.local/share/man/man1")]
    Man(ManArguments),
}

fn main() -> ExitCode {
    finish(handle_interrupts().and_then(|()| run()))
}

fn run() -> anyhow::Result<()> {
    let Some(arguments) = parse::<Arguments>()? else {
        return Ok(());
    };
    match arguments.command {
        Command::Play(arguments) => play::run(&arguments),
        Command::Quiz(arguments) => quiz::run(&arguments),
        Command::Best(arguments) => best::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Duel(arguments) => duel::run(&arguments),
        Command::Ladder(arguments) => ladder::run(&arguments),
        Command::Engine(arguments) => engine::run(&arguments),
        Command::Review(arguments) => review::run(&arguments),
        Command::Outcomes(arguments) => outcomes::run(&arguments),
        Command::Page(arguments) => page::run(&arguments),
        Command::Info(arguments) => info::run(&arguments),
        Command::Atlas(arguments) => atlas::run(&arguments),
        Command::Match(arguments) => matches::run(&arguments),
        Command::Rules(arguments) => rules::run(&arguments),
        Command::Identify(arguments) => identify::run(arguments),
        Command::Help(arguments) => help::run(&arguments, &Arguments::command()),
        Command::Completions(arguments) => Ok(arguments.run(Arguments::command())?),
        Command::Man(arguments) => Ok(arguments.run(Arguments::command())?),
    }
}
