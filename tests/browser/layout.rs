//! The browser page fits on screens of any width, with light and dark colours, and passes an automatic check of
//! accessibility.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::json;

use super::playing::{STATE, begin, begin_and_wait, play};
use super::reviewing::review_link;
use super::reviewing_turns::long_game;
use super::{Browser, browser, chromium, left_out};
use crate::commands::assert_says;

/// Fragments of the addresses of all parts of the page.
const PARTS: [&str; 7] = [
    "#000/000",
    "#04h/007:3",
    "#play",
    "#daily=2026-11-25",
    "#practise",
    "#review",
    "#rules",
];

/// Widths of screens, in CSS pixels: small phones, a tablet, a desk.
const WIDTHS: [u32; 5] = [280, 320, 360, 768, 1280];

/// Body of a function: returns the width of the page, and elements that reach beyond its right edge and are neither cut
/// off nor scrolled.
const OUTSIDE: &str = "
    const clips = (element) => {
        for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
            if (getComputedStyle(at).overflowX !== 'visible') return true;
        }
        return false;
    };
    const outside = [...document.body.querySelectorAll('*')].filter((element) => {
        const box = element.getBoundingClientRect();
        return box.width > 0 && box.right > innerWidth + 0.5 && !clips(element);
    });
    const names = outside.slice(0, 5).map((element) => element.outerHTML.slice(0, 80));
    return [document.documentElement.scrollWidth, names];";

#[test]
fn nothing_is_wider_than_the_screen() {
    let Some(browser) = browser() else { return };
    browser.load(&["standard", "double-win"]);
    let assert_inside = |width: u32, what: &str| {
        let found = browser.run(OUTSIDE);
        let fits = found[0].as_u64().is_some_and(|found| found <= width.into());
        assert!(fits && found[1] == json!([]), "{what}, {width}: {found}");
    };
    let assert_fits = |part: &str| {
        for language in ["en", "fr"] {
            for width in WIDTHS {
                for scheme in ["light", "dark"] {
                    browser.emulate("", &[("prefers-color-scheme", scheme)]);
                    browser.make_wide(width);
                    assert_inside(width, &format!("{part}, {scheme}, {language}"));
                }
            }
            // The page also fits on a phone with letters of twice the size.
            browser.make_wide(360);
            let larger = "document.documentElement.style.fontSize = arguments[0];";
            browser.run_with(larger, &json!(["200%"]));
            assert_inside(360, &format!("{part}, large, {language}"));
            browser.run_with(larger, &json!([""]));
            browser.make_wide(1280);
            browser.click("[data-key=language]");
        }
    };
    for part in PARTS {
        browser.open(part);
        assert_fits(part);
    }
    browser.open("#04h/007");
    browser.click("[data-key=set-up]");
    assert_fits("setting up");
    browser.open("#practise");
    browser.click("#list [data-move]");
    assert_fits("an answer");
    begin_and_wait(&browser, "7");
    browser.click("[data-key=hint]");
    assert_fits("a game");
    play(&browser, || browser.click("#list [data-move]"));
    assert_fits("the end of a game");
    browser.click("[data-key=review]");
    assert_fits("a review");
    browser.click("[data-key=back]");
    browser.click("[data-key^=try-]");
    browser.click("[data-key=answer]");
    assert_fits("a mistake");
}

#[test]
fn on_a_phone_the_first_move_is_seen_without_scrolling() {
    let Some(browser) = browser() else { return };
    browser.make_wide(360);
    let bottom = "
        scrollTo(0, 0);
        const line = document.querySelector('#list [data-move] .line');
        return [line.getBoundingClientRect().bottom, innerHeight];";
    for part in ["#04h/007:3", "#056/002:6", "#practise"] {
        browser.open(part);
        let found = browser.run(bottom);
        assert!(found[0].as_f64() < found[1].as_f64(), "{part}: {found}");
    }
    begin_and_wait(&browser, "7");
    let found = browser.run(bottom);
    assert!(found[0].as_f64() < found[1].as_f64(), "a game: {found}");
}

