//! `tourne`: answers questions about Tourne-case from its proven solution.

mod arguments;
mod atlas;
mod best;
mod check;
mod completions;
mod daily;
mod duel;
mod engine;
mod engines;
mod help;
mod info;
mod matches;
mod outcomes;
mod page;
mod pause;
mod play;
mod player;
mod quiz;
mod review;
mod rules;
mod side;
mod table;
mod threshold;
mod world;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};
use tourne_solver::terminal::{
    CompletionsArguments, Exit, ManArguments, finish, handle_interrupts, parse,
};

/// Template of the help of the whole program, so short that it fits a terminal of 24 lines.
const SHORT: &str = "{about}\n{usage-heading} {usage}\n\n{subcommands}{after-help}";

/// Tourne-case, a French tables game, solved exactly
#[derive(Parser)]
#[command(
    name = "tourne",
    version,
    disable_help_subcommand = true,
    help_template = SHORT,
    after_help = "tourne COMMAND --help: its options; tourne help: examples; tourne --version",
    after_long_help = "\
tourne COMMAND --help prints the options of a command, tourne --version the version.

Three men a side race over twelve points, and hit each other on the way.

Examples:
  tourne play                      a game against the computer
  tourne quiz                      ten choices from games, and how well you did
  tourne best 000/000 3            the moves with a 3, best first
  tourne best 04h/007              the best moves with every die
  tourne best - <questions.txt     many questions, answered in JSON
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
    command: Chosen,
}

#[derive(Subcommand)]
enum Chosen {
    Play(Box<play::PlayArguments>),
    Quiz(quiz::QuizArguments),
    Best(best::BestArguments),
    Check(Box<check::CheckArguments>),
    Duel(duel::DuelArguments),
    Engine(engine::EngineArguments),
    Review(review::ReviewArguments),
    Outcomes(outcomes::OutcomesArguments),
    Page(page::PageArguments),
    Info(info::InfoArguments),
    Atlas(atlas::AtlasArguments),
    Match(matches::MatchArguments),
    Rules(rules::RulesArguments),
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
    finish(run())
}

fn run() -> Result<(), Exit> {
    handle_interrupts()?;
    let Some(arguments) = parse::<Arguments>()? else {
        return Ok(());
    };
    match arguments.command {
        Chosen::Play(arguments) => play::run(&arguments),
        Chosen::Quiz(arguments) => quiz::run(&arguments),
        Chosen::Best(arguments) => best::run(&arguments),
        Chosen::Check(arguments) => check::run(&arguments),
        Chosen::Duel(arguments) => duel::run(&arguments),
        Chosen::Engine(arguments) => engine::run(&arguments),
        Chosen::Review(arguments) => review::run(&arguments),
        Chosen::Outcomes(arguments) => outcomes::run(&arguments),
        Chosen::Page(arguments) => page::run(&arguments),
        Chosen::Info(arguments) => info::run(&arguments),
        Chosen::Atlas(arguments) => atlas::run(&arguments),
        Chosen::Match(arguments) => matches::run(&arguments),
        Chosen::Rules(arguments) => rules::run(&arguments),
        Chosen::Help(arguments) => help::run(&arguments, &Arguments::command()),
        Chosen::Completions(arguments) => {
            let program = Arguments::command();
            let topics = help::topics(&program);
            arguments.run(program, &|argument| completions::known(argument, &topics))
        }
        Chosen::Man(arguments) => arguments.run(Arguments::command()),
    }
}
