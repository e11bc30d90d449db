//! The commands of the README, run in its order by a reader who has installed only what the README told to install.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use crate::commands::{command, run_with, skip};
use crate::documents::{root, text_of, words};
use crate::folder::Folder;

/// Returns the command lines of the README in their order: of its blocks of code, and those between back-ticks that
/// have no placeholder.
fn commands_of_the_readme() -> Vec<String> {
    let text = text_of("README.md");
    let mut lines = Vec::new();
    for (number, part) in text.split("```").enumerate() {
        if number % 2 == 0 {
            let quoted = part.split('`').skip(1).step_by(2);
            lines.extend(quoted.map(|line| line.replace('\n', " ")));
        } else {
            let (language, block) = part.split_once('\n').expect("a block has lines");
            let block = block.lines().map(str::trim);
            for line in block {
                let command = if language == "sh" {
                    Some(line)
                } else {
                    line.strip_prefix("$ ")
                };
                lines.extend(command.map(str::to_owned));
            }
        }
    }
    lines.retain_mut(|line| {
        let before_comment = line.split(" #").next().unwrap_or_default();
        *line = before_comment.trim().to_owned();
        let words = words(line);
        let is_command = ["cargo", "python3", "sha256sum", "tourne", "tourne-solve"];
        let is_placeholder = |word: &String| word.chars().all(|sign| sign.is_ascii_uppercase());
        words.len() > 1 && is_command.contains(&&*words[0]) && !words.iter().any(is_placeholder)
    });
    lines
}

/// Returns the folders of the `PATH` that have no program of the project: a reader may have installed one before.
fn path_of_a_newcomer() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let has = |folder: &Path, name| folder.join(name).exists();
    let is_clean = |folder: &PathBuf| !has(folder, "tourne") && !has(folder, "tourne-solve");
    std::env::split_paths(&path).filter(is_clean).collect()
}

#[test]
fn every_command_of_the_readme_runs_in_its_order() {
    let built = Path::new(env!("CARGO_BIN_EXE_tourne")).with_file_name("tourne-solve");
    if !built.exists() {
        skip("tourne-solve is not compiled: cargo test --workspace compiles it");
        return;
    }
    // What the commands read and write of the checkout.
    let folder = Folder::new();
    for name in ["bin", "data", "target", "tests"] {
        fs::create_dir(folder.path(name)).expect("a new folder");
    }
    for name in ["data", "tests"] {
        for entry in fs::read_dir(root().join(name)).expect("a folder of the project") {
            let file = entry.expect("a folder of the project").path();
            if file.is_file() {
                let name = format!(
                    "{name}/{}",
                    file.file_name().expect("a file has a name").display()
                );
                fs::copy(&file, folder.path(&name)).expect("the file can be copied");
            }
        }
    }
    let install = |program: &Path, name: &str| {
        symlink(program, folder.path(&format!("bin/{name}"))).expect("a new link");
    };
    let mut path = path_of_a_newcomer();
    path.push(folder.path("bin"));
    let path = std::env::join_paths(path).expect("folders of a path");
    let is_on_path = |name: &str| std::env::split_paths(&path).any(|it| it.join(name).is_file());

    let mut ran = 0;
    for line in commands_of_the_readme() {
        let solver = line.strip_prefix("cargo run --release --bin tourne-solve");
        let line = match (line.strip_prefix("cargo install --path "), solver) {
            (Some(package), _) => {
                match package.split(' ').next() {
                    Some("query") => install(Path::new(env!("CARGO_BIN_EXE_tourne")), "tourne"),
                    Some("solver") => install(&built, "tourne-solve"),
                    _ => panic!("{line}"),
                }
                continue;
            }
            (None, Some(arguments)) => {
                let program = crate::documents::quoted(&built);
                format!("{program} {}", arguments.trim_start_matches(" --"))
            }
            // These tests, and the documentation: the gate runs both.
            _ if line.starts_with("cargo test ") || line.starts_with("cargo doc ") => continue,
            _ => line,
        };
        let program = words(&line)[0].clone();
        let mut needed = ["python3", "sha256sum"].iter();
        if let Some(missing) = needed.find(|it| line.contains(**it) && !is_on_path(it)) {
            skip(&format!("there is no {missing}: {line}"));
            continue;
        }
        let mut shell = command("/bin/sh");
        shell.args(["-c", &line]).current_dir(&folder);
        shell.env("PATH", &path);
        if program == "sha256sum" {
            shell.current_dir(folder.path("data"));
        }
        let ended = run_with(&mut shell, "");
        assert_eq!(ended.code, Some(0), "{line}: {}", ended.stderr);
        // A terminal shows what a reader can read.
        assert!(
            ended.stdout.len() < 20_000,
            "{line}: {} bytes",
            ended.stdout.len()
        );
        ran += 1;
    }
    assert!(ran > 15, "{ran}");
}
