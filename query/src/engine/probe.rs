//! Further starts of an engine that is silent at its start, to find out whether it does not flush its output.

use std::ffi::OsString;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use tourne_solver::terminal::Clock;
use tourne_solver::terminal::interrupt::is_ending;

use super::hearing::is_expected;
use super::supervised::{Heard, Supervised};

/// Time allowed for an answer while the input is open, at the first and at the second look.
const OPEN: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(5)];
/// Time allowed for an answer once the input is closed.
const CLOSED: Duration = Duration::from_secs(1);
/// Longest time that [`holds_back`] takes.
pub(super) const LONGEST: Duration = Duration::from_secs(9);

/// Starts an engine and greets it. Returns whether it answers only when its input is closed: then it does not flush its
/// output, and longer waiting is of no use. An engine that loads for long answers neither before nor then. One that
/// happens to be ready just when the input is closed answers before that at the second look, which waits for longer.
pub(super) fn holds_back(command: &[OsString], stop: &AtomicBool, clock: &mut Clock) -> bool {
    OPEN.into_iter().all(|open| {
        let Ok(mut process) = Supervised::start(command) else {
            return false;
        };
        process.say("ubgi\n");
        let answers = hears(&process.heard, open, stop, clock);
        process.input = None;
        let holds_back = !answers && hears(&process.heard, CLOSED, stop, clock);
        process.kill();
        holds_back
    })
}

fn hears(heard: &Receiver<Heard>, time: Duration, stop: &AtomicBool, clock: &mut Clock) -> bool {
    let until = clock.look() + time;
    while clock.look() < until && !stop.load(Ordering::Relaxed) && !is_ending() {
        match heard.recv_timeout(Clock::STEP) {
            Ok(Heard::Line(line)) if is_expected(&line) => return true,
            Ok(_) | Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return false,
        }
    }
    false
}
