//! `tourne play` and `tourne quiz` at a pseudo-terminal: typed lines and keys, and the text on the screen.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use expectrl::process::unix::WaitStatus;
use expectrl::session::OsSession;
use expectrl::{Eof, Expect as _, Session};
use tourne::play::command::COMMANDS;
use tourne_study::review::record;

use crate::commands::{joined, run, run_at_terminal};

/// Path of a recorded game.
const LALANNE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/games/lalanne.txt");

/// Timeout for each wait, far longer than any answer at a terminal takes.
const PATIENCE: Duration = Duration::from_secs(30);
const PROMPT: &str = "Your move> ";
const BOLD: &str = "\u{1b}[1m";
const CTRL_C: &str = "\u{3}";
const CTRL_D: &str = "\u{4}";
const UP: &str = "\u{1b}[A";

/// Arguments of a game against the computer. Its first choice, with a 2, is to enter on 2 or to hit with 3/5.
const GAME: [&str; 3] = ["play", "--seed", "7"];

/// Session at a terminal of 80 columns, and all text that was shown there.
struct Seat {
    session: OsSession,
    seen: String,
}

impl Seat {
    fn new(arguments: &[&str]) -> Seat {
        Seat::with(arguments, &[("TERM", "xterm")])
    }

    fn with(arguments: &[&str], environment: &[(&str, &str)]) -> Seat {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tourne"));
        command.args(arguments);
        // Clear the environment: variables such as `CI` change colours and widths.
        command.env_clear().envs(environment.iter().copied());
        Seat::of(command)
    }

    fn of(command: Command) -> Seat {
        let mut session = Session::spawn(command).expect("there is a terminal");
        session.set_expect_timeout(Some(PATIENCE));
        let seen = String::new();
        Seat { session, seen }
    }

    /// Waits for a text. Returns the output between the text that was waited for last and this text.
    #[track_caller]
    fn wait_for(&mut self, text: &str) -> String {
        match self.session.expect(text) {
            Ok(found) => {
                self.seen += &String::from_utf8_lossy(found.as_bytes());
                plain(&String::from_utf8_lossy(found.before()))
            }
            Err(error) => panic!("{text:?} was not seen: {error}; before: {}", self.seen),
        }
    }

    fn press(&mut self, keys: &str) {
        self.session.send(keys).expect("the terminal takes keys");
    }

    /// Types a line at a prompt; returns the output up to the next prompt.
    #[track_caller]
    fn say_at(&mut self, line: &str, prompt: &str) -> String {
        self.press(line);
        self.press("\r");
        // The prompt is drawn again while the line is typed.
        self.wait_for("\n");
        self.wait_for(prompt)
    }

    #[track_caller]
    fn say(&mut self, line: &str) -> String {
        self.say_at(line, PROMPT)
    }

    /// Waits for the end; returns the output since the last prompt, and the exit code.
    #[track_caller]
    fn end(&mut self) -> (String, i32) {
        let rest = self.session.expect(Eof).expect("the session ends");
        let rest = String::from_utf8_lossy(rest.as_bytes()).into_owned();
        self.seen += &rest;
        match self.session.get_process().wait() {
            Ok(WaitStatus::Exited(_, code)) => (plain(&rest), code),
            other => panic!("the session ended with {other:?}: {}", self.seen),
        }
    }

    /// Types a line that ends the session. Returns the output after the line, and the exit code.
    #[track_caller]
    fn leave(&mut self, line: &str) -> (String, i32) {
        self.press(line);
        self.press("\r");
        self.end()
    }
}

/// Returns a text without escape sequences and carriage returns.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\r' => {}
            // All escape sequences have the form ESC [ … letter.
            '\u{1b}' => {
                let mut sequence = characters.by_ref().skip_while(|&it| it == '[');
                sequence.find(char::is_ascii_alphabetic);
            }
            other => plain.push(other),
        }
    }
    plain
}

#[track_caller]
fn assert_says(text: &str, parts: &[&str]) {
    let text = joined(text);
    for part in parts {
        assert!(text.contains(part), "{part:?} is missing: {text:?}");
    }
}

// ---- Editing

