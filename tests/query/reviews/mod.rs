//! Tests of `tourne review`: recorded games, their ledger, and texts that are not records.

pub(crate) mod ledger;
mod picture;
mod records;
mod resigned;
mod side;
mod totals;

use serde_json::Value;
use tourne::ask;
use tourne::review::record::{self, Game};
use tourne::review::{Mark, Review, Thresholds, review};
use tourne_solver::{Rules, Solution, Unit};

use crate::commands::{Outcome, json, run_with};
use crate::{assert_close, tourne};
use tourne_plain::world::arena;

fn solution(rules: Rules) -> &'static Solution {
    arena(rules).solution()
}

fn read(text: &str) -> Vec<Game> {
    record::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Reviews a game with the usual thresholds.
fn reviewed(game: &Game) -> Review {
    let solution = solution(game.rules);
    review(game, solution, Thresholds::usual(solution.unit())).expect("a review")
}

fn tourne_review(input: &str, arguments: &[&str]) -> Outcome {
    run_with(tourne(&["review", "-"]).args(arguments), input)
}

#[track_caller]
fn json_of(input: &str, arguments: &[&str]) -> Vec<Value> {
    let outcome = tourne_review(input, &[&["--format", "json"], arguments].concat());
    let mut answer = json(&outcome);
    serde_json::from_value(answer["games"].take()).expect("a list")
}

/// Asserts that the ledger of a game agrees with the answers of the solution.
#[track_caller]
fn assert_ledger(game: &Game, thresholds: Thresholds) -> Review {
    let solution = solution(game.rules);
    let unit = solution.unit();
    let found = review(game, solution, thresholds).expect("a review");
    let close = |one: f64, other: f64| assert_close(one, other, 1e-9, format!("{found:?}"));
    let value = |position| solution.value(position).expect("a known position").number();
    let mut sums = [(0.0, 0.0); 2];
    let (mut decisions, mut mistakes) = ([0; 2], [0; 2]);
    let mut marks = [[0; 2]; 2];
    assert_eq!(found.turns.len(), game.turns.len());
    for (at, (turn, reviewed)) in game.turns.iter().zip(&found.turns).enumerate() {
        let side = at % 2;
        let answer = ask::for_die(solution, turn.position, turn.die).expect("a known position");
        let mut moves = answer.moves.iter();
        let played = moves.find(|ranked| ranked.action == turn.action);
        let loss = played.expect("a legal move").loss;
        let luck = answer.value.number() - value(turn.position);
        close(reviewed.luck, luck);
        close(reviewed.loss, loss);
        close(reviewed.before, value(turn.position));
        assert_eq!(reviewed.best, Some(answer.best));
        assert_eq!(reviewed.choices, answer.moves.len());
        assert_eq!(reviewed.side, game.sides[side]);
        assert_eq!(
            (reviewed.position, reviewed.die),
            (turn.position, Some(turn.die))
        );
        // After a move, the other side is on roll.
        let after = value(turn.next);
        close(reviewed.chance, [unit.flip(after), after][side]);
        let is_marked = |threshold| loss > 0.0 && loss >= threshold;
        let mark = match (is_marked(thresholds.bad), is_marked(thresholds.doubtful)) {
            (true, _) => Some(Mark::Bad),
            (false, true) => Some(Mark::Doubtful),
            (false, false) => None,
        };
        assert_eq!(reviewed.mark, mark, "{reviewed:?}");
        sums[side].0 += luck;
        sums[side].1 += loss;
        decisions[side] += usize::from(answer.moves.len() > 1);
        mistakes[side] += usize::from(loss > 0.0);
        if let Some(mark) = mark {
            marks[side][usize::from(mark == Mark::Bad)] += 1;
        }
    }
    for side in 0..2 {
        let sum = &found.sides[side];
        close(sum.luck, sums[side].0);
        close(sum.errors, sums[side].1);
        assert_eq!(sum.decisions, decisions[side]);
        assert_eq!(sum.mistakes, mistakes[side]);
        assert_eq!([sum.doubtful, sum.bad], marks[side]);
        assert_eq!(sum.turns, (game.turns.len() + 1 - side) / 2);
        // The rating counts thousandths of winning probability per decision. A point is half of a win.
        let points = if unit == Unit::Points { 0.5 } else { 1.0 };
        let rating = 1000.0 * points * sums[side].1 / decisions[side] as f64;
        assert_eq!(sum.rating.is_some(), decisions[side] > 0);
        assert!(sum.rating.is_none_or(|found| (found - rating).abs() < 1e-6));
    }
    let end = game.turns.last().map_or(game.start, |turn| turn.next);
    close(found.start, value(game.start));
    assert_eq!(found.finished, end.is_over());
    if let Some(points) = game.rules.points_won(end) {
        // The side that took the last turn has won.
        let won = if game.turns.len() % 2 == 1 { 1.0 } else { -1.0 };
        close(found.result, unit.from_points(won * f64::from(points)));
    }
    close(found.luck, sums[0].0 - sums[1].0);
    close(found.errors, sums[0].1 - sums[1].1);
    close(found.result - found.start, found.luck - found.errors);
    found
}
