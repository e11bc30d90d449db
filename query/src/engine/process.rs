//! Process of an engine: starts it, greets it and asks it for moves.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::sync::atomic::Ordering;
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use tourne_solver::terminal::Clock;
use tourne_solver::terminal::interrupt::is_ending;
use tourne_solver::{Dice, Die, Move, Position, Rules, printable};

use super::cannot_start::{CannotStart, ends_with_carriage_return};
use super::event::{Event, Watch};
use super::fault::{Clue, Failure, Fault, NoAnswer, PATIENCE};
use super::hearing::{Expected, Hearing, is_error, is_expected, quoted};
use super::probe;
use super::supervised::{Heard, Supervised};

#[derive(Clone, Debug, PartialEq)]
pub struct Launch {
    /// Program and its arguments.
    pub command: Vec<OsString>,
    pub rules: Rules,
    /// Time allowed from the start of the process to `readyok`.
    pub startup_timeout: Duration,
    /// Time allowed for each answer.
    pub timeout: Duration,
}

/// Running engine that has answered `readyok` to the first `isready`.
pub struct Engine<'a> {
    launch: Launch,
    process: Supervised,
    watch: Watch<'a>,
    hearing: Hearing,
    /// `true` once the engine has answered a question, which shows that its output is flushed.
    has_answered: bool,
    /// Clock of all waits for the engine. It does not count the time in which this process itself is stopped.
    clock: Clock,
    /// Time for which this process had been stopped when the last wait began.
    stopped_before: Duration,
    /// Time at which reading ends, even if lines are left to read. `None` until the engine has ended or closed a pipe.
    heard_until: Option<Duration>,
    /// Last lines of standard error, at most [`MOST_WORDS`].
    last_words: VecDeque<String>,
}

/// Decision that an engine is asked about.
pub type Decision = (Position, Die);

/// Interval at which a waiting thread checks whether the engine still runs. Also the time to wait for each further line
/// of an engine that has ended or closed a pipe.
const LOOK: Duration = Clock::STEP;
/// Time allowed for an engine to exit by itself, for example after its input is closed.
const GRACE: Duration = Duration::from_millis(500);
/// Time limit for reading the rest of the output of an engine that was killed, has ended, or closed a pipe. Lines that
/// come later are those of a process that left the engine's process group.
const LAST_LINES: Duration = Duration::from_millis(250);
/// Maximum number of lines of standard error that are quoted when an engine fails.
const MOST_WORDS: usize = 5;

/// Fault that ends the dialogue with an engine; `None` if it is ended because of the flag or an interrupt.
type Halt = Option<Fault>;

