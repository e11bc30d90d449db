//! Games of chance alone.

use tourne_graph::GRAIN;
use tourne_graph::Stage;
use tourne_graph::Target::{self, State};
use tourne_graph::values::iterate_from;

use crate::{
    COIN, LOSE, WIN, WIN_OR_LOSE, assert_values, built, coin_until_heads, game, moves, rows, solve,
};

#[test]
fn a_game_can_be_cut_into_blocks_and_parts() {
    // State 0 is the coin until heads. In state 1 nobody wins: heads brings the other player to
    // state 0, tails to state 1.
    let moves = moves("W, 0; 0, 1");
    let parts = moves.iter().map(|row| rows(&[row]));
    let cut =
        built(&COIN, &WIN_OR_LOSE, parts.collect(), &[1, 1]).expect("two blocks of one state");
    assert_eq!(cut.blocks(), [0..1, 1..2]);

    //   V0 = 1/2 - 1/2 V0, so V0 = 1/3;  V1 = -1/2 V0 - 1/2 V1, so V1 = -1/9.
    for graph in [cut, game(&COIN, &WIN_OR_LOSE, &moves)] {
        let (values, proof) = solve(&graph);
        assert_values(&values, &proof, &[(1, 3), (-1, 9)]);
    }
}

#[test]
fn progress_goes_through_the_blocks_and_ends_with_the_equation_satisfied() {
    let rows = rows(&moves("W, 0; 0, 1"));
    let graph = built(&COIN, &WIN_OR_LOSE, rows, &[1, 1]).expect("two blocks");
    let mut seen: Vec<(usize, f64)> = Vec::new();
    let proof = graph.solve(&mut |progress| {
        assert_eq!((progress.blocks, progress.states), (2, 1));
        if let Stage::Values { residual, .. } = progress.stage {
            seen.push((progress.block, residual));
        }
    });
    let proof = proof.expect("values and their proof");

    assert!(seen.is_sorted_by_key(|&(block, _)| block));
    for block in 0..2 {
        let of_block = |seen: &&(usize, f64)| seen.0 == block;
        let first = seen.iter().find(of_block).expect("a first report");
        let last = seen.iter().rfind(of_block).expect("a last report");
        assert!(first.1 > 0.1, "{first:?}");
        assert!(last.1 < 1e-15, "{last:?}");
    }
    assert!(proof.proven.sweeps >= 1.0);
}

#[test]
fn sweeps_are_counted_over_all_states() {
    // Three independent coins, two of them in one block: one sweep of each block counts as one sweep of all states.
    let rows = rows(&moves("W, 0; W, 1; W, 2"));
    let graph = built(&COIN, &WIN_OR_LOSE, rows, &[2, 1]).expect("two blocks");
    let mut table = graph.node_table(0.0);
    table[..3].copy_from_slice(&solve(&graph).0);
    let values = iterate_from(&graph, &table, 0.0).expect("values");
    assert!((values.sweeps - 1.0).abs() < 1e-12, "{}", values.sweeps);
    // Values that were right already stay.
    let mut off = values.points.iter().zip(&table).map(|(one, it)| one - it);
    assert!(off.all(|off| off.abs() <= GRAIN));
}

#[test]
fn a_value_of_nothing_has_no_sign() {
    // Of three faces one wins, one loses and one passes the turn: V = -1/3 V. From a value with a small error, one
    // sweep leads to a tiny negative value, which is rounded to 0.
    let graph = game(&[1, 1, 1], &WIN_OR_LOSE, &moves("W, L, 0"));
    let mut table = graph.node_table(0.0);
    table[0] = GRAIN / 4.0;
    let values = iterate_from(&graph, &table, 0.0).expect("values");
    assert_eq!(values.points[0].to_bits(), 0);
}

#[test]
fn a_game_may_have_any_number_of_outcomes() {
    // With n outcomes, one of weight 5 that wins and the others of weight 2 that pass the turn:
    //   V = (5 - 2 (n - 1) V) / (2 n + 3), so V = 5 / (4 n + 1).
    for outcomes in 1..=20 {
        let mut weights = vec![2; outcomes];
        let mut moves: Vec<&[Target]> = vec![&[State(0)]; outcomes];
        (weights[outcomes / 2], moves[outcomes / 2]) = (5, &[LOSE, WIN]);
        let (values, proof) = solve(&game(&weights, &WIN_OR_LOSE, &moves));
        assert_values(&values, &proof, &[(5, 4 * outcomes as i128 + 1)]);
    }
}

#[test]
fn the_same_game_is_worth_twice_as_much_for_twice_the_stakes() {
    let graph = coin_until_heads();
    for (payoffs, fraction) in [([2.0, -2.0], (2, 3)), ([-1.0, 1.0], (-1, 3))] {
        let (values, proof) = solve(&graph.with_payoffs(&payoffs));
        assert_values(&values, &proof, &[fraction]);
    }
}
