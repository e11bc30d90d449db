//! `tourne play` and `tourne quiz` at a pseudo-terminal: typed lines and keys, and the text on the screen.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use expectrl::process::unix::WaitStatus;
use expectrl::session::OsSession;
use expectrl::{Captures, Eof, Error, Expect as _, Needle, Session};
use tourne::play::command::COMMANDS;
use tourne::review::record;

use crate::commands::{assert_lacks, assert_says as assert_contains, joined, run_with};
use crate::documents::quoted;
use crate::engines::{TOURNE, own, shell as shell_of};
use crate::folder::Folder;
use crate::{LALANNE, run_line, tourne_line};

/// Timeout for each wait, far longer than any answer at a terminal takes.
const PATIENCE: Duration = Duration::from_secs(60);
const PROMPT: &str = "Your move> ";
const BOLD: &str = "\u{1b}[1m";
const CTRL_C: &str = "\u{3}";
const CTRL_D: &str = "\u{4}";
const UP: &str = "\u{1b}[A";

/// Arguments of a game against the computer. Its first choice, with a 2, is to enter on 2 or to hit with 3/5.
const GAME: [&str; 7] = ["play", "--seed", "7", "--level", "10", "--pace", "0"];

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
        session.set_expect_timeout(Some(Duration::ZERO));
        let seen = String::new();
        Seat { session, seen }
    }

    /// Waits for what the session shows, without keeping a processor busy as its own `expect` does.
    fn find<N: Needle>(&mut self, needle: impl Fn() -> N) -> Result<Captures, Error> {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE && matches!(self.session.is_matched(needle()), Ok(false)) {
            std::thread::sleep(Duration::from_millis(5));
        }
        self.session.expect(needle())
    }

    /// Waits for a text. Returns the output between the text that was waited for last and this text.
    #[track_caller]
    fn wait_for(&mut self, text: &str) -> String {
        let found = self.find(|| text);
        let found =
            found.unwrap_or_else(|error| panic!("no {text:?}: {error}; before: {}", self.seen));
        self.seen += &String::from_utf8_lossy(found.as_bytes());
        plain(&String::from_utf8_lossy(found.before()))
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
        let rest = self.find(|| Eof).expect("the session ends");
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
pub(crate) fn plain(text: &str) -> String {
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

/// Asserts that a text contains each of these parts, wherever its lines are broken.
#[track_caller]
fn assert_says(text: &str, parts: &[&str]) {
    assert_contains(&joined(text), parts);
}

// ---- Editing

#[test]
fn tab_completes_moves_and_commands_and_arrows_bring_back_lines() {
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
    seat.say("board");
    for before in ["board", "why last"] {
        seat.press(UP);
        seat.wait_for(before);
    }
    assert_says(&seat.say(""), &["With a 2 you played 3/5*"]);
    seat.press("qu\t");
    seat.wait_for("quit");
    assert_eq!(seat.leave("").1, 0);
}

#[test]
fn tab_completes_an_answer_of_the_quiz() {
    let mut seat = Seat::new(&["quiz", "--file", LALANNE]);
    let question = seat.wait_for(PROMPT);
    assert_says(&question, &["Question 1 of 1", "1. 0/2", "2. 3/5"]);
    seat.press("bo\t");
    seat.wait_for("board");
    assert_says(&seat.say(""), &["03h/8hh: you have to play a 2."]);
    seat.press("3\t");
    seat.wait_for("3/5");
    let (said, code) = seat.leave("");
    assert_says(&said, &["Right: 3/5 is best.", "1 of 1 right"]);
    assert_eq!(code, 0);
}

// ---- Commands

#[test]
fn every_command_of_help_does_something() {
    let folder = Folder::new();
    let save = format!("save {}", folder.text_of("saved.txt"));
    let mut seat = Seat::new(&GAME);
    seat.wait_for(PROMPT);
    let help = joined(&seat.say("help"));
    for line in COMMANDS.lines() {
        let (name, does) = line.trim().split_once("  ").expect("two columns");
        assert_contains(&help, &[&joined(&format!("{name} {does}"))]);
        let (line, says): (&str, &[&str]) = match name {
            "hint" => (name, &["Best is 3/5*.", "And 0/2?"]),
            "why" => (name, &["3/5*", "best", "0/2", "missed hit"]),
            "values" => (name, &["1. 0/2", "%", "2. 3/5*", "best"]),
            "card" => (name, &["1. ", "5. "]),
            "undo" => (name, &["There is no choice to take back."]),
            "redo" => (name, &["Nothing was taken back."]),
            "board" => (name, &["home to go", "> You (X)", "1. 0/2"]),
            "rules" => (name, &["no man passes over another of its side"]),
            "save FILE" => (&save, &["Saved:", "reviews it."]),
            "yes, no" => ("no", &["There is nothing to confirm."]),
            "help" => ("?", &["Or type a command:"]),
            // These two commands end the game.
            "resign" | "quit" => continue,
            other => panic!("{other} is a new command: test here what it does"),
        };
        assert_says(&seat.say(line), says);
    }
    assert_contains(&folder.read("saved.txt"), &["Computer"]);
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
    let folder = Folder::new();
    let [begun, go] = ["begun", "go"].map(|name| folder.path(name));
    // An engine that makes a file when it is started, and sends its greeting once another file exists.
    let engine = shell_of(&format!(
        "touch {}; until [ -e {} ]; do sleep 0.1; done; exec {}",
        quoted(&begun),
        quoted(&go),
        own("")
    ));
    // Usual terminals echo typed characters. This pseudo-terminal is made without echo, so switch it on.
    let mut command = Command::new("sh");
    command.args([
        "-c",
        "stty echo; exec \"$0\" play --seed 7 --engine \"$1\"",
        TOURNE,
        &engine,
    ]);
    command.env_clear().env("TERM", "xterm");
    let mut seat = Seat::of(command);
    // The program switches the echo off before it starts the engine, and shows text only afterwards.
    wait_until(|| begun.exists());
    seat.press("typed ahead\r");
    fs::write(&go, "").expect("there is space");
    let before = seat.wait_for(PROMPT);
    assert!(!before.contains("typed ahead"), "{before}");
    let answer = seat.wait_for("is neither a move nor a command");
    assert!(answer.contains("typed ahead"), "{answer}");
    assert_eq!(seat.leave("quit").1, 0);
}

// ---- Several lines, and bytes that are not text

/// Lines that arrive in one piece, as pasted lines do, are taken one after the other.
#[test]
fn several_lines_at_once_are_taken_one_after_the_other() {
    let lines = ["hint", "xyzzy", "0/2", "why last", "quit"];
    let pasted = format!("\u{1b}[200~{}\u{1b}[201~\r", lines.join("\r"));
    for typed in [lines.join("\r") + "\r", lines.join("\n") + "\n", pasted] {
        let mut seat = Seat::new(&GAME);
        seat.wait_for(PROMPT);
        seat.press(&typed);
        let (said, code) = seat.end();
        let says = [
            "Best is 3/5*.",
            "\"xyzzy\" is neither",
            "With a 2 you played 0/2",
        ];
        assert_says(&said, &says);
        assert_eq!(code, 0, "{said}");
        let last = said.find("you played 0/2");
        assert!(said.find("Best is") < said.find("is neither") && said.find("is neither") < last);
    }
    let mut seat = Seat::new(&["quiz", "--file", LALANNE]);
    seat.wait_for(PROMPT);
    seat.press("board\r3/5\r");
    let (said, code) = seat.end();
    assert_says(&said, &["you have to play a 2.", "Right: 3/5 is best."]);
    assert_eq!(code, 0);
}

/// A line with a byte that is not UTF-8 is asked again, as through a pipe, at every prompt.
#[test]
fn a_byte_that_is_not_utf_8_is_asked_again() {
    const NOT_TEXT: &str = "The line is not UTF-8 text: write it in UTF-8.";
    let lines: [&[u8]; 6] = [
        b"\xe9\r",
        b"\xff\r",
        b"caf\xe9\r",
        b"\xe9t\xe9\r",
        b"\xc3\r",
        b"hint \xf0\x9f\r",
    ];
    for (arguments, says) in [
        (&GAME[..], "\"xyzzy\" is neither"),
        (&["quiz", "--file", LALANNE], "\"xyzzy\" is neither"),
        (&["play", "--dice", "hand"], "Type two numbers"),
    ] {
        let mut seat = Seat::new(arguments);
        seat.wait_for("> ");
        for line in lines {
            seat.session.send(line).expect("the terminal takes bytes");
            seat.wait_for(NOT_TEXT);
            seat.wait_for("> ");
        }
        // Enter may come a little later.
        for key in [b"\xff", b"\r"] {
            seat.session.send(key).expect("the terminal takes bytes");
            seat.wait_for("> ");
        }
        assert_says(&seat.say_at("xyzzy", "> "), &[says]);
        assert_eq!(seat.leave("quit").1, 0);
    }
    let mut seat = Seat::new(&GAME);
    seat.wait_for(PROMPT);
    seat.say_at("resign", "yes or no> ");
    seat.session
        .send(b"o\xf9i\r")
        .expect("the terminal takes bytes");
    seat.wait_for(NOT_TEXT);
    seat.wait_for("yes or no> ");
    assert_says(&seat.say("no"), &["The game goes on."]);
    assert_eq!(seat.leave("quit").1, 0);
}

// ---- Terminals and shells

/// Returns a command that runs `tourne` at a terminal that echoes what is typed, as usual terminals do, with `TERM`.
fn echoing(arguments: &[&str], term: Option<&str>) -> Command {
    let mut command = Command::new("sh");
    command.args([
        "-c",
        "stty echo; exec \"$0\" \"$@\"",
        env!("CARGO_BIN_EXE_tourne"),
    ]);
    command.args(arguments).env_clear();
    command.envs(term.map(|term| ("TERM", term)));
    command
}

/// What is typed is visible at all terminals: those that cannot edit lines echo it.
#[test]
fn what_is_typed_is_visible_without_line_editing() {
    let terms = [
        Some("dumb"),
        Some("cons25"),
        Some("emacs"),
        Some("unknown"),
        Some(""),
        None,
    ];
    for term in terms
        .into_iter()
        .chain([Some("vt100"), Some("no-such-terminal")])
    {
        let mut seat = Seat::of(echoing(&GAME, term));
        seat.wait_for(PROMPT);
        seat.press("hi");
        seat.wait_for("hi");
        seat.press("nt\r");
        let said = seat.wait_for(PROMPT);
        assert!(joined(&said).contains("Best is 3/5*."), "{term:?}: {said}");
        let can_edit = term.is_some_and(|term| ["vt100", "no-such-terminal"].contains(&term));
        assert_eq!(
            seat.seen.contains('\u{1b}'),
            can_edit,
            "{term:?}: {}",
            seat.seen
        );
        seat.press("quit\r");
        assert_eq!(seat.end().1, 0);
    }
}

/// A shell at a terminal, in which people type commands.
struct Shell(Seat);

impl Shell {
    const PROMPT: &str = "shell% ";

    /// Starts a shell, and returns `None` if it is not installed.
    fn start(name: &str) -> Option<Shell> {
        let is_there = Command::new(name).args(["-c", "stty -g"]).output();
        if is_there.is_err() {
            crate::commands::skip(&format!("{name} is not installed"));
            return None;
        }
        let mut command = Command::new(name);
        if name == "bash" {
            command.args(["--norc", "--noprofile", "--noediting"]);
        }
        command.arg("-i").env_clear().env("TERM", "xterm");
        command.envs(std::env::var_os("PATH").map(|path| ("PATH", path)));
        command.env("PS1", Shell::PROMPT);
        let mut shell = Shell(Seat::of(command));
        shell.0.wait_for(Shell::PROMPT);
        // This pseudo-terminal is made without echo.
        shell.0.press("stty sane\r");
        shell.0.wait_for(Shell::PROMPT);
        Some(shell)
    }

    /// Types a command; returns what it prints.
    fn run(&mut self, line: &str) -> String {
        self.0.say_at(line, Shell::PROMPT)
    }

    #[track_caller]
    fn assert_terminal_is_restored(&mut self) {
        let settings = self.run("stty -a");
        for setting in ["echo", "icanon", "isig", "icrnl"] {
            let is_on = settings.split([' ', '\n', ';']).any(|word| word == setting);
            assert!(is_on, "{setting} is off: {settings}");
        }
    }
}

const CTRL_Z: &str = "\u{1a}";
const CTRL_BACKSLASH: &str = "\u{1c}";

/// Ctrl-Z restores the terminal, which dash does not do; and the game goes on where it was.
#[test]
fn ctrl_z_restores_the_terminal_until_the_game_goes_on() {
    for name in ["dash", "bash", "sh"] {
        let Some(mut shell) = Shell::start(name) else {
            continue;
        };
        shell
            .0
            .press(&format!("{} play --level 10 --seed 7\r", quoted(TOURNE)));
        shell.0.wait_for(PROMPT);
        for half in ["hi", "3/"] {
            shell.0.press(half);
            shell.0.wait_for(half);
            shell.0.press(CTRL_Z);
            shell.0.wait_for(Shell::PROMPT);
            shell.assert_terminal_is_restored();
            shell.0.press("fg\r");
            // The line is drawn again.
            shell.0.wait_for(&format!("{PROMPT}{half}"));
            if half == "hi" {
                assert_says(&shell.0.say("nt"), &["Best is 3/5*."]);
            }
        }
        shell.0.say("5");
        shell.0.press("quit\r");
        shell.0.wait_for(Shell::PROMPT);
        shell.assert_terminal_is_restored();
        shell.0.press("exit\r");
        shell.0.end();
    }
}

/// The same while the program waits for an engine, and asks nothing.
#[test]
fn ctrl_z_restores_the_terminal_while_nothing_is_asked() {
    let folder = Folder::new();
    for name in ["dash", "bash"] {
        let Some(mut shell) = Shell::start(name) else {
            continue;
        };
        let begun = folder.path(name);
        let engine = shell_of(&format!("touch {}; exec sleep 1000", quoted(&begun)));
        let line = format!("{} play --engine {}\r", quoted(TOURNE), quoted(engine));
        shell.0.press(&line);
        wait_until(|| begun.exists());
        shell.0.press(CTRL_Z);
        shell.0.wait_for(Shell::PROMPT);
        shell.assert_terminal_is_restored();
        shell.0.press("fg\r");
        shell.0.wait_for("play --engine");
        shell.0.press(CTRL_C);
        shell.0.wait_for(Shell::PROMPT);
        shell.assert_terminal_is_restored();
        shell.0.press("exit\r");
        shell.0.end();
    }
}

/// A request to terminate restores the terminal too.
#[test]
fn termination_restores_the_terminal() {
    let folder = Folder::new();
    let Some(mut shell) = Shell::start("sh") else {
        return;
    };
    for signal in ["TERM", "INT"] {
        let number = quoted(folder.path(signal));
        let line = format!(
            "echo $$ >{number}; exec {} play --level 10 --seed 7",
            quoted(TOURNE)
        );
        shell.0.press(&(shell_of(&line) + "\r"));
        shell.0.wait_for(PROMPT);
        // The key that sends SIGQUIT elsewhere does nothing here.
        shell.0.press(CTRL_BACKSLASH);
        assert_says(&shell.0.say("hint"), &["Best is 3/5*."]);
        let ended = Command::new("sh")
            .args(["-c", &format!("kill -{signal} $(cat {number})")])
            .status();
        assert!(ended.is_ok_and(|status| status.success()));
        shell.0.wait_for(Shell::PROMPT);
        shell.assert_terminal_is_restored();
    }
    shell.0.press("exit\r");
    shell.0.end();
}

/// Waits until a condition holds.
#[track_caller]
fn wait_until(holds: impl Fn() -> bool) {
    let late = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < late, "waited in vain");
        std::thread::sleep(Duration::from_millis(20));
    }
}

