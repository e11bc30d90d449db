//! Answers with reasons for and against each move, as JSON and as rows of a table.

use serde::Serialize;
use tourne_solver::{Die, Position};

use super::best_play::Outcomes;
use super::error::FactsError;
use super::explainer::Explainer;
use super::reasons::Reasons;
use crate::ask::{Answer, Judge, MoveRow};
use crate::grading::Kind;

/// Answer with the reasons for and against each of its moves.
#[derive(Clone, Debug, Serialize)]
pub struct Explained {
    /// Answer to the question: the moves, best first, with values.
    #[serde(flatten)]
    pub answer: Answer,
    /// Reasons for and against all moves of the answer, in the order of the answer: die by die, best move first.
    pub explain: Vec<Reasons>,
}

impl Explained {
    /// Answers a question, with the reasons for and against each move.
    ///
    /// # Errors
    ///
    /// [`FactsError`] if judge and explainer have different rules, or if the position is not in the solution.
    pub fn new(
        explainer: &Explainer,
        judge: &dyn Judge,
        position: Position,
        die: Option<Die>,
    ) -> Result<Explained, FactsError> {
        let answer = Answer::new(judge, position, die)?;
        let mut explain = Vec::new();
        for found in answer.found.dice() {
            explain.extend(explainer.reasons(judge, position, found)?);
        }
        Ok(Explained { answer, explain })
    }

    /// Returns the answer as rows of a table, one for each legal move.
    pub fn rows(&self) -> Vec<ExplainedRow> {
        let rows = self.answer.rows().into_iter().zip(&self.explain);
        rows.map(ExplainedRow::new).collect()
    }
}

/// Line of the CSV: one legal move with the reasons for and against it. The columns are fields of the [`MoveRow`], and of
/// [`Reasons`] with its hit and ends, which are empty if the move hits nothing or in a match.
#[derive(Clone, Debug, Serialize)]
pub struct ExplainedRow {
    #[serde(flatten)]
    row: MoveRow,
    wins: bool,
    hits_point: Option<u8>,
    hits_men: usize,
    hit_by: u32,
    throws: u32,
    pips: u8,
    opponent_pips: u8,
    win_single: Option<f64>,
    win_double: Option<f64>,
    lose_single: Option<f64>,
    lose_double: Option<f64>,
    mistake: Option<Kind>,
}

impl ExplainedRow {
    fn new((row, reasons): (MoveRow, &Reasons)) -> ExplainedRow {
        let end = |of: fn(Outcomes) -> f64| reasons.ends.map(of);
        ExplainedRow {
            row,
            wins: reasons.wins,
            hits_point: reasons.hits.map(|hit| hit.point.number()),
            hits_men: reasons.hits.map_or(0, |hit| hit.men),
            hit_by: reasons.hit_by,
            throws: reasons.throws,
            pips: reasons.pips,
            opponent_pips: reasons.opponent_pips,
            win_single: end(|ends| ends.win_single),
            win_double: end(|ends| ends.win_double),
            lose_single: end(|ends| ends.lose_single),
            lose_double: end(|ends| ends.lose_double),
            mistake: reasons.mistake,
        }
    }
}
