//! Games with a choice: best moves and ties.

use tourne_graph::Target::{self, End, State};
use tourne_graph::values::iterate;
use tourne_graph::{GRAIN, Graph};
use tourne_graph::{ProofError, residual};

use crate::{COIN, LOSE, WIN, WIN_OR_LOSE, assert_values, game, holds, moves, prove, solve};

#[test]
fn an_exact_tie_is_proven_though_rounding_hides_it() {
    // On heads, the first player chooses between two coins tossed until heads, and loses on tails.
    // The second coin wins with tails; both are worth 1/3, which no f64 is.
    let graph = game(&COIN, &WIN_OR_LOSE, &moves("1 2, L; W, 1; 2, W"));
    let (values, proof) = solve(&graph);
    assert_values(&values, &proof, &[(-2, 3), (1, 3), (1, 3)]);
    assert_eq!(
        (graph.only(&proof.best).moves(0, 0), proof.proven.undecided),
        (&[1, 2][..], 1)
    );
    assert_eq!(proof.proven.margin, None);

    // The tie is proven even if the two values were rounded to different sides.
    let mut apart = values;
    apart[2] += GRAIN;
    let proof = prove(&graph, &apart).expect("a proof from values that differ");
    assert_values(&apart, &proof, &[(-2, 3), (1, 3), (1, 3)]);
    assert_eq!(
        (graph.only(&proof.best).moves(0, 0), proof.proven.undecided),
        (&[1, 2][..], 1)
    );
}

#[test]
fn moves_of_equal_value_tie() {
    // One way wins with the outcome of weight 3, the other way with the outcomes of weights 1 and 2. Otherwise both
    // begin anew: V = 1/2 - 1/2 V = 1/3.
    let by_weights = game(
        &[1, 2, 3],
        &WIN_OR_LOSE,
        &moves("1 2, 2 1, L; 1, 1, W; W, W, 2"),
    );
    // The first player can win at once, or after an opponent whose only move lets him win. He can also lose at once,
    // which is worse by two points.
    let now_or_later = game(&COIN, &WIN_OR_LOSE, &moves("W 1 L, 1 W; 2, 2; W, W"));
    let same_payoff = game(&[1], &[0.5, 0.5, 0.25], &moves("D L W"));
    for (graph, fractions, best, margin) in [
        (
            by_weights,
            &[(-2, 3), (1, 3), (1, 3)][..],
            &[&[1, 2][..], &[2, 1]][..],
            None,
        ),
        (
            now_or_later,
            &[(1, 1), (-1, 1), (1, 1)],
            &[&[3, 1], &[1, 3]],
            Some(2.0),
        ),
        (same_payoff, &[(1, 2)], &[&[2, 1]], Some(0.25)),
    ] {
        let (values, proof) = solve(&graph);
        assert_values(&values, &proof, fractions);
        assert_eq!(proof.proven.undecided, best.len() as u64);
        for (outcome, best) in best.iter().enumerate() {
            assert_eq!(graph.only(&proof.best).moves(0, outcome), *best);
        }
        assert_eq!(proof.proven.margin.is_some(), margin.is_some());
        let off = proof.proven.margin.map_or(0.0, |it| it.points) - margin.unwrap_or(0.0);
        assert!(off.abs() <= 2.0 * proof.proven.bound(), "{off}");
    }
}

#[test]
fn a_tie_that_only_arithmetic_shows_is_left_undecided() {
    // The choice is a draw or a toss for one point. Both are worth 0, but they have no moves in common, and close
    // values are no proof of a tie.
    let graph = game(&COIN, &[1.0, -1.0, 0.0], &moves("W, 1 D; W, L"));
    let values = iterate(&graph).expect("values");
    let error = prove(&graph, &values.points).expect_err("a tie that is not seen");
    let (state, outcome) = (0, 1);
    assert_eq!(error, ProofError::Undecided { state, outcome });
    assert!(error.to_string().contains("state 0 with outcome 1"));
}

/// A choice between two lotteries whose values differ by 2·10^(-6 · `depth`).
///
/// In each state the mover wins with 500,000 chances of a million and loses with 499,999. With the last chance the
/// opponent plays a lottery that is one level less deep. At the bottom this last chance wins in one lottery, whose
/// value is 2·10^-6 there, and loses in the other, whose value is 0. Each level divides the difference by a million.
fn two_lotteries(depth: u32, bottoms: [Target; 2]) -> Graph {
    let mut moves: Vec<Vec<Target>> = vec![vec![State(1), State(2)]; 3];
    for level in 1..=depth {
        for (lottery, bottom) in (0..).zip(bottoms) {
            let next = State(2 * level + 1 + lottery);
            let last = if level == depth { bottom } else { next };
            moves.extend([vec![WIN], vec![LOSE], vec![last]]);
        }
    }
    game(&[500_000, 499_999, 1], &WIN_OR_LOSE, &moves)
}

