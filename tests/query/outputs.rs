//! Files that tourne writes: what may be overwritten, and what is never lost.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use tourne::review::record;
use tourne_solver::terminal::{ForceArgument, Output};

use crate::commands::{Outcome, Talk, assert_says, run, run_with};
use crate::engines::{TOURNE, own, quoted};
use crate::folder::Folder;
use crate::{tourne, tourne_line};

const NOTES: &str = "notes of a year\n";
/// Two games as a person writes them.
const GAMES: &str =
    "# by hand\nrules: standard\nA 3-2 off/2\n\nrules: standard\nA 4-3 off/3 # the end is lost";

fn text_of(path: &Path) -> String {
    fs::read_to_string(path).expect("a text file")
}

fn write(path: &Path, content: &str) {
    fs::write(path, content).expect("a writable file");
}

/// Runs `tourne play --names X,O` with these lines as input, and this file as its record.
fn play(path: &Path, lines: &str) -> Outcome {
    let mut command = tourne(&["play", "--names", "X,O", "--seed", "5", "--record"]);
    run_with(command.arg(path), lines)
}

fn games_of(path: &Path) -> Vec<record::Game> {
    record::read(text_of(path).as_bytes()).expect("a record")
}

// ---- Records of games

#[test]
fn games_are_added_to_a_record() {
    let folder = Folder::new();
    let path = folder.path("games.txt");
    write(&path, GAMES);
    // A session that is left early, or that adds nothing, removes no game from the record.
    play(&path, "#1\n#1\nquit\n").assert_answered();
    let one = text_of(&path);
    let begin = format!("{GAMES}\n\nrules: standard\nseed: 5\n");
    assert!(one.starts_with(&begin), "{one}");
    play(&path, "quit\n").assert_answered();
    let two = text_of(&path);
    assert!(two.starts_with(&one), "{two}");
    let games = games_of(&path);
    assert_eq!(games.len(), 4);
    assert!(games[2].turns.len() > games[3].turns.len());
    // The games added are those of the same session with a new file.
    let alone = folder.path("alone.txt");
    play(&alone, "#1\n#1\nquit\n").assert_answered();
    assert_eq!(one, format!("{GAMES}\n\n{}", text_of(&alone)));
    // A result after the last turn ends no other game.
    let ended = folder.path("ended.txt");
    let game = "A 3-2 off/2\nresult: A resigns # late\n";
    write(&ended, game);
    play(&ended, "#1\nquit\n").assert_answered();
    assert!(text_of(&ended).starts_with(&format!("{game}\nrules: ")));
    let resigned = games_of(&ended).into_iter().map(|it| it.resigned.is_some());
    assert_eq!(resigned.collect::<Vec<_>>(), [true, false]);
    // Only turns of the last session can be taken back.
    play(&path, "#1\nundo\nquit\n").assert_answered();
    assert!(text_of(&path).starts_with(&two));
    assert_eq!(games_of(&path)[4].turns.len(), games[3].turns.len());
}

#[test]
fn a_session_without_a_turn_leaves_the_record_as_it_is() {
    let folder = Folder::new();
    let path = folder.path("games.txt");
    for content in [GAMES, ""] {
        write(&path, content);
        let mut command = tourne(&["play", "--dice", "hand", "--record"]);
        run_with(command.arg(&path), "5 3\n4-3\nundo\nquit\n").assert_answered();
        assert_eq!(text_of(&path), content);
    }
}

#[test]
fn two_sessions_may_add_to_one_record() {
    let folder = Folder::new();
    let path = folder.path("games.txt");
    write(&path, GAMES);
    let mut command = tourne(&["play", "--names", "X,O", "--seed", "7", "--record"]);
    let mut first = Talk::start(command.arg(&path));
    first.hear_until("'s move> ");
    let begun = text_of(&path);
    play(&path, "#1\n#1\nquit\n").assert_answered();
    let second = text_of(&path);
    assert!(second.starts_with(&begun) && second.len() > begun.len());
    let other = second[begun.len()..].to_owned();
    first.say("#1\n#1\nquit\n");
    first.end().assert_answered();
    let both = text_of(&path);
    assert!(both.starts_with(&begun) && both.contains(&other), "{both}");
    assert!(both.len() > second.len(), "{both}");
    assert_eq!(games_of(&path).len(), 4);
}

