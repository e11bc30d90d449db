//! Games that may not end.

use tourne_graph::Target::{self, End, State};
use tourne_graph::ending::{Ending, always_ends};
use tourne_graph::values::iterate;
use tourne_graph::{GRAIN, Graph, Rows, lengths};
use tourne_graph::{ProofError, residual};

use crate::{
    COIN, LOSE, WIN, WIN_OR_LOSE, assert_values, built, draws, game, holds, moves, prove, rows,
    solve, ticks,
};

#[test]
fn a_player_may_wait_for_ever_but_best_play_ends() {
    // On heads, a player may win or let the other toss. Waiting gains nothing: V = 1/3, and
    // winning is worth 1 - (-1/3) more than waiting.
    let graph = game(&COIN, &WIN_OR_LOSE, &moves("0 W, 0"));
    let (values, proof) = solve(&graph);
    assert_values(&values, &proof, &[(1, 3)]);
    assert_eq!(proof.proven.ending, Ending::UnderBestPlay);
    assert_eq!(graph.only(&proof.best).moves(0, 0), [1]);
    assert!(
        (proof.proven.margin.expect("a choice").points - 4.0 / 3.0).abs()
            <= 2.0 * proof.proven.bound()
    );
}

/// Asserts that `prove` refuses values that satisfy the equation, because play with the best moves never ends.
#[track_caller]
fn assert_refused(graph: &Graph, values: &[f64]) {
    let off = residual(graph, values).expect("values").points();
    assert_eq!(off.to_bits(), 0);
    let error = prove(graph, values).expect_err("play that never ends");
    assert_eq!(error, ProofError::MayGoOn);
}

#[test]
fn best_play_that_never_ends_has_no_value() {
    // Whoever ends the game loses, so nobody does. The equation is V = -V.
    let graph = game(&[1], &WIN_OR_LOSE, &moves("0 L"));
    let values = iterate(&graph).expect("0 satisfies the equation");
    assert_refused(&graph, &values.points);
    // A game without ends.
    assert_refused(&game(&COIN, &[], &moves("1, 0; 0, 1")), &[0.0, 0.0]);
    // The player in state 0 can only wait. The player in state 1 may win now, or wait and have the same choice at his
    // next turn.
    let graph = game(&[1], &WIN_OR_LOSE, &moves("1; W 0"));
    let values = iterate(&graph).expect("-1 and 1 satisfy the equation");
    let found = [values.points[0], values.points[1]].map(ticks);
    assert_eq!(found, [-1.0, 1.0].map(ticks));
    assert_refused(&graph, &values.points);
    // The player in state 0 gets 1/2 by ending the game; the player in state 1 loses 3/4 by ending it. Going on costs
    // nothing, so (c, -c) satisfies the equation for every c from 1/2 to 3/4.
    let graph = game(&[1], &[0.5, -0.75], &moves("1 W; 0 L"));
    for c in [0.5, 0.625, 0.75] {
        assert_refused(&graph, &[c, -c]);
    }
}

#[test]
fn ends_that_are_better_by_a_grain_are_best() {
    // Two players may end the game, the first for a and the second for d - a, or leave the end to the other. In the
    // first state, ending the game gets a, and leaving it gets a - d.
    for a in [0.0, 0.5, -1.0] {
        for power in [20, 29, 30, 31, 40, 50, 52] {
            let d = 2.0_f64.powi(-power);
            let graph = game(&[1], &[a, d - a], &moves("W 1; L 0"));
            let (values, proof) = solve(&graph);
            let expected = [a, d - a].map(ticks);
            assert_eq!([ticks(values[0]), ticks(values[1])], expected);
            assert_eq!(
                proof.proven.ending,
                Ending::UnderBestPlay,
                "{a}, 2^-{power}"
            );
            assert_eq!(graph.only(&proof.best).all_moves(), [2, 3]);
            assert_eq!(
                proof.proven.margin.expect("choices").points.to_bits(),
                d.to_bits()
            );
            assert!(proof.proven.bound() < GRAIN, "{:e}", proof.proven.bound());
        }
    }
}

