//! The page and the library read records in the same way (query/REVIEW.md): the same games, or an error on the same line.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use tourne::review::record::{self, Game, RecordError};

use super::browser;
use super::reviewing::lalanne;

/// Number of altered records that are compared.
const MUTANTS: usize = 1500;
/// Number of records that the page reads at a time.
const AT_A_TIME: usize = 250;
const SEED: u64 = 38;

/// Records in all forms that people write.
const RECORDS: [&str; 12] = [
    include_str!("../games/charpentier.txt"),
    "title: one\nW 4-3 off/3\nB 1-1 off/1\nresult: W resigns\ntitle: two\nB 4-3 off/3\nresult: W resigns with 5-1\n",
    "A: 3-2 off/2\nB: 2-1 off/1\nA: 6-2 2/4\nB: 4-3 1/4*\nresult: A resigns\nA: 3-2 off/2\nB: 21 0/1\nrules: course\nA 3 0/3\n",
    "opening: 43 off/3\nreply: 1-1 off/1\nA 4-3 off/3\nB 1-1 off/1\nbest: 5-1 0/1*\nA 4-3 off/3\nB 1-1 off/1\n",
    "1. Éva 4-3 off/3 # é\n2. דוד 1-1 bar/1\r\n3: Éva: 5-1 0/1*\n\n4. דוד: 66 OFF/6\n",
    "rules: double-win\nresult: B resigns\nA 6-5 0/5\n\nrules: standard+double-win\nposition: 0,4,12/0,0,7\nA 3 4/7*\n",
    "Rules: forced-entry\nposition: x4h/007\nA 3 0/3\nB 6-2 0/2\nA 2-2 4/6\n",
    "result: A resigns with 5-3\nposition: 04h/007\nA 3 4/7\nB 6 0/6\n",
    "title: one\nresult: W resigns\n\ntitle: two\nW 4-3 off/3\nB 1-1 off/1\nresult: B resigns\n\nresult: W resigns with 5-2 against B\n",
    "rules: standard\nresult: A resigns\n \n# noted\nevent: x\nresult: B resigns against A\nEvent: y\nresult: agreed\n",
    "note: a\nnote: b\nopening: 43 off/3\n\nresult: A resigns\n\nA 4-3 off/3\n\nbest: 43 off/3\ntitle: x\nresult: A resigns with 43\n",
    "rules: entry-first\nposition: 9hh/abh\nX 3 9/home\n\ntitle: last\nposition: hhb/h34\nA 6-2 PASS\nB 3-6 4/7\n",
];

/// Lines that are put into records.
const LINES: &str = "rules:|rules: standard|rules: course|rules: course+standard|rules: double-win + forced-entry|\
    rules: forced-entry+entry-first|Rules: Standard|rules: +|RULES: standard+|position:|position: 000/000|\
    position: 0,4,12/0,0,7|position: 0, 4 ,h/0,0,7|POSITION: xh0/000|position: 44h/000|result:|result: A resigns|\
    result: W resign|result: B resigns with 4-3|result: A resigns against B|result: B resigns with 21 against W|\
    result: A resigns against A|result: A resigns against|result: B resigns with 4-7|result: A resigns with|result: X resigns|\
    Result: 1-0|result: A resigns with 43 now|result: 43 off/3|opening: 43 off/3|best: 1-1 PASS|note: 6-6 a/ 7|\
    event: x # y|A: Anne|B: 1-1|A: 4-3 off/3|B: 1-1 off/1|W: 4-3 off/3|A 4-3 off/3|B 1-1 off/1|W 5-1 off/1|\
    A 4-3 constructor/3|A 4-3 off/3*|A 4-3 pass*|:|x:|x:y|1: 2|12.|é: 6-6 6/h|two words: 1-1 off/1|# a comment| |";

