//! Acceleration of an iteration, by extrapolation from its last sweeps.

/// Remembers the last sweep over a block, and extrapolates from it and the next one (Anderson's
/// method with a memory of one sweep). Where play can be prolonged for very long, plain sweeps reduce the
/// error only a little each.
pub(super) struct Acceleration {
    /// Change of each value in the newest sweep, which replaces that in the sweep before.
    pub(super) changes: Vec<f64>,
    /// Products of the changes in both sweeps, which the newest fills in.
    pub(super) products: Products,
    /// The values after the sweep before; empty if there was none.
    after: Vec<f64>,
}

/// Products of the changes *now* of the newest sweep and *before* of the sweep before, added up over all states.
#[derive(Default)]
pub(super) struct Products {
    /// *now* · (*now* − *before*).
    along: f64,
    /// (*now* − *before*)².
    length: f64,
}

impl Products {
    /// Adds the changes of a state.
    #[inline]
    pub(super) fn add(&mut self, now: f64, before: f64) {
        let difference = now - before;
        self.along += now * difference;
        self.length += difference * difference;
    }
}

/// Maximum length of a step, as a multiple of the last one: longer steps come from rounding errors.
const LONGEST_STEP: f64 = 1e9;

impl Acceleration {
    /// Acceleration for a block with this number of states.
    pub(super) fn new(states: usize) -> Acceleration {
        Acceleration {
            changes: vec![0.0; states],
            products: Products::default(),
            after: Vec::new(),
        }
    }

    /// Replaces the values after a sweep by better ones: those from which, if sweeps were linear, the
    /// next would change least, along the line through the last two sweeps.
    pub(super) fn apply(&mut self, values: &mut [f64]) {
        if self.after.is_empty() {
            self.after = values.to_vec();
            return;
        }
        let step = self.products.along / self.products.length;
        let step = if step.abs() < LONGEST_STEP { step } else { 0.0 };
        for (value, after) in values.iter_mut().zip(&mut self.after) {
            let swept = *value;
            *value -= step * (swept - *after);
            *after = swept;
        }
    }
}
