//! The worth of things: what a hit, a man home, a pip, a turn or a block is worth on average over games of best play.

use serde::Serialize;

/// Mean worth of things over games of the standard game under best play by both players: the value to the player of a
/// position with the thing, minus the value of the same position without it. Each position counts as often as it comes
/// up; values are winning probabilities. The opponent of the player is on roll.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Worths {
    /// Hit of a man on each point, 1 to 11, while the player's men stay where they are.
    pub hit: [f64; 11],
    /// Man home instead of off the board, then instead of on each point, 1 to 11.
    pub home: [f64; 12],
    /// Man home, for a player with no man home, with one, and with two.
    pub homes: [f64; 3],
    /// Pip: a man one point further, of a man off the board, then of a man on each point, 1 to 11.
    pub pip: [f64; 12],
    /// Share of the men not home whose next point is taken, so that they have no pip.
    pub pip_taken: f64,
    /// Block by a man on each point, 1 to 11, of men behind it that could pass it with the next throw.
    pub block: [f64; 11],
    /// Turn: being on roll instead of the opponent.
    pub turn: f64,
    /// Choices between entering a man and running with one on the board, where no man can hit or come home. First, those
    /// in which the man that runs would pass an enemy. Of the others, those in which no enemy is 1 to 6 points ahead of
    /// where the man enters. Of the others, those in which an enemy is 1 to 6 points ahead of where the running man
    /// lands. Last, all others.
    pub entering: [Entering; 4],
}

/// Comparison of entering a man with the best move of a man on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Entering {
    /// Mean value of entering minus that of running.
    pub gain: f64,
    /// Share of the choices in which entering is better.
    pub better: f64,
    /// Share of all choices between entering and running.
    pub share: f64,
}

/// Worths of the standard game to six decimals. They stand here since only tables show them: a test computes them from
/// the solution.
pub const WORTHS: Worths = Worths {
    hit: [
        0.017_621, 0.034_188, 0.049_275, 0.064_864, 0.080_682, 0.098_216, 0.115_839, 0.128_750,
        0.141_769, 0.155_092, 0.157_878,
    ],
    home: [
        0.258_021, 0.273_573, 0.259_538, 0.249_165, 0.238_389, 0.226_878, 0.211_101, 0.198_552,
        0.192_083, 0.190_209, 0.191_109, 0.200_469,
    ],
    homes: [0.199_925, 0.230_566, 0.388_159],
    pip: [
        0.011_900, 0.015_367, 0.014_413, 0.014_931, 0.015_535, 0.018_716, 0.018_560, 0.015_956,
        0.015_254, 0.017_002, 0.018_043, 0.200_469,
    ],
    pip_taken: 0.180_785,
    block: [
        0.004_224, 0.003_909, 0.003_711, 0.002_914, 0.002_244, 0.001_751, 0.001_907, 0.002_403,
        0.003_515, 0.005_812, 0.010_199,
    ],
    turn: 0.065_136,
    entering: [
        Entering {
            gain: 0.029_344,
            better: 0.913_576,
            share: 0.130_219,
        },
        Entering {
            gain: -0.021_084,
            better: 0.017_777,
            share: 0.320_101,
        },
        Entering {
            gain: -0.011_260,
            better: 0.141_452,
            share: 0.229_049,
        },
        Entering {
            gain: -0.000_606,
            better: 0.530_459,
            share: 0.320_631,
        },
    ],
};
