//! Games that may not end.

use tourne_solver::graph::Target::{self, End, State};
use tourne_solver::graph::ending::Ending;
use tourne_solver::graph::proof::{ProofError, prove, residual};
use tourne_solver::graph::values::iterate;
use tourne_solver::graph::{Graph, lengths};

use super::{COIN, LOSE, WIN, WIN_OR_LOSE, assert_values, game, holds, solve, ticks};

#[test]
fn a_player_may_wait_for_ever_but_best_play_ends() {
    // On heads, a player may win or let the other toss. Waiting gains nothing: V = 1/3, and
    // winning is worth 1 - (-1/3) more than waiting.
    let graph = game(&COIN, &WIN_OR_LOSE, &[&[State(0), WIN], &[State(0)]]);
    let (values, proof) = solve(&graph);
    assert_values(&values, &proof, &[(1, 3)]);
    assert_eq!(proof.ending, Ending::UnderBestPlay);
    assert_eq!(proof.best.graph(&graph).moves(0, 0), [1]);
    assert!((proof.margin.expect("a choice").points - 4.0 / 3.0).abs() <= 2.0 * proof.bound());
}

/// Asserts that values which satisfy the equation are refused, as play with best moves goes on.
#[track_caller]
fn assert_refused(graph: &Graph, values: &[f64]) {
    assert_eq!(
        residual(graph, values).expect("values").points().to_bits(),
        0
    );
    let error = prove(graph, values).expect_err("play that never ends");
    assert_eq!(error, ProofError::Endless);
}

#[test]
fn best_play_that_waits_for_ever_has_no_value() {
    // Whoever ends the game loses, so nobody does. The equation is V = -V.
    let graph = game(&[1], &WIN_OR_LOSE, &[&[State(0), LOSE]]);
    let values = iterate(&graph, &mut |_| ()).expect("0 satisfies the equation");
    assert_refused(&graph, &values.points);
}

#[test]
fn a_game_without_ends_has_no_value() {
    let graph = game(
        &COIN,
        &[],
        &[&[State(1)], &[State(0)], &[State(0)], &[State(1)]],
    );
    assert_refused(&graph, &[0.0, 0.0]);
}

#[test]
fn a_win_that_can_be_put_off_for_ever_has_no_value() {
    // The player in state 0 can only wait for the one in state 1, who may win now or at his next
    // turn, and then again at his next.
    let graph = game(&[1], &WIN_OR_LOSE, &[&[State(1)], &[WIN, State(0)]]);
    let values = iterate(&graph, &mut |_| ()).expect("-1 and 1 satisfy the equation");
    assert_eq!(
        [ticks(values.points[0]), ticks(values.points[1])],
        [ticks(-1.0), ticks(1.0)]
    );
    assert_refused(&graph, &values.points);
}

#[test]
fn values_of_a_cycle_that_nobody_leaves_are_not_believed() {
    // The player in state 0 gets 1/2 by ending, the one in state 1 loses 3/4 by ending. Going on
    // costs nothing, so that (c, -c) satisfies the equation for every c from 1/2 to 3/4.
    let graph = game(
        &[1],
        &[0.5, -0.75],
        &[&[State(1), End(0)], &[State(0), End(1)]],
    );
    for c in [0.5, 0.625, 0.75] {
        assert_refused(&graph, &[c, -c]);
    }
}

