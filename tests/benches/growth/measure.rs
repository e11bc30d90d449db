//! Cost of solving one size, by phases: finding values, proving values.

use std::fs;
use std::process::Command;

use tourne_graph::Graph;
use tourne_graph::proof::{self, Proof};
use tourne_graph::values::{self, Values};

use crate::race::Race;

/// Processor time and memory of one phase.
#[derive(Clone, Copy)]
struct Cost {
    /// Processor time.
    seconds: f64,
    /// Peak of the resident size in bytes, minus that of the empty program. It is the peak of this phase if the system
    /// can reset the peak, otherwise that of the process so far.
    bytes: f64,
}

/// Solves the game of this size. Returns the numbers of positions, moves and sweeps, then bytes a position and seconds,
/// each for finding the values and for proving them, separated by spaces.
pub fn measure(men: usize, points: usize) -> String {
    let empty = resident();
    let (graph, moves) = lay_out(men, points);
    let (found, finding) = cost_of(empty, || find_values(&graph));
    let (_, proving) = cost_of(empty, || prove_values(&graph, &found));
    let positions = graph.states();
    let bytes = |cost: Cost| cost.bytes / positions as f64;
    format!(
        "{positions} {moves} {:.1} {:.0} {:.0} {:.2} {:.2}",
        found.sweeps,
        bytes(finding),
        bytes(proving),
        finding.seconds,
        proving.seconds,
    )
}

/// Returns the game and the number of its moves. Its last state is the start.
#[inline(never)]
fn lay_out(men: usize, points: usize) -> (Graph, usize) {
    let race = Race::new(men, points);
    (race.graph(), race.moves())
}

#[inline(never)]
fn find_values(graph: &Graph) -> Values {
    values::iterate(graph).expect("play ends")
}

#[inline(never)]
fn prove_values(graph: &Graph, values: &Values) -> Proof {
    proof::prove(graph, &values.points).expect("the values are right")
}

/// Runs a task and returns its result and its cost; `empty` is the resident size of the empty program, which is
/// subtracted.
fn cost_of<T>(empty: f64, task: impl FnOnce() -> T) -> (T, Cost) {
    // Reset the peak of the resident size. Ignore an error: not every system can.
    let _ = fs::write("/proc/self/clear_refs", "5");
    let before = on_processor();
    let result = task();
    let cost = Cost {
        seconds: on_processor() - before,
        bytes: resident() - empty,
    };
    (result, cost)
}

/// Returns the peak of the resident size of this process, in bytes; NaN if the system is not Linux.
fn resident() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    kilobytes.map_or(f64::NAN, |kilobytes: f64| kilobytes * 1024.0)
}

/// Returns the processor time of this thread, which does all the work, in seconds; NaN if the system is not Linux.
fn on_processor() -> f64 {
    let times = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = times
        .split_whitespace()
        .next()
        .and_then(|time| time.parse().ok());
    nanoseconds.map_or(f64::NAN, |nanoseconds: f64| nanoseconds / 1e9)
}

/// Returns the numbers of instructions for finding the values of a game of this size and for proving them. Runs this
/// program under valgrind.
pub fn instructions(size: &str) -> Option<[u64; 2]> {
    let counts = std::env::temp_dir().join(format!("growth-{size}-{}", std::process::id()));
    let counts = counts.to_str()?;
    let phases = ["lay_out", "find_values", "prove_values"];
    let dumps = phases.map(|phase| format!("--dump-after=growth::measure::{phase}"));
    let mut valgrind = Command::new("valgrind");
    valgrind.arg("--tool=callgrind").args(dumps);
    valgrind.arg(format!("--callgrind-out-file={counts}"));
    valgrind
        .arg(std::env::current_exe().ok()?)
        .args(["--here", size]);
    valgrind.output().ok()?;
    // Valgrind writes one file for each dump, numbered from 1, and one for the end of the program.
    let total = |dump: &str| {
        let file = format!("{counts}{dump}");
        let text = fs::read_to_string(&file).ok()?;
        fs::remove_file(&file).ok()?;
        let total = text
            .lines()
            .find_map(|line| line.strip_prefix("totals: "))?;
        total.trim().parse().ok()
    };
    let [_, finding, proving, _] = [".1", ".2", ".3", ""].map(total);
    Some([finding?, proving?])
}