#[test]
fn tab_completes_moves_and_commands() {
    let mut seat = Seat::new(&GAME);
    seat.wait_for(PROMPT);
    for (begun, whole, says) in [
        ("hi", "hint", "Best is 3/5*."),
        ("wh", "why", "gives away"),
        ("3", "3/5", "You throw"),
    ] {
        seat.press(begun);
        seat.press("\t");
        seat.wait_for(whole);
        assert_says(&seat.say(""), &[says]);
    }
    assert_says(&seat.say("why last"), &["With a 2 you played 3/5*"]);
    seat.press("qu\t");
    seat.wait_for("quit");
    assert_eq!(seat.leave("").1, 0);
}

#[test]
fn tab_completes_an_answer_of_the_quiz() {
    let mut seat = Seat::new(&["quiz", "--file", LALANNE]);
    assert_says(
        &seat.wait_for(PROMPT),
        &["Question 1 of 1", "1. 0/2", "2. 3/5"],
    );
    seat.press("bo\t");
    seat.wait_for("board");
    assert_says(&seat.say(""), &["03h/8hh: you have to play a 2."]);
    seat.press("3\t");
    seat.wait_for("3/5");
    let (said, code) = seat.leave("");
    assert_says(&said, &["Right: 3/5 is best.", "1 of 1 right"]);
    assert_eq!(code, 0);
}

#[test]
fn arrows_bring_back_lines() {
    let mut seat = Seat::new(&GAME);
    seat.wait_for(PROMPT);
    seat.say("hint");
    seat.say("board");
    seat.press(UP);
    seat.wait_for("board");
    seat.press(UP);
    seat.wait_for("hint");
    assert_says(&seat.say(""), &["Best is 3/5*."]);
    assert_eq!(seat.leave("exit").1, 0);
}

// ---- Typing errors

#[test]
fn wrong_lines_are_explained_and_nothing_is_played() {
    let mut seat = Seat::new(&GAME);
    seat.wait_for(PROMPT);
    let long = "x".repeat(2000);
    for (line, says) in [
        ("9/11", "You have no man on 9."),
        (
            "7",
            "No man of yours stands on 7, and the list has 2 moves.",
        ),
        (
            "99",
            "No man of yours stands on 99, and the list has 2 moves.",
        ),
        ("3/6", "With a 2 the man on 3 goes to 5, not to 6."),
        (
            "off/4",
            "With a 2 the man off the board goes to 2, not to 4.",
        ),
        ("pass", "You may not pass: a man can move, so it must."),
        (
            "xyzzy",
            "\"xyzzy\" is neither a move nor a command: type a move such as 0/2",
        ),
        ("#3", "\"#3\" is neither a move nor a command"),
        ("zwölf ♟", "\"zwölf ♟\" is neither a move nor a command"),
        ("hint now", "Hint takes no words after it."),
        ("values maybe", "Type values, values on or values off."),
        ("save", "Save needs the name of a file: type save FILE."),
    ] {
        let said = seat.say(line);
        assert_says(&said, &[says]);
        assert!(!said.contains("throw"), "{line} is no move: {said}");
    }
    seat.press(&long);
    seat.press("\r");
    seat.wait_for("neither a move nor a command");
    let said = seat.wait_for(PROMPT);
    assert!(said.len() < 400, "a long line is shortened: {said}");
    // An empty line does nothing: the list of moves stays the same.
    assert_eq!(seat.say("").trim(), "");
    assert_says(&seat.say("board"), &["1. 0/2", "2. 3/5*"]);
    assert_eq!(seat.leave("quit").1, 0);
}

