//! The positions after every legal move of a rule set, for code that visits many positions.
//!
//! The moves of a side depend only on that side. The effect of a hit depends only on the side that is hit. So two small
//! tables with an entry for each side give the moves of all positions.

use super::moves::journey;
use super::{Die, Man, Point, Position, Rules, Side};

/// Positions after every legal move of a rule set, looked up in two tables with an entry for each side.
///
/// ```
/// use tourne_solver::{Die, NextPositions, Position, Rules};
///
/// let rules = Rules::STANDARD;
/// let position = rules.position(&"04h/007".parse()?)?;
/// let plays = Die::ALL.into_iter().flat_map(|die| rules.plays(position, die));
/// let next: Vec<Position> = plays.map(|play| play.next).collect();
/// assert_eq!(NextPositions::new(rules).after(position).collect::<Vec<_>>(), next);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct NextPositions {
    /// For each packed side and die, the index in `moved` of its first legal move or pass; the next entry is where its
    /// moves end.
    firsts: Vec<u16>,
    /// For each legal move or pass, the mover's side after it, and the point of arrival, or [`NOWHERE`].
    moved: Vec<(Side, u8)>,
    /// For each packed side and each point where an enemy man can arrive, the side after the arrival.
    after_hit: Vec<Side>,
}

/// Point of arrival if a move cannot hit: the man goes home or off the board, or no man can move.
const NOWHERE: u8 = 0;
/// Number of different arrivals: points 1 to 11, and [`NOWHERE`].
const ARRIVALS: usize = 12;
const DICE: usize = Die::ALL.len();

impl NextPositions {
    /// Makes the tables of a rule set. They have an entry for every side that can be written down, legal or not.
    pub fn new(rules: Rules) -> NextPositions {
        let mut nexts = NextPositions {
            firsts: Vec::with_capacity(Side::PACKED_END * DICE + 1),
            moved: Vec::new(),
            after_hit: vec![Side::START; Side::PACKED_END * ARRIVALS],
        };
        for side in Side::all() {
            // Some packed numbers belong to no side: they have no moves.
            nexts.firsts.resize(side.packed() * DICE, nexts.end());
            for die in Die::ALL {
                nexts.firsts.push(nexts.end());
                nexts.add_moves(rules, side, die);
            }
            let hits = &mut nexts.after_hit[side.packed() * ARRIVALS..][..ARRIVALS];
            hits[usize::from(NOWHERE)] = side;
            for point in Point::ALL.into_iter().filter(|point| !point.is_home()) {
                hits[usize::from(point.number())] = rules.after_hit(side, point);
            }
        }
        nexts.firsts.push(nexts.end());
        nexts
    }

    fn add_moves(&mut self, rules: Rules, side: Side, die: Die) {
        let movers = rules.movers(side, die);
        for man in movers.iter() {
            let (_, to) = journey(side.men()[man], die);
            let exposed = to.filter(|point| !point.is_home());
            let moved = side.moved(man, to.map_or(Man::Off, Man::On));
            let arrival = exposed.map_or(NOWHERE, Point::number);
            self.moved.push((moved, arrival));
        }
        if movers.is_empty() {
            self.moved.push((side, NOWHERE));
        }
    }

    /// Returns the number of moves in the table so far. A complete table has at most 10,080: one for each of 560 sides,
    /// 6 dice and 3 men.
    fn end(&self) -> u16 {
        u16::try_from(self.moved.len()).expect("every rule set has at most 10,080 moves of a side")
    }

    /// Returns the number of legal moves of a side with each die, where a pass counts as a move.
    #[cfg(feature = "solve")]
    #[inline]
    pub(crate) fn counts(&self, side: Side) -> [u8; DICE] {
        let firsts = &self.firsts[side.packed() * DICE..][..=DICE];
        std::array::from_fn(|die| (firsts[die + 1] - firsts[die]) as u8)
    }

    /// Returns the positions after all legal moves: first those with a 1, last those with a 6, each as ordered by
    /// [`Rules::plays`]. There are none if the game is over.
    #[inline]
    pub fn after(&self, position: Position) -> impl Iterator<Item = Position> + '_ {
        let row = position.on_roll().packed() * DICE;
        let (first, end) = (self.firsts[row], self.firsts[row + DICE]);
        let end = if position.is_over() { first } else { end };
        let after_hit = &self.after_hit[position.opponent().packed() * ARRIVALS..][..ARRIVALS];
        let moved = self.moved[usize::from(first)..usize::from(end)].iter();
        moved.map(|&(side, arrival)| Position::new(after_hit[usize::from(arrival)], side))
    }
}
