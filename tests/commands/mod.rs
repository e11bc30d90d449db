//! Runs the built commands, with a time limit, and returns their output and exit code.

// Each test file that includes this module uses a part of it.
#![allow(dead_code)]

use std::ffi::OsStr;
use std::fs;
use std::io::{Read, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Time limit of a command: far more than any command of these tests takes.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

/// Environment variable: time in milliseconds until a command shows its progress on a terminal. Tests set it so that
/// progress shows at once or never, however fast the machine is.
pub(crate) const PROGRESS_DELAY: &str = "TOURNE_PROGRESS_DELAY";

/// Environment variables that change colours, widths or the solution of a command, for whoever runs the tests.
const OF_THE_USER: [&str; 7] = [
    "CI",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "COLUMNS",
    "LINES",
    "NO_COLOR",
    "TOURNE_SOLUTION",
];

/// Returns a command that prints the same whoever runs the tests.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    for name in OF_THE_USER {
        command.env_remove(name);
    }
    command
}

/// Exit code and output of a command that has ended.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The exit code, or `None` if a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Outcome {
    /// Asserts that the command failed with this exit code, wrote nothing to standard output, and that its error
    /// contains each of these texts.
    #[track_caller]
    pub(crate) fn assert_error(&self, code: i32, says: &[&str]) {
        self.assert_code(code);
        assert_eq!(self.stdout, "", "nothing is printed beside an error");
        assert!(self.stderr.starts_with("error: "), "{self:?}");
        assert_lacks(&self.stderr, &["panicked"]);
        self.assert_warns(says);
    }

    /// Asserts the same as [`assert_error`](Outcome::assert_error), and that the error is one line.
    #[track_caller]
    pub(crate) fn assert_one_line_error(&self, code: i32, says: &[&str]) {
        self.assert_error(code, says);
        let line = self.stderr.strip_suffix('\n');
        let line = line.expect("an error ends its line");
        assert!(!line.contains(char::is_control), "{self:?}");
    }

    /// Asserts that the command succeeded and wrote nothing to standard error.
    #[track_caller]
    pub(crate) fn assert_answered(&self) {
        assert_eq!(self.stderr, "", "{self:?}");
        self.assert_code(0);
    }

    #[track_caller]
    pub(crate) fn assert_code(&self, code: i32) {
        assert_eq!(self.code, Some(code), "{self:?}");
    }

    /// Asserts that standard output contains each of these texts.
    #[track_caller]
    pub(crate) fn assert_shows(&self, parts: &[&str]) {
        assert_says(&self.stdout, parts);
    }

    /// Asserts that standard error contains each of these texts.
    #[track_caller]
    pub(crate) fn assert_warns(&self, parts: &[&str]) {
        assert_says(&self.stderr, parts);
    }
}

/// Asserts that a text contains each of these parts.
#[track_caller]
pub(crate) fn assert_says(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is missing: {text}");
    }
}

/// Asserts that a text contains none of these parts.
#[track_caller]
pub(crate) fn assert_lacks(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(!text.contains(part), "{part:?} is there: {text}");
    }
}

/// Returns the answer of a command that succeeded, as JSON.
#[track_caller]
pub(crate) fn json(outcome: &Outcome) -> serde_json::Value {
    outcome.assert_answered();
    serde_json::from_str(&outcome.stdout).expect("valid JSON")
}

/// Joins the lines of a text, so that tests do not depend on line breaks.
pub(crate) fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Runs a command with nothing on its standard input.
pub(crate) fn run(command: &mut Command) -> Outcome {
    command.stdin(Stdio::null());
    finish(start(command))
}

/// Runs a command with these bytes on its standard input.
pub(crate) fn run_with(command: &mut Command, input: &(impl AsRef<[u8]> + ?Sized)) -> Outcome {
    let mut child = start(command.stdin(Stdio::piped()));
    let mut pipe = child.stdin.take().expect("a pipe");
    let input = input.as_ref().to_vec();
    // Write on a thread of its own: the command may write output before it has read all of its input.
    let feeder = thread::spawn(move || {
        // Ignore an error: a command that refuses its arguments does not read its input.
        let _ = pipe.write_all(&input);
    });
    let outcome = finish(child);
    feeder.join().expect("feeding does not panic");
    outcome
}

