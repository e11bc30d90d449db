//! Best responses to an opponent whose policy is known.
//!
//! The player maximises the expected amount received. Policy iteration (Howard, 1960) finds the moves: computing the
//! amounts under the chosen moves alternates with replacing moves by better moves, until no other move is worth more.

use std::ops::Range;

use super::chain::{Chain, SETTLED, Seats, Turns};
use tourne_graph::{Graph, Unsettled};

/// Game in which the player chooses moves and the opponent moves at random with known probabilities.
#[derive(Clone, Copy, Debug)]
pub struct Exploited<'a> {
    /// States, outcomes, and moves of the player.
    pub graph: &'a Graph,
    /// Amount that the player pays for each move, in the order of [`Graph::all_moves`]. A negative amount is paid to
    /// the player.
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

/// Relative tolerance of the amounts in the first round. Amounts need not be exact while many moves are still replaced.
const ROUGH: f64 = 1e-3;
/// Factor by which the tolerance falls after a round that replaces moves. After any other round, it falls to
/// [`SETTLED`]. With 1e-2 a grade takes 1 % more instructions, and with 1e-3 3 % more.
const FINER: f64 = 1e-4;
/// Maximum number of rounds. A dozen suffice, unless rounding makes equal moves replace each other for ever.
const MOST_ROUNDS: usize = 100;

impl Exploited<'_> {
    /// Finds a best response. In each state and outcome, the cheapest move is chosen if it is worth at most `enough`
    /// less than the best move. (The price of a move is subtracted from its worth.)
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
    /// use tourne_solver::policies::chain::Chain;
    /// use tourne_solver::policies::response::Exploited;
    /// use tourne_graph::{Frame, Graph, Rows, Target};
    ///
    /// let mut rows = Rows::default();
    /// rows.push([Target::End(0)]); // heads
    /// rows.push([Target::State(0), Target::End(0)]); // tails: the other tosses, or the player pays
    /// let frame = Frame { weights: vec![1, 1], payoffs: vec![1.0], blocks: vec![1] };
    /// let graph = Graph::new(frame, rows)?;
    /// let tosses = Chain::new(vec![0..1], 1, |_, next| next.extend([(1, 0.5), (0, 0.5)]));
    /// let game = Exploited { graph: &graph, prices: &[0.0, 0.0, 0.3], opponent: &tosses, gifts: &[1.0] };
    /// let response = game.respond(1e-12)?;
    /// // The player lets the game go on: an opponent on roll pays 4/3 on average.
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
        let mut amounts = vec![[[0.0]; 2]; graph.nodes()];
        let cheapest = self.rows(|_, moves| {
            let price = |place: &usize| self.prices[*place];
            let least = moves.min_by(|one, other| price(one).total_cmp(&price(other)));
            least.expect("every outcome has a move")
        });
        let mut chosen = cheapest.clone();
        let mut settled = ROUGH;
        for _ in 0..MOST_ROUNDS {
            self.expect(&chosen, &mut amounts, settled)?;
            let all = amounts.as_flattened().as_flattened().iter();
            let largest = all.fold(1.0, |largest: f64, amount| largest.max(amount.abs()));
            // Each of the two amounts that are compared may be off by a little more than the tolerance.
            let better = self.better(&chosen, &amounts, 4.0 * settled * largest);
            let is_stable = better == chosen;
            if is_stable && settled == SETTLED {
                break;
            }
            settled = if is_stable {
                SETTLED
            } else {
                SETTLED.max(FINER * settled)
            };
            chosen = better;
        }
        let amounts_of_states = amounts[..graph.states()].iter();
        Ok(Response {
            chosen: self.better(&cheapest, &amounts, enough),
            amounts: amounts_of_states
                .map(|both| both.map(|[amount]| amount))
                .collect(),
        })
    }

    /// Returns the choice of `choose` for each row, where a *row* is a state and outcome and a choice is the index of a
    /// move. `choose` receives the index of the row (state · outcomes + outcome) and the indices of its moves.
    fn rows(&self, choose: impl Fn(usize, Range<usize>) -> usize) -> Vec<u32> {
        let (states, outcomes) = (self.graph.states(), self.graph.outcomes());
        let mut chosen = Vec::with_capacity(states * outcomes);
        for state in 0..states {
            for outcome in 0..outcomes {
                let moves = self.graph.places(state, outcome);
                chosen.push(choose(chosen.len(), moves) as u32);
            }
        }
        chosen
    }

    /// Computes the amounts that the player expects with the chosen moves, to the relative tolerance `settled`. The
    /// entry of a node has two amounts: first with the player on roll, then with the opponent on roll.
    fn expect(
        &self,
        chosen: &[u32],
        amounts: &mut [Seats<2, 1>],
        settled: f64,
    ) -> Result<(), Unsettled> {
        let graph = self.graph;
        let total = f64::from(graph.total());
        let mut paid = vec![0.0; graph.states()];
        let rows: Vec<&[u32]> = chosen.chunks_exact(graph.outcomes()).collect();
        let player = Chain::new(
            graph.blocks().to_vec(),
            graph.payoffs().len(),
            |state, next| {
                for (&place, &weight) in rows[state].iter().zip(graph.weights()) {
                    let chance = f64::from(weight) / total;
                    paid[state] += chance * self.prices[place as usize];
                    next.push((graph.all_moves()[place as usize], chance));
                }
            },
        );
        let constant = |state: usize| [[-paid[state]], [self.gifts[state]]];
        Turns::new([&player, self.opponent]).expect(amounts, constant, settled)?;
        Ok(())
    }

    /// Returns for each state and outcome the best move, or the `usual` move if that is worth at most `enough` less.
    fn better(&self, usual: &[u32], amounts: &[Seats<2, 1>], enough: f64) -> Vec<u32> {
        let worth = |place: usize| {
            let node = self.graph.all_moves()[place];
            amounts[node as usize][1][0] - self.prices[place]
        };
        self.rows(|row, moves| {
            let usual = usual[row] as usize;
            let mut best = (usual, worth(usual) + enough);
            for place in moves {
                let worth = worth(place);
                if worth > best.1 {
                    best = (place, worth);
                }
            }
            best.0
        })
    }
}
