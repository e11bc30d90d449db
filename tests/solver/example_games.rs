//! The example games of the sources, throw by throw.
//!
//! Positions, throws and moves are written in the notation, and everything that a player could
//! have done is written down with what was done.

use tourne_solver::game::{Move, Position, Roll, Rules, Setup};

/// One turn of a game as the sources give it.
struct Turn {
    /// What was thrown.
    throw: &'static str,
    /// Every legal move.
    legal: &'static [&'static str],
    /// The move that was made.
    played: &'static str,
    /// The position that the opponent then faces.
    leaves: &'static str,
}

/// Shortens a turn to one line.
const fn turn(
    throw: &'static str,
    legal: &'static [&'static str],
    played: &'static str,
    leaves: &'static str,
) -> Turn {
    Turn {
        throw,
        legal,
        played,
        leaves,
    }
}

/// Charpentier 1698/99, as the *Suite du Trictrac* works it through. No throw leaves a choice.
const CHARPENTIER: [Turn; 5] = [
    turn("3-2", &["0/2"], "off/2", "000/002"),
    // It cannot hit with the 2: the lower die counts.
    turn("2-1", &["0/1"], "off/1", "002/001"),
    // A second man cannot enter on 2, where a man stands.
    turn("6-2", &["2/4"], "2/4", "001/004"),
    // Entering on 3 would pass over the man on 1.
    turn("4-3", &["1/4*"], "1/4", "000/004"),
    turn("5-4", &["0/4*"], "off/4", "000/004"),
];

/// Lalanne's game from its beginning.
const LALANNE_BEGINS: [Turn; 6] = [
    turn("4-3", &["0/3"], "off/3", "000/003"),
    // One ace only is played.
    turn("1-1", &["0/1"], "off/1", "003/001"),
    turn("5-1", &["0/1*", "3/4"], "off/1", "000/013"),
    turn("6-6", &["0/6"], "off/6", "013/006"),
    // Entering on 2 would pass over the man on 1, and 1/3 lands on an own man.
    turn("3-2", &["3/5"], "3/5", "006/015"),
    // Point 6 is occupied, so nothing can enter.
    turn("6-6", &["6/12"], "6/12", "015/00h"),
];

/// Lalanne's game from later on, to its end.
const LALANNE_ENDS: [Turn; 4] = [
    // 3/8 lands on an own man; from 8 only a 4 would reach home exactly.
    turn("5-5", &["pass"], "pass", "6hh/38h"),
    turn("4-2", &["6/8*"], "6/8", "03h/8hh"),
    turn("5-2", &["0/2", "3/5"], "off/2", "8hh/23h"),
    turn("5-4", &["8/12"], "8/home", "23h/hhh"),
];

fn read(rules: Rules, text: &str) -> Position {
    let setup: Setup = text.parse().expect("a position in the notation");
    rules.position(&setup).expect("a legal position")
}

/// Plays the turns from a position, checks each, and returns the last position.
fn play_through(rules: Rules, start: &str, turns: &[Turn]) -> Position {
    let mut position = read(rules, start);
    for turn in turns {
        let at = format!("{position} with {}", turn.throw);
        let roll: Roll = turn.throw.parse().expect("a throw in the notation");
        let die = rules.die_played(roll).expect("a throw of two dice");

        let legal: Vec<String> = rules
            .plays(position, die)
            .iter()
            .map(|play| play.action.to_string())
            .collect();
        assert_eq!(legal, turn.legal, "{at}");

        let action: Move = turn.played.parse().expect("a move in the notation");
        position = rules.play(position, die, action).expect("a legal move");
        assert_eq!(position.to_string(), turn.leaves, "{at}");
    }
    position
}

#[test]
fn charpentiers_game_leaves_no_choice() {
    let rules = Rules::STANDARD;
    let last = play_through(rules, "000/000", &CHARPENTIER);
    assert!(!last.is_over());
    assert!(CHARPENTIER.iter().all(|turn| turn.legal.len() == 1));
}

#[test]
fn lalannes_game_begins() {
    let rules = Rules::STANDARD;
    let start = rules.start().to_string();
    let last = play_through(rules, &start, &LALANNE_BEGINS);
    assert!(!last.is_over());
}

#[test]
fn lalannes_game_ends_with_a_win_for_black() {
    let rules = Rules::STANDARD;
    // White 3, 8, 12 and Black 6, 12, 12, White on roll; also in the long form.
    assert_eq!(read(rules, "38h/6hh"), read(rules, "3,8,12/6,12,12"));
    let last = play_through(rules, "38h/6hh", &LALANNE_ENDS);
    assert!(last.is_over());
    assert_eq!(rules.points_won(last), Some(1));
}

#[test]
fn whites_first_choice_was_to_leave_blacks_man_alone() {
    // Given the third throw of Lalanne's game, where White has its first choice,
    let rules = Rules::STANDARD;
    let die = rules.die_played("5-1".parse().expect("a throw"));
    let die = die.expect("a throw of two dice");
    // when it plays the other move,
    let other = rules.play(
        read(rules, "003/001"),
        die,
        "3/4".parse().expect("a move in the notation"),
    );
    // then Black's man stays where it is.
    assert_eq!(other, Ok(read(rules, "001/004")));
}

#[test]
fn what_the_sources_forbid_is_refused_with_the_legal_moves() {
    let rules = Rules::STANDARD;
    for (position, throw, action, legal) in [
        // Charpentier: "the 3 may not be played".
        ("000/000", "3-2", "0/3", "0/2"),
        // "It cannot hit with the 2."
        ("000/002", "2-1", "0/2", "0/1"),
        ("002/001", "6-2", "0/2", "2/4"),
        ("001/004", "4-3", "0/3", "1/4*"),
        // Lalanne.
        ("013/006", "3-2", "1/3", "3/5"),
        ("006/015", "6-6", "0/6", "6/12"),
        ("38h/6hh", "5-5", "8/12", "pass"),
        // Playing is compulsory.
        ("8hh/23h", "5-4", "pass", "8/12"),
    ] {
        let die = rules.die_played(throw.parse().expect("a throw"));
        let die = die.expect("a throw of two dice");
        let action: Move = action.parse().expect("a move in the notation");
        let error = rules
            .play(read(rules, position), die, action)
            .expect_err("an illegal move");
        let legal = if legal.contains(',') {
            format!("the legal moves are {legal}")
        } else {
            format!("the only legal move is {legal}")
        };
        assert_eq!(
            error.to_string(),
            format!(
                "{action} is not legal in {position} with a {}: {legal}",
                die.number()
            )
        );
    }
}
