//! The report of a check, with the field names of the JSON.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::Serialize;

use super::estimate::Estimate;
use super::grade::Grade;
use crate::policy::IllegalAnswer;

/// The grade of a policy, and what was found beside it; `L` is a line of the policy, if it has lines.
#[derive(Clone, Debug, Serialize)]
pub struct Report<'a, L> {
    /// The grade.
    #[serde(flatten)]
    pub grade: &'a Grade,
    /// Answers that are not legal moves: the first hundred.
    pub illegal_answers: &'a [IllegalAnswer],
    /// The number of all of them by cause, the most frequent first.
    pub illegal_causes: Vec<CauseSum>,
    /// The figures of its lines, if the policy has lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<&'a [L]>,
    /// The estimates, if only a sample of decisions was graded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<Estimate>,
}

/// Number of illegal answers of one cause, with the field names of the JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CauseSum {
    /// The cause, in words.
    pub cause: &'static str,
    /// Number of answers.
    pub answers: usize,
}

/// Maximum number of illegal answers that are listed in JSON.
const MOST_LISTED: usize = 100;

impl<'a, L> Report<'a, L> {
    /// The report of a grade, of the illegal answers and of the lines of a policy.
    ///
    /// ```
    /// use tourne_query::grading::{Report, grade};
    /// use tourne_query::policy::{Arena, file};
    /// use tourne_query::solutions;
    ///
    /// let arena = Arena::new(solutions::standard())?;
    /// let read = file::read("position,die,move\n04h/007,3,0/5\n".as_bytes(), &arena)?;
    /// let graded = grade(&arena, &read.policy, 0)?;
    /// let report = Report::new(&graded.grade, &read.illegal, None::<&[()]>, None);
    /// assert_eq!((report.illegal_answers.len(), report.illegal_causes[0].answers), (1, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(
        grade: &'a Grade,
        illegal: &'a [IllegalAnswer],
        lines: Option<&'a [L]>,
        estimate: Option<Estimate>,
    ) -> Report<'a, L> {
        Report {
            grade,
            illegal_answers: &illegal[..illegal.len().min(MOST_LISTED)],
            illegal_causes: sums_of_causes(illegal),
            lines,
            estimate,
        }
    }
}

/// Numbers of illegal answers by cause, the most frequent first.
#[must_use]
pub fn sums_of_causes(illegal: &[IllegalAnswer]) -> Vec<CauseSum> {
    let mut counts = BTreeMap::<&str, usize>::new();
    for illegal in illegal {
        *counts.entry(illegal.cause.text()).or_default() += 1;
    }
    let sums = counts.into_iter();
    let mut sums: Vec<CauseSum> = sums
        .map(|(cause, answers)| CauseSum { cause, answers })
        .collect();
    sums.sort_by_key(|sum| Reverse(sum.answers));
    sums
}
