//! The game with any number of men on any number of points, to see what solving costs as games grow.
//!
//! A *side* is the arrangement of one player's men. The effect of a move on the mover's side depends only on that side
//! and the die. The effect of a hit on the opponent's side depends only on that side and the point. There are far fewer
//! sides than positions, so both effects are worked out once for each side.

use std::cmp::Reverse;
use std::collections::HashMap;

use tourne_graph::{Graph, Rows, Target};

/// Number of throws of two dice, of 36, whose lower die is 1, 2, …, 6.
const CHANCES: [u32; 6] = [11, 9, 7, 5, 3, 1];

/// The standard game, played with this number of men on this number of points, the last of which is home.
///
/// Positions are sorted into blocks by the number of men home; the block with the most men home comes first. Men that
/// are home stay there, so play never goes to a later block. Within a block, positions with fewer pips to go come first;
/// the last position of all is the start.
pub struct Race {
    points: usize,
    /// All sides but the finished one, by men home and pips to go.
    sides: Vec<Side>,
    /// For each state the indices in `sides` of the side on roll and of its opponent.
    pairs: Vec<[u16; 2]>,
    /// Number of states in each block.
    blocks: Vec<usize>,
    /// For each side and die the legal moves, that of the rearmost man first.
    moves: Vec<[Vec<Move>; 6]>,
}

/// The men of a player who has not won: some are off, some home, and `on` has those on other points.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Side {
    off: usize,
    home: usize,
    /// Bit `n` is set if a man stands on point `n`, from point 1 on.
    on: u64,
}

/// The effect of a move on the mover's side.
struct Move {
    /// Index of the side after the move; `None` if all men are home.
    side: Option<u16>,
    /// The point of arrival.
    to: usize,
}

impl Race {
    /// Lays out the game with this number of men on this number of points.
    ///
    /// # Panics
    ///
    /// If `men` is 0, if `points` is more than 63, or if there are too many sides for an index of 16 bits.
    #[must_use]
    pub fn new(men: usize, points: usize) -> Race {
        assert!(men > 0 && points < u64::BITS as usize);
        let sides = sides(men, points);
        assert!(sides.len() <= usize::from(u16::MAX));
        let mut pairs = Vec::new();
        for (one, own) in sides.iter().zip(0_u16..) {
            let opponents = sides.iter().zip(0_u16..);
            let legal = opponents.filter(|(other, _)| one.on & other.on == 0);
            pairs.extend(legal.map(|(_, opponent)| [own, opponent]));
        }
        let block = |pair: &[u16; 2]| {
            let [own, other] = pair.map(|side| sides[usize::from(side)].home);
            (Reverse(own + other), own.max(other))
        };
        let pips: Vec<usize> = sides.iter().map(|side| side.pips(points)).collect();
        let to_go =
            |pair: &[u16; 2]| -> usize { pair.iter().map(|&side| pips[usize::from(side)]).sum() };
        pairs.sort_by_key(|pair| (block(pair), to_go(pair)));
        let blocks = pairs.chunk_by(|one, next| block(one) == block(next));
        let numbers: HashMap<Side, u16> = sides.iter().copied().zip(0..).collect();
        let moves = |side: &Side| {
            [1, 2, 3, 4, 5, 6].map(|die| {
                let moves = side.moves(points, die).into_iter();
                let moves = moves.map(|(next, to)| Move {
                    side: numbers.get(&next).copied(),
                    to,
                });
                moves.collect()
            })
        };
        Race {
            points,
            blocks: blocks.map(<[_]>::len).collect(),
            moves: sides.iter().map(moves).collect(),
            sides,
            pairs,
        }
    }

    /// Returns the number of moves over all positions and dice, passes not counted.
    #[must_use]
    pub fn moves(&self) -> usize {
        let moves = |&[own, _]: &[u16; 2]| -> usize {
            self.moves[usize::from(own)].iter().map(Vec::len).sum()
        };
        self.pairs.iter().map(moves).sum()
    }

    /// Returns the points of the men of the side on roll and of its opponent, ascending: 0 is off, the last point is
    /// home.
    #[must_use]
    #[cfg(test)]
    pub fn position(&self, state: usize) -> [Vec<usize>; 2] {
        self.pairs[state].map(|side| {
            let side = self.sides[usize::from(side)];
            let off = std::iter::repeat_n(0, side.off);
            let home = std::iter::repeat_n(self.points, side.home);
            off.chain(side.points()).chain(home).collect()
        })
    }

    /// Returns the graph of all moves; its only end is a win of one point.
    #[must_use]
    pub fn graph(&self) -> Graph {
        let place = |[on_roll, other]: [u16; 2]| {
            usize::from(on_roll) * self.sides.len() + usize::from(other)
        };
        let mut states = vec![0; self.sides.len().pow(2)];
        for (&pair, state) in self.pairs.iter().zip(0_u32..) {
            states[place(pair)] = state;
        }
        let numbers: HashMap<Side, u16> = self.sides.iter().copied().zip(0..).collect();
        // For each side, the side that is left after a hit on each point; itself if no man stands there.
        let after_hit = |side: &Side| -> Vec<u16> {
            let hit = |point: usize| Side {
                off: side.off + (side.on >> point & 1) as usize,
                on: side.on & !(1 << point),
                ..*side
            };
            (0..=self.points)
                .map(|point| numbers[&hit(point)])
                .collect()
        };
        let after_hits: Vec<Vec<u16>> = self.sides.iter().map(after_hit).collect();
        let mut rows = Rows::default();
        for &[own, other] in &self.pairs {
            for moves in &self.moves[usize::from(own)] {
                let after_hit = &after_hits[usize::from(other)];
                let target = |step: &Move| match step.side {
                    Some(side) => Target::State(states[place([after_hit[step.to], side])]),
                    None => Target::End(0),
                };
                if moves.is_empty() {
                    rows.push([Target::State(states[place([other, own])])]);
                } else {
                    rows.push(moves.iter().map(target));
                }
            }
        }
        let graph = Graph::new(&CHANCES, &[1.0], vec![rows], &self.blocks);
        graph.expect("moves never lead to sides with fewer men home")
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
        sides.extend(few.map(|&on| {
            let off = men - home - on.count_ones() as usize;
            Side { off, home, on }
        }));
    }
    sides.sort_by_key(|side| (side.home, side.pips(points)));
    sides
}

impl Side {
    /// Returns the points on which a man stands, ascending.
    fn points(self) -> impl Iterator<Item = usize> {
        (1..u64::BITS as usize).filter(move |point| self.on >> point & 1 == 1)
    }

    /// Returns the pips that all men have to go.
    fn pips(self, points: usize) -> usize {
        self.off * points + self.points().map(|point| points - point).sum::<usize>()
    }

    /// Returns, for each move with this die, the side after the move and the point reached; the rearmost man's move
    /// comes first.
    fn moves(self, points: usize, die: usize) -> Vec<(Side, usize)> {
        let off = (self.off > 0).then_some(0);
        let mut moves = Vec::new();
        for from in off.into_iter().chain(self.points()) {
            let to = from + die;
            // A man neither passes over nor lands on a man of its own side. Home holds any number of men, and is
            // reached by exact count only.
            if to > points || (from + 1..=to).any(|point| self.on >> point & 1 == 1) {
                continue;
            }
            let mut next = self;
            if from == 0 {
                next.off -= 1;
            }
            next.on &= !(1 << from);
            if to == points {
                next.home += 1;
            } else {
                next.on |= 1 << to;
            }
            moves.push((next, to));
        }
        moves
    }
}
