//! The method on games solved on paper.
//!
//! Each game is small enough to be solved by hand, as its comment does, in exact fractions. What
//! the library finds is held against them in integers, so that no tolerance hides anything: a
//! value *v* with bound *b* is right if the true fraction lies within *v* ± *b*. Games made at
//! random are solved a second time by [`Exact`].

use std::sync::LazyLock;

use proptest::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tourne_solver::graph::Target::{self, End, State};
use tourne_solver::graph::ending::Ending;
use tourne_solver::graph::proof::{self, Proof, ProofError, prove, residual};
use tourne_solver::graph::values::{SweepProgress, chances_of, iterate, iterate_from};
use tourne_solver::graph::{GRAIN, Game, Graph, GraphError, Limits, Node, Rows, lengths};

// ------------------------------------------------------------- how games are written down

/// One point to the player who wins, one from the player who loses.
const WIN_OR_LOSE: [f64; 2] = [1.0, -1.0];
const WIN: Target = End(0);
const LOSE: Target = End(1);

/// A coin: heads, then tails.
const COIN: [u32; 2] = [1, 1];

fn rows(moves: &[&[Target]]) -> Rows {
    let mut rows = Rows::default();
    for row in moves {
        rows.push(row.iter().copied());
    }
    rows
}

/// A game of one block; `moves` are those of each outcome of each state.
fn game(weights: &[u32], payoffs: &[f64], moves: &[&[Target]]) -> Graph {
    let states = moves.len() / weights.len();
    Graph::new(weights, payoffs, vec![rows(moves)], &[states]).expect("a well-formed game")
}

/// The values that iteration finds, with their proof.
fn solve(graph: &Graph) -> (Vec<f64>, Proof) {
    let values = iterate(graph, &mut |_| ()).expect("the values come to rest");
    let proof = prove(graph, &values.points).expect("the values can be proven");
    (values.points, proof)
}

/// A number in ticks of 2^-60, which all values and bounds are multiples of.
fn ticks(points: f64) -> i128 {
    let ticks = points * (1_u64 << 60) as f64;
    assert!(ticks.fract() == 0.0, "{points} is no number of ticks");
    ticks as i128
}

/// Whether the fraction lies within the value ± its bound.
fn holds(value: f64, bound: f64, (numerator, denominator): (i128, i128)) -> bool {
    let off = ticks(value) * denominator - (numerator << 60);
    off.abs() <= ticks(bound) * denominator
}

/// Asserts that the states have these values, and that the bounds are narrow.
#[track_caller]
fn assert_values(values: &[f64], proof: &Proof, fractions: &[(i128, i128)]) {
    assert_eq!(values.len(), fractions.len());
    for (state, &fraction) in fractions.iter().enumerate() {
        let (value, bound) = (values[state], proof.bound_of(state));
        assert!(
            holds(value, bound, fraction),
            "state {state}: {value} ± {bound:e} is not {fraction:?}"
        );
        assert!(bound <= proof.bound(), "state {state}: {bound:e}");
    }
    assert!(proof.bound() < 1e-13, "{:e}", proof.bound());
}

// ------------------------------------------------------------- chance alone

/// Two players toss in turn until one gets heads and wins.
///
/// The first wins with probability p = 1/2 + 1/2 (1 - p), so p = 2/3: 2/3 - 1/3 = 1/3 of a point.
fn coin_until_heads() -> Graph {
    game(&COIN, &WIN_OR_LOSE, &[&[WIN], &[State(0)]])
}

