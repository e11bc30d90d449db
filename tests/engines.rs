//! tourne check --engine, with engines that play as they should and engines that do not.

mod commands;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use commands::{Outcome, run};
use serde_json::Value;
use tempfile::TempDir;
use tourne_query::policy::builtin::Builtin;
use tourne_query::policy::estimate::Sample;
use tourne_query::policy::{Arena, Policy};
use tourne_query::table;
use tourne_solver::Solution;
use tourne_solver::game::{Die, Position, Rules};

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
    let pids = fs::read_to_string(&pids).unwrap_or_default();
    for pid in pids.lines() {
        let process = Path::new("/proc").join(pid);
        assert!(!process.exists(), "{pid} is left: {outcome:?}");
    }
    Checked {
        outcome,
        answer,
        starts: pids.lines().count(),
    }
}

/// Checks the engine that misbehaves with a sample of fifty decisions, of which one is drawn twice.
#[track_caller]
fn check_fifty(kind: &str, from: usize, arguments: &[&str]) -> Checked {
    check(&misbehaving(kind, from), &[&FIFTY, arguments].concat())
}

/// What the engine is asked about, in order.
static QUESTIONS: LazyLock<Vec<(Position, Die)>> = LazyLock::new(|| {
    let arena = Arena::new(table::embedded()).expect("it is right");
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
            let line = format!(
                "the engine failed at {position} with a {}: {text}\n",
                die.number()
            );
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
}

#[test]
fn an_engine_that_ends_has_crashed() {
    assert_fails_and_goes_on("exit", "10", "crash", "3", WITH);
    assert_fails_and_goes_on("last-answer", "10", "crash", "0", AFTER);
    assert_fails_and_goes_on("unfinished", "10", "crash", "0", AFTER);
}

#[cfg(unix)]
#[test]
fn an_engine_that_is_killed_has_crashed() {
    assert_fails_and_goes_on("abort", "10", "crash", "signal: 6", WITH);
}

#[cfg(unix)]
#[test]
fn an_engine_whose_child_holds_its_pipes_has_crashed() {
    assert_fails_and_goes_on("grandchild", "2", "crash", "3", WITH);
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
    assert_fails_and_goes_on("closes-input", "10", "closed pipe", says, AFTER);
}

#[test]
fn a_wrong_handshake_ends_the_check_with_what_is_known() {
    for (kind, asked, instead) in [
        ("no-ubgiok", "ubgi", "silence"),
        ("garbage", "ubgi", "silence"),
        ("ends-at-once", "ubgi", "crash"),
        ("no-readyok", "isready", "silence"),
    ] {
        let checked = check_fifty(kind, 1, &["--timeout", "0.5"]);
        checked.assert_faults(&[1], "handshake", &format!("after \"{asked}\""));
        checked.assert_faults(&[1], "handshake", instead);
        checked.assert_asked(1, true);
        checked.assert_counts(0, 0);
        checked.assert_code(2);
        assert!(checked.outcome.stderr.contains("given up"), "{checked:?}");
        assert_eq!(checked.starts, 1);
        assert!(
            checked.answer.get("estimate").is_none(),
            "nothing to estimate from"
        );
    }
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
fn an_engine_that_never_reads_is_asked_to_the_end() {
    let checked = check_fifty("deaf", 1, &[]);
    checked.assert_counts(0, 49);
    checked.assert_asked(49, false);
    checked.assert_code(0);
}

#[test]
fn an_engine_that_answers_twice_is_asked_to_the_end() {
    let checked = check_fifty("twice", 20, &[]);
    checked.assert_asked(49, false);
    assert!(checked.faults().is_empty(), "{checked:?}");
    checked.assert_code(0);
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
        (
            "exit",
            "0 answers are not legal moves, 2 times it failed to answer",
        ),
        (
            "illegal",
            "30 answers are not legal moves, 0 times it failed to answer",
        ),
    ] {
        let checked = check_fifty(kind, 20, &["--fail-illegal"]);
        checked.assert_code(1);
        let says = format!("wanting: {says}\n");
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
    let opened = table::open(Some(&solution_path(name)), None);
    opened.expect("it can be opened").into_owned()
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
            if strength != "perfect" {
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
    for strength in ["random", "errs:0.3", "within:0.02"] {
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
    for strength in ["errs:0", "within:0"] {
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
        "Estimates from 20 decisions",
        "(seed 0)",
        "intervals of 95 %",
        "cannot be known",
    ] {
        assert!(text.stdout.contains(part), "{part}: {}", text.stdout);
    }
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
        ("--jobs", ["0", "-1", "257", "99999", "two", "1.5", ""]),
        ("--sample", ["0", "-1", "10000001", "1e3", "few", "1.5", ""]),
        (
            "--fail-above",
            ["-1", "nan", "inf", "-0.1", "much", "1,5", ""],
        ),
    ] {
        for value in values {
            let option_and_value = format!("{option}={value}");
            refused(&["--engine", "true", &option_and_value], option);
        }
    }
    let file = ["--policy", "builtin:front"];
    for option in ["--sample=5", "--jobs=2", "--timeout=1"] {
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
        ("''", "cannot be started"),
        ("there-is-no-such-engine --fast", "cannot be started"),
        ("/there/is/none", "No such file"),
        (env!("CARGO_MANIFEST_DIR"), "cannot be started"),
    ] {
        for jobs in ["1", "3"] {
            let mut command = Command::new(TOURNE);
            command.args(["check", "--engine", engine, "--jobs", jobs]);
            run(&mut command).assert_one_line_error(2, &[says]);
        }
    }
}