#[test]
fn games_are_added_to_nothing_else() {
    let folder = Folder::new();
    let path = folder.path("file.txt");
    for (content, says) in [
        (NOTES, "is not a record of games (line 1"),
        ("A 3-2 off/2\nB 1-1 off/5\n", "(line 2"),
        (
            "A 3-2 off/2\nposition: 38h/6hh\n",
            "(line 2: neither a turn nor a result follows",
        ),
        ("title: mine\n", "(line 1: neither"),
    ] {
        write(&path, content);
        let refused = play(&path, "#1\nquit\n");
        refused.assert_one_line_error(2, &["cannot add games to", "file.txt", says]);
        assert_eq!(text_of(&path), content);
    }
    play(folder.as_ref(), "#1\n").assert_one_line_error(2, &["it is a folder"]);
    assert_eq!(folder.names(), ["file.txt"], "nothing is left behind");
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_read_only_records_stay() {
    let folder = Folder::new();
    let (path, link) = (folder.path("games.txt"), folder.path("link"));
    write(&path, GAMES);
    std::os::unix::fs::symlink("games.txt", &link).expect("a link can be made");
    play(&link, "#1\nquit\n").assert_answered();
    assert!(link.is_symlink() && text_of(&path).starts_with(GAMES));
    assert_eq!(games_of(&path).len(), 3);
    let held = text_of(&path);
    let mut permissions = fs::metadata(&path).expect("the file exists").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).expect("permissions can be set");
    play(&link, "#1\nquit\n").assert_one_line_error(2, &["read-only"]);
    assert_eq!(text_of(&path), held);
}

// ---- All other files

/// Arguments of commands that write a file, without its name, which comes last; `true` if the command replaces a file
/// that it wrote before without `--force`.
const WRITERS: [(&str, bool); 4] = [
    ("page --output", false),
    ("review - --svg", true),
    ("check --policy builtin:front --record", false),
    ("check --policy builtin:front --exploiter", false),
];

fn write_to(path: &Path, writer: &str, more: &[&str]) -> Outcome {
    run_with(tourne_line(writer).arg(path).args(more), "A 3-2 off/2\n")
}

#[test]
fn files_of_others_are_replaced_only_by_force() {
    let folder = Folder::new();
    for (writer, replaces_its_own) in WRITERS {
        let path = folder.path("file");
        write(&path, NOTES);
        let refused = write_to(&path, writer, &[]);
        refused.assert_one_line_error(2, &["cannot write", "it exists", "--force"]);
        assert_eq!(text_of(&path), NOTES, "{writer:?}");
        write_to(&path, writer, &["--force"]).assert_code(0);
        let made = text_of(&path);
        assert_ne!(made, NOTES, "{writer:?}");
        // The second time, a file that the program can write again in seconds is replaced; a policy file is not.
        let code = if replaces_its_own { 0 } else { 2 };
        write_to(&path, writer, &[]).assert_code(code);
        assert_eq!(text_of(&path), made);
        // An empty file is replaced, since nothing is lost.
        write(&path, "");
        write_to(&path, writer, &[]).assert_code(0);
        assert_eq!(text_of(&path), made);
        fs::remove_file(&path).expect("the file exists");
    }
    assert_eq!(folder.names(), [""; 0], "nothing is left behind");
}

#[cfg(target_os = "linux")]
#[test]
fn a_pipe_is_refused_with_the_name_of_standard_output() {
    for (writer, _) in WRITERS {
        let refused = write_to(Path::new("/dev/stdout"), writer, &["--force"]);
        let says = ["/dev/stdout", "not a regular file", "standard output (-)"];
        refused.assert_one_line_error(2, &says);
    }
    // A file to which the shell appends standard output counts as a file with content.
    let folder = Folder::new();
    let path = folder.path("log");
    write(&path, NOTES);
    let log = fs::File::options().append(true).open(&path);
    let mut command = tourne(&["page", "--output", "/dev/stdout"]);
    command.stdout(log.expect("the file can be opened"));
    let status = command.stderr(Stdio::null()).status();
    assert_eq!(status.expect("the command starts").code(), Some(2));
    assert_eq!(text_of(&path), NOTES);
}

#[test]
fn pages_of_another_kind_are_not_replaced() {
    let folder = Folder::new();
    let [page, picture] = [WRITERS[0].0, WRITERS[1].0];
    for (one, other) in [(page, picture), (picture, page)] {
        let path = folder.path(&one[..4]);
        write_to(&path, one, &[]).assert_code(0);
        let made = text_of(&path);
        write_to(&path, other, &[]).assert_code(2);
        assert_eq!(text_of(&path), made);
    }
    // An HTML page that was not written by this program.
    let path = folder.path("other");
    write(&path, "<!doctype html>\n<html lang=\"en\">\n");
    write_to(&path, page, &[]).assert_code(2);
}

