//! Extrapolation between the sweeps over a block. With the shorter memory, an extrapolation is undone if the changes in
//! later sweeps grow too much or stop shrinking.

use crate::acceleration::{Acceleration, LongerMemory};

/// Maximum number of sweeps over a block. If more are needed, the result is an error: play goes on for too long.
pub(crate) const MOST_SWEEPS: usize = 100_000;

/// Number of earlier sweeps that an extrapolation uses, besides the newest.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Memory {
    /// One sweep: the least work per sweep.
    One,
    /// Two sweeps: convergence in fewer sweeps where play can last very long. Extrapolation needs sweeps with the same
    /// moves, so moves are chosen rarely. If they were chosen before every sweep, the iteration would not converge
    /// where play can last for millions of moves.
    Two,
}

impl Memory {
    /// Number *d* that sets how often moves are chosen: after *n* sweeps they are chosen again once another *n* / *d*
    /// sweeps (rounded down) have followed. (With the shorter memory, moves are at first chosen before every sweep. If
    /// this went on, moves that are equal except for rounding might replace each other for ever.)
    pub(crate) fn sweeps_per_choice(self) -> usize {
        match self {
            Memory::One => 64,
            Memory::Two => 5,
        }
    }
}

/// Extrapolation counts as astray if a sweep changes numbers by more than this multiple of the smallest change so far,
/// or if none of the last [`PATIENCE`] sweeps had a smaller change than all earlier sweeps. (The change of a sweep is
/// its largest change of any state.) The last extrapolation is then undone, and extrapolation pauses; each pause is
/// twice as long as the previous one.
const ASTRAY: f64 = 16.0;
/// Number of sweeps without a new smallest change after which extrapolation counts as [astray](ASTRAY).
const PATIENCE: usize = 32;

/// Extrapolation from the sweeps over a block.
pub(crate) enum Extrapolation {
    /// With a memory of one sweep.
    One(Acceleration<f64>, Watch),
    /// With a memory of two sweeps. Here, the acceleration does not extrapolate: it only records the changes of the
    /// newest sweep.
    Two(Acceleration<f64>, LongerMemory),
}

/// Detects when extrapolation goes astray.
pub(crate) struct Watch {
    /// Smallest change of a sweep so far.
    least: f64,
    /// Number of the sweep from which [`PATIENCE`] is counted: the sweep with that change or, if later, the sweep that
    /// ends the last pause.
    best: usize,
    /// Length of the last pause, in sweeps without extrapolation.
    pause: usize,
    /// Number of the first sweep after which extrapolation is allowed again.
    next: usize,
}

impl Extrapolation {
    /// Returns an extrapolation for a block with this number of states.
    pub(crate) fn new(memory: Memory, states: usize) -> Extrapolation {
        let acceleration = Acceleration::new(states);
        match memory {
            Memory::One => Extrapolation::One(acceleration, Watch::new()),
            Memory::Two => Extrapolation::Two(acceleration, LongerMemory::default()),
        }
    }

    /// Returns the acceleration to which the next sweep adds its changes.
    pub(crate) fn acceleration(&mut self) -> &mut Acceleration<f64> {
        match self {
            Extrapolation::One(acceleration, _) | Extrapolation::Two(acceleration, _) => {
                acceleration
            }
        }
    }

    /// Extrapolates the numbers after a sweep. With a memory of one sweep, undoes the last extrapolation instead if the
    /// largest change of the sweep shows that it went astray.
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

    /// Records the largest change of a sweep.
    fn see(&mut self, sweep: usize, change: f64) {
        if change < self.least {
            (self.least, self.best) = (change, self.best.max(sweep));
        }
    }
}
