//! A solution that is written to a file and read again is the same.

use std::fs;

use tourne_solver::file::{decode, encode, read, read_for};
use tourne_solver::{Counts, Rules, Solution, solve};

use super::file_of;
use crate::solution_bytes::{SolutionBytes, standard_path};

#[test]
fn the_committed_file_is_read_and_encodes_to_itself() {
    let solution = read(&standard_path()).expect("data/standard.bin is sound");
    assert_eq!(solution.rules(), Rules::STANDARD);
    assert_eq!(encode(&solution), SolutionBytes::standard().0);
}

#[test]
fn every_preset_survives_encoding_and_decoding() {
    for (name, rules) in Rules::PRESETS {
        let solved = solve(rules).expect("every preset can be solved");
        let decoded = decode(&encode(&solved.solution)).expect("what is encoded can be decoded");
        assert_same(&decoded, &solved.solution, name);
    }
}

fn assert_same(one: &Solution, other: &Solution, name: &str) {
    assert_eq!(one.rules(), other.rules());
    assert_eq!(one.counts(), other.counts(), "{name}");
    assert_eq!(one.error_bound().to_bits(), other.error_bound().to_bits());
    assert_eq!(one.index().len(), other.index().len(), "{name}");
    for position in other.index().positions() {
        let bits = |solution: &Solution| {
            solution
                .value(position)
                .map(|value| value.number().to_bits())
        };
        assert_eq!(bits(one), bits(other), "{name}: {position}");
        assert_eq!(one.best_moves(position), other.best_moves(position));
    }
}

#[test]
fn what_is_written_is_read_again() {
    let (_folder, path) = file_of(b"an older file");
    let bytes = SolutionBytes::standard().0;
    tourne_terminal::replace::replace(&path, &bytes).expect("a temporary file can be replaced");
    assert_eq!(fs::read(&path).expect("it is there"), bytes);
    let solution = read_for(Rules::STANDARD, &path).expect("it is sound");
    assert_eq!(encode(&solution), bytes);
}

#[test]
fn the_counts_are_read_from_where_they_are_specified() {
    let mut bytes = SolutionBytes::standard();
    for (at, number) in [(40, 1), (48, 20), (56, 3), (72, 40), (80, 5), (88, 6)] {
        bytes.put_u64(at, number);
    }
    let counts = decode(&bytes.sealed()).expect("verify checks these, not decode");
    let expected = Counts {
        positions: 52_347,
        reachable: 1,
        over: 20,
        reachable_over: 3,
        pairs: 314_082,
        decisions: 40,
        reachable_decisions: 5,
        moves: 6,
    };
    assert_eq!(counts.counts(), expected);
}
