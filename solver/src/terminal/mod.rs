//! Terminal input and output shared by the project's two commands. Not for other crates: the interface may change at
//! any time.

#![allow(
    clippy::missing_errors_doc,
    reason = "this interface is not for other projects"
)]

mod arguments;
mod clock;
mod exit_codes;
mod formats;
pub mod interrupt;
mod lines;
pub mod lock;
mod manual;
mod output;
mod progress;
pub mod replace;
mod streams;
mod threads;

pub use arguments::{parse, print_help};
pub use clock::Clock;
pub use exit_codes::{Exit, finish};
pub use formats::{Format, FormatArgument, csv};
#[cfg(unix)]
pub use interrupt::around_stops;
pub use interrupt::{end_on_interrupt, handle_interrupts, on_first_interrupt};
pub use lines::{USUAL_COLUMNS, aligned, columns, fitted, hung, padded, warn, width};
pub use manual::{CompletionsArguments, ManArguments};
pub use output::{ForceArgument, Output};
pub use progress::Progress;
pub use streams::{
    Answers, NamedFile, StandardInput, StandardOutput, check_inputs, print, same_file,
};
pub use threads::{MOST_THREADS, NoThreads, on_threads};
