//! Shell completions and manual pages, generated from the definition of a command line.

use std::any::TypeId;
use std::path::PathBuf;
use std::{io, iter};

use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command, ValueHint};
use clap_complete::Shell;
use clap_mangen::Man;

use super::exit_codes::Exit;
use super::output::{ForceArgument, Output};
use super::streams::print;
use crate::{Rules, printable};

/// Print a script that completes commands and options in a shell
#[derive(Args)]
pub struct CompletionsArguments {
    /// Shell for which the script is written
    shell: Shell,
}

impl CompletionsArguments {
    /// Prints a script that completes the commands, options and values of a program in the shell. `known` adds the
    /// values that only this program knows to an argument, or a hint that it takes a file.
    pub fn run(&self, program: Command, known: &dyn Fn(Arg) -> Arg) -> Result<(), Exit> {
        let mut program = completed(program, known);
        let mut script = Vec::new();
        let name = program.get_name().to_owned();
        clap_complete::generate(self.shell, &mut program, name, &mut script);
        print(&script)
    }
}

/// Adds to each argument what a shell offers for it: the names of a list, which may be shorter than what is accepted,
/// files only if a file is taken, and otherwise nothing. Without this a shell offers files for every value.
fn completed(program: Command, known: &dyn Fn(Arg) -> Arg) -> Command {
    let completed_argument = |argument: Arg| {
        let argument = known(argument);
        let parser = argument.get_value_parser();
        if !argument.get_action().takes_values() || parser.possible_values().is_some() {
            argument
        } else if parser.type_id() == TypeId::of::<Rules>() {
            argument.value_parser(PossibleValuesParser::new(
                Rules::PRESETS.map(|(name, _)| name),
            ))
        } else {
            let hint = match argument.get_value_hint() {
                ValueHint::Unknown => ValueHint::Other,
                // In bash, this hint alone keeps names with spaces whole.
                ValueHint::AnyPath => ValueHint::FilePath,
                hint => hint,
            };
            argument.value_hint(hint)
        }
    };
    program
        .mut_args(completed_argument)
        .mut_subcommands(|command| completed(command, known))
}

/// Write the manual pages, one for each command
#[derive(Args)]
#[command(mut_arg("force", |force| force.help(
    "Replace existing files even if they are not manual pages of this program"
)))]
pub struct ManArguments {
    /// Folder to write the pages to
    #[arg(short, long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    output: PathBuf,
    #[command(flatten)]
    force: ForceArgument,
}

const HEAD: &str = ".ie \\n(.g .ds Aq \\(aq\n.el .ds Aq '\n.TH tourne";

impl ManArguments {
    pub fn run(&self, mut program: Command) -> Result<(), Exit> {
        program.build();
        // Skip clap's `help` command: its page would only repeat the other pages.
        let commands = program.get_subcommands();
        let commands = commands.filter(|command| !command.has_subcommands());
        let pages: Vec<&Command> = iter::once(&program).chain(commands).collect();
        let output = |page: &&Command| {
            let name = page.get_display_name().unwrap_or_else(|| page.get_name());
            Output::new(&self.output.join(format!("{name}.1")), &[HEAD], self.force)
        };
        let outputs: Vec<Output> = pages.iter().map(output).collect::<io::Result<_>>()?;
        for (page, output) in pages.iter().zip(outputs) {
            output.write(rendered(page)?)?;
        }
        let folder = printable(&self.output.to_string_lossy());
        print(format!("{folder}: {} pages\n", pages.len()))
    }
}

/// Returns the manual page of a command. Unlike the default page of `clap_mangen`, this page includes the examples, which
/// stand in `before_help` of a command, and in `after_long_help` of the program.
fn rendered(page: &Command) -> io::Result<Vec<u8>> {
    let manual = Man::new(page.clone());
    let mut text = Vec::new();
    manual.render_title(&mut text)?;
    manual.render_name_section(&mut text)?;
    manual.render_synopsis_section(&mut text)?;
    manual.render_description_section(&mut text)?;
    let of_program = page
        .get_after_long_help()
        .filter(|_| page.has_subcommands());
    if let Some(examples) = page.get_before_help().or(of_program) {
        let examples = examples.to_string();
        let mut lines = examples.lines();
        let is_text = |line: &&str| !line.starts_with("Example");
        text.extend(b".PP\n");
        text.extend(roff(lines.by_ref().take_while(is_text)));
        text.extend(b".SH EXAMPLES\n.nf\n");
        text.extend(roff(lines));
        text.extend(b".fi\n");
    }
    manual.render_options_section(&mut text)?;
    if page.has_subcommands() {
        manual.render_subcommands_section(&mut text)?;
    }
    if let Some(notes) = page.get_after_help().filter(|_| !page.has_subcommands()) {
        text.extend(b".SH NOTES\n");
        text.extend(roff(notes.to_string().lines()));
    }
    if page.get_version().is_some() {
        manual.render_version_section(&mut text)?;
    }
    Ok(text)
}

fn roff<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<u8> {
    let escaped = lines.map(|line| line.replace('\\', "\\e").replace('-', "\\-"));
    escaped
        .flat_map(|line| format!("\\&{line}\n").into_bytes())
        .collect()
}
