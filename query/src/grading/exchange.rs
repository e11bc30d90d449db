//! Value of a move in parts: gains and losses in the next exchange, and everything after it. The *next exchange* is one
//! throw of the opponent and one throw of the player.
//!
//! Each gain or loss is the change of the value when some kind of move is forbidden in the next exchange, but not
//! later. A side that may not hit plays the best move without a hit, and passes if there is none.

use arrayvec::ArrayVec;
use serde::Serialize;
use tourne_solver::{Die, MOST_MOVES, Rules, Unit};

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
    /// Returns the value of the move: `itself + home + aim - exposure`.
    pub fn sum(self) -> f64 {
        self.itself + self.home + self.aim - self.exposure
    }

    /// Returns the parts of this move minus the parts of another move. If this move is best, the differences say why
    /// the other move loses, and their [sum](Parts::sum) is the loss of the other move.
    #[must_use]
    pub fn less(self, other: Parts) -> Parts {
        Parts {
            itself: self.itself - other.itself,
            home: self.home - other.home,
            aim: self.aim - other.aim,
            exposure: self.exposure - other.exposure,
        }
    }

    /// Converts parts from points to this unit.
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

/// Legal move, reduced to the facts from which [`Parts`] are computed.
#[derive(Clone, Copy, Debug)]
pub struct Branch<N> {
    /// Node after the move, with the opponent on roll.
    pub next: N,
    /// `true` if the move hits.
    pub hits: bool,
    /// `true` if the move brings a man home.
    pub homes: bool,
}

/// Legal moves of a position and die, at most one for each man.
pub type Branches<N> = ArrayVec<Branch<N>, MOST_MOVES>;

/// Game for which the value of a move can be split into [`Parts`]. A node is a position with a player on roll, or an
/// end of the game.
pub trait Course {
    /// Position with a player on roll, or an end of the game.
    type Node: Copy;
    /// Error when looking up a node.
    type Error;

    /// Returns the rule set under which the game is played.
    fn rules(&self) -> Rules;

    /// Returns whether the game is over at a node.
    fn is_over(&self, node: Self::Node) -> bool;

    /// Returns the value of a node to the player on roll, in points.
    fn value(&self, node: Self::Node) -> f64;

    /// Returns the legal moves at a node with a die; a pass counts as a move.
    ///
    /// # Errors
    ///
    /// [`Course::Error`] if a node cannot be looked up.
    fn steps(&self, node: Self::Node, die: Die) -> Result<Branches<Self::Node>, Self::Error>;

    /// Returns the node of the same position with the other player on roll.
    ///
    /// # Errors
    ///
    /// [`Course::Error`] if a node cannot be looked up.
    fn passed(&self, node: Self::Node) -> Result<Self::Node, Self::Error>;
}

/// Finds the node after the best move that does not hit, and the node after the best move that neither hits nor brings
/// a man home. If there is no such move, the player passes. Of several such moves with equal values, the move of the
/// rearmost man is taken.
fn calmest<C: Course>(course: &C, node: C::Node, die: Die) -> Result<[C::Node; 2], C::Error> {
    let mut best: [Option<C::Node>; 2] = [None; 2];
    for step in course.steps(node, die)? {
        let is_better = |best: Option<C::Node>| {
            best.is_none_or(|best| course.value(step.next) < course.value(best))
        };
        let [calm, idle] = best.map(is_better);
        if !step.hits && calm {
            best[0] = Some(step.next);
        }
        if !step.hits && !step.homes && idle {
            best[1] = Some(step.next);
        }
    }
    let or_pass = |best: Option<C::Node>| best.map_or_else(|| course.passed(node), Ok);
    Ok([or_pass(best[0])?, or_pass(best[1])?])
}

/// Calm play: values and replies of a player on roll who may not hit with this throw.
#[derive(Clone, Debug)]
pub struct Calm<N> {
    /// Values to the player on roll, in points. For index 0, the player may not hit; for index 1, the player may
    /// neither hit nor bring a man home.
    pub values: [f64; 2],
    /// Node after the best move without a hit, for each die; empty if the game is over.
    pub replies: ArrayVec<N, 6>,
}

/// Subtracts the opponent's `value`, weighted by the probability of `die`, from `mean`.
fn add<C: Course>(course: &C, mean: &mut f64, die: Die, value: f64) {
    let rules = course.rules();
    *mean -= f64::from(rules.chances(die)) / f64::from(rules.throws()) * value;
}

/// Computes calm play at a node: the player on roll may not hit with this throw.
///
/// # Errors
///
/// [`Course::Error`] if a node cannot be looked up.
pub fn calm<C: Course>(course: &C, node: C::Node) -> Result<Calm<C::Node>, C::Error> {
    let mut replies = ArrayVec::new();
    if course.is_over(node) {
        let values = [course.value(node); 2];
        return Ok(Calm { values, replies });
    }
    let mut values = [0.0; 2];
    for die in Die::ALL {
        let next = calmest(course, node, die)?;
        for (mean, next) in values.iter_mut().zip(next) {
            add(course, mean, die, course.value(next));
        }
        replies.push(next[0]);
    }
    Ok(Calm { values, replies })
}

/// Computes the parts of a move that leads to the node `after`, in points. `replies` are the [`Calm::replies`] at that
/// node, and `calm_values` returns the [`Calm::values`] of any node.
///
/// # Errors
///
/// [`Course::Error`] if a node cannot be looked up.
pub fn parts<C: Course>(
    course: &C,
    after: C::Node,
    replies: &[C::Node],
    calm_values: impl Fn(C::Node) -> Result<[f64; 2], C::Error>,
) -> Result<Parts, C::Error> {
    let value = course.value(after);
    if course.is_over(after) {
        return Ok(Parts {
            itself: -value,
            home: 0.0,
            aim: 0.0,
            exposure: 0.0,
        });
    }
    // Values to the opponent, with restrictions in the next exchange. For `unhit`, the opponent may not hit. For
    // `quiet`, neither side may hit. For `idle`, neither side may hit and the player may bring no man home.
    let [mut unhit, mut quiet, mut idle] = [0.0; 3];
    for (die, &next) in Die::ALL.into_iter().zip(replies) {
        let [calm, stay] = calm_values(next)?;
        add(course, &mut unhit, die, course.value(next));
        add(course, &mut quiet, die, calm);
        add(course, &mut idle, die, stay);
    }
    Ok(Parts {
        itself: -idle,
        home: idle - quiet,
        aim: quiet - unhit,
        exposure: value - unhit,
    })
}
