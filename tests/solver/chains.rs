//! Chains of chance: lengths of play, and visits.

use std::ops::Range;

use tourne_graph::Node;
use tourne_graph::Target::{End, State};
use tourne_solver::policies::chain::{Chain, SETTLED, Turns};
use tourne_solver::policies::lengths::{longest, whole};

use crate::payoffs::game;

/// Returns a chain of one block of states.
fn one_block(states: usize, nexts: impl FnMut(usize, &mut Vec<(Node, f64)>)) -> Chain {
    Chain::new(
        Vec::from([Range {
            start: 0,
            end: states,
        }]),
        1,
        nexts,
    )
}

/// Gambler's ruin with this number of coins: in state *n*, a player has *n* + 1 coins and stakes one on each toss.
fn ruin(coins: usize) -> Chain {
    one_block(coins - 1, |state, next| {
        let lost = state.checked_sub(1).unwrap_or(coins - 1);
        next.extend([(lost as Node, 0.5), (state as Node + 1, 0.5)]);
    })
}

#[test]
fn play_of_many_throws_is_settled() {
    let coins = 1001;
    let chain = ruin(coins);
    let mut lengths = vec![[[0.0]]; coins];
    let sweeps = Turns::new([&chain]).expect(&mut lengths, |_| [[1.0]], SETTLED);
    let sweeps = sweeps.expect("the sums converge");
    for (state, [[length]]) in lengths[..coins - 1].iter().enumerate() {
        let expected = ((state + 1) * (coins - 1 - state)) as f64;
        assert!(
            (length - expected).abs() < 1e-8 * expected,
            "{state}: {length}"
        );
    }
    assert!(sweeps < 10_000.0, "{sweeps}");
    // Each lane converges, however small its numbers are.
    let start = coins / 2 - 1;
    let visits = Turns::new([&chain; 2]).visits(&[(start, [[0.25, 1e-6], [0.75, 0.0]])]);
    let visits = visits.expect("the sums converge");
    for (lane, factor) in [(0, 1.0), (1, 1e-6)] {
        let sum: f64 = visits.iter().flatten().map(|lanes| lanes[lane]).sum();
        let expected = factor * (coins / 2 * (coins - coins / 2)) as f64;
        assert!((sum - expected).abs() < 1e-8 * expected, "{sum} {expected}");
    }
}

#[test]
fn play_that_never_ends_is_not_settled() {
    // States 0 and 1 lead to each other for ever; state 2 leads to state 0 or to the end.
    let chain = one_block(3, |state, next| match state {
        2 => next.extend([(0, 0.5), (3, 0.5)]),
        _ => next.push((1 - state as Node, 1.0)),
    });
    let mut lengths = [[[0.0]]; 4];
    Turns::new([&chain])
        .expect(&mut lengths, |_| [[1.0]], SETTLED)
        .expect_err("play goes on for ever");
    Turns::new([&chain])
        .visits(&[(2, [[1.0]])])
        .expect_err("play goes on for ever");
    // In floating point, ten probabilities of 0.1 add up to a little less than 1, so the computed length is about
    // nine quadrillion throws.
    let chain = one_block(1, |_, next| next.extend([(0, 0.1); 10]));
    let mut lengths = [[[0.0]]; 2];
    Turns::new([&chain])
        .expect(&mut lengths, |_| [[1.0]], SETTLED)
        .expect_err("play goes on for ever");
}

#[test]
fn visits_are_those_of_each_player_and_lane() {
    // Two players take turns to stake a coin from a common purse. In lane 0, the purse initially holds 1 coin; in
    // lane 1, 20 coins.
    let chain = ruin(41);
    let visits = Turns::new([&chain; 2]).visits(&[
        (0, [[1.0, 0.0], [0.0, 0.0]]),
        (19, [[0.0, 0.25], [0.0, 0.75]]),
    ]);
    let visits = visits.expect("the sums converge");
    let sums = |lane: usize| {
        let both = visits.iter().map(|seats| [seats[0][lane], seats[1][lane]]);
        both.fold([0.0; 2], |sums, both| {
            [sums[0] + both[0], sums[1] + both[1]]
        })
    };
    for (lane, coins) in [(0, 1), (1, 20)] {
        let [one, other] = sums(lane);
        let expected = f64::from(coins * (41 - coins));
        assert!((one + other - expected).abs() < 1e-9, "{one} {other}");
    }
    // If the purse initially holds 1 coin, the first player is on turn exactly when the number of coins is odd.
    let of_first = |state: usize| visits[state][state % 2][0];
    assert!((0..40).all(|state| visits[state][1 - state % 2][0] == 0.0 && of_first(state) > 0.0));
    // From 1 coin, the purse reaches 41 coins with probability 1/41. Half of the turns with 40 coins lead there, so
    // the mean number of such turns is 2/41.
    assert!((of_first(39) - 2.0 / 41.0).abs() < 1e-12);
}

#[test]
fn earlier_blocks_get_what_comes_from_later_ones() {
    // State 2 leads to 1, 0 or the end; state 1 leads to 0 or itself; state 0 leads to the end.
    let chain = Chain::new(vec![0..1, 1..2, 2..3], 1, |state, next| match state {
        0 => next.push((3, 1.0)),
        1 => next.extend([(0, 0.75), (1, 0.25)]),
        _ => next.extend([(1, 0.5), (0, 0.25), (0, 0.125), (3, 0.125)]),
    });
    let visits = Turns::new([&chain]).visits(&[(2, [[1.0]])]);
    let visits = visits.expect("the sums converge");
    for (visits, expected) in visits.into_iter().zip([0.875, 2.0 / 3.0, 1.0]) {
        assert!((visits[0][0] - expected).abs() < 1e-14);
    }
}

#[test]
fn lengths_are_those_of_play_that_both_prolong() {
    // State 0 is the coin until heads, and lasts 1 + 1/2 · 2 = 2 tosses. In state 1 a player may end
    // the game, or else go on to state 0.
    let graph = game(
        &[1, 1],
        &[1.0, -1.0],
        &[
            vec![End(0)],
            vec![State(0)],
            vec![End(0), State(0)],
            vec![State(0), End(1)],
        ],
    );
    let lengths = longest(&graph).expect("lengths");
    for (length, exact) in lengths.iter().zip([2.0, 3.0]) {
        assert!((length - exact).abs() < 1e-12, "{lengths:?}");
    }
}

#[test]
fn whole_lengths_leave_room_for_rounding() {
    // A coin until heads, and a state that leads there or ends the game.
    let graph = game(
        &[1, 1],
        &[1.0],
        &[
            vec![End(0)],
            vec![State(0)],
            vec![End(0), State(0)],
            vec![State(0)],
        ],
    );
    let whole = whole(&graph).expect("play ends");
    assert!(2 * whole[0] >= 2 + whole[0], "{whole:?}");
    assert!(2 * whole[1] >= 2 + 2 * whole[0], "{whole:?}");
    assert!(whole[1] <= 8, "{whole:?}");
}
