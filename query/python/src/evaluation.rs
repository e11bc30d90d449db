//! Evaluation of a policy against another policy, as arrays.

use numpy::{IntoPyArray as _, PyArray1, PyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tourne_query::grading::Throws;
use tourne_solver::Position;
use tourne_study::facts::{Evaluation, Lengths};

use crate::arguments::position;
use crate::arrays::{read_only, shaped};
use crate::errors::raise;
use crate::game::{Game, Solution};
use crate::policy::Policy;
use crate::work;

/// Three arrays for one player, by position: the value with this player on roll, the mean number of visits with this
/// player on roll, and the probabilities of the four ends.
type Player<'py> = (
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray2<f64>>,
);

/// Evaluates a policy against an opponent in games from a position. Returns the results of the policy, the results of
/// the opponent, and two values of the start to the policy: when the policy moves first, and when it moves second.
#[pyfunction]
pub(crate) fn evaluate<'py>(
    py: Python<'py>,
    solution: &Solution,
    policy: &Policy,
    opponent: &Policy,
    place: &Bound<'_, PyAny>,
) -> PyResult<(Player<'py>, Player<'py>, (f64, f64))> {
    let game = &solution.game;
    let start = position(place, game)?;
    let (one, other) = (policy.of(game)?, opponent.of(game)?);
    let found = work::on(py, game, move |game| {
        let throws = [throws(game, &one.policy)?, throws(game, &other.policy)?];
        let start = state(game, start)?;
        Evaluation::new(game.arena()?, throws.each_ref(), start).map_err(raise)
    })?;
    let arena = game.arena()?;
    let (unit, numbers) = (arena.unit(), arena.states().numbers());
    let positions = numbers.len();
    let player = |seat: usize| -> PyResult<Player<'py>> {
        let mut values = vec![0.0; positions];
        let mut visits = vec![0.0; positions];
        let mut ends = vec![[0.0; 4]; positions];
        for (state, &number) in numbers.iter().enumerate() {
            let number = number as usize;
            values[number] = unit.from_points(found.values[seat][state]);
            visits[number] = found.visits[seat][state];
            ends[number] = found.ends[seat][state];
        }
        Ok((
            read_only(values.into_pyarray(py)),
            read_only(visits.into_pyarray(py)),
            shaped(py, ends.into_flattened(), [positions, 4])?,
        ))
    };
    let points = found.points;
    let points = (
        unit.from_points(points.first),
        unit.from_points(points.second),
    );
    Ok((player(0)?, player(1)?, points))
}

/// Returns two arrays of the probability that a game from a position is over after each number of throws. In the first
/// array the policy moves first, in the second array the opponent.
#[pyfunction]
pub(crate) fn lengths<'py>(
    py: Python<'py>,
    solution: &Solution,
    policy: &Policy,
    opponent: &Policy,
    place: &Bound<'_, PyAny>,
) -> PyResult<[Bound<'py, PyArray1<f64>>; 2]> {
    let game = &solution.game;
    let start = position(place, game)?;
    let (one, other) = (policy.of(game)?, opponent.of(game)?);
    let found = work::on(py, game, move |game| {
        let (one, other) = (throws(game, &one.policy)?, throws(game, &other.policy)?);
        let (one, other) = (&one.chain, &other.chain);
        let start = state(game, start)?;
        let (first, second) = rayon::join(
            || Lengths::new([one, other], start),
            || Lengths::new([other, one], start),
        );
        Ok([first.map_err(raise)?, second.map_err(raise)?])
    })?;
    Ok(found.map(|lengths| read_only(lengths.over_after.into_pyarray(py))))
}

/// Computes the [`Throws`] of a policy; an exception if the policy has no legal move for a decision that can arise.
fn throws(game: &Game, policy: &tourne_query::Policy) -> PyResult<Throws> {
    let arena = game.arena()?;
    let mut lacking = policy.lacking(arena);
    let Some(row) = lacking.next() else {
        return Ok(Throws::of(arena, policy));
    };
    let (position, die) = arena.position_of(row);
    Err(PyValueError::new_err(format!(
        "a policy needs a legal move for every decision that can arise, but it has none for {} of them, such as {position} with a {die}",
        1 + lacking.count()
    )))
}

/// Returns the index of the state that stands for a position; an exception if the game is over in this position.
fn state(game: &Game, position: Position) -> PyResult<usize> {
    let state = game.arena()?.states().state(position);
    state.ok_or_else(|| PyValueError::new_err(format!("the game is over in {position}")))
}
