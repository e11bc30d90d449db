//! The legal positions of a rule set and their moves, laid out once by the literal rules.

use std::ops::Range;

use arrayvec::ArrayVec;
use rayon::prelude::*;

use super::literal::{
    LiteralMove, State, Switches, after_pass, chances, legal_moves, legal_setups, lost_setups,
    man_that_moves,
};
use crate::game::{Die, Rules};

/// Every legal position of a rule set, in canonical order, with its legal moves: all that
/// [`check`](super::check) uses of the game. It follows from the literal rules alone and can serve for any
/// number of certificates of the same rules.
#[derive(Clone, Debug)]
pub struct Layout {
    rules: Rules,
    states: Vec<State>,
    /// Number of legal positions in which the game is over.
    over: usize,
    /// Number of throws in which each die is played.
    chances: [i128; 6],
    total: i128,
    options: Vec<Choice>,
    /// Index at which the options of each position and die begin; one more at the end.
    begins: Vec<u32>,
}

/// A legal move with a die, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    /// The man that moves, of men in the same place the first: 0 to 2 in the order of the notation.
    /// `None` if the turn passes.
    pub(super) man: Option<u8>,
    pub(super) next: Next,
}

/// Destination of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// To the position of this number.
    Position(u32),
    /// To the end of this number, with these points to the mover.
    Won { end: u32, points: u8 },
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
    pub fn new(rules: Rules) -> Layout {
        let switches = Switches::from(rules);
        let states = legal_setups(switches);
        let ends = lost_setups(switches);
        let options: Vec<[ArrayVec<Choice, 3>; 6]> = states
            .par_iter()
            .map(|state| Die::ALL.map(|die| choices(switches, &states, &ends, state, die)))
            .collect();
        let mut begins = vec![0];
        let mut count = 0;
        for choices in options.iter().flatten() {
            count += choices.len() as u32;
            begins.push(count);
        }
        let chances = Die::ALL.map(|die| i128::from(chances(switches, die.number())));
        Layout {
            rules,
            over: ends.len(),
            chances,
            total: chances.iter().sum(),
            options: options.into_iter().flatten().flatten().collect(),
            begins,
            states,
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
        self.states.len()
    }

    /// Number of legal positions in which the game is over.
    pub(super) fn over(&self) -> usize {
        self.over
    }

    /// The position of that number, if there is one.
    pub(super) fn state(&self, number: usize) -> Option<&State> {
        self.states.get(number)
    }

    /// The dice, each with the number of throws in which it is played.
    pub(super) fn dice(&self) -> impl Iterator<Item = (Die, i128)> {
        Die::ALL.into_iter().zip(self.chances)
    }

    /// The number of all throws.
    pub(super) fn total(&self) -> i128 {
        self.total
    }

    /// Options in that position with that die: the legal moves, or a pass.
    pub(super) fn options(&self, number: usize, die: Die) -> &[Choice] {
        let at = Die::ALL.len() * number + die.index();
        let Range { start, end } = self.begins[at]..self.begins[at + 1];
        &self.options[start as usize..end as usize]
    }
}

/// The legal moves, or a pass.
fn choices(
    switches: Switches,
    states: &[State],
    ends: &[State],
    state: &State,
    die: Die,
) -> ArrayVec<Choice, 3> {
    let number = |all: &[State], state: &State| {
        all.binary_search(state)
            .expect("a legal move leaves a legal position") as u32
    };
    let moves = legal_moves(switches, state, die.number());
    if moves.is_empty() {
        let next = Next::Position(number(states, &after_pass(state)));
        return ArrayVec::from_iter([Choice { man: None, next }]);
    }
    let choice = |play: &LiteralMove| {
        let moving = man_that_moves(state.own, play.from);
        let man = state.own.iter().position(|&man| man == moving);
        Choice {
            man: man.map(|man| man as u8),
            next: match play.won {
                None => Next::Position(number(states, &play.after)),
                Some(points) => Next::Won {
                    end: number(ends, &play.after),
                    points: points as u8,
                },
            },
        }
    };
    moves.iter().map(choice).collect()
}
