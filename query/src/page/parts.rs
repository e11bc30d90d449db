//! The files of the page, built into the program.

use std::collections::BTreeMap;

/// The page without its parts.
pub(super) const INDEX: &str = include_str!("../../page/web/index.html");

/// Parts of the page that are files: the line of [`INDEX`] that each replaces, its element, and its text, which is ASCII.
pub(super) const FILES: [(&str, &str, &str); 3] = [
    (
        "<!-- page.css -->",
        "style",
        include_str!("../../page/built/page.css"),
    ),
    (
        "<!-- able.js -->",
        "script",
        include_str!("../../page/built/able.js"),
    ),
    (
        "<!-- page.js -->",
        "script",
        include_str!("../../page/built/page.js"),
    ),
];

/// Returns the French translation of each text about rule sets, by the English text of the library.
pub(super) fn rules_in_french() -> BTreeMap<String, String> {
    let texts = include_str!("../../page/web/texts/rules-fr.json");
    serde_json::from_str(texts).expect("rules-fr.json must be valid JSON")
}