/// Characters that readers in several languages treat differently.
const CHARACTERS: &str = "\u{feff}\u{85}\u{a0}\u{1680}\u{180e}\u{200b}\u{2028}\u{2029}\u{202f}\u{3000}\u{b}\u{c}\u{1c}\t\r\n\
    \0\u{fffd}éKſİ١😀\u{202e}'\"\\:#/*-+,.0123456789xahABW";

fn summary(read: &Result<Vec<Game>, RecordError>) -> Value {
    let game = |game: &Game| {
        let turns = game.turns.iter();
        let turns: Vec<_> = turns.map(|it| json!([it.roll, it.action])).collect();
        let headers = game.headers.iter();
        let headers: Vec<_> = headers
            .filter(|(name, _)| !name.eq_ignore_ascii_case("result"))
            .collect();
        let resigned = game
            .resigned
            .map(|how| json!([how.side, how.thrown.map(|it| it.0)]));
        json!([game.rules, game.start, game.sides, turns, resigned, headers])
    };
    match read {
        Ok(games) => games.iter().map(game).collect(),
        Err(RecordError::Line { line, .. }) => json!(line),
        Err(_) => json!(0),
    }
}

/// Reads records in the page. Each is given as its bytes, in base64.
const READ: &str = "
    return arguments[0].map((text) => {
        const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
        try {
            return readRecord(textOfFile(bytes.buffer)).map((game) => [
                game.rules.name,
                writePosition(game.start),
                game.names,
                game.turns.map((turn) => [writeThrow(turn.dice), turn.play.move]),
                game.resigned && [game.resigned.seat, writeThrow(game.resigned.dice) || null],
                game.headers.filter(([name]) => name.toLowerCase() !== 'result'),
            ]);
        } catch (error) {
            return error instanceof RecordError ? error.line : `${error.stack}`;
        }
    });";

struct Mutator(ChaCha8Rng);

impl Mutator {
    fn below(&mut self, end: usize) -> usize {
        self.0.random_range(0..end.max(1))
    }

    fn character(&mut self) -> char {
        let characters: Vec<char> = CHARACTERS.chars().collect();
        characters[self.below(characters.len())]
    }

    fn line(&mut self) -> String {
        let lines: Vec<&str> = LINES.split('|').collect();
        lines[self.below(lines.len())].to_owned()
    }

    fn record(&mut self) -> String {
        let own = lalanne();
        let records: Vec<&str> = RECORDS.into_iter().chain([&*own]).collect();
        (*records.choose(&mut self.0).expect("there are records")).to_owned()
    }

    /// Alters the lines of a record.
    fn alter(&mut self, text: &str) -> String {
        let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        let (at, other) = (self.below(lines.len()), self.below(lines.len()));
        let line = &lines[at];
        let mut characters: Vec<char> = line.chars().collect();
        let place = self.below(characters.len() + 1);
        match self.below(17) {
            0 => {
                characters.insert(place, self.character());
                lines[at] = characters.into_iter().collect();
            }
            1 if place < characters.len() => {
                characters[place] = self.character();
                lines[at] = characters.into_iter().collect();
            }
            2 if place < characters.len() => {
                characters.remove(place);
                lines[at] = characters.into_iter().collect();
            }
            3 => lines.swap(at, other),
            4 => lines.insert(other, line.clone()),
            5 => drop(lines.remove(at)),
            6..9 => {
                let line = self.line();
                lines.insert(at, line);
            }
            9 => lines[at] = format!("\u{feff}{line}"),
            10 => lines[at] = format!("{line}{}", ["\r", "\r\r", " \r", "\u{85}"][self.below(4)]),
            11 => {
                let space = self.character();
                lines[at] = line.replace(' ', &space.to_string());
            }
            12 => {
                let (sign, length) = [('é', 512), ('a', 1024), ('😀', 256)][self.below(3)];
                let head = format!("{}x: ", ["# ", "", "\u{feff}"][self.below(3)]);
                let long = sign.to_string().repeat(length - 4 + self.below(8));
                lines.insert(at, head + &long);
            }
            13 => {
                let is_upper = self.below(2) == 0;
                lines[at] = if is_upper {
                    line.to_uppercase()
                } else {
                    line.to_lowercase()
                };
            }
            14 => {
                let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
                let name = ["A", "B", "W", "C", "1.", "2: A", "A:", "A::", "Result"][self.below(9)]
                    .to_owned()
                    + if self.below(3) == 0 { name } else { "" };
                lines[at] = format!("{name} {rest}");
            }
            15 => {
                // A colon after the first word, in all lines or in one.
                let is_all = self.below(2) == 0;
                for (number, line) in lines.iter_mut().enumerate() {
                    if (is_all || number == at) && line.matches(' ').count() == 2 {
                        *line = line.replacen(' ', ": ", 1);
                    }
                }
            }
            _ => {
                lines.truncate(at + 1);
                characters.truncate(place);
                lines[at] = characters.into_iter().collect();
            }
        }
        lines.join("\n")
    }

