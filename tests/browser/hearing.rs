//! A game with a screen reader: each turn is announced when it happens, and the keyboard focus is never lost.

use serde_json::{Value, json};

use super::browser;
use super::playing::{begin_and_wait, play};
use super::window::keys;

/// Script: stores every announcement from now on, each with the number of turns made so far.
const LISTEN: &str = "
    window.heard = [];
    new MutationObserver(() => heard.push([document.querySelector('#live').textContent, playing.game.turns.length]))
        .observe(document.querySelector('#live'), { childList: true, characterData: true, subtree: true });";

#[test]
fn each_turn_is_announced_in_one_sentence_when_it_happens() {
    let Some(browser) = browser() else { return };
    for pace in ["instant", "brisk"] {
        begin_and_wait(&browser, "7");
        browser.wait("return telling.untold.length === 0;");
        browser.run(&format!(
            "motion.pace = '{pace}'; settings.isForcing = true; PACES.brisk = 120; {LISTEN}"
        ));
        let first = browser.run("return playing.game.turns.length;");
        let first = first.as_u64().expect("a number") as usize;
        play(&browser, || browser.click("#list [data-move]"));
        browser.wait("return heard.at(-1)[0].includes('win');");
        let found = browser.run("return [heard, playing.game.turns.map(({ seat, position, dice, die, play }) => {
                const count = playsOf(app.rules, position, die).length;
                const made = play.man < 0 ? T.reasons.pass : moveInWords(play);
                return T.play.thrown(playNames()[seat], dice, count === 1
                    ? (play.man < 0 ? made : T.play.only(made)) : !choosesHere(seat) ? made : T.play.toChoose(count));
            }), resultOfGame()];");
        let heard = found[0].as_array().expect("a list").iter();
        let heard: Vec<&str> = heard.filter_map(|it| it[0].as_str()).collect();
        // Leave out announcements up to the turn that was chosen first.
        let told = found[1].as_array().expect("turns")[first + 1..].iter();
        let told: Vec<&str> = told.filter_map(Value::as_str).collect();
        let expected = format!("{} {}", told.join(" "), found[2].as_str().expect("a text"));
        assert_eq!(heard.join(" "), expected, "{pace}");
        if pace == "brisk" {
            assert!(heard.len() > told.len() / 2, "not all at once: {heard:?}");
        }
        browser.assert_no_message();
    }
}

#[test]
fn the_keyboard_is_never_nowhere_in_a_game_and_its_review() {
    let Some(browser) = browser() else { return };
    begin_and_wait(&browser, "7");
    let watch = "
        window.nowhere = [];
        // After the last stop, Tab leads out of the page and in again.
        let isTab = false;
        addEventListener('keydown', ({ key }) => (isTab = key === 'Tab'), true);
        const look = () => {
            if (!isTab && (document.activeElement === null || document.activeElement === document.body)) {
                nowhere.push(`${app.mode} ${playing.phase.at}`);
            }
            requestAnimationFrame(look);
        };
        settings.isTutored = true;
        look();";
    browser.tab_to("#list [data-move]");
    browser.run(watch);
    play(&browser, || {
        let (role, name) = browser.focused();
        let is_somewhere = ["heading", "button", "main"].contains(&&*role);
        assert!(
            is_somewhere && (role == "main" || !name.is_empty()),
            "{role} {name}"
        );
        // Choose by turns a man on the board, and a move of the list: if possible one that gives something away.
        let bad = "#list [data-move]:not([data-loss='0'])";
        let is_there = format!("return document.querySelector(\"{bad}\") !== null;");
        let is_man = browser.run("return playing.game.turns.length % 4 < 2;") == true;
        let is_bad = browser.run(&is_there) == true;
        let wanted = if is_bad { bad } else { "#list [data-move]" };
        browser.tab_to(if is_man { ".man.movable" } else { wanted });
        let (role, name) = browser.focused();
        assert!(role == "button" && !name.is_empty(), "{role} {name}");
        browser.press(keys::ENTER);
        browser.wait("return playing.phase.at === 'judged' || document.querySelector('#tools [data-key=review], #list [data-move]') !== null;");
        if browser.run("return playing.phase.at;") == "judged" {
            assert_eq!(browser.focused().0, "heading");
            browser.press_on("play-on", keys::ENTER);
        }
    });
    browser.press_on("review", keys::ENTER);
    browser.press_on("back", keys::ENTER);
    browser.wait("return document.querySelector('.turns tbody tr') !== null;");
    for key in [keys::LEFT, keys::LEFT, keys::RIGHT] {
        browser.press(key);
    }
    browser.tab_to("[data-key^=try-]");
    browser.press(keys::ENTER);
    browser.press_on("answer", keys::ENTER);
    assert_ne!(browser.focused().1, "");
    assert_eq!(browser.run("return nowhere;"), json!([]));
}
