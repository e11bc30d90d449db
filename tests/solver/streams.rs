//! Streams of `tourne-solve`: `-` as a file, progress on terminals, interrupts, errors that name a stream.

use std::fs;
use std::path::Path;
use std::process::Stdio;

#[cfg(unix)]
use crate::commands::run_at_terminal;
use crate::commands::{
    Outcome, assert_lacks, assert_says, finish, joined, names_in, run, start, wait,
};
use crate::solution_bytes::standard_path;
use crate::{folder, text_of, tourne_solve};

// ---- Standard output and input as files

#[test]
fn a_solution_goes_to_standard_output_alone() {
    let folder = folder();
    for (format, begins) in [
        ("text", "Tourne-case, standard: solved"),
        ("json", "{\"rules\""),
    ] {
        let mut command = tourne_solve(&["--output", "-", "--format", format]);
        command.current_dir(folder.path()).stdin(Stdio::null());
        let output = command.output().expect("the command starts");
        assert!(output.status.success(), "{output:?}");
        let expected = fs::read(standard_path()).expect("the file is there");
        assert!(output.stdout == expected, "the bytes are those of the file");
        let account = String::from_utf8(output.stderr).expect("UTF-8 text");
        assert!(account.starts_with(begins), "{account}");
    }
    assert!(names_in(&folder).is_empty(), "there is no file named -");
}

#[test]
fn standard_input_is_verified() {
    let verify = |path: &Path| -> Outcome {
        let file = fs::File::open(path).expect("the file is there");
        finish(start(tourne_solve(&["verify", "-"]).stdin(file)))
    };
    let sound = verify(&standard_path());
    sound.assert_answered();
    sound.assert_shows(&["standard input is right."]);
    let unsound = verify(Path::new("Cargo.toml"));
    let says = "standard input cannot be used: it is not a solution file";
    unsound.assert_one_line_error(3, &[says]);
}

// ---- Texts for people

#[test]
fn names_of_files_are_escaped() {
    let folder = folder();
    let evil = folder.path().join("a\u{1b}[31m\u{202e}b'e\u{301}");
    let name = text_of(&evil);
    let escaped = "a\\u{1b}[31m\\u{202e}b'e\u{301}";
    let missing = run(&mut tourne_solve(&["verify", name]));
    missing.assert_one_line_error(3, &["cannot read", escaped]);
    let nowhere = run(&mut tourne_solve(&["-o", &format!("{name}/x.bin")]));
    nowhere.assert_one_line_error(2, &["cannot write", escaped, "does not exist"]);
    let usage = run(&mut tourne_solve(&["--rules", "a\u{7}\u{202e}"]));
    usage.assert_error(2, &["\\u{7}", "\\u{202e}"]);

    fs::write(&evil, "TOURNECS, but no more").expect("a writable file");
    let damaged = run(&mut tourne_solve(&["verify", name]));
    damaged.assert_one_line_error(3, &[escaped, "cannot be used"]);
    let written = run(&mut tourne_solve(&["-o", name]));
    written.assert_answered();
    written.assert_shows(&[&format!("{escaped} (628,288 bytes)")]);
    let verified = run(&mut tourne_solve(&["verify", name]));
    verified.assert_shows(&[&format!("{escaped} is right.")]);
    for outcome in [&missing, &nowhere, &usage, &damaged, &written, &verified] {
        let shown = [&*outcome.stdout, &outcome.stderr].concat();
        assert_lacks(&shown, &["\u{7}", "\u{1b}", "\u{202e}"]);
    }

    // In JSON, a name is not escaped.
    let json = run(&mut tourne_solve(&["-o", name, "--format", "json"]));
    let account: serde_json::Value = serde_json::from_str(&json.stdout).expect("valid JSON");
    assert_eq!(account["file"], name);
}

#[test]
fn help_is_a_command_too() {
    let option = run(&mut tourne_solve(&["verify", "--help"]));
    option.assert_answered();
    let command = run(&mut tourne_solve(&["help", "verify"]));
    command.assert_answered();
    assert_eq!(command.stdout, option.stdout);
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    for arguments in ["--help", "--version", "help", "verify -h"] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let mut command = tourne_solve(&arguments);
        command
            .stdout(crate::commands::full())
            .stderr(Stdio::piped());
        let outcome = finish(command.spawn().expect("the command starts"));
        outcome.assert_one_line_error(2, &["standard output", "No space left"]);
    }
}