/// Shows a part of the page as it is printed. Returns its text and the numbers of boards and of controls that are seen.
fn on_paper(browser: &Browser, part: &str) -> (String, serde_json::Value) {
    browser.open(part);
    browser.emulate("print", &[]);
    browser.wait("return document.querySelector('#paper h2') !== null;");
    let shown = "
        const shown = (it) => it.checkVisibility() && it.getBoundingClientRect().width > 1;
        const controls = [...document.querySelectorAll('button, input, select, summary, nav, form')].filter(shown);
        return [document.querySelectorAll('#paper .board').length, controls.length];";
    let found = browser.run(shown);
    let text = browser.text("body").replace(['\n', '\t'], " ");
    browser.emulate("", &[]);
    browser.wait("return document.querySelector('#paper h2') === null;");
    browser.assert_no_message();
    (text, found)
}

#[test]
fn on_paper_a_position_has_its_chances_and_all_moves_with_values_and_reasons() {
    let Some(browser) = browser() else { return };
    let (text, shown) = on_paper(&browser, "#04h/007:4-3");
    assert_eq!(shown, json!([1, 0]), "one board, and nothing to press");
    let parts = [
        "04h/007 4-3 · Standard",
        "Light 74.0800 %, Dark 25.9200 %",
        "Dice 4 and 3: the lower, 3, is played.",
        "From 4 to 7, hitting 4/7* 81.9917 %, best",
        "Enter on 3 0/3 71.5311 %, gives away 10.4607 %",
        "12 of the opponent's 36 throws can hit next turn (a 3 or 4 is played)",
        "Light, on roll, can hit with 7 of 36 throws.",
    ];
    assert_says(&text, &parts);
    let (text, _) = on_paper(&browser, "#04h/007");
    let throws = text.matches("Moves with a ").count();
    assert_eq!(throws, 6, "every throw: {text}");
}

#[test]
fn on_paper_nothing_is_still_being_worked_out() {
    let Some(browser) = browser() else { return };
    browser.open("#04h/007");
    // Printed before the chances of the endings and the lengths of games are known.
    for early in [
        "analysis.ends = null;",
        "analysis.lengths = { of: '', found: null };",
    ] {
        let text = browser.said(&format!(
            "{early} fillPaper(); return byId('paper').textContent;"
        ));
        assert!(text.contains("Moves with a 6"), "{text}");
        assert!(!text.contains("Working it out"), "{early}: {text}");
    }
}

#[test]
fn on_paper_a_review_has_every_turn_and_practice_six_puzzles_with_answers_overleaf() {
    let Some(browser) = browser() else { return };
    browser.open("#review");
    let record = "A 5-1 0/1\nB 5-4 0/4\nA 5-3 1/4*\nB 4-2 0/2\nA 5-4 4/8\nB 1-1 2/3\nA 1-1 8/9\nB 5-2 3/5\nA 4-2 9/11\nB 6-4 0/4\n";
    let (text, shown) = on_paper(&browser, &review_link(&browser, record));
    assert_eq!(shown, json!([1, 0]));
    assert_says(&text, &["1 A", "10 B", "6-4", "Best: ", "Luck and skill"]);
    let (text, shown) = on_paper(&browser, "#practise");
    assert_eq!(shown, json!([6, 0]));
    let (puzzles, answers) = text.split_once("Answers").expect("answers are overleaf");
    assert!(puzzles.matches('☐').count() >= 12, "{puzzles}");
    assert!(answers.matches(" gives away ").count() >= 6, "{answers}");
}

#[test]
fn six_puzzles_fit_on_a_printed_page() {
    let Some(browser) = browser() else { return };
    // A page of A4 within its margins is 18 cm wide and 26.7 cm high; 96 pixels are an inch.
    browser.make_wide(680);
    on_paper(&browser, "#practise");
    browser.emulate("print", &[]);
    browser.wait("return document.querySelector('.overleaf') !== null;");
    let found = browser.run("return [document.querySelector('.overleaf').getBoundingClientRect().top + scrollY, getComputedStyle(byId('paper')).display];");
    let end = found[0].as_f64().expect("a number");
    assert!((400.0..1009.0).contains(&end), "{end}");
    // Chromium loses what follows a page break within a grid.
    assert_eq!(found[1], "block");
}

