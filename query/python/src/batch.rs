//! The class `Batch`: many games at once.
//!
//! A call keeps the interpreter lock while it works on a slice of the games, so calls from several threads run one after
//! another. Between slices other threads run; if they use the same batch, `PyO3` refuses it with a `RuntimeError`. A call
//! computes new games and then replaces the old: a call that fails or is interrupted has changed nothing.

use std::ops::Range;
use std::sync::Arc;

use numpy::{Element, IntoPyArray as _, PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray1};
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use tourne_solver::MOST_MOVES;

use crate::arrays::{shaped, shaped_anew};
use crate::game::{DICE, Game, Solution, Step};
use crate::policy::Policy;

/// Number of games between two checks for Ctrl-C: a few milliseconds of work.
const SLICE: usize = 1 << 18;

/// Number of places of a man in an observation: off with a duty to enter, off, points 1 to 11, and home.
const PLACES: usize = 14;

/// Games that are played side by side, behind `tourne.Batch`.
#[pyclass(module = "tourne._rust")]
#[derive(Clone)]
pub(crate) struct Batch {
    game: Arc<Game>,
    /// Index of the position in which each game begins and restarts.
    starts: Arc<Vec<u32>>,
    /// `true` if finished games begin anew.
    restarts: bool,
    games: Vec<OneGame>,
    random: SplitMix,
}

/// State of one game.
#[derive(Clone, Copy)]
struct OneGame {
    /// 6 · index of the position + die − 1. If the game is over, 6 · the result of the last move; `GameArrays::next`
    /// defines the numbers of results.
    row: u32,
    /// Number of legal moves; 0 if the game is over.
    count: i8,
    /// Player on roll, 0 or 1.
    player: i8,
    /// Points that the last step won.
    won: i8,
}

type Array<'py, T> = Bound<'py, PyArray1<T>>;
type Given<'py, T> = PyReadonlyArray1<'py, T>;

/// Parts of a batch: indices of the first positions, rows, players on roll, whether finished games begin anew, and the
/// state of the random numbers.
type Parts<'py> = (Array<'py, u32>, Array<'py, u32>, Array<'py, i8>, bool, u64);

#[pymethods]
impl Batch {
    /// Begins `count` games at the positions with the indices `starts`: one index for each game, or one for all. `seed`
    /// determines all random numbers.
    #[staticmethod]
    fn begun(
        py: Python<'_>,
        solution: &Solution,
        count: usize,
        starts: Given<'_, i64>,
        seed: u64,
        restarts: bool,
    ) -> PyResult<Batch> {
        let (game, given) = (Arc::clone(&solution.game), copied(&starts)?);
        let (mut starts, mut games) = (Vec::new(), Vec::new());
        let room = starts.try_reserve_exact(count);
        if room.and(games.try_reserve_exact(count)).is_err() {
            return Err(PyMemoryError::new_err(format!(
                "{count} games do not fit in memory"
            )));
        }
        let mut random = SplitMix(seed);
        let table = Table::of(&game, restarts);
        in_slices(py, count, |slice| {
            let first = slice.start;
            for at in slice {
                let start = valid_position(&game, given[if given.len() == 1 { 0 } else { at }])?;
                starts.push(start);
                games.push(table.begun(start, &mut random));
            }
            table.count(&mut games[first..]);
            Ok(())
        })?;
        Ok(Batch {
            starts: Arc::new(starts),
            game,
            restarts,
            games,
            random,
        })
    }

    /// Rebuilds a batch from its [parts](Batch::parts).
    #[staticmethod]
    fn restored(
        solution: &Solution,
        starts: Given<'_, u32>,
        rows: Given<'_, u32>,
        players: Given<'_, i8>,
        restarts: bool,
        random: u64,
    ) -> PyResult<Batch> {
        let game = Arc::clone(&solution.game);
        let (starts, rows, players) = (copied(&starts)?, copied(&rows)?, copied(&players)?);
        if starts.len() != rows.len() || players.len() != rows.len() {
            return Err(PyValueError::new_err(
                "a batch has arrays of different lengths",
            ));
        }
        let over = (DICE * game.positions.len()) as u32;
        let ends = over..over + u32::from(game.rules().largest_win() as u8) * DICE as u32;
        let mut games = Vec::with_capacity(rows.len());
        for (at, (&row, &player)) in rows.iter().zip(&players).enumerate() {
            let is_over = ends.contains(&row) && row % DICE as u32 == 0;
            let is_known = row < over || is_over;
            if !is_known || starts[at] as usize >= game.positions.len() || player & 1 != player {
                return Err(PyValueError::new_err(format!(
                    "game {at} of a batch is damaged"
                )));
            }
            let count = game.steps.get(row as usize).map_or(0, |step| step.count);
            games.push(OneGame {
                row,
                count,
                player,
                won: 0,
            });
        }
        Ok(Batch {
            game,
            starts: Arc::new(starts),
            restarts,
            games,
            random: SplitMix(random),
        })
    }

