//! The browser page is in English or French: in the language of the browser, unless the person has switched. The page
//! remembers this choice.

use serde_json::json;

use super::playing::{begin_and_wait, record};
use super::window::Window;
use super::{browser, chromium};
use crate::commands::{assert_lacks, assert_says};

/// Fragments of the addresses of all parts of the page.
const PARTS: [&str; 9] = [
    "#000/000",
    "#04h/007:4-3",
    "#x56/002&rules=forced-entry",
    "#play",
    "#practise",
    "#review",
    "#rules",
    "#review:JQJD0O0CE1M0L0&names=Vous,Ordinateur",
    "#practise:024/01h:1-1",
];

/// Makes the browser prefer this language.
fn ask_for(browser: &Window, language: &str) {
    let agent = browser.run("return navigator.userAgent;");
    let asked = json!({ "userAgent": agent, "acceptLanguage": language });
    browser.command("Emulation.setUserAgentOverride", &asked);
}

/// Returns the language of the document and the text of the first link.
fn language(browser: &Window) -> (String, String) {
    let language = browser.said("return document.documentElement.lang;");
    (language, browser.text("#modes a"))
}

#[test]
fn the_language_is_that_of_the_browser_until_it_is_switched() {
    let Some(browser) = chromium("its driver sets no language for one page") else {
        return;
    };
    let english = ("en".to_owned(), "Play".to_owned());
    let french = ("fr".to_owned(), "Jouer".to_owned());
    for (asked, expected) in [
        ("fr-CA,fr", &french),
        ("de-DE,de", &english),
        ("en-GB,en", &english),
    ] {
        ask_for(&browser, asked);
        browser.open("#04h/007:3");
        assert_eq!(language(&browser), *expected, "{asked}");
    }
    browser.click("[data-key=language]");
    assert_eq!(language(&browser), french);
    browser.assert_shows("#list", &["81,9917\u{202f}%"]);
    browser.reload();
    assert_eq!(language(&browser), french, "the language is remembered");
    browser.press_on("language", super::window::keys::ENTER);
    assert_eq!(language(&browser), english);
    browser.assert_shows("#list", &["81.9917 %"]);
}

#[test]
fn what_a_game_says_follows_the_language() {
    let Some(browser) = browser() else { return };
    begin_and_wait(&browser, "7");
    assert!(browser.text("#says .newest").starts_with("You throw "));
    browser.click("[data-key=language]");
    let said = browser.text("#says .said");
    assert!(said.starts_with("Vous lancez "), "{said}");
    let record = record(&browser);
    assert_says(&record, &["Vous", "Ordinateur-10"]);
    assert_lacks(&record, &["Computer"]);
}

/// No part shows a word of the program. In French, the space before : ; ? ! and %, and inside quotation marks, is a
/// narrow no-break space, and no word is left in English.
#[test]
fn every_part_is_set_in_words_of_its_language() {
    let Some(browser) = chromium("its driver sets no language for one page") else {
        return;
    };
    browser.load(&["standard", "forced-entry"]);
    for asked in ["en", "fr"] {
        ask_for(&browser, asked);
        for part in PARTS {
            browser.open(part);
            if part.starts_with("#practise:") {
                browser.click("#list [data-move='4/5']");
            }
            // Include the texts that only screen readers read.
            let text = browser.said("const said = (name) => [...document.querySelectorAll(`[${name}]`)].map((it) => it.getAttribute(name));
                return [document.body.innerText, ...said('aria-label'), ...said('title')].join(' ');");
            assert!(text.len() > 200, "{part}");
            assert_lacks(&text, &["undefined", "null", "NaN", "[object", "=>"]);
            let faults = "const text = `${document.title} ${document.body.innerText}`;
                return [/[^\\n]{0,20}(?:[^\\u202f\\n(?][:;?!»%]|«[^\\u202f])[^\\n]{0,10}/g, /\\b(?:the|of|with|gave|turn|hits)\\b/gi]
                    .flatMap((fault) => text.match(fault) ?? []);";
            if asked == "fr" {
                assert_eq!(browser.run(faults), json!([]), "{part}");
            }
        }
    }
}
