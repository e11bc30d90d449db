//! One game under several payoffs at once: all are solved together, each in a *lane* of its own.
//!
//! The seats are told apart, as in [`seats`](super::seats), but the graph is not doubled: the table has for each node
//! the values of all lanes with either player on roll, and a move leads from the values of one seat to those of the
//! other. So each move is read once for all lanes and both seats, and the lanes are computed side by side by the vector
//! instructions of the processor. The best move is found anew in every sweep. That costs a minimum for each move, so it
//! pays to leave out moves that are not nearly best, and to [check](Good::bounds) with all of them.
//!
//! # The bounds
//!
//! The moves that are kept are *good*, and a good move is a *return* if it leads to the state itself or to a later one
//! of its block. Let *w*(*s*) be at least the mean of the largest *w* after a good move, plus 1 if the move is a
//! return, plus a small amount *a*: a bound on the number of returns. It is found once for all payoffs, and checked at
//! every state.
//!
//! A sweep takes the states in turn. Let the last one change no value by more than *c*, *V* be the values after it, and
//! *δ* = *c* + *r*, where *r* makes up for rounding. Then, if play always ends, the true values lie between *L* = *V* −
//! *δ·w* and *U* = *V* + *δ·w*, by the argument in [`proof`](super::proof). It needs at every state and with all moves:
//!
//! ```text
//! L(s) ≤ Σ p · max over moves m of −U(after m)
//! U(s) ≥ Σ p · max over moves m of −L(after m)
//! ```
//!
//! With good moves only, both hold. For the sweep computed *V*(*s*) from the values *V′* of that moment, which differ
//! from *V* after returns only, and there by *c* at most. So −*L* after a good move is at most −*V′* + *δ* · (*w* + 1
//! if it is a return). The mean of the greatest is at most that of the greatest −*V′*, which is *V*(*s*), plus *δ* ·
//! (*w*(*s*) − *a*), and that is *U*(*s*) − *δ·a*. The same holds for *L* with signs changed. With all moves the first
//! line holds all the more. The second does if −*L* after any other move is at most that after some good one. It is,
//! because this is checked: *V* after any other move is greater than the least after a good one by more than *δ* times
//! the largest *w* of all.
//!
//! A mean of *n* numbers of at most *x* points, computed as a sum of products with whole weights, is off by less than
//! (*n* + 4) · *x* · 2^-53 points. *δ·a* is twice that for the largest *x* there can be, and more: enough for the
//! rounding of *c*, of the checks, and of *δ·w* as well.

mod equation;
mod good;
mod iteration;
mod returns;
mod row;

