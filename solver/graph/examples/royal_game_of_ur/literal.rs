//! The rules a second time, literally: pieces on lists of squares. Shares no code with `game.rs`; the numbers of the
//! positions are all that it takes from elsewhere, and it checks each of them.

use arrayvec::ArrayVec;
use tourne_graph::{Frame, Game, Rows, Target};

use super::numbering::{Numbering, Position, Side};

/// One player's pieces. Those that are neither here nor home wait to enter.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Player {
    home: usize,
    /// Squares of the pieces on the board, in any order.
    squares: ArrayVec<u8, 7>,
}

impl Player {
    fn of(side: Side) -> Player {
        Player {
            home: usize::from(side.home),
            squares: (1..=14)
                .filter(|&square| side.squares & 1 << square != 0)
                .collect(),
        }
    }

    fn side(&self) -> Side {
        Side {
            home: self.home as u8,
            squares: self.squares.iter().map(|&square| 1 << square).sum(),
        }
    }

    fn is_on(&self, square: u8) -> bool {
        self.squares.contains(&square)
    }

    fn take_up(&mut self, square: u8) {
        self.squares.retain(|other| *other != square);
    }
}

/// The game with 1 to 7 pieces a player, by the literal rules.
pub(super) struct Literal<'a> {
    pub(super) numbering: &'a Numbering,
}

impl Literal<'_> {
    fn pieces(&self) -> usize {
        usize::from(self.numbering.pieces())
    }

    /// Returns the destinations of all legal moves: of a waiting piece first, then of the pieces on the board, the last
    /// one first.
    pub(super) fn targets(&self, position: Position, throw: u8) -> ArrayVec<Target, 7> {
        let own = Player::of(position.own);
        let other = Player::of(position.other);
        let mut targets = ArrayVec::new();
        if throw > 0 {
            if own.home + own.squares.len() < self.pieces() {
                targets.extend(self.enter(&own, &other, throw));
            }
            for &square in &own.squares {
                targets.extend(self.advance(&own, &other, square, throw));
            }
        }
        if targets.is_empty() {
            targets.push(Target::State(self.number(&other, &own)));
        }
        targets
    }

    /// Returns the destination of entering a piece, if that is legal.
    fn enter(&self, own: &Player, other: &Player, throw: u8) -> Option<Target> {
        // Four dice reach square 4 at most, so there is no enemy.
        (!own.is_on(throw)).then(|| self.land(own.clone(), other, throw))
    }

    /// Returns the destination of moving the piece on a square, if that is legal.
    fn advance(&self, own: &Player, other: &Player, square: u8, throw: u8) -> Option<Target> {
        let to = square + throw;
        let mut own = own.clone();
        let mut other = other.clone();
        own.take_up(square);
        match to {
            // Off the board, by exact count.
            15 => {
                own.home += 1;
                let has_won = own.home == self.pieces();
                return Some(if has_won {
                    Target::End(0)
                } else {
                    Target::State(self.number(&other, &own))
                });
            }
            16.. => return None,
            _ if own.is_on(to) => return None,
            // An enemy on the shared rosette is safe.
            8 if other.is_on(8) => return None,
            5..=12 => other.take_up(to),
            _ => {}
        }
        Some(self.land(own, &other, to))
    }

    /// Returns the destination after a piece has landed on a free square.
    fn land(&self, mut own: Player, other: &Player, to: u8) -> Target {
        own.squares.push(to);
        match to {
            4 | 8 | 14 => Target::Again(self.number(&own, other)),
            _ => Target::State(self.number(other, &own)),
        }
    }

    /// Returns the number of the position in which the first player is on roll.
    fn number(&self, on_roll: &Player, waits: &Player) -> u32 {
        self.numbering.number(Position {
            own: on_roll.side(),
            other: waits.side(),
        })
    }

    /// Panics if this is not the number of the position, or if the position is not legal, or over. If there are as many
    /// numbers as positions, and none panics, each position has a number of its own.
    fn check(&self, number: u32, position: Position) {
        let own = Player::of(position.own);
        let other = Player::of(position.other);
        assert_eq!(
            self.number(&own, &other),
            number,
            "{position:?} has two numbers"
        );
        let both_fit = [&own, &other]
            .iter()
            .all(|player| player.home + player.squares.len() <= self.pieces());
        let is_over = own.home == self.pieces() || other.home == self.pieces();
        let meet = (5..=12).any(|square| own.is_on(square) && other.is_on(square));
        assert!(
            both_fit && !is_over && !meet,
            "{position:?} with the number {number} is not legal"
        );
        assert_eq!(
            (own.side(), other.side()),
            (position.own, position.other),
            "there are 14 squares"
        );
    }
}

impl Game for Literal<'_> {
    fn frame(&self) -> Frame {
        Frame {
            // Of the 16 ways in which four coins fall, the number with 0, 1, 2, 3 and 4 heads.
            weights: vec![1, 4, 6, 4, 1],
            payoffs: vec![1.0],
            blocks: self
                .numbering
                .blocks()
                .map(|numbers| numbers.len())
                .collect(),
        }
    }

    fn moves(&self, block: usize) -> Rows {
        self.numbering.rows(block, |number, position, rows| {
            self.check(number, position);
            for throw in 0..=4 {
                rows.push(self.targets(position, throw));
            }
        })
    }
}
