//! The rules against a second, literal implementation, over every position and die.
//!
//! The first half compares all positions and dice under all 48 combinations of the five switches. The second half uses
//! positions worked out by hand, at least one for each sentence of the rules that a variant changes.

use std::collections::HashSet;

use rayon::prelude::*;
use tourne_solver::verify::literal::{self, State};
use tourne_solver::verify::{Layout, Next};
use tourne_solver::{
    Crowding, Die, Index, Man, Men, Move, NextPositions, Play, Point, Position, Reentry, Rules,
    Setup, SetupFault, Side, Stakes, Whose,
};

use super::certificate::every_combination;
use crate::literal_moves::{LiteralMove, after_pass, legal_moves};
use crate::solution_bytes::committed;

// ------------------------------------------------------------- conversions between the implementations

/// Converts a move of the library to the literal implementation; returns `None` for a pass.
fn literal_move(rules: Rules, play: &Play) -> Option<LiteralMove> {
    let number = |place: Option<Point>| place.map_or(0, Point::number);
    match play.action {
        Move::Man { from, to, hit, .. } => Some(LiteralMove {
            from: number(from),
            to: number(to),
            hits: hit,
            after: State::from(play.next),
            won: rules.points_won(play.next).map(u32::from),
        }),
        Move::Pass => None,
    }
}

/// Checks a statement for each of the 48 rule sets, in parallel.
fn under_all_rules(check: impl Fn(Rules) + Send + Sync) {
    under(every_combination(), check);
}

fn under(rules: impl Iterator<Item = Rules>, check: impl Fn(Rules) + Send + Sync) {
    let all: Vec<Rules> = rules.collect();
    all.into_par_iter().for_each(check);
}

// ------------------------------------------------------------- all positions and dice

#[test]
fn dice_and_stakes_are_those_of_the_literal_rules() {
    under_all_rules(|rules| {
        for die in Die::ALL {
            let counted = literal::chances(rules, die.number());
            assert_eq!(rules.chances(die), counted, "{rules}, {die:?}");
        }
        let sum: u32 = Die::ALL.iter().map(|&die| rules.chances(die)).sum();
        assert_eq!(rules.throws(), sum, "{rules}");
        let largest = if rules.stakes == Stakes::DoubleWin {
            2.0
        } else {
            1.0
        };
        assert!((rules.largest_win() - largest).abs() < 1e-15, "{rules}");
    });
}

#[test]
fn sides_count_their_men_and_what_they_have_to_go() {
    for side in Rules::FORCED_ENTRY.sides() {
        let men = side.men().map(literal::Place::from);
        for man in Man::all() {
            let counted = men.iter().filter(|&&it| it == man.into()).count();
            assert_eq!(side.count(man), counted, "{side}");
        }
        // Pips to go to home; a man off the board stands before point 1.
        let to_go = men.map(|man| match man {
            literal::Place::On(point) => (point..12).count(),
            literal::Place::NeverEntered | literal::Place::Hit => 12,
        });
        assert_eq!(side.men().map(|man| usize::from(man.pips())), to_go);
        let all: usize = to_go.iter().sum();
        assert_eq!(usize::from(side.pips()), all, "{side}");
        assert_eq!(format!("{side:?}"), side.to_string());
    }
}

/// Asserts that the library lists the right sides: those that can face an opponent with all men off, and the side that
/// has won.
fn check_sides(rules: Rules, states: &[State]) {
    let all_off = [literal::Place::NeverEntered; 3];
    let sides = states.iter().filter(|state| state.opp == all_off);
    let sides = sides
        .map(|state| state.own)
        .chain([[literal::Place::On(12); 3]]);
    let found = rules
        .sides()
        .map(|side| side.men().map(literal::Place::from));
    assert!(found.eq(sides), "{rules}");
}

