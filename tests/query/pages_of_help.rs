//! What is printed at a terminal: pages of help, reports and errors; and progress, which is shown only there.

use std::collections::HashSet;
use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::commands::{PROGRESS_DELAY, assert_says, joined, run, run_at_terminal, run_on_terminal};
use crate::documents::{Page, quoted, root};
use crate::terminal::plain;
use crate::{LALANNE, cells, tourne_line};

#[track_caller]
fn assert_has_words<'a>(text: &str, words: impl Iterator<Item = &'a str>) {
    let found: HashSet<&str> = text.split_whitespace().collect();
    for word in words {
        assert!(found.contains(word), "{word:?} is missing in {text}");
    }
}

#[track_caller]
fn assert_fits(text: &str, columns: u16) {
    for line in text.lines() {
        assert!(line.chars().count() <= columns.into(), "{line:?} in {text}");
    }
}

#[test]
fn pages_are_printed_as_they_stand() {
    for page in "answers cards checking playing protocol review strategy".split(' ') {
        let text = Page::read(&format!("query/{}.md", page.to_uppercase())).text;
        assert!(text.len() > 1000 && text.starts_with("# "), "{page}");
        let mut command = tourne_line(&format!("help {page}"));
        // Whatever the reader has chosen to page or style text with: no program is started, nothing is styled.
        command.envs([("PAGER", "echo paged"), ("LESS", "-M")]);
        for seen in [run(&mut command), run_at_terminal(&mut command, 40)] {
            seen.assert_code(0);
            let is_the_page = seen.stdout.replace("\r\n", "\n") == text;
            assert!(is_the_page, "{page} is printed as it stands: {seen:?}");
        }
    }
}

#[test]
fn the_help_of_the_program_fits_a_terminal_of_24_lines() {
    for line in ["--help", "-h"] {
        let seen = run_at_terminal(&mut tourne_line(line), 80);
        seen.assert_code(0);
        let seen = plain(&seen.stdout);
        // The prompt of the shell takes the 24th line.
        assert!(seen.lines().count() < 24, "{seen}");
        assert_fits(&seen, 80);
        assert!(
            seen.starts_with("Tourne-case, a French tables game"),
            "{seen}"
        );
        assert_says(&seen, &["tourne help: examples"]);
        assert!(!seen.contains("Examples:"), "{seen}");
    }
    // The examples stand behind.
    let whole = plain(&run_at_terminal(&mut tourne_line("help"), 80).stdout);
    let (commands, examples) = whole.split_once("Examples:").expect("examples");
    assert_says(commands, &["  play  ", "  man  "]);
    assert_says(examples, &["  tourne play ", "  tourne help answers "]);
    assert_fits(&whole, 80);
}

// ---- Reports and errors

#[test]
fn reports_and_errors_fit_the_terminal() {
    for (line, is_prose) in [
        ("help chess", true),
        ("check --policy builtin:foo", true),
        ("check --policy builtin:front --fail-above 1%", true),
        ("info", true),
        ("best 04h/007 --explain", true),
        // For people, tables are folded and bars are shortened.
        (&format!("review {}", quoted(LALANNE)), false),
        ("duel builtin:front builtin:rear builtin:hit", false),
        ("match 12", false),
    ] {
        let piped = run(&mut tourne_line(line));
        let seen = run_at_terminal(tourne_line(line).env("NO_COLOR", "1"), 80);
        assert_eq!(seen.code, piped.code);
        assert_fits(&seen.stdout, 80);
        let said = piped.stdout + &piped.stderr;
        if is_prose {
            assert_eq!(joined(&seen.stdout), joined(&said));
        } else {
            // Every figure is printed somewhere.
            let figures = said.split_whitespace().filter(|word| !word.contains('█'));
            assert_has_words(&seen.stdout, figures);
        }
    }
    // Answers for programs are never broken.
    for format in ["json", "csv"] {
        let line = &format!("review {} --format {format}", quoted(LALANNE));
        let seen = run_at_terminal(&mut tourne_line(line), 80);
        assert_eq!(seen.stdout, run(&mut tourne_line(line)).stdout);
    }
}

