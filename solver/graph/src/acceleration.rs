//! Acceleration of sweeps: extrapolation from the last two (Anderson's method with a memory of one sweep). Plain sweeps
//! converge slowly where play can last very long: each reduces the error only a little.
//!
//! Extrapolation goes *astray* if the changes of later sweeps grow too much, or stop shrinking. It is then undone, and
//! left out for some sweeps (a *pause*). Each pause is twice as long as the pause before.

/// Extrapolation has gone astray if the change of a sweep is more than this multiple of the smallest change so far.
const ASTRAY: f64 = 16.0;
/// Extrapolation has also gone astray if this many sweeps in a row bring no new smallest change.
const PATIENCE: usize = 32;
/// Extrapolation between the sweeps over one block.
pub(crate) struct Acceleration {
    /// Change of each state's number in the newest sweep.
    pub(crate) changes: Vec<f64>,
    /// Numbers after the previous sweep, before extrapolation; empty if there was no such sweep.
    after: Vec<f64>,
    /// Smallest change of a sweep so far.
    least: f64,
    /// Number of the sweep with this change.
    least_at: usize,
    /// Number of the sweep from which [`PATIENCE`] is counted: `least_at` or, if later, the end of the last pause.
    since: usize,
    /// Length of the last pause, in sweeps.
    pause: usize,
    /// Number of the first sweep after which extrapolation is allowed again.
    next: usize,
}

/// Change of a whole sweep. For each state, *now* is its change in this sweep and *before* its change in the previous one.
#[derive(Clone, Copy, Default)]
pub(crate) struct Change {
    /// Largest absolute value of *now*.
    pub(crate) largest: f64,
    /// Sum of *now* · (*now* − *before*).
    along: f64,
    /// Sum of (*now* − *before*)².
    length: f64,
}

impl Change {
    /// Adds the change `now` of a state. `before` has its change in the previous sweep and is set to `now`.
    #[inline]
    pub(crate) fn add(&mut self, before: &mut f64, now: f64) {
        // This comparison ignores a change that is NaN, but the proof refuses a value that is NaN.
        if now.abs() > self.largest {
            self.largest = now.abs();
        }
        let difference = now - *before;
        self.along += now * difference;
        self.length += difference * difference;
        *before = now;
    }
}

impl Acceleration {
    /// Returns an acceleration, without any sweeps yet, for a block with this number of states.
    pub(crate) fn new(states: usize) -> Acceleration {
        Acceleration {
            changes: vec![0.0; states],
            after: Vec::new(),
            least: f64::INFINITY,
            least_at: 0,
            since: 0,
            pause: 1,
            next: 0,
        }
    }

    /// Returns the smallest change of a sweep so far.
    pub(crate) fn least(&self) -> f64 {
        self.least
    }

    /// Returns `true` if, long before this sweep, a change was smaller than all since.
    pub(crate) fn is_stuck(&self, sweep: usize) -> bool {
        sweep >= self.least_at + PATIENCE
    }

    /// Extrapolates the numbers after a sweep, except during a pause. If the last extrapolation went astray, undoes it and
    /// begins a pause.
    pub(crate) fn apply(&mut self, sweep: usize, change: Change, numbers: &mut [f64]) {
        if change.largest > ASTRAY * self.least || sweep >= self.since + PATIENCE {
            if !self.after.is_empty() {
                numbers.copy_from_slice(&self.after);
                self.after.clear();
            }
            self.changes.fill(0.0);
            // The limit is more sweeps than there can be.
            self.pause = (2 * self.pause).min(1 << 24);
            self.next = sweep + self.pause;
            self.since = self.next;
        } else if sweep >= self.next {
            self.extrapolate(change, numbers);
        }
        if change.largest < self.least {
            (self.least, self.least_at) = (change.largest, sweep);
            self.since = self.since.max(sweep);
        }
    }

    /// Moves the numbers along the line through the results of the last two sweeps, to the point from which the next
    /// sweep would change them least if sweeps were linear. The first call only remembers the numbers.
    fn extrapolate(&mut self, change: Change, numbers: &mut [f64]) {
        if self.after.is_empty() {
            self.after = numbers.to_vec();
            return;
        }
        let step = change.along / change.length;
        // If the last two sweeps changed the numbers equally, there is no line through their results.
        let step = if step.is_finite() { step } else { 0.0 };
        for (number, after) in numbers.iter_mut().zip(&mut self.after) {
            let swept = *number;
            *number = swept - (swept - *after) * step;
            *after = swept;
        }
    }
}
