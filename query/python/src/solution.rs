//! Methods of the class `Solution`: look-ups, arrays and grades.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use numpy::ndarray::ArrayView1;
use numpy::{IntoPyArray as _, PyArray1, PyArray2, PyArray3, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Serialize;
use tourne_cards::{FromSource, card_lines};
use tourne_query::ask;
use tourne_query::grading::{Bounds, Report, Sample, duel, grade, ladder};
use tourne_query::solutions::{Named, Source};
use tourne_solver::matches::{FirstThrow, LONGEST_MATCH, SolvedMatch};
use tourne_solver::verify::open;
use tourne_solver::{Die, Man, Move, Play, Rules, Setup, shortened};
use tourne_study::facts;
use tourne_study::facts::board;
use tourne_study::review::record::read_by;
use tourne_study::review::{Thresholds, review};

use crate::answers::answer;
use crate::arguments::{die, position};
use crate::arrays::{read_only, shaped};
use crate::errors::raise;
use crate::game::{Game, Solution, no_such_index};
use crate::policy::{Policy, always_a_file, row_at};
use crate::records;
use crate::work;

/// A legal move: notation, position after it, value, loss, man that moves, and points that it wins.
pub(crate) type RankedMove = (String, String, f64, f64, usize, u8);

/// A mistake: position, die, move played, best move, kind, probability, loss, visits and cost.
pub(crate) type MistakeParts = (
    String,
    u8,
    String,
    String,
    String,
    f64,
    f64,
    Option<f64>,
    Option<f64>,
);

#[pymethods]
impl Solution {
    /// Opens the solution of a rule set, given by its name: the one that the environment variable names, whose value is
    /// passed, otherwise a built-in one, or it is solved.
    #[staticmethod]
    fn of(py: Python<'_>, rules: &str, variable: Option<OsString>) -> PyResult<Solution> {
        let rules: Rules = rules.parse().map_err(raise)?;
        let source = Source {
            named: Named::new(None, variable),
            rules: Some(rules),
        };
        Solution::open(py, move || source.open().map_err(raise))
    }

    /// Opens a solution file.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<Solution> {
        let path = always_a_file(path);
        Solution::open(py, move || Ok(open(&path, None).map_err(raise)?.0))
    }

    #[getter]
    fn rules(&self) -> String {
        self.game.rules().to_string()
    }

    #[getter]
    fn unit(&self) -> String {
        self.game.solution.unit().to_string()
    }

    #[getter]
    fn error_bound(&self) -> f64 {
        self.game.solution.error_bound()
    }

    fn __len__(&self) -> usize {
        self.game.positions.len()
    }

    fn positions(&self) -> Vec<String> {
        let positions = self.game.positions.iter();
        positions.map(ToString::to_string).collect()
    }

    fn values<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        read_only(self.game.solution.values().to_vec().into_pyarray(py))
    }

    fn men<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let men = self.game.arrays.men.as_flattened().to_vec();
        shaped(py, men, [self.__len__(), 6])
    }

    fn next<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<i32>>> {
        let next = self.game.arrays.next.as_flattened().as_flattened();
        shaped(py, next.to_vec(), [self.__len__(), 6, 3])
    }

    fn best_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<bool>>> {
        let best = self.game.arrays.best.as_flattened().as_flattened();
        shaped(py, best.to_vec(), [self.__len__(), 6, 3])
    }

    fn reachable<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        read_only(self.game.arrays.reachable.clone().into_pyarray(py))
    }

    /// Returns the probability that each die is played, for the dice 1 to 6.
    fn chances<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let rules = self.game.rules();
        let throws = f64::from(rules.throws());
        let chances = Die::ALL.map(|die| f64::from(rules.chances(die)) / throws);
        read_only(chances.to_vec().into_pyarray(py))
    }

    /// Returns the values of lost games to the loser: of a game lost by 1 point and, if the rules have double wins, of a
    /// game lost by 2 points.
    fn ends<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let unit = self.game.solution.unit();
        let points = 1..=self.game.rules().largest_win() as u8;
        let ends: Vec<f64> = points
            .map(|points| unit.from_points(-f64::from(points)))
            .collect();
        read_only(ends.into_pyarray(py))
    }

    fn value(&self, place: &Bound<'_, PyAny>) -> PyResult<f64> {
        let value = self.game.solution.value(position(place, &self.game)?);
        Ok(value.map_err(raise)?.number())
    }

    fn best(&self, place: &Bound<'_, PyAny>, roll: &Bound<'_, PyAny>) -> PyResult<String> {
        let (position, die) = (position(place, &self.game)?, die(roll, self.game.rules())?);
        let best = self.game.solution.best(position, die).map_err(raise)?;
        Ok(best.to_string())
    }

    fn moves(
        &self,
        place: &Bound<'_, PyAny>,
        roll: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<RankedMove>> {
        let rules = self.game.rules();
        let (position, die) = (position(place, &self.game)?, die(roll, rules)?);
        let answer = ask::for_die(&self.game.solution, position, die).map_err(raise)?;
        let plays = rules.plays(position, die);
        let moves = answer.moves.into_iter().map(|ranked| {
            let play = plays.iter().find(|play| play.action == ranked.action);
            (
                ranked.action.to_string(),
                ranked.position.to_string(),
                ranked.value.number(),
                ranked.loss,
                play.and_then(|play| play.man).unwrap_or(0),
                rules.points_won(ranked.position).unwrap_or(0),
            )
        });
        Ok(moves.collect())
    }

    fn legal(&self, place: &Bound<'_, PyAny>, roll: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        let rules = self.game.rules();
        let plays = rules.plays(position(place, &self.game)?, die(roll, rules)?);
        Ok(plays.iter().map(|play| play.action.to_string()).collect())
    }

    fn play(
        &self,
        place: &Bound<'_, PyAny>,
        roll: &Bound<'_, PyAny>,
        played: &str,
    ) -> PyResult<String> {
        let rules = self.game.rules();
        let (position, die) = (position(place, &self.game)?, die(roll, rules)?);
        let action: Move = played.parse().map_err(raise)?;
        let next = rules.play(position, die, action).map_err(raise)?;
        let plays = rules.plays(position, die);
        let legal = plays.iter().find(|play| play.action == action);
        // `*` may be left out after a move that hits, but it must not follow a move that hits nothing.
        if let Some(Play { action, .. }) = legal
            && played.trim_end().ends_with('*')
            && !action.hits()
        {
            return Err(PyValueError::new_err(format!(
                "{action}* is not legal in {position} with a {die}: {action} hits nothing"
            )));
        }
        Ok(next.to_string())
    }

    fn die(&self, roll: &Bound<'_, PyAny>) -> PyResult<u8> {
        Ok(die(roll, self.game.rules())?.number())
    }

    fn index(&self, place: &Bound<'_, PyAny>) -> PyResult<usize> {
        let position = position(place, &self.game)?;
        let number = self.game.solution.index().number(position);
        number.ok_or_else(|| no_such_index(&position.to_string(), &self.game))
    }

    /// Returns the indices of positions, each given as a row of six men.
    fn indices_of_men<'py>(
        &self,
        py: Python<'py>,
        men: PyReadonlyArray2<'py, i64>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let rules = self.game.rules();
        let index = self.game.solution.index();
        let men = men.as_array();
        let number = |men: ArrayView1<'_, i64>| -> PyResult<i64> {
            let place = |&number: &i64| {
                tourne_query::policy::man(number).ok_or_else(|| {
                    PyValueError::new_err(format!(
                        "{number} is not the place of a man: places are 0 (off), 1 to 11, 12 (home), and -1 (off and obliged to enter)"
                    ))
                })
            };
            let men: Vec<Man> = men.iter().map(place).collect::<PyResult<_>>()?;
            let (on_roll, opponent) = men.split_at(men.len() / 2);
            let setup = Setup {
                on_roll: on_roll.to_vec(),
                opponent: opponent.to_vec(),
            };
            let position = rules.position(&setup).map_err(raise)?;
            let number = index.number(position);
            number
                .map(|number| number as i64)
                .ok_or_else(|| PyValueError::new_err(format!("the game is over in {position}")))
        };
        let found = py.detach(|| -> PyResult<Vec<i64>> {
            let rows = men.rows().into_iter();
            rows.map(number).collect()
        });
        Ok(found?.into_pyarray(py))
    }

    fn notation(&self, place: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(position(place, &self.game)?.to_string())
    }

    fn board(&self, place: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(board::draw(position(place, &self.game)?))
    }

    /// Grades a policy. Returns the grade without its mistakes, and the costliest mistakes, at most `mistakes` of them.
    #[pyo3(signature = (policy, mistakes, sample = None))]
    fn grade<'py>(
        &self,
        py: Python<'py>,
        policy: &Policy,
        mistakes: usize,
        sample: Option<(usize, u64)>,
    ) -> PyResult<(Bound<'py, PyAny>, Vec<MistakeParts>)> {
        let read = policy.of(&self.game)?;
        let (report, mistakes) = work::on(py, &self.game, move |game| {
            let arena = game.arena();
            let drawn = sample.map(|(draws, seed)| Sample::new(arena, draws, seed));
            let sample = drawn.transpose().map_err(raise)?;
            let FromSource {
                policy,
                illegal,
                card,
            } = &*read;
            // The figures for the lines of a card need the answers to all decisions, so leave them out for a sample.
            let card = card.as_ref().filter(|_| sample.is_none());
            let lines = card.map(|card| card_lines(arena, card)).transpose();
            // Grade only the decisions in the sample, although the policy may answer others too.
            let played = sample.map(|sample| sample.play(arena, policy));
            let only = played.as_ref().map(|it| policy.only(arena, &it.rows));
            let policy = only.as_ref().unwrap_or(policy);
            let mut graded = grade(arena, policy, mistakes).map_err(raise)?.grade;
            let mistakes = std::mem::take(&mut graded.mistakes);
            let lines = lines.map_err(raise)?;
            let bounds = match played {
                Some(_) => None,
                None => Bounds::of(arena, policy).map_err(raise)?,
            };
            let estimate = played.and_then(|played| played.estimate(arena));
            let report = Report::new(&graded, bounds, illegal, lines.as_deref(), estimate);
            Ok((serde_json::to_value(report).map_err(raise)?, mistakes))
        })?;
        let mistakes = mistakes.into_iter().map(|mistake| {
            (
                mistake.position.to_string(),
                mistake.die.number(),
                mistake.played.to_string(),
                mistake.best.to_string(),
                mistake.kind.to_string(),
                mistake.probability,
                mistake.loss,
                mistake.per_game.map(|cost| cost.visits),
                mistake.per_game.map(|cost| cost.cost),
            )
        });
        Ok((records::python(py, &report)?, mistakes.collect()))
    }

    /// Computes the exact values of the game between two policies.
    fn duel<'py>(
        &self,
        py: Python<'py>,
        names: (String, String),
        one: &Policy,
        other: &Policy,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (one, other) = (one.of(&self.game)?, other.of(&self.game)?);
        self.record(py, move |game| {
            let (a, b) = (&*names.0, &*names.1);
            duel(game.arena(), (a, &one.policy), (b, &other.policy)).map_err(raise)
        })
    }

    /// Grades policies, each given with its name, and computes the exact value of every policy against every other.
    fn ladder<'py>(
        &self,
        py: Python<'py>,
        policies: Vec<(String, PyRef<'py, Policy>)>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let named = policies.into_iter().map(|(name, policy)| {
            let read = policy.of(&self.game)?;
            Ok((name, read.policy.clone()))
        });
        let policies: Vec<_> = named.collect::<PyResult<_>>()?;
        self.record(py, move |game| {
            ladder(game.arena(), &policies, &mut |_, _| ()).map_err(raise)
        })
    }

    /// Returns two records about games from a position under best play: the probabilities of their ends, and their
    /// lengths.
    fn outcomes<'py>(
        &self,
        py: Python<'py>,
        place: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let position = position(place, &self.game)?;
        let outcomes = self.record(py, move |game| {
            facts::outcomes_at(game.arena(), position).map_err(raise)
        })?;
        let lengths = self.record(py, move |game| {
            facts::lengths_at(game.arena(), position).map_err(raise)
        })?;
        Ok((outcomes, lengths))
    }

    /// Returns the facts about the whole game.
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.record(py, |game| facts::Info::new(game.arena()).map_err(raise))
    }

    /// Returns the legal moves with one die, or with every die if `roll` is `None`. Each move has the reasons for and
    /// against it.
    #[pyo3(signature = (place, roll = None))]
    fn explain<'py>(
        &self,
        py: Python<'py>,
        place: &Bound<'py, PyAny>,
        roll: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let position = position(place, &self.game)?;
        let roll = roll.map(|roll| die(roll, self.game.rules())).transpose()?;
        self.record(py, move |game| {
            let explainer = game.explainer()?;
            facts::Explained::new(explainer, &game.solution, position, roll).map_err(raise)
        })
    }

    /// Reviews the games of a record. Turns of games with mistakes have the reasons for and against their moves.
    fn review<'py>(&self, py: Python<'py>, record: Vec<u8>) -> PyResult<Bound<'py, PyAny>> {
        self.record(py, move |game| {
            let solution = &game.solution;
            let recorded = read_by(&*record, Some(game.rules())).map_err(raise)?;
            let thresholds = Thresholds::usual(solution.unit());
            let reviews = recorded.iter().map(|recorded| {
                let mut review = review(recorded, solution, thresholds).map_err(raise)?;
                if review.turns.iter().any(|turn| turn.loss > 0.0) {
                    let explained = review.explain(game.explainer()?, solution);
                    explained.map_err(raise)?;
                }
                Ok(review)
            });
            reviews.collect::<PyResult<Vec<_>>>()
        })
    }

    /// Returns the probability of winning a match to `length` points, at every score. `first` names the rule that
    /// decides who moves first in each game.
    fn match_scores<'py>(
        &self,
        py: Python<'py>,
        length: usize,
        first: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let first = match first {
            "dice" => FirstThrow::Dice,
            "loser" => FirstThrow::Loser,
            "winner" => FirstThrow::Winner,
            "alternate" => FirstThrow::Alternate,
            _ => {
                return Err(PyValueError::new_err(format!(
                    "unknown rule for the first throw \"{}\": use dice, loser, winner or alternate",
                    shortened(first)
                )));
            }
        };
        if !(1..=LONGEST_MATCH).contains(&length) {
            return Err(PyValueError::new_err(format!(
                "a match to {length} points cannot be solved: give 1 to {LONGEST_MATCH}"
            )));
        }
        self.record(py, move |game| {
            let table = SolvedMatch::of_game(&game.solution, length, first, &mut |_, _| ());
            Ok(facts::MatchScores::new(&table.map_err(raise)?))
        })
    }

    /// Checks the answer of a Python function to a decision, with the checks that answers of policies pass. Returns the
    /// moves of the answer with their probabilities; `None` if the answer has no move.
    fn checked(
        &self,
        place: &Bound<'_, PyAny>,
        roll: &Bound<'_, PyAny>,
        given: &Bound<'_, PyAny>,
    ) -> PyResult<Option<Vec<(String, f64)>>> {
        let arena = self.game.arena();
        let row = row_at(place, roll, &self.game, arena)?;
        let answer = answer(given, arena, row)?;
        if let Some(chances) = &answer {
            arena.mixed(row, chances).map_err(raise)?;
        }
        Ok(answer)
    }
}

impl Solution {
    /// Computes a record of the library without the interpreter lock.
    fn record<'py, R: Serialize>(
        &self,
        py: Python<'py>,
        compute: impl FnOnce(&Game) -> PyResult<R> + Send + 'static,
    ) -> PyResult<Bound<'py, PyAny>> {
        let compute = |game: &Game| serde_json::to_value(compute(game)?).map_err(raise);
        records::python(py, &work::on(py, &self.game, compute)?)
    }

    /// Makes the object of a solution, which `open` opens without the interpreter lock.
    fn open(
        py: Python<'_>,
        open: impl FnOnce() -> PyResult<tourne_solver::Solution> + Send + 'static,
    ) -> PyResult<Solution> {
        let game = work::run(py, move || open().map(Game::new))??;
        Ok(Solution {
            game: Arc::new(game),
        })
    }
}
