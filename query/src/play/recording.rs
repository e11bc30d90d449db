//! Record file to which whole games are added, and the file beside it that keeps the game in progress.
//!
//! The file beside it is written after every turn, and removed when its games are in the record. The next session adds
//! what a session that was killed has left there. Each session holds a lock on its own file while it lives: the first has
//! `FILE.running`, another at the same time `FILE.running-2`, and so on.

use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::iter::zip;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use tourne_solver::printable;
use tourne_solver::terminal::lock::Lock;
use tourne_solver::terminal::replace::{followed, is_read_only, make_sure_of_writing, update};

use crate::review::record::{self, Game, RecordError};

/// Maximum number of sessions that keep games in progress of one record at the same time.
const MOST_SESSIONS: usize = 100;

/// First line of a file with games in progress. A file of the same name without this line is left alone.
const HEAD: &str =
    "# Game in progress: tourne play adds it to the record when it ends, or at its next start.\n";

/// Beginning of the last line while the games are being added to the record: the number of equal games in it before. It
/// says after a kill whether they have been added.
const ADDING: &str = "# Equal games in the record before: ";

/// Record file to which games are added, also by several sessions at the same time.
#[derive(Debug)]
pub struct Recording {
    path: PathBuf,
    /// Finished and abandoned games of this session that the record lacks.
    missing: Vec<Game>,
    /// File with the missing games and the game in progress; `None` if there is none.
    progress: Option<Progress>,
}

impl Recording {
    /// Opens a record file, which need not exist yet, and checks that games can be added to it. Adds the games that killed
    /// sessions have left, and returns their number too.
    pub fn open(path: &Path) -> anyhow::Result<(Recording, usize)> {
        make_sure_of_writing(path)?;
        let recording = Recording {
            path: path.to_owned(),
            missing: Vec::new(),
            progress: None,
        };
        recording.make_sure_of_permission()?;
        let name = recording.name();
        let held = match fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            held => held.with_context(|| format!("cannot read {name}"))?,
        };
        if held.starts_with(HEAD.as_bytes()) {
            bail!(
                "cannot add games to {name}, which keeps the game in progress of another record: name another file"
            );
        }
        recording.make_sure_of_encoding(&held)?;
        if let Err(reason) = games_in(&held) {
            bail!(
                "cannot add games to {name}, which is not a record of games ({reason}): name another file"
            );
        }
        let mut count = 0;
        for place in places(path)? {
            if let Some((mut left, games, before)) = Progress::left(place) {
                recording.append(&mut left, &games, before)?;
                left.remove()?;
                count += record::read(games.as_bytes())?.len();
            }
        }
        Ok((recording, count))
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

    fn make_sure_of_encoding(&self, held: &[u8]) -> anyhow::Result<()> {
        if held.starts_with(b"\xff\xfe") || held.starts_with(b"\xfe\xff") {
            bail!(
                "cannot add games to {}, which is text in UTF-16: save it as UTF-8, or name another file",
                self.name()
            );
        }
        Ok(())
    }

    /// Keeps the game in progress in the file beside the record, and tries again to add the games that the record lacks.
    pub fn keep(&mut self, game: &Game) -> anyhow::Result<()> {
        let added = self.add_missing();
        let begun = Some(game).filter(|game| game.is_begun());
        if self.progress.is_some() || begun.is_some() {
            let games: Vec<Game> = self.missing.iter().chain(begun).cloned().collect();
            self.progress()?.set(&in_progress(&games))?;
        }
        added
    }

    pub fn add(&mut self, game: Game) -> anyhow::Result<()> {
        self.missing.push(game);
        self.add_missing()
    }

    /// Adds the games that the record lacks, and removes the file that keeps them. If that fails, the file still has them.
    pub fn finish(&mut self) -> anyhow::Result<()> {
        self.add_missing()?;
        match self.progress.take() {
            Some(progress) => Ok(progress.remove()?),
            None => Ok(()),
        }
    }

