//! Games in which a move may leave the same player on roll.

use tourne_graph::Target::{self, Again, End, State};
use tourne_graph::ending::Ending;
use tourne_graph::{GRAIN, ProofError};

use crate::{COIN, LOSE, WIN, WIN_OR_LOSE, assert_values, built, game, holds, prove, rows, solve};

#[test]
fn a_throw_again_keeps_the_value_and_its_sign() {
    // One face wins, one passes the turn, one gives another throw: V = 1/3 - V/3 + V/3 = 1/3.
    let graph = game(
        &[1, 1, 1],
        &WIN_OR_LOSE,
        &[&[WIN], &[State(0)], &[Again(0)]],
    );
    let (values, proof) = solve(&graph);
    assert_values(&values, &proof, &[(1, 3)]);
    // The value of the same game without a throw again is 1/5: its bounds would be so wide that they hold 1/3.
    let fifth = (0.2 / GRAIN).round() * GRAIN;
    if let Ok(proof) = prove(&graph, &[fifth]) {
        assert!(holds(fifth, proof.proven.bound(), (1, 3)));
    }
}

#[test]
fn a_throw_again_ties_with_a_move_to_the_mirror_image_and_only_then() {
    // State 0 is worth 1/3 to the player on roll, states 1 and 2 are worth -1/3 and -1/4. In state 3 the player goes to
    // state 0, with the other player on roll, or throws again in state 1 or 2.
    const DRAW: Target = End(2);
    let payoffs = [1.0, -1.0, 0.0, -0.75];
    for (again, is_tie) in [(1, true), (2, false)] {
        let moves: Vec<Vec<Target>> = vec![
            vec![WIN],
            vec![DRAW],
            vec![LOSE],
            vec![DRAW],
            vec![End(3)],
            vec![DRAW],
            vec![State(0), Again(again)],
            vec![Again(again), State(0)],
        ];
        let graph = game(&[1, 2], &payoffs, &moves);
        let (values, proof) = solve(&graph);
        let last = if is_tie { (-1, 3) } else { (-1, 4) };
        assert_values(&values, &proof, &[(1, 3), (-1, 3), (-1, 4), last]);
        assert_eq!(proof.proven.ties, if is_tie { 2 } else { 0 });
        let expected = if is_tie {
            [true; 4]
        } else {
            [false, true, true, false]
        };
        assert_eq!(proof.best[6..], expected);
    }
}

#[test]
fn the_least_of_two_moves_is_not_the_mirror_image_of_the_greatest() {
    // The coins of states 0 and 1 differ by too little for bounds. Who leaves one of them to the other player, in state 2,
    // takes the worse; who tosses one, in state 3, takes the better. So state 2 and the mirror image of state 3 lead to
    // the same classes, but differ in value.
    let moves: [&[Target]; 10] = [
        &[WIN],
        &[State(0)],
        &[LOSE],
        &[State(1)],
        &[State(0), State(1)],
        &[State(1), State(0)],
        &[Again(0), Again(1)],
        &[Again(0), Again(1)],
        &[State(2), Again(3)],
        &[WIN],
    ];
    for blocks in [&[5][..], &[2, 1, 1, 1], &[2, 3]] {
        let graph = built(&COIN, &[1.0, 1.0 - GRAIN], rows(&moves), blocks).expect("a game");
        let proof = graph.solve(&mut |_| ()).expect("bounds");
        assert_eq!((proof.proven.ties, proof.proven.undecided), (0, 5));
        let classes = proof.classes.expect("classes");
        assert_eq!(classes[..4], [0, 1, 2, 3]);
        assert_ne!(classes[7 + 3], classes[2]);
    }
    // If the coins are equal, so are these.
    let graph = built(&COIN, &[1.0, 1.0], rows(&moves), &[2, 1, 1, 1]).expect("a game");
    let (_, proof) = solve(&graph);
    assert_eq!((proof.proven.ties, proof.proven.undecided), (5, 0));
}

#[test]
fn a_player_who_can_throw_for_ever_must_gain_by_ending_the_game() {
    // On heads the player may win or toss again, on tails the other player tosses. V = 1/2 - V/2, and winning is worth
    // 1 - 1/3 more than tossing again. Both players together could go on for ever.
    let graph = game(&COIN, &WIN_OR_LOSE, &[&[Again(0), WIN][..], &[State(0)]]);
    let (values, proof) = solve(&graph);
    assert_values(&values, &proof, &[(1, 3)]);
    assert_eq!(proof.proven.ending, Ending::UnderBestPlay);
    assert_eq!(proof.best, [false, true, true]);
    // Ending the game costs a point, or gets no more than it will later: then play need not end.
    for end in [LOSE, WIN] {
        let graph = game(&[1], &WIN_OR_LOSE, &[&[Again(0), end]]);
        let error = prove(&graph, &[1.0]).expect_err("play that never ends");
        assert_eq!(error, ProofError::MayGoOn);
        // The second game has a value, of 1, so the message must not deny it.
        let message = error.to_string();
        assert!(message.contains("beyond this method"), "{message}");
        assert!(!message.contains("not defined"), "{message}");
    }
}
