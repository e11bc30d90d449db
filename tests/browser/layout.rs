//! The page fits on screens of any width, light and dark, and keeps the rules of accessibility that a program can check.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::json;

use super::page::Page;
use super::{browser, left_out};

/// Parts of the page, each with something in it.
const PARTS: [&str; 6] = [
    "#000/000",
    "#04h/007:3",
    "#play",
    "#practise",
    "#review",
    "#rules",
];

/// Widths of screens, in CSS pixels: small phones, a tablet, a desk.
const WIDTHS: [u32; 4] = [320, 360, 768, 1280];

/// Elements that stand out over the right edge of the page, where they are not cut off or scrolled on purpose.
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
    let page = Page::of(&["standard", "double-win"]);
    for part in PARTS {
        browser.go_and_wait(&page.address(part));
        for width in WIDTHS {
            browser.make_wide(width);
            let found = browser.run(OUTSIDE, &json!([]));
            let fits = found[0].as_u64().is_some_and(|found| found <= width.into());
            assert!(fits && found[1] == json!([]), "{part}, {width}: {found}");
        }
    }
    browser.assert_no_message();
}

#[test]
fn axe_finds_nothing() {
    // The gate fetches it: tests themselves load nothing.
    let file = "../target/page-tools/node_modules/axe-core/axe.min.js";
    let Ok(axe) = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)) else {
        left_out("axe-core's rules of accessibility: .ci/run fetches it where there is npm");
        return;
    };
    let Some(browser) = browser() else { return };
    let page = Page::of(&["standard", "double-win"]);
    let mut found = BTreeMap::new();
    for scheme in ["light", "dark"] {
        for part in PARTS {
            browser.go_and_wait(&page.address(part));
            let media =
                json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
            browser.command("Emulation.setEmulatedMedia", &media);
            for width in [360, 1280] {
                browser.make_wide(width);
                let check = format!(
                    "{axe};
                    return axe.run().then(({{ violations }}) => violations.map(({{ id, nodes }}) =>
                        `${{id}}: ${{nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(' ')}}`));"
                );
                let faults = browser.run(&check, &json!([]));
                let faults = faults.as_array().expect("a list").iter();
                for fault in faults {
                    let place = format!("first seen: {part}, {scheme}, {width} pixels wide");
                    found.entry(fault.to_string()).or_insert(place);
                }
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
    browser.assert_no_message();
}
