//! Sweeps over a block, accelerated by extrapolation.

use std::collections::VecDeque;

/// The numbers that sweeps compute for one state: a single number, or several, each with its own equation.
pub(crate) trait Numbers: Copy {
    const ZERO: Self;

    /// Combines each number with the number at the same index in `other`.
    fn with(self, other: Self, combine: impl FnMut(f64, f64) -> f64) -> Self;
}

impl Numbers for f64 {
    const ZERO: f64 = 0.0;

    #[inline]
    fn with(self, other: f64, mut combine: impl FnMut(f64, f64) -> f64) -> f64 {
        combine(self, other)
    }
}

/// Extrapolation from the last two sweeps over a block (Anderson acceleration with a memory of one sweep). Plain sweeps
/// converge slowly where play can last very long: each reduces the error only a little.
pub(crate) struct Acceleration<N> {
    /// Change of each state's numbers in the newest sweep. Until a sweep visits a state, the entry of the state is its
    /// change in the previous sweep.
    changes: Vec<N>,
    sums: Sums<N>,
    /// Numbers after the previous sweep, before extrapolation; empty if there was no such sweep.
    after: Vec<N>,
}

/// Sums over the states of a sweep. For each state, *now* is its change in this sweep and *before* its change in the
/// previous one.
#[derive(Clone, Copy)]
pub(crate) struct Sums<N> {
    /// Sum of *now* · (*now* − *before*).
    along: N,
    /// Sum of (*now* − *before*)².
    length: N,
}

impl<N: Numbers> Sums<N> {
    /// Adds the change `now` of a state to the sums. `before` has its change in the previous sweep and is set to `now`.
    #[inline]
    pub(crate) fn add(&mut self, before: &mut N, now: N) {
        let difference = now.with(*before, |now, before| now - before);
        let product = now.with(difference, |now, difference| now * difference);
        self.along = self.along.with(product, |sum, product| sum + product);
        self.length = self.length.with(difference, |sum, it| sum + it * it);
        *before = now;
    }
}

/// Maximum length of an extrapolation step, as a multiple of the difference between the last two sweeps. Longer steps
/// result from rounding errors.
const LONGEST_STEP: f64 = 1e9;

impl<N: Numbers> Acceleration<N> {
    /// Returns an acceleration for a block with this number of states. It remembers no sweeps yet.
    pub(crate) fn new(states: usize) -> Acceleration<N> {
        Acceleration {
            changes: vec![N::ZERO; states],
            sums: Sums {
                along: N::ZERO,
                length: N::ZERO,
            },
            after: Vec::new(),
        }
    }

    /// Begins a sweep. Returns each state's change in the previous sweep, and sums to which the caller must
    /// [add](Sums::add) the new changes.
    pub(crate) fn begin(&mut self) -> (&mut [N], Sums<N>) {
        let sums = Sums {
            along: N::ZERO,
            length: N::ZERO,
        };
        (&mut self.changes, sums)
    }

    /// Change of each state's numbers in the newest sweep.
    pub(crate) fn changes(&self) -> &[N] {
        &self.changes
    }

    /// Ends a sweep and stores its sums.
    pub(crate) fn end(&mut self, sums: Sums<N>) {
        self.sums = sums;
    }

    /// Makes a sweep: calls `change` for each state in turn. `change` improves the numbers of the state, and returns by
    /// how much they changed.
    #[inline]
    pub(crate) fn sweep<S>(
        &mut self,
        states: impl Iterator<Item = S>,
        mut change: impl FnMut(S) -> N,
    ) {
        let (changes, mut sums) = self.begin();
        for (state, before) in states.zip(changes) {
            sums.add(before, change(state));
        }
        self.end(sums);
    }

    /// Undoes the last extrapolation and the sweep after it, and forgets all sweeps.
    pub(crate) fn take_back(&mut self, numbers: &mut [N]) {
        if !self.after.is_empty() {
            numbers.copy_from_slice(&self.after);
            self.after.clear();
        }
        self.changes.fill(N::ZERO);
    }

