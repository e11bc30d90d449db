//! Reports that `tourne-solve` prints after it has solved a rule set or verified a file.

use std::path::Path;

use serde::Serialize;
use tourne_graph::ending::Ending;
use tourne_solver::digits::{grouped, proven, proven_decimals, within};
use tourne_solver::file::shown;
use tourne_solver::terminal::aligned;
use tourne_solver::{Counts, Die, Findings, Position, Rules, Solution, Unit, printable};

/// Report on a solution that was solved or verified. Its fields have the same names in JSON.
#[derive(Serialize)]
pub(crate) struct Account {
    rules: Rules,
    unit: Unit,
    file: String,
    #[serde(flatten)]
    counts: Counts,
    value: f64,
    error_bound: f64,
    play_always_ends: bool,
    ties: usize,
    closest_position: Option<Position>,
    closest_die: Option<Die>,
    closest_margin: Option<f64>,
    /// Number of full sweeps; `None` of a file that was verified.
    pub(crate) sweeps: Option<f64>,
    pub(crate) bytes: Option<usize>,
    seconds: f64,
}

impl Account {
    pub(crate) fn new(
        solution: &Solution,
        findings: &Findings,
        path: &Path,
        seconds: f64,
    ) -> anyhow::Result<Account> {
        Ok(Account {
            rules: solution.rules(),
            unit: solution.unit(),
            file: path.display().to_string(),
            counts: solution.counts(),
            value: solution.value(solution.rules().start())?.number(),
            error_bound: findings.error_bound,
            play_always_ends: findings.ending == Ending::Always,
            ties: findings.ties,
            closest_position: findings.closest.map(|closest| closest.position),
            closest_die: findings.closest.map(|closest| closest.die),
            closest_margin: findings.closest.map(|closest| closest.margin),
            sweeps: None,
            bytes: None,
            seconds,
        })
    }

    pub(crate) fn written(&self) -> String {
        let mut lines = self.lines();
        let place = match &*self.file {
            "-" => "standard output".to_owned(),
            file => printable(file),
        };
        let written = |bytes| format!("{place} ({} bytes)", grouped(bytes as u64));
        lines.extend(self.bytes.map(|bytes| ("written", written(bytes))));
        format!(
            "Tourne-case, {}: solved and proven.\n\n{}",
            self.rules,
            aligned(&lines)
        )
    }

    pub(crate) fn verified(&self) -> String {
        format!(
            "{path} is right. Proven, for {rules}:\n\
             - it holds every legal position once, and correctly marks those that can arise from the start;\n\
             - {within}, by bounds in exact integer arithmetic;\n\
             - for every position and die, it marks {best};\n\
             - play ends with probability 1, whatever either player does.\n\n\
             {lines}",
            path = shown(Path::new(&self.file)),
            rules = self.rules,
            within = within(self.error_bound),
            best = if self.ties == 0 {
                "the best legal move, and no other move is as good"
            } else {
                "all best legal moves, which are exactly equal in value"
            },
            lines = aligned(&self.lines()),
        )
    }

    /// Returns the labels and texts of the lines that the reports on solving and on verifying have in common.
    fn lines(&self) -> Vec<(&'static str, String)> {
        let (sign, unit) = match self.unit {
            Unit::WinProbability => ("", "probability of winning"),
            Unit::Points if self.value < 0.0 => ("", "points"),
            Unit::Points => ("+", "points"),
        };
        let digits = proven(self.value, self.error_bound, 12);
        let value = format!("{sign}{digits} for the first to throw ({unit})");
        let closest = match (self.closest_position, self.closest_die, self.closest_margin) {
            (Some(position), Some(die), Some(margin)) => {
                let unit = 10_f64.powf(margin.log10().floor());
                // The margin is a difference of two values, so its error can be twice the error bound.
                let decimals = proven_decimals(2.0 * self.error_bound / unit, 3).unwrap_or(0);
                format!("{margin:.decimals$e} between best and next, {position} with a {die}")
            }
            _ => "no decision with moves of different value".to_owned(),
        };
        let ties = match self.ties {
            0 => "none: every best move is the only one".to_owned(),
            ties => grouped(ties as u64) + " decisions with exactly equal best moves",
        };
        let counts = &self.counts;
        let [over, reachable] = [counts.over, counts.reachable_over].map(grouped);
        let over = format!("{over} more positions, of which {reachable} can arise");
        let mut lines = vec![
            ("positions", counts.positions_text()),
            ("game over", over),
            ("decisions", counts.decisions_text()),
            ("moves", grouped(counts.moves)),
            ("start", value),
            ("bounds", within(self.error_bound)),
            ("closest", closest),
            ("ties", ties),
        ];
        let sweeps = |sweeps| format!("equivalent to {sweeps:.1} full sweeps");
        lines.extend(self.sweeps.map(|count| ("sweeps", sweeps(count))));
        lines.push(("time", format!("{:.0} ms", self.seconds * 1e3)));
        lines
    }
}
