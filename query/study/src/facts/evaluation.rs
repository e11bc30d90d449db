//! Evaluation of a policy against another policy: the value and the mean number of visits of every position.

use tourne_solver::graph::chain::Turns;
use tourne_solver::graph::values::Unsettled;

use tourne_query::grading::{Contest, Points, Throws};
use tourne_query::policy::Arena;

/// Values, visits and ends of games between a policy and an opponent. The first index of each array is the player on
/// roll: 0 for the policy, 1 for the opponent. The second index is the state.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// Value of each state, in points, to the player on roll.
    pub values: [Vec<f64>; 2],
    /// Mean number of visits in a game to each state. A fair coin decides who moves first.
    pub visits: [Vec<f64>; 2],
    /// Probabilities of the four ends from each state. Ends 0 and 1 are wins of the policy, ends 2 and 3 are wins of
    /// the opponent. In ends 0 and 2 the loser has a man home, in ends 1 and 3 none.
    pub ends: [Vec<[f64; 4]>; 2],
    /// Expected points of the policy from the start state.
    pub points: Points,
}

impl Evaluation {
    /// Evaluates a policy against an opponent, in games that begin in the state `start`. If a policy has no legal move
    /// for a position and die, the rearmost man that can move is moved.
    ///
    /// # Errors
    ///
    /// [`Unsettled`] if games go on for too long.
    ///
    /// ```
    /// use tourne_query::grading::Throws;
    /// use tourne_query::policy::Arena;
    /// use tourne_study::facts::Evaluation;
    ///
    /// let arena = Arena::new(tourne_query::standard())?;
    /// let perfect = Throws::perfect(&arena);
    /// let start = arena.states().start();
    /// let evaluation = Evaluation::new(&arena, [&perfect; 2], start)?;
    /// let won: f64 = evaluation.ends[0][start][..2].iter().sum();
    /// assert!((won - 0.515_094_810_490).abs() < 1e-11);
    /// assert!((evaluation.values[0][start] - (2.0 * won - 1.0)).abs() < 1e-11);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        arena: &Arena,
        [policy, opponent]: [&Throws; 2],
        start: usize,
    ) -> Result<Evaluation, Unsettled> {
        let contest = Contest::new(arena, policy, opponent);
        let points = contest.points_by_state()?;
        let of_policy = contest.wins()?;
        let of_opponent = Contest::new(arena, opponent, policy).wins()?;
        let turns = Turns::new([&policy.chain, &opponent.chain]);
        let visits = turns.visits(&[(start, [[0.5]; 2])])?;
        let ends = |seat: usize| {
            let both = of_policy.iter().zip(&of_opponent);
            let ends = both.map(|(won, lost)| {
                let ([single, double], [lost_single, lost_double]) = (won[seat], lost[1 - seat]);
                [single, double, lost_single, lost_double]
            });
            ends.collect()
        };
        let [[first], [second]] = points[start];
        Ok(Evaluation {
            values: [
                points.iter().map(|[[value], _]| *value).collect(),
                points.iter().map(|[_, [value]]| 0.0 - value).collect(),
            ],
            visits: [0, 1].map(|seat| visits.iter().map(|seats| seats[seat][0]).collect()),
            ends: [ends(0), ends(1)],
            points: Points { first, second },
        })
    }
}
