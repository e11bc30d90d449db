//! `tourne-solve` understands every command in the documentation.

use std::process::Command;

use crate::commands::run;
use crate::documents::{Page, asking_for_help};

#[test]
fn tourne_solve_understands_every_command_of_the_pages() {
    let (mut understood, mut refused) = (0, Vec::new());
    for page in Page::all() {
        for line in page.commands(&["tourne-solve"]) {
            let words = asking_for_help(&line);
            let mut command = Command::new(env!("CARGO_BIN_EXE_tourne-solve"));
            let outcome = run(command.args(&words[1..]));
            if outcome.code != Some(0) {
                refused.push(format!("{}: {line}: {}", page.name, outcome.stderr));
            }
            understood += 1;
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
    assert!(understood > 15, "{understood}");
}
