//! The game and policies as arrays, indexed by position (in canonical order), die and man.

use tourne_solver::{Die, MOST_MOVES, Man, Position, Solution};

use super::arena::DICE;
use super::chance::{divisor, probability};
use super::{Arena, Policy, PolicyError, Row, Said};

/// The game as arrays. Each array has one entry for each position, in canonical order.
///
/// The *column* of a move is the index of its man, 0 to 2, in the order in which a position is written. If several men
/// share a point, or are off the board together, a move of any of them has the column of the first. If no man can move,
/// column 0 is the pass.
///
/// ```
/// use tourne::policy::GameArrays;
/// use tourne::solutions;
///
/// let solution = solutions::standard();
/// let arrays = GameArrays::new(solution);
/// // One turn of value iteration over the proven values changes nothing.
/// let start: f64 = (0..6).map(|die| {
///     let nexts = arrays.next[0][die].iter().filter(|&&next| next != GameArrays::ILLEGAL);
///     let best = nexts.map(|&next| 1.0 - solution.values()[next as usize]).fold(0.0, f64::max);
///     best * [11.0, 9.0, 7.0, 5.0, 3.0, 1.0][die] / 36.0
/// }).sum();
/// assert!((start - solution.values()[0]).abs() < 1e-12);
/// ```
#[derive(Clone, Debug, Default)]
pub struct GameArrays {
    /// Men of each position: three men of the player on roll, then three of the opponent. Each man is a number, which
    /// [`place`] explains.
    pub men: Vec<[i8; 6]>,
    /// Result of the move in each column, by position and die. The result is the index of the next position, with the
    /// opponent on roll. A move that wins *n* points has the result *p* + *n* − 1, where *p* is the number of
    /// positions. A column without a legal move has the result [`ILLEGAL`](GameArrays::ILLEGAL).
    pub next: Vec<[[i32; MOST_MOVES]; DICE]>,
    /// For each position, die and column, `true` if the move is a best move.
    pub best: Vec<[[bool; MOST_MOVES]; DICE]>,
    /// For each position, `true` if it can arise from the start.
    pub reachable: Vec<bool>,
}

impl GameArrays {
    /// Entry of [`next`](GameArrays::next) for a column without a legal move.
    pub const ILLEGAL: i32 = -1;

    /// Creates the arrays of the game that `solution` solves.
    ///
    /// # Panics
    ///
    /// Never: a legal move leads to a position of the index, or ends the game.
    pub fn new(solution: &Solution) -> GameArrays {
        let (rules, index) = (solution.rules(), solution.index());
        let mut arrays = GameArrays::default();
        for (position, best_moves) in index.positions().zip(solution.all_best_moves()) {
            let mut nexts = [[GameArrays::ILLEGAL; MOST_MOVES]; DICE];
            let mut best = [[false; MOST_MOVES]; DICE];
            for die in Die::ALL {
                for play in rules.plays(position, die) {
                    let column = play.man.unwrap_or(0);
                    let node = match rules.points_won(play.next) {
                        Some(points) => Some(index.len() + usize::from(points) - 1),
                        None => index.number(play.next),
                    };
                    let next = node.and_then(|node| i32::try_from(node).ok());
                    nexts[die.index()][column] = next.expect("the game has the next position");
                    best[die.index()][column] = best_moves.contains(die, &play);
                }
            }
            arrays.men.push(men(position));
            arrays.next.push(nexts);
            arrays.best.push(best);
            arrays.reachable.push(best_moves.is_reachable());
        }
        arrays
    }
}

/// Returns the men of a position as numbers: the three men of the player on roll first, each side in the order of the
/// notation.
fn men(position: Position) -> [i8; 6] {
    let mut men = [0; 6];
    let sides = [position.on_roll(), position.opponent()];
    for (men, side) in men.chunks_exact_mut(3).zip(sides) {
        men.copy_from_slice(&side.men().map(place));
    }
    men
}

/// Returns the place of a man as a number: 1 to 11 for a point, 12 for home, 0 for off the board. A man off the board
/// that must enter because it was hit has the number −1.
///
/// ```
/// use tourne::policy::{man, place};
/// use tourne_solver::Man;
///
/// assert_eq!(place(Man::HOME), 12);
/// assert!(Man::all().all(|one| man(place(one).into()) == Some(one)));
/// assert_eq!(man(13), None);
/// ```
pub fn place(man: Man) -> i8 {
    match man {
        Man::Off => 0,
        Man::Owing => -1,
        // Points are numbered 1 to 12, so the cast keeps the value.
        Man::On(point) => point.number().cast_signed(),
    }
}

/// Returns the man for which [`place`] returns this number; `None` if there is none.
pub fn man(number: i64) -> Option<Man> {
    Man::all().find(|&man| i64::from(place(man)) == number)
}

/// Returns the column of each legal move of a row, rearmost man first.
fn columns(arena: &Arena, row: Row) -> impl Iterator<Item = usize> + use<> {
    let men = arena.states().movers(row.state(), row.die());
    let pass = men.is_empty().then_some(0);
    men.iter().chain(pass)
}

impl Policy {
    /// Creates a policy from a table of probabilities. The table has six rows for each position in canonical order, for
    /// the dice 1 to 6. A row has the probability of each legal move in the column of that move, as in [`GameArrays`],
    /// and 0 in the other columns. If a row with several legal moves has only zeros, the policy has no answer there.
    ///
    /// # Errors
    ///
    /// [`PolicyError`] if the number of rows is wrong, or if the numbers in a row are not probabilities of legal
    /// moves that sum to 1.
    pub fn from_men(
        arena: &Arena,
        probabilities: &[[f64; MOST_MOVES]],
    ) -> Result<Policy, PolicyError> {
        let mut policy = Policy::unknown(arena);
        let (found, expected) = (probabilities.len(), arena.rows().count());
        if found != expected {
            return Err(PolicyError::Count { expected, found });
        }
        for row in arena.rows() {
            let given = probabilities[arena.number_of(row)];
            if given.iter().all(|&number| number == 0.0) {
                continue;
            }
            let chances = given.map(|number| probability(number).unwrap_or(f64::NAN));
            // The sum is not a number if one of the numbers is not a probability.
            let divisor = divisor(chances.iter().sum());
            let mut probabilities = [0.0; MOST_MOVES];
            let mut elsewhere = chances;
            for (of_move, column) in probabilities.iter_mut().zip(columns(arena, row)) {
                *of_move = std::mem::take(&mut elsewhere[column]);
            }
            let Some(divisor) = divisor.filter(|_| elsewhere.iter().all(|&chance| chance == 0.0))
            else {
                let (position, die) = arena.position_of(row);
                return Err(PolicyError::TableRow {
                    position,
                    die,
                    given,
                    columns: columns(arena, row).collect(),
                });
            };
            let probabilities = probabilities.map(|chance| chance / divisor);
            policy.give(arena, row, &probabilities);
        }
        Ok(policy)
    }

    /// Returns the probabilities of the policy, as the table that [`from_men`](Policy::from_men) reads. A row whose
    /// answer is missing or illegal has only zeros.
    pub fn by_man(&self, arena: &Arena) -> Vec<[f64; MOST_MOVES]> {
        let mut table = vec![[0.0; MOST_MOVES]; arena.rows().count()];
        for row in arena.rows().filter(|&row| self.said(row) == Said::Given) {
            let probabilities = self.probabilities(arena.places(row));
            for (column, &chance) in columns(arena, row).zip(probabilities) {
                table[arena.number_of(row)][column] = chance;
            }
        }
        table
    }
}
