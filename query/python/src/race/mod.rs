//! The class `Race`: the standard game with any number of men on any number of points, solved on the spot.
//!
//! It has the methods of the class `Solution` that a learner needs. The others refuse: see `__getattr__`.

mod games;
mod notation;
mod policy;
mod solved;

use std::ops::RangeInclusive;
use std::sync::Arc;

use numpy::ndarray::Axis;
use numpy::{IntoPyArray as _, PyArray1, PyArray2, PyArray3, PyReadonlyArray2};
use pyo3::exceptions::{PyAttributeError, PyValueError};
use pyo3::prelude::*;

pub(crate) use policy::RacePolicy;
pub(crate) use solved::Race;

use self::games::{duel, evaluated, grade};
use self::notation::die;
use self::solved::{MOST_MEN, Solved, Throws, probability};
use tourne_solver::digits::grouped;

use crate::arguments::shown;
use crate::arrays::{read_only, shaped};
use crate::errors::raise;
use crate::evaluation::{Player, lengths_of};
use crate::records;
use crate::solution::{MistakeParts, RankedMove};
use crate::steps::{DICE, Playable as _};
use crate::work;

/// Maximum number of points, home included.
const MOST_POINTS: usize = 40;
/// Maximum number of positions. Solving, arrays, a grade and an evaluation need up to 1.6 kilobytes for each (measured with
/// 4 men on 14 points): in all, 4 gigabytes.
const MOST_POSITIONS: u64 = 2_500_000;

