//! A window of the browser: what a person sees and does in it, and what a developer would look up.

use std::path::Path;

use serde_json::{Value, json};

use super::driver::Driver;

/// A window without a screen. The browser closes when this is dropped.
pub(super) struct Window {
    driver: Driver,
    session: String,
}

impl Window {
    /// Starts a browser with one window.
    pub(super) fn open(driver: Driver, browser: &Path) -> Window {
        let capabilities = json!({
            "browserName": "chrome",
            "goog:chromeOptions": {
                "binary": browser,
                // The sandbox cannot be had by the system administrator, as whom containers run.
                "args": ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--lang=en"],
            },
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
            // Of scripts, in milliseconds: asking a page everything takes a while.
            "timeouts": { "script": 120_000 },
        });
        let wanted = json!({ "capabilities": { "alwaysMatch": capabilities } });
        let session = driver.ask("POST", "/session", &wanted);
        let session = session["sessionId"].as_str().expect("an identifier");
        Window {
            session: format!("/session/{session}"),
            driver,
        }
    }

    #[track_caller]
    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let path = format!("{}{path}", self.session);
        self.driver.ask(method, &path, body)
    }

    /// Opens an address and waits until the page is loaded.
    #[track_caller]
    pub(super) fn go(&self, address: &str) {
        self.ask("POST", "/url", &json!({ "url": address }));
    }

    /// Opens an address and waits until the page has shown its first answer.
    #[track_caller]
    pub(super) fn go_and_wait(&self, address: &str) {
        // Another fragment alone would not load the page again.
        self.go("about:blank");
        self.go(address);
        self.run("return Tourne.ready.then(() => true);", &json!([]));
    }

    /// Runs the body of a function in the page and returns its value; a promise is awaited.
    #[track_caller]
    pub(super) fn run(&self, body: &str, arguments: &Value) -> Value {
        let script = json!({ "script": body, "args": arguments });
        self.ask("POST", "/execute/sync", &script)
    }

    /// Sends a command of the browser's own protocol.
    #[track_caller]
    pub(super) fn command(&self, name: &str, parameters: &Value) -> Value {
        let command = json!({ "cmd": name, "params": parameters });
        self.ask("POST", "/goog/cdp/execute", &command)
    }

    /// Messages on the console since they were last asked for, errors of scripts among them.
    #[track_caller]
    pub(super) fn console(&self) -> Vec<String> {
        let log = self.log("browser").into_iter();
        log.map(|entry| entry["message"].to_string()).collect()
    }

    /// Events of the browser's own protocol since they were last asked for.
    #[track_caller]
    pub(super) fn events(&self) -> Vec<Value> {
        let log = self.log("performance").into_iter();
        log.map(|entry| {
            let event = entry["message"].as_str().expect("an event is a text");
            let mut event: Value = serde_json::from_str(event).expect("an event is JSON");
            event["message"].take()
        })
        .collect()
    }

    #[track_caller]
    fn log(&self, kind: &str) -> Vec<Value> {
        match self.ask("POST", "/se/log", &json!({ "type": kind })) {
            Value::Array(entries) => entries,
            other => panic!("a log is a list: {other}"),
        }
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        // The browser is no child of ours, and would outlive its driver.
        self.driver.ask_in_parting("DELETE", &self.session);
    }
}