    fn add_missing(&mut self) -> anyhow::Result<()> {
        if self.missing.is_empty() {
            return Ok(());
        }
        let kept = in_progress(&self.missing);
        self.progress()?.set(&kept)?;
        self.make_sure_of_permission()?;
        let Some(mut progress) = self.progress.take() else {
            return Ok(());
        };
        let added = self.append(&mut progress, &record::write(&self.missing), None);
        if added.is_ok() {
            self.missing.clear();
            // The next session looks for the games in the record before it adds them.
            progress.remove()?;
        } else {
            self.progress = Some(progress);
        }
        added
    }

    /// Adds the text of games to the record, unless it is there: `before` is the number of equal games that the record had
    /// when a killed session began to add them.
    fn append(
        &self,
        progress: &mut Progress,
        games: &str,
        before: Option<usize>,
    ) -> anyhow::Result<()> {
        let kept = progress.text.clone();
        let first = record::write(&record::read(games.as_bytes())?[..1]);
        let added = update(&self.path, |held| -> anyhow::Result<Vec<u8>> {
            self.make_sure_of_encoding(held)?;
            let text = below(held, games);
            // Both must be records: the file now, and with the games.
            let earlier = games_in(held).and_then(|earlier| games_in(&text).map(|_| earlier));
            let earlier = earlier.map_err(|reason| {
                anyhow!(
                    "cannot add games to {}, in which somebody has changed something meanwhile: with the games it is not a \
                     record ({reason})",
                    self.name()
                )
            })?;
            let equal = earlier.chunks(1).map(record::write);
            let equal = equal.filter(|game| *game == first).count();
            if before.is_some_and(|before| equal > before) {
                return Ok(held.to_vec());
            }
            progress.set(&[&kept, format!("{ADDING}{equal}\n").as_bytes()].concat())?;
            Ok(text)
        });
        if added.is_err() {
            progress.set(&kept)?;
        }
        added
    }

    /// Returns the file that keeps the games of this session; creates it first if there is none.
    fn progress(&mut self) -> anyhow::Result<&mut Progress> {
        let progress = match self.progress.take() {
            Some(progress) => progress,
            None => Progress::create(&self.path)?,
        };
        Ok(self.progress.insert(progress))
    }
}

fn games_in(text: &[u8]) -> Result<Vec<Game>, RecordError> {
    match record::read(text) {
        Err(RecordError::Empty) => Ok(Vec::new()),
        read => read,
    }
}

fn below(held: &[u8], games: &str) -> Vec<u8> {
    let gap = match held.last() {
        None => "",
        Some(b'\n') => "\n",
        Some(_) => "\n\n",
    };
    [held, gap.as_bytes(), games.as_bytes()].concat()
}

fn in_progress(games: &[Game]) -> Vec<u8> {
    match games {
        [] => Vec::new(),
        games => format!("{HEAD}{}", record::written(games, true)).into_bytes(),
    }
}

/// Returns the paths at which sessions keep games in progress of a record.
fn places(record: &Path) -> io::Result<impl Iterator<Item = PathBuf> + use<>> {
    let record = followed(record)?;
    let name = record.file_name().unwrap_or_default().to_owned();
    Ok((1..=MOST_SESSIONS).map(move |number| {
        let mut name = name.clone();
        name.push(".running");
        if number > 1 {
            name.push(format!("-{number}"));
        }
        record.with_file_name(name)
    }))
}

/// File that keeps games which a record lacks, and its lock.
#[derive(Debug)]
struct Progress {
    path: PathBuf,
    file: File,
    text: Vec<u8>,
    /// Tells other sessions that this one lives; `None` where files cannot be locked.
    _lock: Option<Lock>,
}

