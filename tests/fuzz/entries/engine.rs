//! Output of an engine. An answer counts for a question only if exactly one `bestmove` stands between the `readyok`
//! before the question and the `readyok` after it. If the engine is asked ahead, its next `bestmove` must repeat the
//! question.

use tourne::engine::fault::{LONGEST_LINE, MOST_LINES};
use tourne::engine::hearing::Hearing;
use tourne_solver::Rules;

use super::bytes::Bytes;
use super::overheard::overhear;

/// Questions that are easily confused: one is the beginning of another, and two differ only in the die.
const QUESTIONS: [&str; 7] = [
    "000/000 1",
    "000/000 11",
    "04h/007 3",
    "04h/007 2",
    "004/007 3",
    "hhh/000 1",
    "x",
];

/// Fuzzes the reader of an engine's output. The first byte is the number of questions, the second the number of
/// meaningless lines before the output, and the rest is the output.
pub(crate) fn engine(bytes: &[u8]) {
    let is_drawn = bytes.len() < 40 || crc32fast::hash(bytes).is_multiple_of(64);
    let mut bytes = Bytes::new(bytes);
    let questions = &QUESTIONS[..usize::from(bytes.byte() % 8)];
    let idle = match bytes.byte() {
        // Thousands of lines take long, so only some of the long inputs get them.
        more @ 250.. if is_drawn => MOST_LINES - 253 + usize::from(more),
        _ => 0,
    };
    let mut output = b"info\n".repeat(idle);
    output.extend_from_slice(bytes.rest());
    if super::is_utf_16(&output) {
        return;
    }

    let heard = overhear(&output[..], Rules::STANDARD, questions);
    let lines = lines(&output);
    let agreed = answers(&lines, questions);
    let expected = agreed.clone().unwrap_or_default();
    assert_eq!(heard.answers, expected);
    let is_complete = agreed.is_some_and(|answers| answers.len() == questions.len());
    assert_eq!(heard.fault.is_none(), is_complete, "{:?}", heard.fault);

    assert_bounded(&heard.hearing);
}

fn assert_bounded(hearing: &Hearing) {
    // An invalid byte becomes U+FFFD, which has three bytes.
    let name = hearing.name.as_ref().map_or(0, String::len);
    assert!(name <= 3 * LONGEST_LINE);
}

/// Returns the lines before the first one that is too long, trimmed, without the byte order marks before them.
fn lines(output: &[u8]) -> Vec<String> {
    let lines = output.split(|&byte| byte == b'\n');
    let lines = lines.map(|mut line| {
        while let Some(rest) = line.strip_prefix(super::MARK) {
            line = rest;
        }
        line
    });
    let mut lines: Vec<&[u8]> = lines.collect();
    if lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    let short = lines
        .into_iter()
        .take_while(|line| line.len() <= LONGEST_LINE);
    short
        .map(|line| String::from_utf8_lossy(line).trim().to_owned())
        .collect()
}

/// Returns the first word of a line.
fn command(line: &str) -> Option<&str> {
    line.split_whitespace().next()
}

/// Returns the answers that count by the protocol; `None` if the handshake fails or the engine refuses the rules.
fn answers(lines: &[String], questions: &[&str]) -> Option<Vec<String>> {
    let place = |lines: &[String], word: &str| {
        let place = lines.iter().position(|line| line == word);
        place.filter(|&place| place < MOST_LINES)
    };
    // Nothing has been asked yet, so any answer is a fault.
    let has_answer = |lines: &[String]| {
        let mut commands = lines.iter().filter_map(|line| command(line));
        commands.any(|command| command == "bestmove")
    };
    let introduction = place(lines, "ubgiok")?;
    if has_answer(&lines[..introduction]) {
        return None;
    }
    let mut options = lines[..introduction].iter();
    let is_ahead = options.any(|line| {
        let mut words = line.strip_prefix("option name askahead").map(str::chars);
        let after = words.as_mut().map(Iterator::next);
        after.is_some_and(|after| after.is_none_or(char::is_whitespace))
    });
    let lines = &lines[introduction + 1..];
    let agreement = place(lines, "readyok")?;
    let is_refusal = |line: &String| line.to_ascii_lowercase().starts_with("error");
    if lines[..agreement].iter().any(is_refusal) || has_answer(&lines[..agreement]) {
        return None;
    }
    let mut left = &lines[agreement + 1..];
    if is_ahead {
        return Some(answers_ahead(left, questions));
    }
    let mut answers = Vec::new();
    while answers.len() < questions.len() {
        let Some(end) = place(left, "readyok") else {
            break;
        };
        let mut played = left[..end]
            .iter()
            .filter(|line| command(line) == Some("bestmove"));
        let (Some(answer), None) = (played.next(), played.next()) else {
            break;
        };
        answers.push(answer["bestmove".len()..].trim().to_owned());
        left = &left[end + 1..];
    }
    Some(answers)
}

/// Returns the answers that count by the protocol if the engine is asked ahead.
fn answers_ahead(mut left: &[String], questions: &[&str]) -> Vec<String> {
    let mut answers = Vec::new();
    for question in questions {
        let is_said = |line: &String| line == "readyok" || command(line) == Some("bestmove");
        let place = left.iter().position(is_said);
        let Some(place) = place.filter(|&place| place < MOST_LINES) else {
            break;
        };
        let answer = left[place].strip_prefix("bestmove");
        let answer = answer.and_then(|answer| answer.strip_suffix(question)?.strip_suffix("for "));
        let Some(answer) = answer else {
            break;
        };
        answers.push(answer.trim().to_owned());
        left = &left[place + 1..];
    }
    answers
}
