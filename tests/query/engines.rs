//! tourne check --engine, with engines that play as they should and engines that do not.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use std::{fs, thread};

use serde_json::Value;
use tempfile::TempDir;
use tourne_query::engine::hearing::overhear;
use tourne_query::engine::process::{Engine, Launch, NoAnswer, Watch};
use tourne_query::grading::estimate::Sample;
use tourne_query::policy::builtin::Builtin;
use tourne_query::policy::{Arena, Policy, file as files};
use tourne_query::solutions;
use tourne_solver::game::{Die, Position, Rules};
use tourne_solver::interrupt;
use tourne_solver::solution::{Solution, file};

use crate::commands::{Outcome, finish, run, start};

const TOURNE: &str = env!("CARGO_BIN_EXE_tourne");
const DECISIONS: usize = 104_375;
/// No single run here may take longer, whatever the engine does.
const SOON: Duration = Duration::from_secs(25);

// ---- Running a check

/// The command of the engine that misbehaves, as a user would write it.
fn misbehaving(kind: &str, from: usize) -> String {
    let folder = Path::new(TOURNE).with_file_name("examples");
    let path = folder.join(format!("misbehaving{}", std::env::consts::EXE_SUFFIX));
    assert!(
        path.is_file(),
        "{} is missing: run cargo test --workspace, or cargo build --examples first",
        path.display()
    );
    format!("{} {kind} {from}", quoted(&path))
}

/// The command of our own engine.
fn own(arguments: &str) -> String {
    format!("{} engine {arguments}", quoted(Path::new(TOURNE)))
}

fn quoted(path: &Path) -> String {
    let path = path.to_str().expect("a path that is text");
    shlex::try_quote(path)
        .expect("it can be quoted")
        .into_owned()
}

fn solution_path(rules: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../data/{rules}.bin"))
}

/// What a check came to.
#[derive(Debug)]
struct Checked {
    outcome: Outcome,
    /// What it said in JSON.
    answer: Value,
    /// How often the engine was started, if it was the one that misbehaves.
    starts: usize,
}

const FIFTY: [&str; 4] = ["--sample", "50", "--seed", "1"];

/// Checks an engine, and that nothing of it is left.
#[track_caller]
fn check(engine: &str, arguments: &[&str]) -> Checked {
    let folder = TempDir::new().expect("a folder can be made");
    let pids = folder.path().join("pids");
    let mut command = Command::new(TOURNE);
    command
        .args(["check", "--format", "json", "--engine", engine])
        .args(arguments)
        .env("MISBEHAVING_PIDS", &pids);
    let started = Instant::now();
    let outcome = run(&mut command);
    assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
    assert!(!outcome.stderr.contains("panicked"), "{outcome:?}");
    assert!(!outcome.stderr.contains('\x1b'), "{outcome:?}");
    let answer = serde_json::from_str(&outcome.stdout).unwrap_or(Value::Null);
    let starts = assert_none_is_left(&pids);
    Checked {
        outcome,
        answer,
        starts,
    }
}

/// Asserts that no engine runs any more, nor what it started; how many were started.
#[track_caller]
fn assert_none_is_left(pids: &Path) -> usize {
    let pids = fs::read_to_string(pids).unwrap_or_default();
    for pid in pids.lines() {
        let pid = pid.trim_start_matches('+');
        let started = Instant::now();
        // The system may take a moment to end what was killed.
        while is_running(pid) {
            assert!(started.elapsed() < Duration::from_secs(2), "{pid} is left");
            thread::sleep(Duration::from_millis(10));
        }
    }
    pids.lines().filter(|pid| !pid.starts_with('+')).count()
}

/// Whether a process runs: one that has ended may still have an entry until someone asks for its end.
fn is_running(pid: &str) -> bool {
    let status = fs::read_to_string(Path::new("/proc").join(pid).join("stat"));
    let state = status.ok().and_then(|status| {
        let (_, rest) = status.rsplit_once(") ")?;
        rest.chars().next()
    });
    state.is_some_and(|state| !matches!(state, 'Z' | 'X'))
}

/// Checks the engine that misbehaves with a sample of fifty decisions, of which one is drawn twice.
#[track_caller]
fn check_fifty(kind: &str, from: usize, arguments: &[&str]) -> Checked {
    check(&misbehaving(kind, from), &[&FIFTY, arguments].concat())
}

/// What the engine is asked about, in order.
static QUESTIONS: LazyLock<Vec<(Position, Die)>> = LazyLock::new(|| {
    let arena = Arena::new(solutions::embedded()).expect("it is right");
    let sample = Sample::new(&arena, 50, 1).expect("games end");
    let rows = sample.rows().into_iter();
    rows.map(|row| arena.position_of(row)).collect()
});

impl Checked {
    #[track_caller]
    fn assert_code(&self, code: i32) {
        assert_eq!(self.outcome.code, Some(code), "{self:?}");
    }

    #[track_caller]
    fn assert_counts(&self, answered: usize, illegal: usize) {
        let count = |name: &str| self.answer[name].as_u64().map(|count| count as usize);
        assert_eq!(count("decisions"), Some(DECISIONS));
        assert_eq!(count("answered"), Some(answered), "{self:?}");
        assert_eq!(count("illegal"), Some(illegal), "{self:?}");
        let missing = DECISIONS - answered - illegal;
        assert_eq!(count("missing"), Some(missing), "{self:?}");
        // What cannot be known is null.
        for field in ["value", "first", "second", "loss_per_game", "rating"] {
            assert!(self.answer[field].is_null(), "{field}: {self:?}");
        }
    }