#[test]
fn turns_that_are_passed_to_and_fro_take_few_sweeps() {
    // Five pairs of players pass the turn to each other, with a chance of 1/100 to 5/100 that the first wins instead and 1/100 that
    // the second does; and five players toss again with a chance of 95/100 to 99/100.
    let mut moves: Vec<Vec<Target>> = Vec::new();
    let mut expected = Vec::new();
    for win in 1..=5_u32 {
        let state = moves.len() as u32 / 6;
        for (wins, next) in [(win, state + 1), (1, state), (win, state + 2)] {
            moves.extend(
                (1..=5).map(|outcome| vec![if outcome <= wins { WIN } else { State(next) }]),
            );
            moves.push(vec![State(next)]);
        }
        // V = p - (1 - p) W and W = q - (1 - q) V, in hundredths; a player who tosses again at the next turn has V = p - (1 - p) V.
        let (p, q) = (i128::from(win), 1);
        let over = 10_000 - (100 - p) * (100 - q);
        expected.push((100 * p - (100 - p) * q, over));
        expected.push((100 * q - (100 - q) * p, over));
        expected.push((p, 200 - p));
    }
    let moves: Vec<&[Target]> = moves.iter().map(Vec::as_slice).collect();
    let graph = game(&[1, 1, 1, 1, 1, 95], &WIN_OR_LOSE, &moves);
    let (values, proof) = solve(&graph);
    assert_values(&values, &proof, &expected);
    let sweeps = iterate(&graph, &mut |_| ()).expect("values").sweeps;
    assert!(sweeps < 8.0, "{sweeps}");
}

#[test]
fn lengths_do_not_go_astray() {
    // Two games in which extrapolated lengths once grew without end. All payoffs are 0, and so are all values.
    let end = End(0);
    let none: &[&[Target]] = &[
        &[State(0)],
        &[State(2)],
        &[State(0)],
        &[end],
        &[State(2)],
        &[State(1)],
        &[State(3)],
        &[State(2)],
        &[end],
        &[State(0)],
        &[State(0)],
        &[State(2)],
    ];
    let some: &[&[Target]] = &[
        &[State(1)],
        &[State(2)],
        &[State(1)],
        &[State(1), State(1)],
        &[State(2)],
        &[end, State(1)],
        &[State(1), State(2)],
        &[end],
        &[State(1)],
    ];
    // The longest play takes 29 and 56 moves on average.
    for (weights, moves, longest) in [([5, 5, 1], none, 29.0), ([5, 1, 1], some, 56.0)] {
        let graph = game(&weights, &[0.0], moves);
        let values = vec![0.0; graph.states()];
        let error = prove(&graph, &values).map(|proof| proof.bound());
        assert!(matches!(error, Ok(bound) if bound < 1e-15), "{error:?}");
        let whole = lengths::whole(&graph).expect("play ends");
        let most = whole.into_iter().max().expect("there are states") as f64;
        assert!(most >= longest && most < 3.0 * longest, "{most}");
    }
}

#[test]
fn play_may_last_for_a_million_moves() {
    // One throw in a million wins, and otherwise the other player rolls:
    //   V = 10^-6 - (1 - 10^-6) V, so V = 1/1,999,999.
    let graph = game(&[1, 999_999], &WIN_OR_LOSE, &[&[WIN], &[State(0)]]);
    let (values, proof) = solve(&graph);
    assert!(holds(values[0], proof.bound(), (1, 1_999_999)));
    assert!(proof.bound() < 1e-8, "{:e}", proof.bound());
}

#[test]
fn values_that_do_not_come_to_rest_are_an_error() {
    // Rings of three to seven states that pass the turn on, and that somebody leaves with one to five throws in a million.
    let mut moves: Vec<Vec<Target>> = Vec::new();
    let mut first = 0;
    for ring in 1..=5 {
        let states = ring + 2;
        for place in 0..states {
            let end = if place % 2 == 0 { WIN } else { LOSE };
            let next = State(first + (place + 1) % states);
            let leaving = if place < 2 { ring } else { 0 };
            moves.extend((0..6).map(|outcome| vec![if outcome < leaving { end } else { next }]));
        }
        first += states;
    }
    let moves: Vec<&[Target]> = moves.iter().map(Vec::as_slice).collect();
    let graph = game(&[1, 1, 1, 1, 1, 999_995], &WIN_OR_LOSE, &moves);
    let error = iterate(&graph, &mut |_| ()).expect_err("a game that takes too long");
    assert!(error.residual > 1e-10, "{error}");
    assert!(error.to_string().contains("play may never end"));
}
