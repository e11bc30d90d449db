//! Writes a certificate as text, for programs in other languages.

use std::fmt::Write as _;

use super::certificate::{Certificate, Class, Entry, TICKS};
use super::literal::{Reentry, Switches};

/// Writes a certificate in the format of `solver/CERTIFICATE.md`.
pub fn certificate_text(certificate: &Certificate) -> String {
    let Switches {
        one_die,
        crowding,
        overshoot_goes_off,
        reentry,
        double_win,
    } = certificate.rules.into();
    let mut text = String::with_capacity(64 * certificate.entries.len());
    let reentry = match reentry {
        Reentry::Free => "free",
        Reentry::Forced => "forced",
        Reentry::First => "first",
    };
    let yes = |yes: bool| if yes { "yes" } else { "no" };
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "tourne-case certificate 1\nrules {}\none-die {}\ncrowding {}\novershoot-goes-off {}\n\
         reentry {reentry}\ndouble-win {}\nticks {TICKS}\npositions {}\n",
        certificate.rules.name().unwrap_or("-"),
        yes(one_die),
        yes(crowding),
        yes(overshoot_goes_off),
        yes(double_win),
        certificate.entries.len()
    );
    for (number, entry) in (0..).zip(&certificate.entries) {
        let _ = write!(text, "{} {} {}", entry.state, entry.value, entry.slack);
        for bits in entry.best {
            text.push(' ');
            best(&mut text, entry, bits);
        }
        let _ = match entry.class {
            Class::Entry(other) if other == number => write!(text, " ="),
            Class::Entry(other) => {
                let state = certificate
                    .entries
                    .get(other as usize)
                    .map(|entry| entry.state);
                write!(
                    text,
                    " {}",
                    state.map_or_else(|| "?".to_owned(), |state| state.to_string())
                )
            }
            Class::Lost(points) => write!(text, " lost{points}"),
            Class::Won(points) => write!(text, " won{points}"),
        };
        let _ = write!(text, " {}", entry.rank);
        let _ = match entry.depth {
            Some(depth) => writeln!(text, " {depth}"),
            None => writeln!(text, " -"),
        };
    }
    text
}

/// Appends the letters of the men whose moves are best, or a dash for a pass.
fn best(text: &mut String, entry: &Entry, bits: u8) {
    if bits == 0 {
        text.push('-');
    }
    for bit in (0..3).filter(|bit| bits >> bit & 1 == 1) {
        let _ = write!(text, "{}", entry.man(bit));
    }
}