/// If the chosen man cannot move, the message names the man and the rule. The typed throws lead to a man that would
/// pass over another, a man that would land on another, and a man that is too near home.
#[test]
fn men_that_cannot_move_are_explained() {
    const THROW: &str = "X's throw> ";
    const MOVE: &str = "X's move> ";

    let mut seat = Seat::new(&["play", "--dice", "hand"]);
    seat.wait_for("such as 5 3> ");
    seat.say_at("6 1", THROW);
    seat.say_at("5 6", "O's throw> ");
    // X has two men off and one on 5.
    let throw = |seat: &mut Seat, theirs: &str, ours: &str| {
        seat.say_at(theirs, THROW);
        seat.say_at(ours, MOVE);
    };
    let play = |seat: &mut Seat, action: &str| seat.say_at(action, "O's throw> ");
    throw(&mut seat, "66", "1-2");
    play(&mut seat, "0/1");
    throw(&mut seat, "66", "3 4");
    // X has a man off, one on 1 and one on 5.
    for line in ["off", "0", "0/3"] {
        assert_says(
            &seat.say_at(line, MOVE),
            &[
                "The man off the board cannot move with a 3",
                "may not pass over its own man on 1",
            ],
        );
    }
    play(&mut seat, "5/8");
    throw(&mut seat, "66", "13");
    // X has a man off, one on 1 and one on 8.
    for line in ["bar", "0/1"] {
        assert_says(
            &seat.say_at(line, MOVE),
            &[
                "cannot move with a 1",
                "a man of its own side stands on 1",
                "You can play 1/2 or 8/9.",
            ],
        );
    }
    play(&mut seat, "1/2");
    throw(&mut seat, "66", "11");
    play(&mut seat, "off/1");
    // O enters its third man; its other men are home.
    throw(&mut seat, "55", "15");
    // X has men on 1, 2 and 8. The second of its two moves is that of the man on 8.
    assert_says(
        &seat.say_at("2", MOVE),
        &["2 can be the man on 2, or number 2 of the list: type 2/3 or 8/9."],
    );
    play(&mut seat, "#2");
    throw(&mut seat, "6 6", "22");
    play(&mut seat, "9");
    // O, whose man was hit, enters and moves on. X has a single move in between.
    seat.say_at("44", THROW);
    seat.say_at("55", "O's throw> ");
    throw(&mut seat, "6 6", "4 2");
    // X has men on 1, 7 and 11.
    for line in ["11", "b", "11/12"] {
        assert_says(
            &seat.say_at(line, MOVE),
            &["The man on 11 ", "You can play 1/3 or 7/9."],
        );
    }
    assert_says(
        &seat.say_at("11", MOVE),
        &["cannot move with a 2", "beyond home", "with an exact 1"],
    );
    assert_says(&seat.say_at("h", MOVE), &["You have no man on 12."]);
    play(&mut seat, "1/3");
    assert_eq!(seat.leave("quit").1, 0);
}

// ---- Commands

#[test]
fn every_command_of_help_does_something() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let file = folder.path().join("saved.txt");
    let mut seat = Seat::new(&GAME);
    seat.wait_for(PROMPT);
    let help = joined(&seat.say("help"));
    for (name, does) in COMMANDS {
        assert!(
            help.contains(&joined(&format!("{name} {does}"))),
            "{name}: {help}"
        );
        let (line, says): (String, &[&str]) = match name {
            "hint" => (name.into(), &["Best is 3/5*.", "And 0/2?"]),
            "why" => (name.into(), &["3/5*", "best", "0/2", "missed hit"]),
            "values" => (name.into(), &["1. 0/2", "%", "2. 3/5*", "best"]),
            "card" => (name.into(), &["1. ", "5. "]),
            "undo" => (name.into(), &["There is no choice to take back."]),
            "redo" => (name.into(), &["Nothing was taken back."]),
            "board" => (name.into(), &["home to go", "> You (X)", "1. 0/2"]),
            "rules" => (name.into(), &["no man passes over another of its side"]),
            "save FILE" => (
                format!("save {}", file.display()),
                &["Saved:", "reviews it."],
            ),
            "yes, no" => ("no".into(), &["There is nothing to confirm."]),
            "help" => ("?".into(), &["Or type a command:"]),
            // These two commands end the game.
            "resign" | "quit" => continue,
            other => panic!("{other} is a new command: test here what it does"),
        };
        assert_says(&seat.say(&line), says);
    }
    assert!(
        fs::read_to_string(&file)
            .expect("a text file")
            .contains("Computer")
    );
    seat.say_at("resign", "yes or no> ");
    assert_says(&seat.say("no"), &["The game goes on."]);
    seat.say_at("resign", "yes or no> ");
    let said = seat.say_at("yes", "Enter to go on> ");
    assert_says(&said, &["You resign: the computer wins."]);
    // The resignation can be taken back.
    assert_says(&seat.say("undo"), &["The game goes on.", "2. 3/5*"]);
    seat.say_at("resign", "yes or no> ");
    seat.say_at("yes", "Enter to go on> ");
    let said = seat.say_at("", "Another game? yes or no> ");
    assert_says(&said, &["you resigned. That gave away", "3/5* was best."]);
    seat.say_at("what", "Another game? yes or no> ");
    assert_says(&seat.say("yes"), &["Who begins?"]);
    // `q` is accepted for `quit`.
    assert_eq!(seat.leave("q").1, 0);
}

