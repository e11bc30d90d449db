//! A copy that the browser saves of the running page ("Save page as") is the page again.

use std::fs;

use serde_json::{Value, json};

use super::playing::{STATE, begin_and_wait, move_and_wait};
use super::reviewing::lalanne;
use super::{Browser, browser, chromium};

/// Body of a function: returns the document as browsers save it, which is as it is now, not as it came.
const DOCUMENT: &str = "return `<!doctype html>\\n${document.documentElement.outerHTML}`;";

/// Body of a function: returns everything that the page shows, with the names of its controls, and counts its boards.
const SHOWN: &str = "
    const said = [...document.querySelectorAll('[aria-label]')].map((it) => it.getAttribute('aria-label'));
    return [document.body.innerText, said, document.querySelectorAll('svg.board').length, document.title, location.hash];";

/// Returns what the page [shows](SHOWN) once it has worked everything out.
fn shown(browser: &Browser) -> Value {
    browser.wait("return !document.body.innerText.includes(T.analyse.computing);");
    browser.run(SHOWN)
}

/// Opens a copy of the page as the browser would save it now.
fn open_copy(browser: &Browser, folder: &tempfile::TempDir, rest: &str) {
    let copy = folder.path().join("copy.html");
    fs::write(&copy, browser.said(DOCUMENT)).expect("there is space");
    let path = copy.to_str().expect("a plain path").replace('\\', "/");
    browser.go_and_wait(&format!("file:///{}{rest}", path.trim_start_matches('/')));
}

/// Asserts that the page answers, plays and speaks French.
fn assert_works(browser: &Browser) {
    let best = browser.run("return Tourne.best('standard', '04h/007', 3)[0].move;");
    assert_eq!(best, "4/7*");
    let value = browser.number("return Tourne.value('course', '000/000');");
    assert!(value > 0.4, "{value}");
    browser.run("if (app.language !== 'en') changeLanguage('en');");
    browser.click("[data-key=language]");
    browser.assert_shows("#modes", &["Règles"]);
    browser.click("[data-key=language]");
    browser.click("[data-key=mode-play]");
    browser.run("motion.pace = 'instant';");
    if browser.run("return playing.game === null;") == true {
        browser.click("[data-key=begin]");
    }
    browser.wait(STATE);
    browser.run("document.querySelector('#list [data-move]').click();");
    assert_eq!(browser.message(), "");
}

#[test]
fn a_copy_saved_of_the_running_page_works() {
    let Some(browser) = browser() else { return };
    browser.load(&["standard", "course"]);
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    let review = browser_link(&browser);
    for part in [
        "#04h/007:3",
        "#practise:04h/007:4-3",
        &review,
        "#rules",
        "#5h/007",
    ] {
        browser.open(part);
        let before = shown(&browser);
        // What lasts for a moment is saved too.
        browser.run("offerUndo('replaced', () => {}); announce('said'); fillPaper();");
        open_copy(&browser, &folder, part);
        assert_eq!(shown(&browser), before, "{part}");
        if part != "#5h/007" {
            assert_works(&browser);
        }
    }
    browser.may_end_with_message();
}

fn browser_link(browser: &Browser) -> String {
    browser.open("#review");
    super::reviewing::review_link(browser, &lalanne())
}

/// A copy of a copy, saved in the middle of a game, works too.
#[test]
fn a_copy_of_a_copy_works() {
    let Some(browser) = browser() else { return };
    browser.load(&["standard", "course"]);
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    begin_and_wait(&browser, "21");
    move_and_wait(&browser);
    for _ in 0..2 {
        open_copy(&browser, &folder, "");
        assert_works(&browser);
    }
    browser.may_end_with_message();
}

/// Archives run no scripts: the page says so there, beside what it showed.
#[test]
fn an_archive_of_the_page_says_that_it_does_not_run() {
    let Some(browser) = chromium("its driver saves no archives") else {
        return;
    };
    browser.may_end_with_message();
    browser.open("#04h/007:3");
    let archive = browser.command("Page.captureSnapshot", &json!({}));
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    let copy = folder.path().join("copy.mhtml");
    let text = archive["data"].as_str().expect("a text");
    fs::write(&copy, text).expect("there is space");
    browser.go(&format!("file://{}", copy.display()));
    let said = browser.text("body");
    assert!(said.contains("switched off or blocked"), "{said}");
}
