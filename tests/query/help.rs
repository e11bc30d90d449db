//! The help of the commands, and the pages that `tourne help` prints.

use std::collections::HashMap;
#[cfg(unix)]
use std::process::Command;
use std::sync::LazyLock;

use crate::commands::{Outcome, assert_lacks, assert_says, joined, run, run_with};
use crate::documents::quoted;
use crate::folder::Folder;
use crate::tourne_line;

fn tourne(line: &str, columns: usize) -> Outcome {
    run(tourne_line(line).env("COLUMNS", columns.to_string()))
}

const COMMANDS: &str = "play quiz best check duel engine review outcomes \
                        page info atlas match rules help completions man";

fn commands() -> impl Iterator<Item = &'static str> {
    COMMANDS.split(' ')
}

/// The help of each command, in 100 columns.
static HELP: LazyLock<HashMap<&str, String>> = LazyLock::new(|| {
    let help = |command| {
        let help = tourne(&format!("{command} --help"), 100);
        help.assert_answered();
        (command, help.stdout)
    };
    commands().map(help).collect()
});

#[test]
fn help_prints_the_help_of_each_command() {
    let whole = tourne("help", 100);
    whole.assert_answered();
    let short = tourne("--help", 100).stdout;
    let commands_of = |help: &str| help.split("\n\n").nth(1).map(str::to_owned);
    assert_eq!(commands_of(&whole.stdout), commands_of(&short));
    for command in commands() {
        whole.assert_shows(&[&format!("\n  {command} ")]);
        let help = &HELP[command];
        assert_says(help, &[&format!("Usage: tourne {command}")]);
        // Help names nothing that only the project has.
        assert_lacks(help, &[".md"]);
        if command != "review" {
            let topic = tourne(&format!("help {command}"), 100);
            topic.assert_answered();
            assert_eq!(topic.stdout, *help);
        }
    }
}

/// Each command says which of its files --force replaces, and nothing about files that it does not write.
#[test]
fn force_says_what_it_does_in_this_command() {
    for (command, says) in [
        ("review", "--svg"),
        ("page", "output file"),
        ("check", "--record and --exploiter"),
        ("man", "manual pages"),
    ] {
        let help = joined(&HELP[command]);
        let (_, force) = help.split_once("--force Replace").expect("an option");
        let (force, _) = force.split_once(" --").expect("another option");
        let force = if says.starts_with("--") { &help } else { force };
        assert_says(force, &[says]);
        assert_lacks(&help, &["Records of games", "answers of engines, exports"]);
    }
}

#[test]
fn help_rating_says_what_losses_luck_and_ratings_mean() {
    let page = tourne("help rating", 80);
    page.assert_answered();
    let words: Vec<&str> = page
        .stdout
        .lines()
        .filter_map(|line| Some(line.split_once(": ")?.0))
        .collect();
    assert_eq!(words, ["Loss", "Luck", "Rating", "Level", "Worth"]);
    let says = [
        "two games in a hundred",
        "The good luck of one side is the bad luck of the other",
        "About level 4",
    ];
    assert_says(&page.stdout, &says);
    // At the table too.
    let at_table = run_with(
        &mut tourne_line("play --level 1 --seed 9"),
        "help rating\nhelp me\n",
    );
    assert_says(&joined(&at_table.stdout), &says);
    assert_says(&joined(&at_table.stdout), &["Type help, or help rating."]);
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
            let is_list = ["-", "<", "[", "tourne", "Usage", "\"Usage"]
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
    for command in commands() {
        let narrow = tourne(&format!("{command} --help"), 80);
        for (columns, help) in [(80, &narrow.stdout), (100, &HELP[command])] {
            assert_filled(help, columns);
            // Examples stand on their own lines, however narrow the terminal.
            let examples = help.split("\n\n").next().unwrap_or_default();
            if examples.starts_with("Examples:") {
                for line in examples.lines().skip(1) {
                    let is_comment = line.starts_with("          ");
                    let is_example = line.starts_with("  tourne ") || is_comment;
                    assert!(is_example, "{columns}: {line:?}");
                }
            }
        }
    }
    assert_filled(&tourne("--help", 100).stdout, 100);
}

// ---- Manual pages and completions

