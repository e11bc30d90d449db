//! Driver of a browser: a process that listens on a free port until the tests end.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::chromium::Chromium;
use super::http;
use super::kind::{Kind, Programs};

/// Timeout of a command. Opening a page takes a second, and asking it about all positions half a minute.
const PATIENCE: Duration = Duration::from_secs(180);
/// Timeout of the command that closes the browser.
const FAREWELL: Duration = Duration::from_secs(10);
/// Maximum number of attempts to start a driver that finds a free port.
const ATTEMPTS: usize = 10;

/// Script for `sh`: runs a command until the input ends, as it does when the tests end, also if they are killed.
const GUARDED: &str = r#"trap : HUP INT TERM; "$@" & exec >&-; read -r _; kill $!; wait"#;

/// Drivers with a Chromium that no test uses now: with the others, at most one for each thread of the tests.
static IDLE: Mutex<Vec<Arc<Driver>>> = Mutex::new(Vec::new());

/// The process of a driver. The process ends when this value is dropped, also if the test fails.
pub(super) struct Driver {
    child: Child,
    port: u16,
    /// Chromium that outlives a test; `None` if the driver starts a browser for each test.
    chromium: Option<Mutex<Chromium>>,
}

impl Driver {
    /// Returns a driver that an earlier test has left.
    pub(super) fn idle() -> Option<Arc<Driver>> {
        IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    /// Leaves this driver to later tests.
    pub(super) fn leave(self: &Arc<Driver>) {
        let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(Arc::clone(self));
    }

    pub(super) fn start(kind: Kind, programs: &Programs) -> Driver {
        // A driver takes a free port of IPv6 and then the same port of IPv4. If another program has that port, the
        // driver ends, so try again.
        let started = (0..ATTEMPTS).find_map(|_| Driver::try_to_start(kind, programs));
        let mut driver = started.expect("the driver says on which port it was started");
        driver.chromium = kind.shared(&programs.browser).map(Mutex::new);
        driver
    }

    /// Returns the Chromium that outlives a test.
    pub(super) fn chromium(&self) -> Option<MutexGuard<'_, Chromium>> {
        let chromium = self.chromium.as_ref()?;
        Some(chromium.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Starts a driver. Returns `None` if it ends before it listens on a port.
    #[track_caller]
    fn try_to_start(kind: Kind, programs: &Programs) -> Option<Driver> {
        let mut command = Command::new(&programs.driver);
        if cfg!(unix) {
            command = Command::new("sh");
            command.args(["-c", GUARDED, "sh"]).arg(&programs.driver);
        }
        let mut child = command
            .args(kind.arguments_of_driver())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the driver can be started");
        let output = child.stdout.take().expect("a pipe");
        // From here on the process is killed when `driver` is dropped, even if it never prints its port.
        let mut driver = Driver {
            child,
            port: 0,
            chromium: None,
        };
        let (sender, ports) = mpsc::channel();
        thread::spawn(move || {
            // Read to the end: the driver would block on a full pipe.
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if let Some(port) = port(&line, kind.before_port()) {
                    // Ignore an error: the receiver is gone if the driver took too long.
                    let _ = sender.send(port);
                }
            }
        });
        match ports.recv_timeout(PATIENCE) {
            Ok(port) => driver.port = port,
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => {
                panic!("the driver did not say its port for {PATIENCE:?}")
            }
        }
        Some(driver)
    }

    /// Sends a command and returns its value.
    #[track_caller]
    pub(super) fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let said = self.try_to_ask(method, path, body);
        said.unwrap_or_else(|error| panic!("{method} {path}: {error}"))
    }

    /// Sends a command with a short timeout.
    pub(super) fn ask_in_parting(&self, method: &str, path: &str) -> Result<Value, String> {
        self.ask_within(FAREWELL, method, path, &Value::Null)
    }

    /// Sends a command and returns its value, or the error of the driver.
    pub(super) fn try_to_ask(
        &self,
        method: &str,
        path: &str,
        body: &Value,
    ) -> Result<Value, String> {
        self.ask_within(PATIENCE, method, path, body)
    }

    fn ask_within(
        &self,
        patience: Duration,
        method: &str,
        path: &str,
        body: &Value,
    ) -> Result<Value, String> {
        let body = match body {
            Value::Null => String::new(),
            body => body.to_string(),
        };
        let said = http::request(self.port, method, path, &body, patience);
        let said = said.map_err(|error| error.to_string())?;
        let mut said: Value = serde_json::from_str(&said).map_err(|error| error.to_string())?;
        let value = said["value"].take();
        match value["error"].as_str() {
            Some(error) => Err(format!("{error}: {}", value["message"])),
            None => Ok(value),
        }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // Ignore errors: the driver may have ended by itself.
        if cfg!(not(unix)) {
            let _ = self.child.kill();
        }
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

/// Reads the port from the line that the driver prints once it listens; `before` is the text before the port.
fn port(line: &str, before: &str) -> Option<u16> {
    let (_, port) = line.split_once(before)?;
    port.trim_end_matches('.').parse().ok()
}
