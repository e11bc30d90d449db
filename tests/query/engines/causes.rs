//! Reports of failing engines name the cause: output that is not flushed, lines that are glued together or have no end,
//! programs that cannot be started, the dice that were sent, and answers that are missing.

use std::ffi::OsString;
use std::process::Command;

use tourne::engine::words::words;
use tourne_solver::Rules;

use super::{ASKED, FIFTY, TOURNE, check, check_fifty, dice_of, misbehaving, questions_without};
#[cfg(unix)]
use super::{quoted, shell};
use crate::builtin_file;
use crate::commands::{assert_lacks, run};
use crate::folder::Folder;

const FLUSH: &str =
    "flush the output after each line (Python: print(..., flush=True) or python3 -u; C: ";

#[test]
fn output_that_is_not_flushed_before_the_startup_timeout_is_named() {
    let checked = check_fifty("unflushed", 0, &["--startup-timeout", "5"]);
    let late = format!("it wrote \"ubgiok\" only when its input was closed: {FLUSH}");
    checked.assert_faults(&[1], "handshake", &late);
    // Before that, the user gets a hint while waiting.
    let hint = "the engine has written nothing for 4s: unless it is still loading or thinking, ";
    let hint = format!("{hint}{FLUSH}");
    assert_eq!(
        checked.outcome.stderr.matches(&hint).count(),
        1,
        "{checked:?}"
    );

    // An engine that does not read on cannot be told from one that loads for long.
    let checked = check_fifty("no-ubgiok", 1, &["--startup-timeout", "0.5"]);
    let perhaps = format!("if it has written one, {FLUSH}");
    checked.assert_faults(&[1], "handshake", &perhaps);
}

#[test]
fn output_that_is_not_flushed_is_named_at_a_question_with_its_cure() {
    let checked = check(
        &misbehaving("unflushed", 1),
        &["--sample", "5", "--timeout", "0.5"],
    );
    let faults = checked.faults();
    assert!(!faults.is_empty(), "{checked:?}");
    for fault in faults {
        let text = fault["text"].as_str().expect("a text");
        let late = "silence: no answer in 500ms; it wrote \"bestmove 0/";
        let cure = format!("only when its input was closed: {FLUSH}");
        assert!(text.starts_with(late) && text.contains(&cure), "{text}");
    }
    // An engine that has answered before and hangs gets no such advice.
    let checked = check_fifty("silent", 40, &["--timeout", "0.5"]);
    checked.assert_faults(&[40], "silence", "no answer in 500ms");
    assert_lacks(&checked.outcome.stderr, &["flush"]);
}

/// An engine that loads for long is waited for; one that holds its output back is told so soon, though it has a minute.
#[cfg(unix)]
#[test]
fn a_silent_engine_that_holds_its_output_back_is_named_after_seconds() {
    let begun = std::time::Instant::now();
    let checked = check(&misbehaving("unflushed", 0), &["--sample", "5"]);
    let took = begun.elapsed().as_secs();
    let late =
        format!("no answer in 4s; it wrote \"ubgiok\" only when its input was closed: {FLUSH}");
    let text = checked.faults()[0]["text"].as_str().expect("a text");
    assert!(text.contains(&late), "{text}");
    assert!((4..30).contains(&took), "{took} s");
    let slow = "sleep 8; while read line; do case $line in ubgi) echo ubgiok;; isready) echo readyok;; \
        go) echo bestmove 0/1;; quit) exit;; esac; done";
    let checked = check(&shell(slow), &["--sample", "5"]);
    assert_eq!(checked.faults().len(), 0, "{checked:?}");
    // Slow at its first start, and later ready just when the input of a further start is closed.
    let folder = Folder::new();
    let mark = quoted(folder.path("started"));
    let seconds = format!("if test -e {mark}; then sleep 2.5; else touch {mark}; sleep 6; fi; ");
    let checked = check(
        &shell(&slow.replace("sleep 8; ", &seconds)),
        &["--sample", "5"],
    );
    assert_eq!(checked.faults().len(), 0, "{checked:?}");
}

/// The engine of the documents without its last line, which flushes.
#[test]
fn an_engine_in_python_that_does_not_flush_is_told_to() {
    let engine = include_str!("../../example_engine.py");
    let unflushed = engine.replace("    sys.stdout.flush()\n", "");
    assert_ne!(engine, unflushed);
    let folder = Folder::new();
    folder.write("engine.py", unflushed);
    let mut command = Command::new(TOURNE);
    command.args(["check", "--sample", "5", "--startup-timeout", "1"]);
    command.args(["--engine", "python3 engine.py"]);
    command.current_dir(&folder).env_remove("PYTHONUNBUFFERED");
    let outcome = run(&mut command);
    outcome.assert_code(2);
    outcome.assert_warns(&["only when its input was closed: ", FLUSH]);
}