/// Keys that are pressed before the prompt appear at the prompt, and not in the middle of other text.
#[test]
fn what_is_typed_ahead_is_shown_once() {
    let tourne = env!("CARGO_BIN_EXE_tourne");
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let [begun, go] = ["begun", "go"].map(|name| folder.path().join(name));
    // An engine that makes a file when it is started, and sends its greeting once another file exists.
    let engine = format!(
        "sh -c 'touch {}; until [ -e {} ]; do sleep 0.1; done; exec {tourne} engine'",
        begun.display(),
        go.display()
    );
    // Usual terminals echo typed characters. This pseudo-terminal is made without echo, so switch it on.
    let mut command = Command::new("sh");
    command.args([
        "-c",
        "stty echo; exec \"$0\" play --seed 7 --engine \"$1\"",
        tourne,
        &engine,
    ]);
    command.env_clear().env("TERM", "xterm");
    let mut seat = Seat::of(command);
    // The program switches the echo off before it starts the engine, and shows text only afterwards.
    let late = Instant::now() + PATIENCE;
    while !begun.exists() {
        assert!(Instant::now() < late, "the engine was not started");
        std::thread::sleep(Duration::from_millis(20));
    }
    seat.press("typed ahead\r");
    fs::write(&go, "").expect("there is space");
    let before = seat.wait_for(PROMPT);
    assert!(!before.contains("typed ahead"), "{before}");
    let answer = seat.wait_for("is neither a move nor a command");
    assert!(answer.contains("typed ahead"), "{answer}");
    assert_eq!(seat.leave("quit").1, 0);
}

// ---- The end

#[test]
fn ctrl_c_leaves_a_record_that_can_be_reviewed() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let file = folder.path().join("game.txt");
    let name = file.to_str().expect("a plain path");
    let mut seat = Seat::new(&[&GAME[..], &["--record", name]].concat());
    seat.wait_for(PROMPT);
    seat.say("3/5");
    seat.press("half a li");
    seat.press(CTRL_C);
    let (said, code) = seat.end();
    assert_eq!(code, 130, "{said}");
    assert_says(&said, &["interrupted: the game is not finished"]);
    let text = fs::read(&file).expect("a written file");
    let games = record::read(&text[..]).expect("a record");
    let turns = &games[0].turns;
    let is_hit = turns
        .iter()
        .position(|turn| turn.action.to_string() == "3/5*");
    assert!(
        is_hit.is_some_and(|at| at + 1 < turns.len()),
        "the answer of the computer is recorded too: {turns:?}"
    );
    let review = run(&mut tourne(&["review", name]));
    review.assert_answered();
    review.assert_shows(&["3/5*"]);
}

#[test]
fn ctrl_c_leaves_the_quiz() {
    let mut seat = Seat::new(&["quiz", "--seed", "1"]);
    seat.wait_for(PROMPT);
    seat.press(CTRL_C);
    let (said, code) = seat.end();
    assert_eq!(code, 130, "{said}");
    assert_says(&said, &["interrupted: the quiz is not finished"]);
}

#[test]
fn ctrl_d_leaves_like_quit() {
    for arguments in [&GAME[..], &["quiz", "--seed", "1"]] {
        let ends = [CTRL_D, "quit\r"].map(|keys| {
            let mut seat = Seat::new(arguments);
            seat.wait_for(PROMPT);
            seat.press(keys);
            let (said, code) = seat.end();
            assert_eq!(code, 0, "{said}");
            assert!(
                !said.contains("interrupted") && !said.contains("error"),
                "{said}"
            );
            joined(&said.replace("quit", ""))
        });
        assert!(!ends[0].is_empty());
        assert_eq!(ends[0], ends[1]);
    }
}

// ---- Boards and colours

