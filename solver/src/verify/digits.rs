//! Values to many digits: bounds in integers of any width, checked by the literal rules.

use num_bigint::{BigInt, Sign};

use super::layout::{Layout, Next};
use crate::game::{Position, Unit};
use crate::graph::refine::{self, Refined};
use crate::graph::{lengths, proof};
use crate::solution::Solution;
use crate::solve::{SolveError, States, unproven};

/// Maximum number of digits. Chosen: the time grows with the square of their number.
pub const MOST_DIGITS: u32 = 1000;
/// Bits beyond the digits, so that bounds that are as far apart as the lengths of play seldom have a digit between them.
const SPARE_BITS: u64 = 64;

/// Error of finding the digits of a value.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NoDigits {
    /// The solution has no proof.
    #[error(transparent)]
    Unproven(#[from] SolveError),
    /// The lengths of play could not be bounded.
    #[error("no bound was found on how long best play goes on, so no digits can be proven")]
    Endless,
    /// The bounds do not follow from those after each throw: the refined values are not near enough to the true ones.
    #[error("the refined bounds of {0} do not follow from those after each throw")]
    NotBounds(Position),
    /// The bounds are too far apart.
    #[error("the refined bounds of {0} are further apart than one unit of the last digit")]
    TooWide(Position),
}

/// Bounds on the value of every position, to many digits. They satisfy the inequalities of `solver/CERTIFICATE.md`, which
/// have been checked in exact integer arithmetic.
#[derive(Clone, Debug)]
pub struct PreciseValues {
    unit: Unit,
    bits: u64,
    digits: u32,
    largest_win: i64,
    states: States,
    bounds: Vec<[BigInt; 2]>,
}

impl PreciseValues {
    /// Refines the values of a solution to this number of digits, and proves bounds. That play ends must be known: it is part of
    /// what [`verify`](super::verify) shows.
    ///
    /// # Errors
    ///
    /// [`NoDigits`] if no bounds follow.
    ///
    /// ```
    /// use tourne_solver::{game::Rules, solve::solve, verify::PreciseValues};
    ///
    /// let solution = solve(Rules::STANDARD, &mut |_| ())?.solution;
    /// let values = PreciseValues::new(&solution, 30)?;
    /// let start = values.digits(Rules::STANDARD.start());
    /// assert_eq!(start.as_deref(), Some("0.515094810490407931448886700478"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(solution: &Solution, digits: u32) -> Result<PreciseValues, NoDigits> {
        // A digit is 3.33 bits.
        let bits = u64::from(digits) * 10 / 3 + SPARE_BITS;
        let states = States::new(solution.rules());
        let graph = states.graph();
        let points = states.points(solution);
        let proof = proof::prove(graph, &points).map_err(|source| unproven(source, &states))?;
        let best = proof.best.graph(graph);
        let lengths = lengths::whole(&best).map_err(|_| NoDigits::Endless)?;
        let Refined { values, residual } = refine::values(&best, &points, bits);

        let mut bounds = vec![Default::default(); values.len()];
        for (state, value) in values.iter().enumerate() {
            let slack = &residual * lengths[state];
            bounds[states.numbers()[state] as usize] = [value - &slack, value + slack];
        }
        let layout = Layout::new(solution.rules());
        if let Some(number) = wrong_bounds(&layout, &bounds, bits) {
            return Err(NoDigits::NotBounds(states.position_of_number(number)));
        }
        let unit_of_last_digit = (BigInt::from(1) << bits) / BigInt::from(10).pow(digits);
        let is_wide = |[lower, upper]: &[BigInt; 2]| upper - lower >= unit_of_last_digit;
        if let Some(number) = bounds.iter().position(is_wide) {
            return Err(NoDigits::TooWide(states.position_of_number(number)));
        }
        Ok(PreciseValues {
            unit: solution.unit(),
            bits,
            digits,
            largest_win: solution.rules().largest_win() as i64,
            states,
            bounds,
        })
    }

    /// The value of a position in the unit of the rule set: decimals that the true value begins with, cut off and not rounded. Where
    /// the value is a decimal of this length, such as exactly 1, or so near to one that the bounds lie on both sides of it, that
    /// decimal. `None` if the position is not one of the rules.
    #[must_use]
    pub fn digits(&self, position: Position) -> Option<String> {
        let number = self.states.numbers()[self.states.state(position)?];
        let [lower, upper] = &self.bounds[number as usize];
        let [lower, upper] = [self.cut_off(lower), self.cut_off(upper)];
        // Decimals of neighbouring bounds differ by one unit at most; that of greater magnitude lies between the bounds.
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

    /// Lower and upper bound of each position in canonical order, in units of 2^-[`bits`](Self::bits) points.
    #[must_use]
    pub fn bounds(&self) -> &[[BigInt; 2]] {
        &self.bounds
    }

    /// Binary places of the bounds.
    #[must_use]
    pub fn bits(&self) -> u64 {
        self.bits
    }

    /// A number of points in units of the last digit, cut off. No value is beyond the largest win.
    fn cut_off(&self, points: &BigInt) -> BigInt {
        let one = BigInt::from(1) << self.bits;
        let most = &one * self.largest_win;
        let least = -&most;
        let points = points.clamp(&least, &most);
        let (numerator, bits) = match self.unit {
            Unit::WinProbability => (points + one, self.bits + 1),
            Unit::Points => (points.clone(), self.bits),
        };
        // Division cuts off towards zero, also of negative numbers.
        numerator * BigInt::from(10).pow(self.digits) / (BigInt::from(1) << bits)
    }
}

/// Checks in exact integers, by the literal rules, that a lower and an upper bound for each position in canonical order
/// follow from those after each throw: check 3 of `solver/CERTIFICATE.md`, which proves them if play ends. They are in units of
/// 2^-`bits` points. Returns the number of the first position whose bounds do not follow, if there is one.
#[must_use]
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
            // There is always a move, or a pass.
            let [greatest_least, greatest_most] = greatest.unwrap_or_default();
            least += greatest_least * chances;
            most += greatest_most * chances;
        }
        let [lower, upper] = &bounds[number];
        lower * layout.total() <= least && upper * layout.total() >= most
    };
    let count = layout.positions();
    if bounds.len() != count {
        return Some(0);
    }
    (0..count).find(|&number| !follows(number))
}