#[test]
fn glued_lines_and_lines_without_a_line_feed_are_quoted() {
    let checked = check_fifty("glued", 40, &["--timeout", "0.5"]);
    let says = "no \"readyok\" in 500ms to the \"isready\" after its answer; the last line that was not understood: \"0readyok\"";
    checked.assert_faults(&[40], "silence", says);
    let unended = "ubgiok\" without a line feed: each line must end with one";
    let checked = check(&misbehaving("unended", 0), &["--startup-timeout", "0.5"]);
    let text = checked.faults()[0]["text"].as_str().expect("a text");
    assert!(text.contains(unended), "{text}");
    // A line that comes instead of an answer is quoted too if it is one of too many, or too long.
    let checked = check_fifty("lines", 40, &[]);
    checked.assert_faults(
        &[40],
        "flood",
        "instead of an answer, the last \"info still thinking\"",
    );
    let checked = check_fifty("endless", 40, &[]);
    checked.assert_faults(&[40], "flood", "instead of an answer, the last \"....");
}

/// A line that holds an expected word behind another line is quoted.
#[cfg(unix)]
#[test]
fn glued_lines_are_quoted_if_their_beginning_is_known() {
    for (answer, glued) in [
        (
            "ubgi) printf 'id author me'; echo ubgiok",
            "id author meubgiok",
        ),
        (
            "ubgi) echo ubgiok;; go) printf 'bestmove 0/3'",
            "bestmove 0/3readyok",
        ),
        (
            "ubgi) echo ubgiok;; go) echo info score 3bestmove 0/3",
            "info score 3bestmove 0/3",
        ),
    ] {
        let script = format!(
            "while read command; do case $command in {answer};; isready) echo readyok;; esac; done"
        );
        let times = [
            "--startup-timeout",
            "1",
            "--timeout",
            "0.5",
            "--sample",
            "5",
        ];
        let checked = check(&shell(&script), &times);
        let text = checked.faults()[0]["text"].as_str().expect("a text");
        let says = format!("the last line that was not understood: \"{glued}\"");
        assert!(text.contains(&says), "{text}");
    }
}

#[test]
fn dice_are_quoted_as_they_were_sent() {
    let (position, die) = questions_without(1, &[])[19];
    let checked = check_fifty("illegal", 20, &[]);
    let illegal = &checked.answer["illegal_answers"][0];
    assert_eq!(illegal["dice"], dice_of(die), "{illegal}");
    let checked = check_fifty("exit", ASKED, &[]);
    let (_, failed) = questions_without(1, &[])[ASKED - 1];
    assert_eq!(checked.faults()[0]["dice"], dice_of(failed), "{checked:?}");

    let mut command = Command::new(TOURNE);
    command.args(["check", "--engine", &misbehaving("illegal", 20)]);
    let text = run(command.args(FIFTY));
    let number = die.number();
    let line = format!(
        "  {position} with a {number} (\"dice {}\"): 0/12 (legal: ",
        dice_of(die)
    );
    text.assert_shows(&[&line]);
    // Where one die is thrown, one is quoted.
    let course = check(
        &misbehaving("illegal", 1),
        &["--rules", "course", "--sample", "5"],
    );
    let illegal = &course.answer["illegal_answers"][0];
    assert_eq!(illegal["dice"], illegal["die"].to_string(), "{course:?}");
    assert_eq!(course.answer["rules"], Rules::COURSE.to_string());
}

/// Content of a file, its permissions, and a part of the message when it is started as an engine.
#[cfg(unix)]
const NOT_STARTED: [(&[u8], u32, &str); 8] = [
    (
        b"#!/bin/sh\r\n",
        0o755,
        "its first line ends with a carriage return: save it with Unix line ends",
    ),
    (
        b"#!/usr/bin/nowhere -u\n",
        0o755,
        "its first line names \"/usr/bin/nowhere\", which is not there",
    ),
    (
        b"#! nowhere",
        0o755,
        "its first line names \"nowhere\", which is not there",
    ),
    (
        b"#!/etc\n",
        0o755,
        "its first line names \"/etc\", which may not be executed",
    ),
    (
        b"#!/bin/sh\n",
        0o644,
        "it may not be executed: make it executable with chmod +x",
    ),
    (
        b"print(1)\n",
        0o755,
        "it is not a program of this system: a script needs a first line such as #!",
    ),
    (
        b"\xef\xbb\xbf#!/bin/sh\n",
        0o755,
        "its first line begins with a byte order mark: save it without one",
    ),
    (b"", 0o755, "it is not a program of this system"),
];

