//! Solution files that cannot be used.

use std::process::Stdio;

use super::tourne;
use crate::commands::{finish, start};
use crate::folder::Folder;
use crate::solution_bytes::noise;

/// Commands that read a table: one question, many questions, and `info`, which stands for all other commands.
const COMMANDS: [&[&str]; 3] = [&["best", "04h/007", "3"], &["best", "-"], &["info"]];

/// Commands refuse a table and name it, even while their standard input stays open.
#[test]
fn files_that_are_no_solution_are_refused() {
    let folder = Folder::new();
    let noise = folder.write("table.bin", noise(2, 10_000));
    for (table, says) in [
        (folder.text_of(""), "cannot read"),
        (noise, "it does not begin with TOURNECS"),
    ] {
        for arguments in COMMANDS {
            let mut command = tourne(arguments);
            command.args(["--table", &table]).stdin(Stdio::piped());
            let mut child = start(&mut command);
            let input = child.stdin.take();
            let name = table.trim_end_matches('/');
            finish(child).assert_one_line_error(3, &[name, says]);
            drop(input);
        }
    }
}
