//! Positions are set up by mouse, finger, keyboard and typing. A set-up that breaks a rule gets a message that names
//! the rule. The heat map shows the values that the command prints.

use std::process::Command;

use serde_json::{Value, json};

use super::addresses::{assert_lists, best, listed};
use super::window::{Pointer, keys};
use super::{Browser, browser};
use crate::commands::{self, run};

/// Body of a function: returns the pixel at a place (0 off, 12 home) in the lane of a side (0 at the bottom). It finds
/// the place as a person does, by the number or sign on the board.
const SPOT: &str = "
    const [side, place] = arguments;
    const board = document.querySelector('.board');
    board.scrollIntoView({ block: 'center' });
    const signs = place === 0 ? '.chevron' : place === 12 ? '.house' : '.number';
    const sign = [...board.querySelectorAll(signs)].find((it) => place % 12 === 0 || it.textContent === `${place}`);
    const box = sign.getBoundingClientRect();
    const man = board.querySelector('.man .disc').getBoundingClientRect().height;
    const middle = box.y + box.height / 2 + (side === 0 ? 1 : -1) * 1.1 * man;
    return [Math.round(box.x + box.width / 2), Math.round(middle)];";

pub(super) fn spot(browser: &Browser, side: u8, place: u8) -> [i64; 2] {
    let spot = browser.run_with(SPOT, &json!([side, place]));
    [0, 1].map(|axis: usize| spot[axis].as_i64().expect("a number of pixels"))
}

/// Returns the selector of the first man of a side at a place; -1 is off and not hit.
fn man(side: u8, place: i8) -> String {
    format!("[data-key='man-{side}-{place}-0']")
}

/// Returns the position in the field for typing.
fn position(browser: &Browser) -> String {
    browser.said("return document.querySelector('#position').value;")
}

/// Sets up light men on 4 and 12 and a dark man on 7, and asserts that the page shows this position and its best moves.
/// `place` moves a man of a side to a place.
#[track_caller]
fn assert_set_up(browser: &Browser, place: impl Fn(u8, u8)) {
    browser.open("#000/000");
    browser.click("[data-key=set-up]");
    place(0, 4);
    assert_eq!(position(browser), "004/000");
    place(1, 7);
    assert_eq!(position(browser), "004/007");
    place(0, 12);
    assert_eq!(position(browser), "04h/007");
    browser.click("[data-key=set-up]");
    browser.click("[data-key=die-3]");
    assert_eq!(browser.fragment(), "#04h/007:3");
    assert_lists(&listed(browser), &best("04h/007", 3, "standard"));
    browser.assert_no_message();
}

#[test]
fn men_are_dragged_tapped_and_moved_by_the_keyboard_to_their_points() {
    let Some(browser) = browser() else { return };
    for (pointer, width) in [(Pointer::Mouse, 1280), (Pointer::Finger, 360)] {
        browser.make_wide(width);
        assert_set_up(&browser, |side, place| {
            let to = spot(&browser, side, place);
            browser.drag(pointer, &man(side, -1), to);
        });
        assert_set_up(&browser, |side, place| {
            // Men off the board overlap: the man nearest to the middle of the board lies on top.
            browser.press_at(pointer, spot_of_waiting(&browser, side));
            browser.press_at(pointer, spot(&browser, side, place));
        });
    }
    assert_set_up(&browser, |side, place| {
        browser.tab_to(&man(side, -1));
        if place == 12 {
            browser.press(keys::END);
            browser.press(&format!("{}{}", keys::LEFT, keys::RIGHT));
        } else {
            browser.press(&keys::RIGHT.repeat(place.into()));
        }
    });
}

/// Returns the pixel in the middle of the first man of a side that is off the board.
fn spot_of_waiting(browser: &Browser, side: u8) -> [i64; 2] {
    let script = "
        const man = document.querySelector(arguments[0]);
        man.scrollIntoView({ block: 'center' });
        const box = man.querySelector('.disc').getBoundingClientRect();
        return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];";
    let spot = browser.run_with(script, &json!([man(side, -1)]));
    [0, 1].map(|axis: usize| spot[axis].as_i64().expect("a number of pixels"))
}

#[test]
fn a_typed_position_is_shown_and_a_wrong_one_is_named() {
    let Some(browser) = browser() else { return };
    browser.may_end_with_message();
    browser.open("#000/000");
    let type_in = |text: &str| {
        browser.tab_to("#position");
        browser.run("document.activeElement.select();");
        browser.press(&format!("{text}{}", keys::ENTER));
    };
    type_in("04h/007 4-3");
    browser.wait("return location.hash.endsWith(':4-3');");
    assert_lists(&listed(&browser), &best("04h/007", 3, "standard"));
    browser.assert_no_message();
    type_in("04z/007");
    assert!(browser.message().contains("“z” is not a man"));
    type_in("044/007");
    let message = browser.message();
    assert!(
        message.contains("more than one man on point 4"),
        "{message}"
    );
    // The position that was shown before stays.
    assert_eq!(browser.fragment(), "#04h/007:4-3");
    assert_eq!(browser.console(), [""; 0]);
}

#[test]
fn the_other_die_is_played_where_it_is_lower() {
    let Some(browser) = browser() else { return };
    browser.open("#049/008");
    browser.click("[data-key=die-4]");
    assert_eq!(browser.fragment(), "#049/008:4");
    browser.press_on("menu", keys::ENTER);
    browser.press_on("other-die", "3");
    browser.wait("return document.querySelector('[data-key=die-3]').checked || null;");
    assert_eq!(browser.fragment(), "#049/008:3-4");
    browser.assert_shows("#list", &["9/12"]);
}