#[test]
fn a_board_is_as_narrow_as_the_terminal() {
    let is_board = |line: &&str| {
        let cells = line.matches(" .").count();
        cells > 4 || line.contains("home") || line.contains("to go")
    };
    let mut seat = Seat::new(&GAME);
    let wide = seat.wait_for(PROMPT);
    let widest = wide
        .lines()
        .filter(is_board)
        .map(|line| line.chars().count())
        .max();
    assert!(widest > Some(60), "the wide board uses the room: {wide}");
    for width in [40, 43, 59] {
        let process = seat.session.get_process_mut();
        process
            .set_window_size(width, 24)
            .expect("terminals have a size");
        let said = seat.say("board");
        let board: Vec<&str> = said.lines().filter(is_board).collect();
        assert!(board.len() >= 5, "{said}");
        for line in board {
            assert!(
                line.chars().count() <= usize::from(width),
                "{width}: {line:?}"
            );
        }
        // The answer is wrapped to lines that fit.
        for line in seat.say("xyzzy").lines() {
            assert!(
                line.chars().count() <= usize::from(width),
                "{width}: {line:?}"
            );
        }
    }
    assert_eq!(seat.leave("quit").1, 0);
}

#[test]
fn the_player_on_roll_is_bold_where_colours_are_wanted() {
    let mut seat = Seat::new(&GAME);
    seat.wait_for(PROMPT);
    assert!(
        seat.seen.contains(&format!("{BOLD}> You (X)")),
        "{:?}",
        seat.seen
    );
    assert_eq!(seat.leave("quit").1, 0);
    for environment in [
        [("TERM", "xterm"), ("NO_COLOR", "1")],
        [("TERM", "dumb"), ("NO_COLOR", "")],
    ] {
        let mut seat = Seat::with(&GAME, &environment);
        seat.wait_for("> You (X)");
        seat.wait_for(PROMPT);
        // On a dumb terminal, without line editing, the game works too.
        assert_says(&seat.say("hint"), &["And 0/2?"]);
        assert_says(&seat.say("3/5"), &["> You (X)"]);
        assert!(
            !seat.seen.contains(BOLD),
            "{environment:?}: {:?}",
            seat.seen
        );
        if environment[0].1 == "dumb" {
            assert!(!seat.seen.contains('\u{1b}'), "{:?}", seat.seen);
        }
        // A dumb terminal sends a signal, which ends the program at once.
        let is_dumb = environment[0].1 == "dumb";
        let (keys, code) = if is_dumb {
            (CTRL_C, 130)
        } else {
            ("quit\r", 0)
        };
        seat.press(keys);
        assert_eq!(seat.end().1, code);
    }
}

// ---- Pages

const PAGES: [&str; 7] = [
    "answers", "cards", "checking", "playing", "protocol", "review", "strategy",
];

/// Returns the command without the environment variables for pagers and colours.
fn tourne(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tourne"));
    for name in ["PAGER", "LESS", "NO_COLOR", "CLICOLOR", "CI"] {
        command.env_remove(name);
    }
    command.args(arguments);
    command
}

/// Returns a page of help in Markdown, as it is printed if standard output is not a terminal.
fn markdown(page: &str) -> String {
    let printed = run(tourne(&["help", page]).env("PAGER", "echo paged"));
    printed.assert_answered();
    printed.stdout
}

#[test]
fn pages_are_laid_out_for_the_terminal() {
    for page in PAGES {
        let seen = run_at_terminal(tourne(&["help", page]).env("PAGER", "cat"), 80);
        assert_eq!(seen.code, Some(0));
        let source = markdown(page);
        let title = source.lines().next().unwrap_or_default();
        let title = title.trim_start_matches("# ").split(' ').next();
        let title = format!("{BOLD}{}\u{1b}[0m", title.unwrap_or_default());
        assert!(
            seen.stdout.starts_with(&title),
            "{page}: {:?}",
            &seen.stdout[..80]
        );
        let text = plain(&seen.stdout);
        let is_code = |line: &str| line.starts_with("    ");
        for line in text.lines() {
            // JSON in one word cannot be broken.
            let is_word = !line.trim().contains(' ');
            assert!(is_word || line.chars().count() <= 80, "{page}: {line:?}");
            if is_code(line) {
                continue;
            }
            assert!(!line.starts_with('#'), "{page}: {line:?}");
            for mark in ["`", "](", "**", "|--"] {
                assert!(!line.contains(mark), "{page}: {line:?}");
            }
        }
        // No word is broken or left out, except the addresses of links.
        let seen: std::collections::HashSet<&str> = text.split_whitespace().collect();
        let marks = ['`', '*', '[', ']', '|', '#', '_', '(', ')'];
        for word in source
            .split_whitespace()
            .filter(|word| !word.contains(marks))
        {
            let is_mark = word.chars().all(|mark| "-`|".contains(mark));
            assert!(
                is_mark || seen.contains(word),
                "{page}: {word:?} is broken or missing"
            );
        }
    }
}

