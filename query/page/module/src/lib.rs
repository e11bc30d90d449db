//! Door through which a browser asks the library: bytes in, bytes out.
//!
//! A script writes bytes where [`room`] says, calls [`open`], [`answer`] or [`file()`], and reads as many bytes as the call
//! returns where [`out`] says. Memory may grow in any call, so a script looks for it anew each time. After a panic the
//! instance is of no more use; [`panicked`] leaves its message at `out`. While games are solved, the module calls `progress`
//! of the import `page`, with the numbers of parts that are done and of all parts.
#![cfg_attr(
    target_family = "wasm",
    expect(unsafe_code, reason = "a script finds a function by its name")
)]

use std::panic;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use tourne_ask::{Refused, World};

static ROOM: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static OUT: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static WORLD: LazyLock<Mutex<World>> = LazyLock::new(|| {
    panic::set_hook(Box::new(|info| {
        give(info.to_string());
    }));
    let mut world = World::default();
    world.observe(tell);
    Mutex::new(world)
});

#[cfg(target_family = "wasm")]
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    safe fn progress(done: usize, of: usize);
}

fn tell(done: usize, of: usize) {
    #[cfg(target_family = "wasm")]
    progress(done, of);
    #[cfg(not(target_family = "wasm"))]
    let _ = (done, of);
}

fn held<T>(it: &'static Mutex<T>) -> MutexGuard<'static, T> {
    it.lock().unwrap_or_else(PoisonError::into_inner)
}

fn give(bytes: impl Into<Vec<u8>>) -> usize {
    let mut out = held(&OUT);
    *out = bytes.into();
    out.len()
}

fn taken() -> Vec<u8> {
    std::mem::take(&mut held(&ROOM))
}

fn text() -> String {
    String::from_utf8_lossy(&taken()).into_owned()
}

/// Makes room for so many bytes, and returns its address.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    let mut room = held(&ROOM);
    room.clear();
    room.resize(bytes, 0);
    room.as_mut_ptr()
}

/// Opens the solution file in the room. The answer is the name of its rule set.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn open() -> usize {
    let opened = held(&WORLD).open(&taken());
    give(opened.map_or_else(
        |refused| refused.answer(),
        |rules| format!("{{\"ok\":\"{rules}\"}}"),
    ))
}

/// Answers the question in the room.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn answer() -> usize {
    let answer = held(&WORLD).answer(&text());
    give(answer)
}

/// Gives the solution file of the rule set in the room; nothing if it is not open.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn file() -> usize {
    let file: Result<Vec<u8>, Refused> = held(&WORLD).file(&text());
    give(file.unwrap_or_default())
}

/// Returns the address of what the last call gave.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn out() -> *const u8 {
    held(&OUT).as_ptr()
}

/// Returns the length of the message of a panic.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn panicked() -> usize {
    held(&OUT).len()
}