#[test]
fn coin_until_heads_is_worth_a_third_of_a_point() {
    let (values, proof) = solve(&coin_until_heads());
    assert_values(&values, &proof, &[(1, 3)]);
    let probability = f64::midpoint(values[0], 1.0);
    assert!((probability - 2.0 / 3.0).abs() <= proof.bound());
    assert_eq!(proof.ending, Ending::Always);
    assert_eq!((proof.best.ties(), proof.margin), (0, None));
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
    let values = iterate(&graph, &mut |progress| seen.push(progress)).expect("values");

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
fn chances_of_ends_are_those_of_the_last_throw() {
    // Of seven faces two win, four lose, and one passes the turn: C = 2/7 + 1/7 C, so C = 1/3.
    let graph = game(&[2, 4, 1], &WIN_OR_LOSE, &[&[WIN], &[LOSE], &[State(0)]]);
    for (end, chance) in [(0, 1.0 / 3.0), (1, 2.0 / 3.0)] {
        let chances = chances_of(&graph, end).expect("chances");
        assert!(
            (chances[0] - chance).abs() < 1e-14,
            "end {end}: {chances:?}"
        );
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
    let lengths = lengths::at_least(&graph, 1e-6).expect("lengths");
    assert_eq!(lengths[2..], [0.0, 0.0], "ends last no longer");
    for (length, exact) in lengths.iter().zip([2.0, 3.0]) {
        assert!((exact..exact + 1e-4).contains(length), "{lengths:?}");
    }
}

// ------------------------------------------------------------- choice

#[test]
fn payoffs_of_two_points_are_worth_going_on_for() {
    // On heads, the first player may take one point, or dare the other to save himself. The other
    // loses two points on tails; on heads he is saved and the first player begins anew. On tails
    // the first player's turn passes, and the other begins.
    //   V0 = 1/2 max(1, -V1) - 1/2 V0,  V1 = -1/2 V0 - 1/2 · 2
    //   Daring: V0 = 1/2 (1 + 1/2 V0) - 1/2 V0, so V0 = 2/5 and V1 = -6/5; it gains 1/5.
    let graph = game(
        &COIN,
        &[1.0, -2.0],
        &[&[End(0), State(1)], &[State(0)], &[State(0)], &[End(1)]],
    );
    let (values, proof) = solve(&graph);
    assert_values(&values, &proof, &[(2, 5), (-6, 5)]);
    assert_eq!(proof.best.graph(&graph).moves(0, 0), [1]);
    assert_eq!(proof.best.ties(), 0);
    let margin = proof.margin.expect("a choice");
    assert_eq!((margin.state, margin.outcome), (0, 0));
    assert!((margin.points - 0.2).abs() <= 2.0 * proof.bound());
}

#[test]
fn sure_wins_of_one_and_two_points_are_told_apart() {
    // One point now, or two after a detour that nobody can leave.
    let graph = game(
        &[1],
        &[1.0, 2.0],
        &[&[End(0), State(1)], &[State(2)], &[End(1)]],
    );
    let (values, proof) = solve(&graph);
    assert_values(&values, &proof, &[(2, 1), (-2, 1), (2, 1)]);
    assert_eq!(
        (proof.best.graph(&graph).moves(0, 0), proof.best.ties()),
        (&[1][..], 0)
    );
    assert!((proof.margin.expect("a choice").points - 1.0).abs() <= 2.0 * proof.bound());
}

#[test]
fn an_exact_tie_is_proven_though_rounding_hides_it() {
    // On heads, the first player chooses between two coins tossed until heads, and loses on tails.
    // The second coin wins with tails; both are worth 1/3, which no f64 is.
    let graph = game(
        &COIN,
        &WIN_OR_LOSE,
        &[
            &[State(1), State(2)],
            &[LOSE],
            &[WIN],
            &[State(1)],
            &[State(2)],
            &[WIN],
        ],
    );
    let (values, proof) = solve(&graph);
    assert_values(&values, &proof, &[(-2, 3), (1, 3), (1, 3)]);
    assert_eq!(
        (proof.best.graph(&graph).moves(0, 0), proof.best.ties()),
        (&[1, 2][..], 1)
    );
    assert_eq!(proof.margin, None);

    // Also if the two were rounded to different sides.
    let mut apart = values;
    apart[2] += GRAIN;
    let proof = prove(&graph, &apart).expect("a proof from values that differ");
    assert_values(&apart, &proof, &[(-2, 3), (1, 3), (1, 3)]);
    assert_eq!(
        (proof.best.graph(&graph).moves(0, 0), proof.best.ties()),
        (&[1, 2][..], 1)
    );
}

#[test]
fn a_tie_counts_weights_not_outcomes() {
    // One way wins with the outcome of weight 3, the other with those of weights 1 and 2; both
    // begin anew otherwise: V = 1/2 - 1/2 V = 1/3.
    let graph = game(
        &[1, 2, 3],
        &WIN_OR_LOSE,
        &[
            &[State(1), State(2)],
            &[State(2), State(1)],
            &[LOSE],
            &[State(1)],
            &[State(1)],
            &[WIN],
            &[WIN],
            &[WIN],
            &[State(2)],
        ],
    );
    let (values, proof) = solve(&graph);
    assert_values(&values, &proof, &[(-2, 3), (1, 3), (1, 3)]);
    assert_eq!(proof.best.ties(), 2);
    assert_eq!(proof.best.graph(&graph).moves(0, 0), [1, 2]);
    assert_eq!(proof.best.graph(&graph).moves(0, 1), [2, 1]);
}

#[test]
fn a_sure_win_later_ties_with_a_win_now() {
    // The first player wins at once, or by way of an opponent who has nothing but a move that
    // lets him win. Or he loses at once, which is worse by two points.
    let graph = game(
        &COIN,
        &WIN_OR_LOSE,
        &[
            &[WIN, State(1), LOSE],
            &[State(1), WIN],
            &[State(2)],
            &[State(2)],
            &[WIN],
            &[WIN],
        ],
    );
    let (values, proof) = solve(&graph);
    assert_values(&values, &proof, &[(1, 1), (-1, 1), (1, 1)]);
    let win = graph.states() as Node;
    assert_eq!(proof.best.graph(&graph).moves(0, 0), [win, 1]);
    assert_eq!(proof.best.graph(&graph).moves(0, 1), [1, win]);
    assert_eq!(proof.best.ties(), 2);
    assert!((proof.margin.expect("a loss to avoid").points - 2.0).abs() <= 2.0 * proof.bound());
}

#[test]
fn ends_of_the_same_payoff_tie() {
    let graph = game(&[1], &[0.5, 0.5, 0.25], &[&[End(2), End(1), End(0)]]);
    let (values, proof) = solve(&graph);
    assert_values(&values, &proof, &[(1, 2)]);
    assert_eq!(
        (proof.best.graph(&graph).moves(0, 0), proof.best.ties()),
        (&[2, 1][..], 1)
    );
    assert!((proof.margin.expect("the third end").points - 0.25).abs() <= 2.0 * proof.bound());
}

#[test]
fn a_tie_that_only_arithmetic_shows_is_left_undecided() {
    // A draw, or one toss for one point. Both are worth 0, but nothing about their moves is the
    // same, and being close is not being equal.
    let graph = game(
        &COIN,
        &[1.0, -1.0, 0.0],
        &[&[WIN], &[State(1), End(2)], &[WIN], &[LOSE]],
    );
    let values = iterate(&graph, &mut |_| ()).expect("values");
    let error = prove(&graph, &values.points).expect_err("a tie that is not seen");
    assert_eq!(
        error,
        ProofError::Undecided {
            state: 0,
            outcome: 1
        }
    );
    assert!(error.to_string().contains("state 0 with outcome 1"));
}

/// A choice between two lotteries that differ in one chance of 10^-6 to the power of `depth`.
///
/// In each state, the mover wins with 500,000 and loses with 499,999 chances of a million; with
/// the last one the other plays a lottery one less deep. At the bottom this last chance wins in
/// one lottery, which is worth 2·10^-6 there, and loses in the other, which is worth 0. So the two
/// are 2·10^(-6 · depth) apart.
fn two_lotteries(depth: u32, bottoms: [Target; 2]) -> Graph {
    let mut moves: Vec<Vec<Target>> = vec![vec![State(1), State(2)]; 3];
    for level in 1..=depth {
        for (lottery, bottom) in (0..).zip(bottoms) {
            let next = State(2 * level + 1 + lottery);
            let last = if level == depth { bottom } else { next };
            moves.extend([vec![WIN], vec![LOSE], vec![last]]);
        }
    }
    let moves: Vec<&[Target]> = moves.iter().map(Vec::as_slice).collect();
    game(&[500_000, 499_999, 1], &WIN_OR_LOSE, &moves)
}

#[test]
fn values_that_differ_by_little_are_told_apart() {
    // (State 1 leads to the win at the bottom. Who profits from it changes with each level.)
    for (depth, better, apart) in [(1, 2, 2e-6), (2, 1, 2e-12)] {
        let graph = two_lotteries(depth, [WIN, LOSE]);
        let (_, proof) = solve(&graph);
        for outcome in 0..3 {
            assert_eq!(
                proof.best.graph(&graph).moves(0, outcome),
                [better],
                "depth {depth}"
            );
        }
        assert_eq!(proof.best.ties(), 0);
        let margin = proof.margin.expect("a choice");
        assert_eq!((margin.state, margin.outcome), (0, 0));
        assert!(proof.bound() < apart / 1000.0);
        let off = (margin.points - apart).abs();
        assert!(off <= 2.0 * proof.bound(), "depth {depth}: {margin:?}");
    }
}

#[test]
fn values_that_are_too_close_to_tell_are_left_undecided() {
    // 2·10^-18 is less than any f64 near 10^-6 can show; but it is not nothing.
    let graph = two_lotteries(3, [WIN, LOSE]);
    let values = iterate(&graph, &mut |_| ()).expect("values");
    let error = prove(&graph, &values.points).expect_err("a difference too small");
    assert_eq!(
        error,
        ProofError::Undecided {
            state: 0,
            outcome: 0
        }
    );

    // Where the two are the same all the way down, they tie.
    let (_, proof) = solve(&two_lotteries(3, [WIN, WIN]));
    assert_eq!(proof.best.ties(), 3);
    assert_eq!(proof.best.graph(&graph).moves(0, 2), [1, 2]);
}

/// Two ways that nobody can leave, each of `length` moves, to ends of these payoffs.
fn two_long_ways(length: u32, payoffs: [f64; 2]) -> Graph {
    let mut moves: Vec<Vec<Target>> = vec![vec![State(1), State(2)]];
    for step in 1..=length {
        for way in 0..2 {
            let next = State(2 * step + 1 + way);
            let end = End(way as u16);
            moves.push(vec![if step == length { end } else { next }]);
        }
    }
    let moves: Vec<&[Target]> = moves.iter().map(Vec::as_slice).collect();
    game(&[1], &payoffs, &moves)
}

#[test]
fn long_ways_to_the_same_payoff_tie() {
    let graph = two_long_ways(300, [0.5, 0.5]);
    let (values, proof) = solve(&graph);
    assert!(holds(values[0], proof.bound_of(0), (1, 2)), "{values:?}");
    assert!(proof.bound() < 1e-12, "{:e}", proof.bound());
    assert_eq!(
        (proof.best.graph(&graph).moves(0, 0), proof.best.ties()),
        (&[1, 2][..], 1)
    );
}

#[test]
fn long_ways_to_payoffs_that_hardly_differ_are_no_tie() {
    // The values are exact, but the ways are so long that their bounds overlap.
    let payoffs = [0.5, 0.5 + GRAIN];
    let graph = two_long_ways(300, payoffs);
    let mut values = vec![payoffs[1]];
    for step in 1..=300 {
        // The last move gets the payoff, and each move before it the opposite of the one after.
        values.extend(payoffs.map(|payoff| if step % 2 == 0 { payoff } else { -payoff }));
    }
    assert_eq!(
        residual(&graph, &values)
            .expect("values")
            .points()
            .to_bits(),
        0
    );
    match prove(&graph, &values) {
        Ok(proof) => assert_eq!(
            (proof.best.graph(&graph).moves(0, 0), proof.best.ties()),
            (&[2][..], 0)
        ),
        Err(error) => assert!(
            matches!(error, ProofError::Undecided { state: 0, .. }),
            "{error}"
        ),
    }
}

// ------------------------------------------------------------- play that may not end

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

/// Turns go round four states, and whoever is on roll in the first wins with a chance of one in a thousand, so its value is 1,
/// that of the next -1, and so on. In a fifth state the player may take half a point, or go to the second, which is worth
/// a whole one. The first sweeps change values by a thousandth only, so half a point looks like the clear choice.
#[test]
fn a_choice_that_looked_clear_too_soon_is_made_again() {
    let half = End(1);
    let graph = game(
        &[1, 999],
        &[1.0, 0.5],
        &[
            &[WIN],
            &[State(1)],
            &[State(2)],
            &[State(2)],
            &[State(3)],
            &[State(3)],
            &[State(0)],
            &[State(0)],
            &[half, State(1)],
            &[half, State(1)],
        ],
    );
    let (values, proof) = solve(&graph);
    for (&value, expected) in values.iter().zip([1, -1, 1, -1, 1]) {
        assert!(holds(value, proof.bound(), (expected, 1)), "{value}");
    }
    // Play goes on for four thousand moves on average.
    assert!(proof.bound() < 1e-11, "{:e}", proof.bound());
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

// ------------------------------------------------------------- wrong values

#[test]
fn values_that_are_off_by_a_little_get_wider_bounds_that_hold_the_truth() {
    let graph = coin_until_heads();
    let (values, proof) = solve(&graph);
    let mut widest = proof.bound();
    for power in [1, 10, 20, 30, 40] {
        for sign in [1.0, -1.0] {
            let wrong = values[0] + sign * GRAIN * (1_u64 << power) as f64;
            let proof = prove(&graph, &[wrong]).expect("bounds from a wrong value");
            assert!(holds(wrong, proof.bound(), (1, 3)), "2^{power}: {wrong}");
            assert!(proof.bound() >= widest, "2^{power}: {:e}", proof.bound());
        }
        let wrong = values[0] + GRAIN * (1_u64 << power) as f64;
        widest = prove(&graph, &[wrong]).expect("bounds").bound();
    }
}

#[test]
fn values_that_are_off_by_a_lot_are_never_believed() {
    let graph = coin_until_heads();
    let (mut bounds, mut refusals) = (0, 0);
    for step in -2000..=2000 {
        let wrong = f64::from(step) / 1024.0;
        match prove(&graph, &[wrong]) {
            Ok(proof) => {
                assert!(holds(wrong, proof.bound(), (1, 3)), "{wrong}");
                bounds += 1;
            }
            Err(error) => {
                // The equation is V = 1/2 - 1/2 V.
                let off = (0.5 - 1.5 * wrong).abs();
                assert_eq!(error, ProofError::NoBounds(off));
                refusals += 1;
            }
        }
    }
    // Bounds of half a point or more are good for nothing.
    assert!(bounds > 0 && refusals > 2000, "{bounds}, {refusals}");
}

#[test]
fn values_that_favour_the_wrong_move_do_not_make_it_best() {
    // The win is worth 4/3 more than waiting; these values say that waiting is worth as much
    // or more.
    let graph = game(&COIN, &WIN_OR_LOSE, &[&[State(0), WIN], &[State(0)]]);
    for wrong in [-1.0, -1.25, -1.5] {
        let error = prove(&graph, &[wrong]).expect_err("values off by a lot");
        let is_apt = matches!(error, ProofError::NoBounds(_) | ProofError::Endless);
        assert!(is_apt, "{wrong}: {error}");
    }
    // Values off by a little say the right thing.
    let little = 341.0 / 1024.0;
    let proof = prove(&graph, &[little]).expect("bounds from a wrong value");
    assert!(holds(little, proof.bound(), (1, 3)));
    assert_eq!(proof.best.graph(&graph).moves(0, 0), [1]);
}

#[test]
fn errors_that_add_up_behind_a_move_that_looks_worse_are_noticed() {
    // The first player ends the game for 1/8, or goes on to states that nobody can leave, and
    // gets 3/16 in the end.
    let last = 128;
    let mut moves: Vec<Vec<Target>> = vec![vec![End(0), State(1)]];
    moves.extend((1..last).map(|state| vec![State(state + 1)]));
    moves.push(vec![End(1)]);
    let moves: Vec<&[Target]> = moves.iter().map(Vec::as_slice).collect();
    let graph = game(&[1], &[0.125, 0.1875], &moves);
    let (values, proof) = solve(&graph);
    assert_eq!(ticks(values[0]), ticks(0.1875));
    assert_eq!(proof.best.graph(&graph).moves(0, 0), [1]);

    // These values say 1/16 for going on. No equation is off by more than 2^-10; that of state 0
    // not at all.
    let mut wrong = vec![0.125];
    wrong.extend((1..=last).map(|state| {
        let size = 0.0625 + f64::from(state) / 1024.0;
        if state % 2 == 0 { size } else { -size }
    }));
    let off = residual(&graph, &wrong).expect("values").points();
    assert_eq!(ticks(off), ticks(1.0 / 1024.0));
    match prove(&graph, &wrong) {
        Ok(proof) => assert!(holds(0.125, proof.bound_of(0), (3, 16))),
        Err(ProofError::Undecided { state, .. }) => assert_eq!(state, 0),
        Err(error) => assert_eq!(error, ProofError::NoBounds(off)),
    }
}

#[test]
fn values_so_wrong_that_waiting_may_be_best_prove_nothing() {
    // A win is worth 1/512, so V = 1/1536, and waiting is worth -1/1536. With bounds as wide as
    // this value's, waiting may be as good as winning, and who waits may wait for ever.
    let graph = game(&COIN, &[1.0 / 512.0], &[&[State(0), WIN], &[State(0)]]);
    let error = prove(&graph, &[1.25 / 512.0]).expect_err("a value off by a lot");
    assert_eq!(error, ProofError::Endless);
    // The right value leaves no doubt.
    let (values, proof) = solve(&graph);
    assert_values(&values, &proof, &[(1, 1536)]);
    assert_eq!(proof.best.graph(&graph).moves(0, 0), [1]);
}

#[test]
fn values_so_wrong_that_bounds_span_all_ends_prove_no_ties() {
    // State 1 is a toss for a stake, worth 0; state 2 is won by whoever is on roll there. So state
    // 1 is the one to move to. The value of state 0 is off by the stake.
    let stake = 1.0 / 512.0;
    let graph = game(
        &COIN,
        &[stake, -stake],
        &[
            &[State(1), State(2)],
            &[State(1), State(2)],
            &[End(0)],
            &[End(1)],
            &[End(0)],
            &[End(0)],
        ],
    );
    let (values, proof) = solve(&graph);
    assert_values(&values, &proof, &[(0, 1), (0, 1), (1, 512)]);
    assert_eq!(
        (proof.best.graph(&graph).moves(0, 0), proof.best.ties()),
        (&[1][..], 0)
    );

    let wrong = [stake, 0.0, stake];
    let error = prove(&graph, &wrong).expect_err("moves that are not equal");
    let is_apt = matches!(error, ProofError::Undecided { state: 0, .. });
    assert!(is_apt, "{error}");
}

#[test]
fn residuals_are_by_how_much_the_equation_is_off() {
    // V = 1/2 - 1/2 V: at 0 it is off by 1/2, at 1 by 1, at -1 by 2.
    let graph = coin_until_heads();
    for (value, off) in [(0.0, 0.5), (1.0, 1.0), (-1.0, 2.0)] {
        let residual = residual(&graph, &[value]).expect("a value of the graph");
        assert_eq!((ticks(residual.points()), residual.state), (ticks(off), 0));
    }
    // Of several states the worst is named.
    let graph = game(&COIN, &WIN_OR_LOSE, &[&[WIN], &[WIN], &[WIN], &[LOSE]]);
    let residual = residual(&graph, &[0.75, 0.5]).expect("values of the graph");
    assert_eq!((ticks(residual.points()), residual.state), (ticks(0.5), 1));
}

#[test]
fn what_are_no_values_is_refused() {
    let graph = game(
        &COIN,
        &WIN_OR_LOSE,
        &[&[WIN], &[State(0)], &[WIN], &[State(1)]],
    );
    for bad in [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::MAX,
        2.0 + 4.0 * GRAIN,
        -2.0 - 4.0 * GRAIN,
        GRAIN / 2.0,
        1.0 / 3.0,
        f64::MIN_POSITIVE,
    ] {
        let errors = [
            prove(&graph, &[0.5, bad]).expect_err("a bad value"),
            residual(&graph, &[0.5, bad]).expect_err("a bad value"),
            proof::bound(&graph, &[0.5, bad]).expect_err("a bad value"),
        ];
        for error in errors {
            let ProofError::Value { state: 1, value } = error else {
                panic!("{bad}: {error}");
            };
            assert_eq!(value.to_bits(), bad.to_bits());
            assert!(error.to_string().contains("2^-52 between -2 and 2"));
        }
    }
    // The limits themselves are values.
    for good in [2.0, -2.0, GRAIN, -GRAIN, -0.0, 2.0 - GRAIN] {
        residual(&graph, &[0.5, good]).expect("a value that can be");
    }
}

#[test]
fn there_must_be_one_value_for_each_state() {
    let graph = game(
        &COIN,
        &WIN_OR_LOSE,
        &[&[WIN], &[State(0)], &[WIN], &[State(1)]],
    );
    for found in [0, 1, 3] {
        let error = ProofError::Count { found, states: 2 };
        let values = vec![0.5; found];
        assert_eq!(prove(&graph, &values).expect_err("a wrong count"), error);
        assert_eq!(residual(&graph, &values).expect_err("a wrong count"), error);
        let message = error.to_string();
        assert!(message.starts_with(&format!("{found} values")), "{message}");
    }
}

// ------------------------------------------------------------- what makes no graph

fn refusal(weights: &[u32], payoffs: &[f64], moves: &[&[Target]], blocks: &[usize]) -> GraphError {
    Graph::new(weights, payoffs, vec![rows(moves)], blocks).expect_err("no graph")
}

#[test]
fn weights_must_be_there_and_positive_and_add_up_to_a_million_at_most() {
    for weights in [
        &[][..],
        &[0],
        &[1, 0],
        &[1_000_001],
        &[1, 1_000_000],
        &[u32::MAX; 2],
    ] {
        let moves = vec![&[WIN][..]; weights.len()];
        let error = refusal(weights, &WIN_OR_LOSE, &moves, &[1]);
        assert_eq!(error, GraphError::Weights, "{weights:?}");
    }
    let largest = game(&[999_999, 1], &WIN_OR_LOSE, &[&[WIN], &[LOSE]]);
    assert_eq!(largest.total(), 1_000_000);
    let (values, proof) = solve(&largest);
    assert_values(&values, &proof, &[(499_999, 500_000)]);
}

#[test]
fn payoffs_must_be_exact() {
    for payoff in [2.5, -2.5, f64::INFINITY, 0.1 / 3.0, GRAIN / 2.0] {
        let error = refusal(&[1], &[1.0, payoff], &[&[WIN]], &[1]);
        assert_eq!(error, GraphError::Payoff(payoff));
    }
    let error = refusal(&[1], &[f64::NAN], &[&[WIN]], &[1]);
    assert!(matches!(error, GraphError::Payoff(payoff) if payoff.is_nan()));
}

#[test]
fn there_must_be_a_row_for_each_state_and_outcome() {
    for count in [0, 1, 3, 5] {
        let error = refusal(&COIN, &WIN_OR_LOSE, &vec![&[WIN][..]; count], &[1, 1]);
        let expected = GraphError::RowCount {
            rows: count,
            states: 2,
            outcomes: 2,
        };
        assert_eq!(error, expected);
    }
}

#[test]
fn states_that_have_no_numbers_are_too_many() {
    let most = Limits::LARGEST.states;
    for (blocks, found) in [
        ([usize::MAX, 1], usize::MAX),
        ([usize::MAX / 2 + 1, 0], usize::MAX / 2 + 1),
        ([most as usize, 1], most as usize + 1),
    ] {
        let error = refusal(&COIN, &WIN_OR_LOSE, &[&[WIN][..]; 4], &blocks);
        let what = "states";
        assert_eq!(error, GraphError::TooMany { what, found, most });
    }
    // The largest number of states is refused for want of rows only.
    let error = refusal(&COIN, &WIN_OR_LOSE, &[&[WIN][..]; 4], &[most as usize]);
    assert!(matches!(error, GraphError::RowCount { rows: 4, .. }));
}

#[test]
fn a_graph_is_as_large_as_its_limits_allow_and_no_larger() {
    // Three states, five moves.
    let moves: [&[Target]; 3] = [&[WIN, LOSE], &[State(0)], &[State(0), State(1)]];
    let graph = |states, moves_in_all| {
        let limits = Limits {
            states,
            moves: moves_in_all,
        };
        Graph::with_limits(limits, &[1], &WIN_OR_LOSE, vec![rows(&moves)], &[3])
    };
    assert_eq!(graph(3, 5).expect("it just fits").all_moves().len(), 5);
    let too_many = |what, found, most| GraphError::TooMany { what, found, most };
    assert_eq!(graph(2, 5).expect_err("3"), too_many("states", 3, 2));
    assert_eq!(graph(3, 4).expect_err("5"), too_many("moves", 5, 4));
    assert_eq!(graph(0, 0).expect_err("3"), too_many("states", 3, 0));

    // Moves are counted over all parts.
    let limits = Limits {
        states: 3,
        moves: 5,
    };
    let parts = vec![rows(&moves[..2]), rows(&[&[WIN; 3]])];
    let parts = Graph::with_limits(limits, &[1], &WIN_OR_LOSE, parts, &[3]);
    assert_eq!(parts.expect_err("6"), too_many("moves", 6, 5));
}

#[test]
fn payoffs_beyond_the_numbers_of_ends_are_too_many() {
    let (most, found) = (1 << 16, (1 << 16) + 1);
    let payoffs = vec![1.0; found];
    let what = "payoffs";
    let too_many = GraphError::TooMany { what, found, most };
    assert_eq!(refusal(&[1], &payoffs, &[&[WIN]], &[1]), too_many);
    let last = End(u16::MAX);
    let largest = game(&[1], &payoffs[1..], &[&[last]]);
    assert_eq!(largest.all_moves(), [1 << 16]);
}

#[test]
fn every_outcome_must_have_a_move() {
    for (state, outcome) in [(0, 0), (0, 1), (2, 0), (1, 1)] {
        let mut moves = vec![&[WIN][..]; 6];
        moves[2 * state + outcome] = &[];
        let error = refusal(&COIN, &WIN_OR_LOSE, &moves, &[3]);
        assert_eq!(error, GraphError::NoMove { state, outcome });
    }
}

#[test]
fn moves_must_lead_somewhere_in_this_block_or_an_earlier_one() {
    let at_state_one = GraphError::Target { state: 1 };
    // No such state, no such end, and a state of a later block.
    for (target, blocks) in [
        (State(3), &[3][..]),
        (State(1_000_000), &[3]),
        (State(u32::MAX), &[3]),
        (End(2), &[3]),
        (End(u16::MAX), &[3]),
        (State(2), &[2, 1]),
        (State(2), &[1, 1, 1]),
    ] {
        let moves: [&[Target]; 3] = [&[WIN], &[WIN, target], &[State(0)]];
        let error = refusal(&[1], &WIN_OR_LOSE, &moves, blocks);
        assert_eq!(error, at_state_one, "{target:?}, {blocks:?}");
    }
}

#[test]
#[should_panic(expected = "at most 255 moves")]
fn an_outcome_has_at_most_255_moves() {
    Rows::default().push([WIN; 256]);
}

#[test]
#[should_panic(expected = "every outcome keeps a move")]
fn restricting_moves_keeps_one_of_every_outcome() {
    let _ = Graph::keeping(&coin_until_heads(), |_, _| ());
}

// ------------------------------------------------------------- games made at random

/// The payoffs of random games, in points.
const PAYOFFS: [i128; 5] = [1, -1, 2, -2, 0];

/// A game that can be solved exactly: with the last outcome it always ends.
#[derive(Clone, Debug)]
struct SmallGame {
    weights: Vec<u32>,
    blocks: Vec<usize>,
    /// For each state and outcome the moves.
    rows: Vec<Vec<Target>>,
}

impl SmallGame {
    fn states(&self) -> usize {
        self.rows.len() / self.weights.len()
    }

    fn graph(&self) -> Graph {
        let moves: Vec<&[Target]> = self.rows.iter().map(Vec::as_slice).collect();
        let payoffs = PAYOFFS.map(|payoff| payoff as f64);
        Graph::new(&self.weights, &payoffs, vec![rows(&moves)], &self.blocks)
            .expect("a well-formed game")
    }

    fn outcomes_of(&self, state: usize) -> impl Iterator<Item = (u32, &[Target])> {
        let first = state * self.weights.len();
        let rows = self.rows[first..].iter().map(Vec::as_slice);
        self.weights.iter().copied().zip(rows)
    }

    /// For each row the move that is best by long plain iteration from 0.
    fn policy(&self) -> Vec<Target> {
        let total = f64::from(self.weights.iter().sum::<u32>());
        let mut values = vec![0.0; self.states()];
        let worth = |values: &[f64], target: Target| match target {
            State(state) => -values[state as usize],
            End(end) => PAYOFFS[usize::from(end)] as f64,
        };
        let best = |values: &[f64], moves: &[Target]| {
            let by_worth = |one: &Target, other: &Target| {
                worth(values, *one).total_cmp(&worth(values, *other))
            };
            moves.iter().copied().max_by(by_worth).expect("a move")
        };
        for _ in 0..1000 {
            let next = |state| {
                let gain =
                    |(weight, moves)| f64::from(weight) * worth(&values, best(&values, moves));
                self.outcomes_of(state).map(gain).sum::<f64>() / total
            };
            values = (0..self.states()).map(next).collect();
        }
        self.rows.iter().map(|moves| best(&values, moves)).collect()
    }
}

/// The exact values of a small game, as fractions of one denominator.
struct Exact {
    numerators: Vec<i128>,
    denominator: i128,
}

impl Exact {
    /// Solves the linear equations that a policy leaves, by Cramer's rule, and then checks in
    /// integers that no move anywhere is better than the policy's. As play always ends, values
    /// that satisfy the equation are the only ones.
    fn of(game: &SmallGame) -> Exact {
        let (matrix, constants) = equations(game, &game.policy());
        let numerators = (0..game.states()).map(|state| {
            let mut replaced = matrix.clone();
            for (row, &constant) in replaced.iter_mut().zip(&constants) {
                row[state] = constant;
            }
            determinant(replaced)
        });
        let exact = Exact {
            numerators: numerators.collect(),
            denominator: determinant(matrix.clone()),
        };
        assert!(exact.denominator > 0);
        exact.check(game);
        exact
    }

    fn check(&self, game: &SmallGame) {
        let total: u32 = game.weights.iter().sum();
        for (state, numerator) in self.numerators.iter().enumerate() {
            let expected: i128 = game
                .outcomes_of(state)
                .map(|(weight, moves)| i128::from(weight) * self.greatest(moves))
                .sum();
            assert_eq!(i128::from(total) * numerator, expected, "{game:?}");
        }
    }

    /// What a move is worth, times the denominator.
    fn worth(&self, target: Target) -> i128 {
        match target {
            State(state) => -self.numerators[state as usize],
            End(end) => PAYOFFS[usize::from(end)] * self.denominator,
        }
    }

    fn greatest(&self, moves: &[Target]) -> i128 {
        let worths = moves.iter().map(|&target| self.worth(target));
        worths.max().expect("a move")
    }

    /// The best moves of a row, exactly.
    fn best(&self, moves: &[Target]) -> Vec<Target> {
        let greatest = self.greatest(moves);
        let is_best = |target: &Target| self.worth(*target) == greatest;
        moves.iter().copied().filter(is_best).collect()
    }

    /// How much worse the best of the moves that are not best is, times the denominator.
    fn gap(&self, moves: &[Target]) -> Option<i128> {
        let greatest = self.greatest(moves);
        let worths = moves.iter().map(|&target| self.worth(target));
        let next = worths.filter(|&worth| worth < greatest).max();
        next.map(|next| greatest - next)
    }

    fn fraction(&self, state: usize) -> (i128, i128) {
        (self.numerators[state], self.denominator)
    }
}

/// total · V(s) + Σ weight · V(next) = Σ weight · payoff, for the moves of the policy.
fn equations(game: &SmallGame, policy: &[Target]) -> (Vec<Vec<i128>>, Vec<i128>) {
    let states = game.states();
    let mut matrix = vec![vec![0; states]; states];
    let mut constants = vec![0; states];
    for (state, played) in policy.chunks(game.weights.len()).enumerate() {
        for (&weight, &target) in game.weights.iter().zip(played) {
            let weight = i128::from(weight);
            matrix[state][state] += weight;
            match target {
                State(next) => matrix[state][next as usize] += weight,
                End(end) => constants[state] += weight * PAYOFFS[usize::from(end)],
            }
        }
    }
    (matrix, constants)
}

/// By fraction-free elimination (Bareiss): every division is exact.
fn determinant(mut matrix: Vec<Vec<i128>>) -> i128 {
    let size = matrix.len();
    let (mut sign, mut previous) = (1, 1);
    for step in 0..size {
        let Some(pivot) = (step..size).find(|&row| matrix[row][step] != 0) else {
            return 0;
        };
        if pivot != step {
            matrix.swap(pivot, step);
            sign = -sign;
        }
        for row in step + 1..size {
            for column in step + 1..size {
                let cross = matrix[row][column] * matrix[step][step]
                    - matrix[row][step] * matrix[step][column];
                matrix[row][column] = cross / previous;
            }
        }
        previous = matrix[step][step];
    }
    sign * previous
}

#[test]
fn determinants_are_right() {
    let matrix = |rows: [[i128; 3]; 3]| rows.map(Vec::from).to_vec();
    assert_eq!(determinant(matrix([[2, 0, 0], [0, 3, 0], [0, 0, 5]])), 30);
    assert_eq!(determinant(matrix([[0, 1, 0], [1, 0, 0], [0, 0, 7]])), -7);
    assert_eq!(determinant(matrix([[1, 2, 3], [4, 5, 6], [7, 8, 9]])), 0);
    assert_eq!(determinant(matrix([[2, 1, 3], [0, 4, 1], [5, 2, 2]])), -43);
}

fn ends() -> impl Strategy<Value = Target> {
    (0..PAYOFFS.len() as u16).prop_map(End)
}

/// Moves of one outcome, that may lead to the states below `reach`; only ends for the last.
fn moves_of(reach: u32, is_last: bool) -> BoxedStrategy<Vec<Target>> {
    if is_last {
        prop::collection::vec(ends(), 1..=3).boxed()
    } else {
        let target = prop_oneof![1 => ends(), 3 => (0..reach).prop_map(State)];
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
                    (grains.round() * GRAIN).clamp(-2.0, 2.0)
                })
            })
            .collect();
        (Just(game), offered)
    })
}