#[test]
fn only_what_is_known_to_be_endless_is_called_so() {
    // The same game, with a value that is off by more than the difference of the moves. Then both moves may be best,
    // and a player who leaves the end to the other may wait for ever.
    let (d, off) = (2.0_f64.powi(-40), 2.0_f64.powi(-30));
    let graph = game(&[1], &[0.0, d], &moves("W 1; L 0"));
    for wrong in [[off, d], [-off, d], [0.0, d + off], [off, d - off]] {
        let error = prove(&graph, &wrong).expect_err("values that are off");
        assert!(
            matches!(error, ProofError::NoBounds(_)),
            "{wrong:?}: {error}"
        );
    }
}

#[test]
fn nothing_is_called_endless_above_values_that_are_off() {
    // Whoever ends the game in state 1 loses, and 0 satisfies its equation. State 0, in a block before, is worth 1.
    let graph = built(&[1], &WIN_OR_LOSE, rows(&moves("W; 1 L")), &[1, 1]).expect("a game");
    assert_refused(&graph, &[1.0, 0.0]);
    let error = prove(&graph, &[1.0 - GRAIN, 0.0]).expect_err("values that are off");
    assert!(matches!(error, ProofError::NoBounds(_)), "{error}");
}

/// Returns `true` if the players can go on for ever, and the number of rounds until that is known. In each round a
/// state is removed if it has an outcome with no move to a state that is still left.
fn can_go_on(graph: &Graph) -> (bool, usize) {
    let mut left = vec![true; graph.states()];
    for round in 0.. {
        let before = left.clone();
        for (state, left) in left.iter_mut().enumerate() {
            *left &= graph.rolls(state).all(|(_, moves)| {
                let mut moves = moves.iter().map(|&node| node as usize);
                moves.any(|node| before.get(node) == Some(&true))
            });
        }
        if left == before {
            return (left.contains(&true), round);
        }
    }
    unreachable!("every round takes a state away")
}

#[test]
fn play_ends_as_looked_at_round_by_round() {
    let (mut counts, mut most_rounds) = ([0; 2], 0);
    for seed in 0..3000 {
        let mut draw = draws(seed);
        // Most moves lead to the next state, so that many rounds are needed.
        let states = 2 + draw(60);
        let ends = 1 + draw(4);
        let mut rows: Vec<Vec<Target>> = Vec::new();
        for row in 0..2 * states {
            let count = 1 + draw(2);
            let target = |_| match draw(30) {
                28.. => State(draw(states)),
                kind if kind < ends => WIN,
                _ => State((row / 2 + 1) % states),
            };
            rows.push((0..count).map(target).collect());
        }
        let graph = game(&COIN, &WIN_OR_LOSE, &rows);
        let (together, rounds) = can_go_on(&graph);
        assert_eq!(always_ends(&graph), !together, "seed {seed}");
        counts[usize::from(together)] += 1;
        most_rounds = most_rounds.max(rounds);
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
    assert!(most_rounds > 40, "{most_rounds}");
}

#[test]
fn values_beyond_all_payoffs_are_brought_back() {
    // The first two states lead to each other, or to an end worth p to the second: -V and V satisfy the equation for every V from p on.
    let p = 1.0 / 3.0 - GRAIN / 4.0;
    let moves = moves("1, 1 1; 0 L, W 0; 1 0, D D L; 0 3, D; 5 5 2, 1 L 4; 3 4, D");
    let payoffs = [(p / GRAIN).floor() * GRAIN, GRAIN, 0.0];
    for blocks in ["6", "4 2", "3 3", "2 4", "2 2 2", "2 1 1 2"] {
        let blocks = blocks.split(' ').map(|size| size.parse().expect("a size"));
        let blocks: Vec<usize> = blocks.collect();
        let graph = built(&[2, 3], &payoffs, rows(&moves), &blocks);
        let graph = graph.expect("a well-formed game");
        let values = iterate(&graph).expect("values").points;
        let off = residual(&graph, &values).expect("values").points();
        assert!(off <= 16.0 * GRAIN, "{blocks:?}: {off:e}");
    }
}

#[test]
fn values_satisfy_the_equation_also_where_play_need_not_end() {
    let (mut proven, mut endless) = (0, 0);
    for seed in 0..6000 {
        let mut draw = draws(seed);
        let blocks: Vec<usize> = (0..=draw(3)).map(|_| 1 + draw(4) as usize).collect();
        let weights: Vec<u32> = (0..=draw(3)).map(|_| 1 + draw(4)).collect();
        let payoffs: Vec<f64> = (0..3)
            .map(|_| match draw(4) {
                0 => GRAIN * f64::from(draw(4)),
                1 => (f64::from(draw(1000)) / 3000.0 / GRAIN).round() * GRAIN,
                _ => f64::from(draw(9)) / 4.0 - 1.0,
            })
            .collect();
        let mut rows = Rows::default();
        let mut reach = 0;
        for &size in &blocks {
            reach += size as u32;
            for _ in 0..size * weights.len() {
                let count = 1 + draw(3);
                let target = |_| match draw(3) {
                    0 => End(draw(3) as u16),
                    _ => State(draw(reach)),
                };
                let moves: Vec<Target> = (0..count).map(target).collect();
                rows.push(moves);
            }
        }
        let graph = built(&weights, &payoffs, rows, &blocks).expect("a game");
        let Ok(values) = iterate(&graph) else {
            continue;
        };
        let off = residual(&graph, &values.points).expect("values").points();
        assert!(off <= 16.0 * GRAIN, "seed {seed}: {off:e}");
        match prove(&graph, &values.points) {
            Ok(_) => proven += 1,
            Err(ProofError::MayGoOn) => {
                // (Exact are the values of a block in which play need not end, and those before.)
                endless += 1;
            }
            Err(_) => {}
        }
    }
    assert!(proven > 300 && endless > 300, "{proven} {endless}");
}

#[test]
fn turns_that_are_passed_to_and_fro_take_few_sweeps() {
    // In five pairs of states the players pass the turn to each other. The first wins instead with probability 1/100 to
    // 5/100, the second with 1/100. In five more states both players pass the turn within the state, and win with 1/100
    // to 5/100.
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
        // V = p - (1 - p) W and W = q - (1 - q) V, in hundredths; a state that leads only to itself has V = p - (1 - p)
        // V.
        let (p, q) = (i128::from(win), 1);
        let over = 10_000 - (100 - p) * (100 - q);
        expected.push((100 * p - (100 - p) * q, over));
        expected.push((100 * q - (100 - q) * p, over));
        expected.push((p, 200 - p));
    }
    let graph = game(&[1, 1, 1, 1, 1, 95], &WIN_OR_LOSE, &moves);
    let (values, proof) = solve(&graph);
    assert_values(&values, &proof, &expected);
    let sweeps = iterate(&graph).expect("values").sweeps;
    assert!(sweeps < 8.0, "{sweeps}");
}

