//! The legal positions of a rule set and their moves, laid out once by the literal rules.
//!
//! The literal rules are asked side by side, not position by position. A move has two parts, and each of them
//! depends on one side: [`legal_steps`] is told the men of the mover and the die, [`side_after_arrival`] the men of the
//! opponent and the point arrived at, and neither anything else. So what they say of each of a few hundred sides is
//! all that they can say. A position is a pair of sides, and a move leads from a pair to a pair.

use arrayvec::ArrayVec;

use super::literal::{
    Man, State, Switches, chances, legal_setups, legal_sides, legal_steps, lost_setups, points_won,
    side_after_arrival,
};
use crate::game::{Die, Rules};

/// Every legal position of a rule set, in canonical order, and the legal moves: all that
/// [`check`](super::check) uses of the game. It follows from the literal rules alone and can serve for any
/// number of certificates of the same rules.
#[derive(Clone, Debug)]
pub struct Layout {
    rules: Rules,
    /// Number of throws in which each die is played.
    chances: [i128; 6],
    total: i128,
    /// Every legal side, in order.
    sides: Vec<Side>,
    /// The sides of each legal position, by their numbers: that on roll, then its opponent's.
    positions: Vec<[usize; 2]>,
    /// Number of legal positions in which the game is over.
    over: usize,
    /// For each pair of sides the number of the position, or of the end if the game is over; `None` if it is
    /// neither.
    numbers: Vec<Option<u32>>,
}

/// A side, and what the literal rules say of it.
#[derive(Clone, Debug)]
struct Side {
    men: [Man; 3],
    /// For each die what it can play.
    steps: [ArrayVec<Step, 3>; 6],
    /// For each point from 0 to 12 the number of the side after an enemy man has arrived there.
    after_arrival: [usize; 13],
}

/// The part of a legal move that its own side plays.
#[derive(Clone, Copy, Debug)]
struct Step {
    man: u8,
    to: u8,
    /// Number of the side after the move.
    side: usize,
}

/// A legal move with a die, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The man that moves, of men in the same place the first: 0 to 2 in the order of the notation.
    /// `None` if the turn passes.
    pub man: Option<u8>,
    /// Destination of the move.
    pub next: Next,
}

/// Destination of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// To the position of this number.
    Position(u32),
    /// To the end of this number, with these points to the mover.
    Won {
        /// The number of the end.
        end: u32,
        /// The points, 1 or 2.
        points: u8,
    },
}

impl Layout {
    /// Lays out the game of these rules.
    ///
    /// ```
    /// use tourne_solver::{verify::Layout, game::Rules};
    ///
    /// assert_eq!(Layout::new(Rules::STANDARD).positions(), 52_347);
    /// ```
    #[must_use]
    #[expect(
        clippy::missing_panics_doc,
        reason = "no literal rule lets a move or a hit leave a side that is not legal"
    )]
    pub fn new(rules: Rules) -> Layout {
        let switches = Switches::from(rules);
        let sides = legal_sides(switches);
        let number = |men: [Man; 3]| {
            sides
                .binary_search(&men)
                .expect("a legal move leaves legal sides")
        };
        let pair = |state: &State| [number(state.own), number(state.opp)];
        let positions: Vec<[usize; 2]> = legal_setups(switches).iter().map(pair).collect();
        let ends: Vec<[usize; 2]> = lost_setups(switches).iter().map(pair).collect();
        let mut numbers = vec![None; sides.len() * sides.len()];
        for pairs in [&positions, &ends] {
            for (number, &[own, opp]) in (0..).zip(pairs) {
                numbers[own * sides.len() + opp] = Some(number);
            }
        }

        let step = |step: super::literal::Step| Step {
            man: step.man as u8,
            to: step.to,
            side: number(step.side),
        };
        let side = |&men: &[Man; 3]| Side {
            men,
            steps: Die::ALL.map(|die| {
                let steps = legal_steps(switches, men, die.number());
                steps.into_iter().map(step).collect()
            }),
            after_arrival: std::array::from_fn(|point| {
                number(side_after_arrival(switches, men, point as u8))
            }),
        };
        let chances = Die::ALL.map(|die| i128::from(chances(switches, die.number())));
        Layout {
            rules,
            chances,
            total: chances.iter().sum(),
            sides: sides.iter().map(side).collect(),
            positions,
            over: ends.len(),
            numbers,
        }
    }

    /// The rules that are laid out.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Number of legal positions in which a player is on roll.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// Number of legal positions in which the game is over.
    pub(super) fn over(&self) -> usize {
        self.over
    }

    /// The position of that number, if there is one.
    #[must_use]
    pub fn state(&self, number: usize) -> Option<State> {
        let &[own, opp] = self.positions.get(number)?;
        Some(State {
            own: self.sides[own].men,
            opp: self.sides[opp].men,
        })
    }

    /// The dice, each with the number of throws in which it is played.
    pub(super) fn dice(&self) -> impl Iterator<Item = (Die, i128)> {
        Die::ALL.into_iter().zip(self.chances)
    }

    /// The number of all throws.
    pub(super) fn total(&self) -> i128 {
        self.total
    }

    /// Options in the position of that number with that die: the legal moves, by their origins, or a pass.
    ///
    /// # Panics
    ///
    /// If there is no position of that number.
    #[must_use]
    pub fn options(&self, number: usize, die: Die) -> ArrayVec<Choice, 3> {
        let [own, opp] = self.positions[number];
        let steps = &self.sides[own].steps[die.index()];
        if steps.is_empty() {
            let next = Next::Position(self.number(opp, own));
            return ArrayVec::from_iter([Choice { man: None, next }]);
        }
        let choice = |step: &Step| {
            let left = self.sides[opp].after_arrival[usize::from(step.to)];
            let next = self.number(left, step.side);
            let [moved, left] = [step.side, left].map(|side| self.sides[side].men);
            Choice {
                man: Some(step.man),
                next: match points_won(self.rules.into(), moved, left) {
                    None => Next::Position(next),
                    Some(points) => Next::Won {
                        end: next,
                        points: points as u8,
                    },
                },
            }
        };
        steps.iter().map(choice).collect()
    }

    /// The number of the position or end with these sides.
    fn number(&self, own: usize, opp: usize) -> u32 {
        self.numbers[own * self.sides.len() + opp].expect("a legal move leaves a legal position")
    }
}
