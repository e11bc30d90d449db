//! Exact values, in rational arithmetic, of states below which play cannot come back. They decide choices that bounds and
//! classes leave open.
//!
//! Every other move being proven worse, the equation holds with the moves that may be best alone. Where these moves make
//! no cycle, it gives the value of one state after another, without iteration.

use std::collections::{BTreeSet, HashMap, HashSet};

use num_bigint::BigInt;

use crate::block::Block;
use crate::checked::Checked;
use crate::game::GameError;
use crate::ties::Classes;
use crate::{GRAIN, Node};

/// Maximum length of a numerator, in bits: longer ones are not looked for, and the choice stays undecided.
const LONGEST: u64 = 1 << 13;

/// The fraction numerator / total^power, in grains, where total is the sum of the weights. The power is the least.
#[derive(Clone, PartialEq)]
struct Fraction {
    numerator: BigInt,
    power: u32,
}

/// Exact values found so far.
pub(crate) struct Exact<'a> {
    game: &'a Checked,
    /// Values of states that name a class; `None` if play below may come back, or the fraction is too long.
    values: HashMap<Node, Option<Fraction>>,
}

impl Exact<'_> {
    pub(crate) fn new(game: &Checked) -> Exact<'_> {
        Exact {
            game,
            values: HashMap::new(),
        }
    }

    /// Finds the values of these classes, which lead to no later block than this one, with its number. `marked` lays out
    /// another block. Blocks have marks on the moves that may be best.
    pub(crate) fn find(
        &mut self,
        wanted: impl Iterator<Item = Node>,
        (number, block): (usize, &Block),
        classes: &Classes,
        marked: &dyn Fn(usize) -> Result<Block, GameError>,
    ) -> Result<(), GameError> {
        let mut wanted: BTreeSet<Node> = wanted
            .filter_map(|node| self.lacks(node, classes))
            .collect();
        let mut plan = Vec::new();
        while let Some(&last) = wanted.last() {
            let blocks = &self.game.blocks;
            let at = blocks.partition_point(|states| states.end <= last as usize);
            let part = wanted.split_off(&(blocks[at].start as Node));
            plan.push(if at == number {
                self.below(block, part, &mut wanted, classes)
            } else {
                self.below(&marked(at)?, part, &mut wanted, classes)
            });
        }
        for (state, rows) in plan.into_iter().rev().flatten() {
            let value = self.value_of(&rows, classes);
            self.values.insert(state, value);
        }
        Ok(())
    }

    /// Returns the state whose value is needed for that of a class, if it is not known.
    fn lacks(&self, class: Node, classes: &Classes) -> Option<Node> {
        let node = classes.unmirrored(class).0;
        let is_known = node >= self.game.states() || self.values.contains_key(&(node as Node));
        (!is_known).then_some(node as Node)
    }

    /// Returns the states of a block on which the values of these depend, each after those on which it depends unless play
    /// can come back, with the classes behind their moves. Adds states of earlier blocks to `earlier`.
    fn below(
        &self,
        block: &Block,
        wanted: BTreeSet<Node>,
        earlier: &mut BTreeSet<Node>,
        classes: &Classes,
    ) -> Vec<(Node, Vec<Vec<Node>>)> {
        let rivals = block.first_rivals();
        let mut seen = HashSet::new();
        let mut plan = Vec::new();
        let mut stack: Vec<(Node, Option<Vec<Vec<Node>>>)> =
            wanted.into_iter().map(|node| (node, None)).collect();
        while let Some((state, rows)) = stack.pop() {
            if let Some(rows) = rows {
                plan.push((state, rows));
                continue;
            }
            if !seen.insert(state) {
                continue;
            }
            let index = state as usize - block.states.start;
            let rows = (0..block.outcomes()).map(|outcome| {
                let moves = block.row(&rivals, index, outcome);
                let mut behind: Vec<Node> = moves
                    .filter(|step| step.is_marked())
                    .map(|step| classes.behind(step))
                    .collect();
                behind.sort_unstable();
                behind.dedup();
                behind
            });
            let rows: Vec<Vec<Node>> = rows.collect();
            let next: Vec<Node> = rows
                .iter()
                .flatten()
                .filter_map(|&class| self.lacks(class, classes))
                .collect();
            stack.push((state, Some(rows)));
            for node in next {
                if (node as usize) < block.states.start {
                    earlier.insert(node);
                } else {
                    stack.push((node, None));
                }
            }
        }
        plan
    }

    /// Returns the value of a state with these classes behind its moves.
    fn value_of(&self, rows: &[Vec<Node>], classes: &Classes) -> Option<Fraction> {
        let least = rows.iter().map(|behind| {
            let mut values = behind.iter().map(|&class| self.value(class, classes));
            let first = values.next()??;
            values.try_fold(first, |least, next| {
                let next = next?;
                Some(if self.minus(&next, &least).numerator < BigInt::ZERO {
                    next
                } else {
                    least
                })
            })
        });
        let least = least.collect::<Option<Vec<Fraction>>>()?;
        let power = least.iter().map(|value| value.power).max()?;
        let weighted = least.iter().zip(&self.game.frame.weights);
        let sum: BigInt = weighted
            .map(|(value, &weight)| self.numerator(value, power) * weight)
            .sum();
        let value = self.reduced(-sum, power + 1);
        (value.numerator.bits() <= LONGEST).then_some(value)
    }

    /// Returns the value of a class; `None` if it was not found.
    fn value(&self, class: Node, classes: &Classes) -> Option<Fraction> {
        let (node, is_mirrored) = classes.unmirrored(class);
        let mut value = match node.checked_sub(self.game.states()) {
            Some(end) => Fraction {
                numerator: BigInt::from((-self.game.frame.payoffs[end] / GRAIN) as i64),
                power: 0,
            },
            None => self.values.get(&(node as Node))?.clone()?,
        };
        if is_mirrored {
            value.numerator = -value.numerator;
        }
        Some(value)
    }

    fn reduced(&self, mut numerator: BigInt, mut power: u32) -> Fraction {
        while power > 0 && &numerator % self.game.total == BigInt::ZERO {
            numerator /= self.game.total;
            power -= 1;
        }
        Fraction { numerator, power }
    }

    /// Returns the numerator of a value over a greater power.
    fn numerator(&self, value: &Fraction, power: u32) -> BigInt {
        &value.numerator * BigInt::from(self.game.total).pow(power - value.power)
    }

    fn minus(&self, one: &Fraction, other: &Fraction) -> Fraction {
        let power = one.power.max(other.power);
        Fraction {
            numerator: self.numerator(one, power) - self.numerator(other, power),
            power,
        }
    }

    /// Returns by how much each of these classes exceeds the least, in points: 0 if and only if it does not. `None` if the
    /// value of one is not known.
    pub(crate) fn excess(&self, of: &[Node], classes: &Classes) -> Option<Vec<f64>> {
        let values = of.iter().map(|&class| self.value(class, classes));
        let values = values.collect::<Option<Vec<Fraction>>>()?;
        let less = |one: &&Fraction, other: &&Fraction| {
            self.minus(one, other).numerator.cmp(&BigInt::ZERO)
        };
        let least = values.iter().min_by(less)?;
        let excess = values.iter().map(|value| {
            let off = self.minus(value, least);
            let parts = (&off.numerator << 60) / BigInt::from(self.game.total).pow(off.power);
            let parts = i128::try_from(parts).unwrap_or(i128::MAX) as f64;
            let points = parts * (GRAIN / (1_u64 << 60) as f64);
            if off.numerator == BigInt::ZERO {
                0.0
            } else {
                points.max(f64::MIN_POSITIVE)
            }
        });
        Some(excess.collect())
    }
}
