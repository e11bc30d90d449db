//! The pages of the documentation, for tests of their tables, links and commands.

// Each test program that includes this module uses a part of it.
#![allow(dead_code)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::commands::run;

/// Reads a file of the project. `file` is its path from the root folder.
pub(crate) fn text_of(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Returns the root folder of the project.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the paths of all files of the project from its root folder, sorted; without `.git`, `target` and
/// `node_modules`.
pub(crate) fn files() -> Vec<String> {
    fn visit(folder: &Path, name: &str, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).expect("the folder can be read") {
            let entry = entry.expect("the folder can be read");
            let file = entry.file_name();
            let file = file.to_str().expect("a plain name");
            if [".git", "target", "node_modules"].contains(&file) {
                continue;
            }
            let path = format!("{name}{file}");
            if entry.path().is_dir() {
                visit(&entry.path(), &format!("{path}/"), found);
            } else {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    visit(&root(), "", &mut found);
    found.sort();
    found
}

/// Returns the extension of a file's name; empty if there is none.
pub(crate) fn ending(file: &str) -> &str {
    let ending = Path::new(file).extension().and_then(|it| it.to_str());
    ending.unwrap_or_default()
}

/// A page of the documentation, in Markdown.
pub(crate) struct Page {
    /// Path from the root folder of the project.
    pub(crate) name: String,
    pub(crate) text: String,
}

impl Page {
    pub(crate) fn read(name: &str) -> Page {
        let (name, text) = (name.to_owned(), text_of(name));
        Page { name, text }
    }

    /// Returns every Markdown page of the project.
    pub(crate) fn all() -> Vec<Page> {
        let mut files = files();
        files.retain(|file| ending(file) == "md");
        let pages: Vec<Page> = files.iter().map(|file| Page::read(file)).collect();
        assert!(pages.len() > 15, "the pages were found");
        pages
    }

    /// Returns the lines between the first line that equals `first` and the end of its block of code.
    #[track_caller]
    pub(crate) fn block(&self, first: &str) -> Vec<&str> {
        let mut lines = self.text.lines().skip_while(|line| *line != first);
        assert!(lines.next().is_some(), "{} has no {first}", self.name);
        lines.take_while(|line| *line != "```").collect()
    }

    /// Returns the rows of the first table whose header begins with this text, as cells without back-ticks. The row of
    /// dashes is left out.
    #[track_caller]
    pub(crate) fn table(&self, header: &str) -> Vec<Vec<&str>> {
        let mut lines = self.text.lines();
        let found = lines.find(|line| line.starts_with(header));
        assert!(found.is_some(), "{} has no table {header}", self.name);
        let rows = lines.skip(1).take_while(|line| line.starts_with('|'));
        rows.map(|row| {
            let row = row.trim_matches('|').split('|');
            row.map(|cell| cell.trim().trim_matches('`')).collect()
        })
        .collect()
    }

    /// Returns the lines outside blocks of code, and for each block its language and its lines.
    pub(crate) fn parts(&self) -> (Vec<&str>, Vec<(&str, Vec<&str>)>) {
        let (mut outside, mut blocks) = (Vec::new(), Vec::<(&str, Vec<&str>)>::new());
        let mut is_code = false;
        for line in self.text.lines() {
            if let Some(language) = line.trim_start().strip_prefix("```") {
                is_code = !is_code;
                if is_code {
                    blocks.push((language, Vec::new()));
                }
            } else if is_code {
                let (_, lines) = blocks.last_mut().expect("a block has begun");
                lines.push(line);
            } else {
                outside.push(line);
            }
        }
        assert!(!is_code, "{}: a block does not end", self.name);
        (outside, blocks)
    }

    /// Returns the texts between back-ticks, outside blocks of code.
    pub(crate) fn quoted(&self) -> Vec<String> {
        let (outside, _) = self.parts();
        // A quotation may go on in the next line, but not in the next paragraph.
        let text = outside.join("\n");
        let paragraphs = text.split("\n\n");
        let quoted = paragraphs.flat_map(|paragraph| paragraph.split('`').skip(1).step_by(2));
        quoted.map(|text| text.replace('\n', " ")).collect()
    }

    /// Returns every command line of the page that begins with one of these programs: in blocks of shell, after the `$`
    /// of blocks that show a session, and between back-ticks in sentences.
    pub(crate) fn commands(&self, programs: &[&str]) -> Vec<String> {
        let (_, blocks) = self.parts();
        let mut lines = self.quoted();
        for (language, block) in blocks {
            for line in block {
                let shown = line.strip_prefix("$ ");
                if language == "sh" || shown.is_some() {
                    // Leave out comments, and split joined commands.
                    let line = shown.unwrap_or(line);
                    let line = line.split(" #").next().unwrap_or_default();
                    lines.extend(line.split(" && ").map(|step| step.trim().to_owned()));
                }
            }
        }
        // After `cargo run … --` come the arguments of one of the project's programs.
        let run = lines.iter().filter_map(|line| {
            let (cargo, arguments) = line.split_once(" -- ")?;
            let (_, program) = cargo.split_once(" --bin ")?;
            Some(format!("{program} {arguments}"))
        });
        lines.extend(run.collect::<Vec<_>>());
        let is_named = |line: &String| {
            let mut words = line.split(' ');
            programs.contains(&words.next().unwrap_or_default()) && words.next().is_some()
        };
        lines.retain(is_named);
        lines
    }
}

/// Asserts that a program, which `start` starts, understands its commands on all pages: at least this number.
#[track_caller]
pub(crate) fn assert_understood(program: &str, least: usize, start: impl Fn() -> Command) {
    let (mut understood, mut refused) = (0, Vec::new());
    for page in Page::all() {
        for line in page.commands(&[program]) {
            let outcome = run(start().args(&asking_for_help(&line)[1..]));
            if outcome.code != Some(0) {
                refused.push(format!("{}: {line}: {}", page.name, outcome.stderr));
            }
            understood += 1;
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
    assert!(understood >= least, "{understood}");
}

/// Returns the words of a command line, with `--help` at the end, so that the program checks the line but does nothing.
/// Placeholders are replaced by examples, and redirections are left out.
fn asking_for_help(line: &str) -> Vec<String> {
    let end = [" <", " >", " |"].iter().filter_map(|sign| line.find(sign));
    let line = &line[..end.min().unwrap_or(line.len())];
    let mut words = words(&line.replace('…', ""));
    for word in &mut words {
        if let Some((_, example)) = EXAMPLES.iter().find(|(placeholder, _)| word == placeholder) {
            (*example).clone_into(word);
        }
        *word = word.replace(":RULE", ":hit").replace(":P", ":0.1");
    }
    // Leave `tourne help` as it is: it only prints a page anyway.
    if words[1] != "help" {
        words.push("--help".to_owned());
    }
    words
}

/// Placeholders that the pages write in capitals, each with an example to put in its place.
const EXAMPLES: [(&str, &str); 15] = [
    ("POSITION", "04h/007"),
    ("ROLL", "4-3"),
    ("DIE", "3"),
    ("MOVE", "0/3"),
    ("N", "7"),
    ("A-B", "1-0"),
    ("S", "1"),
    ("A", "builtin:hit"),
    ("B", "builtin:front"),
    ("NAME", "course"),
    ("$rules", "course"),
    ("LOSS", "1%"),
    ("SECONDS", "1"),
    ("SHELL", "bash"),
    ("FORMAT", "csv"),
];

/// Returns a path as one word of a line, for [`words`] or a shell.
pub(crate) fn quoted(path: impl AsRef<Path>) -> String {
    let path = path.as_ref().to_str().expect("a plain path");
    format!("'{}'", path.replace('\'', "'\"'\"'"))
}

/// Splits a line into words as a shell does.
pub(crate) fn words(line: &str) -> Vec<String> {
    shlex::split(line).unwrap_or_else(|| panic!("a quote is open: {line}"))
}
