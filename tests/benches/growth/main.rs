//! Cost of solving as games grow: the game with any number of men on any number of points, from a few hundred positions
//! to more than a hundred million.
//!
//! ```text
//! growth [MENxPOINTS]…      measures these sizes, and prints a table in Markdown
//! ```

mod measure;
mod race;
#[cfg(test)]
mod rules;

use std::env;
use std::process::Command;

use tourne_solver::digits::grouped;

/// Sizes, men × points, that are measured if the arguments name none: smallest games first.
const SIZES: [&str; 14] = [
    "2x6", "3x8", "3x12", "4x12", "3x16", "4x14", "3x20", "4x16", "3x24", "6x14", "3x28", "4x19",
    "4x24", "6x17",
];

/// Maximum number of positions for which instructions are counted: for more, valgrind would take hours.
const MOST_COUNTED: u64 = 20_000_000;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["--here", size] => println!("{}", measured(size)),
        [] => measure_all(&SIZES),
        _ => measure_all(&arguments),
    }
}

/// Measures one size in this process, on one thread, and returns its figures as [`measure::measure`] does.
fn measured(size: &str) -> String {
    let (men, points) = size.split_once('x').expect("a size is MENxPOINTS");
    let number = |text: &str| text.parse().expect("a size has two numbers");
    let one = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .use_current_thread();
    one.build_global().expect("this thread is there");
    measure::measure(number(men), number(points))
}

const HEAD: &str =
    "| men × points | positions | in the largest block | moves | sweeps | instructions a position \
                    | bytes a position | of the limit | seconds | error bound |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|";

/// Prints the table. Each size is measured in a process of its own, and once more under valgrind if that is installed.
fn measure_all(sizes: &[&str]) {
    println!("{HEAD}");
    for size in sizes {
        let program = env::current_exe().expect("this program has a path");
        let run = Command::new(program).args(["--here", size]).output();
        let run = run.expect("this program runs again");
        let figures = String::from_utf8_lossy(&run.stdout);
        assert!(
            run.status.success(),
            "{}",
            String::from_utf8_lossy(&run.stderr)
        );
        let figures: Vec<&str> = figures.split_whitespace().collect();
        let [
            positions,
            largest,
            moves,
            sweeps,
            bytes,
            of_limit,
            seconds,
            bound,
        ] = figures[..]
        else {
            panic!("{figures:?} are not eight figures");
        };
        let [positions, largest, moves] =
            [positions, largest, moves].map(|count| count.parse().expect("a count"));
        let counted = (positions <= MOST_COUNTED).then(|| measure::instructions(size));
        let a_position = |count: u64| grouped((count as f64 / positions as f64).round() as u64);
        println!(
            "| {} | {} | {:.0} % | {} | {sweeps} | {} | {bytes} | {of_limit} % | {seconds} | {bound} |",
            size.replace('x', " × "),
            grouped(positions),
            100.0 * largest as f64 / positions as f64,
            grouped(moves),
            counted.flatten().map_or("–".to_owned(), a_position),
        );
    }
}
