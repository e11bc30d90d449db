//! Methods of the class `Solution`: look-ups, arrays and grades.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use numpy::ndarray::ArrayView1;
use numpy::{IntoPyArray as _, PyArray1, PyArray2, PyArray3, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pythonize::pythonize;
use serde::Serialize;
use tourne::ask::{self, Question};
use tourne::cards::card_lines;
use tourne::facts;
use tourne::facts::board;
use tourne::grading::{Bounds, Report, Sample, duel, grade};
use tourne::review::record::read_by;
use tourne::review::{Thresholds, review};
use tourne::solutions::{NamedSource, Source};
use tourne_solver::verify::open;
use tourne_solver::{Die, Man, Move, Play, Position, Roll, Rules, Setup};

use crate::arrays::shaped;
use crate::errors::raise;
use crate::evaluation::{self, Player};
use crate::game::{DICE, Game, Solution};
use crate::policy::{Policy, always_a_file};
use crate::work;

/// A legal move: notation, position after it, value, loss, man that moves, and points that it wins.
type RankedMove = (String, String, f64, f64, usize, u8);

#[pymethods]
impl Solution {
    /// Opens the solution of a rule set, given by its name: the one that the environment variable names, whose value is
    /// passed, otherwise a built-in one, or it is solved.
    #[staticmethod]
    fn of(py: Python<'_>, rules: &str, variable: Option<OsString>) -> PyResult<Solution> {
        let rules: Rules = rules.parse().map_err(raise)?;
        let source = Source {
            named: NamedSource::new(None, variable),
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

    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        shaped(py, self.game.solution.values().to_vec(), [self.__len__()])
    }

    fn men<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let men = self.game.arrays.men.as_flattened().to_vec();
        shaped(py, men, [self.__len__(), 6])
    }

    fn next<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<i32>>> {
        let next = self.game.arrays.next.as_flattened().as_flattened();
        shaped(py, next.to_vec(), [self.__len__(), DICE, 3])
    }

    fn best_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<bool>>> {
        let best = self.game.arrays.best.as_flattened().as_flattened();
        shaped(py, best.to_vec(), [self.__len__(), DICE, 3])
    }

    fn reachable<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        shaped(py, self.game.arrays.reachable.clone(), [self.__len__()])
    }

    /// Returns the probability that each die is played, for the dice 1 to 6.
    fn chances<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let rules = self.game.rules();
        let throws = f64::from(rules.throws());
        let chances = Die::ALL.map(|die| f64::from(rules.chances(die)) / throws);
        shaped(py, chances.to_vec(), [DICE])
    }

    /// Returns the values of lost games to the loser: of a game lost by 1 point and, if the rules have double wins, of a
    /// game lost by 2 points.
    fn ends<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let unit = self.game.solution.unit();
        let points = 1..=self.game.rules().largest_win() as u8;
        let ends: Vec<f64> = points
            .map(|points| unit.from_points(-f64::from(points)))
            .collect();
        let count = ends.len();
        shaped(py, ends, [count])
    }

    /// Returns the index of a position, given by its notation.
    fn index(&self, text: &str) -> PyResult<usize> {
        let question = Question::parse(text, None, self.game.rules()).map_err(raise)?;
        self.number(question.position)
    }

    /// Returns the die that is played with a throw, given by its notation.
    fn die(&self, text: &str) -> PyResult<u8> {
        let roll: Roll = text.parse().map_err(raise)?;
        let die = self.game.rules().die_played(roll).map_err(raise)?;
        Ok(die.number())
    }

    /// Returns the indices of positions, each given as a row of six men.
    fn indices_of_men<'py>(
        &self,
        py: Python<'py>,
        men: PyReadonlyArray2<'py, i64>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let rules = self.game.rules();
        let men = men.as_array();
        let number = |men: ArrayView1<'_, i64>| -> PyResult<i64> {
            let place = |&number: &i64| {
                tourne::policy::man(number).ok_or_else(|| {
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
            Ok(self.number(position)? as i64)
        };
        let found = py.detach(|| -> PyResult<Vec<i64>> {
            let rows = men.rows().into_iter();
            rows.map(number).collect()
        });
        Ok(found?.into_pyarray(py))
    }

    fn board(&self, index: usize) -> PyResult<String> {
        Ok(board::draw(self.game.position(index)?))
    }

    /// Returns the best move for each of several positions and dice.
    fn best(&self, asked: Vec<(usize, u8)>) -> PyResult<Vec<String>> {
        let best = asked.into_iter().map(|(index, die)| {
            let (position, die) = self.asked(index, die)?;
            let best = self.game.solution.best(position, die).map_err(raise)?;
            Ok(best.to_string())
        });
        best.collect()
    }

    fn moves(&self, index: usize, die: u8) -> PyResult<Vec<RankedMove>> {
        let (rules, (position, die)) = (self.game.rules(), self.asked(index, die)?);
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

    fn legal(&self, index: usize, die: u8) -> PyResult<Vec<String>> {
        let (position, die) = self.asked(index, die)?;
        let plays = self.game.rules().plays(position, die);
        Ok(plays.iter().map(|play| play.action.to_string()).collect())
    }

    fn play(&self, index: usize, die: u8, played: &str) -> PyResult<String> {
        let (rules, (position, die)) = (self.game.rules(), self.asked(index, die)?);
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

    /// Returns the sample of games, as its number of games and its seed, with about this number of decisions.
    fn sample(&self, py: Python<'_>, decisions: usize, seed: u64) -> PyResult<(usize, u64)> {
        work::on(py, &self.game, move |game| {
            let sample = Sample::new(game.arena(), decisions, seed).map_err(raise)?;
            Ok((sample.games, sample.seed))
        })
    }

    /// Grades a policy. The result lists the costliest mistakes, at most `mistakes` of them.
    #[pyo3(signature = (policy, mistakes, sample = None))]
    fn grade<'py>(
        &self,
        py: Python<'py>,
        policy: &Policy,
        mistakes: usize,
        sample: Option<(usize, u64)>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (read, card) = (policy.of(&self.game)?, policy.card.clone());
        self.record(py, move |game| {
            let arena = game.arena();
            let sample = sample.map(|(games, seed)| Sample { games, seed });
            let (policy, illegal) = (&read.policy, &read.illegal);
            // The figures for the lines of a card need the answers to all decisions, so leave them out for a sample.
            let card = card.filter(|_| sample.is_none());
            let lines = card.map(|card| card_lines(arena, &card)).transpose();
            let lines = lines.map_err(raise)?;
            // Grade only the decisions in the sample, although the policy may answer others too.
            let played = sample.map(|sample| sample.play(arena, policy));
            let only = played.as_ref().map(|it| policy.only(arena, &it.rows));
            let policy = only.as_ref().unwrap_or(policy);
            let graded = grade(arena, policy, mistakes).map_err(raise)?;
            let bounds = match played {
                Some(_) => None,
                None => Bounds::of(arena, policy).map_err(raise)?,
            };
            let estimate = played.and_then(|played| played.estimate(arena));
            let report = Report::new(&graded, bounds, illegal, lines.as_deref(), estimate);
            serde_json::to_value(report).map_err(raise)
        })
    }

    /// Evaluates a policy against an opponent: see [`evaluation::evaluate`].
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        policy: &Policy,
        opponent: &Policy,
        start: usize,
    ) -> PyResult<(Player<'py>, Player<'py>, (f64, f64))> {
        evaluation::evaluate(py, &self.game, policy, opponent, start)
    }

    /// Returns how long games take: see [`evaluation::lengths`].
    fn lengths<'py>(
        &self,
        py: Python<'py>,
        policy: &Policy,
        opponent: &Policy,
        start: usize,
    ) -> PyResult<[Bound<'py, PyArray1<f64>>; 2]> {
        evaluation::lengths(py, &self.game, policy, opponent, start)
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

    /// Returns the facts about the whole game.
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.record(py, |game| facts::Info::new(game.arena()).map_err(raise))
    }

    /// Returns the legal moves with one die, or with every die if `die` is `None`. Each move has the reasons for and
    /// against it.
    #[pyo3(signature = (index, die = None))]
    fn explain<'py>(
        &self,
        py: Python<'py>,
        index: usize,
        die: Option<u8>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let position = self.game.position(index)?;
        let die = die.map(Die::try_from).transpose().map_err(raise)?;
        self.record(py, move |game| {
            let explainer = game.explainer()?;
            facts::Explained::new(explainer, &game.solution, position, die).map_err(raise)
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

    /// Checks an answer to a decision as answers of policies are checked.
    fn checked(&self, index: usize, die: u8, chances: Vec<(String, f64)>) -> PyResult<()> {
        let row = self.game.row(index, die)?;
        self.game.arena().mixed(row, &chances).map_err(raise)?;
        Ok(())
    }
}

impl Solution {
    fn asked(&self, index: usize, die: u8) -> PyResult<(Position, Die)> {
        let die = Die::try_from(die).map_err(raise)?;
        Ok((self.game.position(index)?, die))
    }

    /// Returns the index of a position; an exception if the game is over in it.
    fn number(&self, position: Position) -> PyResult<usize> {
        let number = self.game.solution.index().number(position);
        number.ok_or_else(|| PyValueError::new_err(format!("the game is over in {position}")))
    }

    /// Computes a record of the library without the interpreter lock.
    fn record<'py, R: Serialize + Send + 'static>(
        &self,
        py: Python<'py>,
        compute: impl FnOnce(&Game) -> PyResult<R> + Send + 'static,
    ) -> PyResult<Bound<'py, PyAny>> {
        let record = work::on(py, &self.game, compute)?;
        Ok(pythonize(py, &record)?)
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
