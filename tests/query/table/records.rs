//! Records of games: kept after each turn, added at their end, saved, and reviewed.

use std::fs;

use super::{FIRST, Folder, Written, record_of, tourne, turns};
use crate::commands::{Talk, run, run_with, wait};
use crate::tourne_line;

#[test]
fn record_and_save_write_the_same_and_review_reads_it() {
    for line in [
        "play --names X,O --seed 3",
        "play --level 2 --seed 4",
        "play --rules course --seed 5",
        "play --rules double-win --match 2 --names X,O --seed 6",
    ] {
        let folder = Folder::new();
        let mut command = tourne_line(&format!("{line} --record recorded.txt"));
        let lines = "#1\n#1\n#2\n#1\nsave saved.txt\nquit\n";
        run_with(command.current_dir(&folder), lines).assert_answered();
        let record = folder.read("recorded.txt");
        assert_eq!(record, folder.read("saved.txt"));
        let turns = turns(&record);
        assert!(turns.len() >= 4, "{record}");
        let mut command = tourne_line("review recorded.txt --format csv");
        let review = run(command.current_dir(&folder));
        review.assert_answered();
        let written = |row: &str| -> Written {
            let columns: Vec<&str> = row.split(',').collect();
            // These columns are side, roll and played.
            (columns[2].into(), columns[4].into(), columns[6].into())
        };
        let reviewed: Vec<Written> = review.stdout.lines().skip(1).map(written).collect();
        assert_eq!(reviewed, turns);
    }
}

/// Kills the command while it waits for a line. All turns that were shown by then are kept beside the record, and added to
/// it at the next start.
#[test]
fn a_killed_session_loses_no_turn() {
    let folder = Folder::new();
    for choices in [0, 1, 2, 4] {
        let name = format!("game-{choices}.txt");
        let mut command = tourne(&["play", "--names", "X,O", "--seed", "5", "--record"]);
        let mut talk = Talk::start(command.arg(folder.path(&name)));
        talk.hear_until("'s move> ");
        for _ in 0..choices {
            talk.say("#1\n");
            talk.hear_until("'s move> ");
        }
        talk.child.kill().expect("the command can be killed");
        assert_eq!(wait(&mut talk.child).code(), None);
        let lines = [&FIRST[..choices], &["quit"]].concat();
        let expected = record_of("5", &lines);
        let kept = fs::read_to_string(folder.path(&format!("{name}.running"))).unwrap_or_default();
        assert!(kept.ends_with(&expected), "{kept}");
        assert!(!folder.path(&name).exists());
        let mut next = tourne(&["play", "--dice", "hand", "--record"]);
        let next = run_with(next.arg(folder.path(&name)), "quit\n");
        next.assert_code(0);
        let record = fs::read_to_string(folder.path(&name)).unwrap_or_default();
        assert_eq!(record, expected, "{choices}");
        let says = format!("{name}: added 1 game");
        assert_eq!(next.stderr.contains(&says), !expected.is_empty());
        assert!(choices == 0 || turns(&record).len() >= choices);
        assert!(!folder.path(&format!("{name}.running")).exists());
    }
}

#[test]
fn a_game_given_up_before_its_first_turn_is_recorded_and_counted() {
    let folder = Folder::new();
    let play_by = |options: &str, lines: &[&str]| {
        let line = format!("play --names Anna,Ben --dice hand --record games.txt {options}");
        let mut command = tourne_line(&line);
        let outcome = run_with(command.current_dir(&folder), &super::typed(lines));
        outcome.assert_answered();
        outcome.stdout
    };
    let play = |lines: &[&str]| play_by("--match 2", lines);
    let begin = ["4-3", "resign", "yes"];
    let given_up =
        "rules: standard\nmatch: to 2\nscore: Anna 0, Ben 0\nresult: Anna resigns against Ben\n";
    let said = play(&[&begin[..], &["", "4-3", "1-1"]].concat());
    crate::commands::assert_says(&said, &["The match to 2 goes on: Anna 0, Ben 1."]);
    let second = "rules: standard\nmatch: to 2\nscore: Anna 0, Ben 1\nAnna 1-1 0/1\n";
    let held = format!("{given_up}\n{second}");
    assert_eq!(folder.read("games.txt"), held);
    // Another session adds its games below, and saves them.
    let saved = [&begin[..], &[""], &begin[..], &["save saved.txt", ""]].concat();
    play(&saved);
    let won = given_up.replace("Ben 0", "Ben 1");
    let last = format!("{given_up}\n{won}");
    assert_eq!(folder.read("games.txt"), format!("{held}\n{last}"));
    assert_eq!(folder.read("saved.txt"), last);
    // What is taken back is no game, and a record is not needed for nothing.
    let before = folder.read("games.txt");
    play_by("", &[&begin[..], &["undo", "quit"]].concat());
    assert_eq!(folder.read("games.txt"), before);
    let review = run(tourne_line("review games.txt --format json").current_dir(&folder));
    let games = crate::commands::json(&review);
    assert_eq!(games["games"].as_array().map(Vec::len), Some(4));
    assert_eq!(games["players"][1]["won"], 3, "{games}");
    // The throw that was given up stands in the record.
    let outcome = super::talk(
        "play --names X,O --position 04h/007:3 --record -",
        &["resign", "yes"],
    );
    crate::commands::assert_says(&outcome.stdout, &["\nresult: X resigns with 3 against O\n"]);
}

#[test]
fn save_never_overwrites() {
    let folder = Folder::new();
    folder.write("mine.txt", "my notes");
    let mut command = tourne(&["play", "--names", "X,O", "--seed", "5"]);
    let lines = "#1\nsave mine.txt\nsave nowhere/game.txt\nsave .\nquit\n";
    let outcome = run_with(command.current_dir(&folder), lines);
    outcome.assert_answered();
    assert_eq!(folder.read("mine.txt"), "my notes");
    assert_eq!(folder.names(), ["mine.txt"]);
    outcome.assert_shows(&["mine.txt exists", "Cannot save", "nowhere", ". exists"]);
}
