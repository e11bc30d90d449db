//! Progress of a command: one line on standard error if standard error is a terminal, otherwise nothing.

use std::borrow::Cow;
use std::sync::LazyLock;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::Stage;
use crate::terminal::interrupt::{self, Registration};

/// Delay before the line is first drawn, so that the line does not flicker when answers are quick.
const DELAY: Duration = Duration::from_millis(250);
/// Time between two drawings of the line, so that the spinner turns even while no progress is reported.
const TICK: Duration = Duration::from_millis(100);

/// Name of the environment variable that sets the delay, in milliseconds. It has an effect only in builds with debug
/// assertions, and makes tests independent of the speed of the machine.
const DELAY_FOR_TESTS: &str = "TOURNE_PROGRESS_DELAY";

/// Time at which the first progress line was created, from which the delay is counted.
static FIRST: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Progress line that names the current task. The line is drawn only on a terminal. It appears a quarter of a second
/// after the first progress line was created, and disappears when this value is dropped.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    /// A channel and the thread that draws the line: closing the channel stops the thread. `None` if no line is shown.
    starter: Option<(Sender<()>, JoinHandle<()>)>,
    _removal: Registration,
}

impl Progress {
    /// Starts the progress line with the name of the task, such as `solving course`.
    pub fn new(what: impl Into<Cow<'static, str>>) -> Progress {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        set_template(&bar, "{spinner} {msg}");
        bar.set_message(what);
        let is_seen = !ProgressDrawTarget::stderr().is_hidden();
        let shown = bar.clone();
        let removal = interrupt::or_else(move || shown.finish_and_clear());
        Progress {
            starter: is_seen.then(|| show_later(&bar)).flatten(),
            bar,
            _removal: removal,
        }
    }

    pub fn say(&self, what: impl Into<Cow<'static, str>>) {
        self.bar.set_message(what);
    }

    pub fn count(&self, done: usize, of: usize) {
        if self.bar.length() != Some(of as u64) {
            let template = "{spinner} {msg} {bar:30} {pos} of {len}, {eta} left";
            set_template(&self.bar, template);
            // Set the template first, because setting the length draws the line again.
            self.bar.set_length(of as u64);
        }
        self.bar.set_position(done as u64);
    }

    /// Hides the line while `write` writes to standard error.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    pub fn show(&self, what: &str, stage: Stage) {
        if self.starter.is_none() {
            return;
        }
        self.say(match stage {
            Stage::Enumerating => format!("{what}: finding positions and moves"),
            Stage::Solving(progress) => {
                let part = format!("part {} of {}", progress.block + 1, progress.blocks);
                match progress.stage {
                    tourne_graph::Stage::Values { residual, .. } => {
                        format!("{what}: finding values, {part}, residual {residual:.1e}")
                    }
                    _ => format!("{what}: proving values, {part}"),
                }
            }
        });
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((done, starter)) = self.starter.take() {
            drop(done);
            // Ignore an error: joining fails only if the thread panicked, and the thread does nothing that panics.
            let _ = starter.join();
        }
        self.bar.finish_and_clear();
    }
}

fn set_template(bar: &ProgressBar, template: &str) {
    // Ignore an error: the tests draw both templates, so an invalid template would make them fail.
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
}

/// Starts a thread that shows the line after the delay and turns the spinner. Returns `None`, and shows no line, if no
/// thread can be started.
fn show_later(bar: &ProgressBar) -> Option<(Sender<()>, JoinHandle<()>)> {
    let (done, is_done) = channel();
    let delay = delay();
    if delay.is_zero() {
        draw(bar);
    }
    let wait = delay.saturating_sub(FIRST.elapsed());
    let bar = bar.clone();
    let show = move || {
        let mut wait = wait;
        while is_done.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
            draw(&bar);
            wait = TICK;
        }
    };
    let starter = thread::Builder::new().spawn(show).ok()?;
    Some((done, starter))
}

fn draw(bar: &ProgressBar) {
    if bar.is_hidden() {
        bar.set_draw_target(ProgressDrawTarget::stderr());
    }
    bar.tick();
}

fn delay() -> Duration {
    let set = std::env::var(DELAY_FOR_TESTS).ok();
    let set = set.filter(|_| cfg!(debug_assertions));
    let set = set.and_then(|milliseconds| milliseconds.parse().ok());
    set.map_or(DELAY, Duration::from_millis)
}
