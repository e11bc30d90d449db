//! The page in a file of its own, as `tourne page` makes it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use tempfile::TempDir;

use super::kind::Kind;
use crate::commands::run;

/// Name of the file to which the command writes the page.
const NAME: &str = "tourne.html";

/// Copy of the page in a temporary folder, which is removed when this value is dropped.
pub(super) struct Page {
    folder: TempDir,
}

impl Page {
    /// Returns the page with the committed solutions of these rule sets. Each such page is made once for all tests.
    pub(super) fn of(rules: &[&str]) -> Page {
        static MADE: Mutex<BTreeMap<Vec<String>, String>> = Mutex::new(BTreeMap::new());
        let key = rules.iter().map(ToString::to_string).collect();
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        let page = Page::holding(made.entry(key).or_insert_with(|| make(rules)));
        drop(made);
        match super::wanted() {
            // In Firefox, tests look into the page by `eval`, which the policy of the page forbids.
            Some(Kind::Firefox) => page.with("script-src ", "script-src 'unsafe-eval' "),
            _ => page,
        }
    }

    fn holding(text: &str) -> Page {
        let folder = tempfile::tempdir().expect("there is a place for temporary files");
        fs::write(folder.path().join(NAME), text).expect("there is space");
        Page { folder }
    }

    pub(super) fn text(&self) -> String {
        fs::read_to_string(self.folder.path().join(NAME)).expect("the page is there")
    }

    /// Returns a copy of the page in which the first occurrence of `text` is replaced by `other`.
    pub(super) fn with(&self, text: &str, other: &str) -> Page {
        let page = self.text();
        assert!(page.contains(text), "{text} is part of the page");
        Page::holding(&page.replacen(text, other, 1))
    }

    /// Returns the address of the page followed by `rest`, such as `#04h/007`.
    pub(super) fn address(&self, rest: &str) -> String {
        let path = self.folder.path().join(NAME);
        let path = path.to_str().expect("a plain path").replace('\\', "/");
        // On Windows, a path begins with the letter of a drive instead of a slash.
        format!("file:///{}{rest}", path.trim_start_matches('/'))
    }
}

/// Runs `tourne page` and returns the page that it writes.
fn make(rules: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tourne"));
    command.arg("page").current_dir(folder.path());
    for rules in rules {
        let file = solution_file(rules);
        command
            .arg("--rules")
            .arg(rules)
            .arg("--solution")
            .arg(file);
    }
    run(&mut command).assert_answered();
    fs::read_to_string(folder.path().join(NAME)).expect("the page is there")
}

/// Returns the path of a committed solution file.
pub(super) fn solution_file(rules: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../data/{rules}.bin"))
}
