//! Arrays of the game and of policies, by position in canonical order, die and man.

use tourne_solver::{Die, LookUpError, Man, Position, Solution};

use super::chance::sum_of;
use super::{Arena, BadProbabilities, MOST_MOVES, Policy, Said};

const DICE: usize = Die::ALL.len();

/// Arrays of the game, in canonical order of the positions.
///
/// The *column* of a move is the index of its man, 0 to 2 in the order of the notation. If several men stand in one
/// place, the move has the column of the first of them. If no man can move, column 0 is the pass.
///
/// ```
/// use tourne_query::policy::GameArrays;
/// use tourne_query::solutions;
///
/// let solution = solutions::standard();
/// let arrays = GameArrays::new(solution)?;
/// // One turn of value iteration over the proven values changes nothing.
/// let start: f64 = (0..6).map(|die| {
///     let nexts = arrays.next[0][die].iter().filter(|&&next| next != GameArrays::ILLEGAL);
///     let best = nexts.map(|&next| 1.0 - solution.values()[next as usize]).fold(0.0, f64::max);
///     best * [11.0, 9.0, 7.0, 5.0, 3.0, 1.0][die] / 36.0
/// }).sum();
/// assert!((start - solution.values()[0]).abs() < 1e-12);
/// # Ok::<(), tourne_solver::LookUpError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameArrays {
    /// Men of each position: three of the player on roll, then three of the opponent, each as a number that [`place`]
    /// explains.
    pub men: Vec<[i8; 6]>,
    /// Target of the move in each column, by position and die: the number of the position that the opponent then
    /// faces, the number of positions plus *n* − 1 if the move wins *n* points, or [`ILLEGAL`](GameArrays::ILLEGAL) if
    /// the column has no legal move.
    pub next: Vec<[[i32; MOST_MOVES]; DICE]>,
    /// Flag of each column, by position and die: `true` if the move is best.
    pub best: Vec<[[bool; MOST_MOVES]; DICE]>,
    /// Flag of each position: `true` if it can arise from the start.
    pub reachable: Vec<bool>,
}

impl GameArrays {
    /// Entry of [`next`](GameArrays::next) for a column without a legal move.
    pub const ILLEGAL: i32 = -1;

    /// Creates the arrays of the game of a solution.
    ///
    /// # Errors
    ///
    /// [`LookUpError`] if the solution is wrong.
    pub fn new(solution: &Solution) -> Result<GameArrays, LookUpError> {
        let (rules, index) = (solution.rules(), solution.index());
        let mut arrays = GameArrays {
            men: Vec::with_capacity(index.len()),
            next: Vec::with_capacity(index.len()),
            best: Vec::with_capacity(index.len()),
            reachable: Vec::with_capacity(index.len()),
        };
        for position in index.positions() {
            let best_moves = solution.best_moves(position)?;
            let mut nexts = [[GameArrays::ILLEGAL; MOST_MOVES]; DICE];
            let mut best = [[false; MOST_MOVES]; DICE];
            for die in Die::ALL {
                for play in rules.plays(position, die) {
                    let column = play.man.unwrap_or(0);
                    let next = match rules.points_won(play.next) {
                        Some(points) => Some(index.len() + usize::from(points) - 1),
                        None => index.number(play.next),
                    };
                    let next = next.and_then(|next| i32::try_from(next).ok());
                    nexts[die.index()][column] = next.ok_or(LookUpError::NotHeld {
                        position: play.next,
                        rules,
                    })?;
                    best[die.index()][column] = best_moves.contains(die, &play);
                }
                if !best[die.index()].contains(&true) {
                    return Err(LookUpError::WrongBestMove {
                        position,
                        die,
                        rules,
                    });
                }
            }
            arrays.men.push(men(position));
            arrays.next.push(nexts);
            arrays.best.push(best);
            arrays.reachable.push(best_moves.is_reachable());
        }
        Ok(arrays)
    }
}

