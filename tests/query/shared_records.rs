//! Records to which several sessions of `tourne play --record` add games: nothing is lost, nothing is doubled, and what
//! others have written stays as it is.

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

/// First line of a file that keeps a game in progress.
const HEAD: &str =
    "# Game in progress: tourne play adds it to the record when it ends, or at its next start.\n";

/// Opens `g.txt`; returns also the number of games that killed sessions have left.
fn open(folder: &Folder) -> (Recording, usize) {
    Recording::open(&folder.path("g.txt")).expect("a record")
}

/// Session that has played two turns, with a record that has a game of another program.
fn begun(folder: &Folder) -> Recording {
    folder.write("g.txt", OTHER);
    let (mut recording, _) = open(folder);
    recording.keep(&first(2)).expect("a writable file");
    recording
}

fn with(games: &[&Game]) -> String {
    let own: Vec<Game> = games.iter().map(|&game| game.clone()).collect();
    format!("{OTHER}\n{}", record::write(&own))
}

#[test]
fn a_game_grows_beside_the_record_and_is_added_whole() {
    let folder = Folder::new();
    let mut recording = begun(&folder);
    for turns in [3, 4, 2, 4, 1, 0, 3] {
        recording.keep(&first(turns)).expect("a writable file");
        let kept = folder.read("g.txt.running");
        match turns {
            0 => assert_eq!(kept, ""),
            _ => assert_eq!(kept, format!("{HEAD}{}", record::write(&[first(turns)]))),
        }
        assert_eq!(folder.read("g.txt"), OTHER);
    }
    let mut resigned = first(3);
    resigned.resign(1, None);
    recording.keep(&resigned).expect("a writable file");
    let kept = folder.read("g.txt.running");
    assert!(kept.ends_with("A 5-3 3/6\nresult: B resigns\n"), "{kept}");
    recording.add(resigned.clone()).expect("a writable file");
    assert_eq!(folder.names(), ["g.txt"]);
    assert_eq!(folder.read("g.txt"), with(&[&resigned]));
    recording.keep(&first(1)).expect("a writable file");
    recording.keep(&first(0)).expect("a writable file");
    recording.finish().expect("a writable file");
    assert_eq!(folder.names(), ["g.txt"]);
    assert_eq!(folder.read("g.txt"), with(&[&resigned]));
}

/// Changes of a person or another program in the record during a game stay, byte for byte.
#[test]
fn changes_of_others_during_a_game_stay() {
    for held in [
        "",
        "# only a comment",
        "A 3-2 off/2 # no line feed",
        "\u{feff}title: mine\r\nA 3-2 off/2\r\n",
        "W 4-3 off/3\n\n\n",
    ] {
        let folder = Folder::new();
        let mut recording = begun(&folder);
        folder.write("g.txt", held);
        recording.add(first(3)).expect("a writable file");
        let text = folder.read("g.txt");
        assert!(text.starts_with(held), "{text}");
        let own = games_in(&text).pop().expect("games");
        assert_eq!(record::write(&[own]), record::write(&[first(3)]));
        assert_eq!(games_in(&text).len(), 1 + held.matches("off/").count());
    }
    // A deleted file begins anew, with the whole game.
    let folder = Folder::new();
    let mut recording = begun(&folder);
    fs::remove_file(folder.path("g.txt")).expect("the file exists");
    recording.add(first(3)).expect("a writable file");
    assert_eq!(folder.read("g.txt"), record::write(&[first(3)]));
}

/// A game is not added to a file that has become something else, and not lost: the next start adds it.
#[test]
fn a_record_that_is_none_meanwhile_gets_the_game_later() {
    let folder = Folder::new();
    let mut recording = begun(&folder);
    folder.write("g.txt", "title: a game that I am writing\n");
    let refused = recording.add(first(3)).expect_err("it is no record");
    assert!(refused.to_string().contains("changed something meanwhile"));
    recording.finish().expect_err("it is still no record");
    recording
        .keep(&first(1))
        .expect_err("it is still no record");
    drop(recording);
    let kept = folder.read("g.txt.running");
    assert_eq!(games_in(&kept).len(), 2);
    folder.write("g.txt", OTHER);
    assert_eq!(open(&folder).1, 2);
    assert_eq!(folder.read("g.txt"), with(&[&first(3), &first(1)]));
    assert_eq!(folder.names(), ["g.txt"]);
}

/// A session that ends without a word, as when it is killed, leaves its game to the next start.
#[test]
fn the_game_of_a_killed_session_is_added_at_the_next_start() {
    let folder = Folder::new();
    drop(begun(&folder));
    let kept = folder.read("g.txt.running");
    assert_eq!(open(&folder).1, 1);
    assert_eq!(folder.read("g.txt"), with(&[&first(2)]));
    assert_eq!(folder.names(), ["g.txt"]);
    assert_eq!(open(&folder).1, 0);
    // The last line is cut off: the turns before it are there.
    for cut in 1..=10 {
        folder.write("g.txt", OTHER);
        folder.write("g.txt.running", &kept[..kept.len() - cut]);
        assert_eq!(open(&folder).1, 1);
        assert_eq!(folder.read("g.txt"), with(&[&first(1)]), "{cut}");
        assert_eq!(folder.names(), ["g.txt"]);
    }
}

