//! `tourne play` and `tourne quiz` by lines of standard input: what holds whatever the text says.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;
use tourne_query::grading::mistake_kind::Kind;
use tourne_query::play::choice::{ChoiceError, choose};
use tourne_solver::game::{Die, Index, Man, Move, Point, Rules};

use crate::commands::{Outcome, finish, run_with, start, wait};

fn tourne(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tourne"));
    command.args(arguments);
    command
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder can be made")
}

/// Lines, each with its end.
fn typed(lines: &[&str]) -> String {
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

/// A turn of a record, as its text says: who, with which throw, and the move.
type Written = (String, String, String);

/// The turns of a record of one game, read without the reader of the program.
#[track_caller]
fn turns(record: &str) -> Vec<Written> {
    let lines = record.lines().filter(|line| !line.contains(": "));
    let turns = lines.filter_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] => None,
            [side, roll, action] => Some((side.into(), roll.into(), action.into())),
            _ => panic!("{line:?} is no turn"),
        }
    });
    turns.collect()
}

fn rolls(turns: &[Written]) -> Vec<&str> {
    turns.iter().map(|(_, roll, _)| &**roll).collect()
}

/// The record of two people who type these lines, from standard output.
#[track_caller]
fn record_of(seed: &str, lines: &[&str]) -> String {
    let arguments = ["play", "--two", "--seed", seed, "--record", "-"];
    let outcome = run_with(&mut tourne(&arguments), &typed(lines));
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    outcome.stdout
}

/// The turns of two people who type these lines.
#[track_caller]
fn played(seed: &str, lines: &[&str]) -> Vec<Written> {
    turns(&record_of(seed, lines))
}

/// Asserts that the first turns, as many as both have, have the same throws.
#[track_caller]
fn assert_same_throws(one: &[Written], other: &[Written]) {
    let both = one.len().min(other.len());
    assert!(both > 5, "there is something to compare: {one:?} {other:?}");
    assert_eq!(rolls(&one[..both]), rolls(&other[..both]));
}

/// More first moves of the list than a game has choices.
const FIRST: [&str; 300] = ["#1"; 300];
const SECOND: [&str; 300] = ["#2"; 300];

// ---- Throws

#[test]
fn a_seed_gives_the_same_throws_whatever_is_played() {
    for seed in ["1", "5", "1000000000000"] {
        let (one, other) = (played(seed, &FIRST), played(seed, &SECOND));
        assert_same_throws(&one, &other);
        assert_ne!(one, other, "other moves were played");
        assert_eq!(one, played(seed, &FIRST));
    }
    assert_ne!(
        rolls(&played("1", &FIRST))[..6],
        rolls(&played("2", &FIRST))[..6]
    );
}

#[test]
fn a_seed_gives_the_same_throws_whoever_plays() {
    let record = |opponent: &[&str]| {
        let arguments = [&["play", "--seed", "11", "--record", "-"], opponent].concat();
        let outcome = run_with(&mut tourne(&arguments), &typed(&FIRST));
        assert_eq!(outcome.code, Some(0), "{outcome:?}");
        turns(&outcome.stdout)
    };
    let engine = format!("{} engine --strength front", env!("CARGO_BIN_EXE_tourne"));
    let two = record(&["--two"]);
    for opponent in [
        &[][..],
        &["--level", "1"],
        &["--policy", "builtin:front"],
        &["--engine", &engine],
        &["--tutor=100%", "--values"],
    ] {
        assert_same_throws(&two, &record(opponent));
    }
    // The engine is the same policy, asked as a program.
    let policy = record(&["--policy", "builtin:front"]);
    let moves = |turns: &[Written]| turns.iter().map(|turn| turn.2.clone()).collect::<Vec<_>>();
    assert_eq!(moves(&policy), moves(&record(&["--engine", &engine])));
}

