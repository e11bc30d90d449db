//! The page in a real browser: Chromium, driven by chromedriver, or Firefox, driven by geckodriver. Where one of them is
//! missing, standard error says so, and nothing is tested.

mod driver;
mod http;
mod kind;
mod page;
mod window;

mod addresses;
mod agreement;
mod beginning;
mod facts;
mod hearing;
mod keeping;
mod languages;
mod layout;
mod losing_nothing;
mod matches;
mod motion;
mod opening;
mod pictures;
mod playing;
mod practising;
mod reasons;
mod reviewing;
mod reviewing_turns;
mod rules;
mod setting_up;
mod sharing;
mod tutoring;

use std::env;
use std::ffi::OsStr;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::{Once, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use driver::Driver;
use kind::{Kind, Programs};
use window::Window;

/// Tests have their browsers side by side, but for one that measures times: it waits until it is alone.
static TURN: RwLock<()> = RwLock::new(());

/// A browser with one window, which closes when this is dropped.
struct Browser {
    window: Window,
    _turn: Turn,
}

/// Turn of a test that has a browser: together with others, or alone.
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

/// Set in the environment to `chromium` (or 1) or `firefox`, this has the tests run. They take minutes, and the gate runs
/// them on their own: other tests beside them would slow the browser down.
const WANTED: &str = "TOURNE_BROWSER";

/// Starts a browser; `None` where there is none, or none is wanted.
fn browser() -> Option<Browser> {
    // A test that failed holds nothing that the next one uses.
    start(|| Turn::Shared(TURN.read().unwrap_or_else(PoisonError::into_inner)))
}

/// Starts a browser when no other is running, and lets no other start before it closes.
fn browser_alone() -> Option<Browser> {
    start(|| Turn::Alone(TURN.write().unwrap_or_else(PoisonError::into_inner)))
}

/// Starts Chromium, for a test of something that only its driver can do; `None` also where another browser is wanted.
fn chromium(reason: &str) -> Option<Browser> {
    is_chromium(reason).then(browser).flatten()
}

/// Starts Chromium when no other browser is running, and lets no other start before it closes.
fn chromium_alone(reason: &str) -> Option<Browser> {
    is_chromium(reason).then(browser_alone).flatten()
}

/// Returns whether no other browser than Chromium is wanted; says what is left out in the other.
fn is_chromium(reason: &str) -> bool {
    let is_other = wanted() == Some(Kind::Firefox);
    if is_other {
        left_out(&format!("a test in Firefox: {reason}"));
    }
    !is_other
}

/// The browser that is wanted, if any is.
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
    let Programs { browser, driver } = match kind.programs() {
        Ok(programs) => programs,
        Err(missing) => {
            static SAID: Once = Once::new();
            SAID.call_once(|| left_out(&format!("the tests in a browser: {missing}")));
            return None;
        }
    };
    let turn = turn();
    Some(Browser {
        window: Window::open(kind, Driver::start(kind, &driver), &browser),
        _turn: turn,
    })
}

/// A program on the path.
fn program(name: &str) -> Option<PathBuf> {
    let paths = env::var_os("PATH")?;
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&paths)
        .map(|folder| folder.join(OsStr::new(&file)))
        .find(|path| path.is_file())
}

/// Says on standard error what is not tested. Not by a macro: the output of tests that pass is kept back.
fn left_out(what: &str) {
    // If standard error is closed, nobody can be told.
    let _ = writeln!(io::stderr(), "LEFT OUT: {what}");
}

/// Says a figure on standard error, also if the test passes.
fn say(what: &str) {
    let _ = writeln!(io::stderr(), "{what}");
}
