//! Values with up to 1000 digits, from bounds in integers of any width that are checked by the literal rules.

use std::sync::Arc;

use num_bigint::{BigInt, Sign};

use super::layout::{Layout, Next};
use super::refine::{self, Refined};
use crate::game::{Index, Position, Unit};
use crate::policies;
use crate::solution::Solution;
use crate::solve::{SolveError, unproven};

/// Maximum number of digits after the decimal point. The time grows with the square of the number of digits.
pub const MOST_DIGITS: u32 = 1000;
/// Number of bits computed in addition to the bits that the digits need, so that the two bounds seldom differ in the
/// last digit.
const SPARE_BITS: u64 = 64;

/// Error of finding values to many digits.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what each error means")]
pub enum NoDigits {
    #[error(transparent)]
    Unproven(#[from] SolveError),
    #[error(
        "no bound was found on the length of games under best play, so no digits can be proven"
    )]
    Endless,
    #[error("the refined bounds of {0} do not follow from the bounds after each throw")]
    NotBounds(Position),
    #[error("the refined bounds of {0} are further apart than one unit of the last digit")]
    TooWide(Position),
}

/// Bounds of the value of every position, less than one unit of the last digit apart. The bounds satisfy check 3 of
/// `solver/CERTIFICATE.md`, in exact integer arithmetic.
#[derive(Clone, Debug)]
pub struct PreciseValues {
    unit: Unit,
    bits: u64,
    digits: u32,
    largest_win: i64,
    index: Arc<Index>,
    bounds: Vec<[BigInt; 2]>,
}

impl PreciseValues {
    /// Refines the values of a solution to this number of digits, and proves bounds for them. The proof assumes that
    /// play ends, which [`verify`](super::verify) proves.
    ///
    /// # Errors
    ///
    /// [`NoDigits`] if bounds for this number of digits cannot be proven.
    ///
    /// ```
    /// use tourne_solver::{solve, verify::PreciseValues, Rules};
    ///
    /// let solution = solve(Rules::STANDARD)?.solution;
    /// let values = PreciseValues::new(&solution, 30)?;
    /// let start = values.digits(Rules::STANDARD.start());
    /// assert_eq!(start.as_deref(), Some("0.515094810490407931448886700478"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(solution: &Solution, digits: u32) -> Result<PreciseValues, NoDigits> {
        // A decimal digit takes log2(10) = 3.32 bits.
        let bits = u64::from(digits) * 10 / 3 + SPARE_BITS;
        let states = solution.states();
        let graph = states.graph();
        let points = solution.points();
        let position = |state: usize| states.positions()[state];
        let proof = graph
            .prove(&points)
            .map_err(|source| unproven(source, position))?;
        let best = graph.only(&proof.best);
        let lengths = policies::lengths::whole(&best).map_err(|_| NoDigits::Endless)?;
        let refined = refine::values(&best, &points, bits);
        let Refined { values, residual } = refined.map_err(|_| NoDigits::Endless)?;

