//! `tourne-solve` understands every command in the documentation.

use crate::commands::run;
use crate::documents::{Page, asking_for_help};
use crate::tourne_solve;

#[test]
fn tourne_solve_understands_every_command_of_the_pages() {
    let (mut understood, mut refused) = (0, Vec::new());
    for page in Page::all() {
        for line in page.commands(&["tourne-solve"]) {
            let words = asking_for_help(&line);
            let outcome = run(tourne_solve(&[]).args(&words[1..]));
            if outcome.code != Some(0) {
                refused.push(format!("{}: {line}: {}", page.name, outcome.stderr));
            }
            understood += 1;
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
    assert!(understood > 10, "{understood}");
}
