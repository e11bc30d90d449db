//! The notation of men, sides, set-ups, throws and moves: parsing and formatting.
//!
//! ```text
//! position = side "/" side            the side on roll, then its opponent
//! side     = three men, ascending     "04h", or in the long form "0,4,12"
//! man      = "0" off | "x" off after a hit, must enter | "1" … "9" | "a" 10 | "b" 11 | "h" home
//! roll     = two dice, "43" or "4-3", or the die played, "3"
//! move     = from "/" to ["*"] | "pass"
//! ```

use std::fmt::{self, Write as _};
use std::str::FromStr;

use arrayvec::ArrayString;

use super::{Die, Man, Move, OutOfRangeDie, Point, Position, Roll, Rules, Setup, Side, shortened};

/// Character for each place of a man, indexed by [`Man::code`].
const LETTERS: [u8; 14] = *b"0x123456789abh";

/// Maximum length of a text that is parsed, in bytes. Longer texts are refused.
const LONGEST: usize = 64;

/// Error of parsing the notation of one man, such as `7` or `h`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseManError {
    /// A number greater than 12.
    #[error("there is no point {0}: points are 1 to 12, and 0 is off")]
    NoSuchPoint(String),
    /// The text is not in the notation.
    #[error(
        "\"{0}\" is not a man: use 0 (off), x (off, must re-enter), 1 to 9, a (10), b (11) or h (home)"
    )]
    Unknown(String),
}

impl fmt::Display for Man {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.letter())
    }
}

impl Man {
    fn letter(self) -> char {
        char::from(LETTERS[usize::from(self.code())])
    }

    /// Returns the place that a character of the notation stands for, in upper or lower case; otherwise `None`.
    fn from_letter(letter: char) -> Option<Man> {
        let letter = u8::try_from(letter).ok()?.to_ascii_lowercase();
        let code = LETTERS.iter().position(|&other| other == letter)?;
        Some(Man::from_code(code as u16))
    }
}

impl FromStr for Man {
    type Err = ParseManError;

    fn from_str(text: &str) -> Result<Man, ParseManError> {
        let trimmed = text.trim();
        let mut letters = trimmed.chars();
        if let (Some(letter), None) = (letters.next(), letters.next())
            && let Some(man) = Man::from_letter(letter)
        {
            return Ok(man);
        }
        // Numbers have no leading zeros: "007" is three men written without commas, not point 7.
        let is_number = trimmed.bytes().all(|byte| byte.is_ascii_digit());
        if trimmed.is_empty() || !is_number || trimmed.starts_with('0') {
            return Err(ParseManError::Unknown(shortened(text)));
        }
        match trimmed.parse().unwrap_or(u8::MAX) {
            0 => Ok(Man::Off),
            number => Point::try_from(number)
                .map(Man::On)
                .map_err(|_| ParseManError::NoSuchPoint(shortened(trimmed))),
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.men().iter().try_for_each(|man| man.fmt(f))
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Position {
    /// Returns the notation of the position, such as `04h/007`, as seven ASCII characters. This is faster than
    /// formatting.
    ///
    /// ```
    /// use tourne_solver::Rules;
    ///
    /// assert_eq!(Rules::STANDARD.start().letters(), *b"000/000");
    /// ```
    #[inline]
    pub fn letters(self) -> [u8; 7] {
        let letters = |side: Side| side.codes().map(|code| LETTERS[usize::from(code)]);
        let mut text = [b'/'; 7];
        text[..3].copy_from_slice(&letters(self.on_roll()));
        text[4..].copy_from_slice(&letters(self.opponent()));
        text
    }

    pub(super) fn text(self) -> ArrayString<7> {
        ArrayString::from_byte_string(&self.letters()).expect("all letters are ASCII")
    }
}

impl Rules {
    /// Reads a position in the short form, such as `04h/007`, several times faster than by parsing a [`Setup`]. Returns
    /// `None` for any other text and for illegal set-ups; [`Rules::position`] names the fault.
    ///
    /// ```
    /// use tourne_solver::Rules;
    ///
    /// let position = Rules::STANDARD.read("4h0/700");
    /// assert_eq!(position.unwrap().letters(), *b"04h/007");
    /// assert_eq!(Rules::STANDARD.read("04h/004"), None);
    /// ```
    pub fn read(self, text: &str) -> Option<Position> {
        let (on_roll, [b'/', opponent @ ..]) = text.as_bytes().split_first_chunk()? else {
            return None;
        };
        let side = |letters: &[u8; 3]| {
            let [one, two, three] = letters.map(|letter| Man::from_letter(char::from(letter)));
            Some(Side::new([one?, two?, three?]))
        };
        let (on_roll, opponent) = (side(on_roll)?, side(opponent.try_into().ok()?)?);
        let faults = self.faults(&on_roll.men(), &opponent.men());
        faults.is_empty().then(|| Position::new(on_roll, opponent))
    }
}

/// Error of parsing a set-up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum ParseSetupError {
    /// The text is not two sides separated by one `/`.
    #[error(
        "\"{0}\" is not a position: write the side on roll, a slash, and its opponent, such as 04h/007"
    )]
    NotTwoSides(String),
    /// The place of a man cannot be read.
    #[error("in the position \"{text}\": {fault}")]
    Man { text: String, fault: ParseManError },
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ascending = |men: &[Man]| {
            let mut men = men.to_vec();
            men.sort_unstable();
            men.iter().map(Man::to_string).collect::<String>()
        };
        write!(
            f,
            "{}/{}",
            ascending(&self.on_roll),
            ascending(&self.opponent)
        )
    }
}

impl FromStr for Setup {
    type Err = ParseSetupError;

