//! Errors that end a session at the table.

use std::io;

use tourne_query::ask::NoSuchScore;
use tourne_solver::{LookUpError, SolveError};
use tourne_study::facts::FactsError;

use super::opponent::OpponentError;

/// Error that ends a session.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    #[error(transparent)]
    Table(#[from] io::Error),
    #[error(transparent)]
    Record(io::Error),
    #[error(transparent)]
    LookUp(#[from] LookUpError),
    #[error(transparent)]
    Score(#[from] NoSuchScore),
    #[error(transparent)]
    Solve(#[from] SolveError),
    #[error(transparent)]
    Reasons(#[from] FactsError),
    #[error("{name} cannot go on")]
    Opponent { name: String, source: OpponentError },
}