#[test]
fn every_command_has_a_manual_page_with_its_examples() {
    let folder = Folder::new();
    tourne(&format!("man --output {}", quoted(&folder)), 100).assert_answered();
    let page = |name: &str| folder.read(&format!("{name}.1")).replace("\\-", "-");
    let whole = page("tourne");
    let (text, examples) = whole
        .split_once(".SH EXAMPLES")
        .expect("there are examples");
    assert_says(text, &["a French tables game"]);
    assert!(
        examples.starts_with("\n.nf\n\\&  tourne play"),
        "{examples}"
    );
    for command in commands() {
        let name = format!("tourne-{command}");
        assert_says(&whole, &[&format!("{name}(1)")]);
        let text = page(&name);
        // The manual page has the same text as the help.
        let mut help = HELP[command].lines();
        let example = help.find(|line| line.starts_with("  tourne "));
        let has_examples = text.contains(".SH EXAMPLES");
        assert_eq!(has_examples, example.is_some(), "{command}");
        assert!(text.contains(example.unwrap_or_default()), "{text}");
    }
    let count = commands().count() + 1;
    assert_eq!(folder.names().len(), count, "no other page is written");
    let missing = quoted(folder.path("missing"));
    let missing = tourne(&format!("man --output {missing}"), 100);
    missing.assert_one_line_error(2, &["does not exist"]);
}

#[test]
fn completions_name_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = tourne(&format!("completions {shell}"), 100);
        script.assert_answered();
        for command in commands() {
            script.assert_shows(&[command]);
        }
    }
}

/// Returns what bash offers for the last word of each line, in a folder that holds three files. The script is run as bash
/// runs it after a press of the Tab key.
#[cfg(unix)]
fn completed(lines: &[&str]) -> Vec<String> {
    let folder = Folder::new();
    let script = tourne("completions bash", 100);
    script.assert_answered();
    folder.write("completions", &script.stdout);
    folder.write("mine.csv", "");
    folder.write("my other file", "");
    let says = r#"
        . ./completions
        for line in "$@"; do
            eval "COMP_WORDS=(tourne $line)"
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            COMPREPLY=()
            _tourne tourne "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" 2>/dev/null
            printf '%s|' "${COMPREPLY[@]}"
            echo
        done"#;
    let mut bash = Command::new("bash");
    bash.args(["-c", says, "bash"]).args(lines);
    let offered = run(bash.current_dir(folder.path(""))).stdout;
    offered.lines().map(str::to_owned).collect()
}

#[cfg(unix)]
#[test]
fn bash_completes_values_from_their_lists() {
    const SETS: &str = "standard|forced-entry|entry-first|double-win|course|";
    let expected = [
        ("best --rules ''", SETS),
        ("best --rules co", "course|"),
        ("page --rules standard --rules d", "double-win|"),
        ("rules fo", "forced-entry|"),
        ("atlas standard e", "entry-first|"),
        ("play --level ''", "1|2|3|4|5|6|7|8|9|10|"),
        ("help pl", "play|playing|"),
        ("help r", "rules|rating|review|"),
        ("help b", "best|"),
        ("review --format ''", "text|json|csv|"),
        ("match 5 --first ''", "dice|loser|winner|alternate|"),
        ("quiz --kind mi", "missed-hit|missed-home|missed-aim|"),
        ("engine --policy card-1", "card-1|card-10|"),
        // A value that has no list is left as it is, and no file is offered for it.
        ("play --seed m", "m|"),
        ("quiz --side m", "m|"),
        ("best 04h/007 --match 5 --score ''", "|"),
        // Files are offered where one is taken, with their spaces.
        ("best --solution mi", "mine.csv|"),
        ("check --policy my", "my other file|"),
        ("play --record my", "my other file|"),
    ];
    let lines = expected.map(|(line, _)| line);
    let found = completed(&lines);
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for ((line, expected), found) in expected.into_iter().zip(found) {
        assert_eq!(found, expected, "{line}");
    }
}

/// For every option of every command: bash offers files only for values that are called so.
#[cfg(unix)]
#[test]
fn bash_offers_files_only_where_a_file_is_taken() {
    let mut values = Vec::new();
    for command in commands() {
        for line in HELP[command].lines() {
            let option = line.split_whitespace().find(|word| word.starts_with("--"));
            let name = line
                .split_once('<')
                .and_then(|(_, name)| name.split_once('>'));
            if let (Some(option), Some((name, _)), true) = (option, name, line.starts_with("  ")) {
                values.push((format!("{command} {option} my"), name));
            }
        }
    }
    assert!(values.len() > 80, "{}", values.len());
    let lines: Vec<&str> = values.iter().map(|(line, _)| &**line).collect();
    let offered = completed(&lines);
    assert_eq!(offered.len(), values.len());
    for ((line, name), offered) in values.iter().zip(offered) {
        let is_file = ["FILE", "FILE|FOLDER", "COMMAND", "OLD"].contains(name);
        assert_eq!(offered.contains("other"), is_file, "{line}: {offered}");
    }
}
