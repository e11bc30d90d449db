//! The class `RacePolicy`: the probability of each move of a race.

use std::sync::{Arc, OnceLock};

use numpy::ndarray::ArrayView2;
use numpy::{PyArray3, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tourne_query::policy::{probability, sum_of};
use tourne_solver::shortened;

use super::games::exploit;
use super::solved::{MOST_MEN, Race, Row, Solved, Throws};
use crate::arrays::shaped;
use crate::errors::raise;
use crate::game::kept;
use crate::steps::DICE;
use crate::work;

/// Names of the built-in policies.
const BUILTINS: [&str; 5] = ["perfect", "hit", "front", "random", "rear"];

/// A policy of a race.
#[pyclass(frozen, module = "tourne._rust")]
pub(crate) struct RacePolicy {
    pub(crate) solved: Arc<Solved>,
    pub(crate) played: Arc<Played>,
    limits: OnceLock<Vec<Limits>>,
}

/// Thresholds by which a random number from 0 to 1 selects a legal move: as many as it reaches are skipped. All are −1 if
/// the policy has no legal answer.
type Limits = [f64; MOST_MEN - 1];

/// Probabilities of the moves of a policy.
#[derive(PartialEq)]
pub(crate) struct Played {
    /// Probability of each move, by place. A row without an answer has only zeros.
    pub(crate) probabilities: Vec<f64>,
    /// Number of decisions without an answer, and the first of them.
    lacking: Option<(usize, usize)>,
}

#[pymethods]
impl RacePolicy {
    /// Makes a built-in policy, such as `builtin:random`.
    #[staticmethod]
    fn named(py: Python<'_>, race: &Race, name: &str) -> PyResult<RacePolicy> {
        let builtin = name.strip_prefix("builtin:").map(str::to_owned);
        let known = builtin.filter(|name| BUILTINS.contains(&&**name));
        let Some(builtin) = known else {
            return Err(PyValueError::new_err(format!(
                "\"{}\" is not a policy of {}: use builtin:{}, or the name of a file that ends in .npy or .npz",
                shortened(name),
                race.solved.rules(),
                BUILTINS.join(", builtin:")
            )));
        };
        RacePolicy::made(py, race, move |solved| {
            Ok(Played::of(solved, |row, chances| {
                weigh(solved, &builtin, row, chances);
            }))
        })
    }

    /// Makes a policy from an array of probabilities, with a row for each position and die and a column for each man.
    #[staticmethod]
    fn of_array(
        py: Python<'_>,
        race: &Race,
        probabilities: PyReadonlyArray2<'_, f64>,
    ) -> PyResult<RacePolicy> {
        let given = probabilities.as_array().to_owned();
        RacePolicy::made(py, race, move |solved| {
            Played::from_men(solved, given.view())
        })
    }

    /// Finds the best counter-strategy to a policy.
    #[staticmethod]
    fn against(py: Python<'_>, race: &Race, policy: &RacePolicy) -> PyResult<RacePolicy> {
        let played = policy.of(&race.solved)?;
        RacePolicy::made(py, race, move |solved| {
            let throws = Throws::of(solved, &played.probabilities);
            let (chosen, _) = exploit(solved, &throws).map_err(raise)?;
            let mut probabilities = vec![0.0; solved.best.len()];
            for place in chosen {
                probabilities[place as usize] = 1.0;
            }
            Ok(Played {
                probabilities,
                lacking: None,
            })
        })
    }

    #[getter]
    fn rules(&self) -> String {
        self.solved.rules()
    }

    /// Returns the probability of each move, by position, die and man.
    fn probabilities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<f64>>> {
        let solved = &self.solved;
        let table = solved.by_man(0.0, |place| self.played.probabilities[place]);
        shaped(py, table, [solved.len(), DICE, solved.men])
    }

    /// Returns the moves that the policy plays, rearmost man first, with their probabilities.
    fn played(
        &self,
        place: &Bound<'_, PyAny>,
        roll: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<(String, f64)>> {
        let row = self.solved.row(place, roll)?;
        let chances = &self.played.probabilities[self.solved.places(row)];
        let played = self
            .solved
            .legal(row)
            .into_iter()
            .zip(chances.iter().copied());
        Ok(played.filter(|&(_, chance)| chance > 0.0).collect())
    }

    /// Returns whether another policy has the same rules, and the same answer in every row.
    fn plays_as(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<RacePolicy>();
        other.is_ok_and(|other| {
            let other = other.get();
            self.rules() == other.rules() && self.played == other.played
        })
    }

    /// Returns the parts of the policy that `of_array` needs besides the result of `probabilities`: none.
    #[expect(clippy::unused_self, reason = "a method of `Policy` too")]
    fn parts<'py>(&self, py: Python<'py>) -> Bound<'py, PyTuple> {
        PyTuple::empty(py)
    }

    fn csv(&self) -> PyResult<String> {
        Err(PyValueError::new_err(format!(
            "a policy of {} is not saved as CSV: save its array, by numpy.savez_compressed(path, policy.probabilities)",
            self.rules()
        )))
    }
}

