//! Survey of an engine: asks for its moves in many decisions, with one or several processes of the engine.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

use serde::Serialize;
use tourne_graph::Unsettled;
use tourne_solver::terminal::interrupt::locked;

use super::event::{Event, FaultAt, Watch};
use super::fault::{CannotStart, Failure, NoAnswer};
use super::process::{Decision, Engine, Launch, dice_sent};
use crate::grading::{Coverage, Next, Questions, Sample, SampleGames, frequencies};
use crate::policy::{Arena, IllegalAnswer, Policy, ReadPolicy, Row, Said};

/// Account of a survey: what an engine was asked, and how it failed. The fields have the same names in the JSON output.
#[derive(Clone, Debug, Serialize)]
pub struct Survey {
    /// Name that the engine gives itself, unchanged.
    pub name: Option<String>,
    /// Number of decisions that the engine was asked about, including those that led to a fault.
    pub asked: usize,
    /// Number of decisions of the agenda whose answers were known before.
    pub resumed: usize,
    /// `true` if the engine was given up, after too many faults or after one that a new start cannot cure.
    pub given_up: bool,
    /// `true` if the user stopped the survey before all questions were asked.
    pub interrupted: bool,
    /// Coverage of the answers; `None` if the engine was asked about a sample.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub covered: Option<Coverage>,
    /// Faults of the engine, in the order of the questions.
    pub faults: Vec<FaultAt>,
    /// Number of steps that were left, because the engine was given up or the user stopped the survey.
    pub unasked: usize,
    /// Number of steps of the agenda: decisions to ask about or, with a sample, games to play.
    #[serde(skip)]
    pub steps: usize,
    /// Games of the sample, without those that the end of the survey cut short; `None` if there is no sample.
    #[serde(skip)]
    pub sampled: Option<SampleGames>,
}

/// Agenda of a survey: the decisions that an engine is asked about.
#[derive(Debug)]
pub enum Agenda<'a> {
    /// Decisions, the most frequent first.
    Decisions {
        /// All decisions that are to have an answer.
        all: Vec<Row>,
        /// Decisions among these to ask about.
        open: VecDeque<Row>,
        /// Frequency of each row in games of two perfect players, by row index.
        often: Vec<f64>,
    },
    /// Decisions that come up in the games of a sample.
    Games(Questions<'a>),
}