    /// Returns the arguments of `restored`, except for the solution.
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Parts<'py>> {
        Ok((
            self.starts.to_vec().into_pyarray(py),
            self.each(py, |game| game.row)?,
            self.each(py, |game| game.player)?,
            self.restarts,
            self.random.0,
        ))
    }

    /// Returns an independent batch in the same state.
    fn copied(&self) -> Batch {
        self.clone()
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    /// Returns the index of each game's position.
    fn position<'py>(&self, py: Python<'py>) -> PyResult<Array<'py, i32>> {
        self.each(py, |game| (game.row / DICE as u32) as i32)
    }

    /// Returns the die that is played in each game; 0 if the game is over.
    fn die<'py>(&self, py: Python<'py>) -> PyResult<Array<'py, i8>> {
        let over = (DICE * self.game.positions.len()) as u32;
        self.each(py, move |game| match game.row {
            row if row < over => (row % DICE as u32) as i8 + 1,
            _ => 0,
        })
    }

    /// Returns the number of legal moves in each game; 0 if the game is over.
    fn count<'py>(&self, py: Python<'py>) -> PyResult<Array<'py, i8>> {
        self.each(py, |game| game.count)
    }

    /// Returns the player on roll in each game.
    fn player<'py>(&self, py: Python<'py>) -> PyResult<Array<'py, i8>> {
        self.each(py, |game| game.player)
    }

    /// Returns which men can move: an array with a column for each man.
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let mut legal = Vec::with_capacity(MOST_MOVES * self.games.len());
        in_slices(py, self.games.len(), |slice| {
            for game in &self.games[slice] {
                let step = self.game.steps.get(game.row as usize);
                let men = step.map_or(0, |step| step.men);
                let row: [bool; MOST_MOVES] = std::array::from_fn(|man| men >> man & 1 == 1);
                legal.extend(row);
            }
            Ok(())
        })?;
        shaped_anew(py, legal, [self.games.len(), MOST_MOVES])
    }

    /// Returns the observation of each game, one-hot or as the places of the men and the die. All is 0 for a game that is
    /// over.
    fn observation<'py>(
        &self,
        py: Python<'py>,
        one_hot: bool,
    ) -> PyResult<Bound<'py, PyArray2<i8>>> {
        const MEN: usize = 2 * MOST_MOVES;
        let width = if one_hot {
            MEN * PLACES + DICE
        } else {
            MEN + 1
        };
        let mut seen = vec![0; width * self.games.len()];
        in_slices(py, self.games.len(), |slice| {
            let rows = seen[width * slice.start..].chunks_exact_mut(width);
            for (game, row) in self.games[slice].iter().zip(rows) {
                let (position, die) = (game.row as usize / DICE, game.row as usize % DICE);
                let Some(men) = self.game.arrays.men.get(position) else {
                    continue;
                };
                if one_hot {
                    for (man, &place) in men.iter().enumerate() {
                        row[PLACES * man + (place + 1) as usize] = 1;
                    }
                    row[MEN * PLACES + die] = 1;
                } else {
                    row[..MEN].copy_from_slice(men);
                    row[MEN] = die as i8 + 1;
                }
            }
            Ok(())
        })?;
        shaped_anew(py, seen, [self.games.len(), width])
    }

    /// Makes a move in each game, or only in the games that `mask` selects. `choices` has for each game the number of a
    /// legal move or, if `by_man`, the man that moves. Returns the points that each move wins.
    #[pyo3(signature = (choices, by_man, mask = None))]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        choices: &Bound<'py, PyAny>,
        by_man: bool,
        mask: Option<Given<'py, bool>>,
    ) -> PyResult<Array<'py, i64>> {
        let mask = mask.as_ref().map(copied).transpose()?;
        let mask = mask.as_deref();
        if let Ok(choices) = choices.cast::<PyArray1<i8>>() {
            let choices = copied(&choices.readonly())?;
            self.stepped(py, &choices, by_man, mask)?;
        } else if let Ok(choices) = choices.cast::<PyArray1<i64>>() {
            let choices = copied(&choices.readonly())?;
            self.stepped(py, &choices, by_man, mask)?;
        } else {
            return Err(PyTypeError::new_err(
                "choices must be an array of int64 or int8",
            ));
        }
        let won = self.games.iter().map(|game| i64::from(game.won));
        Ok(won.collect::<Vec<_>>().into_pyarray(py))
    }

    /// Begins anew each game that `mask` selects.
    fn restart(&mut self, py: Python<'_>, mask: Given<'_, bool>) -> PyResult<()> {
        let mask = copied(&mask)?;
        self.check_length(mask.len())?;
        let (mut random, mut games) = (self.random.clone(), Vec::with_capacity(mask.len()));
        let table = Table::of(&self.game, self.restarts);
        in_slices(py, mask.len(), |slice| {
            let first = slice.start;
            games.extend(slice.map(|at| {
                if mask[at] {
                    table.begun(self.starts[at], &mut random)
                } else {
                    self.games[at]
                }
            }));
            table.count(&mut games[first..]);
            Ok(())
        })?;
        (self.games, self.random) = (games, random);
        Ok(())
    }

    /// Changes the games that `mask` selects. A position without a die gets a throw.
    fn set(
        &mut self,
        py: Python<'_>,
        positions: Option<Given<'_, i64>>,
        dice: Option<Given<'_, i64>>,
        players: Option<Given<'_, i64>>,
        mask: Given<'_, bool>,
    ) -> PyResult<()> {
        let mask = copied(&mask)?;
        let given = |array: Option<Given<'_, i64>>| array.as_ref().map(copied).transpose();
        let given = [given(positions)?, given(dice)?, given(players)?];
        for array in given.iter().flatten() {
            self.check_length(array.len())?;
        }
        self.check_length(mask.len())?;
        let (mut random, mut games) = (self.random.clone(), self.games.clone());
        in_slices(py, mask.len(), |slice| {
            for at in slice.filter(|&at| mask[at]) {
                let of_game = given
                    .each_ref()
                    .map(|array| array.as_ref().map(|array| array[at]));
                games[at] = self.changed(at, games[at], of_game, &mut random)?;
            }
            Ok(())
        })?;
        (self.games, self.random) = (games, random);
        Ok(())
    }

    /// Draws a legal move for each game: with the probabilities of `policy`, or all moves with equal probability if
    /// `policy` is `None`. A move is given by its index among the legal moves, rearmost man first.
    #[pyo3(signature = (policy = None))]
    fn draw<'py>(&mut self, py: Python<'py>, policy: Option<&Policy>) -> PyResult<Array<'py, i8>> {
        let limits = policy.map(|policy| policy.limits(py));
        let mut random = self.random.clone();
        let mut drawn: Vec<i8> = Vec::with_capacity(self.games.len());
        in_slices(py, self.games.len(), |slice| {
            let games = &self.games[slice];
            let Some(limits) = limits else {
                drawn.extend(
                    games
                        .iter()
                        .map(|game| random.below(game.count as u64) as i8),
                );
                return Ok(());
            };
            self.draw_by(limits, games, &mut random, &mut drawn)
        })?;
        self.random = random;
        Ok(drawn.into_pyarray(py))
    }

    /// Returns for each game the man of the chosen move; 0 if the game is over.
    fn men<'py>(&self, py: Python<'py>, choices: Given<'_, i64>) -> PyResult<Array<'py, i8>> {
        let choices = copied(&choices)?;
        self.check_length(choices.len())?;
        let mut men = Vec::with_capacity(choices.len());
        in_slices(py, choices.len(), |slice| {
            for at in slice {
                let game = &self.games[at];
                if game.count > 0 && choices[at].cast_unsigned() >= game.count as u64 {
                    return Err(self.wrong_choice(at, *game, choices[at], false));
                }
                let step = self.game.steps.get(game.row as usize);
                let legal = step.map_or(0, |step| step.men);
                let mut of_move = (0..MOST_MOVES as i8).filter(|man| legal >> man & 1 == 1);
                men.push(of_move.nth(choices[at] as usize).unwrap_or(0));
            }
            Ok(())
        })?;
        Ok(men.into_pyarray(py))
    }
}

