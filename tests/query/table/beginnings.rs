//! Games that begin at a position, or at a turn of a recorded game.

use super::{FIRST, talk, turns};
use crate::commands::{Outcome, assert_says, json, run_with};
use crate::documents::quoted;
use crate::folder::Folder;
use crate::{LALANNE, cells, run_line, tourne_line};

/// Returns the headers of a record, and its turns.
#[track_caller]
fn read(outcome: &Outcome) -> (Vec<&str>, Vec<super::Written>) {
    outcome.assert_code(0);
    let headers = outcome.stdout.lines().filter(|line| line.contains(": "));
    (headers.collect(), turns(&outcome.stdout))
}

/// Options, the position at which they begin a game, and the first throw, if they set it.
const BEGINNINGS: &str = "
--position 04h/007 | 04h/007 | any
--position 04h/007:3 --seed 4 | 04h/007 | 3
--position 4h0/700:4-3 --names X,O | 04h/007 | 3
--position x45/006 --rules forced-entry --level 2 | x45/006 | any
--position 38h/09h --policy builtin:front | 38h/09h | any
--position 000/001:2 --rules course | 000/001 | 2
";

#[test]
fn a_game_may_begin_at_any_position() {
    for [options, position, roll] in cells(BEGINNINGS) {
        let outcome = talk(&format!("play {options} --record -"), &FIRST);
        let (headers, turns) = read(&outcome);
        let header = format!("position: {position}");
        assert!(headers.contains(&&*header), "{headers:?}");
        // The person is on roll, who is called You, or X if two play.
        let person = if options.contains("--names") {
            "X"
        } else {
            "You"
        };
        assert_eq!(turns[0].0, person);
        assert!(roll == "any" || turns[0].1 == roll, "{turns:?}");
        // The record is one that review reads, and the game was played to its end.
        let review = json(&run_with(
            &mut tourne_line("review - --format json"),
            &outcome.stdout,
        ));
        assert_eq!(review["games"][0]["turns"][0]["position"], position);
        assert_eq!(review["games"][0]["finished"], true);
    }
}

#[test]
fn play_goes_on_from_any_turn_of_a_recorded_game() {
    let folder = Folder::new();
    let whole = talk("play --names X,O --seed 5 --record -", &FIRST);
    let file = folder.write("game.txt", &whole.stdout);
    let review = json(&run_line(&format!(
        "review {} --format json",
        quoted(&file)
    )));
    let reviewed = review["games"][0]["turns"].as_array().expect("a list");
    assert!(reviewed.len() > 10);
    for (turn, number) in reviewed.iter().zip(1..).step_by(4) {
        let line = format!(
            "play --from {} --turn {number} --seed 3 --record -",
            quoted(&file)
        );
        let outcome = talk(&line, &FIRST);
        let (headers, played) = read(&outcome);
        let position = turn["position"].as_str().expect("a position");
        let header = format!("position: {position}");
        let is_start = position == "000/000";
        assert_ne!(headers.contains(&&*header), is_start, "{headers:?}");
        assert_eq!(
            (&*played[0].0, &*played[0].1),
            ("You", turn["roll"].as_str().expect("a throw"))
        );
    }
}

/// Options that name no turn of a record of two games, and a part of the error.
const NO_TURN: &str = "
--turn 3 | has 2 games: choose one with --game 1 to 2
--game 3 --turn 3 | has no game 3: choose one with --game 1 to 2
--game 2 --turn 5 | has no turn 5: choose one with --turn 1 to 4
--game 1 --turn 8 | has no turn 8: choose one with --turn 1 to 7
--game 1 --turn 0 | has no turn 0
--game 1 | --turn
--game 1 --turn 2 --match 3 | cannot be used with '--match
--game 1 --turn 2 --position 000/000 | cannot be used with
";

/// Positions at which no game begins, and a part of the error.
const NO_POSITION: &str = "
000/hhh | the game is over
04h/004 | face each other
04h | is not a position
000/000:7 | a die shows 1 to 6
";

#[test]
fn a_turn_of_a_record_is_found_or_refused_with_the_cure() {
    let at = |options: &str| {
        talk(
            &format!("play --from {} {options}", quoted(LALANNE)),
            &["quit"],
        )
    };
    at("--game 2 --turn 3").assert_shows(&["You begin, at 03h/8hh.", "You throw 5 and [2]"]);
    // A game without an end goes on after its last turn.
    at("--game 1 --turn 7").assert_shows(&["You begin, at 015/00h."]);
    for [options, says] in cells(NO_TURN) {
        at(options).assert_error(2, &[says]);
    }
    for [position, says] in cells(NO_POSITION) {
        talk(&format!("play --position {position}"), &[]).assert_error(2, &[says]);
    }
}

#[test]
fn undo_at_the_beginning_keeps_the_position() {
    let outcome = talk(
        "play --position 04h/007 --dice hand",
        &["undo", "4 3", "undo", "2 2", "quit"],
    );
    outcome.assert_answered();
    assert_says(
        &outcome.stdout,
        &[
            "There is no throw to take back.",
            "The last throw is taken back.",
            "X throws [2] and 2",
        ],
    );
    assert_eq!(outcome.stdout.matches("Who begins?").count(), 0);
    // Another game begins there again.
    let lines = ["resign", "yes", "", "yes", "quit"];
    let again = talk("play --position 04h/007:3 --seed 1", &lines);
    again.assert_answered();
    assert_eq!(again.stdout.matches("You throw a 3.").count(), 2);
}
