//! Conversion of errors to exceptions: `OSError` for input and output, `ValueError` for everything else. The messages
//! are the same as in the commands.

use std::error::Error;
use std::io;

use pyo3::PyErr;
use pyo3::exceptions::{PyOSError, PyValueError};
use tourne::cards::CardError;
use tourne::policy::PolicyError;

/// Converts an error to an exception. The message is that of the error followed by those of its causes, in the form in
/// which the commands print errors.
pub(crate) fn raise(error: impl Error + 'static) -> PyErr {
    let texts: Vec<String> = causes(&error).map(ToString::to_string).collect();
    let sentence = texts.join(": ");
    let Some(io) = causes(&error).find_map(io_error) else {
        return PyValueError::new_err(sentence);
    };
    match io.raw_os_error() {
        // Python chooses the subclass of `OSError` by the number. Python also prints the number, so remove it from the
        // sentence.
        Some(number) => {
            let sentence = sentence.replace(&format!(" (os error {number})"), "");
            PyOSError::new_err((number, sentence))
        }
        None => PyOSError::new_err(sentence),
    }
}

/// Returns this error if it is an I/O error, or the I/O error that it wraps without a message of its own.
fn io_error<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a io::Error> {
    let policy = error.downcast_ref::<Box<PolicyError>>();
    if let Some(PolicyError::Io(io)) = policy.map(AsRef::as_ref).or(error.downcast_ref()) {
        return Some(io);
    }
    if let Some(CardError::Io(io)) = error.downcast_ref() {
        return Some(io);
    }
    error.downcast_ref()
}

/// Iterates over an error and its chain of causes.
fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |&error| error.source())
}
