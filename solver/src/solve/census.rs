//! Breadth-first enumeration of the positions that can arise from the start.
//!
//! The search does not use the canonical order of positions, so the positions found can be checked against that order.

use hashbrown::HashMap;

use crate::game::{PlayTable, Position, Rules, Side};

/// Counts of the positions of one depth. The depth of a position is the least number of throws that can lead to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Depth {
    /// Depth: number of throws after the start.
    pub throws: u64,
    /// Number of positions of this depth in which the game goes on.
    pub positions: u64,
    /// Number of positions of this depth in which the game is over.
    pub over: u64,
}

/// All positions that can arise from the start.
///
/// ```
/// use tourne_solver::{Census, Rules};
///
/// let census = Census::new(Rules::STANDARD);
/// let met: Vec<u64> = census.depths.iter().take(3).map(|depth| depth.positions).collect();
/// assert_eq!(met, [1, 6, 30]);
/// assert!(census.contains(Rules::STANDARD.start()));
/// ```
#[derive(Clone, Debug)]
pub struct Census {
    /// Counts of the positions of each depth, from 0.
    pub depths: Vec<Depth>,
    /// For each side on roll, the sides of its opponent in the positions found so far. All moves without a hit lead to
    /// positions with the same side on roll, so a single look-up is enough for them.
    met: HashMap<Side, Sides>,
}

/// Set of sides: bit *n* is set if the side with [`Side::packed`] = *n* is in the set.
#[derive(Clone, Debug)]
pub(super) struct Sides([u64; WORDS]);

/// Number of 64-bit words of a set of sides.
const WORDS: usize = Side::PACKED_END.div_ceil(64);

impl Census {
    /// Enumerates the positions: follows all moves with all throws from the start.
    pub fn new(rules: Rules) -> Census {
        let table = PlayTable::new(rules);
        let start = rules.start();
        let mut met: HashMap<Side, Sides> = HashMap::new();
        met.entry(start.on_roll())
            .or_default()
            .insert(start.opponent());
        let mut depths = Vec::new();
        let mut frontier = vec![start];
        while !frontier.is_empty() {
            let over = frontier
                .iter()
                .filter(|position| position.is_over())
                .count();
            depths.push(Depth {
                throws: depths.len() as u64,
                positions: (frontier.len() - over) as u64,
                over: over as u64,
            });
            let (mut found, mut hits) = (Vec::new(), Vec::new());
            for position in frontier {
                // Hits are followed later: they need a look-up each.
                let on_roll = position.opponent();
                let opponents = met.entry(on_roll).or_default();
                for next in table.nexts(position) {
                    if next.on_roll() != on_roll {
                        hits.push(next);
                    } else if opponents.insert(next.opponent()) {
                        found.push(next);
                    }
                }
                for next in hits.drain(..) {
                    let opponents = met.entry(next.on_roll()).or_default();
                    if opponents.insert(next.opponent()) {
                        found.push(next);
                    }
                }
            }
            frontier = found;
        }
        Census { depths, met }
    }

    /// Returns `true` if the position can arise from the start.
    pub fn contains(&self, position: Position) -> bool {
        let opponents = self.opponents(position.on_roll());
        opponents.is_some_and(|opponents| opponents.contains(position.opponent()))
    }

    /// Returns the opponents in the positions that can arise from the start with this side on roll.
    pub(super) fn opponents(&self, on_roll: Side) -> Option<&Sides> {
        self.met.get(&on_roll)
    }
}

impl Default for Sides {
    fn default() -> Sides {
        Sides([0; WORDS])
    }
}

impl Sides {
    /// Adds a side to the set; returns `true` if it was not in the set before.
    #[inline]
    fn insert(&mut self, side: Side) -> bool {
        let (word, bit) = (&mut self.0[side.packed() / 64], 1 << (side.packed() % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Returns `true` if the side is in the set.
    pub(super) fn contains(&self, side: Side) -> bool {
        self.0[side.packed() / 64] & 1 << (side.packed() % 64) != 0
    }
}
