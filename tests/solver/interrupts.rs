//! Signals: an interrupt ends a process even if its clean-up hangs, and a process that ignores hang-ups survives a
//! hang-up.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use nix::sys::signal::{Signal, raise};
use tourne_solver::terminal::interrupt;
use tourne_solver::terminal::{handle_interrupts, on_first_interrupt};

use crate::commands::{finish, hang_ups_are_ignored, run, start};
use crate::tourne_solve_after;

/// Environment variable that names the signal which the test program, started a second time, sends itself.
const SIGNAL: &str = "TEST_SIGNAL";
const LONG: Duration = Duration::from_secs(20);

/// Does nothing unless [`SIGNAL`] is set. If it is set, registers a clean-up that hangs, and sends the signal to its
/// own process.
#[test]
fn hanging_clean_up() {
    let Ok(signal) = env::var(SIGNAL) else {
        return;
    };
    handle_interrupts().expect("nothing handles them yet");
    let _registration = interrupt::or_else(|| thread::sleep(LONG));
    let signal: Signal = signal.parse().expect("a signal");
    if signal == Signal::SIGINT {
        // The first interrupt only stops the work; the second ends the process.
        on_first_interrupt(|| ());
        raise(signal).expect("the signal can be sent");
        thread::sleep(Duration::from_millis(200));
    }
    raise(signal).expect("the signal can be sent");
    thread::sleep(LONG);
}

#[test]
fn an_interrupt_ends_a_process_whose_clean_up_hangs() {
    let program = env::current_exe().expect("this program has a path");
    for signal in ["SIGINT", "SIGTERM", "SIGHUP"] {
        if signal == "SIGHUP" && hang_ups_are_ignored() {
            continue;
        }
        let mut command = Command::new(&program);
        command.args(["--exact", "interrupts::hanging_clean_up"]);
        let started = Instant::now();
        let outcome = run(command.env(SIGNAL, signal));
        assert_eq!(outcome.code, Some(130), "{signal}: {outcome:?}");
        assert!(
            started.elapsed() < LONG / 2,
            "{signal}: {:?}",
            started.elapsed()
        );
    }
}

/// Returns the signals that a process handles itself: bit 0 for signal 1, and so on; 0 before the process runs.
#[cfg(target_os = "linux")]
fn handled(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    mask.map_or(0, |mask| {
        u64::from_str_radix(mask.trim(), 16).expect("a mask")
    })
}

#[cfg(target_os = "linux")]
#[test]
fn a_process_that_is_to_survive_a_hang_up_does() {
    let mut command = tourne_solve_after("trap '' HUP;", &["verify", "-"]);
    let mut child = start(command.stdin(Stdio::piped()));
    let started = Instant::now();
    // Of its three signal handlers, the process installs that of the hang-up last, so wait for it.
    while handled(child.id()) & 1 == 0 {
        assert!(started.elapsed() < LONG, "no handler of hang-ups");
        thread::sleep(Duration::from_millis(10));
    }
    let process = nix::unistd::Pid::from_raw(child.id().try_into().expect("a small number"));
    nix::sys::signal::kill(process, Signal::SIGHUP).expect("the signal can be sent");
    thread::sleep(Duration::from_millis(300));
    drop(child.stdin.take());
    let outcome = finish(child);
    outcome.assert_one_line_error(3, &["it has 0 bytes"]);
}
