//! Display of long text at a terminal, through the pager that the user has chosen.

use std::env;
use std::io::{self, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anstream::{AutoStream, ColorChoice};
#[cfg(not(unix))]
use tourne::engine::words::words;
use tourne_terminal::{Exit, interrupt, leave_ctrl_c, print};

/// Exit codes with which a shell reports that it cannot run a command.
const NOT_RUN: [Option<i32>; 2] = [Some(126), Some(127)];

/// `true` once a signal is ending this process and the pager.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// Shows a text through `$PAGER`, by default `less`, as `git` does. Prints it if `$PAGER` is empty or cannot be run.
pub(crate) fn show(text: &str) -> Result<(), Exit> {
    let text = match AutoStream::choice(&io::stdout()) {
        ColorChoice::Never => anstream::adapter::strip_str(text).to_string(),
        _ => text.to_owned(),
    };
    let Some(mut pager) = command().and_then(|mut command| command.spawn().ok()) else {
        return print(&text);
    };
    // Leave Ctrl-C to the pager. Other signals end both processes, so that the pager does not stay at the terminal.
    leave_ctrl_c();
    let ended = ending(&pager);
    if let Some(mut input) = pager.stdin.take() {
        // Ignore an error: the user may quit the pager before it has read everything.
        let _ = input.write_all(text.as_bytes());
    }
    let status = pager.wait()?;
    drop(ended);
    while IS_ENDING.load(Ordering::Relaxed) {
        // Wait: the signal handler ends this process.
        thread::park();
    }
    if NOT_RUN.contains(&status.code()) {
        return print(&text);
    }
    Ok(())
}

fn command() -> Option<Command> {
    let mut command = match env::var("PAGER") {
        Err(_) => Command::new("less"),
        Ok(pager) if pager.trim().is_empty() => return None,
        Ok(pager) => shell(&pager),
    };
    if env::var_os("LESS").is_none() {
        // Tell less to exit if the text fits on one screen, to pass styles on, and not to clear the screen.
        command.env("LESS", "FRX");
    }
    command.stdin(Stdio::piped());
    Some(command)
}

#[cfg(unix)]
fn shell(line: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", line]);
    command
}

/// Returns the command that starts the pager on systems without `sh`: splits the line into a program and its arguments.
#[cfg(not(unix))]
fn shell(line: &str) -> Command {
    let mut words = words(line, cfg!(windows)).unwrap_or_default().into_iter();
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words);
    command
}

/// Registers clean-up that ends the pager if a signal ends this process.
#[cfg(unix)]
fn ending(pager: &Child) -> interrupt::Registration {
    use nix::sys::signal::{Signal, kill};
    let pager = i32::try_from(pager.id()).map(nix::unistd::Pid::from_raw);
    interrupt::or_else(move || {
        IS_ENDING.store(true, Ordering::Relaxed);
        // Ignore an error: the pager may have ended already.
        let _ = pager.map(|pager| kill(pager, Signal::SIGTERM));
    })
}

#[cfg(not(unix))]
fn ending(_pager: &Child) -> interrupt::Registration {
    interrupt::or_else(|| ())
}
