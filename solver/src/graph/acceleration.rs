//! Acceleration of an iteration, by extrapolation from its last sweeps.

/// Remembers the last sweep over a block, and extrapolates from it and the next one (Anderson's
/// method with a memory of one sweep). Where play can be prolonged for very long, plain sweeps reduce the
/// error only a little each.
pub(super) struct Acceleration {
    /// Change of each value in the newest sweep, which fills it in.
    pub(super) changes: Vec<f64>,
    /// The changes of the sweep before, and the values after it, if there was one.
    before: Option<(Vec<f64>, Vec<f64>)>,
}

/// Maximum length of a step, as a multiple of the last one: longer steps come from rounding errors.
const LONGEST_STEP: f64 = 1e9;

impl Acceleration {
    /// Acceleration for a block with this number of states.
    pub(super) fn new(states: usize) -> Acceleration {
        Acceleration {
            changes: vec![0.0; states],
            before: None,
        }
    }

    /// Replaces the values after a sweep by better ones: those from which, if sweeps were linear, the
    /// next would change least, along the line through the last two sweeps.
    pub(super) fn apply(&mut self, values: &mut [f64]) {
        let Some((changes, after)) = &mut self.before else {
            self.before = Some((self.changes.clone(), values.to_vec()));
            return;
        };
        let (along, length) = products(&self.changes, changes);
        let step = along / length;
        let step = if step.abs() < LONGEST_STEP { step } else { 0.0 };
        for (value, after) in values.iter_mut().zip(after) {
            let swept = *value;
            *value -= step * (swept - *after);
            *after = swept;
        }
        std::mem::swap(changes, &mut self.changes);
    }
}

/// The products of `now` and of `now - before` with `now - before`. They are added up in lanes, in an
/// order that is always the same.
fn products(now: &[f64], before: &[f64]) -> (f64, f64) {
    const LANES: usize = 4;
    let (mut along, mut length) = ([0.0; LANES], [0.0; LANES]);
    let (now, now_rest) = now.as_chunks::<LANES>();
    let (before, before_rest) = before.as_chunks::<LANES>();
    for (now, before) in now.iter().zip(before) {
        for lane in 0..LANES {
            let difference = now[lane] - before[lane];
            along[lane] += now[lane] * difference;
            length[lane] += difference * difference;
        }
    }
    for (lane, (now, before)) in now_rest.iter().zip(before_rest).enumerate() {
        let difference = now - before;
        along[lane] += now * difference;
        length[lane] += difference * difference;
    }
    (along.iter().sum(), length.iter().sum())
}
