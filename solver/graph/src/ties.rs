//! Equal moves: proves that moves that bounds leave open have exactly the same value, which values with rounding errors
//! cannot show.
//!
//! The nodes are the states, the ends, and *mirror images*, whose value is the negative of the value of their node. Ends
//! have mirror images, and states too if a move leaves the same player on roll: for the player who did not move, it leads
//! to the mirror image of a state. Nodes are sorted into *classes* that satisfy two conditions:
//!
//! - From all nodes of a class, moves that may be best lead to the same sets of classes with the same probabilities. (Here,
//!   an end and its mirror image count as states that lead only to each other. The mirror image of a state leads to the
//!   mirror images.)
//! - All ends and mirror images of ends in a class have the same value.
//!
//! Then all nodes of a class have the same value (`PROOF.md` has the argument), and moves that lead to one class are equal.
//! The initial classes satisfy the second condition. They are split until they satisfy the first. (In the literature, nodes
//! of one class are called *bisimilar*, and the classes a *lumping*.)
//!
//! Initial classes are *runs* of nodes whose bounds overlap. When a block comes, its nodes and one node of each earlier class
//! of their runs, which *names* the class, are taken together and split again. Earlier classes stay apart, since nothing
//! behind them has changed; a new node joins one of them or makes a class of its own.

use std::collections::HashMap;

use crate::block::Block;
use crate::checked::Checked;
use crate::game::Move;
use crate::graph::Node;
use crate::proof::Bounds;

/// For each set of classes to which outcomes of a node lead, their total weight. Of a set, the least class comes first, and
/// then the others. A set of several classes of a mirror image also has [`Node::MAX`], which is no class: who chooses among
/// the moves of a mirror image wants the opposite.
type Signature = Vec<((Node, Vec<Node>), u32)>;

fn set(mut classes: impl Iterator<Item = Node>, is_mirrored: bool) -> (Node, Vec<Node>) {
    let first = classes.next().unwrap_or(Node::MAX);
    let mut others: Vec<Node> = classes.filter(|&class| class != first).collect();
    if !others.is_empty() {
        others.push(first);
        others.extend(is_mirrored.then_some(Node::MAX));
        others.sort_unstable();
        others.dedup();
        return (others.remove(0), others);
    }
    (first, others)
}

fn signature(sets: impl Iterator<Item = ((Node, Vec<Node>), u32)>) -> Signature {
    let mut sets: Signature = sets.collect();
    sets.sort_unstable();
    sets.dedup_by(|next, first| {
        let is_same = next.0 == first.0;
        first.1 += if is_same { next.1 } else { 0 };
        is_same
    });
    sets
}

/// Classes of nodes; nodes of one class have the same value. A class is named by one of its nodes.
pub(crate) struct Classes {
    /// Name of the class of each node, mirror images last. Until its block is refined, the run of a node instead, or
    /// [`Node::MAX`].
    pub(crate) of_nodes: Vec<Node>,
    /// For each run of nodes whose bounds overlap, or are connected by overlapping bounds: the number of nodes in blocks that
    /// are not refined yet, and the names of the classes so far.
    runs: Vec<(usize, Vec<Node>)>,
    /// Signatures of nodes that name a class of which later blocks may have nodes.
    known: HashMap<Node, Signature>,
    /// Number of nodes that are not mirror images.
    nodes: usize,
    /// The first node with a mirror image. All nodes after it have one.
    first_mirrored: usize,
}

impl Classes {
    /// Returns the classes of the ends. No block is refined yet.
    pub(crate) fn new(game: &Checked, bounds: &Bounds, has_again: bool) -> Classes {
        let (states, nodes) = (game.states(), game.nodes());
        let mut classes = Classes {
            of_nodes: Vec::new(),
            runs: Vec::new(),
            known: HashMap::new(),
            nodes,
            first_mirrored: if has_again { 0 } else { states },
        };
        let ids = 0..(2 * nodes - classes.first_mirrored) as Node;
        classes.of_nodes = vec![Node::MAX; ids.len()];
        let interval = |node: Node| {
            let (of, is_mirrored) = classes.unmirrored(node);
            match bounds.interval(of) {
                [lower, upper] if is_mirrored => [-upper, -lower],
                interval => interval,
            }
        };
        let mut sorted: Vec<(i64, Node)> = ids.map(|node| (interval(node)[0], node)).collect();
        sorted.sort_unstable();
        let mut greatest = i64::MIN;
        let runs = sorted.chunk_by(|&(_, node), &(next, _)| {
            greatest = greatest.max(interval(node)[1]);
            next <= greatest
        });
        let (mut of_nodes, mut groups) = (Vec::new(), Vec::new());
        for run in runs.filter(|run| run.len() > 1) {
            // Ends of different values never share a class. A state may share a class with ends only if all ends of the
            // run have the same value. Otherwise it is not known which of these ends, if any, has the value of the
            // state.
            let value = |&(value, node): &(i64, Node)| {
                (classes.unmirrored(node).0 >= states).then_some(value)
            };
            let values = || run.iter().filter_map(value);
            let are_equal = values().min() == values().max();
            let mut keyed: Vec<(Option<i64>, Node)> = run
                .iter()
                .map(|node| (value(node).filter(|_| !are_equal), node.1))
                .collect();
            keyed.sort_unstable();
            for group in keyed.chunk_by(|one, next| one.0 == next.0) {
                if group.len() > 1 {
                    of_nodes.extend(group.iter().map(|&(_, node)| (node, groups.len() as Node)));
                    groups.push((group.len(), Vec::new()));
                }
            }
        }
        for (node, run) in of_nodes {
            classes.of_nodes[node as usize] = run;
        }
        classes.runs = groups;
        let ends = states as Node..nodes as Node;
        let ends: Vec<Node> = ends.flat_map(|end| [end, classes.mirror(end)]).collect();
        let swaps = |classes: &Classes, node| {
            let other = classes.class(classes.mirror(node));
            vec![((other, Vec::new()), game.total)]
        };
        classes.refine(&ends, swaps);
        classes
    }

