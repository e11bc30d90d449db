//! Tables of the legal positions of a rule set and their moves, made by the literal rules.
//!
//! The literal rules are called once for each side, not for each position. This is enough because a position is a pair
//! of sides, and a move has two effects, each on one side. The effect on the mover's side depends on that side and the
//! die ([`legal_steps`]). The effect on the opponent's side depends on that side and the point of arrival
//! ([`side_after_arrival`]).

use arrayvec::ArrayVec;

use super::literal::{
    Place, State, Step, chances, legal_setups, legal_sides, legal_steps, lost_setups, points_won,
    side_after_arrival,
};
use crate::game::{Die, Rules};

/// All legal positions of a rule set, in canonical order, with their legal moves, by the literal rules. The
/// [`check`](super::check) knows nothing else of the game. A layout can be used for any number of certificates of its
/// rule set.
#[derive(Clone, Debug)]
pub struct Layout {
    rules: Rules,
    /// Number of throws in which each die is played.
    chances: [i128; 6],
    /// Number of equally likely throws, 36 or 6.
    pub(super) total: i128,
    /// Every legal side, in canonical order.
    sides: Vec<LaidOutSide>,
    /// Indices in `sides` of the side on roll and of its opponent, for each legal position.
    positions: Vec<[usize; 2]>,
    /// Number of legal positions in which the game is over.
    pub(super) over: usize,
    /// Number of the position for each pair of sides, or of the end if the game is over; `None` for an illegal pair.
    numbers: Vec<Option<u32>>,
}

/// A side, with its moves and the effect of hits on it, by the literal rules.
#[derive(Clone, Debug)]
struct LaidOutSide {
    men: [Place; 3],
    /// Steps that the side can play with each die, each with the index of the side after it.
    steps: [ArrayVec<(Step, usize), 3>; 6],
    /// For each point from 0 to 12, the index of this side after an enemy man has arrived there.
    after_arrival: [usize; 13],
}

/// A legal move with a die, or a pass, given by numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberedMove {
    /// Index of the man that moves, 0 to 2; the first of several men in the same place. `None` for a pass.
    pub man: Option<u8>,
    /// Position or end to which the move leads.
    pub next: Next,
}

/// Position or end to which a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The position with this number, with the opponent on roll.
    Position(u32),
    /// A game that the mover has won.
    Won {
        /// Number of the finished position, less than [`Counts::over`](crate::solution::Counts::over).
        end: u32,
        /// Points that the mover wins, 1 or 2.
        points: u8,
    },
}

impl Layout {
    /// Finds the legal positions and moves of a rule set by the literal rules.
    ///
    /// ```
    /// use tourne_solver::{verify::Layout, Rules};
    ///
    /// assert_eq!(Layout::new(Rules::STANDARD).positions(), 52_347);
    /// ```
    #[expect(
        clippy::missing_panics_doc,
        reason = "by the literal rules, every move and every hit leads to a legal side"
    )]
    pub fn new(rules: Rules) -> Layout {
        let sides = legal_sides(rules);
        let number = |men: [Place; 3]| {
            sides
                .binary_search(&men)
                .expect("a legal move leaves legal sides")
        };
        let pair = |state: &State| [number(state.own), number(state.opp)];
        let positions: Vec<[usize; 2]> = legal_setups(rules).iter().map(pair).collect();
        let ends: Vec<[usize; 2]> = lost_setups(rules).iter().map(pair).collect();
        let mut numbers = vec![None; sides.len() * sides.len()];
        for pairs in [&positions, &ends] {
            for (number, &[own, opp]) in (0..).zip(pairs) {
                numbers[own * sides.len() + opp] = Some(number);
            }
        }

        let side = |&men: &[Place; 3]| LaidOutSide {
            men,
            steps: Die::ALL.map(|die| {
                let steps = legal_steps(rules, men, die.number());
                let numbered = steps.into_iter().map(|step| (step, number(step.side)));
                numbered.collect()
            }),
            after_arrival: std::array::from_fn(|point| {
                number(side_after_arrival(rules, men, point as u8))
            }),
        };
        let chances = Die::ALL.map(|die| i128::from(chances(rules, die.number())));
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

    /// Returns the rule set of these positions.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the number of legal positions in which the game is not over.
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// Returns the position with this number in canonical order; `None` if the number is too large.
    pub fn state(&self, number: usize) -> Option<State> {
        let &[own, opp] = self.positions.get(number)?;
        Some(State {
            own: self.sides[own].men,
            opp: self.sides[opp].men,
        })
    }

    /// Returns each die, with the number of throws in which it is played.
    pub(super) fn dice(&self) -> impl Iterator<Item = (Die, i128)> {
        Die::ALL.into_iter().zip(self.chances)
    }

    /// Returns the legal moves with a die in the position with this number, rearmost man first, or the pass.
    ///
    /// # Panics
    ///
    /// If the number is not less than [`positions`](Layout::positions).
    pub fn options(&self, number: usize, die: Die) -> ArrayVec<NumberedMove, 3> {
        let [own, opp] = self.positions[number];
        let steps = &self.sides[own].steps[die.index()];
        if steps.is_empty() {
            let next = Next::Position(self.number(opp, own));
            return ArrayVec::from_iter([NumberedMove { man: None, next }]);
        }
        let numbered = |&(step, moved): &(Step, usize)| {
            let left = self.sides[opp].after_arrival[usize::from(step.to)];
            let next = self.number(left, moved);
            let [moved, left] = [moved, left].map(|side| self.sides[side].men);
            NumberedMove {
                man: Some(step.man as u8),
                next: match points_won(self.rules, moved, left) {
                    None => Next::Position(next),
                    Some(points) => Next::Won {
                        end: next,
                        points: points as u8,
                    },
                },
            }
        };
        steps.iter().map(numbered).collect()
    }

    /// Returns the number of the position or end with these sides.
    fn number(&self, own: usize, opp: usize) -> u32 {
        self.numbers[own * self.sides.len() + opp].expect("a legal move leaves a legal position")
    }
}