#[test]
fn no_throw_can_be_taken_back() {
    let straight = played("5", &FIRST);
    // Three choices, all taken back, and the first made otherwise.
    let start = ["#1", "#1", "#1", "undo", "undo", "undo", "#2"];
    let otherwise = played("5", &[&start[..], &FIRST].concat());
    assert_same_throws(&straight, &otherwise);
    let first = |one: &[Written], other: &[Written]| {
        one.iter()
            .zip(other)
            .position(|(one, other)| one.2 != other.2)
    };
    let only_first = played("5", &[&["#2"][..], &FIRST].concat());
    assert_eq!(otherwise, only_first, "as if nothing had been taken back");
    assert!(first(&straight, &otherwise).is_some());
    // What is seen after undo is the throw that was seen before.
    let outcome = run_with(
        &mut tourne(&["play", "--two", "--seed", "5"]),
        &typed(&["#1", "undo", "quit"]),
    );
    let throws: Vec<&str> = outcome
        .stdout
        .lines()
        .zip(outcome.stdout.lines().skip(1))
        .filter(|(_, next)| next.trim_start().starts_with("1. "))
        .map(|(line, _)| line)
        .collect();
    assert_eq!(throws.len(), 3, "{outcome:?}");
    assert_eq!(throws[0], throws[2]);
}

#[test]
fn redo_plays_what_was_taken_back() {
    let three = record_of("5", &["#1", "#2", "#1", "quit"]);
    let lines = [
        "#1", "#2", "#1", "undo", "undo", "undo", "redo", "redo", "redo", "quit",
    ];
    assert_eq!(record_of("5", &lines), three);
    // Two of three.
    let lines = [
        "#1", "#2", "#1", "undo", "undo", "undo", "redo", "redo", "quit",
    ];
    let two = record_of("5", &["#1", "#2", "#1", "undo", "quit"]);
    assert_eq!(record_of("5", &lines), two);
    assert!(turns(&two).len() < turns(&three).len());
    // Once another move is played, nothing is left to play again.
    let outcome = run_with(
        &mut tourne(&["play", "--two", "--seed", "5"]),
        &typed(&["#1", "undo", "#2", "redo", "quit"]),
    );
    assert!(
        outcome.stdout.contains("Nothing was taken back."),
        "{outcome:?}"
    );
}

/// Real dice: a throw that was typed wrongly is taken back and typed again.
#[test]
fn throws_of_real_dice_are_asked_for_again() {
    let start = ["6 1", "5 5", "6 6", "3 3"];
    let lines = |more: &[&str]| typed(&[&start[..], more, &["quit"]].concat());
    let run = |more: &[&str]| {
        let outcome = run_with(
            &mut tourne(&["play", "--dice", "hand", "--record", "-"]),
            &lines(more),
        );
        assert_eq!(outcome.code, Some(0), "{outcome:?}");
        turns(&outcome.stdout)
    };
    // X has men off, off and 5, and O one on 6: a 3 enters, or goes to 8.
    let entered = run(&["0/3"]);
    assert_eq!(
        entered.last().map(|turn| (&*turn.1, &*turn.2)),
        Some(("3-3", "0/3"))
    );
    // Taken back, throw by throw, and another move is played.
    let went = run(&["0/3", "6 6", "undo", "undo", "3 3", "5/8"]);
    assert_eq!(
        went.last().map(|turn| (&*turn.1, &*turn.2)),
        Some(("3-3", "5/8"))
    );
    assert_eq!(went.len(), entered.len());
    // The next throw is typed again.
    let on = run(&["0/3", "6 6", "undo", "undo", "33", "5/8", "2 2", "0/2"]);
    assert_eq!(on.last().map(|turn| &*turn.1), Some("2-2"));
}

// ---- Records

