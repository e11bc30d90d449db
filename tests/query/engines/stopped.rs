//! Checks that are stopped for a while together with the engine, as with a paused container: the time does not count.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;

use super::{FIFTY, SOON, TOURNE, assert_none_is_left, misbehaving};
use crate::commands::{Outcome, assert_lacks, command};
use crate::folder::Folder;

fn send(signal: Signal, process: &str) {
    let process = process.parse().expect("the id of a process");
    kill(Pid::from_raw(process), signal).expect("the signal can be sent");
}

/// Starts a check of the engine that misbehaves. Once `is_waiting` says that the check waits for the engine, stops both
/// for `time`. Returns the outcome of the check.
fn stopped(
    engine: &str,
    arguments: &[&str],
    time: Duration,
    is_waiting: impl FnOnce(&mut Child, &mut Vec<u8>),
) -> Outcome {
    let folder = Folder::new();
    let pids = folder.path("pids");
    let mut check = command(TOURNE);
    check.args(["check", "--format", "json", "--engine", engine]);
    check.args(arguments).env("MISBEHAVING_PIDS", &pids);
    check.stdin(Stdio::null()).stdout(Stdio::piped());
    let mut check = check.stderr(Stdio::piped()).spawn().expect("it starts");
    let mut errors = Vec::new();
    // The engine notes its id before it does anything else.
    let started = Instant::now();
    let engine = loop {
        let noted = fs::read_to_string(&pids).unwrap_or_default();
        if let Some((engine, _)) = noted.split_once('\n') {
            break engine.to_owned();
        }
        assert!(started.elapsed() < SOON, "no engine is started");
        thread::sleep(Duration::from_millis(5));
    };
    is_waiting(&mut check, &mut errors);
    let runner = check.id().to_string();
    send(Signal::SIGSTOP, &runner);
    send(Signal::SIGSTOP, &engine);
    thread::sleep(time);
    send(Signal::SIGCONT, &engine);
    send(Signal::SIGCONT, &runner);
    let rest = check
        .stderr
        .take()
        .map(|mut rest| rest.read_to_end(&mut errors));
    rest.unwrap_or(Ok(0)).expect("standard error can be read");
    let output = check.wait_with_output().expect("it ends");
    assert_none_is_left(&pids);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    Outcome {
        code: output.status.code(),
        stdout: text(output.stdout),
        stderr: text(errors),
    }
}

/// Waits until the engine says on standard error that it naps. Until then, nothing else is written.
fn naps(check: &mut Child, errors: &mut Vec<u8>) {
    let mut lines = BufReader::with_capacity(1, check.stderr.take().expect("a pipe"));
    lines.read_until(b'\n', errors).expect("a line");
    let line = String::from_utf8_lossy(errors);
    assert!(line.contains("napping"), "{line}");
    check.stderr = Some(lines.into_inner());
}

#[track_caller]
fn assert_never_failed(outcome: &Outcome) {
    outcome.assert_code(0);
    let answer: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    assert_eq!(
        answer["engine"]["faults"],
        Value::Array(Vec::new()),
        "{outcome:?}"
    );
}

/// The engine answers a second after it was asked. Of the five seconds that it has, the six do not count in which it could
/// not run.
#[test]
fn an_engine_does_not_lose_the_time_in_which_the_check_is_stopped() {
    let arguments = [&FIFTY[..], &["--timeout", "5"]].concat();
    let engine = misbehaving("naps", 40);
    assert_never_failed(&stopped(&engine, &arguments, Duration::from_secs(6), naps));
}

/// The engine takes a second and a half for its start.
#[test]
fn a_start_does_not_lose_the_time_in_which_the_check_is_stopped() {
    let arguments = [&FIFTY[..], &["--startup-timeout", "5"]].concat();
    let engine = misbehaving("slow-start", 1000);
    let at_once = |_: &mut Child, _: &mut Vec<u8>| ();
    assert_never_failed(&stopped(
        &engine,
        &arguments,
        Duration::from_secs(6),
        at_once,
    ));
}

/// An engine that has never answered gets the advice to flush its output, but not where a stop may be the reason.
#[test]
fn a_fault_says_that_the_check_was_stopped() {
    let arguments = ["--faults", "1", "--timeout", "2"];
    let started = Instant::now();
    let outcome = stopped(
        &misbehaving("sleeps", 1),
        &arguments,
        Duration::from_secs(2),
        naps,
    );
    assert!(started.elapsed() >= Duration::from_secs(4), "{outcome:?}");
    outcome.assert_code(2);
    let says = "silence: no answer in 2s; this program itself was stopped meanwhile, for ";
    outcome.assert_warns(&[says, " s, which do not count"]);
    assert_lacks(&outcome.stderr, &["flush"]);
}
