//! Commands that take long show their progress on a terminal, and nowhere else.

use std::time::{Duration, Instant};

use crate::commands::{PROGRESS_DELAY, run, run_on_terminal};
use crate::documents::root;
use crate::{cells, tourne_line};

/// Commands, and a part of what they say meanwhile.
const SAYS: &str = "
match 2 --rules double-win | of 4
best 04h/007 3 --match 2 --score 0-0 | best play at this score
atlas standard double-win | double-win: following best play
ladder builtin:hit builtin:front | grades and duels
duel builtin:hit builtin:front | playing
check --policy builtin:errs:0.5 | grading
outcomes 000/000 | following best play
review tests/games/lalanne.txt --rules double-win | double-win:
";

#[test]
fn what_takes_long_says_what_it_does() {
    for [arguments, says] in cells(SAYS) {
        let mut command = tourne_line(arguments);
        command.current_dir(root()).env(PROGRESS_DELAY, "0");
        let seen = run_on_terminal(&mut command);
        let heard = run(&mut command);
        heard.assert_answered();
        assert_eq!(seen.code, heard.code, "{seen:?}");
        assert_eq!(seen.stdout, heard.stdout, "the answer is the same");
        seen.assert_warns(&[says]);
        // The progress line is erased at the end: the last line that was drawn is empty.
        let rest = seen.stderr.rsplit('\r').next().unwrap_or_default();
        let is_clear = rest.ends_with("\u{1b}[2K") || rest.ends_with("\u{1b}[K");
        assert!(is_clear, "{:?}", seen.stderr);
    }
}

#[test]
fn quick_answers_come_without_a_flash() {
    for arguments in [
        "best 04h/007 3",
        "rules",
        "identify 04h/007 3 0/3",
        "review tests/games/lalanne.txt",
        "duel builtin:hit builtin:front",
        "help answers",
    ] {
        let mut command = tourne_line(arguments);
        // Progress is shown only after a delay, here 600,000 ms, so these commands count as quick.
        let seen = run_on_terminal(command.current_dir(root()).env(PROGRESS_DELAY, "600000"));
        assert_eq!((seen.code, &*seen.stderr), (Some(0), ""), "{arguments:?}");

        let begin = Instant::now();
        let seen = run_on_terminal(command.env_remove(PROGRESS_DELAY));
        // The default delay is 250 ms. On a busy machine the command may take longer, so check only quick runs.
        let is_quick = begin.elapsed() < Duration::from_millis(200);
        assert!(seen.stderr.is_empty() || !is_quick, "{arguments:?}");
    }
}
