//! The rules against a second, literal implementation, over every position and die.
//!
//! The first half compares everything with everything, under all 48 combinations of the five
//! switches. The second half needs no implementation: positions worked out by hand, one or more
//! for each sentence of the rules that a variant changes.

use std::collections::HashSet;

use rayon::prelude::*;
use tourne_solver::game::{
    Crowding, Dice, Die, Index, Man, Men, Move, Overshoot, Play, PlayTable, Point, Position,
    Reentry, Rules, Setup, SetupFault, Side, Stakes, TooManySteps, Whose,
};
use tourne_solver::verify::literal::{self, LiteralMove, State, Switches};
use tourne_solver::verify::{Layout, Next};

// ------------------------------------------------------------- between the two implementations

/// The library's rule set for the switches.
fn rules_of(switches: Switches) -> Rules {
    Rules {
        dice: if switches.one_die {
            Dice::One
        } else {
            Dice::LowerOfTwo
        },
        crowding: if switches.crowding {
            Crowding::Free
        } else {
            Crowding::OneManAPoint
        },
        overshoot: if switches.overshoot_goes_off {
            Overshoot::GoesOff
        } else {
            Overshoot::Forbidden
        },
        reentry: match switches.reentry {
            literal::Reentry::Free => Reentry::Free,
            literal::Reentry::Forced => Reentry::Forced,
            literal::Reentry::First => Reentry::First,
        },
        stakes: if switches.double_win {
            Stakes::DoubleWin
        } else {
            Stakes::Single
        },
    }
}

fn literal_man(man: Man) -> literal::Man {
    match man {
        Man::Off => literal::Man::NeverEntered,
        Man::Owing => literal::Man::Hit,
        Man::On(point) => literal::Man::On(point.number()),
    }
}

fn literal_state(position: Position) -> State {
    State {
        own: position.on_roll().men().map(literal_man),
        opp: position.opponent().men().map(literal_man),
    }
}

/// What the library says about a move, in the words of the literal implementation; `None` for a
/// pass.
fn literal_move(rules: Rules, play: &Play) -> Option<LiteralMove> {
    let number = |place: Option<Point>| place.map_or(0, Point::number);
    match play.action {
        Move::Man { from, to, hit } => Some(LiteralMove {
            from: number(from),
            to: number(to),
            hits: hit,
            after: literal_state(play.next),
            won: rules.points_won(play.next).map(u32::from),
        }),
        Move::Pass => None,
    }
}

/// Every combination of the five switches: 2 × 2 × 2 × 3 × 2 = 48.
fn all_combinations() -> Vec<Switches> {
    let mut all = Vec::new();
    for one_die in [false, true] {
        for crowding in [false, true] {
            for overshoot_goes_off in [false, true] {
                for reentry in [
                    literal::Reentry::Free,
                    literal::Reentry::Forced,
                    literal::Reentry::First,
                ] {
                    for double_win in [false, true] {
                        all.push(Switches {
                            one_die,
                            crowding,
                            overshoot_goes_off,
                            reentry,
                            double_win,
                        });
                    }
                }
            }
        }
    }
    all
}

/// Checks a statement for each of the 48 rule sets, in parallel.
fn under_all_rules(check: impl Fn(Switches, Rules) + Sync) {
    let all = all_combinations();
    assert_eq!(all.len(), 48);
    all.into_par_iter()
        .for_each(|switches| check(switches, rules_of(switches)));
}

#[test]
fn presets_are_the_combinations_that_the_rules_name() {
    let named = [
        ("standard", literal::STANDARD),
        ("forced-entry", literal::FORCED_ENTRY),
        ("entry-first", literal::ENTRY_FIRST),
        ("double-win", literal::DOUBLE_WIN),
        ("course", literal::COURSE),
    ];
    assert_eq!(
        Rules::PRESETS,
        named.map(|(name, switches)| (name, rules_of(switches)))
    );
}

// ------------------------------------------------------------- everything against everything

#[test]
fn dice_have_the_chances_of_counted_throws() {
    under_all_rules(|switches, rules| {
        for die in Die::ALL {
            let counted = literal::chances(switches, die.number());
            assert_eq!(rules.chances(die), counted, "{rules}, {die:?}");
        }
        let sum: u32 = Die::ALL.iter().map(|&die| rules.chances(die)).sum();
        assert_eq!(rules.throws(), sum, "{rules}");
    });
}

