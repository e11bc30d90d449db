//! A better order of the states of a block, where sweeps in the given order take too long.
//!
//! A block falls into *components*: states belong to one if play can go from each to the other. One after the other, from
//! the ends of the game back, these are blocks of their own. (They are found by Tarjan's algorithm of 1972.)

use std::ops::Range;

use super::choices::STATES_PER_TASK;
use super::{Game, Node};

/// A game with the states of one block in another order. All other states keep their numbers.
pub(super) struct Ordered<'a, G> {
    game: &'a G,
    block: Range<usize>,
    /// The states of the block, each by its number in the game.
    states: Vec<Node>,
    /// For each state of the block, in the order of the game, its number here.
    numbers: Vec<Node>,
    /// What the block falls into.
    blocks: Vec<Range<usize>>,
}

impl<'a, G: Game> Ordered<'a, G> {
    /// The states of a block in the order of its components, in which each keeps the given order. `None` if half of
    /// the states or more belong to one component: then there is little to gain.
    pub(super) fn new(game: &'a G, block: Range<usize>) -> Option<Ordered<'a, G>> {
        let components = components(&Links::new(game, &block));
        let largest = components.iter().map(Vec::len).max()?;
        if 2 * largest >= block.len() && largest > 1 {
            return None;
        }
        let mut ordered = Ordered {
            game,
            states: Vec::with_capacity(block.len()),
            numbers: vec![0; block.len()],
            blocks: Vec::new(),
            block,
        };
        let mut first = ordered.block.start;
        for mut component in components {
            component.sort_unstable();
            for state in component {
                ordered.numbers[state as usize] =
                    (ordered.block.start + ordered.states.len()) as Node;
                ordered.states.push(ordered.block.start as Node + state);
            }
            // Small components are joined, as each block has a cost of its own.
            let end = ordered.block.start + ordered.states.len();
            if end - first >= STATES_PER_TASK || end == ordered.block.end {
                ordered.blocks.push(first..end);
                first = end;
            }
        }
        Some(ordered)
    }

    /// The numbers of the block in the order of this game, given those in the order of the other.
    pub(super) fn permuted(&self, numbers: &[f64]) -> Vec<f64> {
        let states = self.states.iter();
        states
            .map(|&state| numbers[state as usize - self.block.start])
            .collect()
    }

    /// Puts numbers of the block back into the order of the other game.
    pub(super) fn put_back(&self, numbers: &mut [f64]) {
        let ordered = numbers.to_vec();
        for (&state, number) in self.states.iter().zip(ordered) {
            numbers[state as usize - self.block.start] = number;
        }
    }
}

impl<G: Game> Game for Ordered<'_, G> {
    fn weights(&self) -> &[u32] {
        self.game.weights()
    }

    fn payoffs(&self) -> &[f64] {
        self.game.payoffs()
    }

    /// Those of the block alone.
    fn blocks(&self) -> &[Range<usize>] {
        &self.blocks
    }

    fn states(&self) -> usize {
        self.game.states()
    }

    fn with_moves<T>(&self, state: usize, outcome: usize, take: impl FnOnce(&[Node]) -> T) -> T {
        let state = self.states[state - self.block.start] as usize;
        self.game.with_moves(state, outcome, |moves| {
            let number = |&node: &Node| {
                let place = (node as usize).wrapping_sub(self.block.start);
                self.numbers.get(place).copied().unwrap_or(node)
            };
            let moves: Vec<Node> = moves.iter().map(number).collect();
            take(&moves)
        })
    }
}

/// Where the moves of the states of a block lead within it; states are counted from the first of the block.
struct Links {
    /// Place at which the links of each state begin; one more at the end.
    firsts: Vec<usize>,
    links: Vec<Node>,
}

impl Links {
    fn new(game: &impl Game, block: &Range<usize>) -> Links {
        let mut links = Links {
            firsts: vec![0],
            links: Vec::new(),
        };
        for state in block.clone() {
            game.each_outcome(state, |_, moves| {
                let inner = moves
                    .iter()
                    .filter(|&&node| block.contains(&(node as usize)));
                links
                    .links
                    .extend(inner.map(|&node| node - block.start as Node));
            });
            links.firsts.push(links.links.len());
        }
        links
    }
}

/// The components, such that no link leads to a later one.
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
                    // It is looked at again when all behind it is known.
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
