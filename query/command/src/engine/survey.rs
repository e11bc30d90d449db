//! Survey of an engine: asks for its moves in many decisions, with one or several processes of the engine.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Condvar, Mutex, Once, PoisonError};
use std::time::{Duration, Instant};
use std::{io, iter, thread};

use serde::Serialize;
use tourne_solver::{Die, Position};

use super::fault::{CannotStart, Failure, NoAnswer};
use super::process::{Engine, Launch, Question, Watch, dice_sent};
use super::tree::locked;
use tourne_query::grading::{Next, Questions};
use tourne_query::policy::{Arena, IllegalAnswer, Policy, Row};

/// Answers and faults of an engine.
#[derive(Clone, Debug)]
pub struct Survey {
    /// Name that the engine gives itself, unchanged.
    pub name: Option<String>,
    /// Number of decisions that the engine was asked about, including those that led to a fault.
    pub asked: usize,
    /// `true` if the engine was given up, after too many faults or after one that a new start cannot cure.
    pub given_up: bool,
    /// `true` if the user stopped the survey before all questions were asked.
    pub interrupted: bool,
    /// Faults of the engine, in the order of the questions.
    pub faults: Vec<FaultAt>,
    /// Policy with the engine's answers and the answers that were known before.
    pub policy: Policy,
    /// Answers that are not legal moves, in the order of the questions.
    pub illegal: Vec<IllegalAnswer>,
    /// Number of steps of the agenda: decisions to ask about or, with a sample, games to play.
    pub steps: usize,
    /// Number of steps done: fewer than `steps` if the engine was given up or the user stopped the survey.
    pub done: usize,
}

/// Fault of an engine, with the decision at which it happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FaultAt {
    /// Position of the question at which the fault happened: one that was open, about to be sent, or answered last.
    pub position: Position,
    /// Die of the question, 1 to 6.
    pub die: Die,
    /// Numbers that are sent after `dice` in this question.
    pub dice: String,
    /// Kind of fault, as [`Fault::kind`](super::fault::Fault::kind) names it.
    pub fault: String,
    /// Description of the fault, with the last lines of standard error.
    #[serde(rename = "text")]
    pub what: Failure,
}

/// Agenda of a survey: the decisions that an engine is asked about.
#[derive(Debug)]
pub enum Agenda<'a> {
    /// Decisions in a fixed order.
    Rows(VecDeque<Row>),
    /// Decisions that come up in the games of a sample.
    Games(Questions<'a>),
}

impl Agenda<'_> {
    /// Returns the number of steps: decisions to ask about, or games to play.
    pub fn steps(&self) -> usize {
        match self {
            Agenda::Rows(rows) => rows.len(),
            Agenda::Games(questions) => questions.games(),
        }
    }

    /// Returns the next question for an engine with `jobs` processes. With `ahead`, each process may have several open
    /// questions, otherwise at most one.
    fn next(&mut self, answers: &Policy, jobs: usize, ahead: bool) -> Next {
        match self {
            Agenda::Rows(rows) => rows.pop_front().map_or(Next::Done, Next::Ask),
            Agenda::Games(questions) => {
                // With several processes, play more games at a time than there are processes: while some games wait for
                // answers, others have questions. A single process with one open question plays one game at a time:
                // then an interruption leaves only one game unfinished.
                let games = if ahead { 8 * jobs } else { 2 * jobs - 1 };
                questions.next(answers, games)
            }
        }
    }
}

/// Event during a survey.
#[derive(Debug)]
pub enum Event {
    /// Number of steps of the agenda that are done.
    Done(usize),
    /// The engine wrote this line, which begins with `error`.
    Error(String),
    /// The engine wrote a line to standard error.
    Stderr {
        /// Name of the engine; `None` until the engine has given it.
        name: Option<String>,
        /// Line of standard error, with control characters escaped.
        line: String,
    },
    /// The engine failed to answer.
    Fault(FaultAt),
    /// The engine has not answered anything yet, and writes nothing.
    Silence,
    /// Fewer processes than wanted are running, because the system does not allow more.
    Fewer(io::Error),
    /// The answers up to now could not be saved.
    NotSaved(io::Error),
}

