//! Extrapolation between the sweeps over a block, from the last two sweeps (Anderson acceleration with a memory of one
//! sweep). Plain sweeps converge slowly where play can last very long: each sweep reduces the error only a little.
//!
//! The change of a sweep is the largest change of any state's number. Extrapolation goes *astray* if the changes of
//! later sweeps grow too much, or stop shrinking. It is then undone, and omitted for some sweeps (a *pause*). Each
//! pause is twice as long as the pause before.

/// Maximum number of sweeps over a block of any size. If more are needed, the result is an error: play goes on for too
/// long, or the states are in a bad order.
pub(crate) const MOST_SWEEPS: usize = 100_000;
/// Maximum product of the number of sweeps over a block and its number of states, which takes about ten seconds. States
/// in a bad order may need one sweep for each state, which would take minutes for large blocks.
const MOST_WORK: usize = 1 << 30;
/// Extrapolation has gone astray if the change of a sweep is more than this multiple of the smallest change so far.
const ASTRAY: f64 = 16.0;
/// Extrapolation has also gone astray if this many sweeps in a row bring no new smallest change.
const PATIENCE: usize = 32;

/// Returns the maximum number of sweeps over a block with this number of states.
pub(crate) fn most_sweeps(states: usize) -> usize {
    (MOST_WORK / states.max(1)).min(MOST_SWEEPS)
}

/// State of the extrapolation between the sweeps over one block.
pub(crate) struct Extrapolation {
    /// Change of each state's number in the newest sweep. Until a sweep visits a state, the entry of the state is its
    /// change in the previous sweep.
    pub(crate) changes: Vec<f64>,
    /// Sums over the newest sweep, from which the next step is computed.
    pub(crate) sums: Sums,
    /// Numbers after the previous sweep, before extrapolation; empty if there was no such sweep.
    after: Vec<f64>,
    /// Smallest change of a sweep so far.
    least: f64,
    /// Number of the sweep from which [`PATIENCE`] is counted: the sweep with the change `least` or, if later, the
    /// sweep that ends the last pause.
    best: usize,
    /// Length of the last pause, in sweeps without extrapolation.
    pause: usize,
    /// Number of the first sweep after which extrapolation is allowed again.
    next: usize,
}

/// Sums over the states of a sweep. For each state, *now* is its change in this sweep and *before* its change in the
/// previous one.
#[derive(Clone, Copy, Default)]
pub(crate) struct Sums {
    /// Sum of *now* · (*now* − *before*).
    along: f64,
    /// Sum of (*now* − *before*)².
    length: f64,
}

impl Sums {
    /// Adds the change `now` of a state to the sums. `before` has its change in the previous sweep and is set to `now`.
    #[inline]
    pub(crate) fn add(&mut self, before: &mut f64, now: f64) {
        let difference = now - *before;
        self.along += now * difference;
        self.length += difference * difference;
        *before = now;
    }
}

impl Extrapolation {
    /// Returns an extrapolation, without any sweeps yet, for a block with this number of states.
    pub(crate) fn new(states: usize) -> Extrapolation {
        Extrapolation {
            changes: vec![0.0; states],
            sums: Sums::default(),
            after: Vec::new(),
            least: f64::INFINITY,
            best: 0,
            pause: 1,
            next: 0,
        }
    }

    /// Extrapolates the numbers after a sweep, except during a pause. If the largest change of the sweep shows that the
    /// last extrapolation went astray, undoes the extrapolation and the sweep, and begins a pause.
    pub(crate) fn apply(&mut self, sweep: usize, largest_change: f64, numbers: &mut [f64]) {
        if largest_change > ASTRAY * self.least || sweep >= self.best + PATIENCE {
            if !self.after.is_empty() {
                numbers.copy_from_slice(&self.after);
                self.after.clear();
            }
            self.changes.fill(0.0);
            self.pause = (2 * self.pause).min(MOST_SWEEPS);
            self.next = sweep + self.pause;
            self.best = self.next;
        } else if sweep >= self.next {
            self.step(numbers);
        }
        if largest_change < self.least {
            (self.least, self.best) = (largest_change, self.best.max(sweep));
        }
    }

    /// Moves the numbers along the line through the results of the last two sweeps, to the point from which the next
    /// sweep would change them least if sweeps were linear. The first call only remembers the numbers.
    fn step(&mut self, numbers: &mut [f64]) {
        if self.after.is_empty() {
            self.after = numbers.to_vec();
            return;
        }
        let step = self.sums.along / self.sums.length;
        // If the last two sweeps changed the numbers equally, there is no line through their results.
        let step = if step.is_finite() { step } else { 0.0 };
        for (number, after) in numbers.iter_mut().zip(&mut self.after) {
            let swept = *number;
            *number = swept - (swept - *after) * step;
            *after = swept;
        }
    }
}
