//! The sources of the page: which import which, and whether `query/page/built` is made from them.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::documents::{ending, files, text_of};

/// Folder of the sources.
const SOURCES: &str = "query/page/web/";

/// Returns the paths in [`SOURCES`] of all files that esbuild joins, or that say how.
fn sources() -> Vec<String> {
    let inside = |file: String| file.strip_prefix(SOURCES).map(str::to_owned);
    let mut sources: Vec<String> = files().into_iter().filter_map(inside).collect();
    sources.retain(|path| !["index.html", "texts/rules-fr.json"].contains(&&path[..]));
    sources
}

#[test]
fn the_built_page_is_made_from_these_sources() {
    let mut lines = String::new();
    for path in sources() {
        let text = text_of(&format!("{SOURCES}{path}")).replace("\r\n", "\n");
        writeln!(lines, "{}  {path}", checksum(&text)).expect("writing to memory must succeed");
    }
    let made: Value = serde_json::from_str(&text_of("query/page/built/made.json")).expect("JSON");
    assert_eq!(
        made["sources"],
        checksum(&lines),
        "query/page/built is older than its sources: npm ci --prefix query/page/web --ignore-scripts && node \
         query/page/web/build.mjs"
    );
}

/// Returns the SHA-256 checksum of a text in hexadecimal digits.
fn checksum(text: &str) -> String {
    let mut digits = String::new();
    for byte in Sha256::digest(text) {
        write!(digits, "{byte:02x}").expect("writing to memory must succeed");
    }
    digits
}

/// Folders of scripts. A script imports only from its own folder and from those before it.
const ROOMS: [&str; 6] = ["rules", "facts", "texts", "records", "view", "tabs"];

/// Paths of the scripts of the page, each with the paths that it imports.
fn imports() -> Vec<(String, Vec<String>)> {
    let of = |path: String| {
        let text = text_of(&format!("{SOURCES}{path}"));
        let folder = Path::new(&path).parent().expect("a folder");
        let named = text
            .lines()
            .filter_map(|it| it.split_once("from \"")?.1.strip_suffix("\";"));
        let whole = |named: &str| {
            let mut steps = folder.to_path_buf();
            for step in named.split('/').filter(|step| *step != ".") {
                if step == ".." {
                    steps.pop();
                } else {
                    steps.push(step);
                }
            }
            steps.to_str().expect("plain letters").replace('\\', "/")
        };
        let named = named.map(whole).collect();
        (path, named)
    };
    let scripts = sources().into_iter().filter(|path| ending(path) == "ts");
    scripts.map(of).collect()
}

#[test]
fn scripts_of_the_page_import_one_way() {
    let imports = imports();
    let is_known = |path: &str| imports.iter().any(|(it, _)| it == path);
    let room = |path: &str| {
        let first = path.split('/').next().expect("a name");
        ROOMS
            .iter()
            .position(|it| *it == first)
            .unwrap_or(ROOMS.len())
    };
    let tab = |path: &str| {
        path.strip_prefix("tabs/")
            .and_then(|it| it.split('/').next().map(str::to_owned))
    };
    for (path, named) in &imports {
        for other in named {
            assert!(is_known(other), "{path} imports {other}");
            assert!(room(other) <= room(path), "{path} imports {other}");
            let is_other_tab =
                tab(path).is_some() && tab(other).is_some() && tab(path) != tab(other);
            assert!(!is_other_tab, "{path} imports {other}");
        }
    }
    let used: HashSet<&String> = imports.iter().flat_map(|(_, named)| named).collect();
    let unused =
        |path: &&str| !used.contains(&(*path).to_owned()) && !["main.ts", "able.ts"].contains(path);
    let unused: Vec<&str> = imports
        .iter()
        .map(|(path, _)| &path[..])
        .filter(unused)
        .collect();
    assert_eq!(unused, [""; 0], "no script imports these");
}