impl<'a> Engine<'a> {
    pub fn start(launch: &Launch, watch: Watch<'a>) -> Result<Engine<'a>, NoAnswer> {
        if is_ending() {
            return Err(NoAnswer::Interrupted);
        }
        let program = launch
            .command
            .first()
            .map_or(OsStr::new(""), OsString::as_os_str);
        let process = Supervised::start(&launch.command)
            .map_err(|source| CannotStart::new(program.to_owned(), source))?;
        let mut engine = Engine {
            launch: launch.clone(),
            process,
            watch,
            hearing: Hearing::default(),
            has_answered: false,
            clock: Clock::start(),
            stopped_before: Duration::ZERO,
            heard_until: None,
            last_words: VecDeque::new(),
        };
        match engine.greet() {
            Ok(()) => Ok(engine),
            Err(halt) => Err(match engine.give_up(halt) {
                NoAnswer::Failed(failure) if ends_with_carriage_return(program) => {
                    let clue = Clue::CarriageReturn;
                    NoAnswer::Failed(Failure { clue, ..failure })
                }
                no_answer => no_answer,
            }),
        }
    }

    fn greet(&mut self) -> Result<(), Halt> {
        let (rules, timeout) = (self.launch.rules, self.launch.startup_timeout);
        let deadline = self.clock.look() + timeout;
        self.process.say("ubgi\n");
        let introduced = self.listen(Expected::Introduction, deadline, timeout);
        introduced.map_err(|halt| in_handshake(halt, "ubgi", "ubgiok"))?;
        let mut options = format!("setoption name rules value {rules}\n");
        if self.can_be_asked_ahead() {
            options += "setoption name askahead value true\n";
        }
        self.process.say(options + "isready\n");
        let agreed = self.listen(Expected::Agreement(rules), deadline, timeout);
        agreed.map_err(|halt| in_handshake(halt, "isready", "readyok"))?;
        Ok(())
    }

    /// Name that the engine gives itself, unchanged.
    pub fn name(&self) -> Option<&str> {
        self.hearing.name.as_deref()
    }

    pub fn rules(&self) -> Rules {
        self.launch.rules
    }

    /// Returns whether several questions may be asked before the first is answered.
    pub fn can_be_asked_ahead(&self) -> bool {
        self.hearing.can_be_asked_ahead
    }

    /// Sends questions. Unless the engine [can be asked ahead](Engine::can_be_asked_ahead), `questions` must have a
    /// single element, and no other question may be open.
    pub fn ask(&mut self, questions: &[Decision]) {
        let confirmation = if self.can_be_asked_ahead() {
            // Check that the engine still runs: another process that holds its output pipe could answer after its end.
            self.look();
            ""
        } else {
            "isready\n"
        };
        let question = |&(position, die): &Decision| {
            let throw = dice_sent(self.rules(), die);
            format!("position tc {position}\ndice {throw}\ngo\n{confirmation}")
        };
        let text: String = questions.iter().map(question).collect();
        self.process.say(text);
    }

    /// Waits for the answer to the oldest open question, which is this one. Returns the move as the engine wrote it.
    pub fn answer(&mut self, (position, die): Decision) -> Result<String, NoAnswer> {
        let answer = self.wait_for(if self.can_be_asked_ahead() {
            Expected::AnswerTo(format!("{position} {die}"))
        } else {
            Expected::Answer
        });
        self.has_answered |= answer.is_ok();
        answer
    }

    /// Checks that the engine still runs after its last answer and writes no further answer.
    pub fn finish(&mut self) -> Result<(), NoAnswer> {
        self.process.say("isready\n");
        self.wait_for(Expected::Rest).map(drop)
    }

    fn wait_for(&mut self, expected: Expected) -> Result<String, NoAnswer> {
        let ends_with_readyok = !matches!(expected, Expected::AnswerTo(_));
        let timeout = self.launch.timeout;
        let deadline = self.clock.look() + timeout;
        let mut heard = self.listen(expected, deadline, timeout);
        // Another process that holds the output pipe may have written the last line.
        if heard.is_ok()
            && ends_with_readyok
            && let Some(status) = self.process.status()
        {
            heard = Err(Some(Fault::Crash(status)));
        }
        heard.map_err(|halt| self.give_up(halt))
    }

    /// Waits for what is expected of the engine, until the clock shows `deadline`; `timeout` is the time that the engine
    /// was allowed.
    fn listen(
        &mut self,
        expected: Expected,
        deadline: Duration,
        timeout: Duration,
    ) -> Result<String, Halt> {
        let is_greeting = matches!(expected, Expected::Introduction);
        self.hearing.expect(expected);
        let begun = self.clock.look();
        self.stopped_before = self.clock.stopped();
        let mut hint_at = (!self.has_answered).then_some(begun + PATIENCE);
        let mut holds_back = false;
        loop {
            let now = self.clock.look();
            if self.heard_until.is_some_and(|until| now > until) {
                return Err(Some(self.ended()));
            }
            let left = deadline.saturating_sub(now);
            match self.process.heard.recv_timeout(left.min(LOOK)) {
                Ok(Heard::Line(line)) => {
                    let found = self.hearing.hear(&line)?;
                    if is_error(line.trim()) {
                        (self.watch.tell)(Event::Error(quoted(line.trim())));
                    }
                    if let Some(found) = found {
                        return Ok(found);
                    }
                    hint_at = hint_at.map(|_| now + PATIENCE);
                }
                Ok(Heard::TooLong(line)) => return Err(Some(Fault::TooLong(quoted(&line)))),
                Ok(Heard::Stderr(line)) => self.show(&line),
                Ok(Heard::Unended(_) | Heard::Closed) => self.hear_no_more(),
                // What it has said by now is heard first.
                Err(RecvTimeoutError::Timeout) if holds_back => {
                    return Err(Some(self.hearing.silence(PATIENCE)));
                }
                Err(RecvTimeoutError::Timeout) if self.heard_until.is_none() => {}
                Err(_) => return Err(Some(self.ended())),
            }
            if hint_at.take_if(|at| *at <= now).is_some() {
                let instead = self.hearing.not_understood.clone();
                (self.watch.tell)(Event::Silence { instead });
                let may_probe = is_greeting && left > probe::LONGEST;
                holds_back = may_probe
                    && probe::holds_back(&self.launch.command, self.watch.stop, &mut self.clock);
            }
            if self.watch.stop.load(Ordering::Relaxed) || is_ending() {
                return Err(None);
            }
            // Check the engine's process itself: its output does not end while another process holds the pipe open.
            self.look();
            if left.is_zero() {
                return Err(Some(self.hearing.silence(timeout)));
            }
        }
    }

    /// Checks whether the engine has ended; if so, limits the time for reading the rest of its output.
    fn look(&mut self) {
        if self.process.status().is_some() {
            self.hear_no_more();
        }
    }

    fn hear_no_more(&mut self) {
        let until = self.clock.look() + LAST_LINES;
        self.heard_until.get_or_insert(until);
    }

    /// Returns the fault of an engine that closed a pipe: a crash if it exits within [`GRACE`], else a closed pipe.
    fn ended(&mut self) -> Fault {
        let status = self.process.wait(GRACE, &mut self.clock);
        status.map_or(Fault::Closed, Fault::Crash)
    }

    /// Kills the engine and its group. Returns the error to report. The input of a silent engine is closed first, since
    /// an engine that does not flush its output writes it when it exits.
    fn give_up(&mut self, halt: Halt) -> NoAnswer {
        self.clock.look();
        let stopped = self.clock.stopped().saturating_sub(self.stopped_before);
        self.process.input = None;
        let is_silent = halt.as_ref().is_some_and(Fault::is_silence);
        if is_silent {
            self.process.wait(GRACE, &mut self.clock);
        }
        self.process.kill();
        let late = self.rest().filter(|_| is_silent);
        let clue = match (late, self.hearing.not_understood.take()) {
            (Some(clue), _) => clue,
            (None, Some(line)) if is_silent && line.parse::<Move>().is_ok() => Clue::BareMove(line),
            (None, Some(line)) => Clue::NotUnderstood(line),
            (None, None) if is_silent && !self.has_answered && stopped.is_zero() => Clue::Mute,
            (None, None) => Clue::None,
        };
        match halt {
            Some(fault) if !is_ending() => NoAnswer::Failed(Failure {
                fault,
                clue,
                stopped,
                last_words: self.last_words.drain(..).collect(),
            }),
            _ => NoAnswer::Interrupted,
        }
    }

    /// Reads what is left in the pipes of a killed engine. Returns a clue to why it was silent: an expected line that
    /// comes only now, or a line that the engine did not end.
    fn rest(&mut self) -> Option<Clue> {
        let deadline = self.clock.look() + LAST_LINES;
        let mut clue = None;
        loop {
            let left = deadline.saturating_sub(self.clock.look());
            match self.process.heard.recv_timeout(left.min(LOOK)) {
                Ok(_) if left.is_zero() => return clue,
                Ok(Heard::Line(line)) if is_expected(&line) => {
                    clue.get_or_insert(Clue::Late(quoted(&line)));
                }
                Ok(Heard::Unended(line)) if !line.trim().is_empty() => {
                    clue.get_or_insert(Clue::Unended(quoted(&line)));
                }
                Ok(Heard::Stderr(line)) => self.show(&line),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) if !left.is_zero() => {}
                Err(_) => return clue,
            }
        }
    }