/// Compares positions, sides, and moves of all kinds with the literal rules in one test, whose lists are made once. Since
/// stakes matter only at the end of a game, each combination of the other switches has one of them, in turn; presets
/// are all compared.
#[test]
fn every_position_and_die_has_the_literal_moves_listed_tabled_and_laid_out() {
    let half = every_combination().enumerate().filter(|(at, rules)| {
        let stakes = [Stakes::Single, Stakes::DoubleWin];
        let of_others = (at & !0b1000).count_ones() as usize % 2;
        let is_preset = Rules::PRESETS.iter().any(|(_, preset)| preset == rules);
        is_preset || rules.stakes == stakes[of_others]
    });
    under(half.map(|(_, rules)| rules), |rules| {
        let (layout, table) = (Layout::new(rules), NextPositions::new(rules));
        let states = literal::legal_setups(rules);
        let ends = literal::lost_setups(rules);
        let laid_out: Vec<State> = (0..).map_while(|number| layout.state(number)).collect();
        assert!(laid_out == states, "{rules}");
        assert_eq!(layout.positions(), states.len(), "{rules}");
        check_sides(rules, &states);
        let index = Index::new(rules);
        assert_eq!(index.len(), states.len(), "{rules}");
        let mut last = None;
        for (number, (state, position)) in states.iter().zip(index.positions()).enumerate() {
            assert_eq!(State::from(position), *state, "{rules}");
            assert_eq!(index.number(position), Some(number), "{rules}: {position}");
            let back = rules.position(&Setup::from(position));
            assert_eq!(back, Ok(position), "{rules}");
            assert!(
                last.replace(position) < Some(position),
                "{rules}: {position}"
            );
            assert!(!position.is_over(), "{rules}: {position}");
            assert_eq!(rules.points_won(position), None, "{rules}: {position}");
            let mut nexts = table.after(position);
            for die in Die::ALL {
                let expected = legal_moves(rules, state, die.number());
                let plays = rules.plays(position, die);
                check_plays(rules, position, die, &plays, &expected);
                check_ends(rules, &index, &table, &plays);
                let at = || format!("{rules}, {position}, {die:?}");
                let tabled = nexts.by_ref().take(plays.len());
                assert!(tabled.eq(plays.iter().map(|play| play.next)), "{}", at());
                let movers = Men::of(plays.iter().filter_map(|play| play.man));
                let side = position.on_roll();
                assert_eq!(index.movers(side, die), movers, "{}", at());
                assert_eq!(rules.movers(side, die), movers, "{}", at());
                let choices = layout.options(number, die);
                let found = choices.iter().map(|choice| {
                    let (after, won) = match choice.next {
                        Next::Position(next) => (states[next as usize], None),
                        Next::Won { end, points } => (ends[end as usize], Some(points.into())),
                    };
                    (choice.man.map(usize::from), after, won)
                });
                let is_same = if expected.is_empty() {
                    found.eq([(None, after_pass(state), None)])
                } else {
                    found.eq(expected.iter().map(|play| {
                        let man = man_that_moves(state, play.from);
                        (Some(man), play.after, play.won)
                    }))
                };
                assert!(is_same, "{rules}, {state}, {die:?}: {choices:?}");
            }
            assert_eq!(nexts.next(), None, "{rules}: {position}");
        }
    });
}

#[test]
fn a_man_has_an_obstacle_exactly_if_it_cannot_move() {
    under_all_rules(|rules| {
        for side in rules.sides() {
            let men = side.men();
            for die in Die::ALL {
                let movers = rules.movers(side, die);
                for man in men {
                    let first = men.iter().position(|&other| other == man);
                    let can_move = movers.contains(first.expect("the man is one of the side"));
                    let is_free = rules.obstacle(side, man, die).is_none();
                    assert_eq!(is_free, can_move, "{rules}, {side}, {man}, {die:?}");
                }
            }
        }
    });
}

#[test]
#[should_panic(expected = "044/000 is not a position of standard")]
fn moves_of_a_position_of_other_rules_are_refused() {
    let setup = "044/000".parse().expect("a set-up");
    let position = Rules::COURSE
        .position(&setup)
        .expect("a position of course");
    let _ = Rules::STANDARD.plays(position, Die::new(1));
}

