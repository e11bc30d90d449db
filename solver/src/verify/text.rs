//! Writes a certificate as text, for programs in other languages.

use std::fmt::Write as _;

use super::certificate::{Certificate, Class, Entry, TICKS};
use crate::game::{Crowding, Dice, Overshoot, Reentry, Stakes};

/// Writes a certificate in the format of `solver/CERTIFICATE.md`.
pub fn certificate_text(certificate: &Certificate) -> String {
    let rules = certificate.rules;
    let reentry = match rules.reentry {
        Reentry::Free => "free",
        Reentry::Forced => "forced",
        Reentry::First => "first",
    };
    let yes = |yes: bool| if yes { "yes" } else { "no" };
    let entries = &certificate.entries;
    let mut text = String::with_capacity(64 * entries.len());
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "tourne-case certificate 1\nrules {}\none-die {}\ncrowding {}\novershoot-goes-off {}\n\
         reentry {reentry}\ndouble-win {}\nticks {TICKS}\npositions {}\n",
        rules.name().unwrap_or("-"),
        yes(rules.dice == Dice::One),
        yes(rules.crowding == Crowding::Free),
        yes(rules.overshoot == Overshoot::GoesOff),
        yes(rules.stakes == Stakes::DoubleWin),
        entries.len()
    );
    for (number, entry) in (0..).zip(entries) {
        let _ = write!(text, "{} {} {}", entry.state, entry.value, entry.slack);
        for bits in entry.best {
            text.push(' ');
            best(&mut text, entry, bits);
        }
        let _ = match entry.class {
            Class::Entry(other) if other == number => write!(text, " ="),
            Class::Entry(other) => match entries.get(other as usize) {
                Some(other) => write!(text, " {}", other.state),
                None => write!(text, " ?"),
            },
            Class::Lost(points) => write!(text, " lost{points}"),
            Class::Won(points) => write!(text, " won{points}"),
        };
        let depth = entry
            .depth
            .map_or("-".to_owned(), |depth| depth.to_string());
        let _ = writeln!(text, " {} {depth}", entry.rank);
    }
    text
}

/// Appends the letters of the men whose moves are best, or a dash for a pass.
fn best(text: &mut String, entry: &Entry, bits: u8) {
    if bits == 0 {
        text.push('-');
    }
    for (bit, man) in entry.state.own.iter().enumerate() {
        if bits >> bit & 1 == 1 {
            let _ = write!(text, "{man}");
        }
    }
}
