//! The content of a certificate: claims about every position, with the numbers that prove them; and its text, for
//! programs in other languages.

use std::fmt;

use super::literal::State;
use crate::game::{Crowding, Dice, Overshoot, Reentry, Rules, Stakes};

/// Number of ticks in one point. Values in certificates are in ticks.
pub const TICKS: i64 = 1 << 60;

/// Returns a bound in points that is no smaller than this slack in ticks.
pub(super) fn points_above(slack: i64) -> f64 {
    let points = slack as f64 / TICKS as f64;
    if (points * TICKS as f64) as i64 >= slack {
        points
    } else {
        points.next_up()
    }
}

/// Claims about all positions of a rule set, with the numbers that prove them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// Rule set that the claims are about.
    pub rules: Rules,
    /// One entry for each legal position, in canonical order.
    pub entries: Vec<Entry>,
}

/// Claims about one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position, seen by the player on roll.
    pub state: State,
    /// Value to the player on roll, in ticks of expected points.
    pub value: i64,
    /// Maximum error of the value, in ticks.
    pub slack: i64,
    /// Men whose moves are best with each die: bit *i* for the man with index *i*. Of several men in the same place,
    /// only the first has a bit. A pass is 0.
    pub best: [u8; 6],
    /// Class of the position: positions and ends of the game in the same class are exactly equal in value.
    pub class: Class,
    /// Rank, which proves that play ends: with some die, every move leads to a position of lower rank or ends the game.
    pub rank: u32,
    /// Least number of throws after which the position can arise from the start; `None` if it never does.
    pub depth: Option<u32>,
}

/// Class of positions and ends of the game that are exactly equal in value. One of them gives the class its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// Class named by the entry with this number. An entry that is not proven equal to another names its own class.
    Entry(u32),
    /// Class of games that the player on roll has lost, by 1 or 2 points.
    Lost(u8),
    /// Class of games that the player on roll has won, by 1 or 2 points.
    Won(u8),
}

impl Entry {
    /// Returns the upper bound of the value, in ticks.
    pub(super) fn upper(&self) -> i128 {
        i128::from(self.value) + i128::from(self.slack)
    }

    /// Returns the lower bound of the value, in ticks.
    pub(super) fn lower(&self) -> i128 {
        i128::from(self.value) - i128::from(self.slack)
    }

    /// Returns the letters of the men whose bits are set, or a dash for a pass.
    fn men(&self, bits: u8) -> String {
        if bits == 0 {
            return "-".to_owned();
        }
        let men = self.state.own.iter().enumerate();
        let named = men.filter(|(bit, _)| bits >> bit & 1 == 1);
        named.map(|(_, man)| man.to_string()).collect()
    }
}

impl fmt::Display for Certificate {
    /// Writes the certificate in the format of `solver/CERTIFICATE.md`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rules, entries) = (self.rules, &self.entries);
        let reentry = match rules.reentry {
            Reentry::Free => "free",
            Reentry::Forced => "forced",
            Reentry::First => "first",
        };
        let yes = |yes: bool| if yes { "yes" } else { "no" };
        write!(
            f,
            "tourne-case certificate 1\nrules {}\none-die {}\ncrowding {}\novershoot-goes-off {}\n\
             reentry {reentry}\ndouble-win {}\nticks {TICKS}\npositions {}\n",
            rules.name().unwrap_or("-"),
            yes(rules.dice == Dice::One),
            yes(rules.crowding == Crowding::Free),
            yes(rules.overshoot == Overshoot::GoesOff),
            yes(rules.stakes == Stakes::DoubleWin),
            entries.len()
        )?;
        for (number, entry) in (0..).zip(entries) {
            write!(f, "{} {} {}", entry.state, entry.value, entry.slack)?;
            for bits in entry.best {
                write!(f, " {}", entry.men(bits))?;
            }
            match entry.class {
                Class::Entry(other) if other == number => write!(f, " ="),
                Class::Entry(other) => match entries.get(other as usize) {
                    Some(other) => write!(f, " {}", other.state),
                    None => write!(f, " ?"),
                },
                Class::Lost(points) => write!(f, " lost{points}"),
                Class::Won(points) => write!(f, " won{points}"),
            }?;
            let depth = entry
                .depth
                .map_or("-".to_owned(), |depth| depth.to_string());
            writeln!(f, " {} {depth}", entry.rank)?;
        }
        Ok(())
    }
}
