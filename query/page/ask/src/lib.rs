//! Questions of the page to the library, and the answers, in JSON.
//!
//! A question is a variant of [`Question`](question::Question) in snake case, as `{"best": …}`, with its fields or the one
//! thing that it is about. The answer is `{"ok": …}`, with the JSON of the command that answers the same question where there
//! is one, or `{"error": {"kind": …, "message": …}}`. Answers depend on the question and on the solutions that are open, never
//! on earlier questions.
//!
//! ```
//! use tourne_ask::World;
//!
//! let mut world = World::default();
//! assert_eq!(world.answer(r#"{"solve":"standard"}"#), r#"{"ok":"standard"}"#);
//! // In the second set-up men of the two sides face each other.
//! let question = r#"{"values":{"rules":"standard","positions":["9hh/000","04h/04h"]}}"#;
//! let answer = world.answer(question);
//! assert!(answer.starts_with(r#"{"ok":[0."#) && answer.ends_with(",null]}"), "{answer}");
//! let refused = world.answer(r#"{"solve":"chess"}"#);
//! assert!(refused.starts_with(r#"{"error":{"kind":"rules","message":"#), "{refused}");
//! ```

mod answer;
mod games;
mod positions;
pub mod question;
mod refused;
mod rule_sets;
mod world;

pub use refused::Refused;
pub use world::World;
