//! Manifests say what is so: every test file is a module of its root, and `rust-version` is enough.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

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

// ------------------------------------------------------------- the oldest compiler

/// What `cargo metadata` says of the locked packages, or why it says nothing.
fn metadata(arguments: &[&str]) -> Result<Value, String> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--locked", "--format-version", "1"])
        .args(arguments)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .output()
        .expect("cargo can be run");
    if output.status.success() {
        Ok(serde_json::from_slice(&output.stdout).expect("metadata is JSON"))
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// The metadata of all packages of Cargo.lock; without a network perhaps only of those that are used on
/// this system.
fn packages() -> Vec<Value> {
    let found = metadata(&["--offline"]).or_else(|_| metadata(&[]));
    let found = found.or_else(|_| {
        let version = Command::new("rustc").arg("-vV").output();
        let version = version.expect("rustc can be run").stdout;
        let version = String::from_utf8(version).expect("it is text");
        let host = version.lines().find_map(|line| line.strip_prefix("host: "));
        let host = host.expect("rustc knows its system");
        metadata(&["--offline", "--filter-platform", host])
    });
    let found = found.expect("the packages of the lock file can be listed");
    found["packages"].as_array().expect("a list").clone()
}

/// A version as numbers; what is left out is 0.
fn version(text: &str) -> [u32; 3] {
    let mut numbers = text.split('.').map(|part| part.parse().expect("a number"));
    [0; 3].map(|zero| numbers.next().unwrap_or(zero))
}

#[test]
fn no_dependency_asks_for_a_later_compiler_than_we_do() {
    let packages = packages();
    let asks = |package: &Value| package["rust_version"].as_str().map(version);
    let is_ours = |package: &&Value| {
        let name = package["name"].as_str();
        name.is_some_and(|name| name == "tourne" || name.starts_with("tourne-"))
    };
    let ours: Vec<_> = packages.iter().filter(is_ours).filter_map(asks).collect();
    assert!(ours.len() >= 2, "each package states a version");
    assert!(
        ours.iter().all(|&version| version == ours[0]),
        "all packages state the same: {ours:?}"
    );
    let later: Vec<_> = packages
        .iter()
        .filter(|&package| asks(package) > Some(ours[0]))
        .map(|package| (&package["name"], &package["rust_version"]))
        .collect();
    assert_eq!(later, [], "later than our rust-version {:?}", ours[0]);
    assert!(packages.len() > 100, "the dependencies were listed");
}

/// Every Rust file below a folder.
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

/// Clippy (`incompatible_msrv`) finds functions of the standard library that are too new, but not this
/// piece of syntax.
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
        let text = fs::read_to_string(&file).expect("it can be read");
        assert!(!text.contains(&inferred), "{}", file.display());
    }
}