#[test]
fn record_and_save_write_the_same_and_review_reads_it() {
    let folder = folder();
    for (number, arguments) in [
        &["play", "--two", "--seed", "3"][..],
        &["play", "--level", "2", "--seed", "4"],
        &["play", "--rules", "course", "--seed", "5"],
        &[
            "play",
            "--rules",
            "double-win",
            "--match",
            "2",
            "--two",
            "--seed",
            "6",
        ],
    ]
    .iter()
    .enumerate()
    {
        let [saved, recorded] = ["saved", "recorded"].map(|name| format!("{name}-{number}.txt"));
        let save = format!("save {saved}");
        let mut command = tourne(arguments);
        command
            .args(["--record", &recorded])
            .current_dir(folder.path());
        let outcome = run_with(
            &mut command,
            &typed(&["#1", "#1", "#2", "#1", &save, "quit"]),
        );
        outcome.assert_answered();
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("it is text");
        let record = read(&recorded);
        assert_eq!(record, read(&saved));
        let turns = turns(&record);
        assert!(turns.len() >= 4, "{record}");
        let mut command = tourne(&["review", &recorded, "--format", "csv"]);
        let review = run_with(command.current_dir(folder.path()), "");
        review.assert_answered();
        // The columns side, roll and played.
        let reviewed: Vec<Written> = review
            .stdout
            .lines()
            .skip(1)
            .map(|line| {
                let columns: Vec<String> = line.split(',').map(str::to_owned).collect();
                (columns[2].clone(), columns[4].clone(), columns[6].clone())
            })
            .collect();
        assert_eq!(reviewed, turns);
    }
}

/// Kills the command while it waits for a line: whatever is seen is in the record.
#[test]
fn a_record_is_complete_after_every_turn() {
    let folder = folder();
    for choices in [0, 1, 2, 4] {
        let file = folder.path().join(format!("game-{choices}.txt"));
        let mut command = tourne(&["play", "--two", "--seed", "5", "--record"]);
        let mut child = start(command.arg(&file).stdin(Stdio::piped()));
        let mut input = child.stdin.take().expect("it is piped");
        let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut seen = Vec::new();
        for choice in 0..=choices {
            // A prompt ends with "> ", and nothing else that is said has this mark after a letter.
            while !seen.ends_with(b"X's move> ") && !seen.ends_with(b"O's move> ") {
                let read = output
                    .read_until(b' ', &mut seen)
                    .expect("a pipe can be read");
                assert!(read > 0, "{}", String::from_utf8_lossy(&seen));
            }
            if choice < choices {
                seen.clear();
                writeln!(input, "#1").expect("it reads");
            }
        }
        child.kill().expect("it can be killed");
        assert_eq!(wait(&mut child).code(), None);
        let record = fs::read_to_string(&file).unwrap_or_default();
        let lines = [&FIRST[..choices], &["quit"]].concat();
        assert_eq!(record, record_of("5", &lines), "{choices}");
        assert!(choices == 0 || turns(&record).len() >= choices);
    }
}

#[test]
fn a_record_has_no_turns_that_were_taken_back() {
    let folder = folder();
    let file = folder.path().join("game.txt");
    let mut command = tourne(&["play", "--two", "--seed", "5", "--record"]);
    let lines = typed(&["#1", "#1", "undo", "undo", "quit"]);
    run_with(command.arg(&file), &lines).assert_answered();
    assert_eq!(
        fs::read_to_string(&file).expect("it is text"),
        record_of("5", &["quit"])
    );
}

#[test]
fn save_never_overwrites() {
    let folder = folder();
    let file = folder.path().join("mine.txt");
    fs::write(&file, "my notes").expect("it can be written");
    let mut command = tourne(&["play", "--two", "--seed", "5"]);
    let lines = typed(&[
        "#1",
        "save mine.txt",
        "save nowhere/game.txt",
        "save .",
        "quit",
    ]);
    let outcome = run_with(command.current_dir(folder.path()), &lines);
    outcome.assert_answered();
    assert_eq!(fs::read_to_string(&file).expect("it is text"), "my notes");
    assert_eq!(
        fs::read_dir(folder.path()).expect("it can be read").count(),
        1
    );
    for says in ["mine.txt exists", "Cannot save", "nowhere", ". exists"] {
        assert!(outcome.stdout.contains(says), "{says}: {outcome:?}");
    }
}

