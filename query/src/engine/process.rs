//! A running engine: started, greeted, and asked for its moves, whatever it does instead.

use std::io::{self, Write as _};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError, channel, sync_channel,
};
use std::thread;
use std::time::{Duration, Instant};

use tourne_solver::game::{Die, Position, Rules, printable, shortened};

use crate::lines::Lines;

/// How an engine is started, and how long it may take.
#[derive(Clone, Debug, PartialEq)]
pub struct Launch {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The rules it is to play.
    pub rules: Rules,
    /// How long it may take to answer.
    pub timeout: Duration,
}

/// An engine that was started and said that it is ready.
#[derive(Debug)]
pub struct Engine {
    child: Child,
    /// What it is told goes here; `None` once it was told to quit.
    input: Option<Sender<String>>,
    output: Receiver<Said>,
    timeout: Duration,
    /// What it calls itself.
    pub name: Option<String>,
    /// Its lines that say `error`, not yet shown.
    pub errors: Vec<String>,
}

/// What an engine did instead of answering.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It did not greet as the protocol asks.
    #[error("wrong handshake: after \"{asked}\" it did not say \"{expected}\", but {instead}")]
    Handshake {
        /// What it was told.
        asked: &'static str,
        /// What it should have said.
        expected: &'static str,
        /// What it did.
        instead: Box<Fault>,
    },
    /// It said nothing in time.
    #[error("silence: it gave no answer in {0:?}")]
    Silence(Duration),
    /// It came to an end.
    #[error("crash: it ended ({0}) instead of answering")]
    Crash(ExitStatus),
    /// It goes on, but nobody can hear it.
    #[error("closed pipe: it closed its input or output, and went on")]
    Closed,
    /// It said far too much.
    #[error("flood: it wrote {0} instead of an answer")]
    Flood(&'static str),
}

impl Fault {
    /// One word for the kind of fault.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Fault::Handshake { .. } => "handshake",
            Fault::Silence(_) => "silence",
            Fault::Crash(_) => "crash",
            Fault::Closed => "closed pipe",
            Fault::Flood(_) => "flood",
        }
    }
}

/// An engine that cannot be started.
#[derive(Debug, thiserror::Error)]
#[error("the engine \"{}\" cannot be started: give a program and its arguments", printable(.command))]
pub struct CannotStart {
    /// The program.
    pub command: String,
    /// What the system says.
    pub source: io::Error,
}

/// What comes from the engine's output.
#[derive(Debug)]
enum Said {
    Line(String),
    TooLong,
    /// Nothing more comes from it, or nothing more can be said to it.
    End,
}

/// No line of an engine may be longer, in bytes.
const LONGEST_LINE: usize = 4096;
/// No engine may say more lines before it answers.
const MOST_LINES: usize = 10_000;
/// So many lines wait to be read; an engine that says more has to wait itself.
const WAITING_LINES: usize = 64;
/// A thread that waits for an answer lets others go first so often before it goes to sleep.
const YIELDS: usize = 400;
/// An engine that closed its output has so long to come to its end.
const GRACE: Duration = Duration::from_millis(500);
/// So many errors of an engine are kept.
const MOST_ERRORS: usize = 20;

impl Engine {
    /// Starts an engine and greets it.
    ///
    /// # Errors
    ///
    /// [`CannotStart`] if there is no such program; a [`Fault`] if it does not greet back.
    pub fn start(launch: &Launch) -> Result<Result<Engine, Fault>, CannotStart> {
        let name = launch.command.first().cloned().unwrap_or_default();
        let cannot = |source| CannotStart {
            command: name.clone(),
            source,
        };
        let mut child = Command::new(&name)
            .args(launch.command.iter().skip(1))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(cannot)?;
        let (said, output) = sync_channel(WAITING_LINES);
        // An engine that answers without reading is no reason to wait for it.
        let (input, to_say) = channel();
        // Threads of their own wait for an engine that does not read or write. They end with it, or
        // when nobody wants to know.
        if let Some(pipe) = child.stdin.take() {
            let said = said.clone();
            let tell = move || tell(pipe, &to_say, &said);
            thread::Builder::new().spawn(tell).map_err(cannot)?;
        }
        if let Some(pipe) = child.stdout.take() {
            let hear = move || hear(pipe, &said);
            thread::Builder::new().spawn(hear).map_err(cannot)?;
        }
        let mut engine = Engine {
            child,
            input: Some(input),
            output,
            timeout: launch.timeout,
            name: None,
            errors: Vec::new(),
        };
        Ok(engine.greet(launch.rules).map(|()| engine))
    }

    fn greet(&mut self, rules: Rules) -> Result<(), Fault> {
        self.expect("ubgi", "ubgiok")?;
        self.expect("isready", "readyok")?;
        self.say(&format!("setoption name rules value {rules}\n"))
    }