impl Batch {
    /// Draws moves for some games by the [limits](Policy::limits) of a policy.
    fn draw_by(
        &self,
        limits: &[[f64; 2]],
        games: &[OneGame],
        random: &mut SplitMix,
        drawn: &mut Vec<i8>,
    ) -> PyResult<()> {
        for game in games {
            // For a game that is over, the choice has no effect.
            let limits = limits.get(game.row as usize).unwrap_or(&[1.0; 2]);
            if limits[0] < 0.0 {
                return Err(PyValueError::new_err(format!(
                    "the policy has no legal move for {}",
                    self.asked(*game)
                )));
            }
            let number = random.fraction();
            drawn.push(limits.iter().map(|&limit| i8::from(number >= limit)).sum());
        }
        Ok(())
    }

    fn stepped<T: Copy + Into<i64>>(
        &mut self,
        py: Python<'_>,
        choices: &[T],
        by_man: bool,
        mask: Option<&[bool]>,
    ) -> PyResult<()> {
        self.check_length(choices.len())?;
        if let Some(mask) = mask {
            self.check_length(mask.len())?;
        }
        let (table, mut random) = (Table::of(&self.game, self.restarts), self.random.clone());
        let mut games = Vec::with_capacity(choices.len());
        in_slices(py, choices.len(), |slice| {
            let mut wrong = None;
            let first = slice.start;
            let of_slice = self.games[slice.clone()].iter();
            let of_slice = of_slice
                .zip(&choices[slice.clone()])
                .zip(&self.starts[slice]);
            let after = of_slice
                .enumerate()
                .map(|(at, ((&game, &choice), &start))| {
                    let waits = OneGame { won: 0, ..game };
                    if game.count == 0 || mask.is_some_and(|mask| !mask[first + at]) {
                        return waits;
                    }
                    let (step, choice) = (&table.steps[game.row as usize], choice.into());
                    let rank = if by_man {
                        step.rank_of(choice)
                    } else {
                        usize::try_from(choice).ok()
                    };
                    if let Some(rank) = rank.filter(|&rank| rank < game.count as usize) {
                        return table.moved(game, step.next[rank], start, &mut random);
                    }
                    wrong.get_or_insert((first + at, game, choice));
                    waits
                });
            games.extend(after);
            table.count(&mut games[first..]);
            match wrong {
                Some((at, game, choice)) => Err(self.wrong_choice(at, game, choice, by_man)),
                None => Ok(()),
            }
        })?;
        (self.games, self.random) = (games, random);
        Ok(())
    }

