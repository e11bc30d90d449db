//! Opponents at the table: the solution at full or lower strength, a policy, or another program.

use anyhow::Context as _;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use tourne_solver::{Die, Move, Position, Solution};

use crate::ask::Judge;
use crate::cards::{BuiltinPlayer, Named};
use crate::engine::process::{Engine, dice_sent};
use crate::policy::{Arena, Policy, Row, Said, drawn};

pub type Opponent<'a> = Box<dyn FnMut(&dyn Judge, Position, Die) -> anyhow::Result<Move> + 'a>;

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
        // If only one move is legal, play it even if the policy does not give it.
        let is_given = |row: &Row| !arena.is_choice(*row) || policy.said(*row) == Said::Given;
        let row = arena.row_of(position, die).filter(is_given);
        let found = row.and_then(|row| {
            let at = drawn(&mut random, policy.probabilities(arena.places(row)));
            arena.plays(row).nth(at.unwrap_or(0))
        });
        let play = found.with_context(|| {
            format!(
                "the policy has no move for {position} with a {die}: \"tourne check --policy\" lists what is missing"
            )
        })?;
        Ok(play.action)
    })
}

pub fn by_engine(mut engine: Engine<'_>) -> Opponent<'_> {
    Box::new(move |_, position, die| {
        let rules = engine.rules();
        let question = || format!("{position}, \"dice {}\"", dice_sent(rules, die));
        engine.ask(&[(position, die)]);
        let answer = engine.answer((position, die));
        let answer = answer.with_context(|| format!("it gave no move for {}", question()))?;
        let parsed = answer.parse::<Move>();
        let action =
            parsed.with_context(|| format!("its answer for {} is not a move", question()))?;
        let played = rules.play(position, die, action);
        played.with_context(|| format!("its answer for {} is not legal", question()))?;
        Ok(action)
    })
}