#[cfg(unix)]
#[test]
fn a_script_with_a_broken_first_line_is_told_from_a_file_that_is_not_there() {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt as _;

    let folder = Folder::new();
    let start = |engine: &str| {
        let mut command = Command::new(TOURNE);
        command.args(["check", "--sample", "5", "--engine", engine]);
        run(command.current_dir(&folder))
    };
    for (content, mode, says) in NOT_STARTED {
        folder.write("engine.sh", content);
        let mode = Permissions::from_mode(mode);
        fs::set_permissions(folder.path("engine.sh"), mode).expect("permissions can be set");
        let says = format!("cannot start the engine \"./engine.sh\" ({says}");
        start("./engine.sh").assert_one_line_error(2, &[&says]);
    }
    let pipe = Command::new("mkfifo").arg(folder.path("pipe")).status();
    assert!(pipe.is_ok_and(|status| status.success()));
    for (engine, says) in [
        (
            "./nothing",
            "the command must begin with the name or path of a program",
        ),
        (
            "engine.sh",
            "to name a program in this folder, write ./engine.sh",
        ),
        (".", "it is a folder: name the program in it"),
        ("./pipe", "it is not a regular file: name a program"),
    ] {
        let says = format!("cannot start the engine \"{engine}\" ({says})");
        start(engine).assert_one_line_error(2, &[&says]);
    }
    // Here the system starts `env`, which does not find the interpreter.
    folder.write("engine.sh", "#!/usr/bin/env sh\r\n");
    let mode = Permissions::from_mode(0o755);
    fs::set_permissions(folder.path("engine.sh"), mode).expect("permissions can be set");
    start("./engine.sh").assert_warns(&["its first line ends with a carriage return: "]);
}

#[test]
fn backslashes_of_windows_paths_stay_there() {
    for (line, windows, elsewhere) in [
        (
            r"C:\engines\my.exe --fast",
            &[r"C:\engines\my.exe", "--fast"][..],
            &["C:enginesmy.exe", "--fast"][..],
        ),
        (
            r#""C:\Program Files\my engine.exe" --book "D:\my books\a.bin""#,
            &[
                r"C:\Program Files\my engine.exe",
                "--book",
                r"D:\my books\a.bin",
            ],
            &[
                r"C:\Program Files\my engine.exe",
                "--book",
                r"D:\my books\a.bin",
            ],
        ),
        (
            r"\\server\share\x.exe a",
            &[r"\\server\share\x.exe", "a"],
            &[r"\serversharex.exe", "a"],
        ),
        (
            r#"x.exe --say "a \"b\"""#,
            &["x.exe", "--say", r#"a "b""#],
            &["x.exe", "--say", r#"a "b""#],
        ),
        (
            "  python   'a b.py' ",
            &["python", "'a", "b.py'"],
            &["python", "a b.py"],
        ),
    ] {
        assert_eq!(
            words(line, true).as_deref(),
            Some(&*strings(windows)),
            "{line}"
        );
        assert_eq!(
            words(line, false).as_deref(),
            Some(&*strings(elsewhere)),
            "{line}"
        );
    }
    for line in ["", " ", "\"\""] {
        assert_eq!(
            (words(line, true), words(line, false)),
            (None, None),
            "{line:?}"
        );
    }
}

#[test]
fn missing_answers_are_bounded_and_the_way_to_resume_is_said() {
    let whole = builtin_file("rear");
    let (head, tail) = whole.split_at(whole.len() / 2);
    let lacking = tail.lines().skip(1 + 25).map(|row| format!("{row}\n"));
    let record =
        head.rsplit_once('\n').expect("rows").0.to_owned() + "\n" + &lacking.collect::<String>();
    let folder = Folder::new();
    let record = folder.write("record.csv", record);
    let mut command = Command::new(TOURNE);
    command.args([
        "check",
        "--resume",
        &record,
        "--engine",
        &misbehaving("exit", 20),
    ]);
    let checked = run(&mut command);
    checked.assert_code(0);
    checked.assert_shows(&[
        ", 1 missing, 0 with an illegal move\n",
        "With a best move in place of each missing answer:\n",
        "With the worst legal move in place of each missing answer:\n",
        &format!("go on with --record {record}.\n"),
    ]);
}

fn strings(words: &[&str]) -> Vec<OsString> {
    words.iter().map(OsString::from).collect()
}
