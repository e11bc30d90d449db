//! Shell completions and manual pages, made from the definitions of a command line.

use std::io;
use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use super::streams::{print, print_bytes};
use crate::game::printable;
use crate::solution::file::replace;

/// Print a script that completes commands and options in a shell
#[derive(Args)]
pub struct CompletionsArguments {
    /// Shell to print the script for
    shell: Shell,
}

impl CompletionsArguments {
    /// Prints the script for a program.
    ///
    /// # Errors
    ///
    /// The error of the system, with the name of the stream.
    pub fn run(&self, mut program: Command) -> io::Result<()> {
        let mut script = Vec::new();
        let name = program.get_name().to_owned();
        clap_complete::generate(self.shell, &mut program, name, &mut script);
        print_bytes(&script)
    }
}

/// Write the manual pages, one for the program and one for each of its commands
#[derive(Args)]
pub struct ManArguments {
    /// Folder to write the pages to
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,
}

impl ManArguments {
    /// Writes the pages of a program, and prints their number.
    ///
    /// # Errors
    ///
    /// The error of the system, with the path.
    pub fn run(&self, mut program: Command) -> io::Result<()> {
        program.build();
        let mut pages = vec![program.clone()];
        pages.extend(program.get_subcommands().cloned());
        for page in &pages {
            let name = page.get_display_name().unwrap_or_else(|| page.get_name());
            let mut text = Vec::new();
            Man::new(page.clone()).render(&mut text)?;
            replace(&self.output.join(format!("{name}.1")), &text)?;
        }
        let folder = printable(&self.output.to_string_lossy());
        print(&format!("{folder}: {} pages\n", pages.len()))
    }
}
