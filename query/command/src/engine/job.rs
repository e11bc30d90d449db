//! Process in a job object of its own, on Windows.

use std::io;
use std::process::{Command, ExitStatus};

use process_wrap::std::{ChildWrapper, CommandWrap, JobObject};

use super::pipes::Pipes;

/// Process with all processes that it has started.
#[derive(Debug)]
pub(super) struct Family(Box<dyn ChildWrapper>);

impl Family {
    pub(super) fn start(command: Command) -> io::Result<(Family, Pipes)> {
        let mut child = CommandWrap::from(command).wrap(JobObject).spawn()?;
        let pipes = Pipes {
            input: child.stdin().take(),
            output: child.stdout().take(),
            errors: child.stderr().take(),
        };
        Ok((Family(child), pipes))
    }

    pub(super) fn leader(&self) -> u32 {
        self.0.id()
    }

    pub(super) fn kill(&mut self) {
        // Ignore an error: it means that nothing is left to kill.
        let _ = self.0.start_kill();
    }

    /// Returns the exit status of the process, or `None` while it runs. Once it has ended, kills all that it started.
    pub(super) fn status(&mut self) -> Option<ExitStatus> {
        let status = self.0.try_wait().ok().flatten()?;
        self.kill();
        Some(status)
    }
}
