//! The rules of hypergammon on ranks of men, as they are solved.

use std::mem;

use tourne_graph::Target;

use super::program::{Board, Rules};
use super::{Men, throws};

/// Ranks of the men of the player who moves and of the opponent's. If the first is [`WON`], the second is the end of the
/// game.
type Pair = [u16; 2];

/// In place of a rank: all men are off.
const WON: u16 = u16::MAX;

/// The opponent's men, on points as the player who moves counts them.
#[derive(Default)]
struct Opponent {
    /// Bit *p* is set if several men close point *p*.
    closed: u32,
    /// Bit *p* is set if a single man stands on point *p*.
    single: u32,
    /// The rank after the man on a point is hit.
    hit: [u16; 25],
    /// The end of the game if the player who moves has all men off.
    end: u16,
}

/// What moves lead to.
pub(crate) struct Game<'a> {
    board: &'a Board<Men>,
    /// By die and rank, the moves of all men: the rank after it, and the point on which the man lands, or 0.
    steps: [Vec<Vec<(u16, u8)>>; 6],
    opponents: Vec<Opponent>,
}

pub(super) fn rules(board: &Board<Men>) -> Rules<'_> {
    let game = Game::new(board);
    Rules {
        weights: throws()
            .map(|[greater, less]| 1 + u32::from(greater > less))
            .collect(),
        payoffs: 3,
        blocks: &board.sizes,
        add: Box::new(move |numbers, rows| {
            let mut push = |targets: &[Target]| rows.push(targets.iter().copied());
            game.results(board.positions(numbers), &mut push);
        }),
    }
}

impl Game<'_> {
    pub(crate) fn new(board: &Board<Men>) -> Game<'_> {
        let sides = board.sides.iter();
        let steps_by = |die| sides.clone().map(|&men| steps(board, men, die)).collect();
        Game {
            board,
            steps: [1, 2, 3, 4, 5, 6].map(steps_by),
            opponents: sides.clone().map(|&men| opponent(board, men)).collect(),
        }
    }

    /// Calls `found` with each pair to which one man's move by a die leads.
    #[inline]
    fn step(&self, [own, other]: Pair, die: u8, mut found: impl FnMut(Pair)) {
        if own == WON {
            return;
        }
        let opponent = &self.opponents[usize::from(other)];
        for &(after, point) in &self.steps[usize::from(die) - 1][usize::from(own)] {
            if after == WON {
                found([WON, opponent.end]);
            } else if opponent.single >> point & 1 == 1 {
                found([after, opponent.hit[usize::from(point)]]);
            } else if opponent.closed >> point & 1 == 0 {
                found([after, other]);
            }
        }
    }

    /// Calls `push` for each of the positions and each throw, with all results.
    pub(crate) fn results(
        &self,
        positions: impl Iterator<Item = Pair>,
        push: &mut dyn FnMut(&[Target]),
    ) {
        let mut first: [Vec<Pair>; 6] = Default::default();
        let (mut pairs, mut next, mut targets) = (Vec::new(), Vec::new(), Vec::new());
        let add = |pairs: &mut Vec<Pair>, pair| {
            if !pairs.contains(&pair) {
                pairs.push(pair);
            }
        };
        for start in positions {
            for (die, first) in (1..).zip(&mut first) {
                first.clear();
                self.step(start, die, |pair| first.push(pair));
            }
            for [greater, less] in throws() {
                let [by_greater, by_less] = [greater, less].map(|die| &first[usize::from(die) - 1]);
                pairs.clear();
                for (first, die) in [(by_greater, less), (by_less, greater)] {
                    for &pair in first {
                        self.step(pair, die, |pair| add(&mut pairs, pair));
                    }
                }
                // The third and the fourth of equal dice.
                for _ in 0..if greater == less { 2 } else { 0 } {
                    next.clear();
                    for &pair in &pairs {
                        self.step(pair, less, |pair| add(&mut next, pair));
                    }
                    if !next.is_empty() {
                        mem::swap(&mut pairs, &mut next);
                    }
                }
                for fewer in [&by_greater[..], by_less, &[start]] {
                    if pairs.is_empty() {
                        pairs.extend(fewer);
                    }
                }
                targets.clear();
                targets.extend(pairs.iter().map(|&[own, other]| match own {
                    WON => Target::End(other),
                    _ => Target::State(self.board.number(other, own)),
                }));
                push(&targets);
            }
        }
    }
}

fn opponent(board: &Board<Men>, men: Men) -> Opponent {
    let mut opponent = Opponent {
        end: match men {
            _ if men[usize::from(board.men) - 1] == 0 => 0,
            [..19, ..] => 1,
            _ => 2,
        },
        ..Opponent::default()
    };
    for (man, point) in men.into_iter().enumerate() {
        if (1..25).contains(&point) {
            let facing = 25 - point;
            opponent.closed |= opponent.single & 1 << facing;
            opponent.single |= 1 << facing;
            opponent.hit[usize::from(facing)] = moved(board, men, man, 25);
        }
    }
    opponent.single &= !opponent.closed;
    opponent
}

/// Returns the moves of all men with a die, as if there were no opponent.
fn steps(board: &Board<Men>, men: Men, die: u8) -> Vec<(u16, u8)> {
    let mut steps = Vec::new();
    for (man, point) in men.into_iter().enumerate() {
        let is_alike = man > 0 && men[man - 1] == point;
        let waits = men[0] == 25 && point < 25;
        let is_early = point <= die && (men[0] > 6 || point < die && men[0] > point);
        if point > 0 && !is_alike && !waits && !is_early {
            let to = point.saturating_sub(die);
            steps.push((moved(board, men, man, to), to));
        }
    }
    steps
}

/// Returns the rank after a man has moved.
fn moved(board: &Board<Men>, mut men: Men, man: usize, to: u8) -> u16 {
    men[man] = to;
    men.sort_unstable_by(|one, next| next.cmp(one));
    if men[0] == 0 { WON } else { board.rank(men) }
}
