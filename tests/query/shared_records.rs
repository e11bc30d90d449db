//! Records of games that several programs write and people edit, while `tourne play --record` adds to them: nothing is
//! lost, and nothing is doubled.

use std::fs;
use std::thread;

use tourne::play::recording::Recording;
use tourne::review::record::{self, Game};

use crate::commands::run_with;
use crate::folder::Folder;
use crate::tourne;

/// Game of this session, as it grows.
const OWN: &str = "rules: standard\nseed: 5\nA 3-5 0/3\nB 2-6 0/2\nA 5-3 3/6\nB 2-2 2/4\n";
/// Game of another program.
const OTHER: &str = "rules: standard\nX 4-3 0/3\nY 5-2 0/2\n";
/// Next game of this session.
const NEXT: &str = "rules: standard\nseed: 5\nA 6-5 0/5\n";

/// Returns the first turns of a game.
fn first(turns: usize) -> Game {
    let mut game = games_in(OWN).remove(0);
    game.turns.truncate(turns);
    game
}

fn games_in(text: &str) -> Vec<Game> {
    record::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

/// Returns the games of a record as text, sorted.
fn sorted(text: &str) -> Vec<String> {
    let mut games: Vec<String> = games_in(text).chunks(1).map(record::write).collect();
    games.sort();
    games
}

/// Record of a session that has written two turns, below a game that was there before.
fn begun(folder: &Folder) -> Recording {
    let path = folder.write("g.txt", OTHER);
    let mut recording = Recording::open(path.as_ref()).expect("a record");
    recording.write(&[first(2)]).expect("a writable file");
    recording
}

/// Lets somebody edit the file between two turns, and returns its text after the next turn.
fn edited(edit: impl Fn(&str) -> String) -> String {
    let folder = Folder::new();
    let mut recording = begun(&folder);
    folder.write("g.txt", edit(&folder.read("g.txt")));
    recording.write(&[first(3)]).expect("a writable file");
    folder.read("g.txt")
}

#[test]
fn comments_and_headers_added_in_an_editor_stay_and_nothing_is_doubled() {
    let whole = format!("{OTHER}\n{}", record::write(&[first(3)]));
    for (from, to) in [
        ("rules: standard\nX", "# a title\n\nrules: standard\nX"),
        ("A 3-5 0/3", "A 3-5 0/3 # the only one"),
        ("A 3-5 0/3\n", "A 3-5 0/3\n\n# a pause\n"),
        ("B 2-6 0/2\n", "B 2-6 0/2\n# the last comment\n"),
        ("B 2-6 0/2\n", "B 2-6 0/2"),
        ("seed: 5\n", "seed: 5\nevent: at home\n"),
        ("A 3-5 0/3", "A  3-5\t0/3"),
        (
            "A 3-5 0/3\nB 2-6 0/2\n",
            "1. A: 35 off/3\n2. B: 2-6 bar/2\n",
        ),
        ("rules: standard\nX", "\u{feff}rules: standard\nX"),
        ("rules: standard\nX 4-3 0/3\nY 5-2 0/2\n\n", ""),
    ] {
        let text = edited(|text| {
            assert!(text.contains(from), "{text}");
            text.replacen(from, to, 1)
        });
        if !to.is_empty() {
            assert!(text.contains(to.trim_end()), "{to:?} is lost:\n{text}");
        }
        let games = games_in(&text);
        let own = games.last().expect("games");
        assert_eq!(own.turns.len(), 3, "{text}");
        assert_eq!(games.len(), if to.is_empty() { 1 } else { 2 }, "{text}");
    }
    assert_eq!(edited(str::to_owned), whole);
    let text = edited(|text| text.replace('\n', "\r\n"));
    assert_eq!(sorted(&text), sorted(&whole));
}

#[test]
fn a_file_that_an_editor_saves_as_it_was_earlier_is_brought_up_to_date() {
    let folder = Folder::new();
    let mut recording = begun(&folder);
    let old = folder.read("g.txt");
    recording.write(&[first(4)]).expect("a writable file");
    folder.write("g.txt", format!("# seen\n{old}"));
    recording.write(&[first(3)]).expect("a writable file");
    let text = format!("# seen\n{OTHER}\n{}", record::write(&[first(3)]));
    assert_eq!(folder.read("g.txt"), text);
    // The same with turns that were taken back since.
    folder.write("g.txt", format!("{OTHER}\n{OWN}"));
    recording.write(&[first(2)]).expect("a writable file");
    assert_eq!(folder.read("g.txt"), old);
}

#[test]
fn comments_of_turns_that_are_taken_back_stay() {
    let folder = Folder::new();
    let mut recording = begun(&folder);
    let text = folder
        .read("g.txt")
        .replace("B 2-6 0/2", "B 2-6 0/2 # a pity");
    folder.write("g.txt", text);
    recording.write(&[first(1)]).expect("a writable file");
    let text = format!("{OTHER}\n{}# a pity\n", record::write(&[first(1)]));
    assert_eq!(folder.read("g.txt"), text);
}

/// A file that is deleted, or cut off anywhere, has all games again after the next turn.
#[test]
fn a_deleted_or_truncated_record_is_written_anew() {
    let next = games_in(NEXT).remove(0);
    let games = [first(4), next];
    let folder = Folder::new();
    let path = folder.path("g.txt");
    let mut before = Recording::open(&path).expect("a new file");
    before.write(&games[..1]).expect("a writable file");
    before.write(&games).expect("a writable file");
    let whole = folder.read("g.txt");
    assert_eq!(whole, format!("{OWN}\n{NEXT}"));
    for length in 0..whole.len() {
        folder.write("g.txt", &whole[..length]);
        before.clone().write(&games).expect("a writable file");
        assert_eq!(sorted(&folder.read("g.txt")), sorted(&whole), "{length}");
    }
    fs::remove_file(&path).expect("the file exists");
    before.write(&games).expect("a writable file");
    assert_eq!(folder.read("g.txt"), whole);
}

/// Two sessions in one file, in turn, with the same dice and the same moves.
#[test]
fn two_sessions_with_the_same_games_have_each_its_own() {
    let folder = Folder::new();
    let path = folder.path("g.txt");
    let mut sessions = [(); 2].map(|()| Recording::open(&path).expect("a new file"));
    for turns in [1, 2, 3, 2, 4] {
        for recording in &mut sessions {
            recording.write(&[first(turns)]).expect("a writable file");
        }
    }
    sessions[0]
        .write(&[first(4), games_in(NEXT).remove(0)])
        .expect("a writable file");
    assert_eq!(folder.read("g.txt"), format!("{OWN}\n{OWN}\n{NEXT}"));
    // A session that takes back everything leaves the games of the other.
    sessions[1].write(&[]).expect("a writable file");
    assert_eq!(folder.read("g.txt"), format!("{OWN}\n{NEXT}"));
}

/// Runs a match of several games, with hundreds of turns, that is recorded in a file.
fn play(folder: &Folder, seed: &str, name: &str) {
    let mut command = tourne(&[
        "play", "--names", "X,O", "--match", "3", "--seed", seed, "--record",
    ]);
    let lines = "#1\n".repeat(70) + "undo\nundo\nquit\n";
    run_with(command.arg(folder.path(name)), &lines).assert_answered();
}

/// Three programs write to one record at the same time, two of them the same games.
#[test]
fn concurrent_sessions_lose_nothing_and_double_nothing() {
    let folder = Folder::new();
    let seeds = ["1", "2", "2"];
    let mut expected = Vec::new();
    for (number, seed) in seeds.iter().enumerate() {
        let name = format!("alone-{number}.txt");
        play(&folder, seed, &name);
        let text = folder.read(&name);
        let turns: usize = games_in(&text).iter().map(|game| game.turns.len()).sum();
        assert!(turns > 100 && games_in(&text).len() > 1, "{text}");
        expected.extend(sorted(&text));
    }
    thread::scope(|scope| {
        for seed in seeds {
            let folder = &folder;
            scope.spawn(move || play(folder, seed, "shared.txt"));
        }
    });
    expected.sort();
    assert_eq!(sorted(&folder.read("shared.txt")), expected);
    assert_eq!(folder.names().len(), 4, "nothing is left behind");
}
