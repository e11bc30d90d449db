//! Findings of a check: the grade of a policy or an engine, and the engine's answers and faults.

use serde::Serialize;

use super::survey::{FaultAt, Survey};
use tourne_cards::CardLine;
use tourne_query::grading::{Coverage, Estimate, Grade, Report, Sample};
use tourne_query::policy::IllegalAnswer;

/// Findings of a check, from which reports are written.
#[derive(Clone, Debug)]
pub struct Checked<'a> {
    /// Name of the policy or engine.
    pub name: String,
    /// Grade of the policy or engine.
    pub grade: &'a Grade,
    /// Answers that are not legal moves.
    pub illegal: &'a [IllegalAnswer],
    /// Statistics of each line of a card; `None` if the policy is not a card.
    pub lines: Option<Vec<CardLine>>,
    /// Results of asking the engine; `None` if no engine was asked.
    pub asked: Option<&'a Asked>,
    /// Sample of games that the engine is asked about; `None` if the grade covers all decisions.
    pub sample: Option<&'a Sample>,
    /// Estimates from the sample. `None` without a sample, if no answer is legal, or if no game with a decision was
    /// finished.
    pub estimate: Option<Estimate>,
}

/// Results of asking an engine.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Answers and faults of the engine.
    pub survey: Survey,
    /// Number of decisions to ask about or, with a sample, of games to play.
    pub steps: usize,
    /// Number of decisions whose answers come from the record of an earlier check.
    pub resumed: usize,
    /// Coverage of the engine's answers; `None` if the engine was asked about a sample.
    pub covered: Option<Coverage>,
}

/// Report of a check, serialised as its JSON output. `engine` is `None` if no engine was asked.
#[derive(Serialize)]
pub struct EngineReport<'a> {
    #[serde(flatten)]
    report: Report<'a, CardLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<AskedReport<'a>>,
}

/// Results of asking an engine, serialised as the field `engine` of the report.
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
    /// Returns the answers and faults of the engine, or `None` if no engine was asked.
    #[must_use]
    pub fn survey(&self) -> Option<&'a Survey> {
        self.asked.map(|asked| &asked.survey)
    }

    /// Returns the report of the check, for JSON.
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
