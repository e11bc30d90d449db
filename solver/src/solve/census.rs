//! The breadth-first enumeration of the positions that can arise from the start.
//!
//! It knows nothing of the canonical order, so that it can be held against it.

use hashbrown::HashSet;

use crate::game::{Die, PlayTable, Position, Rules};

/// How many positions are first met at one depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Depth {
    /// How many throws after the start.
    pub throws: u64,
    /// Positions first met then in which the game goes on.
    pub positions: u64,
    /// Positions first met then in which the game is over.
    pub over: u64,
}

/// All positions that can arise from the start.
///
/// ```
/// use tourne_solver::{game::Rules, solve::Census};
///
/// let census = Census::new(Rules::STANDARD);
/// let met: Vec<u64> = census.depths.iter().take(3).map(|depth| depth.positions).collect();
/// assert_eq!(met, [1, 6, 30]);
/// assert!(census.contains(Rules::STANDARD.start()));
/// ```
#[derive(Clone, Debug)]
pub struct Census {
    /// What was met at each depth, from 0 on.
    pub depths: Vec<Depth>,
    met: HashSet<Position>,
}

impl Census {
    /// Goes through all throws and moves, from the start on.
    #[must_use]
    pub fn new(rules: Rules) -> Census {
        let table = PlayTable::new(rules);
        let start = rules.start();
        let mut met = HashSet::from([start]);
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
                for die in Die::ALL {
                    for next in table.nexts(position, die) {
                        if met.insert(next) {
                            found.push(next);
                        }
                    }
                }
            }
            frontier = found;
        }
        Census { depths, met }
    }

    /// Whether the position can arise from the start.
    #[must_use]
    pub fn contains(&self, position: Position) -> bool {
        self.met.contains(&position)
    }
}