#[test]
fn tables_fit_narrow_terminals() {
    let card = "check --policy builtin:card-3 --mistakes 0";
    let atlas = "atlas double-win forced-entry";
    for (line, columns) in [(atlas, 40), (card, 80), (card, 40)] {
        let piped = run(&mut tourne_line(line)).stdout;
        let seen = run_at_terminal(&mut tourne_line(line), columns).stdout;
        assert_has_words(&seen, piped.split_whitespace());
        assert_fits(&seen, columns);
        for line in seen.lines() {
            // No line break separates a number from its unit.
            let unit = line.split_whitespace().next();
            assert!(!matches!(unit, Some("%" | "points")), "{line:?} in {seen}");
        }
    }
    let seen = run_at_terminal(&mut tourne_line(card), 80).stdout;
    let below = |line: &str| line.find("rule").or_else(|| line.find("the rear man"));
    let mut lines = seen.lines().skip_while(|line| !line.starts_with("line  "));
    let rule = lines.next().and_then(below).expect("there is a header");
    let rows: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    assert!(rows.len() > 3, "rules go on: {seen}");
    for row in rows {
        assert!(row[..rule].ends_with("  "), "{row:?} in {seen}");
        assert!(!row[rule..].starts_with(' '), "{row:?} in {seen}");
    }
}

#[test]
fn a_scripted_game_fits_the_terminal() {
    let script = tempfile::NamedTempFile::new().expect("a temporary file can be made");
    fs::write(&script, "board\nxyzzy\nquit\n").expect("a writable file");
    let line = format!("\"$0\" play --seed 7 <{}", quoted(&script));
    let mut shell = Command::new("sh");
    shell.args(["-c", &line, env!("CARGO_BIN_EXE_tourne")]);
    for columns in [50, 120] {
        let seen = run_at_terminal(&mut shell, columns).stdout;
        let widest = seen.lines().map(|line| line.chars().count()).max();
        let least = if columns > 80 { 81 } else { 40 };
        let range = Some(least)..=Some(usize::from(columns));
        assert!(range.contains(&widest), "{columns}: {widest:?} in {seen}");
    }
}

// ---- Progress

/// Commands, and a part of what they say meanwhile.
const SAYS: &str = "
match 2 --rules double-win | of 4
best 04h/007 3 --match 2 --score 0-0 | best play at this score
atlas double-win | double-win: following best play
duel builtin:hit builtin:front | playing
check --policy builtin:errs:0.5 | grading
outcomes 000/000 | following best play
best 000/000 3 --rules course+double-win | course+double-win:
info --solution data/course.bin | proving data/course.bin
";

#[test]
fn what_takes_long_says_what_it_does() {
    for [arguments, says] in cells(SAYS) {
        let mut command = tourne_line(arguments);
        command.current_dir(root()).env(PROGRESS_DELAY, "0");
        let seen = run_on_terminal(&mut command);
        let heard = run(&mut command);
        heard.assert_answered();
        assert_eq!(seen.code, heard.code, "{seen:?}");
        assert_eq!(seen.stdout, heard.stdout, "the answer is the same");
        seen.assert_warns(&[says]);
        // The progress line is erased at the end: the last line that was drawn is empty.
        let rest = seen.stderr.rsplit('\r').next().unwrap_or_default();
        let is_clear = rest.ends_with("\u{1b}[2K") || rest.ends_with("\u{1b}[K");
        assert!(is_clear, "{:?}", seen.stderr);
    }
}

#[test]
fn quick_answers_come_without_a_flash() {
    for arguments in [
        "best 04h/007 3",
        "rules",
        "review tests/games/lalanne.txt",
        "duel builtin:hit builtin:front",
        "help answers",
    ] {
        let mut command = tourne_line(arguments);
        // Progress is shown only after a delay, here 600,000 ms, so these commands count as quick.
        let seen = run_on_terminal(command.current_dir(root()).env(PROGRESS_DELAY, "600000"));
        assert_eq!((seen.code, &*seen.stderr), (Some(0), ""), "{arguments:?}");

        let begin = Instant::now();
        let seen = run_on_terminal(command.env_remove(PROGRESS_DELAY));
        // The default delay is 250 ms. On a busy machine the command may take longer, so check only quick runs.
        let is_quick = begin.elapsed() < Duration::from_millis(200);
        assert!(seen.stderr.is_empty() || !is_quick, "{arguments:?}");
    }
}
