//! Best responses to an opponent whose policy is known.
//!
//! The player chooses moves to maximise the expected amount received. As in [`values`](crate::values), choices of moves
//! alternate with sweeps that keep the chosen moves. The blocks are solved one after the other.

use std::ops::Range;

use crate::acceleration::Acceleration;
use crate::chain::{Chain, SETTLED};
use crate::extrapolation::MOST_SWEEPS;
use crate::linear::greater;
use crate::sweeps::Unsettled;
use crate::{Graph, Node};

/// Game in which the player chooses moves and the opponent moves at random with known probabilities.
#[derive(Clone, Copy, Debug)]
pub struct Exploited<'a> {
    /// The game.
    pub graph: &'a Graph,
    /// Amount that the player pays for each move, in the order of [`Graph::all_moves`]: 0 or more.
    pub prices: &'a [f64],
    /// Transition probabilities of the opponent's turns.
    pub opponent: &'a Chain,
    /// For each state with the opponent on roll, the expected amount that the player gets in this turn of the opponent.
    pub gifts: &'a [f64],
}

/// A best response, with the amounts that the player expects.
#[derive(Clone, Debug)]
pub struct Response {
    /// Index in [`Graph::all_moves`] of the chosen move, for each state and outcome.
    pub chosen: Vec<u32>,
    /// Expected amount that the player receives over the rest of the game, for each state: first with the player on
    /// roll, then with the opponent on roll.
    pub amounts: Vec<[f64; 2]>,
}

/// Divisor that spaces out the choices of moves: after a choice at sweep *n*, the next comes *n* / 5 sweeps later.
const SWEEPS_PER_CHOICE: usize = 5;

impl Exploited<'_> {
    /// Finds a best response. The cheapest move is chosen if it is worth at most `enough` less than the best. (The
    /// price of a move is subtracted from its worth.)
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if the game goes on for too long.
    ///
    /// # Panics
    ///
    /// If `prices` or `gifts` does not have the length that the game requires, or if the blocks of the opponent's chain
    /// differ from those of the graph.
    ///
    /// # Examples
    ///
    /// Two players toss a coin in turn until it shows heads. The opponent pays 1 for each of its tosses. After tails,
    /// the player may pay to end the game at once:
    ///
    /// ```
    /// use tourne_graph::chain::Chain;
    /// use tourne_graph::response::Exploited;
    /// use tourne_graph::{Graph, Rows, Target};
    ///
    /// let mut rows = Rows::default();
    /// rows.push([Target::End(0)]); // heads
    /// rows.push([Target::State(0), Target::End(0)]); // tails: the other tosses, or the player pays
    /// let graph = Graph::new(&[1, 1], &[1.0], vec![rows], &[1])?;
    /// let tosses = Chain::new(vec![0..1], 1, |_, next| next.extend([(1, 0.5), (0, 0.5)]));
    /// let game = Exploited { graph: &graph, prices: &[0.0, 0.0, 0.3], opponent: &tosses, gifts: &[1.0] };
    /// let response = game.respond(1e-12)?;
    /// // The game goes on: the opponent pays 4/3 on average once on roll.
    /// assert_eq!(response.chosen, [0, 1]);
    /// assert!((response.amounts[0][0] - 2.0 / 3.0).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn respond(&self, enough: f64) -> Result<Response, Unsettled> {
        let graph = self.graph;
        assert_eq!(
            self.prices.len(),
            graph.all_moves().len(),
            "there must be one price for each move"
        );
        assert_eq!(
            self.gifts.len(),
            graph.states(),
            "there must be one gift for each state"
        );
        let is_same_game = self.opponent.blocks() == graph.blocks();
        assert!(is_same_game, "the opponent must play the same game");
        let mut chosen = Vec::with_capacity(graph.states() * graph.outcomes());
        let mut amounts = vec![0.0; 2 * (graph.states() + graph.payoffs().len())];
        for block in graph.blocks() {
            let mut choices = Choices::new(self, block);
            choices.settle(&mut amounts)?;
            choices.choose(&amounts, Standard::Cheapest { enough });
            chosen.append(&mut choices.places);
        }
        let amounts = amounts.as_chunks().0[..graph.states()].iter();
        Ok(Response {
            chosen,
            amounts: amounts.copied().collect(),
        })
    }
}

/// Move that is kept unless another is worth more: the chosen move, or the cheapest. In this comparison, the worth of
/// the cheapest move is increased by `enough`.
#[derive(Clone, Copy)]
enum Standard {
    Chosen,
    Cheapest { enough: f64 },
}

/// Choices of moves in a block.
struct Choices<'a> {
    game: Exploited<'a>,
    block: &'a Range<usize>,
    /// The probability of each outcome.
    chances: Vec<f64>,
    /// Index in [`Graph::all_moves`] of the chosen move in each row: state by state, outcome by outcome.
    places: Vec<u32>,
    /// Nodes that the chosen moves lead to, row by row.
    nodes: Vec<Node>,
    /// Expected price of the chosen moves in each state.
    paid: Vec<f64>,
    /// Rows with several moves: the index of each row within the block, and the indices of its moves.
    open: Vec<(u32, Range<u32>)>,
}

