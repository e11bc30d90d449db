//! The canonical order of positions: from a position to its number and back, without hashing.
//!
//! Positions that can be asked about are sorted by the side on roll, then by the opponent, both
//! in the order of the notation (0 < x < 1 < … < 9 < a < b < h), and numbered from 0.

use super::{Position, Rules, Side};

/// Numbers every position of a rule set, from 0, in canonical order.
///
/// A look-up is two table reads and an addition. The tables take a few hundred kilobytes.
///
/// ```
/// use tourne_solver::game::{Index, Rules};
///
/// let index = Index::new(Rules::STANDARD);
/// assert_eq!(index.len(), 52_347);
/// assert_eq!(index.number(Rules::STANDARD.start()), Some(0));
/// let last = index.positions().last().unwrap();
/// assert_eq!(last.to_string(), "bhh/ahh");
/// assert_eq!(index.number(last), Some(52_346));
/// ```
#[derive(Clone, Debug)]
pub struct Index {
    /// The sides that are not finished, ascending.
    sides: Vec<Side>,
    /// For each packed side its place in `sides`, or [`NONE`].
    side_numbers: Vec<u16>,
    /// For each side on roll the number of its first position.
    firsts: Vec<u32>,
    /// For each side on roll and opponent how many positions of the same side on roll precede, or
    /// [`NONE`] if the two cannot face each other.
    ranks: Vec<u16>,
    len: usize,
}

const NONE: u16 = u16::MAX;

impl Index {
    /// The index of a rule set.
    #[must_use]
    pub fn new(rules: Rules) -> Index {
        let sides: Vec<Side> = rules.sides().filter(|side| !side.is_finished()).collect();
        let mut side_numbers = vec![NONE; Side::PACKED_END];
        for (number, side) in sides.iter().enumerate() {
            side_numbers[side.packed()] = number as u16;
        }
        let mut firsts = Vec::with_capacity(sides.len());
        let mut ranks = Vec::with_capacity(sides.len() * sides.len());
        let mut len = 0;
        for &on_roll in &sides {
            firsts.push(len);
            let mut rank = 0;
            for &opponent in &sides {
                let is_position = Position::nobody_faces(on_roll, opponent);
                ranks.push(if is_position { rank } else { NONE });
                rank += u16::from(is_position);
            }
            len += u32::from(rank);
        }
        Index {
            sides,
            side_numbers,
            firsts,
            ranks,
            len: len as usize,
        }
    }

    /// How many positions there are.
    #[must_use]
    #[expect(
        clippy::len_without_is_empty,
        reason = "no rule set is without positions"
    )]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// The position's number, below [`len`](Index::len), or `None` if it is over or not a position
    /// of this rule set.
    #[must_use]
    #[inline]
    pub fn number(&self, position: Position) -> Option<usize> {
        let on_roll = *self.side_numbers.get(position.on_roll().packed())?;
        let opponent = *self.side_numbers.get(position.opponent().packed())?;
        if on_roll == NONE || opponent == NONE {
            return None;
        }
        let (on_roll, opponent) = (usize::from(on_roll), usize::from(opponent));
        let rank = self.ranks[on_roll * self.sides.len() + opponent];
        (rank != NONE).then(|| self.firsts[on_roll] as usize + usize::from(rank))
    }

    /// All positions, in canonical order.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        self.sides.iter().flat_map(|&on_roll| {
            let opponents = self.sides.iter();
            let facing = opponents.filter(move |&&side| Position::nobody_faces(on_roll, side));
            facing.map(move |&opponent| Position::new(on_roll, opponent))
        })
    }
}
