//! Value iteration without acceleration and without proof, over moves held in memory: what the engine is compared with.

use tourne_graph::Target;

use super::game::{Ur, WEIGHTS};

/// Marks moves to an end, all of which are worth a point.
const END: u32 = 1 << 30;

/// Marks moves after which the same player is on roll.
const AGAIN: u32 = 1 << 31;

/// Finds values, block by block, by sweeps in the order of the positions. Returns them, and the number of sweeps of a
/// position on average. The last sweep of a block changes no value by more than `tolerance`, in points.
pub(super) fn iterate(game: &Ur, tolerance: f64) -> (Vec<f64>, f64) {
    let chances = WEIGHTS.map(|weight| f64::from(weight) / 16.0);
    let mut values: Vec<f64> = Vec::new();
    let mut sweeps = 0.0;
    for block in game.numbering.blocks() {
        let (mut ends, mut moves) = (Vec::new(), Vec::new());
        for position in game.numbering.positions(block.clone()) {
            for throw in 0..5 {
                moves.extend(game.targets(position, throw).map(|target| match target {
                    Target::State(state) => state,
                    Target::Again(state) => AGAIN | state,
                    Target::End(_) => END,
                }));
                ends.push(moves.len() as u32);
            }
        }
        values.resize(block.end as usize, 0.0);
        let mut change = f64::INFINITY;
        while change > tolerance {
            let mut at = 0;
            change = 0.0;
            for (state, ends) in (block.start as usize..).zip(ends.as_chunks::<5>().0) {
                let mut value = 0.0;
                for (chance, &end) in chances.iter().zip(ends) {
                    let worth = |&target: &u32| match target {
                        AGAIN.. => values[(target - AGAIN) as usize],
                        END.. => 1.0,
                        _ => -values[target as usize],
                    };
                    let end = end as usize;
                    value += chance * moves[at..end].iter().map(worth).fold(-1.0, f64::max);
                    at = end;
                }
                change = change.max((value - values[state]).abs());
                values[state] = value;
            }
            sweeps += block.len() as f64;
        }
    }
    let positions = values.len() as f64;
    (values, sweeps / positions)
}
