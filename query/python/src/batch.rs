//! The class `Batch`: many games at once.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use numpy::{Element, IntoPyArray as _, PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray1};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::arrays::{read_only, shaped_anew};
use crate::game::Solution;
use crate::policy::Policy;
use crate::race::{Race, RacePolicy};
use crate::steps::{DICE, Playable, Step};
use crate::work::in_slices;

/// Games that are played side by side, behind `tourne.Batch`.
#[pyclass(frozen, module = "tourne._rust")]
pub(crate) struct Batch {
    series: AnySeries,
}

/// Games of either kind: compiled for at most three men of a side, as in every rule set, or for six.
enum AnySeries {
    Three(Series<3>),
    Six(Series<6>),
}

/// Evaluates an expression about the series of a batch, compiled for each number of men.
macro_rules! at {
    ($batch:expr, $series:ident => $result:expr) => {
        match &$batch.series {
            AnySeries::Three($series) => $result,
            AnySeries::Six($series) => $result,
        }
    };
}

/// Games that are played side by side, of a game with at most this number of men of a side.
struct Series<const MEN: usize> {
    game: Arc<dyn Playable<MEN>>,
    /// The smallest row of a finished game. All smaller rows are those of games in progress.
    over: u32,
    /// For each of the equally likely throws, the die that is played, minus 1.
    dice: Vec<u8>,
    /// Index of the position in which each game begins and restarts.
    starts: Arc<Vec<u32>>,
    /// `true` if finished games begin anew.
    restarts: bool,
    /// A call reads this state, computes the next state without any lock, and then replaces the state. So the lock is
    /// only ever held for an instant, and with the interpreter lock: no process forks meanwhile.
    state: Mutex<State>,
}

#[derive(Clone)]
struct State {
    games: Arc<Games>,
    random: SplitMix,
}

