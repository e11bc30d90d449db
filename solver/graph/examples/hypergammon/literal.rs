//! The rules of hypergammon a second time, sentence by sentence. Shares no code with `game.rs`; the numbers of the positions
//! are all that it takes from elsewhere, and it checks each of them.

use std::collections::BTreeSet;

use tourne_graph::Target;

use super::Men;
use super::program::{Board, Rules};

/// Where a man waits that was hit.
const BAR: u8 = 25;

/// Men of the player who moves, and of the opponent, each counted from its own side.
type Table = [Men; 2];

/// Calls `found` with the table after each legal move of one man by the number of a die.
fn step([own, other]: Table, die: u8, found: &mut dyn FnMut(Table)) {
    for man in own.into_iter().filter(|&man| man > 0) {
        // While a man is on the bar, no other moves.
        let may_move = man == BAR || !own.contains(&BAR);
        if may_move && man > die {
            let point = man - die;
            let moved = replaced(own, man, point);
            match other
                .map(|man| u8::from(man == 25 - point))
                .iter()
                .sum::<u8>()
            {
                0 => found([moved, other]),
                // A single man is hit.
                1 => found([moved, replaced(other, 25 - point, BAR)]),
                // A point with two men or more is closed.
                _ => {}
            }
        } else if may_move {
            // Men are borne off when all are home, on the points 1 to 6, or off already.
            let all_home = own.iter().all(|&each| each <= 6);
            // A number greater than needed bears off a man if no man is on a higher point.
            if all_home && (man == die || own.iter().all(|&each| each <= man)) {
                found([replaced(own, man, 0), other]);
            }
        }
    }
}

/// Moves a man. The order of men has no meaning: it is descending.
fn replaced(mut men: Men, from: u8, to: u8) -> Men {
    if let Some(man) = men.iter_mut().find(|man| **man == from) {
        *man = to;
    }
    men.sort_unstable_by(|one, next| next.cmp(one));
    men
}

/// Plays numbers in this order until none is left, or the next cannot be played. Calls `found` with how many were played.
fn play(table: Table, numbers: &[u8], played: usize, found: &mut dyn FnMut(usize, Table)) {
    let mut is_stuck = true;
    if let [number, rest @ ..] = numbers {
        step(table, *number, &mut |after| {
            is_stuck = false;
            play(after, rest, played + 1, found);
        });
    }
    if is_stuck {
        found(played, table);
    }
}

/// Returns what the player who moved has won, if all of that player's men are off.
fn points(men: u8, [own, other]: Table) -> Option<u16> {
    if own != [0; 3] {
        return None;
    }
    let other = &other[..usize::from(men)];
    // The winner's home is points 19 to 24 of the loser.
    let is_behind = other.iter().any(|&man| man == BAR || man >= 19);
    Some(match other.contains(&0) {
        true => 1,
        // A gammon: no man of the loser is off.
        false if !is_behind => 2,
        // A backgammon: and one is on the bar or in the winner's home.
        false => 3,
    })
}

/// Returns the results of all legal ways to play a throw.
pub(crate) fn targets(board: &Board<Men>, table: Table, [greater, less]: [u8; 2]) -> Vec<Target> {
    // Either number may be played first. Equal numbers are played four times.
    let orders: &[&[u8]] = if greater == less {
        &[&[greater; 4]]
    } else {
        &[&[greater, less], &[less, greater]]
    };
    let (mut most, mut tables) = ((0, 0), BTreeSet::new());
    for numbers in orders {
        play(table, numbers, 0, &mut |played, after| {
            // As many numbers as possible must be played; if only one, the greater if possible.
            let rank = (played, if played == 1 { numbers[0] } else { 0 });
            if rank > most {
                tables.clear();
                most = rank;
            }
            if rank == most {
                tables.insert(after);
            }
        });
    }
    let mut targets = Vec::new();
    for after in tables {
        let target = match points(board.men, after) {
            Some(points) => Target::End(points - 1),
            None => Target::State(number(board, [after[1], after[0]])),
        };
        if !targets.contains(&target) {
            targets.push(target);
        }
    }
    targets
}

/// Returns the number of a position, with the first player on roll.
fn number(board: &Board<Men>, table: Table) -> u32 {
    let [own, other] = table.map(|men| board.rank(men));
    board.number(own, other)
}

/// Returns the rules; they panic if a position has no number of its own, is not legal, or is over. If there are as many
/// numbers as positions, and none panics, each position has a number.
pub(super) fn rules(board: &Board<Men>) -> Rules<'_> {
    // Of the 36 ways in which two dice fall, one shows a number twice, and two show different numbers.
    let throws = || (1..=6).flat_map(|one| (1..=one).map(move |next| [one, next]));
    let weights = throws().map(|[one, next]| if one == next { 1 } else { 2 });
    Rules {
        weights: weights.collect(),
        payoffs: 3,
        blocks: &board.sizes,
        add: Box::new(move |numbers, rows| {
            for (place, ranks) in numbers.clone().zip(board.positions(numbers)) {
                let table = ranks.map(|rank| board.sides[usize::from(rank)]);
                let [own, other] = table;
                let meet = (1..25).any(|man| own.contains(&man) && other.contains(&(25 - man)));
                let is_over = table.contains(&[0; 3]);
                assert!(
                    !meet && !is_over && number(board, table) == place,
                    "{table:?}"
                );
                throws().for_each(|throw| rows.push(targets(board, table, throw)));
            }
        }),
    }
}