    /// Asserts that it failed with these questions, counted from 1, as JSON and standard error say.
    #[track_caller]
    fn assert_faults(&self, questions: &[usize], kind: &str, says: &str) {
        let faults = self.faults();
        assert_eq!(faults.len(), questions.len(), "{self:?}");
        for (fault, question) in faults.iter().zip(questions) {
            let (position, die) = QUESTIONS[question - 1];
            assert_eq!(fault["position"], position.to_string(), "{self:?}");
            assert_eq!(fault["die"], die.number(), "{self:?}");
            assert_eq!(fault["fault"], kind, "{self:?}");
            let text = fault["text"].as_str().expect("a text");
            assert!(text.contains(says), "{says:?} is missing: {self:?}");
            let place = match kind {
                "handshake" | "refusal" => "its start".to_owned(),
                _ => format!("{position} with a {}", die.number()),
            };
            let line = format!("the engine failed at {place}: {text}\n");
            assert!(self.outcome.stderr.contains(&line), "{line}: {self:?}");
        }
    }

    fn faults(&self) -> &[Value] {
        let faults = self.answer["engine"]["faults"].as_array();
        faults.expect("a list of faults")
    }

    #[track_caller]
    fn assert_asked(&self, asked: usize, given_up: bool) {
        let engine = &self.answer["engine"];
        assert_eq!(engine["asked"], asked, "{self:?}");
        assert_eq!(engine["given_up"], given_up, "{self:?}");
    }

    /// The answer without what the engine calls itself.
    fn grade(&self) -> Value {
        let mut answer = self.answer.clone();
        answer["engine"]["name"] = Value::Null;
        answer
    }
}

// ---- Engines that misbehave

/// Asserts that an engine that misbehaves with every twentieth question fails there, is started again,
/// and is asked all the others.
#[track_caller]
fn assert_fails_and_goes_on(kind: &str, timeout: &str, fault: &str, says: &str, fails: [usize; 2]) {
    let checked = check_fifty(kind, 20, &["--timeout", timeout]);
    checked.assert_faults(&fails, fault, says);
    checked.assert_code(0);
    checked.assert_asked(49, false);
    checked.assert_counts(47, 0);
    assert_eq!(checked.starts, 3, "{checked:?}");
    let estimate = &checked.answer["estimate"];
    assert_eq!(estimate["draws"], 50, "{checked:?}");
    assert!(estimate["answered"].as_u64() < Some(50), "{checked:?}");
}

/// The twentieth question to the first process and to the second.
const WITH: [usize; 2] = [20, 40];
/// The question after that, which the first process and the second leave unanswered.
const AFTER: [usize; 2] = [21, 42];

#[test]
fn silence_is_told_from_slowness() {
    assert_fails_and_goes_on("silent", "2", "silence", "no answer in 2s", WITH);
    assert_fails_and_goes_on("late", "2", "silence", "no answer in 2s", WITH);
    // It is ready, but it has not answered.
    assert_fails_and_goes_on("skips", "2", "silence", "no answer in 2s", WITH);
}

#[test]
fn an_engine_that_ends_has_crashed() {
    assert_fails_and_goes_on("exit", "10", "crash", "3", WITH);
    // An answer without the readyok after it is none.
    assert_fails_and_goes_on("last-answer", "10", "crash", "0", WITH);
    assert_fails_and_goes_on("unfinished", "10", "crash", "0", WITH);
}

#[cfg(unix)]
#[test]
fn an_engine_that_is_killed_has_crashed() {
    assert_fails_and_goes_on("abort", "10", "crash", "signal: 6", WITH);
}

#[cfg(unix)]
#[test]
fn an_engine_whose_child_holds_its_pipes_has_crashed_at_once() {
    let started = Instant::now();
    assert_fails_and_goes_on("grandchild", "20", "crash", "3", WITH);
    assert!(started.elapsed() < Duration::from_secs(15), "at once");
}

#[cfg(unix)]
#[test]
fn what_the_child_of_an_engine_says_after_its_end_is_no_answer() {
    assert_fails_and_goes_on("talking-grandchild", "20", "crash", "3", WITH);
}

#[test]
fn an_engine_that_is_asked_ahead_is_graded_like_one_that_is_not() {
    let ahead = check_fifty("ahead", 1, &[]);
    ahead.assert_code(0);
    ahead.assert_asked(49, false);
    assert_eq!(ahead.grade(), check_fifty("", 1, &[]).grade());
    let jobs = check_fifty("ahead", 1, &["--jobs", "3"]);
    assert_eq!(jobs.grade(), ahead.grade());
    check_fifty("ahead-illegal", 1, &[]).assert_counts(0, 49);
}

#[test]
fn faults_of_an_engine_that_is_asked_ahead_are_found_at_their_questions() {
    let silence = "no answer in 2s";
    assert_fails_and_goes_on("ahead-silent", "2", "silence", silence, WITH);
    assert_fails_and_goes_on("ahead-exit", "10", "crash", "3", WITH);
    // An answer that names its question needs no more.
    assert_fails_and_goes_on("ahead-unfinished", "10", "crash", "0", AFTER);
    assert_fails_and_goes_on("ahead-last-answer", "10", "crash", "0", AFTER);
    // Whether another question is open by then is a matter of time.
    assert_fails_and_goes_on("ahead-twice", "10", "surplus answer", "bestmove", AFTER);
    let oldest = "the oldest question without an answer is";
    assert_fails_and_goes_on("ahead-skips", "2", "silence", silence, WITH);
    assert_fails_and_goes_on("ahead-forgets", "10", "wrong question", oldest, WITH);
    assert_fails_and_goes_on("ahead-strays", "10", "wrong question", oldest, WITH);
}

