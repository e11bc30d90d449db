//! Values of moves and their reasons: those of single games, or of a match at each of its scores.

use std::cell::OnceCell;

use tourne_solver::game::Unit;
use tourne_solver::solution::Solution;
use tourne_solver::solve::matches::MatchTable;

use super::error::PlayError;
use tourne_query::ask::{Judge, MatchJudge, needs};
use tourne_query::facts::{Explainer, FactsError};

pub struct Scorer<'a> {
    solution: &'a Solution,
    /// The chances at every score, and the length of the match, if best play depends on the score.
    of_match: Option<(MatchTable, usize)>,
    explainer: OnceCell<Explainer>,
}

impl Scorer<'_> {
    pub fn new(solution: &Solution, of_match: Option<(MatchTable, usize)>) -> Scorer<'_> {
        Scorer {
            solution,
            of_match,
            explainer: OnceCell::new(),
        }
    }

    pub fn unit(&self) -> Unit {
        match self.of_match {
            Some(_) => Unit::WinProbability,
            None => self.solution.unit(),
        }
    }

    /// The source of reasons for moves, which is made when it is first wanted.
    pub(super) fn explainer(&self) -> Result<&Explainer, FactsError> {
        if let Some(explainer) = self.explainer.get() {
            return Ok(explainer);
        }
        let explainer = match self.of_match {
            Some(_) => Explainer::of_match(self.solution.rules()),
            None => Explainer::new(self.solution)?,
        };
        Ok(self.explainer.get_or_init(|| explainer))
    }

    /// The judges of the moves of players 0 and 1, at their points of the match so far.
    pub(super) fn at(&self, points: [usize; 2]) -> Result<[Box<dyn Judge + '_>; 2], PlayError> {
        let judge = |own: usize, other: usize| -> Result<Box<dyn Judge + '_>, PlayError> {
            let Some((table, length)) = &self.of_match else {
                return Ok(Box::new(self.solution));
            };
            let needs = needs(own, other, *length)?;
            // Dice decide who begins, so that it does not matter who began this game.
            let judge = MatchJudge::at(self.solution.rules(), table, needs, true)?;
            Ok(Box::new(judge))
        };
        let [one, other] = points;
        Ok([judge(one, other)?, judge(other, one)?])
    }
}
