//! Numbers of the positions of a game: dense, and in the order in which they are solved.
//!
//! The men of one player, a *side*, are ranked: sides nearer to the end of the game come first, those with more men off before
//! all. The *leader* of a position is the player whose side has the smaller rank. The order is that of:
//!
//! 1. *Blocks*, which are the pairs of numbers of men off: more in all come earlier; with the same sum, more of the leader.
//! 2. The leader's rank, and then the other's.
//! 3. A position with the leader on roll comes just before that with the other player on roll.
//!
//! So a move that sends no man back leads to an earlier position. That and the third rule halve the number of sweeps.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::Side;

/// All positions that are not over, in games with some number of men a player.
pub(crate) struct Board<S> {
    /// Number of men of each player.
    pub(crate) men: u8,
    /// By rank.
    pub(crate) sides: Vec<S>,
    /// Rank by code.
    ranks: Vec<u16>,
    /// By rank: the number of men that are not off, less 1. Sides with the same number are a *group*.
    groups: Vec<u8>,
    /// By rank: for each side, the number of sides of smaller rank than its that can face this one.
    before: Vec<Arc<[u16]>>,
    /// The positions of a leader and a group of the other's sides: number of the first, leader, and group.
    rows: Vec<(u32, u16, u8)>,
    /// By leader and group: number of the first position, less what `before` adds to it.
    bases: Vec<u32>,
    /// Number of positions of each block.
    pub(crate) sizes: Vec<usize>,
}

impl<S: Side> Board<S> {
    pub(crate) fn new(men: u8) -> Board<S> {
        let mut sides = S::all(men);
        sides.sort_by_key(|side| (men - side.off(men), side.order()));
        let last = sides.iter().map(|side| side.code()).max().unwrap_or(0);
        let (mut ranks, mut known) = (vec![0; last + 1], HashMap::new());
        let mut before = Vec::new();
        for (rank, &side) in (0..).zip(&sides) {
            ranks[side.code()] = rank;
            let counts = known.entry(side.taken()).or_insert_with(|| {
                let mut count = 0;
                let counts = sides.iter().map(|&other| {
                    count += u16::from(can_face(side, other));
                    count - u16::from(can_face(side, other))
                });
                counts.collect()
            });
            before.push(Arc::clone(counts));
        }
        let mut board = Board {
            men,
            groups: sides.iter().map(|side| men - 1 - side.off(men)).collect(),
            bases: vec![0; sides.len() * usize::from(men)],
            sides,
            ranks,
            before,
            rows: Vec::new(),
            sizes: Vec::new(),
        };
        board.number_all();
        board
    }

    fn number_all(&mut self) {
        let leaders = (0..).zip(&self.groups);
        let men = self.men;
        let rows = leaders.flat_map(|(leader, &own)| (own..men).map(move |other| (leader, other)));
        let mut rows: Vec<(u16, u8)> = rows.collect();
        let block = |leader: u16, other| {
            let own = self.groups[usize::from(leader)];
            (own + other, own)
        };
        rows.sort_by_key(|&(leader, other)| (block(leader, other), leader));
        let mut next = 0;
        for rows in rows.chunk_by(|one, next| block(one.0, one.1) == block(next.0, next.1)) {
            let start = next;
            for &(leader, group) in rows {
                let row = (next, leader, group);
                let (first, at) = (self.others(row).start, usize::from(leader));
                let is_alone = first == leader && can_face(self.sides[at], self.sides[at]);
                let before =
                    2 * u32::from(self.before[at][usize::from(first)]) + u32::from(is_alone);
                self.bases[at * usize::from(men) + usize::from(group)] = next.wrapping_sub(before);
                next += self.pairs(row).count() as u32;
                self.rows.push(row);
            }
            self.sizes.push((next - start) as usize);
        }
    }

    /// Returns the sides of a row's group that do not come before the leader.
    fn others(&self, (_, leader, group): (u32, u16, u8)) -> Range<u16> {
        let [first, end] = [group, group + 1]
            .map(|group| self.groups.partition_point(|&each| each < group) as u16);
        first.max(leader)..end
    }

    /// Iterates over the positions of a row, as ranks of the player on roll and of the other.
    fn pairs(&self, row: (u32, u16, u8)) -> impl Iterator<Item = [u16; 2]> {
        let (_, leader, _) = row;
        let side = self.sides[usize::from(leader)];
        let others = self.others(row);
        let others = others.filter(move |&other| can_face(side, self.sides[usize::from(other)]));
        others.flat_map(move |other| {
            let both = [[leader, other], [other, leader]].into_iter();
            both.take(if leader == other { 1 } else { 2 })
        })
    }

    /// Returns the number of positions that are not over.
    pub(crate) fn count(&self) -> usize {
        self.sizes.iter().sum()
    }

    pub(crate) fn rank(&self, side: S) -> u16 {
        self.ranks[side.code()]
    }

    /// Returns the number of a position: by the rank of the player on roll and of the other.
    #[inline]
    pub(crate) fn number(&self, own: u16, other: u16) -> u32 {
        let (leader, last) = (usize::from(own.min(other)), usize::from(own.max(other)));
        let base = self.bases[leader * usize::from(self.men) + usize::from(self.groups[last])];
        base.wrapping_add(2 * u32::from(self.before[leader][last]) + u32::from(own >= other))
    }

    /// Iterates over the positions with these numbers, as ranks of the player on roll and of the other.
    pub(crate) fn positions(&self, numbers: Range<u32>) -> impl Iterator<Item = [u16; 2]> {
        let at = self.rows.partition_point(|row| row.0 <= numbers.start) - 1;
        let rows = self.rows[at..].iter();
        let pairs = rows.flat_map(|&row| self.pairs(row));
        let skipped = numbers.start - self.rows[at].0;
        pairs.skip(skipped as usize).take(numbers.len())
    }

    /// Returns the sides of the player on roll and of the other in a position.
    pub(crate) fn position(&self, number: u32) -> [S; 2] {
        let found = self.positions(number..number + 1).next();
        let ranks = found.expect("a position has this number");
        ranks.map(|rank| self.sides[usize::from(rank)])
    }

    /// Returns the number of the position in which the game begins.
    pub(crate) fn start(&self) -> u32 {
        let start = self.rank(S::start(self.men));
        self.number(start, start)
    }

    /// Returns a position as text.
    pub(crate) fn text(&self, number: u32) -> String {
        let texts = self.position(number).map(|side| side.text(self.men));
        texts.join("/")
    }
}

/// Whether the men of the players share no point.
fn can_face<S: Side>(side: S, other: S) -> bool {
    side.taken()[1] & other.taken()[0] == 0
}
