//! Gives every reader of outside input many inputs: the seeds of `tests/fuzz/corpus` and random changes of them. The
//! fuzzer, `cargo fuzz` in `tests/fuzz`, calls the same entries and looks for new paths; this test needs only a stable
//! toolchain.
//!
//! `FUZZ_RUNS=100000 cargo test --release -p tourne --test query fuzzing::` tries more.

#[path = "../fuzz/entries/mod.rs"]
pub(crate) mod entries;

use std::fs;
use std::path::Path;

use entries::ENTRIES;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// Number of inputs for each entry, unless `FUZZ_RUNS` sets another number.
const RUNS: usize = 1000;

/// Texts with a meaning for some reader, to be inserted into inputs; `|` separates them.
const PIECES: &str = "000/000|04h/007|x45/006|0,4,12/0,0,7|h|/|,|:|\n|\r\n|\"|*|pass|off/3|position,die,move\n|probability|\
    {\"position\":\"|rules: course\n|position tc |dice 4 3\n|go\n|setoption name rules value |1e308|-";

fn seeds(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fuzz/corpus");
    let entries = fs::read_dir(folder.join(name)).expect("there are seeds");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("the folder can be listed").path())
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| fs::read(path).expect("a readable file"))
        .collect()
}

/// Returns an input: a seed with a few random changes.
fn changed(seed: &[u8], other: &[u8], random: &mut ChaCha8Rng) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..random.random_range(1..8) {
        let at = random.random_range(0..=bytes.len());
        match random.random_range(0..6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.random_range(0..8),
            1 if at < bytes.len() => bytes[at] = random.random(),
            2 => bytes.truncate(at),
            3 => {
                let pieces: Vec<&str> = PIECES.split('|').collect();
                let piece = pieces[random.random_range(0..pieces.len())];
                bytes.splice(at..at, piece.bytes());
            }
            4 => {
                let from = random.random_range(0..=other.len());
                bytes.truncate(at);
                bytes.extend(&other[from..]);
            }
            _ => {
                let end = random.random_range(at..=bytes.len());
                let repeated = bytes[at..end].to_vec();
                bytes.splice(at..at, repeated);
            }
        }
        bytes.truncate(1 << 16);
    }
    bytes
}

#[test]
fn readers_bear_whatever_comes() {
    let runs = std::env::var("FUZZ_RUNS").map_or(RUNS, |runs| runs.parse().expect("a number"));
    for (name, entry) in ENTRIES {
        let seeds = seeds(name);
        assert!(!seeds.is_empty(), "{name} has seeds");
        for seed in &seeds {
            entry(seed);
        }
        // Reading a whole file, policy or certificate takes longest, so give these entries fewer inputs.
        let runs = match name {
            "file" | "policy" => runs / 10,
            "certificate" => runs / 150,
            _ => runs,
        };
        let mut random = ChaCha8Rng::seed_from_u64(1699);
        for _ in 0..runs {
            let mut draw = || &seeds[random.random_range(0..seeds.len())];
            let (seed, other) = (draw(), draw());
            entry(&changed(seed, other, &mut random));
        }
    }
}
