//! Answers that are not legal moves, and the reason why each is not legal.

use serde::{Serialize, Serializer};
use tourne_solver::{Die, Man, Move, Obstacle, Point, Position, Rules, shortened};

use super::{Arena, Row};

/// Answer of a policy that is not a legal move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct IllegalAnswer {
    /// Name of the file; `None` unless the policy is put together from several files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Line of the answer in the file; `None` if the answer does not come from a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// Position that the answer is about.
    pub position: Position,
    /// Die that is played, 1 to 6.
    pub die: Die,
    /// Numbers of the throw as they were sent to an engine; `None` if no engine was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<String>,
    /// Text of the answer, shortened if it is long.
    pub played: String,
    /// Reason why the answer is not legal.
    pub cause: Cause,
    /// Legal moves in the position with this die, rearmost man first.
    pub legal: Vec<Move>,
}

impl IllegalAnswer {
    /// Describes the illegal answer `played` to a row, and finds its cause. `line` is the line of the answer in a file.
    pub(super) fn new(arena: &Arena, row: Row, line: Option<u64>, played: &str) -> IllegalAnswer {
        let (position, die) = arena.position_of(row);
        let action = played.parse();
        IllegalAnswer {
            file: None,
            line,
            position,
            die,
            dice: None,
            played: shortened(played),
            cause: action.map_or(Cause::NoMove, |action| {
                Cause::of(arena.rules(), position, die, action)
            }),
            legal: arena.plays(row).map(|play| play.action).collect(),
        }
    }
}

/// Reason why an answer is not a legal move. In JSON a cause is written as its [text](Cause::text).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The answer cannot be read as a move.
    NoMove,
    /// The answer is a pass, although a man can move.
    Pass,
    /// The move begins on a point, or off the board, where no man of the player stands.
    NoMan,
    /// The man cannot move, for this reason.
    Obstacle(Obstacle),
    /// The man can move, but not to the point that the answer names.
    Elsewhere,
}

impl Cause {
    /// Finds the reason why a move is not legal.
    ///
    /// ```
    /// use tourne::policy::Cause;
    /// use tourne_solver::{Die, Rules};
    ///
    /// let rules = Rules::STANDARD;
    /// let position = rules.position(&"039/000".parse()?)?;
    /// let cause = |action: &str| Cause::of(rules, position, Die::new(5), action.parse().unwrap());
    /// assert_eq!(cause("0/5").text(), "it may not pass over its own man");
    /// assert_eq!(cause("9/12").text(), "it would go beyond home");
    /// assert_eq!(cause("4/9"), Cause::NoMan);
    /// assert_eq!(cause("3/9"), Cause::Elsewhere);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(rules: Rules, position: Position, die: Die, action: Move) -> Cause {
        match action {
            Move::Pass => Cause::Pass,
            Move::Man { from, .. } => {
                Cause::of_man(rules, position, die, from).unwrap_or(Cause::Elsewhere)
            }
        }
    }

    /// Returns the reason why a man on the point `from` cannot move; `None` if it can move. For a man off the board,
    /// `from` is `None`.
    pub(crate) fn of_man(
        rules: Rules,
        position: Position,
        die: Die,
        from: Option<Point>,
    ) -> Option<Cause> {
        let side = position.on_roll();
        // If a man was hit and must enter, it enters before the other men off the board.
        let man = match from {
            None if side.count(Man::Owing) > 0 => Man::Owing,
            None => Man::Off,
            Some(point) => Man::On(point),
        };
        if side.count(man) == 0 {
            return Some(Cause::NoMan);
        }
        rules.obstacle(side, man, die).map(Cause::Obstacle)
    }

    /// Returns the cause in words. The text does not name any point or die.
    pub fn text(self) -> &'static str {
        match self {
            Cause::NoMove => "it is not written as a move, such as 0/3, 9/12 or pass",
            Cause::Pass => "passing is not allowed: a man can move",
            Cause::NoMan => "no man of the player stands there",
            Cause::Obstacle(obstacle) => obstacle.rule(),
            Cause::Elsewhere => "with this die the man goes to another point",
        }
    }
}

impl Serialize for Cause {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text())
    }
}
