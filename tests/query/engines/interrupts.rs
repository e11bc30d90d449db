//! Checks that are interrupted, and go on from their record.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use std::{fs, thread};

use serde_json::Value;
use tourne::engine::event::Watch;
use tourne::engine::fault::NoAnswer;
use tourne::engine::process::{Engine, Launch};
use tourne::engine::words::words;
use tourne::grading::{Contest, Sample, Throws};
use tourne::policy::{Builtin, Row, Said, file as files};
use tourne_solver::Rules;
use tourne_solver::terminal::interrupt;

use super::{
    DECISIONS, SOON, assert_none_is_left, check, is_running, misbehaving, own, questions_without,
    quoted, wrapped,
};
use crate::commands::{
    Outcome, assert_lacks, assert_says, finish, interrupt as press_ctrl_c, start,
};
use crate::folder::Folder;
use crate::{assert_close, builtin_file, tourne_line};
use tourne_plain::world::arena;

/// Runs a check that takes long, and interrupts it this time after the engine has started.
#[cfg(unix)]
#[track_caller]
fn interrupted(after: f64, engine: &str, arguments: &str, pids: &Path) -> Outcome {
    let mut command = tourne_line(&format!("check {arguments} --engine"));
    command.arg(engine).env("MISBEHAVING_PIDS", pids);
    let child = start(command.stdin(std::process::Stdio::null()));
    let started = Instant::now();
    while fs::read_to_string(pids).unwrap_or_default().is_empty() {
        assert!(started.elapsed() < SOON, "the engine is not started");
        thread::sleep(Duration::from_millis(20));
    }
    thread::sleep(Duration::from_secs_f64(after));
    press_ctrl_c(&child);
    let interrupted = Instant::now();
    let outcome = finish(child);
    assert!(interrupted.elapsed() < SOON, "{outcome:?}");
    assert_none_is_left(pids);
    outcome.assert_code(130);
    outcome
}

