//! Pause at a terminal, which ends after a time, or when a key is pressed.

use std::io;
use std::time::Duration;
#[cfg(unix)]
use std::time::Instant;

/// Waits for this time, or until a key is pressed. Returns text that was typed meanwhile; Enter, space and keys without
/// text only end the pause.
#[cfg(unix)]
pub(crate) fn pause(time: Duration) -> io::Result<String> {
    use nix::sys::termios::{self, LocalFlags, SetArg};

    let input = io::stdin();
    let before = termios::tcgetattr(&input)?;
    let mut by_key = before.clone();
    // Keys arrive at once, and not only with the end of a line.
    by_key.local_flags.remove(LocalFlags::ICANON);
    termios::tcsetattr(&input, SetArg::TCSANOW, &by_key)?;
    let typed = typed(time);
    termios::tcsetattr(&input, SetArg::TCSANOW, &before)?;
    typed
}

/// Reads what is typed within this time, up to the first pause of the person who types.
#[cfg(unix)]
fn typed(time: Duration) -> io::Result<String> {
    use std::os::fd::AsFd as _;

    use nix::errno::Errno;
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

    let input = io::stdin();
    let end = Instant::now() + time;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        let timeout = PollTimeout::try_from(left).unwrap_or(PollTimeout::MAX);
        let mut ready = [PollFd::new(input.as_fd(), PollFlags::POLLIN)];
        match poll(&mut ready, timeout) {
            Ok(0) => return Ok(String::new()),
            Ok(_) => break,
            // A signal: the terminal has a new size, or Ctrl-C is about to end the process.
            Err(Errno::EINTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let mut keys = [0; 1024];
    let count = nix::unistd::read(&input, &mut keys)?;
    let typed = String::from_utf8_lossy(&keys[..count]);
    let is_text = |letter: char| !letter.is_whitespace() && !letter.is_control();
    // The escape sequence of a key such as an arrow is no text.
    let text = typed.find(is_text).filter(|_| !typed.starts_with('\u{1b}'));
    Ok(text.map_or_else(String::new, |at| typed[at..].to_owned()))
}

/// Waits for this time.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere the terminal may fail")]
pub(crate) fn pause(time: Duration) -> io::Result<String> {
    std::thread::sleep(time);
    Ok(String::new())
}