impl RacePolicy {
    /// Makes a policy without the interpreter lock.
    fn made(
        py: Python<'_>,
        race: &Race,
        make: impl FnOnce(&Solved) -> PyResult<Played> + Send + 'static,
    ) -> PyResult<RacePolicy> {
        let solved = Arc::clone(&race.solved);
        let played = work::run(py, move || make(&solved))??;
        Ok(RacePolicy {
            solved: Arc::clone(&race.solved),
            played: Arc::new(played),
            limits: OnceLock::new(),
        })
    }

    /// Returns the thresholds of each row. The first call computes them.
    pub(crate) fn limits(&self, py: Python<'_>) -> &[Limits] {
        let (solved, policy) = (&self.solved, &self.played.probabilities);
        py.detach(|| {
            kept(&self.limits, || {
                let rows = solved.rows().map(|row| limits(&policy[solved.places(row)]));
                rows.collect()
            })
        })
    }

    /// Returns the probabilities; an exception if the policy plays other rules, or lacks the answer to a decision.
    pub(crate) fn of(&self, solved: &Solved) -> PyResult<Arc<Played>> {
        let (own, asked) = (self.rules(), solved.rules());
        if own != asked {
            return Err(PyValueError::new_err(format!(
                "the policy plays the rules {own}, but the solution is of {asked}: give a policy of the same rules"
            )));
        }
        if let Some((lacking, first)) = self.played.lacking {
            let first = solved.shown(Row {
                number: first / DICE,
                outcome: first % DICE,
            });
            return Err(PyValueError::new_err(format!(
                "a policy needs a legal move for every decision that can arise, but it has none for {lacking} of them, such as {first}"
            )));
        }
        Ok(Arc::clone(&self.played))
    }
}

impl Played {
    /// Makes a policy; `weigh` fills in the probabilities of the moves of each row.
    fn of(solved: &Solved, mut weigh: impl FnMut(Row, &mut [f64])) -> Played {
        let mut probabilities = vec![0.0; solved.best.len()];
        for row in solved.rows() {
            weigh(row, &mut probabilities[solved.places(row)]);
        }
        Played {
            probabilities,
            lacking: None,
        }
    }

    fn from_men(solved: &Solved, given: ArrayView2<'_, f64>) -> PyResult<Played> {
        let mut probabilities = vec![0.0; solved.best.len()];
        let mut lacking = None;
        for (index, row) in solved.rows().enumerate() {
            let given = given.row(index);
            let chances = &mut probabilities[solved.places(row)];
            if given.iter().all(|&chance| chance == 0.0) {
                if let [only] = chances {
                    *only = 1.0;
                } else if solved.is_decision(row) {
                    let (before, first) = lacking.unwrap_or((0, index));
                    lacking = Some((before + 1, first));
                }
                continue;
            }
            let mut elsewhere = given.to_vec();
            for (chance, man) in chances.iter_mut().zip(solved.movers(row)) {
                *chance = std::mem::take(&mut elsewhere[man]);
            }
            let are_zero = elsewhere.iter().all(|&it| probability(it) == Some(0.0));
            let sum = sum_of(chances.iter().copied());
            let Some(sum) = sum.ok().filter(|_| are_zero) else {
                let men: Vec<String> = solved.movers(row).map(|man| man.to_string()).collect();
                return Err(PyValueError::new_err(format!(
                    "the probabilities of {} are {:?}: they must be 0 to 1, 0 for men without a legal move (others than {}), and sum to 1",
                    solved.shown(row),
                    given.to_vec(),
                    men.join(", ")
                )));
            };
            for chance in chances {
                *chance = chance.clamp(0.0, 1.0) / sum;
            }
        }
        Ok(Played {
            probabilities,
            lacking,
        })
    }
}

/// Returns the thresholds of a row with these probabilities of the legal moves.
fn limits(chances: &[f64]) -> Limits {
    let Some(last) = chances.iter().rposition(|&chance| chance > 0.0) else {
        return [-1.0; MOST_MEN - 1];
    };
    // The threshold after the last move with a positive probability stays 1. So rounding errors never lead to a move with
    // probability 0.
    let mut limits = [1.0; MOST_MEN - 1];
    let mut sum = 0.0;
    for (limit, chance) in limits.iter_mut().zip(&chances[..last]) {
        sum += chance;
        *limit = sum;
    }
    limits
}

/// Fills in the probabilities of a built-in policy in a row.
fn weigh(solved: &Solved, builtin: &str, row: Row, chances: &mut [f64]) {
    let places = solved.places(row);
    let front = places.len() - 1;
    let chosen = match builtin {
        "perfect" => solved.first_best(&places) - places.start,
        "front" => front,
        "hit" => {
            let hits = |step| solved.hits(row, step);
            solved.moves(row).iter().rposition(hits).unwrap_or(front)
        }
        "rear" => 0,
        _ => {
            let number: f64 = chances.iter().map(|_| 1.0).sum();
            chances.fill(1.0 / number);
            return;
        }
    };
    chances[chosen] = 1.0;
}
