//! Throws of the dice from a seed, which gives the same throws on every machine.

use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;
use tourne_solver::{Dice, Die, Roll, Rules};

/// Throws one die; all six numbers have the same probability.
pub(super) fn die(random: &mut ChaCha8Rng) -> Die {
    Die::new(random.random_range(1..=6))
}

/// Throws as many dice as the rules require; returns the throw and the die that is played.
pub(super) fn throw(random: &mut ChaCha8Rng, rules: Rules) -> (Roll, Die) {
    let one = die(random);
    match rules.dice {
        Dice::LowerOfTwo => {
            let other = die(random);
            (Roll::Both(one, other), one.min(other))
        }
        Dice::One => (Roll::Played(one), one),
    }
}
