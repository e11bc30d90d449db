//! Names written from right to left leave the order of the sentences around them alone.

use serde_json::json;

use super::reviewing::read;
use super::{Browser, browser};

/// Two games. David, in Hebrew, makes a mistake and gives up; Muhammad, in Arabic, makes one too. The title is Hebrew
/// and has a number.
const RECORD: &str = "\
title: משחק 5 של דוד
place: ירושלים
result: דוד resigns
position: 04h/007
דוד 3 0/3
محمد 6 0/6
דוד 1 4/5
rules: standard
דוד 4-3 0/3
محمد 5-4 0/4
";

/// Body of a function: returns each text of the page in which a letter from right to left is isolated neither by an
/// element nor by characters, and the number of those that are.
const STRAY: &str = "
    const rtl = /[\\u0590-\\u06ff]/;
    const stray = [];
    let count = 0;
    const check = (text, what) => {
        const rest = text.replace(/\\u2068[^\\u2068\\u2069]*\\u2069/g, '');
        if (rtl.test(rest)) stray.push(`${what}: ${text}`);
        else if (rtl.test(text)) count += 1;
    };
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
        const parent = node.parentElement;
        if (parent.closest('script')) continue;
        if (parent.closest('bdi, textarea')) count += rtl.test(node.data) ? 1 : 0;
        else check(node.data, parent.tagName);
    }
    for (const element of document.querySelectorAll('*')) {
        for (const name of ['aria-label', 'title', 'alt']) check(element.getAttribute(name) ?? '', name);
    }
    check(document.title, 'document');
    return [stray, count];";

/// Asserts that names are shown, at least so often, and are all isolated.
#[track_caller]
fn assert_isolated(browser: &Browser, least: u64) {
    let found = browser.run(STRAY);
    assert_eq!(found[0], json!([]));
    assert!(found[1].as_u64() >= Some(least), "{found}");
}

#[test]
fn right_to_left_names_are_isolated_wherever_they_are_shown() {
    let Some(browser) = browser() else { return };
    browser.may_end_with_message();
    browser.open("#review");
    read(&browser, RECORD);
    browser.wait(
        "return reviewing.totals !== null && document.querySelector('.turns tbody tr') !== null;",
    );
    assert_isolated(&browser, 5);
    // The name stands before its number, as the sentence has it.
    let order = "
        const line = [...document.querySelectorAll('.in-short p')].find((it) => it.textContent.startsWith('דוד'));
        const name = line.querySelector('bdi');
        const after = document.createRange();
        after.setStart(name.nextSibling, 0);
        after.setEnd(name.nextSibling, 3);
        return [after.toString(), name.getBoundingClientRect().right <= after.getBoundingClientRect().left + 0.5];";
    assert_eq!(browser.run(order), json!([": 2", true]));
    for language in ["en", "fr"] {
        browser.run_with("changeLanguage(arguments[0]);", &json!([language]));
        for turn in 0..4 {
            browser.run_with("showTurn(arguments[0]);", &json!([turn]));
            assert_isolated(&browser, 5);
        }
        browser.run("tryAgain(placeAfter(0, mistakesToTry).turn); fillPaper();");
        assert_isolated(&browser, 5);
        browser.run(
            "reviewing.solved.add(reviewing.trying); app.show(); byId('paper').replaceChildren();",
        );
        assert_isolated(&browser, 5);
        browser.run("return chooseGame(1);");
        assert_isolated(&browser, 5);
        browser.run("return chooseGame(0);");
    }
    // The file has the names as they were written, and errors quote them isolated.
    let written = browser.said("return reviewing.games.map(writeRecord).join('');");
    assert!(written.contains("\nדוד 3 0/3\nمحمد 6 0/6\n"), "{written}");
    read(&browser, &RECORD.replace("דוד 1 4/5", "משה 1 4/5"));
    browser.wait("return document.querySelector('#record-fault').textContent !== '';");
    assert_isolated(&browser, 5);
    let fault = browser.text("#record-fault");
    assert!(
        fault.contains("משה") && !fault.contains('\u{2068}'),
        "{fault}"
    );
    // A Persian name may keep two letters apart, and characters that would turn the order round are shown.
    browser.open("#review");
    read(&browser, "علی\u{200c}رضا 4-3 0/3\nB\u{202e} 5-4 0/4\n");
    browser.wait("return document.querySelectorAll('.turns tbody tr').length === 2;");
    let shown = browser.text("#list");
    assert!(
        shown.contains("علی\u{200c}رضا") && shown.contains("B\\u{202e}"),
        "{shown}"
    );
    browser.open("#דוד/007");
    assert_isolated(&browser, 1);
    browser.open("#review:U&names=%D7%93%D7%95%D7%93,B&%D7%93=1");
    assert_isolated(&browser, 8);
}
