//! Wrong values never prove a false statement.

use tourne_graph::GRAIN;
use tourne_graph::Target::{self, End, State};
use tourne_graph::values::iterate_from;
use tourne_graph::{ProofError, bound, residual};

use crate::{
    COIN, WIN_OR_LOSE, assert_values, coin_until_heads, game, holds, moves, prove, solve, ticks,
};

#[test]
fn bounds_of_any_width_are_proven() {
    // (Near 2^18 grains, the distance within which moves count as near the best is widened.)
    for power in [10, 17, 18, 19, 20, 31] {
        for part in [2.0, 3.0, -2.0] {
            let off = GRAIN * part * f64::from(2).powi(power);
            let value = ((1.0 / 3.0 + off) / GRAIN).round() * GRAIN;
            let proof = prove(&coin_until_heads(), &[value]).expect("these bounds hold");
            assert!(holds(value, proof.proven.bound(), (1, 3)), "off by {off:e}");
            let expected = off.abs() - GRAIN..4.0 * off.abs();
            assert!(expected.contains(&proof.proven.bound()), "off by {off:e}");
        }
    }
}

#[test]
fn sweeps_over_what_is_no_number_end_and_their_values_are_refused() {
    let graph = coin_until_heads();
    let table = vec![f64::NAN, -1.0, 1.0];
    let found = iterate_from(&graph, &table, 0.0).expect("the sweeps end");
    let refused = prove(&graph, &found.points).expect_err("there is no value");
    assert!(matches!(refused, ProofError::Value { state: 0, .. }));
}

#[test]
fn values_that_favour_the_wrong_move_do_not_make_it_best() {
    // The win is worth 4/3 more than waiting; these values say that waiting is worth as much
    // or more.
    let graph = game(&COIN, &WIN_OR_LOSE, &moves("0 W, 0"));
    for wrong in [-1.0, -1.25, -1.5] {
        let error = prove(&graph, &[wrong]).expect_err("values off by a lot");
        let is_apt = matches!(error, ProofError::NoBounds(_));
        assert!(is_apt, "{wrong}: {error}");
    }
    // Values that are off by a little still prove the right best move.
    let little = 341.0 / 1024.0;
    let proof = prove(&graph, &[little]).expect("bounds from a wrong value");
    assert!(holds(little, proof.proven.bound(), (1, 3)));
    assert_eq!(graph.only(&proof.best).moves(0, 0), [1]);
}

#[test]
fn errors_that_add_up_behind_a_move_that_looks_worse_are_noticed() {
    // The first player ends the game for 1/8, or goes on to states that nobody can leave, and
    // gets 3/16 in the end.
    let last = 128;
    let mut moves: Vec<Vec<Target>> = vec![vec![End(0), State(1)]];
    moves.extend((1..last).map(|state| vec![State(state + 1)]));
    moves.push(vec![End(1)]);
    let graph = game(&[1], &[0.125, 0.1875], &moves);
    let (values, proof) = solve(&graph);
    assert!(
        holds(values[0], proof.proven.bound_of(0), (3, 16)),
        "{values:?}"
    );
    assert_eq!(graph.only(&proof.best).moves(0, 0), [1]);

    // By these values, going on is worth 1/16. No equation is off by more than 2^-10, and that of state 0 is satisfied.
    let mut wrong = vec![0.125];
    wrong.extend((1..=last).map(|state| {
        let size = 0.0625 + f64::from(state) / 1024.0;
        if state % 2 == 0 { size } else { -size }
    }));
    let off = residual(&graph, &wrong).expect("values").points();
    assert_eq!(ticks(off), ticks(1.0 / 1024.0));
    match prove(&graph, &wrong) {
        Ok(proof) => assert!(holds(0.125, proof.proven.bound_of(0), (3, 16))),
        Err(ProofError::Undecided { state, .. }) => assert_eq!(state, 0),
        Err(error) => assert_eq!(error, ProofError::NoBounds(off)),
    }
}

#[test]
fn values_so_wrong_that_waiting_may_be_best_prove_nothing() {
    // A win is worth 1/512, so V = 1/1536, and waiting is worth -1/1536. With bounds as wide as this value's, waiting
    // may be as good as winning, and a player who waits may wait for ever.
    let graph = game(&COIN, &[1.0 / 512.0], &moves("0 W, 0"));
    let error = prove(&graph, &[1.25 / 512.0]).expect_err("a value off by a lot");
    // The error does not claim that play never ends.
    assert!(matches!(error, ProofError::NoBounds(_)), "{error}");
    // The right value leaves no doubt.
    let (values, proof) = solve(&graph);
    assert_values(&values, &proof, &[(1, 1536)]);
    assert_eq!(graph.only(&proof.best).moves(0, 0), [1]);
}

