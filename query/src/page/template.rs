//! The page as text: `index.html` with the solutions, the rules and the other parts in the places of the lines that
//! stand for them, and a Content-Security-Policy that allows only these scripts and styles, by their checksums.

use std::collections::BTreeMap;

use crate::facts::Rulebook;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest as _, Sha256};
use tourne_solver::Solution;

use super::ascii::Language;
use super::error::PageError;
use super::modules::joined;
use super::parts::{part, rules_in_french};
use super::solutions::elements;

/// Line of `index.html` that the solutions replace. The file it names, `solutions.js`, is used only during development.
const SOLUTIONS: &str = "<script src=\"solutions.js\"></script>";

/// Line of `index.html` that is replaced by the rules of the game in the first solution, written in English, for readers
/// without JavaScript.
const RULES: &str = "<!-- rules -->";
/// Line of `index.html` that is replaced by the rules of the game in the first solution, written in French.
const RULES_FRENCH: &str = "<!-- rules in French -->";

/// Beginning of the line of `index.html` that holds the Content-Security-Policy.
const POLICY: &str = "<meta http-equiv=\"Content-Security-Policy\"";

/// Text in the policy of `index.html` that allows any script or style, and stands before the page is assembled.
const ANY: &str = " 'unsafe-inline'";

/// Assembles the page with these solutions.
pub(super) fn assembled(solutions: &[&Solution]) -> Result<String, PageError> {
    let mut page = String::new();
    let mut before_parts = None;
    let [mut scripts, mut styles] = [String::new(), String::new()];
    for whole in part("index.html").lines() {
        let line = whole.trim();
        if line == SOLUTIONS {
            page += &elements(solutions)?;
        } else if line == RULES || line == RULES_FRENCH {
            let list = |it: &&Solution| rules(it, line == RULES_FRENCH);
            let text = solutions.first().map_or_else(String::new, list);
            page += &Language::Markup.in_ascii(&text);
        } else if let Some((text, language)) = named(line) {
            before_parts.get_or_insert(page.len());
            let (tag, sources) = if language == Language::Script {
                ("script", &mut scripts)
            } else {
                ("style", &mut styles)
            };
            let text = format!("\n{}", language.in_ascii(&bare(&text)));
            *sources += &format!(" {}", source(&text));
            page += &format!("<{tag}>{text}</{tag}>\n");
        } else if line.starts_with(POLICY) {
            let policy = line
                .replace(&format!("script-src{ANY}"), &format!("script-src{scripts}"))
                .replace(&format!("style-src{ANY}"), &format!("style-src{styles}"));
            // A policy applies only to the lines after it. In the page, the policy must stand before all parts. In the
            // index, the policy stands after the lines that name files, because it would forbid these files.
            page.insert_str(before_parts.unwrap_or(page.len()), &format!("{policy}\n"));
        } else {
            page += &Language::Markup.in_ascii(whole);
            page += "\n";
        }
    }
    Ok(page)
}

/// Returns the source expression that allows a text: its checksum (Content Security Policy Level 3, `hash-source`).
fn source(text: &str) -> String {
    let checksum = BASE64_STANDARD.encode(Sha256::digest(text));
    format!("'sha256-{checksum}'")
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

/// Returns the text and the language of the part that a line of the index names; `None` if the line does not name a part.
fn named(line: &str) -> Option<(String, Language)> {
    let between = |start: &str, end: &str| line.strip_prefix(start)?.strip_suffix(end);
    if let Some(path) = between("<script type=\"module\" src=\"", "\"></script>") {
        return Some((joined(path), Language::Script));
    }
    if let Some(path) = between("<script src=\"", "\"></script>") {
        return Some((part(path).to_owned(), Language::Script));
    }
    let path = between("<link rel=\"stylesheet\" href=\"", "\">")?;
    Some((part(path).to_owned(), Language::Style))
}

/// Returns the text of a part without the lines that contain only a comment, without empty lines, and without the spaces
/// at the beginnings of lines: nobody reads them in the page, and they are a third of it. A comment that shares a line
/// with code stays. No text of a script continues on the next line.
fn bare(text: &str) -> String {
    let mut is_inside = false;
    let mut is_comment = |line: &str| {
        let content = line.trim();
        let end = content.find("*/").map(|at| at + 2);
        if !is_inside && !content.starts_with("/*") {
            return content.starts_with("//");
        }
        is_inside = end.is_none();
        end.is_none_or(|end| end == content.len())
    };
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !is_comment(line));
    lines
        .map(|line| without_types(line.trim_start()) + "\n")
        .collect()
}

/// Returns a line of code without the types in it, which are comments that begin with `/**`.
fn without_types(line: &str) -> String {
    let mut parts = line.split("/**");
    let mut code = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (_, rest) = part.split_once("*/").unwrap_or_default();
        code += rest.trim_start();
    }
    code
}
