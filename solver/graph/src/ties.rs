//! Exact ties: proves that states have exactly the same value, which values with rounding errors cannot show.
//!
//! The nodes are the states, the ends, and a *mirror image* of each end, whose value is the negative of the end's.
//! Nodes are sorted into *classes* that satisfy three conditions:
//!
//! - All best moves of a state and outcome lead to the same class.
//! - From all nodes of a class, best moves lead to the same classes with the same probabilities. (Here, an end and its
//!   mirror image count as states that lead only to each other.)
//! - All ends and mirror images in a class have the same value.
//!
//! Then all nodes of a class have the same value. To prove this, consider the game in which only the best moves may be
//! played. It has the same values, since every other move is worth less. As it ends, its equation has only one
//! solution. Begin with any values that are equal within each class and correct for the ends and their mirror images.
//! Apply the equation again and again. By the three conditions, the values stay equal within each class. They converge
//! to the solution, so the solution is also equal within each class. (In the game with all moves, this argument fails:
//! while values are not yet correct, a move that is not best could be worth most, and the conditions do not cover it.)
//!
//! The initial classes satisfy the third condition. They are split until they satisfy the second. The module `proof`
//! then checks the first condition. A node is examined again only if one of its moves leads to a new class. When a
//! class is split, its largest part keeps its number and does not count as new. A new class therefore has at most half
//! of the nodes of the class that was split, and a node enters a new class at most log₂ *n* times, where *n* is the
//! number of nodes. (Hopcroft, 1971.)
//!
//! (In the literature, nodes of the same class are called *bisimilar*. Such classes of the states of a Markov chain are
//! called a *lumping*.)

use std::collections::BTreeMap;

use crate::{Graph, Node};

/// Class of each node; nodes of one class have the same value.
#[derive(Clone, Debug)]
pub struct Classes(Vec<u32>);

impl Classes {
    /// Sorts the nodes into classes. `best` has only the moves that may be best. The nodes are those of `best`, then
    /// the mirror image of each end, whose value is the negative of the end's. `runs` are groups of nodes; nodes of
    /// different groups cannot have the same value. A node in no group is in a class of its own.
    pub(crate) fn new(best: &Graph, runs: &[Vec<Node>]) -> Classes {
        let mut partition = Partition::new(best, runs);
        let behind = Behind::new(best, runs);
        let mut nodes: Vec<Node> = runs.iter().flatten().copied().collect();
        while !nodes.is_empty() {
            let changed = partition.split(best, nodes);
            nodes = behind.nodes_before(&changed);
        }
        Classes(partition.class)
    }

    /// Class of each node: of the states, then of the ends, then of the mirror image of each end. The value of a mirror
    /// image is the negative of the end's.
    #[must_use]
    pub fn of_nodes(&self) -> &[u32] {
        &self.0
    }

    /// Returns whether two nodes are proven to have the same value.
    #[must_use]
    pub(crate) fn are_equal(&self, one: Node, other: Node) -> bool {
        self.0[one as usize] == self.0[other as usize]
    }
}

/// Classes that are being split.
struct Partition {
    /// Class of each node.
    class: Vec<u32>,
    /// Nodes of each class that was made from a run, in any order. The key is the number of the class.
    members: BTreeMap<u32, Vec<Node>>,
    /// Index of each node in the list of its class in `members`.
    place: Vec<u32>,
    /// Number of the next class.
    next: u32,
}

impl Partition {
    /// Makes a class of each run. A run with ends of different values is split by these values.
    fn new(best: &Graph, runs: &[Vec<Node>]) -> Partition {
        let states = best.states();
        let ends = best.payoffs().len();
        // An end and its mirror image are treated as states that lead to each other, like a sure loss and a sure win.
        let class: Vec<u32> = (0..(states + 2 * ends) as u32).collect();
        let mut partition = Partition {
            place: vec![0; class.len()],
            next: class.len() as u32,
            class,
            members: BTreeMap::new(),
        };
        for run in runs {
            // Ends of different values never share a class. A state may share a class with ends only if all ends of the
            // run have the same value. Otherwise it is not known which of these ends, if any, has the value of the
            // state.
            let value = |node: Node| {
                let end = (node as usize).checked_sub(states)?;
                let payoff = best.payoffs()[end % ends];
                Some(if end < ends { -payoff } else { payoff } + 0.0)
            };
            let mut values: Vec<f64> = run.iter().filter_map(|&node| value(node)).collect();
            values.sort_by(f64::total_cmp);
            values.dedup();
            let mut groups = vec![Vec::new(); values.len() + 1];
            for &node in run {
                let value = value(node).filter(|_| values.len() > 1);
                let rank = value.and_then(|value| {
                    let rank = values.binary_search_by(|other| other.total_cmp(&value));
                    rank.ok()
                });
                groups[rank.map_or(0, |rank| rank + 1)].push(node);
            }
            for group in groups {
                partition.add(group);
            }
        }
        partition
    }

