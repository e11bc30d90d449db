//! Legal moves, and the positions after them.

use arrayvec::ArrayVec;

use super::{Crowding, Die, Man, Men, Overshoot, Point, Position, Reentry, Rules, Side, Stakes};

/// A move of one man, or a pass. Two moves are equal if they have the same origin and destination: the position
/// determines whether a move hits.
///
/// ```
/// use tourne_solver::{Move, Point};
///
/// let enter: Move = "off/3*".parse()?;
/// assert_eq!(Some(enter), Move::of_man(None, Some(Point::new(3)), true));
/// assert_eq!(enter, "0/3".parse()?);
/// assert_eq!(enter.to_string(), "0/3*");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Move {
    /// One man moves; `None` stands for off the board. Made by [`Move::of_man`].
    #[non_exhaustive]
    Man {
        /// Origin, 1 to 11 or off.
        from: Option<Point>,
        /// Destination, 1 to 12; off only for a man that overshoots home under [`Overshoot::GoesOff`].
        to: Option<Point>,
        /// `true` if the move hits an enemy man, on a point 1 to 11.
        hit: bool,
    },
    /// No man can move.
    Pass,
}

impl Move {
    /// Makes a move of a man; `None` stands for off the board. Returns `None` if the man is home or stays off the board.
    /// Nobody is hit at home or off the board, so `hit` is ignored there.
    ///
    /// ```
    /// use tourne_solver::{Move, Point};
    ///
    /// assert_eq!(Move::of_man(Some(Point::HOME), None, false), None);
    /// assert!(!Move::of_man(Some(Point::new(9)), Some(Point::HOME), true).unwrap().hits());
    /// ```
    #[inline]
    pub fn of_man(from: Option<Point>, to: Option<Point>, hit: bool) -> Option<Move> {
        let stays = from == Some(Point::HOME) || from.is_none() && to.is_none();
        let hit = hit && to.is_some_and(|point| !point.is_home());
        (!stays).then_some(Move::Man { from, to, hit })
    }

    /// Returns the origin and the destination of the man that moves; `None` for a pass.
    fn places(self) -> Option<(Option<Point>, Option<Point>)> {
        match self {
            Move::Man { from, to, .. } => Some((from, to)),
            Move::Pass => None,
        }
    }

    /// Returns `true` if the move hits an enemy man.
    ///
    /// ```
    /// use tourne_solver::Move;
    ///
    /// let action: Move = "off/3*".parse()?;
    /// assert!(action.hits() && action.enters() && !action.brings_home() && !action.sends_off());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn hits(self) -> bool {
        matches!(self, Move::Man { hit: true, .. })
    }

    /// Returns `true` if the move enters a man.
    pub const fn enters(self) -> bool {
        matches!(self, Move::Man { from: None, .. })
    }

    /// Returns `true` if the move brings a man home.
    pub fn brings_home(self) -> bool {
        matches!(self, Move::Man { to: Some(to), .. } if to.is_home())
    }

    /// Returns `true` if the man overshoots home and goes off the board.
    pub const fn sends_off(self) -> bool {
        matches!(self, Move::Man { to: None, .. })
    }
}

impl PartialEq for Move {
    fn eq(&self, other: &Move) -> bool {
        self.places() == other.places()
    }
}

impl Eq for Move {}

/// A legal move with the position after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Play {
    /// The legal move, marked as a hit if it is one.
    pub action: Move,
    /// The position after the move, with the opponent on roll; [over](Position::is_over) if the move wins.
    pub next: Position,
    /// Index in [`Side::men`] of the man that moves, 0 to 2; the first of several men in the same place. `None` for a
    /// pass.
    pub man: Option<usize>,
}

impl Play {
    /// Returns `true` if one of these men moves, or if nobody moves and the set is empty.
    pub fn is_by_one_of(&self, men: Men) -> bool {
        self.man.map_or(men.is_empty(), |man| men.contains(man))
    }
}

/// Maximum number of legal moves of a position and die: one for each man.
pub const MOST_MOVES: usize = 3;

/// The legal moves of one throw, rearmost man first. If no man can move, the only entry is a pass. The list is empty
/// only if the game is over.
pub type Plays = ArrayVec<Play, MOST_MOVES>;

/// Error: a move is not legal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{action} is not legal in {position} with a {die}: {legal}", legal = list(.legal))]
pub struct IllegalMove {
    /// The position in which the move was tried.
    pub position: Position,
    /// The die with which the move was tried.
    pub die: Die,
    /// The illegal move.
    pub action: Move,
    /// The legal moves with this die, rearmost man first; none if the game is over.
    pub legal: Vec<Move>,
}

