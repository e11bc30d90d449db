//! Touch-move between two people at one screen: a man that was touched must be played.

use serde_json::Value;

use super::playing::{STATE, record};
use super::setting_up::spot;
use super::window::{Pointer, keys};
use super::{Browser, browser};
use crate::commands::assert_says;

/// Begins a game of two people at this screen, with or without touch-move.
fn begin(browser: &Browser, is_touch_move: bool) {
    browser.open("#play");
    browser.run("newGame();");
    browser.press_on("opponent", keys::END);
    assert_eq!(
        browser.run("return settings.isTouchMove;"),
        false,
        "the default"
    );
    if is_touch_move {
        browser.click("[data-key=touch-move]");
    }
    browser.press_on("more", keys::ENTER);
    browser.press_on("pace", keys::END);
    browser.press_on("seed", "7");
    browser.press_on("begin", keys::ENTER);
    browser.wait(STATE);
    // Two taps in the same place are a double tap, which the browser takes for itself.
    browser.run("notice('');");
}

fn turns(browser: &Browser) -> Value {
    browser.run("return playing.game.turns.length;")
}

#[test]
fn a_touched_man_must_be_played_by_pointer_and_keyboard() {
    let Some(browser) = browser() else { return };
    let [first, second] = [1, 2].map(|at| format!("#list li:nth-child({at}) [data-move]"));
    begin(&browser, false);
    browser.tap(&first);
    let before = turns(&browser);
    browser.click(&second);
    assert_ne!(
        turns(&browser),
        before,
        "without touch-move, another man is free"
    );

    begin(&browser, true);
    let before = record(&browser);
    let moves = browser.list("return inOrder(playChoices()).map((it) => it.move);");
    browser.tap(&first);
    let refused = || {
        browser.wait("return document.querySelector('[role=alert]').textContent !== '';");
        assert_says(
            &browser.message(),
            &["The man that was touched must be played"],
        );
        assert_eq!(record(&browser), before);
        browser.run("notice('');");
    };
    browser.tap(&second);
    refused();
    browser.tab_to(&second);
    browser.press(keys::ENTER);
    refused();
    // A reload does not free the man.
    browser.reload();
    browser.wait(STATE);
    browser.click(&second);
    refused();
    browser.click(&first);
    let played = record(&browser);
    assert!(
        played.contains(moves[0].as_str().expect("a move")),
        "{played}"
    );
    browser.wait(STATE);
    // The next throw frees all men, and so does a move that is taken back.
    let at = turns(&browser);
    browser.click(&second);
    assert_ne!(turns(&browser), at);
    browser.wait(STATE);
    for _ in 0..2 {
        browser.click("[data-key=undo]");
        browser.wait(STATE);
    }
    assert_eq!(record(&browser), before);
    // A man that is lifted and put down elsewhere is touched too.
    let man = browser.said("const { position } = playing.game; return `man-${position.own[inOrder(playChoices())[0].play.man]}`;");
    browser.drag(
        Pointer::Mouse,
        &format!("[data-key='{man}']"),
        spot(&browser, 0, 11),
    );
    browser.run("notice('');");
    browser.click(&second);
    refused();
    browser.click(&first);
    assert_eq!(record(&browser), played);
}
