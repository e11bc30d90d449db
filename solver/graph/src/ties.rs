//! Exact ties: proves that states have exactly the same value, which values with rounding errors cannot show.
//!
//! The nodes are the states, the ends, and *mirror images*, whose value is the negative of the value of their node. Ends
//! have mirror images, and states too if a move leaves the same player on roll: for the player who did not move, it leads
//! to the mirror image of a state. Nodes are sorted into *classes* that satisfy three conditions:
//!
//! - All best moves of a state and outcome lead to the same class.
//! - From all nodes of a class, best moves lead to the same classes with the same probabilities. (Here, an end and its
//!   mirror image count as states that lead only to each other. The mirror image of a state leads to the mirror images.)
//! - All ends and mirror images in a class have the same value.
//!
//! Then all nodes of a class have the same value. To prove this, consider the game in which only the best moves may be
//! played. This game has the same values, since every other move is worth less. Because it ends, its equation has only
//! one solution. Begin with any values that are equal within each class and correct for the ends and their mirror
//! images. Apply the equation again and again. By the three conditions, the values stay equal within each class. They
//! converge to the solution, so the solution is also equal within each class. (In the game with all moves, this
//! argument fails: while values are not yet correct, a move that is not best could be worth most, and the conditions do
//! not cover it.)
//!
//! The initial classes satisfy the third condition. They are split until they satisfy the second condition. Then the
//! first is checked. (In the literature, nodes of one class are called *bisimilar*, and the classes a *lumping*.)

use crate::{Graph, Node};

/// Classes of nodes; nodes of one class have the same value.
pub(crate) struct Classes {
    /// Class of each node, mirror images last.
    of_nodes: Vec<u32>,
    /// Number of nodes that are not mirror images.
    nodes: usize,
    /// The first node with a mirror image. All nodes after it have one.
    first_mirrored: usize,
}

impl Classes {
    /// Sorts the nodes into classes, and returns the class of each node. `best` has only the moves that may be best.
    /// `bounds` has the lower and the upper bound of the value of each state and end. If the best moves of a state and
    /// outcome lead to different classes, this state and outcome are returned as an error.
    pub(crate) fn of_nodes(best: &Graph, bounds: &[[i64; 2]]) -> Result<Vec<u32>, (usize, usize)> {
        let first_mirrored = if best.has_again() { 0 } else { best.states() };
        let mirrors = bounds[first_mirrored..].iter();
        let mirrors = mirrors.map(|&[lower, upper]| [-upper, -lower]);
        let bounds: Vec<[i64; 2]> = bounds.iter().copied().chain(mirrors).collect();
        let mut classes = Classes {
            of_nodes: (0..bounds.len() as Node).collect(),
            nodes: best.nodes(),
            first_mirrored,
        };
        let mut groups = Vec::new();
        for run in runs(&bounds) {
            // Ends of different values never share a class. A state may share a class with ends only if all ends of the
            // run have the same value. Otherwise it is not known which of these ends, if any, has the value of the
            // state.
            let is_end = |node: Node| classes.unmirrored(node) >= best.states();
            let value = |node: Node| is_end(node).then(|| bounds[node as usize][0]);
            let values = || run.iter().filter_map(|&node| value(node));
            let are_equal = values().min() == values().max();
            let keys: Vec<(Option<i64>, Node)> = run
                .iter()
                .map(|&node| (value(node).filter(|_| !are_equal), node))
                .collect();
            groups.extend(classes.split(keys));
        }
        loop {
            let mut parts = Vec::new();
            for group in &groups {
                let signatures = group
                    .iter()
                    .map(|&node| (classes.signature(best, node), node));
                let signatures = signatures.collect();
                parts.extend(classes.split(signatures));
            }
            if parts == groups {
                break;
            }
            groups = parts;
        }
        for state in 0..best.states() {
            for outcome in 0..best.outcomes() {
                let places = best.places(state, outcome);
                let first = classes.behind(best, places.start, false);
                if places
                    .into_iter()
                    .any(|place| classes.behind(best, place, false) != first)
                {
                    return Err((state, outcome));
                }
            }
        }
        Ok(classes.of_nodes)
    }

    /// Returns the index of the mirror image of a node, or of the node of which this is the mirror image.
    fn mirror(&self, node: usize) -> usize {
        if node < self.nodes {
            self.nodes + node - self.first_mirrored
        } else {
            self.unmirrored(node as Node)
        }
    }

    /// Returns the index of a node itself, or of the node of which it is the mirror image.
    fn unmirrored(&self, node: Node) -> usize {
        let node = node as usize;
        if node < self.nodes {
            node
        } else {
            node - self.nodes + self.first_mirrored
        }
    }

    /// Returns the class of the node behind a move, seen by the player who did not move; that of its mirror image, if
    /// `is_mirrored`.
    fn behind(&self, best: &Graph, place: usize, is_mirrored: bool) -> u32 {
        let node = best.all_moves()[place] as usize;
        let node = if best.is_again(place) == is_mirrored {
            node
        } else {
            self.mirror(node)
        };
        self.of_nodes[node]
    }

    /// Splits a group into classes of nodes with the same key. A class is named by its first node. Returns the classes
    /// that have several nodes.
    fn split<K: Ord>(&mut self, mut keyed: Vec<(K, Node)>) -> Vec<Vec<Node>> {
        let mut parts = Vec::new();
        keyed.sort_unstable();
        for part in keyed.chunk_by(|(one, _), (next, _)| one == next) {
            let part: Vec<Node> = part.iter().map(|&(_, node)| node).collect();
            for &node in &part {
                self.of_nodes[node as usize] = part[0];
            }
            if part.len() > 1 {
                parts.push(part);
            }
        }
        parts
    }

    /// Returns the classes that best moves from a node lead to, in ascending order, each with the total weight of the
    /// outcomes that lead to it. If an outcome has several best moves, the first is used: the final check requires that
    /// all of them lead to the same class.
    fn signature(&self, best: &Graph, node: Node) -> Vec<(u32, u32)> {
        let is_mirrored = node as usize >= self.nodes;
        let state = self.unmirrored(node);
        if state >= best.states() {
            return vec![(self.of_nodes[self.mirror(node as usize)], best.total())];
        }
        let outcomes = best.weights().iter().enumerate();
        let mut behind: Vec<(u32, u32)> = outcomes
            .map(|(outcome, &weight)| {
                let first = best.places(state, outcome).start;
                (self.behind(best, first, is_mirrored), weight)
            })
            .collect();
        behind.sort_unstable();
        behind.dedup_by(|next, first| {
            let is_same = next.0 == first.0;
            first.1 += if is_same { next.1 } else { 0 };
            is_same
        });
        behind
    }
}

/// Groups nodes into runs: nodes whose intervals from lower to upper bound overlap, or that a chain of overlapping
/// intervals connects. Runs of a single node are left out.
fn runs(bounds: &[[i64; 2]]) -> Vec<Vec<Node>> {
    let lowers = bounds.iter().map(|&[lower, _]| lower);
    let mut sorted: Vec<(i64, Node)> = lowers.zip(0..).collect();
    sorted.sort_unstable();
    let mut greatest_upper = i64::MIN;
    let runs = sorted.chunk_by(|&(_, node), &(next, _)| {
        greatest_upper = greatest_upper.max(bounds[node as usize][1]);
        next <= greatest_upper
    });
    runs.filter(|run| run.len() > 1)
        .map(|run| run.iter().map(|&(_, node)| node).collect())
        .collect()
}
