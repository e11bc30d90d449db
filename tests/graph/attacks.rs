//! Attempts to have something false proven.

use proptest::test_runner::Config;
use tourne_graph::Target::{self, Again, End, State};
use tourne_graph::ending::Ending;
use tourne_graph::values::iterate;
use tourne_graph::{GRAIN, Graph, Proof, ProofError, Rows, bound};

use crate::exact::{Exact, PAYOFFS, SmallGame};
use crate::{built, draws, game, holds, prove, rows, ticks};

#[test]
fn a_residual_of_eight_points_is_refused() {
    // The largest possible residual is 2^63 ticks, one more than 64 bits hold.
    for payoff in [4.0, -4.0] {
        let graph = game(&[1], &[payoff], &[&[End(0)]]);
        let refused = Some(ProofError::NoBounds(8.0));
        assert_eq!(prove(&graph, &[-payoff]).err(), refused);
        assert_eq!(bound(&graph, &[-payoff]).err(), refused);
        let proof = prove(&graph, &[payoff]).expect("the value");
        assert!(proof.proven.bound() < GRAIN);
    }
}

#[test]
#[should_panic(expected = "the counts must add up to the number of moves")]
fn a_state_whose_last_outcome_lacks_a_move_is_refused() {
    Rows::default().push_state(&[1, 3], [End(0), End(0), State(0)]);
}

#[test]
fn an_error_of_an_earlier_block_counts_in_a_later_one() {
    // State 0 is worth 1. State 1 leads there, or to the end with payoff -1 - 2^-29: going there is best. By the value
    // offered for state 0, the end is better by 2^-29. State 2 leads to state 1 and state 3 throws again in state 1, each
    // in a block of its own, without a residual.
    let d = 2.0_f64.powi(-29);
    let moves: [&[Target]; 4] = [&[End(0)], &[State(0), End(1)], &[State(1)], &[Again(1)]];
    let payoffs = [1.0, -1.0 - d];
    let graph = built(&[1], &payoffs, rows(&moves), &[1, 1, 1, 1]).expect("a game");
    let offered = [1.0 + 2.0 * d, -1.0 - d, 1.0 + d, -1.0 - d];
    let proven = tourne_graph::prove(&graph, offered.to_vec(), &mut |_| (), &mut |_| ());
    let proven = proven.expect("bounds");
    for (state, truth) in [1, -1, 1, -1].into_iter().enumerate() {
        assert!(holds(offered[state], proven.bound_of(state), (truth, 1)));
    }
    // Bounds leave the choice open, but exact arithmetic does not.
    assert_eq!((proven.ties, proven.undecided), (0, 0));
    let proof = prove(&graph, &offered).expect("best moves");
    assert_eq!(proof.best, [true, true, false, true, true]);
    let margin = proof.proven.margin.expect("a choice");
    assert_eq!((ticks(margin.points), margin.state), (ticks(d), 1));
}

#[test]
fn extrapolation_that_goes_astray_in_a_hundred_sweeps_does_no_harm() {
    // In states 0 and 1 the player on roll can throw again until a throw of 1/5 pays 4 points. In state 2, 1/5 of the
    // throws lead there with the other player on roll, the others with the same player: -4/5 + 16/5 = 12/5.
    let first: [&[Target]; 3] = [
        &[Again(1), Again(0), State(0)],
        &[Again(0)],
        &[State(0), Again(0)],
    ];
    let second: [&[Target]; 3] = [
        &[Again(0), End(0)],
        &[State(0), Again(0)],
        &[Again(1), State(1)],
    ];
    let third: [&[Target]; 3] = [&[State(0)], &[State(2), Again(1)], &[State(1), Again(0)]];
    let moves = [first, second, third].concat();
    let graph = built(&[1, 3, 1], &[4.0], rows(&moves), &[2, 1]).expect("a game");
    let found = iterate(&graph).expect("values").points;
    for (value, expected) in found.iter().zip([4.0, 4.0, 2.4]) {
        assert!((value - expected).abs() < 1e-9, "{found:?}");
    }
    // They need not take the 4 points now.
    assert!(prove(&graph, &found).is_err());
}

