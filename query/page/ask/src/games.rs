//! Answers about games, and about those who play them.

use serde::Serialize;
use tourne::ask::for_die;
use tourne::cards::{BuiltinPlayer, Named};
use tourne::facts::MatchScores;
use tourne::grading::{Evidence, Strength};
use tourne::play::dice::{OfDay, Thrower};
use tourne::play::practice::Practice;
use tourne::review::record::{self, Game};
use tourne::review::{self, ReviewedGame, Reviews, Thresholds};
use tourne_solver::matches::{FirstThrow, SolvedMatch};
use tourne_solver::{Die, Move, Roll, Rules};

use crate::question::{Place, Record};
use crate::world::checked;
use crate::{Refused, World};

/// Throws of a game: those that decide who begins, which are equal but for the last, and those of the turns.
#[derive(Debug, Serialize)]
pub(crate) struct Thrown {
    openings: Vec<[Die; 2]>,
    throws: Vec<Roll>,
}

impl Thrown {
    pub(crate) fn new(rules: Rules, seed: u32, count: u16) -> Thrown {
        let mut dice = Thrower::OfDay(OfDay::new(seed));
        let mut openings: Vec<[Die; 2]> = Vec::new();
        while openings.last().is_none_or(|[one, other]| one == other) {
            openings.push([dice.die(), dice.die()]);
        }
        let throws = (0..count).map(|_| dice.throw(rules).0).collect();
        Thrown { openings, throws }
    }
}

impl Record {
    pub(crate) fn games(&self) -> Result<Vec<Game>, Refused> {
        let rules = self.rules.as_deref().map(str::parse).transpose()?;
        Ok(record::read_by(self.text.as_bytes(), rules)?)
    }
}

pub(crate) fn written(games: &[Game]) -> Result<String, Refused> {
    let text = record::write(games);
    // Names may have signs that a record cannot hold.
    record::read(text.as_bytes())?;
    Ok(text)
}

pub(crate) fn strength(known: &[Evidence]) -> Option<Strength> {
    let mut all = Evidence::default();
    for evidence in known {
        all.merge(evidence);
    }
    all.strength()
}

impl World {
    fn review(&mut self, game: &Game) -> Result<review::Review, Refused> {
        let solution = &self.game(&game.rules.to_string())?.solution;
        Ok(review::review(
            game,
            solution,
            Thresholds::usual(solution.unit()),
        )?)
    }

    pub(crate) fn reviews(&mut self, asked: &Record, ends: bool) -> Result<Reviews, Refused> {
        let mut games = Vec::new();
        for (game, number) in asked.games()?.iter().zip(1..) {
            let mut review = self.review(game)?;
            let of = self.game(&game.rules.to_string())?;
            review.explain(of.explainer(ends)?, &of.solution)?;
            let file = None;
            games.push(ReviewedGame {
                number,
                file,
                review,
            });
        }
        Ok(Reviews::new(games))
    }

    pub(crate) fn evidence(&mut self, asked: &Record) -> Result<Vec<[Evidence; 2]>, Refused> {
        let games = asked.games()?;
        let sides = games
            .iter()
            .map(|game| Ok(self.review(game)?.sides.map(|it| it.evidence)));
        sides.collect()
    }

    pub(crate) fn chosen(
        &mut self,
        at: &Place,
        action: &str,
        mut evidence: Evidence,
    ) -> Result<Evidence, Refused> {
        let (rules, position, die) = at.thrown()?;
        let action: Move = action.parse()?;
        rules.play(position, die, action)?;
        let solution = &self.game(&at.rules)?.solution;
        let moves = for_die(solution, position, die)?.moves;
        let unit = solution.unit();
        let losses: Vec<f64> = (moves.iter())
            .map(|it| unit.points_of_difference(it.loss))
            .collect();
        let chosen = moves.iter().position(|it| it.action == action);
        evidence.add(&losses, &losses, chosen.map_or(0.0, |at| losses[at]));
        Ok(evidence)
    }

    pub(crate) fn choice(&mut self, at: &Place, player: &str, seed: u32) -> Result<Move, Refused> {
        let (_, position, die) = at.thrown()?;
        let player: Named = player.parse()?;
        let solution = &self.game(&at.rules)?.solution;
        Ok(BuiltinPlayer::new(player, seed.into()).choose(solution, position, die)?)
    }

    pub(crate) fn scores(
        &mut self,
        rules: &str,
        length: usize,
        first: FirstThrow,
    ) -> Result<MatchScores, Refused> {
        let length = checked(length)?;
        let solution = self.game(rules)?.solution.clone();
        let observe = &mut |done, of| self.tell(done, of);
        let solved = SolvedMatch::of_game(&solution, length, first, observe)?;
        Ok(MatchScores::new(&solved))
    }

    pub(crate) fn practice(
        &mut self,
        rules: &str,
        kind: Option<&str>,
        is_hard: bool,
    ) -> Result<Practice, Refused> {
        let kind = kind.map(str::parse).transpose()?;
        Ok(Practice::new(self.game(rules)?.arena(), kind, is_hard)?)
    }
}
