//! Progress of solving.

/// What solving is doing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Index of the block, from 0.
    pub block: usize,
    /// Number of blocks.
    pub blocks: usize,
    /// Number of states in the block.
    pub states: usize,
    /// What is done with the block.
    pub stage: Stage,
}

/// Stage of solving a block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stage {
    /// Its moves are being laid out.
    LayingOut,
    /// A sweep for its values is done.
    Values {
        /// Number of the sweep, from 1.
        sweep: usize,
        /// Largest change of a value, in points.
        residual: f64,
    },
    /// Its values are found. Whether play ends and the bounds of values are being proven.
    Proving,
    /// A sweep for the bounds of its values is done.
    Bounds {
        /// Number of the sweep, from 1.
        sweep: usize,
    },
}