#[pymethods]
impl Race {
    /// Solves and proves the game with this number of men and points.
    #[staticmethod]
    fn of(py: Python<'_>, men: &Bound<'_, PyAny>, points: &Bound<'_, PyAny>) -> PyResult<Race> {
        let number = |given: &Bound<'_, PyAny>, range: RangeInclusive<usize>| {
            let number = given.extract().ok();
            number.filter(|number| range.contains(number))
        };
        let numbers = number(men, 1..=MOST_MEN).zip(number(points, 2..=MOST_POINTS));
        let Some((men, points)) = numbers else {
            return Err(PyValueError::new_err(format!(
                "{} men on {} points cannot be solved: give 1 to {MOST_MEN} men and 2 to {MOST_POINTS} points",
                shown(men)?,
                shown(points)?
            )));
        };
        let positions = tourne_race::Race::count(men, points);
        if positions > MOST_POSITIONS {
            return Err(PyValueError::new_err(format!(
                "{men} men on {points} points have {} positions, more than the {} that fit in 4 gigabytes of memory: \
                 give fewer men or points, such as 4 men and 16 points",
                grouped(positions),
                grouped(MOST_POSITIONS)
            )));
        }
        let solved = work::run(py, move || Solved::new(men, points))?;
        Ok(Race {
            solved: Arc::new(solved.map_err(raise)?),
        })
    }

    #[getter]
    fn rules(&self) -> String {
        self.solved.rules()
    }

    #[getter]
    #[expect(clippy::unused_self, reason = "a property of `Solution` too")]
    fn unit(&self) -> &'static str {
        "win probability"
    }

    #[getter]
    fn error_bound(&self) -> f64 {
        self.solved.bound / 2.0
    }

    fn __len__(&self) -> usize {
        self.solved.len()
    }

    fn positions(&self) -> Vec<String> {
        let numbers = 0..self.solved.len();
        numbers.map(|number| self.solved.notation(number)).collect()
    }

    fn values<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let numbers = 0..self.solved.len();
        let values = numbers.map(|number| self.solved.value(number));
        read_only(values.collect::<Vec<f64>>().into_pyarray(py))
    }

    fn men<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let solved = &self.solved;
        let men = solved.all_men().to_vec();
        shaped(py, men, [solved.len(), 2 * solved.men])
    }

    fn next<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<i32>>> {
        let solved = &self.solved;
        shaped(py, solved.next(), [solved.len(), DICE, solved.men])
    }

    fn best_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<bool>>> {
        let solved = &self.solved;
        let best = solved.by_man(false, |place| solved.best[place]);
        shaped(py, best, [solved.len(), DICE, solved.men])
    }

    fn reachable<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let solved = &self.solved;
        let reachable = (0..solved.len()).map(|number| solved.reachable[solved.state(number)]);
        read_only(reachable.collect::<Vec<bool>>().into_pyarray(py))
    }

    fn chances<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        read_only(self.solved.chances().to_vec().into_pyarray(py))
    }

    #[expect(clippy::unused_self, reason = "a method of `Solution` too")]
    fn ends<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        read_only(vec![0.0].into_pyarray(py))
    }

    fn value(&self, place: &Bound<'_, PyAny>) -> PyResult<f64> {
        Ok(self.solved.value(self.solved.number(place)?))
    }

    fn best(&self, place: &Bound<'_, PyAny>, roll: &Bound<'_, PyAny>) -> PyResult<String> {
        let row = self.solved.row(place, roll)?;
        let places = self.solved.places(row);
        let rank = self.solved.first_best(&places) - places.start;
        Ok(self.solved.legal(row).swap_remove(rank))
    }

    fn moves(
        &self,
        place: &Bound<'_, PyAny>,
        roll: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<RankedMove>> {
        let solved = &self.solved;
        let row = solved.row(place, roll)?;
        let texts = solved.legal(row).into_iter().zip(solved.afterwards(row));
        let moves = solved.places(row).zip(solved.movers(row)).zip(texts);
        let mut moves: Vec<RankedMove> = moves
            .map(|((place, man), (text, position))| {
                let node = solved.graph.all_moves()[place];
                let value = probability(-solved.values[node as usize]);
                let wins = u8::from(solved.number_of_node(node) == solved.len());
                (text, position, value, solved.losses[place] / 2.0, man, wins)
            })
            .collect();
        // The sort is stable: of moves of one value, the rearmost man's comes first.
        moves.sort_by(|one, other| one.3.total_cmp(&other.3));
        Ok(moves)
    }

    fn legal(&self, place: &Bound<'_, PyAny>, roll: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        Ok(self.solved.legal(self.solved.row(place, roll)?))
    }

    fn play(
        &self,
        place: &Bound<'_, PyAny>,
        roll: &Bound<'_, PyAny>,
        played: &str,
    ) -> PyResult<String> {
        let row = self.solved.row(place, roll)?;
        let rank = self.solved.rank(row, played)?;
        Ok(self.solved.afterwards(row).swap_remove(rank))
    }

    #[expect(clippy::unused_self, reason = "a method of `Solution` too")]
    fn die(&self, roll: &Bound<'_, PyAny>) -> PyResult<u8> {
        Ok(die(roll)?.number())
    }

    fn index(&self, place: &Bound<'_, PyAny>) -> PyResult<usize> {
        self.solved.number(place)
    }

    /// Returns the indices of positions, each given as a row of men.
    fn indices_of_men<'py>(
        &self,
        py: Python<'py>,
        men: PyReadonlyArray2<'py, i64>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let rows = men.as_array();
        let numbers = rows.axis_iter(Axis(0)).map(|row| {
            let men = row.iter().map(|&man| {
                usize::try_from(man).map_err(|_| {
                    PyValueError::new_err(format!(
                        "{man} is not the place of a man: places are 0 (off), 1 to {} and {} (home)",
                        self.solved.points - 1,
                        self.solved.points
                    ))
                })
            });
            let mut own: Vec<usize> = men.collect::<PyResult<_>>()?;
            let other = own.split_off(own.len() / 2);
            Ok(self.solved.number_of_men([own, other])? as i64)
        });
        Ok(numbers.collect::<PyResult<Vec<i64>>>()?.into_pyarray(py))
    }

    fn notation(&self, place: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.solved.notation(self.solved.number(place)?))
    }

    /// Grades a policy. Returns the grade without its mistakes, and the costliest mistakes, at most `mistakes` of them.
    #[pyo3(signature = (policy, mistakes, sample = None))]
    fn grade<'py>(
        &self,
        py: Python<'py>,
        policy: &RacePolicy,
        mistakes: usize,
        sample: Option<(usize, u64)>,
    ) -> PyResult<(Bound<'py, PyAny>, Vec<MistakeParts>)> {
        if sample.is_some() {
            return Err(self.refusal("a grade of a sample"));
        }
        let (solved, played) = (Arc::clone(&self.solved), policy.of(&self.solved)?);
        let graded = work::run(py, move || grade(&solved, &played.probabilities, mistakes))?;
        let (fields, mistakes) = graded.map_err(raise)?;
        let mistakes = mistakes.into_iter().map(|mistake| {
            let (row, first) = (mistake.row, self.solved.places(mistake.row).start);
            let legal = self.solved.legal(row);
            let [played, best] = mistake.places.map(|place| legal[place - first].clone());
            (
                self.solved.notation(row.number),
                row.outcome as u8 + 1,
                played,
                best,
                games::KIND.to_owned(),
                mistake.probability,
                mistake.loss,
                Some(mistake.visits),
                Some(mistake.visits * mistake.loss),
            )
        });
        Ok((records::python(py, &fields)?, mistakes.collect()))
    }

    /// Computes the exact values of the game between two policies.
    fn duel<'py>(
        &self,
        py: Python<'py>,
        names: (String, String),
        one: &RacePolicy,
        other: &RacePolicy,
    ) -> PyResult<Bound<'py, PyAny>> {
        let values = self.between(py, one, other, |solved, players| {
            duel(solved, players).map_err(raise)
        });
        let [first, second] = values?;
        let record = serde_json::json!({
            "rules": self.solved.rules(),
            "unit": self.unit(),
            "a": names.0,
            "b": names.1,
            "first": first,
            "second": second,
            "value": f64::midpoint(first, second),
        });
        records::python(py, &record)
    }

    /// Evaluates a policy against an opponent, as the function of this name does for a `Solution`.
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        policy: &RacePolicy,
        opponent: &RacePolicy,
        place: &Bound<'_, PyAny>,
    ) -> PyResult<(Player<'py>, Player<'py>, (f64, f64))> {
        let start = self.solved.state(self.solved.number(place)?);
        let found = self.between(py, policy, opponent, move |solved, players| {
            evaluated(solved, players, start).map_err(raise)
        });
        let (sides, [first, second]) = found?;
        let [policy, opponent] = sides;
        Ok((policy.arrays(py)?, opponent.arrays(py)?, (first, second)))
    }

    /// Returns the probabilities that a game is over after each number of throws, as the function of this name does for a
    /// `Solution`.
    fn lengths<'py>(
        &self,
        py: Python<'py>,
        policy: &RacePolicy,
        opponent: &RacePolicy,
        place: &Bound<'_, PyAny>,
    ) -> PyResult<[Bound<'py, PyArray1<f64>>; 2]> {
        let start = self.solved.state(self.solved.number(place)?);
        let found = self.between(py, policy, opponent, move |_, [policy, opponent]| {
            lengths_of([&policy.chain, &opponent.chain], start)
        });
        Ok(found?.map(|over_after| read_only(over_after.into_pyarray(py))))
    }

    /// Refuses a method that the class `Solution` has and this class has not.
    fn __getattr__(&self, name: &str) -> PyResult<Py<PyAny>> {
        // Python asks for such names by itself.
        if name.starts_with("__") {
            return Err(PyAttributeError::new_err(name.to_owned()));
        }
        Err(self.refusal(name))
    }

    /// Refuses what only the game of three men on twelve points has.
    fn refuse(&self, what: &str) -> PyResult<()> {
        Err(self.refusal(what))
    }

    /// Returns the index of a move among the legal moves, rearmost man first.
    fn rank(
        &self,
        place: &Bound<'_, PyAny>,
        roll: &Bound<'_, PyAny>,
        played: &str,
    ) -> PyResult<usize> {
        self.solved.rank(self.solved.row(place, roll)?, played)
    }
}

impl Race {
    /// Returns the game, for a batch.
    pub(crate) fn playable(&self) -> Arc<Solved> {
        Arc::clone(&self.solved)
    }

    fn refusal(&self, what: &str) -> PyErr {
        PyValueError::new_err(format!(
            "{what} is for the game of 3 men on 12 points only, not for {}: use tourne.solution()",
            self.solved.rules()
        ))
    }

    /// Computes the throws of two policies, and with them the result of `compute`, without the interpreter lock.
    fn between<T: Send + 'static>(
        &self,
        py: Python<'_>,
        one: &RacePolicy,
        other: &RacePolicy,
        compute: impl FnOnce(&Solved, [&Throws; 2]) -> PyResult<T> + Send + 'static,
    ) -> PyResult<T> {
        let solved = Arc::clone(&self.solved);
        let (one, other) = (one.of(&solved)?, other.of(&solved)?);
        work::run(py, move || {
            let first = Throws::of(&solved, &one.probabilities);
            if Arc::ptr_eq(&one, &other) {
                return compute(&solved, [&first, &first]);
            }
            let second = Throws::of(&solved, &other.probabilities);
            compute(&solved, [&first, &second])
        })?
    }
}