#[test]
fn a_record_on_standard_output_stands_there_alone() {
    let arguments = ["play", "--two", "--seed", "5", "--record", "-"];
    let outcome = run_with(&mut tourne(&arguments), &typed(&["#1", "hint", "quit"]));
    assert_eq!(outcome.code, Some(0), "{outcome:?}");
    assert!(turns(&outcome.stdout).len() >= 2);
    assert!(!outcome.stdout.contains("'s move> "), "{outcome:?}");
    for says in ["'s move> ", "Best is", "The dice have the seed 5"] {
        assert!(outcome.stderr.contains(says), "{says}: {outcome:?}");
    }
    let mut review = tourne(&["review", "-"]);
    run_with(&mut review, &outcome.stdout).assert_answered();
}

// ---- The end

#[test]
fn the_end_of_input_is_like_quit() {
    for arguments in [
        &["play", "--seed", "7"][..],
        &["play", "--two", "--seed", "7"],
        &["play", "--dice", "hand"],
        &["play", "--match", "3", "--seed", "7"],
        &["quiz", "--seed", "7"],
    ] {
        let ended = run_with(&mut tourne(arguments), "");
        ended.assert_answered();
        let left = run_with(&mut tourne(arguments), "quit\n");
        left.assert_answered();
        assert_eq!(
            ended.stdout,
            left.stdout.replace("> quit\n", "> \n"),
            "{arguments:?}"
        );
    }
    // A last line without its end is a line.
    let whole = run_with(&mut tourne(&["play", "--seed", "7"]), "hint\n");
    let cut = run_with(&mut tourne(&["play", "--seed", "7"]), "hint");
    assert_eq!(whole.stdout, cut.stdout);
    assert!(whole.stdout.contains("Best is"), "{whole:?}");
}

#[test]
fn a_closed_pipe_is_quiet() {
    for arguments in [
        &["play", "--two", "--seed", "5"][..],
        &["quiz", "--seed", "5"],
    ] {
        let mut child = start(tourne(arguments).stdin(Stdio::piped()));
        let mut input = child.stdin.take().expect("it is piped");
        let mut output = child.stdout.take().expect("it is piped");
        let mut some = [0; 20];
        output.read_exact(&mut some).expect("it says something");
        drop(output);
        // It may be gone already.
        let _ = input.write_all(typed(&SECOND).as_bytes());
        let outcome = finish(child);
        assert_eq!(
            (outcome.code, &*outcome.stderr),
            (Some(0), ""),
            "{arguments:?}"
        );
    }
}

#[test]
fn lines_that_are_no_text_or_too_long_are_explained() {
    let mut child = start(tourne(&["play", "--seed", "7"]).stdin(Stdio::piped()));
    let mut input = child.stdin.take().expect("it is piped");
    let long = vec![b'1'; 100_000];
    let lines = [&b"\xff\xfe\n"[..], &long, b"\n\x1b[2J\nquit\n"].concat();
    let feeder = std::thread::spawn(move || input.write_all(&lines));
    let outcome = finish(child);
    let fed = feeder.join().expect("feeding does not panic");
    fed.expect("it reads all lines");
    outcome.assert_answered();
    assert!(outcome.stdout.contains("not UTF-8"), "{outcome:?}");
    assert!(
        outcome.stdout.contains("more than 1024 bytes"),
        "{outcome:?}"
    );
    assert!(!outcome.stdout.contains('\u{1b}'), "{outcome:?}");
    assert!(outcome.stdout.len() < 4000, "a long line is not repeated");
}

// ---- Errors

