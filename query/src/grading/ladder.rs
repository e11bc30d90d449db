//! Ladder of policies: the grade of each policy, and its value against every other policy.

use serde::Serialize;
use tourne_solver::{Rules, Unit};

use super::duel::duel;
use super::error::GradingError;
use super::grade::{Grade, grade};
use crate::policy::{Arena, Policy};

/// Grades of several policies and their values against each other. The fields have the same names in the JSON output.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ladder {
    /// Rule set of the games.
    pub rules: Rules,
    /// Unit of the values: winning probability, or points.
    pub unit: Unit,
    /// Policies in order of average value against perfect play, the best first. Policies of equal value are in order of
    /// their names.
    pub policies: Vec<Rung>,
    /// Average value of each policy (row) against each policy (column), both in the order of `policies`.
    pub duels: Vec<Vec<f64>>,
}

/// Policy on a ladder, with its grade.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rung {
    /// Name of the policy.
    pub policy: String,
    /// Grade of the policy against perfect play.
    #[serde(flatten)]
    pub grade: Grade,
}

/// Grades `policies`, each with its name, and computes a duel for each pair. `observe` receives the number of grades
/// and duels done so far, and their total number.
///
/// # Errors
///
/// [`GradingError`] if a duel comes to a decision for which a policy has no legal move, or if games go on for too long.
pub fn ladder(
    arena: &Arena,
    policies: &[(String, Policy)],
    observe: &mut dyn FnMut(usize, usize),
) -> Result<Ladder, GradingError> {
    let count = policies.len();
    let steps = count + count * count.saturating_sub(1) / 2;
    let mut done = 0;
    let mut step = || {
        done += 1;
        observe(done, steps);
    };
    let mut graded = Vec::with_capacity(count);
    for (name, policy) in policies {
        let grade = grade(arena, policy, 0).map_err(|source| GradingError::Ungraded {
            policy: name.clone(),
            source,
        })?;
        let rung = Rung {
            policy: name.clone(),
            grade: grade.grade,
        };
        graded.push((rung, policy));
        step();
    }
    // A policy whose value against perfect play is unknown comes last. Its duels may still be possible; if not, `duel`
    // returns an error.
    let value = |rung: &Rung| {
        rung.grade
            .games
            .map_or(f64::NEG_INFINITY, |games| games.value)
    };
    graded.sort_by(|(one, _), (other, _)| {
        let by_value = value(other).total_cmp(&value(one));
        by_value.then_with(|| one.policy.cmp(&other.policy))
    });
    // A policy against itself has the average value 1/2, or 0 points.
    let even = arena.unit().from_points(0.0);
    let mut duels = vec![vec![even; count]; count];
    for (at, (one, policy)) in graded.iter().enumerate() {
        for (against, (other, rival)) in graded.iter().enumerate().skip(at + 1) {
            let value = duel(arena, (&one.policy, policy), (&other.policy, rival))?.value;
            duels[at][against] = value;
            duels[against][at] = arena.unit().flip(value);
            step();
        }
    }
    Ok(Ladder {
        rules: arena.rules(),
        unit: arena.unit(),
        policies: graded.into_iter().map(|(rung, _)| rung).collect(),
        duels,
    })
}
