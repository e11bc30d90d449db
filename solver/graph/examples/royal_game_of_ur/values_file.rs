//! Files of values: a header of 24 bytes, the values as little-endian `f64` in the order of the positions' numbers, and
//! the CRC-32 of all that as a little-endian `u32`. The header has eight characters, and then in little-endian order the
//! version and the number of pieces a player as `u32`, and the number of values as `u64`.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::numbering::Numbering;

const MAGIC: [u8; 8] = *b"UrValues";
const VERSION: u32 = 1;
const HEADER: usize = 24;

/// Error of reading or writing a file of values.
#[derive(Debug, thiserror::Error)]
pub(super) enum ValuesFileError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("this is not a file of values: it does not begin with \"UrValues\"")]
    Magic,
    #[error("the file has version {0}: this program reads version {VERSION}")]
    Version(u32),
    #[error("the file has values for {0} pieces a player: there must be 1 to 7")]
    Pieces(u32),
    #[error(
        "the file has values of {found} positions: a game of {pieces} pieces a player has {right}"
    )]
    Count { found: u64, pieces: u32, right: u32 },
    #[error("the file has {found} bytes: with {count} values there must be {right}")]
    Length { found: u64, count: u32, right: u64 },
    #[error(
        "the checksum of the file is {found:08x}, but that of its contents {right:08x}: the file is damaged"
    )]
    Checksum { found: u32, right: u32 },
}

/// Writes the values of all positions. The file appears, or replaces an earlier one, only when it is complete.
pub(super) fn write(path: &Path, pieces: u8, values: &[f64]) -> Result<(), ValuesFileError> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let mut builder = tempfile::Builder::new();
    // As any other new file, less what the user's umask takes away.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
    let mut out = BufWriter::with_capacity(1 << 16, &file);
    let mut checksum = crc32fast::Hasher::new();
    let mut put = |bytes: &[u8]| {
        checksum.update(bytes);
        out.write_all(bytes)
    };
    put(&MAGIC)?;
    put(&VERSION.to_le_bytes())?;
    put(&u32::from(pieces).to_le_bytes())?;
    put(&(values.len() as u64).to_le_bytes())?;
    for part in values.chunks(1 << 12) {
        let bytes: Vec<u8> = part.iter().flat_map(|value| value.to_le_bytes()).collect();
        put(&bytes)?;
    }
    out.write_all(&checksum.finalize().to_le_bytes())?;
    out.flush()?;
    drop(out);
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// An open file of values, with a valid header and of the right length.
pub(super) struct ValuesFile {
    file: File,
    header: [u8; HEADER],
    /// Numbers of the positions.
    pub(super) numbering: Numbering,
}

impl ValuesFile {
    /// Opens a file without reading its values.
    pub(super) fn open(path: &Path) -> Result<ValuesFile, ValuesFileError> {
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        let mut header = [0; HEADER];
        if length >= HEADER as u64 {
            file.read_exact(&mut header)?;
        }
        let word = |at: usize| {
            (0..4)
                .map(|byte| u32::from(header[at + byte]) << (8 * byte))
                .sum::<u32>()
        };
        let [version, pieces] = [8, 12].map(word);
        if header[..8] != MAGIC {
            return Err(ValuesFileError::Magic);
        }
        if version != VERSION {
            return Err(ValuesFileError::Version(version));
        }
        if !(1..=7).contains(&pieces) {
            return Err(ValuesFileError::Pieces(pieces));
        }
        let numbering = Numbering::new(pieces as u8);
        let count = numbering.count();
        let found = u64::from(word(16)) | u64::from(word(20)) << 32;
        if found != u64::from(count) {
            return Err(ValuesFileError::Count {
                found,
                pieces,
                right: count,
            });
        }
        let right = HEADER as u64 + 8 * u64::from(count) + 4;
        if length != right {
            return Err(ValuesFileError::Length {
                found: length,
                count,
                right,
            });
        }
        Ok(ValuesFile {
            file,
            header,
            numbering,
        })
    }

    /// Reads one value. Does not verify the checksum.
    pub(super) fn value(&mut self, number: u32) -> Result<f64, ValuesFileError> {
        let mut bytes = [0; 8];
        self.file
            .seek(SeekFrom::Start(HEADER as u64 + 8 * u64::from(number)))?;
        self.file.read_exact(&mut bytes)?;
        Ok(f64::from_le_bytes(bytes))
    }

    /// Reads all values, and verifies the checksum.
    pub(super) fn values(&mut self) -> Result<Vec<f64>, ValuesFileError> {
        self.file.seek(SeekFrom::Start(HEADER as u64))?;
        let mut reader = BufReader::with_capacity(1 << 16, &self.file);
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(&self.header);
        let count = self.numbering.count() as usize;
        let mut values = Vec::with_capacity(count);
        let mut bytes = [0; 1 << 12];
        while values.len() < count {
            let part = &mut bytes[..(8 * (count - values.len())).min(1 << 12)];
            reader.read_exact(part)?;
            checksum.update(part);
            values.extend(
                part.as_chunks()
                    .0
                    .iter()
                    .map(|value| f64::from_le_bytes(*value)),
            );
        }
        let mut found = [0; 4];
        reader.read_exact(&mut found)?;
        let [found, right] = [u32::from_le_bytes(found), checksum.finalize()];
        if found != right {
            return Err(ValuesFileError::Checksum { found, right });
        }
        Ok(values)
    }
}
