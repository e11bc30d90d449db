//! Evaluation of a policy against another policy, as arrays.

use numpy::{IntoPyArray as _, PyArray1, PyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;
use tourne::Arena;
use tourne::facts::over_after;
use tourne::grading::{Contest, Throws};
use tourne_graph::Unsettled;
use tourne_solver::policies::chain::{Chain, Turns};

use crate::arrays::shaped;
use crate::errors::raise;
use crate::game::Game;
use crate::policy::Policy;
use crate::work;

/// Three arrays for one player, by position: the value with this player on roll, the mean number of visits with this
/// player on roll, and the probabilities of the four ends.
pub(crate) type Player<'py> = (
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray2<f64>>,
);

/// Evaluates a policy against an opponent in games from a position. Returns the results of the policy, the results of
/// the opponent, and two values of the start to the policy: when the policy moves first, and when it moves second.
pub(crate) fn evaluate<'py>(
    py: Python<'py>,
    game: &Arc<Game>,
    policy: &Policy,
    opponent: &Policy,
    start: usize,
) -> PyResult<(Player<'py>, Player<'py>, (f64, f64))> {
    let (one, other) = (policy.of(game)?, opponent.of(game)?);
    let (sides, points) = work::on(py, game, move |game| {
        let throws = [throws(game, &one.policy)?, throws(game, &other.policy)?];
        let start = game.row(start, 1)?.state();
        evaluated(game.arena(), &throws, start).map_err(raise)
    })?;
    let [policy, opponent] = sides;
    Ok((policy.arrays(py)?, opponent.arrays(py)?, points))
}

/// Returns two arrays of the probability that a game from a position is over after each number of throws. In the
/// first array the policy moves first, in the second array the opponent.
pub(crate) fn lengths<'py>(
    py: Python<'py>,
    game: &Arc<Game>,
    policy: &Policy,
    opponent: &Policy,
    start: usize,
) -> PyResult<[Bound<'py, PyArray1<f64>>; 2]> {
    let (one, other) = (policy.of(game)?, opponent.of(game)?);
    let [first, second] = work::on(py, game, move |game| {
        let (ours, theirs) = (throws(game, &one.policy)?, throws(game, &other.policy)?);
        let start = game.row(start, 1)?.state();
        lengths_of([&ours.chain, &theirs.chain], start)
    })?;
    let array = |over_after: Vec<f64>| over_after.into_pyarray(py);
    Ok([array(first), array(second)])
}

/// Results of one player by position, in canonical order; [`Player`] has them as arrays.
struct Side {
    values: Vec<f64>,
    visits: Vec<f64>,
    ends: Vec<[f64; 4]>,
}

impl Side {
    fn arrays(self, py: Python<'_>) -> PyResult<Player<'_>> {
        let positions = self.values.len();
        Ok((
            shaped(py, self.values, [positions])?,
            shaped(py, self.visits, [positions])?,
            shaped(py, self.ends.into_flattened(), [positions, 4])?,
        ))
    }
}

/// Evaluates a policy against an opponent in games that begin in the state `start`. Returns the results of both, and
/// two values of the start to the policy: when the policy moves first, and when it moves second.
fn evaluated(
    arena: &Arena,
    [policy, opponent]: &[Throws; 2],
    start: usize,
) -> Result<([Side; 2], (f64, f64)), Unsettled> {
    let contest = Contest::new(arena, policy, opponent);
    let points = contest.points_by_state()?;
    let won = contest.wins()?;
    let lost = Contest::new(arena, opponent, policy).wins()?;
    let turns = Turns::new([&policy.chain, &opponent.chain]);
    let visits = turns.visits(&[(start, [[0.5]; 2])])?;
    let (unit, numbers) = (arena.unit(), arena.states().numbers());
    let side = |seat: usize| {
        let mut side = Side {
            values: vec![0.0; numbers.len()],
            visits: vec![0.0; numbers.len()],
            ends: vec![[0.0; 4]; numbers.len()],
        };
        for (state, &number) in numbers.iter().enumerate() {
            let number = number as usize;
            // `points` are those of the policy, also when the opponent is on roll.
            let points = points[state][seat][0];
            side.values[number] = unit.from_points([points, 0.0 - points][seat]);
            side.visits[number] = visits[state][seat][0];
            let ([single, double], [lost_single, lost_double]) =
                (won[state][seat], lost[state][1 - seat]);
            side.ends[number] = [single, double, lost_single, lost_double];
        }
        side
    };
    let [[first], [second]] = points[start].map(|seat| seat.map(|points| unit.from_points(points)));
    Ok(([side(0), side(1)], (first, second)))
}

/// Returns the probability that a game from the state `start` is over after each number of throws: first with the first
/// player on roll, then with the second.
fn lengths_of([ours, theirs]: [&Chain; 2], start: usize) -> PyResult<[Vec<f64>; 2]> {
    let (first, second) = rayon::join(
        || over_after([ours, theirs], start),
        || over_after([theirs, ours], start),
    );
    Ok([first.map_err(raise)?, second.map_err(raise)?])
}

/// Computes the [`Throws`] of a policy; an exception if the policy has no legal move for a decision that can arise.
fn throws(game: &Game, policy: &tourne::Policy) -> PyResult<Throws> {
    let arena = game.arena();
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
