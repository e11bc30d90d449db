//! Exact ties: proves that states have exactly the same value, which values with rounding errors cannot show.
//!
//! The nodes are the states, the ends, and a *mirror image* of each end, whose value is the negative of the value of
//! the end. Nodes are sorted into *classes* that satisfy three conditions:
//!
//! - All best moves of a state and outcome lead to the same class.
//! - From all nodes of a class, best moves lead to the same classes with the same probabilities. (Here, an end and its
//!   mirror image count as states that lead only to each other.)
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

/// Class of each node; nodes of one class have the same value.
pub(crate) struct Classes(Vec<u32>);

impl Classes {
    /// Sorts the nodes into classes, and returns the class of each node. `best` has only the moves that may be best.
    /// `bounds` has the lower and the upper bound of the value of each state and end. If the best moves of a state and
    /// outcome lead to different classes, this state and outcome are returned as an error.
    pub(crate) fn of_nodes(best: &Graph, bounds: &[[i64; 2]]) -> Result<Vec<u32>, (usize, usize)> {
        let ends = &bounds[best.states()..];
        let mirrors = ends.iter().map(|&[lower, upper]| [-upper, -lower]);
        let bounds: Vec<[i64; 2]> = bounds.iter().copied().chain(mirrors).collect();
        let mut classes = Classes((0..bounds.len() as Node).collect());
        let mut groups = Vec::new();
        for run in runs(&bounds) {
            // Ends of different values never share a class. A state may share a class with ends only if all ends of the
            // run have the same value. Otherwise it is not known which of these ends, if any, has the value of the
            // state.
            let is_end = |node: Node| node as usize >= best.states();
            let value = |node: Node| is_end(node).then(|| bounds[node as usize][0]);
            let values = || run.iter().filter_map(|&node| value(node));
            let are_equal = values().min() == values().max();
            let key = |_: &Classes, node| value(node).filter(|_| !are_equal);
            groups.extend(classes.split(std::slice::from_ref(&run), key));
        }
        loop {
            let parts = classes.split(&groups, |classes, node| classes.signature(best, node));
            if parts == groups {
                break;
            }
            groups = parts;
        }
        for state in 0..best.states() {
            for (outcome, (_, moves)) in best.rolls(state).enumerate() {
                let mut behind = moves.iter().map(|&node| classes.of(node));
                if !behind.all(|class| class == classes.of(moves[0])) {
                    return Err((state, outcome));
                }
            }
        }
        Ok(classes.0)
    }

    fn of(&self, node: Node) -> u32 {
        self.0[node as usize]
    }

    /// Splits each group into classes of nodes with the same key. A class is named by its first node. Returns the
    /// classes that have several nodes.
    fn split<K: Ord>(
        &mut self,
        groups: &[Vec<Node>],
        key: impl Fn(&Classes, Node) -> K,
    ) -> Vec<Vec<Node>> {
        let mut parts = Vec::new();
        for group in groups {
            let with_key = |&node: &Node| (key(self, node), node);
            let mut keyed: Vec<(K, Node)> = group.iter().map(with_key).collect();
            keyed.sort_unstable();
            for part in keyed.chunk_by(|(one, _), (next, _)| one == next) {
                let part: Vec<Node> = part.iter().map(|&(_, node)| node).collect();
                for &node in &part {
                    self.0[node as usize] = part[0];
                }
                if part.len() > 1 {
                    parts.push(part);
                }
            }
        }
        parts
    }

    /// Returns the classes that best moves from a node lead to, in ascending order, each with the total weight of the
    /// outcomes that lead to it. If an outcome has several best moves, the first is used: the final check requires that
    /// all of them lead to the same class.
    fn signature(&self, best: &Graph, node: Node) -> Vec<(u32, u32)> {
        let (states, ends) = (best.states(), best.payoffs().len());
        let node = node as usize;
        if node >= states {
            let mirror = states + (node - states + ends) % (2 * ends);
            return vec![(self.of(mirror as Node), best.total())];
        }
        let first = |(weight, moves): (u32, &[Node])| (self.of(moves[0]), weight);
        let mut behind: Vec<(u32, u32)> = best.rolls(node).map(first).collect();
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
