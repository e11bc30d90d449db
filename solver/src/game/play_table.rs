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
/// let table = PlayTable::new(rules);
/// let position = rules.position(&"04h/007".parse()?)?;
/// for die in Die::ALL {
///     let plays = rules.plays(position, die);
///     let nexts: Vec<Position> = plays.iter().map(|play| play.next).collect();
///     assert_eq!(table.nexts(position, die).collect::<Vec<_>>(), nexts);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlayTable {
    /// For each packed side and die, the range of its entries in `steps`.
    rows: Vec<StepRange>,
    steps: Vec<Advance>,
    /// For each packed side and each point where an enemy man can arrive, the side after the arrival.
    after_hit: Vec<Side>,
}

/// Range of indices in `PlayTable::steps`.
#[derive(Clone, Copy, Debug, Default)]
struct StepRange {
    first: u16,
    end: u16,
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
pub(crate) const ARRIVALS: usize = 12;
const DICE: usize = Die::ALL.len();

impl PlayTable {
    /// Makes the table of a rule set. It has an entry for every side that can be written down, legal or not.
    pub fn new(rules: Rules) -> PlayTable {
        let mut table = PlayTable {
            rows: vec![StepRange::default(); Side::PACKED_END * DICE],
            steps: Vec::new(),
            after_hit: vec![Side::START; Side::PACKED_END * ARRIVALS],
        };
        for side in Side::all() {
            for die in Die::ALL {
                table.add_steps(rules, side, die);
            }
            let hits = &mut table.after_hit[side.packed() * ARRIVALS..][..ARRIVALS];
            hits[usize::from(NOWHERE)] = side;
            for point in Point::ALL.into_iter().filter(|point| !point.is_home()) {
                hits[usize::from(point.number())] = rules.after_hit(side, point);
            }
        }
        table
    }

    fn add_steps(&mut self, rules: Rules, side: Side, die: Die) {
        let first = self.end();
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
        let end = self.end();
        self.rows[side.packed() * DICE + die.index()] = StepRange { first, end };
    }

    /// Returns the number of steps in the table so far. A complete table has at most 10,080: one for each of 560 sides,
    /// 6 dice and 3 men.
    fn end(&self) -> u16 {
        u16::try_from(self.steps.len()).expect("every rule set has at most 10,080 steps")
    }

    /// Returns the positions after all legal moves, from those with a 1 to those with a 6; none if the game is over.
    #[cfg(feature = "solve")]
    #[inline]
    pub(crate) fn nexts_with_any(&self, position: Position) -> impl Iterator<Item = Position> + '_ {
        // The steps of one side are contiguous, by ascending die.
        let row = position.on_roll().packed() * DICE;
        let (first, end) = (self.rows[row].first, self.rows[row + DICE - 1].end);
        let end = if position.is_over() { first } else { end };
        self.after(position, StepRange { first, end })
    }

    /// Iterates over the moves of a side with a die, or over its pass. An item is the side after the move, and the
    /// point where the move may hit; the point is 0 if the move cannot hit.
    #[cfg(feature = "solve")]
    pub(crate) fn steps(&self, side: Side, die: Die) -> impl Iterator<Item = (Side, u8)> + '_ {
        let steps = self.of(self.rows[side.packed() * DICE + die.index()]);
        steps.iter().map(|step| (step.side, step.arrival))
    }

    /// Returns the sides that can follow when an enemy man arrives: entry *n*, from 1 to 11, is for an arrival opposite
    /// point *n* of this side. Entry 0 is the unchanged side.
    #[cfg(feature = "solve")]
    pub(crate) fn after_hit(&self, side: Side) -> &[Side] {
        &self.after_hit[side.packed() * ARRIVALS..][..ARRIVALS]
    }

    /// Returns the positions after all legal moves with a die, as ordered by [`Rules::plays`]; none if the game is
    /// over.
    #[inline]
    pub fn nexts(&self, position: Position, die: Die) -> impl Iterator<Item = Position> + '_ {
        let StepRange { first, end } = self.rows[position.on_roll().packed() * DICE + die.index()];
        let end = if position.is_over() { first } else { end };
        self.after(position, StepRange { first, end })
    }

    #[inline]
    fn of(&self, StepRange { first, end }: StepRange) -> &[Advance] {
        &self.steps[usize::from(first)..usize::from(end)]
    }

    /// Returns the positions after these steps of the player on roll.
    #[inline]
    fn after(&self, position: Position, steps: StepRange) -> impl Iterator<Item = Position> + '_ {
        let after_hit = &self.after_hit[position.opponent().packed() * ARRIVALS..][..ARRIVALS];
        let steps = self.of(steps).iter();
        steps.map(|step| Position::new(after_hit[usize::from(step.arrival)], step.side))
    }
}
