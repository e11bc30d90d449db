//! Records of games are read as `tourne review` reads them; what is no record gets a clear word.

use std::fs;
use std::path::Path;

use serde_json::json;

use super::page::Page;
use super::{Browser, browser};

/// Has a text read as a record.
fn read(browser: &Browser, text: &str) {
    let script = "document.querySelector('[data-key=record-text]').value = arguments[0];";
    browser.run(script, &json!([text]));
    browser.click("[data-key=record-read]");
}

#[test]
fn a_record_is_reviewed() {
    let Some(browser) = browser() else { return };
    let page = Page::of(&["standard"]);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/games/lalanne.txt");
    let record = fs::read_to_string(file).expect("the game is there");
    browser.go_and_wait(&page.address("#review"));
    read(&browser, &record);
    // The first of two games has six turns.
    browser.wait("return document.querySelectorAll('.turns tbody tr').length === 6;");
    let text = browser.run("return document.body.innerText;", &json!([]));
    let text = text.as_str().expect("a text");
    // As query/REVIEW.md has it.
    for figure in [
        "+0.4041 %",
        "-2.7804 %",
        "52.8857 %",
        "+13.0780 %",
        "35.7604 %",
    ] {
        assert!(text.contains(figure), "{figure} is missing: {text}");
    }
    browser.assert_no_message();
}

#[test]
fn what_is_no_record_gets_a_clear_word() {
    let Some(browser) = browser() else { return };
    let page = Page::of(&["standard"]);
    for text in [
        "nonsense",
        "A 4-3 off/3\nB 1-1 off/9\n",
        "A 4-3 off/3\nA 1-1 off/1\n",
        "rules: chess\nA 4-3 off/3\n",
        "rules: course\nA 4 off/4\n",
        "position: 44h/000\nA 4-3 off/3\n",
        "\u{0}\u{1}\u{2}",
        "<script>alert(1)</script>",
    ] {
        browser.go_and_wait(&page.address("#review"));
        read(&browser, text);
        browser.wait("return document.querySelector('[role=alert]').textContent.trim() !== '';");
        assert_eq!(browser.console(), [""; 0], "{text:?}");
    }
}
