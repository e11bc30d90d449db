//! The steps of the proof, one by one: a module of `solver/graph/src/proof.rs`.

use super::*;
use crate::{Frame, GRAIN, Rows, Target};

/// Returns the block of a graph with these outcomes and rows, which pays the player who ends it a point.
fn block(weights: &[u32], rows: &[&[Target]], states: usize) -> Block {
    let frame = Frame {
        weights: weights.to_vec(),
        payoffs: vec![1.0],
        blocks: vec![states],
    };
    let mut all = Rows::default();
    for row in rows {
        all.push(row.iter().copied());
    }
    Graph::new(frame, all).expect("a game").block(0).clone()
}

fn bounds(values: &[f64], slack: &[f64]) -> Bounds {
    Bounds {
        values: values.to_vec(),
        slack: slack.to_vec(),
        widest: 0,
        are_exact: false,
    }
}

#[test]
fn bounds_hold_the_value_or_are_refused() {
    // Two players toss a coin in turn, and the first to get heads wins a point.
    let mut coin = block(&[1, 1], &[&[Target::End(0)], &[Target::State(0)]], 1);
    let third = (1.0 / 3.0 / GRAIN).round() * GRAIN;
    // An error of 1000 grains is one of 256,000 ticks. The residual is 3/2 of the error, and play goes on for 2 tosses
    // on average.
    for (off, slack, expected) in [
        (0.0, 384.0, true),
        (0.0, 0.0, false),
        (1_000.0, 767_000.0, false),
        (1_000.0, 769_000.0, true),
        (-1_000.0, 767_000.0, false),
        (-1_000.0, 769_000.0, true),
        (0.0, -1.0, false),
        (0.0, LARGEST_SLACK as f64 + 256.0, false),
    ] {
        let bounds = bounds(&[third + off * GRAIN, -1.0], &[slack, 0.0]);
        let survey = bounds.survey(&mut coin, 0);
        let holds = bounds.hold(&mut coin, &survey, i64::MAX);
        assert_eq!(holds, expected, "off by {off} grains, slack {slack}");
    }
}

#[test]
fn a_value_that_is_not_a_number_is_refused_wherever_it_comes_from() {
    // State 0 is worth 1, and state 1 is worth 1/2 - 1/2 = 0, which is what NaN becomes as an integer.
    let rows: [&[Target]; 4] = [
        &[Target::End(0)],
        &[Target::End(0)],
        &[Target::End(0)],
        &[Target::State(0)],
    ];
    for (wrong, is_refused) in [
        (f64::NAN, true),
        (f64::INFINITY, true),
        (5.0, true),
        (2.0_f64.powi(-53), true),
        (0.0, false),
    ] {
        let mut bounds = bounds(&[1.0, wrong, -1.0], &[0.0; 4]);
        let proof = bounds.prove(&mut block(&[1, 1], &rows, 2), &mut |_, _| ());
        let error = proof.err();
        let is_value = matches!(error, Some(ProofError::Value { state: 1, .. }));
        assert_eq!(is_value, is_refused, "{wrong}: {error:?}");
        assert_eq!(error.is_some(), is_refused, "{wrong}");
    }
}

#[test]
fn slack_covers_the_move_near_the_best_after_which_it_is_greatest() {
    // In two states, the player on roll wins a point at once. A third state has a move to each of them.
    let rows: [&[Target]; 3] = [
        &[Target::End(0)],
        &[Target::End(0)],
        &[Target::State(0), Target::State(1)],
    ];
    let distance = 100 * 256;
    for (grains, slack, expected) in [
        (0.0, 6, true),
        (0.0, 5, false),
        (101.0, 2, true),
        // With a slack of more than half the distance, a best move could be among the excluded moves.
        (0.0, distance / 2, true),
        (0.0, distance / 2 + 1, false),
    ] {
        let mut block = block(&[1], &rows, 3);
        let values = [1.0, 1.0 + grains * GRAIN, -1.0, -1.0];
        let bounds = bounds(&values, &[1.0, 5.0, slack as f64, 0.0]);
        let survey = Survey {
            residual: Residual { ticks: 1, state: 0 },
            ..bounds.survey(&mut block, distance)
        };
        let holds = bounds.hold(&mut block, &survey, distance);
        assert_eq!(holds, expected, "{grains} grains, slack {slack}");
    }
}

#[test]
fn slacks_of_earlier_blocks_count_for_the_distance() {
    let mut coin = block(&[1, 1], &[&[Target::End(0)], &[Target::State(0)]], 1);
    let mut bounds = bounds(&[(1.0 / 3.0 / GRAIN).round() * GRAIN, -1.0], &[384.0, 0.0]);
    let survey = bounds.survey(&mut coin, 0);
    for (widest, expected) in [(500, true), (501, false)] {
        bounds.widest = widest;
        let holds = bounds.hold(&mut coin, &survey, 1000);
        assert_eq!(holds, expected, "{widest}");
    }
}

#[test]
fn a_slack_is_compared_with_half_of_the_distance_in_integers() {
    let mut coin = block(&[1, 1], &[&[Target::End(0)], &[Target::State(0)]], 1);
    // As a floating-point number, 2^54 + 3 is 2^54 + 4.
    let half = (1_i64 << 54) + 3;
    let slack = (1_i64 << 54) + 4;
    let bounds = bounds(
        &[(1.0 / 3.0 / GRAIN).round() * GRAIN, -1.0],
        &[slack as f64, 0.0],
    );
    let survey = bounds.survey(&mut coin, 0);
    for (distance, expected) in [(2 * half, false), (2 * slack, true)] {
        assert_eq!(
            bounds.hold(&mut coin, &survey, distance),
            expected,
            "{distance}"
        );
    }
}

#[test]
fn a_residual_is_rounded_up() {
    // Two throws of three win, and the third brings the other player on roll: V = (2 - V) / 3 = 1/2. A value that is greater
    // by a grain, which is 256 ticks, is off by 4/3 of a grain, 341 1/3 ticks.
    let rows: [&[Target]; 3] = [&[Target::End(0)], &[Target::End(0)], &[Target::State(0)]];
    let mut throws = block(&[1, 1, 1], &rows, 1);
    for (grains, expected) in [(0.0, 0), (1.0, 342), (-1.0, 342), (3.0, 1024)] {
        let survey = bounds(&[0.5 + grains * GRAIN, -1.0], &[0.0; 2]).survey(&mut throws, 0);
        assert_eq!(survey.residual.ticks, expected, "{grains} grains");
    }
}
