//! Screenshots of every part of the browser page on every kind of screen, for people to look at. They test nothing.

use std::path::{Path, PathBuf};
use std::{env, fs};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use super::Browser;
use super::chromium;

/// Name and address fragment of each part of the page.
const PARTS: [(&str, &str); 8] = [
    ("start", ""),
    ("analyse", "#04h/007:4-3"),
    ("entry", "#x58/007&rules=forced-entry"),
    ("game", "#play"),
    ("practise", "#practise"),
    (
        "review",
        concat!(
            "#review:RGZ1bPI0I1G0B0iS0Q0iQ1G0Wbe1T1F0N1Be0IbO1K2Q1W1D0T0Y0Q0RF0cC1A0F0VPU0I1bUccE2gC2eU1YVQRTQERQS0TO",
            "1ZVhf0ja1XF0A&names=Jeanne,Level-4&check=cn&turn=35"
        ),
    ),
    ("record", "#review"),
    ("rules", "#rules"),
];

/// Name of each screen, with its width and height in CSS pixels.
const SCREENS: [(&str, u32, u32); 6] = [
    ("360", 360, 740),
    ("390", 390, 844),
    ("768", 768, 1024),
    ("1280", 1280, 800),
    ("1920", 1920, 1080),
    ("landscape", 740, 360),
];

/// Settings of a person: suffix of the file's name, and name and value of the media feature.
const SETTINGS: [(&str, &str, &str); 3] = [
    ("", "prefers-color-scheme", "light"),
    ("-dark", "prefers-color-scheme", "dark"),
    ("-forced-colours", "forced-colors", "active"),
];

fn keep(folder: &Path, name: &str, picture: &Value) {
    let picture = picture.as_str().expect("a picture in base64");
    let bytes = BASE64_STANDARD.decode(picture).expect("valid base64");
    fs::write(folder.join(name), bytes).expect("there is space");
}

fn take(browser: &Browser, folder: &Path, name: &str) {
    let shot = browser.command("Page.captureScreenshot", &json!({ "format": "png" }));
    keep(folder, &format!("{name}.png"), &shot["data"]);
}

#[test]
#[ignore = "makes some two hundred files; see CONTRIBUTING.md"]
fn pictures_of_every_part_on_every_screen() {
    let Some(browser) = chromium("its driver sets no size of a phone") else {
        return;
    };
    browser.load(&["standard", "forced-entry"]);
    let folder = env::var_os("TOURNE_PICTURES").map_or_else(env::temp_dir, PathBuf::from);
    fs::create_dir_all(&folder).expect("the folder can be made");
    for (part, address) in PARTS {
        browser.go("about:blank");
        browser.open(address);
        if part == "game" {
            browser.run("playing.pace = 'instant'; playing.seed = 7; beginMatch();");
            browser.wait("return document.querySelector('#panel [data-move]') !== null;");
        }
        for (screen, width, height) in SCREENS {
            let size = json!({
                "width": width, "height": height, "deviceScaleFactor": 1, "mobile": true,
            });
            browser.command("Emulation.setDeviceMetricsOverride", &size);
            for (name, setting, value) in SETTINGS {
                browser.emulate("", &[(setting, value)]);
                take(&browser, &folder, &format!("{part}-{screen}{name}"));
            }
            browser.emulate("", &[]);
            let larger = "document.documentElement.style.fontSize = arguments[0];";
            browser.run_with(larger, &json!(["200%"]));
            take(&browser, &folder, &format!("{part}-{screen}-large-text"));
            browser.run_with(larger, &json!([""]));
        }
        let paper = browser.command("Page.printToPDF", &json!({ "preferCSSPageSize": true }));
        keep(&folder, &format!("{part}-paper.pdf"), &paper["data"]);
    }
    browser.assert_no_message();
}
