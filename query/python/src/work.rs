//! Work that takes longer than a millisecond: without the interpreter lock, and interrupted by Ctrl-C.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Time between two looks for Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(50);

/// Does work on threads of its own, while other Python threads run and Ctrl-C raises `KeyboardInterrupt`; work that is
/// interrupted comes to its end unseen. The threads end with the work: a process that forks afterwards misses none.
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
            // An internal error: PyO3 raises it.
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
