//! Games of chance alone.

use tourne_solver::graph::Target::{self, State};
use tourne_solver::graph::ending::Ending;
use tourne_solver::graph::values::{SweepProgress, iterate_from};
use tourne_solver::graph::{GRAIN, Graph, Node, Rows, lengths};

use super::{COIN, LOSE, WIN, WIN_OR_LOSE, assert_values, coin_until_heads, game, rows, solve};

#[test]
fn coin_until_heads_is_worth_a_third_of_a_point() {
    let (values, proof) = solve(&coin_until_heads());
    assert_values(&values, &proof, &[(1, 3)]);
    let probability = f64::midpoint(values[0], 1.0);
    assert!((probability - 2.0 / 3.0).abs() <= proof.bound());
    assert_eq!(proof.ending, Ending::Always);
    assert_eq!((proof.ties(), proof.margin), (0, None));
}

#[test]
fn a_cycle_of_three_states_has_its_fractions() {
    // A die decides with one of three faces, and otherwise passes to the next of A, B, C, A, ...
    // It wins for whoever rolls in A or B, and loses in C.
    //   A = 1/3 - 2/3 B,  B = 1/3 - 2/3 C,  C = -1/3 - 2/3 A
    //   A = 1/9 + 4/9 C = 1/9 - 4/27 - 8/27 A, so 35/27 A = -1/27
    let graph = game(
        &[1, 2],
        &WIN_OR_LOSE,
        &[
            &[WIN],
            &[State(1)],
            &[WIN],
            &[State(2)],
            &[LOSE],
            &[State(0)],
        ],
    );
    let (values, proof) = solve(&graph);
    assert_values(&values, &proof, &[(-1, 35), (19, 35), (-11, 35)]);
}

#[test]
fn weights_are_chances() {
    // Whoever rolls wins with 2 of 7, loses with 4 of 7, and else the other rolls:
    //   V = 2/7 - 4/7 - 1/7 V, so 8/7 V = -2/7.
    let graph = game(&[2, 4, 1], &WIN_OR_LOSE, &[&[WIN], &[LOSE], &[State(0)]]);
    let (values, proof) = solve(&graph);
    assert_values(&values, &proof, &[(-1, 4)]);
}

#[test]
fn a_game_can_be_cut_into_blocks_and_parts() {
    // State 0 is the coin until heads. In state 1 nobody wins: heads brings the other player to
    // state 0, tails to state 1.
    let moves: [&[Target]; 4] = [&[WIN], &[State(0)], &[State(0)], &[State(1)]];
    let parts = moves.map(|row| rows(&[row])).to_vec();
    let cut = Graph::new(&COIN, &WIN_OR_LOSE, parts, &[1, 1]).expect("two blocks of one state");
    assert_eq!(cut.blocks(), [0..1, 1..2]);

    //   V0 = 1/2 - 1/2 V0, so V0 = 1/3;  V1 = -1/2 V0 - 1/2 V1, so V1 = -1/9.
    for graph in [cut, game(&COIN, &WIN_OR_LOSE, &moves)] {
        let (values, proof) = solve(&graph);
        assert_values(&values, &proof, &[(1, 3), (-1, 9)]);
    }
}

#[test]
fn progress_goes_through_the_blocks_and_ends_with_the_equation_satisfied() {
    let moves: [&[Target]; 4] = [&[WIN], &[State(0)], &[State(0)], &[State(1)]];
    let graph = Graph::new(&COIN, &WIN_OR_LOSE, vec![rows(&moves)], &[1, 1]).expect("two blocks");
    let mut seen: Vec<SweepProgress> = Vec::new();
    let values = iterate_from(&graph, graph.node_table(0.0), 0.0, &mut |progress| {
        seen.push(progress);
    });
    let values = values.expect("values");

    assert!(seen.is_sorted_by_key(|progress| progress.block));
    assert!(seen.iter().all(|progress| progress.blocks == 2));
    for block in 0..2 {
        let of_block = |progress: &&SweepProgress| progress.block == block;
        let first = seen.iter().find(of_block).expect("a first report");
        let last = seen.iter().rfind(of_block).expect("a last report");
        assert!(first.residual > 0.1, "{first:?}");
        assert!(last.residual < 1e-15, "{last:?}");
    }
    assert!(values.sweeps >= 1.0);
}

#[test]
fn values_that_are_right_already_need_one_sweep() {
    let graph = coin_until_heads();
    let mut table = graph.node_table(0.0);
    table[0] = solve(&graph).0[0];
    let values = iterate_from(&graph, table.clone(), 0.0, &mut |_| ()).expect("values");
    assert!((values.points[0] - table[0]).abs() <= GRAIN);
    assert!(values.sweeps < 1.5, "{}", values.sweeps);
}

#[test]
fn sweeps_are_counted_over_all_states() {
    // Three coins that know nothing of each other, two of them in one block: one sweep of each block is
    // one of all.
    let moves: [&[Target]; 6] = [
        &[WIN],
        &[State(0)],
        &[WIN],
        &[State(1)],
        &[WIN],
        &[State(2)],
    ];
    let graph = Graph::new(&COIN, &WIN_OR_LOSE, vec![rows(&moves)], &[2, 1]).expect("two blocks");
    let mut table = graph.node_table(0.0);
    table[..3].copy_from_slice(&solve(&graph).0);
    let values = iterate_from(&graph, table, 0.0, &mut |_| ()).expect("values");
    assert!((values.sweeps - 1.0).abs() < 1e-12, "{}", values.sweeps);
}

#[test]
fn a_value_of_nothing_has_no_sign() {
    // Of three faces one wins, one loses and one passes the turn: V = -1/3 V. From a value that is off
    // by little one sweep leads to a value below 0 that is rounded.
    let graph = game(&[1, 1, 1], &WIN_OR_LOSE, &[&[WIN], &[LOSE], &[State(0)]]);
    let mut table = graph.node_table(0.0);
    table[0] = GRAIN / 4.0;
    let values = iterate_from(&graph, table, 0.0, &mut |_| ()).expect("values");
    assert_eq!(values.points[0].to_bits(), 0);
}

#[test]
fn a_game_may_have_more_states_than_sixteen_bits_count() {
    // With heads the player wins, with tails the other player is on roll one state lower.
    let states = 70_000;
    let mut all = Rows::default();
    for state in 0..states {
        all.push([WIN]);
        all.push([State((state + states - 1) % states)]);
    }
    let size = states as usize;
    let graph = Graph::new(&COIN, &WIN_OR_LOSE, vec![all], &[size]).expect("one block");
    for state in 0..size {
        assert_eq!(graph.moves(state, 0), [states]);
        let lower = (state + size - 1) % size;
        assert_eq!(graph.moves(state, 1), [lower as Node]);
        assert_eq!(graph.places(state, 1), 2 * state + 1..2 * state + 2);
        assert_eq!(graph.all_moves()[graph.places(state, 1)], [lower as Node]);
    }
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

#[test]
fn lengths_are_those_of_play_that_both_prolong() {
    // State 0 is the coin until heads, and lasts 1 + 1/2 · 2 = 2 tosses. In state 1 a player may end
    // the game, or else go on to state 0.
    let graph = game(
        &COIN,
        &WIN_OR_LOSE,
        &[&[WIN], &[State(0)], &[WIN, State(0)], &[State(0), LOSE]],
    );
    let lengths = lengths::longest(&graph).expect("lengths");
    for (length, exact) in lengths.iter().zip([2.0, 3.0]) {
        assert!((length - exact).abs() < 1e-12, "{lengths:?}");
    }
}
