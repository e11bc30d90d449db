//! Files of other kinds are refused, and so are invalid numbers in the header.

use tourne_solver::file::{Damage, decode};
use tourne_solver::{Dice, Overshoot, Rules};

use super::{assert_damage, assert_says, bytes_of, damage_of_file, file_of, sealed_damage};
use crate::solution_bytes::{
    CROWDING, DECISIONS, DICE, MOVES, OVER, OVERSHOOT, PAIRS, POSITIONS, REACHABLE,
    REACHABLE_DECISIONS, REACHABLE_OVER, REENTRY, RESERVED, STAKES, SolutionBytes, VALUE_COUNT,
    VALUES, VERSION, noise,
};

#[test]
fn files_of_other_kinds_are_refused() {
    let text = "Tourne-case is a tables game.\n".repeat(10);
    let png = [&b"\x89PNG\r\n\x1a\n"[..], &noise(1, 1000)].concat();
    for foreign in [text.into_bytes(), png, vec![0; 4096]] {
        let (_folder, path) = file_of(&foreign);
        let damage = damage_of_file(&path);
        assert_eq!(damage, Damage::Magic);
        assert_says(&damage, &["not a solution file", "TOURNECS"]);
    }
    let (_folder, path) = file_of(b"");
    assert_says(
        &damage_of_file(&path),
        &["it has 0 bytes, too few for a solution file"],
    );
}

#[test]
fn other_versions_are_refused() {
    for version in [0, 2, 256, u32::MAX] {
        assert_damage(
            |bytes| bytes.put(VERSION, &version.to_le_bytes()),
            &Damage::Version(version),
            &[&format!("version {version}"), "reads version 1"],
        );
    }
}

#[test]
fn counts_that_do_not_follow_from_the_rules_are_refused() {
    let counts = [
        (POSITIONS, "positions", 52_347),
        (PAIRS, "pairs of position and die", 314_082),
    ];
    for (at, what, expected) in counts {
        for found in [0, expected - 1, expected + 1, u64::MAX] {
            let damage = Damage::Count {
                what,
                found,
                expected,
            };
            let says = [&found.to_string(), what, &expected.to_string()];
            assert_damage(|bytes| bytes.put_u64(at, found), &damage, &says);
        }
    }
}

#[test]
fn counts_that_no_game_can_have_are_refused() {
    let standard = SolutionBytes::standard();
    let [positions, over, pairs, decisions] =
        [POSITIONS, OVER, PAIRS, DECISIONS].map(|at| standard.u64_at(at));
    let counts = [
        (REACHABLE, "reachable positions", positions),
        (OVER, "finished positions", positions),
        (REACHABLE_OVER, "reachable finished positions", over),
        (DECISIONS, "decisions", pairs),
        (REACHABLE_DECISIONS, "reachable decisions", decisions),
        (MOVES, "moves", 3 * pairs),
    ];
    for (at, what, most) in counts {
        for found in [most + 1, u64::MAX] {
            let damage = Damage::TooMany { what, found, most };
            let says = [&found.to_string(), what, &most.to_string()];
            assert_damage(|bytes| bytes.put_u64(at, found), &damage, &says);
        }
        let mut bytes = standard.clone();
        bytes.put_u64(at, most);
        assert!(decode(&bytes.sealed()).is_ok(), "{most} {what} could be");
    }
}

#[test]
fn tables_of_other_lengths_than_the_positions_are_refused() {
    let standard = SolutionBytes::standard();
    let positions = standard.positions() as u64;
    for at in [VALUE_COUNT, standard.best_count_at()] {
        for count in [0, positions - 1, positions + 1, u64::MAX] {
            let damage = sealed_damage(|bytes| bytes.put_u64(at, count));
            assert_eq!(damage, Damage::Layout, "{count} at {at}");
        }
    }
    // A value is as long as two entries of best moves, so wrong counts of both can fit the length of the file.
    for (values, bests) in [(52_346, 52_349), (52_348, 52_345), (0, 157_041)] {
        let damage = sealed_damage(|bytes| {
            bytes.put_u64(VALUE_COUNT, values as u64);
            bytes.put_u64(VALUES + 8 * values, bests);
        });
        assert_eq!(damage, Damage::Layout, "{values} values");
    }
}

#[test]
fn switches_of_the_rules_that_mean_nothing_are_refused() {
    let switches = [
        (DICE, "dice", 2),
        (CROWDING, "crowding", 2),
        (OVERSHOOT, "overshoot", 2),
        (REENTRY, "re-entry", 3),
        (STAKES, "stakes", 2),
    ];
    for (at, what, first) in switches {
        for value in [first, u8::MAX] {
            let damage = Damage::Rules { what, value };
            let says = [what, &value.to_string()];
            assert_damage(|bytes| bytes.0[at] = value, &damage, &says);
        }
    }
}

#[test]
fn switches_of_the_rules_have_the_numbers_that_are_specified() {
    let mut one_die = Rules::STANDARD;
    one_die.dice = Dice::One;
    let mut overshoot = Rules::STANDARD;
    overshoot.overshoot = Overshoot::GoesOff;
    for (at, rules) in [(DICE, one_die), (OVERSHOOT, overshoot)] {
        let mut bytes = SolutionBytes::standard();
        bytes.0[at] = 1;
        let solution = decode(&bytes.sealed()).expect("there are as many positions");
        assert_eq!(solution.rules(), rules);
    }
    assert_eq!(bytes_of(1).0[STAKES], 1, "the file of double-win");
}

#[test]
fn switches_of_rules_with_more_positions_are_refused() {
    // With an entry duty there are 99,609 positions, as `tourne-solve` counts them.
    for (at, value) in [(CROWDING, 1), (REENTRY, 1), (REENTRY, 2)] {
        let damage = sealed_damage(|bytes| bytes.0[at] = value);
        assert!(
            matches!(damage, Damage::Count { what: "positions", found: 52_347, expected } if expected > 52_347),
            "{damage:?}"
        );
    }
}

#[test]
fn reserved_bytes_that_are_not_zero_are_refused() {
    for at in RESERVED {
        for value in [1, 0x80] {
            assert_eq!(sealed_damage(|bytes| bytes.0[at] = value), Damage::Reserved);
        }
    }
}

#[test]
fn error_bounds_that_are_none_are_refused() {
    for bound in [
        f64::NAN,
        -f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        -1e-300,
        -0.0,
        -0.1,
        1.1,
        1e300,
    ] {
        let damage = sealed_damage(|bytes| bytes.put_error_bound(bound));
        let Damage::ErrorBound(found) = damage else {
            panic!("{damage:?}");
        };
        assert_eq!(found.to_bits(), bound.to_bits());
        assert_says(&damage, &["error bound", &bound.to_string(), "from 0 to 1"]);
    }
}