impl<'a> Agenda<'a> {
    /// Creates the agenda of those decisions without a known answer. Decisions that are frequent in games of two perfect
    /// players come first, so that the answers cover as much as possible if the user interrupts.
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if games go on for too long.
    pub fn of_decisions(
        arena: &Arena,
        all: Vec<Row>,
        known: &Policy,
    ) -> Result<Agenda<'a>, Unsettled> {
        let often = frequencies(arena)?;
        let mut open = all.clone();
        open.retain(|row| known.said(*row) == Said::Missing);
        // The sort is stable, so equally frequent decisions keep their order.
        open.sort_by(|one, other| often[other.index()].total_cmp(&often[one.index()]));
        let open = open.into();
        Ok(Agenda::Decisions { all, open, often })
    }

    /// Creates the agenda of the decisions that come up in the games of a sample.
    pub fn of_sample(arena: &'a Arena, sample: Sample) -> Agenda<'a> {
        Agenda::Games(Questions::new(arena, sample))
    }

    /// Returns the number of steps: decisions to ask about, or games to play.
    pub fn steps(&self) -> usize {
        match self {
            Agenda::Decisions { open, .. } => open.len(),
            Agenda::Games(questions) => questions.sample().games,
        }
    }

    /// Returns the next question for an engine with `jobs` processes. With `ahead`, each process may have several open
    /// questions, otherwise at most one.
    fn next(&mut self, answers: &Policy, jobs: usize, ahead: bool) -> Next {
        match self {
            Agenda::Decisions { open, .. } => open.pop_front().map_or(Next::Done, Next::Ask),
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

#[derive(Clone, Copy)]
pub struct Conduct<'a> {
    pub jobs: usize,
    /// Number of faults after which the engine is given up, at least 1.
    pub faults: usize,
    pub watch: Watch<'a>,
    /// `None` if the answers are not saved before the end of the survey.
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

/// Maximum number of open questions of an engine that can be asked ahead. Its answers to them fit into any pipe.
const MOST_AHEAD: usize = 64;
/// Time after which a process looks for a question again, if all depend on the answers of other processes.
const PAUSE: Duration = Duration::from_millis(2);

struct Minutes<'a> {
    agenda: Agenda<'a>,
    answers: ReadPolicy,
    survey: Survey,
    /// Questions of a process that could not be started. They are still to be asked.
    left: Vec<Row>,
    /// Questions that were taken from the agenda, with their numbers.
    taken: HashMap<Row, usize>,
    /// Error because of which fewer processes run than wanted. It is reported once an engine has answered.
    fewer: Option<io::Error>,
    /// Time at which the answers were last saved, and the number of questions asked by then.
    saved: (Instant, usize),
}

/// State of a survey, shared by the threads; each thread runs one process of the engine.
struct Desk<'a> {
    arena: &'a Arena,
    known: &'a Policy,
    launch: &'a Launch,
    conduct: Conduct<'a>,
    minutes: Mutex<Minutes<'a>>,
}

#[derive(Default)]
struct Queue {
    /// Questions that the process has to answer, oldest first.
    rows: VecDeque<Row>,
    /// Number of open questions: sent to the engine, but not answered. They are at the front of `rows`.
    open: usize,
}

/// Asks an engine for its moves in the decisions of an agenda. Returns the answers, together with the `known` ones. After a
/// fault the engine is started again. It is given up after a failed handshake, after a refusal of the rules, or after as
/// many [faults](Conduct::faults) as are allowed.
///
/// # Errors
///
/// [`CannotStart`] if the program cannot be started.
pub fn survey(
    arena: &Arena,
    agenda: Agenda,
    known: &Policy,
    launch: &Launch,
    conduct: Conduct,
) -> Result<(ReadPolicy, Survey), CannotStart> {
    let desk = Desk {
        arena,
        known,
        launch,
        conduct,
        minutes: Mutex::new(Minutes {
            survey: Survey {
                name: None,
                asked: 0,
                resumed: 0,
                given_up: false,
                interrupted: false,
                covered: None,
                faults: Vec::new(),
                unasked: 0,
                steps: agenda.steps(),
                sampled: None,
            },
            answers: known.clone().into(),
            agenda,
            left: Vec::new(),
            taken: HashMap::new(),
            fewer: None,
            saved: (Instant::now(), 0),
        }),
    };
    desk.ask_all()?;
    Ok(desk.finish())
}

impl Desk<'_> {
    fn ask_all(&self) -> Result<(), CannotStart> {
        let work = || {
            if let Err(CannotStart { source, .. }) = self.work() {
                locked(&self.minutes).fewer = Some(source);
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.conduct.jobs {
                if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                    locked(&self.minutes).fewer = Some(error);
                    break;
                }
            }
            work();
        });
        // Ask the questions that are left: a process that could not start before may start now that the others have
        // ended.
        let asked = self.work();
        let mut minutes = locked(&self.minutes);
        match asked {
            Ok(()) => self.report_fewer(&mut minutes),
            Err(_) => self.save(&mut minutes, Duration::ZERO),
        }
        asked
    }

    /// Runs one process of the engine until no questions are left or the survey is over.
    fn work(&self) -> Result<(), CannotStart> {
        let mut engine = None;
        let mut queue = Queue::default();
        let mut last = None;
        while !self.is_over() {
            let ahead = engine.as_ref().is_some_and(Engine::can_be_asked_ahead);
            let Some(due) = self.due(&mut queue, ahead) else {
                break;
            };
            let Some(&row) = queue.rows.front() else {
                thread::sleep(PAUSE);
                continue;
            };
            let oldest = self.arena.position_of(row);
            let answer = match self.ask(&mut engine, &due, oldest) {
                Ok(answer) => Ok(answer),
                Err(NoAnswer::Failed(failure)) => Err(failure),
                Err(NoAnswer::Interrupted) => break,
                Err(NoAnswer::CannotStart(cannot)) => {
                    locked(&self.minutes).left.extend(queue.rows);
                    return Err(cannot);
                }
            };
            queue.rows.pop_front();
            queue.open -= 1;
            last = Some(row);
            if answer.is_err() {
                engine = None;
                queue.open = 0;
            }
            self.settle(row, answer);
        }
        if let (Some(mut engine), Some(last), false) = (engine, last, self.is_over())
            && let Err(NoAnswer::Failed(failure)) = engine.finish()
        {
            self.fail(last, failure);
        }
        Ok(())
    }

    /// Returns the questions of the queue to send to the engine now, and counts them as open. Takes new questions once
    /// half of the open questions are answered. Questions that a failed process left open are sent one at a time: then
    /// each further fault is attributed to the question that causes it. Returns `None` if no question is left; the queue
    /// is empty if one may come later.
    fn due(&self, queue: &mut Queue, ahead: bool) -> Option<Vec<Decision>> {
        let most = if ahead { MOST_AHEAD } else { 1 };
        let first = queue.open;
        if first < queue.rows.len() {
            queue.open = first.max(1);
        } else if first <= most / 2 {
            let mut minutes = locked(&self.minutes);
            while queue.rows.len() < most {
                match minutes.next(self.conduct.jobs, ahead) {
                    Next::Ask(row) => queue.rows.push_back(row),
                    Next::Done if queue.rows.is_empty() => return None,
                    Next::Wait | Next::Done => break,
                }
            }
            queue.open = queue.rows.len();
        }
        let due = queue.rows.range(first..queue.open);
        Some(due.map(|&row| self.arena.position_of(row)).collect())
    }

    /// Sends questions, and waits for the answer to the oldest one that is open. Starts the engine if necessary.
    fn ask<'a>(
        &'a self,
        engine: &mut Option<Engine<'a>>,
        due: &[Decision],
        oldest: Decision,
    ) -> Result<String, NoAnswer> {
        let running = match engine {
            Some(running) => running,
            None => {
                let started = Engine::start(self.launch, self.conduct.watch)?;
                locked(&self.minutes).survey.name = started.name().map(str::to_owned);
                engine.insert(started)
            }
        };
        if !due.is_empty() {
            running.ask(due);
        }
        running.answer(oldest)
    }

    /// Records and reports a fault. If the question was answered before, the fault replaces the answer.
    fn fail(&self, row: Row, what: Failure) {
        let (position, die) = self.arena.position_of(row);
        let fault = FaultAt {
            position,
            die,
            dice: dice_sent(self.arena.rules(), die),
            what,
        };
        let Minutes {
            answers, survey, ..
        } = &mut *locked(&self.minutes);
        answers.policy.take_back(self.arena, row);
        let is_other = |it: &IllegalAnswer| (it.position, it.die) != (position, die);
        answers.illegal.retain(is_other);
        survey.faults.push(fault.clone());
        survey.given_up |=
            fault.what.fault.is_final() || survey.faults.len() >= self.conduct.faults;
        (self.conduct.watch.tell)(Event::Fault(fault));
    }

    fn settle(&self, row: Row, answer: Result<String, Failure>) {
        let answer = answer.map_err(|failure| self.fail(row, failure));
        let minutes = &mut *locked(&self.minutes);
        minutes.survey.asked += 1;
        if let Ok(answer) = answer
            && let Some(mut illegal) = minutes.answers.policy.answer(self.arena, row, &answer)
        {
            illegal.dice = Some(dice_sent(self.arena.rules(), illegal.die));
            minutes.answers.illegal.push(illegal);
        }
        if let Agenda::Games(questions) = &mut minutes.agenda {
            questions.settle(row);
        }
        (self.conduct.watch.tell)(Event::Done(minutes.done()));
        self.report_fewer(minutes);
        if let Some(saving) = self.conduct.saving {
            self.save(minutes, saving.interval);
        }
    }

    fn report_fewer(&self, minutes: &mut Minutes) {
        if let Some(error) = minutes.fewer.take() {
            (self.conduct.watch.tell)(Event::Fewer(error));
        }
    }

    /// Saves the answers, if there are new ones and the last saving is at least this time ago.
    fn save(&self, minutes: &mut Minutes, interval: Duration) {
        let (time, asked) = minutes.saved;
        if let Some(saving) = self.conduct.saving
            && minutes.survey.asked > asked
            && time.elapsed() >= interval
        {
            match (saving.save)(&minutes.answers.policy) {
                Ok(()) => minutes.saved = (Instant::now(), minutes.survey.asked),
                Err(error) => {
                    minutes.saved = (Instant::now(), asked);
                    (self.conduct.watch.tell)(Event::NotSaved(error));
                }
            }
        }
    }

    fn is_over(&self) -> bool {
        self.conduct.watch.stop.load(Ordering::Relaxed) || locked(&self.minutes).survey.given_up
    }

    fn finish(self) -> (ReadPolicy, Survey) {
        let minutes = self.minutes.into_inner();
        let minutes = minutes.unwrap_or_else(PoisonError::into_inner);
        let done = minutes.done();
        let Minutes {
            agenda,
            mut answers,
            mut survey,
            taken,
            ..
        } = minutes;
        survey.unasked = survey.steps - done;
        survey.interrupted = survey.unasked > 0 && self.conduct.watch.stop.load(Ordering::Relaxed);
        let is_known = |row: &&Row| self.known.said(**row) != Said::Missing;
        match agenda {
            Agenda::Decisions { all, often, .. } => {
                let covered = answers.policy.only(self.arena, &all);
                survey.covered = Some(Coverage::of(self.arena, &covered, &often));
                survey.resumed = all.iter().filter(is_known).count();
            }
            Agenda::Games(questions) => {
                let played = questions.sample().play(self.arena, &answers.policy);
                survey.resumed = played.rows.iter().filter(is_known).count();
                survey.sampled = Some(played.first(done));
            }
        }
        let number = |position, die| {
            let row = self.arena.row_of(position, die);
            row.and_then(|row| taken.get(&row))
        };
        survey.faults.sort_by_key(|it| number(it.position, it.die));
        answers
            .illegal
            .sort_by_key(|it| number(it.position, it.die));
        (answers, survey)
    }
}

impl Minutes<'_> {
    fn next(&mut self, jobs: usize, ahead: bool) -> Next {
        if let Some(row) = self.left.pop() {
            return Next::Ask(row);
        }
        let next = self.agenda.next(&self.answers.policy, jobs, ahead);
        if let Next::Ask(row) = next {
            self.taken.insert(row, self.taken.len());
        }
        next
    }

    fn done(&self) -> usize {
        match &self.agenda {
            Agenda::Decisions { .. } => self.survey.asked,
            Agenda::Games(questions) => questions.settled_games(),
        }
    }
}
