//! Answer of a policy in one decision, as text.

use std::fmt;

use serde::{Serialize, Serializer};
use tourne_solver::Move;

use super::{Arena, Policy, Row, Said};

/// Answer of a policy in one decision. Its text is the move, the moves with their probabilities, or `illegal`.
#[derive(Clone, Debug, PartialEq)]
pub struct Played(
    // Moves with their probabilities; empty for an illegal answer.
    Vec<(Move, f64)>,
);

impl Policy {
    /// Returns the answer to a row that the policy answers.
    pub(crate) fn played(&self, arena: &Arena, row: Row) -> Played {
        if self.said(row) == Said::Illegal {
            return Played(Vec::new());
        }
        let moves = arena.plays(row).zip(self.probabilities(arena.places(row)));
        let played = moves.filter(|(_, chance)| **chance > 0.0);
        Played(
            played
                .map(|(play, &chance)| (play.action, chance))
                .collect(),
        )
    }
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0[..] {
            [] => f.write_str("illegal"),
            [(action, _)] => action.fmt(f),
            moves => {
                let texts = moves
                    .iter()
                    .map(|(action, chance)| format!("{action} {chance:.3}"));
                f.write_str(&texts.collect::<Vec<_>>().join(", "))
            }
        }
    }
}

impl Serialize for Played {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
