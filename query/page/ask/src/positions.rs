//! Answers about a position: what is legal, what is best, and why.

use serde::Serialize;
use tourne::ask::{Answer, Question, QuestionError};
use tourne::cards::View;
use tourne::facts::{EndsAndLengths, Explained};
use tourne_solver::{Die, Man, Move, Obstacle, Position, Roll, Rules, Setup, SetupFault, Value};

use crate::question::{Place, Score};
use crate::rule_sets::card;
use crate::{Refused, World};

/// Position and throw in the notation.
#[derive(Debug, Serialize)]
pub(crate) struct Read {
    position: Position,
    roll: Option<Roll>,
    /// Die that is played.
    die: Option<Die>,
}

impl Read {
    pub(crate) fn new(place: &Place) -> Result<Read, Refused> {
        let (_, asked) = place.asked()?;
        Ok(Read {
            position: asked.position,
            roll: place.roll.as_deref().map(str::parse).transpose()?,
            die: asked.die,
        })
    }
}

/// Legal move.
#[derive(Debug, Serialize)]
pub(crate) struct Legal {
    die: Die,
    #[serde(rename = "move")]
    action: Move,
    /// Position after the move, with the opponent on roll.
    position: Position,
    /// Index of the man that moves among the men of its side, which ascend; `None` for a pass.
    man: Option<usize>,
    /// Points that the move wins; `None` if the game goes on.
    won: Option<u8>,
}

impl Place {
    fn asked(&self) -> Result<(Rules, Question), Refused> {
        let rules = self.rules.parse()?;
        let asked = Question::parse_words(&self.position, self.roll.as_deref(), rules)?;
        Ok((rules, asked))
    }

    /// Returns the rule set, the position and the die, without which some questions have no answer.
    pub(crate) fn thrown(&self) -> Result<(Rules, Position, Die), Refused> {
        let (rules, asked) = self.asked()?;
        let lacking = || Refused::new("throw", "this question needs a throw, such as 4-3");
        Ok((rules, asked.position, asked.die.ok_or_else(lacking)?))
    }

    pub(crate) fn faults(&self) -> Result<Vec<SetupFault>, Refused> {
        let (rules, setup): (Rules, Setup) = (self.rules.parse()?, self.position.parse()?);
        let refused = rules.position(&setup).err();
        Ok(refused.map(|error| error.faults).unwrap_or_default())
    }

    pub(crate) fn plays(&self) -> Result<Vec<Legal>, Refused> {
        let (rules, asked) = self.asked()?;
        let dice = Die::ALL
            .into_iter()
            .filter(|&die| asked.die.is_none_or(|it| it == die));
        let legal = dice.flat_map(|die| {
            let plays = rules.plays(asked.position, die).into_iter();
            plays.map(move |play| Legal {
                die,
                action: play.action,
                position: play.next,
                man: play.man,
                won: rules.points_won(play.next),
            })
        });
        Ok(legal.collect())
    }

    pub(crate) fn obstacles(&self) -> Result<Vec<(String, Obstacle)>, Refused> {
        let (rules, position, die) = self.thrown()?;
        let side = position.on_roll();
        let mut men = side.men().to_vec();
        men.dedup();
        let obstacle = |man: Man| Some((man.to_string(), rules.obstacle(side, man, die)?));
        Ok(men.into_iter().filter_map(obstacle).collect())
    }

    pub(crate) fn by_card(&self) -> Result<(Move, Option<usize>), Refused> {
        let (rules, position, die) = self.thrown()?;
        let decided = card(rules).choose(&View::new(rules, position, die));
        let action = rules.plays(position, die)[decided.index].action;
        Ok((action, decided.line.map(|line| line + 1)))
    }
}

impl World {
    pub(crate) fn values(
        &mut self,
        rules: &str,
        positions: &[String],
        score: Option<Score>,
    ) -> Result<Vec<Option<Value>>, Refused> {
        let game = self.game_at(rules, score)?;
        let value = |text: &String| match Question::parse(text, None, game.solution.rules()) {
            Ok(asked) => Ok(Some(game.judge(score).value(asked.position)?)),
            Err(QuestionError::Position { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        };
        positions.iter().map(value).collect()
    }

    pub(crate) fn best(&mut self, place: &Place) -> Result<Answer, Refused> {
        let (_, Question { position, die }) = place.asked()?;
        let game = self.game_at(&place.rules, place.score)?;
        Ok(Answer::new(game.judge(place.score), position, die)?)
    }

    pub(crate) fn explained(&mut self, place: &Place, ends: bool) -> Result<Explained, Refused> {
        let (_, Question { position, die }) = place.asked()?;
        let game = self.game_at(&place.rules, place.score)?;
        // How games of a match end depends on the score.
        let explainer = game.explainer(ends && place.score.is_none())?;
        Ok(Explained::new(
            explainer,
            game.judge(place.score),
            position,
            die,
        )?)
    }

    pub(crate) fn outcomes(&mut self, place: &Place) -> Result<EndsAndLengths, Refused> {
        let (_, asked) = place.asked()?;
        Ok(EndsAndLengths::new(
            self.game(&place.rules)?.arena(),
            asked.position,
        )?)
    }
}
