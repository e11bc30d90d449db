//! The sources: every test file is a module of its `main.rs`, and no syntax is newer than the `rust-version` of the
//! manifest.

use std::fs;
use std::path::Path;

use crate::documents::{ending, files, text_of};

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

/// Clippy (`incompatible_msrv`) finds library functions that are too new for `rust-version`, but not the syntax `[_;
/// _]` of an inferred length.
#[test]
fn no_length_of_an_array_is_left_to_be_inferred() {
    let mut files = files();
    let folders = ["solver/", "query/", "tests/engines/"];
    files.retain(|file| ending(file) == "rs" && folders.iter().any(|it| file.starts_with(it)));
    assert!(files.len() > 80, "the sources were found");
    // Stable since Rust 1.89.
    let inferred = [";", "_]"].join(" ");
    for file in files {
        assert!(!text_of(&file).contains(&inferred), "{file}");
    }
}
