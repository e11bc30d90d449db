//! Asking an engine about many decisions, with several processes at once if it is slow.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{iter, thread};

use serde::Serialize;
use tourne_solver::game::{Die, Move, Position, shortened};

use super::fault::{CannotStart, Failure, NoAnswer};
use super::process::{Engine, Launch, Question, Watch};
use super::tree::locked;
use crate::policy::{Arena, IllegalAnswer, Policy, Row};

/// Answers and faults of an engine.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The name that the engine gives itself, as it wrote it.
    pub name: Option<String>,
    /// The policy that its answers make, together with those that were known before.
    pub policy: Policy,
    /// Answers that are not legal moves.
    pub illegal: Vec<IllegalAnswer>,
    /// Its faults, in the order of the questions.
    pub faults: Vec<FaultAt>,
    /// Number of decisions that it was asked about.
    pub asked: usize,
    /// `true` if it was given up.
    pub given_up: bool,
    /// `true` if the user stopped the survey before all was asked.
    pub interrupted: bool,
}

/// A fault of an engine, and the decision at which it happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FaultAt {
    /// The position that it was asked about, or was to be asked about.
    pub position: Position,
    /// The die.
    pub die: Die,
    /// The kind of fault, as [`Fault::kind`](super::fault::Fault::kind) names it.
    pub fault: &'static str,
    /// Description of the fault.
    #[serde(rename = "text")]
    pub what: Failure,
}

/// Event while an engine is asked.
#[derive(Clone, Debug)]
pub enum Event {
    /// It was asked about one decision more.
    Asked,
    /// It said a line with an error.
    Error(String),
    /// It wrote a line to standard error.
    Stderr {
        /// The engine's name, if it has said it.
        name: Option<String>,
        /// The line, without control characters.
        line: String,
    },
    /// It failed.
    Fault(FaultAt),
}

/// Number of faults after which an engine is given up.
pub const MOST_FAULTS: usize = 10;

/// Maximum number of questions that an engine has to answer at a time.
const MOST_AHEAD: usize = 512;
/// An engine is asked more questions ahead as long as it answers half of them in this time. So a slow engine does not
/// keep questions that another process could answer.
const SHORT: Duration = Duration::from_millis(10);

/// Outcome of one question.
enum Came {
    Answer(String),
    Fault(Failure),
}

/// State that the processes share.
struct Desk<'a> {
    arena: &'a Arena,
    rows: &'a [Row],
    launch: &'a Launch,
    next: AtomicUsize,
    faults: AtomicUsize,
    given_up: AtomicBool,
    stop: &'a AtomicBool,
    /// By the number of the question.
    came: Mutex<Vec<(usize, Came)>>,
    name: Mutex<Option<String>>,
    observe: &'a (dyn Fn(Event) + Sync),
}

/// The questions that one process of the engine has to answer, by their numbers.
struct Queue {
    /// The oldest first.
    questions: VecDeque<usize>,
    /// Number of the oldest that the engine was asked.
    open: usize,
    /// Number of questions that the engine may have to answer at a time.
    ahead: usize,
    /// When it was last asked.
    asked: Instant,
}

impl Queue {
    fn new() -> Queue {
        Queue {
            questions: VecDeque::new(),
            open: 0,
            ahead: 1,
            asked: Instant::now(),
        }
    }

    /// The questions that the engine is to be asked now, with new ones if it has answered half of the open ones. The
    /// questions that a failed process left open are asked one at a time, so that each further fault is found at the
    /// question that causes it.
    fn due(&mut self, ahead: bool, take: impl FnMut() -> Option<usize>) -> Range<usize> {
        let first = self.open;
        if first == self.questions.len() && first <= self.ahead / 2 {
            self.ahead = match (ahead, self.asked.elapsed() < SHORT) {
                (false, _) => 1,
                (true, true) => (2 * self.ahead).min(MOST_AHEAD),
                (true, false) => (self.ahead / 2).max(1),
            };
            let new = self.ahead.saturating_sub(first);
            self.questions.extend(iter::from_fn(take).take(new));
            self.open = self.questions.len();
            self.asked = Instant::now();
        } else if first == 0 {
            self.open = 1;
        }
        first..self.open
    }

    /// Removes the oldest question.
    fn pop(&mut self) -> Option<usize> {
        self.open = self.open.saturating_sub(1);
        self.questions.pop_front()
    }
}

