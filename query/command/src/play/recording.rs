//! Record file to which games are added. Games that the file already holds are kept.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
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

impl Recording {
    /// Opens a record file, and checks that games can be added to it. The file need not exist yet.
    pub fn open(path: &Path) -> anyhow::Result<Recording> {
        make_sure_of_writing(path)?;
        let recording = Recording {
            path: path.to_owned(),
            own: None,
        };
        let held = recording.held()?;
        let name = printable(&path.to_string_lossy());
        if fs::metadata(path).is_ok_and(|file| file.permissions().readonly()) {
            bail!("cannot add games to {name}, which is read-only: name another file");
        }
        let games = match record::read(&held[..]) {
            Err(RecordError::Empty) => Vec::new(),
            Err(reason) => bail!(
                "cannot add games to {name}, which is not a record of games ({reason}): name another file"
            ),
            Ok(games) => games,
        };
        let Ok(text) = str::from_utf8(&held) else {
            bail!("cannot add games to {name}, which is UTF-16 text: save it as UTF-8");
        };
        if record::ends_with_headers(text, &games) {
            bail!(
                "cannot add games to {name}, which ends with headers of a game without turns: add its turns or remove the \
                 headers"
            );
        }
        Ok(recording)
    }

    fn held(&self) -> anyhow::Result<Vec<u8>> {
        match fs::read(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            held => held.with_context(|| {
                format!("cannot read {}", printable(&self.path.to_string_lossy()))
            }),
        }
    }

    /// Writes the games of this session to the end of the file, or replaces the games that this session wrote before.
    /// Games that another program has added meanwhile are kept.
    pub fn write(&mut self, games: &str) -> anyhow::Result<()> {
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
