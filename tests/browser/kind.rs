//! The browsers that the tests drive, and what differs between them.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::chromium::Chromium;
use super::program;

/// A browser that can run the tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Chromium,
    Firefox,
}

/// Paths of a browser and its driver.
pub(super) struct Programs {
    pub(super) browser: PathBuf,
    pub(super) driver: PathBuf,
}

impl Kind {
    /// Returns the kind of browser that a value of the environment variable [`WANTED`](super::WANTED) names.
    pub(super) fn named(name: &str) -> Kind {
        match name {
            "1" | "chromium" => Kind::Chromium,
            "firefox" => Kind::Firefox,
            other => panic!("TOURNE_BROWSER={other}: use chromium (or 1) or firefox"),
        }
    }

    /// Finds the programs on the path; the error says which are missing and how to install them.
    pub(super) fn programs(self) -> Result<Programs, &'static str> {
        let (browsers, driver, missing): (&[&str], _, _) = match self {
            Kind::Chromium => (
                // Without windows of its own, the first needs two thirds of the time.
                &[
                    "chromium-headless-shell",
                    "chromium",
                    "chromium-browser",
                    "google-chrome",
                ],
                "chromedriver",
                "chromium or chromedriver is not installed (Debian: apt-get install chromium-headless-shell chromium-driver)",
            ),
            Kind::Firefox => (
                &["firefox-esr", "firefox"],
                "geckodriver",
                "firefox or geckodriver is not installed \
                 (Debian: apt-get install firefox-esr; anywhere: cargo install geckodriver)",
            ),
        };
        let found = browsers.iter().find_map(|name| program(name));
        let (Some(browser), Some(driver)) = (found, program(driver)) else {
            return Err(missing);
        };
        Ok(Programs { browser, driver })
    }

    /// Returns the arguments that make the driver take a free port.
    pub(super) fn arguments_of_driver(self) -> &'static [&'static str] {
        match self {
            Kind::Chromium => &["--port=0"],
            // Widths, media and settings of a person are set from within Firefox, which needs two more arguments.
            Kind::Firefox => &["--port=0", "--websocket-port=0", "--allow-system-access"],
        }
    }

    /// Returns the text before the port in the line that the driver prints once it listens.
    pub(super) fn before_port(self) -> &'static str {
        match self {
            Kind::Chromium => "started successfully on port ",
            Kind::Firefox => "Listening on 127.0.0.1:",
        }
    }

    /// Starts a browser that tests can use one after the other, if this kind is one. Firefox has no contexts without
    /// settings that tests change for all of them, and on Windows no shell passes the pipes of Chromium on.
    pub(super) fn shared(self, browser: &Path) -> Option<Chromium> {
        let is_shared = self == Kind::Chromium && cfg!(unix);
        is_shared.then(|| Chromium::start(browser, &CHROMIUM))
    }

    /// Returns the capabilities of a session with a browser that runs at an address, or else that the driver starts:
    /// without a screen, in English, without network requests of the browser itself.
    pub(super) fn capabilities(self, browser: &Path, address: Option<&str>) -> Value {
        // Timeout of scripts, in milliseconds: asking the page about all positions takes half a minute.
        let timeouts = json!({ "script": 120_000 });
        match self {
            Kind::Chromium => json!({
                "browserName": "chrome",
                "goog:chromeOptions": match address {
                    Some(address) => json!({ "debuggerAddress": address }),
                    None => json!({ "binary": browser, "args": CHROMIUM }),
                },
                "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
                "timeouts": timeouts,
            }),
            Kind::Firefox => json!({
                "browserName": "firefox",
                "moz:firefoxOptions": {
                    "binary": browser,
                    "args": ["-headless", "--width=1280", "--height=900"],
                    "prefs": { "intl.accept_languages": "en", "network.captive-portal-service.enabled": false },
                },
                "timeouts": timeouts,
            }),
        }
    }
}

/// Options of Chromium. It runs without a sandbox, because containers run tests as root, and Chromium has no sandbox
/// for root.
const CHROMIUM: [&str; 10] = [
    "--headless=new",
    "--window-size=1280,900",
    "--no-sandbox",
    "--lang=en",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];