#[derive(Default)]
struct Games {
    list: Vec<OneGame>,
    /// The games as arrays, made when first needed.
    arrays: OnceLock<KeptArrays>,
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

/// Arrays with an element for each game: index of the position, die, number of legal moves, and player on roll. For a
/// game that is over, the die and the number of moves are 0.
type Arrays<'py> = (
    Array<'py, i32>,
    Array<'py, i8>,
    Array<'py, i8>,
    Array<'py, i8>,
);
type KeptArrays = (Py<PyArray1<i32>>, [Py<PyArray1<i8>>; 3]);

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
        solution: &Bound<'_, PyAny>,
        count: usize,
        starts: PyReadonlyArray1<'_, i64>,
        seed: u64,
        restarts: bool,
    ) -> PyResult<Batch> {
        let starts = (count, starts.as_slice()?.to_vec());
        Ok(Batch {
            series: if let Ok(race) = solution.cast::<Race>() {
                AnySeries::Six(Series::new(
                    py,
                    race.get().playable(),
                    starts,
                    seed,
                    restarts,
                )?)
            } else {
                let game = Arc::clone(&solution.cast::<Solution>()?.get().game);
                AnySeries::Three(Series::new(py, game, starts, seed, restarts)?)
            },
        })
    }

    /// Rebuilds a batch from its [parts](Batch::parts).
    #[staticmethod]
    fn restored(
        py: Python<'_>,
        solution: &Bound<'_, PyAny>,
        starts: Given<'_, u32>,
        rows: Given<'_, u32>,
        players: Given<'_, i8>,
        restarts: bool,
        random: u64,
    ) -> PyResult<Batch> {
        let parts = (copied(&starts)?, copied(&rows)?, copied(&players)?);
        let rest = (restarts, SplitMix(random));
        Ok(Batch {
            series: if let Ok(race) = solution.cast::<Race>() {
                AnySeries::Six(Series::restored(py, race.get().playable(), parts, rest)?)
            } else {
                let game = Arc::clone(&solution.cast::<Solution>()?.get().game);
                AnySeries::Three(Series::restored(py, game, parts, rest)?)
            },
        })
    }

    /// Returns the arguments of `restored`, except for the solution.
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Parts<'py>> {
        at!(self, series => series.parts(py))
    }

    /// Returns an independent batch in the same state.
    fn copied(&self) -> Batch {
        Batch {
            series: match &self.series {
                AnySeries::Three(series) => AnySeries::Three(series.copied()),
                AnySeries::Six(series) => AnySeries::Six(series.copied()),
            },
        }
    }

    fn __len__(&self) -> usize {
        at!(self, series => series.starts.len())
    }

    /// Returns the state of the games as read-only [`Arrays`].
    fn arrays<'py>(&self, py: Python<'py>) -> PyResult<Arrays<'py>> {
        at!(self, series => series.arrays(py))
    }

    /// Returns which men can move: an array with a column for each man.
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        at!(self, series => series.legal(py))
    }

    /// Returns the places of the men and the die: an array with a column for each. All are 0 for a game that is over.
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        at!(self, series => series.observation(py))
    }

    /// Makes a move in each game, or only in the games that `mask` selects. `choices` has for each game the number of a
    /// legal move or, if `by_man`, the man that moves. Returns the points that each move wins.
    #[pyo3(signature = (choices, by_man, mask = None))]
    fn step<'py>(
        &self,
        py: Python<'py>,
        choices: &Bound<'py, PyAny>,
        by_man: bool,
        mask: Option<Given<'py, bool>>,
    ) -> PyResult<Array<'py, i8>> {
        let mask = mask.as_ref().map(copied).transpose()?;
        let mask = mask.as_deref();
        if let Ok(choices) = choices.cast::<PyArray1<i8>>() {
            let choices = copied(&choices.readonly())?;
            at!(self, series => series.step(py, &choices, by_man, mask))
        } else if let Ok(choices) = choices.cast::<PyArray1<i64>>() {
            let choices = copied(&choices.readonly())?;
            at!(self, series => series.step(py, &choices, by_man, mask))
        } else {
            Err(PyTypeError::new_err(
                "choices must be an array of int64 or int8",
            ))
        }
    }

    /// Begins anew each game that `mask` selects.
    fn restart(&self, py: Python<'_>, mask: Given<'_, bool>) -> PyResult<()> {
        at!(self, series => series.restart(py, mask))
    }

    /// Changes the games that `mask` selects. A position without a die gets a throw.
    fn set(
        &self,
        py: Python<'_>,
        positions: Option<Given<'_, i64>>,
        dice: Option<Given<'_, i64>>,
        players: Option<Given<'_, i64>>,
        mask: Given<'_, bool>,
    ) -> PyResult<()> {
        at!(self, series => series.set(py, [positions, dice, players], mask))
    }

    /// Draws a legal move for each game: with the probabilities of `policy`, or all moves with equal probability if
    /// `policy` is `None`. A move is given by its index among the legal moves, rearmost man first.
    #[pyo3(signature = (policy = None))]
    fn draw<'py>(
        &self,
        py: Python<'py>,
        policy: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Array<'py, i8>> {
        let Some(policy) = policy else {
            return at!(self, series => series.draw(py));
        };
        match &self.series {
            AnySeries::Three(series) => {
                series.draw_by(py, policy.cast::<Policy>()?.get().limits(py))
            }
            AnySeries::Six(series) => {
                series.draw_by(py, policy.cast::<RacePolicy>()?.get().limits(py))
            }
        }
    }

    /// Returns for each game the man of the chosen move; 0 if the game is over.
    fn men<'py>(&self, py: Python<'py>, choices: Given<'_, i64>) -> PyResult<Array<'py, i8>> {
        at!(self, series => series.men(py, choices))
    }
}

