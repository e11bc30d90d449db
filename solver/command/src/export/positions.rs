//! The positions of an export.

use tourne_solver::{Census, Position, Rules, States};

/// Returns the positions that can arise from the start, in a good order for solving: those near the end of the game
/// come first, and the start comes last.
pub(super) fn positions(rules: Rules) -> Vec<Position> {
    let census = Census::new(rules);
    let states = States::new(rules);
    let positions = states.positions().iter().copied();
    positions
        .filter(|&position| census.contains(position))
        .collect()
}
