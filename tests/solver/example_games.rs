//! The example games of the sources, throw by throw.
//!
//! Each line has a throw, all legal moves and the move that was played. Each is compared with the library.

use tourne_solver::{Move, Position, Roll, Rules, Setup};

/// Charpentier 1698/99, as the *Suite du Trictrac* works it through: the throw, every legal move, the move that was
/// made, and the position that the opponent then faces. No throw leaves a choice. The 2 of 2-1 cannot be played to hit,
/// since the lower die counts; a second man cannot enter on 2, where a man stands; entering on 3 would pass over the
/// man on 1.
const CHARPENTIER: &str = "
3-2 | 0/2 | off/2 | 000/002
2-1 | 0/1 | off/1 | 002/001
6-2 | 2/4 | 2/4 | 001/004
4-3 | 1/4* | 1/4* | 000/004
5-4 | 0/4* | off/4 | 000/004
";

/// Lalanne's game from its beginning. Of 1-1, a single 1 is played. With 3-2, entering would pass over the man on 1,
/// and 1/3 would land on an own man. With 6-6, no man can enter on the occupied point.
const LALANNE_BEGINS: &str = "
4-3 | 0/3 | off/3 | 000/003
1-1 | 0/1 | off/1 | 003/001
5-1 | 0/1*, 3/4 | off/1 | 000/013
6-6 | 0/6 | off/6 | 013/006
3-2 | 3/5 | 3/5 | 006/015
6-6 | 6/12 | 6/12 | 015/00h
";

/// Lalanne's game from a later position to its end. 3/8 lands on an own man, and from 8 only a 4 would reach home
/// exactly.
const LALANNE_ENDS: &str = "
5-5 | pass | pass | 6hh/38h
4-2 | 6/8* | 6/8 | 03h/8hh
5-2 | 0/2, 3/5 | off/2 | 8hh/23h
5-4 | 8/12 | 8/home | 23h/hhh
";

/// Moves that the sources forbid: the position, the throw, the move, and the only legal move. Charpentier: "the 3 may
/// not be played", "it cannot hit with the 2"; then Lalanne. Playing is compulsory.
const FORBIDDEN: &str = "
000/000 | 3-2 | 0/3 | 0/2
000/002 | 2-1 | 0/2 | 0/1
002/001 | 6-2 | 0/2 | 2/4
001/004 | 4-3 | 0/3 | 1/4*
013/006 | 3-2 | 1/3 | 3/5
006/015 | 6-6 | 0/6 | 6/12
38h/6hh | 5-5 | 8/12 | pass
8hh/23h | 5-4 | pass | 8/12
";

const RULES: Rules = Rules::STANDARD;

fn rows(table: &str) -> impl Iterator<Item = [&str; 4]> {
    let rows = table.trim().lines();
    rows.map(|row| {
        let cells: Vec<&str> = row.split(" | ").collect();
        cells.try_into().expect("four cells")
    })
}

fn read(text: &str) -> Position {
    let setup: Setup = text.parse().expect("a position in the notation");
    RULES.position(&setup).expect("a legal position")
}

/// Plays the turns from a position, checks each, and returns the last position.
fn play_through(start: &str, turns: &str) -> Position {
    let mut position = read(start);
    for [throw, legal, played, leaves] in rows(turns) {
        let at = format!("{position} with {throw}");
        let roll: Roll = throw.parse().expect("a throw in the notation");
        let die = RULES.die_played(roll).expect("a throw of two dice");
        let plays = RULES.plays(position, die);
        let found: Vec<String> = plays.iter().map(|play| play.action.to_string()).collect();
        assert_eq!(found.join(", "), legal, "{at}");
        let action: Move = played.parse().expect("a move in the notation");
        position = RULES.play(position, die, action).expect("a legal move");
        assert_eq!(position.to_string(), leaves, "{at}");
    }
    position
}

#[test]
fn games_of_the_sources_are_played_as_they_tell() {
    assert!(!play_through("000/000", CHARPENTIER).is_over());
    let start = RULES.start().to_string();
    assert!(!play_through(&start, LALANNE_BEGINS).is_over());
    // White 3, 8, 12 and Black 6, 12, 12, White on roll; also in the long form.
    assert_eq!(read("38h/6hh"), read("3,8,12/6,12,12"));
    let last = play_through("38h/6hh", LALANNE_ENDS);
    assert!(last.is_over());
    assert_eq!(RULES.points_won(last), Some(1));
}

#[test]
fn what_the_sources_forbid_is_refused_with_the_legal_moves() {
    for [position, throw, action, legal] in rows(FORBIDDEN) {
        let die = RULES.die_played(throw.parse().expect("a throw"));
        let die = die.expect("a throw of two dice");
        let action: Move = action.parse().expect("a move in the notation");
        let error = RULES.play(read(position), die, action);
        let error = error.expect_err("an illegal move").to_string();
        let said = format!(
            "{action} is not legal in {position} with a {die}: the only legal move is {legal}"
        );
        assert_eq!(error, said);
    }
}