fn node(game: &SmallGame, target: Target) -> Node {
    match target {
        State(state) => state,
        End(end) => game.states() as Node + Node::from(end),
    }
}

/// Asserts that the truth lies within the bounds, and that no best move is left out.
fn assert_true(game: &SmallGame, exact: &Exact, values: &[f64], proof: &Proof) {
    let best_play = proof.best.graph(&game.graph());
    for (state, &value) in values.iter().enumerate() {
        let (bound, fraction) = (proof.bound_of(state), exact.fraction(state));
        assert!(holds(value, bound, fraction), "state {state}: {value}");
        for (outcome, (_, moves)) in game.outcomes_of(state).enumerate() {
            let kept = best_play.moves(state, outcome);
            let best = exact.best(moves).into_iter();
            let best: Vec<Node> = best.map(|target| node(game, target)).collect();
            assert_eq!(kept, best, "state {state}, outcome {outcome}");
        }
    }
}

/// Asserts that ties and margin are those of the exact values.
fn assert_findings(game: &SmallGame, exact: &Exact, proof: &Proof) {
    let ties = game.rows.iter().filter(|moves| exact.best(moves).len() > 1);
    assert_eq!(proof.best.ties(), ties.count());
    assert_eq!(proof.ending, Ending::Always);

    let closest = game.rows.iter().filter_map(|moves| exact.gap(moves)).min();
    assert_eq!(proof.margin.is_some(), closest.is_some());
    if let (Some(margin), Some(closest)) = (proof.margin, closest) {
        let gap = (closest, exact.denominator);
        // Between 2 and 4 an f64 is rounded to twice the grain.
        let slack = 2.0 * proof.bound() + GRAIN;
        assert!(holds(margin.points, slack, gap), "{margin:?}");
        let named = &game.rows[margin.state * game.weights.len() + margin.outcome];
        assert_eq!(exact.gap(named), Some(closest), "{margin:?}");
    }
}