/// The process is killed after the game was added, and before the file that kept it was removed; or just before.
#[test]
fn a_kill_while_a_game_is_added_neither_doubles_nor_loses_it() {
    let (own, folder) = (record::write(&[first(2)]), Folder::new());
    for before in 0..3 {
        for is_added in [false, true] {
            let equal = before + usize::from(is_added);
            let text = OTHER.to_owned() + &format!("\n{own}").repeat(equal);
            folder.write("g.txt", text);
            let adding = format!("{HEAD}{own}# Equal games in the record before: {before}\n");
            folder.write("g.txt.running", adding);
            assert_eq!(open(&folder).1, 1);
            let games = sorted(&folder.read("g.txt"));
            let count = games.iter().filter(|&game| *game == own).count();
            assert_eq!((games.len(), count), (before + 2, before + 1), "{is_added}");
            assert_eq!(folder.names(), ["g.txt"]);
        }
    }
}

/// Two sessions with one record, in turn, with the same dice and the same moves; a third starts while both live.
#[test]
fn two_sessions_with_the_same_games_have_each_its_own() {
    let folder = Folder::new();
    let mut sessions = [(); 2].map(|()| open(&folder).0);
    for turns in [1, 2, 3, 2, 4] {
        for recording in &mut sessions {
            recording.keep(&first(turns)).expect("a writable file");
        }
        assert_eq!(open(&folder).1, 0, "games of living sessions stay");
        let kept = folder.read("g.txt.running");
        assert_eq!(kept, folder.read("g.txt.running-2"));
        assert_eq!(games_in(&kept)[0].turns.len(), turns);
    }
    let [mut one, other] = sessions;
    one.add(first(4)).expect("a writable file");
    assert_eq!(folder.names(), ["g.txt", "g.txt.running-2"]);
    drop(other);
    assert_eq!(open(&folder).1, 1);
    one.add(games_in(NEXT).remove(0)).expect("a writable file");
    assert_eq!(folder.read("g.txt"), format!("{OWN}\n{OWN}\n{NEXT}"));
    assert_eq!(folder.names(), ["g.txt"]);
}

#[test]
fn files_of_others_beside_a_record_are_left_alone() {
    let folder = Folder::new();
    for theirs in ["my notes\n", OTHER] {
        folder.write("g.txt.running", theirs);
        let mut recording = begun(&folder);
        assert_eq!(
            folder.names(),
            ["g.txt", "g.txt.running", "g.txt.running-2"]
        );
        recording.add(first(2)).expect("a writable file");
        assert_eq!(folder.read("g.txt.running"), theirs);
        assert_eq!(folder.read("g.txt"), with(&[&first(2)]));
    }
    // A link to nothing is somebody's too: no file appears where it leads.
    #[cfg(unix)]
    {
        fs::remove_file(folder.path("g.txt.running")).expect("the file exists");
        let link = folder.path("g.txt.running");
        std::os::unix::fs::symlink(folder.path("elsewhere"), link).expect("a link");
        let recording = begun(&folder);
        assert_eq!(
            folder.names(),
            ["g.txt", "g.txt.running", "g.txt.running-2"]
        );
        drop(recording);
    }
    // The file of a session is no record to which another can add.
    fs::remove_file(folder.path("g.txt.running")).expect("the file exists");
    let recording = begun(&folder);
    let error = Recording::open(&folder.path("g.txt.running")).expect_err("no record");
    assert!(
        error.to_string().contains("the game in progress"),
        "{error}"
    );
    drop(recording);
}

/// Sessions that name a record by a link and by its path know each other's games.
#[cfg(unix)]
#[test]
fn a_game_in_progress_stands_beside_the_file_of_a_link() {
    let folder = Folder::new();
    for held in [true, false] {
        fs::create_dir_all(folder.path("far")).expect("a folder");
        if held {
            folder.write("far/g.txt", OTHER);
        }
        let link = folder.path("link");
        std::os::unix::fs::symlink("far/g.txt", &link).expect("a new link");
        let (mut recording, _) = Recording::open(&link).expect("a record");
        recording.keep(&first(2)).expect("a writable file");
        assert_eq!(folder.names(), ["far", "link"]);
        drop(recording);
        let opened = Recording::open(&folder.path("far/g.txt")).expect("a record");
        assert_eq!(opened.1, 1);
        assert!(folder.read("link").ends_with(&record::write(&[first(2)])));
        fs::remove_file(link).expect("the link exists");
        fs::remove_dir_all(folder.path("far")).expect("the folder exists");
    }
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
