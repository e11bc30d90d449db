//! Records of answers: what is saved while an engine is asked, and what several checks write to one file.

use std::collections::HashMap;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Instant;
use std::{fs, thread};

use super::{ARENA, SOON, assert_none_is_left, misbehaving, own};
use crate::commands::{Outcome, finish, run, run_with, start};
use crate::folder::Folder;
use crate::tourne_line;
use tourne::policy::{Policy, Said, file as files};

/// Environment variable: time in milliseconds between two savings of the answers.
const SAVE_INTERVAL: &str = "TOURNE_SAVE_INTERVAL";

/// Starts a check of an engine in this folder, which saves its answers every tenth of a second.
fn start_check(folder: &Folder, engine: &str, arguments: &str) -> Check {
    let mut command = tourne_line(&format!("check {arguments} --engine"));
    command.arg(engine).env(SAVE_INTERVAL, "100");
    command.env("MISBEHAVING_PIDS", folder.path("pids"));
    Check(Some(start(
        command.current_dir(folder).stdin(Stdio::null()),
    )))
}

/// `-` is standard input for `--resume` and standard output for `--record`, and no file of that name.
#[test]
fn a_record_may_come_from_standard_input_and_go_to_standard_output() {
    let folder = Folder::new();
    let mut command = tourne_line("check --sample 5 --resume - --record - --engine");
    command.arg(own("")).current_dir(&folder);
    let outcome = run_with(&mut command, "position,die,move\n");
    outcome.assert_code(0);
    assert!(outcome.stdout.starts_with("position,die,move\n"));
    assert!(outcome.stdout.lines().count() > 1);
    assert_eq!(folder.names(), [""; 0]);
}

/// A check that is killed when a test ends before it.
struct Check(Option<Child>);

impl Check {
    fn end(mut self) -> Outcome {
        finish(self.0.take().expect("the check is not finished yet"))
    }
}

impl Drop for Check {
    fn drop(&mut self) {
        if let Some(check) = &mut self.0 {
            let _ = check.kill();
        }
    }
}

/// Waits until `done` returns something.
#[track_caller]
fn wait_for<T>(what: &str, mut done: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(found) = done() {
            return found;
        }
        assert!(started.elapsed() < SOON, "{what}");
        thread::sleep(std::time::Duration::from_millis(10));
    }
}

/// Waits until a file has this text, and returns its content.
#[track_caller]
fn wait_for_text(path: &Path, text: &str) -> String {
    wait_for(&format!("{text} in {}", path.display()), || {
        let content = fs::read_to_string(path).ok();
        content.filter(|content| content.contains(text))
    })
}

/// Waits until the engine of a check has been started.
fn wait_for_engine(folder: &Folder) {
    wait_for_text(&folder.path("pids"), "\n");
}

/// Returns the rows of a record: the move of each position and die.
fn rows(record: &str) -> HashMap<&str, &str> {
    let rows = record.lines().skip(1);
    let rows: Vec<_> = rows.filter_map(|row| row.rsplit_once(',')).collect();
    let moves: HashMap<&str, &str> = rows.iter().copied().collect();
    assert_eq!(moves.len(), rows.len(), "no decision is answered twice");
    moves
}

#[cfg(unix)]
#[test]
fn answers_are_saved_while_the_engine_is_asked_and_survive_sigkill() {
    let folder = Folder::new();
    let check = start_check(&folder, &misbehaving("slow", 1), "--record r.csv");
    let saved = wait_for_text(&folder.path("r.csv"), "/");
    // `kill` sends SIGKILL.
    drop(check);
    assert_none_is_left(&folder.path("pids"));
    let answers = files::read(saved.as_bytes(), &ARENA)
        .expect("a policy")
        .policy;
    let count = |answers: &Policy| {
        let rows = ARENA.decisions();
        rows.filter(|&row| answers.said(row) == Said::Given).count()
    };
    assert!((1..100).contains(&count(&answers)), "{saved}");
    let again = files::read(folder.read("r.csv").as_bytes(), &ARENA)
        .expect("a policy")
        .policy;
    assert!(count(&again) >= count(&answers));
}

