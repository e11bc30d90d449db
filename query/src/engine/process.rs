//! A running engine: started, greeted and asked for its moves, with all that can go wrong.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::io::{self, Read, Write as _};
use std::process::{ChildStdin, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError, channel, sync_channel,
};
use std::time::{Duration, Instant};
use std::{fmt, thread, vec};

use serde::{Serialize, Serializer};
use tourne_solver::game::{Dice, Die, Position, Rules, printable};

use super::fault::Fault;
use super::hearing::{Hearing, LONGEST_LINE, MOST_LINES, quoted, too_long};
use super::tree::{Pipes, Tree, is_ending};
use crate::ask::lines::Lines;

/// Command, rules and time limits of an engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Launch {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The rules it is to play.
    pub rules: Rules,
    /// Time allowed from the start to `readyok`.
    pub startup_timeout: Duration,
    /// Time allowed for an answer.
    pub timeout: Duration,
}

/// Receiver of an engine's reports while it runs, and the signal that ends it early.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Set once no engine is to be asked any more.
    pub stop: &'a AtomicBool,
    /// Receives the engine's name, if it is known, and each line that it writes to standard error,
    /// without control characters.
    pub on_stderr: &'a (dyn Fn(Option<&str>, &str) + Sync),
}

impl fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch")
            .field("stop", &self.stop)
            .finish_non_exhaustive()
    }
}

/// An engine that was started and said that it is ready.
#[derive(Debug)]
pub struct Engine<'a> {
    /// Channel of commands to it; `None` once it was told to quit.
    input: Option<Sender<String>>,
    hearing: Hearing,
    ears: Ears<'a>,
    rules: Rules,
    timeout: Duration,
    /// Questions without an answer, the oldest first; several only if it can be asked ahead.
    open: VecDeque<Question>,
}

/// A position, and the die that is to be played.
pub type Question = (Position, Die);

/// Listens to an engine, and watches whether it still runs.
#[derive(Debug)]
struct Ears<'a> {
    tree: Tree,
    output: Output,
    /// Number of yields before waiting blocks.
    yields: usize,
    /// `true` once it has ended, or closed a pipe: only what it wrote before is still heard.
    is_ending: bool,
    /// Lines of its standard error.
    stderr: Receiver<String>,
    last_words: VecDeque<String>,
    /// The engine's name, once it has introduced itself.
    name: Option<String>,
    watch: Watch<'a>,
}

/// A fault, with the last standard error of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The fault.
    pub fault: Fault,
    /// The last lines of standard error, without control characters.
    pub last_words: Vec<String>,
}

impl Serialize for Failure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.fault)?;
        if !self.last_words.is_empty() {
            let words = self.last_words.join(" / ");
            write!(f, "; last on its standard error: {words}")?;
        }
        Ok(())
    }
}

/// Error of a question without an answer.
#[derive(Debug, thiserror::Error)]
pub enum NoAnswer {
    /// The engine failed, and was ended.
    #[error("{0}")]
    Failed(Failure),
    /// The answer is no longer wanted.
    #[error("interrupted")]
    Interrupted,
    /// The engine cannot be started.
    #[error(transparent)]
    CannotStart(#[from] CannotStart),
}

/// Error of starting an engine.
#[derive(Debug, thiserror::Error)]
#[error("cannot start the engine \"{}\" (give a program and its arguments)", printable(.command))]
pub struct CannotStart {
    /// The program.
    pub command: String,
    /// The error of the system.
    pub source: io::Error,
}

/// An event of the engine's output.
#[derive(Debug)]
enum Heard {
    Line(String),
    TooLong,
    /// Its output has ended, or its input is closed.
    End,
}

/// Events of the engine's output, which come in batches.
#[derive(Debug)]
struct Output {
    batches: Receiver<Vec<Heard>>,
    batch: vec::IntoIter<Heard>,
}

impl Output {
    /// The next event, if there is one already.
    fn try_next(&mut self) -> Result<Heard, TryRecvError> {
        loop {
            match self.batch.next() {
                Some(heard) => return Ok(heard),
                None => self.batch = self.batches.try_recv()?.into_iter(),
            }
        }
    }

