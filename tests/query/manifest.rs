//! The sources: every test file is a module of its `main.rs`, and no syntax is newer than the `rust-version` of the
//! manifest.

use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn every_test_file_is_a_module() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    for package in ["solver", "query"] {
        let folder = tests.join(package);
        let root = fs::read_to_string(folder.join("main.rs")).expect("the root is there");
        let mut files = 0;
        for entry in fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("the folder can be read").path();
            let name = path.file_stem().and_then(|name| name.to_str());
            let name = name.expect("a plain name");
            let is_module = root.lines().any(|line| line == format!("mod {name};"));
            assert!(is_module || name == "main", "{name} is not a module");
            files += 1;
        }
        assert!(files >= 10, "the tests were found");
    }
}

/// Adds every Rust file below a folder to `found`.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Clippy (`incompatible_msrv`) finds library functions that are too new for `rust-version`, but not the syntax `[_;
/// _]` of an inferred length.
#[test]
fn no_length_of_an_array_is_left_to_be_inferred() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for folder in ["solver", "query", "tests/engines"] {
        sources(&root.join(folder), &mut files);
    }
    assert!(files.len() > 80, "the sources were found");
    // Stable since Rust 1.89.
    let inferred = [";", "_]"].join(" ");
    for file in files {
        let text = fs::read_to_string(&file).expect("a readable file");
        assert!(!text.contains(&inferred), "{}", file.display());
    }
}
