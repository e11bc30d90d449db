//! The game with any number of men on any number of points, to see what solving costs as games grow.
//!
//! The moves of a side depend on that side alone, and what a hit leaves on the other side alone. Sides are few, so they
//! have tables, from which the graph is made.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

use tourne_solver::graph::{Graph, Rows, Target};

/// Chances of the lower of two dice, in 36.
const CHANCES: [u32; 6] = [11, 9, 7, 5, 3, 1];
/// Maximum number of men of a side.
const MOST_MEN: usize = 8;

/// The standard rules with this number of men on this number of points, the last of which is home.
///
/// Positions with more men home come first, as a block that play never comes back to, and within a block those
/// with fewer pips to go.
pub struct Race {
    men: usize,
    points: usize,
    blocks: Vec<Range<usize>>,
    /// All sides but the finished one, by men home and pips to go.
    sides: Vec<Side>,
    /// For each state the side on roll and the other, by number.
    pairs: Vec<[u16; 2]>,
    /// Index of the first step of each side and die; one more at the end.
    firsts: Vec<u32>,
    steps: Vec<Step>,
    /// The side that is left after a hit, for each side and point; at point 0 the side itself.
    after_hit: Vec<u16>,
    /// Place of each side as the opponent: its cell in a row, times the sides of a cell, and its bit.
    places: Vec<u32>,
    /// For each side on roll a row of cells.
    cells: Vec<Cell>,
    cells_in_row: usize,
}

/// The men of a player who has not won.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Side {
    home: usize,
    /// A bit for each point with a man, from point 1 on.
    on: u64,
}

/// The effect of a move on the mover's side.
struct Step {
    /// The side after the move, or [`FINISHED`].
    side: u16,
    /// The point of arrival if a man can be hit there, otherwise 0.
    arrival: u8,
}

/// Number of the side that has all men home.
const FINISHED: u16 = u16::MAX;

/// A side on roll against opponents with equally many men home and pips to go: these are consecutive
/// states, but for the opponents that face it, which are not legal.
#[derive(Clone, Default)]
struct Cell {
    /// State of the first legal opponent.
    first: u32,
    /// A bit for each opponent that is legal.
    legal: u32,
}

/// Number of sides in a cell.
const IN_CELL: usize = u32::BITS as usize;

/// Sides with equally many men home and pips to go.
struct Kind {
    home: usize,
    pips: usize,
    sides: Range<usize>,
    /// Index of the first cell with these sides, within a row of cells.
    cell: usize,
}

impl Race {
    /// The game with this number of men on this number of points.
    ///
    /// # Panics
    ///
    /// If there are no men or more than 8, or points for which 16 bits do not number the sides.
    #[must_use]
    pub fn new(men: usize, points: usize) -> Race {
        assert!((1..=MOST_MEN).contains(&men) && points < u64::BITS as usize);
        let mut race = Race {
            men,
            points,
            blocks: Vec::new(),
            sides: sides(men, points),
            pairs: Vec::new(),
            firsts: vec![0],
            steps: Vec::new(),
            after_hit: Vec::new(),
            places: Vec::new(),
            cells: Vec::new(),
            cells_in_row: 0,
        };
        assert!(race.sides.len() < usize::from(FINISHED));
        race.make_steps();
        let kinds = race.make_kinds();
        race.make_states(&kinds);
        race
    }

    /// The start, with all men off: it has the most pips to go.
    #[must_use]
    pub fn start(&self) -> usize {
        self.pairs.len() - 1
    }

    /// Number of moves over all positions and dice, passes not counted.
    #[must_use]
    pub fn moves(&self) -> usize {
        let able = |&[own, _]: &[u16; 2]| {
            let firsts = &self.firsts[usize::from(own) * CHANCES.len()..][..=CHANCES.len()];
            let steps = &self.steps[firsts[0] as usize..firsts[CHANCES.len()] as usize];
            steps.iter().filter(|step| step.side != own).count()
        };
        self.pairs.iter().map(able).sum()
    }

    /// Points of the men of the side on roll and of its opponent, ascending: 0 is off, the last one is home.
    #[must_use]
    #[cfg(test)]
    pub fn position(&self, state: usize) -> [Vec<usize>; 2] {
        self.pairs[state].map(|side| {
            let side = self.sides[usize::from(side)];
            let off = std::iter::repeat_n(0, side.off(self.men));
            let home = std::iter::repeat_n(self.points, side.home);
            off.chain(side.points()).chain(home).collect()
        })
    }

    /// Lists the moves of each side, and what hits leave of it.
    fn make_steps(&mut self) {
        let numbers: HashMap<Side, u16> = self.sides.iter().copied().zip(0..).collect();
        for (&side, own) in self.sides.iter().zip(0..) {
            for die in 1..=CHANCES.len() {
                let before = self.steps.len();
                self.steps.extend(
                    side.moves(self.men, self.points, die)
                        .map(|(next, arrival)| Step {
                            side: numbers.get(&next).copied().unwrap_or(FINISHED),
                            arrival: if arrival < self.points {
                                arrival as u8
                            } else {
                                0
                            },
                        }),
                );
                if self.steps.len() == before {
                    let (side, arrival) = (own, 0);
                    self.steps.push(Step { side, arrival });
                }
                self.firsts.push(self.steps.len() as u32);
            }
            self.after_hit.extend((0..self.points).map(|point| {
                let on = side.on & !(1 << point);
                numbers[&Side { on, ..side }]
            }));
        }
    }