// ---- Turns without a choice

/// Arguments of a game whose first turn has one legal move; the second is a choice.
const FORCED: [&str; 5] = ["play", "--seed", "9", "--level", "3"];

#[test]
fn turns_without_a_choice_are_shown_at_a_pace_until_a_key() {
    // Far longer than this test waits: only a key goes on.
    for (key, says) in [
        ("\r", ""),
        (" ", ""),
        (UP, ""),
        // A line that is typed meanwhile is kept for the prompt.
        ("hint\r", "Best is 0/2."),
    ] {
        let mut seat = Seat::new(&[&FORCED[..], &["--pace", "60"]].concat());
        let shown = seat.wait_for("the only move.");
        assert_says(
            &shown,
            &["> You (X)", "home to go", "a key goes on at once"],
        );
        assert!(!shown.contains(PROMPT), "{shown}");
        seat.press(key);
        let on = seat.wait_for(PROMPT);
        assert_says(&on, &["The computer throws", "1. 0/2"]);
        if !says.is_empty() {
            seat.wait_for(says);
            seat.wait_for(PROMPT);
        }
        assert_eq!(seat.leave("quit").1, 0);
    }
    // Without a key it goes on after the time.
    let mut seat = Seat::new(&[&FORCED[..], &["--pace", "0.4"]].concat());
    seat.wait_for("the only move.");
    let begin = Instant::now();
    seat.wait_for(PROMPT);
    assert!(begin.elapsed() > Duration::from_millis(300));
    assert_eq!(seat.leave("quit").1, 0);
    // Ctrl-C ends the game during a pause.
    let mut seat = Seat::new(&[&FORCED[..], &["--pace", "60"]].concat());
    seat.wait_for("the only move.");
    seat.press(CTRL_C);
    assert_eq!(seat.end().1, 130);
}

