//! Probability of winning a match at every score.

use serde::Serialize;
use tourne_solver::Rules;
use tourne_solver::matches::{FirstThrow, Needs, SolvedMatch};

use crate::ask::Measure;

/// Probabilities of winning the match at one score, for the player whose points are written first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScoreRow {
    /// Score of the match, the points of the player first, such as `2-0`.
    pub score: String,
    /// Probability of winning the match if the player throws first in the next game.
    pub throwing_first: f64,
    /// Probability of winning the match if the opponent throws first in the next game.
    pub throwing_second: f64,
    /// Probability of winning the match if dice decide who throws first in the next game.
    pub before_draw: f64,
}

/// Probabilities of winning at every score of a match. The fields have the same names in the JSON output.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchScores {
    /// Rule set of the games.
    pub rules: Rules,
    /// Kind of the values: probabilities of winning the match.
    pub unit: Measure,
    /// Number of points that win the match.
    pub length: usize,
    /// Rule that decides who throws first in the next game.
    pub first: FirstThrow,
    /// Maximum error of each probability.
    pub error_bound: f64,
    /// Probabilities at each score, from 0-0 on.
    pub scores: Vec<ScoreRow>,
}

impl MatchScores {
    /// Lists the probabilities at every score of the match that `table` solves.
    pub fn new(table: &SolvedMatch) -> MatchScores {
        let of = table.rules();
        let pairs = (0..of.length).flat_map(|own| (0..of.length).map(move |other| (own, other)));
        let scores = pairs.map(|(own, other)| {
            let needs = Needs {
                own: of.length - own,
                other: of.length - other,
            };
            ScoreRow {
                score: format!("{own}-{other}"),
                throwing_first: table.chance(needs, true),
                throwing_second: table.chance(needs, false),
                before_draw: table.chance_before_draw(needs),
            }
        });
        MatchScores {
            rules: of.rules,
            unit: Measure::Match,
            length: of.length,
            first: of.first,
            error_bound: table.error_bound(),
            scores: scores.collect(),
        }
    }
}
