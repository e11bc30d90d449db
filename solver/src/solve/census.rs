//! Breadth-first enumeration of the positions that can arise from the start.
//!
//! The search does not use the canonical order of positions, so the positions found can be checked against that order.

use hashbrown::HashSet;

use crate::game::{NextPositions, Position, Rules};

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
    met: HashSet<Position>,
}

impl Census {
    /// Enumerates the positions: follows all moves with all throws from the start.
    pub fn new(rules: Rules) -> Census {
        let nexts = NextPositions::new(rules);
        let mut met = HashSet::from([rules.start()]);
        let mut depths = Vec::new();
        let mut newest = vec![rules.start()];
        while !newest.is_empty() {
            let over = newest.iter().filter(|position| position.is_over());
            let over = over.count() as u64;
            depths.push(Depth {
                throws: depths.len() as u64,
                positions: newest.len() as u64 - over,
                over,
            });
            let after = newest
                .into_iter()
                .flat_map(|position| nexts.after(position));
            newest = after.filter(|&next| met.insert(next)).collect();
        }
        Census { depths, met }
    }

    /// Returns `true` if the position can arise from the start.
    pub fn contains(&self, position: Position) -> bool {
        self.met.contains(&position)
    }
}