#[test]
fn parts_of_pages_are_laid_out() {
    let seen = |page: &str| {
        let seen = run_at_terminal(tourne(&["help", page]).env("PAGER", "cat"), 80);
        plain(&seen.stdout)
    };
    let checking = seen("checking");
    for part in [
        // A table has a cell in two lines.
        "\nmistakes[].kind                         see below\n",
        "\nmistakes[].position, die, played, best  the decision, the move played, and the\n",
        "\n                                        best move\n",
        // Code keeps its lines.
        "\n    $ tourne check --policy builtin:front --mistakes 1\n",
        // A link to another page shows its command; if its text is the name of the file, only the command.
        "is a card (tourne help cards), rules of play",
        "asks a program instead; see tourne help protocol.\n",
        // A list keeps its numbers.
        "\n1. If the charge of itself",
    ] {
        assert!(checking.contains(part), "{part:?} is missing: {checking}");
    }
}

#[test]
fn pages_go_through_the_pager() {
    let page = plain(&run_at_terminal(tourne(&["help", "review"]).env("PAGER", "cat"), 80).stdout);
    let paged = "sh -c 'echo paged with $LESS; cat'";
    let seen = run_at_terminal(tourne(&["help", "review"]).env("PAGER", paged), 80);
    assert_eq!(plain(&seen.stdout), format!("paged with FRX\n{page}"));
    let mut chosen = tourne(&["help", "review"]);
    chosen.env("PAGER", paged).env("LESS", "-S");
    let seen = run_at_terminal(&mut chosen, 80);
    assert!(seen.stdout.starts_with("paged with -S\n"), "{seen:?}");
    // Without a pager, or if the pager does not exist, the page is printed. A pager that quits early is not an error.
    for (pager, shown) in [
        (" ", &*page),
        ("LESS=R cat", &page),
        ("cat | cat", &page),
        ("true", ""),
    ] {
        let seen = run_at_terminal(tourne(&["help", "review"]).env("PAGER", pager), 80);
        assert_eq!(
            (plain(&seen.stdout), seen.code),
            (shown.to_owned(), Some(0)),
            "{pager}"
        );
    }
    // If the pager cannot be run, the shell says why.
    for pager in ["no-such-pager", "/"] {
        let seen = run_at_terminal(tourne(&["help", "review"]).env("PAGER", pager), 80);
        assert!(plain(&seen.stdout).ends_with(&page), "{pager}: {seen:?}");
        assert_eq!(seen.code, Some(0));
    }
    let mut without_less = tourne(&["help", "review"]);
    without_less.env("PATH", "/nowhere");
    assert_eq!(plain(&run_at_terminal(&mut without_less, 80).stdout), page);
    // Without colours there are no styles.
    let mut bare = tourne(&["help", "review"]);
    bare.env("PAGER", "cat").env("NO_COLOR", "1");
    assert_eq!(run_at_terminal(&mut bare, 80).stdout, page);
}

#[test]
fn ctrl_c_is_for_the_pager() {
    let pager = "/bin/sh -c 'trap : INT; cat >/dev/null; echo ready; for i in 1 2 3; do read line </dev/tty; done; echo finished'";
    let environment = [
        ("TERM", "xterm"),
        ("PAGER", pager),
        ("PATH", "/usr/bin:/bin"),
    ];
    let mut seat = Seat::with(&["help", "review"], &environment);
    seat.wait_for("ready");
    for _ in 0..2 {
        seat.press(CTRL_C);
        std::thread::sleep(Duration::from_millis(200));
    }
    seat.press("\r\r\r");
    let (said, code) = seat.end();
    assert_eq!(code, 0, "{said}");
    assert_says(&said, &["finished"]);
}