#[test]
fn index_holds_the_legal_set_ups_in_order() {
    under_all_rules(|switches, rules| {
        let index = Index::new(rules);
        let positions: Vec<Position> = index.positions().collect();
        let states: Vec<State> = positions.iter().copied().map(literal_state).collect();
        assert!(states == literal::legal_setups(switches), "{rules}");
        assert_eq!(index.len(), positions.len(), "{rules}");
        assert!(positions.is_sorted_by(|one, next| one < next), "{rules}");
        for (number, &position) in positions.iter().enumerate() {
            assert_eq!(index.number(position), Some(number), "{rules}: {position}");
            let back = rules.position(&Setup::from(position));
            assert_eq!(back, Ok(position), "{rules}: {position}");
        }
    });
}

#[test]
fn sides_are_those_of_the_legal_set_ups_and_the_finished_one() {
    under_all_rules(|switches, rules| {
        // Whatever else a side may be, it may meet an opponent with all men off.
        let all_off = [literal::Man::NeverEntered; 3];
        let mut expected: Vec<[literal::Man; 3]> = literal::legal_setups(switches)
            .into_iter()
            .filter(|state| state.opp == all_off)
            .map(|state| state.own)
            .collect();
        expected.push([literal::Man::On(12); 3]);

        let sides: Vec<Side> = rules.sides().collect();
        let literal_sides: Vec<[literal::Man; 3]> = sides
            .iter()
            .map(|side| side.men().map(literal_man))
            .collect();
        assert_eq!(literal_sides, expected, "{rules}");
    });
}

#[test]
fn sides_count_their_men_and_what_they_have_to_go() {
    for side in Rules::FORCED_ENTRY.sides() {
        let men = side.men().map(literal_man);
        for man in Man::all() {
            let counted = men.iter().filter(|&&it| it == literal_man(man)).count();
            assert_eq!(side.count(man), counted, "{side}");
        }
        // Points to go to home, from before point 1 if off.
        let to_go = men.map(|man| match man {
            literal::Man::On(point) => (point..12).count(),
            literal::Man::NeverEntered | literal::Man::Hit => 12,
        });
        assert_eq!(side.men().map(|man| usize::from(man.pips())), to_go);
        assert_eq!(
            usize::from(side.pips()),
            to_go.iter().sum::<usize>(),
            "{side}"
        );
        assert_eq!(format!("{side:?}"), side.to_string());
    }
}

#[test]
fn the_largest_win_is_two_points_where_a_win_may_count_two() {
    under_all_rules(|switches, rules| {
        let largest = if switches.double_win { 2.0 } else { 1.0 };
        assert!((rules.largest_win() - largest).abs() < 1e-15, "{rules}");
    });
}

#[test]
fn texts_that_name_no_rule_set_are_refused_with_what_would() {
    let error = |text: &str| text.parse::<Rules>().expect_err(text).to_string();
    for (name, _) in Rules::PRESETS {
        assert!(error("chess").contains(name), "{name}");
    }
    // The first of those named that stands against it.
    let error = error("double-win+forced-entry+entry-first");
    assert!(
        error.starts_with("forced-entry and entry-first contradict"),
        "{error}"
    );
}

/// The literal moves are listed once, for the moves of the game and for those that are laid out.
#[test]
fn every_position_and_die_has_the_literal_moves_position_by_position_and_laid_out() {
    under_all_rules(|switches, rules| {
        let layout = Layout::new(rules);
        let states = literal::legal_setups(switches);
        let ends = literal::lost_setups(switches);
        let laid_out: Vec<State> = (0..).map_while(|number| layout.state(number)).collect();
        assert!(laid_out == states, "{rules}");
        assert_eq!(layout.positions(), states.len(), "{rules}");
        let index = Index::new(rules);
        assert_eq!(index.len(), states.len(), "{rules}");
        for (number, (state, position)) in states.iter().zip(index.positions()).enumerate() {
            assert_eq!(literal_state(position), *state, "{rules}");
            for die in Die::ALL {
                let moves = literal::legal_moves(switches, state, die.number());
                check_plays(rules, position, die, &moves);
                let choices = layout.options(number, die);
                let found = choices.iter().map(|choice| {
                    let (after, won) = match choice.next {
                        Next::Position(next) => (states[next as usize], None),
                        Next::Won { end, points } => (ends[end as usize], Some(points.into())),
                    };
                    (choice.man.map(usize::from), after, won)
                });
                let is_same = if moves.is_empty() {
                    found.eq([(None, literal::after_pass(state), None)])
                } else {
                    found.eq(moves.iter().map(|play| {
                        let man = man_that_moves(state, play.from);
                        (Some(man), play.after, play.won)
                    }))
                };
                assert!(is_same, "{rules}, {state}, {die:?}: {choices:?}");
            }
        }
    });
}