#[track_caller]
fn parsed(outcome: &Outcome) -> Value {
    serde_json::from_str(&outcome.stdout).expect("JSON")
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_was_answered_and_a_record_can_be_gone_on_from() {
    let folder = Folder::new();
    let (pids, record) = (folder.path("pids"), &*folder.text_of("record.csv"));
    let engine = wrapped(&misbehaving("slow", 1));
    let arguments = format!("--format json --record {}", quoted(record));
    let outcome = interrupted(1.5, &engine, &arguments, &pids);
    let answer = parsed(&outcome);
    let asked = answer["engine"]["asked"].as_u64().expect("a number");
    assert!((1..100).contains(&asked), "{outcome:?}");
    assert_eq!(answer["engine"]["interrupted"], true);
    assert_eq!(answer["engine"]["given_up"], false);
    assert_eq!(answer["answered"], asked);
    let says = format!(
        "interrupted: {asked} of 104,375 decisions were asked: go on with --record {record}\n"
    );
    assert_eq!(outcome.stderr, says);
    let written = folder.read("record.csv");
    assert_eq!(written.lines().count() as u64, asked + 1);

    // The engine was asked about the most frequent decisions.
    let arena = arena(Rules::STANDARD);
    let perfect = Throws::perfect(arena);
    let often = Contest::new(arena, &perfect, &perfect).row_visits();
    let often = often.expect("games end");
    let met = |row: &Row| often[row.index()];
    let answers = files::read(written.as_bytes(), arena).expect("a policy");
    let (answered, others): (Vec<Row>, Vec<Row>) = arena
        .decisions()
        .partition(|&row| answers.policy.said(row) == Said::Given);
    let least = answered.iter().map(met).fold(f64::INFINITY, f64::min);
    let most = others.iter().map(met).fold(0.0, f64::max);
    assert!(least >= most, "{least} {most}");
    // The figures cover the answered decisions only.
    let covered = &answer["engine"]["covered"];
    let sum = |rows: &[Row]| rows.iter().map(met).sum::<f64>();
    let all = sum(&answered) + sum(&others);
    let worst_and_best = answered.iter().map(|row| (met(row), arena.losses(*row)[0]));
    let lost: f64 = worst_and_best.clone().map(|(met, loss)| met * loss).sum();
    let right = worst_and_best.filter(|(_, loss)| *loss == 0.0);
    let right: f64 = right.map(|(met, _)| met).sum();
    for (field, expected) in [
        ("share", sum(&answered) / all),
        ("agreement", right / sum(&answered)),
        // In the standard game a point is half of a win.
        ("mean_loss", lost / 2.0 / sum(&answered)),
    ] {
        let found = covered[field].as_f64().expect("a number");
        assert_close(found, expected, 1e-9, field);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_report_says_what_it_covers_and_that_asking_takes_long() {
    let folder = Folder::new();
    let pids = folder.path("pids");
    let engine = wrapped(&misbehaving("slow", 1));
    let outcome = interrupted(5.0, &engine, "", &pids);
    let warning = outcome
        .stderr
        .split_once("asking the engine will take about ");
    let (_, left) = warning.expect("a warning");
    assert_says(left, &["--sample N", "--jobs N"]);
    assert_lacks(left, &["will take about"]);
    // The engine answers at most ten times a second, so 104,375 answers take at least 173 minutes.
    let mut words = left.split(' ');
    let (number, unit) = (words.next(), words.next().unwrap_or_default());
    let minutes: f64 = number.and_then(|it| it.parse().ok()).expect("a number");
    let minutes = minutes * if unit.starts_with("hour") { 60.0 } else { 1.0 };
    assert!((165.0..2000.0).contains(&minutes), "{left}");
    outcome.assert_shows(&[
        ", then interrupted: ",
        "\ncovered    ",
        " % of the decisions that arise in games between two perfect players; in these, a best move in ",
        "; of the others nothing is known\n",
        "mistakes so far:\n",
        "result     unknown: moves are missing\n",
    ]);
}

#[cfg(unix)]
#[test]
fn an_interrupted_sample_estimates_from_its_first_games_and_can_be_gone_on_from() {
    let folder = Folder::new();
    let (pids, record) = (folder.path("pids"), &*folder.text_of("record.csv"));
    let sample = ["--sample", "5000", "--seed", "3"];
    let engine = wrapped(&misbehaving("slow", 1));
    let arguments = format!(
        "--format json {} --record {}",
        sample.join(" "),
        quoted(record)
    );
    let outcome = interrupted(1.5, &engine, &arguments, &pids);
    let answer = parsed(&outcome);
    let asked = answer["engine"]["asked"].as_u64().expect("a number");
    let games = answer["estimate"]["games"].as_u64().unwrap_or(0);
    let says =
        format!("interrupted: {games} of 514 games were played: go on with --record {record}\n");
    assert_eq!(outcome.stderr, says);
    let written = folder.read("record.csv");
    assert_eq!(written.lines().count() as u64, asked + 1);
    // The estimate uses the finished games only.
    let arena = arena(Rules::STANDARD);
    let rear = Builtin::Rear.policy(arena);
    let (games, seed) = (games as usize, 3);
    let first = Sample { games, seed }.play(arena, &rear).estimate(arena);
    let loss = first.map(|estimate| estimate.loss_per_game.estimate);
    let found = answer["estimate"]["loss_per_game"]["estimate"].as_f64();
    assert_eq!(found, loss, "{outcome:?}");
    // The resumed check has the same estimate as a check without an interruption.
    let rear = own("--strength rear");
    let resumed = check(&rear, &[&sample[..], &["--resume", record]].concat());
    let whole = check(&rear, &sample);
    assert_eq!(resumed.answer["estimate"], whole.answer["estimate"]);
    assert_eq!(resumed.answer["estimate"]["games"], 514);
    assert_eq!(resumed.answer["engine"]["resumed"], asked);
    let [left, all] = [&resumed, &whole].map(|it| it.answer["engine"]["asked"].as_u64());
    assert_eq!(left, all.map(|all| all - asked));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_an_engine_that_does_not_answer_or_left_its_group() {
    let folder = Folder::new();
    for (kind, engine) in [
        ("silent", wrapped(&misbehaving("silent", 1))),
        ("other-group", misbehaving("other-group-silent", 1)),
        ("our-group", misbehaving("our-group-silent", 1)),
    ] {
        let arguments = "--format json --timeout 1000 --jobs 2";
        let outcome = interrupted(1.5, &engine, arguments, &folder.path(kind));
        let answer = parsed(&outcome);
        assert_eq!(answer["engine"]["asked"], 0);
        assert_eq!(answer["engine"]["faults"], Value::Array(Vec::new()));
        outcome.assert_warns(&["start it with --record FILE"]);
    }
}

#[test]
fn only_what_a_record_lacks_is_asked() {
    let whole = builtin_file("front");
    let folder = Folder::new();
    // Every two hundredth row is missing, one is illegal.
    let mut rows: Vec<&str> = whole.lines().collect();
    let lacking = (1..rows.len()).filter(|at| at % 200 == 0).count();
    let illegal = rows[77].rsplit_once(',').expect("a move").0.to_owned() + ",0/12";
    rows[77] = &illegal;
    let mut number = 0..;
    rows.retain(|_| number.next().is_some_and(|at| at == 0 || at % 200 != 0));
    let part = folder.write("part.csv", rows.join("\n") + "\n");
    let record = &*folder.text_of("record.csv");
    let arguments = ["--resume", &part, "--record", record];
    let checked = check(&own("--strength front"), &arguments);
    checked.assert_ends(0, lacking + 1);
    assert_eq!(checked.answer["engine"]["resumed"], DECISIONS - lacking - 1);
    assert_eq!(checked.answer["answered"], DECISIONS);
    assert_eq!(folder.read("record.csv"), whole);
    // A sample asks only about decisions of its games that the record lacks. Here there are none.
    let options = ["--resume", record, "--sample", "50"];
    let again = check(&own("--strength front"), &options);
    again.assert_asked(0, false);
    assert_eq!(again.answer["estimate"]["games"], 5);
}

#[cfg(unix)]
#[test]
fn what_an_interrupt_or_a_panic_must_do_ends_engines_with_what_they_started() {
    let folder = Folder::new();
    let pids = folder.path("pids");
    let pids_at = format!("MISBEHAVING_PIDS={}", quoted(&pids));
    let engine = format!("{pids_at} {}", misbehaving("stubborn", 1));
    let launch = Launch {
        command: words(wrapped(&engine), false).expect("words"),
        rules: Rules::STANDARD,
        startup_timeout: SOON,
        timeout: SOON,
    };
    let stop = AtomicBool::new(false);
    let watch = Watch {
        stop: &stop,
        tell: &|_| (),
    };
    let mut engine = Engine::start(&launch, watch).expect("the engine greets");
    let pid = fs::read_to_string(&pids).expect("the engine writes its id");
    assert!(is_running(pid.trim()), "{pid}");
    // Interrupts and panics of the commands call this function.
    interrupt::clean_up();
    assert_eq!(assert_none_is_left(&pids), 1);
    let questions = &questions_without(1, &[])[..1];
    engine.ask(questions);
    let answer = engine.answer(questions[0]);
    assert!(matches!(answer, Err(NoAnswer::Interrupted)), "{answer:?}");
    // After the clean-up, no engine can be started.
    let refused = Engine::start(&launch, watch).err();
    let is_interrupted = matches!(refused, Some(NoAnswer::Interrupted));
    assert!(is_interrupted, "{refused:?}");
}