    fn mutant(&mut self) -> Vec<u8> {
        let mut text = self.record();
        if self.below(4) == 0 {
            text += &self.record();
        }
        for _ in 0..=[0, 0, 0, 1, 3][self.below(5)] {
            text = self.alter(&text);
        }
        match self.below(12) {
            0 => text.replace('\n', "\r\n").into_bytes(),
            1 => text.replace('\n', "\r").into_bytes(),
            2 => utf_16(&text, u16::to_le_bytes),
            3 => utf_16(&text, u16::to_be_bytes),
            4 => {
                let mut bytes = utf_16(&text, u16::to_le_bytes);
                bytes.remove(self.below(bytes.len()));
                bytes
            }
            5 | 6 => {
                let mut bytes = text.into_bytes();
                if !bytes.is_empty() {
                    let at = self.below(bytes.len());
                    bytes[at] = self.0.random();
                }
                bytes
            }
            _ => text.into_bytes(),
        }
    }
}

fn utf_16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    let marked = format!("\u{feff}{text}");
    marked.encode_utf16().flat_map(bytes).collect()
}

#[test]
fn the_page_and_the_library_read_the_same_records() {
    let Some(browser) = browser() else { return };
    browser.open("");
    let mut mutator = Mutator(ChaCha8Rng::seed_from_u64(SEED));
    let whole = RECORDS.map(|record| record.as_bytes().to_vec());
    for record in &whole {
        assert!(record::read(&record[..]).is_ok(), "{record:?}");
    }
    let mutants: Vec<Vec<u8>> = (0..MUTANTS).map(|_| mutator.mutant()).collect();
    let all = [&whole[..], &mutants].concat();
    let (mut differences, mut good) = (Vec::new(), 0);
    for some in all.chunks(AT_A_TIME) {
        let texts: Vec<String> = some
            .iter()
            .map(|bytes| BASE64_STANDARD.encode(bytes))
            .collect();
        let found = browser.run_with(READ, &json!([texts]));
        for (bytes, found) in some.iter().zip(found.as_array().expect("a list")) {
            let read = record::read(&bytes[..]);
            good += usize::from(read.is_ok());
            let expected = summary(&read);
            if *found != expected {
                let text = String::from_utf8_lossy(bytes).into_owned();
                let error = read.err().map(|error| error.to_string());
                differences.push(format!(
                    "{text:?}\n  page {found}\n  library {expected} {error:?}"
                ));
            }
        }
    }
    let shown = differences.iter().take(20).cloned().collect::<Vec<_>>();
    assert!(
        differences.is_empty(),
        "{} differences:\n{}",
        differences.len(),
        shown.join("\n")
    );
    // Enough of the altered records are still records, and enough are not.
    assert!(
        good > 300 && all.len() - good > 300,
        "{good} of {}",
        all.len()
    );
}