    /// Makes a new class of these nodes.
    fn add(&mut self, nodes: Vec<Node>) {
        for (&node, place) in nodes.iter().zip(0..) {
            self.class[node as usize] = self.next;
            self.place[node as usize] = place;
        }
        self.members.insert(self.next, nodes);
        self.next += 1;
    }

    /// Splits the classes of `nodes` by signature. `nodes` must be all nodes with a move to a class that is new since
    /// the last split. (The other nodes of a class all have the same signature. It contains no new class, so it differs
    /// from the signatures of `nodes`.) Returns the nodes whose class is now new: the largest part of each class keeps
    /// its number.
    fn split(&mut self, best: &Graph, nodes: Vec<Node>) -> Vec<Node> {
        let mut sets = BTreeMap::new();
        let mut parts: BTreeMap<u32, BTreeMap<Signature, Vec<Node>>> = BTreeMap::new();
        for node in nodes {
            let signature = signature(best, &self.class, &mut sets, node as usize);
            let parts = parts.entry(self.class[node as usize]).or_default();
            parts.entry(signature).or_default().push(node);
        }
        let mut changed = Vec::new();
        for (class, parts) in parts {
            let mut parts: Vec<Vec<Node>> = parts.into_values().collect();
            let Some(mut rest) = self.members.remove(&class) else {
                continue;
            };
            for &node in parts.iter().flatten() {
                let place = self.place[node as usize];
                rest.swap_remove(place as usize);
                if let Some(&moved) = rest.get(place as usize) {
                    self.place[moved as usize] = place;
                }
            }
            // The largest part keeps the number of the class.
            let largest = (0..parts.len()).max_by_key(|&part| parts[part].len());
            let largest = largest.filter(|&part| parts[part].len() > rest.len());
            if let Some(largest) = largest {
                std::mem::swap(&mut parts[largest], &mut rest);
                for (&node, place) in rest.iter().zip(0..) {
                    self.place[node as usize] = place;
                }
            }
            self.members.insert(class, rest);
            parts.retain(|part| !part.is_empty());
            for part in parts {
                changed.extend_from_slice(&part);
                self.add(part);
            }
        }
        changed
    }
}

/// Signature of a node: a sorted list of pairs (class, weight). Each class is one that best moves lead to, and the weight
/// is the total weight of the outcomes whose best moves lead to it. If the best moves of an outcome lead to several
/// classes, the number of that set of classes (see [`number_of_set`]) takes the place of a class.
type Signature = Vec<(u32, u32)>;

/// Returns the signature of a node. `sets` holds the sets of classes that have a number so far, and adds new ones.
fn signature(
    best: &Graph,
    class: &[u32],
    sets: &mut BTreeMap<Vec<u32>, u32>,
    node: usize,
) -> Signature {
    if node >= best.states() {
        return vec![(class[mirror(best, node)], best.total())];
    }
    let mut seen = Signature::new();
    for (weight, moves) in best.rolls(node) {
        let behind = match moves {
            [only] => class[*only as usize],
            moves => number_of_set(sets, moves.iter().map(|&node| class[node as usize])),
        };
        seen.push((behind, weight));
    }
    seen.sort_unstable();
    seen.dedup_by(|next, first| {
        let is_same = next.0 == first.0;
        first.1 += if is_same { next.1 } else { 0 };
        is_same
    });
    seen
}

/// Returns the mirror image of an end, or the end of a mirror image.
fn mirror(best: &Graph, node: usize) -> usize {
    let ends = best.payoffs().len();
    if node < best.states() + ends {
        node + ends
    } else {
        node - ends
    }
}

/// Predecessors of each node: the nodes in runs that have a best move to it.
struct Behind {
    /// For each node, the index in `before` that follows its last predecessor.
    ends: Vec<usize>,
    before: Vec<Node>,
}

impl Behind {
    fn new(best: &Graph, runs: &[Vec<Node>]) -> Behind {
        let nodes = best.states() + 2 * best.payoffs().len();
        let mut is_in_run = vec![false; nodes];
        for &node in runs.iter().flatten() {
            is_in_run[node as usize] = true;
        }
        let each_move = |visit: &mut dyn FnMut(Node, usize)| {
            for &node in runs.iter().flatten() {
                if node as usize >= best.states() {
                    visit(node, mirror(best, node as usize));
                } else {
                    let moves = best.rolls(node as usize).flat_map(|(_, moves)| moves);
                    let moves = moves.map(|&to| to as usize);
                    moves
                        .filter(|&to| is_in_run[to])
                        .for_each(|to| visit(node, to));
                }
            }
        };
        let mut ends = vec![0; nodes + 1];
        each_move(&mut |_, to| ends[to + 1] += 1);
        for node in 0..nodes {
            ends[node + 1] += ends[node];
        }
        let mut before = vec![0; ends[nodes]];
        each_move(&mut |from, to| {
            before[ends[to]] = from;
            ends[to] += 1;
        });
        Behind { ends, before }
    }

