//! Games with a choice: best moves and ties.

use tourne_graph::Target::{self, Again, End, State};
use tourne_graph::{GRAIN, Graph};
use tourne_graph::{ProofError, residual};

use crate::{
    COIN, LOSE, WIN, WIN_OR_LOSE, assert_values, built, game, holds, moves, prove, rows, solve,
};

#[test]
fn an_exact_tie_is_proven_though_rounding_hides_it() {
    // On heads, the first player chooses between two coins tossed until heads, and loses on tails.
    // The second coin wins with tails; both are worth 1/3, which no f64 is.
    let graph = game(&COIN, &WIN_OR_LOSE, &moves("1 2, L; W, 1; 2, W"));
    let (values, proof) = solve(&graph);
    assert_values(&values, &proof, &[(-2, 3), (1, 3), (1, 3)]);
    assert_eq!(
        (graph.only(&proof.best).moves(0, 0), proof.proven.ties),
        (&[1, 2][..], 1)
    );
    assert_eq!(proof.proven.margin, None);

    // The tie is proven even if the two values were rounded to different sides.
    let mut apart = values;
    apart[2] += GRAIN;
    let proof = prove(&graph, &apart).expect("a proof from values that differ");
    assert_values(&apart, &proof, &[(-2, 3), (1, 3), (1, 3)]);
    assert_eq!(
        (graph.only(&proof.best).moves(0, 0), proof.proven.ties),
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
        assert_eq!(proof.proven.ties, best.len() as u64);
        for (outcome, best) in best.iter().enumerate() {
            assert_eq!(graph.only(&proof.best).moves(0, outcome), *best);
        }
        assert_eq!(proof.proven.margin.is_some(), margin.is_some());
        let off = proof.proven.margin.map_or(0.0, |it| it.points) - margin.unwrap_or(0.0);
        assert!(off.abs() <= 2.0 * proof.proven.bound(), "{off}");
    }
}

#[test]
fn a_tie_that_only_arithmetic_shows_is_proven() {
    // The choice is a draw or a toss for one point. Both are worth 0, but they have no moves in common. All states may be
    // in one block, or the toss in a block of its own, and the player who tosses may be on roll again.
    let toss: [&[Target]; 2] = [&[WIN], &[LOSE]];
    for (again, blocks) in [
        (false, &[2][..]),
        (false, &[1, 1]),
        (true, &[2]),
        (true, &[1, 1]),
    ] {
        let to_toss = if again { Again(0) } else { State(0) };
        let choice: [&[Target]; 2] = [&[WIN], &[to_toss, End(2)]];
        let graph = built(
            &COIN,
            &[1.0, -1.0, 0.0],
            rows(&[toss, choice].concat()),
            blocks,
        );
        let (values, proof) = solve(&graph.expect("a game"));
        assert_values(&values, &proof, &[(0, 1), (1, 2)]);
        assert_eq!((proof.proven.ties, proof.proven.undecided), (1, 0));
        assert_eq!(proof.best, [true; 5]);
        // The classes do not show it: those of the toss and of a draw, node 4, differ.
        let classes = proof.classes.expect("classes");
        assert_ne!(classes[0], classes[4]);
    }
}

#[test]
fn a_tie_of_classes_across_blocks_is_proven() {
    // Two coins tossed until heads, each in a block of its own, and a third one that pays a grain less. Play comes back to
    // each, so that only their class shows that the first two are equal.
    let coins = moves("W, 0; 1, W; 2, D; 0 1 2, 2 0");
    let payoffs = [1.0, -1.0, 1.0 - GRAIN];
    let graph = built(&COIN, &payoffs, rows(&coins), &[1, 1, 1, 1]).expect("a game");
    let third = ((1_i128 << 52) - 1, 3 << 52);
    let proof = graph.solve(&mut |_| ()).expect("bounds");
    assert!(holds(
        proof.proven.values[2],
        proof.proven.bound_of(2),
        third
    ));
    // Bounds cannot tell that the third coin is worse for the player who tosses, so it may be best to leave it to the
    // opponent.
    assert_eq!((proof.proven.ties, proof.proven.undecided), (0, 2));
    let kept = graph.only(&[
        true, true, true, true, true, true, true, true, false, true, false,
    ]);
    let (_, proof) = solve(&kept);
    assert_eq!((proof.proven.ties, proof.proven.undecided), (1, 0));
    let classes = proof.classes.expect("classes");
    assert_eq!(classes[..3], [0, 0, 2]);
}

