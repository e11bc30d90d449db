//! Tests of `tourne check --engine`, with engines that keep to the protocol and engines that do not.

mod causes;
mod interrupts;
mod misbehaving;
mod own;
mod parts;
mod records;
mod samples;
#[cfg(unix)]
mod stopped;

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use std::{fs, thread};

use serde_json::Value;
use tourne::grading::{Next, Questions, Sample};
use tourne::policy::{Arena, Builtin, Policy};
use tourne_solver::{Die, Position, Rules};

use crate::commands::{Outcome, assert_lacks, run};
use crate::folder::Folder;
use tourne_plain::world::arena;

pub(crate) const TOURNE: &str = env!("CARGO_BIN_EXE_tourne");
const DECISIONS: usize = 104_375;
/// Time limit of a single run, whatever the engine does.
const SOON: Duration = Duration::from_secs(25);

/// Returns the command of the engine that misbehaves, as a user would write it.
fn misbehaving(kind: &str, from: usize) -> String {
    let folder = Path::new(TOURNE).with_file_name("examples");
    let path = folder.join(format!("misbehaving{}", std::env::consts::EXE_SUFFIX));
    let cure = "run cargo test --workspace, or cargo build --examples first";
    assert!(path.is_file(), "{} is missing: {cure}", path.display());
    format!("{} {kind} {from}", quoted(&path))
}

/// Returns the command of our own engine.
pub(crate) fn own(arguments: &str) -> String {
    format!("{} engine {arguments}", quoted(TOURNE))
}

pub(crate) fn quoted(text: impl AsRef<OsStr>) -> String {
    let text = text.as_ref().to_str().expect("plain text");
    if cfg!(windows) {
        return format!("\"{text}\"");
    }
    crate::documents::quoted(text)
}

/// Returns the command of a shell that runs this script.
#[cfg(unix)]
pub(crate) fn shell(script: &str) -> String {
    format!("sh -c {}", quoted(script))
}

/// Result of running `tourne check` with an engine.
#[derive(Debug)]
struct Checked {
    outcome: Outcome,
    /// The answer in JSON.
    answer: Value,
    /// Number of starts of the misbehaving engine; 0 for any other.
    starts: usize,
}

/// A sample of five games with about fifty decisions.
const FIFTY: [&str; 4] = ["--sample", "50", "--seed", "3"];
const GAMES: usize = 5;
/// Number of different decisions in these games while the engine gives legal answers. One decision is met twice, so the
/// games have 56 decisions in all.
const ASKED: usize = 55;
/// Numbers of games that are played side by side: with an engine that can be asked ahead, and with an engine that
/// cannot.
const SIDE_BY_SIDE: [usize; 2] = [8, 1];

/// Runs `tourne check` with an engine, and asserts that no process of the engine is left.
#[track_caller]
fn check(engine: &str, arguments: &[&str]) -> Checked {
    let folder = Folder::new();
    let pids = folder.path("pids");
    let mut command = Command::new(TOURNE);
    command
        .args(["check", "--format", "json", "--engine", engine])
        .args(arguments)
        .env_remove("PYTHONUNBUFFERED")
        .env("MISBEHAVING_PIDS", &pids);
    let started = Instant::now();
    let outcome = run(&mut command);
    assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
    assert_lacks(&outcome.stderr, &["panicked", "\x1b"]);
    let answer = serde_json::from_str(&outcome.stdout).unwrap_or(Value::Null);
    let starts = assert_none_is_left(&pids);
    Checked {
        outcome,
        answer,
        starts,
    }
}

/// Asserts that no engine is left, nor a process that it started. Returns the number of engines that were started.
#[track_caller]
fn assert_none_is_left(pids: &Path) -> usize {
    let pids = fs::read_to_string(pids).unwrap_or_default();
    for pid in pids.lines() {
        let pid = pid.trim_start_matches('+');
        let started = Instant::now();
        // A killed process may take a moment to end.
        while is_running(pid) {
            assert!(started.elapsed() < SOON, "{pid} is left");
            thread::sleep(Duration::from_millis(10));
        }
    }
    pids.lines().filter(|pid| !pid.starts_with('+')).count()
}

/// Returns whether a process runs. A process that has ended but is not yet waited for does not count.
fn is_running(pid: &str) -> bool {
    let status = fs::read_to_string(Path::new("/proc").join(pid).join("stat"));
    status.is_ok_and(|status| {
        let (_, state) = status
            .rsplit_once(") ")
            .expect("the line is as proc(5) describes it");
        !state.starts_with(['Z', 'X'])
    })
}

/// Checks the engine that misbehaves with a sample of about fifty decisions.
#[track_caller]
fn check_fifty(kind: &str, from: usize, arguments: &[&str]) -> Checked {
    check(&misbehaving(kind, from), &[&FIFTY, arguments].concat())
}

/// Kind of answer of the misbehaving engine to a question.
#[derive(Clone, Copy, PartialEq)]
enum Answers {
    /// The rearmost man's move.
    Well,
    Illegally,
    Never,
}

