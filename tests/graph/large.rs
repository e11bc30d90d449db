//! Large games: any number of threads finds the same solution, and it agrees with plain iteration.

use std::time::{Duration, Instant};

use tourne_graph::Target::{self, End, State};
use tourne_graph::ending::Ending;
use tourne_graph::values::iterate;
use tourne_graph::{Graph, Rows};

use crate::exact::PAYOFFS;
use crate::{built, draws, solve};

/// Returns a game of `states` states in three blocks, with work for several threads. `weights` are the weights of the
/// outcomes; the last outcome ends the game.
fn game_with_choices(states: u32, weights: &[u32]) -> Graph {
    let mut draw = draws(1698);
    let mut rows = Rows::default();
    let block = states / 3;
    for state in 0..states {
        let reach = block * (state / block + 1);
        for _ in 1..weights.len() {
            let count = 1 + draw(3);
            let moves: Vec<Target> = (0..count).map(|_| State(draw(reach))).collect();
            rows.push(moves);
        }
        rows.push([End(draw(5) as u16)]);
    }
    let payoffs = PAYOFFS.map(|payoff| payoff as f64);
    let blocks = [block as usize; 3];
    built(weights, &payoffs, rows, &blocks).expect("a well-formed game")
}

#[test]
fn large_games_have_the_values_of_plain_iteration() {
    assert_as_by_plain_iteration(&game_with_choices(9000, &[3, 2, 1]));
    // More outcomes than are added up at a time, and more states than one task has.
    assert_as_by_plain_iteration(&game_with_choices(6000, &[1, 1, 1, 1, 1, 1, 2, 2]));
}

#[track_caller]
fn assert_as_by_plain_iteration(graph: &Graph) {
    let (values, proof) = solve(graph);
    // Given iteration from both ends of the range, which encloses the values at every step,
    let mut plain = [graph.node_table(-4.0), graph.node_table(4.0)];
    for _ in 0..400 {
        let [lower, upper] = &plain;
        plain = [swept(graph, upper, lower), swept(graph, lower, upper)];
    }
    // when the two have met, then every value lies between them, up to its bound and roundings.
    let [lower, upper] = &plain;
    for (state, value) in values.iter().enumerate() {
        let slack = proof.proven.bound_of(state) + 1e-14;
        assert!(upper[state] - lower[state] < 1e-13, "state {state}");
        assert!(
            (lower[state] - slack..=upper[state] + slack).contains(value),
            "state {state}"
        );
    }
}

/// Applies the equation of values once to every state. `behind` has a bound of each node; the result has the opposite
/// bounds, upper from lower, because a value is minus that of the next player. Values of the ends come from `ends`.
fn swept(graph: &Graph, behind: &[f64], ends: &[f64]) -> Vec<f64> {
    let mut next = ends.to_vec();
    for (state, next) in next.iter_mut().enumerate().take(graph.states()) {
        let expected: f64 = graph
            .rolls(state)
            .map(|(weight, moves)| {
                let least = moves.iter().map(|&node| behind[node as usize]);
                -f64::from(weight) * least.fold(f64::INFINITY, f64::min)
            })
            .sum();
        *next = expected / f64::from(graph.total());
    }
    next
}

/// Number of states at which an algorithm of quadratic time would take minutes.
const MANY: u32 = 200_000;

#[test]
fn the_end_of_play_is_soon_found_if_states_near_it_come_last() {
    // Win at once, or move on to the next state; in the last there is only the win.
    let mut rows = Rows::default();
    for state in 1..MANY {
        rows.push([End(0), State(state)]);
    }
    rows.push([End(0)]);
    let begin = Instant::now();
    let graph = built(&[1], &[1.0], rows, &[MANY as usize]);
    let (_, proof) = solve(&graph.expect("a well-formed game"));
    assert_eq!(proof.proven.ending, Ending::Always);
    // A hundred times what it needs.
    assert!(begin.elapsed() < Duration::from_secs(60));
}

#[test]
fn states_in_a_bad_order_are_refused_after_few_sweeps() {
    // Only the last state leads to an end, and every sweep brings its value one state further.
    let mut rows = Rows::default();
    for state in 1..MANY {
        rows.push([State(state)]);
    }
    rows.push([End(0)]);
    let graph = built(&[1], &[1.0], rows, &[MANY as usize]);
    let refused = iterate(&graph.expect("a well-formed game")).expect_err("too many sweeps");
    assert!(refused.sweeps < MANY as usize / 10, "{refused}");
}
