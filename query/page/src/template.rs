//! The page as text: `index.html` with the solutions, the rules and the other parts in the places of the lines that
//! stand for them, and a Content-Security-Policy that allows only these scripts and styles, by their checksums.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest as _, Sha256};
use tourne_solver::Solution;
use tourne_study::facts::Rulebook;

use super::ascii::Language;
use super::error::PageError;
use super::parts::{INDEX, PARTS, rules_in_french};
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
    for whole in INDEX.lines() {
        let line = whole.trim();
        let part = named(line).and_then(|(name, tag)| {
            let (_, text) = PARTS.iter().find(|(part, _)| *part == name)?;
            Some((without_comments(text.trim_end()), tag))
        });
        if line == SOLUTIONS {
            page += &elements(solutions)?;
        } else if line == RULES || line == RULES_FRENCH {
            let list = |it: &&Solution| rules(it, line == RULES_FRENCH);
            let text = solutions.first().map_or_else(String::new, list);
            page += &Language::Markup.in_ascii(&text);
        } else if let Some((text, tag)) = part {
            before_parts.get_or_insert(page.len());
            let (language, sources) = if tag == "script" {
                (Language::Script, &mut scripts)
            } else {
                (Language::Style, &mut styles)
            };
            let text = format!("\n{}", language.in_ascii(&text));
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

/// Returns the name of the part that a line of the index names, and the HTML tag that holds the text of the part:
/// `script` or `style`. Returns `None` if the line does not name a part.
fn named(line: &str) -> Option<(&str, &'static str)> {
    let part = |start: &str, end: &str, tag| {
        let name = line.strip_prefix(start)?.strip_suffix(end)?;
        Some((name, tag))
    };
    let style = part("<link rel=\"stylesheet\" href=\"", "\">", "style");
    part("<script src=\"", "\"></script>", "script").or(style)
}

/// Returns the text of a part without the lines that contain only a comment, and without the types that share a line
/// with code. They are a third of the scripts, and nobody reads them in the page. Other comments beside code stay.
fn without_comments(text: &str) -> String {
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
    let lines = text.lines().filter(|line| !is_comment(line));
    lines.map(|line| without_types(line) + "\n").collect()
}

/// Returns a line without its comments `/** @type … */`, each with the space after it.
fn without_types(line: &str) -> String {
    let mut parts = line.split("/** @type ");
    let code = parts.next().unwrap_or_default().to_owned();
    parts.fold(code, |code, part| {
        let rest = part.split_once("*/").map_or("", |(_, rest)| rest);
        code + rest.strip_prefix(' ').unwrap_or(rest)
    })
}