    fn show(&mut self, line: &str) {
        let (name, text) = (self.hearing.name.clone(), printable(line.trim_end()));
        (self.watch.tell)(Event::Stderr { name, line: text });
        let line = line.trim();
        if !line.is_empty() {
            self.last_words.push_back(quoted(line));
        }
        if self.last_words.len() > MOST_WORDS {
            self.last_words.pop_front();
        }
    }
}

impl Drop for Engine<'_> {
    fn drop(&mut self) {
        // An engine that failed has been killed already. Any other is killed if it does not exit by itself.
        if self.process.input.is_some() {
            self.process.say("quit\n");
            self.process.input = None;
            self.process.wait(GRACE, &mut self.clock);
        }
    }
}

/// Turns a fault into [`Fault::Handshake`]. Returns an interruption or a refusal of the rules unchanged.
fn in_handshake(halt: Halt, asked: &'static str, expected: &'static str) -> Halt {
    halt.map(|fault| match fault {
        Fault::Refusal { .. } => fault,
        fault => Fault::Handshake {
            asked,
            expected,
            instead: Box::new(fault),
        },
    })
}

/// Returns the numbers that are sent after `dice`: a throw in which `die` is played; of two dice, the other is at least
/// as high.
pub(crate) fn dice_sent(rules: Rules, die: Die) -> String {
    let number = die.number();
    match rules.dice {
        Dice::One => number.to_string(),
        Dice::LowerOfTwo => format!("{} {number}", (number + 1).min(6)),
    }
}