#[test]
fn manual_pages_replace_manual_pages_only() {
    let folder = Folder::new();
    let man = |more: &[&str]| run(tourne(&["man", "--output"]).arg(folder.as_ref()).args(more));
    man(&[]).assert_answered();
    man(&[]).assert_answered();
    let page = folder.path("tourne-quiz.1");
    let good = text_of(&page);
    fs::write(&page, NOTES).expect("a writable file");
    let first = folder.path("tourne.1");
    fs::remove_file(&first).expect("the file exists");
    man(&[]).assert_one_line_error(2, &["tourne-quiz.1", "--force"]);
    assert_eq!(text_of(&page), NOTES);
    assert!(!first.exists(), "refused before any page is written");
    man(&["--force"]).assert_answered();
    assert_eq!(text_of(&page), good);
}

#[test]
fn a_record_of_answers_continues_the_one_that_is_resumed() {
    let folder = Folder::new();
    let check = |arguments: &str| {
        let mut command = tourne_line(&format!("check --sample 20 {arguments} --engine"));
        command.arg(own(""));
        run(command.current_dir(&folder))
    };
    check("--record part.csv").assert_answered();
    let before = folder.read("part.csv");
    let more = "--seed 1 --resume part.csv --record";
    check(&format!("{more} part.csv")).assert_code(0);
    let after: Vec<String> = folder.read("part.csv").lines().map(str::to_owned).collect();
    assert!(before.lines().all(|line| after.contains(&line.to_owned())));
    assert!(after.len() > before.lines().count());
    // A file is refused if it is not the record to resume from.
    folder.write("whole.csv", &before);
    let refused = check(&format!("{more} whole.csv"));
    refused.assert_one_line_error(2, &["whole.csv", "may hold work of yours"]);
    assert_eq!(folder.read("whole.csv"), before);
    // A record alone is continued by either name, and replaced with --force.
    check("--seed 1 --record whole.csv").assert_answered();
    let continued = folder.read("whole.csv");
    assert_eq!(folder.read("part.csv"), continued);
    folder.write("whole.csv", &before);
    check("--seed 1 --resume whole.csv").assert_answered();
    assert_eq!(folder.read("whole.csv"), continued);
    check("--record whole.csv --force").assert_answered();
    assert_eq!(folder.read("whole.csv"), before);
}

#[test]
fn a_file_of_which_a_record_would_lose_something_is_no_record() {
    let folder = Folder::new();
    let rows = "position,die,move\n002/003,1,2/3*\n";
    for (content, says) in [
        ("my notes\n".to_owned(), "the first line is \"my notes\""),
        (format!("{rows}002/003,2,0/12\n"), "line 3 is not an answer"),
        (rows.replace("002/", "200/"), "line 2 is not an answer"),
        (rows.replace("3*", "3*,"), "line 2: "),
        (
            "{\"position\":\"002/003\",\"die\":1,\"move\":\"2/3\"}\n".to_owned(),
            "line 1 is not an answer",
        ),
    ] {
        folder.write("r.csv", &content);
        let mut command = tourne_line("check --sample 20 --record r.csv --engine");
        let refused = run(command.arg(own("")).current_dir(&folder));
        let cure = "choose another name, or add --force to replace it";
        refused.assert_one_line_error(2, &["cannot read r.csv as a record: ", says, cure]);
        assert_eq!(folder.read("r.csv"), content);
    }
}

#[test]
fn a_check_without_an_answer_leaves_no_record() {
    let folder = Folder::new();
    let path = folder.path("answers.csv");
    // This program is not an engine: it ends at once, with a usage error on standard error.
    let engine = format!("{} nonsense", quoted(TOURNE));
    run(tourne(&["check", "--engine", &engine, "--record"]).arg(&path)).assert_code(2);
    assert!(!path.exists());
}

/// Two checks that take hours may be given the same output file. The check that ends later writes to a new file beside
/// it.
#[test]
fn what_another_program_made_meanwhile_stays() {
    let folder = Folder::new();
    let path = folder.path("answers.csv");
    let no = ForceArgument { force: false };
    let outputs = [(); 3].map(|()| Output::new(&path, &[], no).expect("the name is free"));
    outputs[0].write("one").expect("a writable file");
    for (number, output) in (2..).zip(&outputs[1..]) {
        let error = output.write("another").expect_err("the name is taken");
        let beside = format!("answers.csv.{number}");
        assert_says(&error.to_string(), &[&beside]);
        assert_eq!(text_of(&folder.path(&beside)), "another");
    }
    assert_eq!(text_of(&path), "one");
}
