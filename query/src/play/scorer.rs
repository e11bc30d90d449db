//! Values of moves, and reasons for and against them, in single games or at each score of a match.

use std::cell::OnceCell;

use tourne_solver::matches::{AtScore, SolvedMatch};
use tourne_solver::{Solution, Unit};

use crate::ask::{Judge, needs};
use crate::facts::Explainer;

pub struct Scorer<'a> {
    solution: &'a Solution,
    /// Winning probabilities at every score, and the points that win; `None` if best play does not depend on the score.
    of_match: Option<(SolvedMatch, usize)>,
    explainer: OnceCell<Explainer>,
}

impl Scorer<'_> {
    pub fn new(solution: &Solution, of_match: Option<(SolvedMatch, usize)>) -> Scorer<'_> {
        Scorer {
            solution,
            of_match,
            explainer: OnceCell::new(),
        }
    }

    pub(super) fn solution(&self) -> &Solution {
        self.solution
    }

    pub fn unit(&self) -> Unit {
        match self.of_match {
            Some(_) => Unit::WinProbability,
            None => self.solution.unit(),
        }
    }

    /// Returns the source of reasons for and against moves, created at the first call.
    pub(super) fn explainer(&self) -> anyhow::Result<&Explainer> {
        if let Some(explainer) = self.explainer.get() {
            return Ok(explainer);
        }
        let explainer = match self.of_match {
            Some(_) => Explainer::of_match(self.solution.rules()),
            None => Explainer::new(self.solution)?,
        };
        Ok(self.explainer.get_or_init(|| explainer))
    }

    /// Returns the judges of the moves of players 0 and 1. `points` are their points in the match so far.
    pub(super) fn at(&self, points: [usize; 2]) -> anyhow::Result<[Box<dyn Judge>; 2]> {
        let judge = |own: usize, other: usize| -> anyhow::Result<Box<dyn Judge>> {
            let Some((table, length)) = &self.of_match else {
                return Ok(Box::new(self.solution.clone()));
            };
            let needs = needs(own, other, *length)?;
            // Dice decide who begins the next game, so it does not matter who began this one.
            let judge = AtScore::new(table, needs, true)?;
            Ok(Box::new(judge))
        };
        let [one, other] = points;
        Ok([judge(one, other)?, judge(other, one)?])
    }
}