/// Asks an engine for its moves in these rows of the arena, with this number of processes at once, and
/// adds its answers to the known ones. After a fault the engine is started again; if it cannot greet any
/// more, or fails too often, it is given up. Once `stop` is set nothing more is asked.
///
/// # Errors
///
/// [`CannotStart`] if the program cannot be started.
pub fn survey(
    arena: &Arena,
    rows: &[Row],
    known: Policy,
    launch: &Launch,
    jobs: usize,
    stop: &AtomicBool,
    observe: &(dyn Fn(Event) + Sync),
) -> Result<Survey, CannotStart> {
    let desk = Desk {
        arena,
        rows,
        launch,
        next: AtomicUsize::new(0),
        faults: AtomicUsize::new(0),
        given_up: AtomicBool::new(false),
        stop,
        came: Mutex::new(Vec::with_capacity(rows.len())),
        name: Mutex::new(None),
        observe,
    };
    thread::scope(|scope| {
        let jobs: Vec<_> = (0..jobs).map(|_| scope.spawn(|| desk.work())).collect();
        let ends = jobs.into_iter().map(|job| match job.join() {
            Ok(end) => end,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        ends.collect::<Vec<_>>()
    })
    .into_iter()
    .collect::<Result<(), CannotStart>>()?;
    Ok(desk.finish(known))
}

impl Desk<'_> {
    /// The work of one process: asks about one row after another, ahead if the engine can be.
    fn work(&self) -> Result<(), CannotStart> {
        let on_stderr = |name: Option<&str>, line: &str| {
            let (name, line) = (name.map(str::to_owned), line.to_owned());
            (self.observe)(Event::Stderr { name, line });
        };
        let watch = Watch {
            stop: self.stop,
            on_stderr: &on_stderr,
        };
        let mut engine = None;
        let mut queue = Queue::new();
        while !self.is_over() {
            if engine.is_none() && queue.questions.is_empty() {
                queue.questions.extend(self.take());
                if queue.questions.is_empty() {
                    break;
                }
            }
            let came = match self.ask(&mut engine, watch, &mut queue) {
                Ok(Some(answer)) => Came::Answer(answer),
                Ok(None) | Err(NoAnswer::Interrupted) => break,
                Err(NoAnswer::Failed(failure)) => Came::Fault(failure),
                Err(NoAnswer::CannotStart(cannot)) => {
                    self.given_up.store(true, Ordering::Relaxed);
                    return Err(cannot);
                }
            };
            let Some(question) = queue.pop() else {
                break;
            };
            if let Came::Fault(failure) = &came {
                engine = None;
                queue.open = 0;
                let before = self.faults.fetch_add(1, Ordering::Relaxed);
                if failure.fault.is_final() || before + 1 >= MOST_FAULTS {
                    self.given_up.store(true, Ordering::Relaxed);
                }
                let row = self.rows[question];
                (self.observe)(Event::Fault(self.at(row, failure.clone())));
            }
            locked(&self.came).push((question, came));
            (self.observe)(Event::Asked);
        }
        Ok(())
    }

    /// The next question that no process has taken.
    fn take(&self) -> Option<usize> {
        let question = self.next.fetch_add(1, Ordering::Relaxed);
        (question < self.rows.len()).then_some(question)
    }

    fn is_over(&self) -> bool {
        self.given_up.load(Ordering::Relaxed) || self.stop.load(Ordering::Relaxed)
    }

    /// Asks the questions that are due, and waits for the oldest answer; `None` if no questions are left.
    fn ask<'a>(
        &self,
        engine: &mut Option<Engine<'a>>,
        watch: Watch<'a>,
        queue: &mut Queue,
    ) -> Result<Option<String>, NoAnswer> {
        let running = match engine {
            Some(engine) => engine,
            None => {
                let started = Engine::start(self.launch, watch)?;
                *locked(&self.name) = started.name().map(str::to_owned);
                engine.insert(started)
            }
        };
        let due = queue.due(running.can_be_asked_ahead(), || self.take());
        if !due.is_empty() {
            let questions = queue.questions.range(due);
            let asked = questions.map(|&question| self.arena.position_of(self.rows[question]));
            running.ask(&asked.collect::<Vec<Question>>())?;
        }
        let answer = running.answer();
        for error in running.take_errors() {
            (self.observe)(Event::Error(error));
        }
        answer
    }

    fn at(&self, row: Row, what: Failure) -> FaultAt {
        let (position, die) = self.arena.position_of(row);
        FaultAt {
            position,
            die,
            fault: what.fault.kind(),
            what,
        }
    }

    /// Adds the answers to the known ones, in the order of the questions.
    fn finish(self, known: Policy) -> Survey {
        let mut came = std::mem::take(&mut *locked(&self.came));
        came.sort_unstable_by_key(|&(question, _)| question);
        let is_short = came.len() < self.rows.len();
        let mut survey = Survey {
            name: locked(&self.name).take(),
            policy: known,
            illegal: Vec::new(),
            faults: Vec::new(),
            asked: came.len(),
            given_up: self.given_up.load(Ordering::Relaxed),
            interrupted: is_short && self.stop.load(Ordering::Relaxed),
        };
        for (question, came) in came {
            let row = self.rows[question];
            let answer = match came {
                Came::Fault(fault) => {
                    survey.faults.push(self.at(row, fault));
                    continue;
                }
                Came::Answer(answer) => answer,
            };
            let action: Option<Move> = answer.parse().ok();
            match action.and_then(|action| self.arena.rank_of(row, action)) {
                Some(rank) => {
                    let place = self.arena.places(row).start + rank;
                    survey.policy.give(self.arena, row, place);
                }
                None => {
                    survey.policy.give_illegal(row);
                    let (position, die) = self.arena.position_of(row);
                    survey.illegal.push(IllegalAnswer {
                        line: None,
                        position,
                        die,
                        played: shortened(&answer),
                        legal: self.arena.plays(row).map(|play| play.action).collect(),
                    });
                }
            }
        }
        survey
    }
}