#[test]
fn options_that_contradict_each_other_are_errors() {
    let dice = run_with(&mut tourne(&["play", "--dice", "hand", "--seed", "3"]), "");
    dice.assert_one_line_error(2, &["--dice hand", "leave --seed out"]);
    for (arguments, says) in [
        (
            &["play", "--level", "3", "--two"][..],
            &["--level <N>", "--two"][..],
        ),
        (&["play", "--engine", "x", "--two"], &["--engine", "--two"]),
        (
            &["play", "--policy", "builtin:front", "--level", "3"],
            &["--policy", "--level"],
        ),
        (&["play", "--level", "11"], &["11", "1..=10"]),
        (&["play", "--match", "26"], &["26", "1..=25"]),
        (
            &["quiz", "--kind", "nonsense"],
            &["nonsense", "missed-hit", "wrong-order"],
        ),
        (&["quiz", "--count", "0"], &["0", "1..=1000"]),
        (
            &["quiz", "--kind", "missed-hit", "--file", "x"],
            &["--kind", "--file"],
        ),
    ] {
        run_with(&mut tourne(arguments), "").assert_error(2, says);
    }
    for arguments in [["play", "--policy", "-"], ["quiz", "--file", "-"]] {
        run_with(&mut tourne(&arguments), "").assert_one_line_error(2, &["standard input"]);
    }
}

#[test]
fn a_tutor_needs_a_loss() {
    for (loss, says) in [
        ("x", &["--tutor", "\"x\" is not a loss"][..]),
        ("usual", &["--tutor", "\"usual\" is not a loss"]),
        ("-1", &["--tutor", "is not a loss"]),
        ("200%", &["--tutor", "more than can be lost"]),
        ("2", &["--tutor", "for 2 % write 2%"]),
    ] {
        let option = format!("--tutor={loss}");
        run_with(&mut tourne(&["play", &option]), "").assert_error(2, says);
    }
    let arguments = ["play", "--rules", "double-win", "--tutor=2%"];
    run_with(&mut tourne(&arguments), "").assert_one_line_error(2, &["--tutor", "points"]);
    // In a match the values are chances of winning it.
    let arguments = [&arguments[..], &["--match", "2", "--seed", "1"]].concat();
    run_with(&mut tourne(&arguments), "").assert_answered();
}

#[test]
fn opponents_that_cannot_play_are_errors() {
    let missing = run_with(&mut tourne(&["play", "--engine", "/no/such/program"]), "");
    missing.assert_one_line_error(2, &["/no/such/program", "cannot start the engine"]);
    let quotes = run_with(&mut tourne(&["play", "--engine", "'x"]), "");
    quotes.assert_one_line_error(2, &["is not a command"]);
    let folder = folder();
    let policy = folder.path().join("mine.csv");
    fs::write(&policy, "position,die,move\n000/003,2,0/2\n").expect("it can be written");
    let file = policy.to_str().expect("it is text");
    let incomplete = run_with(&mut tourne(&["play", "--policy", file]), "");
    incomplete.assert_one_line_error(2, &["no legal move for 104,37", "tourne check --policy"]);
    let nowhere = run_with(&mut tourne(&["play", "--policy", "nowhere.csv"]), "");
    nowhere.assert_one_line_error(2, &["cannot read nowhere.csv"]);
}

/// Asserts one line of error, of a command that has said other things before.
#[cfg(unix)]
#[track_caller]
fn assert_error_after_talk(outcome: &Outcome, says: &[&str]) {
    assert!(!outcome.stdout.is_empty(), "{outcome:?}");
    let stdout = String::new();
    let stderr = outcome.stderr.clone();
    let code = outcome.code;
    Outcome {
        code,
        stdout,
        stderr,
    }
    .assert_one_line_error(2, says);
}

#[test]
fn a_record_that_cannot_be_written_is_an_error() {
    let folder = folder();
    for name in ["nowhere/game.txt", "."] {
        let mut command = tourne(&["play", "--two", "--seed", "5", "--record", name]);
        let outcome = run_with(command.current_dir(folder.path()), &typed(&["#1", "quit"]));
        outcome.assert_one_line_error(2, &["cannot write"]);
        let times = outcome.stderr.matches("cannot write").count();
        assert_eq!(times, 1, "said once: {}", outcome.stderr);
    }
    assert_eq!(
        fs::read_dir(folder.path()).expect("it can be read").count(),
        0
    );
}