    fn from_str(text: &str) -> Result<Setup, ParseSetupError> {
        let not_two_sides = || ParseSetupError::NotTwoSides(shortened(text));
        if text.len() > LONGEST {
            return Err(not_two_sides());
        }
        let (on_roll, opponent) = text.trim().split_once('/').ok_or_else(not_two_sides)?;
        if opponent.contains('/') || on_roll.is_empty() || opponent.is_empty() {
            return Err(not_two_sides());
        }
        let men = |side: &str| -> Result<Vec<Man>, ParseSetupError> {
            let men: Result<Vec<Man>, ParseManError> = if side.contains(',') {
                side.split(',').map(str::parse).collect()
            } else {
                let man = |letter: char| match Man::from_letter(letter) {
                    Some(man) => Ok(man),
                    // Parse the letter again to get the error.
                    None => letter.encode_utf8(&mut [0; 4]).parse(),
                };
                side.chars().map(man).collect()
            };
            men.map_err(|fault| ParseSetupError::Man {
                text: shortened(text),
                fault,
            })
        };
        Ok(Setup {
            on_roll: men(on_roll)?,
            opponent: men(opponent)?,
        })
    }
}

/// Error of parsing a throw.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum ParseRollError {
    /// A digit of the throw is 0, 7, 8 or 9.
    #[error("in the throw \"{text}\": {fault}")]
    Die { text: String, fault: OutOfRangeDie },
    /// More than two dice: the text, and the number of dice in it.
    #[error(
        "\"{0}\" is {1} dice: give both dice, such as 43 or 4-3, or the die that is played, such as 3"
    )]
    TooMany(String, usize),
    /// The text is not one or two digits.
    #[error(
        "\"{0}\" is not a throw: give both dice, such as 43 or 4-3, or the die that is played, such as 3"
    )]
    Unknown(String),
}

impl FromStr for Roll {
    type Err = ParseRollError;

    fn from_str(text: &str) -> Result<Roll, ParseRollError> {
        let unknown = || ParseRollError::Unknown(shortened(text));
        let trimmed = text.trim();
        if trimmed.len() > LONGEST {
            return Err(unknown());
        }
        let die = |digit: u8| {
            Die::try_from(digit - b'0').map_err(|fault| ParseRollError::Die {
                text: shortened(text),
                fault,
            })
        };
        let are_digits = |bytes: &[u8]| bytes.iter().all(u8::is_ascii_digit);
        match *trimmed.as_bytes() {
            [one] if are_digits(&[one]) => return Ok(Roll::Played(die(one)?)),
            [one, other] | [one, b'-', other] if are_digits(&[one, other]) => {
                return Ok(Roll::Both(die(one)?, die(other)?));
            }
            _ => (),
        }
        let digits: Vec<&str> = if trimmed.contains('-') {
            trimmed.split('-').collect()
        } else {
            trimmed.split("").filter(|part| !part.is_empty()).collect()
        };
        let is_digit = |part: &&str| part.len() == 1 && are_digits(part.as_bytes());
        if digits.len() > 2 && digits.iter().all(is_digit) {
            return Err(ParseRollError::TooMany(shortened(text), digits.len()));
        }
        Err(unknown())
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Roll::Both(one, other) => write!(f, "{}-{}", one.number(), other.number()),
            Roll::Played(die) => write!(f, "{die}"),
        }
    }
}

/// Error of parsing a move. The field is the text that is not a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a move: write from/to, such as 0/3 or 9/12, with 0 for off, or pass")]
pub struct ParseMoveError(String);

/// Appends the origin or destination of a move as a number, 0 to 12.
fn push_number(text: &mut ArrayString<6>, place: Option<Point>) {
    let number = place.map_or(0, Point::number);
    if number >= 10 {
        text.push('1');
    }
    text.push(char::from(b'0' + number % 10));
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text())
    }
}

impl Move {
    /// Returns the notation of the move, such as `4/7*`. This is faster than formatting.
    ///
    /// ```
    /// use tourne_solver::Move;
    ///
    /// assert_eq!(&"off/3*".parse::<Move>()?.text(), "0/3*");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn text(self) -> ArrayString<6> {
        let mut text = ArrayString::new();
        let Move::Man { from, to, hit } = self else {
            text.push_str("pass");
            return text;
        };
        push_number(&mut text, from);
        text.push('/');
        push_number(&mut text, to);
        if hit {
            text.push('*');
        }
        text
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let error = || ParseMoveError(shortened(text));
        let trimmed = text.trim();
        if trimmed.len() > LONGEST {
            return Err(error());
        }
        if trimmed.eq_ignore_ascii_case("pass") {
            return Ok(Move::Pass);
        }
        let (places, hit) = match trimmed.strip_suffix('*') {
            Some(places) => (places, true),
            None => (trimmed, false),
        };
        let place = |text: &str| {
            let is = |name: &&str| text.eq_ignore_ascii_case(name);
            // Try the usual form first: this is faster.
            let number = match *text.as_bytes() {
                [digit @ b'0'..=b'9'] => digit - b'0',
                [b'1', digit @ b'0'..=b'2'] => digit - b'0' + 10,
                _ => u8::MAX,
            };
            if let Ok(point) = Point::try_from(number) {
                return Ok(Some(point));
            }
            match text.parse() {
                Ok(Man::Off) => Ok(None),
                Ok(Man::On(point)) => Ok(Some(point)),
                Ok(Man::Owing) if is(&"x") => Ok(None),
                Err(_) if ["off", "bar"].iter().any(is) => Ok(None),
                Err(_) if is(&"home") => Ok(Some(Point::HOME)),
                Ok(Man::Owing) | Err(_) => Err(error()),
            }
        };
        let (from, to) = places.split_once('/').ok_or_else(error)?;
        Move::of_man(place(from)?, place(to)?, hit).ok_or_else(error)
    }
}
