//! One game with different payoffs: bounds of its values, found with only some of its moves.

use tourne_graph::Target::{self, End, State};
use tourne_graph::{Frame, GRAIN, Graph, ProofError, Rows, bound as bound_of_all, residual};
use tourne_solver::matches::payoffs::{Prepared, are_lengths};

/// Returns a game of one block; `moves` has the moves of each state and outcome.
pub(super) fn game(weights: &[u32], payoffs: &[f64], moves: &[Vec<Target>]) -> Graph {
    let mut rows = Rows::default();
    for row in moves {
        rows.push(row.iter().copied());
    }
    let frame = Frame {
        weights: weights.to_vec(),
        payoffs: payoffs.to_vec(),
        blocks: vec![moves.len() / weights.len()],
    };
    Graph::new(frame, rows).expect("a game")
}

/// Two players toss a coin in turn, and the first to get heads chooses between payoffs of 1 and `second` points.
fn coin(second: f64) -> Graph {
    game(
        &[1, 1],
        &[1.0, second],
        &[vec![End(0), End(1)], vec![State(0)]],
    )
}

/// Improves a table of values of the coin game without the move to the second end. Returns the bound on their error;
/// `None` if no bound is proven.
fn bound(mut table: Vec<f64>, settled: f64) -> Option<f64> {
    let graph = coin(0.5);
    let prepared = Prepared::new(&graph, &[&graph.node_table(0.0)], 0.25);
    let bound = prepared.improve(&mut table, settled).expect("values");
    let value = table[0];
    assert!((value - 1.0 / 3.0).abs() < 1e-14, "{value}");
    bound
}

/// Returns a third, rounded to a multiple of the grain.
fn third() -> f64 {
    (1.0 / 3.0 / GRAIN).round() * GRAIN
}

#[test]
fn lengths_are_checked_to_the_last_part_of_a_move() {
    // A coin until heads takes two tosses, and passing to it takes one move more.
    let moves = [
        vec![End(0)],
        vec![State(0)],
        vec![End(0), State(0)],
        vec![State(0), End(0)],
    ];
    let graph = game(&[1, 1], &[1.0], &moves);
    let (two, three) = (2 << 20, 3 << 20);
    for (lengths, are_right) in [
        ([two, three, 0], true),
        ([two + 2, three + 2, 0], true),
        ([two - 1, three, 0], false),
        ([two, three - 1, 0], false),
        ([two + 2, three + 1, 0], false),
        ([two, three, -1], false),
    ] {
        assert_eq!(are_lengths(&graph, &lengths), are_right, "{lengths:?}");
    }
}

#[test]
fn a_better_move_that_was_left_out_is_found() {
    for (second, is_found) in [
        (0.875, false),
        (1.0 - 1e6 * GRAIN, false),
        (1.0, true),
        (1.0 + GRAIN, true),
        (1.5, true),
    ] {
        let bound = bound(coin(second).node_table(0.0), 1e-15);
        assert_eq!(bound.is_none(), is_found, "{second}");
        assert!(bound.is_none_or(|bound| bound < 1e-13), "{bound:?}");
    }
}

#[test]
fn bounds_with_few_moves_are_as_wide_as_values_are_off() {
    let graph = coin(0.5);
    let prepared = Prepared::new(&graph, &[&graph.node_table(0.0)], 0.25);
    let bound_of = |table: [f64; 3]| prepared.bound(&table);
    for power in [10, 20, 30, 40, 46] {
        for off in [1.0, -1.0].map(|sign| sign * GRAIN * f64::from(2).powi(power)) {
            let bound = bound_of([third() + off, -1.0, -0.5]).expect("other moves are worse");
            // The residual is 3/2 of `off`, and play goes on for 2 tosses on average.
            let expected = 3.0 * off.abs()..4.0 * off.abs();
            assert!(expected.contains(&bound), "{off} {bound}");
        }
    }
    // Errors of both moves may add up.
    let value = ((1.0 / 3.0 + 1e-6) / GRAIN).round() * GRAIN;
    let bound = bound_of([value, -1.0, 2.0]).expect("the value is close");
    for (apart, is_bound) in [(1.5, false), (2.5, true)] {
        let second = ((-1.0 + apart * bound) / GRAIN).round() * GRAIN;
        assert_eq!(bound_of([value, -1.0, second]).is_some(), is_bound);
    }
    // Bounds of half a point or more are useless, and no value can lie beyond the largest payoff.
    for wrong in [0.625, -0.125, 0.6, 4.5, -4.5, f64::NAN, f64::INFINITY] {
        assert_eq!(bound_of([wrong, -1.0, 2.0]), None, "{wrong}");
    }
    for (payoff, is_bound) in [
        (0.5, true),
        (4.0, true),
        (4.5, false),
        (0.1, false),
        (f64::NAN, false),
    ] {
        let bound = bound_of([third(), -1.0, payoff]);
        assert_eq!(bound.is_some(), is_bound, "{payoff}");
    }
}

#[test]
fn moves_near_the_best_of_any_example_are_among_those_to_choose_from() {
    let graph = coin(0.5);
    let examples = [0.5, 1.5].map(|second| coin(second).node_table(0.0));
    let both = Prepared::new(&graph, &[&examples[0], &examples[1]], 0.25);
    for (second, value) in [(0.5, 1.0 / 3.0), (1.0, 1.0 / 3.0), (1.5, 0.5)] {
        let mut table = coin(second).node_table(0.0);
        let bound = both.improve(&mut table, 1e-15).expect("values");
        assert!(bound.expect("no move is left out") < 1e-13);
        assert!((table[0] - value).abs() < 1e-14, "{second}");
    }
}

#[test]
fn a_residual_of_eight_points_has_no_bound() {
    // The largest possible residual is 2^63 ticks, one more than 64 bits hold.
    for payoff in [4.0, -4.0] {
        let graph = game(&[1], &[payoff], &[vec![End(0)]]);
        let prepared = Prepared::new(&graph, &[&graph.node_table(0.0)], 0.25);
        assert_eq!(prepared.bound(&[-payoff, -payoff]), None);
    }
}

#[test]
fn play_of_a_quintillion_moves_has_no_bound_under_many_payoffs() {
    // Three throws of one in a million in a row end the game, and any other throw begins again. Each state is there
    // once for each player, and the end is worth 0. So are all states.
    let mut moves: Vec<Vec<Target>> = Vec::new();
    for level in 0..3 {
        for seat in 0..2 {
            let next = if level == 2 {
                End(0)
            } else {
                State(2 * level + 3 - seat)
            };
            moves.extend([vec![next], vec![State(1 - seat)]]);
        }
    }
    let graph = game(&[1, 999_999], &[0.0], &moves);
    let prepared = Prepared::new(&graph, &[&graph.node_table(0.0)], 0.25);
    // Values off by a quarter of a point, with a residual of less than a grain.
    let mut wrong: Vec<f64> = [1e-18, 1e-12, 1e-6]
        .iter()
        .map(|part| ((0.25 - 0.25 * part) / GRAIN).round() * GRAIN)
        .flat_map(|value| [value, -value])
        .collect();
    assert!(residual(&graph, &wrong).expect("values").points() < GRAIN);
    assert!(matches!(
        bound_of_all(&graph, &wrong),
        Err(ProofError::NoBounds(_))
    ));
    wrong.push(0.0);
    assert_eq!(prepared.bound(&wrong), None);
}
