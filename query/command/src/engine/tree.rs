//! Process of an engine with all processes that it has started. All are killed together, even if an interrupt or a
//! panic ends this program.
//!
//! No function here waits while it holds a lock, so an interrupt can always end an engine.

use std::collections::BTreeSet;
use std::io;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tourne_terminal::interrupt::{self, Registration};

#[cfg(unix)]
use super::group::Family;
#[cfg(windows)]
use super::job::Family;
#[cfg(target_os = "linux")]
use super::orphans;
use super::pipes::Pipes;

/// `true` once this program is ending; from then on no engine may be started.
static ENDING: AtomicBool = AtomicBool::new(false);
/// Process ids of the engines. The lock is held while an engine is started.
static LEADERS: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Time allowed for killed processes to end. One that is traced, or waits for a disk, does not end at once.
const KILLING: Duration = Duration::from_millis(500);
/// Interval between checks whether killed processes have ended.
const LOOK: Duration = Duration::from_millis(1);
/// Interval between checks for orphans that have ended.
#[cfg(target_os = "linux")]
const REAP: Duration = Duration::from_secs(1);

/// Process with all processes that it has started.
pub(super) struct Tree {
    leader: u32,
    /// The processes; `None` before they are started, and once they have been killed.
    family: Arc<Mutex<Option<Family>>>,
    ended: Option<ExitStatus>,
    #[cfg(target_os = "linux")]
    reaped: Instant,
    _registration: Registration,
}

impl Tree {
    pub(super) fn start(program: &str, arguments: &[String]) -> io::Result<(Tree, Pipes)> {
        let mut leaders = locked(&LEADERS);
        if is_ending() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let family = Arc::new(Mutex::new(None));
        let to_kill = Arc::clone(&family);
        let registration = interrupt::or_else(move || {
            ENDING.store(true, Ordering::Relaxed);
            // Take the lock to wait for a start in progress: the new process must be killed too.
            drop(locked(&LEADERS));
            if let Some(leader) = kill(&to_kill) {
                release(leader, Instant::now() + KILLING);
            }
        });
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let (started, pipes) = Family::start(command)?;
        let leader = started.leader();
        leaders.insert(leader);
        *locked(&family) = Some(started);
        let tree = Tree {
            leader,
            family,
            ended: None,
            #[cfg(target_os = "linux")]
            reaped: Instant::now(),
            _registration: registration,
        };
        Ok((tree, pipes))
    }

    /// Returns the exit status of the process, or `None` while it runs. Once it has ended, kills the rest of its group.
    pub(super) fn status(&mut self) -> Option<ExitStatus> {
        #[cfg(target_os = "linux")]
        if self.reaped.elapsed() > REAP {
            orphans::reap(&locked(&LEADERS));
            self.reaped = Instant::now();
        }
        if self.ended.is_none() {
            self.ended = locked(&self.family).as_mut().and_then(Family::status);
        }
        self.ended
    }

    pub(super) fn end(&mut self) {
        if kill(&self.family).is_none() {
            return;
        }
        let deadline = Instant::now() + KILLING;
        while self.status().is_none() && Instant::now() < deadline {
            thread::sleep(LOOK);
        }
        *locked(&self.family) = None;
        release(self.leader, deadline);
    }
}

/// Returns whether an interrupt or a panic is ending this program, and all engines with it.
pub(super) fn is_ending() -> bool {
    ENDING.load(Ordering::Relaxed)
}

/// Kills a family and returns the id of its leader; `None` if the family was killed before.
fn kill(family: &Mutex<Option<Family>>) -> Option<u32> {
    let mut family = locked(family);
    let family = family.as_mut()?;
    family.kill();
    Some(family.leader())
}

/// Removes a killed engine from the list. On Linux, if no other engine runs, kills orphans until none is left or
/// `deadline` has passed.
#[cfg_attr(not(target_os = "linux"), expect(unused_variables))]
fn release(leader: u32, deadline: Instant) {
    let mut leaders = locked(&LEADERS);
    leaders.remove(&leader);
    #[cfg(target_os = "linux")]
    while leaders.is_empty() && !orphans::kill() && Instant::now() < deadline {
        drop(leaders);
        thread::sleep(LOOK);
        leaders = locked(&LEADERS);
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        self.end();
    }
}

/// Locks a mutex, even if another thread has panicked while it held the lock.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