#[test]
fn a_quiz_about_a_record_needs_one_with_mistakes() {
    let folder = folder();
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("it can be written");
    };
    write("course.txt", "rules: course\nX 3 0/3\nO 2 0/2\n");
    write("perfect.txt", "X 3-2 0/2\nO 2-1 0/1\n");
    write("nonsense.txt", "a game that we played last summer\n");
    write("empty.txt", "");
    write("illegal.txt", "X 3-2 0/3\n");
    for (name, says) in [
        ("course.txt", &["is a game of course", "--rules course"][..]),
        ("perfect.txt", &["there is no mistake in perfect.txt"]),
        ("nonsense.txt", &["cannot read nonsense.txt", "line 1"]),
        ("empty.txt", &["cannot read empty.txt", "no turn"]),
        ("illegal.txt", &["cannot read illegal.txt", "line 1", "0/3"]),
        ("missing.txt", &["cannot read missing.txt"]),
    ] {
        let mut command = tourne(&["quiz", "--file", name]);
        run_with(command.current_dir(folder.path()), "").assert_one_line_error(2, says);
    }
    let mut command = tourne(&["quiz", "--file", "perfect.txt", "--rules", "course"]);
    let other = run_with(command.current_dir(folder.path()), "");
    assert_eq!(
        (other.code, other.stdout.is_empty()),
        (Some(2), true),
        "{other:?}"
    );
}

// ---- The quiz

