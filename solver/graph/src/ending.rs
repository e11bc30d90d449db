//! Whether play ends with probability 1.
//!
//! Play can go on for ever if and only if the players can stay within some set of states: in each of its states, every
//! outcome allows a move to a state of the set. No move leads to a later block, so the set can be looked for in one block
//! after another. Elimination finds the largest set of this kind: it begins with all states of the block, and removes
//! every state that has an outcome whose moves all leave the set, until there is nothing left to remove. The algorithm
//! works on sets, without floating point, so its answers are exact.

use crate::Graph;
use crate::block::Block;

/// Conditions under which play ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// Play ends with probability 1 even if both players do all they can to prolong it.
    #[default]
    Always,
    /// Both players together could prolong play for ever, but it ends with probability 1 if either of them plays only
    /// best moves.
    UnderBestPlay,
}

/// Returns `true` if play ends with probability 1 even if both players do all they can to prolong it. If every outcome
/// has few moves, the running time is proportional to the total number of moves.
pub fn always_ends(graph: &Graph) -> bool {
    let mut blocks = 0..graph.blocks().len();
    !blocks.any(|block| can_go_on(graph.block(block), &[Moves::All]))
}

/// Moves of a block that a player may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moves {
    All,
    Marked,
}

/// Returns `true` if two players can go on for ever within the block. `players` has the moves that each player may make,
/// or a single entry if both may make the same moves.
pub(crate) fn can_go_on(block: &Block, players: &[Moves]) -> bool {
    let (states, outcomes) = (block.states.len(), block.outcomes());
    // A *place* is a state with a player on roll, numbered player by player; a *row* is a place and an outcome.
    let places = states * players.len();
    let mut remains = vec![true; places];
    let rivals = block.first_rivals();
    // Returns the first place that remains and that a move of a place leads to, with an outcome.
    let stays = |remains: &[bool], place: usize, outcome: usize| {
        let player = usize::from(place >= states);
        let moves = block.row(&rivals, place - player * states, outcome);
        let mut there = moves
            .filter(|step| players[player] == Moves::All || step.is_marked())
            .filter_map(|step| {
                let on_roll = if step.is_again() {
                    player
                } else {
                    players.len() - 1 - player
                };
                let state = step.node().wrapping_sub(block.states.start);
                (state < states).then(|| on_roll * states + state)
            });
        there.find(|&there| remains[there])
    };
    // Where states near the end of the game come first, this takes nearly all away, and the lists below take no memory.
    let (mut left, mut before) = (places, usize::MAX);
    while left > 0 && left <= before / 2 {
        before = left;
        for place in (0..states).flat_map(|state| (state..places).step_by(states)) {
            if remains[place] && !(0..outcomes).all(|at| stays(&remains, place, at).is_some()) {
                remains[place] = false;
                left -= 1;
            }
        }
    }
    if left == 0 {
        return false;
    }
    // Each row waits at a place that still remains and to which one of the row's moves leads. The rows that wait at a
    // place form a linked list: `first` has the first row of each place, and `next` the row after each row. When a place
    // is removed, the rows that waited there are `open` again. Rows are counted from 1, and 0 is none. (`Checked` limits
    // the number of rows of a block to what 32 bits can count.)
    let (mut first, mut next) = (vec![0_u32; places], vec![0_u32; places * outcomes]);
    let mut open = Vec::new();
    for seen in 0..next.len() {
        open.push(seen);
        while let Some(row) = open.pop() {
            let place = row / outcomes;
            if !remains[place] {
                continue;
            }
            if let Some(there) = stays(&remains, place, row % outcomes) {
                next[row] = std::mem::replace(&mut first[there], row as u32 + 1);
                continue;
            }
            remains[place] = false;
            let mut waiting = first[place];
            while waiting > 0 {
                let row = waiting as usize - 1;
                open.push(row);
                waiting = next[row];
            }
        }
    }
    remains.contains(&true)
}
