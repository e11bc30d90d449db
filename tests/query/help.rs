//! The help of the commands, and the pages that `tourne help` prints.

use std::fs;
use std::process::Command;

use crate::commands::{Outcome, run};
use crate::documents::Page;

fn tourne(arguments: &[&str], columns: usize) -> Outcome {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tourne"));
    run(command.args(arguments).env("COLUMNS", columns.to_string()))
}

const COMMANDS: &str = "play quiz best check duel ladder engine review outcomes \
                        page info atlas match rules identify help completions man";

fn commands() -> impl Iterator<Item = &'static str> {
    COMMANDS.split(' ')
}

#[test]
fn help_prints_the_help_of_each_command() {
    let whole = tourne(&["help"], 100);
    whole.assert_answered();
    assert_eq!(whole.stdout, tourne(&["--help"], 100).stdout);
    for command in commands() {
        whole.assert_shows(&[&format!("\n  {command} ")]);
        let option = tourne(&[command, "--help"], 100);
        option.assert_answered();
        option.assert_shows(&[&format!("Usage: tourne {command}")]);
        if command != "review" {
            let topic = tourne(&["help", command], 100);
            topic.assert_answered();
            assert_eq!(topic.stdout, option.stdout);
        }
    }
}

#[test]
fn help_begins_with_what_the_game_is() {
    for arguments in [&[][..], &["--help"], &["help"]] {
        let outcome = tourne(arguments, 200);
        let said = outcome.stdout + &outcome.stderr;
        assert!(
            said.starts_with("Tourne-case is a French tables game"),
            "{said}"
        );
    }
}

#[test]
fn help_prints_the_pages_as_they_are() {
    for page in ["answers", "checking", "protocol", "review"] {
        let outcome = tourne(&["help", page], 40);
        outcome.assert_answered();
        let text = Page::read(&format!("query/{}.md", page.to_uppercase())).text;
        assert!(
            outcome.stdout == text,
            "{page} is printed as it stands in the project"
        );
        assert!(
            text.len() > 1000 && text.starts_with("# "),
            "{page} is a page"
        );
    }
}

#[test]
fn unknown_topics_are_answered_with_those_that_are_known() {
    let pages = "answers, cards, checking, playing, protocol, review, strategy";
    let outcome = tourne(&["help", "chess"], 100);
    outcome.assert_one_line_error(2, &["\"chess\"", "identify", pages]);
}

#[test]
fn help_names_nothing_that_only_the_project_has() {
    for command in commands() {
        let help = tourne(&[command, "--help"], 200).stdout;
        assert!(!help.contains(".md"), "{help}");
    }
}

/// Asserts that lines are filled: the first word of a line would not fit on the line before.
#[track_caller]
fn assert_filled(help: &str, columns: usize) {
    let lines: Vec<&str> = help.lines().collect();
    for pair in lines.windows(2) {
        let indent = |line: &str| line.len() - line.trim_start().len();
        let [before, line] = [pair[0], pair[1]];
        assert!(before.chars().count() <= columns, "{columns}: {before:?}");
        // Only paragraphs and descriptions are wrapped: the same indent, and no line of a list.
        let is_text = |line: &str| {
            let text = line.trim_start();
            let is_list = ["-", "<", "[", "tourne", "\"Usage"]
                .iter()
                .any(|mark| text.starts_with(mark));
            !text.is_empty() && !is_list && [0, 10].contains(&indent(line))
        };
        if is_text(before) && is_text(line) && indent(before) == indent(line) {
            let word = line.split_whitespace().next().unwrap_or_default();
            let length = before.chars().count() + 1 + word.chars().count();
            assert!(
                length > columns,
                "{columns}: {word:?} fits after {before:?}"
            );
        }
    }
}

#[test]
fn help_is_wrapped_once() {
    for columns in [80, 100] {
        for command in commands() {
            let help = tourne(&[command, "--help"], columns);
            help.assert_answered();
            assert_filled(&help.stdout, columns);
            // Examples stand on their own lines, however narrow the terminal.
            let examples = help.stdout.split("\n\n").next().unwrap_or_default();
            if examples.starts_with("Examples:") {
                for line in examples.lines().skip(1) {
                    let is_comment = line.starts_with("          ");
                    assert!(
                        line.starts_with("  tourne ") || is_comment,
                        "{columns}: {line:?}"
                    );
                }
            }
        }
        assert_filled(&tourne(&["--help"], 100).stdout, 100);
    }
}

// ---- Manual pages and completions

#[test]
fn every_command_has_a_manual_page_with_its_examples() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().to_str().expect("a plain name");
    tourne(&["man", "--output", path], 100).assert_answered();
    let page = |name: &str| {
        let text = fs::read_to_string(folder.path().join(format!("{name}.1")));
        text.expect("the page is there").replace("\\-", "-")
    };
    let whole = page("tourne");
    let (text, examples) = whole
        .split_once(".SH EXAMPLES")
        .expect("there are examples");
    assert!(text.contains("is a French tables game"), "{text}");
    assert!(
        examples.starts_with("\n.nf\n\\&  tourne play"),
        "{examples}"
    );
    for command in commands() {
        let name = format!("tourne-{command}");
        assert!(whole.contains(&format!("{name}(1)")), "{name} is listed");
        let text = page(&name);
        // The manual page has the same text as the help.
        let help = tourne(&[command, "--help"], 100).stdout;
        let example = help.lines().find(|line| line.starts_with("  tourne "));
        assert_eq!(
            text.contains(".SH EXAMPLES"),
            example.is_some(),
            "{command}"
        );
        assert!(text.contains(example.unwrap_or_default()), "{text}");
    }
    let files = fs::read_dir(&folder).expect("the folder is there").count();
    assert_eq!(files, commands().count() + 1, "no other page is written");
    let missing = format!("{path}/missing");
    tourne(&["man", "--output", &missing], 100).assert_one_line_error(2, &["does not exist"]);
}

#[test]
fn completions_name_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = tourne(&["completions", shell], 100);
        script.assert_answered();
        for command in commands() {
            script.assert_shows(&[command]);
        }
    }
    tourne(&["completions", "chess"], 100).assert_error(2, &["chess"]);
}