#[test]
fn nothing_moves_where_motion_is_not_wanted() {
    let Some(browser) = chromium("its driver runs no script before the page") else {
        return;
    };
    let watch = json!({ "source": "
        window.moved = 0;
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (...how) { moved += 1; return animate.apply(this, how); };
        addEventListener('transitionrun', () => (moved += 1), true);" });
    browser.command("Page.addScriptToEvaluateOnNewDocument", &watch);
    for (wish, moves) in [("reduce", false), ("no-preference", true)] {
        browser.emulate("", &[("prefers-reduced-motion", wish)]);
        begin(&browser, "7");
        // The pace that `begin` chooses has no animations, so choose another.
        browser.run("motion.pace = 'brisk'; settings.isForcing = true; PACES.brisk = 100;");
        for _ in 0..3 {
            browser.wait(STATE);
            browser.click("#list [data-move]");
        }
        let moved = browser.run("return moved > 0;");
        assert_eq!(moved, json!(moves), "{wish}");
    }
}

#[test]
fn on_a_phone_held_sideways_the_board_the_throw_and_a_move_are_seen_together() {
    let Some(browser) = chromium("its driver sets no size of a phone") else {
        return;
    };
    let size = json!({ "width": 740, "height": 360, "deviceScaleFactor": 1, "mobile": true });
    browser.command("Emulation.setDeviceMetricsOverride", &size);
    for (part, shown) in [
        ("#04h/007:4-3", ".board .say .tool .words"),
        ("#practise:04h/007:4-3", ".board .say .tool .move"),
        (
            "#review:UAY0jNj-&names=W,B&turn=3",
            ".board .say .steps .judged",
        ),
    ] {
        browser.open(part);
        for it in shown.split(' ') {
            let in_sight = "
                const { top, bottom } = document.querySelector(arguments[0]).getBoundingClientRect();
                return 0 <= top && top < bottom && bottom <= innerHeight;";
            let in_sight = browser.run_with(in_sight, &json!([it]));
            assert_eq!(in_sight, true, "{part}, {it}");
        }
    }
}

/// Screens in CSS pixels: phones, one of them held sideways, a tablet, desks.
const SCREENS: [(u32, u32); 6] = [
    (280, 653),
    (360, 740),
    (740, 360),
    (768, 1024),
    (1280, 800),
    (1920, 1080),
];

/// Body of a function: scrolls to the end of the list, and returns whether the whole board, the first tool, and the last
/// of the list are seen.
const AT_THE_END: &str = "
    scrollTo(0, 0);
    const ends = [...document.querySelectorAll('#list > *, #list [data-key]')];
    const end = ends.filter((it) => it.checkVisibility() && it.offsetHeight > 0).pop();
    end.scrollIntoView({ block: 'nearest' });
    const seen = (it) => {
        const { left, right, top, bottom } = it.getBoundingClientRect();
        const at = document.elementFromPoint((left + right) / 2, (Math.max(top, 0) + bottom) / 2);
        return top >= -1 && bottom <= innerHeight + 1 && (it.contains(at) || at?.contains(it));
    };
    return [document.querySelector('#board svg'), document.querySelector('#tools button'), end].map(seen);";

#[test]
fn the_board_and_the_tools_stay_in_sight_while_lists_scroll() {
    let Some(browser) = chromium("its driver sets no size of a phone") else {
        return;
    };
    browser.open("#review");
    let long = review_link(&browser, &long_game(&browser));
    for part in ["#04h/007", "#practise:04h/007:4-3", &long, "#play", "game"] {
        if part == "game" {
            begin_and_wait(&browser, "7");
        } else {
            browser.open(part);
        }
        if part.starts_with("#practise") {
            browser.click("#list [data-move]");
        }
        browser.run("byId('offer').replaceChildren();");
        for (width, height) in SCREENS {
            let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 800 });
            browser.command("Emulation.setDeviceMetricsOverride", &size);
            let found = browser.run(AT_THE_END);
            assert_eq!(
                found,
                json!([true, true, true]),
                "{part}, {width} x {height}"
            );
        }
    }
}

#[test]
fn a_review_shows_twelve_turns_beside_the_board() {
    let Some(browser) = chromium("its driver sets no size of a screen") else {
        return;
    };
    let size = json!({ "width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": false });
    browser.command("Emulation.setDeviceMetricsOverride", &size);
    browser.open("#review");
    browser.open(&review_link(&browser, &long_game(&browser)));
    let seen = "
        const rows = [...document.querySelectorAll('#all-turns tbody tr')];
        return rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length;";
    let seen = browser.run(seen);
    assert!(seen.as_u64() >= Some(12), "{seen}");
}

