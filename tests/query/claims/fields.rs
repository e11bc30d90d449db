//! Every field of a JSON answer stands on the page that explains it.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::commands::{json, run};
use crate::documents::{Page, root};
use crate::tourne_line;

/// Adds the names of all fields of a value to `found`, also those of nested objects.
fn names(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                found.insert(name.clone());
                names(value, found);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| names(value, found)),
        _ => {}
    }
}

#[test]
fn every_field_is_explained() {
    for (page, command) in [
        ("query/ANSWERS.md", "best 04h/007 3 --explain"),
        ("query/ANSWERS.md", "best 04h/007"),
        ("query/ANSWERS.md", "info"),
        ("query/ANSWERS.md", "match 2"),
        ("query/ANSWERS.md", "outcomes 04h/007"),
        ("query/ANSWERS.md", "atlas standard"),
        ("query/ANSWERS.md", "rules"),
        ("query/ANSWERS.md", "rules course"),
        ("query/ANSWERS.md", "duel builtin:front builtin:hit"),
        (
            "query/CHECKING.md",
            "check --policy builtin:card-1 --mistakes 1",
        ),
        ("query/REVIEW.md", "review tests/games/charpentier.txt"),
    ] {
        let mut tourne = tourne_line(command);
        tourne.current_dir(root()).args(["--format", "json"]);
        let answer = json(&run(&mut tourne));
        let mut found = BTreeSet::new();
        names(&answer, &mut found);
        let page = Page::read(page);
        let quoted = page.quoted();
        let explained: BTreeSet<String> = quoted
            .iter()
            .flat_map(|quoted| quoted.split('.'))
            .map(|name| name.trim_end_matches("[]").to_owned())
            .collect();
        let missing: Vec<&String> = found.difference(&explained).collect();
        assert!(missing.is_empty(), "{}: {command}: {missing:?}", page.name);
        assert!(!found.is_empty());
    }
}