#[test]
#[should_panic(expected = "00x/004 is not a position of standard")]
fn moves_of_a_man_that_must_enter_are_refused_without_such_a_duty() {
    let setup = "00x/004".parse().expect("a set-up");
    let rules = Rules::ENTRY_FIRST;
    let position = rules.position(&setup).expect("a position of entry-first");
    let _ = Rules::STANDARD.play(position, Die::new(1), Move::Pass);
}

#[test]
fn the_end_of_a_game_of_other_rules_has_no_points_and_no_value() {
    for (rules, last, die, action) in [
        (Rules::COURSE, "9hh/440", 3, "9/12"),
        (Rules::FORCED_ENTRY, "9hh/00x", 3, "9/12"),
    ] {
        let setup = last.parse().expect("a set-up");
        let last = rules.position(&setup).expect("a position");
        let action = action.parse().expect("a move");
        let over = rules.play(last, Die::new(die), action).expect("legal");
        assert_eq!(rules.points_won(over), Some(1), "{rules}");
        assert_eq!(Rules::STANDARD.points_won(over), None, "{rules}");
        let value = committed(Rules::STANDARD).value(over);
        assert!(value.is_err(), "{rules}: {value:?}");
    }
}

/// Checks that these plays lead to positions of the rule set, or to the end, from where nothing leads on.
fn check_ends(rules: Rules, index: &Index, table: &NextPositions, plays: &[Play]) {
    for next in plays.iter().map(|play| play.next) {
        let is_over = next.opponent() == Side::FINISHED;
        assert_eq!(next.is_over(), is_over, "{rules}: {next}");
        assert_eq!(index.number(next).is_none(), is_over, "{rules}: {next}");
        assert_eq!(rules.points_won(next).is_some(), is_over, "{rules}: {next}");
        for die in Die::ALL.into_iter().filter(|_| is_over) {
            assert!(rules.plays(next, die).is_empty(), "{rules}: {next}");
        }
        let ends_there = table.after(next).next().is_none();
        assert_eq!(ends_there, is_over, "{rules}: {next}");
    }
}

/// Checks the plays of a position and die: they are the literal moves, or the pass if there are none.
fn check_plays(
    rules: Rules,
    position: Position,
    die: Die,
    plays: &[Play],
    expected: &[LiteralMove],
) {
    let state = State::from(position);
    if expected.is_empty() {
        let is_pass = plays.len() == 1
            && plays[0].action == Move::Pass
            && plays[0].man.is_none()
            && State::from(plays[0].next) == after_pass(&state);
        assert!(is_pass, "{rules}, {position}, {die:?}: {plays:?}");
        return;
    }
    let is_same = plays.len() == expected.len()
        && plays.iter().zip(expected).all(|(play, expected)| {
            literal_move(rules, play) == Some(*expected)
                && play.man == Some(man_that_moves(&state, expected.from))
        });
    assert!(
        is_same,
        "{rules}, {position}, {die:?}: {plays:?}, expected {expected:?}"
    );
}

/// Returns the index of the man that moves from a point: of several men the first, and a hit man before a man that
/// never entered.
fn man_that_moves(state: &State, from: u8) -> usize {
    let place = match from {
        0 if state.own.contains(&literal::Place::Hit) => literal::Place::Hit,
        0 => literal::Place::NeverEntered,
        point => literal::Place::On(point),
    };
    let at = state.own.iter().position(|&man| man == place);
    at.expect("a man stands where a move begins")
}

// ------------------------------------------------------------- set-ups that are no positions

/// Returns all ways to place three men, every second of them in ascending order.
fn all_sides_written_down() -> Vec<[Man; 3]> {
    let mut sides = Vec::new();
    for one in Man::all() {
        for two in Man::all().filter(|&two| two >= one) {
            for three in Man::all().filter(|&three| three >= two) {
                let men = [[one, two, three], [two, three, one]];
                sides.push(men[sides.len() % 2]);
            }
        }
    }
    assert_eq!(sides.len(), 14 * 15 * 16 / 6);
    sides
}

