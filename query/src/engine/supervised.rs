//! Process of an engine with all processes of its group (on Windows, of its job object). They are killed together, even
//! if an interrupt or a panic ends this program. A descendant that has left the group is not killed.
//!
//! A thread for each pipe passes its lines to a channel: an engine that does not read or write must not block this
//! program, nor must a process that keeps a pipe open after the end of the engine.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Write as _};
use std::process::{ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use crate::lines::{Line, Lines};
#[cfg(windows)]
use process_wrap::std::JobObject;
#[cfg(unix)]
use process_wrap::std::ProcessGroup;
use process_wrap::std::{ChildWrapper, CommandWrap};
use tourne_solver::terminal::Clock;
use tourne_solver::terminal::interrupt::{self, Registration, locked};

use super::fault::LONGEST_LINE;

/// Time allowed for a killed process to end. One that is traced, or waits for a disk, does not end at once.
const KILLING: Duration = Duration::from_millis(500);
/// Time between two looks at a process that is about to end: it is waited for each time an engine is closed.
const LOOK_AT_END: Duration = Duration::from_millis(1);
/// Maximum number of lines that wait to be read. Further lines stay in the pipe; a full pipe blocks the engine.
const WAITING: usize = 256;

/// Running process and its group, which are killed when this is dropped.
pub(super) struct Supervised {
    process: Arc<Mutex<Process>>,
    /// Sender of text to standard input, which is closed when this is dropped.
    pub(super) input: Option<Sender<String>>,
    pub(super) heard: Receiver<Heard>,
    _registration: Registration,
}

pub(super) enum Heard {
    Line(String),
    /// Text before the end of standard output, without a line feed.
    Unended(String),
    /// Beginning of a line of more than [`LONGEST_LINE`] bytes.
    TooLong(String),
    Stderr(String),
    /// The engine closed its standard output or input.
    Closed,
}

enum Process {
    Runs(Box<dyn ChildWrapper>),
    /// The process has ended; its exit status is `None` if the system did not keep it, because SIGCHLD is ignored.
    Ended(Option<ExitStatus>),
}

impl Process {
    /// Returns the exit status of the process, or `None` while it runs. Once it has ended, kills the rest of its group.
    fn status(&mut self) -> Option<ExitStatus> {
        if let Process::Runs(group) = self {
            // Look at the process itself, since it may have left the group.
            match group.inner_mut().try_wait() {
                Ok(None) => {}
                ended => {
                    let _ = group.start_kill();
                    *self = Process::Ended(ended.unwrap_or_default());
                }
            }
        }
        match self {
            Process::Runs(_) => None,
            Process::Ended(status) => *status,
        }
    }

    fn kill(&mut self) {
        // The id of a process that has ended may belong to another by now.
        self.status();
        if let Process::Runs(group) = self {
            // Ignore errors: perhaps nothing is left to kill.
            let _ = group.start_kill();
            let _ = group.inner_mut().start_kill();
        }
    }
}

impl Supervised {
    /// Starts a program with its arguments. The threads of the pipes end when their pipe closes, or when they next use a
    /// channel whose other end is dropped.
    pub(super) fn start(command: &[OsString]) -> io::Result<Supervised> {
        let mut words = command.iter();
        let program = words.next().map_or(OsStr::new(""), OsString::as_os_str);
        let mut command = CommandWrap::with_new(program, |command| {
            command.args(words).stdin(Stdio::piped());
            command.stdout(Stdio::piped()).stderr(Stdio::piped());
        });
        #[cfg(unix)]
        command.wrap(ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(JobObject);
        let ((process, input, output, errors), registration) = interrupt::make_or_else(|| {
            let mut group = command.spawn()?;
            let input = group.stdin().take();
            let output = group.stdout().take();
            let errors = group.stderr().take();
            let process = Arc::new(Mutex::new(Process::Runs(group)));
            let to_kill = Arc::clone(&process);
            let kill = move || locked(&to_kill).kill();
            Ok::<_, io::Error>(((process, input, output, errors), kill))
        })?;
        let (events, heard) = sync_channel(WAITING);
        let (to_say, texts) = channel();
        let supervised = Supervised {
            process,
            input: Some(to_say),
            heard,
            _registration: registration,
        };
        if let (Some(mut input), Some(output), Some(errors)) = (input, output, errors) {
            let (said, noted) = (events.clone(), events.clone());
            thread::Builder::new().spawn(move || {
                hear(output, &said, line_of_output);
                let _ = said.send(Heard::Closed);
            })?;
            thread::Builder::new().spawn(move || hear(errors, &noted, line_of_errors))?;
            thread::Builder::new().spawn(move || {
                let mut texts = texts.iter();
                if texts.any(|text: String| input.write_all(text.as_bytes()).is_err()) {
                    let _ = events.send(Heard::Closed);
                }
            })?;
        }
        Ok(supervised)
    }

    /// Sends text to standard input. If it does not arrive, the next reading reports the fault.
    pub(super) fn say(&self, text: impl Into<String>) {
        if let Some(input) = &self.input {
            let _ = input.send(text.into());
        }
    }

    /// Returns the exit status of the process, or `None` while it runs. Once it has ended, kills the rest of its group.
    pub(super) fn status(&self) -> Option<ExitStatus> {
        locked(&self.process).status()
    }

    /// Waits up to `time`, by this clock, until the process has ended. Returns its exit status, or `None` if it still runs.
    pub(super) fn wait(&self, time: Duration, clock: &mut Clock) -> Option<ExitStatus> {
        let until = clock.look() + time;
        loop {
            let status = self.status();
            if status.is_some() || clock.look() >= until {
                return status;
            }
            thread::sleep(LOOK_AT_END);
        }
    }

    pub(super) fn kill(&self) {
        locked(&self.process).kill();
        self.wait(KILLING, &mut Clock::start());
    }
}

impl Drop for Supervised {
    fn drop(&mut self) {
        self.kill();
    }
}

fn hear(pipe: impl Read, events: &SyncSender<Heard>, event: fn(&Line) -> Heard) {
    let mut lines = Lines::new(pipe, LONGEST_LINE);
    while let Ok(Some(line)) = lines.next() {
        if events.send(event(&line)).is_err() {
            return;
        }
    }
}

fn line_of_output(line: &Line) -> Heard {
    // Keep a line that is not valid UTF-8: it may be an answer, though never a legal move.
    match line.lossy() {
        None => Heard::TooLong(line.beginning(LONGEST_LINE)),
        Some(text) if line.has_end => Heard::Line(text.into_owned()),
        Some(text) => Heard::Unended(text.into_owned()),
    }
}

fn line_of_errors(line: &Line) -> Heard {
    let text = line.lossy().map(Cow::into_owned);
    Heard::Stderr(text.unwrap_or_else(|| line.beginning(LONGEST_LINE) + "…"))
}