#[test]
fn pace_0_and_scripts_never_wait() {
    let mut seat = Seat::new(&[&FORCED[..], &["--pace", "0"]].concat());
    let shown = seat.wait_for("the only move.");
    assert_lacks(&shown, &["> You (X)", "a key goes on"]);
    seat.wait_for(PROMPT);
    assert_eq!(seat.leave("quit").1, 0);
    let script = |pace: &str| {
        let line = format!("play --seed 9 --level 3 --pace {pace}");
        let outcome = run_with(&mut tourne_line(&line), "quit\n");
        outcome.assert_answered();
        outcome.stdout
    };
    let begin = Instant::now();
    assert_eq!(script("60"), script("0"));
    assert!(
        begin.elapsed() < Duration::from_secs(55),
        "a script does not wait"
    );
}

// ---- The end

#[test]
fn ctrl_c_leaves_a_record_that_can_be_reviewed() {
    let folder = Folder::new();
    let name = folder.text_of("game.txt");
    let mut seat = Seat::new(&[&GAME[..], &["--record", &name]].concat());
    seat.wait_for(PROMPT);
    seat.say("3/5");
    seat.press("half a li");
    seat.press(CTRL_C);
    let (said, code) = seat.end();
    assert_eq!(code, 130, "{said}");
    assert_says(&said, &["interrupted: the game is not finished"]);
    let games = record::read(folder.read("game.txt").as_bytes()).expect("a record");
    let last = games[0].turns.last().expect("turns are recorded");
    assert_ne!(last.action.to_string(), "3/5*", "the computer has answered");
    let review = run_line(&format!("review {}", quoted(&name)));
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
            assert_lacks(&said, &["interrupted", "error"]);
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
    let mut board = wide.lines().filter(is_board);
    let is_wide = board.any(|line| line.chars().count() > 60);
    assert!(is_wide, "the wide board uses the room: {wide}");
    for width in [40, 43, 59] {
        let process = seat.session.get_process_mut();
        let resized = process.set_window_size(width, 24);
        resized.expect("terminals have a size");
        let said = seat.say("board");
        let board: Vec<&str> = said.lines().filter(is_board).collect();
        assert!(board.len() >= 5, "{said}");
        // The answer is wrapped to lines that fit.
        let answer = seat.say("xyzzy");
        for line in board.into_iter().chain(answer.lines()) {
            let length = line.chars().count();
            assert!(length <= usize::from(width), "{width}: {line:?}");
        }
    }
    assert_eq!(seat.leave("quit").1, 0);
}

#[test]
fn the_player_on_roll_is_bold_where_colours_are_wanted() {
    let mut seat = Seat::new(&GAME);
    seat.wait_for(PROMPT);
    assert_contains(&seat.seen, &[&format!("{BOLD}> You (X)")]);
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
        // A dumb terminal shows no escape sequences, and its Ctrl-C is a signal, which ends the program at once.
        let is_dumb = environment[0].1 == "dumb";
        assert_lacks(&seat.seen, &[if is_dumb { "\u{1b}" } else { BOLD }]);
        seat.press(if is_dumb { CTRL_C } else { "quit\r" });
        assert_eq!(seat.end().1, if is_dumb { 130 } else { 0 });
    }
}