    /// Sorts the sides into kinds, and gives each a place in the rows.
    fn make_kinds(&mut self) -> Vec<Kind> {
        let mut kinds: Vec<Kind> = Vec::new();
        for (number, side) in self.sides.iter().enumerate() {
            let (home, pips) = (side.home, side.pips(self.men, self.points));
            match kinds.last_mut() {
                Some(kind) if (kind.home, kind.pips) == (home, pips) => kind.sides.end += 1,
                _ => {
                    let cell = self.cells_in_row;
                    let sides = number..number + 1;
                    kinds.push(Kind {
                        home,
                        pips,
                        sides,
                        cell,
                    });
                }
            }
            let kind = &kinds[kinds.len() - 1];
            let place = kind.cell * IN_CELL + (number - kind.sides.start);
            self.places.push(place as u32);
            self.cells_in_row = place / IN_CELL + 1;
        }
        kinds
    }

    /// Numbers the legal pairs of sides.
    fn make_states(&mut self, kinds: &[Kind]) {
        let mut pairs: Vec<(&Kind, &Kind)> = Vec::new();
        for own in kinds {
            pairs.extend(kinds.iter().map(|other| (own, other)));
        }
        let block = |&(own, other): &(&Kind, &Kind)| {
            (Reverse(own.home + other.home), own.home.max(other.home))
        };
        pairs.sort_by_key(|pair| (block(pair), pair.0.pips + pair.1.pips));
        self.cells = vec![Cell::default(); self.sides.len() * self.cells_in_row];
        for pairs in pairs.chunk_by(|one, next| block(one) == block(next)) {
            let first = self.pairs.len();
            for (own, other) in pairs {
                for own in own.sides.clone() {
                    for other in other.sides.clone() {
                        if self.sides[own].on & self.sides[other].on == 0 {
                            let place = self.places[other] as usize;
                            let cell = own * self.cells_in_row + place / IN_CELL;
                            let cell = &mut self.cells[cell];
                            if cell.legal == 0 {
                                cell.first = self.pairs.len() as u32;
                            }
                            cell.legal |= 1 << (place % IN_CELL);
                            self.pairs.push([own as u16, other as u16]);
                        }
                    }
                }
            }
            self.blocks.push(first..self.pairs.len());
        }
        self.pairs.shrink_to_fit();
    }

    /// The moves of all states as a graph, whose only end is a win.
    #[must_use]
    pub fn graph(&self) -> Graph {
        let mut rows = Rows::default();
        for state in 0..self.pairs.len() {
            for outcome in 0..CHANCES.len() {
                rows.push(self.targets(state, outcome));
            }
        }
        let sizes: Vec<usize> = self.blocks.iter().map(ExactSizeIterator::len).collect();
        let graph = Graph::new(&CHANCES, &[1.0], vec![rows], &sizes);
        graph.expect("moves never lead to sides with fewer men home")
    }

    /// Where the moves of a state and outcome lead.
    fn targets(&self, state: usize, outcome: usize) -> impl Iterator<Item = Target> {
        let [own, other] = self.pairs[state];
        let row = usize::from(own) * CHANCES.len() + outcome;
        let steps = &self.steps[self.firsts[row] as usize..self.firsts[row + 1] as usize];
        let after_hit = &self.after_hit[usize::from(other) * self.points..][..self.points];
        steps
            .iter()
            .map(|step| self.target(after_hit[usize::from(step.arrival)], step.side))
    }

    /// The state or the end with these sides.
    #[inline]
    fn target(&self, on_roll: u16, other: u16) -> Target {
        if other == FINISHED {
            return Target::End(0);
        }
        let place = self.places[usize::from(other)] as usize;
        let cell = &self.cells[usize::from(on_roll) * self.cells_in_row + place / IN_CELL];
        let before = cell.legal & ((1 << (place % IN_CELL)) - 1);
        Target::State(cell.first + before.count_ones())
    }
}

/// All sides but the finished one, by men home and pips to go.
fn sides(men: usize, points: usize) -> Vec<Side> {
    // Every set of points grows out of the one without its last point.
    let mut sets: Vec<u64> = vec![0];
    let mut grown = 0;
    while let Some(&set) = sets.get(grown) {
        if (set.count_ones() as usize) < men {
            let last = set.checked_ilog2().unwrap_or(0) as usize;
            sets.extend((last + 1..points).map(|point| set | 1 << point));
        }
        grown += 1;
    }
    let mut sides = Vec::new();
    for home in 0..men {
        let few = sets
            .iter()
            .filter(|on| on.count_ones() as usize + home <= men);
        sides.extend(few.map(|&on| Side { home, on }));
    }
    sides.sort_by_key(|side| (side.home, side.pips(men, points)));
    sides
}

impl Side {
    fn off(self, men: usize) -> usize {
        men - self.home - self.on.count_ones() as usize
    }

    /// The points with men, ascending.
    fn points(self) -> impl Iterator<Item = usize> {
        (1..u64::BITS as usize).filter(move |point| self.on >> point & 1 == 1)
    }

    /// Pips that all men have to go.
    fn pips(self, men: usize, points: usize) -> usize {
        self.off(men) * points + self.points().map(|point| points - point).sum::<usize>()
    }

    /// The sides that moves with this die leave, and the points where they arrive; rearmost man first.
    fn moves(self, men: usize, points: usize, die: usize) -> impl Iterator<Item = (Side, usize)> {
        let off = (self.off(men) > 0).then_some(0);
        off.into_iter()
            .chain(self.points())
            .filter_map(move |from| {
                let to = from + die;
                // Neither passing over an own man nor landing on one; home holds any number, and is reached exactly.
                let free = (from + 1..=to).all(|point| self.on >> point & 1 == 0);
                (to <= points && free).then(|| {
                    let left = self.on & !(1 << from);
                    let next = if to == points {
                        Side {
                            home: self.home + 1,
                            on: left,
                        }
                    } else {
                        Side {
                            home: self.home,
                            on: left | 1 << to,
                        }
                    };
                    (next, to)
                })
            })
    }
}