    /// Returns a game with another position, die and player on roll, if they are given.
    fn changed(
        &self,
        at: usize,
        mut game: OneGame,
        [place, roll, player]: [Option<i64>; 3],
        random: &mut SplitMix,
    ) -> PyResult<OneGame> {
        let wrong = |text: String| Err(PyValueError::new_err(text));
        if let Some(place) = place {
            game.row = DICE as u32 * valid_position(&self.game, place)?;
            if roll.is_none() {
                game.row += die(&self.game.dice, random.next());
            }
        }
        if let Some(roll) = roll {
            if !(1..=DICE as i64).contains(&roll) {
                return wrong(format!("{roll} is not a die: a die shows 1 to 6"));
            }
            if game.row as usize >= DICE * self.game.positions.len() {
                return wrong(format!(
                    "game {at} is over, and has no die: set its position too"
                ));
            }
            game.row = game.row / DICE as u32 * DICE as u32 + roll as u32 - 1;
        }
        if let Some(player) = player {
            if player & 1 != player {
                return wrong(format!("{player} is not a player: give 0 or 1"));
            }
            game.player = player as i8;
        }
        let step = self.game.steps.get(game.row as usize);
        game.count = step.map_or(0, |step| step.count);
        Ok(game)
    }

    /// Makes a read-only array with an element for each game.
    fn each<'py, T: Element>(
        &self,
        py: Python<'py>,
        of: impl Fn(OneGame) -> T,
    ) -> PyResult<Array<'py, T>> {
        let elements = self.games.iter().map(|&game| of(game)).collect();
        shaped(py, elements, [self.games.len()])
    }

    /// Returns the position and the die of a game in progress, for messages.
    fn asked(&self, game: OneGame) -> String {
        let (index, die) = (game.row as usize / DICE, game.row as usize % DICE + 1);
        format!("{} with a {die}", self.game.positions[index])
    }

    fn check_length(&self, found: usize) -> PyResult<()> {
        let games = self.games.len();
        if found == games {
            return Ok(());
        }
        Err(PyValueError::new_err(format!(
            "there are {games} games: give one element for each game, not {found} elements"
        )))
    }

    fn wrong_choice(&self, at: usize, game: OneGame, choice: i64, by_man: bool) -> PyErr {
        let asked = self.asked(game);
        PyValueError::new_err(if by_man {
            let step = &self.game.steps[game.row as usize];
            let legal = (0..MOST_MOVES as i64).filter(|&man| step.rank_of(man).is_some());
            let legal: Vec<String> = legal.map(|man| man.to_string()).collect();
            let legal = legal.join(", ");
            format!("man {choice} of game {at} cannot move: in {asked}, give one of {legal}")
        } else {
            let count = game.count;
            format!(
                "the choice {choice} of game {at} is not one of its {count} legal moves, counted from 0: the position is {asked}"
            )
        })
    }
}

