//! The animated pictures of the rules: they show legal moves, move once or on demand, and are clear without animation.

use serde_json::{Value, json};
use tourne::facts::WORTHS;
use tourne_solver::Rules;

use super::browser;

#[test]
fn the_pictures_of_the_rules_show_moves_that_are_legal_and_one_that_is_not() {
    let names = Rules::PRESETS.map(|(name, _)| name);
    let Some(browser) = browser() else { return };
    browser.load(&names);
    for name in names {
        browser.open(&format!("#rules&rules={name}"));
        let told = browser.run("return lessons(app.rules).map(({ text, die, from, key }) => {
                const move = Tourne.moves(app.rules.name, text, die).find((it) => it.move.startsWith(`${from}/`));
                return [key, move ? move.move : 'barred'];
            });");
        let mut expected = vec![
            ["lesson-enter", "0/2"],
            ["lesson-move", "4/7"],
            ["lesson-hit", "4/7*"],
        ];
        expected.extend(match name {
            "course" => [["lesson-crowd", "1/4"], ["lesson-overshoot", "9/0"]],
            _ => [["lesson-pass", "barred"], ["lesson-home", "8/12"]],
        });
        if name.contains("entry") {
            expected.push(["lesson-duty", "0/3"]);
        }
        assert_eq!(told, json!(expected), "{name}");
    }
}

/// Expected numbers of arrow heads, crosses and buttons in each picture of the standard rules while nothing moves.
fn still(buttons: u8) -> String {
    let picture = |barred: u8| json!([1 - barred, barred, buttons]);
    json!([0, 0, 0, 1, 0].map(picture)).to_string()
}

const PICTURES: &str = "JSON.stringify([...document.querySelectorAll('.moving')].map((it) =>
    ['.arrow .head', '.barred .stop', 'button'].map((part) => it.querySelectorAll(part).length)))";

#[test]
fn a_picture_of_the_rules_moves_when_asked_to_and_is_read_without_motion() {
    let Some(browser) = browser() else { return };
    browser.open("#rules");
    browser.emulate("", &[("prefers-reduced-motion", "reduce")]);
    browser.reload();
    let pictures = browser.run(&format!("return {PICTURES};"));
    assert_eq!(pictures, still(0), "nothing moves, and each move is seen");

    browser.emulate("", &[("prefers-reduced-motion", "no-preference")]);
    browser.reload();
    let is_still = format!(
        "return document.querySelector('.lifted') === null && {PICTURES} === '{}';",
        still(1)
    );
    for (key, moves) in [
        (
            "hit",
            "it.querySelectorAll(\"[data-place='1-0']\").length === 3",
        ),
        (
            "home",
            "it.querySelectorAll(\"[data-place='0-12']\").length === 3",
        ),
        ("pass", "it.querySelector('.barred') !== null"),
    ] {
        // A picture that comes into view moves once. Some pictures have moved already.
        let button = format!("[data-key=lesson-{key}]");
        browser.run_with(
            "document.querySelector(arguments[0]).scrollIntoView({ block: 'end' });",
            &json!([button]),
        );
        let moving = format!(
            "const it = document.querySelector('{button}').parentElement;
             return it.querySelector('.lifted') !== null && {moves};"
        );
        if key == "hit" {
            // The other pictures may have come into view before.
            browser.wait(&moving);
        }
        browser.wait(&format!("return seenLessons.has('lesson-{key}');"));
        browser.wait(&is_still);
        let seen = "return new Promise((resolve) => setTimeout(() => resolve(document.querySelector('.lifted') !== null), 300));";
        assert_eq!(browser.run(seen), Value::Bool(false), "{key}: once");
        browser.click(&button);
        browser.wait(&moving);
        // On paper, the pictures do not move.
        browser.emulate("print", &[("prefers-reduced-motion", "no-preference")]);
        browser.wait(&is_still);
        browser.emulate("", &[("prefers-reduced-motion", "no-preference")]);
    }
    browser.click("[data-key=language]");
    let caption = browser.text(".moving figcaption");
    assert!(
        caption.contains("Les dames commencent hors du tablier."),
        "{caption}"
    );
}

