//! The class `Policy`.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use numpy::{PyArray3, PyReadonlyArray2};
use pyo3::exceptions::{PyFileNotFoundError, PyValueError};
use pyo3::prelude::*;
use tourne::cards::{Card, PolicySource};
use tourne::grading::Sample;
use tourne::policy::{Arena, IllegalAnswer, ReadPolicy, Row, Said, file};

use crate::arrays::shaped;
use crate::errors::raise;
use crate::game::{DICE, Game, Solution, kept};
use crate::work;

/// An answer: index of the position, die, and moves with their probabilities.
type Answer = (usize, u8, Vec<(String, f64)>);

/// An illegal answer: index of the position, die, answer, and line of the file; no line if the answer does not come from
/// a file.
type IllegalPart = (usize, u8, String, Option<u64>);

/// A policy, with the game that it plays.
#[pyclass(frozen, module = "tourne._rust")]
pub(crate) struct Policy {
    game: Arc<Game>,
    read: Arc<ReadPolicy>,
    /// Card from which the policy was computed; `None` for other policies.
    pub(crate) card: Option<Card>,
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
            let policy = tourne::Policy::from_men(arena, &rows).map_err(raise)?;
            let mut read = ReadPolicy::from(policy);
            for (index, die, played, line) in illegal {
                let refused = read.policy.answer(arena, game.row(index, die)?, &played);
                read.illegal
                    .extend(refused.map(|refused| IllegalAnswer { line, ..refused }));
            }
            Ok((read, card))
        })
    }

    /// Makes a policy from answers. Decisions without an answer stay without.
    #[staticmethod]
    fn of_answers(py: Python<'_>, solution: &Solution, answers: Vec<Answer>) -> PyResult<Policy> {
        Policy::made(py, solution, move |game| {
            let arena = game.arena();
            let mut asked = ReadPolicy::from(tourne::Policy::unknown(arena));
            for (index, die, chances) in answers {
                let row = game.row(index, die)?;
                let illegal = asked.policy.answer_mixed(arena, row, &chances);
                asked.illegal.extend(illegal.map_err(raise)?);
            }
            Ok((asked, None))
        })
    }

    /// Returns the decisions for which the policy has no answer, each as the index of a position and a die: all that can
    /// arise or, with the number of games and the seed of a sample, those that the policy meets in these games so far.
    #[pyo3(signature = (sample = None))]
    fn questions(
        &self,
        py: Python<'_>,
        sample: Option<(usize, u64)>,
    ) -> PyResult<Vec<(usize, usize)>> {
        let read = Arc::clone(&self.read);
        work::on(py, &self.game, move |game| {
            let (arena, policy) = (game.arena(), &read.policy);
            let rows: Vec<Row> = match sample {
                Some((games, seed)) => Sample { games, seed }.play(arena, policy).rows,
                None => arena.decisions().collect(),
            };
            let open = rows
                .into_iter()
                .filter(|&row| policy.said(row) == Said::Missing);
            let mut numbers: Vec<usize> = open.map(|row| arena.number_of(row)).collect();
            numbers.sort_unstable();
            let questions = numbers
                .into_iter()
                .map(|number| (number / DICE, number % DICE + 1));
            Ok(questions.collect())
        })
    }

    /// Finds the best counter-strategy to a policy.
    #[staticmethod]
    fn against(py: Python<'_>, solution: &Solution, policy: &Policy) -> PyResult<Policy> {
        let read = policy.of(&solution.game)?;
        Policy::made(py, solution, move |game| {
            let exploited = tourne::exploit(game.arena(), &read.policy).map_err(raise)?;
            let found = exploited.ok_or_else(|| {
                PyValueError::new_err(
                    "the best counter-strategy cannot be computed without a legal move for every decision that the policy can meet",
                )
            })?;
            Ok((found.policy.into(), None))
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
    fn played(&self, index: usize, die: u8) -> PyResult<Vec<(String, f64)>> {
        let (arena, policy) = (self.game.arena(), &self.read.policy);
        let row = self.game.row(index, die)?;
        if matches!(policy.said(row), Said::Missing | Said::Illegal) {
            return Ok(Vec::new());
        }
        let chances = policy.probabilities(arena.places(row)).iter().copied();
        let moves = arena.plays(row).map(|play| play.action.to_string());
        Ok(moves
            .zip(chances)
            .filter(|&(_, chance)| chance > 0.0)
            .collect())
    }

    /// Returns whether another policy has the same rules, and the same answer in every row.
    fn plays_as(&self, other: &Policy) -> bool {
        self.game.rules() == other.game.rules() && self.read.policy == other.read.policy
    }

    /// Returns the parts of the policy that `of_array` needs besides the result of `probabilities`: the illegal answers
    /// with their lines, and the text of the card.
    fn parts(&self) -> (Vec<IllegalPart>, Option<String>) {
        let illegal = self.read.illegal.iter().filter_map(|illegal| {
            let index = self.game.solution.index().number(illegal.position)?;
            let played = illegal.played.clone();
            Some((index, illegal.die.number(), played, illegal.line))
        });
        let card = self.card.as_ref().map(ToString::to_string);
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
    /// Makes a policy without the interpreter lock.
    fn made(
        py: Python<'_>,
        solution: &Solution,
        make: impl FnOnce(&Game) -> PyResult<(ReadPolicy, Option<Card>)> + Send + 'static,
    ) -> PyResult<Policy> {
        let (read, card) = work::on(py, &solution.game, make)?;
        Ok(Policy {
            game: Arc::clone(&solution.game),
            read: Arc::new(read),
            card,
            limits: OnceLock::new(),
        })
    }

    /// Returns the thresholds of [`limits`], by which a random number selects a move. The first call computes them.
    pub(crate) fn limits(&self, py: Python<'_>) -> &[[f64; 2]] {
        py.detach(|| {
            kept(&self.limits, || {
                limits(self.game.arena(), &self.read.policy)
            })
        })
    }

    /// Returns the policy as read from its source; an exception if the policy does not play the rules of `game`.
    pub(crate) fn of(&self, game: &Game) -> PyResult<Arc<ReadPolicy>> {
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

/// Returns two thresholds for each row, by which a random number from 0 to 1 selects a legal move. A number below both
/// thresholds selects the first move. A number from the first threshold on selects the second move, a number from the
/// second threshold on the third. Both thresholds are −1 if the policy has no legal answer.
fn limits(arena: &Arena, policy: &tourne::Policy) -> Vec<[f64; 2]> {
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