/// Runs a command whose standard error is a terminal of its own, with nothing on its standard input. `stderr` of the
/// outcome is all that the command drew on the terminal.
#[cfg(unix)]
pub(crate) fn run_on_terminal(command: &mut Command) -> Outcome {
    let (slave, drawn) = terminal(120);
    command.env("TERM", "xterm").stdin(Stdio::null());
    let child = command.stdout(Stdio::piped()).stderr(slave).spawn();
    // Now only the child holds the terminal open, so reading ends when the child ends.
    command.stderr(Stdio::null());
    let mut outcome = finish(child.expect("the command can be started"));
    outcome.stderr = drawn.join().expect("reading does not panic");
    outcome
}

/// Runs a command at a terminal of this number of columns, without progress, with nothing on its standard input.
/// `stdout` of the outcome is all that the command drew on the terminal, errors included, without carriage returns.
#[cfg(unix)]
pub(crate) fn run_at_terminal(command: &mut Command, columns: u16) -> Outcome {
    let (slave, seen) = terminal(columns);
    let errors = slave.try_clone().expect("a terminal can be shared");
    command.env("TERM", "xterm").env(PROGRESS_DELAY, "600000");
    command.stdin(Stdio::null()).stdout(slave).stderr(errors);
    let child = command.spawn();
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut outcome = finish(child.expect("the command can be started"));
    let seen = seen.join().expect("reading does not panic");
    outcome.stdout = seen.replace('\r', "");
    outcome
}

/// Opens a terminal of this number of columns. Returns the terminal, and a thread. The thread returns all that was
/// drawn on the terminal, once every process has closed it.
#[cfg(unix)]
fn terminal(columns: u16) -> (std::os::fd::OwnedFd, JoinHandle<String>) {
    let size = nix::pty::Winsize {
        ws_row: 24,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    let terminal = nix::pty::openpty(&size, None).expect("there is a terminal");
    let mut master = std::fs::File::from(terminal.master);
    let drawn = thread::spawn(move || {
        let mut bytes = Vec::new();
        // Ignore an error: on some systems, the end of a terminal is an error.
        let _ = master.read_to_end(&mut bytes);
        String::from_utf8(bytes).expect("the commands write UTF-8")
    });
    (terminal.slave, drawn)
}

/// Sends a child the signal of Ctrl-C. The child must not have been waited for, since its id could then belong to
/// another process.
#[cfg(unix)]
pub(crate) fn interrupt(child: &Child) {
    let id = i32::try_from(child.id()).expect("numbers of processes are small");
    let signal = nix::sys::signal::Signal::SIGINT;
    nix::sys::signal::kill(nix::unistd::Pid::from_raw(id), signal).expect("the signal can be sent");
}

/// Returns whether hang-ups are ignored, as under `nohup`: then every process that a test starts ignores them too.
/// Known on Linux only.
#[cfg(unix)]
pub(crate) fn hang_ups_are_ignored() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    let are_ignored = mask.is_some_and(|mask| mask & 1 == 1);
    if are_ignored {
        skip("hang-ups are ignored, as under nohup");
    }
    are_ignored
}

/// Opens `/dev/full`, on which every write fails, for the standard output of a command.
#[cfg(target_os = "linux")]
pub(crate) fn full() -> Stdio {
    let device = std::fs::File::options().write(true).open("/dev/full");
    device.expect("the device is there").into()
}

/// Starts a command with pipes from its standard output and standard error.
pub(crate) fn start(command: &mut Command) -> Child {
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    child.expect("the command can be started")
}

/// Waits for the end of a command. The outcome has the output that the caller has not read before.
pub(crate) fn finish(mut child: Child) -> Outcome {
    let stdout = child.stdout.take().map(read_on_thread);
    let stderr = child.stderr.take().map(read_on_thread);
    let code = wait(&mut child).code();
    let [stdout, stderr] = [stdout, stderr].map(|reader| {
        let bytes = reader.map(|reader| reader.join().expect("reading does not panic"));
        String::from_utf8(bytes.unwrap_or_default()).expect("the commands write UTF-8")
    });
    Outcome {
        code,
        stdout,
        stderr,
    }
}

/// A running command that is told and asked something, piece by piece.
pub(crate) struct Talk {
    pub(crate) child: Child,
    input: ChildStdin,
    output: mpsc::Receiver<Vec<u8>>,
    /// Output that has come, but was not returned yet.
    heard: Vec<u8>,
}

