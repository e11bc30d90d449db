//! Readers and solvers of the game as `tourne-solve export` writes it. They know the text and nothing of the
//! library: it is said again here what a position is and how games are solved.

pub(crate) mod process;
pub(crate) mod program;
pub(crate) mod table;

/// The name of the position in which the game begins.
const START: &str = "000/000";

/// Tolerance of the iteration: it ends when no value changes by more than this.
const TOLERANCE: f64 = 1e-13;

/// Solves equations by iteration, range by range. The value of each state follows from those of states up to
/// `furthest` of it: ranges are cut where nothing behind leads ahead.
fn iterate(furthest: &[usize], values: &mut [f64], equation: impl Fn(&[f64], usize) -> f64) {
    let (mut first, mut end) = (0, 0);
    for (at, &to) in furthest.iter().enumerate() {
        end = end.max(to).max(at);
        if end > at {
            continue;
        }
        let mut change = f64::INFINITY;
        while change > TOLERANCE {
            change = 0.0;
            for state in first..=at {
                let value = equation(values, state);
                change = change.max((value - values[state]).abs());
                values[state] = value;
            }
        }
        first = at + 1;
    }
}
