//! Result of solving or checking, for people and as JSON.

use std::fs;

use serde_json::{Value, json};
use tourne_graph::Proven;

use super::{Board, Side};

/// What has been proven, and what it took.
pub(crate) struct Report(pub(crate) Value);

impl Report {
    pub(crate) fn new<S: Side>(board: &Board<S>, proven: &Proven, seconds: f64) -> Report {
        let (figure, worth) = S::figure(board, &proven.values);
        let closest = proven.margin.as_ref().map(|margin| {
            json!({
                "points": margin.points,
                "position": board.text(margin.state as u32),
                "throw": S::throw(margin.outcome),
            })
        });
        // Moves that are equal in value are undecided.
        let ties = (proven.undecided == 0).then_some(0);
        Report(json!({
            S::MEN: board.men,
            "positions": proven.values.len(),
            "value": proven.values[board.start() as usize],
            figure: worth,
            "bound": proven.bound(),
            "choices": proven.choices,
            "undecided": proven.undecided,
            "ties": ties,
            "closest": closest,
            "sweeps": proven.sweeps,
            "seconds": seconds,
            "peak_bytes": peak_bytes(),
        }))
    }

    /// Returns a line for each field.
    pub(crate) fn text(&self) -> String {
        let fields = self.0.as_object().into_iter().flatten();
        fields
            .map(|(name, value)| format!("{}: {value}\n", name.replace('_', " ")))
            .collect()
    }
}

/// Returns the peak of the resident size of this process, if the system tells it.
fn peak_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let mut lines = status.lines();
    let line = lines.find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes * 1024)
}
