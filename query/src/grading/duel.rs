//! Duel of two policies: the exact value of the game between them.

use serde::Serialize;
use tourne_solver::{Rules, Unit};

use super::contest::Contest;
use super::error::GradingError;
use super::throws::Throws;
use crate::policy::{Arena, Policy};

/// Values of the game between two policies, A and B, to policy A. The fields have the same names in the JSON output.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Duel {
    /// Rule set of the games.
    pub rules: Rules,
    /// Unit of the values: winning probability, or points.
    pub unit: Unit,
    /// Name of policy A.
    pub a: String,
    /// Name of policy B.
    pub b: String,
    /// Value of the game to A when A moves first, in `unit`.
    pub first: f64,
    /// Value of the game to A when A moves second, in `unit`.
    pub second: f64,
    /// Mean of `first` and `second`.
    pub value: f64,
}

/// Computes the values of a game between two policies. Each policy is given with its name.
///
/// # Errors
///
/// [`GradingError`] if a game comes to a position and die for which a policy has no legal move, or if games go on for
/// too long.
///
/// ```
/// use tourne::policy::{Arena, Builtin};
/// use tourne::grading::duel;
///
/// let arena = Arena::new(tourne::solutions::standard());
/// let (front, rear) = (Builtin::Front.policy(&arena), Builtin::Rear.policy(&arena));
/// let duel = duel(&arena, ("front", &front), ("rear", &rear))?;
/// assert!(duel.first > duel.value && duel.value > duel.second);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn duel(
    arena: &Arena,
    (a, one): (&str, &Policy),
    (b, other): (&str, &Policy),
) -> Result<Duel, GradingError> {
    let throws = [one, other].map(|policy| Throws::of(arena, policy));
    let contest = Contest::new(arena, &throws[0], &throws[1]);
    for (rows, silent) in contest.unknown().iter().zip([a, b]) {
        if let Some(&row) = rows.first() {
            let (position, die) = arena.position_of(row);
            return Err(GradingError::Unanswered {
                a: a.to_owned(),
                b: b.to_owned(),
                silent: silent.to_owned(),
                position,
                die,
            });
        }
    }
    let points = contest.points().map_err(|source| GradingError::Endless {
        a: a.to_owned(),
        b: b.to_owned(),
        source,
    })?;
    let unit = arena.unit();
    Ok(Duel {
        rules: arena.rules(),
        unit,
        a: a.to_owned(),
        b: b.to_owned(),
        first: unit.from_points(points.first),
        second: unit.from_points(points.second),
        value: unit.from_points(points.average()),
    })
}
