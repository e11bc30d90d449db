//! Process of an engine: starts it, greets it and asks it for moves.

use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use tourne_solver::{Dice, Die, Position, Rules};

use super::cannot_start::{CannotStart, ends_with_carriage_return};
pub use super::ears::Watch;
use super::ears::{Ears, Halt, Heard};
use super::fault::{Clue, Failure, Fault, NoAnswer};
use super::hearing::{Hearing, MOST_LINES, too_long, too_many};
use super::tree::{Tree, is_ending};

/// Command line, rules and time limits of an engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Launch {
    /// Program and its arguments.
    pub command: Vec<String>,
    pub rules: Rules,
    /// Time allowed from the start of the process to `readyok`.
    pub startup_timeout: Duration,
    /// Time allowed for each answer.
    pub timeout: Duration,
}

/// Running engine that has answered `readyok` to the first `isready`.
pub struct Engine<'a> {
    /// Sender of commands to the engine; `None` after `quit`.
    input: Option<Sender<String>>,
    pub(super) hearing: Hearing,
    ears: Ears<'a>,
    rules: Rules,
    timeout: Duration,
    /// Questions that the engine has not answered yet, oldest first. There is at most one, unless the engine accepts
    /// several questions before it answers.
    open: VecDeque<Question>,
}

/// Makes this process the parent of processes that engines leave behind outside their process group. These orphans are
/// killed when the last engine ends. The program must call this before it starts the first engine, and must start no
/// other processes. On systems other than Linux, or if the system refuses, an orphan is not killed; nothing else changes.
pub fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    super::orphans::adopt();
}

pub type Question = (Position, Die);

impl<'a> Engine<'a> {
    pub fn start(launch: &Launch, watch: Watch<'a>) -> Result<Engine<'a>, NoAnswer> {
        let program = launch.command.first().map_or("", String::as_str);
        let cannot = |source: io::Error| match source.kind() {
            io::ErrorKind::Interrupted if is_ending() => NoAnswer::Interrupted,
            _ => {
                let command = program.to_owned();
                CannotStart { command, source }.into()
            }
        };
        let arguments = launch.command.get(1..).unwrap_or_default();
        let (tree, pipes) = Tree::start(program, arguments).map_err(cannot)?;
        let (input, ears) = Ears::new(tree, pipes, watch).map_err(cannot)?;
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
            Err(halt) => Err(match engine.give_up(halt) {
                NoAnswer::Failed(failure) if ends_with_carriage_return(program) => {
                    let clue = Clue::CarriageReturn;
                    NoAnswer::Failed(Failure { clue, ..failure })
                }
                no_answer => no_answer,
            }),
        }
    }

    fn greet(&mut self, launch: &Launch) -> Result<(), Halt> {
        let (rules, timeout) = (launch.rules, launch.startup_timeout);
        let deadline = Instant::now() + timeout;
        let introduced = self.say("ubgi\n".to_owned()).and_then(|()| {
            let next = &mut || self.ears.next(deadline, timeout);
            self.hearing.introduction(next)
        });
        introduced.map_err(|halt| Self::in_handshake(halt, "ubgi", "ubgiok"))?;
        self.ears.name.clone_from(&self.hearing.name);
        let mut options = format!("setoption name rules value {rules}\n");
        if self.can_be_asked_ahead() {
            options += "setoption name askahead value true\n";
            self.ears.yields = 0;
        }
        let agreed = self.say(options + "isready\n").and_then(|()| {
            let next = &mut || self.ears.next(deadline, timeout);
            self.hearing.agreement(rules, next)
        });
        agreed.map_err(|halt| Self::in_handshake(halt, "isready", "readyok"))
    }

    /// Returns the rules by which the engine was asked to play.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns whether the engine may be asked several questions before it answers the first.
    pub fn can_be_asked_ahead(&self) -> bool {
        self.hearing.can_be_asked_ahead
    }

    /// Sends questions. Unless the engine [can be asked ahead](Engine::can_be_asked_ahead), `questions` must have a
    /// single element, and no other question may be open.
    pub fn ask(&mut self, questions: &[Question]) -> Result<(), NoAnswer> {
        self.try_ask(questions).map_err(|halt| self.give_up(halt))
    }

    fn try_ask(&mut self, questions: &[Question]) -> Result<(), Halt> {
        if self.open.is_empty() {
            self.hear_asides()?;
        }
        if self.can_be_asked_ahead() {
            // Check that the engine still runs: another process that holds its output pipe could answer after its end.
            self.ears.look();
        }
        let mut text = String::new();
        for &(position, die) in questions {
            let throw = dice_sent(self.rules, die);
            text += &format!("position tc {position}\ndice {throw}\ngo\n");
            if !self.can_be_asked_ahead() {
                text += "isready\n";
            }
        }
        self.open.extend(questions);
        // Ignore an error: after the engine's end, `answer` reads the rest of its output and reports the fault.
        let _ = self.say(text);
        Ok(())
    }

