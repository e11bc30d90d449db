//! Every test file here is part of a package.

use std::fs;
use std::path::Path;

#[test]
fn every_test_file_is_declared_by_a_package() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let manifests = ["solver", "query"].map(|package| {
        fs::read_to_string(root.join(package).join("Cargo.toml")).expect("the package is there")
    });
    let mut files = 0;
    for entry in fs::read_dir(root.join("tests")).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path
                .file_name()
                .and_then(|name| name.to_str())
                .expect("a plain name");
            let declaration = format!("path = \"../tests/{name}\"");
            let declared = manifests
                .iter()
                .filter(|manifest| manifest.contains(&declaration));
            assert_eq!(declared.count(), 1, "{name} is run by exactly one package");
            files += 1;
        }
    }
    assert!(files >= 10, "the tests were found");
}
