//! Player who moves by a built-in policy, which is computed for one position and die at a time.

use crate::ask::{Judge, Ranked};
use crate::policy::{Candidates, drawn};
use arrayvec::ArrayVec;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use tourne_solver::{Die, MOST_MOVES, Move, NotHeld, Position};

use crate::cards::Named;

/// Player who moves by a built-in policy.
#[derive(Clone, Debug)]
pub struct BuiltinPlayer {
    strength: Named,
    random: ChaCha8Rng,
}

impl BuiltinPlayer {
    /// Creates a player who moves by this policy. The seed initializes the random generator.
    pub fn new(strength: impl Into<Named>, seed: u64) -> BuiltinPlayer {
        BuiltinPlayer {
            strength: strength.into(),
            random: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// Chooses a move by the values of the judge, which may be values of a single game or of a match at some score.
    ///
    /// # Errors
    ///
    /// [`NotHeld`] if the game is over or the position is not legal under the rules of the judge.
    ///
    /// # Panics
    ///
    /// If the judge calls no legal move best.
    ///
    /// ```
    /// use tourne::policy::Builtin;
    /// use tourne::cards::BuiltinPlayer;
    /// use tourne::solutions;
    /// use tourne_solver::{Die, Rules};
    ///
    /// let position = Rules::STANDARD.position(&"04h/007".parse()?)?;
    /// let mut player = BuiltinPlayer::new(Builtin::Front, 0);
    /// let action = player.choose(solutions::standard(), position, Die::new(3))?;
    /// assert_eq!(action.to_string(), "4/7*");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn choose(
        &mut self,
        judge: &(impl Judge + ?Sized),
        position: Position,
        die: Die,
    ) -> Result<Move, NotHeld> {
        let rules = judge.rules();
        let legal = judge.weigh(position, die)?;
        let found = legal.iter().find(|ranked| ranked.is_best());
        let best = found.expect("some legal move is best").action;
        if self.strength.is_perfect() {
            return Ok(best);
        }
        let points = legal.iter().map(|ranked| ranked.value.points());
        let most = points.fold(f64::NEG_INFINITY, f64::max);
        let loss = |ranked: &Ranked| {
            if ranked.is_best() {
                0.0
            } else {
                most - ranked.value.points()
            }
        };
        let losses: ArrayVec<f64, MOST_MOVES> = legal.iter().map(loss).collect();
        let hits: ArrayVec<bool, MOST_MOVES> = legal.iter().map(|it| it.action.hits()).collect();
        let moves = Candidates {
            position,
            die,
            losses: &losses,
            hits: &hits,
        };
        let mut padded = [0.0; MOST_MOVES];
        let probabilities = &mut padded[..legal.len()];
        let unit = judge.measure().unit();
        self.strength.weigh(rules, unit, &moves, probabilities);
        Ok(drawn(&mut self.random, probabilities).map_or(best, |at| legal[at].action))
    }
}