static ARENA: LazyLock<&Arena> = LazyLock::new(|| arena(Rules::STANDARD));
static REAR: LazyLock<Policy> = LazyLock::new(|| Builtin::Rear.policy(&ARENA));
/// A policy that answers every decision with an illegal move.
static ILLEGAL: LazyLock<Policy> = LazyLock::new(|| {
    let mut policy = Policy::unknown(&ARENA);
    for row in ARENA.decisions() {
        policy.answer(&ARENA, row, "0/12");
    }
    policy
});

/// Returns the questions that the misbehaving engine is asked, in order. `answers` gets the number of a question, from
/// 1, and returns how the engine answers it.
fn questions(side_by_side: usize, answers: impl Fn(usize) -> Answers) -> Vec<(Position, Die)> {
    let mut questions = Questions::new(
        &ARENA,
        Sample {
            games: GAMES,
            seed: 3,
        },
    );
    let mut known = Policy::unknown(&ARENA);
    let mut asked = Vec::new();
    loop {
        // Before the first question, it is not known whether the engine can be asked ahead.
        let games = if asked.is_empty() { 1 } else { side_by_side };
        let Next::Ask(row) = questions.next(&known, games) else {
            return asked;
        };
        asked.push(ARENA.position_of(row));
        match answers(asked.len()) {
            Answers::Well => known.take(&ARENA, row, &REAR),
            Answers::Illegally => known.take(&ARENA, row, &ILLEGAL),
            Answers::Never => (),
        }
        questions.settle(row);
    }
}

/// Returns the questions that the misbehaving engine is asked if it answers all but those numbered in `unanswered`.
fn questions_without(side_by_side: usize, unanswered: &[usize]) -> Vec<(Position, Die)> {
    questions(side_by_side, |question| match question {
        question if unanswered.contains(&question) => Answers::Never,
        _ => Answers::Well,
    })
}

impl Checked {
    #[track_caller]
    fn assert_code(&self, code: i32) {
        self.outcome.assert_code(code);
    }

    /// Asserts the exit code and the number of questions that were asked, and that the engine was not given up.
    #[track_caller]
    fn assert_ends(&self, code: i32, asked: usize) {
        self.assert_code(code);
        self.assert_asked(asked, false);
    }

    #[track_caller]
    fn assert_counts(&self, answered: usize, illegal: usize) {
        let count = |name: &str| self.answer[name].as_u64().map(|count| count as usize);
        assert_eq!(count("decisions"), Some(DECISIONS));
        assert_eq!(count("answered"), Some(answered), "{self:?}");
        assert_eq!(count("illegal"), Some(illegal), "{self:?}");
        let missing = DECISIONS - answered - illegal;
        assert_eq!(count("missing"), Some(missing), "{self:?}");
        // Figures that are unknown are null.
        for field in ["value", "first", "second", "loss_per_game", "rating"] {
            assert!(self.answer[field].is_null(), "{field}: {self:?}");
        }
    }

    /// Asserts that the engine failed at these questions, counted from 1, in the JSON and on standard error.
    #[track_caller]
    fn assert_faults(&self, unanswered: &[usize], kind: &str, says: &str) {
        self.assert_faults_of(&questions_without(1, unanswered), unanswered, kind, says);
    }

    /// Asserts that the engine failed at those of the `questions` whose numbers, from 1, are in `unanswered`.
    #[track_caller]
    fn assert_faults_of(
        &self,
        questions: &[(Position, Die)],
        unanswered: &[usize],
        kind: &str,
        says: &str,
    ) {
        let faults = self.faults();
        assert_eq!(faults.len(), unanswered.len(), "{self:?}");
        for (fault, question) in faults.iter().zip(unanswered) {
            let (position, die) = questions[question - 1];
            assert_eq!(fault["position"], position.to_string(), "{self:?}");
            assert_eq!(fault["die"], die.number(), "{self:?}");
            assert_eq!(fault["fault"], kind, "{self:?}");
            let text = fault["text"].as_str().expect("a text");
            assert!(text.contains(says), "{says:?} is missing: {self:?}");
            let place = match kind {
                "handshake" | "refusal" => "its start".to_owned(),
                _ => format!(
                    "{position} with a {} (\"dice {}\")",
                    die.number(),
                    dice_of(die)
                ),
            };
            // Leave out the lines of standard error, which were shown before.
            let (fault, _) = text.split_once("; last on its").unwrap_or((text, ""));
            let line = format!("the engine failed at {place}: {fault}\n");
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

    /// Returns the answer without the engine's name.
    fn grade(&self) -> Value {
        let mut answer = self.answer.clone();
        answer["engine"]["name"] = Value::Null;
        answer
    }
}

/// Returns the numbers that are sent for a die: it is the lower one, or a six is thrown twice.
fn dice_of(die: Die) -> &'static str {
    ["2 1", "3 2", "4 3", "5 4", "6 5", "6 6"][die.index()]
}

/// Returns the command of a shell that starts the engine and waits for it.
#[cfg(unix)]
fn wrapped(engine: &str) -> String {
    shell(&format!("{engine}; true"))
}
