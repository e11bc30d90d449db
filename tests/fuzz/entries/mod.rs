//! Readers of input from outside, each as a function that takes any bytes and must not panic, hang or return a wrong
//! result. The fuzzer (tests/fuzz) and a test (tests/query/fuzzing.rs) call them.

mod bytes;
mod certificate;
mod engine;
mod file;
mod match_questions;
pub(crate) mod overheard;
mod policy;

pub(crate) use certificate::certificate;
pub(crate) use engine::engine;
pub(crate) use file::file;
pub(crate) use match_questions::match_questions;
pub(crate) use policy::policy;
use tourne::ask::batch;
use tourne::engine::server;
use tourne::policy::Builtin;
use tourne::review::{Thresholds, record, review};
use tourne::solutions::standard;
use tourne_solver::{Die, Man, Move, Roll, Rules, Setup};

/// A function that fuzzes one reader.
pub(crate) type Entry = fn(&[u8]);

/// All readers, each with the name of its target and of the folder of its seeds.
pub(crate) const ENTRIES: [(&str, Entry); 9] = [
    ("file", file),
    ("certificate", certificate),
    ("notation", notation),
    ("questions", questions),
    ("match_questions", match_questions),
    ("policy", policy),
    ("record", game_record),
    ("protocol", protocol),
    ("engine", engine),
];

/// Fuzzes the notation of positions, throws, moves, men and rules: what is read and printed must be read again as the
/// same.
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
                let same = rules.position(&position.to_string().parse().expect("a position"));
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

/// Fuzzes questions, one per line: each line must get one JSON object with a value or an error.
pub(crate) fn questions(bytes: &[u8]) {
    let mut answers = Vec::new();
    batch::run(standard(), bytes, &mut answers).expect("memory can be read and written");
    let answers = String::from_utf8(answers).expect("answers are UTF-8");
    assert!(is_utf_16(bytes) || answers.lines().count() == lines(bytes));
    for answer in answers.lines() {
        let answer: serde_json::Value = serde_json::from_str(answer).expect("answers are JSON");
        assert!(answer["value"].is_f64() || answer["error"].is_string());
    }
}

/// Byte order mark in UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Returns the number of lines. The last line may lack its line feed, unless it has nothing but byte order marks.
fn lines(bytes: &[u8]) -> usize {
    let lines = bytes.split_inclusive(|&byte| byte == b'\n');
    lines
        .filter(|line| !line.chunks(MARK.len()).all(|mark| mark == MARK))
        .count()
}

/// Returns whether a text begins with a byte order mark of UTF-16.
fn is_utf_16(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff")
}

/// Fuzzes records of games: the ledger of every game that can be read must add up.
pub(crate) fn game_record(bytes: &[u8]) {
    let read = record::read(bytes);
    if let Err(error) = &read {
        assert!(!error.to_string().contains('\n'));
    }
    for game in read.into_iter().flatten() {
        if game.rules == Rules::STANDARD {
            let thresholds = Thresholds::usual(standard().unit());
            review(&game, standard(), thresholds).expect("the ledger adds up");
        }
    }
}

/// Fuzzes the engine of `tourne engine`: it must answer in whole lines that begin with words of the protocol.
pub(crate) fn protocol(bytes: &[u8]) {
    const WORDS: [&str; 13] = [
        "id", "option", "ubgiok", "readyok", "bestmove", "moves", "info", "value", "position",
        "gameover", "error", "", "\u{fffd}",
    ];
    let mut said = Vec::new();
    let none: &mut server::Open = &mut |rules| {
        let error = format!("{rules} is not asked for here");
        Err(std::io::Error::other(error).into())
    };
    server::run(standard(), Builtin::Perfect, 0, none, bytes, &mut said)
        .expect("memory can be read and written");
    let said = String::from_utf8(said).expect("UTF-8 text");
    assert!(said.is_empty() || said.ends_with('\n'));
    for line in said.lines() {
        let word = line.split(' ').next().unwrap_or_default();
        assert!(WORDS.contains(&word), "{line}");
        assert!(!line.contains(char::is_control), "{line:?}");
    }
}