    /// Says something and waits for the answer that must follow.
    fn expect(&mut self, asked: &'static str, expected: &'static str) -> Result<(), Fault> {
        let answer = self
            .say(&format!("{asked}\n"))
            .and_then(|()| self.answer(|line| (line == expected).then_some(())));
        answer.map_err(|instead| Fault::Handshake {
            asked,
            expected,
            instead: Box::new(instead),
        })
    }

    /// Asks for a move; the answer is what stands after `bestmove`.
    ///
    /// # Errors
    ///
    /// The [`Fault`] after which this engine is of no more use.
    pub fn ask(&mut self, rules: Rules, position: Position, die: Die) -> Result<String, Fault> {
        let throw = throw(rules, die);
        self.say(&format!("position tc {position}\ndice {throw}\ngo\n"))?;
        self.answer(|line| {
            let answer = line.strip_prefix("bestmove")?;
            let is_word = answer.is_empty() || answer.starts_with(char::is_whitespace);
            is_word.then(|| answer.trim().to_owned())
        })
    }

    fn say(&mut self, text: &str) -> Result<(), Fault> {
        let input = self.input.as_ref();
        match input.map(|input| input.send(text.to_owned())) {
            Some(Ok(())) => Ok(()),
            Some(Err(_)) | None => Err(self.ended()),
        }
    }

    /// Reads lines until one is the answer.
    fn answer<T>(&mut self, read: impl Fn(&str) -> Option<T>) -> Result<T, Fault> {
        let deadline = Instant::now() + self.timeout;
        for _ in 0..MOST_LINES {
            let line = match self.hear_soon(deadline) {
                Ok(Said::Line(line)) => line,
                Ok(Said::TooLong) => return Err(Fault::Flood("a line of more than 4096 bytes")),
                Err(RecvTimeoutError::Timeout) => return Err(self.silent()),
                Ok(Said::End) | Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            };
            let line = line.trim();
            if let Some(answer) = read(line) {
                return Ok(answer);
            }
            if let Some(name) = line.strip_prefix("id name ") {
                self.name = Some(name.to_owned());
            }
            if line.starts_with("error") && self.errors.len() < MOST_ERRORS {
                self.errors.push(shortened(line));
            }
        }
        Err(Fault::Flood("more than 10,000 lines"))
    }

    /// The next line. Many engines answer at once: a thread that stays awake for so short a time is
    /// spared the far longer time that waking up can take.
    fn hear_soon(&self, deadline: Instant) -> Result<Said, RecvTimeoutError> {
        for _ in 0..YIELDS {
            // On a busy machine others that go first can take long.
            if Instant::now() >= deadline {
                break;
            }
            match self.output.try_recv() {
                Ok(said) => return Ok(said),
                Err(TryRecvError::Empty) => thread::yield_now(),
                Err(TryRecvError::Disconnected) => return Err(RecvTimeoutError::Disconnected),
            }
        }
        let left = deadline.saturating_duration_since(Instant::now());
        self.output.recv_timeout(left)
    }

    /// Why nothing was heard from the engine in time.
    fn silent(&mut self) -> Fault {
        // The end of its output is not heard while a process that it started holds that open.
        match self.child.try_wait() {
            Ok(Some(status)) => Fault::Crash(status),
            _ => Fault::Silence(self.timeout),
        }
    }

    /// Why nothing more can be heard from the engine.
    fn ended(&mut self) -> Fault {
        let deadline = Instant::now() + GRACE;
        while Instant::now() < deadline {
            match self.child.try_wait() {
                Ok(Some(status)) => return Fault::Crash(status),
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                Err(_) => break,
            }
        }
        Fault::Closed
    }
}

/// The throw with which an engine is asked about a die: one in which this die is the lower.
fn throw(rules: Rules, die: Die) -> String {
    let number = die.number();
    match rules.dice {
        tourne_solver::game::Dice::One => number.to_string(),
        tourne_solver::game::Dice::LowerOfTwo => format!("{} {number}", (number + 1).min(6)),
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // An engine that is told to quit, or whose input ends, should end; one that does not is ended.
        let _ = self.say("quit\n");
        self.input = None;
        if matches!(self.ended(), Fault::Closed) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Passes on what the engine is told.
fn tell(mut pipe: ChildStdin, to_say: &Receiver<String>, said: &SyncSender<Said>) {
    while let Ok(text) = to_say.recv() {
        if pipe.write_all(text.as_bytes()).is_err() {
            let _ = said.send(Said::End);
            return;
        }
    }
}

/// Passes on what the engine says.
fn hear(pipe: impl io::Read, said: &SyncSender<Said>) {
    let mut lines = Lines::new(pipe, LONGEST_LINE);
    while let Ok(Some(line)) = lines.next() {
        // An answer that is no text is an answer too, though no legal one.
        let line = line.lossy();
        let line = line.map_or(Said::TooLong, |text| Said::Line(text.into_owned()));
        if said.send(line).is_err() {
            return;
        }
    }
    let _ = said.send(Said::End);
}
