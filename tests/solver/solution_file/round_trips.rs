//! A solution that is written to a file and read again is the same.

use tourne_solver::file::{decode, encode};
use tourne_solver::{Counts, Rules};

use crate::solution_bytes::SolutionBytes;

#[test]
fn every_committed_file_survives_decoding_and_encoding() {
    for (name, rules) in Rules::PRESETS {
        let bytes = SolutionBytes::committed(name).0;
        let decoded = decode(&bytes)
            .expect("the committed files are sound")
            .on_trust();
        assert_eq!(decoded.rules(), rules);
        assert!(encode(&decoded) == bytes, "{name}");
    }
}

#[test]
fn the_counts_are_read_from_where_they_are_specified() {
    let mut bytes = SolutionBytes::standard();
    for (at, number) in [(40, 1), (48, 20), (56, 3), (72, 40), (80, 5), (88, 6)] {
        bytes.put_u64(at, number);
    }
    let counts = decode(&bytes.sealed())
        .expect("verify checks these, not decode")
        .on_trust();
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
