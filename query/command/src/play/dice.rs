//! Throws of the dice from a seed, so that a game can be repeated.

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tourne_solver::{Dice, Die, Roll, Rules};

/// Source of throws. A seed gives the same throws on every machine.
#[derive(Clone, Debug)]
pub(super) struct Thrower {
    random: ChaCha8Rng,
}

impl Thrower {
    pub(super) fn new(seed: u64) -> Thrower {
        Thrower {
            random: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// Throws one die; all six numbers have the same probability.
    pub(super) fn die(&mut self) -> Die {
        Die::new(self.random.random_range(1..=6))
    }

    /// Throws as many dice as the rules require; returns the throw and the die that is played.
    pub(super) fn throw(&mut self, rules: Rules) -> (Roll, Die) {
        let one = self.die();
        match rules.dice {
            Dice::LowerOfTwo => {
                let other = self.die();
                (Roll::Both(one, other), one.min(other))
            }
            Dice::One => (Roll::Played(one), one),
        }
    }
}
