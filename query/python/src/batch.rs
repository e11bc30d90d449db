//! The class `Batch`: many games at once.

use std::sync::Arc;

use numpy::{Element, IntoPyArray as _, PyArray1, PyArrayMethods as _, PyReadonlyArray1};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use tourne_solver::Die;

use crate::arguments::no_such_index;
use crate::arrays::read_only;
use crate::game::Game;
use crate::policy::Policy;

const DICE: usize = Die::ALL.len();

/// Games that are played side by side, behind `tourne.Batch`.
#[pyclass(module = "tourne._rust")]
pub(crate) struct Batch {
    game: Arc<Game>,
    /// For each of the equally likely throws, the die that is played, minus 1.
    dice: Vec<u8>,
    /// Index of the position in which each game begins and restarts.
    starts: Vec<u32>,
    /// Row of each game: 6 · index of the position + die − 1. For a game that is over, 6 · the result of the last move;
    /// `GameArrays::next` defines the numbers of results.
    rows: Vec<u32>,
    /// Number of legal moves in each game; 0 if the game is over.
    counts: Vec<i8>,
    /// Player on roll in each game, 0 or 1.
    players: Vec<i8>,
    /// `true` if finished games begin anew.
    restarts: bool,
    random: SplitMix,
}

type Array<'py, T> = Bound<'py, PyArray1<T>>;

#[pymethods]
impl Batch {
    /// Returns four arrays with an element for each game: index of the position, die, number of legal moves, and player
    /// on roll. For a game that is over, the die and the number of moves are 0.
    fn state<'py>(
        &self,
        py: Python<'py>,
    ) -> (
        Array<'py, i32>,
        Array<'py, i8>,
        Array<'py, i8>,
        Array<'py, i8>,
    ) {
        let over = self.over();
        let mut positions = Vec::with_capacity(self.rows.len());
        let mut dice = Vec::with_capacity(self.rows.len());
        for &row in &self.rows {
            positions.push((row / DICE as u32) as i32);
            dice.push(if row < over {
                (row % DICE as u32) as i8 + 1
            } else {
                0
            });
        }
        (
            read_only(positions.into_pyarray(py)),
            read_only(dice.into_pyarray(py)),
            read_only(self.counts.clone().into_pyarray(py)),
            read_only(self.players.clone().into_pyarray(py)),
        )
    }

    /// Makes the chosen move in each game, or only in the games that `mask` selects. Returns the points that each move
    /// wins.
    #[pyo3(signature = (choices, mask = None))]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        choices: &Bound<'py, PyAny>,
        mask: Option<PyReadonlyArray1<'py, bool>>,
    ) -> PyResult<Array<'py, i8>> {
        let mask = mask.as_ref().map(PyReadonlyArray1::as_slice).transpose()?;
        let rewards = if let Ok(choices) = choices.cast::<PyArray1<i64>>() {
            self.step_with(py, choices.readonly().as_slice()?, mask)
        } else if let Ok(choices) = choices.cast::<PyArray1<i8>>() {
            self.step_with(py, choices.readonly().as_slice()?, mask)
        } else {
            Err(PyTypeError::new_err(
                "choices must be an array of int64 or int8",
            ))
        };
        Ok(rewards?.into_pyarray(py))
    }

    /// Begins anew each game that `mask` selects.
    fn restart(&mut self, mask: PyReadonlyArray1<'_, bool>) -> PyResult<()> {
        let mask = mask.as_slice()?;
        if mask.len() != self.rows.len() {
            return Err(self.wrong_count(mask.len()));
        }
        for at in (0..mask.len()).filter(|&at| mask[at]) {
            self.begin(at);
        }
        Ok(())
    }

    /// Draws a legal move for each game: with the probabilities of `policy`, or all moves with equal probability if
    /// `policy` is `None`. A move is given by its index among the legal moves, rearmost man first.
    #[pyo3(signature = (policy = None))]
    fn draw<'py>(&mut self, py: Python<'py>, policy: Option<&Policy>) -> PyResult<Array<'py, i8>> {
        let Some(policy) = policy else {
            let random = &mut self.random;
            let draw = |&count: &i8| random.below(count as u64) as i8;
            let drawn: Vec<i8> = self.counts.iter().map(draw).collect();
            return Ok(drawn.into_pyarray(py));
        };
        policy.of(&self.game)?;
        let (limits, game) = (policy.limits(py), Arc::clone(&self.game));
        let (rows, random) = (&self.rows, &mut self.random);
        let result = py.detach(|| -> Result<Vec<i8>, u32> {
            let moves = rows.iter().map(|&row| {
                // For a game that is over, the choice has no effect.
                let [first, second] = *limits.get(row as usize).unwrap_or(&[1.0; 2]);
                if first < 0.0 {
                    return Err(row);
                }
                let number = random.fraction();
                Ok(i8::from(number >= first) + i8::from(number >= second))
            });
            moves.collect()
        });
        let drawn = result.map_err(|row| {
            let position = game.positions[row as usize / DICE];
            PyValueError::new_err(format!(
                "the policy has no legal move for {position} with a {}",
                row as usize % DICE + 1
            ))
        })?;
        Ok(drawn.into_pyarray(py))
    }

    /// Returns for each game the column of the chosen move, which is the index of the man that moves; 0 if the game is
    /// over.
    fn columns<'py>(
        &self,
        py: Python<'py>,
        choices: PyReadonlyArray1<'py, i64>,
    ) -> PyResult<Array<'py, i8>> {
        let choices = choices.as_slice()?;
        self.check(choices, None)?;
        let next = &self.game.arrays.next;
        let chosen = self.rows.iter().zip(choices).map(|(&row, &choice)| {
            let row = row as usize;
            let legal = next.get(row / DICE).map(|dice| dice[row % DICE]);
            let mut columns =
                (0..3_i8).filter(|&column| legal.is_some_and(|legal| legal[column as usize] >= 0));
            columns.nth(choice as usize).unwrap_or(0)
        });
        let columns: Vec<i8> = chosen.collect();
        Ok(columns.into_pyarray(py))
    }
}

