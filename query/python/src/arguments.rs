//! Conversion of positions and dice that Python passes.

use pyo3::exceptions::{PyException, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBool;
use tourne_query::ask::Question;
use tourne_solver::{Die, OutOfRangeDie, Position, Roll, Rules, shortened};

use crate::errors::raise;
use crate::game::{Game, no_such_index};

/// Converts a Python argument to a position. The argument is the notation or the index of the position.
pub(crate) fn position(given: &Bound<'_, PyAny>, game: &Game) -> PyResult<Position> {
    if let Ok(text) = given.extract::<String>() {
        return notation(&text, game.rules());
    }
    let Some(integer) = index(given)? else {
        return Err(PyTypeError::new_err(format!(
            "{} is not a position: give its notation, such as \"04h/007\", or its index",
            shown(given)?
        )));
    };
    let number: Option<usize> = integer.extract().ok();
    let position = number.and_then(|number| game.positions.get(number));
    match position {
        Some(position) => Ok(*position),
        None => Err(no_such_index(&shown(given)?, game)),
    }
}

/// Returns the argument as a Python integer; `None` if it is not an integer. `True` and `False` are not accepted as
/// integers here, although they are integers in Python.
pub(crate) fn index<'py>(given: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    if given.is_instance_of::<PyBool>() {
        return Ok(None);
    }
    unless_interrupted(given.py(), given.call_method0("__index__"))
}

/// Parses the notation of a position.
pub(crate) fn notation(text: &str, rules: Rules) -> PyResult<Position> {
    let question = Question::parse(text, None, rules).map_err(raise)?;
    Ok(question.position)
}

/// Converts a Python argument, the number of a die or the notation of a throw, to the die that is played.
pub(crate) fn die(given: &Bound<'_, PyAny>, rules: Rules) -> PyResult<Die> {
    if let Ok(text) = given.extract::<String>() {
        let roll: Roll = text.parse().map_err(raise)?;
        return rules.die_played(roll).map_err(raise);
    }
    let Some(integer) = index(given)? else {
        return Err(PyTypeError::new_err(format!(
            "{} is not a die: give a number from 1 to 6, or a throw such as \"4-3\"",
            shown(given)?
        )));
    };
    let number: Option<u8> = integer.extract().ok();
    let die = number.map(Die::try_from);
    match die {
        Some(die) => die.map_err(|error: OutOfRangeDie| raise(error)),
        None => Err(PyValueError::new_err(format!(
            "{} is not a die: a die shows 1 to 6",
            shown(given)?
        ))),
    }
}

/// Returns the text that stands for a Python object in error messages: its `repr`, cut to 40 characters.
pub(crate) fn shown(given: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = unless_interrupted(given.py(), given.repr())?;
    Ok(text.map_or("the argument".to_owned(), |text| {
        shortened(&text.to_string_lossy())
    }))
}

/// Returns the value of a call of Python code; `None` if the call raised an `Exception`. Passes on an exception of
/// another class, such as `KeyboardInterrupt`.
pub(crate) fn unless_interrupted<T>(py: Python<'_>, result: PyResult<T>) -> PyResult<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.is_instance_of::<PyException>(py) => Ok(None),
        Err(error) => Err(error),
    }
}