#[test]
fn what_the_literal_rules_do_not_list_is_refused_with_every_apt_fault() {
    let sides = all_sides_written_down();
    Rules::PRESETS.into_par_iter().for_each(|(_, rules)| {
        let legal: HashSet<State> = literal::legal_setups(rules).into_iter().collect();
        let mut accepted = 0;
        for &on_roll in &sides {
            for &opponent in &sides {
                accepted += usize::from(check_set_up(rules, &legal, on_roll, opponent));
            }
        }
        assert_eq!(accepted, legal.len());
    });
}

/// Asserts that a set-up, and its text, is accepted exactly if it is legal, and the set-up refused with the right fault.
/// Returns `true` if it is accepted.
fn check_set_up(
    rules: Rules,
    legal: &HashSet<State>,
    on_roll: [Man; 3],
    opponent: [Man; 3],
) -> bool {
    let setup = Setup {
        on_roll: on_roll.to_vec(),
        opponent: opponent.to_vec(),
    };
    let in_order = |men: [Man; 3]| {
        let mut men = men.map(literal::Place::from);
        men.sort_unstable();
        men
    };
    let state = State {
        own: in_order(on_roll),
        opp: in_order(opponent),
    };
    let text = [on_roll, opponent].map(|men| men.map(|man| man.to_string()).concat());
    let read = rules.read(&text.join("/"));
    match rules.position(&setup) {
        Ok(position) => {
            assert_eq!(read, Some(position), "{rules}: {text:?}");
            assert!(legal.contains(&state), "{rules} accepts {setup}");
            assert!(State::from(position) == state, "{rules}: {setup}");
            true
        }
        Err(error) => {
            assert_eq!(read, None, "{rules}: {text:?}");
            assert!(!legal.contains(&state), "{error}");
            assert_eq!((&error.setup, error.rules), (&setup, rules));
            let expected = apt_faults(rules, &state);
            let is_apt = !expected.is_empty()
                && error.faults.len() == expected.len()
                && expected.iter().all(|fault| error.faults.contains(fault));
            assert!(is_apt, "{error}; expected {expected:?}");
            false
        }
    }
}

/// Returns every fault of a set-up in which each player has three men.
fn apt_faults(rules: Rules, state: &State) -> Vec<SetupFault> {
    let men_on = |men: [literal::Place; 3], point: u8| {
        men.into_iter()
            .filter(|&man| man == literal::Place::On(point))
            .count()
    };
    let mut faults = Vec::new();
    for (whose, men) in [(Whose::OnRoll, state.own), (Whose::Opponent, state.opp)] {
        if rules.reentry == Reentry::Free && men.contains(&literal::Place::Hit) {
            faults.push(SetupFault::NoEntryDuty(whose));
        }
        for point in 1..=11 {
            if rules.crowding == Crowding::OneManAPoint && men_on(men, point) > 1 {
                faults.push(SetupFault::Crowded(whose, Point::new(point)));
            }
        }
    }
    for point in 1..=11 {
        if men_on(state.own, point) > 0 && men_on(state.opp, point) > 0 {
            faults.push(SetupFault::Facing(Point::new(point)));
        }
    }
    match (men_on(state.own, 12), men_on(state.opp, 12)) {
        (3, 3) => faults.push(SetupFault::BothFinished),
        (3, _) => faults.push(SetupFault::Over(Whose::OnRoll)),
        (_, 3) => faults.push(SetupFault::Over(Whose::Opponent)),
        _ => {}
    }
    faults
}

#[test]
fn other_than_three_men_are_refused() {
    let (own, other) = (Whose::OnRoll, Whose::Opponent);
    let count = SetupFault::MenCount;
    for (text, faults) in [
        ("04/007", &[count(own, 2)][..]),
        ("04h/0007", &[count(other, 4)]),
        ("h/hhhh", &[count(own, 1), count(other, 4)]),
    ] {
        let setup: Setup = text.parse().expect("the form is right");
        for (_, rules) in Rules::PRESETS {
            let error = rules.position(&setup).expect_err(text);
            assert_eq!(error.faults, faults, "{rules}: {text}");
        }
    }
}

// ------------------------------------------------------------- worked out by hand

