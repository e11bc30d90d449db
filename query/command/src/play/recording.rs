//! Record file to which games are added. Games that the file already holds are kept.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tourne_solver::printable;
use tourne_terminal::replace::{make_sure_of_writing, replace};

use tourne_study::review::record::{self, RecordError};

/// Record file to which games are added.
#[derive(Clone, Debug)]
pub struct Recording {
    path: PathBuf,
    /// Games of this session as written last: the offset in the file at which they begin, in bytes, and their text with
    /// the separator before it. `None` before the first write.
    own: Option<(usize, String)>,
}

#[derive(Debug, thiserror::Error)]
pub enum RecordingError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(
        "cannot add games to {path}, which is not a record of games ({reason}): name another file",
        path = printable(&.path.to_string_lossy())
    )]
    NoRecord {
        path: PathBuf,
        reason: Box<RecordError>,
    },
    #[error(
        "cannot add games to {path}, which ends with headers of a game without turns: add its turns or remove the headers",
        path = printable(&.0.to_string_lossy())
    )]
    OpenHeaders(PathBuf),
    #[error("cannot add games to {path}, which is read-only: name another file", path = printable(&.0.to_string_lossy()))]
    ReadOnly(PathBuf),
}

impl Recording {
    /// Opens a record file, and checks that games can be added to it. The file need not exist yet.
    pub fn open(path: &Path) -> Result<Recording, RecordingError> {
        make_sure_of_writing(path)?;
        let recording = Recording {
            path: path.to_owned(),
            own: None,
        };
        let held = recording.held()?;
        if !path.exists() {
            return Ok(recording);
        }
        if fs::metadata(path)?.permissions().readonly() {
            return Err(RecordingError::ReadOnly(recording.path));
        }
        let last_turn = match record::read(&held[..]) {
            Ok(games) => games
                .last()
                .and_then(|game| game.turns.last())
                .map_or(0, |turn| turn.line),
            Err(RecordError::Empty) => 0,
            Err(reason) => {
                return Err(RecordingError::NoRecord {
                    path: recording.path,
                    reason: Box::new(reason),
                });
            }
        };
        let text = String::from_utf8_lossy(&held);
        let rest = text.lines().skip(last_turn as usize);
        let is_over = rest.map(record::without_comment).all(str::is_empty);
        if is_over {
            Ok(recording)
        } else {
            Err(RecordingError::OpenHeaders(recording.path))
        }
    }

    fn held(&self) -> io::Result<Vec<u8>> {
        match fs::read(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => {
                let path = printable(&self.path.to_string_lossy());
                let text = format!("cannot read {path}: {error}");
                Err(io::Error::new(error.kind(), text))
            }
            held => held,
        }
    }

    /// Writes the games of this session to the end of the file, or replaces the games that this session wrote before.
    /// Games that another program has added meanwhile are kept.
    pub fn write(&mut self, games: &str) -> io::Result<()> {
        if games.is_empty() && self.own.is_none() {
            return Ok(());
        }
        let mut held = self.held()?;
        let own = self.own.take().filter(|(from, own)| {
            let rest = held.get(*from..);
            rest.is_some_and(|rest| rest.starts_with(own.as_bytes()))
        });
        let (from, to) = own.map_or((held.len(), held.len()), |(from, own)| {
            (from, from + own.len())
        });
        let gap = if from == 0 || games.is_empty() {
            ""
        } else if held[from - 1] == b'\n' {
            "\n"
        } else {
            "\n\n"
        };
        let games = format!("{gap}{games}");
        held.splice(from..to, games.bytes());
        replace(&self.path, &held)?;
        self.own = Some((from, games));
        Ok(())
    }
}
