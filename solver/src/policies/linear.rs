//! Solver for the linear equations of a block, with several right-hand sides (*lanes*). Sweeps alternate with *leaps*:
//! a Krylov method with a sweep as its preconditioner.

use tourne_graph::{Unsettled, most_sweeps};

/// Number of sweeps between two [leaps](Equations::leap). Near the solution, rounding errors can make a leap fail, and
/// sweeps take the last steps.
const SWEEPS_BETWEEN_LEAPS: usize = 20;
/// Largest number that a solution may contain, as a multiple of the largest right-hand side, or of 1 if all are
/// smaller. For lengths of play, the limit is a billion throws. Where play never ends, the numbers grow until rounding
/// hides the right-hand sides; without the limit, they would then be accepted as a solution.
pub(super) const LARGEST: f64 = 1e9;

#[inline]
pub(super) fn add<const LANES: usize>(
    sums: &mut [f64; LANES],
    factor: f64,
    numbers: &[f64; LANES],
) {
    for lane in 0..LANES {
        sums[lane] += factor * numbers[lane];
    }
}

/// Sparse linear equations *x* = *known* + *A x*, with one right-hand side *known* per lane.
#[derive(Default)]
pub(super) struct Equations<const LANES: usize> {
    /// Terms of *A x*, equation by equation: the index of a number in *x*, and its factor.
    pub(super) terms: Vec<(u32, f64)>,
    /// For each equation, the index in `terms` that follows its last term.
    pub(super) ends: Vec<usize>,
    pub(super) known: Vec<[f64; LANES]>,
}

impl<const LANES: usize> Equations<LANES> {
    /// Completes the equation whose terms were pushed last; `known` is its right-hand side.
    pub(super) fn end(&mut self, known: [f64; LANES]) {
        self.ends.push(self.terms.len());
        self.known.push(known);
    }

    /// Improves `numbers` until no number changes in a sweep by more than `settled` · max(1, the largest absolute value
    /// of a number). Returns the number of sweeps.
    pub(super) fn solve(
        &self,
        numbers: &mut [[f64; LANES]],
        settled: f64,
    ) -> Result<usize, Unsettled> {
        let numbers = numbers.as_flattened_mut();
        let most = LARGEST * largest(self.known.as_flattened().iter().copied()).max(1.0);
        let (mut sweeps, mut next_leap) = (0, 0);
        loop {
            let swept = self.swept(numbers, 1.0);
            let changes = swept.iter().zip(&*numbers).map(|(new, old)| new - old);
            let (residual, size) = (largest(changes), largest(swept.iter().copied()));
            numbers.copy_from_slice(&swept);
            sweeps += 1;
            let settled = settled * size.max(1.0);
            if residual <= settled && size <= most {
                return Ok(sweeps);
            }
            if sweeps >= most_sweeps(self.known.len()) {
                return Err(Unsettled { sweeps, residual });
            }
            if sweeps >= next_leap {
                sweeps += self.leap(numbers, settled);
                next_leap = sweeps + SWEEPS_BETWEEN_LEAPS;
            }
        }
    }

    /// Improves `numbers` by the stabilised biconjugate gradient method (van der Vorst, 1992), with sweeps as the
    /// preconditioner. The method stops when, by its own estimate, a sweep would change no number by more than
    /// `settled`. If the residual does not shrink, the numbers are restored. Returns the number of sweeps.
    fn leap(&self, numbers: &mut [f64], settled: f64) -> usize {
        let start = numbers.to_vec();
        let product = |one: &[f64], other: &[f64]| -> f64 {
            one.iter().zip(other).map(|(one, other)| one * other).sum()
        };
        // The residual is the change that a sweep would make: a constant minus a linear function (`operator`) of the
        // numbers. The method reduces it to 0.
        let mut residual = self.swept(numbers, 1.0);
        for (swept, number) in residual.iter_mut().zip(&*numbers) {
            *swept -= number;
        }
        let operator = |numbers: &[f64]| {
            let mut change = self.swept(numbers, 0.0);
            for (swept, number) in change.iter_mut().zip(numbers) {
                *swept = number - *swept;
            }
            change
        };
        let shadow = residual.clone();
        let mut along = product(&shadow, &residual);
        let mut direction = residual.clone();
        let first = largest(residual.iter().copied());
        let mut off = f64::NAN;
        let mut sweeps = 1;
        while sweeps < most_sweeps(self.known.len()) {
            let moved = operator(&direction);
            let step = along / product(&shadow, &moved);
            for (residual, moved) in residual.iter_mut().zip(&moved) {
                *residual -= step * moved;
            }
            let turned = operator(&residual);
            // If the residual is 0 after the first half of a step, omit the second half.
            let square = product(&turned, &turned);
            let second = if square == 0.0 {
                0.0
            } else {
                product(&turned, &residual) / square
            };
            sweeps += 2;
            if !(step.is_finite() && second.is_finite()) {
                break;
            }
            for at in 0..numbers.len() {
                numbers[at] += step * direction[at] + second * residual[at];
                residual[at] -= second * turned[at];
            }
            off = largest(residual.iter().copied());
            let before = std::mem::replace(&mut along, product(&shadow, &residual));
            let factor = along / before * step / second;
            if off <= settled || !factor.is_finite() {
                break;
            }
            for at in 0..numbers.len() {
                direction[at] = residual[at] + factor * (direction[at] - second * moved[at]);
            }
        }
        if !(off < first && numbers.iter().all(|number| number.is_finite())) {
            numbers.copy_from_slice(&start);
        }
        sweeps
    }

    /// Returns the result of a sweep that starts from `numbers` and applies each equation once, in order, always with
    /// the newest numbers. All right-hand sides are multiplied by `factor`.
    #[inline(never)]
    fn swept(&self, numbers: &[f64], factor: f64) -> Vec<f64> {
        let mut swept = numbers.to_vec();
        let (lanes, _) = swept.as_chunks_mut::<LANES>();
        let mut first = 0;
        for (at, (&end, known)) in self.ends.iter().zip(&self.known).enumerate() {
            let mut number = known.map(|known| factor * known);
            for &(other, factor) in &self.terms[first..end] {
                add(&mut number, factor, &lanes[other as usize]);
            }
            first = end;
            lanes[at] = number;
        }
        swept
    }
}

/// Returns the largest absolute value among these numbers.
fn largest(numbers: impl Iterator<Item = f64>) -> f64 {
    // Unlike `f64::max`, a comparison has no special case for NaN, and so compiles to one instruction.
    numbers.fold(0.0, |largest, number| {
        let size = number.abs();
        if size > largest { size } else { largest }
    })
}
