//! Invalid questions as arguments of `tourne best`. Errors about positions and throws are tested in `bad_lines.rs`, and
//! a transcript shows them.

use super::{answer, assert_error, tourne};
use crate::commands::run;
use crate::run_line;

#[test]
fn a_question_may_be_one_argument_or_two() {
    let expected = run_line("best 04h/007 3");
    expected.assert_answered();
    for words in [
        &["04h/007:3"][..],
        &[" 04h/007:4-3 "],
        &["04h/007:", "3"],
        &["4h0/700", "43"],
    ] {
        let outcome = run(tourne(&["best"]).args(words));
        outcome.assert_answered();
        assert_eq!(outcome.stdout, expected.stdout, "{words:?}");
    }
}

#[test]
fn wrong_questions_are_refused_with_what_was_typed() {
    let says = "\"04h/007:3\" has a throw after the position, and \"4\" is another";
    run_line("best 04h/007:3 4").assert_one_line_error(2, &[says]);
    let says = ["\"04h/007,3\"", "\"007\" is not a man"];
    run_line("best 04h/007,3").assert_one_line_error(2, &says);
    for typed in ["4h0/4,0,0", "04H/004"] {
        let says = format!("error: {typed} is not a position of standard: men of both sides");
        run_line(&format!("best {typed} 3")).assert_one_line_error(2, &[&says]);
        let answer = answer(format!("{typed} 3"));
        assert_error(&answer, 1, says.trim_start_matches("error: "));
    }
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_text_is_refused() {
    use std::os::unix::ffi::OsStrExt as _;

    let bytes = std::ffi::OsStr::from_bytes(b"04h/\xff07");
    run(tourne(&["best"]).arg(bytes)).assert_error(2, &["invalid UTF-8"]);
}
