//! Findings of a check: the grade of a policy or an engine, and the engine's answers and faults.

use serde::Serialize;

use super::survey::Survey;
use tourne_cards::CardLine;
use tourne_query::grading::{Report, Sample};

/// Findings of a check, serialised as its JSON output.
#[derive(Clone, Debug, Serialize)]
pub struct Checked<'a> {
    /// Name of the policy or engine.
    #[serde(skip)]
    pub name: String,
    #[serde(flatten)]
    pub report: Report<'a, CardLine>,
    /// Results of asking the engine; `None` if no engine was asked.
    #[serde(rename = "engine", skip_serializing_if = "Option::is_none")]
    pub survey: Option<&'a Survey>,
    /// Sample of games that the engine is asked about; `None` if the grade covers all decisions.
    #[serde(skip)]
    pub sample: Option<&'a Sample>,
}

impl Checked<'_> {
    /// Returns the number of illegal answers, of which the report lists only the first.
    pub fn illegal(&self) -> usize {
        let causes = self.report.illegal_causes.iter();
        causes.map(|sum| sum.answers).sum()
    }
}
