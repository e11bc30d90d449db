//! The throws of a seed do not depend on the moves. Typed throws can be corrected.

use super::{
    FIRST, SECOND, Written, assert_same_throws, played, record_of, rolls, talk, tourne, turns,
    typed,
};
use crate::cells;
use crate::commands::{assert_says, joined, run_with};
use crate::engines::own;

#[test]
fn a_seed_gives_the_same_throws_whatever_is_played() {
    for seed in ["1", "5", "1000000000000"] {
        let (one, other) = (played(seed, &FIRST), played(seed, &SECOND));
        assert_same_throws(&one, &other);
        assert_ne!(one, other, "other moves were played");
        assert_eq!(one, played(seed, &FIRST));
    }
    let [one, two] = ["1", "2"].map(|seed| played(seed, &FIRST));
    assert_ne!(rolls(&one)[..6], rolls(&two)[..6]);
}

#[test]
fn a_seed_gives_the_same_throws_whoever_plays() {
    let record = |opponent: &[&str]| {
        let arguments = [&["play", "--seed", "11", "--record", "-"], opponent].concat();
        let outcome = run_with(&mut tourne(&arguments), &typed(&FIRST));
        outcome.assert_code(0);
        turns(&outcome.stdout)
    };
    let engine = own("--strength front");
    let two = record(&["--names", "X,O"]);
    for opponent in [
        &[][..],
        &["--level", "1"],
        &["--policy", "builtin:front"],
        &["--engine", &engine],
        &["--tutor=100%", "--values"],
    ] {
        assert_same_throws(&two, &record(opponent));
    }
    // The engine is the same policy, asked as a program.
    let [policy, engine] = [["--policy", "builtin:front"], ["--engine", &engine]];
    let moves = |turns: Vec<Written>| turns.into_iter().map(|turn| turn.2).collect::<Vec<_>>();
    assert_eq!(moves(record(&policy)), moves(record(&engine)));
}

#[test]
fn no_throw_can_be_taken_back() {
    let straight = played("5", &FIRST);
    // Make three choices, take them all back, and choose another first move.
    let start = ["#1", "#1", "#1", "undo", "undo", "undo", "#2"];
    let otherwise = played("5", &[&start[..], &FIRST].concat());
    assert_same_throws(&straight, &otherwise);
    let only_first = played("5", &[&["#2"][..], &FIRST].concat());
    assert_eq!(otherwise, only_first, "undo leaves no trace");
    assert_ne!(straight, otherwise);
}

#[test]
fn redo_plays_what_was_taken_back() {
    let record = |lines: &str| record_of("5", &lines.split(' ').collect::<Vec<_>>());
    let three = record("#1 #2 #1 quit");
    let redone = "#1 #2 #1 undo undo undo redo redo";
    assert_eq!(record(&format!("{redone} redo quit")), three);
    // Replay two of the three turns that were taken back.
    let two = record("#1 #2 #1 undo quit");
    assert_eq!(record(&format!("{redone} quit")), two);
    assert!(turns(&two).len() < turns(&three).len());
    // Once another move is played, no turn is left to be replayed.
    let outcome = talk(
        "play --names X,O --seed 5",
        &["#1", "undo", "#2", "redo", "quit"],
    );
    outcome.assert_shows(&["Nothing was taken back."]);
}

#[test]
fn throws_of_real_dice_are_asked_for_again() {
    let start = ["6 1", "5 5", "6 6", "3 3"];
    let last = |more: &[&str]| {
        let lines = [&start[..], more, &["quit"]].concat();
        let outcome = talk("play --dice hand --record -", &lines);
        outcome.assert_code(0);
        let turns = turns(&outcome.stdout);
        let (_, roll, action) = turns.last().expect("a turn").clone();
        (turns.len(), roll, action)
    };
    // X has two men off and one on 5, O has a man on 6. With a 3, X enters or goes to 8.
    let is = |count: usize, roll: &str, action: &str| (count, roll.to_owned(), action.to_owned());
    let entered = last(&["0/3"]);
    assert_eq!(entered, is(entered.0, "3-3", "0/3"));
    // Take back the throw alone, and type another one.
    let other = last(&["undo", "3 1", "0/1"]);
    assert_eq!(other, is(entered.0, "3-1", "0/1"));
    // Take back two throws, and play another move.
    let went = last(&["0/3", "6 6", "undo", "undo", "3 3", "5/8"]);
    assert_eq!(went, is(entered.0, "3-3", "5/8"));
    // After the other move, the next throw is typed anew.
    let on = last(&["0/3", "6 6", "undo", "undo", "33", "5/8", "2 2", "0/2"]);
    assert_eq!(on.1, "2-2");
}

/// What is typed instead of a throw, and a part of the answer.
const NO_THROWS: &str = r#"
7 2 | In the throw "7 2": 7 is not a die: a die shows 1 to 6.
5,0 | In the throw "5,0": 0 is not a die: a die shows 1 to 6.
10 2 | In the throw "10 2": 10 is not a die: a die shows 1 to 6.
5 2 1 | "5 2 1" is 3 dice
five two | "five two" is not a throw
5x2 | "5x2" is not a throw
- - | "- -" is not a throw
"#;

#[test]
fn a_throw_may_be_typed_in_many_ways() {
    let typed = |throw: &str| {
        let outcome = talk("play --dice hand", &["6 1", throw, "quit"]);
        outcome.assert_answered();
        joined(&outcome.stdout)
    };
    for throw in [
        "52", "5-2", "5 2", "5, 2", "5,2", "5/2", "5;2", "5.2", "5+2", "(5, 2)", "5 and 2",
        " 5 - 2 ",
    ] {
        assert_says(
            &typed(throw),
            &["X throws 5 and [2]: the lower die, 2, counts."],
        );
    }
    // A wrong throw is quoted as it was typed, and its error says what is wrong.
    for [throw, says] in cells(NO_THROWS) {
        assert_says(&typed(throw), &[says]);
    }
    // The dice that decide who begins are read in the same way.
    let begins = |throw: &str| joined(&talk("play --dice hand", &[throw, "quit"]).stdout);
    assert_says(&begins("3/5"), &["X throws a 3, O throws a 5: O begins."]);
    let asked_again = "Type two numbers from 1 to 6";
    assert_says(&begins("7 2"), &["7 is not a die", asked_again]);
    assert_says(&begins("3"), &["\"3\" is one die.", asked_again]);
}
