//! Tables of all moves of a rule set, for code that visits many positions.
//!
//! The moves of a side depend only on that side. The effect of a hit depends only on the side that is hit. So two small
//! tables with an entry for each side give the moves of all positions.

use super::moves::journey;
use super::{Die, Man, Point, Position, Rules, Side};

/// Positions after every legal move of a rule set, looked up in two tables with an entry for each side.
///
/// ```
/// use tourne_solver::{Die, PlayTable, Position, Rules};
///
/// let rules = Rules::STANDARD;
/// let position = rules.position(&"04h/007".parse()?)?;
/// let plays = Die::ALL.into_iter().flat_map(|die| rules.plays(position, die));
/// let nexts: Vec<Position> = plays.map(|play| play.next).collect();
/// assert_eq!(PlayTable::new(rules).nexts(position).collect::<Vec<_>>(), nexts);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlayTable {
    /// For each packed side and die, the index in `steps` of the first step; the next entry is where its steps end.
    firsts: Vec<u16>,
    steps: Vec<Advance>,
    /// For each packed side and each point where an enemy man can arrive, the side after the arrival.
    after_hit: Vec<Side>,
}

/// Effect of a move or pass on the mover's side, and the point where the move may hit.
#[derive(Clone, Copy, Debug)]
struct Advance {
    side: Side,
    /// Point of arrival, or [`NOWHERE`].
    arrival: u8,
}

/// Value of `arrival` if the step cannot hit: the man goes home or off the board, or no man can move.
const NOWHERE: u8 = 0;
/// Number of different arrivals: points 1 to 11, and [`NOWHERE`].
const ARRIVALS: usize = 12;
const DICE: usize = Die::ALL.len();

impl PlayTable {
    /// Makes the table of a rule set. It has an entry for every side that can be written down, legal or not.
    pub fn new(rules: Rules) -> PlayTable {
        let mut table = PlayTable {
            firsts: Vec::with_capacity(Side::PACKED_END * DICE + 1),
            steps: Vec::new(),
            after_hit: vec![Side::START; Side::PACKED_END * ARRIVALS],
        };
        for side in Side::all() {
            // Some packed numbers belong to no side: they have no steps.
            table.firsts.resize(side.packed() * DICE, table.end());
            for die in Die::ALL {
                table.firsts.push(table.end());
                table.add_steps(rules, side, die);
            }
            let hits = &mut table.after_hit[side.packed() * ARRIVALS..][..ARRIVALS];
            hits[usize::from(NOWHERE)] = side;
            for point in Point::ALL.into_iter().filter(|point| !point.is_home()) {
                hits[usize::from(point.number())] = rules.after_hit(side, point);
            }
        }
        table.firsts.push(table.end());
        table
    }

    fn add_steps(&mut self, rules: Rules, side: Side, die: Die) {
        let movers = rules.movers(side, die);
        for man in movers.iter() {
            let (_, to) = journey(side.men()[man], die);
            let exposed = to.filter(|point| !point.is_home());
            self.steps.push(Advance {
                side: side.moved(man, to.map_or(Man::Off, Man::On)),
                arrival: exposed.map_or(NOWHERE, Point::number),
            });
        }
        if movers.is_empty() {
            let arrival = NOWHERE;
            self.steps.push(Advance { side, arrival });
        }
    }

    /// Returns the number of steps in the table so far. A complete table has at most 10,080: one for each of 560 sides,
    /// 6 dice and 3 men.
    fn end(&self) -> u16 {
        u16::try_from(self.steps.len()).expect("every rule set has at most 10,080 steps")
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
    pub fn nexts(&self, position: Position) -> impl Iterator<Item = Position> + '_ {
        let row = position.on_roll().packed() * DICE;
        let (first, end) = (self.firsts[row], self.firsts[row + DICE]);
        let end = if position.is_over() { first } else { end };
        let after_hit = &self.after_hit[position.opponent().packed() * ARRIVALS..][..ARRIVALS];
        let steps = self.steps[usize::from(first)..usize::from(end)].iter();
        steps.map(|step| Position::new(after_hit[usize::from(step.arrival)], step.side))
    }
}
