//! Cost of solving as games grow: the game with any number of men on any number of points, from a few hundred positions
//! to more than ten million.
//!
//! ```text
//! growth [MENxPOINTS]…      measures these sizes, and prints a table in CSV
//! growth --table < CSV      the same as Markdown
//! ```

mod measure;
#[cfg(test)]
mod pages;
mod race;
mod report;
#[cfg(test)]
mod rules;

use std::env;
use std::io;
use std::process::Command;

/// Sizes, men × points, that are measured if the arguments name none.
const SIZES: [&str; 12] = [
    "2x6", "3x8", "3x12", "4x12", "3x16", "4x14", "3x20", "4x16", "3x24", "6x14", "3x28", "4x19",
];

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["--here", size] => println!("{}", measured(size)),
        ["--table"] => {
            let measured = io::read_to_string(io::stdin()).expect("the table is text");
            print!("{}", report::table(&measured));
        }
        [] => measure_all(&SIZES),
        _ => measure_all(&arguments),
    }
}

/// Measures one size in this process, on one thread, and returns its line of the CSV.
fn measured(size: &str) -> String {
    let (men, points) = size.split_once('x').expect("a size is MENxPOINTS");
    let number = |text: &str| text.parse().expect("a size has two numbers");
    let one = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .use_current_thread();
    one.build_global().expect("this thread is there");
    measure::measure(number(men), number(points))
}

/// Prints the CSV: each size is measured in a process of its own, and once more under valgrind if that is installed.
fn measure_all(sizes: &[&str]) {
    println!(
        "{},values_instructions,proof_instructions",
        measure::MEASURED
    );
    for size in sizes {
        let program = env::current_exe().expect("this program has a path");
        let run = Command::new(program).args(["--here", size]).output();
        let run = run.expect("this program runs again");
        assert!(
            run.status.success(),
            "{}",
            String::from_utf8_lossy(&run.stderr)
        );
        let line = String::from_utf8_lossy(&run.stdout);
        let counts = measure::instructions(size).map_or_else(String::new, |[finding, proving]| {
            format!("{finding},{proving}")
        });
        let counts = if counts.is_empty() { "," } else { &counts };
        println!("{},{counts}", line.trim());
    }
}