/// Each line: a rule set, a position, a die, and all legal moves, each with the position after it.
const BY_HAND: &str = "
# A point holds one man, and nobody passes an own man: entering on 2 would pass the man on 1, and 1/3 lands on an own man.
standard 013/00h 2: 3/5 leaves 00h/015
standard 013/00h 1: 1/2 leaves 00h/023, 3/4 leaves 00h/014
# 4/10 would pass the man on 9, entering on 6 the man on 4; from 9 only a 3 reaches home.
standard 049/00h 6: pass leaves 00h/049
# Enemy men are in nobody's way.
standard 00h/123 6: 0/6 leaves 123/06h
# Home is reached by exact count, and holds any number.
standard 8hh/0hh 3: 8/11 leaves 0hh/bhh
standard 8hh/0hh 4: 8/12 leaves 0hh/hhh
standard 8hh/0hh 5: pass leaves 0hh/8hh
# Home is open, but 6/12 would pass the man on 8.
standard 68h/000 6: pass leaves 000/68h
# A man is hit, wanted or not, and starts again.
standard 6hh/8hh 2: 6/8* leaves 0hh/8hh
# From 11 only an ace reaches home.
standard 00b/035 3: 0/3* leaves 005/03b
# Entering on 3 would pass the man on 2.
standard 002/035 3: 2/5* leaves 003/005
# A hit man owes nothing: White of Lalanne's game, after it was hit on 8, may enter or not.
standard 03h/8hh 2: 0/2 leaves 8hh/23h, 3/5 leaves 8hh/05h
standard 003/005 2: 0/2 leaves 005/023, 3/5* leaves 000/005
# With a duty it owes its entry; men that never entered stay as they are.
forced-entry,entry-first 003/005 2: 0/2 leaves 005/023, 3/5* leaves 00x/005
# With two hit men the duty holds for each: the first enters, though the man on 7 could move, and then the other.
forced-entry,entry-first xx7/00h 3: 0/3 leaves 00h/x37
forced-entry,entry-first x37/00h 2: 0/2 leaves 00h/237
# Then there is no duty left; 2/5 would pass the man on 3.
forced-entry,entry-first 237/00h 3: 3/6 leaves 00h/267, 7/10 leaves 00h/23a
# The man that enters is the hit man: what stays off never entered, and carries no duty.
forced-entry,entry-first 0x7/00h 2: 0/2 leaves 00h/027
forced-entry,entry-first 027/00h 1: 0/1 leaves 00h/127, 2/3 leaves 00h/037, 7/8 leaves 00h/028
# A throw that lets no man enter may be played elsewhere, since point 3 is occupied,
forced-entry x37/00h 3: 3/6 leaves 00h/x67, 7/10 leaves 00h/x3a
# or entering on 4 would pass the man on 3 (and 3/7 lands on an own man),
forced-entry x37/00h 4: 7/11 leaves 00h/x3b
# or nothing at all: 3/9 would pass the man on 7, and from 7 only a 5 reaches home.
forced-entry x37/00h 6: pass leaves 00h/x37
# Under entry-first it passes.
entry-first x37/00h 3: pass leaves 00h/x37
entry-first x37/00h 4: pass leaves 00h/x37
entry-first x37/00h 5: pass leaves 00h/x37
entry-first x37/00h 6: pass leaves 00h/x37
entry-first x37/00h 1: 0/1 leaves 00h/137
# A man on point 1 locks its side: no die brings the hit man past it, and it may not move itself,
entry-first x1h/00h 1: pass leaves 00h/x1h
entry-first x1h/00h 6: pass leaves 00h/x1h
# but under forced-entry it steps aside. Only a hit unlocks it, and then both men owe their entry.
forced-entry x1h/00h 4: 1/5 leaves 00h/x5h
entry-first 00h/x1h 1: 0/1* leaves xxh/01h
# In course men pass each other and share points; two men on a point are one choice.
course 013/00h 2: 0/2 leaves 00h/123, 1/3 leaves 00h/033, 3/5 leaves 00h/015
course 033/00h 3: 0/3 leaves 00h/333, 3/6 leaves 00h/036
course 444/00h 1: 4/5 leaves 00h/445
# Every man on the point is hit. With an entry duty, all of them owe.
course 004/277 3: 0/3 leaves 277/034, 4/7* leaves 002/007
course 6hh/999 3: 6/9* leaves 000/9hh
course+forced-entry 6hh/999 3: 6/9* leaves xxx/9hh
# A man beyond home goes back off.
course 7hh/000 5: 7/12 leaves 000/hhh
course 7hh/000 6: 7/0 leaves 000/0hh
course bhh/000 1: 11/12 leaves 000/hhh
course bhh/000 2: 11/0 leaves 000/0hh
course bhh/000 6: 11/0 leaves 000/0hh
# From the first six points no die goes beyond home.
course 6hh/000 6: 6/12 leaves 000/hhh
course 1hh/000 6: 1/7 leaves 000/7hh
# A man that will overshoot may be chosen. It was not hit, so it owes nothing where hit men do.
course,course+forced-entry 05b/00h 5: 0/5 leaves 00h/55b, 5/10 leaves 00h/0ab, 11/0 leaves 00h/005
course+forced-entry x5b/00h 5: 0/5 leaves 00h/55b
# The example game of the Suite du Trictrac (Charpentier 1698/99), known at second hand: 3-2, 2-1, 6-2, 4-3, 5-4. The 2 of
# 2-1 cannot be played to hit, since the lower die counts; a second man cannot enter on 2, where a man stands; entering
# on 3 would pass over the man on 1.
standard 000/000 2: 0/2 leaves 000/002
standard 000/002 1: 0/1 leaves 002/001
standard 002/001 2: 2/4 leaves 001/004
standard 001/004 3: 1/4* leaves 000/004
standard 000/004 4: 0/4* leaves 000/004
# Lalanne's game from its beginning: 4-3, 1-1, 5-1, 6-6, 3-2, 6-6. With 3-2, entering would pass over the man on 1, and
# 1/3 would land on an own man. With 6-6, no man can enter on the occupied point.
standard 000/000 3: 0/3 leaves 000/003
standard 000/003 1: 0/1 leaves 003/001
standard 003/001 1: 0/1* leaves 000/013, 3/4 leaves 001/004
standard 000/013 6: 0/6 leaves 013/006
standard 013/006 2: 3/5 leaves 006/015
standard 006/015 6: 6/12 leaves 015/00h
# Lalanne's game to its end: 5-5, 4-2, 5-2 (above), 5-4. 3/8 lands on an own man, and from 8 only a 4 reaches home.
standard 38h/6hh 5: pass leaves 6hh/38h
standard 6hh/38h 2: 6/8* leaves 03h/8hh
standard 8hh/23h 4: 8/12 leaves 23h/hhh
";

