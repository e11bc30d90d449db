//! The page in a real browser: Chromium, driven by chromedriver. Where one of them is missing, standard error says so, and
//! nothing is tested.

mod driver;
mod http;
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
mod setting_up;
mod sharing;
mod tutoring;

use std::env;
use std::ffi::OsStr;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::{Once, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use driver::Driver;
use window::Window;

/// Names under which systems install Chromium.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

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

/// Set in the environment, this has the tests run. They take a minute or two, and the gate runs them on their own: other tests
/// beside them would slow the browser down.
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

fn start(turn: impl FnOnce() -> Turn) -> Option<Browser> {
    if env::var_os(WANTED).is_none() {
        static SAID: Once = Once::new();
        SAID.call_once(|| left_out("the tests in a browser: set TOURNE_BROWSER=1 to run them"));
        return None;
    }
    let found = BROWSERS.into_iter().find_map(program);
    let (Some(browser), Some(driver)) = (found, program("chromedriver")) else {
        static SAID: Once = Once::new();
        SAID.call_once(|| {
            left_out(
                "the tests in a browser: chromium or chromedriver is not installed \
                 (Debian: apt-get install chromium chromium-driver)",
            );
        });
        return None;
    };
    let turn = turn();
    Some(Browser {
        window: Window::open(Driver::start(&driver), &browser),
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