#[cfg(unix)]
#[test]
fn a_record_that_cannot_be_saved_is_tried_again() {
    let folder = Folder::new();
    fs::create_dir(folder.path("here")).expect("a folder can be made");
    let engine = misbehaving("slow", 1);
    let check = start_check(&folder, &engine, "--sample 30 --seed 3 --record here/r.csv");
    wait_for_engine(&folder);
    fs::rename(folder.path("here"), folder.path("there")).expect("a folder can be renamed");
    thread::sleep(std::time::Duration::from_millis(700));
    fs::rename(folder.path("there"), folder.path("here")).expect("a folder can be renamed");
    let saved = wait_for_text(&folder.path("here/r.csv"), "/");
    let outcome = check.end();
    outcome.assert_code(0);
    outcome.assert_warns(&[
        "cannot save the answers yet, trying again: ",
        "here does not exist",
    ]);
    assert_eq!(
        outcome.stderr.matches("cannot save").count(),
        1,
        "{outcome:?}"
    );
    assert!(rows(&saved).len() <= rows(&folder.read("here/r.csv")).len());
}

/// A limit on the size of files has the effect of a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_what_was_saved_before() {
    let folder = Folder::new();
    let tourne = env!("CARGO_BIN_EXE_tourne");
    let check = |limit: &str, more: &str| {
        let script = format!(
            "trap '' XFSZ; ulimit -f {limit}; exec \"$0\" check --sample 50 {more} --engine \"$1\""
        );
        let mut command = std::process::Command::new("sh");
        command
            .args(["-c", &script, tourne, &own("")])
            .env(SAVE_INTERVAL, "1");
        run(command.current_dir(&folder))
    };
    check("unlimited", "--record r.csv").assert_code(0);
    let before = folder.read("r.csv");
    assert!(before.len() > 512, "more than a block");
    let full = check("1", "--seed 1 --record r.csv");
    full.assert_code(2);
    full.assert_warns(&["error: cannot write ", "r.csv: "]);
    full.assert_shows(&["against perfect play"]);
    assert_eq!(folder.read("r.csv"), before);
    assert_eq!(folder.names(), ["r.csv"]);
    // Of answers that have never been saved, as many as there is space for.
    let part = check("1", "--record new.csv");
    part.assert_code(2);
    part.assert_warns(&["new.csv: ", " answers are in it; make room, and go on with"]);
    let saved = folder.read("new.csv");
    assert!(saved.len() <= 512 && saved.len() > 450, "{saved}");
    assert!(
        saved.lines().skip(1).all(|row| before.contains(row)),
        "{saved}"
    );
}

#[test]
fn two_checks_with_one_record_lose_and_double_nothing() {
    let folder = Folder::new();
    let record = "--sample 30 --record r.csv";
    let first = run(
        tourne_line("check --sample 10 --seed 9 --record r.csv --engine")
            .arg(own(""))
            .current_dir(&folder),
    );
    first.assert_code(0);
    let before = folder.read("r.csv");
    // The slow check has read the record before the other begins, and ends after it.
    let slow = start_check(
        &folder,
        &misbehaving("slow", 1),
        &format!("--seed 3 {record}"),
    );
    wait_for_engine(&folder);
    let mut quick = tourne_line(&format!("check --seed 4 {record} --engine"));
    let quick = run(quick.arg(own("--strength front")).current_dir(&folder));
    quick.assert_code(0);
    let between = folder.read("r.csv");
    slow.end().assert_code(0);
    let after = folder.read("r.csv");
    let [before, between, after] = [&before, &between, &after].map(|record| rows(record));
    let holds = |all: &HashMap<&str, &str>, some: &HashMap<&str, &str>| {
        some.iter()
            .all(|(question, played)| all.get(question) == Some(played))
    };
    assert!(holds(&between, &before) && holds(&after, &between));
    // The misbehaving engine plays the rearmost man: its own answers are there too.
    assert!(
        after.len() > between.len() + 10,
        "{} {}",
        after.len(),
        between.len()
    );
}

#[test]
fn a_record_that_becomes_no_policy_meanwhile_stays_and_the_answers_go_beside_it() {
    let folder = Folder::new();
    let record = "--sample 20 --record r.csv";
    folder.write("r.csv", "position,die,move\n002/003,1,2/3*\n");
    let check = start_check(&folder, &misbehaving("slow", 1), record);
    wait_for_engine(&folder);
    folder.write("r.csv", "my notes\n");
    let outcome = check.end();
    outcome.assert_code(2);
    outcome.assert_warns(&[
        "it is no longer a policy (the first line is \"my notes\"",
        "written to r.csv.2",
    ]);
    assert_eq!(folder.read("r.csv"), "my notes\n");
    assert!(rows(&folder.read("r.csv.2")).len() > 10);
}
