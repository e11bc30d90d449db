//! Window of the browser: reads what a person sees, does what a person can do, and asks the developer tools.

use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::driver::Driver;
use super::kind::{Kind, Programs};
use crate::commands::assert_says;

/// Timeout for a condition that the page should fulfil.
const PATIENCE: Duration = Duration::from_secs(30);

/// Name of the field that holds the identifier of an element (`WebDriver`, section 12).
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// Keys without a character (`WebDriver`, section 17.4.2).
pub(super) mod keys {
    pub(in super::super) const TAB: &str = "\u{e004}";
    pub(in super::super) const ENTER: &str = "\u{e007}";
    pub(in super::super) const END: &str = "\u{e010}";
    pub(in super::super) const DOWN: &str = "\u{e015}";
    pub(in super::super) const LEFT: &str = "\u{e012}";
    pub(in super::super) const RIGHT: &str = "\u{e014}";
    pub(in super::super) const UP: &str = "\u{e013}";
    pub(in super::super) const HOME: &str = "\u{e011}";
}

/// Device that points at the screen.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pointer {
    Mouse,
    Finger,
}

/// Window without a screen, in a browser that knows nothing of earlier tests. It closes when this value is dropped.
pub(super) struct Window {
    kind: Kind,
    driver: Arc<Driver>,
    session: String,
}

impl Window {
    /// Opens a window, if possible in a browser that an earlier test has left.
    pub(super) fn open(kind: Kind, programs: &Programs) -> Window {
        let left = Driver::idle().and_then(|driver| Window::of(kind, driver, programs).ok());
        left.unwrap_or_else(|| {
            let driver = Arc::new(Driver::start(kind, programs));
            let opened = Window::of(kind, driver, programs);
            opened.unwrap_or_else(|error| panic!("a window in a new browser: {error}"))
        })
    }

    fn of(kind: Kind, driver: Arc<Driver>, programs: &Programs) -> Result<Window, String> {
        let mut chromium = driver.chromium();
        let handle = chromium.as_mut().map(|it| it.renew()).transpose()?;
        let address = chromium.as_ref().map(|it| &*it.address);
        let capabilities = kind.capabilities(&programs.browser, address);
        drop(chromium);
        let wanted = json!({ "capabilities": { "alwaysMatch": capabilities } });
        let session = driver.try_to_ask("POST", "/session", &wanted)?;
        let session = session["sessionId"].as_str().expect("an identifier");
        let window = Window {
            kind,
            session: format!("/session/{session}"),
            driver,
        };
        if let Some(handle) = handle {
            let path = format!("{}/window", window.session);
            let handle = json!({ "handle": handle });
            window.driver.try_to_ask("POST", &path, &handle)?;
        }
        Ok(window)
    }

    /// Closes the session, and leaves the browser to later tests if it is shared.
    fn close(&self) -> Result<(), String> {
        self.driver.ask_in_parting("DELETE", &self.session)?;
        if let Some(mut chromium) = self.driver.chromium() {
            chromium.forget()?;
            self.driver.leave();
        }
        Ok(())
    }

