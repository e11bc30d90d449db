//! What Ctrl-C does.

use std::sync::Mutex;

use anyhow::Context as _;

use super::exit_codes::INTERRUPTED;
use crate::interrupt;

/// What an interrupt does instead of ending the process, once.
static FIRST_INTERRUPT: Mutex<Option<Box<dyn FnOnce() + Send>>> = Mutex::new(None);

/// Makes an interrupt (Ctrl-C, or being asked to terminate) and a panic do the [registered](interrupt)
/// clean-up before they end the process. To be called first in `main`.
///
/// # Errors
///
/// What the system says.
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
                // Until the process has ended nothing new can be begun that would have to be cleaned up.
                let _closed = interrupt::close();
                std::process::exit(i32::from(INTERRUPTED));
            }
        }
    })
    .context("cannot handle interrupts")
}

/// Has the first interrupt do this instead of ending the process: stop gracefully, with what there is. The second
/// ends it.
pub fn on_first_interrupt(stop: impl FnOnce() + Send + 'static) {
    if let Ok(mut first) = FIRST_INTERRUPT.lock() {
        *first = Some(Box::new(stop));
    }
}

/// Has an interrupt end the process again, also if there was none since [`on_first_interrupt`].
pub fn end_on_interrupt() {
    if let Ok(mut first) = FIRST_INTERRUPT.lock() {
        *first = None;
    }
}