    /// Moves the numbers along the line through the results of the last two sweeps, to the point from which the next
    /// sweep would change them least if sweeps were linear. The first call only remembers the numbers.
    pub(crate) fn apply(&mut self, numbers: &mut [N]) {
        if self.after.is_empty() {
            self.after = numbers.to_vec();
            return;
        }
        let Sums { along, length } = self.sums;
        let steps = along.with(length, |along, length| {
            let step = along / length;
            if step.abs() < LONGEST_STEP { step } else { 0.0 }
        });
        for (number, after) in numbers.iter_mut().zip(&mut self.after) {
            let swept = *number;
            let gone = swept.with(*after, |swept, after| swept - after);
            let step = gone.with(steps, |gone, step| gone * step);
            *number = swept.with(step, |swept, step| swept - step);
            *after = swept;
            if size_of::<N>() > size_of::<f64>() {
                // The numbers of a state already form a vector. Without this barrier, the compiler builds vectors from
                // several states and shuffles their numbers back and forth.
                std::hint::black_box(());
            }
        }
    }
}

/// Extrapolation from the last three sweeps over a block, along the plane through their results (Anderson acceleration
/// with a memory of two sweeps). It takes more work per sweep than [`Acceleration`]. This pays where several components
/// of the error shrink slowly.
#[derive(Default)]
pub(crate) struct LongerMemory {
    /// Up to two earlier sweeps, the newest first.
    sweeps: VecDeque<Swept>,
}

/// Result of a sweep: the changes of all numbers, and the numbers after it.
struct Swept {
    changes: Vec<f64>,
    numbers: Vec<f64>,
}

impl LongerMemory {
    /// Extrapolates: replaces the `numbers` after a sweep by better ones. `changes` are the changes in that sweep.
    pub(crate) fn apply(&mut self, changes: &[f64], numbers: &mut [f64]) {
        let swept = Swept {
            changes: changes.to_vec(),
            numbers: numbers.to_vec(),
        };
        if let Some(one) = self.sweeps.front() {
            let two = self.sweeps.get(1).unwrap_or(one);
            let [along_one, along_two] = steps(changes, &one.changes, &two.changes);
            let before = one.numbers.iter().zip(&two.numbers);
            for (number, (one, two)) in numbers.iter_mut().zip(before) {
                *number -= along_one * (*number - one) + along_two * (one - two);
            }
        }
        self.sweeps.truncate(1);
        self.sweeps.push_front(swept);
    }
}

/// Returns how far to step back along each of the last two sweeps, the newest first. After these steps, the next sweep
/// would change the numbers least if sweeps were linear. `now`, `one` and `two` are the changes in the last three
/// sweeps, the newest first.
fn steps(now: &[f64], one: &[f64], two: &[f64]) -> [f64; 2] {
    // Scalar products of the differences between successive changes: with themselves, with each other, and with the
    // newest changes.
    let (mut squares, mut mixed, mut along) = ([0.0; 2], 0.0, [0.0; 2]);
    for ((now, one), two) in now.iter().zip(one).zip(two) {
        let (of_one, of_two) = (now - one, one - two);
        squares = [squares[0] + of_one * of_one, squares[1] + of_two * of_two];
        mixed += of_one * of_two;
        along = [along[0] + now * of_one, along[1] + now * of_two];
    }
    let determinant = squares[0] * squares[1] - mixed * mixed;
    let both = [
        (along[0] * squares[1] - along[1] * mixed) / determinant,
        (along[1] * squares[0] - along[0] * mixed) / determinant,
    ];
    // If both differences have the same direction, the determinant is 0, and a step along one of them is enough.
    let only = [along[0] / squares[0], 0.0];
    let is_usable = |steps: &[f64; 2]| steps.iter().all(|step| step.abs() < LONGEST_STEP);
    let usable = [both, only].into_iter().find(is_usable);
    usable.unwrap_or_default()
}
