//! Ctrl-C and other signals, and the clean-up that must still be done if a signal or a panic ends the process, such as
//! removing temporary files or stopping programs.
//!
//! A library only [registers](or_else) clean-up work. Each command [installs](handle_interrupts) the handler that does
//! this work.

use std::collections::BTreeMap;
use std::convert::Infallible;
#[cfg(unix)]
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
#[cfg(unix)]
use nix::sys::signal::{SigSet, SigmaskHow, Signal, raise};

use super::clock::Clock;
use super::exit_codes::INTERRUPTED;

type CleanUp = Box<dyn FnOnce() + Send>;

/// Number of the latest registration, and the clean-up work of each registration by its number.
static REGISTERED: Mutex<(u64, BTreeMap<u64, CleanUp>)> = Mutex::new((0, BTreeMap::new()));
/// `true` once a signal or a panic is ending the process.
static ENDING: AtomicBool = AtomicBool::new(false);
/// Function that the next interrupt calls; `None` if the next interrupt ends the process.
static FIRST_INTERRUPT: Mutex<Option<CleanUp>> = Mutex::new(None);

/// Time allowed for the clean-up after an interrupt. After this time, the process ends even if a disk does not answer.
const CLEAN_UP: Duration = Duration::from_secs(1);

/// Registration of clean-up work. Dropping the registration cancels the work.
#[derive(Debug)]
#[must_use = "the clean-up is forgotten when this is dropped"]
pub struct Registration(u64);

/// Registers work to be done if the process is interrupted before the registration is dropped. The work may run on
/// another thread, and must not register anything itself.
///
/// ```
/// use std::sync::atomic::{AtomicU32, Ordering};
/// use tourne_solver::terminal::interrupt;
///
/// static DONE: AtomicU32 = AtomicU32::new(0);
/// let kept = interrupt::or_else(|| _ = DONE.fetch_add(1, Ordering::Relaxed));
/// drop(interrupt::or_else(|| _ = DONE.fetch_add(10, Ordering::Relaxed)));
/// interrupt::clean_up();
/// assert_eq!(DONE.load(Ordering::Relaxed), 1);
/// drop(kept);
/// ```
pub fn or_else(clean_up: impl FnOnce() + Send + 'static) -> Registration {
    let Ok(((), registration)) = make_or_else(|| Ok::<_, Infallible>(((), clean_up)));
    registration
}

/// Makes an object that must be removed if the process is interrupted, such as a temporary file, and registers the work
/// that removes the object. No interrupt falls between these two steps.
pub fn make_or_else<T, E, C: FnOnce() + Send + 'static>(
    create: impl FnOnce() -> Result<(T, C), E>,
) -> Result<(T, Registration), E> {
    let mut registered = locked(&REGISTERED);
    let (made, clean_up) = create()?;
    registered.0 += 1;
    let number = registered.0;
    registered.1.insert(number, Box::new(clean_up));
    Ok((made, Registration(number)))
}

impl Drop for Registration {
    fn drop(&mut self) {
        // Drop the work only after the lock is released, because the work's destructor may run any code.
        let _work = locked(&REGISTERED).1.remove(&self.0);
    }
}

/// Does all clean-up work that is registered now, and cancels the registrations.
pub fn clean_up() {
    ENDING.store(true, Ordering::Relaxed);
    let work = std::mem::take(&mut locked(&REGISTERED).1);
    for clean_up in work.into_values() {
        clean_up();
    }
}

/// Returns whether the clean-up has begun, because a signal or a panic is ending the process.
pub fn is_ending() -> bool {
    ENDING.load(Ordering::Relaxed)
}

/// Locks a mutex, even if another thread has panicked while it held the lock.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Installs handlers, so that interrupts (Ctrl-C, or a request to terminate) and panics do the registered clean-up
/// before they end the process. If a file grows beyond the system's limit (`ulimit -f`), writing fails with an error.
/// On Linux, `nohup` is respected. Call this function first in `main`, because it has no effect on threads that are
/// already running.
pub fn handle_interrupts() -> anyhow::Result<()> {
    #[cfg(unix)]
    block_signals().context("cannot block signals")?;
    let panics = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        panics(panic);
        clean_up();
    }));
    // Block Ctrl-Z while the handler's thread starts, so that the new thread inherits the block. Then `around_stops` only
    // has to block it in the first thread.
    #[cfg(unix)]
    let before = blocking(Signal::SIGTSTP).context("cannot block signals")?;
    let handled = ctrlc::set_handler(|| {
        let first = locked(&FIRST_INTERRUPT).take();
        first.map_or_else(|| end(), |stop| stop());
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

/// Sets the action of the first interrupt, such as stopping with a partial answer. The second interrupt ends the
/// process.
pub fn on_first_interrupt(stop: impl FnOnce() + Send + 'static) {
    *locked(&FIRST_INTERRUPT) = Some(Box::new(stop));
}

/// Undoes [`on_first_interrupt`]: the next interrupt ends the process.
pub fn end_on_interrupt() {
    *locked(&FIRST_INTERRUPT) = None;
}

fn end() -> ! {
    let (done, is_done) = channel();
    let all = move || loop {
        clean_up();
        // Keep the lock until the process ends, so that no work that needs clean-up begins.
        let registered = locked(&REGISTERED);
        while registered.1.is_empty() {
            let _ = done.send(());
            thread::park();
        }
    };
    match thread::Builder::new().spawn(all) {
        Ok(_) => {
            let mut clock = Clock::start();
            while clock.look() < CLEAN_UP
                && is_done.recv_timeout(Clock::STEP) == Err(RecvTimeoutError::Timeout)
            {}
        }
        Err(_) => clean_up(),
    }
    std::process::exit(i32::from(INTERRUPTED))
}

/// Blocks a signal in this thread. Returns the set of signals that were blocked before.
#[cfg(unix)]
fn blocking(signal: Signal) -> nix::Result<SigSet> {
    SigSet::from_iter([signal]).thread_swap_mask(SigmaskHow::SIG_BLOCK)
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
    // The system sends SIGXFSZ if a file grows beyond the limit. If the signal is blocked, writing fails with an error;
    // otherwise the process ends without the clean-up.
    blocking(Signal::SIGXFSZ)?;
    // `nohup` makes the process ignore SIGHUP. The handler of interrupts would nevertheless catch SIGHUP and end the
    // process, so block the signal.
    if is_ignored(Signal::SIGHUP) {
        blocking(Signal::SIGHUP)?;
    }
    Ok(())
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