impl Progress {
    /// Creates a file at the first place that no other session uses, with the permissions of the record.
    fn create(record: &Path) -> anyhow::Result<Progress> {
        for path in places(record)?.filter(|path| !path.is_symlink()) {
            let is_new = !path.exists();
            let lock = match Lock::try_acquire(&path) {
                Ok(lock) => Some(lock),
                Err(error) if is_new && error.kind() == io::ErrorKind::Unsupported => None,
                Err(error) if is_new && error.kind() != io::ErrorKind::WouldBlock => {
                    let path = printable(&path.to_string_lossy());
                    bail!("cannot write {path}: {error}");
                }
                Err(_) => continue,
            };
            let (file, text) = match opened(&path, is_new) {
                Err(_) if !is_new => continue,
                opened => opened?,
            };
            // A file with content is that of a session killed meanwhile, or of a user.
            if !text.is_empty() {
                continue;
            }
            let permissions = fs::metadata(record).map(|held| held.permissions());
            if let Ok(permissions) = permissions.as_ref()
                && !permissions.readonly()
            {
                // Ignore an error: the file belongs to this user in any case.
                let _ = file.set_permissions(permissions.clone());
            }
            return Ok(Progress {
                path,
                file,
                text,
                _lock: lock,
            });
        }
        bail!("{MOST_SESSIONS} sessions play with this record already: end one of them")
    }

    /// Returns the file at a path if a session that was killed has left games in it, with their text and, if that session
    /// was adding them, the number of equal games in the record before.
    fn left(path: PathBuf) -> Option<(Progress, String, Option<usize>)> {
        if !fs::symlink_metadata(&path).is_ok_and(|held| held.is_file()) {
            return None;
        }
        // Without a lock nobody knows whether the session lives: its file stays.
        let lock = Lock::try_acquire(&path).ok()?;
        let (file, text) = opened(&path, false).ok()?;
        let kept = str::from_utf8(&text).ok()?.strip_prefix(HEAD)?;
        // A line that a kill has cut off is no turn yet.
        let kept = &kept[..=kept.rfind('\n')?];
        let last = kept.trim_end().rfind('\n').map_or(0, |end| end + 1);
        let before = kept[last..].trim_end().strip_prefix(ADDING);
        let games = match before {
            Some(_) => &kept[..last],
            None => kept,
        };
        record::read(games.as_bytes()).ok()?;
        let (games, before) = (games.to_owned(), before.and_then(|it| it.parse().ok()));
        let progress = Progress {
            path,
            file,
            text,
            _lock: Some(lock),
        };
        Some((progress, games, before))
    }

    /// Changes the content of the file. Only what differs is written, so that nothing is lost if the process is killed.
    fn set(&mut self, text: &[u8]) -> io::Result<()> {
        if self.text == text {
            return Ok(());
        }
        let same = zip(&self.text, text).take_while(|(old, new)| old == new);
        let same = same.count();
        let written = self.write(same, &text[same..]);
        if written.is_err() {
            // Ignore an error: a cut line is left out when the file is read.
            let _ = self.file.set_len(same as u64);
        }
        self.text.truncate(same);
        if written.is_ok() {
            self.text.extend(&text[same..]);
        }
        written.map_err(|error| {
            let path = printable(&self.path.to_string_lossy());
            io::Error::new(error.kind(), format!("cannot write {path}: {error}"))
        })
    }

    fn write(&mut self, from: usize, more: &[u8]) -> io::Result<()> {
        if from < self.text.len() {
            self.file.set_len(from as u64)?;
        }
        if !more.is_empty() {
            self.file.seek(SeekFrom::Start(from as u64))?;
            self.file.write_all(more)?;
        }
        self.file.sync_data()
    }

    /// Removes the file, and then gives up its lock.
    fn remove(self) -> io::Result<()> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

/// Opens a file of games in progress, and reads it. Where the lock is not on the file itself, it may not exist yet.
fn opened(path: &Path, is_new: bool) -> io::Result<(File, Vec<u8>)> {
    let mut options = File::options();
    options
        .read(true)
        .write(true)
        .create(is_new)
        .truncate(false);
    let mut file = options.open(path)?;
    let mut text = Vec::new();
    file.read_to_end(&mut text)?;
    Ok((file, text))
}
