//! A better order of the states of a block, where sweeps in the given order take too long.
//!
//! A block falls into *components*: states belong to one if play can go from each to the other. Sorted from the ends of
//! the game back, the components are blocks of their own. (They are found by Tarjan's algorithm of 1972.)

use std::ops::Range;

use crate::{Graph, Node};

/// The states of a block in another order. All other states keep their numbers.
pub(crate) struct Order {
    block: Range<usize>,
    /// The states of the block, each by its number in the graph.
    states: Vec<Node>,
    /// For each state of the block, in the order of the graph, its number in this order.
    numbers: Vec<Node>,
    /// Parts of the block, one or more components each, as ranges of numbers in this order.
    pub(crate) parts: Vec<Range<usize>>,
}

impl Order {
    /// Orders the states of a block by component; within a component, the given order is kept. Each part but the last
    /// has at least `least` states. Returns `None` if the block is empty, or if a component of several states has half
    /// of the states or more: then there is little to gain.
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
            // Small components are joined, as each block has a cost of its own.
            let end = order.block.start + order.states.len();
            if end - first >= least || end == order.block.end {
                order.parts.push(first..end);
                first = end;
            }
        }
        Some(order)
    }

    /// State of the graph with this number in the order.
    pub(crate) fn state(&self, number: usize) -> usize {
        self.states[number - self.block.start] as usize
    }

    /// Number of a node in the order.
    pub(crate) fn number(&self, node: Node) -> Node {
        let place = (node as usize).wrapping_sub(self.block.start);
        self.numbers.get(place).copied().unwrap_or(node)
    }

    /// The numbers of the block in this order, given those in the order of the graph.
    pub(crate) fn permuted(&self, numbers: &[f64]) -> Vec<f64> {
        let states = self.states.iter();
        states
            .map(|&state| numbers[state as usize - self.block.start])
            .collect()
    }

    /// Puts numbers of the block back into the order of the graph.
    pub(crate) fn put_back(&self, numbers: &mut [f64]) {
        let ordered = numbers.to_vec();
        for (&state, number) in self.states.iter().zip(ordered) {
            numbers[state as usize - self.block.start] = number;
        }
    }
}

/// Moves within a block, from state to state, counted from the first state of the block.
struct Links {
    /// Index in `links` of the first link of each state, and at the end the number of all links.
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

/// The components, in an order in which no link leads to a later one.
fn components(links: &Links) -> Vec<Vec<Node>> {
    const NEW: usize = usize::MAX;
    let states = links.firsts.len() - 1;
    // For each state its number in the order in which states are found, and the least number that is known to be in its
    // component; states whose component is known have none.
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
                    // The link is looked at again when all states behind it are known.
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