    /// Returns the predecessors of these nodes, sorted and without duplicates.
    fn nodes_before(&self, nodes: &[Node]) -> Vec<Node> {
        let before = nodes.iter().flat_map(|&node| {
            let first = (node as usize)
                .checked_sub(1)
                .map_or(0, |last| self.ends[last]);
            &self.before[first..self.ends[node as usize]]
        });
        let mut before: Vec<Node> = before.copied().collect();
        before.sort_unstable();
        before.dedup();
        before
    }
}

/// Returns the number of this set of classes. A set of one class has the number of that class; other sets get numbers
/// that no class has, counted down from `u32::MAX`.
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

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::{Rows, Target};

    /// Returns a generator of pseudorandom numbers below a limit. Its sequence depends only on the seed.
    fn draws(mut seed: u64) -> impl FnMut(u32) -> u32 {
        move |below| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as u32 % below
        }
    }

    /// Finds the pairs of equal nodes by definition. At first, all nodes of a run count as equal. If the run has ends
    /// or mirror images of different payoffs, nodes count as equal only if they pay the same. Pairs whose nodes lead to
    /// different classes are then removed until no such pair is left.
    fn equal_pairs(best: &Graph, runs: &[Vec<Node>]) -> Vec<Vec<bool>> {
        let (states, ends) = (best.states(), best.payoffs().len());
        let nodes = states + 2 * ends;
        let pays = |node: usize| {
            let end = node.checked_sub(states)?;
            let payoff = best.payoffs()[end % ends] as i32;
            Some(if end < ends { -payoff } else { payoff })
        };
        let mut equal = vec![vec![false; nodes]; nodes];
        for run in runs {
            let paid: BTreeSet<i32> = run.iter().filter_map(|&node| pays(node as usize)).collect();
            for (&one, &other) in run
                .iter()
                .flat_map(|one| run.iter().map(move |other| (one, other)))
            {
                let [one, other] = [one as usize, other as usize];
                equal[one][other] = pays(one) == pays(other) || paid.len() < 2;
            }
        }
        for (node, row) in equal.iter_mut().enumerate() {
            row[node] = true;
        }
        loop {
            // A class is identified by its first node.
            let name = |node: usize| equal[node].iter().position(|&is| is).unwrap_or(node);
            let behind = |node: usize| {
                let mut seen: BTreeMap<BTreeSet<usize>, u32> = BTreeMap::new();
                if node < states {
                    for (weight, moves) in best.rolls(node) {
                        let names = moves.iter().map(|&node| name(node as usize));
                        *seen.entry(names.collect()).or_default() += weight;
                    }
                } else {
                    let other = if node < states + ends {
                        node + ends
                    } else {
                        node - ends
                    };
                    seen.insert(BTreeSet::from([name(other)]), best.total());
                }
                seen
            };
            let seen: Vec<_> = (0..nodes).map(behind).collect();
            let mut is_done = true;
            for one in 0..nodes {
                for other in 0..nodes {
                    if equal[one][other] && seen[one] != seen[other] {
                        (equal[one][other], is_done) = (false, false);
                    }
                }
            }
            if is_done {
                return equal;
            }
        }
    }

    #[test]
    fn classes_are_those_by_definition() {
        let mut sizes = BTreeMap::new();
        for seed in 0..3000 {
            let mut draw = draws(seed);
            let states = 2 + draw(24);
            let weights = [[1, 1], [1, 2]][draw(2) as usize];
            let payoffs = [[1.0, -1.0], [0.0, 0.0], [2.0, 2.0]][draw(3) as usize];
            let (random, ends) = (1 + draw(6), draw(3));
            let mut rows = Rows::default();
            for row in 0..2 * states {
                let moves: Vec<Target> = (0..=draw(2))
                    .map(|_| match draw(12) {
                        kind if kind < random => Target::State(draw(states)),
                        kind if kind < random + ends => Target::End(draw(2) as u16),
                        _ => Target::State((row / 2 + 1) % states),
                    })
                    .collect();
                rows.push(moves);
            }
            let best = Graph::new(&weights, &payoffs, vec![rows], &[states as usize]);
            let best = best.expect("it is well formed");
            let mut runs = vec![Vec::new(); 1 + draw(3) as usize];
            let count = runs.len() as u32 + draw(2);
            for node in 0..states + 4 {
                if let Some(run) = runs.get_mut(draw(count) as usize) {
                    run.push(node);
                }
            }
            let classes = Classes::new(&best, &runs);
            let equal = equal_pairs(&best, &runs);
            for one in 0..states + 4 {
                for other in 0..states + 4 {
                    let expected = equal[one as usize][other as usize];
                    assert_eq!(
                        classes.are_equal(one, other),
                        expected,
                        "seed {seed}: {one} {other}"
                    );
                }
            }
            let names: BTreeSet<u32> = classes.of_nodes().iter().copied().collect();
            *sizes.entry(names.len()).or_insert(0) += 1;
        }
        // The random games differ widely in their number of classes.
        assert!(sizes.len() > 15, "{sizes:?}");
    }
}
