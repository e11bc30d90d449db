//! Long calls that run without the interpreter lock and can be interrupted by Ctrl-C.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::game::Game;

/// Time between two checks for Ctrl-C.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Runs work on new threads and waits for it without the interpreter lock, so that other Python threads run meanwhile.
/// Ctrl-C raises `KeyboardInterrupt`; the work is then finished in the background, and its result is dropped. The
/// threads end when the work is done, so the process can be forked afterwards.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let threads = rayon::ThreadPoolBuilder::new().build().map_err(|error| {
        PyRuntimeError::new_err(format!(
            "cannot start the threads that do the work: {error}"
        ))
    })?;
    let (done, mut result) = channel();
    threads.spawn(move || {
        // If the call was interrupted, nobody receives the result, and sending fails.
        let _ = done.send(std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)));
    });
    loop {
        // A `Receiver` is `Send` but not `Sync`. So move an exclusive reference into the closure, not a shared one.
        let result = &mut result;
        let received = py.detach(move || result.recv_timeout(LOOK_EVERY));
        match received {
            Ok(Ok(value)) => return Ok(value),
            // The work panicked, which is an internal error. PyO3 turns the panic into a Python exception.
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err(
                    "the threads that do the work ended early",
                ));
            }
        }
    }
}

/// Runs work on a game as [`run`] does, and returns its result.
pub(crate) fn on<T: Send + 'static>(
    py: Python<'_>,
    game: &Arc<Game>,
    work: impl FnOnce(&Game) -> PyResult<T> + Send + 'static,
) -> PyResult<T> {
    let game = Arc::clone(game);
    run(py, move || work(&game))?
}
