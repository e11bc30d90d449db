//! Looks up the states and ends that moves lead to, in small tables indexed by the numbers of the sides.
//!
//! The moves of a side depend only on that side. The effect of a hit depends only on the side that is hit. So there are
//! three tables: the moves of each side, each side after each hit, and the state or end of each pair of sides.

use crate::game::{ARRIVALS, Die, Index, PlayTable, Position, Rules, Side};
use tourne_graph::{Rows, Target};

/// The moves of a rule set. Sides have the same numbers as in the [`Index`] of the rule set; the side with all men
/// home, which is not in the index, has the number after the last.
pub(super) struct Links {
    sides: usize,
    /// Moves of each side, by the side's number.
    moves: Vec<SideMoves>,
    /// For each side and each point where an enemy man can arrive, the side after the arrival. Only a hit changes the
    /// side.
    after_hit: Vec<[u16; ARRIVALS]>,
    /// State or end for each pair of a side on roll and an opponent. A pair that is not legal has an arbitrary state.
    targets: Vec<Target>,
}

/// The moves of a side with each of the six dice.
struct SideMoves {
    /// Number of moves with each die.
    counts: [u8; 6],
    /// The moves with a 1, then those with a 2, and so on.
    steps: Vec<Link>,
}

/// The effect of a move on the mover's side.
#[derive(Clone, Copy)]
struct Link {
    /// Number of the side after the move.
    side: u16,
    /// The point of arrival, 1 to 11, if a man can be hit there, otherwise 0.
    arrival: u8,
}

impl Links {
    /// Makes the tables of a rule set. `canonical` has all positions in canonical order, and `states` has the state of
    /// each position. `end` returns the number of the graph's end at which a player wins the given number of points.
    pub(super) fn new(
        rules: Rules,
        index: &Index,
        canonical: &[Position],
        states: &[u32],
        end: impl Fn(u8) -> u16,
    ) -> Links {
        let table = PlayTable::new(rules);
        let number = |side| index.place(side) as u16;
        let (mut moves, mut after_hit) = (Vec::new(), Vec::new());
        for &side in index.sides() {
            let step = |(side, arrival)| Link {
                side: number(side),
                arrival,
            };
            moves.push(SideMoves {
                counts: Die::ALL.map(|die| table.steps(side, die).count() as u8),
                steps: Die::ALL
                    .into_iter()
                    .flat_map(|die| table.steps(side, die).map(step))
                    .collect(),
            });
            let mut left = [0; ARRIVALS];
            for (left, &side) in left.iter_mut().zip(table.after_hit(side)) {
                *left = number(side);
            }
            after_hit.push(left);
        }

        let sides = index.sides().len() + 1;
        let mut targets = vec![Target::State(0); sides * sides];
        let target = |position: Position| {
            usize::from(number(position.on_roll())) * sides
                + usize::from(number(position.opponent()))
        };
        for (&position, &state) in canonical.iter().zip(states) {
            targets[target(position)] = Target::State(state);
        }
        for &side in index.sides() {
            let won = Position::new(side, Side::FINISHED);
            if let Some(points) = rules.points_won(won) {
                targets[target(won)] = Target::End(end(points));
            }
        }
        Links {
            sides,
            moves,
            after_hit,
            targets,
        }
    }

    /// Adds the moves of a position, given the numbers of its sides.
    #[inline]
    pub(super) fn add(&self, rows: &mut Rows, on_roll: usize, opponent: usize) {
        let SideMoves { counts, steps } = &self.moves[on_roll];
        let after_hit = &self.after_hit[opponent];
        let targets = steps.iter().map(|step| {
            let opponent = after_hit[usize::from(step.arrival)];
            self.targets[usize::from(opponent) * self.sides + usize::from(step.side)]
        });
        rows.push_state(counts, targets);
    }
}
