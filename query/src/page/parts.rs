//! The files of the page, built into the program.

use std::collections::BTreeMap;

use include_dir::{Dir, DirEntry, include_dir};

/// The folder of the page.
static WEB: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/page/web");

/// Text of a file of the page, by its path in the folder `query/page/web`.
///
/// # Panics
///
/// If there is no such file. The paths stand in the files of the page alone.
pub(super) fn part(path: &str) -> &'static str {
    let file = WEB
        .get_file(path)
        .and_then(include_dir::File::contents_utf8);
    file.unwrap_or_else(|| panic!("query/page/web has no file {path}"))
}

/// Path and text of each file of the page.
#[must_use]
pub fn parts() -> Vec<(&'static str, &'static str)> {
    let mut parts = Vec::new();
    let mut folders = vec![&WEB];
    while let Some(folder) = folders.pop() {
        for entry in folder.entries() {
            match entry {
                DirEntry::Dir(inner) => folders.push(inner),
                DirEntry::File(file) => {
                    let path = file.path().to_str().unwrap_or_default();
                    parts.push((path, part(path)));
                }
            }
        }
    }
    parts
}

/// Returns the French translation of each text about rule sets, by the English text of the library.
pub(super) fn rules_in_french() -> BTreeMap<String, String> {
    let texts = part("texts/rules-fr.json");
    serde_json::from_str(texts).expect("rules-fr.json must be valid JSON")
}
