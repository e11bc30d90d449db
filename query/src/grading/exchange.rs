//! The value of a move, part by part: what it brings in the next exchange, a throw of each side, and what lies beyond.
//!
//! Each part is measured by forbidding something in the next exchange and leaving everything else as it is. A side that
//! may not hit plays the best of its other moves, and passes if it has none.

use arrayvec::ArrayVec;
use serde::Serialize;
use tourne_solver::{Die, Rules, Unit};

/// The parts of the value of a move, to the player who makes it: `itself + home + aim - exposure` is the value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Parts {
    /// The value if in the next exchange neither side hits, and the player brings no man home.
    pub itself: f64,
    /// What the player gains by men that come home with its next throw.
    pub home: f64,
    /// What the player gains by the hits of its next throw.
    pub aim: f64,
    /// What the opponent gains by the hits of its next throw.
    pub exposure: f64,
}

impl Parts {
    /// The value that the parts make.
    ///
    /// ```
    /// use tourne_query::grading::Parts;
    ///
    /// let parts = Parts { itself: 0.5, home: 0.125, aim: 0.0625, exposure: 0.25 };
    /// assert_eq!(parts.sum(), 0.4375);
    /// ```
    #[must_use]
    pub fn sum(self) -> f64 {
        self.itself + self.home + self.aim - self.exposure
    }

    /// The parts less those of another move. Between a best move and another they are the charges for playing the
    /// other one, and their [sum](Parts::sum) is its loss.
    #[must_use]
    pub fn less(self, other: Parts) -> Parts {
        Parts {
            itself: self.itself - other.itself,
            home: self.home - other.home,
            aim: self.aim - other.aim,
            exposure: self.exposure - other.exposure,
        }
    }

    /// Parts in points, as parts of a value in this unit.
    pub(crate) fn of_points(self, unit: Unit) -> Parts {
        Parts {
            itself: unit.from_points(self.itself),
            home: unit.difference(self.home),
            aim: unit.difference(self.aim),
            exposure: unit.difference(self.exposure),
        }
    }
}

/// A legal move, as the parts see it.
#[derive(Clone, Copy)]
pub(crate) struct Branch<N> {
    /// What it leads to.
    pub(crate) next: N,
    pub(crate) hits: bool,
    /// `true` if it brings a man home.
    pub(crate) homes: bool,
}

/// The legal moves of a position and die.
pub(crate) type Branches<N> = ArrayVec<Branch<N>, 3>;

/// A game whose moves have parts. A node is a position with a player on roll.
pub(crate) trait Course {
    /// A position with a player on roll, or an end.
    type Node: Copy;
    /// Error of a look-up.
    type Error;

    fn rules(&self) -> Rules;

    fn is_over(&self, node: Self::Node) -> bool;

    /// The value to the player on roll, in points.
    fn value(&self, node: Self::Node) -> f64;

    /// The legal moves; a pass is one.
    fn steps(&self, node: Self::Node, die: Die) -> Result<Branches<Self::Node>, Self::Error>;

    /// The same position with the other player on roll.
    fn passed(&self, node: Self::Node) -> Result<Self::Node, Self::Error>;
}

/// Where the best of the moves leads that do not hit, and of those that bring no man home either; of equal ones the
/// rearmost man's.
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

/// What follows if the player on roll may not hit with this throw.
#[derive(Clone, Debug)]
pub(crate) struct Calm<N> {
    /// The values to that player, in points: without hits, and without men that come home either.
    pub(crate) values: [f64; 2],
    /// Where its best move without a hit leads with each die; none if the game is over.
    pub(crate) replies: ArrayVec<N, 6>,
}

/// Adds what follows with a die, which is the opponent's, to a mean over the throws.
fn add<C: Course>(course: &C, mean: &mut f64, die: Die, value: f64) {
    let rules = course.rules();
    *mean -= f64::from(rules.chances(die)) / f64::from(rules.throws()) * value;
}

/// What follows if the player on roll may not hit.
pub(crate) fn calm<C: Course>(course: &C, node: C::Node) -> Result<Calm<C::Node>, C::Error> {
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

/// The parts of a move that leads to a node, in points, from where [calm] replies lead. `calm_values` gives the values of a
/// node if the player on roll there may not hit.
pub(crate) fn parts<C: Course>(
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
    // Values to the opponent: if it does not hit; if the player then does not hit; and brings no man home either.
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
