//! Handling of Ctrl-C.

use std::sync::Mutex;

use anyhow::Context as _;

use super::exit_codes::INTERRUPTED;
use crate::interrupt;

/// Action of the first interrupt, instead of ending the process.
static FIRST_INTERRUPT: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);

/// Makes an interrupt (Ctrl-C, or being asked to terminate) and a panic do the [registered](interrupt)
/// clean-up before they end the process. To be called first in `main`.
///
/// # Errors
///
/// The error of the system.
pub fn handle_interrupts() -> anyhow::Result<()> {
    let panics = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        panics(panic);
        interrupt::clean_up();
    }));
    ctrlc::set_handler(|| {
        let first = FIRST_INTERRUPT
            .lock()
            .ok()
            .and_then(|mut first| first.take());
        match first {
            Some(stop) => stop(),
            None => {
                // Until the process has ended nothing can be begun that would need cleaning up.
                let _closed = interrupt::close();
                std::process::exit(i32::from(INTERRUPTED));
            }
        }
    })
    .context("cannot handle interrupts")
}

/// Sets the action of the first interrupt, instead of ending the process: to stop with a partial answer. The second
/// ends the process.
pub fn on_first_interrupt(stop: impl FnOnce() + Send + 'static) {
    if let Ok(mut first) = FIRST_INTERRUPT.lock() {
        *first = Some(Box::new(stop));
    }
}

/// Undoes [`on_first_interrupt`]: an interrupt ends the process again.
pub fn end_on_interrupt() {
    if let Ok(mut first) = FIRST_INTERRUPT.lock() {
        *first = None;
    }
}