#[test]
fn the_sheet_of_the_rules_unfolds_what_is_folded() {
    let Some(browser) = browser() else { return };
    browser.load(&["standard"]);
    browser.open("#rules");
    let folded = "return [...document.querySelectorAll('#account details')].map((it) => it.open);";
    assert_eq!(browser.run(folded), json!([false, false]));
    browser.emulate("print", &[]);
    // Paper is narrower than a wide screen.
    browser.make_wide(680);
    browser.wait("return document.querySelector('#account details').open;");
    assert_eq!(browser.run(folded), json!([true, true]));
    browser.emulate("", &[]);
    browser.make_wide(1280);
}

#[test]
fn a_table_says_what_each_rule_costs_in_both_languages() {
    let Some(browser) = browser() else { return };
    browser.open("#rules");
    let rows = "return [...document.querySelectorAll('#costs tbody tr')].map((row) => [...row.children].map((it) => it.textContent));";
    let rows = || browser.run(rows);
    // The figures are those of `tourne atlas`; with one die, each throw is another.
    let english = rows();
    assert_eq!(english.as_array().map(Vec::len), Some(7));
    assert_eq!(
        english[1],
        json!(["One die", "51.2712 %", "39.820", "21,145", "all"])
    );
    let shared = "more than 99.99 %";
    assert_eq!(english[4][4], shared, "not every game is touched");
    browser.click("[data-key=language]");
    let french = rows()[2].to_string().replace('\u{202f}', " ");
    assert_eq!(
        french,
        json!(["Rentrée forcée", "51,1250 %", "45,958", "7 855", "84,91 %"]).to_string()
    );
    browser.click("[data-key=language]");
}

#[test]
fn tables_say_what_things_are_worth_in_both_languages() {
    let Some(browser) = browser() else { return };
    browser.load(&["standard"]);
    browser.open("#rules");
    let worths = WORTHS;
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let by_point = (0..12).map(|point| {
        let of = |shares: &[f64]| {
            let at = usize::checked_sub(point, 1);
            at.map_or(String::new(), |at| percent(shares[at]))
        };
        let place = if point == 0 {
            "off".to_owned()
        } else {
            point.to_string()
        };
        let (home, pip) = (percent(worths.home[point]), percent(worths.pip[point]));
        [place, of(&worths.hit), home, pip, of(&worths.block)]
    });
    let by_point: Vec<_> = by_point.collect();
    let tables = "return [...document.querySelectorAll('#worths table')].map((table) =>
        [...table.querySelectorAll('tbody tr')].map((row) => [...row.children].map((it) => it.textContent.replaceAll('\u{a0}', ' '))));";
    let found = browser.run(tables);
    assert_eq!(found[0], json!(by_point));
    // As query/STRATEGY.md says it, which another test compares with the library.
    let entering: Vec<Value> = (0..4)
        .map(|at| json!(found[1][at].as_array().map(|row| &row[1..])))
        .collect();
    let expected = json!([
        ["enter", "2.9 %", "91 %"],
        ["run", "2.1 %", "98 %"],
        ["run", "1.1 %", "86 %"],
        ["either", "–", "–"]
    ]);
    assert_eq!(json!(entering), expected);
    let text = browser.text("#worths").replace('\u{a0}', " ");
    let [first, second, last] = worths.homes.map(percent);
    for said in [
        format!("Being on roll is worth {}.", percent(worths.turn)),
        format!("The first man home is worth {first}, the second {second}, the last {last}."),
    ] {
        assert!(text.contains(&said), "{said} in {text}");
    }
    let heights = "return [...document.querySelectorAll('svg.worth rect')].map((it) => Number(it.getAttribute('height')));";
    let heights: Vec<f64> = serde_json::from_value(browser.run(heights)).expect("numbers");
    assert_eq!(heights.len(), 11);
    assert!(heights.is_sorted(), "a hit further on is worth more");
    browser.click("[data-key=language]");
    let french = browser.run(tables)[0][11].to_string();
    assert!(french.contains("15,8"), "{french}");
    browser.click("[data-key=language]");
}
