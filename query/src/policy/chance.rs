//! Draws by chance.

use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

/// Draws one of several things with these chances; `None` if there is none with a chance.
pub fn drawn(random: &mut ChaCha8Rng, chances: &[f64]) -> Option<usize> {
    let mut drawn: f64 = random.random();
    let mut last = None;
    for (at, &chance) in chances.iter().enumerate() {
        if chance > 0.0 {
            last = Some(at);
        }
        drawn -= chance;
        if drawn < 0.0 {
            break;
        }
    }
    // The chances may sum to slightly less than 1: then the last counts.
    last
}
