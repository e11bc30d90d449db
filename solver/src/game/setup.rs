//! Set-ups: arrangements of men, legal or not, and the check that turns them into positions.

use std::fmt;

use super::{Crowding, Man, Point, Position, Rules, Side};

/// Arrangement of any number of men for each side, legal or not.
///
/// ```
/// use tourne_solver::{Rules, Setup};
///
/// let setup: Setup = "0,4,12/0,0,4".parse()?;
/// let error = Rules::STANDARD.position(&setup).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "04h/004 is not a position of standard: men of both sides face each other on point 4, \
///      where the later arrival would have hit the other",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Men of the side on roll, in any order.
    pub on_roll: Vec<Man>,
    /// Men of the opponent, in any order.
    pub opponent: Vec<Man>,
}

impl From<Position> for Setup {
    fn from(position: Position) -> Setup {
        Setup {
            on_roll: position.on_roll().men().to_vec(),
            opponent: position.opponent().men().to_vec(),
        }
    }
}

/// One of the two sides of a set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The side on roll, written first.
    OnRoll,
    /// The opponent, written second.
    Opponent,
}

impl fmt::Display for Whose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Whose::OnRoll => "the side on roll",
            Whose::Opponent => "the opponent",
        })
    }
}

/// A rule that a set-up breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupFault {
    /// A side has more or fewer than three men.
    #[error("{0} must have three men, not {1}")]
    MenCount(Whose, usize),
    /// Two or more men of a side share a point that may hold only one man of the side.
    #[error("{0} has more than one man on point {n}, which holds one", n = .1.number())]
    Crowded(Whose, Point),
    /// Men of both sides stand on points with this number, and so face each other.
    #[error("men of both sides face each other on point {n}, where the later arrival would have hit the other", n = .0.number())]
    Facing(Point),
    /// A man is marked as hit, with a duty to enter, under rules without this duty.
    #[error(
        "{0} has a man \"x\" that owes its entry, which exists only under forced-entry and entry-first: write 0"
    )]
    NoEntryDuty(Whose),
    /// A side has all three men home, so there is nothing left to play.
    #[error("the game is over: {0} has all three men home")]
    Over(Whose),
    /// Both sides have all three men home.
    #[error("both sides have all three men home, but the game ends when the first side has")]
    BothFinished,
}

/// Error: a set-up is not a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError {
    /// The set-up that was refused.
    pub setup: Setup,
    /// The rule set under which it was refused.
    pub rules: Rules,
    /// Every rule that the set-up breaks; at least one.
    pub faults: Vec<SetupFault>,
}

impl std::error::Error for SetupError {}

impl SetupError {
    /// Returns the error message, with the set-up as it was typed.
    ///
    /// ```
    /// use tourne_solver::Rules;
    ///
    /// let typed = "40h/4,0,0";
    /// let error = Rules::STANDARD.position(&typed.parse()?).unwrap_err();
    /// assert!(error.quoting(typed).starts_with("40h/4,0,0 is not a position of standard: men of both sides"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn quoting(&self, typed: &str) -> String {
        let faults: Vec<String> = self.faults.iter().map(SetupFault::to_string).collect();
        format!(
            "{typed} is not a position of {}: {}",
            self.rules,
            faults.join("; ")
        )
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.quoting(&self.setup.to_string()))
    }
}

impl Rules {
    /// Returns the position at the start: all men off.
    pub const fn start(self) -> Position {
        Position::new(Side::START, Side::START)
    }

    /// Checks a set-up and converts it to a position.
    ///
    /// # Errors
    ///
    /// [`SetupError`] with every [`SetupFault`] if the set-up breaks a rule or the game is over.
    pub fn position(self, setup: &Setup) -> Result<Position, SetupError> {
        let faults = self.faults(&setup.on_roll, &setup.opponent);
        let side = |men: &[Man]| <[Man; 3]>::try_from(men).map(Side::new);
        match (side(&setup.on_roll), side(&setup.opponent)) {
            (Ok(on_roll), Ok(opponent)) if faults.is_empty() => {
                Ok(Position::new(on_roll, opponent))
            }
            _ => Err(SetupError {
                setup: setup.clone(),
                rules: self,
                faults,
            }),
        }
    }

    /// Returns every rule that the men of the two sides break.
    pub(super) fn faults(self, on_roll: &[Man], opponent: &[Man]) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        let mut facing = u16::MAX;
        for (whose, men) in [(Whose::OnRoll, on_roll), (Whose::Opponent, opponent)] {
            let (one_or_more, several) = points_held(men);
            facing &= one_or_more;
            if men.len() != 3 {
                faults.push(SetupFault::MenCount(whose, men.len()));
            }
            if !self.has_entry_duty() && men.contains(&Man::Owing) {
                faults.push(SetupFault::NoEntryDuty(whose));
            }
            if self.crowding == Crowding::OneManAPoint {
                let crowded = points(several).map(|point| SetupFault::Crowded(whose, point));
                faults.extend(crowded);
            }
        }
        faults.extend(points(facing).map(SetupFault::Facing));
        match (is_finished(on_roll), is_finished(opponent)) {
            (true, true) => faults.push(SetupFault::BothFinished),
            (true, false) => faults.push(SetupFault::Over(Whose::OnRoll)),
            (false, true) => faults.push(SetupFault::Over(Whose::Opponent)),
            (false, false) => {}
        }
        faults
    }

    /// Returns every side that these rules allow, in the order of the notation.
    ///
    /// ```
    /// use tourne_solver::Rules;
    ///
    /// assert_eq!(Rules::STANDARD.sides().count(), 312);
    /// assert_eq!(Rules::FORCED_ENTRY.sides().count(), 406);
    /// assert_eq!(Rules::COURSE.sides().count(), 455);
    /// ```
    pub fn sides(self) -> impl Iterator<Item = Side> {
        Side::all().filter(move |&side| self.allows(side))
    }

    /// Returns `true` if these rules allow the side.
    pub(super) fn allows(self, side: Side) -> bool {
        let men @ [first, second, third] = side.men();
        let may_exist = self.has_entry_duty() || !men.contains(&Man::Owing);
        let may_share = |one: Man, next: Man| {
            one != next || self.crowding == Crowding::Free || one.exposed_on().is_none()
        };
        may_exist && may_share(first, second) && may_share(second, third)
    }
}

/// Returns two bit sets: the points 1 to 11 that hold at least one man, and those that hold several. Bit *n* is for
/// point *n*.
fn points_held(men: &[Man]) -> (u16, u16) {
    let add = |(one, several), man: &Man| (one | bit(*man), several | one & bit(*man));
    men.iter().fold((0, 0), add)
}

fn bit(man: Man) -> u16 {
    man.exposed_on().map_or(0, |point| 1 << point.number())
}

/// Converts a bit set, with bit *n* for point *n*, to its points in ascending order.
fn points(mut bits: u16) -> impl Iterator<Item = Point> {
    std::iter::from_fn(move || {
        let point = Point::try_from(bits.trailing_zeros() as u8).ok()?;
        bits &= bits - 1;
        Some(point)
    })
}

fn is_finished(men: &[Man]) -> bool {
    men.len() == 3 && men.iter().all(|&man| man == Man::HOME)
}
