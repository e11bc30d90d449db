//! Rule sets: five independent switches, and names for the rule sets that books describe.

use std::fmt;
use std::str::FromStr;

use super::shortened;

/// Number of dice thrown, and the die that is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dice {
    /// Two dice are thrown, and the lower is played.
    LowerOfTwo,
    /// One die is thrown and played.
    One,
}

/// Rule for sharing points 1 to 11 with men of the same side, and for passing over them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Crowding {
    /// A point holds at most one man of a side, and no man passes over another of its side.
    OneManAPoint,
    /// Men of a side share points and pass over each other freely.
    Free,
}

/// Rule for a man whose die would take it beyond the home point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Overshoot {
    /// The man cannot move: home is reached by exact count only.
    Forbidden,
    /// The man goes back off the board and starts again.
    GoesOff,
}

/// Rule for when a man that was hit enters again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reentry {
    /// A hit man may enter at any time, like a man that never entered (Lêchalet 1979).
    Free,
    /// A hit man must enter with the first throw that lets it enter; until then, other men may move (Bell 1975: at the
    /// next throw if possible).
    Forced,
    /// A hit man must enter before any other man of its side moves; a throw that does not let it enter is a pass
    /// (Littré).
    First,
}

/// Number of points that a win counts, which determines the unit of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stakes {
    /// One point; the value of a position is the probability of winning.
    Single,
    /// Two points if the loser has no man home, otherwise one (Paris 1730, by agreement); the value of a position is the
    /// expected number of points.
    DoubleWin,
}

/// A rule set: one value for each of five switches. It is written as the name of a preset, or as several names joined
/// with `+`.
///
/// ```
/// use tourne_solver::{Rules, Stakes};
///
/// let rules: Rules = "forced-entry+double-win".parse()?;
/// assert_eq!(rules, Rules { stakes: Stakes::DoubleWin, ..Rules::FORCED_ENTRY });
/// assert_eq!(rules.to_string(), "forced-entry+double-win");
/// assert!("forced-entry+entry-first".parse::<Rules>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Number of dice thrown, and the die that is played.
    pub dice: Dice,
    /// Rule for sharing points with men of the same side, and for passing over them.
    pub crowding: Crowding,
    /// Rule for a man whose die would take it beyond the home point.
    pub overshoot: Overshoot,
    /// Rule for when a man that was hit enters again.
    pub reentry: Reentry,
    /// Number of points that a win counts.
    pub stakes: Stakes,
}

impl Rules {
    /// The rules of 1699 as Lalanne presents them, with compulsory moves (Wikipedia) and free re-entry (Lêchalet 1979).
    pub const STANDARD: Rules = Rules {
        dice: Dice::LowerOfTwo,
        crowding: Crowding::OneManAPoint,
        overshoot: Overshoot::Forbidden,
        reentry: Reentry::Free,
        stakes: Stakes::Single,
    };

    /// A man that was hit must enter with the first throw that lets it enter (Bell 1975).
    pub const FORCED_ENTRY: Rules = Rules {
        reentry: Reentry::Forced,
        ..Rules::STANDARD
    };

    /// While a man that was hit is off the board, its player may only enter it or pass (Littré).
    pub const ENTRY_FIRST: Rules = Rules {
        reentry: Reentry::First,
        ..Rules::STANDARD
    };

    /// A win counts two points if the loser has no man home (Paris 1730).
    pub const DOUBLE_WIN: Rules = Rules {
        stakes: Stakes::DoubleWin,
        ..Rules::STANDARD
    };

    /// La Course en Ligne Droite (Lêchalet 1979). One die is thrown. Men may share points with men of their own side
    /// and pass over them. A man that overshoots home goes off the board.
    pub const COURSE: Rules = Rules {
        dice: Dice::One,
        crowding: Crowding::Free,
        overshoot: Overshoot::GoesOff,
        ..Rules::STANDARD
    };

    /// The named rule sets, with their names on the command line and in JSON.
    pub const PRESETS: [(&str, Rules); 5] = [
        ("standard", Rules::STANDARD),
        ("forced-entry", Rules::FORCED_ENTRY),
        ("entry-first", Rules::ENTRY_FIRST),
        ("double-win", Rules::DOUBLE_WIN),
        ("course", Rules::COURSE),
    ];

