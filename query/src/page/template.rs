//! The page as text: `index.html` with the solutions, the rules and the other parts in the places of the lines that
//! stand for them, and a Content-Security-Policy that allows only these scripts and styles, by their checksums.

use std::collections::BTreeMap;

use crate::facts::Rulebook;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest as _, Sha256};
use tourne_solver::Solution;

use super::error::PageError;
use super::parts::{FILES, INDEX, rules_in_french};
use super::solutions::elements;

/// Line of `index.html` that the solutions replace.
const SOLUTIONS: &str = "<!-- solutions -->";

/// Line of `index.html` that is replaced by the rules of the game in the first solution, written in English, for readers
/// without JavaScript.
const RULES: &str = "<!-- rules -->";
/// Line of `index.html` that is replaced by the rules of the game in the first solution, written in French.
const RULES_FRENCH: &str = "<!-- rules in French -->";

/// Text in the policy of `index.html` that allows any script or style.
const ANY: &str = " 'unsafe-inline'";

/// Assembles the page with these solutions.
pub(super) fn assembled(solutions: &[&Solution]) -> Result<String, PageError> {
    let mut page = String::new();
    for line in INDEX.lines() {
        if line == SOLUTIONS {
            page += &elements(solutions)?;
        } else if line == RULES || line == RULES_FRENCH {
            let list = |it: &&Solution| rules(it, line == RULES_FRENCH);
            let text = solutions.first().map_or_else(String::new, list);
            page += &in_ascii(&text);
        } else if let Some((_, tag, text)) = FILES.iter().find(|(replaced, ..)| *replaced == line) {
            page += &format!("<{tag}>{text}</{tag}>\n");
        } else {
            let line = ["script", "style"]
                .iter()
                .fold(line.to_owned(), |line, tag| {
                    let any = format!("{tag}-src{ANY}");
                    line.replace(&any, &format!("{tag}-src{}", sources(tag)))
                });
            page += &in_ascii(&line);
            page += "\n";
        }
    }
    Ok(page)
}

/// Returns the source expressions that allow the files in these elements: their checksums (Content Security Policy
/// Level 3, `hash-source`).
fn sources(tag: &str) -> String {
    let files = FILES.iter().filter(|(_, it, _)| *it == tag);
    files.fold(String::new(), |sources, (.., text)| {
        let checksum = BASE64_STANDARD.encode(Sha256::digest(text));
        sources + " 'sha256-" + &checksum + "'"
    })
}

/// Returns markup that means the same and is ASCII alone, so that the page reads the same in every encoding that a host
/// may declare for it, and the checksums of its scripts and styles hold.
fn in_ascii(markup: &str) -> String {
    let mut ascii = String::with_capacity(markup.len());
    for character in markup.chars() {
        if character.is_ascii() {
            ascii.push(character);
        } else {
            ascii += &format!("&#{};", u32::from(character));
        }
    }
    ascii
}

/// Returns an HTML list of the rules of a solution, topic by topic, in English or in French.
fn rules(solution: &Solution, is_french: bool) -> String {
    let french = if is_french {
        rules_in_french()
    } else {
        BTreeMap::new()
    };
    let escaped = |text: &str| {
        let text = french.get(text).map_or(text, String::as_str);
        text.replace('&', "&amp;").replace('<', "&lt;")
    };
    let sections = Rulebook::new(solution.rules()).sections.into_iter();
    let rows = sections.map(|section| {
        format!(
            "<dt>{}</dt>\n<dd>{}</dd>\n",
            escaped(section.topic),
            escaped(section.rule)
        )
    });
    format!("<dl>\n{}</dl>\n", rows.collect::<String>())
}
