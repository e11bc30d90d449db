//! Breadth-first enumeration of the positions that can arise from the start.
//!
//! The search does not use the canonical order of positions, so the positions found can be checked against that order.

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
    met: Met,
}

/// Set of positions: a bit for each pair of a packed side on roll and a packed opponent.
#[derive(Clone, Debug)]
struct Met(Vec<u64>);

impl Census {
    /// Enumerates the positions: follows all moves with all throws from the start.
    pub fn new(rules: Rules) -> Census {
        let table = PlayTable::new(rules);
        let start = rules.start();
        let mut met = Met(vec![0; Side::PACKED_END.pow(2).div_ceil(64)]);
        met.insert(start);
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
            let mut found = Vec::new();
            for position in frontier {
                found.extend(table.nexts(position).filter(|&next| met.insert(next)));
            }
            frontier = found;
        }
        Census { depths, met }
    }

    /// Returns `true` if the position can arise from the start.
    pub fn contains(&self, position: Position) -> bool {
        let (word, bit) = Met::place(position);
        self.met.0[word] & bit != 0
    }
}

impl Met {
    /// Adds a position; returns `true` if it was not in the set before.
    #[inline]
    fn insert(&mut self, position: Position) -> bool {
        let (word, bit) = Met::place(position);
        let is_new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        is_new
    }

    /// Returns the index of the word with the bit of a position, and a word with only this bit.
    fn place(position: Position) -> (usize, u64) {
        let pair = position.on_roll().packed() * Side::PACKED_END + position.opponent().packed();
        (pair / 64, 1 << (pair % 64))
    }
}
