//! The rating of play: its mean loss in a decision.

/// 1000 times the loss of winning probability in a decision, where a point counts as half of one; 0 is perfect. `points`
/// were lost in this number of decisions.
///
/// ```
/// // A mean loss of one percent of winning probability, which is 0.02 points.
/// assert_eq!(tourne_query::grading::rating::rating(0.2, 10.0), 10.0);
/// ```
#[must_use]
pub fn rating(points: f64, decisions: f64) -> f64 {
    500.0 * points / decisions
}
