//! Record file to which games are added. Games that the file already holds are kept.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use tourne_solver::printable;
use tourne_solver::terminal::replace::{is_read_only, make_sure_of_writing, update};

use super::own_games::OwnGames;
use crate::review::record::{self, Game, RecordError};

/// Record file to which games are added, also by several sessions at the same time.
#[derive(Clone, Debug)]
pub struct Recording {
    path: PathBuf,
    own: OwnGames,
}

impl Recording {
    /// Opens a record file, and checks that games can be added to it. The file need not exist yet.
    pub fn open(path: &Path) -> anyhow::Result<Recording> {
        make_sure_of_writing(path)?;
        let recording = Recording {
            path: path.to_owned(),
            own: OwnGames::default(),
        };
        recording.make_sure_of_permission()?;
        let held = match fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            held => held.with_context(|| format!("cannot read {}", recording.name()))?,
        };
        recording.make_sure_of_encoding(&held)?;
        let name = recording.name();
        match record::read(&held[..]) {
            Ok(_) | Err(RecordError::Empty) => Ok(recording),
            Err(reason) => bail!(
                "cannot add games to {name}, which is not a record of games ({reason}): name another file"
            ),
        }
    }

    fn name(&self) -> String {
        printable(&self.path.to_string_lossy())
    }

    fn make_sure_of_permission(&self) -> anyhow::Result<()> {
        if is_read_only(&self.path) {
            bail!(
                "cannot add games to {}, which is read-only: name another file",
                self.name()
            );
        }
        Ok(())
    }

    /// Checks that text can be added to a text in UTF-8.
    fn make_sure_of_encoding(&self, held: &[u8]) -> anyhow::Result<()> {
        if held.starts_with(b"\xff\xfe") || held.starts_with(b"\xfe\xff") {
            bail!(
                "cannot add games to {}, which is text in UTF-16: save it as UTF-8, or name another file",
                self.name()
            );
        }
        Ok(())
    }

    /// Writes the games of this session to the file: new games at its end, the others where they stand. Whatever others
    /// have written meanwhile is kept.
    pub fn write(&mut self, games: &[Game]) -> anyhow::Result<()> {
        if games.is_empty() && self.own.is_empty() {
            return Ok(());
        }
        self.make_sure_of_permission()?;
        let games: Vec<String> = games.chunks(1).map(record::write).collect();
        let mut own = OwnGames::default();
        update(&self.path, |held| -> anyhow::Result<Vec<u8>> {
            self.make_sure_of_encoding(held)?;
            let (text, merged) = self.own.merged(held, &games);
            match record::read(&text[..]) {
                Ok(_) | Err(RecordError::Empty) => {}
                Err(reason) => bail!(
                    "cannot add games to {}, in which somebody has changed something meanwhile: with the games it is not a record \
                     ({reason})",
                    self.name()
                ),
            }
            own = merged;
            Ok(text)
        })?;
        self.own = own;
        Ok(())
    }
}