    /// Waits for the answer to the oldest open question. Returns the move as the engine wrote it, or `None` if no
    /// question is open.
    pub fn answer(&mut self) -> Result<Option<String>, NoAnswer> {
        let Some((position, die)) = self.open.pop_front() else {
            return Ok(None);
        };
        let deadline = Instant::now() + self.timeout;
        let next = &mut || self.ears.next(deadline, self.timeout);
        let answer = if self.hearing.can_be_asked_ahead {
            let question = format!("{position} {die}");
            match self.hearing.answer_to(&question, next) {
                // The engine may have ended in the middle of this line. In that case report a crash.
                Err(Halt::Fault(fault @ Fault::WrongQuestion { .. })) => {
                    Err(self.ears.wait_for_end().map_or(fault, Fault::Crash).into())
                }
                answer => answer,
            }
        } else {
            self.confirmed(deadline)
        };
        self.ears.show_stderr();
        self.ears.has_answered |= answer.is_ok();
        answer.map(Some).map_err(|halt| self.give_up(halt))
    }

    /// Waits for an answer and the `readyok` that confirms it.
    fn confirmed(&mut self, deadline: Instant) -> Result<String, Halt> {
        let next = &mut || self.ears.next(deadline, self.timeout);
        let answer = match self.hearing.answer(next) {
            Err(Halt::Fault(Fault::Silence(time))) if self.hearing.has_answered => {
                return Err(Fault::Unready(time).into());
            }
            answer => answer?,
        };
        self.still_runs()?;
        Ok(answer)
    }

    /// Checks that the engine still runs after its last answer and writes no further answer.
    pub fn finish(&mut self) -> Result<(), NoAnswer> {
        self.try_finish().map_err(|halt| self.give_up(halt))
    }

    fn try_finish(&mut self) -> Result<(), Halt> {
        self.hear_asides()?;
        self.say("isready\n".to_owned())?;
        let deadline = Instant::now() + self.timeout;
        let next = &mut || self.ears.next(deadline, self.timeout);
        let rest = self.hearing.rest(next);
        rest.map_err(|halt| match halt {
            Halt::Fault(Fault::Silence(time)) => Fault::Unready(time).into(),
            halt => halt,
        })?;
        self.still_runs()
    }

    /// Checks that the engine's own process still runs. Otherwise another process that holds the output pipe may have
    /// written the last line.
    fn still_runs(&mut self) -> Result<(), Halt> {
        match self.ears.tree.status() {
            Some(status) => Err(Fault::Crash(status).into()),
            None => Ok(()),
        }
    }

    /// Turns a fault into [`Fault::Handshake`]. Returns an interruption or a refusal of the rules unchanged.
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

    fn say(&mut self, text: String) -> Result<(), Halt> {
        match &self.input {
            Some(input) if input.send(text).is_ok() => Ok(()),
            _ => Err(self.ears.ended().into()),
        }
    }

    /// Reads the lines that the engine wrote since its last answer.
    fn hear_asides(&mut self) -> Result<(), Halt> {
        let mut last = String::new();
        for _ in 0..MOST_LINES {
            match self.ears.hear_within(Duration::ZERO) {
                Ok(Heard::Line(line) | Heard::Unended(line)) => {
                    self.hearing.aside(&line)?;
                    last = line;
                }
                Ok(Heard::TooLong(line)) => return Err(too_long(&line).into()),
                Ok(Heard::End) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.ears.ended().into());
                }
                Err(RecvTimeoutError::Timeout) => return Ok(()),
            }
        }
        Err(too_many(&last).into())
    }

    /// Kills the engine and all processes that it started. Returns the error to report. The input of a silent engine is
    /// closed first, since an engine that does not flush its output writes it when it exits.
    fn give_up(&mut self, halt: Halt) -> NoAnswer {
        self.input = None;
        let is_silent = matches!(&halt, Halt::Fault(fault) if fault.is_silence());
        if is_silent {
            self.ears.wait_for_end();
        }
        self.ears.tree.end();
        let last_lines = is_silent.then(|| self.ears.last_lines()).flatten();
        let clue = match (last_lines, self.hearing.not_understood.take()) {
            (Some(clue), _) => clue,
            (None, Some(line)) => Clue::NotUnderstood(line),
            (None, None) if is_silent && !self.ears.has_answered => Clue::Mute,
            (None, None) => Clue::None,
        };
        match halt {
            // Report no fault: the engine was killed because this program is ending.
            Halt::Fault(_) if is_ending() => NoAnswer::Interrupted,
            Halt::Fault(fault) => NoAnswer::Failed(Failure {
                fault,
                clue,
                last_words: self.ears.last_words(),
            }),
            Halt::Interrupted => NoAnswer::Interrupted,
        }
    }
}

impl Drop for Engine<'_> {
    fn drop(&mut self) {
        // If the engine failed, `give_up` has already closed its input and killed it.
        if self.input.is_some() && self.say("quit\n".to_owned()).is_ok() {
            self.input = None;
            self.ears.wait_for_end();
        }
        self.ears.tree.end();
    }
}

/// Returns the numbers that are sent after `dice`: a throw in which `die` is played; of two dice, the other is at least
/// as high.
pub fn dice_sent(rules: Rules, die: Die) -> String {
    let number = die.number();
    match rules.dice {
        Dice::One => number.to_string(),
        Dice::LowerOfTwo => format!("{} {number}", (number + 1).min(6)),
    }
}
