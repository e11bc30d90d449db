//! Folders are layers, as ARCHITECTURE.md lists them. Every test file is a module of its `main.rs`.

use std::process::Command;

use crate::commands::names_in;
use crate::documents::{Page, files, root, text_of};

/// Returns the lines of a source that are not comments.
fn code(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines();
    lines.filter(|line| !line.trim_start().starts_with("//"))
}

#[test]
fn a_folder_imports_only_folders_that_stand_before_it() {
    let page = Page::read("solver/ARCHITECTURE.md");
    for package in ["solver", "query"] {
        let section = page.text.split_once(&format!("\n## `{package}/src`\n"));
        let (_, section) = section.expect("the page has the folders of each package");
        let section = section.split("\n## ").next().unwrap_or_default();
        let begins = section.lines().filter_map(|line| line.strip_prefix("**`"));
        let layers: Vec<&str> = begins
            .filter_map(|line| line.split(['/', '.']).next())
            .filter(|&layer| layer != "bin")
            .collect();
        assert!(layers.len() > 1, "{layers:?}");
        let mut imports = 0;
        for file in files() {
            let Some(inside) = file.strip_prefix(&format!("{package}/src/")) else {
                continue;
            };
            let layer = inside.split(['/', '.']).next().unwrap_or_default();
            let Some(place) = layers.iter().position(|&it| it == layer) else {
                let is_above = ["lib", "bin", "pages"].contains(&layer);
                assert!(is_above, "{file} is in no folder that the page has");
                continue;
            };
            for line in code(&text_of(&file)) {
                for path in line.split("crate::").skip(1) {
                    let end = path.find(|it: char| !it.is_ascii_lowercase() && it != '_');
                    let from = &path[..end.unwrap_or(path.len())];
                    let other = layers.iter().position(|&it| it == from);
                    assert!(other.is_none_or(|other| other <= place), "{file}: {line}");
                    imports += usize::from(other.is_some());
                }
            }
        }
        assert!(imports > 1, "{imports}");
    }
}

#[test]
fn no_two_files_import_each_other() {
    let script = root().join("tests/circles.py");
    let run = Command::new("python3").arg(script).arg(root()).output();
    // Nothing can be checked without Python.
    let Ok(run) = run else { return };
    let printed = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "in a circle: {printed}{run:?}");
    let imports = printed.split(' ').next().and_then(|it| it.parse().ok());
    assert!(imports > Some(500), "{printed}");
}

#[test]
fn versions_are_the_same_everywhere() {
    let version = |file: &str, before: &str| {
        let text = text_of(file);
        let (_, after) = text.split_once(before).expect("the file has a version");
        let version = after.split(['"', '\n']).next();
        version.unwrap_or_default().to_owned()
    };
    let stated = version("Cargo.toml", "\nversion = \"");
    assert_eq!(stated, version("query/python/Cargo.toml", "\nversion = \""));
    assert_eq!(stated, version("CITATION.cff", "\nversion: "));
    assert_eq!(stated, version("CHANGELOG.md", "\n## "));
}

#[test]
fn every_test_file_is_a_module() {
    for package in ["graph", "solver", "query"] {
        let folder = root().join("tests").join(package);
        let main = text_of(&format!("tests/{package}/main.rs"));
        let names = names_in(folder);
        assert!(names.len() >= 10, "the tests were found");
        for name in names {
            let name = name.trim_end_matches(".rs");
            let is_module = main.lines().any(|line| line == format!("mod {name};"));
            assert!(is_module || name == "main", "{name} is not a module");
        }
    }
}