impl Batch {
    /// Begins one game at each of the positions with the indices `starts`. `seed` determines all random numbers.
    pub(crate) fn new(
        game: &Arc<Game>,
        starts: &[i64],
        seed: u64,
        restarts: bool,
    ) -> PyResult<Batch> {
        let rules = game.rules();
        let dice = Die::ALL
            .into_iter()
            .flat_map(|die| std::iter::repeat_n(die.index() as u8, rules.chances(die) as usize));
        let positions = game.positions.len();
        let numbers = starts.iter().map(|&start| {
            let number = u32::try_from(start).ok();
            number.filter(|&number| (number as usize) < positions)
        });
        let valid: Option<Vec<u32>> = numbers.collect();
        let starts = valid.ok_or_else(|| no_such_index("a start", game))?;
        let games = starts.len();
        let mut batch = Batch {
            game: Arc::clone(game),
            dice: dice.collect(),
            rows: vec![0; games],
            counts: vec![0; games],
            players: vec![0; games],
            starts,
            restarts,
            random: SplitMix(seed),
        };
        (0..games).for_each(|at| batch.begin(at));
        Ok(batch)
    }

    /// Begins the game with the index `at`: draws who is on roll (player 0 or 1) and the first throw.
    fn begin(&mut self, at: usize) {
        let number = self.random.next();
        let row = DICE as u32 * self.starts[at] + die(&self.dice, number);
        self.rows[at] = row;
        self.counts[at] = self.game.steps()[row as usize].count;
        self.players[at] = (number & 1) as i8;
    }

    /// Creates the exception for an array of `found` elements, where one element for each game was expected.
    fn wrong_count(&self, found: usize) -> PyErr {
        let games = self.rows.len();
        PyValueError::new_err(format!(
            "there are {games} games: give one element for each game, not {found} elements"
        ))
    }