#[test]
fn more_than_one_answer_is_a_fault_and_no_answer_to_another_question() {
    let twice = "has answered this question already";
    assert_fails_and_goes_on("twice", "10", "surplus answer", twice, WITH);
    assert_fails_and_goes_on("afterwards", "10", "surplus answer", "bestmove", AFTER);
    assert_fails_and_goes_on("early-readyok", "10", "disorder", "readyok", WITH);
}

#[test]
fn faults_are_counted_by_name_in_the_report() {
    let mut command = Command::new(TOURNE);
    command.args(["check", "--engine", &misbehaving("twice", 20)]);
    let outcome = run(command.args(FIFTY));
    let line = "asked       49 decisions, failed 2 times (surplus answer: 2)\n";
    assert!(outcome.stdout.contains(line), "{}", outcome.stdout);
}

#[test]
fn an_engine_that_refuses_the_rules_is_not_graded() {
    for arguments in [&FIFTY[..], &["--fail-above", "1", "--fail-illegal"]] {
        let checked = check(&misbehaving("refuses", 1), arguments);
        let says =
            "does not play the rules \"standard\": it said \"error only \\u{1b}[31mmy own rules\"";
        checked.assert_code(2);
        assert!(checked.outcome.stderr.contains(says), "{checked:?}");
        assert_eq!(checked.outcome.stdout, "", "no grade");
        assert_eq!(checked.starts, 1);
    }
}

#[cfg(unix)]
#[test]
fn nothing_is_left_of_an_engine_behind_a_wrapper() {
    for kind in ["stubborn", "silent"] {
        let wrapped = wrapped(&misbehaving(kind, 15));
        let checked = check(
            &wrapped,
            &[&FIFTY[..], &["--timeout", "1", "--jobs", "2"]].concat(),
        );
        checked.assert_code(0);
    }
}

/// An engine that a shell starts, and waits for.
#[cfg(unix)]
fn wrapped(engine: &str) -> String {
    let script = format!("{engine}; true");
    format!("sh -c {}", shlex::try_quote(&script).expect("it is text"))
}

