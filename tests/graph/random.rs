//! Games made at random, solved a second time by [`Exact`].

use proptest::prelude::*;
use tourne_graph::Target::{self, Again, End, State};
use tourne_graph::ending::Ending;
use tourne_graph::values::iterate;
use tourne_graph::{GRAIN, Graph, Node, bound};
use tourne_graph::{Proof, ProofError};

use crate::exact::{Exact, PAYOFFS, SmallGame};
use crate::{holds, prove, ticks};

fn ends() -> impl Strategy<Value = Target> {
    (0..PAYOFFS.len() as u16).prop_map(End)
}

/// Generates the moves of one outcome. They lead to ends or to states below `reach`; the moves of the last outcome lead
/// only to ends.
fn moves_of(reach: u32, is_last: bool) -> BoxedStrategy<Vec<Target>> {
    if is_last {
        prop::collection::vec(ends(), 1..=3).boxed()
    } else {
        let states = 0..reach;
        let target = prop_oneof![
            1 => ends(),
            2 => states.clone().prop_map(State),
            1 => states.prop_map(Again)
        ];
        prop::collection::vec(target, 1..=3).boxed()
    }
}

/// Games of 1 to 6 states, 1 to 3 outcomes and 1 to 3 moves, in one or several blocks.
fn small_games() -> impl Strategy<Value = SmallGame> {
    let weights = prop::collection::vec(1_u32..=4, 1..=3);
    let blocks = prop::collection::vec(1_usize..=3, 1..=2);
    (weights, blocks).prop_flat_map(|(weights, blocks)| {
        let mut reach = 0;
        let mut rows = Vec::new();
        for &size in &blocks {
            reach += size as u32;
            for outcome in (0..weights.len()).cycle().take(size * weights.len()) {
                rows.push(moves_of(reach, outcome + 1 == weights.len()));
            }
        }
        (Just(weights), Just(blocks), rows).prop_map(|(weights, blocks, rows)| SmallGame {
            weights,
            blocks,
            rows,
        })
    })
}

/// Small games with values that may be wrong, by up to 2 to the power of `most` grains.
fn games_with_wrong_values(most: i32) -> impl Strategy<Value = (SmallGame, Vec<f64>)> {
    small_games().prop_flat_map(move |game| {
        let exact = Exact::of(&game);
        let offered: Vec<_> = (0..game.states())
            .map(|state| {
                let (numerator, denominator) = exact.fraction(state);
                let right = numerator as f64 / denominator as f64;
                (0..=most, -1.0..1.0).prop_map(move |(power, part)| {
                    let grains: f64 = right / GRAIN + part * 2.0_f64.powi(power);
                    (grains.round() * GRAIN).clamp(-4.0, 4.0)
                })
            })
            .collect();
        (Just(game), offered)
    })
}

fn node(game: &SmallGame, target: Target) -> Node {
    match target {
        State(state) | Again(state) => state,
        End(end) => game.states() as Node + Node::from(end),
    }
}

/// Asserts that the truth lies within the bounds, and that no best move is left out.
fn assert_true(game: &SmallGame, exact: &Exact, values: &[f64], proof: &Proof) {
    let best_play = game.graph().only(&proof.best);
    for (state, &value) in values.iter().enumerate() {
        let (bound, fraction) = (proof.proven.bound_of(state), exact.fraction(state));
        assert!(holds(value, bound, fraction), "state {state}: {value}");
        for (outcome, (_, moves)) in game.outcomes_of(state).enumerate() {
            let kept = best_play.moves(state, outcome);
            let best = exact.best(moves).into_iter();
            let best: Vec<Node> = best.map(|target| node(game, target)).collect();
            assert_eq!(kept, best, "state {state}, outcome {outcome}");
        }
    }
}

