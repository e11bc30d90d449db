//! Games against the perfect player, played as a person plays them: by the keyboard alone, by the mouse, by a finger. The
//! record of each is then reviewed by the page and by the command.

use std::process::Command;

use serde_json::{Value, json};

use super::page::Page;
use super::window::keys;
use super::{Browser, browser};
use crate::commands::run_with;

/// What the page waits for: a choice, the end of the game, or nothing.
const STATE: &str = "
    if (document.querySelector('#panel [data-key=review]')) return 'over';
    return document.querySelector('#panel [data-move]') ? 'choose' : null;";

/// More turns than any game of chance with these seeds has.
const TURNS: usize = 1000;

/// Begins a game against the perfect player, without pauses, by the keyboard alone.
fn begin(browser: &Browser, page: &Page, seed: &str) {
    browser.go_and_wait(&page.address("#play"));
    browser.tab_to("[data-key=opponent]");
    // Last in the list is another person, before it the perfect player.
    browser.press(&format!("{}{}", keys::END, keys::UP));
    browser.tab_to("[data-key=pace]");
    browser.press(keys::END);
    browser.tab_to("[data-key=seed]");
    browser.press(seed);
    browser.tab_to("[data-key=begin]");
    browser.press(keys::ENTER);
}

/// Plays a game to its end: always the first move of the list.
fn play(browser: &Browser, choose: impl Fn()) {
    for _ in 0..TURNS {
        if browser.wait(STATE) == "over" {
            return;
        }
        choose();
    }
    panic!("the game came to no end");
}

/// Opens the review of the game, and compares it with what the command says of the record.
fn assert_reviewed(browser: &Browser) {
    // As the page saves it.
    let record = browser.run("return writeRecord(playing.game);", &json!([]));
    let record = record.as_str().expect("a text").to_owned();
    browser.click("[data-key=review]");
    browser.wait("return document.querySelector('.turns tbody tr') !== null;");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tourne"));
    let outcome = run_with(command.args(["review", "-", "--format", "json"]), &record);
    outcome.assert_answered();
    let review: Value = serde_json::from_str(&outcome.stdout).expect("it is JSON");
    let game = &review["games"][0];
    assert_eq!(game["finished"], true, "{record}");
    let rows = browser.run(
        "return [...document.querySelectorAll('.turns tbody tr')].map((row) => row.textContent);",
        &json!([]),
    );
    let (rows, turns) = (rows.as_array().expect("rows"), game["turns"].as_array());
    let turns = turns.expect("turns");
    assert_eq!(rows.len(), turns.len());
    for (row, turn) in rows.iter().zip(turns) {
        let row = row.as_str().expect("a text");
        let percent = |field: &str| 100.0 * turn[field].as_f64().expect("a number");
        assert!(
            row.contains(&format!("{:+.4} %", percent("luck"))),
            "{row}: {turn}"
        );
        assert!(
            row.contains(&format!("{:.4} %", percent("chance"))),
            "{row}: {turn}"
        );
        let loss = percent("loss");
        let shown = loss < 0.0001 || row.contains(&format!("{loss:.4} %"));
        assert!(shown, "{row}: {turn}");
    }
    let sides = game["sides"].as_array().expect("sides");
    let (own, other): (Vec<&Value>, Vec<&Value>) =
        sides.iter().partition(|side| side["side"] != "Level-10");
    assert_eq!((own.len(), other.len()), (1, 1), "{record}");
    assert_eq!(other[0]["mistakes"], 0, "the perfect player makes none");
    assert_ne!(
        own[0]["mistakes"], 0,
        "the first move of the list is not always best"
    );
}

#[test]
fn a_game_is_played_and_reviewed_by_the_keyboard_alone() {
    let Some(browser) = browser() else { return };
    let page = Page::of(&["standard"]);
    begin(&browser, &page, "7");
    play(&browser, || {
        browser.tab_to("[data-move]");
        browser.press(keys::ENTER);
    });
    assert_reviewed(&browser);
    browser.assert_no_message();
}

#[test]
fn a_game_is_played_and_reviewed_by_the_mouse() {
    let Some(browser) = browser() else { return };
    let page = Page::of(&["standard"]);
    begin(&browser, &page, "8");
    play(&browser, || browser.click("#panel [data-move]"));
    assert_reviewed(&browser);
    browser.assert_no_message();
}

#[test]
fn a_game_is_played_and_reviewed_on_a_phone() {
    let Some(browser) = browser() else { return };
    let page = Page::of(&["standard"]);
    browser.make_wide(360);
    begin(&browser, &page, "9");
    play(&browser, || browser.tap("#panel [data-move]"));
    assert_reviewed(&browser);
    browser.assert_no_message();
}