    /// Returns the node of which this is the mirror image, or the node itself, and whether it is a mirror image.
    pub(crate) fn unmirrored(&self, node: Node) -> (usize, bool) {
        let node = node as usize;
        if node < self.nodes {
            (node, false)
        } else {
            (node - self.nodes + self.first_mirrored, true)
        }
    }

    fn mirror(&self, node: Node) -> Node {
        match self.unmirrored(node) {
            (node, true) => node as Node,
            (node, false) => (self.nodes + node - self.first_mirrored) as Node,
        }
    }

    /// Returns the class of a node. While a block is refined, the name of a class may belong to a larger one.
    fn class(&self, node: Node) -> Node {
        self.of_nodes[self.of_nodes[node as usize] as usize]
    }

    /// Returns the class of the node behind a move, as seen by the player who did not move, or of its mirror image.
    pub(crate) fn behind(&self, step: Move, is_mirrored: bool) -> Node {
        let node = step.node() as Node;
        let is_itself = step.is_again() == is_mirrored;
        self.class(if is_itself { node } else { self.mirror(node) })
    }

    /// Refines the classes of a block whose moves that may be best are marked.
    pub(crate) fn refine_block(&mut self, block: &Block, weights: &[u32]) {
        let mut new: Vec<Node> = block.states.clone().map(|state| state as Node).collect();
        if self.first_mirrored == 0 {
            new.extend_from_within(..);
            for node in &mut new[block.states.len()..] {
                *node += self.nodes as Node;
            }
        }
        let rivals = block.first_rivals();
        self.refine(&new, |classes, node| {
            let (state, is_mirrored) = classes.unmirrored(node);
            let sets = weights.iter().zip(0..).map(|(&weight, outcome)| {
                let moves = block.row(&rivals, state - block.states.start, outcome);
                let steps = moves.filter(|step| step.is_marked());
                let behind = steps.map(|step| classes.behind(step, is_mirrored));
                (set(behind, is_mirrored), weight)
            });
            signature(sets)
        });
    }

    /// Sorts new nodes into classes, new ones and those of earlier blocks. `of_new` returns the signature of a new node.
    fn refine(&mut self, new: &[Node], of_new: impl Fn(&Classes, Node) -> Signature) {
        let mut members: Vec<(Node, Node)> = Vec::new();
        for &node in new {
            match std::mem::replace(&mut self.of_nodes[node as usize], node) {
                Node::MAX => {}
                run => members.push((run, node)),
            }
        }
        members.sort_unstable();
        let mut groups = Vec::new();
        for members in members.chunk_by(|one, next| one.0 == next.0) {
            let (left, names) = &mut self.runs[members[0].0 as usize];
            *left -= members.len();
            let nodes = members.iter().map(|(_, node)| node);
            let group: Vec<Node> = names.iter().chain(nodes).copied().collect();
            for &node in &group {
                self.of_nodes[node as usize] = group[0];
            }
            groups.push(group);
        }
        loop {
            let mut parts = Vec::new();
            for group in &groups {
                // Nodes of earlier blocks come first, so that they name their classes as before.
                let keyed = group.iter().map(|&node| match self.known.get(&node) {
                    Some(known) => (self.renamed(known, node), false, node),
                    None => (of_new(self, node), true, node),
                });
                let mut keyed: Vec<(Signature, bool, Node)> = keyed.collect();
                keyed.sort_unstable();
                for part in keyed.chunk_by(|one, next| one.0 == next.0) {
                    let part: Vec<Node> = part.iter().map(|&(.., node)| node).collect();
                    for &node in &part {
                        self.of_nodes[node as usize] = part[0];
                    }
                    if part.len() > 1 {
                        parts.push(part);
                    }
                }
            }
            if parts == groups {
                break;
            }
            groups = parts;
        }
        for members in members.chunk_by(|one, next| one.0 == next.0) {
            let run = members[0].0 as usize;
            if self.runs[run].0 == 0 {
                for name in std::mem::take(&mut self.runs[run].1) {
                    self.known.remove(&name);
                }
                continue;
            }
            for &(_, node) in members {
                if self.of_nodes[node as usize] == node {
                    let signature = of_new(self, node);
                    self.known.insert(node, signature);
                    self.runs[run].1.push(node);
                }
            }
        }
    }

    /// Returns the signature of a node with the classes to which its classes belong now.
    fn renamed(&self, known: &Signature, node: Node) -> Signature {
        let is_mirrored = self.unmirrored(node).1;
        let now = |class: &Node| self.of_nodes.get(*class as usize).copied();
        signature(known.iter().map(|((least, others), weight)| {
            let classes = [least].into_iter().chain(others);
            (set(classes.filter_map(now), is_mirrored), *weight)
        }))
    }
}
