//! Process that leads a process group, on Unix.

use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, ExitStatus};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

#[cfg(target_os = "linux")]
use super::orphans;
use super::pipes::Pipes;

/// Process with its group, which any process of the group may leave. Until the process was waited for, its id cannot
/// be used again for another process or group, so no unrelated process is killed.
#[derive(Debug)]
pub(super) struct Family {
    leader: Child,
    /// `true` once the process was waited for.
    is_gone: bool,
}

impl Family {
    pub(super) fn start(mut command: Command) -> io::Result<(Family, Pipes)> {
        let mut leader = command.process_group(0).spawn()?;
        let pipes = Pipes {
            input: leader.stdin.take(),
            output: leader.stdout.take(),
            errors: leader.stderr.take(),
        };
        let is_gone = false;
        Ok((Family { leader, is_gone }, pipes))
    }

    pub(super) fn leader(&self) -> u32 {
        self.leader.id()
    }

    /// Kills the process, its group, and on Linux its descendants.
    pub(super) fn kill(&mut self) {
        self.has_ended();
        if self.is_gone {
            return;
        }
        let leader = Pid::from_child(&self.leader);
        #[cfg(target_os = "linux")]
        orphans::kill_descendants(leader);
        // A process that has ended cannot be killed. The process may be in another group now.
        let _ = kill_process_group(leader, Signal::KILL);
        let _ = self.leader.kill();
    }

    /// Exit status of the process; `None` while it runs. If the process has ended, the rest of its group is killed.
    pub(super) fn status(&mut self) -> Option<ExitStatus> {
        if self.has_ended() {
            let _ = kill_process_group(Pid::from_child(&self.leader), Signal::KILL);
            self.is_gone = true;
        }
        // After the first wait, this only repeats the status.
        self.leader.try_wait().ok().flatten()
    }

    /// Returns whether the process has ended and is still to be waited for; does not wait.
    fn has_ended(&mut self) -> bool {
        let leader = Pid::from_child(&self.leader);
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        match waitid(WaitId::Pid(leader), look) {
            Ok(status) => status.is_some(),
            // The system waits for the process itself if SIGCHLD is ignored.
            Err(_) => {
                self.is_gone = true;
                false
            }
        }
    }
}
