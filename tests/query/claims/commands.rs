//! Commands in the documentation: `tourne` understands its commands, and the packages, programs and tests that `cargo`
//! commands name exist.

use crate::commands::run;
use crate::documents::{Page, asking_for_help, files, root, text_of, words};
use crate::tourne;

#[test]
fn tourne_understands_every_command_of_the_pages() {
    let (mut understood, mut refused) = (0, Vec::new());
    for page in Page::all() {
        for line in page.commands(&["tourne"]) {
            let words = asking_for_help(&line);
            let outcome = run(&mut tourne(&words[1..]));
            if outcome.code != Some(0) {
                refused.push(format!("{}: {line}: {}", page.name, outcome.stderr));
            }
            understood += 1;
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
    assert!(understood > 60, "{understood}");
}

#[test]
fn cargo_finds_what_the_commands_of_the_pages_name() {
    let manifests: Vec<String> = files()
        .iter()
        .filter(|file| file.ends_with("Cargo.toml"))
        .map(|file| text_of(file))
        .collect();
    let manifests = manifests.join("\n").replace("[package]", "[[package]]");
    // Returns whether a manifest has a target or a package with this name.
    let is_named = |kind: &str, name: &str| {
        let mut sections = manifests.split("\n[");
        let (kind, name) = (format!("[{kind}]]\n"), format!("\nname = \"{name}\"\n"));
        sections.any(|section| section.starts_with(&kind) && format!("{section}\n").contains(&name))
    };
    let mut found = 0;
    for page in Page::all() {
        for line in page.commands(&["cargo"]) {
            let words = words(&line);
            for (option, value) in words.iter().zip(&words[1..]) {
                let exists = match &**option {
                    "-p" => is_named("package", value),
                    "--bin" | "--example" | "--bench" | "--test" => is_named(&option[2..], value),
                    "--manifest-path" | "--path" => root().join(value).exists(),
                    _ => continue,
                };
                assert!(exists, "{}: {line}: there is no {value}", page.name);
                found += 1;
            }
            // Names of tests follow the name of their test program.
            let test = words.iter().position(|word| word == "--test");
            if let Some(test) = test {
                let program = text_of(&format!("tests/{}/main.rs", words[test + 1]));
                let names = words[test + 2..].iter();
                for name in names.filter(|word| !word.starts_with('-')) {
                    let module = name.split("::").next().unwrap_or_default();
                    let is_there = program.contains(&format!("mod {module};"));
                    assert!(is_there, "{}: {line}: no {name}", page.name);
                }
            }
        }
    }
    assert!(found > 20, "{found}");
}