/// Asserts that two best moves are equal there without being the same.
fn assert_undecidable(game: &SmallGame, exact: &Exact, state: usize, outcome: usize) {
    let best = exact.best(&game.rows[state * game.weights.len() + outcome]);
    assert!(best.iter().any(|&target| target != best[0]), "{best:?}");
}

/// Pools of one and of four threads.
static POOLS: LazyLock<[ThreadPool; 2]> = LazyLock::new(|| {
    [1, 4].map(|threads| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads")
    })
});

/// Everything that solving a graph yields, bit by bit.
#[derive(Debug, PartialEq)]
struct Outcome {
    values: Vec<u64>,
    sweeps: u64,
    proof: Result<Findings, ProofError>,
}

/// Everything that a proof holds, bit by bit.
#[derive(Debug, PartialEq)]
struct Findings {
    bounds: Vec<u64>,
    best: Vec<Vec<u8>>,
    ending: Ending,
    ties: usize,
    margin: Option<(u64, usize, usize)>,
}

fn findings(graph: &Graph, proof: &Proof) -> Findings {
    Findings {
        bounds: (0..graph.states())
            .map(|state| proof.bound_of(state).to_bits())
            .collect(),
        best: proof.best.ranks().map(<[u8]>::to_vec).collect(),
        ending: proof.ending,
        ties: proof.best.ties(),
        margin: proof
            .margin
            .map(|margin| (margin.points.to_bits(), margin.state, margin.outcome)),
    }
}

