//! HTML elements with the data of the page: the [constants], and for each solution the compressed bytes of its file and
//! the five-line card of its rule set. The elements are scripts of a type that browsers do not run.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use tourne_solver::{Solution, file};

use super::constants;
use super::error::PageError;
use crate::cards::{Length, built_in};

/// Returns the HTML elements with the data of the page: one for the constants, and two for each solution.
pub(super) fn elements(solutions: &[&Solution]) -> Result<String, PageError> {
    if solutions.is_empty() {
        return Err(PageError::NoSolution);
    }
    for (number, solution) in solutions.iter().enumerate() {
        let rules = solution.rules();
        if solutions[..number].iter().any(|it| it.rules() == rules) {
            return Err(PageError::Twice(rules));
        }
        rules.name().ok_or(PageError::Nameless(rules))?;
    }
    let mut lines = packed(
        "constants",
        constants::constants(solutions)?.to_string().as_bytes(),
    );
    for solution in solutions {
        let rules = solution.rules();
        lines += &packed(
            &format!("solution-{rules}"),
            &by_place(&file::encode(solution)),
        );
        lines += &format!(
            "<script type=\"text/plain\" id=\"card-{rules}\">\n{}</script>\n",
            built_in(rules, Length::TAUGHT),
        );
    }
    Ok(lines)
}

/// Returns an element that holds bytes, compressed and in base 85.
fn packed(id: &str, bytes: &[u8]) -> String {
    let text = in_base_85(&compressed(bytes));
    format!("<script type=\"application/octet-stream\" id=\"{id}\">{text}</script>\n")
}

/// Writes bytes with five digits for each four of them; base64 would take 30 kB more for a game. The digits are the
/// characters of ASCII from `(` to `~` without `<`, which could begin a tag, and without the backslash.
fn in_base_85(bytes: &[u8]) -> String {
    let digits: Vec<u8> = (b'('..=b'~').filter(|it| !b"<\\".contains(it)).collect();
    let group = |four: &[u8]| {
        let mut whole = [0; 4];
        whole[..four.len()].copy_from_slice(four);
        let number = u32::from_be_bytes(whole);
        let powers = [52_200_625, 614_125, 7225, 85, 1]
            .into_iter()
            .take(four.len() + 1);
        let digit = |power| char::from(digits[(number / power % 85) as usize]);
        powers.map(digit).collect::<String>()
    };
    bytes.chunks(4).map(group).collect()
}

/// Reorders the bytes of 8-byte numbers: the first byte of every number, then the second byte of every number, and so
/// on. Bytes at the same place in different numbers are similar, so they compress better together. The standard game
/// takes 450 kB; in the original order it would take 513 kB.
fn by_place(bytes: &[u8]) -> Vec<u8> {
    let of_place = |place| bytes.iter().skip(place).step_by(8);
    (0..8).flat_map(of_place).copied().collect()
}

/// Compresses bytes to the format that a browser's `DecompressionStream("deflate-raw")` reads (RFC 1951).
fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.expect("writing to memory must succeed")
}
