//! Replacement of the lines of `index.html` that stand for a part, the solutions or the rules.

use std::collections::BTreeMap;

use tourne_solver::Solution;
use tourne_study::facts::Rulebook;

use super::error::PageError;
use super::parts::rules_in_french;
use super::policy::SecurityPolicy;
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

/// Template of the page: the index and the other parts, without solutions.
///
/// ```
/// use tourne_page::{PageError, Template};
/// use tourne_query::solutions;
///
/// let forgetful = Template { index: "<script src=\"b.js\"></script>", parts: &[] };
/// let unknown = PageError::UnknownPart { line: 1, name: "b.js".to_owned() };
/// assert_eq!(forgetful.with(&[solutions::standard()]), Err(unknown));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Template<'a> {
    /// Text of `index.html`.
    pub index: &'a str,
    /// Name and text of each part other than the index.
    pub parts: &'a [(&'a str, &'a str)],
}

impl Template<'_> {
    /// Assembles the page with these solutions.
    ///
    /// # Errors
    ///
    /// [`PageError`] if the solutions cannot be put into a page, or the parts do not fit together.
    pub fn with(&self, solutions: &[&Solution]) -> Result<String, PageError> {
        let mut policy = SecurityPolicy::default();
        let mut used = vec![false; self.parts.len()];
        let mut bodies = Vec::new();
        for (line, text) in (1..).zip(self.index.lines()) {
            let text = text.trim();
            let (name, is_style) = match named(text) {
                Some(_) if text == SOLUTIONS => {
                    bodies.push((text, elements(solutions)?));
                    continue;
                }
                _ if text == RULES || text == RULES_FRENCH => {
                    let rules = |it: &&Solution| rules(it, text == RULES_FRENCH);
                    bodies.push((text, solutions.first().map_or_else(String::new, rules)));
                    continue;
                }
                Some(named) => named,
                None if is_active(text) => return Err(PageError::OtherForm(line)),
                None => continue,
            };
            let known = self.parts.iter().position(|&(part, _)| part == name);
            let unknown = || PageError::UnknownPart {
                line,
                name: name.to_owned(),
            };
            let part = known.ok_or_else(unknown)?;
            used[part] = true;
            bodies.push((text, self.element(part, is_style, &mut policy)?));
        }
        if let Some(unused) = used.iter().position(|&is_used| !is_used) {
            return Err(PageError::UnusedPart(self.parts[unused].0.to_owned()));
        }
        if bodies.iter().filter(|(line, _)| *line == SOLUTIONS).count() != 1 {
            return Err(PageError::NotOnce(SOLUTIONS));
        }
        // Put the policy into the index before the parts, since a part may contain the text that the policy replaces.
        let index = policy.put_into(self.index)?;
        let mut bodies = bodies.into_iter().peekable();
        let mut page = String::new();
        // A policy applies only to the lines after it. In the page, the policy must stand before all parts. In the
        // index, the policy stands after the lines that name files, because it would forbid these files.
        let (rules, lines): (Vec<&str>, Vec<&str>) =
            index.lines().partition(|line| line.contains(POLICY));
        let mut rules = Some(rules);
        for text in lines {
            if let Some((_, body)) = bodies.next_if(|(line, _)| *line == text.trim()) {
                for line in rules.take().into_iter().flatten() {
                    page += line;
                    page += "\n";
                }
                page += &body;
            } else {
                page += text;
                page += "\n";
            }
        }
        Ok(page)
    }

    /// Wraps a part in an HTML element, and allows the element in the security policy.
    fn element(
        &self,
        part: usize,
        is_style: bool,
        policy: &mut SecurityPolicy,
    ) -> Result<String, PageError> {
        let (name, text) = self.parts[part];
        // A browser turns each line break into a line feed before it computes the checksum.
        let text = text.trim_end().replace("\r\n", "\n");
        let markup: &[&'static str] = if is_style {
            &["</style"]
        } else {
            // After `<!--` and `<script`, the next `</script>` would not end the script.
            &["</script", "<!--"]
        };
        refuse(name, &text, markup)?;
        let text = format!("\n{}", without_comments(&text));
        let (tag, allowed) = if is_style {
            ("style", &mut policy.styles)
        } else {
            ("script", &mut policy.scripts)
        };
        let element = format!("<{tag}>{text}</{tag}>\n");
        allowed.push(text);
        Ok(element)
    }
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

/// Returns the name of the part that a line of the index names, and `true` if the part is a style, `false` if it is a
/// script. Returns `None` if the line does not name a part.
fn named(line: &str) -> Option<(&str, bool)> {
    let script = line.strip_prefix("<script src=\"");
    let script = script.and_then(|rest| rest.strip_suffix("\"></script>"));
    let style = line.strip_prefix("<link rel=\"stylesheet\" href=\"");
    let style = style.and_then(|rest| rest.strip_suffix("\">"));
    match (script, style) {
        (Some(name), _) if is_plain(name) => Some((name, false)),
        (_, Some(name)) if is_plain(name) => Some((name, true)),
        _ => None,
    }
}

/// Returns whether a name has only letters, digits, `-`, `_` and `.`. A file with such a name is in the folder of the
/// index.
fn is_plain(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    !name.is_empty() && name.chars().all(is_plain)
}

/// Returns whether a line has a script or a style, which the security policy would block.
fn is_active(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    ["<script", "<style", "rel=\"stylesheet\"", " style="]
        .iter()
        .any(|sign| line.contains(sign))
}

/// Returns the text of a part without the lines that contain only a comment. These lines are a third of the scripts,
/// and nobody reads them in the page. A comment that shares a line with code stays.
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
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Returns an error if `text`, the text of the part, contains one of the strings in `markup`. These strings must be in
/// lower case; `text` may be in any case.
fn refuse(part: &str, text: &str, markup: &[&'static str]) -> Result<(), PageError> {
    for (line, content) in (1..).zip(text.lines()) {
        let content = content.to_ascii_lowercase();
        if let Some(text) = markup.iter().find(|&&text| content.contains(text)) {
            return Err(PageError::Markup {
                part: part.to_owned(),
                line,
                text,
            });
        }
    }
    Ok(())
}
