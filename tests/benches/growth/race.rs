//! Tourne-case with any number of men on any number of points: the standard game, except that each player has this
//! number of men, and that home is the last of these points.
//! A *side* is the arrangement of one player's men. The effect of a move on the mover's side depends only on that side
//! and the die. The effect of a hit on the opponent's side depends only on that side and the point. There are far fewer
//! sides than positions, so both effects are worked out once for each side.

use std::collections::HashMap;
use std::ops::Range;

use tourne_graph::{Frame, Game, Rows, Target};

/// Number of throws of two dice, of 36, whose lower die is 1, 2, …, 6.
pub const CHANCES: [u32; 6] = [11, 9, 7, 5, 3, 1];

/// The standard game, played with this number of men on this number of points, the last of which is home.
///
/// A state is a pair of disjoint sides: that on roll and its opponent's. States are sorted into blocks by the number of
/// men home; the block with the most men home comes first. Men that are home stay there, so play never goes to a later
/// block. Within a block, states with fewer pips to go come first; the last state of all is the start.
///
/// No table has an entry for each state: a state is numbered by counting among 32 sides of its opponent at a time.
pub struct Race {
    /// All sides but the finished one, by men home and pips to go.
    sides: Vec<Side>,
    /// For each number of men home and of pips to go, the indices in `sides` of the sides that have them.
    groups: Vec<Vec<Range<usize>>>,
    /// For each side its place in the lists of opponents.
    places: Vec<Place>,
    /// For each side the list of its opponents.
    opponents: Vec<Vec<Opponents>>,
    /// For each side and die the legal moves, that of the rearmost man first.
    moves: Vec<[Vec<Move>; 6]>,
    /// For each side and point, the side that is left after a hit there; the same side if no man stands there.
    after_hits: Vec<Vec<u32>>,
    /// Men home of the two players, the smaller number first, in each block.
    homes: Vec<[usize; 2]>,
    /// Number of states in each block.
    blocks: Vec<usize>,
}

/// The men of a player who has not won: some are off, some home, and `on` has those on other points.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Side {
    off: usize,
    home: usize,
    /// Bit `n` is set if a man stands on point `n`, from point 1 on.
    on: u64,
}

/// Place of a side in a list of opponents.
#[derive(Clone, Copy)]
struct Place {
    /// Index in the list.
    entry: usize,
    /// The bit of the side in the entry.
    bit: u32,
}

/// Up to 32 sides of one group, as opponents of a given side.
#[derive(Clone, Copy, Default)]
struct Opponents {
    /// Number of the state with the first of the `legal` opponents.
    first: u32,
    /// The bits of the sides that have no point in common with the given side.
    legal: u32,
}

/// Move of a man: its effect on the mover's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Index of the man in [`Race::men`]; the first of men off.
    pub man: usize,
    /// The point of arrival. The man comes from the point *to* − die.
    pub to: usize,
    /// Index of the side after the move; `None` if all men are home.
    side: Option<u32>,
}

impl Race {
    /// Lays out the game with this number of men on this number of points.
    ///
    /// # Panics
    ///
    /// If `men` is 0, or if `points` is more than 63.
    pub fn new(men: usize, points: usize) -> Race {
        assert!(men > 0 && points < u64::BITS as usize);
        let sides = sides(men, points);
        let mut groups = vec![vec![0..0; men * points + 1]; men];
        let (mut places, mut entries): (Vec<Place>, usize) = (Vec::new(), 0);
        for (index, side) in sides.iter().enumerate() {
            let group = &mut groups[side.home][side.pips(points)];
            if group.end == 0 {
                *group = index..index;
            }
            let bit = (group.len() % u32::BITS as usize) as u32;
            entries += usize::from(bit == 0);
            group.end += 1;
            places.push(Place {
                entry: entries - 1,
                bit,
            });
        }
        let numbers: HashMap<Side, u32> = sides.iter().copied().zip(0..).collect();
        let moves = |side: &Side| {
            [1, 2, 3, 4, 5, 6].map(|die| {
                let moves = side.moves(points, die).into_iter();
                let moves = moves.map(|(man, next, to)| Move {
                    man,
                    to,
                    side: numbers.get(&next).copied(),
                });
                moves.collect()
            })
        };
        let after_hits = |side: &Side| {
            let hit = |point: usize| Side {
                off: side.off + (side.on >> point & 1) as usize,
                on: side.on & !(1 << point),
                ..*side
            };
            (0..=points).map(|point| numbers[&hit(point)]).collect()
        };
        let sums = (0..2 * men - 1).rev();
        let homes = sums.flat_map(|sum| {
            let most = sum.div_ceil(2)..men.min(sum + 1);
            most.map(move |most| [sum - most, most])
        });
        let mut race = Race {
            homes: homes.collect(),
            groups,
            places,
            opponents: vec![vec![Opponents::default(); entries]; sides.len()],
            moves: sides.iter().map(moves).collect(),
            after_hits: sides.iter().map(after_hits).collect(),
            blocks: Vec::new(),
            sides,
        };
        race.number();
        race
    }

