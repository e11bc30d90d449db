//! Reader of an engine's output, which also detects the end of the engine. Separate threads read and write the pipes:
//! otherwise an engine that does not read or write would block this process.

use std::collections::VecDeque;
use std::io::{self, Read, Write as _};
use std::process::{ChildStdin, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::time::{Duration, Instant};
use std::{thread, vec};

use tourne_solver::printable;

use super::fault::{Clue, Fault, PATIENCE};
use super::hearing::{LONGEST_LINE, is_expected, quoted, too_long};
use super::pipes::Pipes;
use super::tree::{Tree, is_ending};
use tourne_query::ask::Lines;

/// Flag that stops engines, and callback for their standard error.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Stops all engines once it is set.
    pub stop: &'a AtomicBool,
    /// Callback for each line of standard error. Its arguments are the name of the engine, `None` until the engine has
    /// given it, and the line with control characters escaped.
    pub on_stderr: &'a (dyn Fn(Option<&str>, &str) + Sync),
    /// Callback for an engine that has not answered any question yet and writes nothing for a few seconds.
    pub on_silence: &'a (dyn Fn() + Sync),
}

/// Reader of an engine's output, which also detects the end of the engine.
pub(super) struct Ears<'a> {
    pub(super) tree: Tree,
    /// Standard output of the engine, in batches of lines.
    batches: Receiver<Vec<Heard>>,
    batch: vec::IntoIter<Heard>,
    /// Number of times that a thread yields before it blocks to wait for output.
    pub(super) yields: usize,
    /// Time at which reading ends, even if lines are left to read. `None` until the engine has ended or closed a pipe.
    heard_until: Option<Instant>,
    /// Lines of standard error that are still to be shown.
    stderr: Receiver<String>,
    /// Last lines of standard error, at most [`MOST_WORDS`].
    last_words: VecDeque<String>,
    /// Name of the engine; `None` until the engine has given it.
    pub(super) name: Option<String>,
    /// `true` once the engine has answered a question, which shows that its output is flushed.
    pub(super) has_answered: bool,
    watch: Watch<'a>,
}

/// Next event that is read from an engine's pipes.
pub(super) enum Heard {
    Line(String),
    /// Text before the end of the output, without a line feed.
    Unended(String),
    /// Beginning of a line of more than [`LONGEST_LINE`] bytes.
    TooLong(String),
    /// The engine closed its output or its input.
    End,
}

/// Reason why no line could be read.
pub(super) enum Halt {
    Fault(Fault),
    Interrupted,
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Halt {
        Halt::Fault(fault)
    }
}

/// Maximum number of lines in a batch. Also the maximum number of lines of standard error that wait to be shown.
const BATCH: usize = 64;
/// Maximum number of batches that wait to be processed. Further lines stay in the pipe; a full pipe blocks the engine.
const WAITING_BATCHES: usize = 4;

/// Number of times that a thread yields before it blocks to wait for an answer. Waking a blocked thread takes longer
/// than most engines take to answer. For engines that accept several questions before they answer, 0 is used instead:
/// such an engine works on other questions while the thread wakes.
const YIELDS: usize = 400;
/// Interval at which a waiting thread checks whether the engine still runs.
const LOOK: Duration = Duration::from_millis(20);
/// Time allowed for an engine to exit by itself, for example after its input is closed.
const GRACE: Duration = Duration::from_millis(500);
/// Time limit for reading the rest of standard error after an engine was killed. The pipe stays open longer only if a
/// process that left the engine's process group holds it open.
const LAST_WORDS: Duration = Duration::from_millis(250);
/// Maximum time to wait for each further line of an engine that has ended or closed a pipe.
const LAST_LINE: Duration = Duration::from_millis(20);
/// Time limit for reading the rest of the output after an engine has ended or closed a pipe. Lines that come later
/// usually come from a process that left the engine's process group.
const LAST_LINES: Duration = Duration::from_millis(250);
/// Maximum number of lines of standard error that are quoted when an engine fails.
const MOST_WORDS: usize = 5;

