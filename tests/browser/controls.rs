//! Controls: each is large enough for a finger, and Tab stops at nothing else.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::playing::{begin_and_wait, play};
use super::reviewing::review_link;
use super::window::keys;
use super::{Browser, browser, chromium};

/// Body of a function: returns the controls that are lower or narrower than 24 CSS pixels. A control that is not seen
/// has its label; words in a sentence are as high as its line, which WCAG 2.2 allows (2.5.8).
const SMALL: &str = "
    const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=button]')];
    const shown = controls.filter((it) => it.checkVisibility() && !it.matches('.term, .unseen'));
    return shown.flatMap((it) => {
        const style = getComputedStyle(it);
        const isHidden = style.opacity === '0' || style.appearance === 'none' && it.offsetWidth < 2;
        const { width, height } = (isHidden ? it.closest('label') ?? it : it).getBoundingClientRect();
        return width > 0 && Math.min(width, height) < 23.99 ? [`${it.outerHTML.slice(0, 120)} ${width} × ${height}`] : [];
    });";

#[test]
fn every_control_is_at_least_24_pixels_wide_and_high() {
    let Some(browser) = browser() else { return };
    browser.load(&["standard", "forced-entry"]);
    let assert_large = |place: &str| {
        for width in [280, 360, 1280] {
            browser.make_wide(width);
            // What is folded has controls too.
            let fold =
                "document.querySelectorAll('details').forEach((it) => (it.open = arguments[0]));";
            browser.run_with(fold, &json!([true]));
            // A board that still moves or grows is measured again.
            let started = Instant::now();
            while browser.run(SMALL) != json!([]) && started.elapsed() < Duration::from_secs(3) {
                thread::sleep(Duration::from_millis(50));
            }
            assert_eq!(
                browser.run(SMALL),
                json!([]),
                "{place}, {width} pixels wide"
            );
            browser.run_with(fold, &json!([false]));
        }
    };
    for part in [
        "#04h/007",
        "#04h/007:4-3",
        "#play",
        "#daily=2026-11-25",
        "#practise",
        "#review",
        "#review:UAY0jNj-&names=W,B",
        "#rules",
    ] {
        browser.open(part);
        assert_large(part);
    }
    browser.open("#x56/002&rules=forced-entry");
    browser.click("[data-key=set-up]");
    browser.run("analysis.picked = { side: 0, man: OWING }; app.show();");
    assert_large("setting up");
    begin_and_wait(&browser, "7");
    assert_large("a game");
    play(&browser, || {
        browser.run("document.querySelector('#list [data-move]').click();");
    });
    assert_large("the end of a game");
    browser.click("[data-key=review]");
    assert_large("a mistake");
    browser.click("[data-key=back]");
    assert_large("a review");
    begin_real(&browser);
    assert_large("real dice");
}

fn begin_real(browser: &Browser) {
    browser.open("#play");
    browser
        .run("newGame(); settings.isReal = true; beginMatch(); playing.typed = [3]; app.show();");
}

#[test]
fn tab_stops_at_controls_and_lists_that_scroll_only() {
    let Some(browser) = chromium("its driver's Tab leads to the bars of the browser") else {
        return;
    };
    let dead = "
        const it = document.activeElement;
        const isLive = it.matches('a[href], button, input, select, textarea, summary, [role=button], [role=region], .log, body');
        return isLive ? null : it.outerHTML.slice(0, 120);";
    for part in ["#play", "#04h/007:4-3", "#practise", "#rules", "#review"] {
        browser.open(part);
        for _ in 0..30 {
            browser.press(keys::TAB);
            assert_eq!(browser.run(dead), json!(null), "{part}");
        }
    }
    browser.open("#review");
    let link = review_link(&browser, "A 5-1 0/1\nB 5-4 0/4\nA 5-3 1/4*\n");
    browser.open(&link);
    for _ in 0..30 {
        browser.press(keys::TAB);
        assert_eq!(browser.run(dead), json!(null), "a review");
    }
}
