//! An engine's process and all that it starts: ended together, however this process ends.
//!
//! A process group on Unix, a job object on Windows.

use std::io;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

#[cfg(windows)]
use process_wrap::std::JobObject;
#[cfg(unix)]
use process_wrap::std::ProcessGroup;
use process_wrap::std::{ChildWrapper, CommandWrap};
use tourne_solver::interrupt::{self, Registration};

/// `true` once this process is ending: then nothing may be started.
static ENDING: Mutex<bool> = Mutex::new(false);

/// A process that leads a group; `None` once all of it has ended.
type Leader = Arc<Mutex<Option<Box<dyn ChildWrapper>>>>;

/// A process with all that it starts.
#[derive(Debug)]
pub(super) struct Tree {
    leader: Leader,
    ended: Option<ExitStatus>,
    _registration: Registration,
}

/// The pipes to a process.
pub(super) struct Pipes {
    pub(super) input: Option<ChildStdin>,
    pub(super) output: Option<ChildStdout>,
    pub(super) errors: Option<ChildStderr>,
}

impl Tree {
    /// Starts a process in a group of its own.
    ///
    /// # Errors
    ///
    /// The error of the system; [`io::ErrorKind::Interrupted`] if this process is ending.
    pub(super) fn start(program: &str, arguments: &[String]) -> io::Result<(Tree, Pipes)> {
        // An interrupt waits until the new process can be ended.
        let ending = locked(&ENDING);
        if *ending {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let leader = Leader::default();
        let to_end = Arc::clone(&leader);
        let registration = interrupt::or_else(move || {
            *locked(&ENDING) = true;
            end(&mut locked(&to_end));
        });
        let mut command = CommandWrap::from(Command::new(program));
        command
            .command_mut()
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        command.wrap(ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(JobObject);
        let mut child = command.spawn()?;
        let pipes = Pipes {
            input: child.stdin().take(),
            output: child.stdout().take(),
            errors: child.stderr().take(),
        };
        *locked(&leader) = Some(child);
        let tree = Tree {
            leader,
            ended: None,
            _registration: registration,
        };
        Ok((tree, pipes))
    }

    /// Exit status of the leader, if it has ended. All that it started is ended at once: while one of a group
    /// runs, its number belongs to no other group.
    pub(super) fn status(&mut self) -> Option<ExitStatus> {
        if self.ended.is_none() {
            let mut leader = locked(&self.leader);
            self.ended = leader
                .as_mut()
                .and_then(|child| child.try_wait().ok().flatten());
            if self.ended.is_some() {
                end(&mut leader);
            }
        }
        self.ended
    }

    /// Ends all of it.
    pub(super) fn end(&mut self) {
        end(&mut locked(&self.leader));
    }
}

/// Returns whether an interrupt or a panic is ending this process, and all engines with it.
pub(super) fn is_ending() -> bool {
    *locked(&ENDING)
}

/// Ends a group, and waits for its leader.
fn end(leader: &mut Option<Box<dyn ChildWrapper>>) {
    if let Some(mut child) = leader.take() {
        // Nothing is left to end if it fails.
        let _ = child.start_kill();
        let _ = child.wait();
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        self.end();
    }
}

/// Content of a mutex, also if a thread panicked while it held the lock: that panic is passed on separately.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
