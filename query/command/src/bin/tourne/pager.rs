//! Long text at a terminal, through the pager that the user has chosen.

use std::io::{self, Write as _};
use std::process::{Command, Stdio};

use anstream::{AutoStream, ColorChoice};
use tourne_terminal::{end_on_interrupt, on_first_interrupt, print};

/// Shows a text with styles: through `$PAGER`, or `less` if that is not set, as `git` does. Without a pager (it is empty, or
/// cannot be started) the text is printed.
pub(crate) fn show(text: &str) -> io::Result<()> {
    let text = match AutoStream::choice(&io::stdout()) {
        ColorChoice::Never => anstream::adapter::strip_str(text).to_string(),
        _ => text.to_owned(),
    };
    let pager = std::env::var("PAGER").unwrap_or_else(|_| "less".to_owned());
    let words = shlex::split(&pager).unwrap_or_default();
    let started = match &words[..] {
        [program, arguments @ ..] => start(program, arguments).ok(),
        _ => None,
    };
    let Some(mut pager) = started else {
        return print(&text);
    };
    // Ctrl-C is for the pager, which would otherwise go on alone at the terminal.
    ignore_interrupts();
    if let Some(mut input) = pager.stdin.take() {
        // A pager that quits early has shown enough.
        let _ = input.write_all(text.as_bytes());
    }
    let ended = pager.wait();
    end_on_interrupt();
    ended.map(drop)
}

fn start(program: &str, arguments: &[String]) -> io::Result<std::process::Child> {
    let mut command = Command::new(program);
    if std::env::var_os("LESS").is_none() {
        // Print what fits on one screen, pass styles on, and leave the text on the screen.
        command.env("LESS", "FRX");
    }
    command.args(arguments).stdin(Stdio::piped()).spawn()
}

fn ignore_interrupts() {
    on_first_interrupt(ignore_interrupts);
}
