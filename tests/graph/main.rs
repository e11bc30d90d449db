//! The method on games solved on paper.
//!
//! Each game is small enough to be solved by hand in exact fractions, as its comment does. The results of the library
//! are compared with them in integers, so that no tolerance hides anything: a value *v* with bound *b* is right if the
//! true fraction lies within *v* ± *b*. Random games are solved a second time by [`Exact`].

mod again;
mod attacks;
mod chance;
mod choice;
mod ending;
mod exact;
mod large;
mod random;
mod refusals;
mod two_games;
mod wrong_values;

use tourne_graph::Target::{self, End, State};
use tourne_graph::{Frame, GameError, Graph, Proof, ProofError, Rows, SolveError};

/// Payoffs: the player who wins gets one point from the other.
const WIN_OR_LOSE: [f64; 2] = [1.0, -1.0];
const WIN: Target = End(0);
const LOSE: Target = End(1);

/// A coin: heads, then tails.
const COIN: [u32; 2] = [1, 1];

/// Reads the moves of a game: `;` ends a state, `,` an outcome. A number is a state, `W` and `L` are the first and the
/// second end, a win and a loss in most games, and `D` is the third.
fn moves(text: &str) -> Vec<Vec<Target>> {
    let target = |word: &str| match word {
        "W" => WIN,
        "L" => LOSE,
        "D" => End(2),
        number => State(number.parse().expect("a state")),
    };
    let rows = text.split([';', ',']);
    rows.map(|row| row.split_whitespace().map(target).collect())
        .collect()
}

fn rows(moves: &[impl AsRef<[Target]>]) -> Rows {
    let mut rows = Rows::default();
    for row in moves {
        rows.push(row.as_ref().iter().copied());
    }
    rows
}

/// Builds a graph.
fn built(
    weights: &[u32],
    payoffs: &[f64],
    rows: Rows,
    blocks: &[usize],
) -> Result<Graph, GameError> {
    let frame = Frame {
        weights: weights.to_vec(),
        payoffs: payoffs.to_vec(),
        blocks: blocks.to_vec(),
    };
    Graph::new(frame, rows)
}

/// Returns a game of one block. `moves` has the moves of each state and outcome; the outcomes of one state are
/// consecutive.
fn game(weights: &[u32], payoffs: &[f64], moves: &[impl AsRef<[Target]>]) -> Graph {
    let states = moves.len() / weights.len();
    built(weights, payoffs, rows(moves), &[states]).expect("a well-formed game")
}

/// Returns the values that are found, with their proof.
fn solve(graph: &Graph) -> (Vec<f64>, Proof) {
    let proof = graph.solve(&mut |_| ()).expect("values and their proof");
    (proof.proven.values.clone(), proof)
}

/// Proves these values and all best moves.
fn prove(graph: &Graph, values: &[f64]) -> Result<Proof, ProofError> {
    let proof = graph.prove(values).map_err(|error| match error {
        SolveError::Unproven(error) => error,
        error => panic!("{error}"),
    })?;
    proof.proven.all_decided()?;
    Ok(proof)
}

/// Converts a number to ticks of 2^-60, of which all values and bounds are multiples.
fn ticks(points: f64) -> i128 {
    let ticks = points * (1_u64 << 60) as f64;
    assert!(ticks.fract() == 0.0, "{points} is no number of ticks");
    ticks as i128
}

/// Returns whether a fraction lies within the value ± its bound.
fn holds(value: f64, bound: f64, (numerator, denominator): (i128, i128)) -> bool {
    let off = ticks(value) * denominator - (numerator << 60);
    off.abs() <= ticks(bound) * denominator
}

/// Asserts that the states have these values, and that the bounds are narrow.
#[track_caller]
fn assert_values(values: &[f64], proof: &Proof, fractions: &[(i128, i128)]) {
    assert_eq!(values.len(), fractions.len());
    for (state, &fraction) in fractions.iter().enumerate() {
        let (value, bound) = (values[state], proof.proven.bound_of(state));
        assert!(
            holds(value, bound, fraction),
            "state {state}: {value} ± {bound:e} is not {fraction:?}"
        );
        assert!(bound <= proof.proven.bound(), "state {state}: {bound:e}");
    }
    assert!(proof.proven.bound() < 1e-13, "{:e}", proof.proven.bound());
}

/// Two players toss in turn until one gets heads and wins.
///
/// The first wins with probability p = 1/2 + 1/2 (1 - p), so p = 2/3: 2/3 - 1/3 = 1/3 of a point.
fn coin_until_heads() -> Graph {
    game(&COIN, &WIN_OR_LOSE, &moves("W, 0"))
}

/// Returns a generator of numbers below a limit, the same in every run.
fn draws(mut seed: u64) -> impl FnMut(u32) -> u32 {
    move |below| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as u32 % below
    }
}
