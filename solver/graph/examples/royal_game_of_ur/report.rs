//! Result of solving or checking, for people and as JSON.

use std::fs;

use serde_json::{Value, json};
use tourne_graph::Proven;

use super::notation::Notation;
use super::numbering::{Numbering, Position};

/// What has been proven, and what it took.
pub(super) struct Report {
    pieces: u8,
    positions: u32,
    /// Value of the start, in points.
    value: f64,
    /// Largest error of any value, in points.
    bound: f64,
    choices: u64,
    undecided: u64,
    /// Choices with several best moves; `None` if some are undecided.
    ties: Option<u64>,
    closest: Option<Closest>,
    sweeps: f64,
    seconds: f64,
    /// Peak of the resident size, where the system is Linux.
    peak_bytes: Option<u64>,
}

/// Choice with the smallest margin between the best move and the next.
struct Closest {
    points: f64,
    position: String,
    throw: usize,
}

impl Report {
    pub(super) fn new(numbering: &Numbering, proven: &Proven, seconds: f64) -> Report {
        Report {
            pieces: numbering.pieces(),
            positions: numbering.count(),
            value: proven.values[numbering.number(Position::default()) as usize],
            bound: proven.bound(),
            choices: proven.choices,
            undecided: proven.undecided,
            ties: (proven.undecided == 0).then_some(proven.ties),
            closest: proven.margin.as_ref().map(|margin| Closest {
                points: margin.points,
                position: Notation(numbering.position(margin.state as u32)).to_string(),
                throw: margin.outcome,
            }),
            sweeps: proven.sweeps,
            seconds,
            peak_bytes: peak_bytes(),
        }
    }

    /// Probability that the first player wins.
    fn win_probability(&self) -> f64 {
        0.5 + 0.5 * self.value
    }

    pub(super) fn json(&self) -> Value {
        json!({
            "pieces": self.pieces,
            "positions": self.positions,
            "value": self.value,
            "win_probability": self.win_probability(),
            "bound": self.bound,
            "choices": self.choices,
            "undecided": self.undecided,
            "ties": self.ties,
            "closest": self.closest.as_ref().map(|closest| json!({
                "points": closest.points,
                "position": closest.position,
                "throw": closest.throw,
            })),
            "sweeps": self.sweeps,
            "seconds": self.seconds,
            "peak_bytes": self.peak_bytes,
        })
    }

    pub(super) fn text(&self) -> String {
        let pieces = if self.pieces == 1 { "piece" } else { "pieces" };
        let mut text = format!(
            "{} {pieces} a player, {} positions\n\
             First player wins: {:.10} % ({:.12} points)\n\
             Largest error of any value: {:.1e} points\n\
             Choices: {}, {} undecided\n",
            self.pieces,
            self.positions,
            100.0 * self.win_probability(),
            self.value,
            self.bound,
            self.choices,
            self.undecided,
        );
        if let Some(Closest {
            points,
            position,
            throw,
        }) = &self.closest
        {
            text += &format!(
                "Closest choice: {points:.3e} points, in {position} with a throw of {throw}\n"
            );
        }
        text += &format!("{:.1} sweeps, {:.1} s", self.sweeps, self.seconds);
        if let Some(bytes) = self.peak_bytes {
            text += &format!(", {} MB", bytes / 1_000_000);
        }
        text + "\n"
    }
}

/// Returns the peak of the resident size of this process, if the system tells it.
fn peak_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes * 1024)
}
