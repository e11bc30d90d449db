//! Result of solving or checking.

use std::fs;

use serde_json::{Value, json};
use tourne_graph::Proven;
use tourne_graph::ending::Ending;

use super::{Board, Side};

/// Returns what has been proven, and what it took.
pub(crate) fn report<S: Side>(board: &Board<S>, proven: &Proven, seconds: f64) -> Value {
    let (figure, worth) = S::figure(board, &proven.values);
    let closest = proven.margin.as_ref().map(|margin| {
        json!({
            "points": margin.points,
            "position": board.text(margin.state as u32),
            "throw": S::throw(margin.outcome),
        })
    });
    json!({
        S::MEN: board.men,
        "positions": proven.values.len(),
        "value": proven.values[board.start() as usize],
        figure: worth,
        "bound": proven.bound(),
        "play_always_ends": proven.ending == Ending::Always,
        "choices": proven.choices,
        "undecided": proven.undecided,
        "ties": proven.ties,
        "closest": closest,
        "sweeps": proven.sweeps,
        "seconds": seconds,
        "peak_bytes": peak_bytes(),
    })
}

/// Returns the peak of the resident size of this process, if the system tells it.
fn peak_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let mut lines = status.lines();
    let line = lines.find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes * 1024)
}
