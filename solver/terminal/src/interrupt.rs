//! Clean-up work that must still be done if an interrupt or a panic ends the process, such as removing temporary files
//! or stopping programs.
//!
//! A library only [registers](or_else) clean-up work. Each command [installs](crate::handle_interrupts) the handler
//! that does this work.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

type CleanUp = Box<dyn FnOnce() + Send>;
type Registered = (u64, BTreeMap<u64, CleanUp>);

/// Number of the latest registration, and the clean-up work of each registration by its number.
static REGISTERED: Mutex<Registered> = Mutex::new((0, BTreeMap::new()));

/// Registration of clean-up work. Dropping the registration cancels the work.
#[derive(Debug)]
#[must_use = "the clean-up is forgotten when this is dropped"]
pub struct Registration(u64);

/// Registers work to be done if the process is interrupted before the registration is dropped. The work may run on
/// another thread, and must not register anything itself.
///
/// ```
/// use std::sync::atomic::{AtomicU32, Ordering};
/// use tourne_terminal::interrupt;
///
/// static DONE: AtomicU32 = AtomicU32::new(0);
/// let kept = interrupt::or_else(|| _ = DONE.fetch_add(1, Ordering::Relaxed));
/// drop(interrupt::or_else(|| _ = DONE.fetch_add(10, Ordering::Relaxed)));
/// interrupt::clean_up();
/// assert_eq!(DONE.load(Ordering::Relaxed), 1);
/// drop(kept);
/// ```
pub fn or_else(clean_up: impl FnOnce() + Send + 'static) -> Registration {
    let made: Result<_, std::convert::Infallible> = make_or_else(|| Ok(((), clean_up)));
    let Ok(((), registration)) = made;
    registration
}

/// Makes an object that must be removed if the process is interrupted, such as a temporary file, and registers the work
/// that removes the object. `close` waits until both steps are done, so no interrupt falls between them.
pub fn make_or_else<T, E, C: FnOnce() + Send + 'static>(
    create: impl FnOnce() -> Result<(T, C), E>,
) -> Result<(T, Registration), E> {
    let mut registered = registered();
    let (made, clean_up) = create()?;
    registered.0 += 1;
    let number = registered.0;
    registered.1.insert(number, Box::new(clean_up));
    Ok((made, Registration(number)))
}

/// Does all registered clean-up work, including work that is registered while this function runs. Later registrations
/// block until the returned guard is dropped. So a process that ends while it holds the guard leaves no registered work
/// undone.
pub(crate) fn close() -> MutexGuard<'static, Registered> {
    loop {
        clean_up();
        let registered = registered();
        if registered.1.is_empty() {
            return registered;
        }
    }
}

/// Does all clean-up work that is registered now, and cancels the registrations.
pub fn clean_up() {
    let work = std::mem::take(&mut registered().1);
    for clean_up in work.into_values() {
        clean_up();
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        // Drop the work only after the lock is released, because the work's destructor may run any code.
        let _work = registered().1.remove(&self.0);
    }
}

/// Locks the registered work, even if a thread panicked while it held the lock.
fn registered() -> MutexGuard<'static, Registered> {
    REGISTERED.lock().unwrap_or_else(PoisonError::into_inner)
}
