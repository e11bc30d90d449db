//! Opponents at the table: the solution at full or lower strength, a policy, or another program.

use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use tourne_solver::{Die, IllegalMove, LookUpError, Move, ParseMoveError, Position, Solution};

use crate::engine::fault::NoAnswer;
use crate::engine::process::Engine;
use tourne_cards::BuiltinPlayer;
use tourne_query::ask::Judge;
use tourne_query::policy::{Arena, Policy, Said, drawn};

pub trait Opponent {
    fn choose(
        &mut self,
        judge: &dyn Judge,
        position: Position,
        die: Die,
    ) -> Result<Move, OpponentError>;
}

/// Reason why an opponent fails to play a legal move.
#[derive(Debug, thiserror::Error)]
pub enum OpponentError {
    #[error(transparent)]
    LookUp(#[from] LookUpError),
    #[error(
        "the policy has no move for {0} with a {1}: \"tourne check --policy\" lists what is missing"
    )]
    Missing(Position, Die),
    #[error("the engine gave no move")]
    Engine(#[from] NoAnswer),
    #[error("the engine's answer is not a move")]
    NoMove(#[from] ParseMoveError),
    #[error("the engine's move is not legal")]
    Illegal(#[from] IllegalMove),
}

impl Opponent for BuiltinPlayer {
    fn choose(
        &mut self,
        judge: &dyn Judge,
        position: Position,
        die: Die,
    ) -> Result<Move, OpponentError> {
        Ok(BuiltinPlayer::choose(self, judge, position, die)?)
    }
}

/// Derives the seed of an opponent from the seed of the dice, so that moves and throws use different random numbers.
pub fn seed_beside(seed_of_dice: u64) -> u64 {
    !seed_of_dice
}

/// Player who moves by the values of single games, even in a match, because levels are defined for single games.
#[derive(Debug)]
pub struct ByGames<'a> {
    pub player: BuiltinPlayer,
    /// Solution with the values of single games.
    pub solution: &'a Solution,
}

impl Opponent for ByGames<'_> {
    fn choose(
        &mut self,
        _judge: &dyn Judge,
        position: Position,
        die: Die,
    ) -> Result<Move, OpponentError> {
        Ok(self.player.choose(self.solution, position, die)?)
    }
}

#[derive(Debug)]
pub struct PolicyPlayer<'a> {
    arena: &'a Arena,
    policy: Policy,
    random: ChaCha8Rng,
}

impl PolicyPlayer<'_> {
    /// Creates a player who moves by a policy. If the policy is mixed, the seed decides which moves are played.
    pub fn new(arena: &Arena, policy: Policy, seed: u64) -> PolicyPlayer<'_> {
        PolicyPlayer {
            arena,
            policy,
            random: ChaCha8Rng::seed_from_u64(seed),
        }
    }
}

impl Opponent for PolicyPlayer<'_> {
    fn choose(
        &mut self,
        _judge: &dyn Judge,
        position: Position,
        die: Die,
    ) -> Result<Move, OpponentError> {
        let missing = OpponentError::Missing(position, die);
        let Some(row) = self.arena.row_of(position, die) else {
            return Err(missing);
        };
        if self.arena.is_choice(row) && self.policy.said(row) != Said::Given {
            return Err(missing);
        }
        let chances = self.policy.chances(self.arena.places(row));
        // If only one move is legal, play it even if the policy does not give it.
        let at = drawn(&mut self.random, chances).unwrap_or(0);
        let mut plays = self.arena.plays(row);
        plays.nth(at).map(|play| play.action).ok_or(missing)
    }
}

pub struct EnginePlayer<'a>(pub Engine<'a>);

impl Opponent for EnginePlayer<'_> {
    fn choose(
        &mut self,
        _judge: &dyn Judge,
        position: Position,
        die: Die,
    ) -> Result<Move, OpponentError> {
        self.0.ask(&[(position, die)])?;
        Ok(self.0.answer()?.unwrap_or_default().parse()?)
    }
}