pub use good::Good;
pub use iteration::iterate;
pub use row::{Lanes, Row};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::seats::{Seat, doubled};
    use crate::graph::{Graph, Rows, Target, values};

    const LANES: usize = 4;

    /// In either of two states a coin is tossed in turn until it shows heads; in lane *k* the player in the first seat wins
    /// 2^-k points by it, the other 1 point.
    fn coins() -> (Graph, Vec<Row<LANES>>) {
        let mut rows = Rows::default();
        for state in 0..2 {
            rows.push([Target::End(0)]);
            rows.push([Target::State(state)]);
        }
        let graph = Graph::new(&[1, 1], &[1.0], vec![rows], &[2]);
        let to_one = std::array::from_fn(|lane| 1.0 / f64::from(1 << lane));
        // Who is on roll at the end did not bring it about.
        let end = Row([[-1.0; LANES], to_one.map(|payoff: f64| -payoff)]);
        let table = vec![Row::all(0.0), Row::all(0.0), end];
        (graph.expect("it is well formed"), table)
    }

    /// The first seat tosses first: one / 2 - other / 4 + one / 8 and so on.
    fn expected(lane: usize) -> [f64; 2] {
        let one = 1.0 / f64::from(1 << lane);
        [(2.0 * one - 1.0) / 3.0, (2.0 - one) / 3.0]
    }

    /// The moves that are nearly best.
    fn good<'a, const N: usize>(graph: &'a Graph, table: &[Row<N>]) -> Good<'a> {
        Good::new(graph, table, 1e-6).expect("play ends")
    }

    #[test]
    fn every_lane_has_its_own_payoffs_and_true_bounds() {
        let (graph, mut table) = coins();
        iterate(&graph, &mut table, 1e-12).expect("it converges");
        let bounds = good(&graph, &table).bounds(&mut table);
        for (lane, bound) in bounds.expect("these are bounds").into_iter().enumerate() {
            assert!(bound < 1e-11);
            for (seat, expected) in expected(lane).into_iter().enumerate() {
                assert!((table[0].0[seat][lane] - expected).abs() <= bound);
            }
        }
    }

    #[test]
    fn bounds_are_as_wide_as_values_are_off() {
        let (graph, mut solved) = coins();
        iterate(&graph, &mut solved, 1e-15).expect("it converges");
        let good = good(&graph, &solved);
        for off in [1e-9, 1e-3] {
            let mut table = solved.clone();
            for seat in &mut table[0].0 {
                seat[LANES - 1] += off;
            }
            let bounds = good.bounds(&mut table).expect("these are bounds");
            // Each toss returns with probability one half, so a sweep leaves half of an error.
            let left = expected(LANES - 1)[0] - table[0].0[0][LANES - 1];
            assert!((left - off / 2.0).abs() < 1e-14, "{left}");
            assert!((left..4.0 * off).contains(&bounds[LANES - 1]), "{bounds:?}");
            assert!(bounds[0] < 1e-11);
        }
        for wrong in [f64::NAN, 3.0] {
            let mut table = solved.clone();
            table[0].0[1][0] = wrong;
            assert!(good.bounds(&mut table).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_better_move_that_was_left_out_is_found() {
        let mut rows = Rows::default();
        rows.push([Target::End(0), Target::End(1)]);
        let graph = Graph::new(&[1], &[0.5, 1.0], vec![rows], &[1]).expect("it is well formed");
        // Values of the ends to the loser: the second pays less in the first lane, and in the second lane this.
        for (second, expected) in [(-0.4, true), (-0.5, false), (-0.5 - 1e-9, false)] {
            let mut table = vec![Row::all(0.0), Row::all(-0.5), Row::all(-0.4)];
            let first_only = Good::new(&graph, &table, 0.0).expect("play ends");
            table[2] = Row([[-0.4, second]; 2]);
            first_only.iterate(&mut table, 1e-15).expect("it converges");
            let bounds = first_only.bounds(&mut table);
            assert_eq!(bounds.is_ok(), expected, "{second}");
        }
    }

    /// Two blocks of states with moves drawn from a simple generator, and these numbers of moves for the outcomes of a
    /// state, in turn. The first move of each state's first outcome ends the game.
    fn drawn(counts: &[usize]) -> Graph {
        const BLOCKS: [usize; 2] = [13, 20];
        let mut seed: u32 = 1;
        let mut draw = |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) % below
        };
        let mut rows = Rows::default();
        for state in 0..33 {
            let most = if state < BLOCKS[0] { 13 } else { 33 };
            rows.push([Target::End(draw(2) as u16)]);
            for outcome in 1..counts.len() {
                let count = counts[(state + outcome) % counts.len()];
                rows.push((0..count).map(|_| match draw(most + 4) {
                    end @ 0..4 => Target::End(end as u16 % 2),
                    state => Target::State(state - 4),
                }));
            }
        }
        let weights: Vec<u32> = (1..=counts.len() as u32).collect();
        Graph::new(&weights, &[0.5, 1.0], vec![rows], &BLOCKS).expect("it is well formed")
    }

    #[test]
    fn values_are_those_of_the_doubled_game_with_any_number_of_outcomes() {
        // A group of outcomes that is not full, one that is, and two.
        for counts in [
            &[1, 3, 1, 2][..],
            &[1, 1, 2, 1, 3, 1],
            &[1, 1, 2, 1, 3, 1, 1, 2],
        ] {
            let graph = drawn(counts);
            let payoffs: [[f64; 4]; 2] = [[0.25, 0.5, 0.75, 1.5], [1.0, 1.25, 0.5, 0.5]];
            let of_end = |end: usize| {
                Row(Seat::ALL.map(|seat| payoffs.map(|it| -it[seat.opponent().end(end, 2)])))
            };
            let mut table = vec![Row::all(0.0); graph.states()];
            table.extend([of_end(0), of_end(1)]);
            iterate(&graph, &mut table, 1e-15).expect("it converges");
            let bounds = good(&graph, &table).bounds(&mut table);
            let bounds = bounds.expect("these are bounds");
            for (lane, payoffs) in payoffs.iter().enumerate() {
                let doubled = doubled(&graph, payoffs);
                let expected = values::iterate(&doubled, &mut |_| ()).expect("it converges");
                for (state, row) in table[..graph.states()].iter().enumerate() {
                    for seat in Seat::ALL {
                        let found = row.0[seat as usize][lane];
                        let off = (found - expected.points[seat.state(state)]).abs();
                        assert!(off <= bounds[lane] + 1e-14, "{counts:?} {state}: {off}");
                        assert!(bounds[lane] < 1e-11);
                    }
                }
            }
        }
    }

    #[test]
    fn values_that_are_not_numbers_have_no_bounds() {
        let graph = drawn(&[1, 2]);
        let mut table = vec![Row::<LANES>::all(f64::NAN); graph.states() + 2];
        let good = Good::new(&graph, &table, 1e-6).expect("play ends");
        assert_eq!(
            good.narrowed(&table, 1e-6).bounds(&mut table),
            Err(f64::INFINITY)
        );
    }
}