#[test]
fn letters_on_the_heat_map_stand_out() {
    let Some(browser) = browser() else { return };
    // Contrast as WCAG 2 defines it, from the colours that the browser paints: that of a cell, under the partly opaque
    // colour of the heat map.
    let contrasts = "
        const colours = (text) => text.match(/[0-9.]+/g).slice(0, 3).map(Number);
        const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        const light = (colour) => {
            const [red, green, blue] = colour.map((part) => linear(part / 255));
            return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        };
        const of = (element) => getComputedStyle(element);
        const [cells, warmths, texts] = ['.cell', '.warmth', '.cell-text'].map((it) => [...document.querySelectorAll(it)]);
        return cells.map((cell, at) => {
            const share = Number(of(warmths[at]).fillOpacity);
            const [under, over] = [cell, warmths[at]].map((it) => colours(of(it).fill));
            const ground = light(under.map((part, index) => part * (1 - share) + over[index] * share));
            const [low, high] = [ground, light(colours(of(texts[at]).fill))].sort((one, other) => one - other);
            return (high + 0.05) / (low + 0.05);
        });";
    for scheme in ["light", "dark"] {
        browser.emulate("", &[("prefers-color-scheme", scheme)]);
        for position in ["#03h/00h", "#000/000", "#04h/007", "#9ab/123"] {
            browser.open(position);
            browser.click("[data-key=set-up]");
            browser.click("[data-key^=man-0]");
            let found = browser.list(contrasts);
            assert_eq!(found.len(), 13, "{position}");
            for contrast in found {
                let contrast = contrast.as_f64().expect("a number");
                assert!(contrast >= 4.5, "{position}, {scheme}: {contrast}");
            }
        }
    }
}

#[test]
fn headings_are_in_order_and_each_stands_once() {
    let Some(browser) = browser() else { return };
    browser.load(&["standard", "double-win"]);
    let headings = "
        return [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter((it) => it.checkVisibility())
            .map((it) => [Number(it.tagName[1]), it.textContent.trim()]);";
    let assert_ordered = |part: &str| {
        let found = browser.list(headings);
        let texts: BTreeSet<_> = found.iter().map(|it| it[1].to_string()).collect();
        assert_eq!(texts.len(), found.len(), "{part}: {found:?}");
        let levels: Vec<_> = found.iter().filter_map(|it| it[0].as_u64()).collect();
        assert_eq!(levels[0], 1, "{part}");
        for pair in levels.windows(2) {
            assert!((2..=pair[0] + 1).contains(&pair[1]), "{part}: {found:?}");
        }
    };
    for part in PARTS {
        browser.open(part);
        assert_ordered(part);
    }
    browser.open("#practise");
    browser.click("#list [data-move]");
    assert_ordered("an answer");
    browser.open("#review:UAY0jNj&names=W,B&game=UAY0jNj");
    assert_ordered("a review");
    begin_and_wait(&browser, "7");
    assert_ordered("a game");
}

#[test]
fn axe_finds_nothing() {
    // `.ci/run` installs axe-core: the tests themselves download nothing.
    let file = "../target/page-tools/node_modules/axe-core/axe.min.js";
    let Ok(axe) = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)) else {
        left_out("axe-core's rules of accessibility: .ci/run fetches it where there is npm");
        return;
    };
    let Some(browser) = browser() else { return };
    browser.load(&["standard", "double-win"]);
    let mut found = BTreeMap::new();
    for scheme in ["light", "dark"] {
        for part in PARTS {
            browser.open(part);
            browser.emulate("", &[("prefers-color-scheme", scheme)]);
            for width in [360, 1280] {
                browser.make_wide(width);
                let check = format!(
                    "{axe};
                    return axe.run().then(({{ violations }}) => violations.map(({{ id, nodes }}) =>
                        `${{id}}: ${{nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(' ')}}`));"
                );
                for fault in browser.list(&check) {
                    let place = format!("first seen: {part}, {scheme}, {width} pixels wide");
                    found.entry(fault.to_string()).or_insert(place);
                }
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}
