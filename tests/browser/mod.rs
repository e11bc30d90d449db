//! Tests of the page that `tourne page` makes, in a real browser: Chromium, driven by chromedriver, or Firefox, driven
//! by geckodriver. If a program is missing, the tests are skipped, with a message on standard error.

mod chromium;
mod driver;
mod host;
mod http;
mod kind;
mod page;
mod window;

mod addresses;
mod agreement;
mod beginning;
mod controls;
mod daily;
mod facts;
mod first_steps;
mod forced_colours;
mod friend;
mod hearing;
mod hosts;
mod keeping;
mod languages;
mod layout;
mod lines;
mod losing_nothing;
mod matches;
mod motion;
mod names;
mod opening;
mod past;
mod playing;
mod practising;
mod real_dice;
mod reasons;
mod records;
mod reviewing;
mod reviewing_turns;
mod rules;
mod saving;
mod separate;
mod setting_up;
mod several_games;
mod sharing;
mod touch_move;
mod tutoring;
mod windows;

use std::cell::{Cell, OnceCell};
use std::env;
use std::ffi::OsStr;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::{Once, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread;

use kind::Kind;
use page::Page;
use window::Window;

/// Most tests run in parallel and share this lock. A test that measures times holds it alone.
static TURN: RwLock<()> = RwLock::new(());

/// Browser with one window, and the page that it shows. When this value is dropped, the window closes; if the test has
/// passed so far, the page must show no message then, and the console none either.
struct Browser {
    window: Window,
    page: OnceCell<Page>,
    may_end_with_message: Cell<bool>,
    _turn: Turn,
}

/// Guard of the lock [`TURN`]: shared with other tests, or exclusive.
#[expect(dead_code, reason = "held, and not read")]
enum Turn {
    Shared(RwLockReadGuard<'static, ()>),
    Alone(RwLockWriteGuard<'static, ()>),
}

impl std::ops::Deref for Browser {
    type Target = Window;

    fn deref(&self) -> &Window {
        &self.window
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !thread::panicking() && !self.may_end_with_message.get() {
            self.assert_no_message();
        }
    }
}

impl Browser {
    /// Lets a test end while the page shows a message.
    fn may_end_with_message(&self) {
        self.may_end_with_message.set(true);
    }

    /// Makes the page with the solutions of these rule sets, instead of the page with that of the standard game.
    #[track_caller]
    fn load(&self, rules: &[&str]) {
        let loaded = self.page.set(Page::of(rules));
        assert!(loaded.is_ok(), "a test has one page");
    }

    /// Makes the page with the solutions of these rule sets, and opens it.
    #[track_caller]
    fn show(&self, rules: &[&str], rest: &str) {
        self.load(rules);
        self.open(rest);
    }

    fn page(&self) -> &Page {
        self.page.get_or_init(|| Page::of(&["standard"]))
    }

    /// Returns the address of the page followed by `rest`, such as `#04h/007`.
    fn address(&self, rest: &str) -> String {
        self.page().address(rest)
    }

    /// Opens the page at an address that ends with `rest`, and waits until it has shown its first answer.
    #[track_caller]
    fn open(&self, rest: &str) {
        self.go_and_wait(&self.address(rest));
    }
}

/// Environment variable that enables these tests: `chromium` (or 1) or `firefox`. They take minutes and run apart from
/// the other tests, which would slow the browser down.
const WANTED: &str = "TOURNE_BROWSER";

/// Starts a browser; `None` if none is asked for or a program is missing.
fn browser() -> Option<Browser> {
    // Ignore poison: a failed test leaves nothing that the next test uses.
    start(|| Turn::Shared(TURN.read().unwrap_or_else(PoisonError::into_inner)))
}

/// Starts a browser while no other browser runs. No other browser starts before this browser closes.
fn browser_alone() -> Option<Browser> {
    start(|| Turn::Alone(TURN.write().unwrap_or_else(PoisonError::into_inner)))
}

/// Starts Chromium for a test that only its driver allows. `None` also if Firefox is asked for, with the reason on
/// standard error.
fn chromium(reason: &str) -> Option<Browser> {
    is_chromium(reason).then(browser).flatten()
}

/// Starts a browser like [`chromium`], but waits until no other browser runs. No other browser starts before this
/// browser closes.
fn chromium_alone(reason: &str) -> Option<Browser> {
    is_chromium(reason).then(browser_alone).flatten()
}

/// Returns `false` if Firefox is asked for, and says on standard error which test is skipped and why.
fn is_chromium(reason: &str) -> bool {
    let is_other = wanted() == Some(Kind::Firefox);
    if is_other {
        left_out(&format!("a test in Firefox: {reason}"));
    }
    !is_other
}

/// Returns the kind of browser that the environment asks for, if any.
fn wanted() -> Option<Kind> {
    let name = env::var(WANTED).ok()?;
    Some(Kind::named(&name))
}

fn start(turn: impl FnOnce() -> Turn) -> Option<Browser> {
    let Some(kind) = wanted() else {
        static SAID: Once = Once::new();
        SAID.call_once(|| left_out("the tests in a browser: set TOURNE_BROWSER=1 to run them"));
        return None;
    };
    let programs = match kind.programs() {
        Ok(programs) => programs,
        Err(missing) => {
            static SAID: Once = Once::new();
            SAID.call_once(|| left_out(&format!("the tests in a browser: {missing}")));
            return None;
        }
    };
    let turn = turn();
    Some(Browser {
        window: Window::open(kind, &programs),
        page: OnceCell::new(),
        may_end_with_message: Cell::new(false),
        _turn: turn,
    })
}

/// Returns the path of a program if a folder of the `PATH` has it.
fn program(name: &str) -> Option<PathBuf> {
    let paths = env::var_os("PATH")?;
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&paths)
        .map(|folder| folder.join(OsStr::new(&file)))
        .find(|path| path.is_file())
}

/// Writes to standard error what is not tested. Not with `eprintln!`, whose output is hidden for tests that pass.
fn left_out(what: &str) {
    // If standard error is closed, nobody can be told.
    let _ = writeln!(io::stderr(), "LEFT OUT: {what}");
}

/// Writes a line to standard error, also if the test passes.
fn say(what: &str) {
    let _ = writeln!(io::stderr(), "{what}");
}