impl Talk {
    pub(crate) fn start(command: &mut Command) -> Talk {
        let mut child = start(command.stdin(Stdio::piped()));
        let input = child.stdin.take().expect("a pipe");
        let mut pipe = child.stdout.take().expect("a pipe");
        let (sender, output) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = pipe.read(&mut bytes) {
                // Ignore an error: the test may not want to hear more.
                let _ = sender.send(bytes[..count].to_vec());
            }
        });
        let heard = Vec::new();
        Talk {
            child,
            input,
            output,
            heard,
        }
    }

    pub(crate) fn say(&mut self, text: impl AsRef<[u8]>) {
        self.input.write_all(text.as_ref()).expect("an open pipe");
    }

    /// Returns the output up to this mark, which must come without further input.
    #[track_caller]
    pub(crate) fn hear_until(&mut self, mark: &str) -> String {
        loop {
            let mut places = self.heard.windows(mark.len());
            if let Some(at) = places.position(|bytes| bytes == mark.as_bytes()) {
                let rest = self.heard.split_off(at + mark.len());
                let heard = std::mem::replace(&mut self.heard, rest);
                return String::from_utf8(heard).expect("the commands write UTF-8");
            }
            let more = self.output.recv_timeout(PATIENCE);
            self.heard.extend(more.unwrap_or_else(|error| {
                let heard = String::from_utf8_lossy(&self.heard);
                panic!("{mark:?} is missing: {error}: {heard}")
            }));
        }
    }

    /// Returns the next line of the output, without its end.
    #[track_caller]
    pub(crate) fn hear(&mut self) -> String {
        let line = self.hear_until("\n");
        line.trim_end_matches('\n').to_owned()
    }

    /// Closes the input and waits for the end. The outcome has the output that was not returned before.
    pub(crate) fn end(self) -> Outcome {
        drop(self.input);
        let mut outcome = finish(self.child);
        let rest = [self.heard, self.output.iter().flatten().collect()].concat();
        outcome.stdout = String::from_utf8(rest).expect("the commands write UTF-8");
        outcome
    }
}

/// Waits for the end of a command; kills it and panics after [`PATIENCE`].
pub(crate) fn wait(child: &mut Child) -> std::process::ExitStatus {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the child can be waited for") {
            return status;
        }
        if started.elapsed() > PATIENCE {
            child.kill().expect("the child can be killed");
            panic!("the command came to no end in {PATIENCE:?}");
        }
        thread::sleep(Duration::from_millis(1));
    }
}

fn read_on_thread(mut pipe: impl Read + Send + 'static) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.read_to_end(&mut bytes).expect("a pipe can be read");
        bytes
    })
}

/// Makes the command run as a user whom file permissions bind; they do not bind the system administrator. That user has
/// no other process, so a limit of processes holds for the command alone. Returns `false` if that is impossible, after a
/// message on standard error that the test is skipped.
#[cfg(unix)]
pub(crate) fn run_unprivileged(command: &mut Command) -> bool {
    use std::os::unix::process::CommandExt as _;

    static NEXT: AtomicU32 = AtomicU32::new(0);
    // Each command has a user of its own, whose number is not one that people have: limits count all processes of a user.
    let call = NEXT.fetch_add(1, Ordering::Relaxed);
    let user = 20_000 + std::process::id().wrapping_add(7919 * call) % 40_000;
    if !permissions_do_not_bind() {
        return true;
    }
    let program = command.get_program().to_owned();
    let mut trial = Command::new(program);
    trial.arg("--version").uid(user).gid(user);
    if trial.output().is_ok_and(|output| output.status.success()) {
        command.uid(user).gid(user);
        return true;
    }
    skip("permissions do not bind this user, and the command cannot be run as another");
    false
}

/// Returns whether this user can read a file that nobody may read, as the system administrator can.
#[cfg(unix)]
fn permissions_do_not_bind() -> bool {
    use std::os::unix::fs::PermissionsExt as _;

    let file = tempfile::NamedTempFile::new().expect("a temporary file can be made");
    let nothing = fs::Permissions::from_mode(0o000);
    fs::set_permissions(file.path(), nothing).expect("permissions can be set");
    fs::File::open(file.path()).is_ok()
}

/// Says on standard error that a test is skipped.
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
pub(crate) fn skip(reason: &str) {
    eprintln!("skipped: {reason}");
}

/// Makes a temporary folder. Its path has no symbolic links: errors name the file that would be written.
pub(crate) fn temporary_folder() -> tempfile::TempDir {
    let parent = std::env::temp_dir();
    #[cfg(unix)]
    let parent = parent
        .canonicalize()
        .expect("there is a folder for temporary files");
    tempfile::tempdir_in(parent).expect("a temporary folder can be made")
}

/// Returns the names of the files in a folder, sorted.
pub(crate) fn names_in(folder: impl AsRef<Path>) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder can be listed");
    let names = entries.map(|entry| entry.expect("the folder can be listed").file_name());
    let names = names.map(|name| name.into_string().expect("a plain name"));
    let mut names: Vec<String> = names.collect();
    names.sort_unstable();
    names
}
