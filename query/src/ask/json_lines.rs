//! Answers as lines of JSON: the bytes that `serde_json` writes, in a fraction of the time. No text of an answer needs
//! escaping, and the names of fields are known beforehand.

use crate::ask::answer::{Answer, ForDie, Ranked};
use crate::ask::judge::Judge;

/// Writes the answers of one judge.
pub(super) struct JsonLines {
    /// The beginning of each answer: the rules and the unit.
    head: String,
}

impl JsonLines {
    /// Prepares for the answers of a judge.
    pub(super) fn of(judge: &impl Judge) -> JsonLines {
        let (rules, unit) = (judge.rules(), judge.measure());
        JsonLines {
            head: format!(r#"{{"rules":"{rules}","unit":"{unit}","position":""#),
        }
    }

    /// Adds an answer of the judge, without a line end.
    pub(super) fn add(&self, answer: &Answer, line: &mut Vec<u8>) -> serde_json::Result<()> {
        put(line, &self.head);
        line.extend_from_slice(&answer.position.letters());
        put(line, r#"","reachable":"#);
        put(line, if answer.reachable { "true" } else { "false" });
        if let Some(die) = answer.die {
            put(line, r#","die":"#);
            digit(line, die.number());
        }
        put(line, r#","value":"#);
        number(line, answer.value.number())?;
        if let Some(best) = answer.best {
            put(line, r#","best":""#);
            put(line, &best.text());
            put(line, "\"");
        }
        if let Some(ranked) = &answer.moves {
            put(line, r#","moves":"#);
            list(line, ranked, add_move)?;
        }
        if let Some(rolls) = &answer.rolls {
            put(line, r#","rolls":"#);
            list(line, rolls, add_roll)?;
        }
        put(line, "}");
        Ok(())
    }
}

fn add_roll(line: &mut Vec<u8>, roll: &ForDie) -> serde_json::Result<()> {
    put(line, r#"{"die":"#);
    digit(line, roll.die.number());
    put(line, r#","chances":"#);
    serde_json::to_writer(&mut *line, &roll.chances)?;
    put(line, r#","value":"#);
    number(line, roll.value.number())?;
    put(line, r#","best":""#);
    put(line, &roll.best.text());
    put(line, r#"","moves":"#);
    list(line, &roll.moves, add_move)?;
    put(line, "}");
    Ok(())
}

fn add_move(line: &mut Vec<u8>, ranked: &Ranked) -> serde_json::Result<()> {
    put(line, r#"{"move":""#);
    put(line, &ranked.action.text());
    put(line, r#"","position":""#);
    line.extend_from_slice(&ranked.position.letters());
    put(line, r#"","value":"#);
    number(line, ranked.value.number())?;
    put(line, r#","loss":"#);
    number(line, ranked.loss)?;
    put(line, "}");
    Ok(())
}

/// Adds the items of a list.
fn list<T>(
    line: &mut Vec<u8>,
    items: &[T],
    add: impl Fn(&mut Vec<u8>, &T) -> serde_json::Result<()>,
) -> serde_json::Result<()> {
    for (at, item) in items.iter().enumerate() {
        put(line, if at == 0 { "[" } else { "," });
        add(line, item)?;
    }
    put(line, if items.is_empty() { "[]" } else { "]" });
    Ok(())
}

fn number(line: &mut Vec<u8>, number: f64) -> serde_json::Result<()> {
    serde_json::to_writer(line, &number)
}

fn digit(line: &mut Vec<u8>, digit: u8) {
    line.push(b'0' + digit);
}

#[inline]
fn put(line: &mut Vec<u8>, text: &str) {
    line.extend_from_slice(text.as_bytes());
}
