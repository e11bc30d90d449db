//! Clock for time limits, which stands still while this process itself cannot run.

use std::time::{Duration, Instant};

/// Clock that counts the time in which this process runs. It stands still while the process is stopped: by a signal, with
/// a paused container, or with a suspended computer. A program that waits looks at the clock at least every
/// [`STEP`](Clock::STEP), so a step that took much longer than that was a stop.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    looked: Instant,
    ran: Duration,
    stopped: Duration,
}

impl Clock {
    /// Longest time between two looks at the clock of a program that waits: people do not notice a delay of 20 ms.
    pub const STEP: Duration = Duration::from_millis(20);
    /// Longest step that is counted whole, since a busy computer delays a program. Of a longer one, [`STEP`](Clock::STEP)
    /// is counted, so that no wait is endless on a computer that delays every step.
    const LONGEST: Duration = Duration::from_millis(500);

    pub fn start() -> Clock {
        Clock {
            looked: Instant::now(),
            ran: Duration::ZERO,
            stopped: Duration::ZERO,
        }
    }

    /// Returns the time that the process has run since the clock was made. Time in which nobody looked is a stop too:
    /// look at the beginning of a wait.
    pub fn look(&mut self) -> Duration {
        let now = Instant::now();
        let step = now.saturating_duration_since(self.looked);
        let counted = if step > Clock::LONGEST {
            Clock::STEP
        } else {
            step
        };
        self.looked = now;
        self.ran += counted;
        self.stopped += step.saturating_sub(counted);
        self.ran
    }

    /// Returns the time that was not counted, up to the last [look](Clock::look).
    pub fn stopped(&self) -> Duration {
        self.stopped
    }
}
