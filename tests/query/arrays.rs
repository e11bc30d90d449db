//! The game and policies as arrays, and policies made from a function that answers every decision.

use tourne::policy::{Builtin, GameArrays, Policy, PolicyError, Said, man};
use tourne_solver::{Die, Rules, Setup};

use crate::assert_close;
use crate::commands::assert_says;
use tourne_plain::world::{arena, arenas};

#[test]
fn the_arrays_have_every_legal_move_in_the_column_of_its_man() {
    for arena in arenas() {
        let (rules, solution) = (arena.rules(), arena.solution());
        let arrays = GameArrays::new(solution);
        let positions: Vec<_> = solution.index().positions().collect();
        assert_eq!(arrays.men.len(), positions.len());
        for (number, &position) in positions.iter().enumerate() {
            let places = arrays.men[number].iter();
            let men = places.map(|&place| man(place.into()).expect("a place"));
            let men: Vec<_> = men.collect();
            let setup = Setup {
                on_roll: men[..3].to_vec(),
                opponent: men[3..].to_vec(),
            };
            assert_eq!(rules.position(&setup), Ok(position));
            let value = solution.value(position).expect("a known position").number();
            assert_eq!(solution.values()[number].to_bits(), value.to_bits());
            let best_moves = solution.best_moves(position).expect("a known position");
            for die in Die::ALL {
                let mut next = [GameArrays::ILLEGAL; 3];
                let mut best = [false; 3];
                for play in rules.plays(position, die) {
                    let column = play.man.unwrap_or(0);
                    assert_eq!(next[column], GameArrays::ILLEGAL, "{position} {die}");
                    let number = match rules.points_won(play.next) {
                        Some(points) => positions.len() + usize::from(points) - 1,
                        None => solution.index().number(play.next).expect("a position"),
                    };
                    next[column] = i32::try_from(number).expect("the number is small");
                    best[column] = best_moves.contains(die, &play);
                }
                assert_eq!(arrays.next[number][die.index()], next);
                assert_eq!(arrays.best[number][die.index()], best);
            }
        }
    }
}

#[test]
fn policies_survive_the_way_through_arrays() {
    for arena in [Rules::STANDARD, Rules::FORCED_ENTRY].map(arena) {
        for builtin in [Builtin::Rear, Builtin::Random] {
            let policy = builtin.policy(arena);
            let table = policy.by_man(arena);
            let again = Policy::from_men(arena, &table).expect("a policy");
            assert_eq!(again.by_man(arena), table);
            assert!(arena.decisions().all(|row| again.said(row) == Said::Given));
        }
    }
    // Columns are indices of men, not ranks of moves: where men block each other, the rearmost man that can move is not
    // always the first man.
    let arena = arena(Rules::STANDARD);
    let table = Builtin::Rear.policy(arena).by_man(arena);
    assert!(table.iter().any(|row| row[0] == 0.0 && row[1] > 0.0));
}

#[test]
fn arrays_that_are_no_policy_are_refused() {
    let arena = arena(Rules::STANDARD);
    let table = Builtin::Random.policy(arena).by_man(arena);
    let refused = |table: &[[f64; 3]]| match Policy::from_men(arena, table) {
        Ok(_) => panic!("this is not a policy"),
        Err(error) => error,
    };
    let (found, expected) = (table.len() - 1, table.len());
    let count = PolicyError::Count { expected, found }.to_string();
    assert_eq!(refused(&table[1..]).to_string(), count);
    // Of 014/000 with a 2 the men on 1 and 4 can move, in columns 1 and 2.
    let position = Rules::STANDARD.read("014/000").expect("a legal position");
    let number = arena.solution().index().number(position);
    let at = 6 * number.expect("a known position") + 1;
    for row in [
        [1.0, 0.0, 0.0],
        [0.0, 0.5, 0.4],
        [0.0, 1.5, -0.5],
        [0.0, f64::NAN, 1.0],
        [f64::NAN, 0.5, 0.5],
    ] {
        let mut wrong = table.clone();
        wrong[at] = row;
        let says = "the probabilities of 014/000 with a 2 are [";
        let columns = "0 outside the columns of its legal moves (1, 2)";
        assert_says(&refused(&wrong).to_string(), &[says, columns]);
    }
    let mut silent = table;
    silent[at] = [0.0; 3];
    let silent = Policy::from_men(arena, &silent).expect("a policy");
    let row = arena.row_of(position, Die::new(2)).expect("a row");
    assert_eq!(silent.said(row), Said::Missing);
}

#[test]
fn answers_are_moves_or_probabilities_of_moves() {
    let arena = arena(Rules::STANDARD);
    let position = Rules::STANDARD.read("04h/007").expect("a legal position");
    let row = arena.row_of(position, Die::new(3)).expect("a row");
    let number = arena.solution().index().number(position);
    let at = 6 * number.expect("a known position") + 2;
    // Returns the answers of a policy that is asked for a move, or for probabilities of moves.
    let moves = |said: &str| {
        let mut policy = Policy::unknown(arena);
        let illegal = policy.answer(arena, row, said);
        (policy, illegal)
    };
    let mixed = |said: &[(&str, f64)]| {
        let said = said.iter().map(|&(text, chance)| (text.to_owned(), chance));
        let mut policy = Policy::unknown(arena);
        let illegal = policy.answer_mixed(arena, row, &said.collect::<Vec<_>>());
        illegal.map(|illegal| (policy, illegal))
    };
    let chances = |said: &[(&str, f64)]| mixed(said).expect("an answer");
    for ((policy, illegal), expected) in [
        (moves("4/7"), [0.0, 1.0, 0.0]),
        (moves("off/3"), [1.0, 0.0, 0.0]),
        (chances(&[("4/7*", 0.25), ("0/3", 0.75)]), [0.75, 0.25, 0.0]),
        (chances(&[("4/7*", 1.0), ("4/9", 0.0)]), [0.0, 1.0, 0.0]),
    ] {
        for (found, expected) in policy.by_man(arena)[at].into_iter().zip(expected) {
            assert_close(found, expected, 1e-12, "the chance of a man");
        }
        assert_eq!(illegal, None);
    }
    for (policy, illegal) in [
        moves("4/8"),
        moves("\u{1b}[2J"),
        chances(&[("4/7", 0.5), ("4/8", 0.5)]),
    ] {
        assert_eq!(policy.said(row), Said::Illegal);
        let illegal = illegal.expect("the answer is listed");
        assert!(!illegal.played.contains(char::is_control));
    }
    for (said, fault) in [
        (&[("4/7", 0.5), ("0/3", 0.4)][..], "sum to 0.9"),
        (&[("4/7", 1.5), ("0/3", -0.5)], "the probability 1.5"),
        (&[("4/7", f64::NAN)], "the probability NaN"),
        (&[("4/7", 0.5), ("4/7*", 0.5)], "the move 4/7* twice"),
        (&[], "sum to 0"),
    ] {
        let error = mixed(said).expect_err("a fault").to_string();
        assert_says(&error, &["04h/007 with a 3 ", fault]);
    }
}