impl<'a> Ears<'a> {
    /// Starts a thread for each pipe of an engine. The threads end when their pipe closes, or when they next use a
    /// channel whose other end is dropped. Commands to the engine are sent through the returned sender.
    pub(super) fn new(
        tree: Tree,
        pipes: Pipes,
        watch: Watch<'a>,
    ) -> io::Result<(Sender<String>, Ears<'a>)> {
        let (said, batches) = sync_channel(WAITING_BATCHES);
        let (noted, stderr) = sync_channel(BATCH);
        // Send commands through a channel: an engine that does not read its input must not block this process.
        let (input, to_say) = channel();
        if let Some(pipe) = pipes.input {
            let said = said.clone();
            thread::Builder::new().spawn(move || tell(pipe, &to_say, &said))?;
        }
        if let Some(pipe) = pipes.output {
            thread::Builder::new().spawn(move || hear(pipe, &said))?;
        }
        if let Some(pipe) = pipes.errors {
            thread::Builder::new().spawn(move || note(pipe, &noted))?;
        }
        let ears = Ears {
            tree,
            batches,
            batch: vec::IntoIter::default(),
            yields: YIELDS,
            heard_until: None,
            stderr,
            last_words: VecDeque::new(),
            name: None,
            has_answered: false,
            watch,
        };
        Ok((input, ears))
    }

    /// Returns the next event of the engine's output, or an error if none comes within `time`.
    pub(super) fn hear_within(&mut self, time: Duration) -> Result<Heard, RecvTimeoutError> {
        loop {
            match self.batch.next() {
                Some(heard) => return Ok(heard),
                None => self.batch = self.batches.recv_timeout(time)?.into_iter(),
            }
        }
    }

    /// Returns the next line of the engine's output. If none comes before `deadline`, returns [`Fault::Silence`] with
    /// `timeout`, the time that the engine was allowed.
    pub(super) fn next(&mut self, deadline: Instant, timeout: Duration) -> Result<String, Halt> {
        if self.heard_until.is_some_and(|until| Instant::now() > until) {
            return Err(self.ended().into());
        }
        let mut hint_at = (!self.has_answered).then(|| Instant::now() + PATIENCE);
        let mut said = self.hear_at_once(deadline);
        loop {
            match said {
                Ok(Heard::Line(line) | Heard::Unended(line)) => return Ok(line),
                Ok(Heard::TooLong(line)) => return Err(too_long(&line).into()),
                Ok(Heard::End) => self.hear_no_more(),
                Err(RecvTimeoutError::Timeout) if self.heard_until.is_none() => (),
                Err(_) => return Err(self.ended().into()),
            }
            self.show_stderr();
            if hint_at.take_if(|at| *at <= Instant::now()).is_some() {
                (self.watch.on_silence)();
            }
            if self.watch.stop.load(Ordering::Relaxed) || is_ending() {
                return Err(Halt::Interrupted);
            }
            // Check the engine's process itself: its output does not end while another process holds the pipe open.
            self.look();
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Fault::Silence(timeout).into());
            }
            // If the engine has ended, answers that it wrote before may still be in the pipe.
            let wait = self.heard_until.map_or(LOOK, |_| LAST_LINE);
            said = self.hear_within(left.min(wait));
        }
    }

    /// Checks whether the engine has ended; if so, limits the time for reading the rest of its output.
    pub(super) fn look(&mut self) {
        if self.tree.status().is_some() {
            self.hear_no_more();
        }
    }

    fn hear_no_more(&mut self) {
        let until = Instant::now() + LAST_LINES;
        self.heard_until.get_or_insert(until);
    }

    /// Waits for the next event of the output: yields at first, then blocks for at most [`LOOK`]. Returns an error if
    /// no event comes in that time.
    fn hear_at_once(&mut self, deadline: Instant) -> Result<Heard, RecvTimeoutError> {
        for _ in 0..self.yields {
            // On a busy machine, a single yield can take long.
            if Instant::now() >= deadline {
                break;
            }
            match self.hear_within(Duration::ZERO) {
                Err(RecvTimeoutError::Timeout) => thread::yield_now(),
                said => return said,
            }
        }
        let left = deadline.saturating_duration_since(Instant::now());
        self.hear_within(left.min(LOOK))
    }

    /// Returns a clue to why a killed engine was silent: what it wrote after its input was closed, or a line that it did
    /// not end.
    pub(super) fn last_lines(&mut self) -> Option<Clue> {
        let deadline = Instant::now() + LAST_LINES;
        while Instant::now() < deadline {
            match self.hear_within(LAST_LINE) {
                Ok(Heard::Line(line)) if is_expected(&line) => {
                    return Some(Clue::Late(quoted(&line)));
                }
                Ok(Heard::Unended(line)) if !line.trim().is_empty() => {
                    return Some(Clue::Unended(quoted(&line)));
                }
                Ok(_) => (),
                Err(_) => break,
            }
        }
        None
    }

    /// Returns the fault of an engine that closed a pipe: a crash if it exits within [`GRACE`], else a closed pipe.
    pub(super) fn ended(&mut self) -> Fault {
        self.wait_for_end().map_or(Fault::Closed, Fault::Crash)
    }

    /// Waits up to [`GRACE`] until the engine exits by itself. Returns the exit status, or `None` if it still runs.
    pub(super) fn wait_for_end(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + GRACE;
        while Instant::now() < deadline && !is_ending() {
            self.show_stderr();
            if let Some(status) = self.tree.status() {
                return Some(status);
            }
            thread::sleep(Duration::from_millis(5));
        }
        None
    }

    /// Passes lines that have arrived from standard error to the callback, at most [`BATCH`] at a time.
    pub(super) fn show_stderr(&mut self) {
        let lines: Vec<String> = self.stderr.try_iter().take(BATCH).collect();
        for line in lines {
            self.show(&line);
        }
    }

    /// Returns the last lines of the standard error of an engine that was killed.
    pub(super) fn last_words(&mut self) -> Vec<String> {
        let deadline = Instant::now() + LAST_WORDS;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.stderr.recv_timeout(left) {
                Ok(line) if !left.is_zero() => self.show(&line),
                _ => return self.last_words.drain(..).collect(),
            }
        }
    }

    fn show(&mut self, line: &str) {
        (self.watch.on_stderr)(self.name.as_deref(), &printable(line.trim_end()));
        let line = line.trim();
        if !line.is_empty() {
            self.last_words.push_back(quoted(line));
        }
        if self.last_words.len() > MOST_WORDS {
            self.last_words.pop_front();
        }
    }
}

