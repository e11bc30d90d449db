//! Figures of a policy with moves in place of missing answers.

use serde::Serialize;
use tourne_graph::Unsettled;

use super::grade::{Charged, figures};
use crate::policy::{Arena, Policy, Row, Said, first_best, worst};

/// Figures of a policy with moves in place of its missing answers. An illegal answer counts as the worst legal move. The
/// fields have the same names in the JSON output.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bounds {
    /// Figures with a best move in place of each missing answer.
    pub best: Charged,
    /// Figures with the worst legal move, that with the largest loss, in place of each missing answer.
    pub worst: Charged,
}

impl Bounds {
    /// Computes the figures. Returns `None` if no answer is missing, or if no answer is a legal move.
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if games go on for too long.
    pub fn of(arena: &Arena, policy: &Policy) -> Result<Option<Bounds>, Unsettled> {
        let has = |said| arena.decisions().any(|row| policy.said(row) == said);
        if !has(Said::Missing) || !has(Said::Given) {
            return Ok(None);
        }
        let charged = policy.clone().charged(arena);
        let rows: Vec<Row> = arena.decisions().collect();
        let with = |rank: fn(&[f64]) -> usize| {
            let replaced = charged.clone().replaced(arena, Said::Missing, rank);
            figures(arena, &replaced, &rows)
        };
        Ok(Some(Bounds {
            best: with(first_best)?,
            worst: with(worst)?,
        }))
    }
}
