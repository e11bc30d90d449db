//! Errors as Python has them: `OSError` for files that cannot be read, `ValueError` for everything else, with the
//! sentences of the commands.

use std::error::Error;
use std::io;

use pyo3::PyErr;
use pyo3::exceptions::{PyOSError, PyValueError};
use tourne_cards::CardError;
use tourne_query::policy::faults::PolicyError;

/// The exception of an error.
pub(crate) fn exception(error: &(dyn Error + 'static)) -> PyErr {
    let sentence = sentence(error);
    let Some(io) = causes(error).find_map(io_error) else {
        return PyValueError::new_err(sentence);
    };
    match io.raw_os_error() {
        // Python chooses the subclass by the number, which it writes before the sentence.
        Some(number) => {
            let sentence = sentence.replace(&format!(" (os error {number})"), "");
            PyOSError::new_err((number, sentence))
        }
        None => PyOSError::new_err(sentence),
    }
}

/// The same for an error by value, as closures need it.
pub(crate) fn raise(error: impl Error + 'static) -> PyErr {
    exception(&error)
}

/// The error of reading or writing that an error is, also if it stands for it transparently.
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

/// An error and its causes in a sentence, as the commands print them.
fn sentence(error: &(dyn Error + 'static)) -> String {
    let texts: Vec<String> = causes(error).map(ToString::to_string).collect();
    texts.join(": ")
}

/// An error, its cause, the cause of that, and so on.
fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |&error| error.source())
}