/// Conduct of a survey: its processes, its end, and what it tells and saves.
#[derive(Clone, Copy)]
pub struct Conduct<'a> {
    /// Number of processes of the engine that are asked at once.
    pub jobs: usize,
    /// Flag that ends the survey: once it is set, nothing more is asked.
    pub stop: &'a AtomicBool,
    /// Function that is told what happens.
    pub observe: &'a (dyn Fn(Event) + Sync),
    /// Saving of the answers while the survey goes on; `None` if they are not saved before its end.
    pub saving: Option<Saving<'a>>,
}

/// Saving of the answers while a survey goes on, so that a process that is killed has not asked in vain.
#[derive(Clone, Copy)]
pub struct Saving<'a> {
    /// Time between two savings; without a new answer, nothing is saved.
    pub interval: Duration,
    /// Function that saves all answers up to now. After an error it is called again after the interval.
    pub save: &'a (dyn Fn(&Policy) -> io::Result<()> + Sync),
}

/// Number of faults after which an engine is given up.
pub const MOST_FAULTS: usize = 10;

/// Maximum number of open questions of one process.
const MOST_AHEAD: usize = 512;
/// Time in which a process should answer half of its open questions. If it does, its number of open questions may
/// double. Otherwise the number is halved, which leaves more questions for other processes.
const SHORT: Duration = Duration::from_millis(10);

/// Interval at which a thread checks whether to stop while it waits for the answers of other processes.
const PATIENCE: Duration = Duration::from_millis(50);

/// Questions and answers of a survey up to now.
struct Minutes<'a> {
    agenda: Agenda<'a>,
    /// Survey up to now, without the lists of faults and of illegal answers.
    survey: Survey,
    /// Questions that were taken from the agenda for a process that could not be started. They are still to be asked.
    left: VecDeque<Row>,
    /// Questions that were taken from the agenda, in this order.
    taken: Vec<Row>,
    illegal: HashMap<Row, IllegalAnswer>,
    faults: HashMap<Row, FaultAt>,
    /// Error because of which fewer processes run than wanted. It is reported once an engine has started.
    fewer: Option<io::Error>,
}

/// State of a survey, shared by the threads; each thread runs one process of the engine.
struct Desk<'a> {
    arena: &'a Arena,
    launch: &'a Launch,
    jobs: usize,
    minutes: Mutex<Minutes<'a>>,
    /// Condition variable that is signalled after each answer.
    news: Condvar,
    /// Guard that ensures that [`Event::Fewer`] is reported only once.
    reported: Once,
    stop: &'a AtomicBool,
    observe: &'a (dyn Fn(Event) + Sync),
}

/// Questions for one process of the engine.
struct Queue {
    /// Questions that the process has to answer, oldest first.
    questions: VecDeque<Row>,
    /// Number of open questions: sent to the engine, but not answered. They are at the front of `questions`.
    open: usize,
    /// Maximum number of open questions.
    ahead: usize,
    /// Time at which questions were last taken from the agenda.
    asked: Instant,
}

