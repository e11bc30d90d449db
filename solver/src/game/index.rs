//! The canonical order of positions: converts a position to its number and back, without hashing.
//!
//! Positions in which the game is not over are sorted by the side on roll, then by the opponent, both in the order of
//! the notation (0 < x < 1 < … < 9 < a < b < h), and numbered from 0.

use super::{Die, Men, Position, Rules, Side};

/// Index of the positions of a rule set: the number of each position in canonical order, and the men that can move.
///
/// A look-up reads small tables, which together take 0.4 to 1.3 megabytes, depending on the rules.
///
/// ```
/// use tourne_solver::{Die, Index, Men, Rules};
///
/// let index = Index::new(Rules::STANDARD);
/// assert_eq!(index.len(), 52_347);
/// assert_eq!(index.number(Rules::STANDARD.start()), Some(0));
/// let last = index.positions().last().unwrap();
/// assert_eq!(last.to_string(), "bhh/ahh");
/// assert_eq!(index.number(last), Some(52_346));
/// assert_eq!(index.movers(last.on_roll(), Die::new(1)), Men::of([0]));
/// ```
#[derive(Clone, Debug)]
pub struct Index {
    /// Sides with at least one man not home, ascending.
    sides: Vec<Side>,
    /// Index in `sides` of each packed side; `sides.len()` for a side that is not in the list.
    side_numbers: Vec<u16>,
    /// Square table with a row for each side on roll and a column for each opponent. An entry is the number of the
    /// position, or [`NONE`] if the two sides do not form a position.
    numbers: Vec<u32>,
    /// Men that can move, for each side and die.
    movers: Vec<[Men; 6]>,
    len: usize,
}

const NONE: u32 = u32::MAX;

impl Index {
    /// Numbers the positions of a rule set.
    pub fn new(rules: Rules) -> Index {
        let sides: Vec<Side> = rules.sides().filter(|side| !side.is_finished()).collect();
        let mut side_numbers = vec![sides.len() as u16; Side::PACKED_END];
        for (number, side) in sides.iter().enumerate() {
            side_numbers[side.packed()] = number as u16;
        }
        let places = sides.len() + 1;
        let mut numbers = vec![NONE; places * places];
        let mut len = 0;
        for (row, &on_roll) in numbers.chunks_exact_mut(places).zip(&sides) {
            for (number, &opponent) in row.iter_mut().zip(&sides) {
                if Position::nobody_faces(on_roll, opponent) {
                    *number = len;
                    len += 1;
                }
            }
        }
        let movers = sides
            .iter()
            .map(|&side| Die::ALL.map(|die| rules.movers(side, die)));
        Index {
            movers: movers.collect(),
            sides,
            side_numbers,
            numbers,
            len: len as usize,
        }
    }

    /// Returns the number of positions in which the game is not over.
    #[expect(clippy::len_without_is_empty, reason = "every rule set has positions")]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns the number of this position in canonical order, from 0 to [`len`](Index::len) − 1; `None` if the game is
    /// over or the position is not legal under its rules.
    #[inline]
    pub fn number(&self, position: Position) -> Option<usize> {
        let row = self.place(position.on_roll()) * (self.sides.len() + 1);
        let number = self.numbers[row + self.place(position.opponent())];
        (number != NONE).then_some(number as usize)
    }

    #[inline]
    fn place(&self, side: Side) -> usize {
        usize::from(self.side_numbers[side.packed()])
    }

    /// Looks up the men that [`Rules::movers`] returns; none if the side is finished or not legal under the rules.
    #[inline]
    pub fn movers(&self, side: Side, die: Die) -> Men {
        let by_die = self.movers.get(self.place(side));
        by_die.map_or(Men::NONE, |by_die| by_die[die.index()])
    }

    /// Looks up the [`movers`](Index::movers) of a side with each die.
    #[cfg(feature = "solve")]
    #[inline]
    pub(crate) fn movers_by_die(&self, side: Side) -> [Men; 6] {
        let by_die = self.movers.get(self.place(side));
        by_die.copied().unwrap_or_default()
    }

    /// Returns all positions, in canonical order.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        self.sides.iter().flat_map(|&on_roll| {
            let opponents = self.sides.iter();
            let facing = opponents.filter(move |&&side| Position::nobody_faces(on_roll, side));
            facing.map(move |&opponent| Position::new(on_roll, opponent))
        })
    }
}