impl<const MEN: usize> Series<MEN> {
    fn restored(
        py: Python<'_>,
        game: Arc<dyn Playable<MEN>>,
        (starts, rows, players): (Vec<u32>, Vec<u32>, Vec<i8>),
        (restarts, random): (bool, SplitMix),
    ) -> PyResult<Series<MEN>> {
        if starts.len() != rows.len() || players.len() != rows.len() {
            return Err(PyValueError::new_err(
                "a batch has arrays of different lengths",
            ));
        }
        let mut series = Series::empty(game, restarts);
        let (steps, over) = (series.game.steps(), series.over);
        let ends = over..over + series.game.largest_win() * DICE as u32;
        let mut games = Vec::with_capacity(rows.len());
        in_slices(py, rows.len(), |slice| {
            for at in slice {
                let (row, player) = (rows[at], players[at]);
                let is_over = ends.contains(&row) && row % DICE as u32 == 0;
                if !(row < over || is_over)
                    || starts[at] as usize >= series.game.positions()
                    || player & 1 != player
                {
                    return Err(PyValueError::new_err(format!(
                        "game {at} of a batch is damaged"
                    )));
                }
                let count = steps.get(row as usize).map_or(0, |step| step.count);
                games.push(OneGame {
                    row,
                    count,
                    player,
                    won: 0,
                });
            }
            Ok(())
        })?;
        series.starts = Arc::new(starts);
        series.state = State::new(games, random).into();
        Ok(series)
    }

    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Parts<'py>> {
        let state = self.now();
        Ok((
            self.starts.to_vec().into_pyarray(py),
            each(py, &state.games.list, |game| game.row)?,
            each(py, &state.games.list, |game| game.player)?,
            self.restarts,
            state.random.0,
        ))
    }

    fn copied(&self) -> Series<MEN> {
        Series {
            game: Arc::clone(&self.game),
            over: self.over,
            dice: self.dice.clone(),
            starts: Arc::clone(&self.starts),
            restarts: self.restarts,
            state: self.now().into(),
        }
    }

    fn arrays<'py>(&self, py: Python<'py>) -> PyResult<Arrays<'py>> {
        let (games, over) = (self.now().games, self.over);
        let bound = |(positions, [dice, counts, players]): &KeptArrays| {
            let bound = |array: &Py<PyArray1<i8>>| array.bind(py).clone();
            (
                positions.bind(py).clone(),
                bound(dice),
                bound(counts),
                bound(players),
            )
        };
        if let Some(arrays) = games.arrays.get() {
            return Ok(bound(arrays));
        }
        let position = |game: OneGame| (game.row / DICE as u32) as i32;
        let die = |game: OneGame| match game.row {
            row if row < over => (row % DICE as u32) as i8 + 1,
            _ => 0,
        };
        let arrays = (
            read_only(each(py, &games.list, position)?).unbind(),
            [
                read_only(each(py, &games.list, die)?).unbind(),
                read_only(each(py, &games.list, |game| game.count)?).unbind(),
                read_only(each(py, &games.list, |game| game.player)?).unbind(),
            ],
        );
        Ok(bound(games.arrays.get_or_init(|| arrays)))
    }

    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let (games, steps) = (self.now().games, self.game.steps());
        let games = &games.list;
        let width = self.width();
        let mut legal = Vec::with_capacity(width * games.len());
        in_slices(py, games.len(), |slice| {
            for game in &games[slice] {
                let men = steps.get(game.row as usize).map_or(0, |step| step.men);
                let row: [bool; MEN] = std::array::from_fn(|man| men >> man & 1 == 1);
                if width == MEN {
                    legal.extend(row);
                } else {
                    legal.extend(&row[..width]);
                }
            }
            Ok(())
        })?;
        shaped_anew(py, legal, [games.len(), width])
    }

    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let (games, places) = (self.now().games, self.game.all_men());
        let (games, width) = (&games.list, 2 * self.width());
        let mut seen = vec![0; (width + 1) * games.len()];
        in_slices(py, games.len(), |slice| {
            let rows = seen[(width + 1) * slice.start..].chunks_exact_mut(width + 1);
            for (game, row) in games[slice].iter().zip(rows) {
                let (position, die) = (game.row as usize / DICE, game.row as usize % DICE);
                if let Some(men) = places.get(width * position..width * (position + 1)) {
                    row[..width].copy_from_slice(men);
                    row[width] = die as i8 + 1;
                }
            }
            Ok(())
        })?;
        shaped_anew(py, seen, [games.len(), width + 1])
    }

    fn restart(&self, py: Python<'_>, mask: Given<'_, bool>) -> PyResult<()> {
        let (before, mask) = (self.now(), copied(&mask)?);
        self.check_length(mask.len())?;
        let (mut random, mut games) = (before.random.clone(), Vec::with_capacity(mask.len()));
        let table = self.table();
        in_slices(py, mask.len(), |slice| {
            let first = slice.start;
            games.extend(slice.map(|at| {
                if mask[at] {
                    table.begun(self.starts[at], &mut random)
                } else {
                    before.games.list[at]
                }
            }));
            table.count(&mut games[first..]);
            Ok(())
        })?;
        self.replace(&before, games, random)
    }

    fn set(
        &self,
        py: Python<'_>,
        [positions, dice, players]: [Option<Given<'_, i64>>; 3],
        mask: Given<'_, bool>,
    ) -> PyResult<()> {
        let (before, mask) = (self.now(), copied(&mask)?);
        let given = |array: Option<Given<'_, i64>>| array.as_ref().map(copied).transpose();
        let (positions, dice, movers) = (given(positions)?, given(dice)?, given(players)?);
        for array in [&positions, &dice, &movers].into_iter().flatten() {
            self.check_length(array.len())?;
        }
        self.check_length(mask.len())?;
        let (mut random, mut games) = (before.random.clone(), Vec::with_capacity(mask.len()));
        in_slices(py, mask.len(), |slice| {
            for at in slice {
                let mut game = before.games.list[at];
                if mask[at] {
                    let place = positions.as_ref().map(|places| places[at]);
                    let roll = dice.as_ref().map(|dice| dice[at]);
                    let player = movers.as_ref().map(|movers| movers[at]);
                    game = self.changed(at, game, [place, roll, player], &mut random)?;
                }
                games.push(game);
            }
            Ok(())
        })?;
        self.replace(&before, games, random)
    }

    fn draw<'py>(&self, py: Python<'py>) -> PyResult<Array<'py, i8>> {
        self.drawn(py, |games, random, drawn| {
            let draw = |game: &OneGame| random.below(game.count as u64) as i8;
            drawn.extend(games.iter().map(draw));
            Ok(())
        })
    }

    /// Draws moves by the `limits` of a policy: for each row, the thresholds from which on a random number selects the next
    /// move, or −1 if the policy has no legal move.
    fn draw_by<'py, const LIMITS: usize>(
        &self,
        py: Python<'py>,
        limits: &[[f64; LIMITS]],
    ) -> PyResult<Array<'py, i8>> {
        self.drawn(py, |games, random, drawn| {
            for game in games {
                // For a game that is over, the choice has no effect.
                let limits = limits.get(game.row as usize).unwrap_or(&[1.0; LIMITS]);
                if limits[0] < 0.0 {
                    let (position, die) = self.asked(*game);
                    return Err(PyValueError::new_err(format!(
                        "the policy has no legal move for {position} with a {die}"
                    )));
                }
                let number = random.fraction();
                let reached = limits.iter().map(|&limit| i8::from(number >= limit));
                drawn.push(reached.sum());
            }
            Ok(())
        })
    }

    /// Draws a move for each game; `draw` appends those of some games.
    fn drawn<'py>(
        &self,
        py: Python<'py>,
        mut draw: impl FnMut(&[OneGame], &mut SplitMix, &mut Vec<i8>) -> PyResult<()> + Send,
    ) -> PyResult<Array<'py, i8>> {
        let before = self.now();
        let games = &before.games.list;
        let mut random = before.random.clone();
        let mut drawn: Vec<i8> = Vec::with_capacity(games.len());
        in_slices(py, games.len(), |slice| {
            draw(&games[slice], &mut random, &mut drawn)
        })?;
        let games = Arc::clone(&before.games);
        self.put(&before, State { games, random })?;
        Ok(drawn.into_pyarray(py))
    }

    fn men<'py>(&self, py: Python<'py>, choices: Given<'_, i64>) -> PyResult<Array<'py, i8>> {
        let (games, choices) = (self.now().games, copied(&choices)?);
        self.check_length(choices.len())?;
        let steps = self.game.steps();
        let mut men = Vec::with_capacity(choices.len());
        in_slices(py, choices.len(), |slice| {
            for at in slice {
                let game = games.list[at];
                if game.count > 0 && choices[at].cast_unsigned() >= game.count as u64 {
                    return Err(self.wrong_choice(at, game, choices[at], false));
                }
                let legal = steps.get(game.row as usize).map_or(0, |step| step.men);
                let mut of_move = (0..MEN as i8).filter(|man| legal >> man & 1 == 1);
                men.push(of_move.nth(choices[at] as usize).unwrap_or(0));
            }
            Ok(())
        })?;
        Ok(men.into_pyarray(py))
    }

    /// Begins `count` games at the positions with the indices `starts`: one index for each game, or one for all. `seed`
    /// determines all random numbers.
    fn new(
        py: Python<'_>,
        game: Arc<dyn Playable<MEN>>,
        (count, starts): (usize, Vec<i64>),
        seed: u64,
        restarts: bool,
    ) -> PyResult<Series<MEN>> {
        let mut series = Series::empty(Arc::clone(&game), restarts);
        let (mut valid, mut games) = (Vec::new(), Vec::new());
        let room = valid.try_reserve_exact(count);
        if room.and(games.try_reserve_exact(count)).is_err() {
            return Err(PyMemoryError::new_err(format!(
                "{count} games do not fit in memory"
            )));
        }
        let mut random = SplitMix(seed);
        py.detach(|| game.steps());
        let table = series.table();
        in_slices(py, count, |slice| {
            let first = slice.start;
            for at in slice {
                let start =
                    series.valid_position(starts[if starts.len() == 1 { 0 } else { at }])?;
                valid.push(start);
                games.push(table.begun(start, &mut random));
            }
            table.count(&mut games[first..]);
            Ok(())
        })?;
        series.starts = Arc::new(valid);
        series.state = State::new(games, random).into();
        Ok(series)
    }

    fn empty(game: Arc<dyn Playable<MEN>>, restarts: bool) -> Series<MEN> {
        let throws = (0..).zip(game.throws());
        let dice = throws.flat_map(|(die, throws)| std::iter::repeat_n(die, throws as usize));
        Series {
            over: (DICE * game.positions()) as u32,
            dice: dice.collect(),
            game,
            starts: Arc::default(),
            restarts,
            state: State {
                games: Arc::default(),
                random: SplitMix(0),
            }
            .into(),
        }
    }

    /// Returns the number of men of a side. For three men it is a constant, so that rows of arrays are written fast.
    fn width(&self) -> usize {
        if MEN == 3 { 3 } else { self.game.men_of_side() }
    }

    fn now(&self) -> State {
        let state = self.state.lock();
        state.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Replaces the state `before`; an exception if another thread has replaced it meanwhile.
    fn put(&self, before: &State, after: State) -> PyResult<()> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if !Arc::ptr_eq(&state.games, &before.games) || state.random != before.random {
            return Err(PyRuntimeError::new_err(
                "two threads used this batch at the same time, and this call has changed nothing: give each thread a batch of its own, or let a threading.Lock guard this batch",
            ));
        }
        *state = after;
        Ok(())
    }

    fn replace(&self, before: &State, games: Vec<OneGame>, random: SplitMix) -> PyResult<()> {
        self.put(before, State::new(games, random))
    }

    fn step<'py, T: Copy + Into<i64> + Sync>(
        &self,
        py: Python<'py>,
        choices: &[T],
        by_man: bool,
        mask: Option<&[bool]>,
    ) -> PyResult<Array<'py, i8>> {
        let before = self.now();
        self.check_length(choices.len())?;
        if let Some(mask) = mask {
            self.check_length(mask.len())?;
        }
        let (table, mut random) = (self.table(), before.random.clone());
        let mut games = Vec::with_capacity(choices.len());
        in_slices(py, choices.len(), |slice| {
            let mut wrong = None;
            let first = slice.start;
            let of_slice = before.games.list[slice.clone()].iter();
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
        let won = each(py, &games, |game| game.won)?;
        self.replace(&before, games, random)?;
        Ok(won)
    }

    /// Returns a game with another position, die and player on roll, if they are given.
    fn changed(
        &self,
        at: usize,
        mut game: OneGame,
        [place, roll, player]: [Option<i64>; 3],
        random: &mut SplitMix,
    ) -> PyResult<OneGame> {
        if let Some(place) = place {
            game.row = DICE as u32 * self.valid_position(place)?;
            if roll.is_none() {
                game.row += die(&self.dice, random.next());
            }
        }
        if let Some(roll) = roll {
            if !(1..=DICE as i64).contains(&roll) {
                let text = format!("{roll} is not a die: a die shows 1 to 6");
                return Err(PyValueError::new_err(text));
            }
            if game.row >= self.over {
                return Err(PyValueError::new_err(format!(
                    "game {at} is over, and has no die: set its position too"
                )));
            }
            game.row = game.row / DICE as u32 * DICE as u32 + roll as u32 - 1;
        }
        if let Some(player) = player {
            if player & 1 != player {
                let text = format!("{player} is not a player: give 0 or 1");
                return Err(PyValueError::new_err(text));
            }
            game.player = player as i8;
        }
        let step = self.game.steps().get(game.row as usize);
        game.count = step.map_or(0, |step| step.count);
        Ok(game)
    }

    fn table(&self) -> Table<'_, MEN> {
        Table {
            steps: self.game.steps(),
            dice: &self.dice,
            positions: self.game.positions() as u32,
            restarts: self.restarts,
        }
    }

    /// Returns the position and the die of a game in progress, for messages.
    fn asked(&self, game: OneGame) -> (String, usize) {
        let row = game.row as usize;
        (self.game.notation_of(row / DICE), row % DICE + 1)
    }

    fn valid_position(&self, given: i64) -> PyResult<u32> {
        let number = u32::try_from(given).ok();
        let number = number.filter(|&number| (number as usize) < self.game.positions());
        number.ok_or_else(|| self.game.wrong_index(&given.to_string()))
    }

    fn check_length(&self, found: usize) -> PyResult<()> {
        let games = self.starts.len();
        if found == games {
            return Ok(());
        }
        Err(PyValueError::new_err(format!(
            "there are {games} games: give one element for each game, not {found} elements"
        )))
    }

    fn wrong_choice(&self, at: usize, game: OneGame, choice: i64, by_man: bool) -> PyErr {
        let (position, die) = self.asked(game);
        PyValueError::new_err(if by_man {
            let step = &self.game.steps()[game.row as usize];
            let legal = (0..MEN as i64).filter(|&man| step.rank_of(man).is_some());
            let legal: Vec<String> = legal.map(|man| man.to_string()).collect();
            let legal = legal.join(", ");
            format!(
                "man {choice} of game {at} cannot move: in {position} with a {die}, give one of {legal}"
            )
        } else {
            let count = game.count;
            format!(
                "the choice {choice} of game {at} is not one of its {count} legal moves, counted from 0: the position is {position} with a {die}"
            )
        })
    }
}