impl<'a> Choices<'a> {
    /// Chooses the cheapest move in every row of a block.
    fn new(game: &Exploited<'a>, block: &'a Range<usize>) -> Choices<'a> {
        let (graph, outcomes) = (game.graph, game.graph.outcomes());
        let weights = graph.weights().iter();
        let mut choices = Choices {
            game: *game,
            block,
            chances: weights
                .map(|&weight| f64::from(weight) / f64::from(graph.total()))
                .collect(),
            places: Vec::with_capacity(block.len() * outcomes),
            nodes: Vec::with_capacity(block.len() * outcomes),
            paid: vec![0.0; block.len()],
            open: Vec::new(),
        };
        for state in block.clone() {
            for outcome in 0..outcomes {
                let moves = graph.places(state, outcome);
                let (row, place) = (choices.places.len(), game.cheapest(moves.clone()));
                if moves.len() > 1 {
                    let moves = moves.start as u32..moves.end as u32;
                    choices.open.push((row as u32, moves));
                }
                choices.places.push(place as u32);
                choices.nodes.push(graph.all_moves()[place]);
            }
        }
        for state in 0..block.len() {
            choices.pay(state);
        }
        choices
    }

    /// Recomputes the expected price in a state, given by its index within the block.
    fn pay(&mut self, state: usize) {
        let places = self.places.chunks_exact(self.chances.len());
        let places = places.skip(state).flatten().zip(&self.chances);
        let prices = places.map(|(&place, chance)| chance * self.game.prices[place as usize]);
        self.paid[state] = prices.sum();
    }

    /// Alternates choices and sweeps until neither changes anything, except for rounding.
    fn settle(&mut self, amounts: &mut [f64]) -> Result<(), Unsettled> {
        let mut acceleration = Acceleration::new(2 * self.block.len());
        let both = 2 * self.block.start..2 * self.block.end;
        let (mut sweeps, mut next_choice, mut is_settled) = (0, 0, false);
        loop {
            let chooses = sweeps >= next_choice;
            if chooses && !self.choose(amounts, Standard::Chosen) && is_settled {
                return Ok(());
            }
            let [residual, largest] = self.sweep(amounts, &mut acceleration);
            sweeps += 1;
            is_settled = residual <= SETTLED * largest.max(1.0);
            if chooses {
                // Stop even if moves were replaced: rounding may make equal moves replace each other for ever.
                if is_settled {
                    return Ok(());
                }
                if sweeps >= MOST_SWEEPS {
                    return Err(Unsettled { sweeps, residual });
                }
                next_choice = sweeps + sweeps / SWEEPS_PER_CHOICE;
            }
            if is_settled {
                next_choice = sweeps;
            } else {
                acceleration.apply(&mut amounts[both.clone()]);
            }
        }
    }

    /// Computes the amounts of all states of the block once, in order. Returns the largest change, and the largest
    /// amount.
    #[inline(never)]
    fn sweep(&self, amounts: &mut [f64], acceleration: &mut Acceleration<f64>) -> [f64; 2] {
        let game = self.game;
        let (mut most, mut largest) = (0.0, 0.0);
        let (changes, mut sums) = acceleration.begin();
        let (changes, _) = changes.as_chunks_mut::<2>();
        let rows = self.nodes.chunks_exact(self.chances.len()).zip(&self.paid);
        let states = self.block.clone().zip(&game.gifts[self.block.clone()]);
        for ((state, gift), ((nodes, paid), changes)) in states.zip(rows.zip(changes)) {
            let (mut one, mut other) = (-paid, *gift);
            for (&node, chance) in nodes.iter().zip(&self.chances) {
                one += chance * amounts[2 * node as usize + 1];
            }
            let change_of_one = one - amounts[2 * state];
            amounts[2 * state] = one;
            for &(node, chance) in game.opponent.row(state) {
                other += chance * amounts[2 * node as usize];
            }
            let change_of_other = other - amounts[2 * state + 1];
            amounts[2 * state + 1] = other;
            sums.add(&mut changes[0], change_of_one);
            sums.add(&mut changes[1], change_of_other);
            most = greater(greater(most, change_of_one), change_of_other);
            largest = greater(greater(largest, one), other);
        }
        acceleration.end(sums);
        [most, largest]
    }

    /// Chooses the best move in each row. Returns whether any move was replaced.
    fn choose(&mut self, amounts: &[f64], standard: Standard) -> bool {
        let (game, outcomes) = (self.game, self.chances.len());
        let worth = |place: usize| {
            let node = game.graph.all_moves()[place];
            amounts[2 * node as usize + 1] - game.prices[place]
        };
        let mut replaced = false;
        for at in 0..self.open.len() {
            let (row, moves) = self.open[at].clone();
            let (row, moves) = (row as usize, moves.start as usize..moves.end as usize);
            let (kept, enough) = match standard {
                Standard::Chosen => (self.places[row] as usize, 0.0),
                Standard::Cheapest { enough } => (game.cheapest(moves.clone()), enough),
            };
            let (mut best, mut most) = (kept, worth(kept) + enough);
            for place in moves {
                let worth = worth(place);
                if worth > most {
                    (best, most) = (place, worth);
                }
            }
            if best != self.places[row] as usize {
                self.places[row] = best as u32;
                self.nodes[row] = game.graph.all_moves()[best];
                self.pay(row / outcomes);
                replaced = true;
            }
        }
        replaced
    }
}

impl Exploited<'_> {
    /// Returns the index of the cheapest of these moves; of several equally cheap ones, the first.
    #[inline]
    fn cheapest(&self, moves: Range<usize>) -> usize {
        let mut cheapest = moves.start;
        for place in moves {
            if self.prices[place] < self.prices[cheapest] {
                cheapest = place;
            }
        }
        cheapest
    }
}