    /// Returns the smallest entry of `rows` for a finished game. All smaller entries are rows of games in progress.
    fn over(&self) -> u32 {
        (DICE * self.game.positions.len()) as u32
    }

    /// Checks that each choice is less than the number of legal moves in its game. Games that are over, and games that
    /// `mask` does not select, are not checked.
    fn check<T: Copy + Into<i64>>(&self, choices: &[T], mask: Option<&[bool]>) -> PyResult<()> {
        if choices.len() != self.rows.len() || mask.is_some_and(|mask| mask.len() != choices.len())
        {
            return Err(self.wrong_count(mask.map_or(choices.len(), <[bool]>::len)));
        }
        let is_wrong = |at: usize| {
            let (choice, count): (i64, _) = (choices[at].into(), self.counts[at]);
            choice.cast_unsigned() >= count as u64 && count > 0 && mask.is_none_or(|mask| mask[at])
        };
        let Some(at) = (0..choices.len()).find(|&at| is_wrong(at)) else {
            return Ok(());
        };
        let (row, choice): (_, i64) = (self.rows[at] as usize, choices[at].into());
        Err(PyValueError::new_err(format!(
            "the choice {choice} of game {at} is not one of its {} legal moves, counted from 0: the position is {} with a {}",
            self.counts[at],
            self.game.positions[row / DICE],
            row % DICE + 1
        )))
    }

    fn step_with<T: Element + Copy + Into<i64> + Sync>(
        &mut self,
        py: Python<'_>,
        choices: &[T],
        mask: Option<&[bool]>,
    ) -> PyResult<Vec<i8>> {
        self.check(choices, mask)?;
        Ok(py.detach(|| self.advance(choices, |at| mask.is_none_or(|mask| mask[at]))))
    }

    /// Makes the chosen moves in the games for which `moves` returns `true`. Returns the points that each move wins. The
    /// choices must have passed [`check`](Batch::check).
    fn advance<T: Copy + Into<i64>>(
        &mut self,
        choices: &[T],
        moves: impl Fn(usize) -> bool,
    ) -> Vec<i8> {
        let (steps, over) = (self.game.steps(), self.over() / DICE as u32);
        let mut rewards = vec![0; choices.len()];
        let games = (self.rows.iter_mut())
            .zip(&mut self.counts)
            .zip(&mut self.players)
            .zip(&self.starts)
            .zip(choices.iter().zip(&mut rewards));
        for (at, ((((row, count), player), start), (&choice, reward))) in games.enumerate() {
            if *count == 0 || !moves(at) {
                continue;
            }
            let choice: i64 = choice.into();
            let mut next = steps[*row as usize].next[choice as usize];
            let number = self.random.next();
            if next >= over {
                *reward = (next - over) as i8 + 1;
                if !self.restarts {
                    (*row, *count) = (DICE as u32 * next, 0);
                    continue;
                }
                next = *start;
                *player = (number & 1) as i8;
            } else {
                *player ^= 1;
            }
            *row = DICE as u32 * next + die(&self.dice, number);
            *count = steps[*row as usize].count;
        }
        rewards
    }
}

/// Returns the index, 0 to 5, of the die that is played. `number` is a random number, which selects the throw.
fn die(dice: &[u8], number: u64) -> u32 {
    u32::from(dice[below(number, dice.len() as u64) as usize])
}

/// Maps a random number to an integer from 0 to `limit` − 1. The lowest bit of the random number has hardly any
/// influence, so callers can draw the first mover from it.
fn below(number: u64, limit: u64) -> u64 {
    ((u128::from(number) * u128::from(limit)) >> 64) as u64
}

/// `SplitMix64`, by Steele, Lea and Flood (2014): a generator of random 64-bit numbers. Only one addition depends on the
/// previous number, so the processor computes the numbers of several games at the same time.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        below(self.next(), limit)
    }

    /// Returns a random number that is at least 0 and less than 1.
    #[expect(clippy::cast_precision_loss, reason = "53 bits are exact")]
    fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}