#[test]
fn lengths_do_not_go_astray() {
    // Two games in which extrapolated lengths once grew without end. All payoffs are 0, and so are all values.
    let none = "0, 2, 0; W, 2, 1; 3, 2, W; 0, 0, 2";
    let some = "1, 2, 1; 1 1, 2, W 1; 1 2, W, 1";
    // The longest play takes 29 and 56 moves on average.
    for (weights, moves, longest) in [([5, 5, 1], none, 29.0), ([5, 1, 1], some, 56.0)] {
        let graph = game(&weights, &[0.0], &crate::moves(moves));
        let values = vec![0.0; graph.states()];
        let error = prove(&graph, &values).map(|proof| proof.proven.bound());
        assert!(matches!(error, Ok(bound) if bound < 1e-15), "{error:?}");
        let lengths = lengths::at_least(&graph, 0.125).expect("play ends");
        let most = lengths.into_iter().fold(0.0, f64::max);
        assert!(most >= longest && most < 1.5 * longest, "{most}");
    }
}

#[test]
fn play_may_last_for_a_million_moves() {
    // One throw in a million wins, and otherwise the other player rolls:
    //   V = 10^-6 - (1 - 10^-6) V, so V = 1/1,999,999.
    let graph = game(&[1, 999_999], &WIN_OR_LOSE, &moves("W, 0"));
    let (values, proof) = solve(&graph);
    assert!(holds(values[0], proof.proven.bound(), (1, 1_999_999)));
    assert!(proof.proven.bound() < 1e-8, "{:e}", proof.proven.bound());
}

#[test]
fn values_that_do_not_come_to_rest_are_an_error() {
    // Three to seven states pass the turn round in a ring. In two states of each ring, one to five throws in a million
    // end the game.
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
    let graph = game(&[1, 1, 1, 1, 1, 999_995], &WIN_OR_LOSE, &moves);
    let error = iterate(&graph).expect_err("a game that takes too long");
    assert!(error.residual > 1e-10, "{error}");
    assert!(error.to_string().contains("play goes on for too long"));
}