fn list(legal: &[Move]) -> String {
    let moves: Vec<String> = legal.iter().map(Move::to_string).collect();
    match moves.as_slice() {
        [only] => format!("the only legal move is {only}"),
        moves => format!("the legal moves are {}", moves.join(", ")),
    }
}

impl Rules {
    /// Returns the legal moves with this die, rearmost man first, each with the position after it.
    ///
    /// ```
    /// use tourne_solver::{Die, Move, Rules};
    ///
    /// // Point 6 is occupied, so no man can enter with a 6.
    /// let rules = Rules::STANDARD;
    /// let position = rules.position(&"006/015".parse()?)?;
    /// let plays = rules.plays(position, Die::new(6));
    /// assert_eq!(plays.len(), 1);
    /// assert_eq!(plays[0].action.to_string(), "6/12");
    /// assert_eq!(plays[0].next.to_string(), "015/00h");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the position is not legal under these rules, because it comes from other rules.
    pub fn plays(self, position: Position, die: Die) -> Plays {
        self.plays_of(position, die, self.movers(position.on_roll(), die))
    }

    /// Returns the legal moves, like [`plays`](Rules::plays), for a caller that has looked up the movers in an
    /// [`Index`](super::Index): `movers` must be what [`movers`](Rules::movers) returns for the side on roll.
    ///
    /// ```
    /// use tourne_solver::{Die, Index, Rules};
    ///
    /// let (rules, die) = (Rules::STANDARD, Die::new(6));
    /// let position = rules.position(&"006/015".parse()?)?;
    /// let movers = Index::new(rules).movers(position.on_roll(), die);
    /// assert_eq!(rules.plays_of(position, die, movers), rules.plays(position, die));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the position is not legal under these rules, because it comes from other rules.
    pub fn plays_of(self, position: Position, die: Die, movers: Men) -> Plays {
        assert!(
            self.is_legal(position),
            "{position} is not a position of {self}"
        );
        let mut plays = Plays::new();
        if position.is_over() {
            return plays;
        }
        for man in movers.iter() {
            let (_, to) = journey(position.on_roll().men()[man], die);
            let left = to.map(|point| self.after_hit(position.opponent(), point));
            let moved = position.on_roll().moved(man, to.map_or(Man::Off, Man::On));
            plays.push(Play {
                action: Rules::move_of(position, man, die),
                next: Position::new(left.unwrap_or(position.opponent()), moved),
                man: Some(man),
            });
        }
        if plays.is_empty() {
            plays.push(Play {
                action: Move::Pass,
                next: position.flipped(),
                man: None,
            });
        }
        plays
    }

