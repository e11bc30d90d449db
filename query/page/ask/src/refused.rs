//! Questions that have no answer.

use std::error::Error;

use serde::Serialize;
use tourne::ask::{NoSuchScore, QuestionError};
use tourne::cards::ParseNameError;
use tourne::facts::FactsError;
use tourne::grading::ParseKindError;
use tourne::play::practice::NoPractice;
use tourne::review::record::{LineFault, RecordError};
use tourne_solver::file::Damage;
use tourne_solver::{
    IllegalMove, NotHeld, OneDieOnly, ParseMoveError, ParseRollError, ParseRulesError,
    ParseSetupError, Rules, SolveError,
};

/// Reason why a question has no answer.
#[derive(Clone, Debug, Serialize)]
pub struct Refused {
    /// One word for programs, such as `position`.
    pub kind: &'static str,
    /// Sentence for people: what is wrong, and what would be right.
    pub message: String,
}

impl Refused {
    pub(crate) fn new(kind: &'static str, message: impl Into<String>) -> Refused {
        let message = message.into();
        Refused { kind, message }
    }

    pub(crate) fn closed(rules: Rules) -> Refused {
        let message = format!("no solution of {rules} is open: solve it, or open its file");
        Refused::new("closed", message)
    }

    /// Returns the answer in JSON.
    pub fn answer(&self) -> String {
        let refused = serde_json::to_string(self).unwrap_or_default();
        format!("{{\"error\":{refused}}}")
    }
}

macro_rules! refused {
    ($($kind:literal: $($error:ty),*;)*) => {$($(
        impl From<$error> for Refused {
            fn from(error: $error) -> Refused {
                let mut message = error.to_string();
                let mut cause = error.source();
                while let Some(error) = cause {
                    message += &format!(": {error}");
                    cause = error.source();
                }
                Refused::new($kind, message)
            }
        }
    )*)*};
}

refused!(
    "question": serde_json::Error;
    "rules": ParseRulesError;
    "position": ParseSetupError, QuestionError, NotHeld;
    "throw": ParseRollError, OneDieOnly;
    "move": ParseMoveError, IllegalMove;
    "player": ParseNameError;
    "score": NoSuchScore;
    "record": RecordError, LineFault;
    "kind": ParseKindError, NoPractice;
    "file": Damage;
    "unsolved": SolveError, FactsError;
);