#[test]
fn a_quiz_asks_what_its_seed_says() {
    let questions = |arguments: &[&str]| {
        let outcome = run_with(&mut tourne(arguments), &typed(&SECOND));
        outcome.assert_answered();
        let lines = outcome
            .stdout
            .lines()
            .filter(|line| line.contains(": you have to play"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let seven = questions(&["quiz", "--seed", "7"]);
    assert_eq!(seven.len(), 10);
    assert_eq!(seven, questions(&["quiz", "--seed", "7"]));
    assert_ne!(seven, questions(&["quiz", "--seed", "8"]));
    let more = questions(&["quiz", "--seed", "7", "--count", "12"]);
    assert_eq!(more[..10], seven);
    // As many as the lines that answer them, of a kind of which there are few.
    let mut once = questions(&[
        "quiz",
        "--kind",
        "wrong-hit",
        "--count",
        "300",
        "--seed",
        "7",
    ]);
    assert_eq!(once.len(), 300);
    once.sort();
    once.dedup();
    assert_eq!(once.len(), 300, "no question is asked twice");
}

/// Every kind of mistake of the standard game is practised: the best move or a wrong one shows it.
#[test]
fn a_quiz_of_a_kind_asks_about_that_kind() {
    for kind in [
        "missed-hit",
        "needless-hit",
        "entered-too-late",
        "left-exposed",
        "wrong-order",
    ] {
        let wanted = kind.parse::<Kind>().expect("it is a kind").to_string();
        let arguments = ["quiz", "--kind", kind, "--count", "3", "--seed", "2"];
        let outcome = run_with(&mut tourne(&arguments), &typed(&["#1", "#1", "#1"]));
        outcome.assert_answered();
        let answers = outcome.stdout.split("Question ").skip(1);
        let answers: Vec<&str> = answers.collect();
        assert_eq!(answers.len(), 3, "{kind}");
        for answer in answers {
            assert!(
                answer.contains(&format!(": {wanted}\n")),
                "{kind}: {answer}"
            );
        }
    }
}

#[test]
fn the_score_of_a_quiz_is_the_number_of_best_moves() {
    let file = Path::new("../tests/games/lalanne.txt")
        .to_string_lossy()
        .into_owned();
    for (answers, says) in [
        (&["3/5"][..], "1 of 1 right: perfect."),
        (&["0/2"], "0 of 1 right. You gave away 2.3 %"),
        // Illegal answers do not count.
        (&["9/11", "pass", "nonsense", "3/5"], "1 of 1 right"),
        (&["quit"], "No question was answered."),
    ] {
        let outcome = run_with(&mut tourne(&["quiz", "--file", &file]), &typed(answers));
        outcome.assert_answered();
        assert!(
            outcome.stdout.contains(says),
            "{answers:?}: {}",
            outcome.stdout
        );
    }
}

#[test]
fn a_policy_file_plays_as_the_policy_that_it_was_written_from() {
    let folder = folder();
    let path = folder.path().join("front.csv");
    let file = path.to_str().expect("it is text");
    let check = ["check", "--policy", "builtin:front", "--record", file];
    run_with(&mut tourne(&check), "").assert_answered();
    let game = |policy: &str| {
        let arguments = ["play", "--policy", policy, "--seed", "5", "--record", "-"];
        run_with(&mut tourne(&arguments), &typed(&["#1"; 40])).stdout
    };
    let played = game(file);
    assert!(turns(&played).len() > 20, "{played}");
    assert_eq!(played, game("builtin:front"));
    assert_ne!(played, game("builtin:perfect"));
}

/// What was played before an engine fails is summed up, and recorded.
#[cfg(unix)]
#[test]
fn an_engine_that_fails_ends_the_game_but_loses_nothing() {
    const ENGINE: &str = "sh -c 'while read line; do case $line in \
        ubgi) echo ubgiok;; isready) echo readyok;; go) echo bestmove 3/9;; esac; done'";
    let talk = run_with(
        &mut tourne(&["play", "--seed", "7", "--engine", ENGINE]),
        &typed(&FIRST),
    );
    assert_error_after_talk(&talk, &["Engine cannot go on", "not legal", "3/9"]);
    assert!(talk.stdout.contains("The dice favoured"), "{talk:?}");
    let arguments = ["play", "--seed", "7", "--engine", ENGINE, "--record", "-"];
    let recorded = run_with(&mut tourne(&arguments), &typed(&FIRST));
    assert_eq!(recorded.code, Some(2));
    assert!(turns(&recorded.stdout).len() >= 2, "{recorded:?}");
}

// ---- Moves

/// Every way to write a move from a place to a place: it is played exactly if it is legal, and otherwise the reason is true.
#[test]
fn a_move_that_is_not_legal_has_a_true_reason() {
    let places = |range: std::ops::RangeInclusive<u8>| range.map(|place| place.to_string());
    for (_, rules) in Rules::PRESETS {
        let index = Index::new(rules);
        let positions: Vec<_> = index.positions().collect();
        for (position, die) in positions.iter().step_by(997).zip(Die::ALL.iter().cycle()) {
            let (position, die) = (*position, *die);
            let plays = rules.plays(position, die);
            let stands = |place: &str| {
                let men = position.on_roll().men();
                men.iter().any(|man| match man {
                    Man::Off | Man::Owing => place == "0",
                    Man::On(point) => point.number().to_string() == place,
                })
            };
            for (from, to) in
                places(0..=11).flat_map(|from| places(0..=12).map(move |to| (from.clone(), to)))
            {
                let Ok(action) = format!("{from}/{to}").parse::<Move>() else {
                    continue;
                };
                let legal = plays.iter().find(|play| play.action.is_same_as(action));
                let chosen = choose(&format!("{from}/{to}"), rules, position, die, &plays);
                let asked = format!("{rules} {position} {die}: {from}/{to}: {chosen:?}");
                match (legal, chosen) {
                    (Some(legal), Ok(chosen)) => assert_eq!(*legal, chosen, "{asked}"),
                    (None, Err(ChoiceError::NoMan(_))) => assert!(!stands(&from), "{asked}"),
                    (None, Err(ChoiceError::Obstacle { .. })) => {
                        let moves = plays
                            .iter()
                            .any(|play| play.action.to_string().starts_with(&format!("{from}/")));
                        assert!(stands(&from) && !moves, "{asked}");
                    }
                    (None, Err(ChoiceError::WrongNumber { goes, .. })) => {
                        let goes = goes.map_or(0, Point::number);
                        let moves = plays.iter().any(|play| {
                            let text = play.action.to_string();
                            text.trim_end_matches('*') == format!("{from}/{goes}")
                        });
                        assert!(moves, "{asked}");
                    }
                    _ => panic!("{asked}"),
                }
            }
        }
    }
}
