//! The class `Policy`, and conversion of Python objects to policies.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use numpy::{PyArray3, PyReadonlyArray2};
use pyo3::exceptions::{PyFileNotFoundError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use tourne_cards::{Card, FromSource, PolicySource};
use tourne_query::grading::{Questions, Sample};
use tourne_query::policy::{Arena, IllegalAnswer, Row, Said, file};
use tourne_solver::Die;

use crate::answers::{answer, moves};
use crate::arguments::{die, notation, position, shown};
use crate::arrays::shaped;
use crate::errors::raise;
use crate::game::{Game, Solution, kept};
use crate::work;

/// Number of calls of a function between two checks for Ctrl-C. The interpreter itself checks only in functions that
/// are written in Python.
const CALLS_PER_LOOK: usize = 256;

/// An illegal answer: position, die, answer, and line of the file; no line if the answer does not come from a file.
type IllegalPart = (String, u8, String, Option<u64>);

/// A policy, with the game that it plays.
#[pyclass(frozen, module = "tourne._rust")]
pub(crate) struct Policy {
    game: Arc<Game>,
    read: Arc<FromSource>,
    limits: OnceLock<Vec<[f64; 2]>>,
}

#[pymethods]
impl Policy {
    /// Reads a policy, named as on the command line: `builtin:NAME` or the name of a file.
    #[staticmethod]
    fn named(py: Python<'_>, solution: &Solution, name: &str) -> PyResult<Policy> {
        let source: PolicySource = name.parse().map_err(raise)?;
        match source {
            PolicySource::Input => Policy::in_file(py, solution, name.into()),
            PolicySource::File(path) if !path.exists() && is_built_in(name) => {
                Err(PyFileNotFoundError::new_err(format!(
                    "there is no file {name}: the built-in policy is \"builtin:{name}\""
                )))
            }
            source => read(py, solution, source),
        }
    }

    /// Reads a policy from a file.
    #[staticmethod]
    fn in_file(py: Python<'_>, solution: &Solution, path: PathBuf) -> PyResult<Policy> {
        read(py, solution, PolicySource::File(always_a_file(path)))
    }

    /// Makes a policy from an array of probabilities, with a row for each position and die and a column for each man.
    /// The positions are in canonical order. The other arguments are the parts that `parts` returns.
    #[staticmethod]
    #[pyo3(signature = (solution, probabilities, illegal = Vec::new(), card = None))]
    fn of_array(
        py: Python<'_>,
        solution: &Solution,
        probabilities: PyReadonlyArray2<'_, f64>,
        illegal: Vec<IllegalPart>,
        card: Option<&str>,
    ) -> PyResult<Policy> {
        let rows = probabilities.as_slice()?.as_chunks().0.to_vec();
        let card = card.map(str::parse).transpose().map_err(raise)?;
        Policy::made(py, solution, move |game| {
            let arena = game.arena();
            let policy = tourne_query::Policy::from_men(arena, &rows).map_err(raise)?;
            let mut read = FromSource::legal(policy, card);
            for (position, die, played, line) in illegal {
                let (position, die) = (notation(&position, game.rules())?, Die::try_from(die));
                let row = arena.row_of(position, die.map_err(raise)?);
                let refused = row.and_then(|row| read.policy.answer(arena, row, &played));
                read.illegal
                    .extend(refused.map(|refused| IllegalAnswer { line, ..refused }));
            }
            Ok(read)
        })
    }

    /// Makes the policy of a card, given by its text.
    #[staticmethod]
    fn of_card(py: Python<'_>, solution: &Solution, text: &str) -> PyResult<Policy> {
        let card: Card = text.parse().map_err(raise)?;
        Policy::made(py, solution, move |game| {
            Ok(FromSource::legal(card.policy(game.arena()), Some(card)))
        })
    }

    /// Makes a policy by calling a function with a position, a die and the legal moves. Without `sample`, asks about all
    /// decisions that can arise, in canonical order. `sample` has a number of decisions and a seed; with it, asks only
    /// about the decisions in a sample of games.
    #[staticmethod]
    #[pyo3(signature = (solution, function, sample = None))]
    fn of_function(
        py: Python<'_>,
        solution: &Solution,
        function: &Bound<'_, PyAny>,
        sample: Option<(usize, u64)>,
    ) -> PyResult<Policy> {
        let game = &solution.game;
        let sample = work::on(py, game, move |game| {
            let drawn = sample.map(|(decisions, seed)| Sample::new(game.arena(), decisions, seed));
            drawn.transpose().map_err(raise)
        })?;
        let arena = game.arena();
        let mut asked = 0;
        let given = |row| {
            asked += 1;
            if asked % CALLS_PER_LOOK == 0 {
                py.check_signals()?;
            }
            let (position, die) = arena.position_of(row);
            let arguments = (position.to_string(), die.number(), moves(arena, row));
            function.call1(arguments)
        };
        match sample {
            Some(sample) => {
                let mut questions = Questions::new(arena, sample);
                ask(game, |answers| questions.one_by_one(answers), given)
            }
            None => ask(game, in_order(arena, arena.decisions().collect()), given),
        }
    }

    /// Makes a policy from pairs of a key and its answer. A key is a pair of a position and a die.
    #[staticmethod]
    fn of_items(
        py: Python<'_>,
        solution: &Solution,
        items: Vec<(Bound<'_, PyAny>, Bound<'_, PyAny>)>,
    ) -> PyResult<Policy> {
        let game = &solution.game;
        work::on(py, game, |game| {
            game.arena();
            Ok(())
        })?;
        let arena = game.arena();
        let mut answers = BTreeMap::new();
        for (key, given) in items {
            let row = row_of(&key, game, arena)?;
            if answers.insert(row, given).is_some() {
                let (position, die) = arena.position_of(row);
                return Err(PyValueError::new_err(format!(
                    "{position} with a {die} is answered twice, under different keys: leave one of them out"
                )));
            }
        }
        let rows: Vec<Row> = answers.keys().copied().collect();
        ask(game, in_order(arena, rows), |row| Ok(answers[&row].clone()))
    }

    /// Finds the best counter-strategy to a policy.
    #[staticmethod]
    fn against(py: Python<'_>, solution: &Solution, policy: &Policy) -> PyResult<Policy> {
        let read = policy.of(&solution.game)?;
        Policy::made(py, solution, move |game| {
            let exploited = tourne_query::exploit(game.arena(), &read.policy).map_err(raise)?;
            let found = exploited.ok_or_else(|| {
                PyValueError::new_err(
                    "the best counter-strategy cannot be computed without a legal move for every decision that the policy can meet",
                )
            })?;
            Ok(FromSource::legal(found.policy, None))
        })
    }

    #[getter]
    fn rules(&self) -> String {
        self.game.rules().to_string()
    }

    /// Returns the probability of each move, by position, die and column.
    fn probabilities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f64>>> {
        let arena = self.game.arena();
        let table = py.detach(|| self.read.policy.by_man(arena));
        let positions = self.game.positions.len();
        shaped(py, table.into_flattened(), [positions, 6, 3])
    }

    /// Returns the moves that the policy plays, rearmost man first, with their probabilities. The list is empty if the
    /// policy has no legal answer.
    fn played(
        &self,
        place: &Bound<'_, PyAny>,
        roll: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<(String, f64)>> {
        let (arena, policy) = (self.game.arena(), &self.read.policy);
        let row = row_at(place, roll, &self.game, arena)?;
        if matches!(policy.said(row), Said::Missing | Said::Illegal) {
            return Ok(Vec::new());
        }
        let chances = policy.probabilities(arena.places(row)).iter().copied();
        let played = moves(arena, row).into_iter().zip(chances);
        Ok(played.filter(|&(_, chance)| chance > 0.0).collect())
    }

    /// Returns whether another policy has the same rules, and the same answer in every row.
    fn plays_as(&self, other: &Policy) -> bool {
        self.game.rules() == other.game.rules() && self.read.policy == other.read.policy
    }

    /// Returns the parts of the policy that `of_array` needs besides the result of `probabilities`: the illegal answers
    /// with their lines, and the text of the card.
    fn parts(&self) -> (Vec<IllegalPart>, Option<String>) {
        let illegal = self.read.illegal.iter().map(|illegal| {
            let position = illegal.position.to_string();
            (
                position,
                illegal.die.number(),
                illegal.played.clone(),
                illegal.line,
            )
        });
        let card = self.read.card.as_ref().map(ToString::to_string);
        (illegal.collect(), card)
    }

    /// Returns the policy as the text of a CSV file.
    fn csv(&self, py: Python<'_>) -> PyResult<String> {
        let read = Arc::clone(&self.read);
        work::on(py, &self.game, move |game| {
            Ok(file::write(&read.policy, game.arena()))
        })
    }
}

impl Policy {
    fn new(game: &Arc<Game>, read: FromSource) -> Policy {
        Policy {
            game: Arc::clone(game),
            read: Arc::new(read),
            limits: OnceLock::new(),
        }
    }

    /// Makes a policy without the interpreter lock.
    fn made(
        py: Python<'_>,
        solution: &Solution,
        make: impl FnOnce(&Game) -> PyResult<FromSource> + Send + 'static,
    ) -> PyResult<Policy> {
        let read = work::on(py, &solution.game, make)?;
        Ok(Policy::new(&solution.game, read))
    }

    /// Returns the thresholds of [`limits`], by which a random number selects a move. The first call computes them.
    pub(crate) fn limits(&self, py: Python<'_>) -> &[[f64; 2]] {
        let arena = self.game.arena();
        py.detach(|| kept(&self.limits, || limits(arena, &self.read.policy)))
    }

    /// Returns the policy as read from its source; an exception if the policy does not play the rules of `game`.
    pub(crate) fn of(&self, game: &Game) -> PyResult<Arc<FromSource>> {
        let (own, asked) = (self.game.rules(), game.rules());
        if own != asked {
            return Err(PyValueError::new_err(format!(
                "the policy plays the rules {own}, but the solution is of {asked}: give a policy of the same rules"
            )));
        }
        Ok(Arc::clone(&self.read))
    }
}

/// Replaces the path `-` by `./-`, so that it is not taken for standard input.
pub(crate) fn always_a_file(path: PathBuf) -> PathBuf {
    if path == Path::new("-") {
        return Path::new(".").join(path);
    }
    path
}

/// Returns whether a built-in policy has this name, which comes without the prefix `builtin:`.
fn is_built_in(name: &str) -> bool {
    format!("builtin:{name}").parse::<PolicySource>().is_ok()
}

fn read(py: Python<'_>, solution: &Solution, source: PolicySource) -> PyResult<Policy> {
    Policy::made(py, solution, move |game| {
        source.read(game.arena()).map_err(raise)
    })
}

/// Iterates over rows in canonical order.
fn in_order(
    arena: &Arena,
    mut rows: Vec<Row>,
) -> impl FnMut(&tourne_query::Policy) -> Option<Row> + use<> {
    rows.sort_by_key(|&row| arena.number_of(row));
    let mut rows = rows.into_iter();
    move |_| rows.next()
}

/// Converts a key, a pair of a position and a die, to its row.
fn row_of(key: &Bound<'_, PyAny>, game: &Game, arena: &Arena) -> PyResult<Row> {
    let pair = key.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>();
    let Ok((place, roll)) = pair else {
        return Err(PyTypeError::new_err(format!(
            "the key {} is not a pair of a position and a die, such as (\"04h/007\", 3)",
            shown(key)?
        )));
    };
    row_at(&place, &roll, game, arena)
}

/// Returns the row of a position and a die; an exception if the game is over in this position.
pub(crate) fn row_at(
    place: &Bound<'_, PyAny>,
    roll: &Bound<'_, PyAny>,
    game: &Game,
    arena: &Arena,
) -> PyResult<Row> {
    let (position, die) = (position(place, game)?, die(roll, game.rules())?);
    arena
        .row_of(position, die)
        .ok_or_else(|| PyValueError::new_err(format!("the game is over in {position}")))
}

/// Makes a policy by asking for one answer after another. `next` chooses the next row, which may depend on the answers
/// so far. `given` returns the answer to a row.
fn ask<'py>(
    game: &Arc<Game>,
    mut next: impl FnMut(&tourne_query::Policy) -> Option<Row>,
    mut given: impl FnMut(Row) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Policy> {
    let arena = game.arena();
    let mut asked = FromSource::legal(tourne_query::Policy::unknown(arena), None);
    while let Some(row) = next(&asked.policy) {
        if let Some(chances) = answer(&given(row)?, arena, row)? {
            let illegal = asked.policy.answer_mixed(arena, row, &chances);
            asked.illegal.extend(illegal.map_err(raise)?);
        }
    }
    Ok(Policy::new(game, asked))
}

/// Returns two thresholds for each row, by which a random number from 0 to 1 selects a legal move. A number below both
/// thresholds selects the first move. A number from the first threshold on selects the second move, a number from the
/// second threshold on the third. Both thresholds are −1 if the policy has no legal answer.
fn limits(arena: &Arena, policy: &tourne_query::Policy) -> Vec<[f64; 2]> {
    let mut limits = vec![[1.0; 2]; arena.rows().count()];
    for row in arena.rows() {
        let of_row = &mut limits[arena.number_of(row)];
        if policy.said(row) != Said::Given {
            *of_row = [-1.0; 2];
            continue;
        }
        let chances = policy.probabilities(arena.places(row));
        let mut sum = 0.0;
        for (rank, limit) in of_row.iter_mut().enumerate() {
            sum += chances.get(rank).copied().unwrap_or(0.0);
            // The threshold after the last move with a positive probability stays 1. So rounding errors never lead to a
            // move with probability 0.
            if chances.iter().skip(rank + 1).any(|&chance| chance > 0.0) {
                *limit = sum;
            }
        }
    }
    limits
}
