//! Conversion of the answers that Python functions and mappings give: a move, or probabilities of moves.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMapping};
use tourne_query::policy::{Arena, Row};

use crate::arguments::{shown, unless_interrupted};

/// Converts the answer for a row to moves with their probabilities; `None` if there is no answer. Python may give a
/// move, a mapping of moves to probabilities, a probability for each legal move, or `None`.
pub(crate) fn answer(
    given: &Bound<'_, PyAny>,
    arena: &Arena,
    row: Row,
) -> PyResult<Option<Vec<(String, f64)>>> {
    if given.is_none() {
        return Ok(None);
    }
    if let Ok(played) = given.extract::<String>() {
        return Ok(Some(vec![(played, 1.0)]));
    }
    if let Ok(mapping) = given.cast::<PyMapping>() {
        let extracted = mapping.items()?.extract::<Vec<(String, f64)>>();
        let items = unless_interrupted(given.py(), extracted)?;
        return items.map(Some).ok_or_else(|| wrong(given, arena, row));
    }
    // Refuse bytes: each byte would be read as a probability.
    if given.is_instance_of::<PyBytes>() {
        return Err(wrong(given, arena, row));
    }
    let Some(chances) = unless_interrupted(given.py(), given.extract::<Vec<f64>>())? else {
        return Err(wrong(given, arena, row));
    };
    let moves = moves(arena, row);
    if moves.len() != chances.len() {
        let (position, die) = arena.position_of(row);
        return Err(PyValueError::new_err(format!(
            "the answer for {position} with a {die} has {} probabilities, but there must be {}: one for each legal move, {}",
            chances.len(),
            moves.len(),
            moves.join(", ")
        )));
    }
    Ok(Some(moves.into_iter().zip(chances).collect()))
}

/// Returns the notations of the legal moves of a row, rearmost man first.
pub(crate) fn moves(arena: &Arena, row: Row) -> Vec<String> {
    let plays = arena.plays(row);
    plays.map(|play| play.action.to_string()).collect()
}

fn wrong(given: &Bound<'_, PyAny>, arena: &Arena, row: Row) -> PyErr {
    let (position, die) = arena.position_of(row);
    let shown = match shown(given) {
        Ok(shown) => shown,
        Err(interrupt) => return interrupt,
    };
    PyTypeError::new_err(format!(
        "the answer for {position} with a {die} is {shown}: give a move such as \"{}\", a dictionary of moves and probabilities, a probability for each legal move, or None",
        moves(arena, row)[0],
    ))
}
