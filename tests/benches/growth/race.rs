//! The game with any number of men on any number of points, to see what solving costs as games grow.
//!
//! A *side* is the arrangement of one player's men. The effect of a move on the mover's side depends only on that side
//! and the die. The effect of a hit on the opponent's side depends only on that side and the point. There are far fewer
//! sides than positions, so both effects are precomputed in tables, from which the graph is made.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

use tourne_solver::graph::{Graph, Rows, Target};

/// Number of throws of two dice, of 36, whose lower die is 1, 2, …, 6.
const CHANCES: [u32; 6] = [11, 9, 7, 5, 3, 1];
/// Maximum number of men of a side.
const MOST_MEN: usize = 8;

/// The standard game, played with this number of men on this number of points, the last of which is home.
///
/// Positions are sorted into blocks by the number of men home; the block with the most men home comes first. Men that
/// are home stay there, so play never goes to a later block. Within a block, positions with fewer pips to go come first.
pub struct Race {
    men: usize,
    points: usize,
    blocks: Vec<Range<usize>>,
    /// All sides but the finished one, by men home and pips to go.
    sides: Vec<Side>,
    /// For each state the indices in `sides` of the side on roll and of its opponent.
    pairs: Vec<[u16; 2]>,
    /// Index in `steps` of the first step of each side and die; the last element is the number of steps.
    firsts: Vec<u32>,
    steps: Vec<Step>,
    /// Index of the side that is left after a hit, for each side and point; at point 0, the index of the side itself,
    /// as without a hit.
    after_hit: Vec<u16>,
    /// For each side as the opponent: index of its cell in a row times [`IN_CELL`], plus the number of its bit in the
    /// cell.
    places: Vec<u32>,
    /// A row of cells for each side on roll.
    cells: Vec<Cell>,
    cells_in_row: usize,
}

/// The men of a player who has not won: `home` men are home, `on` has the men on other points, and the rest are off.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Side {
    home: usize,
    /// Bit `n` is set if a man stands on point `n`, from point 1 on.
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

/// The states with one side on roll and opponents that all have the same number of men home and of pips to go. The
/// states of a cell are consecutive. Opponents that share a point with the side on roll have no state.
#[derive(Clone, Default)]
struct Cell {
    /// Index of the state with the first legal opponent.
    first: u32,
    /// One bit for each side that the opponent can have, set if the position is legal.
    legal: u32,
}

/// Number of sides in a cell: one for each bit of `legal`.
const IN_CELL: usize = u32::BITS as usize;

/// The sides that have the same number of men home and of pips to go.
struct Kind {
    home: usize,
    pips: usize,
    sides: Range<usize>,
    /// Index of the first cell with these sides, within a row of cells.
    cell: usize,
}

impl Race {
    /// Lays out the game with this number of men on this number of points.
    ///
    /// # Panics
    ///
    /// If `men` is 0 or more than 8, if `points` is more than 63, or if there are too many sides for an index of 16 bits.
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

    /// Returns the index of the start. It comes last, because all men are off and have the most pips to go.
    #[must_use]
    pub fn start(&self) -> usize {
        self.pairs.len() - 1
    }

    /// Returns the number of moves over all positions and dice, passes not counted.
    #[must_use]
    pub fn moves(&self) -> usize {
        let able = |&[own, _]: &[u16; 2]| {
            let firsts = &self.firsts[usize::from(own) * CHANCES.len()..][..=CHANCES.len()];
            let steps = &self.steps[firsts[0] as usize..firsts[CHANCES.len()] as usize];
            steps.iter().filter(|step| step.side != own).count()
        };
        self.pairs.iter().map(able).sum()
    }

    /// Returns the points of the men of the side on roll and of its opponent, ascending: 0 is off, the last point is
    /// home.
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

    /// Fills the tables of the moves of each side and of the side that each hit leaves.
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

    /// Groups the sides by kind, and gives each its place in a row of cells.
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

    /// Numbers the legal pairs of sides, block by block.
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

    /// Returns the graph of all moves; its only end is a win of one point.
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

    /// Returns the state or end that each move of this state with this die leads to; `outcome` is the die minus 1.
    fn targets(&self, state: usize, outcome: usize) -> impl Iterator<Item = Target> {
        let [own, other] = self.pairs[state];
        let row = usize::from(own) * CHANCES.len() + outcome;
        let steps = &self.steps[self.firsts[row] as usize..self.firsts[row + 1] as usize];
        let after_hit = &self.after_hit[usize::from(other) * self.points..][..self.points];
        steps
            .iter()
            .map(|step| self.target(after_hit[usize::from(step.arrival)], step.side))
    }

    /// Returns the state with these sides, or the end if `other` has all men home.
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

/// Returns all sides except the finished one, sorted by men home and then by pips to go.
fn sides(men: usize, points: usize) -> Vec<Side> {
    // Make each set of points from the set without its last point.
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

    /// Returns the points on which a man stands, ascending.
    fn points(self) -> impl Iterator<Item = usize> {
        (1..u64::BITS as usize).filter(move |point| self.on >> point & 1 == 1)
    }

    /// Returns the pips that all men have to go.
    fn pips(self, men: usize, points: usize) -> usize {
        self.off(men) * points + self.points().map(|point| points - point).sum::<usize>()
    }

    /// Returns, for each move with this die, the side after the move and the point reached; the rearmost man's move
    /// comes first.
    fn moves(self, men: usize, points: usize, die: usize) -> impl Iterator<Item = (Side, usize)> {
        let off = (self.off(men) > 0).then_some(0);
        off.into_iter()
            .chain(self.points())
            .filter_map(move |from| {
                let to = from + die;
                // A man neither passes over nor lands on a man of its own side. Home holds any number of men, and is
                // reached by exact count only.
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
