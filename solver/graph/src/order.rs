//! A better order of the states of a block, for blocks in which sweeps in the given order take too long.
//!
//! A block consists of strongly connected *components*: two states are in the same component if play can go from each
//! to the other. If components nearer to the ends of the game come first, each can be solved as a block of its own.
//! (Tarjan's algorithm of 1972 finds the components.)

use std::ops::Range;

use crate::{Graph, Node};

/// The states of a block in a new order, with new numbers. All other nodes keep their numbers.
pub(crate) struct Order {
    block: Range<usize>,
    /// The states of the block in the new order, by their numbers in the graph.
    states: Vec<Node>,
    /// The new number of each state of the block, in the order of the graph.
    numbers: Vec<Node>,
    /// Parts of the block, as ranges of new numbers. A part has one or more components.
    pub(crate) parts: Vec<Range<usize>>,
}

impl Order {
    /// Orders the states of a block by component, and keeps the given order within a component. Each part but the last
    /// has at least `least` states. Returns `None` if the block is empty, or if a component of several states has at
    /// least half of all states: then there is little to gain.
    pub(crate) fn new(graph: &Graph, block: Range<usize>, least: usize) -> Option<Order> {
        let components = components(&Links::new(graph, &block));
        let largest = components.iter().map(Vec::len).max()?;
        if 2 * largest >= block.len() && largest > 1 {
            return None;
        }
        let mut order = Order {
            states: Vec::with_capacity(block.len()),
            numbers: vec![0; block.len()],
            parts: Vec::new(),
            block,
        };
        let mut first = order.block.start;
        for mut component in components {
            component.sort_unstable();
            for state in component {
                order.numbers[state as usize] = (order.block.start + order.states.len()) as Node;
                order.states.push(order.block.start as Node + state);
            }
            // Join small components, as each part has a fixed cost.
            let end = order.block.start + order.states.len();
            if end - first >= least || end == order.block.end {
                order.parts.push(first..end);
                first = end;
            }
        }
        Some(order)
    }

    /// Converts the new number of a state back to its number in the graph.
    pub(crate) fn state(&self, number: usize) -> usize {
        self.states[number - self.block.start] as usize
    }

    /// Returns the new number of a node of the graph.
    pub(crate) fn number(&self, node: Node) -> Node {
        let place = (node as usize).wrapping_sub(self.block.start);
        self.numbers.get(place).copied().unwrap_or(node)
    }

    /// Returns the entries of the block's states in the new order. `numbers` has them in the order of the graph.
    pub(crate) fn permuted(&self, numbers: &[f64]) -> Vec<f64> {
        let states = self.states.iter();
        states
            .map(|&state| numbers[state as usize - self.block.start])
            .collect()
    }

    /// Puts the entries of the block's states back into the order of the graph.
    pub(crate) fn put_back(&self, numbers: &mut [f64]) {
        let ordered = numbers.to_vec();
        for (&state, number) in self.states.iter().zip(ordered) {
            numbers[state as usize - self.block.start] = number;
        }
    }
}

/// Moves within a block, from state to state. The number of a state is its index within the block.
struct Links {
    /// Index in `links` of the first link of each state, followed by the total number of links.
    firsts: Vec<usize>,
    links: Vec<Node>,
}

impl Links {
    fn new(graph: &Graph, block: &Range<usize>) -> Links {
        let mut links = Links {
            firsts: vec![0],
            links: Vec::new(),
        };
        for state in block.clone() {
            let after = graph.rolls(state).flat_map(|(_, moves)| moves);
            let inner = after.filter(|&&node| block.contains(&(node as usize)));
            let inner = inner.map(|&node| node - block.start as Node);
            links.links.extend(inner);
            links.firsts.push(links.links.len());
        }
        links
    }
}

/// Returns the states of each component. No link leads from a component to a later one.
fn components(links: &Links) -> Vec<Vec<Node>> {
    const NEW: usize = usize::MAX;
    let states = links.firsts.len() - 1;
    // `found` numbers the states in the order in which they are found. `least` is the smallest such number known in the
    // component of a state, or `NEW` once the component is complete.
    let mut found = vec![NEW; states];
    let mut least = vec![NEW; states];
    let mut next = links.firsts.clone();
    let (mut count, mut path, mut open) = (0, Vec::new(), Vec::new());
    let mut components = Vec::new();
    for start in 0..states {
        if found[start] == NEW {
            path.push(start);
        }
        while let Some(&state) = path.last() {
            if found[state] == NEW {
                (found[state], least[state]) = (count, count);
                count += 1;
                open.push(state as Node);
            }
            if next[state] < links.firsts[state + 1] {
                let after = links.links[next[state]] as usize;
                if found[after] == NEW {
                    // Do not advance `next`: when the search is back at `state`, it must take the same link again to
                    // update `least`.
                    path.push(after);
                } else {
                    next[state] += 1;
                    least[state] = least[state].min(least[after]);
                }
                continue;
            }
            path.pop();
            if least[state] == found[state] {
                let first = open.iter().rposition(|&node| node as usize == state);
                let component = open.split_off(first.unwrap_or(0));
                for &node in &component {
                    least[node as usize] = NEW;
                }
                components.push(component);
            }
        }
    }
    components
}
