//! Strength of policies: exact contests of two policies, grades, mistakes, best responses, estimates and ladders.

mod bounds;
mod comparison;
mod contest;
mod coverage;
mod duel;
mod error;
mod estimate;
pub mod exchange;
mod exploiter;
mod grade;
mod groups;
mod interval;
mod ladder;
mod mistake_kind;
mod mistakes;
mod questions;
mod rating;
mod report;
mod sample;
mod throws;
mod version;

pub use bounds::Bounds;
pub use comparison::{Change, ChangeSum, Comparison, Effect, KindChange, compare};
pub use contest::{Contest, Points};
pub use coverage::{Coverage, frequencies};
pub use duel::{Duel, duel};
pub use error::GradingError;
pub use estimate::Estimate;
pub use exchange::{Counts, Parts};
pub use exploiter::{Exploiter, exploit};
pub use grade::{Charged, Games, Grade, Graded, Losses, grade, grade_of};
pub use interval::Interval;
pub use ladder::{Ladder, Rung, ladder};
pub use mistake_kind::{Kind, ParseKindError};
pub use mistakes::{Cost, Exchanges, KindSum, Mistake};
pub use questions::{Next, Questions};
pub use rating::{
    ENOUGH_CHOICES, describe_rating, nearest_level, rating, ratings_of_levels, results_of_levels,
};
pub use report::{CauseSum, Report};
pub use sample::{Sample, SampleGames};
pub use throws::Throws;
pub use version::Version;
