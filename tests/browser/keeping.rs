//! A game in progress survives a reload of the page, also if the browser forbids storage.

use serde_json::json;

use super::browser;
use super::playing::{STATE, begin, play, record};

/// Body of a function: returns the throw that is shown and the moves to choose from.
const CHOICE: &str = "
    return [document.querySelector('.dice').ariaLabel,
        ...[...document.querySelectorAll('#list [data-move]')].map((it) => it.dataset.move)];";

#[test]
fn a_game_outlives_a_reload_with_storage_and_without() {
    let Some(browser) = browser() else { return };
    for is_forbidden in [false, true] {
        browser.go("about:blank");
        if is_forbidden {
            browser.forbid_storage();
        }
        begin(&browser, "21");
        for _ in 0..3 {
            browser.wait(STATE);
            browser.click("#list [data-move]");
        }
        browser.wait(STATE);
        let before = (record(&browser), browser.run(CHOICE));
        browser.reload();
        browser.wait(STATE);
        assert_eq!((record(&browser), browser.run(CHOICE)), before);
        assert!(before.0.lines().count() > 4, "{}", before.0);
        browser.run("settings.isForcing = true;");
        // The game also goes on after another part of the page was open.
        browser.click("[data-key=mode-rules]");
        browser.click("[data-key=mode-play]");
        browser.wait(STATE);
        assert_eq!(record(&browser), before.0);
        // Without storage the pace is that of a new visitor.
        browser.run("motion.pace = 'instant';");
        play(&browser, || browser.click("#list [data-move]"));
        // All throws of the game are the throws of the seed.
        let thrown = "
            const thrower = new Thrower(21);
            return playing.game.turns.every((turn, at) => `${turn.dice}` === `${thrower.throwOf(app.rules, at)}`);";
        assert_eq!(browser.run(thrown), json!(true));
        let over = record(&browser);
        browser.reload();
        assert_eq!(browser.wait(STATE), "over");
        assert_eq!(record(&browser), over);
        browser.assert_no_message();
    }
}

#[test]
fn a_kept_game_that_was_changed_by_hand_is_left_alone() {
    let Some(browser) = browser() else { return };
    browser.open("#play");
    let whole = json!({
        "rules": "standard", "first": 0, "start": "000/000", "turns": [["4-3", "0/3"]], "dice": "5-2", "phase": "act",
        "level": 4, "isReal": false, "seed": 7, "resignedBy": -1,
    });
    let changes = [
        ("turns", json!([["4-3", "0/4"]])),
        ("turns", json!("nonsense")),
        ("start", json!("hhh/hhh")),
        ("dice", json!("9")),
        ("level", json!(99)),
        ("seed", json!("seven")),
        ("phase", json!("nonsense")),
    ];
    for (field, wrong) in changes {
        let mut kept = whole.clone();
        kept[field] = wrong;
        let store =
            "localStorage.setItem('tourne-game', arguments[0]); history.replaceState(null, '');";
        browser.run_with(store, &json!([kept.to_string()]));
        browser.reload();
        let begins = "return document.querySelector('[data-key=begin]') !== null;";
        assert_eq!(browser.run(begins), json!(true), "{kept}");
        browser.assert_no_message();
    }
    let store =
        "localStorage.setItem('tourne-game', arguments[0]); history.replaceState(null, '');";
    browser.run_with(store, &json!([whole.to_string()]));
    browser.reload();
    browser
        .wait("return document.querySelectorAll('.log li').length === 1 || playing.game !== null;");
}
