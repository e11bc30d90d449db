//! Solution files with a valid checksum and false contents: every command refuses them, in the words of `verify`.

use tourne_solver::file::decode;
use tourne_solver::verify::verify;

use crate::commands::run_with;
use crate::documents::quoted;
use crate::folder::Folder;
use crate::solution_bytes::{MOVES, SolutionBytes};
use crate::{LALANNE, tourne_line};

/// The flag of positions that can arise.
const REACHABLE_FLAG: u32 = 1 << 31;

/// Commands that open a solution file.
const COMMANDS: &str = "
info
best 04h/007
best 04h/007 3 --explain
best 04h/007 3 --match 3 --score 1-1
match 3
atlas standard
best -
check --policy builtin:front
check --engine nothing --sample 10
duel builtin:front builtin:hit
outcomes 000/000
review LALANNE
quiz --seed 1
quiz --file LALANNE
play --seed 1
play --seed 1 --policy builtin:front
engine
page --output PAGE
";

/// Returns files with false contents: all values a trifle too large or too small, a value, a best move, a flag, a count.
fn false_files() -> [SolutionBytes; 5] {
    let mut files = [const { SolutionBytes::standard }; 5].map(|standard| standard());
    let [trifle, value, best, flag, count] = &mut files;
    for number in 0..trifle.positions() {
        let sign = if number % 2 == 0 { 1.0 } else { -1.0 };
        let changed = trifle.value(number) + sign * 2_f64.powi(-40);
        trifle.put_value(number, changed.clamp(0.0, 1.0));
    }
    value.put_value(0, 0.6);
    // The first position whose best men with a 1 are not all three.
    let numbers = 0..best.positions();
    let number = numbers
        .clone()
        .find(|&number| best.best(number) & 0b111 != 0b111);
    let number = number.expect("a choice");
    best.put_best(number, best.best(number) ^ 0b111);
    flag.put_best(0, flag.best(0) ^ REACHABLE_FLAG);
    count.put_u64(MOVES, 6);
    files
}

#[test]
fn every_command_refuses_a_false_file_as_verify_does() {
    let folder = Folder::new();
    let page = folder.text_of("page.html");
    for (at, bytes) in false_files().into_iter().enumerate() {
        let bytes = bytes.sealed();
        let wrong = verify(decode(&bytes).expect("the file is whole")).map(|_| ());
        let wrong = anyhow::Error::new(wrong.expect_err("the file is false"));
        let path = folder.write("false.bin", &bytes);
        // The first two files try every command, the others one each. The environment names the second.
        let commands = COMMANDS.trim().lines();
        let by = if at == 1 {
            "TOURNE_SOLUTION"
        } else {
            "--solution"
        };
        let says = format!("error: cannot use what {by} names: {path} is wrong: {wrong:#}");
        let commands: Vec<_> = if at < 2 {
            commands.collect()
        } else {
            commands.skip(at).take(1).collect()
        };
        for line in commands {
            let line = line
                .replace("LALANNE", &quoted(LALANNE))
                .replace("PAGE", &quoted(&page));
            let mut command = if at == 1 {
                let mut command = tourne_line(&line);
                command.env(by, &path);
                command
            } else {
                tourne_line(&format!("{line} {by} {}", quoted(&path)))
            };
            run_with(&mut command, "1\nquit\n").assert_one_line_error(3, &[&says]);
        }
    }
    assert!(!folder.path("page.html").exists());
}