#[test]
fn being_asked_to_terminate_ends_the_pager_too() {
    use nix::sys::signal::{Signal, kill};

    for signal in [Signal::SIGTERM, Signal::SIGHUP] {
        let environment = [
            ("TERM", "xterm"),
            (
                "PAGER",
                "trap '' INT; cat >/dev/null; echo pager $$ is ready; exec sleep 60",
            ),
            ("PATH", "/usr/bin:/bin"),
        ];
        let mut seat = Seat::with(&["help", "cards"], &environment);
        seat.wait_for("pager ");
        let pager = seat.wait_for(" is ready");
        let pager = nix::unistd::Pid::from_raw(pager.parse().expect("a number"));
        seat.press(CTRL_C);
        std::thread::sleep(Duration::from_millis(200));
        let process = seat.session.get_process().pid().as_raw();
        let process = nix::unistd::Pid::from_raw(process);
        kill(process, signal).expect("the signal can be sent");
        assert_eq!(seat.end().1, 130, "{signal}");
        for _ in 0..100 {
            if kill(pager, None).is_err() {
                break;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        assert!(kill(pager, None).is_err(), "{signal}: the pager has ended");
    }
}

// ---- Reports and errors

#[test]
fn reports_and_errors_fit_the_terminal() {
    for (arguments, is_prose) in [
        (&["help", "chess"][..], true),
        (&["check", "--policy", "builtin:foo"], true),
        (
            &["check", "--policy", "builtin:front", "--fail-above", "1%"],
            true,
        ),
        (&["identify", "04h/007", "3", "5/9"], true),
        (&["info"], true),
        (&["best", "04h/007", "--explain"], true),
        // For people, tables are folded and bars are shortened.
        (&["review", LALANNE], false),
        (&["ladder", "builtin:front", "builtin:rear"], false),
        (&["match", "12"], false),
    ] {
        let piped = run(&mut tourne(arguments));
        let seen = run_at_terminal(tourne(arguments).env("NO_COLOR", "1"), 80);
        assert_eq!(seen.code, piped.code);
        for line in seen.stdout.lines() {
            assert!(line.chars().count() <= 80, "{arguments:?}: {line:?}");
        }
        let said = piped.stdout + &piped.stderr;
        if is_prose {
            assert_eq!(joined(&seen.stdout), joined(&said));
        } else {
            // Every figure is printed somewhere.
            let words: Vec<&str> = seen.stdout.split_whitespace().collect();
            for word in said.split_whitespace().filter(|word| !word.contains('█')) {
                assert!(
                    words.contains(&word),
                    "{arguments:?}: {word:?} in {}",
                    seen.stdout
                );
            }
        }
    }
}

#[test]
fn tables_fit_narrow_terminals() {
    for (arguments, columns) in [
        (&["atlas"][..], 40),
        (
            &["check", "--policy", "builtin:card-3", "--mistakes", "0"],
            80,
        ),
        (
            &["check", "--policy", "builtin:card-3", "--mistakes", "0"],
            40,
        ),
    ] {
        let piped = run(&mut tourne(arguments)).stdout;
        let seen = run_at_terminal(&mut tourne(arguments), columns).stdout;
        let words: Vec<&str> = seen.split_whitespace().collect();
        for word in piped.split_whitespace() {
            assert!(words.contains(&word), "{word:?} is missing in {seen}");
        }
        for line in seen.lines() {
            assert!(line.chars().count() <= usize::from(columns), "{line:?}");
            // No line break separates a number from its unit.
            let unit = line.split_whitespace().next();
            assert!(!matches!(unit, Some("%" | "points")), "{line:?} in {seen}");
        }
    }
    let card = ["check", "--policy", "builtin:card-3", "--mistakes", "0"];
    let seen = run_at_terminal(&mut tourne(&card), 80).stdout;
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

/// The output of a game at a terminal whose input comes from a file fits the columns.
#[test]
fn a_scripted_game_fits_the_terminal() {
    let script = tempfile::NamedTempFile::new().expect("a temporary file can be made");
    fs::write(&script, "board\nxyzzy\nquit\n").expect("a writable file");
    let line = format!("\"$0\" play --seed 7 <{}", script.path().display());
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

#[test]
fn answers_for_programs_are_never_broken() {
    for format in ["json", "csv"] {
        let arguments = ["review", LALANNE, "--format", format];
        let seen = run_at_terminal(&mut tourne(&arguments), 80);
        assert_eq!(seen.stdout, run(&mut tourne(&arguments)).stdout);
    }
}
