//! Report of a check. The fields have the same names in the JSON output, where `grade` is flattened.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::Serialize;

use super::estimate::Estimate;
use super::grade::{Bounds, Grade};
use crate::policy::IllegalAnswer;

/// Grade of a policy, with its illegal answers, figures of its lines, and estimates. Only a card, which is a policy
/// written as rules in words, has lines: one for each rule. `L` is the type of the figures of a line.
#[derive(Clone, Debug, Serialize)]
pub struct Report<'a, L> {
    /// Grade of the policy. Its fields stand directly in the JSON of the report.
    #[serde(flatten)]
    pub grade: &'a Grade,
    /// Figures with moves in place of missing answers; `None` if no answer is missing, if none is legal, or of a sample.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Bounds>,
    /// First illegal answers of the policy, at most 100.
    pub illegal_answers: &'a [IllegalAnswer],
    /// Number of illegal answers for each cause, the most frequent cause first.
    pub illegal_causes: Vec<CauseSum>,
    /// Figures of each line; `None` if the policy has no lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<&'a [L]>,
    /// Estimates of the grade; `None` if all decisions were graded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<Estimate>,
}

/// Number of illegal answers with one cause. The fields have the same names in the JSON output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CauseSum {
    /// Cause of the illegal answers, in words.
    pub cause: &'static str,
    /// Number of illegal answers with this cause.
    pub answers: usize,
}

/// Maximum number of illegal answers that are listed in JSON.
const MOST_LISTED: usize = 100;

impl<'a, L> Report<'a, L> {
    /// Creates the report of a policy. `lines` are the figures of its lines, if it has any.
    pub fn new(
        grade: &'a Grade,
        bounds: Option<Bounds>,
        illegal: &'a [IllegalAnswer],
        lines: Option<&'a [L]>,
        estimate: Option<Estimate>,
    ) -> Report<'a, L> {
        Report {
            grade,
            bounds,
            illegal_answers: &illegal[..illegal.len().min(MOST_LISTED)],
            illegal_causes: sums_of_causes(illegal),
            lines,
            estimate,
        }
    }
}

/// Counts the illegal answers for each cause, the most frequent cause first.
fn sums_of_causes(illegal: &[IllegalAnswer]) -> Vec<CauseSum> {
    let mut counts = BTreeMap::<&str, usize>::new();
    for illegal in illegal {
        *counts.entry(illegal.cause.text()).or_default() += 1;
    }
    let sum = |(cause, answers)| CauseSum { cause, answers };
    let mut sums: Vec<CauseSum> = counts.into_iter().map(sum).collect();
    sums.sort_by_key(|sum| Reverse(sum.answers));
    sums
}
