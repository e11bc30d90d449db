//! Questions about positions, their answers, and batches of questions.

mod answer;
pub mod batch;
mod judge;
mod lines;
mod question;
mod utf8;

pub use answer::{Answer, ForDie, ForPosition, Found, MoveRow, Ranked, for_die, for_position};
pub use judge::{Judge, MatchJudge, Measure, NoSuchScore, Weighed, WeighedPlay, needs};
pub use lines::{Line, LineError, Lines};
pub use question::{Question, QuestionError};
