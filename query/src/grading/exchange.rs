//! Value of a move in parts: gains and losses in the next exchange, and everything after it; and how many throws bring
//! them. The *next exchange* is one throw of the opponent and one throw of the player.
//!
//! Each gain or loss is the change of the value when some kind of move is forbidden in the next exchange, but not
//! later. A side that may not hit plays the best move without a hit, and passes if there is none.

use arrayvec::ArrayVec;
use serde::Serialize;
use tourne_solver::{Die, Men, Move, Position, Rules, Side, Unit};

/// Parts of the value of a move, to the player who makes the move. The value is `itself + home + aim - exposure`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Parts {
    /// Value of the game if, in the next exchange, neither side hits and the player brings no man home.
    pub itself: f64,
    /// Expected gain of the player from bringing men home with the next throw.
    pub home: f64,
    /// Expected gain of the player from hitting with the next throw.
    pub aim: f64,
    /// Expected gain of the opponent from hitting with the next throw.
    pub exposure: f64,
}

impl Parts {
    /// Computes the parts from the opponent's value after the move, and from this value with restrictions. For `unhit`,
    /// the opponent may not hit. For `quiet`, neither side may hit. For `idle`, neither side may hit and the player may
    /// bring no man home.
    fn between(value: f64, [unhit, quiet, idle]: [f64; 3]) -> Parts {
        Parts {
            itself: -idle,
            home: idle - quiet,
            aim: quiet - unhit,
            exposure: value - unhit,
        }
    }

    /// Returns the value of the move: `itself + home + aim - exposure`.
    pub fn sum(self) -> f64 {
        self.itself + self.home + self.aim - self.exposure
    }

    /// Returns the parts of this move minus the parts of another move. If this move is best, the differences say why
    /// the other move loses, and their [sum](Parts::sum) is the loss of the other move.
    #[must_use]
    pub(crate) fn less(self, other: Parts) -> Parts {
        Parts {
            itself: self.itself - other.itself,
            home: self.home - other.home,
            aim: self.aim - other.aim,
            exposure: self.exposure - other.exposure,
        }
    }

    /// Converts the parts from points to another unit.
    #[must_use]
    pub fn of_points(self, unit: Unit) -> Parts {
        Parts {
            itself: unit.from_points(self.itself),
            home: unit.difference(self.home),
            aim: unit.difference(self.aim),
            exposure: unit.difference(self.exposure),
        }
    }
}

/// Numbers of throws that can hit or bring a man home after a move. The kind of some mistakes depends on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThrowCounts {
    /// Number of throws with which the opponent can hit next turn.
    pub hit_by: u32,
    /// Number of throws with which the player can bring a man home next turn.
    pub home_by: u32,
    /// Number of all throws, which are equally likely: 36, or 6 under rules with one die.
    pub throws: u32,
}

impl ThrowCounts {
    /// Returns whether a man can come home with at least one throw in eight. Players do not count on rarer throws.
    pub(super) fn can_come_home(self) -> bool {
        8 * self.home_by >= self.throws
    }
}

/// Game in which the next exchange after a move is looked at: for the [`Parts`] of its value, and for [`ThrowCounts`].
#[derive(Clone, Copy, Debug)]
pub struct Outlook<M, F> {
    /// Rule set of the game.
    pub rules: Rules,
    /// Function that returns what [`Rules::movers`] returns.
    pub movers: M,
    /// Function that returns the value of a position to the player on roll, in points. Its second argument is `true` if
    /// the player who makes the move is on roll, and `false` if the opponent is.
    pub points: F,
}

/// Position with its value and the player on roll. The game may be over.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// Position, in which the men of the player on roll come first.
    pub position: Position,
    /// `true` if the player who makes the move is on roll.
    pub is_own: bool,
    /// Value of the position to the player on roll, in points.
    pub points: f64,
}

/// Calm play: best play of a player on roll who may not hit with this throw.
#[derive(Clone, Debug)]
pub struct Calm {
    /// Values to the player on roll, in points. For index 0, the player may not hit; for index 1, the player may
    /// neither hit nor bring a man home.
    pub values: [f64; 2],
    /// Position after the best move without a hit, for each die; empty if the game is over.
    pub replies: ArrayVec<Standing, 6>,
}