#[test]
fn a_set_up_that_breaks_a_rule_says_which() {
    let Some(browser) = browser() else { return };
    browser.load(&["standard", "forced-entry", "course"]);
    // Each case puts a man of a side in 04h/007 to another place, and has the rule that the new set-up breaks.
    let facing = Some("men of both sides face each other on point 7");
    let cases = [
        ("standard", 0, -1, 4, Some("more than one man on point 4")),
        ("standard", 0, 4, 7, facing),
        ("standard", 1, 7, 5, None),
        ("course", 0, -1, 4, None),
        ("course", 0, 4, 7, facing),
        (
            "forced-entry",
            1,
            -1,
            7,
            Some("more than one man on point 7"),
        ),
    ];
    for (rules, side, from, to, fault) in cases {
        browser.open(&format!("#04h/007&rules={rules}"));
        browser.click("[data-key=set-up]");
        browser.drag(Pointer::Mouse, &man(side, from), spot(&browser, side, to));
        let panel = browser.text("#list");
        match fault {
            None => assert!(!panel.contains("cannot be played"), "{rules}: {panel}"),
            Some(fault) => {
                assert!(panel.contains(fault), "{rules}: {panel}");
                assert!(browser.text("#live").contains(fault), "it is announced");
                assert_eq!(listed(&browser), [Value::Null; 0]);
                assert_eq!(browser.text("#chances").trim(), "");
            }
        }
        browser.assert_no_message();
    }
    // Bring the last man home, so that the game is over.
    browser.open("#hh4/007");
    browser.click("[data-key=set-up]");
    browser.drag(Pointer::Mouse, &man(0, 4), spot(&browser, 0, 12));
    let over = "the game is over: Light has all three men home";
    browser.assert_shows("#list", &[over]);
    // Mark a man as hit, under rules with a duty to enter.
    browser.open("#056/002&rules=forced-entry");
    browser.click("[data-key=set-up]");
    browser.tab_to(&man(0, -1));
    browser.press("x");
    assert_eq!(position(&browser), "x56/002");
}

/// Returns the value of a position that `tourne best` prints, with four decimals.
fn value(position: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tourne"));
    let answer = commands::json(&run(command.args(["best", position, "--format", "json"])));
    let value = answer["value"].as_f64().expect("a number");
    format!("{:.4} %", 100.0 * value)
}

#[test]
fn the_heat_map_says_the_value_of_every_place() {
    let Some(browser) = browser() else { return };
    browser.open("#04h/007");
    browser.click(&man(0, 4));
    let rows = browser.list(
        "return [...document.querySelectorAll('.heat-table tr')].map((row) =>
            [...row.children].slice(0, 2).map((cell) => cell.textContent));",
    );
    assert_eq!(rows.len(), 13);
    for (row, place) in rows.iter().zip("0123456789abh".chars()) {
        let expected = match place {
            '7' => "not possible".to_owned(),
            place => value(&format!("0{place}h/007")),
        };
        assert_eq!(row[1], json!(expected), "{row}");
    }
    // The board shows the same numbers with fewer digits.
    let cells = browser.list(
        "return [...document.querySelectorAll('.cell-text')].map((text) => text.textContent);",
    );
    for (row, cell) in rows.iter().zip(&cells) {
        let number =
            |text: &Value| -> Option<f64> { text.as_str()?.trim_end_matches(" %").parse().ok() };
        let same = match (number(&row[1]), number(cell)) {
            (Some(value), Some(short)) => (value - short).abs() < 0.051,
            (value, short) => value == short,
        };
        assert!(same, "{row} and {cell}");
    }
    // By the keyboard, a button leads back to the moves, and a man can be chosen again.
    browser.press_on("to-moves", keys::ENTER);
    assert!(!listed(&browser).is_empty());
    browser.tab_to(&man(1, 7));
    browser.press(keys::ENTER);
    browser.assert_shows("#list", &["dark man on 7"]);
}

#[test]
fn men_that_owe_their_entry_are_brought_back_with_their_rules() {
    let Some(browser) = browser() else { return };
    browser.show(&["forced-entry", "standard"], "#x04/007&rules=forced-entry");
    browser.click("[data-key=set-up]");
    browser.run("return changeRules('standard', true);");
    assert_eq!(position(&browser), "004/007");
    browser.click("[data-key=undo-replaced]");
    browser.wait("return app.rules.name === 'forced-entry';");
    assert_eq!(position(&browser), "0x4/007");
    assert_eq!(browser.run("return analysis.isSettingUp;"), true);
    assert_eq!(browser.fragment(), "#0x4/007&rules=forced-entry");
}

#[test]
fn the_help_of_setting_up_stands_once() {
    let Some(browser) = browser() else { return };
    for (position, picked) in [
        ("#04h/007", "return true;"),
        (
            "#04h/007",
            "analysis.picked = { side: 0, man: 4 }; app.show();",
        ),
    ] {
        browser.open(position);
        browser.click("[data-key=set-up]");
        browser.run(picked);
        let count = browser.run(
            "return document.body.innerText.split(T.typeset(T.analyse.setUpHelp)).length - 1;",
        );
        assert_eq!(count, 1, "{picked}");
    }
    // Also where the set-up breaks a rule.
    browser.drag(Pointer::Mouse, &man(0, -1), spot(&browser, 0, 4));
    let count = browser
        .run("return document.body.innerText.split(T.typeset(T.analyse.setUpHelp)).length - 1;");
    assert_eq!(count, 1);
}