fn tell(mut pipe: ChildStdin, to_say: &Receiver<String>, said: &SyncSender<Vec<Heard>>) {
    while let Ok(text) = to_say.recv() {
        if pipe.write_all(text.as_bytes()).is_err() {
            let _ = said.send(vec![Heard::End]);
            return;
        }
    }
}

/// Sends the lines of the engine's output to a channel. Lines that can be read without waiting form one batch.
fn hear(pipe: impl Read, said: &SyncSender<Vec<Heard>>) {
    let mut lines = Lines::new(pipe, LONGEST_LINE);
    let mut batch = Vec::new();
    while let Ok(Some(line)) = lines.next() {
        // Keep a line that is not valid UTF-8: it may be an answer, though never a legal move.
        batch.push(match line.lossy() {
            None => Heard::TooLong(line.beginning(LONGEST_LINE)),
            Some(text) if line.has_end => Heard::Line(text.into_owned()),
            Some(text) => Heard::Unended(text.into_owned()),
        });
        if (batch.len() == BATCH || !lines.is_at_hand())
            && said.send(std::mem::take(&mut batch)).is_err()
        {
            return;
        }
    }
    batch.push(Heard::End);
    let _ = said.send(batch);
}

/// Sends the lines of the engine's standard error to a channel, and cuts long lines.
fn note(pipe: impl Read, noted: &SyncSender<String>) {
    let mut lines = Lines::new(pipe, LONGEST_LINE);
    while let Ok(Some(line)) = lines.next() {
        let text = match line.lossy() {
            Some(text) => text.into_owned(),
            None => line.beginning(LONGEST_LINE) + "…",
        };
        if noted.send(text).is_err() {
            return;
        }
    }
}