#[test]
fn tables_leave_what_the_plays_leave() {
    under_all_rules(|_, rules| {
        let (table, index) = (PlayTable::new(rules), Index::new(rules));
        for position in index.positions() {
            for die in Die::ALL {
                let plays = rules.plays(position, die);
                let nexts = plays.iter().map(|play| play.next);
                let found = table.nexts(position, die);
                assert!(found.eq(nexts), "{rules}, {position}, {die:?}");

                let movers = Men::of(plays.iter().filter_map(|play| play.man));
                let side = position.on_roll();
                assert_eq!(
                    index.movers(side, die),
                    Some(movers),
                    "{rules}, {position}, {die:?}"
                );
                assert_eq!(
                    rules.movers(side, die),
                    movers,
                    "{rules}, {position}, {die:?}"
                );

                for next in nexts_that_are_over(&plays) {
                    assert_eq!(table.nexts(next, die).count(), 0, "{rules}: {next}");
                }
            }
        }
    });
}

#[test]
fn tables_hold_as_many_steps_as_they_may_and_no_more() {
    let men: Vec<Man> = Man::all().collect();
    under_all_rules(|_, rules| {
        // A step for each man that can move, or for the pass, of every side that can be written.
        let mut steps = 0;
        for a in 0..men.len() {
            for b in a..men.len() {
                for c in b..men.len() {
                    let side = Side::new([men[a], men[b], men[c]]);
                    let movers = Die::ALL.map(|die| rules.movers(side, die).len().max(1));
                    steps += movers.iter().sum::<usize>();
                }
            }
        }
        let limit = u16::try_from(steps).expect("the largest table has numbers for its steps");
        assert!(PlayTable::with_limit(rules, limit).is_ok(), "{rules}");
        for limit in [0, 1, limit / 2, limit - 1] {
            let refused = PlayTable::with_limit(rules, limit).expect_err("a step is left");
            assert_eq!(refused, TooManySteps { limit }, "{rules}");
        }
    });
}

fn nexts_that_are_over(plays: &[Play]) -> impl Iterator<Item = Position> {
    plays
        .iter()
        .map(|play| play.next)
        .filter(|next| next.is_over())
}