#[test]
fn values_so_wrong_that_bounds_span_all_ends_prove_no_ties() {
    // State 1 is a toss for a stake, worth 0. State 2 is won by the player on roll. So the best move leads to state 1.
    // The given value of state 0 is off by the stake.
    let stake = 1.0 / 512.0;
    let graph = game(&COIN, &[stake, -stake], &moves("1 2, 1 2; W, L; W, W"));
    let (values, proof) = solve(&graph);
    assert_values(&values, &proof, &[(0, 1), (0, 1), (1, 512)]);
    assert_eq!(
        (graph.only(&proof.best).moves(0, 0), proof.proven.undecided),
        (&[1][..], 0)
    );

    // Bounds this wide leave the choices open, and exact arithmetic decides them.
    let proof = prove(&graph, &[stake, 0.0, stake]).expect("best moves");
    assert!(proof.proven.bound() >= stake);
    assert_eq!((proof.proven.ties, proof.proven.undecided), (0, 0));
    assert_eq!(graph.only(&proof.best).moves(0, 0), [1]);
}

#[test]
fn residuals_are_by_how_much_the_equation_is_off() {
    // The equation V = 1/2 - 1/2 V is off by 1/2 at V = 0, by 1 at V = 1, and by 2 at V = -1.
    let graph = coin_until_heads();
    for (value, off) in [(0.0, 0.5), (1.0, 1.0), (-1.0, 2.0)] {
        let residual = residual(&graph, &[value]).expect("a value of the graph");
        assert_eq!((ticks(residual.points()), residual.state), (ticks(off), 0));
        // Values that are off by so much prove nothing.
        let error = prove(&graph, &[value]).expect_err("a value off by a lot");
        assert_eq!(error, ProofError::NoBounds(off));
    }
    // Of several states the worst is named.
    let graph = game(&COIN, &WIN_OR_LOSE, &moves("W, W; W, L"));
    let residual = residual(&graph, &[0.75, 0.5]).expect("values of the graph");
    assert_eq!((ticks(residual.points()), residual.state), (ticks(0.5), 1));
}

#[test]
fn what_are_no_values_is_refused() {
    let graph = game(&COIN, &WIN_OR_LOSE, &moves("W, 0; W, 1"));
    let infinite = [f64::INFINITY, f64::NEG_INFINITY, f64::MAX];
    let beyond = [4.0 + 8.0 * GRAIN, -4.0 - 8.0 * GRAIN];
    let too_fine = [GRAIN / 2.0, 1.0 / 3.0, f64::MIN_POSITIVE, f64::NAN];
    for bad in infinite.into_iter().chain(beyond).chain(too_fine) {
        let errors = [
            prove(&graph, &[0.5, bad]).expect_err("a bad value"),
            residual(&graph, &[0.5, bad]).expect_err("a bad value"),
            bound(&graph, &[0.5, bad]).expect_err("a bad value"),
        ];
        for error in errors {
            let ProofError::Value { state: 1, value } = error else {
                panic!("{bad}: {error}");
            };
            assert_eq!(value.to_bits(), bad.to_bits());
            assert!(error.to_string().contains("2^-52 between -4 and 4"));
        }
    }
    // The limits themselves are values.
    for good in [2.0, -2.0, GRAIN, -GRAIN, -0.0, 2.0 - GRAIN] {
        residual(&graph, &[0.5, good]).expect("a value that can be");
    }
}

#[test]
fn there_must_be_one_value_for_each_state() {
    let graph = game(&COIN, &WIN_OR_LOSE, &moves("W, 0; W, 1"));
    for found in [0, 1, 3] {
        let error = ProofError::Count { found, states: 2 };
        let values = vec![0.5; found];
        assert_eq!(prove(&graph, &values).expect_err("a wrong count"), error);
        assert_eq!(residual(&graph, &values).expect_err("a wrong count"), error);
        let text = error.to_string();
        assert!(
            text.ends_with(&format!(": values {found}, states 2")),
            "{text}"
        );
    }
}
