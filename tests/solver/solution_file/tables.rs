//! Invalid values and best moves in the tables of a solution file.

use tourne_solver::file::{Damage, decode};

use super::{assert_damage, assert_says, bytes_of, sealed_damage};
use crate::solution_bytes::SolutionBytes;

/// Position numbers at the beginning and at the end.
const NUMBERS: [usize; 2] = [0, 52_346];

#[track_caller]
fn assert_value_is_refused(stakes: u8, value: f64) {
    for altered in NUMBERS {
        let damage = sealed_damage(|bytes| {
            *bytes = bytes_of(stakes);
            bytes.put_value(altered, value);
        });
        let Damage::Value {
            number,
            value: found,
        } = damage
        else {
            panic!("{damage:?}");
        };
        assert_eq!((number, found.to_bits()), (altered, value.to_bits()));
        let position = format!("position number {number}");
        assert_says(&damage, &[&position, &value.to_string(), "out of range"]);
    }
}

#[test]
fn values_that_no_stakes_pay_or_that_are_finer_than_specified_are_refused() {
    let grain = f64::EPSILON / 2.0;
    let nonsense = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e-300, -1e300];
    let [quarter, half, one, two] = [0.25, 0.5, 1.0, 2.0].map(f64::next_up);
    let probabilities = [one, -f64::EPSILON, -1e-17, grain / 2.0, quarter];
    for value in nonsense.into_iter().chain(probabilities) {
        assert_value_is_refused(0, value);
    }
    let points = [two, -2.1, grain, half, -1e-300, -0.0];
    for value in nonsense.into_iter().chain(points) {
        assert_value_is_refused(1, value);
    }
}

#[test]
fn values_at_the_ends_of_the_range_are_read() {
    let grain = f64::EPSILON / 2.0;
    let probabilities = [0.0, grain, 1.0 - grain, 1.0].map(|value| (0, value));
    let points = [-2.0, -2.0 * grain, 0.0, 2.0].map(|value| (1, value));
    for (stakes, value) in probabilities.into_iter().chain(points) {
        let mut bytes = bytes_of(stakes);
        bytes.put_value(0, value);
        let solution = decode(&bytes.sealed()).expect("a value").on_trust();
        let start = solution.rules().start();
        let found = solution.value(start).map(tourne_solver::Value::number);
        assert_eq!(found, Ok(value));
    }
}

#[test]
fn best_moves_with_a_bit_that_means_nothing_are_refused() {
    let unused = [3, 7, 11, 15, 19, 23].into_iter().chain(24..31);
    for bit in unused {
        for number in NUMBERS {
            let bits = SolutionBytes::standard().best(number) | 1 << bit;
            let says = [format!("position number {number}"), format!("{bits:08x}")];
            assert_damage(
                |bytes| bytes.put_best(number, bits),
                &Damage::BestMoves { number, bits },
                &says.each_ref().map(String::as_str),
            );
        }
    }
}