fn position(rules: Rules, text: &str) -> Position {
    let setup: Setup = text.parse().expect("a position in the notation");
    rules.position(&setup).expect("a legal position")
}

#[test]
fn moves_are_those_worked_out_by_hand() {
    let lines = BY_HAND
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    for line in lines {
        let (asked, expected) = line.split_once(": ").expect("the moves follow");
        let [names, from, die] = asked.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        for name in names.split(',') {
            let rules: Rules = name.parse().expect("a rule set");
            let die = Die::new(die.parse().expect("a die"));
            let plays = rules.plays(position(rules, from), die);
            let leaves = |play: &Play| format!("{} leaves {}", play.action, play.next);
            let moves: Vec<String> = plays.iter().map(leaves).collect();
            assert_eq!(moves.join(", "), expected, "{name}: {line}");
        }
    }
}

#[test]
fn of_two_dice_the_lower_is_played_and_course_is_played_with_one() {
    for (throw, die) in [("6-2", 2), ("2-6", 2), ("55", 5), ("11", 1), ("4", 4)] {
        let roll = throw.parse().expect("a throw");
        let played = Rules::STANDARD.die_played(roll);
        assert_eq!(played, Ok(Die::new(die)), "{throw}");
    }
    let one = "5".parse().expect("a throw");
    assert_eq!(Rules::COURSE.die_played(one), Ok(Die::new(5)));
    let two = "5-3".parse().expect("a throw");
    let error = Rules::COURSE.die_played(two).expect_err("two dice");
    assert!(error.to_string().contains("course is played with one"));
}
