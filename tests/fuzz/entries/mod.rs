//! What reads bytes from outside, each as a function that takes any bytes and must not panic, hang,
//! or answer wrongly. The fuzzer calls them (tests/fuzz), and so do the tests (tests/fuzzing.rs).

use std::borrow::Cow;
use std::sync::LazyLock;

use tourne_query::batch;
use tourne_query::engine::server;
use tourne_query::policy::builtin::Builtin;
use tourne_query::policy::contest::Contest;
use tourne_query::policy::{Arena, table};
use tourne_query::review::ledger::{Thresholds, review};
use tourne_query::review::record;
use tourne_query::table::embedded;
use tourne_solver::file::{decode, encode};
use tourne_solver::game::{Die, Man, Move, Roll, Rules, Setup};

/// A reader of bytes from outside.
pub(crate) type Entry = fn(&[u8]);

/// Every entry, with the name of its folder of seeds.
pub(crate) const ENTRIES: [(&str, Entry); 6] = [
    ("file", file),
    ("notation", notation),
    ("questions", questions),
    ("policy", policy),
    ("record", game_record),
    ("protocol", protocol),
];

const STANDARD: &[u8] = include_bytes!("../../../data/standard.bin");

/// The reader of solution files. Bytes that begin with `P` are patches of a whole file: five bytes
/// each, three for the offset and two for what stands there, and then the checksum is made right, so
/// that what is behind it is reached.
pub(crate) fn file(bytes: &[u8]) {
    let Some(patches) = bytes.strip_prefix(b"P") else {
        assert!(decode(bytes).is_err(), "a file is far longer than this");
        return;
    };
    let mut whole = STANDARD.to_vec();
    let content = whole.len() - 4;
    for patch in patches.chunks_exact(5) {
        let at = usize::from(patch[0]) << 16 | usize::from(patch[1]) << 8 | usize::from(patch[2]);
        let at = at % (content - 1);
        whole[at..at + 2].copy_from_slice(&patch[3..5]);
    }
    let checksum = crc32fast::hash(&whole[..content]);
    whole[content..].copy_from_slice(&checksum.to_le_bytes());
    if let Ok(solution) = decode(&whole) {
        assert_eq!(encode(&solution), whole, "what is read is what is written");
        for position in solution.index().positions().step_by(5000) {
            let value = solution.value(position).expect("it is held");
            assert!(solution.unit().to_points(value).abs() <= 2.0);
            for die in Die::ALL {
                // Wrong best moves are an error, no panic.
                let _ = solution.best(position, die);
            }
        }
    }
}

/// The notation of positions, throws, moves, men and rules: what is read is printed such that it is
/// read again as the same.
pub(crate) fn notation(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else {
        return;
    };
    if let Ok(setup) = text.parse::<Setup>() {
        let again: Setup = setup
            .to_string()
            .parse()
            .expect("what is printed can be read");
        assert_eq!(again.to_string(), setup.to_string());
        for (_, rules) in Rules::PRESETS {
            if let Ok(position) = rules.position(&setup) {
                let same = rules.position(&position.to_string().parse().expect("it can be read"));
                assert_eq!(same, Ok(position));
                for die in Die::ALL {
                    for play in rules.plays(position, die) {
                        assert_eq!(rules.play(position, die, play.action), Ok(play.next));
                    }
                }
            }
        }
    }
    if let Ok(roll) = text.parse::<Roll>() {
        assert_eq!(roll.to_string().parse(), Ok(roll));
    }
    if let Ok(action) = text.parse::<Move>() {
        assert_eq!(action.to_string().parse(), Ok(action));
    }
    if let Ok(man) = text.parse::<Man>() {
        assert_eq!(man.to_string().parse(), Ok(man));
    }
    if let Ok(rules) = text.parse::<Rules>() {
        assert_eq!(rules.to_string().parse(), Ok(rules));
    }
}

/// Questions, one a line: there is one object of JSON for each line.
pub(crate) fn questions(bytes: &[u8]) {
    let mut answers = Vec::new();
    batch::run(embedded(), bytes, &mut answers).expect("memory can be read and written");
    let lines = bytes.split(|&byte| byte == b'\n').count() - usize::from(bytes.ends_with(b"\n"));
    let lines = if bytes.is_empty() { 0 } else { lines };
    let answers = String::from_utf8(answers).expect("answers are UTF-8");
    assert_eq!(answers.lines().count(), lines);
    for answer in answers.lines() {
        let answer: serde_json::Value = serde_json::from_str(answer).expect("answers are JSON");
        assert!(answer["value"].is_f64() || answer["error"].is_string());
    }
}

static ARENA: LazyLock<Arena> =
    LazyLock::new(|| Arena::new(embedded()).expect("the solution is right"));

/// Policy files: what is read is a policy, which can play.
pub(crate) fn policy(bytes: &[u8]) {
    if let Ok(read) = table::read(bytes, &ARENA) {
        let written = table::write(&read.policy, &ARENA).expect("memory can be written");
        let again = table::read(written.as_bytes(), &ARENA).expect("what is written can be read");
        let once_more = table::write(&again.policy, &ARENA).expect("memory can be written");
        assert_eq!(written.lines().count(), once_more.lines().count());
        // Reading is fast, playing is not: it is tried for few.
        if bytes.len().is_multiple_of(64) {
            let perfect = Builtin::Perfect.policy(&ARENA);
            let points = Contest::new(&ARENA, &read.policy, &perfect).points();
            assert!(points.expect("games end").average().abs() <= 1.0);
        }
    }
}

/// Records of games: the ledger of what is read adds up.
pub(crate) fn game_record(bytes: &[u8]) {
    for game in record::read(bytes).into_iter().flatten() {
        if game.rules == Rules::STANDARD {
            let thresholds = Thresholds::usual(embedded().unit());
            review(&game, embedded(), thresholds).expect("the ledger adds up");
        }
    }
}

/// The protocol: our engine answers in whole lines, and with no others than it should.
pub(crate) fn protocol(bytes: &[u8]) {
    const WORDS: [&str; 13] = [
        "id", "option", "ubgiok", "readyok", "bestmove", "moves", "info", "value", "position",
        "gameover", "error", "", "\u{fffd}",
    ];
    let mut said = Vec::new();
    let none = &mut |rules| -> Result<Cow<'static, _>, String> {
        Err(format!("{rules} is not asked for here"))
    };
    server::run(embedded(), Builtin::Perfect, 0, none, bytes, &mut said)
        .expect("memory can be read and written");
    let said = String::from_utf8(said).expect("it says UTF-8");
    assert!(said.is_empty() || said.ends_with('\n'));
    for line in said.lines() {
        let word = line.split(' ').next().unwrap_or_default();
        assert!(WORDS.contains(&word), "{line}");
    }
}
