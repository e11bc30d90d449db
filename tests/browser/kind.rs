//! The browsers that the tests drive, and what differs between them.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::program;

/// Kind of browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Chromium,
    Firefox,
}

/// Programs of a browser.
pub(super) struct Programs {
    pub(super) browser: PathBuf,
    pub(super) driver: PathBuf,
}

impl Kind {
    /// The browser that a value of [`WANTED`](super::WANTED) names.
    pub(super) fn named(name: &str) -> Kind {
        match name {
            "1" | "chromium" => Kind::Chromium,
            "firefox" => Kind::Firefox,
            other => panic!("TOURNE_BROWSER={other}: use chromium (or 1) or firefox"),
        }
    }

    /// The programs; `Err` says which are missing.
    pub(super) fn programs(self) -> Result<Programs, &'static str> {
        let (browsers, driver, missing): (&[&str], _, _) = match self {
            Kind::Chromium => (
                &["chromium", "chromium-browser", "google-chrome"],
                "chromedriver",
                "chromium or chromedriver is not installed (Debian: apt-get install chromium chromium-driver)",
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

    /// Arguments with which the driver takes a free port.
    pub(super) fn arguments_of_driver(self) -> &'static [&'static str] {
        match self {
            Kind::Chromium => &["--port=0"],
            // Widths, media and the settings of a person are set from within the browser.
            Kind::Firefox => &["--port=0", "--websocket-port=0", "--allow-system-access"],
        }
    }

    /// What stands before the port in the line that the driver prints once it listens.
    pub(super) fn before_port(self) -> &'static str {
        match self {
            Kind::Chromium => "started successfully on port ",
            Kind::Firefox => "Listening on 127.0.0.1:",
        }
    }

    /// Capabilities of a session: without a screen, in English, and without anything of its own to fetch.
    pub(super) fn capabilities(self, browser: &Path) -> Value {
        // Of scripts, in milliseconds: asking a page everything takes a while.
        let timeouts = json!({ "script": 120_000 });
        match self {
            Kind::Chromium => json!({
                "browserName": "chrome",
                "goog:chromeOptions": { "binary": browser, "args": CHROMIUM },
                "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
                "timeouts": timeouts,
            }),
            Kind::Firefox => json!({
                "browserName": "firefox",
                "moz:firefoxOptions": {
                    "binary": browser,
                    "args": ["-headless"],
                    "prefs": { "intl.accept_languages": "en", "network.captive-portal-service.enabled": false },
                },
                "timeouts": timeouts,
            }),
        }
    }
}

/// Options of Chromium: without a sandbox, which the system administrator, as whom containers run, cannot have.
const CHROMIUM: [&str; 9] = [
    "--headless=new",
    "--no-sandbox",
    "--lang=en",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];
