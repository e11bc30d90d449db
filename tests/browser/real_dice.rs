//! Real dice: every digit that is typed counts, however fast, and each die of the draw stands beside its owner.

use serde_json::{Value, json};

use super::{Browser, browser};

/// Number of throws after the draw.
const THROWS: u64 = 100;

/// Begins a game with real dice against the perfect player; `own` is the person's seat.
fn begin_real(browser: &Browser, rules: &str, own: u8, length: u8) {
    let begin = "
        return changeRules(arguments[0], true).then(() => {
            newGame();
            Object.assign(settings, { level: PERFECT, isReal: true, own: arguments[1], length: arguments[2] });
            motion.pace = 'brisk';
            beginMatch();
        });";
    browser.run_with(begin, &json!([rules, own, length]));
    browser.wait("return playing.phase.at === 'opening' && playing.judge !== null;");
}

#[test]
fn a_hundred_throws_typed_fast_are_recorded_as_they_were_typed() {
    let Some(browser) = browser() else { return };
    browser.open("#play");
    begin_real(&browser, "standard", 0, 1);
    // Choose for the person, as fast as the throws come. The computer takes longer than most pauses between digits.
    browser.run(
        "PACES.brisk = 250;
        setInterval(() => {
            const choices = document.querySelectorAll('#list [data-move]');
            (document.querySelector('[data-key=go-on]') ?? choices[choices.length - 1])?.click();
        }, 60);",
    );
    // Low throws, so that the game is long enough.
    let throws: Vec<[u64; 2]> = (0..THROWS)
        .map(|at| {
            let other = 1 + (at * at + at / 3) % 6;
            if at % 3 == 0 { [other, 1] } else { [1, other] }
        })
        .collect();
    let pauses = [50, 400, 60, 50, 130, 50, 90, 220, 70];
    let digits = [5, 3].into_iter().chain(throws.iter().flatten().copied());
    let typed: Vec<(char, u64)> = digits
        .zip(pauses.into_iter().cycle())
        .map(|(digit, pause)| (char::from(b'0' + digit as u8), pause))
        .collect();
    browser.type_slowly(&typed);
    let turns = format!("return playing.game.turns.length >= {THROWS} || null;");
    browser.wait(&turns);
    let recorded =
        browser.run("return [playing.game.first, playing.game.turns.map(({ dice }) => dice)];");
    assert_eq!(recorded, json!([0, throws]));
}

#[test]
fn digits_that_wait_are_shown_and_taken_back() {
    let Some(browser) = browser() else { return };
    browser.open("#play");
    begin_real(&browser, "standard", 0, 1);
    browser.press("5364");
    let waiting = "return [...document.querySelectorAll('#says .waiting .die')].map((it) => it.querySelectorAll('.spot').length);";
    assert_eq!(browser.run(waiting), json!([6, 4]));
    browser.press("\u{e003}2");
    assert_eq!(browser.run(waiting), json!([6, 2]));
    browser.wait("return diceNow().length === 2;");
    assert_eq!(browser.run("return diceNow();"), json!([6, 2]));
    assert_eq!(browser.run(waiting), json!([]));
}

#[test]
fn in_the_draw_each_die_stands_beside_its_owner_and_chances_are_even() {
    let Some(browser) = browser() else { return };
    browser.show(&["standard", "double-win"], "#play");
    let owners = "return [...document.querySelectorAll('.picker .owner')]
        .map((it) => [it.textContent.trim(), it.querySelectorAll('.spot').length]);";
    for (rules, own, length, names, even) in [
        ("standard", 0, 1, ["You", "Computer"], "50.0 %"),
        ("standard", 1, 5, ["Computer", "You"], "50.0 %"),
        ("double-win", 0, 1, ["You", "Computer"], "+0.00"),
        ("double-win", 0, 3, ["You", "Computer"], "50.0 %"),
    ] {
        begin_real(&browser, rules, own, length);
        let chances = browser.list(
            "return [...document.querySelectorAll('#chances b')].map((it) => it.textContent);",
        );
        assert_eq!(chances, [even, even], "{rules}, {length}");
        browser.press("3");
        let [first, second] = names;
        let shown = browser.run(owners);
        assert_eq!(shown, json!([[first, 3], [second, 0]]), "{rules}, {length}");
        // The greater die begins.
        browser.press("2");
        let seat = browser.wait("return playing.phase.at === 'begin' && [playing.game.first];");
        assert_eq!(seat, json!([0]));
        browser.wait("return playing.phase.at === 'roll';");
        let chances = browser.list(
            "return [...document.querySelectorAll('#chances b')].map((it) => it.textContent);",
        );
        assert_ne!(chances[0], Value::from(even), "who begins is ahead");
    }
}
