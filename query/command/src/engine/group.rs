//! Process that leads a process group, on Unix.

use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, ExitStatus};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

#[cfg(target_os = "linux")]
use super::orphans;
use super::pipes::Pipes;

/// Process that leads a process group, with the processes of the group; some may have left it. The system reuses the id
/// of the leader only after the leader has been waited for, so no unrelated process is killed.
#[derive(Debug)]
pub(super) struct Family {
    leader: Child,
    /// `true` once the leader has been waited for or removed by the system; another process may then have its id.
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

    /// Kills the process and its group, and on Linux also descendants that left the group.
    pub(super) fn kill(&mut self) {
        // `has_ended` sets `is_gone` if the system has already removed the process.
        self.has_ended();
        if self.is_gone {
            return;
        }
        let leader = Pid::from_child(&self.leader);
        #[cfg(target_os = "linux")]
        orphans::kill_descendants(leader);
        // Ignore errors: perhaps nothing is left to kill. Kill the leader too, since it may have left the group.
        let _ = kill_process_group(leader, Signal::KILL);
        let _ = self.leader.kill();
    }

    /// Returns the exit status of the process, or `None` while it runs. Once it has ended, kills the rest of its group.
    pub(super) fn status(&mut self) -> Option<ExitStatus> {
        if self.has_ended() {
            let _ = kill_process_group(Pid::from_child(&self.leader), Signal::KILL);
            self.is_gone = true;
        }
        // `try_wait` keeps the status, so later calls return it again.
        self.leader.try_wait().ok().flatten()
    }

    /// Returns whether the process has ended but has not been waited for. Does not block.
    fn has_ended(&mut self) -> bool {
        let leader = Pid::from_child(&self.leader);
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        match waitid(WaitId::Pid(leader), look) {
            Ok(status) => status.is_some(),
            // There is nothing to wait for: the process was waited for before, or the system removed it at its end
            // because SIGCHLD is ignored.
            Err(_) => {
                self.is_gone = true;
                false
            }
        }
    }
}