#[test]
fn too_much_output_is_a_flood_whatever_it_is_made_of() {
    for (kind, says) in [
        ("lines", "more than 10,000 lines"),
        ("noise", "more than 10,000 lines"),
        ("endless", "a line of more than 4096 bytes"),
    ] {
        assert_fails_and_goes_on(kind, "20", "flood", says, WITH);
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_closed_by_an_engine_that_goes_on_is_a_closed_pipe() {
    let says = "closed its input or output";
    assert_fails_and_goes_on("closes-output", "10", "closed pipe", says, WITH);
    // It can be known only when it is told something more, and that waits for its readyok.
    let says = "no \"readyok\" in 2s";
    assert_fails_and_goes_on("closes-input", "2", "silence", says, WITH);
}

#[test]
fn a_wrong_handshake_ends_the_check_with_what_is_known() {
    for (kind, asked, instead) in [
        ("no-ubgiok", "ubgi", "silence"),
        ("garbage", "ubgi", "silence"),
        ("ends-at-once", "ubgi", "crash"),
        ("no-readyok", "isready", "silence"),
    ] {
        let checked = check_fifty(kind, 1, &["--startup-timeout", "0.5"]);
        checked.assert_faults(&[1], "handshake", &format!("after \"{asked}\""));
        checked.assert_faults(&[1], "handshake", instead);
        checked.assert_asked(1, true);
        checked.assert_counts(0, 0);
        checked.assert_code(2);
        let says = "gave up on the engine after 1 failure (limit 10;";
        assert!(checked.outcome.stderr.contains(says), "{checked:?}");
        assert_eq!(checked.starts, 1);
        assert!(
            checked.answer.get("estimate").is_none(),
            "nothing to estimate from"
        );
    }
}

#[test]
fn starting_may_take_longer_than_answering() {
    let slow = check_fifty("slow-start", 1, &["--timeout", "1"]);
    slow.assert_code(0);
    slow.assert_counts(49, 0);
    let too_slow = check_fifty("slow-start", 1, &["--startup-timeout", "0.3"]);
    too_slow.assert_code(2);
    too_slow.assert_faults(&[1], "handshake", "no answer in 300ms");
}

#[test]
fn an_engine_that_always_fails_is_given_up() {
    let checked = check_fifty("exit", 1, &[]);
    checked.assert_faults(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], "crash", "3");
    checked.assert_asked(10, true);
    checked.assert_code(2);
    // Nine failures are borne.
    let checked = check_fifty("exit", 5, &[]);
    checked.assert_faults(&[5, 10, 15, 20, 25, 30, 35, 40, 45], "crash", "3");
    checked.assert_asked(49, false);
    checked.assert_code(0);
}

#[cfg(unix)]
#[test]
fn what_was_learned_before_a_wrong_handshake_is_kept() {
    let folder = TempDir::new().expect("a folder can be made");
    let mark = quoted(&folder.path().join("mark"));
    let engine = misbehaving("exit", 20);
    let script = format!("test -e {mark} && exit; touch {mark}; exec {engine}");
    let engine = format!("sh -c {}", shlex::try_quote(&script).expect("it is text"));
    let checked = check(&engine, &FIFTY);
    checked.assert_counts(19, 0);
    checked.assert_asked(21, true);
    checked.assert_code(2);
    let kinds: Vec<&Value> = checked.faults().iter().map(|it| &it["fault"]).collect();
    assert_eq!(kinds, ["crash", "handshake"]);
    assert!(checked.answer["estimate"]["answered"].is_u64());
}

#[test]
fn answers_that_are_no_legal_moves_are_listed_with_the_legal_ones() {
    for (kind, played) in [
        ("illegal", "0/12"),
        ("unreadable", "ban\\u{1b}[31mana"),
        ("empty", ""),
        ("not-text-answer", "0/\u{fffd}3"),
    ] {
        let checked = check_fifty(kind, 20, &[]);
        checked.assert_code(0);
        checked.assert_asked(49, false);
        checked.assert_counts(19, 30);
        assert!(checked.faults().is_empty());
        let illegal = checked.answer["illegal_answers"]
            .as_array()
            .expect("a list");
        assert_eq!(illegal.len(), 30);
        for (illegal, &(position, die)) in illegal.iter().zip(&QUESTIONS[19..]) {
            assert_eq!(illegal["position"], position.to_string());
            assert_eq!(illegal["die"], die.number());
            assert_eq!(illegal["played"], played, "{checked:?}");
            let plays = Rules::STANDARD.plays(position, die);
            let legal: Vec<String> = plays.iter().map(|play| play.action.to_string()).collect();
            assert_eq!(illegal["legal"], Value::from(legal));
        }
        assert_eq!(checked.answer["estimate"]["answered"], 50);
    }
}

#[test]
fn figures_and_words_of_a_report_agree() {
    let text = |kind: &str, from: usize, arguments: &[&str]| {
        let mut command = Command::new(TOURNE);
        let engine = misbehaving(kind, from);
        run(command.args(["check", "--engine", &engine]).args(arguments))
    };
    let one = ["--sample", "1"];
    let failed = text("ends-at-once", 1, &["--sample", "2"]);
    let says = "asked      1 decision, failed once (handshake: 1), then given up\n";
    assert!(failed.stdout.contains(says), "{failed:?}");
    assert!(failed.stderr.contains("after 1 failure ("), "{failed:?}");
    let empty = text("empty", 1, &one);
    assert!(
        empty
            .stdout
            .contains("asked      1 decision, never failed\n"),
        "{empty:?}"
    );
    assert!(
        empty.stdout.contains(": an empty answer (legal: "),
        "{empty:?}"
    );
}

#[test]
fn an_engine_that_answers_without_reading_is_given_up() {
    let checked = check_fifty("deaf", 1, &[]);
    checked.assert_counts(0, 0);
    checked.assert_asked(10, true);
    checked.assert_code(2);
    let kinds = checked.faults().iter().map(|fault| &fault["fault"]);
    assert!(
        kinds.into_iter().all(|kind| kind == "surplus answer"),
        "{checked:?}"
    );
}

#[test]
fn what_does_no_harm_changes_nothing() {
    let expected = check(&own("--strength rear"), &FIFTY);
    expected.assert_counts(49, 0);
    expected.assert_code(0);
    for kind in [
        "none", "slow", "chatty", "not-text", "crlf", "stubborn", "escapes",
    ] {
        let checked = check_fifty(kind, 40, &[]);
        assert_eq!(checked.grade(), expected.grade(), "{kind}");
        checked.assert_code(0);
        assert_eq!(checked.starts, 1, "{kind}");
        if kind != "chatty" {
            assert_eq!(checked.outcome.stderr, "", "{kind}");
        }
    }
}

#[test]
fn errors_of_an_engine_are_shown_but_not_without_end() {
    let checked = check_fifty("chatty", 45, &[]);
    let line = "the engine says: error \\u{1b}[31mall is well\n";
    assert_eq!(checked.outcome.stderr, line.repeat(5));
    let checked = check_fifty("chatty", 1, &[]);
    let end = "the engine says more errors, which are not shown\n";
    assert_eq!(checked.outcome.stderr, line.repeat(10) + end);
}

#[test]
fn standard_error_is_shown_with_the_name_and_quoted_if_the_engine_fails() {
    let checked = check_fifty("last-words", 49, &[]);
    checked.assert_code(0);
    let stderr = &checked.outcome.stderr;
    for line in [
        "\\u{1b}[31mloading\n",
        "the \\u{202e}model\n",
        "misbehaving:   at line 1\n",
        "misbehaving: out of \\u{1b}[31mmemory\n",
    ] {
        assert!(stderr.contains(line), "{line}: {stderr}");
    }
    let last = "; last on its standard error: at line 1 / at line 2 / at line 3 / at line 4 / out of \\u{1b}[31mmemory";
    checked.assert_faults(&[49], "crash", last);
}

#[test]
fn endless_standard_error_is_no_obstacle() {
    let checked = check_fifty("loud", 1, &[]);
    checked.assert_code(0);
    checked.assert_counts(49, 0);
    let lines = checked.outcome.stderr.lines().count();
    assert!(lines <= 1001, "{lines} lines");
}

#[test]
fn several_processes_fail_each_for_itself() {
    let checked = check_fifty("exit", 10, &["--jobs", "3"]);
    checked.assert_code(0);
    checked.assert_asked(49, false);
    let faults = checked.faults();
    assert!((1..=4).contains(&faults.len()), "{checked:?}");
    assert!(checked.starts > faults.len(), "{checked:?}");
    let asked: BTreeSet<String> = QUESTIONS
        .iter()
        .map(|(p, d)| format!("{p} {d:?}"))
        .collect();
    assert_eq!(asked.len(), 49, "they are distinct");
    let order: Vec<usize> = faults
        .iter()
        .map(|fault| {
            let is_it = |(position, die): &(Position, Die)| {
                fault["position"] == position.to_string() && fault["die"] == die.number()
            };
            let at = QUESTIONS.iter().position(is_it);
            at.expect("it was asked about")
        })
        .collect();
    assert!(
        order.is_sorted(),
        "in the order of the questions: {order:?}"
    );
    checked.assert_counts(49 - faults.len(), 0);
}

#[test]
fn faults_and_illegal_answers_fail_a_check_that_asks_for_it() {
    for (kind, says) in [
        ("exit", "the engine failed 2 times"),
        ("illegal", "30 answers are not legal moves"),
    ] {
        let checked = check_fifty(kind, 20, &["--fail-illegal"]);
        checked.assert_code(1);
        let says = format!("check failed: {says}\n");
        assert!(checked.outcome.stderr.ends_with(&says), "{checked:?}");
    }
    check_fifty("none", 1, &["--fail-illegal"]).assert_code(0);
    check_fifty("ends-at-once", 1, &["--fail-illegal"]).assert_code(1);
    // What cannot be known is not known to be at most that.
    check_fifty("ends-at-once", 1, &["--fail-above", "1"]).assert_code(1);
    let rear = check_fifty("none", 1, &["--fail-above", "0.01"]);
    rear.assert_code(1);
    check_fifty("none", 1, &["--fail-above", "1"]).assert_code(0);
}

// ---- Our own engine

#[test]
fn our_engine_is_perfect_in_every_decision() {
    let checked = check(&own(""), &[]);
    assert_eq!(checked.outcome.stderr, "");
    checked.assert_code(0);
    checked.assert_asked(DECISIONS, false);
    for (field, expected) in [
        ("decisions", 104_375.0),
        ("answered", 104_375.0),
        ("agree", 104_375.0),
        ("missing", 0.0),
        ("illegal", 0.0),
        ("agreement", 1.0),
        ("worst_loss", 0.0),
        ("loss_per_game", 0.0),
        ("rating", 0.0),
        ("value", 0.5),
        ("exploiter", 0.5),
    ] {
        let found = checked.answer[field].as_f64().expect("a number");
        assert!((found - expected).abs() < 1e-12, "{field}: {found}");
    }
}

#[test]
fn front_by_engine_is_front_built_in_whatever_the_number_of_processes() {
    let mut command = Command::new(TOURNE);
    let arguments = ["check", "--policy", "builtin:front", "--format", "json"];
    let built_in = run(command.args(arguments));
    let built_in: Value = serde_json::from_str(&built_in.stdout).expect("JSON");
    for jobs in ["1", "2"] {
        let checked = check(&own("--strength front"), &["--jobs", jobs]);
        let mut found = checked.answer.clone();
        let engine = found.as_object_mut().and_then(|it| it.remove("engine"));
        assert_eq!(engine.expect("it is there")["asked"], DECISIONS);
        assert_alike(&found, &built_in, jobs);
    }
}

/// The same but for the last digits of numbers: of positions that cannot arise, an engine says nothing.
#[track_caller]
fn assert_alike(one: &Value, other: &Value, which: &str) {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            let (one, other) = (one.as_f64(), other.as_f64());
            let difference = one.zip(other).map(|(one, other)| (one - other).abs());
            assert!(difference < Some(1e-12), "{which}: {one:?} {other:?}");
        }
        (Value::Array(one), Value::Array(other)) => {
            assert_eq!(one.len(), other.len(), "{which}");
            let pairs = one.iter().zip(other);
            pairs.for_each(|(one, other)| assert_alike(one, other, which));
        }
        (Value::Object(one), Value::Object(other)) => {
            assert!(one.keys().eq(other.keys()), "{which}: {one:?} {other:?}");
            let pairs = one.values().zip(other.values());
            pairs.for_each(|(one, other)| assert_alike(one, other, which));
        }
        _ => assert_eq!(one, other, "{which}"),
    }
}

