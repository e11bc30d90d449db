//! Exact ties: states that are proven to have the same value although no rounding could show it.
//!
//! States are sorted into classes such that the best moves of any state and outcome lead to one class, and two
//! states of a class see the same classes behind their best moves, with the same chances. Then all states of a
//! class have the same value. Consider the game in which only these best moves may be played: it has the same
//! values, since every other move is worth less, and, as it ends, its equation has no other solution. Start with
//! any values that are equal within each class, what they pay at the ends, and the opposite in the classes of the
//! ends' mirror images, and apply this equation again and again: they stay so and tend to the solution. (With all moves the maximum could pick one
//! that the classes say nothing about.) A class has ends and mirror images of one payoff at most.
//! (The argument is coinductive; for Markov chains the classes are known as lumps, and the states
//! of a class as bisimilar.)

use std::collections::BTreeMap;

use super::{Graph, Node};

/// For each node its class.
#[derive(Clone, Debug)]
pub struct Classes(Vec<u32>);

impl Classes {
    /// Sorts the nodes into classes. `best` has the moves that may be best. The nodes are those of `best`, then for each end its mirror
    /// image, which is worth the opposite. `runs` are groups of them such that no two of different groups can have the same value; a
    /// node of no group is in a class of its own.
    pub(super) fn new(best: &Graph, runs: &[Vec<Node>]) -> Classes {
        let states = best.states();
        let ends = best.payoffs().len();
        // An end and its mirror image lead to each other, as do states that surely lose and win.
        let mut class: Vec<u32> = (0..(states + 2 * ends) as u32).collect();
        let mut count = class.len() as u32;
        for run in runs {
            // Ends of different payoffs never share a class. A state may share one with ends only if
            // all ends of the run have the same payoff, for otherwise it could be equal to any.
            let value = |node: Node| {
                let end = (node as usize).checked_sub(states)?;
                let payoff = best.payoffs()[end % ends];
                Some(if end < ends { -payoff } else { payoff } + 0.0)
            };
            let mut values: Vec<f64> = run.iter().filter_map(|&node| value(node)).collect();
            values.sort_by(f64::total_cmp);
            values.dedup();
            for &node in run {
                let rank = value(node).and_then(|value| {
                    values
                        .iter()
                        .position(|other| other.total_cmp(&value).is_eq())
                });
                let rank = if values.len() > 1 {
                    rank.map_or(0, |rank| rank + 1)
                } else {
                    0
                };
                class[node as usize] = count + rank as u32;
            }
            count += values.len() as u32 + 1;
        }
        // The classes behind a node, by number, with their weights.
        let signature = |class: &[u32], sets: &mut BTreeMap<Vec<u32>, u32>, node: usize| {
            let mut seen: Vec<(u32, u32)> = Vec::new();
            if node < states {
                for (weight, moves) in best.rolls(node) {
                    let behind = match moves {
                        [only] => class[*only as usize],
                        moves => {
                            number_of_set(sets, moves.iter().map(|&node| class[node as usize]))
                        }
                    };
                    seen.push((behind, weight));
                }
                seen.sort_unstable();
                seen.dedup_by(|next, first| {
                    let is_same = next.0 == first.0;
                    first.1 += if is_same { next.1 } else { 0 };
                    is_same
                });
            } else {
                let mirror = if node < states + ends {
                    node + ends
                } else {
                    node - ends
                };
                seen.push((class[mirror], best.total()));
            }
            seen
        };
        loop {
            let mut next = class.clone();
            // Every round numbers all nodes of these runs anew, so the numbers do not grow from round
            // to round: there are at most three for each node.
            let mut next_count = count;
            let mut split = false;
            let mut sets = BTreeMap::new();
            for run in runs {
                let mut kinds = BTreeMap::new();
                for &node in run {
                    let node = node as usize;
                    let fresh = kinds.len();
                    let kind = *kinds
                        .entry((class[node], signature(&class, &mut sets, node)))
                        .or_insert(fresh as u32);
                    next[node] = next_count + kind;
                }
                next_count += kinds.len() as u32;
                let before: std::collections::BTreeSet<u32> =
                    run.iter().map(|&node| class[node as usize]).collect();
                split |= kinds.len() > before.len();
            }
            if !split {
                return Classes(class);
            }
            class = next;
        }
    }

    /// The class of each node: states, then ends, then for each end its mirror image, which is worth
    /// the opposite.
    #[must_use]
    pub fn of_nodes(&self) -> &[u32] {
        &self.0
    }

    /// Returns whether two nodes are proven to have the same value.
    #[must_use]
    pub fn are_equal(&self, one: Node, other: Node) -> bool {
        self.0[one as usize] == self.0[other as usize]
    }
}

/// A number for this set of classes: that of the only one, or one that no class has, from the greatest down.
fn number_of_set(sets: &mut BTreeMap<Vec<u32>, u32>, classes: impl Iterator<Item = u32>) -> u32 {
    let mut classes: Vec<u32> = classes.collect();
    classes.sort_unstable();
    classes.dedup();
    if let [only] = classes[..] {
        return only;
    }
    let next = u32::MAX - sets.len() as u32;
    *sets.entry(classes).or_insert(next)
}