/// Men of a position as numbers: own men first, each side in the order of the notation.
fn men(position: Position) -> [i8; 6] {
    let mut men = [0; 6];
    let sides = [position.on_roll(), position.opponent()];
    for (men, side) in men.chunks_exact_mut(3).zip(sides) {
        men.copy_from_slice(&side.men().map(place));
    }
    men
}

/// Number of a man's place: 0 off, −1 off and owing its entry, 1 to 11 on that point, 12 home.
///
/// ```
/// use tourne_query::policy::{man, place};
/// use tourne_solver::Man;
///
/// assert_eq!(place(Man::HOME), 12);
/// assert!(Man::all().all(|one| man(place(one).into()) == Some(one)));
/// assert_eq!(man(13), None);
/// ```
#[must_use]
pub fn place(man: Man) -> i8 {
    match man {
        Man::Off => 0,
        Man::Owing => -1,
        // Points are 1 to 12.
        Man::On(point) => point.number().cast_signed(),
    }
}

/// Man whose [`place`] has this number; `None` if no place has it.
#[must_use]
pub fn man(number: i64) -> Option<Man> {
    Man::all().find(|&man| i64::from(place(man)) == number)
}

impl Policy {
    /// Creates a policy from probabilities: a row for each position in canonical order and die 1 to 6, with the
    /// probability of each legal move in its column, as in [`GameArrays`], and 0 in all other columns. If a row with a
    /// choice has only zeros, the policy gives no move there.
    ///
    /// # Errors
    ///
    /// [`BadProbabilities`] if the number of rows is wrong, or a row does not hold probabilities that sum to 1.
    ///
    /// ```
    /// use tourne_query::policy::{Arena, Builtin, Policy};
    /// use tourne_query::solutions;
    ///
    /// let arena = Arena::new(solutions::standard())?;
    /// let table = Builtin::Hit.policy(&arena).by_man(&arena);
    /// assert_eq!(Policy::from_men(&arena, &table)?.by_man(&arena), table);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_men(
        arena: &Arena,
        probabilities: &[[f64; MOST_MOVES]],
    ) -> Result<Policy, BadProbabilities> {
        let mut policy = Policy::unknown(arena);
        let (found, expected) = (probabilities.len(), arena.rows().count());
        if found != expected {
            return Err(BadProbabilities::Count { expected, found });
        }
        for row in arena.rows() {
            let given = probabilities[arena.number_of(row)];
            if given.iter().all(|&number| number == 0.0) {
                continue;
            }
            let columns = arena.columns(row);
            let is_elsewhere = |column: usize| given[column] != 0.0 && !columns.contains(&column);
            let sum = sum_of(given).ok();
            let Some(sum) = sum.filter(|_| !(0..MOST_MOVES).any(is_elsewhere)) else {
                let (position, die) = arena.position_of(row);
                return Err(BadProbabilities::Row {
                    position,
                    die,
                    given,
                    columns: columns.to_vec(),
                });
            };
            // Probabilities that sum to 1 but for rounding stay as they are: those of a policy give the same policy.
            let is_rounded = (sum - 1.0).abs() <= 4.0 * f64::EPSILON;
            let sum = if is_rounded { 1.0 } else { sum };
            let mut chances = [0.0; MOST_MOVES];
            for (chance, column) in chances.iter_mut().zip(columns) {
                *chance = given[column] / sum;
            }
            policy.give(arena, row, &chances);
        }
        Ok(policy)
    }

    /// Probabilities of the policy, in the form that [`from_men`](Policy::from_men) reads. Rows whose answer is missing
    /// or illegal have only zeros.
    #[must_use]
    pub fn by_man(&self, arena: &Arena) -> Vec<[f64; MOST_MOVES]> {
        let mut table = vec![[0.0; MOST_MOVES]; arena.rows().count()];
        for row in arena.rows().filter(|&row| self.said(row) == Said::Given) {
            let chances = self.chances(arena.places(row));
            for (column, &chance) in arena.columns(row).into_iter().zip(chances) {
                table[arena.number_of(row)][column] = chance;
            }
        }
        table
    }
}
