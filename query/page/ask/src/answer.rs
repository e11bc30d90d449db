//! Answers to all questions, as JSON.

use serde::Serialize;
use tourne::facts::{Info, Rulebook};

use crate::games::{Thrown, strength, written};
use crate::positions::Read;
use crate::question::Question;
use crate::rule_sets::{Facts, lines_of_card};
use crate::{Refused, World};

impl World {
    /// Answers a question: JSON in, JSON out.
    pub fn answer(&mut self, question: &str) -> String {
        let question = serde_json::from_str(question).map_err(Refused::from);
        match question.and_then(|question| self.answered(&question)) {
            Ok(answer) => format!("{{\"ok\":{answer}}}"),
            Err(refused) => refused.answer(),
        }
    }

    fn answered(&mut self, question: &Question) -> Result<String, Refused> {
        match question {
            Question::Facts => json(&Facts::new()),
            Question::Rulebook(rules) => json(&Rulebook::new(rules.parse()?)),
            Question::Read(at) => json(&Read::new(at)?),
            Question::Faults(at) => json(&at.faults()?),
            Question::Plays(at) => json(&at.plays()?),
            Question::Obstacles(at) => json(&at.obstacles()?),
            Question::Values {
                rules,
                positions,
                score,
            } => json(&self.values(rules, positions, *score)?),
            Question::Best(at) => json(&self.best(at)?),
            Question::Explain(at) => json(&self.explained(at, false)?),
            Question::ExplainWithEnds(at) => json(&self.explained(at, true)?),
            Question::Card(rules) => json(&lines_of_card(rules.parse()?)),
            Question::CardChoice(at) => json(&at.by_card()?),
            Question::Choice { at, player, seed } => json(&self.choice(at, player, *seed)?),
            Question::Throws { rules, seed, count } => {
                json(&Thrown::new(rules.parse()?, *seed, *count))
            }
            Question::Record(record) => json(&record.games()?),
            Question::Write(games) => json(&written(games)?),
            Question::Review(record) => json(&self.reviews(record, false)?),
            Question::ReviewWithEnds(record) => json(&self.reviews(record, true)?),
            Question::Evidence(record) => json(&self.evidence(record)?),
            Question::Chosen { at, action, after } => json(&self.chosen(at, action, **after)?),
            Question::Strength(known) => json(&strength(known)),
            Question::Solve(rules) => json(&self.solve(rules)?),
            Question::Info(rules) => json(&Info::new(self.game(rules)?.arena())?),
            Question::Outcomes(at) => json(&self.outcomes(at)?),
            Question::Match {
                rules,
                length,
                first,
            } => json(&self.scores(rules, *length, *first)?),
            Question::Practice {
                rules,
                kind,
                hard,
                seed,
                count,
            } => {
                let practice = self.practice(rules, kind.as_deref(), *hard)?;
                json(&practice.drawn((*seed).into(), (*count).into()))
            }
            Question::Examples(rules) => json(&self.examples(rules)?),
        }
    }
}

fn json(answer: &impl Serialize) -> Result<String, Refused> {
    Ok(serde_json::to_string(answer)?)
}
