//! The browser page reads records of games as `tourne review` does; for an invalid record it shows a message that names
//! the fault.

use std::fs;
use std::path::Path;

use serde_json::json;
use tourne::review::{self, record};
use tourne_solver::{Rules, file};

use super::page::solution_file;
use super::sharing::drop_text;
use super::{Browser, browser};

/// Returns the record of a game that the sources tell.
pub(super) fn lalanne() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/games/lalanne.txt");
    fs::read_to_string(file).expect("the game is there")
}

/// Returns the fragment of the address that holds a record.
pub(super) fn review_link(browser: &Browser, record: &str) -> String {
    let link = browser.run_with("return Tourne.reviewLink(arguments[0]);", &json!([record]));
    link.as_str().expect("a text").to_owned()
}

/// Gives the page a text to read as a record.
pub(super) fn read(browser: &Browser, text: &str) {
    let script = "document.querySelector('[data-key=record-text]').value = arguments[0];";
    browser.run_with(script, &json!([text]));
    browser.click("[data-key=record-read]");
}

/// A resignation is reviewed as the command does it: the value given up counts as an error, and luck and errors sum to
/// the result.
#[test]
fn a_game_with_a_resignation_is_reviewed() {
    let Some(browser) = browser() else { return };
    browser.load(&["standard", "double-win"]);
    for (record, rules, parts) in [
        (
            "result: B resigns\nposition: 04h/007\nA 3 4/7\n",
            Rules::STANDARD,
            &["18.01 %", "100.00 %", "gives up ?", "B gave up"][..],
        ),
        (
            "result: A resigns with 5-3\nposition: 04h/007\nA 3 4/7\nB 6 0/6\n",
            Rules::STANDARD,
            &["0.00 %", "the best move was"],
        ),
        (
            "rules: double-win\nresult: B resigns\nA 6-5 0/5\n",
            Rules::DOUBLE_WIN,
            &["2.000"],
        ),
    ] {
        browser.open("#review");
        read(&browser, record);
        browser.wait("return document.querySelector('[data-resigned]') !== null;");
        browser.assert_shows("body", parts);
        let shown = "return Number(document.querySelector('[data-resigned]').dataset.resigned);";
        let shown = browser.number(shown);
        let file = solution_file(&rules.to_string());
        let solution = file::read(&file).expect("a whole file").on_trust();
        let games = record::read(record.as_bytes()).expect("a record");
        let usual = review::Thresholds::usual(solution.unit());
        let review = review::review(&games[0], &solution, usual).expect("a review");
        let expected = review.resigned.expect("a resignation").loss;
        assert!((shown - expected).abs() < 1e-12, "{shown} {expected}");
        // The record that the page writes is read again as the same game.
        let written = browser.said("return writeRecord(reviewing.games[0]);");
        let again = record::read(written.as_bytes()).expect("a record");
        let side = |game: &record::Game| game.resigned.map(|how| (how.side, how.thrown));
        assert_eq!(side(&again[0]), side(&games[0]));
        browser.assert_no_message();
    }
}

#[test]
fn what_is_no_record_gets_a_clear_word() {
    let Some(browser) = browser() else { return };
    for (text, says) in [
        ("", "There is no turn in this record"),
        ("nonsense", "Line 1"),
        (
            "\u{89}PNG\n\u{1a}\n\u{0}\u{0}",
            "Line 3: the line has a NUL character",
        ),
        ("1. e4 e5\n2. Nf3 Nc6\n", "Line 1: “e4” is not a throw"),
        (
            "A 4-3 off/3\nB 1-1 off/9\n",
            "Line 2: off/9 is not legal in 000/003 with a 1",
        ),
        ("A 4-3 off/3\nA 1-1 off/1\n", "Line 2"),
        ("rules: chess\nA 4-3 off/3\n", "chess"),
        (
            "rules: course\nA 4 off/4\n",
            "the rule set course is not in this page",
        ),
        ("position: 44h/000\nA 4-3 off/3\n", "44h/000"),
        ("<script>alert(1)</script>", "<script>alert"),
    ] {
        browser.open("#review");
        read(&browser, text);
        browser.wait("return document.getElementById('record-fault').textContent.trim() !== '';");
        let fault = browser.text("#record-fault");
        assert!(fault.contains(says), "{text:?}: {fault}");
        let kept = browser.run("return document.getElementById('record-text').value;");
        assert_eq!(kept, text, "the text stays");
        assert_eq!(browser.console(), [""; 0], "{text:?}");
    }
    // A file that is dropped is read in every part of the page, and the message says what is wrong with it.
    browser.may_end_with_message();
    browser.open("#play");
    drop_text(&browser, "nonsense");
    browser.wait("return document.querySelector('[role=alert]').textContent.includes('Line 1');");
    assert_eq!(browser.console(), [""; 0]);
}