/// Draws a game of 1 to 3 blocks in which play need not end.
fn any_game(draw: &mut impl FnMut(u32) -> u32) -> SmallGame {
    let weights: Vec<u32> = (0..=draw(3)).map(|_| 1 + draw(3)).collect();
    let blocks: Vec<usize> = (0..=draw(3)).map(|_| 1 + draw(2) as usize).collect();
    let (mut rows, mut reach) = (Vec::new(), 0);
    for &size in &blocks {
        reach += size as u32;
        for _ in 0..size * weights.len() {
            let count = 1 + draw(3);
            let target = |_| match draw(6) {
                0..=1 => End(draw(PAYOFFS.len() as u32) as u16),
                2..=3 => State(draw(reach)),
                _ => Again(draw(reach)),
            };
            rows.push((0..count).map(target).collect());
        }
    }
    SmallGame {
        weights,
        blocks,
        rows,
    }
}

/// Returns the game in which the player on roll is part of the state: each state is there twice, once for each player.
fn doubled(game: &SmallGame) -> SmallGame {
    let mut rows = Vec::new();
    for moves in game.rows.chunks(game.weights.len()) {
        for seat in 0..2 {
            let target = |target: &Target| match *target {
                State(state) => State(2 * state + 1 - seat),
                Again(state) => Again(2 * state + seat),
                end @ End(_) => end,
            };
            rows.extend(moves.iter().map(|row| row.iter().map(target).collect()));
        }
    }
    SmallGame {
        weights: game.weights.clone(),
        blocks: game.blocks.iter().map(|size| 2 * size).collect(),
        rows,
    }
}

/// Returns `true` if play can go on for ever although the first player makes only these moves. In each round, all states
/// are removed that have an outcome without a move to a state that was left, for the player on roll there.
fn can_go_on(game: &SmallGame, kept: &[bool]) -> bool {
    let mut left = [vec![true; game.states()], vec![true; game.states()]];
    loop {
        let before = left.clone();
        for (player, left) in left.iter_mut().enumerate() {
            let mut kept = kept.iter();
            for (row, moves) in game.rows.iter().enumerate() {
                let stays = moves.iter().filter(|target| {
                    let may = *kept.next().expect("every move") || player == 1;
                    may && match **target {
                        State(state) => before[1 - player][state as usize],
                        Again(state) => before[player][state as usize],
                        End(_) => false,
                    }
                });
                left[row / game.weights.len()] &= stays.count() > 0;
            }
        }
        if left == before {
            return left.iter().flatten().any(|&left| left);
        }
    }
}

/// Asserts that what is proven is true: how play ends, which moves are best, the bounds, and the classes. Returns the
/// exact values.
fn assert_true(game: &SmallGame, offered: &[f64], proof: &Proof) -> Exact {
    let always = !can_go_on(game, &vec![true; proof.best.len()]);
    assert_eq!(proof.proven.ending == Ending::Always, always);
    assert!(!can_go_on(game, &proof.best), "{game:?}");
    let mut best = proof.best.iter();
    let policy = game.rows.iter().map(|moves| {
        let mut kept = moves.iter().filter(|_| *best.next().expect("every move"));
        let first = kept.next().expect("a best move");
        kept.count();
        *first
    });
    let exact = Exact::under(game, &policy.collect::<Vec<_>>());
    for (state, &value) in offered.iter().enumerate() {
        let bound = proof.proven.bound_of(state);
        assert!(holds(value, bound, exact.fraction(state)), "{game:?}");
    }
    let is_best = |moves: &Vec<Target>| {
        let best = exact.best(moves);
        moves
            .iter()
            .map(move |it| best.contains(it))
            .collect::<Vec<_>>()
    };
    let expected: Vec<bool> = game.rows.iter().flat_map(is_best).collect();
    assert_eq!(proof.best, expected, "{game:?}");

    let Some(classes) = &proof.classes else {
        return exact;
    };
    let mut values = exact.numerators.clone();
    values.extend(PAYOFFS.map(|payoff| -payoff * exact.denominator));
    let nodes = values.len();
    let has_mirrors = classes.len() == 2 * nodes;
    values.extend_from_within(if has_mirrors { 0 } else { game.states() }..);
    values[nodes..].iter_mut().for_each(|value| *value *= -1);
    assert_eq!(classes.len(), values.len());
    for (&class, value) in classes.iter().zip(&values) {
        assert_eq!(values[class as usize], *value, "{game:?}");
    }
    exact
}

