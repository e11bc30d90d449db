//! Asking an engine about many decisions, with several processes at once if it is slow.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use serde::Serialize;
use tourne_solver::game::{Die, Move, Position, shortened};

use super::process::{CannotStart, Engine, Fault, Launch};
use crate::answer::{as_number, as_text};
use crate::policy::{Arena, IllegalAnswer, Policy};

/// What an engine answered.
#[derive(Clone, Debug)]
pub struct Survey {
    /// What the engine calls itself.
    pub name: Option<String>,
    /// The policy that its answers make.
    pub policy: Policy,
    /// Answers that are not legal moves.
    pub illegal: Vec<IllegalAnswer>,
    /// What it did instead of answering.
    pub faults: Vec<FaultAt>,
    /// How many decisions it was asked about.
    pub asked: usize,
    /// Whether it was given up before it was asked about everything.
    pub given_up: bool,
}

/// What an engine did instead of answering, and where.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FaultAt {
    /// The position that it was asked about, or was to be asked about.
    #[serde(serialize_with = "as_text")]
    pub position: Position,
    /// The die.
    #[serde(serialize_with = "as_number")]
    pub die: Die,
    /// The kind of fault: `handshake`, `silence`, `crash`, `closed pipe` or `flood`.
    pub fault: &'static str,
    /// What happened, in words.
    #[serde(rename = "text", serialize_with = "as_text")]
    pub what: Fault,
}

/// What happens while an engine is asked.
#[derive(Clone, Debug)]
pub enum Event {
    /// It was asked about one decision more.
    Asked,
    /// It said a line with an error.
    Error(String),
    /// It failed.
    Fault(FaultAt),
}

/// An engine that fails more often is given up.
pub const MOST_FAULTS: usize = 10;

/// What one decision came to.
enum Came {
    Answer(String),
    Fault(Fault),
}

/// What the processes share.
struct Desk<'a> {
    arena: &'a Arena<'a>,
    rows: &'a [usize],
    launch: &'a Launch,
    next: AtomicUsize,
    faults: AtomicUsize,
    given_up: AtomicBool,
    came: Mutex<Vec<(usize, Came)>>,
    name: Mutex<Option<String>>,
    observe: &'a (dyn Fn(Event) + Sync),
}

/// Asks an engine what it plays in these rows of the arena, with so many processes at once. After
/// a fault the engine is started again; if it cannot greet any more, or fails too often, it is given
/// up.
///
/// # Errors
///
/// [`CannotStart`] if there is no such program.
pub fn survey(
    arena: &Arena,
    rows: &[usize],
    launch: &Launch,
    jobs: usize,
    observe: &(dyn Fn(Event) + Sync),
) -> Result<Survey, CannotStart> {
    let desk = Desk {
        arena,
        rows,
        launch,
        next: AtomicUsize::new(0),
        faults: AtomicUsize::new(0),
        given_up: AtomicBool::new(false),
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
    Ok(desk.finish())
}

impl Desk<'_> {
    /// What one process does: asks about one row after another.
    fn work(&self) -> Result<(), CannotStart> {
        let mut engine: Option<Engine> = None;
        while !self.given_up.load(Ordering::Relaxed) {
            let Some(&row) = self.rows.get(self.next.fetch_add(1, Ordering::Relaxed)) else {
                break;
            };
            let came = match self.ask(&mut engine, row) {
                Ok(came) => came,
                Err(cannot) => {
                    self.given_up.store(true, Ordering::Relaxed);
                    return Err(cannot);
                }
            };
            if let Came::Fault(fault) = &came {
                engine = None;
                let before = self.faults.fetch_add(1, Ordering::Relaxed);
                if matches!(fault, Fault::Handshake { .. }) || before + 1 >= MOST_FAULTS {
                    self.given_up.store(true, Ordering::Relaxed);
                }
                (self.observe)(Event::Fault(self.at(row, fault.clone())));
            }
            locked(&self.came).push((row, came));
            (self.observe)(Event::Asked);
        }
        Ok(())
    }

    fn ask(&self, engine: &mut Option<Engine>, row: usize) -> Result<Came, CannotStart> {
        let running = match engine {
            Some(engine) => engine,
            None => match Engine::start(self.launch)? {
                Ok(started) => {
                    locked(&self.name).clone_from(&started.name);
                    engine.insert(started)
                }
                Err(fault) => return Ok(Came::Fault(fault)),
            },
        };
        let (position, die) = self.arena.position_of(row);
        let came = running.ask(self.launch.rules, position, die);
        for error in running.errors.drain(..) {
            (self.observe)(Event::Error(error));
        }
        Ok(match came {
            Ok(answer) => Came::Answer(answer),
            Err(fault) => Came::Fault(fault),
        })
    }

    fn at(&self, row: usize, what: Fault) -> FaultAt {
        let (position, die) = self.arena.position_of(row);
        FaultAt {
            position,
            die,
            fault: what.kind(),
            what,
        }
    }

    /// Makes a policy of the answers, in the order of the rows.
    fn finish(self) -> Survey {
        let mut came = std::mem::take(&mut *locked(&self.came));
        came.sort_by_key(|&(row, _)| row);
        let mut survey = Survey {
            name: locked(&self.name).take(),
            policy: Policy::unknown(self.arena),
            illegal: Vec::new(),
            faults: Vec::new(),
            asked: came.len(),
            given_up: self.given_up.load(Ordering::Relaxed) && came.len() < self.rows.len(),
        };
        for (row, came) in came {
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

/// What a mutex holds, also if a thread panicked with it: the panic is passed on anyway.
fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}
