//! Readers and solvers of the game in the formats that `tourne-solve export` writes. They share no code with the
//! library: they define positions and the solution of games a second time.

pub(crate) mod process;
pub(crate) mod table;

/// Position at the start of the game.
const START: &str = "000/000";

/// Tolerance of the iteration: it ends when no value changes by more than this.
const TOLERANCE: f64 = 1e-13;

/// Solves the equations of all states by iteration. `furthest` has, for each equation, the highest state to which it
/// refers. The states are cut into ranges that refer to no later range. Each range is iterated until it is solved.
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