#[test]
fn nothing_false_is_proven_of_games_that_need_not_end() {
    // Always ending, ending under best play, with choices that bounds leave open, and endless.
    let mut counts = [0; 4];
    for seed in 0..4096.max(Config::default().cases) {
        let mut draw = draws(u64::from(seed));
        let game = any_game(&mut draw);
        let graph = game.graph();
        let Ok(found) = iterate(&graph) else { continue };
        let most = f64::from(draw(54)).exp2().floor() * f64::from(draw(3));
        let mut wrong = |value: f64| {
            let part = f64::from(draw(2001)) / 1000.0 - 1.0;
            (value + (part * most / 2.0).round() * GRAIN).clamp(-4.0, 4.0)
        };
        let offered: Vec<f64> = found.points.iter().map(|&value| wrong(value)).collect();
        let twice: Vec<f64> = offered.iter().flat_map(|&value| [value; 2]).collect();
        let pair = prove(&doubled(&game).graph(), &twice);
        match prove(&graph, &offered) {
            Ok(proof) => {
                let exact = assert_true(&game, &offered, &proof);
                let bounds = pair.iter().flat_map(|pair| {
                    let state = |state| (state, pair.proven.bound_of(state));
                    (0..twice.len()).map(state)
                });
                for (state, bound) in bounds {
                    assert!(holds(twice[state], bound, exact.fraction(state / 2)));
                }
                counts[usize::from(proof.proven.ending == Ending::UnderBestPlay)] += 1;
                counts[2] += usize::from(proof.proven.ties > 0);
            }
            Err(ProofError::MayGoOn) => {
                assert!(can_go_on(&game, &best_by(&graph, &game, &offered)));
                counts[3] += 1;
            }
            Err(_) => {}
        }
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

/// Returns which moves are best by these values.
fn best_by(graph: &Graph, game: &SmallGame, values: &[f64]) -> Vec<bool> {
    let worth = |target: &Target| match *target {
        State(state) => -values[state as usize],
        Again(state) => values[state as usize],
        End(end) => graph.payoffs()[usize::from(end)],
    };
    let best = |moves: &Vec<Target>| {
        let most = moves.iter().map(worth).fold(f64::MIN, f64::max);
        let marks = moves
            .iter()
            .map(|target| ticks(worth(target)) == ticks(most));
        marks.collect::<Vec<_>>()
    };
    game.rows.iter().flat_map(best).collect()
}

#[test]
fn exact_arithmetic_decides_every_choice_of_games_that_cannot_come_back() {
    let mut counts = [0; 2];
    for seed in 0..2000 {
        let mut draw = draws(seed);
        let mut game = any_game(&mut draw);
        let outcomes = game.weights.len();
        for (row, moves) in game.rows.iter_mut().enumerate() {
            let state = (row / outcomes) as u32;
            for target in moves {
                *target = match *target {
                    State(next) if state > 0 => State(next % state),
                    Again(next) if state > 0 => Again(next % state),
                    State(next) | Again(next) => End((next % PAYOFFS.len() as u32) as u16),
                    end @ End(_) => end,
                };
            }
        }
        let (graph, exact) = (game.graph(), Exact::of(&game));
        let most = f64::from(draw(54)).exp2();
        let offered: Vec<f64> = (0..game.states())
            .map(|state| {
                let (numerator, denominator) = exact.fraction(state);
                let off = (f64::from(draw(2001)) / 1000.0 - 1.0) * most;
                let grains = numerator as f64 / denominator as f64 / GRAIN + off;
                (grains.round() * GRAIN).clamp(-4.0, 4.0)
            })
            .collect();
        let Ok(proof) = graph.prove(&offered) else {
            continue;
        };
        assert_eq!(proof.proven.undecided, 0, "{game:?}");
        let best = |moves: &Vec<Target>| {
            let best = exact.best(moves);
            moves
                .iter()
                .map(|target| best.contains(target))
                .collect::<Vec<_>>()
        };
        let best: Vec<bool> = game.rows.iter().flat_map(best).collect();
        assert_eq!(proof.best, best, "{game:?}");
        let ties = game
            .rows
            .iter()
            .filter(|moves| exact.best(moves).len() > 1)
            .count();
        assert_eq!(proof.proven.ties, ties as u64);
        counts[0] += 1;
        counts[1] += usize::from(proof.proven.bound() > 0.01);
    }
    assert!(counts[0] > 1000 && counts[1] > 50, "{counts:?}");
}
