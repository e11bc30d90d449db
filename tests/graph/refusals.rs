//! Weights, payoffs, moves and blocks that are refused as a graph.

use tourne_graph::Target::{self, End, State};
use tourne_graph::{GRAIN, GameError, Rows};

use crate::{COIN, LOSE, WIN, WIN_OR_LOSE, assert_values, built, game, rows, solve};

fn refusal(weights: &[u32], payoffs: &[f64], moves: &[&[Target]], blocks: &[usize]) -> GameError {
    built(weights, payoffs, rows(moves), blocks).expect_err("no graph")
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
        assert_eq!(error, GameError::Weights, "{weights:?}");
    }
    let largest = game(&[999_999, 1], &WIN_OR_LOSE, &[&[WIN], &[LOSE]]);
    assert_eq!(largest.total(), 1_000_000);
    let (values, proof) = solve(&largest);
    assert_values(&values, &proof, &[(499_999, 500_000)]);
}

#[test]
fn payoffs_must_be_exact() {
    for payoff in [4.5, -4.5, f64::INFINITY, 0.1 / 3.0, GRAIN / 2.0] {
        let error = refusal(&[1], &[1.0, payoff], &[&[WIN]], &[1]);
        assert_eq!(error, GameError::Payoff(payoff));
    }
    let error = refusal(&[1], &[f64::NAN], &[&[WIN]], &[1]);
    assert!(matches!(error, GameError::Payoff(payoff) if payoff.is_nan()));
}

#[test]
fn there_must_be_a_row_for_each_state_and_outcome() {
    for count in [0, 1, 3, 5] {
        let error = refusal(&COIN, &WIN_OR_LOSE, &vec![&[WIN][..]; count], &[1, 1]);
        let (rows, states, outcomes) = (count, 2, 2);
        assert_eq!(
            error,
            GameError::RowCount {
                rows,
                states,
                outcomes
            }
        );
    }
}

#[test]
fn states_that_have_no_numbers_are_too_many() {
    let most = (1 << 30) - (1 << 16);
    for (blocks, found) in [
        ([usize::MAX, 1], usize::MAX),
        ([usize::MAX / 2 + 1, 0], usize::MAX / 2 + 1),
        ([most as usize, 1], most as usize + 1),
    ] {
        let error = refusal(&COIN, &WIN_OR_LOSE, &[&[WIN][..]; 4], &blocks);
        let what = "states";
        assert_eq!(error, GameError::TooMany { what, found, most });
    }
    // The largest number of states is refused only because rows are missing.
    let error = refusal(&COIN, &WIN_OR_LOSE, &[&[WIN][..]; 4], &[most as usize]);
    assert!(matches!(error, GameError::RowCount { rows: 4, .. }));
}

#[test]
fn payoffs_beyond_the_numbers_of_ends_are_too_many() {
    let (most, found) = (1 << 16, (1 << 16) + 1);
    let payoffs = vec![1.0; found];
    let what = "payoffs";
    let too_many = GameError::TooMany { what, found, most };
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
        assert_eq!(error, GameError::NoMove { state, outcome });
    }
}

#[test]
fn moves_must_lead_somewhere_in_this_block_or_an_earlier_one() {
    let at_state_one = GameError::Target { state: 1 };
    // The targets are missing states, missing ends, and states of a later block.
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
#[should_panic(expected = "at most 256 moves")]
fn an_outcome_has_at_most_256_moves() {
    Rows::default().push([WIN; 256]);
    Rows::default().push([WIN; 257]);
}

#[test]
#[should_panic(expected = "every outcome keeps a move")]
fn restricting_moves_keeps_one_of_every_outcome() {
    let graph = game(&[1], &WIN_OR_LOSE, &[&[WIN, LOSE]]);
    let _ = graph.only(&[false; 2]);
}