    /// Numbers the states, and counts those of each block.
    fn number(&mut self) {
        let mut opponents = std::mem::take(&mut self.opponents);
        let mut state = 0;
        for block in 0..self.homes.len() {
            let first = state;
            for [own, other] in self.pairs(block) {
                let Place { entry, bit } = self.places[other];
                let entry = &mut opponents[own][entry];
                if entry.legal == 0 {
                    entry.first = state;
                }
                entry.legal |= 1 << bit;
                state += 1;
            }
            self.blocks.push((state - first) as usize);
        }
        self.opponents = opponents;
    }

    /// Iterates over the states of a block: the indices of the side on roll and of its opponent.
    pub fn pairs(&self, block: usize) -> impl Iterator<Item = [usize; 2]> {
        let [few, many] = self.homes[block];
        let orders = if few < many { 2 } else { 1 };
        let orders = [[few, many], [many, few]].into_iter().take(orders);
        let group = |home: usize, pips: usize| self.groups[home].get(pips).cloned();
        let highest = 2 * (self.groups[0].len() - 1);
        let by_pips = (0..=highest).flat_map(move |to_go| {
            let orders = orders.clone();
            orders.flat_map(move |homes| (0..=to_go).map(move |pips| (homes, [pips, to_go - pips])))
        });
        by_pips.flat_map(move |([home, home_of_other], [pips, pips_of_other])| {
            let owns = group(home, pips).unwrap_or_default();
            let others = group(home_of_other, pips_of_other).unwrap_or_default();
            owns.flat_map(move |own| {
                let are_legal =
                    move |&other: &usize| self.sides[own].on & self.sides[other].on == 0;
                others
                    .clone()
                    .filter(are_legal)
                    .map(move |other| [own, other])
            })
        })
    }

    /// Returns the number of the state with these sides, that on roll first.
    #[inline]
    fn state(&self, own: usize, other: usize) -> u32 {
        let Place { entry, bit } = self.places[other];
        let Opponents { first, legal } = self.opponents[own][entry];
        first + (legal & ((1 << bit) - 1)).count_ones()
    }

    /// Returns the number of states.
    pub fn states(&self) -> usize {
        self.blocks.iter().sum()
    }

    /// Returns the number of states in the largest block.
    pub fn largest_block(&self) -> usize {
        self.blocks.iter().copied().max().unwrap_or(0)
    }

    /// Returns the number of moves over all positions and dice, passes not counted.
    pub fn moves(&self) -> usize {
        let moves = self
            .moves
            .iter()
            .map(|dice| dice.iter().map(Vec::len).sum::<usize>());
        let count = |opponents: &Vec<Opponents>| {
            opponents
                .iter()
                .map(|entry| entry.legal.count_ones() as usize)
                .sum::<usize>()
        };
        moves
            .zip(&self.opponents)
            .map(|(moves, opponents)| moves * count(opponents))
            .sum()
    }

    /// Returns the points of the men of a side, ascending: 0 is off, the last point is home.
    #[cfg(test)]
    pub fn men(&self, side: usize) -> Vec<usize> {
        let last = self.after_hits[side].len() - 1;
        let side = self.sides[side];
        let off = std::iter::repeat_n(0, side.off);
        let home = std::iter::repeat_n(last, side.home);
        off.chain(side.points()).chain(home).collect()
    }
}

/// The only end is a win of one point.
impl Game for Race {
    fn frame(&self) -> Frame {
        Frame {
            weights: CHANCES.to_vec(),
            payoffs: vec![1.0],
            blocks: self.blocks.clone(),
        }
    }

    fn moves(&self, block: usize) -> Rows {
        let mut rows = Rows::default();
        for [own, other] in self.pairs(block) {
            let after_hit = &self.after_hits[other];
            for moves in &self.moves[own] {
                if moves.is_empty() {
                    rows.push([Target::State(self.state(other, own))]);
                    continue;
                }
                rows.push(moves.iter().map(|step| match step.side {
                    Some(side) => {
                        Target::State(self.state(after_hit[step.to] as usize, side as usize))
                    }
                    None => Target::End(0),
                }));
            }
        }
        rows
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

    /// Returns, for each move with this die, the man, the side after the move and the point reached; the rearmost man's
    /// move comes first.
    fn moves(self, points: usize, die: usize) -> Vec<(usize, Side, usize)> {
        let off = (self.off > 0).then_some((0, 0));
        let mut moves = Vec::new();
        for (man, from) in off.into_iter().chain((self.off..).zip(self.points())) {
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
            moves.push((man, next, to));
        }
        moves
    }
}