#[test]
fn values_that_differ_by_little_are_told_apart() {
    // State 1 is the lottery with the win at the bottom. The player who profits from that win changes with each level.
    for (depth, better, apart) in [(1, 2, 2e-6), (2, 1, 2e-12)] {
        let graph = two_lotteries(depth, [WIN, LOSE]);
        let (_, proof) = solve(&graph);
        for outcome in 0..3 {
            assert_eq!(
                graph.only(&proof.best).moves(0, outcome),
                [better],
                "depth {depth}"
            );
        }
        assert_eq!(proof.proven.undecided, 0);
        let margin = proof.proven.margin.expect("a choice");
        assert_eq!((margin.state, margin.outcome), (0, 0));
        assert!(proof.proven.bound() < apart / 1000.0);
        let off = (margin.points - apart).abs();
        assert!(
            off <= 2.0 * proof.proven.bound(),
            "depth {depth}: {margin:?}"
        );
    }
}

#[test]
fn values_that_are_too_close_to_tell_are_left_undecided() {
    // A difference of 2·10^-18 is too small to show in f64 numbers near 10^-6, but it is not 0.
    let graph = two_lotteries(3, [WIN, LOSE]);
    let values = iterate(&graph).expect("values");
    let error = prove(&graph, &values.points).expect_err("a difference too small");
    let (state, outcome) = (0, 0);
    assert_eq!(error, ProofError::Undecided { state, outcome });

    // Lotteries that are the same at every level tie.
    let graph = two_lotteries(3, [WIN, WIN]);
    let (_, proof) = solve(&graph);
    assert_eq!(proof.proven.undecided, 3);
    assert_eq!(graph.only(&proof.best).moves(0, 2), [1, 2]);
}

/// Returns a game with a single choice, between two sequences of `length` forced moves each, to two ends with
/// these payoffs.
fn two_long_ways(length: u32, payoffs: [f64; 2]) -> Graph {
    let mut moves: Vec<Vec<Target>> = vec![vec![State(1), State(2)]];
    for step in 1..=length {
        for way in 0..2 {
            let next = State(2 * step + 1 + way);
            let end = End(way as u16);
            moves.push(vec![if step == length { end } else { next }]);
        }
    }
    game(&[1], &payoffs, &moves)
}

#[test]
fn long_ways_tie_if_they_lead_to_the_same_payoff_and_only_then() {
    let graph = two_long_ways(300, [0.5, 0.5]);
    let (values, proof) = solve(&graph);
    assert!(
        holds(values[0], proof.proven.bound_of(0), (1, 2)),
        "{values:?}"
    );
    assert!(proof.proven.bound() < 1e-12, "{:e}", proof.proven.bound());
    assert_eq!(
        (graph.only(&proof.best).moves(0, 0), proof.proven.undecided),
        (&[1, 2][..], 1)
    );
    // The values are exact, but the ways are so long that their bounds overlap.
    let payoffs = [0.5, 0.5 + GRAIN];
    let graph = two_long_ways(300, payoffs);
    let mut values = vec![payoffs[1]];
    for step in 1..=300 {
        // The last move gets the payoff, and each move before it the opposite of the value after it.
        values.extend(payoffs.map(|payoff| if step % 2 == 0 { payoff } else { -payoff }));
    }
    let off = residual(&graph, &values).expect("values").points();
    assert_eq!(off.to_bits(), 0);
    match prove(&graph, &values) {
        Ok(proof) => assert_eq!(
            (graph.only(&proof.best).moves(0, 0), proof.proven.undecided),
            (&[2][..], 0)
        ),
        Err(error) => assert!(
            matches!(error, ProofError::Undecided { state: 0, .. }),
            "{error}"
        ),
    }
}

/// Play goes round four states. The player on roll in the first state wins with a probability of 1/1000, so the value
/// of that state is 1, that of the next -1, and so on. In a fifth state the player may take half a point (`L`) or go to the
/// second state, which is worth 1 to that player. Early sweeps change values by a thousandth only, so that half a point
/// looks best: the choice must be made again.
#[test]
fn a_choice_that_looked_clear_too_soon_is_made_again() {
    let moves = moves("W, 1; 2, 2; 3, 3; 0, 0; L 1, L 1");
    let graph = game(&[1, 999], &[1.0, 0.5], &moves);
    let (values, proof) = solve(&graph);
    for (&value, expected) in values.iter().zip([1, -1, 1, -1, 1]) {
        assert!(holds(value, proof.proven.bound(), (expected, 1)), "{value}");
    }
    // Play goes on for four thousand moves on average.
    assert!(proof.proven.bound() < 2e-11, "{:e}", proof.proven.bound());
}