impl<M, E, F> Outlook<M, F>
where
    M: Fn(Side, Die) -> Men,
    F: Fn(Position, bool) -> Result<f64, E>,
{
    /// Finds the position after the best move that does not hit, and the position after the best move that neither hits
    /// nor brings a man home. If there is no such move, the player passes. Of several such moves with equal values, the
    /// move of the rearmost man is taken.
    fn calmest(&self, from: Standing, die: Die) -> Result<[Standing; 2], E> {
        let is_own = !from.is_own;
        let mut best: [Option<Standing>; 2] = [None; 2];
        let movers = (self.movers)(from.position.on_roll(), die);
        for play in self.rules.plays_of(from.position, die, movers) {
            if play.action.hits() {
                continue;
            }
            let next = Standing {
                position: play.next,
                is_own,
                points: (self.points)(play.next, is_own)?,
            };
            let restrictions = 1 + usize::from(!play.action.brings_home());
            for best in &mut best[..restrictions] {
                if best.is_none_or(|best| next.points < best.points) {
                    *best = Some(next);
                }
            }
        }
        let or_pass = |best: Option<Standing>| best.map_or_else(|| self.passed(from), Ok);
        Ok([or_pass(best[0])?, or_pass(best[1])?])
    }

    /// Returns the position after a pass.
    fn passed(&self, from: Standing) -> Result<Standing, E> {
        let (position, is_own) = (from.position.flipped(), !from.is_own);
        let points = (self.points)(position, is_own)?;
        Ok(Standing {
            position,
            is_own,
            points,
        })
    }

    /// Computes the value of a position to the player on roll, in points, if only some moves are allowed with the next
    /// `throws` throws: those for which `allows(is_own, move)` returns `true`, where `is_own` says who moves. Each time
    /// the best of them is played, or a pass if there is none.
    fn restricted(
        &self,
        from: Standing,
        throws: u32,
        allows: &impl Fn(bool, Move) -> bool,
    ) -> Result<f64, E> {
        if throws == 0 || from.position.is_over() {
            return Ok(from.points);
        }
        let mut value = 0.0;
        for die in Die::ALL {
            let movers = (self.movers)(from.position.on_roll(), die);
            let plays = self.rules.plays_of(from.position, die, movers);
            let mut best: Option<Standing> = None;
            for play in plays.iter().filter(|it| allows(from.is_own, it.action)) {
                let (position, is_own) = (play.next, !from.is_own);
                let points = (self.points)(position, is_own)?;
                if best.is_none_or(|best| points < best.points) {
                    best = Some(Standing {
                        position,
                        is_own,
                        points,
                    });
                }
            }
            let next = best.map_or_else(|| self.passed(from), Ok)?;
            self.add(&mut value, die, self.restricted(next, throws - 1, allows)?);
        }
        Ok(value)
    }

    /// Computes the parts of a move over several exchanges, in points: like [`parts`](Outlook::parts), which looks at one,
    /// but the moves are forbidden in each of them. `after` is the position after the move.
    ///
    /// # Errors
    ///
    /// The error of [`points`](Outlook::points) if a position cannot be looked up.
    pub fn parts_over(&self, after: Standing, exchanges: u32) -> Result<Parts, E> {
        let throws = 2 * exchanges;
        let unhit = self.restricted(after, throws, &|is_own, it| is_own || !it.hits())?;
        let quiet = self.restricted(after, throws, &|_, it| !it.hits())?;
        let idle = self.restricted(after, throws, &|is_own, it| {
            !(it.hits() || is_own && it.brings_home())
        })?;
        Ok(Parts::between(after.points, [unhit, quiet, idle]))
    }

    /// Subtracts the opponent's value `points`, weighted by the probability of `die`, from `mean`.
    fn add(&self, mean: &mut f64, die: Die, points: f64) {
        *mean -= f64::from(self.rules.chances(die)) / f64::from(self.rules.throws()) * points;
    }

    /// Computes calm play in a position: the player on roll may not hit with this throw.
    ///
    /// # Errors
    ///
    /// The error of [`points`](Outlook::points) if a position cannot be looked up.
    pub fn calm(&self, from: Standing) -> Result<Calm, E> {
        let mut replies = ArrayVec::new();
        if from.position.is_over() {
            let values = [from.points; 2];
            return Ok(Calm { values, replies });
        }
        let mut values = [0.0; 2];
        for die in Die::ALL {
            let next = self.calmest(from, die)?;
            for (mean, next) in values.iter_mut().zip(next) {
                self.add(mean, die, next.points);
            }
            replies.push(next[0]);
        }
        Ok(Calm { values, replies })
    }

    /// Computes the parts of a move, in points. `after` is the position after the move, with the opponent on roll, and
    /// `replies` are its [`Calm::replies`]. `calm_values` returns the [`Calm::values`] of any position.
    ///
    /// # Errors
    ///
    /// The error of [`points`](Outlook::points) if a position cannot be looked up.
    pub fn parts(
        &self,
        after: Standing,
        replies: &[Standing],
        calm_values: impl Fn(Standing) -> Result<[f64; 2], E>,
    ) -> Result<Parts, E> {
        if after.position.is_over() {
            return Ok(Parts::between(after.points, [after.points; 3]));
        }
        let [mut unhit, mut quiet, mut idle] = [0.0; 3];
        for (die, &next) in Die::ALL.into_iter().zip(replies) {
            let [calm, stay] = calm_values(next)?;
            self.add(&mut unhit, die, next.points);
            self.add(&mut quiet, die, calm);
            self.add(&mut idle, die, stay);
        }
        Ok(Parts::between(after.points, [unhit, quiet, idle]))
    }

    /// Returns the dice with which the player on roll has a move for which `is_such` returns `true`; none if the game
    /// is over.
    pub(crate) fn dice_that(
        &self,
        position: Position,
        is_such: fn(Move) -> bool,
    ) -> impl Iterator<Item = Die> {
        let has_one = move |die: &Die| {
            let movers = (self.movers)(position.on_roll(), *die);
            let plays = self.rules.plays_of(position, *die, movers);
            plays.iter().any(|play| is_such(play.action))
        };
        Die::ALL.into_iter().filter(has_one)
    }

    /// Counts the opponent's throws that can hit, and the player's next throws that can bring a man home, after a move
    /// to the position `next`.
    pub(crate) fn counts_after(&self, next: Position) -> ThrowCounts {
        let throws_of = |position: Position, is_such: fn(Move) -> bool| {
            let dice = self.dice_that(position, is_such);
            dice.map(|die| self.rules.chances(die)).sum()
        };
        ThrowCounts {
            hit_by: throws_of(next, Move::hits),
            home_by: throws_of(next.flipped(), Move::brings_home),
            throws: self.rules.throws(),
        }
    }
}