/// The tables by which games are moved on.
#[derive(Clone, Copy)]
struct Table<'a, const MEN: usize> {
    steps: &'a [Step<MEN>],
    dice: &'a [u8],
    positions: u32,
    restarts: bool,
}

impl<const MEN: usize> Table<'_, MEN> {
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
            game.count = self
                .steps
                .get(game.row as usize)
                .map_or(0, |step| step.count);
        }
    }
}

impl State {
    fn new(list: Vec<OneGame>, random: SplitMix) -> State {
        let games = Games {
            list,
            arrays: OnceLock::new(),
        };
        State {
            games: Arc::new(games),
            random,
        }
    }
}

/// Copies an array of the caller, which other threads may change at any time.
fn copied<T: Element + Copy>(array: &Given<'_, T>) -> PyResult<Vec<T>> {
    Ok(array.as_slice()?.to_vec())
}

/// Makes an array with an element for each game.
fn each<'py, T: Element + Send>(
    py: Python<'py>,
    games: &[OneGame],
    of: impl Fn(OneGame) -> T + Send + Sync,
) -> PyResult<Array<'py, T>> {
    let mut elements = Vec::with_capacity(games.len());
    in_slices(py, games.len(), |slice| {
        elements.extend(games[slice].iter().map(|&game| of(game)));
        Ok(())
    })?;
    Ok(elements.into_pyarray(py))
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
#[derive(Clone, PartialEq, Eq)]
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
