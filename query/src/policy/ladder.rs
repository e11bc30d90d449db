//! Policies side by side: the grade of each, and what each gets against each.

use serde::Serialize;
use tourne_solver::Unit;
use tourne_solver::game::Rules;

use super::duel::{DuelError, duel};
use super::grade::{Grade, GradeError, grade};
use super::{Arena, Policy};
use crate::answer::as_text;

/// Several policies, with the field names of the JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ladder {
    /// The rule set.
    #[serde(serialize_with = "as_text")]
    pub rules: Rules,
    /// What values are measured in.
    #[serde(serialize_with = "as_text")]
    pub unit: Unit,
    /// The policies, in the order in which they were given.
    pub policies: Vec<Rung>,
    /// For each policy, in the same order, what it gets on average against each.
    pub duels: Vec<Vec<f64>>,
}

/// One policy of a ladder.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rung {
    /// Its name.
    pub policy: String,
    /// Its grade.
    #[serde(flatten)]
    pub grade: Grade,
}

/// A ladder that cannot be set up.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LadderError {
    /// A policy cannot be graded.
    #[error("{policy} cannot be graded")]
    Grade {
        /// The policy.
        policy: String,
        /// Why.
        source: GradeError,
    },
    /// Two policies cannot play each other.
    #[error(transparent)]
    Duel(#[from] DuelError),
}

/// Grades policies, which come with their names, and has each play each.
///
/// # Errors
///
/// [`LadderError`] if a policy lacks a move that is needed.
pub fn ladder(arena: &Arena, policies: &[(String, Policy)]) -> Result<Ladder, LadderError> {
    let mut rungs = Vec::new();
    for (name, policy) in policies {
        let graded = grade(arena, policy, 0).map_err(|source| LadderError::Grade {
            policy: name.clone(),
            source,
        })?;
        rungs.push(Rung {
            policy: name.clone(),
            grade: graded.grade,
        });
    }
    // Who plays against itself gets the same on both sides: on average nothing.
    let even = arena.unit().from_points(0.0);
    let mut duels = vec![vec![even; policies.len()]; policies.len()];
    for (at, (a, one)) in policies.iter().enumerate() {
        for (against, (b, other)) in policies.iter().enumerate().skip(at + 1) {
            let value = duel(arena, (a, one), (b, other))?.value;
            duels[at][against] = value;
            duels[against][at] = arena.unit().flip(value);
        }
    }
    Ok(Ladder {
        rules: arena.rules(),
        unit: arena.unit(),
        policies: rungs,
        duels,
    })
}
