//! Cost of solving and proving one size.

use std::fs;
use std::process::Command;

use tourne_graph::solve;

use crate::race::Race;

/// Bytes for each position of the largest block, and for each other position, that solving should not exceed.
const LIMITS: [f64; 2] = [100.0, 16.0];

/// Solves and proves the game of this size. Returns figures separated by spaces: the numbers of positions, of positions in
/// the largest block, of moves and of sweeps, bytes a position and in percent of the [limit](LIMITS), seconds, and the
/// largest error of a value in points.
///
/// Bytes are the peak of the resident size, minus that of the empty program. Seconds are processor time.
pub fn measure(men: usize, points: usize) -> String {
    let (empty, before) = (resident(), on_processor());
    let race = Race::new(men, points);
    let proven = solve(&race, &mut |_| (), &mut |_| ()).expect("play ends soon enough");
    let seconds = on_processor() - before;
    let bytes = resident() - empty;
    let several = proven.undecided + proven.ties;
    assert_eq!(several, 0, "every choice has a single best move");
    let (positions, largest) = (race.states(), race.largest_block());
    let limit = LIMITS[0] * largest as f64 + LIMITS[1] * (positions - largest) as f64;
    format!(
        "{positions} {largest} {} {:.1} {:.0} {:.0} {seconds:.2} {:.1e}",
        race.moves(),
        proven.sweeps,
        bytes / positions as f64,
        100.0 * bytes / limit,
        proven.bound(),
    )
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

/// Returns the number of instructions of a process that solves a game of this size. Runs this program under valgrind.
pub fn instructions(size: &str) -> Option<u64> {
    let counts = std::env::temp_dir().join(format!("growth-{size}-{}", std::process::id()));
    let mut valgrind = Command::new("valgrind");
    // Without a simulated cache this tool is three times as fast as callgrind.
    valgrind.args(["--tool=cachegrind", "--cache-sim=no"]);
    valgrind.arg(format!("--cachegrind-out-file={}", counts.to_str()?));
    valgrind.arg(std::env::current_exe().ok()?);
    valgrind.args(["--here", size]).output().ok()?;
    let text = fs::read_to_string(&counts).ok()?;
    fs::remove_file(&counts).ok()?;
    let total = text
        .lines()
        .find_map(|line| line.strip_prefix("summary: "))?;
    total.trim().parse().ok()
}
