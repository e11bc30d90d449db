//! Parts of the page, built into the program.

use std::collections::BTreeMap;

/// Lists parts by name, each with the text of its file.
macro_rules! parts {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../", $name)))),*]
    };
}

/// Text of `index.html`, which names the other parts.
pub const INDEX: &str = include_str!("../index.html");

/// Returns the French translation of each text about rule sets, by the English text of the library.
pub(super) fn rules_in_french() -> BTreeMap<String, String> {
    let texts = include_str!("../rules-fr.json");
    serde_json::from_str(texts).expect("rules-fr.json must be valid JSON")
}

/// Name and text of each part other than `index.html`.
pub const PARTS: &[(&str, &str)] = parts![
    "able.js",
    "address.js",
    "analyse-panels.js",
    "analyse.js",
    "app.js",
    "at-score.js",
    "board.css",
    "board.js",
    "card-fr.js",
    "card-view.js",
    "card.js",
    "choosing.js",
    "curve.js",
    "dice.js",
    "elements.js",
    "ends.js",
    "facts.js",
    "game-link.js",
    "game.js",
    "geometry.js",
    "glossary.js",
    "heat.js",
    "icons.js",
    "kept-game.js",
    "daily.js",
    "layout.css",
    "levels.js",
    "library.js",
    "main.js",
    "match.js",
    "memory.js",
    "motion.js",
    "moving-figure.js",
    "notation.js",
    "numbers.js",
    "paper.js",
    "parts.css",
    "play-begin.js",
    "play-panels.js",
    "play.css",
    "play.js",
    "practise.js",
    "questions.js",
    "record.js",
    "repetition.js",
    "review-panels.js",
    "review-view.js",
    "review.js",
    "reasons.js",
    "rulebook.css",
    "rulebook.js",
    "rules.js",
    "show-dice.js",
    "show-moves.js",
    "solution.js",
    "sound.js",
    "style.css",
    "texts-en.js",
    "texts-fr.js",
    "tourne.js",
    "tutor.js",
    "words.js",
];
