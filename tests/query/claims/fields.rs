//! Every field of a JSON answer stands on the page that explains it.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

use crate::commands::run;
use crate::documents::{Page, root};

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
        ("query/ANSWERS.md", "identify 056/002 6 pass"),
        ("query/ANSWERS.md", "duel builtin:front builtin:hit"),
        (
            "query/CHECKING.md",
            "check --policy builtin:front --mistakes 1",
        ),
        (
            "query/CHECKING.md",
            "check --policy builtin:card-1 --mistakes 1",
        ),
        ("query/REVIEW.md", "review tests/games/charpentier.txt"),
    ] {
        let mut tourne = Command::new(env!("CARGO_BIN_EXE_tourne"));
        tourne.current_dir(root()).args(command.split(' '));
        let outcome = run(tourne.args(["--format", "json"]));
        outcome.assert_answered();
        let answer = serde_json::from_str(&outcome.stdout).expect("it is JSON");
        let mut found = BTreeSet::new();
        names(&answer, &mut found);
        let page = Page::read(page);
        let explained: BTreeSet<String> = page
            .quoted()
            .iter()
            .flat_map(|quoted| quoted.split('.').map(str::to_owned).collect::<Vec<_>>())
            .map(|name| name.trim_end_matches("[]").to_owned())
            .collect();
        let missing: Vec<&String> = found.difference(&explained).collect();
        assert!(missing.is_empty(), "{}: {command}: {missing:?}", page.name);
        assert!(!found.is_empty());
    }
}
