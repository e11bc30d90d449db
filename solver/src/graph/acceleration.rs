//! Sweeps over a block, and their acceleration by extrapolation.

/// The numbers of a state that sweeps improve: one, or several under different payoffs.
pub(super) trait Numbers: Copy {
    const ZERO: Self;

    /// Combines each number with the one in its place.
    fn with(self, other: Self, combine: impl FnMut(f64, f64) -> f64) -> Self;

    /// Replaces each number by the sum of all that are extrapolated by the same step.
    fn sums(self) -> Self;
}

impl Numbers for f64 {
    const ZERO: f64 = 0.0;

    #[inline]
    fn with(self, other: f64, mut combine: impl FnMut(f64, f64) -> f64) -> f64 {
        combine(self, other)
    }

    fn sums(self) -> f64 {
        self
    }
}

/// Remembers the last sweep over a block, and extrapolates from it and the next one (Anderson's
/// method with a memory of one sweep). Where play can be prolonged for very long, plain sweeps reduce the
/// error only a little each.
pub(super) struct Acceleration<N> {
    /// Change of each state's numbers in the newest sweep, *now*; during a sweep, of those states
    /// that it has not come to, the change in the sweep before, *before*.
    changes: Vec<N>,
    /// Sum over all states of *now* · (*now* − *before*).
    along: N,
    /// Sum over all states of (*now* − *before*)².
    length: N,
    /// The numbers after the sweep before; empty if there was none.
    after: Vec<N>,
}

/// Maximum length of a step, as a multiple of the last one: longer steps come from rounding errors.
const LONGEST_STEP: f64 = 1e9;

impl<N: Numbers> Acceleration<N> {
    /// Acceleration for a block with this number of states.
    pub(super) fn new(states: usize) -> Acceleration<N> {
        Acceleration {
            changes: vec![N::ZERO; states],
            along: N::ZERO,
            length: N::ZERO,
            after: Vec::new(),
        }
    }

    /// Makes a sweep: for each state of the block, in turn, `change` replaces its numbers by better ones, and returns the
    /// differences.
    #[inline]
    pub(super) fn sweep<S>(
        &mut self,
        states: impl Iterator<Item = S>,
        mut change: impl FnMut(S) -> N,
    ) {
        let (mut along, mut length) = (N::ZERO, N::ZERO);
        for (state, change_before) in states.zip(&mut self.changes) {
            let now = change(state);
            let difference = now.with(*change_before, |now, before| now - before);
            let product = now.with(difference, |now, difference| now * difference);
            along = along.with(product, |sum, product| sum + product);
            length = length.with(difference, |sum, it| sum + it * it);
            *change_before = now;
        }
        (self.along, self.length) = (along, length);
    }

    /// Replaces the numbers after a sweep by better ones: those from which, if sweeps were linear, the
    /// next would change least, along the line through the last two sweeps.
    pub(super) fn apply(&mut self, numbers: &mut [N]) {
        if self.after.is_empty() {
            self.after = numbers.to_vec();
            return;
        }
        let steps = self.along.sums().with(self.length.sums(), |along, length| {
            let step = along / length;
            if step.abs() < LONGEST_STEP { step } else { 0.0 }
        });
        for (number, after) in numbers.iter_mut().zip(&mut self.after) {
            let swept = *number;
            let gone = swept.with(*after, |swept, after| swept - after);
            let step = gone.with(steps, |gone, step| gone * step);
            *number = swept.with(step, |swept, step| swept - step);
            *after = swept;
        }
    }
}