        let mut bounds = vec![Default::default(); values.len()];
        for (state, value) in values.iter().enumerate() {
            let slack = &residual * lengths[state];
            bounds[states.numbers()[state] as usize] = [value - &slack, value + slack];
        }
        let layout = Layout::new(solution.rules());
        if let Some(number) = wrong_bounds(&layout, &bounds, bits) {
            return Err(NoDigits::NotBounds(
                states.positions()[states.state_of_number(number)],
            ));
        }
        let unit_of_last_digit = (BigInt::from(1) << bits) / BigInt::from(10).pow(digits);
        let is_wide = |[lower, upper]: &[BigInt; 2]| upper - lower >= unit_of_last_digit;
        if let Some(number) = bounds.iter().position(is_wide) {
            return Err(NoDigits::TooWide(
                states.positions()[states.state_of_number(number)],
            ));
        }
        Ok(PreciseValues {
            unit: solution.unit(),
            bits,
            digits,
            largest_win: solution.rules().largest_win() as i64,
            index: Arc::clone(&states.index),
            bounds,
        })
    }

    /// Returns the digits of the value of a position, in the unit of the rule set, truncated. If a decimal with this
    /// number of digits (such as 0.500) lies between the bounds, the value may be exactly that decimal, and that
    /// decimal is returned. Returns `None` if the game is over or the position is not legal under its rules.
    pub fn digits(&self, position: Position) -> Option<String> {
        let [lower, upper] = &self.bounds[self.index.number(position)?];
        let [lower, upper] = [self.cut_off(lower), self.cut_off(upper)];
        // The truncated bounds differ by at most one unit. If they differ, the truncated bound of greater magnitude
        // lies between the bounds.
        let value = if lower.magnitude() > upper.magnitude() {
            lower
        } else {
            upper
        };
        let width = self.digits as usize + 1;
        let text = format!("{:0>width$}", value.magnitude());
        let (whole, decimals) = text.split_at(text.len() - self.digits as usize);
        let sign = if value.sign() == Sign::Minus { "-" } else { "" };
        Some(format!("{sign}{whole}.{decimals}"))
    }

    /// Returns the lower and upper bound of the value of each position, in canonical order, in units of
    /// 2^-[`bits`](Self::bits) points.
    pub fn bounds(&self) -> &[[BigInt; 2]] {
        &self.bounds
    }

    /// Returns the number of binary digits after the point in the bounds.
    pub fn bits(&self) -> u64 {
        self.bits
    }

    /// Converts a bound from points to units of the last digit, truncated. A bound beyond the largest win becomes the
    /// largest win.
    fn cut_off(&self, points: &BigInt) -> BigInt {
        let one = BigInt::from(1) << self.bits;
        let most = &one * self.largest_win;
        let least = -&most;
        let points = points.clamp(&least, &most);
        let (numerator, bits) = match self.unit {
            Unit::WinProbability => (points + one, self.bits + 1),
            Unit::Points => (points.clone(), self.bits),
        };
        // Division rounds towards zero, also for negative numbers.
        numerator * BigInt::from(10).pow(self.digits) / (BigInt::from(1) << bits)
    }
}

/// Checks lower and upper bounds of all values, in canonical order and in units of 2^-`bits` points. They must follow
/// from the bounds after each throw, in exact integers and by the literal rules. This is check 3 of
/// `solver/CERTIFICATE.md`; it proves the bounds, provided that play ends. Returns the number of the first position
/// whose bounds do not follow, or 0 if the number of bounds is wrong. Returns `None` if all bounds follow.
pub fn wrong_bounds(layout: &Layout, bounds: &[[BigInt; 2]], bits: u64) -> Option<usize> {
    let follows = |number: usize| {
        let [mut least, mut most] = [BigInt::ZERO, BigInt::ZERO];
        for (die, chances) in layout.dice() {
            let worths = layout
                .options(number, die)
                .into_iter()
                .map(|option| match option.next {
                    Next::Position(next) => {
                        let [lower, upper] = &bounds[next as usize];
                        [-upper, -lower]
                    }
                    Next::Won { points, .. } => {
                        let won = BigInt::from(points) << bits;
                        [won.clone(), won]
                    }
                });
            let greatest = worths.reduce(|[least, most], [other_least, other_most]| {
                [least.max(other_least), most.max(other_most)]
            });
            // `worths` is never empty, since the only option is a pass if no man can move.
            let [greatest_least, greatest_most] = greatest.unwrap_or_default();
            least += greatest_least * chances;
            most += greatest_most * chances;
        }
        let [lower, upper] = &bounds[number];
        lower * layout.total <= least && upper * layout.total >= most
    };
    let count = layout.positions();
    if bounds.len() != count {
        return Some(0);
    }
    (0..count).find(|&number| !follows(number))
}
