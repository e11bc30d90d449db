//! Long calls without the interpreter lock, which Ctrl-C can interrupt.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Time between two checks for Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(50);

/// Runs work on new threads and waits for it without the interpreter lock, so that other Python threads run meanwhile.
/// Ctrl-C raises `KeyboardInterrupt`; the work is then finished in the background, and its result is dropped. The threads
/// end with the work, so that a process can fork afterwards.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let threads = rayon::ThreadPoolBuilder::new().build();
    let threads = threads.map_err(|error| {
        PyRuntimeError::new_err(format!(
            "cannot start the threads that do the work: {error}"
        ))
    })?;
    let (done, mut result) = channel();
    threads.spawn(move || {
        // Nobody receives the result of work that was interrupted.
        let _ = done.send(std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)));
    });
    loop {
        // A receiver may be sent to another thread, but not shared.
        let result = &mut result;
        let received = py.detach(move || result.recv_timeout(PATIENCE));
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
