//! What is printed at a terminal: pages of help, their pager, reports and errors; and progress, which is shown only there.

use std::collections::HashSet;
use std::fs;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::commands::{
    Outcome, PROGRESS_DELAY, assert_says, hang_ups_are_ignored, joined, run, run_at_terminal,
    run_on_terminal,
};
use crate::documents::{quoted, root};
use crate::terminal::{BOLD, CTRL_C, PATIENCE, Seat, plain};
use crate::{LALANNE, cells, tourne_line};

/// Returns what a page of help is at a terminal, shown by this pager.
fn paged(page: &str, pager: &str) -> Outcome {
    run_at_terminal(tourne_line(&format!("help {page}")).env("PAGER", pager), 80)
}

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
fn pages_are_laid_out_for_the_terminal() {
    for page in "answers cards checking playing protocol review strategy".split(' ') {
        let seen = paged(page, "cat");
        seen.assert_code(0);
        // Where standard output is not a terminal, the page is printed in Markdown.
        let source = run(tourne_line(&format!("help {page}")).env("PAGER", "echo paged"));
        source.assert_answered();
        let source = source.stdout;
        let title = source.split_whitespace().nth(1).unwrap_or_default();
        let begin = &seen.stdout[..80];
        let is_bold = begin.starts_with(&format!("{BOLD}{title}\u{1b}[0m"));
        assert!(is_bold, "{page}: {begin:?}");
        let text = plain(&seen.stdout);
        assert_eq!(text.lines().nth(1), Some(""), "{page}");
        // In code, which stands between fences in the source, such characters are no marks.
        let code = source.split("```").skip(1).step_by(2);
        let code: HashSet<&str> = code.flat_map(str::lines).collect();
        for line in text.lines() {
            let mut marks = ["`", "](", "**", "|--"].into_iter();
            let has_mark = line.starts_with('#') || marks.any(|mark| line.contains(mark));
            assert!(!has_mark || code.contains(line), "{page}: {line:?}");
        }
        // No word is broken or left out, except the addresses of links.
        let seen: HashSet<&str> = text.split_whitespace().collect();
        let marks = ['`', '*', '[', ']', '|', '#', '_', '(', ')'];
        let words = source.split_whitespace();
        for word in words.filter(|word| !word.contains(marks)) {
            let is_mark = word.chars().all(|mark| "-`|".contains(mark));
            let is_whole = is_mark || word.len() > 80 || seen.contains(word);
            assert!(is_whole, "{page}: {word:?} is broken or missing");
        }
    }
}

#[test]
fn every_page_of_help_keeps_within_80_columns() {
    for page in "answers cards checking playing protocol review strategy".split(' ') {
        assert_fits(&plain(&paged(page, "cat").stdout), 80);
    }
    // What was printed for 80 columns, such as a board, keeps its lines.
    let board = "\n  Computer (O)  OO    .   .  [O]  .   .   .   .   .   .   .   .            33\n";
    assert_says(&plain(&paged("playing", "cat").stdout), &[board]);
}

#[test]
fn parts_of_pages_are_laid_out() {
    let says = [
        // A table has a cell in two lines.
        "\nmistakes[].loss                          the value of the best move minus that\n",
        "\n                                         of the move played\n",
        // Code keeps its lines.
        "\n$ tourne check --policy builtin:front --mistakes 1\n",
        // A link to another page shows its command; if its text is the name of the file, only the command.
        "is a card (tourne help cards), rules of play",
        "asks a program instead; see tourne help protocol.\n",
        // A list keeps its numbers.
        "\n1. If the charge of itself",
    ];
    assert_says(&plain(&paged("checking", "cat").stdout), &says);
}

#[test]
fn pages_go_through_the_pager() {
    let page = &*plain(&paged("review", "cat").stdout);
    let pager = "sh -c 'echo paged with $LESS; cat'";
    let seen = paged("review", pager);
    assert_eq!(plain(&seen.stdout), format!("paged with FRX\n{page}"));
    let mut chosen = tourne_line("help review");
    chosen.env("PAGER", pager).env("LESS", "-S");
    let seen = run_at_terminal(&mut chosen, 80);
    assert!(seen.stdout.starts_with("paged with -S\n"), "{seen:?}");
    // Without a pager the page is printed. A pager that quits early is not an error.
    for (pager, shown) in [(" ", page), ("LESS=R cat | cat", page), ("true", "")] {
        let seen = paged("review", pager);
        seen.assert_code(0);
        assert_eq!(plain(&seen.stdout), shown, "{pager}");
    }
    // If the pager cannot be run, the shell says why, and the page is printed.
    for pager in ["no-such-pager", "/"] {
        let seen = paged("review", pager);
        assert!(plain(&seen.stdout).ends_with(page), "{pager}: {seen:?}");
        seen.assert_code(0);
    }
    let mut without_less = tourne_line("help review");
    without_less.env("PATH", "/nowhere");
    assert_eq!(plain(&run_at_terminal(&mut without_less, 80).stdout), page);
    // Without colours there are no styles.
    let mut bare = tourne_line("help review");
    bare.env("PAGER", "cat").env("NO_COLOR", "1");
    assert_eq!(run_at_terminal(&mut bare, 80).stdout, page);
}

/// Shows a page at a terminal, with this pager.
fn at_pager(page: &str, pager: &str) -> Seat {
    let path = ("PATH", "/usr/bin:/bin");
    Seat::with(
        &["help", page],
        &[("TERM", "xterm"), ("PAGER", pager), path],
    )
}

#[test]
fn ctrl_c_is_for_the_pager() {
    let reads = "for i in 1 2 3; do read line </dev/tty; done";
    let pager = format!("trap : INT; cat >/dev/null; echo ready; {reads}; echo finished");
    let mut seat = at_pager("review", &pager);
    seat.wait_for("ready");
    for _ in 0..2 {
        seat.press(CTRL_C);
        thread::sleep(Duration::from_millis(200));
    }
    seat.press("\r\r\r");
    let (said, code) = seat.end();
    assert_eq!(code, 0, "{said}");
    assert_says(&said, &["finished"]);
}

#[test]
fn being_asked_to_terminate_ends_the_pager_too() {
    for signal in [Signal::SIGTERM, Signal::SIGHUP] {
        if signal == Signal::SIGHUP && hang_ups_are_ignored() {
            continue;
        }
        let pager = "trap '' INT; cat >/dev/null; echo pager $$ is ready; exec sleep 60";
        let mut seat = at_pager("cards", pager);
        seat.wait_for("pager ");
        let pager = seat.wait_for(" is ready");
        let pager = Pid::from_raw(pager.parse().expect("a number"));
        seat.press(CTRL_C);
        thread::sleep(Duration::from_millis(200));
        let process = seat.session.get_process().pid().as_raw();
        kill(Pid::from_raw(process), signal).expect("the signal can be sent");
        assert_eq!(seat.end().1, 130, "{signal}");
        let late = Instant::now() + PATIENCE;
        while kill(pager, None).is_ok() {
            assert!(Instant::now() < late, "{signal}: the pager has not ended");
            thread::sleep(Duration::from_millis(50));
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
        ("identify 04h/007 3 5/9", true),
        ("info", true),
        ("best 04h/007 --explain", true),
        // For people, tables are folded and bars are shortened.
        (&format!("review {}", quoted(LALANNE)), false),
        ("ladder builtin:front builtin:rear", false),
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
    for (line, columns) in [
        ("atlas double-win forced-entry", 40),
        (card, 80),
        (card, 40),
    ] {
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
ladder builtin:hit builtin:front | grades and duels
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
        "identify 04h/007 3 0/3",
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