/// The tables by which games are moved on.
#[derive(Clone, Copy)]
struct Table<'a> {
    steps: &'a [Step],
    dice: &'a [u8],
    positions: u32,
    restarts: bool,
}

impl Table<'_> {
    fn of(game: &Game, restarts: bool) -> Table<'_> {
        Table {
            steps: &game.steps,
            dice: &game.dice,
            positions: game.positions.len() as u32,
            restarts,
        }
    }

    /// Begins a game: draws who is on roll (player 0 or 1) and the first throw.
    #[inline]
    fn begun(self, start: u32, random: &mut SplitMix) -> OneGame {
        let number = random.next();
        self.thrown(start, (number & 1) as i8, 0, number)
    }

    /// Returns a game after a move with the result `next`.
    #[inline]
    fn moved(self, game: OneGame, next: u32, start: u32, random: &mut SplitMix) -> OneGame {
        let number = random.next();
        if next < self.positions {
            return self.thrown(next, game.player ^ 1, 0, number);
        }
        let won = (next - self.positions) as i8 + 1;
        if self.restarts {
            return self.thrown(start, (number & 1) as i8, won, number);
        }
        let row = DICE as u32 * next;
        OneGame {
            row,
            count: 0,
            won,
            ..game
        }
    }

    #[inline]
    fn thrown(self, position: u32, player: i8, won: i8, number: u64) -> OneGame {
        let row = DICE as u32 * position + die(self.dice, number);
        OneGame {
            row,
            count: 0,
            player,
            won,
        }
    }

    /// Sets the number of legal moves of each game. This is a loop of its own, so that the processor looks up the rows
    /// of many games at the same time.
    fn count(self, games: &mut [OneGame]) {
        for game in games {
            let step = self.steps.get(game.row as usize);
            game.count = step.map_or(0, |step| step.count);
        }
    }
}

/// Works on `count` games, slice by slice. Between slices, other threads run, and Ctrl-C raises `KeyboardInterrupt`.
fn in_slices(
    py: Python<'_>,
    count: usize,
    mut work: impl FnMut(Range<usize>) -> PyResult<()>,
) -> PyResult<()> {
    for begin in (0..count).step_by(SLICE) {
        let end = count.min(begin + SLICE);
        work(begin..end)?;
        if end < count {
            py.detach(|| ());
            py.check_signals()?;
        }
    }
    Ok(())
}

fn valid_position(game: &Game, given: i64) -> PyResult<u32> {
    let number = u32::try_from(given).ok();
    let number = number.filter(|&number| (number as usize) < game.positions.len());
    number.ok_or_else(|| game.no_such_index(&given.to_string()))
}

/// Copies an array of the caller, which other threads may change at any time.
fn copied<T: Element + Copy>(array: &Given<'_, T>) -> PyResult<Vec<T>> {
    Ok(array.as_slice()?.to_vec())
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
#[derive(Clone)]
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
