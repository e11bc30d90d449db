//! Files of values: a header of 24 bytes, the values as little-endian `f64` in the order of the positions' numbers, and
//! the CRC-32 of all that as a little-endian `u32`. The header has eight characters, and then in little-endian order the
//! version, 2, and the number of men a player as `u32`, and the number of values as `u64`.

use std::error::Error;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read as _, Write as _};
use std::path::Path;

use super::{Board, Side};

fn header<S: Side>(board: &Board<S>) -> Vec<u8> {
    let mut header = S::MAGIC.to_vec();
    header.extend(2_u32.to_le_bytes());
    header.extend(u32::from(board.men).to_le_bytes());
    header.extend((board.count() as u64).to_le_bytes());
    header
}

/// Writes the values of all positions. The file appears, or replaces an earlier one, only when it is complete.
pub(crate) fn write<S: Side>(path: &Path, board: &Board<S>, values: &[f64]) -> io::Result<()> {
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
    put(&header(board))?;
    for value in values {
        put(&value.to_le_bytes())?;
    }
    out.write_all(&checksum.finalize().to_le_bytes())?;
    out.flush()?;
    drop(out);
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Reads the values of all positions, and verifies the header and the checksum.
pub(crate) fn read<S: Side>(path: &Path) -> Result<(Board<S>, Vec<f64>), Box<dyn Error>> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut file = BufReader::with_capacity(1 << 16, file);
    let mut start = [0; 24];
    if length >= 24 {
        file.read_exact(&mut start)?;
    }
    let men = start[12];
    if start[..8] != S::MAGIC || start[8..12] != [2, 0, 0, 0] || !(1..=S::MOST).contains(&men) {
        let magic = String::from_utf8_lossy(&S::MAGIC);
        let right = format!("\"{magic}\", version 2, and 1 to {} {}", S::MOST, S::MEN);
        return Err(format!("it is not a file of values, which begins with {right}").into());
    }
    let board = Board::new(men);
    let right = 24 + 8 * board.count() as u64 + 4;
    if start[..] != header(&board) || length != right {
        let count = board.count();
        let of = format!("of {count} positions with {men} {}", S::MEN);
        return Err(format!("it has {length} bytes: for the values {of} it has {right}").into());
    }
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(&start);
    let mut values = Vec::with_capacity(board.count());
    for _ in 0..board.count() {
        let mut value = [0; 8];
        file.read_exact(&mut value)?;
        checksum.update(&value);
        values.push(f64::from_le_bytes(value));
    }
    let mut found = [0; 4];
    file.read_exact(&mut found)?;
    if found != checksum.finalize().to_le_bytes() {
        return Err("it is damaged: its checksum is wrong".into());
    }
    Ok((board, values))
}