/// Checks the plays of a position and die: they are the literal moves, or the pass if there are none.
fn check_plays(rules: Rules, position: Position, die: Die, expected: &[LiteralMove]) {
    let state = literal_state(position);
    let plays = rules.plays(position, die);
    if expected.is_empty() {
        let is_pass = plays.len() == 1
            && plays[0].action == Move::Pass
            && plays[0].man.is_none()
            && literal_state(plays[0].next) == literal::after_pass(&state);
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

/// Which man moves, counted from 0: of several in the same place the first, and *a man that
/// enters while a hit man waits is the hit man*.
fn man_that_moves(state: &State, from: u8) -> usize {
    let place = match from {
        0 if state.own.contains(&literal::Man::Hit) => literal::Man::Hit,
        0 => literal::Man::NeverEntered,
        point => literal::Man::On(point),
    };
    let at = state.own.iter().position(|&man| man == place);
    at.expect("a man stands where a move begins")
}

#[test]
fn moves_leave_positions_of_the_rule_set_or_end_the_game() {
    under_all_rules(|_, rules| {
        let index = Index::new(rules);
        for position in index.positions() {
            assert!(!position.is_over(), "{rules}: {position}");
            assert_eq!(rules.points_won(position), None, "{rules}: {position}");
            for play in Die::ALL.iter().flat_map(|&die| rules.plays(position, die)) {
                let next = play.next;
                let is_over = next.opponent() == Side::FINISHED;
                assert_eq!(next.is_over(), is_over, "{rules}: {next}");
                assert_eq!(index.number(next).is_none(), is_over, "{rules}: {next}");
                assert_eq!(rules.points_won(next).is_some(), is_over, "{rules}: {next}");
                if is_over {
                    let idle = |&die: &Die| rules.plays(next, die).is_empty();
                    assert!(Die::ALL.iter().all(idle), "{rules}: {next}");
                }
            }
        }
    });
}

// ------------------------------------------------------------- what is no position

/// All ways to put three men somewhere, in some order that is not ascending.
fn all_sides_written_down() -> Vec<[Man; 3]> {
    let mut sides = Vec::new();
    for one in Man::all() {
        for two in Man::all().filter(|&two| two >= one) {
            for three in Man::all().filter(|&three| three >= two) {
                sides.push([two, three, one]);
            }
        }
    }
    assert_eq!(sides.len(), 14 * 15 * 16 / 6);
    sides
}

#[test]
fn what_the_literal_rules_do_not_list_is_refused_with_every_apt_fault() {
    let presets = [
        literal::STANDARD,
        literal::FORCED_ENTRY,
        literal::ENTRY_FIRST,
        literal::DOUBLE_WIN,
        literal::COURSE,
    ];
    let sides = all_sides_written_down();
    presets.into_par_iter().for_each(|switches| {
        let legal: HashSet<State> = literal::legal_setups(switches).into_iter().collect();
        let mut accepted = 0;
        for &on_roll in &sides {
            for &opponent in &sides {
                accepted += usize::from(check_set_up(switches, &legal, on_roll, opponent));
            }
        }
        assert_eq!(accepted, legal.len());
    });
}

/// Checks one set-up; returns whether it is a position.
fn check_set_up(
    switches: Switches,
    legal: &HashSet<State>,
    on_roll: [Man; 3],
    opponent: [Man; 3],
) -> bool {
    let rules = rules_of(switches);
    let setup = Setup {
        on_roll: on_roll.to_vec(),
        opponent: opponent.to_vec(),
    };
    let in_order = |men: [Man; 3]| {
        let mut men = men.map(literal_man);
        men.sort_unstable();
        men
    };
    let state = State {
        own: in_order(on_roll),
        opp: in_order(opponent),
    };
    match rules.position(&setup) {
        Ok(position) => {
            assert!(legal.contains(&state), "{rules} accepts {setup}");
            assert!(literal_state(position) == state, "{rules}: {setup}");
            true
        }
        Err(error) => {
            assert!(!legal.contains(&state), "{error}");
            assert_eq!((&error.setup, error.rules), (&setup, rules));
            let expected = apt_faults(switches, &state);
            let is_apt = error.faults.len() == expected.len()
                && expected.iter().all(|fault| error.faults.contains(fault));
            assert!(is_apt, "{error}; expected {expected:?}");
            false
        }
    }
}

/// Everything that is wrong with three men each.
fn apt_faults(switches: Switches, state: &State) -> Vec<SetupFault> {
    let men_on = |men: [literal::Man; 3], point: u8| {
        men.into_iter()
            .filter(|&man| man == literal::Man::On(point))
            .count()
    };
    let mut faults = Vec::new();
    for (whose, men) in [(Whose::OnRoll, state.own), (Whose::Opponent, state.opp)] {
        if switches.reentry == literal::Reentry::Free && men.contains(&literal::Man::Hit) {
            faults.push(SetupFault::NoEntryDuty(whose));
        }
        for point in 1..=11 {
            if !switches.crowding && men_on(men, point) > 1 {
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
    for (text, faults) in [
        ("04/007", vec![SetupFault::MenCount(Whose::OnRoll, 2)]),
        ("04h/0007", vec![SetupFault::MenCount(Whose::Opponent, 4)]),
        (
            "h/hhhh",
            vec![
                SetupFault::MenCount(Whose::OnRoll, 1),
                SetupFault::MenCount(Whose::Opponent, 4),
            ],
        ),
    ] {
        let setup: Setup = text.parse().expect("the form is right");
        for (_, rules) in Rules::PRESETS {
            let error = rules.position(&setup).expect_err(text);
            assert_eq!(error.faults, faults, "{rules}: {text}");
        }
    }
    let both: Setup = "h/hhhh".parse().expect("the form is right");
    let message = Rules::STANDARD
        .position(&both)
        .expect_err("too few, too many");
    let parts = "standard: the side on roll must have three men, not 1; the opponent must have three men, not 4";
    assert!(message.to_string().ends_with(parts), "{message}");
    let nobody = Setup {
        on_roll: Vec::new(),
        opponent: vec![Man::Off; 3],
    };
    let error = Rules::STANDARD.position(&nobody).expect_err("no men");
    assert_eq!(error.faults, [SetupFault::MenCount(Whose::OnRoll, 0)]);
}

#[test]
fn a_refusal_names_the_side_the_point_and_the_rule() {
    let refusal = |rules: Rules, text: &str| {
        let setup: Setup = text.parse().expect("the form is right");
        rules.position(&setup).expect_err(text).to_string()
    };
    for (rules, text, parts) in [
        (Rules::STANDARD, "04/007", ["side on roll", "three"]),
        (Rules::STANDARD, "000/077", ["opponent", "point 7"]),
        (Rules::STANDARD, "00b/07b", ["face each other", "point 11"]),
        (Rules::STANDARD, "00x/007", ["side on roll", "write 0"]),
        (Rules::COURSE, "000/7hx", ["opponent", "write 0"]),
        (Rules::COURSE, "hhh/007", ["game is over", "side on roll"]),
        (Rules::COURSE, "007/hhh", ["game is over", "opponent"]),
        (Rules::STANDARD, "hhh/hhh", ["both sides", "home"]),
    ] {
        let message = refusal(rules, text);
        for part in parts.into_iter().chain([rules.to_string().as_str()]) {
            assert!(message.contains(part), "{message}: no {part}");
        }
    }
}

// ------------------------------------------------------------- worked out by hand

fn position(rules: Rules, text: &str) -> Position {
    let setup: Setup = text.parse().expect("a position in the notation");
    rules.position(&setup).expect("a legal position")
}

/// Asserts that these are all the legal moves with that die, each with the position it leaves.
#[track_caller]
fn assert_moves(rules: Rules, from: &str, die: u8, expected: &[&str]) {
    let plays = rules.plays(position(rules, from), Die::new(die));
    let moves: Vec<String> = plays
        .iter()
        .map(|play| format!("{} leaves {}", play.action, play.next))
        .collect();
    assert_eq!(moves, expected, "{rules}: {from} with a {die}");
}

fn forced_course() -> Rules {
    Rules {
        reentry: Reentry::Forced,
        ..Rules::COURSE
    }
}

#[test]
fn standard_a_point_holds_one_man_and_nobody_passes_an_own_man() {
    let rules = Rules::STANDARD;
    // Entering on 2 would pass the man on 1, and 1/3 would land on an own man.
    assert_moves(rules, "013/00h", 2, &["3/5 leaves 00h/015"]);
    // Entering on 1 would land on an own man.
    assert_moves(
        rules,
        "013/00h",
        1,
        &["1/2 leaves 00h/023", "3/4 leaves 00h/014"],
    );
    // 4/10 would pass the man on 9, entering on 6 the man on 4; from 9 only a 3 reaches home.
    assert_moves(rules, "049/00h", 6, &["pass leaves 00h/049"]);
    // Enemy men are in nobody's way.
    assert_moves(rules, "00h/123", 6, &["0/6 leaves 123/06h"]);
}

#[test]
fn standard_home_is_reached_by_exact_count_and_holds_any_number_in_safety() {
    let rules = Rules::STANDARD;
    assert_moves(rules, "8hh/0hh", 3, &["8/11 leaves 0hh/bhh"]);
    assert_moves(rules, "8hh/0hh", 4, &["8/12 leaves 0hh/hhh"]);
    assert_moves(rules, "8hh/0hh", 5, &["pass leaves 0hh/8hh"]);
    // Home is open, but 6/12 would pass the man on 8.
    assert_moves(rules, "68h/000", 6, &["pass leaves 000/68h"]);
}

#[test]
fn standard_a_man_is_hit_wanted_or_not_and_starts_again() {
    let rules = Rules::STANDARD;
    assert_moves(rules, "6hh/8hh", 2, &["6/8* leaves 0hh/8hh"]);
    assert_moves(
        rules,
        "00b/035",
        3,
        &["0/3* leaves 005/03b"], // from 11 only an ace reaches home
    );
    assert_moves(
        rules,
        "002/035",
        3,
        &["2/5* leaves 003/005"], // entering on 3 would pass the man on 2
    );
}

#[test]
fn standard_a_hit_man_owes_nothing() {
    // Lalanne's White after it was hit on 8: it may enter or not.
    assert_moves(
        Rules::STANDARD,
        "03h/8hh",
        2,
        &["0/2 leaves 8hh/23h", "3/5 leaves 8hh/05h"],
    );
}

#[test]
fn standard_of_two_dice_the_lower_is_played() {
    let rules = Rules::STANDARD;
    assert_eq!(
        Die::ALL.map(|die| rules.chances(die)),
        [11, 9, 7, 5, 3, 1],
        "of 36"
    );
    for (throw, die) in [("6-2", 2), ("2-6", 2), ("55", 5), ("11", 1), ("4", 4)] {
        let roll = throw.parse().expect("a throw");
        assert_eq!(rules.die_played(roll), Ok(Die::new(die)), "{throw}");
    }
}

#[test]
fn forced_entry_a_hit_man_off_the_board_owes_its_entry() {
    for rules in [Rules::FORCED_ENTRY, Rules::ENTRY_FIRST] {
        // Hitting makes the duty; men that never entered stay as they are.
        assert_moves(
            rules,
            "003/005",
            2,
            &["0/2 leaves 005/023", "3/5* leaves 00x/005"],
        );
    }
    assert_moves(
        Rules::STANDARD,
        "003/005",
        2,
        &["0/2 leaves 005/023", "3/5* leaves 000/005"],
    );
}

#[test]
fn forced_entry_with_two_hit_men_the_duty_holds_for_each() {
    for rules in [Rules::FORCED_ENTRY, Rules::ENTRY_FIRST] {
        // The first enters, though the man on 7 could move; the other still waits.
        assert_moves(rules, "xx7/00h", 3, &["0/3 leaves 00h/x37"]);
        // So must the other with the next throw that lets it.
        assert_moves(rules, "x37/00h", 2, &["0/2 leaves 00h/237"]);
        // Then there is no duty left.
        assert_moves(
            rules,
            "237/00h",
            3,
            // 2/5 would pass the man on 3.
            &["3/6 leaves 00h/267", "7/10 leaves 00h/23a"],
        );
    }
}

#[test]
fn forced_entry_the_man_that_enters_is_the_hit_man() {
    for rules in [Rules::FORCED_ENTRY, Rules::ENTRY_FIRST] {
        // What stays off never entered, and carries no duty.
        assert_moves(rules, "0x7/00h", 2, &["0/2 leaves 00h/027"]);
        assert_moves(
            rules,
            "027/00h",
            1,
            &[
                "0/1 leaves 00h/127",
                "2/3 leaves 00h/037",
                "7/8 leaves 00h/028",
            ],
        );
    }
}

#[test]
fn forced_entry_a_throw_that_lets_no_man_enter_may_be_played_elsewhere() {
    let rules = Rules::FORCED_ENTRY;
    // Point 3 is occupied.
    assert_moves(
        rules,
        "x37/00h",
        3,
        &["3/6 leaves 00h/x67", "7/10 leaves 00h/x3a"],
    );
    // Entering on 4 would pass the man on 3, and 3/7 lands on an own man.
    assert_moves(rules, "x37/00h", 4, &["7/11 leaves 00h/x3b"]);
    // Nothing at all: 3/9 would pass the man on 7, and from 7 only a 5 reaches home.
    assert_moves(rules, "x37/00h", 6, &["pass leaves 00h/x37"]);
}

#[test]
fn entry_first_a_throw_that_lets_no_man_enter_passes() {
    let rules = Rules::ENTRY_FIRST;
    for die in 3..=6 {
        assert_moves(rules, "x37/00h", die, &["pass leaves 00h/x37"]);
    }
    assert_moves(rules, "x37/00h", 1, &["0/1 leaves 00h/137"]);
    assert_moves(rules, "x37/00h", 2, &["0/2 leaves 00h/237"]);
}

#[test]
fn entry_first_a_man_on_point_one_locks_its_side() {
    // No die brings the hit man past it, and it may not move itself.
    for die in 1..=6 {
        assert_moves(Rules::ENTRY_FIRST, "x1h/00h", die, &["pass leaves 00h/x1h"]);
    }
    // Under forced-entry it steps aside.
    assert_moves(Rules::FORCED_ENTRY, "x1h/00h", 4, &["1/5 leaves 00h/x5h"]);
    // Only a hit unlocks it, and then both men owe their entry.
    assert_moves(Rules::ENTRY_FIRST, "00h/x1h", 1, &["0/1* leaves xxh/01h"]);
}

#[test]
fn double_win_counts_two_points_if_the_loser_has_no_man_home() {
    let won = |rules: Rules, from: &str| {
        assert_moves_home(rules, from);
        let next = rules.plays(position(rules, from), Die::new(3))[0].next;
        rules.points_won(next)
    };
    for (from, points) in [
        ("9hh/004", 2),
        ("9hh/8ab", 2),
        ("9hh/04h", 1),
        ("9hh/0hh", 1),
    ] {
        assert_eq!(won(Rules::DOUBLE_WIN, from), Some(points), "{from}");
        assert_eq!(won(Rules::STANDARD, from), Some(1), "{from}");
    }
}

#[track_caller]
fn assert_moves_home(rules: Rules, from: &str) {
    let plays = rules.plays(position(rules, from), Die::new(3));
    assert_eq!(plays[0].action.to_string(), "9/12", "{rules}: {from}");
    assert!(plays[0].next.is_over(), "{rules}: {from}");
}

#[test]
fn course_is_played_with_one_die() {
    assert_eq!(Die::ALL.map(|die| Rules::COURSE.chances(die)), [1; 6]);
    assert_eq!(Rules::COURSE.throws(), 6);
    let one = "5".parse().expect("a throw");
    assert_eq!(Rules::COURSE.die_played(one), Ok(Die::new(5)));
    let two = "5-3".parse().expect("a throw");
    let error = Rules::COURSE.die_played(two).expect_err("two dice");
    assert!(error.to_string().contains("course is played with one"));
}

#[test]
fn course_men_pass_each_other_and_share_points() {
    assert_moves(
        Rules::COURSE,
        "013/00h",
        2,
        &[
            "0/2 leaves 00h/123",
            "1/3 leaves 00h/033",
            "3/5 leaves 00h/015",
        ],
    );
    // Two men on a point are one choice.
    assert_moves(
        Rules::COURSE,
        "033/00h",
        3,
        &["0/3 leaves 00h/333", "3/6 leaves 00h/036"],
    );
    assert_moves(Rules::COURSE, "444/00h", 1, &["4/5 leaves 00h/445"]);
}

#[test]
fn course_every_man_on_the_point_is_hit() {
    assert_moves(
        Rules::COURSE,
        "004/277",
        3,
        &["0/3 leaves 277/034", "4/7* leaves 002/007"],
    );
    assert_moves(Rules::COURSE, "6hh/999", 3, &["6/9* leaves 000/9hh"]);
    // With an entry duty, all of them owe.
    assert_moves(forced_course(), "6hh/999", 3, &["6/9* leaves xxx/9hh"]);
}

#[test]
fn course_a_man_beyond_home_goes_back_off() {
    for (from, least) in [("7", 6), ("8", 5), ("9", 4), ("a", 3), ("b", 2)] {
        let number = 13 - least;
        let text = format!("{from}hh/000");
        for die in least..=6 {
            let expected = format!("{number}/0 leaves 000/0hh");
            assert_moves(Rules::COURSE, &text, die, &[&expected]);
        }
        let exact = format!("{number}/12 leaves 000/hhh");
        assert_moves(Rules::COURSE, &text, least - 1, &[&exact]);
    }
    // From the first six points no die goes beyond home.
    assert_moves(Rules::COURSE, "6hh/000", 6, &["6/12 leaves 000/hhh"]);
    assert_moves(Rules::COURSE, "1hh/000", 6, &["1/7 leaves 000/7hh"]);
}

#[test]
fn course_a_man_that_will_overshoot_may_be_chosen() {
    assert_moves(
        Rules::COURSE,
        "05b/00h",
        5,
        &[
            "0/5 leaves 00h/55b",
            "5/10 leaves 00h/0ab",
            "11/0 leaves 00h/005",
        ],
    );
    // It was not hit, so it owes nothing where hit men do.
    assert_moves(
        forced_course(),
        "05b/00h",
        5,
        &[
            "0/5 leaves 00h/55b",
            "5/10 leaves 00h/0ab",
            "11/0 leaves 00h/005",
        ],
    );
    assert_moves(forced_course(), "x5b/00h", 5, &["0/5 leaves 00h/55b"]);
}