impl Queue {
    /// Returns the range of `questions` to send to the engine now, and counts these questions as open. Calls `take` for
    /// new questions once half of the open questions are answered. Questions that a failed process left open are sent
    /// one at a time: then each further fault is attributed to the question that causes it.
    fn due(&mut self, ahead: bool, take: impl FnMut() -> Option<Row>) -> Range<usize> {
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
}

/// Asks an engine for its moves in the decisions of an agenda. Adds the answers to the `known` ones. After a fault the
/// engine is started again. It is given up after a failed handshake, after a refusal of the rules, or after
/// [`MOST_FAULTS`] faults.
///
/// # Errors
///
/// [`CannotStart`] if the program cannot be started.
pub fn survey(
    arena: &Arena,
    agenda: Agenda,
    known: Policy,
    launch: &Launch,
    conduct: Conduct,
) -> Result<Survey, CannotStart> {
    let desk = Desk {
        arena,
        launch,
        jobs: conduct.jobs,
        minutes: Mutex::new(Minutes {
            survey: Survey {
                name: None,
                asked: 0,
                given_up: false,
                interrupted: false,
                faults: Vec::new(),
                policy: known,
                illegal: Vec::new(),
                steps: agenda.steps(),
                done: 0,
            },
            agenda,
            left: VecDeque::new(),
            taken: Vec::new(),
            illegal: HashMap::new(),
            faults: HashMap::new(),
            fewer: None,
        }),
        news: Condvar::new(),
        reported: Once::new(),
        stop: conduct.stop,
        observe: conduct.observe,
    };
    match conduct.saving {
        Some(saving) => desk.ask_and_save(saving)?,
        None => desk.ask_all()?,
    }
    Ok(desk.finish())
}

impl Desk<'_> {
    /// Asks all questions, with as many processes as the system allows.
    fn ask_all(&self) -> Result<(), CannotStart> {
        let work = || {
            if let Err(CannotStart { source, .. }) = self.work() {
                locked(&self.minutes).fewer = Some(source);
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.jobs {
                if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                    locked(&self.minutes).fewer = Some(error);
                    break;
                }
            }
            work();
        });
        let fewer = locked(&self.minutes).fewer.take();
        if locked(&self.minutes).survey.asked > 0 {
            self.report(fewer);
        }
        // Ask the questions that are left: a process that could not start before may start
        // now that the others have ended.
        self.work()
    }

    /// Asks all questions while another thread saves the answers. Saves those before an error that ends the survey.
    fn ask_and_save(&self, saving: Saving) -> Result<(), CannotStart> {
        thread::scope(|scope| {
            let (end, is_over) = mpsc::channel::<()>();
            let save = move || {
                let mut saved = 0;
                while is_over.recv_timeout(saving.interval) == Err(RecvTimeoutError::Timeout) {
                    saved = self.save(saving, saved);
                }
            };
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, save) {
                (self.observe)(Event::NotSaved(error));
            }
            let asked = self.ask_all();
            drop(end);
            if asked.is_err() {
                self.save(saving, 0);
            }
            asked
        })
    }

    /// Saves the answers, if more than `saved` questions have been answered. Returns the number of questions whose
    /// answers are saved.
    fn save(&self, saving: Saving, saved: usize) -> usize {
        let minutes = locked(&self.minutes);
        let asked = minutes.survey.asked;
        if asked == saved {
            return saved;
        }
        let policy = minutes.survey.policy.clone();
        drop(minutes);
        match (saving.save)(&policy) {
            Ok(()) => asked,
            Err(error) => {
                (self.observe)(Event::NotSaved(error));
                saved
            }
        }
    }

    /// Runs one process of the engine until no questions are left or the survey is over.
    fn work(&self) -> Result<(), CannotStart> {
        let on_stderr = |name: Option<&str>, line: &str| {
            let (name, line) = (name.map(str::to_owned), line.to_owned());
            (self.observe)(Event::Stderr { name, line });
        };
        let watch = Watch {
            stop: self.stop,
            on_stderr: &on_stderr,
            on_silence: &|| (self.observe)(Event::Silence),
        };
        let mut engine = None;
        let mut queue = Queue {
            questions: VecDeque::new(),
            open: 0,
            ahead: 1,
            asked: Instant::now(),
        };
        let mut last = None;
        while !self.is_over() {
            let answer = match self.ask(&mut engine, watch, &mut queue) {
                Ok(Some(answer)) => Ok(answer),
                Ok(None) => {
                    let ahead = engine.as_ref().is_some_and(Engine::can_be_asked_ahead);
                    if !self.refill(&mut queue, ahead) {
                        break;
                    }
                    continue;
                }
                Err(NoAnswer::Interrupted) => break,
                Err(NoAnswer::Failed(failure)) => Err(failure),
                Err(NoAnswer::CannotStart(cannot)) => {
                    locked(&self.minutes).left.extend(queue.questions);
                    return Err(cannot);
                }
            };
            queue.open = queue.open.saturating_sub(1);
            let Some(row) = queue.questions.pop_front() else {
                break;
            };
            last = Some(row);
            match answer {
                Ok(answer) => {
                    let mut minutes = locked(&self.minutes);
                    if let Some(mut illegal) =
                        minutes.survey.policy.answer(self.arena, row, &answer)
                    {
                        illegal.dice = Some(dice_sent(self.arena.rules(), illegal.die));
                        minutes.illegal.insert(row, illegal);
                    }
                }
                Err(failure) => {
                    engine = None;
                    queue.open = 0;
                    self.fail(row, failure);
                }
            }
            let done = self.settle(row);
            (self.observe)(Event::Done(done));
        }
        if let (Some(mut engine), Some(last), false) = (engine, last, self.is_over())
            && let Err(NoAnswer::Failed(failure)) = engine.finish()
        {
            self.fail(last, failure);
        }
        Ok(())
    }

    /// Records and reports a fault. If the question was answered before, the fault replaces the answer.
    fn fail(&self, row: Row, what: Failure) {
        let (position, die) = self.arena.position_of(row);
        let fault = FaultAt {
            position,
            die,
            dice: dice_sent(self.arena.rules(), die),
            fault: what.fault.kind(),
            what,
        };
        let mut minutes = locked(&self.minutes);
        minutes.survey.policy.take_back(self.arena, row);
        minutes.illegal.remove(&row);
        minutes.faults.insert(row, fault.clone());
        minutes.survey.given_up |=
            fault.what.fault.is_final() || minutes.faults.len() >= MOST_FAULTS;
        drop(minutes);
        (self.observe)(Event::Fault(fault));
    }

    /// Reports the error, if there is one, because of which fewer processes run than wanted. Reports only the first.
    fn report(&self, fewer: Option<io::Error>) {
        if let Some(error) = fewer {
            self.reported
                .call_once(|| (self.observe)(Event::Fewer(error)));
        }
    }

    /// Adds a question to the queue. If none is available yet, waits up to [`PATIENCE`] for an answer of another
    /// process. Returns `false` if no questions are left.
    fn refill(&self, queue: &mut Queue, ahead: bool) -> bool {
        let mut minutes = locked(&self.minutes);
        match minutes.next(self.jobs, ahead) {
            Next::Ask(row) => queue.questions.push_back(row),
            Next::Wait => {
                let waited = self.news.wait_timeout(minutes, PATIENCE);
                drop(waited.unwrap_or_else(PoisonError::into_inner));
            }
            Next::Done => return false,
        }
        true
    }

    /// Counts a question that was answered or led to a fault; returns the number of steps done.
    fn settle(&self, row: Row) -> usize {
        let mut minutes = locked(&self.minutes);
        minutes.survey.asked += 1;
        if let Agenda::Games(questions) = &mut minutes.agenda {
            questions.settle(row);
        }
        self.news.notify_all();
        minutes.done()
    }

    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || locked(&self.minutes).survey.given_up
    }

    /// Sends the questions that are due, and waits for the answer to the oldest. Starts the engine if necessary. Returns
    /// `None` if no question is open.
    fn ask<'a>(
        &self,
        engine: &mut Option<Engine<'a>>,
        watch: Watch<'a>,
        queue: &mut Queue,
    ) -> Result<Option<String>, NoAnswer> {
        let running = match engine {
            Some(engine) => engine,
            None if queue.questions.is_empty() => return Ok(None),
            None => {
                let started = Engine::start(self.launch, watch)?;
                let mut minutes = locked(&self.minutes);
                minutes.survey.name.clone_from(&started.hearing.name);
                let fewer = minutes.fewer.take();
                drop(minutes);
                self.report(fewer);
                engine.insert(started)
            }
        };
        let ahead = running.can_be_asked_ahead();
        let take = || match locked(&self.minutes).next(self.jobs, ahead) {
            Next::Ask(row) => Some(row),
            Next::Wait | Next::Done => None,
        };
        let due = queue.due(ahead, take);
        if !due.is_empty() {
            let questions = queue.questions.range(due);
            let asked = questions.map(|&row| self.arena.position_of(row));
            running.ask(&asked.collect::<Vec<Question>>())?;
        }
        let answer = running.answer();
        for error in running.hearing.errors.drain(..) {
            (self.observe)(Event::Error(error));
        }
        answer
    }

    fn finish(self) -> Survey {
        let minutes = self.minutes.into_inner();
        let mut minutes = minutes.unwrap_or_else(PoisonError::into_inner);
        let (done, taken) = (minutes.done(), std::mem::take(&mut minutes.taken));
        let mut survey = minutes.survey;
        survey.done = done;
        survey.interrupted = done < survey.steps && self.stop.load(Ordering::Relaxed);
        let faults = taken.iter().filter_map(|row| minutes.faults.remove(row));
        survey.faults = faults.collect();
        let illegal = taken.iter().filter_map(|row| minutes.illegal.remove(row));
        survey.illegal = illegal.collect();
        survey
    }
}

impl Minutes<'_> {
    fn next(&mut self, jobs: usize, ahead: bool) -> Next {
        if let Some(row) = self.left.pop_front() {
            return Next::Ask(row);
        }
        let next = self.agenda.next(&self.survey.policy, jobs, ahead);
        if let Next::Ask(row) = next {
            self.taken.push(row);
        }
        next
    }
    /// Returns the number of steps of the agenda that are done.
    fn done(&self) -> usize {
        match &self.agenda {
            Agenda::Rows(_) => self.survey.asked,
            Agenda::Games(questions) => questions.settled_games(),
        }
    }
}
