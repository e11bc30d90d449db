//! The address says which position, question or game the browser page shows, and a new address changes the page. After
//! an invalid address, file or setting the page shows a message that names the fault, and the console stays empty.

use std::process::Command;

use serde_json::{Value, json};

use super::page::solution_file;
use super::playing::{STATE, begin_and_wait, move_and_wait};
use super::window::keys;
use super::{Browser, browser};
use crate::commands::{self, run};

/// Body of a function: returns the moves that the page lists, each with its value and loss.
const LISTED: &str = "
    return [...document.querySelectorAll('[data-move]')].map((element) => {
        const { move, value, loss } = element.dataset;
        return [move, Number(value), Number(loss)];
    });";

/// Runs `tourne best` and returns the moves that it lists for each die, each with its value and loss.
fn best_of_dice(position: &str, rules: &str) -> [Vec<Value>; 6] {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tourne"));
    command.args(["best", position, "--format", "json", "--solution"]);
    let answer = commands::json(&run(command.arg(solution_file(rules))));
    [0, 1, 2, 3, 4, 5].map(|at| {
        let roll = &answer["rolls"][at];
        assert_eq!(roll["die"], at + 1);
        let moves = roll["moves"].as_array().expect("a list");
        moves
            .iter()
            .map(|ranked| json!([ranked["move"], ranked["value"], ranked["loss"]]))
            .collect()
    })
}

/// Returns the moves that `tourne best` lists for a die, each with its value and loss.
pub(super) fn best(position: &str, die: usize, rules: &str) -> Vec<Value> {
    best_of_dice(position, rules)[die - 1].clone()
}

/// Returns the moves that the page lists, each with its value and loss.
pub(super) fn listed(browser: &Browser) -> Vec<Value> {
    browser.list(LISTED)
}

/// Asserts that two lists have the same moves in the same order, with values and losses equal to the last bit.
#[track_caller]
pub(super) fn assert_lists(found: &[Value], expected: &[Value]) {
    let plain = |list: &[Value]| -> Vec<(String, u64, u64)> {
        let bits = |value: &Value| value.as_f64().expect("a number").to_bits();
        list.iter()
            .map(|ranked| (ranked[0].to_string(), bits(&ranked[1]), bits(&ranked[2])))
            .collect()
    };
    assert!(
        plain(found) == plain(expected),
        "the page lists {found:?}, not {expected:?}"
    );
}

#[test]
fn an_address_is_answered_as_by_the_command() {
    let Some(browser) = browser() else { return };
    browser.load(&["standard", "entry-first", "double-win", "course"]);
    for (position, die, rules) in [
        ("000/000", 3, "standard"),
        ("04h/007", 3, "standard"),
        ("056/002", 6, "standard"),
        ("x56/002", 6, "entry-first"),
        ("38h/6hh", 2, "double-win"),
        ("9ab/0x5", 5, "entry-first"),
        ("9ab/005", 5, "course"),
    ] {
        let of_rules = match rules {
            "standard" => String::new(),
            rules => format!("&rules={rules}"),
        };
        browser.open(&format!("#{position}:{die}{of_rules}"));
        let of_dice = best_of_dice(position, rules);
        assert_lists(&listed(&browser), &of_dice[die - 1]);
        // Change the address without loading the page again.
        browser.go(&browser.address(&format!("#{position}{of_rules}")));
        let shown = listed(&browser);
        for first in of_dice.iter().map(|of_die| &of_die[0]) {
            assert!(
                shown.iter().any(|listed| listed[0] == first[0]),
                "{first} is missing: {shown:?}"
            );
        }
    }
}

#[test]
fn what_is_chosen_is_in_the_address_and_back_and_reload_show_it_again() {
    let Some(browser) = browser() else { return };
    browser.open("#04h/007:3");
    // Choose the second move of the list and play it, by the keyboard.
    browser.tab_to("[data-move='0/3']");
    browser.press(keys::ENTER);
    browser.press_on("move-3-0/3-play", keys::ENTER);
    assert_eq!(browser.fragment(), "#007/34h&side=dark");
    browser.reload();
    assert_eq!(browser.fragment(), "#007/34h&side=dark");
    assert!(!listed(&browser).is_empty());
    browser.back();
    browser.wait("return document.querySelector('#position').value === '04h/007 3';");
    assert_lists(&listed(&browser), &best("04h/007", 3, "standard"));
    browser.forward();
    browser.wait("return document.querySelector('#position').value === '007/34h';");
    assert_eq!(browser.fragment(), "#007/34h&side=dark");
}

#[test]
fn a_nonsense_address_gets_a_clear_word() {
    let Some(browser) = browser() else { return };
    browser.may_end_with_message();
    let right = [
        "",
        "#",
        "#04h/007:43",
        "#0,4,12/0,0,7",
        "#04h%2F007:3",
        "#play",
        "#rules",
    ];
    let long = format!("#{}", "a".repeat(20_000));
    let image = "#<img src=x onerror=alert(1)>";
    let wrong = "#nonsense #% #%E0%A4%A #04h #04h/007/000 #04h/007:9 #04h/007:3&rules=chess \
                 #04h/007:3&rules=course #000/000&rules=__proto__ #04h/04h:3 #44h/007 #hhh/007 #x00/000";
    for hash in right
        .into_iter()
        .chain([image, &long])
        .chain(wrong.split(' '))
    {
        let is_right = right.contains(&hash);
        browser.open(hash);
        let message = browser.message();
        let shown = hash.get(..40).unwrap_or(hash);
        assert_eq!(message.is_empty(), is_right, "{shown}: {message:?}");
        assert!(message.len() < 400, "{shown}: {message:?}");
        let filled = "return document.querySelectorAll('main:not([hidden]) *').length > 20;";
        assert_eq!(browser.run(filled), json!(true), "{shown}");
        let images = browser.run("return document.images.length;");
        assert_eq!(images, json!(0), "{shown}");
        assert_eq!(browser.console(), [""; 0], "{shown}");
    }
}

#[test]
fn an_address_that_is_partly_wrong_stays_as_it_was_typed() {
    let Some(browser) = browser() else { return };
    browser.may_end_with_message();
    begin_and_wait(&browser, "7");
    for wrong in [
        "#play&rules=chess",
        "#practise&rules=chess",
        "#practise:04h/007:9",
        "#practise:056/002:6",
        "#practise:04h/007",
    ] {
        browser.open(wrong);
        assert_ne!(browser.message(), "", "{wrong}");
        if wrong.starts_with("#play") {
            // The game in the storage goes on.
            browser.wait(STATE);
            move_and_wait(&browser);
        }
        assert_eq!(browser.fragment(), wrong);
    }
}

#[test]
fn a_damaged_page_says_so() {
    let Some(browser) = browser() else { return };
    browser.may_end_with_message();
    let solution = "id=\"solution-standard\">";
    for other in [
        "id=\"solution-standard\">%%%%",
        "id=\"solution-standard\">AAAA",
        "id=\"solution-course\">",
        "id=\"solution-chess\">",
    ] {
        let damaged = browser.page().with(solution, other);
        browser.go("about:blank");
        browser.go(&damaged.address(""));
        browser.wait("return document.querySelector('[role=alert]').textContent.trim() !== '';");
        assert_eq!(browser.console(), [""; 0]);
    }
}
