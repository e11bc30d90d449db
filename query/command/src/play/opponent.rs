//! Opponents at the table: the solution at full or lower strength, a policy, or another program.

use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use tourne_solver::{Die, IllegalMove, LookUpError, Move, ParseMoveError, Position, Solution};

use crate::engine::fault::NoAnswer;
use crate::engine::process::Engine;
use tourne_cards::{BuiltinPlayer, Named};
use tourne_query::ask::Judge;
use tourne_query::policy::{Arena, Policy, Said, drawn};

/// Function that chooses a move for a position and a die.
pub type Opponent<'a> =
    Box<dyn FnMut(&dyn Judge, Position, Die) -> Result<Move, OpponentError> + 'a>;

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

/// Derives the seed of an opponent from the seed of the dice, so that moves and throws use different random numbers.
pub fn seed_beside(seed_of_dice: u64) -> u64 {
    !seed_of_dice
}

/// Returns a player of this strength. The perfect player moves by the values of the judge, which in a match depend on
/// the score. A weaker player moves by the values of single games, from `solution`, even in a match, because levels are
/// defined for single games.
pub fn of_strength(strength: Named, seed: u64, solution: &Solution) -> Opponent<'_> {
    let mut player = BuiltinPlayer::new(strength, seed);
    Box::new(move |judge, position, die| {
        Ok(if strength.is_perfect() {
            player.choose(judge, position, die)?
        } else {
            player.choose(solution, position, die)?
        })
    })
}

/// Returns a player who moves by a policy. If the policy is mixed, the seed decides which moves are played.
pub fn by_policy(arena: &Arena, policy: Policy, seed: u64) -> Opponent<'_> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    Box::new(move |_, position, die| {
        let missing = OpponentError::Missing(position, die);
        let Some(row) = arena.row_of(position, die) else {
            return Err(missing);
        };
        if arena.is_choice(row) && policy.said(row) != Said::Given {
            return Err(missing);
        }
        let chances = policy.chances(arena.places(row));
        // If only one move is legal, play it even if the policy does not give it.
        let at = drawn(&mut random, chances).unwrap_or(0);
        let play = arena.plays(row).nth(at);
        play.map(|play| play.action).ok_or(missing)
    })
}

/// Returns a player who asks an engine.
pub fn by_engine(mut engine: Engine<'_>) -> Opponent<'_> {
    Box::new(move |_, position, die| {
        engine.ask(&[(position, die)])?;
        Ok(engine.answer()?.unwrap_or_default().parse()?)
    })
}