#[test]
fn a_choice_that_is_open_where_play_comes_back_is_counted() {
    // A coin that passes on tails, at stake 3/4, and one that is tossed again on tails, at stake 1/4: both are worth 1/4.
    // Classes show that the second is worth the same as 1/4 at once, which is the second choice.
    let moves: [&[Target]; 8] = [
        &[End(0)],
        &[State(0)],
        &[End(1)],
        &[Again(1)],
        &[State(0), State(1)],
        &[State(1), End(2)],
        &[State(2)],
        &[State(2)],
    ];
    let payoffs = [0.75, 0.25, -0.25];
    for blocks in [&[4][..], &[1, 1, 1, 1]] {
        let graph = built(&COIN, &payoffs, rows(&moves), blocks).expect("a game");
        let proof = graph.solve(&mut |_| ()).expect("bounds");
        let values = &proof.proven.values;
        assert_values(values, &proof, &[(1, 4), (1, 4), (-1, 4), (1, 4)]);
        assert_eq!((proof.proven.ties, proof.proven.undecided), (1, 1));
        assert_eq!(proof.best, [true; 10]);
        let (state, outcome) = (2, 0);
        let error = ProofError::Undecided { state, outcome };
        assert_eq!(proof.proven.all_decided(), Err(error));
        assert!(error.to_string().contains("state 2 with outcome 0"));
    }
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
fn a_difference_too_small_for_bounds_is_no_tie() {
    // A difference of 2·10^-18 is too small to show in f64 numbers near 10^-6, but it is not 0.
    for (bottoms, better) in [([WIN, LOSE], 1), ([LOSE, WIN], 2)] {
        let graph = two_lotteries(3, bottoms);
        let (_, proof) = solve(&graph);
        assert_eq!((proof.proven.ties, proof.proven.undecided), (0, 0));
        assert_eq!(graph.only(&proof.best).moves(0, 2), [3 - better]);
        let margin = proof.proven.margin.expect("a choice");
        assert!((margin.points / 2e-18 - 1.0).abs() < 1e-9, "{margin:?}");
    }
    // Nor are far smaller ones, down to 2 in 10^240.
    for depth in [6, 7, 8, 20, 40] {
        let graph = two_lotteries(depth, [WIN, LOSE]);
        let (_, proof) = solve(&graph);
        assert_eq!((proof.proven.ties, proof.proven.undecided), (0, 0));
        assert_eq!(graph.only(&proof.best).moves(0, 0), [1 + depth % 2]);
    }
    // Values that are no multiple of the unit of exact ones are not found, so nothing is said of them.
    let proven = solve(&two_lotteries(160, [WIN, LOSE])).1.proven;
    assert_eq!((proven.ties, proven.undecided), (0, 3));
    let undecided = ProofError::Undecided {
        state: 0,
        outcome: 0,
    };
    assert_eq!(proven.all_decided(), Err(undecided));

    // Lotteries that are the same at every level tie.
    let graph = two_lotteries(3, [WIN, WIN]);
    let (_, proof) = solve(&graph);
    assert_eq!(proof.proven.ties, 3);
    assert_eq!(graph.only(&proof.best).moves(0, 2), [1, 2]);
}

#[test]
fn a_later_state_joins_one_of_two_classes_of_equal_value() {
    // States 0 and 1 are worth (1 - V) / 4 = 1/5, but in different ways, so they are two classes. State 2 is in a later block,
    // and leads where state 1 does. State 3 chooses between states 1 and 2.
    let rows = rows(&moves("W, D, D, 0; W, W, L, 1; W, W, L, 1; 1 2, W, W, W"));
    let graph = built(&[1; 4], &[1.0, -1.0, 0.0], rows, &[2, 1, 1]).expect("a game");
    let (values, proof) = solve(&graph);
    assert_values(&values, &proof, &[(1, 5), (1, 5), (1, 5), (7, 10)]);
    assert_eq!((proof.proven.ties, proof.proven.undecided), (1, 0));
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
        (graph.only(&proof.best).moves(0, 0), proof.proven.ties),
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
    let proof = prove(&graph, &values).expect("best moves");
    assert_eq!(
        (graph.only(&proof.best).moves(0, 0), proof.proven.ties),
        (&[2][..], 0)
    );
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
