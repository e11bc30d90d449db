//! Questions about positions, their answers, and batches of questions.

mod answer;
pub mod batch;
mod judge;
mod question;

pub use answer::{Answer, ForDie, Found, MoveRow, for_die};
pub use judge::{Judge, Measure, NoSuchScore, Ranked, needs};
pub use question::{Question, QuestionError};
