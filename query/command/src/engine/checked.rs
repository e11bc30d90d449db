//! The findings of a check: the grade of a policy or an engine, and how the engine was asked.

use serde::Serialize;

use super::survey::{FaultAt, Survey};
use tourne_cards::CardLine;
use tourne_query::grading::{Coverage, Estimate, Grade, Report, Sample};
use tourne_query::policy::IllegalAnswer;

/// Findings of a check.
#[derive(Clone, Debug)]
pub struct Checked<'a> {
    /// The name of the policy or engine.
    pub name: String,
    /// The grade.
    pub grade: &'a Grade,
    /// Answers that are not legal moves.
    pub illegal: &'a [IllegalAnswer],
    /// The lines of the policy, if it is a card.
    pub lines: Option<Vec<CardLine>>,
    /// Course of the questions, if an engine was asked.
    pub asked: Option<&'a Asked>,
    /// The sample of games, if not all decisions were asked.
    pub sample: Option<&'a Sample>,
    /// The estimates from the sample, if anything was answered.
    pub estimate: Option<Estimate>,
}

/// Course of the questions to an engine.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Its answers.
    pub survey: Survey,
    /// Number of decisions that were to be asked, or of games that were to be played.
    pub steps: usize,
    /// Number of decisions whose answers were taken from a record.
    pub resumed: usize,
    /// The part of what games bring that its answers cover, unless a sample was asked.
    pub covered: Option<Coverage>,
}

/// The report, with the field names of the JSON.
#[derive(Serialize)]
pub struct EngineReport<'a> {
    #[serde(flatten)]
    report: Report<'a, CardLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<AskedReport<'a>>,
}

/// Course of the questions to an engine, with the field names of the JSON.
#[derive(Serialize)]
struct AskedReport<'a> {
    name: Option<&'a str>,
    asked: usize,
    resumed: usize,
    given_up: bool,
    interrupted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    covered: Option<Coverage>,
    faults: &'a [FaultAt],
}

impl<'a> Checked<'a> {
    /// Answers of an engine, if one was asked.
    #[must_use]
    pub fn survey(&self) -> Option<&'a Survey> {
        self.asked.map(|asked| &asked.survey)
    }

    /// The report for JSON.
    #[must_use]
    pub fn report(&self) -> EngineReport<'_> {
        let lines = self.lines.as_deref();
        EngineReport {
            report: Report::new(self.grade, self.illegal, lines, self.estimate),
            engine: self.asked.map(|asked| AskedReport {
                name: asked.survey.name.as_deref(),
                asked: asked.survey.asked,
                resumed: asked.resumed,
                given_up: asked.survey.given_up,
                interrupted: asked.survey.interrupted,
                covered: asked.covered,
                faults: &asked.survey.faults,
            }),
        }
    }
}