    /// Returns the men of a side that can move with this die. The opponent's men do not matter: they can be hit, but
    /// never block.
    ///
    /// ```
    /// use tourne_solver::{Die, Men, Rules};
    ///
    /// let rules = Rules::STANDARD;
    /// let side = rules.position(&"006/015".parse()?)?.on_roll();
    /// assert_eq!(rules.movers(side, Die::new(5)), Men::of([0, 2]));
    /// assert_eq!(rules.movers(side, Die::new(6)), Men::of([2]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn movers(self, side: Side, die: Die) -> Men {
        let men = side.men();
        let owes_entry = men.contains(&Man::Owing);
        let (mut movers, mut entering) = (Men::NONE, Men::NONE);
        for (at, &man) in men.iter().enumerate() {
            let is_repeated = at > 0 && men[at - 1] == man;
            // A man that must enter goes before all other men off the board.
            let must_wait = man == Man::Off && owes_entry;
            if !is_repeated && !must_wait && self.can_move(side, man, die) {
                movers.insert(at);
                if man == Man::Owing {
                    entering.insert(at);
                }
            }
        }
        if owes_entry && (self.reentry == Reentry::First || !entering.is_empty()) {
            entering
        } else {
            movers
        }
    }

    /// Plays a move and returns the position after it, with the opponent on roll. The field `hit` of `action` is
    /// ignored.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the move is not legal.
    ///
    /// # Panics
    ///
    /// If the position is not legal under these rules, because it comes from other rules.
    ///
    /// ```
    /// use tourne_solver::{Die, Rules};
    ///
    /// let rules = Rules::STANDARD;
    /// let next = rules.play(rules.start(), Die::new(3), "0/3".parse()?)?;
    /// assert_eq!(next.to_string(), "000/003");
    /// let error = rules.play(next, Die::new(3), "0/4".parse()?).unwrap_err();
    /// assert_eq!(error.to_string(), "0/4 is not legal in 000/003 with a 3: the only legal move is 0/3*");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(self, position: Position, die: Die, action: Move) -> Result<Position, IllegalMove> {
        let plays = self.plays(position, die);
        let legal = plays.iter().find(|play| play.action == action);
        legal.map(|play| play.next).ok_or_else(|| IllegalMove {
            position,
            die,
            action,
            legal: plays.iter().map(|play| play.action).collect(),
        })
    }

    /// Returns the number of points that the winner of a finished game gets, 1 or 2; `None` if the game is not over, or if
    /// the position is not legal under these rules.
    ///
    /// ```
    /// use tourne_solver::{Die, Rules};
    ///
    /// let rules = Rules::DOUBLE_WIN;
    /// let last = rules.position(&"9hh/004".parse()?)?;
    /// let over = rules.play(last, Die::new(3), "9/12".parse()?)?;
    /// assert_eq!(rules.points_won(over), Some(2));
    /// assert_eq!(rules.points_won(last), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn points_won(self, position: Position) -> Option<u8> {
        if !position.is_over() || !self.is_legal(position) {
            return None;
        }
        let doubled = self.stakes == Stakes::DoubleWin && position.on_roll().has_none_home();
        Some(if doubled { 2 } else { 1 })
    }

    /// Returns the number of points of the largest possible win: 2 under [`Stakes::DoubleWin`], otherwise 1.
    pub fn largest_win(self) -> f64 {
        match self.stakes {
            Stakes::Single => 1.0,
            Stakes::DoubleWin => 2.0,
        }
    }

    /// Returns `true` if the position is legal under these rules, also after the end of a game: it may come from others.
    fn is_legal(self, position: Position) -> bool {
        self.allows(position.on_roll()) && self.allows(position.opponent())
    }

    /// Returns `true` if a man can move with this die. A duty to enter another man first is not considered.
    fn can_move(self, side: Side, man: Man, die: Die) -> bool {
        if man == Man::HOME {
            return false;
        }
        let (from, to) = journey(man, die);
        let is_barred = to.is_none() && self.overshoot == Overshoot::Forbidden;
        let is_blocked =
            self.crowding == Crowding::OneManAPoint && side.exposed() & way(from, to) != 0;
        !is_barred && !is_blocked
    }

    /// Returns the move of the man with this index in [`Side::men`], marked if it is a hit. Legality is not checked.
    ///
    /// ```
    /// use tourne_solver::{Die, Rules};
    ///
    /// let position = Rules::STANDARD.position(&"04h/007".parse()?)?;
    /// assert_eq!(Rules::move_of(position, 1, Die::new(3)).to_string(), "4/7*");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the index is greater than 2, or the man is home.
    #[inline]
    pub fn move_of(position: Position, man: usize, die: Die) -> Move {
        let (from, to) = journey(position.on_roll().men()[man], die);
        let hit = to.is_some_and(|point| position.opponent().exposed() & bit(point) != 0);
        Move::of_man(from, to, hit).expect("a man that is home does not move")
    }

    /// Returns `side` after an enemy man arrives on the point that faces `point`. All men of `side` on `point` are hit;
    /// if there are none, the side is unchanged.
    pub(super) fn after_hit(self, side: Side, point: Point) -> Side {
        if side.exposed() & bit(point) == 0 {
            return side;
        }
        let has_duty = self.has_entry_duty();
        side.hit_on(Man::On(point), if has_duty { Man::Owing } else { Man::Off })
    }
}

/// Returns the origin and the destination of a man that moves with this die; `None` stands for off the board.
pub(super) fn journey(man: Man, die: Die) -> (Option<Point>, Option<Point>) {
    match man {
        Man::Off | Man::Owing => (None, Some(Point::entered_with(die))),
        Man::On(point) => (Some(point), point.forward(die)),
    }
}

/// Returns the points 1 to 11 that a man passes over or arrives on, as bits: bit *n* for point *n*.
fn way(from: Option<Point>, to: Option<Point>) -> u16 {
    let first = from.map_or(1, |point| point.number() + 1);
    let last = to.map_or(11, |point| point.number().min(11));
    (1 << (last + 1)) - (1 << first)
}

/// Returns the bit that stands for a point in [`Side::exposed`].
fn bit(point: Point) -> u16 {
    1 << point.number()
}
