//! Handlers of Ctrl-C and of other signals.

#[cfg(unix)]
use std::io;
use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
#[cfg(unix)]
use nix::sys::signal::{SigSet, SigmaskHow, Signal, raise};

use super::exit_codes::INTERRUPTED;
use crate::interrupt;

/// Function that the next interrupt calls; `None` if the next interrupt ends the process.
static FIRST_INTERRUPT: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);

/// Time allowed for the clean-up after an interrupt. After this time, the process ends even if a disk does not answer.
const CLEAN_UP: Duration = Duration::from_secs(1);

/// Installs handlers, so that interrupts (Ctrl-C, or a request to terminate) and panics do the [registered](interrupt)
/// clean-up before they end the process. If a file grows beyond the system's limit (`ulimit -f`), writing fails with an
/// error. On Linux, `nohup` is respected. Call this function first in `main`, because it has no effect on threads that
/// are already running.
pub fn handle_interrupts() -> anyhow::Result<()> {
    #[cfg(unix)]
    block_signals().context("cannot block signals")?;
    let panics = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        panics(panic);
        interrupt::clean_up();
    }));
    // Block Ctrl-C and Ctrl-Z while the handler's thread starts, so that the new thread inherits the block. Then
    // `leave_ctrl_c` and `around_stops` only have to block them in the first thread.
    #[cfg(unix)]
    let before = blocking(Signal::SIGINT).context("cannot block signals")?;
    #[cfg(unix)]
    blocking(Signal::SIGTSTP).context("cannot block signals")?;
    let handled = ctrlc::set_handler(|| {
        let first = FIRST_INTERRUPT.lock().ok();
        match first.and_then(|mut first| first.take()) {
            Some(stop) => stop(),
            None => end(),
        }
    });
    #[cfg(unix)]
    before.thread_set_mask().context("cannot unblock signals")?;
    handled
        .map_err(|error| match error {
            // Report the cause: the text of this error leaves it out.
            ctrlc::Error::System(cause) => cause.into(),
            error => anyhow::Error::new(error),
        })
        .context("cannot handle interrupts")
}

/// Blocks a signal in this thread. Returns the set of signals that were blocked before.
#[cfg(unix)]
fn blocking(signal: Signal) -> nix::Result<SigSet> {
    SigSet::from_iter([signal]).thread_swap_mask(SigmaskHow::SIG_BLOCK)
}

/// Makes this process ignore Ctrl-C from now on, so that a program which the process has started can handle Ctrl-C. A
/// request to terminate still ends this process. Must be called in the first thread, before that thread starts any
/// thread other than the handler's.
pub fn leave_ctrl_c() {
    #[cfg(unix)]
    // Ignore an error: if blocking fails, Ctrl-C ends both programs.
    let _ = blocking(Signal::SIGINT);
    #[cfg(not(unix))]
    on_first_interrupt(leave_ctrl_c);
}

/// From now on, when Ctrl-Z stops this process, calls `before` first, for example to restore the terminal, which not every
/// shell does; and when the process goes on, calls the function that `before` has returned. Must be called in the first
/// thread, before that thread starts any thread other than the handler's. Programs that this process starts later do
/// not stop.
#[cfg(unix)]
pub fn around_stops<A: FnOnce()>(mut before: impl FnMut() -> A + Send + 'static) -> io::Result<()> {
    blocking(Signal::SIGTSTP)?;
    let stop = SigSet::from_iter([Signal::SIGTSTP]);
    let wait = move || {
        while stop.wait().is_ok() {
            let after = before();
            // Now this thread receives the signal. It stops the process, unless no shell could let it go on.
            let stopped = raise(Signal::SIGTSTP).and_then(|()| stop.thread_unblock());
            after();
            if stopped.and_then(|()| stop.thread_block()).is_err() {
                return;
            }
        }
    };
    thread::Builder::new().spawn(wait).map(drop)
}

/// Blocks the signals that must not end the process, in this thread and in threads and programs that it starts.
#[cfg(unix)]
fn block_signals() -> nix::Result<()> {
    let mut blocked = SigSet::empty();
    // The system sends SIGXFSZ if a file grows beyond the limit. If the signal is blocked, writing fails with an error;
    // otherwise the process ends without the clean-up.
    blocked.add(Signal::SIGXFSZ);
    // `nohup` makes the process ignore SIGHUP. The handler of interrupts would nevertheless catch SIGHUP and end the
    // process, so block the signal.
    if is_ignored(Signal::SIGHUP) {
        blocked.add(Signal::SIGHUP);
    }
    blocked.thread_block()
}

/// Returns `true` if the process was started with this signal ignored, for example by `nohup`; always `false` on
/// systems other than Linux.
#[cfg(unix)]
fn is_ignored(signal: Signal) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // Signal 1 has the lowest bit.
    mask.is_some_and(|mask| mask >> (signal as i32 - 1) & 1 == 1)
}

/// Ends the process after the clean-up, or after the time allowed for the clean-up.
fn end() -> ! {
    let (done, is_done) = channel();
    let clean_up = move || {
        // Hold the guard until the process ends, so that no work that needs clean-up begins.
        let _closed = interrupt::close();
        let _ = done.send(());
        loop {
            thread::park();
        }
    };
    match thread::Builder::new().spawn(clean_up) {
        Ok(_) => _ = is_done.recv_timeout(CLEAN_UP),
        Err(_) => interrupt::clean_up(),
    }
    std::process::exit(i32::from(INTERRUPTED))
}

/// Sets the action of the first interrupt, such as stopping with a partial answer. The second interrupt ends the
/// process.
pub fn on_first_interrupt(stop: impl FnOnce() + Send + 'static) {
    if let Ok(mut first) = FIRST_INTERRUPT.lock() {
        *first = Some(Box::new(stop));
    }
}

/// Undoes [`on_first_interrupt`]: the next interrupt ends the process.
pub fn end_on_interrupt() {
    if let Ok(mut first) = FIRST_INTERRUPT.lock() {
        *first = None;
    }
}