    /// Returns the name of the rule set: one preset, or several joined with `+` in a fixed order. Returns `None` if no
    /// combination of presets gives this rule set.
    ///
    /// ```
    /// use tourne_solver::{Dice, Rules};
    ///
    /// assert_eq!(Rules::COURSE.name(), Some("course"));
    /// let other = Rules { dice: Dice::One, ..Rules::STANDARD };
    /// assert_eq!(other.name(), None);
    /// assert_eq!(
    ///     other.to_string(),
    ///     "standard with one die"
    /// );
    /// ```
    pub fn name(self) -> Option<&'static str> {
        let lane = Rules {
            reentry: Reentry::Free,
            stakes: Stakes::Single,
            ..self
        };
        let is_course = match lane {
            Rules::STANDARD => false,
            Rules::COURSE => true,
            _ => return None,
        };
        // Order of the parts: `course`, then the rule of re-entry, then the stakes.
        Some(match (is_course, self.reentry, self.stakes) {
            (false, Reentry::Free, Stakes::Single) => "standard",
            (false, Reentry::Free, Stakes::DoubleWin) => "double-win",
            (false, Reentry::Forced, Stakes::Single) => "forced-entry",
            (false, Reentry::Forced, Stakes::DoubleWin) => "forced-entry+double-win",
            (false, Reentry::First, Stakes::Single) => "entry-first",
            (false, Reentry::First, Stakes::DoubleWin) => "entry-first+double-win",
            (true, Reentry::Free, Stakes::Single) => "course",
            (true, Reentry::Free, Stakes::DoubleWin) => "course+double-win",
            (true, Reentry::Forced, Stakes::Single) => "course+forced-entry",
            (true, Reentry::Forced, Stakes::DoubleWin) => "course+forced-entry+double-win",
            (true, Reentry::First, Stakes::Single) => "course+entry-first",
            (true, Reentry::First, Stakes::DoubleWin) => "course+entry-first+double-win",
        })
    }

    /// Returns `true` if a man that was hit has a duty to enter, that is, unless re-entry is [`Reentry::Free`].
    pub fn has_entry_duty(self) -> bool {
        self.reentry != Reentry::Free
    }

    /// Combines the differences of both rule sets from the standard game; `None` if they set a switch differently.
    fn joined(self, other: Rules) -> Option<Rules> {
        fn join<T: PartialEq + Copy>(one: T, other: T, standard: T) -> Option<T> {
            if other == standard || other == one {
                Some(one)
            } else {
                (one == standard).then_some(other)
            }
        }
        let standard = Rules::STANDARD;
        Some(Rules {
            dice: join(self.dice, other.dice, standard.dice)?,
            crowding: join(self.crowding, other.crowding, standard.crowding)?,
            overshoot: join(self.overshoot, other.overshoot, standard.overshoot)?,
            reentry: join(self.reentry, other.reentry, standard.reentry)?,
            stakes: join(self.stakes, other.stakes, standard.stakes)?,
        })
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.pad(name),
            None => {
                let standard = Rules::STANDARD;
                let switches = [
                    (self.dice != standard.dice, "one die"),
                    (
                        self.crowding != standard.crowding,
                        "any number of men on a point",
                    ),
                    (
                        self.overshoot != standard.overshoot,
                        "men that overshoot home go off",
                    ),
                    (self.reentry == Reentry::Forced, "forced entry"),
                    (self.reentry == Reentry::First, "entry first"),
                    (self.stakes != standard.stakes, "double wins"),
                ];
                let differing = switches.into_iter().filter(|(differs, _)| *differs);
                let names: Vec<&str> = differing.map(|(_, name)| name).collect();
                f.pad(&format!("standard with {}", names.join(", ")))
            }
        }
    }
}

/// Error of parsing a rule set, which is written as names of presets, joined by `+`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseRulesError {
    /// The text, or a part of it between `+`, is not the name of a preset.
    #[error("\"{0}\" is not a rule set: use {names}, or several joined with +", names = preset_names())]
    Unknown(String),
    /// Two of the joined presets set the same switch differently.
    #[error("{0} and {1} contradict each other: leave one of them out")]
    Contradiction(&'static str, &'static str),
}

fn preset_names() -> String {
    Rules::PRESETS.map(|(name, _)| name).join(", ")
}

impl FromStr for Rules {
    type Err = ParseRulesError;

    fn from_str(text: &str) -> Result<Rules, ParseRulesError> {
        let mut rules = Rules::STANDARD;
        let mut earlier: Vec<(&'static str, Rules)> = Vec::new();
        for part in text.split('+') {
            let named = Rules::PRESETS
                .into_iter()
                .find(|(name, _)| *name == part.trim());
            let Some((name, preset)) = named else {
                return Err(ParseRulesError::Unknown(shortened(part)));
            };
            rules = rules.joined(preset).ok_or_else(|| {
                let rival = earlier
                    .iter()
                    .find(|(_, rival)| rival.joined(preset).is_none());
                ParseRulesError::Contradiction(rival.map_or("standard", |(rival, _)| rival), name)
            })?;
            if !earlier.contains(&(name, preset)) {
                earlier.push((name, preset));
            }
        }
        Ok(rules)
    }
}