    #[track_caller]
    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let path = format!("{}{path}", self.session);
        let answer = self.driver.ask(method, &path, body);
        // The page has a no-break space between a number and its percent sign; the tests expect a plain space.
        let plain = answer.to_string().replace("\u{a0}%", " %");
        serde_json::from_str(&plain).expect("JSON still")
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
        self.wait_until_ready();
    }

    /// Waits until the page has shown its first answer.
    #[track_caller]
    fn wait_until_ready(&self) {
        let script = "
            const late = new Promise((resolve) => setTimeout(resolve, arguments[0], false));
            return Promise.race([Tourne.ready.then(() => true), late]);";
        let is_ready = self.run_with(script, &json!([PATIENCE.as_millis() as u64]));
        assert_eq!(
            is_ready,
            true,
            "the page never becomes ready: {}",
            self.message()
        );
    }

    /// Returns the message above the page; empty if there is none. The page shows errors of its scripts there.
    #[track_caller]
    pub(super) fn message(&self) -> String {
        let script = "return document.querySelector('[role=alert]').textContent.trim();";
        self.said(script)
    }

    /// Asserts that nothing went wrong: no message on the page, and none on the console.
    #[track_caller]
    pub(super) fn assert_no_message(&self) {
        assert_eq!(self.message(), "");
        assert_eq!(self.console(), [""; 0]);
    }

    /// Runs the body of a function in the page and returns its value; a promise is awaited.
    #[track_caller]
    pub(super) fn run(&self, body: &str) -> Value {
        self.run_with(body, &json!([]))
    }

    /// Runs the body of a function that returns a number.
    #[track_caller]
    pub(super) fn number(&self, body: &str) -> f64 {
        self.run(body).as_f64().expect("a number")
    }

    /// Runs the body of a function that returns a text.
    #[track_caller]
    pub(super) fn said(&self, body: &str) -> String {
        self.run(body).as_str().expect("a text").to_owned()
    }

    /// Runs the body of a function that returns a list.
    #[track_caller]
    pub(super) fn list(&self, body: &str) -> Vec<Value> {
        self.run(body).as_array().expect("a list").clone()
    }

    /// Moves the keyboard focus to the control with this key, and presses these keys.
    #[track_caller]
    pub(super) fn press_on(&self, key: &str, keys: &str) {
        self.tab_to(&format!("[data-key='{key}']"));
        self.press(keys);
    }

    /// Asserts that the visible text of the first element that matches the selector has each of these parts.
    #[track_caller]
    pub(super) fn assert_shows(&self, selector: &str, parts: &[&str]) {
        assert_says(&self.text(selector), parts);
    }

    /// Runs the body of a function with these arguments.
    #[track_caller]
    pub(super) fn run_with(&self, body: &str, arguments: &Value) -> Value {
        if self.kind == Kind::Firefox {
            // In Firefox, scripts of the driver do not see the constants of the page's scripts, so run them by `eval`.
            let inside =
                "return window.eval(`(function () {${arguments[0]}})`).apply(null, arguments[1]);";
            return self.execute(inside, &json!([body, arguments]));
        }
        self.execute(body, arguments)
    }

    #[track_caller]
    fn execute(&self, body: &str, arguments: &Value) -> Value {
        let script = json!({ "script": body, "args": arguments });
        self.ask("POST", "/execute/sync", &script)
    }

    /// Waits until the body of a function returns a value that counts as true in JavaScript, and returns the value.
    #[track_caller]
    pub(super) fn wait(&self, body: &str) -> Value {
        let started = Instant::now();
        loop {
            match self.run(body) {
                Value::Null | Value::Bool(false) => (),
                value => return value,
            }
            assert!(
                started.elapsed() < PATIENCE,
                "this never becomes true: {body}"
            );
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until the script returns this value.
    #[track_caller]
    pub(super) fn wait_for(&self, body: &str, value: &Value) {
        let started = Instant::now();
        while self.run(body) != *value && started.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(self.run(body), *value);
    }

    /// Sets the width of the screen, in CSS pixels.
    #[track_caller]
    pub(super) fn make_wide(&self, width: u32) {
        // The window itself cannot be narrower than 500 pixels.
        match self.kind {
            Kind::Chromium => {
                let screen = json!({
                    "width": width, "height": 740, "deviceScaleFactor": 1, "mobile": false,
                });
                self.command("Emulation.setDeviceMetricsOverride", &screen);
            }
            Kind::Firefox => {
                let resize = "
                    const { style } = gBrowser.selectedBrowser;
                    for (const [name, size] of Object.entries({ width: arguments[0], height: 740 })) {
                        for (const bound of ['min', 'max']) style.setProperty(`${bound}-${name}`, `${size}px`);
                    }
                    return new Promise((laidOut) => requestAnimationFrame(() => requestAnimationFrame(laidOut)));";
                self.run_in_firefox(resize, &json!([width]));
            }
        }
        let inner = self.run("return innerWidth;");
        assert_eq!(inner, json!(width), "the window has the width asked for");
    }

    /// Presses these keys one after the other.
    #[track_caller]
    pub(super) fn press(&self, keys: &str) {
        let of_key =
            |key| ["keyDown", "keyUp"].map(|stroke| json!({ "type": stroke, "value": key }));
        let strokes: Vec<Value> = keys.chars().flat_map(of_key).collect();
        let actions = json!({ "actions": [{ "type": "key", "id": "keys", "actions": strokes }] });
        self.ask("POST", "/actions", &actions);
    }

    /// Presses these keys; each is followed by a pause in milliseconds.
    #[track_caller]
    pub(super) fn type_slowly(&self, keys: &[(char, u64)]) {
        let of_key = |&(key, pause): &(char, u64)| {
            [
                json!({ "type": "keyDown", "value": key }),
                json!({ "type": "keyUp", "value": key }),
                json!({ "type": "pause", "duration": pause }),
            ]
        };
        let strokes: Vec<Value> = keys.iter().flat_map(of_key).collect();
        let actions = json!({ "actions": [{ "type": "key", "id": "keys", "actions": strokes }] });
        self.ask("POST", "/actions", &actions);
    }

    /// Returns a picture of the window: a PNG file in base64.
    #[track_caller]
    pub(super) fn screenshot(&self) -> String {
        let picture = self.ask("GET", "/screenshot", &Value::Null);
        picture.as_str().expect("a text").to_owned()
    }

    /// Moves the keyboard focus forward to the first element that matches the selector.
    #[track_caller]
    pub(super) fn tab_to(&self, selector: &str) {
        if self.kind == Kind::Firefox {
            // In Firefox, Tab leads to the bars of the browser, and the driver's keys then no longer reach the page.
            let focus = "
                document.querySelector(arguments[0]).focus();
                // It may have been drawn anew.
                return document.activeElement.matches(arguments[0]);";
            let is_there = self.run_with(focus, &json!([selector]));
            assert!(is_there == true, "the keyboard cannot come to {selector}");
            return;
        }
        // The limit is far above the number of elements that Tab stops at.
        for _ in 0..400 {
            let there = "return document.activeElement.matches(arguments[0]);";
            if self.run_with(there, &json!([selector])) == json!(true) {
                return;
            }
            self.press(keys::TAB);
        }
        panic!("the keyboard never comes to {selector}");
    }

    /// Clicks the middle of the first element that matches the selector. Fails if another element covers it.
    #[track_caller]
    pub(super) fn click(&self, selector: &str) {
        let element = self.element(selector);
        let is_drawn = "return document.querySelector(arguments[0]) instanceof SVGElement;";
        if self.kind == Kind::Firefox && self.run_with(is_drawn, &json!([selector])) == true {
            // Firefox's driver treats parts of drawings as hidden.
            self.strike(Pointer::Mouse, selector);
            return;
        }
        self.ask("POST", &format!("/element/{element}/click"), &json!({}));
    }

    /// Opens the menu of tools and clicks the element in it that matches the selector.
    #[track_caller]
    pub(super) fn choose(&self, selector: &str) {
        self.click("[data-key=menu]");
        self.click(selector);
    }

    /// Taps with a finger on the middle of the first element that matches the selector.
    #[track_caller]
    pub(super) fn tap(&self, selector: &str) {
        self.strike(Pointer::Finger, selector);
    }

    /// Scrolls to the first element that matches the selector, and presses and releases on its middle.
    #[track_caller]
    fn strike(&self, pointer: Pointer, selector: &str) {
        let into_view = "document.querySelector(arguments[0]).scrollIntoView({ block: 'center' });";
        self.run_with(into_view, &json!([selector]));
        self.stroke(pointer, &self.middle_of(selector), None);
    }

    /// Presses on the middle of the first element that matches the selector, moves to a pixel of the window, and
    /// releases.
    #[track_caller]
    pub(super) fn drag(&self, pointer: Pointer, selector: &str, [x, y]: [i64; 2]) {
        let to =
            json!({ "type": "pointerMove", "duration": 40, "x": x, "y": y, "origin": "viewport" });
        self.stroke(pointer, &self.middle_of(selector), Some(&to));
    }

    /// Presses and releases on a pixel of the window.
    #[track_caller]
    pub(super) fn press_at(&self, pointer: Pointer, [x, y]: [i64; 2]) {
        let at =
            json!({ "type": "pointerMove", "duration": 0, "x": x, "y": y, "origin": "viewport" });
        self.stroke(pointer, &at, None);
    }

    /// Returns the action that moves the pointer to the middle of the first element that matches the selector.
    #[track_caller]
    fn middle_of(&self, selector: &str) -> Value {
        let origin = json!({ ELEMENT: self.element(selector) });
        json!({ "type": "pointerMove", "duration": 0, "x": 0, "y": 0, "origin": origin })
    }

    /// Moves the pointer as `from` says, presses, moves on as `to` says, if at all, and releases.
    #[track_caller]
    fn stroke(&self, pointer: Pointer, from: &Value, to: Option<&Value>) {
        let [down, up] = ["pointerDown", "pointerUp"].map(|it| json!({ "type": it, "button": 0 }));
        let strokes: Vec<&Value> = [Some(from), Some(&down), to, Some(&up)]
            .into_iter()
            .flatten()
            .collect();
        let kind = match pointer {
            Pointer::Mouse => "mouse",
            Pointer::Finger => "touch",
        };
        let actions = json!({
            "type": "pointer", "id": kind, "parameters": { "pointerType": kind }, "actions": strokes,
        });
        self.ask("POST", "/actions", &json!({ "actions": [actions] }));
    }

    /// Chooses a file in the file input that matches the selector.
    #[track_caller]
    pub(super) fn choose_file(&self, selector: &str, file: &Path) {
        let element = self.element(selector);
        let file = json!({ "text": file });
        self.ask("POST", &format!("/element/{element}/value"), &file);
    }

    /// Returns the visible text of the first element that matches the selector.
    #[track_caller]
    pub(super) fn text(&self, selector: &str) -> String {
        let script = "return document.querySelector(arguments[0]).innerText;";
        let text = self.run_with(script, &json!([selector]));
        text.as_str().expect("a text").to_owned()
    }

    /// Returns the role and the name of the element that has the focus, as assistive technology gets them.
    #[track_caller]
    pub(super) fn focused(&self) -> (String, String) {
        let element = self.ask("GET", "/element/active", &Value::Null);
        let element = element[ELEMENT].as_str().expect("an identifier");
        let text = |what: &str| {
            let text = self.ask("GET", &format!("/element/{element}/{what}"), &Value::Null);
            text.as_str().unwrap_or_default().to_owned()
        };
        (text("computedrole"), text("computedlabel"))
    }

    /// Returns the fragment of the address, with its `#`.
    #[track_caller]
    pub(super) fn fragment(&self) -> String {
        self.said("return decodeURIComponent(location.hash);")
    }

    #[track_caller]
    fn element(&self, selector: &str) -> String {
        let by = json!({ "using": "css selector", "value": selector });
        let found = self.ask("POST", "/element", &by);
        found[ELEMENT].as_str().expect("an identifier").to_owned()
    }

    /// Loads the page again.
    #[track_caller]
    pub(super) fn reload(&self) {
        self.ask("POST", "/refresh", &json!({}));
        self.wait_until_ready();
    }

    /// Goes back in the history of the window.
    #[track_caller]
    pub(super) fn back(&self) {
        self.ask("POST", "/back", &json!({}));
    }

    /// Goes forward in the history of the window.
    #[track_caller]
    pub(super) fn forward(&self) {
        self.ask("POST", "/forward", &json!({}));
    }

    /// Looks into the first frame of the page.
    #[track_caller]
    pub(super) fn enter_frame(&self) {
        self.ask("POST", "/frame", &json!({ "id": 0 }));
    }

    /// Looks at the page around all frames again.
    #[track_caller]
    pub(super) fn leave_frame(&self) {
        self.ask("POST", "/frame", &json!({ "id": null }));
    }

    /// Returns the name of the window that the driver looks at.
    #[track_caller]
    pub(super) fn handle(&self) -> Value {
        self.ask("GET", "/window", &Value::Null)
    }

    /// Opens another window, and returns its name.
    #[track_caller]
    pub(super) fn new_window(&self) -> Value {
        if let Some(mut chromium) = self.driver.chromium() {
            let made = chromium.open();
            return made.unwrap_or_else(|error| panic!("another window: {error}"));
        }
        let made = self.ask("POST", "/window/new", &json!({ "type": "tab" }));
        made["handle"].clone()
    }

    /// Looks at the window with this name.
    #[track_caller]
    pub(super) fn look_at(&self, handle: &Value) {
        self.ask("POST", "/window", &json!({ "handle": handle }));
    }

    /// Emulates a medium such as `print`, and media features as pairs of name and value.
    #[track_caller]
    pub(super) fn emulate(&self, medium: &str, settings: &[(&str, &str)]) {
        if self.kind == Kind::Firefox {
            let show = "
                const { browsingContext } = gBrowser.selectedBrowser;
                const [medium, settings] = arguments;
                const of = (name) => settings.find(([it]) => it === name)?.[1] ?? 'none';
                browsingContext.mediumOverride = medium;
                browsingContext.prefersColorSchemeOverride = of('prefers-color-scheme');
                browsingContext.prefersReducedMotionOverride = of('prefers-reduced-motion');
                browsingContext.forcedColorsOverride = of('forced-colors');";
            self.run_in_firefox(show, &json!([medium, settings]));
            return;
        }
        let feature = |(name, value): &(&str, &str)| json!({ "name": name, "value": value });
        let features: Vec<Value> = settings.iter().map(feature).collect();
        let media = json!({ "media": medium, "features": features });
        self.command("Emulation.setEmulatedMedia", &media);
    }

    /// Makes every access to storage fail, as browsers can be set to.
    #[track_caller]
    pub(super) fn forbid_storage(&self) {
        if self.kind == Kind::Firefox {
            let forbid = "Services.prefs.setBoolPref('dom.storage.enabled', false);";
            self.run_in_firefox(forbid, &json!([]));
            return;
        }
        let forbidden = "
            for (const name of ['localStorage', 'sessionStorage']) {
                Object.defineProperty(window, name, {
                    get() { throw new DOMException('forbidden', 'SecurityError'); },
                });
            }";
        let script = json!({ "source": forbidden });
        self.command("Page.addScriptToEvaluateOnNewDocument", &script);
    }

    /// Runs the body of a function in Firefox's own window, with the rights of the browser.
    #[track_caller]
    fn run_in_firefox(&self, body: &str, arguments: &Value) -> Value {
        let be_in = |place| self.ask("POST", "/moz/context", &json!({ "context": place }));
        be_in("chrome");
        let value = self.execute(body, arguments);
        be_in("content");
        value
    }

    /// Sends a command of Chromium's `DevTools` protocol.
    #[track_caller]
    pub(super) fn command(&self, name: &str, parameters: &Value) -> Value {
        let is_chromium = self.kind == Kind::Chromium;
        assert!(is_chromium, "{name} needs chromium(), with a reason");
        let mut parameters = parameters.clone();
        if let Some(chromium) = self.driver.chromium()
            && name.starts_with("Browser.")
        {
            parameters["browserContextId"] = chromium.context.clone();
        }
        let command = json!({ "cmd": name, "params": parameters });
        self.ask("POST", "/goog/cdp/execute", &command)
    }

    /// Returns the messages on the console since the last call, including errors of scripts; always none in Firefox.
    #[track_caller]
    pub(super) fn console(&self) -> Vec<String> {
        if self.kind == Kind::Firefox {
            // Firefox's driver has no console. The page shows errors of its scripts in its message.
            return Vec::new();
        }
        let log = self.log("browser").into_iter();
        log.map(|entry| entry["message"].to_string()).collect()
    }

    /// Returns the events of Chromium's `DevTools` protocol since the last call.
    #[track_caller]
    pub(super) fn events(&self) -> Vec<Value> {
        let log = self.log("performance").into_iter();
        let event = |entry: Value| -> Value {
            let event = entry["message"].as_str().expect("an event is a text");
            serde_json::from_str::<Value>(event).expect("an event is JSON")["message"].take()
        };
        log.map(event).collect()
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
        // An error says that nothing can be done with this browser any more. It ends with its driver then.
        let _ = self.close();
    }
}
