//! Solver for the linear equations of a block, with several right-hand sides (*lanes*). It uses accelerated sweeps and,
//! where these converge too slowly, a Krylov method.

use crate::acceleration::{Acceleration, Numbers};
use crate::sweeps::Unsettled;

/// Maximum number of sweeps over a block. If more are needed, the result is an error: play goes on for too long.
const MOST_SWEEPS: usize = 20_000;
/// Number of sweeps before the first [leap](Equations::leap), and between leaps. Most blocks take fewer than 100
/// sweeps, and so need no leap. Without leaps, play that lasts for millions of throws would take millions of sweeps.
const SWEEPS_BEFORE_LEAP: [usize; 2] = [1_000, 20];
/// Maximum number of sweeps in one leap. After a leap, the residual is computed anew.
const SWEEPS_OF_LEAP: usize = 1_000;
/// Largest number that a solution may contain, as a multiple of the largest right-hand side (or of 1, if that is
/// larger). For lengths of play, the limit is a billion throws. Where play never ends, the numbers grow until rounding
/// hides the right-hand sides; without the limit, they would then pass for a solution.
const LARGEST: f64 = 1e9;

#[inline]
pub(crate) fn add<const LANES: usize>(
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
pub(crate) struct Equations<const LANES: usize> {
    /// Terms of *A x*, equation by equation: the index of a number in *x*, and its factor.
    pub(crate) terms: Vec<(u32, f64)>,
    /// For each equation, the index in `terms` that follows its last term.
    pub(crate) ends: Vec<u32>,
    pub(crate) known: Vec<[f64; LANES]>,
}

impl<const LANES: usize> Equations<LANES> {
    /// Completes the equation whose terms were pushed last; `known` is its right-hand side.
    pub(crate) fn end(&mut self, known: [f64; LANES]) {
        self.ends.push(self.terms.len() as u32);
        self.known.push(known);
    }

    /// Improves `numbers` until a sweep changes none of them by more than `settled` times the largest, or by more than
    /// `settled` if the largest is less than 1. Returns the number of sweeps.
    pub(crate) fn solve(
        &self,
        numbers: &mut [[f64; LANES]],
        settled: f64,
    ) -> Result<usize, Unsettled> {
        let known = self.known.as_flattened().iter().copied();
        let most = LARGEST * known.fold(0.0, greater).max(1.0);
        let [before, between] = SWEEPS_BEFORE_LEAP;
        let mut acceleration = Acceleration::new(numbers.len());
        let (mut sweeps, mut next_leap) = (0, before);
        loop {
            let [residual, largest] = self.sweep(numbers, &mut acceleration);
            sweeps += 1;
            let settled = settled * largest.max(1.0);
            if residual <= settled && largest <= most {
                return Ok(sweeps);
            }
            if sweeps >= MOST_SWEEPS {
                return Err(Unsettled { sweeps, residual });
            }
            if sweeps >= next_leap {
                sweeps += self.leap(numbers, settled);
                next_leap = sweeps + between;
                acceleration = Acceleration::new(numbers.len());
            } else {
                acceleration.apply(numbers);
            }
        }
    }

    /// Improves `numbers` by the stabilised biconjugate gradient method (van der Vorst, 1992), with sweeps as the
    /// preconditioner. The method stops when, by its own estimate, a sweep would change no number by more than
    /// `settled`. If the residual does not shrink, the numbers are restored. Returns the number of sweeps.
    fn leap(&self, numbers: &mut [[f64; LANES]], settled: f64) -> usize {
        let numbers = numbers.as_flattened_mut();
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
        let first = residual.iter().copied().fold(0.0, greater);
        let mut largest = f64::NAN;
        let mut sweeps = 1;
        while sweeps < SWEEPS_OF_LEAP {
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
            largest = 0.0;
            for at in 0..numbers.len() {
                numbers[at] += step * direction[at] + second * residual[at];
                residual[at] -= second * turned[at];
                largest = greater(largest, residual[at]);
            }
            let before = std::mem::replace(&mut along, product(&shadow, &residual));
            let factor = along / before * step / second;
            if largest <= settled || !factor.is_finite() {
                break;
            }
            for at in 0..numbers.len() {
                direction[at] = residual[at] + factor * (direction[at] - second * moved[at]);
            }
        }
        if !(largest < first && numbers.iter().all(|number| number.is_finite())) {
            numbers.copy_from_slice(&start);
        }
        sweeps
    }

    /// Returns the result of a sweep that starts from `numbers`, with all right-hand sides multiplied by `factor`.
    fn swept(&self, numbers: &[f64], factor: f64) -> Vec<f64> {
        let mut swept = numbers.to_vec();
        let (lanes, _) = swept.as_chunks_mut::<LANES>();
        let mut first = 0;
        for (at, (&end, known)) in self.ends.iter().zip(&self.known).enumerate() {
            let mut number = known.map(|known| factor * known);
            for &(other, factor) in &self.terms[first..end as usize] {
                add(&mut number, factor, &lanes[other as usize]);
            }
            first = end as usize;
            lanes[at] = number;
        }
        swept
    }

    /// Applies each equation once, in order. Returns the largest change and the largest number, as absolute values.
    #[inline(never)]
    fn sweep(
        &self,
        numbers: &mut [[f64; LANES]],
        acceleration: &mut Acceleration<[f64; LANES]>,
    ) -> [f64; 2] {
        let (mut changed, mut largest) = ([0.0; LANES], [0.0; LANES]);
        let mut first = 0;
        let equations = self.ends.iter().zip(&self.known).enumerate();
        acceleration.sweep(equations, |(at, (&end, &known))| {
            let mut number = known;
            for &(other, factor) in &self.terms[first..end as usize] {
                add(&mut number, factor, &numbers[other as usize]);
            }
            first = end as usize;
            let change = number.with(numbers[at], |new, old| new - old);
            changed = changed.with(change, greater);
            largest = largest.with(number, greater);
            numbers[at] = number;
            change
        });
        [changed, largest].map(|lanes| lanes.into_iter().fold(0.0, f64::max))
    }
}

/// Returns the greater of `amount` and the absolute value of `number`. Unlike `f64::max`, it has no special case for
/// NaN, and so compiles to one instruction.
#[inline]
pub(crate) fn greater(amount: f64, number: f64) -> f64 {
    let size = number.abs();
    if size > amount { size } else { amount }
}

impl<const LANES: usize> Numbers for [f64; LANES] {
    const ZERO: Self = [0.0; LANES];

    #[inline]
    fn with(mut self, other: Self, mut combine: impl FnMut(f64, f64) -> f64) -> Self {
        for lane in 0..LANES {
            self[lane] = combine(self[lane], other[lane]);
        }
        self
    }
}