fn solution(name: &str) -> Solution {
    file::read(&solution_path(name)).expect("it can be opened")
}

/// The estimate as JSON that was written and read, which may round its last bits.
fn as_json(policy: &Policy, arena: &Arena, sample: &Sample) -> Value {
    let estimate = sample.estimate(arena, policy).expect("it answered");
    let text = serde_json::to_string(&estimate).expect("JSON");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn strengths_are_the_built_in_policies_in_every_rule_set() {
    for (name, _) in Rules::PRESETS {
        let solution = solution(name);
        let arena = Arena::new(&solution).expect("it is right");
        let sample = Sample::new(&arena, 300, 5).expect("games end");
        let path = solution_path(name);
        let path = path.to_str().expect("a path that is text");
        let options = ["--table", path, "--sample", "300", "--seed", "5"];
        for strength in ["perfect", "front", "rear", "hit"] {
            // It is told the rules by the protocol, and solves them itself if it has no table.
            let mut own = own(&format!("--strength {strength}"));
            let solves = ["double-win", "entry-first"].contains(&name);
            if strength != "perfect" || !solves {
                own += &format!(" --table {}", quoted(&solution_path(name)));
            }
            let checked = check(&own, &options);
            checked.assert_code(0);
            let builtin: Builtin = strength.parse().expect("a policy");
            let expected = as_json(&builtin.policy(&arena), &arena, &sample);
            assert_eq!(checked.answer["estimate"], expected, "{name} {strength}");
            if strength == "perfect" {
                assert_eq!(checked.answer["estimate"]["agreement"]["estimate"], 1.0);
                assert_eq!(checked.answer["estimate"]["agreement"]["high"], 1.0);
                assert_eq!(checked.answer["estimate"]["rating"]["estimate"], 0.0);
            }
        }
    }
}

#[test]
fn random_strengths_are_the_same_for_the_same_seed() {
    let sample = ["--sample", "400", "--mistakes", "1000"];
    for strength in ["random", "errs:0.3", "within:0.02", "level-3"] {
        let with = |seed| {
            let engine = own(&format!("--strength {strength} --seed {seed}"));
            let checked = check(&engine, &sample);
            checked.assert_code(0);
            checked.grade()
        };
        let once = with(7);
        assert_eq!(once, with(7), "{strength}");
        assert_ne!(once, with(8), "{strength}");
        let mistakes = once["mistakes"].as_array().expect("a list");
        assert!(mistakes.len() > 10, "{strength}");
        if strength == "within:0.02" {
            let losses = mistakes.iter().map(|mistake| mistake["loss"].as_f64());
            assert!(losses.flatten().all(|loss| loss <= 0.02));
        }
    }
    let perfect = check(&own("--strength perfect"), &sample).grade();
    for strength in ["errs:0", "within:0", "level-10"] {
        let found = check(&own(&format!("--strength {strength}")), &sample).grade();
        assert_eq!(found, perfect, "{strength}");
    }
}

// ---- Samples

#[test]
fn a_sample_is_drawn_by_its_seed_and_said_to_be_one() {
    let with = |arguments: &[&str]| check(&own("--strength front"), arguments);
    let once = with(&["--sample", "200", "--seed", "3"]);
    assert_eq!(
        once.answer,
        with(&["--sample", "200", "--seed", "3", "--jobs", "2"]).answer
    );
    let other = with(&["--sample", "200", "--seed", "4"]);
    assert_ne!(once.answer["estimate"], other.answer["estimate"]);
    // Without a seed it is 0.
    let default = with(&["--sample", "20"]);
    assert_eq!(default.answer["estimate"]["seed"], 0);
    assert_eq!(default.answer["estimate"]["draws"], 20);
    assert!(default.answer["engine"]["asked"].as_u64() <= Some(20));

    let mut command = Command::new(TOURNE);
    command.args(["check", "--engine", &own(""), "--sample", "20"]);
    let text = run(&mut command);
    text.assert_answered();
    for part in [
        "estimates from a sample",
        "sample      20 decisions, drawn",
        "(seed 0)",
        "answered    20 of 20 draws\n",
        "(95 % interval: ",
    ] {
        assert!(text.stdout.contains(part), "{part}: {}", text.stdout);
    }
    for part in ["104,375", "missing", "unknown", "cannot be known", "?"] {
        assert!(!text.stdout.contains(part), "{part}: {}", text.stdout);
    }
}

#[test]
fn nothing_answered_is_nothing_estimated_and_no_threshold_met() {
    // No answer is a legal move; no answer comes at all.
    for (kind, sample, illegal) in [("illegal", "50", 49), ("empty", "50", 49), ("exit", "5", 0)] {
        let sample = ["--sample", sample, "--seed", "1"];
        let checked = check(&misbehaving(kind, 1), &sample);
        checked.assert_code(2);
        checked.assert_counts(0, illegal);
        assert!(checked.answer.get("estimate").is_none(), "{checked:?}");
        let gate = [&sample[..], &["--fail-above", "0.9"]].concat();
        let checked = check(&misbehaving(kind, 1), &gate);
        checked.assert_code(1);
        let because = match illegal {
            0 => "there is no answer",
            _ => "no answer is a legal move",
        };
        let says = format!(
            "check failed: cannot compare with --fail-above 90 %: the loss per game is unknown because {because}\n"
        );
        assert!(checked.outcome.stderr.ends_with(&says), "{checked:?}");
    }
    let mut command = Command::new(TOURNE);
    command.args(["check", "--engine", &misbehaving("illegal", 49)]);
    let text = run(command.args(FIFTY));
    let says = "50 of 50 draws, 1 with an illegal move, charged as the worst legal move\n";
    assert!(text.stdout.contains(says), "{}", text.stdout);
    // Some of the sample are answered.
    for (kind, because) in [
        ("illegal", "moves are illegal"),
        ("silent", "moves are missing"),
    ] {
        let gate = ["--fail-above", "0.9", "--timeout", "0.5"];
        let checked = check_fifty(kind, 49, &gate);
        checked.assert_code(1);
        assert!(checked.outcome.stderr.contains(because), "{checked:?}");
        assert!(checked.answer["estimate"].is_object(), "{checked:?}");
    }
}

// ---- Interrupting and going on

/// Starts a check that takes long, and interrupts it once the engine has been asked something.
#[cfg(unix)]
#[track_caller]
fn interrupted(engine: &str, arguments: &[&str], pids: &Path) -> Outcome {
    let mut command = Command::new(TOURNE);
    command.args(["check", "--format", "json", "--engine", engine]);
    command.args(arguments).env("MISBEHAVING_PIDS", pids);
    let child = start(command.stdin(std::process::Stdio::null()));
    let started = Instant::now();
    while fs::read_to_string(pids).unwrap_or_default().is_empty() {
        assert!(started.elapsed() < SOON, "the engine is not started");
        thread::sleep(Duration::from_millis(20));
    }
    thread::sleep(Duration::from_millis(1500));
    let mut kill = Command::new("kill");
    let status = kill.args(["-INT", &child.id().to_string()]).status();
    assert!(status.expect("kill can be run").success());
    let interrupted = Instant::now();
    let outcome = finish(child);
    assert!(interrupted.elapsed() < SOON, "{outcome:?}");
    assert_none_is_left(pids);
    outcome
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_was_answered_and_a_record_can_be_gone_on_from() {
    let folder = TempDir::new().expect("a folder can be made");
    let [pids, record] = ["pids", "record.csv"].map(|name| folder.path().join(name));
    let record = record.to_str().expect("a path that is text");
    let engine = wrapped(&misbehaving("slow", 1));
    let outcome = interrupted(&engine, &["--record", record], &pids);
    assert_eq!(outcome.code, Some(130), "{outcome:?}");
    let answer: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    let asked = answer["engine"]["asked"].as_u64().expect("a number");
    assert!((1..100).contains(&asked), "{outcome:?}");
    assert_eq!(answer["engine"]["interrupted"], true);
    assert_eq!(answer["engine"]["given_up"], false);
    assert_eq!(answer["answered"], asked);
    let says = format!(
        "interrupted: {asked} of 104,375 decisions were asked: go on with --resume {record}\n"
    );
    assert_eq!(outcome.stderr, says);
    let written = fs::read_to_string(record).expect("it was written");
    assert_eq!(written.lines().count() as u64, asked + 1);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_an_engine_that_does_not_answer() {
    let folder = TempDir::new().expect("a folder can be made");
    let engine = wrapped(&misbehaving("silent", 1));
    let arguments = ["--timeout", "1000", "--jobs", "2"];
    let outcome = interrupted(&engine, &arguments, &folder.path().join("pids"));
    assert_eq!(outcome.code, Some(130), "{outcome:?}");
    let answer: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    assert_eq!(answer["engine"]["asked"], 0);
    assert_eq!(answer["engine"]["faults"], Value::Array(Vec::new()));
    assert!(
        outcome.stderr.contains("--record FILE keeps"),
        "{outcome:?}"
    );
}

#[test]
fn only_what_a_record_lacks_is_asked() {
    let arena = Arena::new(solutions::embedded()).expect("it is right");
    let whole = files::write(&Builtin::Front.policy(&arena), &arena).expect("it can be written");
    let folder = TempDir::new().expect("a folder can be made");
    let [part, record] = ["part.csv", "record.csv"].map(|name| folder.path().join(name));
    // Every two hundredth row is missing, one is illegal.
    let mut rows: Vec<&str> = whole.lines().collect();
    let lacking = (1..rows.len()).filter(|at| at % 200 == 0).count();
    let illegal = rows[77].rsplit_once(',').expect("a move").0.to_owned() + ",0/12";
    rows[77] = &illegal;
    let mut number = 0..;
    rows.retain(|_| number.next().is_some_and(|at| at == 0 || at % 200 != 0));
    fs::write(&part, rows.join("\n") + "\n").expect("it can be written");
    let [part, record] = [&part, &record].map(|path| path.to_str().expect("a plain path"));
    let arguments = ["--resume", part, "--record", record];
    let checked = check(&own("--strength front"), &arguments);
    checked.assert_code(0);
    checked.assert_asked(lacking + 1, false);
    assert_eq!(checked.answer["engine"]["resumed"], DECISIONS - lacking - 1);
    assert_eq!(checked.answer["answered"], DECISIONS);
    assert_eq!(fs::read_to_string(record).expect("it was written"), whole);
    // A sample asks what it has drawn and the record lacks: here, nothing.
    let again = check(
        &own("--strength front"),
        &["--resume", record, "--sample", "50"],
    );
    again.assert_asked(0, false);
    assert_eq!(again.answer["estimate"]["answered"], 50);
    let mut command = Command::new(TOURNE);
    command.args(["check", "--engine", "true", "--resume", "no/such/file"]);
    run(&mut command).assert_one_line_error(2, &["cannot read no/such/file"]);
}

#[cfg(unix)]
#[test]
fn what_an_interrupt_or_a_panic_must_do_ends_engines_with_what_they_started() {
    let folder = TempDir::new().expect("a folder can be made");
    let pids = folder.path().join("pids");
    let engine = format!(
        "MISBEHAVING_PIDS={} {}",
        quoted(&pids),
        misbehaving("stubborn", 1)
    );
    let launch = Launch {
        command: shlex::split(&wrapped(&engine)).expect("words"),
        rules: Rules::STANDARD,
        startup_timeout: SOON,
        timeout: SOON,
    };
    let stop = AtomicBool::new(false);
    let watch = Watch {
        stop: &stop,
        on_stderr: &|_, _| (),
    };
    let mut engine = Engine::start(&launch, watch).expect("it greets");
    let pid = fs::read_to_string(&pids).expect("it says which process it is");
    assert!(is_running(pid.trim()), "{pid}");
    // The commands install it for interrupts and panics.
    interrupt::clean_up();
    assert_eq!(assert_none_is_left(&pids), 1);
    let answer = engine.ask(&QUESTIONS[..1]);
    assert!(matches!(answer, Err(NoAnswer::Interrupted)), "{answer:?}");
    // Nothing is started any more.
    let another = Engine::start(&launch, watch);
    assert!(matches!(another, Err(NoAnswer::Interrupted)), "{another:?}");
}

// ---- What an engine says, without a process

#[test]
fn what_an_engine_says_is_read_without_a_process() {
    let greeting = "id name A\nubgiok\nreadyok\n";
    let questions = ["000/000 3", "04h/007 3"];
    let heard = |rest: &str| {
        let output = format!("{greeting}{rest}");
        overhear(output.as_bytes(), Rules::STANDARD, &questions)
    };
    let all = heard("bestmove 0/3\nreadyok\ninfo\nbestmove pass \r\nreadyok\n");
    assert_eq!(all.hearing.name.as_deref(), Some("A"));
    assert_eq!(
        (all.answers, all.fault),
        (vec!["0/3".to_owned(), "pass".to_owned()], None)
    );
    for (rest, answers, kind) in [
        ("", 0, "closed pipe"),
        ("bestmove 0/3\n", 0, "closed pipe"),
        ("bestmove 0/3\nbestmove 0/3\nreadyok\n", 0, "surplus answer"),
        (
            "bestmove 0/3\nreadyok\nbestmove 0/3\nbestmove 0/3\nreadyok\n",
            1,
            "surplus answer",
        ),
        ("readyok\nbestmove 0/3\n", 0, "disorder"),
        (
            "bestmove 0/3\nreadyok\nreadyok\nbestmove 0/3\n",
            1,
            "disorder",
        ),
    ] {
        let found = heard(rest);
        assert_eq!(found.answers.len(), answers, "{rest:?}");
        assert_eq!(
            found.fault.map(|fault| fault.kind()),
            Some(kind),
            "{rest:?}"
        );
    }
    let refused = overhear(
        &b"ubgiok\nerror no\nreadyok\n"[..],
        Rules::COURSE,
        &questions,
    );
    let fault = refused.fault.expect("it is refused");
    assert_eq!(
        fault.to_string(),
        "refusal: it does not play the rules \"course\": it said \"error no\""
    );
}

#[test]
fn an_answer_of_an_engine_that_is_asked_ahead_is_to_the_oldest_question() {
    let heard = |rest: &str| {
        let output =
            format!("option name askahead type check default false\nubgiok\nreadyok\n{rest}");
        let questions = ["000/000 3", "04h/007 3", "04h/007 2"];
        overhear(output.as_bytes(), Rules::STANDARD, &questions)
    };
    let all = heard(
        "bestmove 0/3 for 000/000 3\ninfo\nbestmove for 04h/007 3\nbestmove a b for 04h/007 2 \r\n",
    );
    assert_eq!(
        (all.answers.join(","), all.fault),
        ("0/3,,a b".to_owned(), None)
    );
    for (rest, answers, kind) in [
        ("bestmove 0/3\n", 0, "wrong question"),
        ("bestmove 0/3 for 000/000\n", 0, "wrong question"),
        ("bestmove 0/3 for 000/000 33\n", 0, "wrong question"),
        ("bestmove 4/7 for 04h/007 3\n", 0, "wrong question"),
        ("bestmove 0/3 for 000/000 3\nreadyok\n", 1, "disorder"),
        (
            "bestmove 0/3 for 000/000 3\nbestmove 0/3 for 000/000 3\n",
            1,
            "surplus answer",
        ),
        (
            "bestmove 0/3 for 000/000 3\nbestmove 0/2 for 04h/007 2\n",
            1,
            "wrong question",
        ),
        ("bestmove 0/3 for 000/000 3\nerror no\n", 1, "closed pipe"),
    ] {
        let found = heard(rest);
        assert_eq!(found.answers.len(), answers, "{rest:?}");
        assert_eq!(
            found.fault.map(|fault| fault.kind()),
            Some(kind),
            "{rest:?}"
        );
    }
    // Only the introduction says what an engine can do.
    let late = "ubgiok\noption name askahead\nreadyok\nbestmove 0/3\nreadyok\n";
    let late = overhear(late.as_bytes(), Rules::STANDARD, &["000/000 3"]);
    assert_eq!(late.answers, ["0/3"]);
}

// ---- What is asked wrongly

#[test]
fn options_that_make_no_sense_are_refused() {
    let refused = |arguments: &[&str], says: &str| {
        let outcome = run(Command::new(TOURNE).arg("check").args(arguments));
        outcome.assert_error(2, &[says]);
    };
    for (option, values) in [
        ("--timeout", ["0", "-1", "nan", "inf", "soon", "1e9", ""]),
        (
            "--startup-timeout",
            ["0", "-1", "nan", "inf", "soon", "1e9", ""],
        ),
        ("--jobs", ["0", "-1", "257", "99999", "two", "1.5", ""]),
        ("--sample", ["0", "-1", "10000001", "1e3", "few", "1.5", ""]),
        (
            "--fail-above",
            ["-1", "nan", "inf%", "-0.1", "much", "1,5", "%"],
        ),
    ] {
        for value in values {
            let option_and_value = format!("{option}={value}");
            refused(&["--engine", "true", &option_and_value], option);
        }
    }
    let file = ["--policy", "builtin:front"];
    let engines = [
        "--sample=5",
        "--jobs=2",
        "--timeout=1",
        "--startup-timeout=1",
        "--resume=x",
    ];
    for option in engines {
        refused(&[&file[..], &[option]].concat(), "cannot be used with");
    }
    refused(&["--engine", "true", "--seed", "1"], "--sample");
    refused(&["--engine", "true", "--policy", "-"], "cannot be used");
    refused(&[], "--policy");
}

#[test]
fn commands_that_are_none_are_refused() {
    for (engine, says) in [
        ("", "is not a command"),
        ("   ", "is not a command"),
        ("'open", "is not a command"),
        ("\"open", "is not a command"),
        ("trailing\\", "is not a command"),
        ("''", "cannot start the engine"),
        ("there-is-no-such-engine --fast", "cannot start the engine"),
        ("/there/is/none", "No such file"),
        (env!("CARGO_MANIFEST_DIR"), "cannot start the engine"),
    ] {
        for jobs in ["1", "3"] {
            let mut command = Command::new(TOURNE);
            command.args(["check", "--engine", engine, "--jobs", jobs]);
            run(&mut command).assert_one_line_error(2, &[says]);
        }
    }
}

#[test]
fn an_error_with_a_colon_is_a_refusal_and_an_answer_before_any_question_a_fault() {
    use tourne_query::engine::hearing::{Hearing, from_output};
    for words in ["error: unknown option rules", "Error no", "error"] {
        let output = format!("{words}\nreadyok\n");
        let heard = Hearing::default().agreement(Rules::STANDARD, from_output(output.as_bytes()));
        assert_eq!(heard.expect_err(words).kind(), "refusal");
    }
    let early = "id name early\nbestmove 0/1\nubgiok\n";
    let heard = Hearing::default().introduction(from_output(early.as_bytes()));
    assert_eq!(heard.expect_err("an answer").kind(), "surplus answer");
    let early = "bestmove 0/1\nreadyok\n";
    let heard = Hearing::default().agreement(Rules::STANDARD, from_output(early.as_bytes()));
    assert_eq!(heard.expect_err("an answer").kind(), "surplus answer");
}