    /// The next event, if it comes in time.
    fn next_within(&mut self, time: Duration) -> Result<Heard, RecvTimeoutError> {
        loop {
            match self.batch.next() {
                Some(heard) => return Ok(heard),
                None => self.batch = self.batches.recv_timeout(time)?.into_iter(),
            }
        }
    }
}

/// Reason why waiting for a line ends without one.
enum Halt {
    Fault(Fault),
    Interrupted,
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Halt {
        Halt::Fault(fault)
    }
}

/// Maximum number of lines in a batch.
const BATCH: usize = 64;
/// Maximum number of batches that wait to be read; then the engine is blocked.
const WAITING_BATCHES: usize = 4;
/// Number of yields of a thread that waits for an answer before it blocks: waking a blocked thread costs more
/// than most engines take. An engine that is asked ahead has other questions to go on with.
const YIELDS: usize = 400;
/// Time between two checks of a waiting thread that the engine still runs.
const LOOK: Duration = Duration::from_millis(20);
/// Time allowed to exit after its input is closed.
const GRACE: Duration = Duration::from_millis(500);
/// Time allowed for the standard error of an engine that was ended to be read to its end. Only a process
/// that left the engine's group can hold it open.
const LAST_WORDS: Duration = Duration::from_millis(250);
/// Time allowed for the output of an engine that has ended to be read. Only a process that left the engine's group
/// can hold it open.
const LAST_LINES: Duration = Duration::from_millis(20);
/// Maximum number of lines of standard error that are quoted if the engine fails.
const MOST_WORDS: usize = 5;

impl<'a> Engine<'a> {
    /// Starts an engine and greets it.
    ///
    /// # Errors
    ///
    /// [`NoAnswer`] if the program cannot be started, or does not complete the handshake.
    pub fn start(launch: &Launch, watch: Watch<'a>) -> Result<Engine<'a>, NoAnswer> {
        let program = launch.command.first().map_or("", String::as_str);
        let cannot = |source: io::Error| match source.kind() {
            io::ErrorKind::Interrupted if is_ending() => NoAnswer::Interrupted,
            _ => NoAnswer::CannotStart(CannotStart {
                command: program.to_owned(),
                source,
            }),
        };
        let arguments = launch.command.get(1..).unwrap_or_default();
        let (tree, pipes) = Tree::start(program, arguments).map_err(cannot)?;
        let (said, batches) = sync_channel(WAITING_BATCHES);
        let (noted, stderr) = sync_channel(BATCH);
        // An engine that answers without reading must not block this process.
        let (input, to_say) = channel();
        attend(pipes, to_say, said, noted).map_err(cannot)?;
        let ears = Ears {
            tree,
            output: Output {
                batches,
                batch: vec::IntoIter::default(),
            },
            yields: YIELDS,
            is_ending: false,
            stderr,
            last_words: VecDeque::new(),
            name: None,
            watch,
        };
        let mut engine = Engine {
            input: Some(input),
            hearing: Hearing::default(),
            ears,
            rules: launch.rules,
            timeout: launch.timeout,
            open: VecDeque::new(),
        };
        match engine.greet(launch) {
            Ok(()) => Ok(engine),
            Err(halt) => Err(engine.give_up(halt)),
        }
    }

    fn greet(&mut self, launch: &Launch) -> Result<(), Halt> {
        let (rules, timeout) = (launch.rules, launch.startup_timeout);
        let deadline = Instant::now() + timeout;
        let introduced = self.say("ubgi\n".to_owned()).and_then(|()| {
            let next = || self.ears.next(deadline, timeout);
            self.hearing.introduction(next)
        });
        introduced.map_err(|halt| in_handshake(halt, "ubgi", "ubgiok"))?;
        self.ears.name.clone_from(&self.hearing.name);
        let mut options = format!("setoption name rules value {rules}\n");
        if self.can_be_asked_ahead() {
            options += "setoption name askahead value true\n";
            self.ears.yields = 0;
        }
        let agreed = self.say(options + "isready\n").and_then(|()| {
            let next = || self.ears.next(deadline, timeout);
            self.hearing.agreement(rules, next)
        });
        agreed.map_err(|halt| in_handshake(halt, "isready", "readyok"))
    }

    /// Returns whether it may be asked several questions before it answers the first.
    #[must_use]
    pub fn can_be_asked_ahead(&self) -> bool {
        self.hearing.can_be_asked_ahead
    }

    /// Asks for moves. It must not have open questions, and is asked one at a time, unless it can be asked ahead.
    ///
    /// # Errors
    ///
    /// [`NoAnswer`], after which this engine was ended.
    pub fn ask(&mut self, questions: &[Question]) -> Result<(), NoAnswer> {
        self.try_ask(questions).map_err(|halt| self.give_up(halt))
    }

    fn try_ask(&mut self, questions: &[Question]) -> Result<(), Halt> {
        if self.open.is_empty() {
            self.hear_asides()?;
        }
        let mut text = String::new();
        for &(position, die) in questions {
            let throw = throw(self.rules, die);
            // Writing to a string cannot fail.
            let _ = write!(text, "position tc {position}\ndice {throw}\ngo\n");
            if !self.can_be_asked_ahead() {
                text += "isready\n";
            }
        }
        self.open.extend(questions);
        // If it has ended, that is found after the last of its answers.
        let _ = self.say(text);
        Ok(())
    }

    /// Waits for the answer to the oldest open question: the text after `bestmove`. `None` if there is no such question.
    ///
    /// # Errors
    ///
    /// [`NoAnswer`], after which this engine was ended.
    pub fn answer(&mut self) -> Result<Option<String>, NoAnswer> {
        let Some((position, die)) = self.open.pop_front() else {
            return Ok(None);
        };
        let deadline = Instant::now() + self.timeout;
        let next = || self.ears.next(deadline, self.timeout);
        let answer = if self.hearing.can_be_asked_ahead {
            let question = format!("{position} {die}");
            self.hearing.answer_to(&question, next)
        } else {
            self.confirmed(deadline)
        };
        self.ears.show_stderr();
        answer.map(Some).map_err(|halt| self.give_up(halt))
    }

    /// The answer that a `readyok` confirms.
    fn confirmed(&mut self, deadline: Instant) -> Result<String, Halt> {
        let next = || self.ears.next(deadline, self.timeout);
        let answer = match self.hearing.answer(next) {
            Err(Halt::Fault(Fault::Silence(time))) if self.hearing.has_answered => {
                return Err(Fault::Unready(time).into());
            }
            answer => answer?,
        };
        // Another process that holds its output may have said this.
        match self.ears.tree.status() {
            Some(status) => Err(Fault::Crash(status).into()),
            None => Ok(answer),
        }
    }

    /// The name that the engine gives itself, as it wrote it.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.hearing.name.as_deref()
    }

