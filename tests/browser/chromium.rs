//! A Chromium that tests use one after the other, each in a context of its own: with its own storage, cookies,
//! permissions and windows, as a private window has. Contexts are commands of its `DevTools` protocol that drivers lack.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Timeout of a command, on a busy machine. It opens or closes windows.
const PATIENCE: Duration = Duration::from_secs(60);

/// Script for `sh`: runs a command with the pipes of its protocol, which are 3 and 4, and removes its folder at the end.
const PIPED: &str = r#"trap : HUP INT TERM; "$@" 3<&0 4>&1 >/dev/null; rm -rf "$0""#;

/// Chromium, which ends when its pipe closes: when this value is dropped, or the tests end, also if they are killed.
pub(super) struct Chromium {
    child: Child,
    answers: Receiver<Value>,
    /// Identifier of the last command.
    last: u64,
    /// Address at which a driver finds this browser.
    pub(super) address: String,
    /// Identifier of the context in use.
    pub(super) context: Value,
}

impl Chromium {
    pub(super) fn start(program: &Path, options: &[&str]) -> Chromium {
        let folder = tempfile::tempdir().expect("there is a place for temporary files");
        let folder = folder.keep();
        let mut child = Command::new("sh")
            .args(["-c", PIPED])
            .args([&folder, program])
            .args(options)
            .args(["--remote-debugging-pipe", "--remote-debugging-port=0"])
            .arg(format!("--user-data-dir={}", folder.display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell can be started");
        let output = child.stdout.take().expect("a pipe");
        let (sender, answers) = mpsc::channel();
        thread::spawn(move || {
            for said in BufReader::new(output).split(0).map_while(Result::ok) {
                let said = serde_json::from_slice(&said).expect("Chromium sends JSON");
                // Ignore an error: the receiver is gone if the browser closes.
                let _ = sender.send(said);
            }
        });
        let started = Instant::now();
        let port = loop {
            let said = fs::read_to_string(folder.join("DevToolsActivePort")).unwrap_or_default();
            if let Some((port, _)) = said.split_once('\n') {
                break port.to_owned();
            }
            assert!(started.elapsed() < PATIENCE, "Chromium opens no port");
            thread::sleep(Duration::from_millis(20));
        };
        Chromium {
            child,
            answers,
            last: 0,
            address: format!("127.0.0.1:{port}"),
            context: Value::Null,
        }
    }

    /// Opens a window in a new context, in which nothing of earlier tests is known. Returns its name.
    pub(super) fn renew(&mut self) -> Result<Value, String> {
        let mut made = self.ask("Target.createBrowserContext", &json!({}))?;
        self.context = made["browserContextId"].take();
        self.open()
    }

    /// Opens another window of the context in use, and returns its name.
    pub(super) fn open(&mut self) -> Result<Value, String> {
        let window = json!({ "url": "about:blank", "browserContextId": self.context });
        let mut made = self.ask("Target.createTarget", &window)?;
        Ok(made["targetId"].take())
    }

    /// Closes the windows of the context in use, and forgets what was in it.
    pub(super) fn forget(&mut self) -> Result<(), String> {
        let context = json!({ "browserContextId": self.context });
        self.ask("Target.disposeBrowserContext", &context).map(drop)
    }

    fn ask(&mut self, method: &str, parameters: &Value) -> Result<Value, String> {
        self.last += 1;
        let command = json!({ "id": self.last, "method": method, "params": parameters });
        let pipe = self.child.stdin.as_mut().expect("a pipe");
        write!(pipe, "{command}\0").map_err(|error| format!("{method}: {error}"))?;
        loop {
            let said = self.answers.recv_timeout(PATIENCE);
            let mut said = said.map_err(|error| format!("{method}: {error}"))?;
            if said["id"] == self.last {
                return match &said["error"] {
                    Value::Null => Ok(said["result"].take()),
                    error => Err(format!("{method}: {error}")),
                };
            }
        }
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        // Ignore an error: there is nothing else to wait for.
        let _ = self.child.wait();
    }
}
