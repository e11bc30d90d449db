//! Extrapolation between the sweeps over a block; it is undone when it goes astray.

use crate::acceleration::{Acceleration, LongerMemory};

/// Maximum number of sweeps over a block, after which play counts as too long.
pub(crate) const MOST_SWEEPS: usize = 100_000;

/// Number of sweeps that are remembered to extrapolate from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Memory {
    /// One sweep: the least work for each sweep.
    One,
    /// Two sweeps: fewer sweeps where play can be prolonged for very long. An extrapolation needs sweeps with the same
    /// moves, so moves are chosen seldom: if they were chosen before every sweep, lengths of millions of moves would
    /// not settle at all.
    Two,
}

impl Memory {
    /// Divisor that spaces out the choices of moves: after a choice at sweep *n*, the next comes *n* divided by this
    /// number later. (With the shorter memory, moves are chosen before every sweep at first. Later, moves that are
    /// equal except for rounding might replace each other for ever.)
    pub(crate) fn sweeps_per_choice(self) -> usize {
        match self {
            Memory::One => 64,
            Memory::Two => 5,
        }
    }
}

/// Extrapolation has gone astray if a sweep changes numbers by more than this multiple of the least change of any
/// sweep, or if no sweep had a smaller change for [`PATIENCE`] sweeps. The last extrapolation is then undone, and the
/// next sweeps, twice as many as the last time, are not extrapolated.
const ASTRAY: f64 = 16.0;
/// Number of sweeps without a smaller change; see [`ASTRAY`].
const PATIENCE: usize = 32;

/// Extrapolates from the sweeps over a block.
pub(crate) enum Extrapolation {
    /// With a memory of one sweep.
    One(Acceleration<f64>, Watch),
    /// With a memory of two sweeps; the acceleration holds their changes only.
    Two(Acceleration<f64>, LongerMemory),
}

/// Watches whether extrapolation brings sweeps closer.
pub(crate) struct Watch {
    /// The least change of a sweep.
    least: f64,
    /// The sweep with that change, or the first extrapolation after one was taken back.
    best: usize,
    /// Length of the last pause: number of sweeps without extrapolation.
    pause: usize,
    /// Number of the first sweep after which extrapolation is allowed again.
    next: usize,
}

impl Extrapolation {
    /// Extrapolation over a block with this number of states.
    pub(crate) fn new(memory: Memory, states: usize) -> Extrapolation {
        let acceleration = Acceleration::new(states);
        match memory {
            Memory::One => Extrapolation::One(acceleration, Watch::new()),
            Memory::Two => Extrapolation::Two(acceleration, LongerMemory::default()),
        }
    }

    /// Takes the changes of the next sweep.
    pub(crate) fn acceleration(&mut self) -> &mut Acceleration<f64> {
        match self {
            Extrapolation::One(acceleration, _) | Extrapolation::Two(acceleration, _) => {
                acceleration
            }
        }
    }

    /// Extrapolates the numbers after a sweep, or undoes the last extrapolation if the largest change of the sweep
    /// shows that it went astray.
    pub(crate) fn apply(&mut self, sweep: usize, largest_change: f64, numbers: &mut [f64]) {
        match self {
            Extrapolation::One(acceleration, watch) => {
                if watch.is_astray(sweep, largest_change) {
                    acceleration.take_back(numbers);
                    watch.pause(sweep);
                } else if sweep >= watch.next {
                    acceleration.apply(numbers);
                }
                watch.see(sweep, largest_change);
            }
            Extrapolation::Two(acceleration, memory) => {
                memory.apply(acceleration.changes(), numbers);
            }
        }
    }
}

impl Watch {
    fn new() -> Watch {
        Watch {
            least: f64::INFINITY,
            best: 0,
            pause: 1,
            next: 0,
        }
    }

    /// Returns whether extrapolation has gone astray.
    fn is_astray(&self, sweep: usize, change: f64) -> bool {
        change > ASTRAY * self.least || sweep >= self.best + PATIENCE
    }

    /// Begins a pause, twice as long as the last.
    fn pause(&mut self, sweep: usize) {
        self.pause = (2 * self.pause).min(MOST_SWEEPS);
        self.next = sweep + self.pause;
        self.best = self.next;
    }

    /// Takes note of a sweep.
    fn see(&mut self, sweep: usize, change: f64) {
        if change < self.least {
            (self.least, self.best) = (change, self.best.max(sweep));
        }
    }
}
