//! Process that leads a process group, on Unix.

use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, ExitStatus};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

#[cfg(target_os = "linux")]
use super::orphans;
use super::pipes::Pipes;

/// Process with its group; any process may leave the group. Until the process is waited for, the system does not give
/// its id to another process or group, so no unrelated process is killed.
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
        // Errors are ignored: there may be nothing left to kill. The leader is also killed by itself, since it may have
        // left the group.
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
            // If SIGCHLD is ignored, the system removes the process at its end, and there is nothing to wait for.
            Err(_) => {
                self.is_gone = true;
                false
            }
        }
    }
}
