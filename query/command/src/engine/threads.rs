//! Threads that read and write the pipes of an engine, which may not read or write itself.

use std::io::{self, Read, Write as _};
use std::process::ChildStdin;
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError, channel, sync_channel,
};
use std::time::Duration;
use std::{thread, vec};

use super::hearing::LONGEST_LINE;
use super::tree::Pipes;
use tourne_query::ask::Lines;

/// An event of the engine's output.
#[derive(Debug)]
pub(super) enum Heard {
    Line(String),
    TooLong,
    /// Its output has ended, or its input is closed.
    End,
}

/// Events of the engine's output, which come in batches.
#[derive(Debug)]
pub(super) struct Output {
    batches: Receiver<Vec<Heard>>,
    batch: vec::IntoIter<Heard>,
}

impl Output {
    /// The next event, if there is one already.
    pub(super) fn try_next(&mut self) -> Result<Heard, TryRecvError> {
        loop {
            match self.batch.next() {
                Some(heard) => return Ok(heard),
                None => self.batch = self.batches.try_recv()?.into_iter(),
            }
        }
    }

    /// The next event, if it comes in time.
    pub(super) fn next_within(&mut self, time: Duration) -> Result<Heard, RecvTimeoutError> {
        loop {
            match self.batch.next() {
                Some(heard) => return Ok(heard),
                None => self.batch = self.batches.recv_timeout(time)?.into_iter(),
            }
        }
    }
}

/// Maximum number of lines in a batch.
pub(super) const BATCH: usize = 64;
/// Maximum number of batches that wait to be read; then the engine is blocked.
const WAITING_BATCHES: usize = 4;

/// Channels to the threads of an engine.
#[derive(Debug)]
pub(super) struct Channels {
    /// Commands to it.
    pub(super) input: Sender<String>,
    pub(super) output: Output,
    /// Lines of its standard error.
    pub(super) stderr: Receiver<String>,
}

/// Starts threads that wait for an engine which does not read or write. They end with it, or when the other
/// ends of their channels are dropped.
pub(super) fn attend(pipes: Pipes) -> io::Result<Channels> {
    let (said, batches) = sync_channel(WAITING_BATCHES);
    let (noted, stderr) = sync_channel(BATCH);
    // An engine that answers without reading must not block this process.
    let (input, to_say) = channel();
    if let Some(pipe) = pipes.input {
        let said = said.clone();
        thread::Builder::new().spawn(move || tell(pipe, &to_say, &said))?;
    }
    if let Some(pipe) = pipes.output {
        thread::Builder::new().spawn(move || hear(pipe, &said))?;
    }
    if let Some(pipe) = pipes.errors {
        thread::Builder::new().spawn(move || note(pipe, &noted))?;
    }
    Ok(Channels {
        input,
        output: Output {
            batches,
            batch: vec::IntoIter::default(),
        },
        stderr,
    })
}

/// Passes commands on to the engine.
fn tell(mut pipe: ChildStdin, to_say: &Receiver<String>, said: &SyncSender<Vec<Heard>>) {
    while let Ok(text) = to_say.recv() {
        if pipe.write_all(text.as_bytes()).is_err() {
            let _ = said.send(vec![Heard::End]);
            return;
        }
    }
}

/// Passes on the lines of the engine's output, those that have come already in one batch.
fn hear(pipe: impl Read, said: &SyncSender<Vec<Heard>>) {
    let mut lines = Lines::new(pipe, LONGEST_LINE);
    let mut batch = Vec::new();
    while let Ok(Some(line)) = lines.next() {
        // An answer that is not text is an answer too, though not a legal one.
        let line = line.lossy();
        batch.push(line.map_or(Heard::TooLong, |text| Heard::Line(text.into_owned())));
        if (batch.len() == BATCH || !lines.is_at_hand())
            && said.send(std::mem::take(&mut batch)).is_err()
        {
            return;
        }
    }
    batch.push(Heard::End);
    let _ = said.send(batch);
}

/// Passes on the lines of the engine's standard error, long ones in part.
fn note(pipe: impl Read, noted: &SyncSender<String>) {
    let mut lines = Lines::new(pipe, LONGEST_LINE);
    while let Ok(Some(line)) = lines.next() {
        let text = match line.lossy() {
            Some(text) => text.into_owned(),
            None => line.beginning(LONGEST_LINE) + "…",
        };
        if noted.send(text).is_err() {
            return;
        }
    }
}