#[cfg(unix)]
#[test]
fn reports_and_errors_fit_the_terminal() {
    use crate::commands::run_at_terminal;

    // A path in a report is as long as it is: name the file from its folder.
    let file = standard_path();
    let command = |arguments: &[&str]| {
        let mut command = tourne_solve(arguments);
        command.current_dir(file.parent().expect("a folder"));
        command
    };
    for arguments in [
        &["verify", "standard.bin"][..],
        &["export", "--to", "csv", "--from", "missing.bin"],
        &["--rules", "no-such-rules"],
    ] {
        let piped = run(&mut command(arguments));
        // Switch colours off, which only the terminal would show.
        let seen = run_at_terminal(command(arguments).env("NO_COLOR", "1"), 60);
        assert_eq!(seen.code, piped.code);
        for line in seen.stdout.lines() {
            assert!(line.chars().count() <= 60, "{line:?} of {seen:?}");
        }
        let without_time = |text: &str| {
            let text = joined(text);
            let (before, _) = text.split_once(" time ").unwrap_or((&text, ""));
            before.to_owned()
        };
        // Elsewhere lines stay as they are, and no word is broken.
        let said = piped.stdout + &piped.stderr;
        assert!(said.lines().any(|line| line.chars().count() > 60), "{said}");
        assert_eq!(without_time(&seen.stdout), without_time(&said));
    }
    let verified = run_at_terminal(&mut command(&["verify", "standard.bin"]), 60).stdout;
    // Continuation lines of items and of named facts are indented.
    let item = "\n- it holds every legal position once, and correctly marks\n  those that can arise from the start;\n";
    assert_says(
        &verified,
        &[item, "\n           in positions that can arise)\n"],
    );
}

// ---- Progress

#[cfg(unix)]
#[test]
fn a_terminal_shows_progress_and_a_pipe_does_not() {
    let folder = folder();
    for (arguments, says) in [
        (&["--threads", "1", "-o", "out.bin"][..], "standard: "),
        (&["verify", "out.bin"], "proving "),
        (
            &["export", "--to", "csv", "--force", "-o", "out.csv"],
            "standard: exporting",
        ),
    ] {
        let mut command = tourne_solve(arguments);
        command.current_dir(folder.path());
        command.env(crate::commands::PROGRESS_DELAY, "0");
        let seen = crate::commands::run_on_terminal(&mut command);
        assert_eq!(seen.code, Some(0), "{seen:?}");
        assert_says(&seen.stderr, &[says]);
        run(&mut command).assert_answered();
    }
}

// ---- Interrupts

#[cfg(unix)]
#[test]
fn an_interrupt_while_a_file_is_written_leaves_nothing_beside_it() {
    let mut while_writing = 0;
    for delay in [0, 2, 4, 6, 8, 10] {
        let folder = folder();
        let path = folder.path().join("moves.csv");
        fs::write(&path, "old").expect("a writable file");
        let mut command = tourne_solve(&["export", "--to", "csv", "--force", "--output"]);
        let mut child = start(command.arg(&path));
        let has_ended = loop {
            if child.try_wait().expect("a child process").is_some() {
                break true;
            }
            if names_in(&folder).len() > 1 {
                break false;
            }
            std::thread::sleep(std::time::Duration::from_micros(100));
        };
        if !has_ended {
            std::thread::sleep(std::time::Duration::from_micros(200 * delay));
            crate::commands::interrupt(&child);
        }
        let code = wait(&mut child).code();
        assert_eq!(names_in(&folder), ["moves.csv"], "after {delay}: {code:?}");
        let content = fs::read(&path).expect("a readable file");
        match code {
            Some(130) => while_writing += usize::from(content == b"old"),
            Some(0) => assert!(content.starts_with(b"position,die")),
            _ => panic!("{code:?}"),
        }
    }
    assert!(while_writing > 0, "no interrupt came in time");
}

// ---- Help

/// `tests/query/pages_of_help.rs` has the same test of `tourne`.
#[cfg(unix)]
#[test]
fn the_help_of_the_program_fits_a_terminal_of_24_lines() {
    for option in ["--help", "-h"] {
        let seen = run_at_terminal(tourne_solve(&[option]).env("NO_COLOR", "1"), 80).stdout;
        // The prompt of the shell takes the 24th line.
        assert!(seen.lines().count() < 24, "{seen}");
        let is_wide = |line: &str| line.chars().count() > 80;
        assert!(!seen.lines().any(is_wide), "{seen}");
        assert!(seen.starts_with("Solve Tourne-case exactly"), "{seen}");
        assert_lacks(&seen, &["Examples:", "Records of games"]);
    }
    let whole = run(&mut tourne_solve(&["help"]));
    whole.assert_answered();
    whole.assert_shows(&["Examples:\n  tourne-solve "]);
}
