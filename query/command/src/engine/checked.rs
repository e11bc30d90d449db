//! Findings of a check: the grade of a policy or an engine, and the engine's answers and faults.

use serde::Serialize;

use super::survey::Survey;
use tourne_cards::CardLine;
use tourne_query::grading::{Estimate, Grade, Report, Sample};
use tourne_query::policy::IllegalAnswer;

/// Findings of a check, from which reports are written.
#[derive(Clone, Debug)]
pub struct Checked<'a> {
    /// Name of the policy or engine.
    pub name: String,
    /// Grade of the policy or engine.
    pub grade: &'a Grade,
    /// Illegal answers of the policy or engine.
    pub illegal: &'a [IllegalAnswer],
    /// Statistics of each line of a card; `None` if the policy is not a card.
    pub lines: Option<Vec<CardLine>>,
    /// Results of asking the engine; `None` if no engine was asked.
    pub survey: Option<&'a Survey>,
    /// Sample of games that the engine is asked about; `None` if the grade covers all decisions.
    pub sample: Option<&'a Sample>,
    /// Estimates from the sample. `None` without a sample, if no answer is legal, or if no game with a decision was
    /// finished.
    pub estimate: Option<Estimate>,
}

/// Report of a check, serialised as its JSON output. `engine` is `None` if no engine was asked.
#[derive(Serialize)]
pub struct EngineReport<'a> {
    #[serde(flatten)]
    report: Report<'a, CardLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<&'a Survey>,
}

impl Checked<'_> {
    /// Returns the report of the check, for JSON.
    pub fn report(&self) -> EngineReport<'_> {
        let lines = self.lines.as_deref();
        EngineReport {
            report: Report::new(self.grade, self.illegal, lines, self.estimate),
            engine: self.survey,
        }
    }
}
