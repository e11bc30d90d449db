//! Small games solved exactly, in fractions, by Cramer's rule.

use tourne_graph::Graph;
use tourne_graph::Target::{self, Again, End, State};

use crate::{built, rows};

/// The payoffs of random games, in points.
pub(super) const PAYOFFS: [i128; 5] = [1, -1, 4, -2, 0];

/// A game that can be solved exactly, because its last outcome always ends it.
#[derive(Clone, Debug)]
pub(super) struct SmallGame {
    pub(super) weights: Vec<u32>,
    pub(super) blocks: Vec<usize>,
    /// The moves of each state and outcome.
    pub(super) rows: Vec<Vec<Target>>,
}

impl SmallGame {
    pub(super) fn states(&self) -> usize {
        self.rows.len() / self.weights.len()
    }

    pub(super) fn graph(&self) -> Graph {
        let payoffs = PAYOFFS.map(|payoff| payoff as f64);
        built(&self.weights, &payoffs, rows(&self.rows), &self.blocks).expect("a well-formed game")
    }

    pub(super) fn outcomes_of(&self, state: usize) -> impl Iterator<Item = (u32, &[Target])> {
        let first = state * self.weights.len();
        let rows = self.rows[first..].iter().map(Vec::as_slice);
        self.weights.iter().copied().zip(rows)
    }

    /// Returns the best move of each row, by the values of a long plain iteration from 0.
    fn policy(&self) -> Vec<Target> {
        let total = f64::from(self.weights.iter().sum::<u32>());
        let mut values = vec![0.0; self.states()];
        let worth = |values: &[f64], target: Target| match target {
            State(state) => -values[state as usize],
            Again(state) => values[state as usize],
            End(end) => PAYOFFS[usize::from(end)] as f64,
        };
        let best = |values: &[f64], moves: &[Target]| {
            let by_worth = |one: &Target, other: &Target| {
                worth(values, *one).total_cmp(&worth(values, *other))
            };
            moves.iter().copied().max_by(by_worth).expect("a move")
        };
        for _ in 0..1000 {
            let next = |state| {
                let gain =
                    |(weight, moves)| f64::from(weight) * worth(&values, best(&values, moves));
                self.outcomes_of(state).map(gain).sum::<f64>() / total
            };
            values = (0..self.states()).map(next).collect();
        }
        self.rows.iter().map(|moves| best(&values, moves)).collect()
    }
}

/// The exact values of a small game, as fractions of one denominator.
pub(super) struct Exact {
    pub(super) numerators: Vec<i128>,
    pub(super) denominator: i128,
}

impl Exact {
    /// Solves the linear equations of the policy of a long iteration by Cramer's rule, then asserts in integers that no
    /// move is better than that of the policy. Play always ends, so only the true values satisfy the equation.
    pub(super) fn of(game: &SmallGame) -> Exact {
        Exact::under(game, &game.policy())
    }

    /// Does the same with a given move for each row, under which play must end.
    pub(super) fn under(game: &SmallGame, policy: &[Target]) -> Exact {
        let (matrix, constants) = equations(game, policy);
        let numerators = (0..game.states()).map(|state| {
            let mut replaced = matrix.clone();
            for (row, &constant) in replaced.iter_mut().zip(&constants) {
                row[state] = constant;
            }
            determinant(replaced)
        });
        let exact = Exact {
            numerators: numerators.collect(),
            denominator: determinant(matrix.clone()),
        };
        assert!(exact.denominator > 0);
        exact.check(game);
        exact
    }

    fn check(&self, game: &SmallGame) {
        let total: u32 = game.weights.iter().sum();
        for (state, numerator) in self.numerators.iter().enumerate() {
            let expected: i128 = game
                .outcomes_of(state)
                .map(|(weight, moves)| i128::from(weight) * self.greatest(moves))
                .sum();
            assert_eq!(i128::from(total) * numerator, expected, "{game:?}");
        }
    }

    /// Returns the value of a move, times the denominator.
    fn worth(&self, target: Target) -> i128 {
        match target {
            State(state) => -self.numerators[state as usize],
            Again(state) => self.numerators[state as usize],
            End(end) => PAYOFFS[usize::from(end)] * self.denominator,
        }
    }

    fn greatest(&self, moves: &[Target]) -> i128 {
        let worths = moves.iter().map(|&target| self.worth(target));
        worths.max().expect("a move")
    }

    /// Returns the best moves of a row, compared exactly.
    pub(super) fn best(&self, moves: &[Target]) -> Vec<Target> {
        let greatest = self.greatest(moves);
        let is_best = |target: &Target| self.worth(*target) == greatest;
        moves.iter().copied().filter(is_best).collect()
    }

    /// Returns the difference between the best moves and the next best move, times the denominator; `None` if all moves
    /// are best.
    pub(super) fn gap(&self, moves: &[Target]) -> Option<i128> {
        let greatest = self.greatest(moves);
        let worths = moves.iter().map(|&target| self.worth(target));
        let next = worths.filter(|&worth| worth < greatest).max();
        next.map(|next| greatest - next)
    }

    pub(super) fn fraction(&self, state: usize) -> (i128, i128) {
        (self.numerators[state], self.denominator)
    }
}

/// Returns the linear equations total · V(s) ± Σ weight · V(next) = Σ weight · payoff, for the moves of the policy:
/// their matrix and their right side. The sign is − where the same player is on roll again.
fn equations(game: &SmallGame, policy: &[Target]) -> (Vec<Vec<i128>>, Vec<i128>) {
    let states = game.states();
    let mut matrix = vec![vec![0; states]; states];
    let mut constants = vec![0; states];
    for (state, played) in policy.chunks(game.weights.len()).enumerate() {
        for (&weight, &target) in game.weights.iter().zip(played) {
            let weight = i128::from(weight);
            matrix[state][state] += weight;
            match target {
                State(next) => matrix[state][next as usize] += weight,
                Again(next) => matrix[state][next as usize] -= weight,
                End(end) => constants[state] += weight * PAYOFFS[usize::from(end)],
            }
        }
    }
    (matrix, constants)
}

/// Returns the determinant by fraction-free elimination (Bareiss), in which every division is exact.
fn determinant(mut matrix: Vec<Vec<i128>>) -> i128 {
    let size = matrix.len();
    let (mut sign, mut previous) = (1, 1);
    for step in 0..size {
        let Some(pivot) = (step..size).find(|&row| matrix[row][step] != 0) else {
            return 0;
        };
        if pivot != step {
            matrix.swap(pivot, step);
            sign = -sign;
        }
        for row in step + 1..size {
            for column in step + 1..size {
                let cross = matrix[row][column] * matrix[step][step]
                    - matrix[row][step] * matrix[step][column];
                matrix[row][column] = cross / previous;
            }
        }
        previous = matrix[step][step];
    }
    sign * previous
}
