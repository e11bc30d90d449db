//! Dice that a program throws: from a seed, or those of a day, which are the same at the terminal and on the page.

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tourne_solver::{Dice, Die, Roll, Rules};

/// Dice that a program throws.
#[derive(Clone, Debug)]
pub enum Thrower {
    /// Dice from a seed of a command.
    Seeded(Box<ChaCha8Rng>),
    /// Dice of a day, or of a game on the page.
    OfDay(OfDay),
}

impl Thrower {
    /// Creates the dice of a command with this seed.
    pub fn seeded(seed: u64) -> Thrower {
        Thrower::Seeded(Box::new(ChaCha8Rng::seed_from_u64(seed)))
    }

    /// Throws one die.
    pub fn die(&mut self) -> Die {
        match self {
            Thrower::Seeded(random) => Die::new(random.random_range(1..=6)),
            Thrower::OfDay(random) => random.die(),
        }
    }

    /// Throws as many dice as the rules require; returns the throw and the die that is played.
    pub fn throw(&mut self, rules: Rules) -> (Roll, Die) {
        let one = self.die();
        match rules.dice {
            Dice::LowerOfTwo => {
                let other = self.die();
                (Roll::Both(one, other), one.min(other))
            }
            Dice::One => {
                // The page throws two dice under all rules, and leaves one out.
                if let Thrower::OfDay(random) = self {
                    random.die();
                }
                (Roll::Played(one), one)
            }
        }
    }
}

/// The generator of `query/page/web/rules/dice.ts`: sfc32 (Chris Doty-Humphrey, `PractRand`), whose state are three numbers of
/// splitmix32 and the counter 1. The crate `rand_sfc` has sfc32, but leaves out other numbers after a seed than the page.
#[derive(Clone, Debug)]
pub struct OfDay([u32; 4]);

/// Number of numbers that are left out after a seed: the seed then influences all of the state.
const LEFT_OUT: usize = 12;

impl OfDay {
    /// Creates the dice of this seed.
    pub fn new(seed: u32) -> OfDay {
        let mut mixed = seed;
        let mut word = || {
            mixed = mixed.wrapping_add(0x9e37_79b9);
            let once = (mixed ^ (mixed >> 16)).wrapping_mul(0x21f0_aaad);
            let twice = (once ^ (once >> 15)).wrapping_mul(0x735a_2d97);
            twice ^ (twice >> 15)
        };
        let mut random = OfDay([word(), word(), word(), 1]);
        for _ in 0..LEFT_OUT {
            random.next();
        }
        random
    }

    fn next(&mut self) -> u32 {
        let [a, b, c, count] = self.0;
        let sum = a.wrapping_add(b).wrapping_add(count);
        self.0 = [
            b ^ (b >> 9),
            c.wrapping_add(c << 3),
            c.rotate_left(21).wrapping_add(sum),
            count.wrapping_add(1),
        ];
        sum
    }

    /// Throws a die. The last 4 of the 2³² numbers are left out: they would favour some faces.
    fn die(&mut self) -> Die {
        loop {
            let drawn = self.next();
            if drawn < u32::MAX - u32::MAX % 6 {
                return Die::new(1 + (drawn % 6) as u8);
            }
        }
    }
}
