//! Exact values of states below which play cannot come back. They decide choices that bounds and classes leave open.
//!
//! Every other move is proven worse, so the equation holds with the moves that may be best alone. Where these make no
//! cycle, it gives the value of one state after another in whole numbers, without iteration.

use std::collections::{BTreeSet, HashMap, HashSet};

use num_bigint::BigInt;

use crate::block::Block;
use crate::checked::Checked;
use crate::game::GameError;
use crate::ties::Classes;
use crate::{GRAIN, Node};

/// The unit of exact values is a grain divided by the sum of the weights to this power. Values that are no multiple of it
/// are not found: those of races in hypergammon need a power of at most 24 or so, twelve throws of each player.
const POWER: u32 = 128;

/// Exact values found so far.
pub(crate) struct Exact<'a> {
    game: &'a Checked,
    /// Number of units in a grain.
    scale: BigInt,
    /// Values of states that name a class, in units; `None` if they are not found.
    values: HashMap<Node, Option<BigInt>>,
}

impl Exact<'_> {
    pub(crate) fn new(game: &Checked) -> Exact<'_> {
        Exact {
            game,
            scale: BigInt::from(game.total).pow(POWER),
            values: HashMap::new(),
        }
    }

    /// Finds the values of these classes, which lead to no later block than this one, with its number. `marked` lays out
    /// another block. Blocks have marks on the moves that may be best.
    pub(crate) fn find(
        &mut self,
        wanted: Vec<Node>,
        (number, block): (usize, &Block),
        classes: &Classes,
        marked: &dyn Fn(usize) -> Result<Block, GameError>,
    ) -> Result<(), GameError> {
        let wanted = wanted.into_iter();
        let wanted = wanted.filter_map(|class| self.lacks(class, classes));
        let mut wanted: BTreeSet<Node> = wanted.collect();
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
            let least = |behind: &Vec<Node>| {
                let values = behind.iter().map(|&class| self.value(class, classes));
                values.collect::<Option<Vec<BigInt>>>()?.into_iter().min()
            };
            let least = rows.iter().map(least).collect::<Option<Vec<BigInt>>>();
            let value = least.and_then(|least| {
                let rows = least.into_iter().zip(&self.game.frame.weights);
                let sum: BigInt = rows.map(|(value, &weight)| -value * weight).sum();
                let value = &sum / self.game.total;
                (&value * self.game.total == sum).then_some(value)
            });
            self.values.insert(state, value);
        }
        Ok(())
    }

    /// Returns the state on whose value that of a class depends, if it was not looked for.
    fn lacks(&self, class: Node, classes: &Classes) -> Option<Node> {
        let node = classes.unmirrored(class).0 as Node;
        let is_known = node as usize >= self.game.states() || self.values.contains_key(&node);
        (!is_known).then_some(node)
    }

    /// Returns the states of a block on whose values those of some states depend, with the classes behind their moves: each
    /// after those on which it depends itself, unless play comes back. Adds states of earlier blocks to `earlier`.
    fn below(
        &self,
        block: &Block,
        wanted: BTreeSet<Node>,
        earlier: &mut BTreeSet<Node>,
        classes: &Classes,
    ) -> Vec<(Node, Vec<Vec<Node>>)> {
        let rivals = block.first_rivals();
        let (mut seen, mut plan) = (HashSet::new(), Vec::new());
        // States to be entered, and, with their rows, those to be left.
        let mut stack: Vec<(Node, Option<Vec<Vec<Node>>>)> =
            wanted.into_iter().map(|state| (state, None)).collect();
        while let Some((state, rows)) = stack.pop() {
            if let Some(rows) = rows {
                plan.push((state, rows));
            } else if seen.insert(state) {
                let rows = (0..block.outcomes()).map(|outcome| {
                    let moves = block.row(&rivals, state as usize - block.states.start, outcome);
                    let moves = moves.filter(|step| step.is_marked());
                    let mut behind: Vec<Node> =
                        moves.map(|step| classes.behind(step, false)).collect();
                    behind.sort_unstable();
                    behind.dedup();
                    behind
                });
                let rows: Vec<Vec<Node>> = rows.collect();
                let next = rows
                    .iter()
                    .flatten()
                    .filter_map(|&class| self.lacks(class, classes));
                let (before, within): (Vec<Node>, Vec<Node>) =
                    next.partition(|&node| (node as usize) < block.states.start);
                earlier.extend(before);
                stack.push((state, Some(rows)));
                stack.extend(within.into_iter().map(|node| (node, None)));
            }
        }
        plan
    }

    /// Returns the value of a class; `None` if it was not found.
    fn value(&self, class: Node, classes: &Classes) -> Option<BigInt> {
        let (node, is_mirrored) = classes.unmirrored(class);
        let value = match node.checked_sub(self.game.states()) {
            Some(end) => (-self.game.frame.payoffs[end] / GRAIN) as i64 * &self.scale,
            None => self.values.get(&(node as Node))?.clone()?,
        };
        Some(if is_mirrored { -value } else { value })
    }

    /// Returns by how much each of these classes exceeds the least, in points: 0 if and only if it does not. `None` if the
    /// value of one was not found.
    pub(crate) fn excess(&self, of: &[Node], classes: &Classes) -> Option<Vec<f64>> {
        let values = of.iter().map(|&class| self.value(class, classes));
        let values = values.collect::<Option<Vec<BigInt>>>()?;
        let least = values.iter().min()?;
        let points = |value: &BigInt| {
            // In 2^-60 of a grain, which 128 bits hold.
            let parts = i128::try_from(((value - least) << 60) / &self.scale).unwrap_or(i128::MAX);
            let points = parts as f64 * GRAIN / (1_u64 << 60) as f64;
            points.max(f64::MIN_POSITIVE * f64::from(u8::from(value != least)))
        };
        Some(values.iter().map(points).collect())
    }
}