fn outcome(graph: &Graph) -> Outcome {
    let values = iterate(graph, &mut |_| ()).expect("the values come to rest");
    Outcome {
        values: values.points.iter().map(|value| value.to_bits()).collect(),
        sweeps: values.sweeps.to_bits(),
        proof: prove(graph, &values.points).map(|proof| findings(graph, &proof)),
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
    match proof::bound(&graph, offered) {
        Ok(bound) => {
            for (state, &value) in offered.iter().enumerate() {
                assert!(holds(value, bound, exact.fraction(state)), "state {state}");
            }
        }
        Err(error) => assert!(matches!(error, ProofError::NoBounds(_)), "{error}"),
    }
}

fn without_files() -> ProptestConfig {
    ProptestConfig {
        // Failing games are printed in full; there is no source folder to keep them in.
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(without_files())]

    #[test]
    fn random_games_are_solved_as_an_exact_solution_solves_them(game in small_games()) {
        let exact = Exact::of(&game);
        let graph = game.graph();
        let values = iterate(&graph, &mut |_| ()).expect("the values come to rest").points;
        match prove(&graph, &values) {
            Ok(proof) => {
                assert_true(&game, &exact, &values, &proof);
                assert_findings(&game, &exact, &proof);
                prop_assert!(proof.bound() < 1e-13);
                let alone = proof::bound(&graph, &values).map(ticks);
                prop_assert_eq!(alone, Ok(ticks(proof.bound())));
            }
            Err(ProofError::Undecided { state, outcome }) => {
                assert_undecidable(&game, &exact, state, outcome);
            }
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn what_is_proven_from_values_that_are_off_by_a_little_is_true(
        (game, offered) in games_with_wrong_values(40),
    ) {
        assert_nothing_false_is_proven(&game, &offered);
    }

    #[test]
    fn what_is_proven_from_values_that_are_off_by_a_lot_is_true(
        (game, offered) in games_with_wrong_values(53),
    ) {
        assert_nothing_false_is_proven(&game, &offered);
    }

    #[test]
    fn random_games_have_the_same_solution_on_any_number_of_threads(game in small_games()) {
        let graph = game.graph();
        let [one, four] = [0, 1].map(|pool| POOLS[pool].install(|| outcome(&graph)));
        prop_assert_eq!(one, four);
    }
}

/// A game of `states` states in three blocks, with work for several threads. Its moves come from a
/// generator written here, so that it is the same on every machine.
fn large_game(states: u32) -> Graph {
    game_with_choices(states, &[3, 2, 1])
}

/// The same with these chances of outcomes, of which the last ends the game.
fn game_with_choices(states: u32, weights: &[u32]) -> Graph {
    let mut seed: u64 = 1698;
    let mut draw = |below: u32| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as u32 % below
    };
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
    Graph::new(weights, &payoffs, vec![rows], &blocks).expect("a well-formed game")
}

#[test]
fn a_large_game_has_the_same_solution_on_any_number_of_threads() {
    let graph = large_game(9000);
    let [one, four] = [0, 1].map(|pool| POOLS[pool].install(|| outcome(&graph)));
    assert!(one.proof.is_ok(), "{:?}", one.proof.err());
    assert!(one == four);
}

#[test]
fn a_large_game_has_the_values_of_plain_iteration() {
    assert_as_by_plain_iteration(&large_game(9000));
}

#[test]
fn a_large_game_of_many_outcomes_has_the_values_of_plain_iteration() {
    // More outcomes than are added up at a time, and more states than one task has.
    assert_as_by_plain_iteration(&game_with_choices(6000, &[1, 1, 1, 1, 1, 1, 2, 2]));
}

#[track_caller]
fn assert_as_by_plain_iteration(graph: &Graph) {
    let (values, proof) = solve(graph);
    // Given iteration from both ends of the range, which encloses the values at every step,
    let mut plain = [graph.node_table(-2.0), graph.node_table(2.0)];
    for _ in 0..400 {
        let [lower, upper] = &plain;
        plain = [swept(graph, upper, lower), swept(graph, lower, upper)];
    }
    // when the two have met, then every value lies between them, up to its bound and roundings.
    let [lower, upper] = &plain;
    for (state, value) in values.iter().enumerate() {
        let slack = proof.bound_of(state) + 1e-14;
        assert!(upper[state] - lower[state] < 1e-13, "state {state}");
        assert!(
            (lower[state] - slack..=upper[state] + slack).contains(value),
            "state {state}"
        );
    }
}

/// The equation applied once: bounds of one kind from bounds of the other kind.
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