    /// Takes its lines that say `error` and were not taken before.
    pub fn take_errors(&mut self) -> Vec<String> {
        std::mem::take(&mut self.hearing.errors)
    }

    fn say(&mut self, text: String) -> Result<(), Halt> {
        match self.input.as_ref().map(|input| input.send(text)) {
            Some(Ok(())) => Ok(()),
            Some(Err(_)) | None => Err(self.ears.ended().into()),
        }
    }

    /// Reads its lines since its last answer.
    fn hear_asides(&mut self) -> Result<(), Halt> {
        for _ in 0..MOST_LINES {
            match self.ears.output.try_next() {
                Ok(Heard::Line(line)) => self.hearing.aside(&line)?,
                Ok(Heard::TooLong) => return Err(too_long().into()),
                Ok(Heard::End) | Err(TryRecvError::Disconnected) => {
                    return Err(self.ears.ended().into());
                }
                Err(TryRecvError::Empty) => return Ok(()),
            }
        }
        Err(Fault::Flood("more than 10,000 lines").into())
    }

    /// Ends the engine with all that it started, and returns the reason.
    fn give_up(&mut self, halt: Halt) -> NoAnswer {
        self.input = None;
        self.ears.tree.end();
        match halt {
            // An engine that is ended with this process has not failed.
            Halt::Fault(_) if is_ending() => NoAnswer::Interrupted,
            Halt::Fault(fault) => {
                self.ears.hear_last_words();
                NoAnswer::Failed(Failure {
                    fault,
                    last_words: self.ears.last_words.drain(..).collect(),
                })
            }
            Halt::Interrupted => NoAnswer::Interrupted,
        }
    }
}

impl Ears<'_> {
    /// The next line.
    fn next(&mut self, deadline: Instant, timeout: Duration) -> Result<String, Halt> {
        let mut said = self.hear_at_once(deadline);
        loop {
            match said {
                Ok(Heard::Line(line)) => return Ok(line),
                Ok(Heard::TooLong) => return Err(too_long().into()),
                Ok(Heard::End) => self.is_ending = true,
                Err(RecvTimeoutError::Timeout) if !self.is_ending => (),
                Err(_) => return Err(self.ended().into()),
            }
            self.show_stderr();
            if self.watch.stop.load(Ordering::Relaxed) || is_ending() {
                return Err(Halt::Interrupted);
            }
            // The end of its output is not heard while a process that it started holds that open.
            self.is_ending |= self.tree.status().is_some();
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Fault::Silence(timeout).into());
            }
            // Answers that it wrote before its end may still be on their way.
            let wait = if self.is_ending { LAST_LINES } else { LOOK };
            said = self.output.next_within(left.min(wait));
        }
    }

    /// The next line, if it comes soon.
    fn hear_at_once(&mut self, deadline: Instant) -> Result<Heard, RecvTimeoutError> {
        for _ in 0..self.yields {
            // On a busy machine, other threads can take long.
            if Instant::now() >= deadline {
                break;
            }
            match self.output.try_next() {
                Ok(said) => return Ok(said),
                Err(TryRecvError::Empty) => thread::yield_now(),
                Err(TryRecvError::Disconnected) => return Err(RecvTimeoutError::Disconnected),
            }
        }
        let left = deadline.saturating_duration_since(Instant::now());
        self.output.next_within(left.min(LOOK))
    }

    /// Fault of an engine whose output has ended.
    fn ended(&mut self) -> Fault {
        self.wait_for_end().map_or(Fault::Closed, Fault::Crash)
    }

    /// Waits for the engine to end by itself, but not for long.
    fn wait_for_end(&mut self) -> Option<ExitStatus> {
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

    /// Passes on the lines of the engine's standard error so far.
    fn show_stderr(&mut self) {
        for _ in 0..BATCH {
            match self.stderr.try_recv() {
                Ok(line) => self.show(&line),
                Err(_) => break,
            }
        }
    }

    fn hear_last_words(&mut self) {
        let deadline = Instant::now() + LAST_WORDS;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.stderr.recv_timeout(left) {
                Ok(line) if !left.is_zero() => self.show(&line),
                _ => break,
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

/// The throw with which an engine is asked about a die: one in which this die is the lower.
fn throw(rules: Rules, die: Die) -> String {
    let number = die.number();
    match rules.dice {
        Dice::One => number.to_string(),
        Dice::LowerOfTwo => format!("{} {number}", (number + 1).min(6)),
    }
}

/// A fault of the handshake; a refusal of the rules is one by itself.
fn in_handshake(halt: Halt, asked: &'static str, expected: &'static str) -> Halt {
    match halt {
        Halt::Interrupted | Halt::Fault(Fault::Refusal { .. }) => halt,
        Halt::Fault(fault) => Halt::Fault(Fault::Handshake {
            asked,
            expected,
            instead: Box::new(fault),
        }),
    }
}

impl Drop for Engine<'_> {
    fn drop(&mut self) {
        // An engine that failed has no input any more, and was ended.
        if self.input.is_some() && self.say("quit\n".to_owned()).is_ok() {
            self.input = None;
            self.ears.wait_for_end();
        }
        self.ears.tree.end();
    }
}

/// Starts threads that wait for an engine which does not read or write. They end with it, or when the other
/// ends of their channels are dropped.
fn attend(
    pipes: Pipes,
    to_say: Receiver<String>,
    said: SyncSender<Vec<Heard>>,
    noted: SyncSender<String>,
) -> io::Result<()> {
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
    Ok(())
}

/// Passes commands on to the engine.
fn tell(mut pipe: ChildStdin, to_say: &Receiver<String>, said: &SyncSender<Vec<Heard>>) {
    while let Ok(text) = to_say.recv() {
        if pipe.write_all(text.as_bytes()).is_err() {
            let _ = said.send(vec![Heard::End]);
            return;
        }
    }
}

/// Passes on the lines of the engine's output, those that have come already in one batch.
fn hear(pipe: impl Read, said: &SyncSender<Vec<Heard>>) {
    let mut lines = Lines::new(pipe, LONGEST_LINE);
    let mut batch = Vec::new();
    while let Ok(Some(line)) = lines.next() {
        // An answer that is not text is an answer too, though not a legal one.
        let line = line.lossy();
        batch.push(line.map_or(Heard::TooLong, |text| Heard::Line(text.into_owned())));
        if (batch.len() == BATCH || !lines.is_at_hand())
            && said.send(std::mem::take(&mut batch)).is_err()
        {
            return;
        }
    }
    batch.push(Heard::End);
    let _ = said.send(batch);
}

/// Passes on the lines of the engine's standard error, long ones in part.
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