/// Asserts that the proof has the ties and the margin of the exact values.
fn assert_findings(game: &SmallGame, exact: &Exact, proof: &Proof) {
    let ties = game.rows.iter().filter(|moves| exact.best(moves).len() > 1);
    assert_eq!(proof.proven.ties, ties.count() as u64);
    assert_eq!(proof.proven.ending, Ending::Always);

    let closest = game.rows.iter().filter_map(|moves| exact.gap(moves)).min();
    assert_eq!(proof.proven.margin.is_some(), closest.is_some());
    if let (Some(margin), Some(closest)) = (proof.proven.margin, closest) {
        let gap = (closest, exact.denominator);
        // Between 4 and 8 an f64 is rounded to four times the grain.
        let slack = 2.0 * proof.proven.bound() + 2.0 * GRAIN;
        assert!(holds(margin.points, slack, gap), "{margin:?}");
        let named = &game.rows[margin.state * game.weights.len() + margin.outcome];
        assert_eq!(exact.gap(named), Some(closest), "{margin:?}");
    }
}

/// Asserts that this outcome has best moves of equal value that lead to different nodes.
fn assert_undecidable(game: &SmallGame, exact: &Exact, state: usize, outcome: usize) {
    let best = exact.best(&game.rows[state * game.weights.len() + outcome]);
    assert!(best.iter().any(|&target| target != best[0]), "{best:?}");
}

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|value| value.to_bits()).collect()
}

/// Asserts that solving block by block finds what solving the whole graph finds, but for ties.
fn assert_found_block_by_block(graph: &Graph) {
    let whole = iterate(graph).expect("the values come to rest");
    let mut handed_on = (Vec::new(), Vec::new());
    let proven = tourne_graph::solve(graph, &mut |_| (), &mut |block| {
        handed_on.0.extend_from_slice(block.values);
        handed_on.1.extend(block.best().flatten());
    });
    let proven = proven.expect("a proof");
    assert_eq!(bits(&handed_on.0), bits(&whole.points));
    assert_eq!(bits(&proven.values), bits(&whole.points));
    let again = tourne_graph::prove(graph, proven.values.clone(), &mut |_| (), &mut |_| ());
    let again = again.expect("a proof");
    for state in 0..graph.states() {
        let [one, other] = [&proven, &again].map(|it| ticks(it.bound_of(state)));
        assert_eq!(one, other);
    }
    match prove(graph, &proven.values) {
        Ok(proof) => {
            assert_eq!(handed_on.1, proof.best);
            assert_eq!(proven.ties, proof.proven.ties);
            assert_eq!(proven.margin, proof.proven.margin);
            assert_eq!(ticks(proven.bound()), ticks(proof.proven.bound()));
        }
        Err(_) => assert!(proven.undecided > 0),
    }
}

/// Asserts that what is proven from these values, if anything, is true.
fn assert_nothing_false_is_proven(game: &SmallGame, offered: &[f64]) {
    let (graph, exact) = (game.graph(), Exact::of(game));
    match prove(&graph, offered) {
        Ok(proof) => assert_true(game, &exact, offered, &proof),
        Err(ProofError::NoBounds(_) | ProofError::Undecided { .. }) => {}
        Err(error) => panic!("{error}"),
    }
    // Play always ends in these games, so the bound alone says as much about the values.
    match bound(&graph, offered) {
        Ok(bound) => {
            for (state, &value) in offered.iter().enumerate() {
                assert!(holds(value, bound, exact.fraction(state)), "state {state}");
            }
        }
        Err(error) => assert!(matches!(error, ProofError::NoBounds(_)), "{error}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_games_are_solved_as_an_exact_solution_solves_them(game in small_games()) {
        let exact = Exact::of(&game);
        let graph = game.graph();
        let values = iterate(&graph).expect("the values come to rest").points;
        assert_found_block_by_block(&graph);
        match prove(&graph, &values) {
            Ok(proof) => {
                assert_true(&game, &exact, &values, &proof);
                assert_findings(&game, &exact, &proof);
                prop_assert!(proof.proven.bound() < 1e-13);
                let alone = bound(&graph, &values).map(ticks);
                prop_assert_eq!(alone, Ok(ticks(proof.proven.bound())));
            }
            Err(ProofError::Undecided { state, outcome }) => {
                assert_undecidable(&game, &exact, state, outcome);
            }
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn what_is_proven_from_wrong_values_is_true(
        a_little in games_with_wrong_values(40),
        a_lot in games_with_wrong_values(53),
    ) {
        for (game, offered) in [a_little, a_lot] {
            assert_nothing_false_is_proven(&game, &offered);
        }
    }
}
