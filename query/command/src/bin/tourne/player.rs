//! Players of `tourne duel` and `tourne ladder`: policies and engines. An engine is asked for its move in every
//! decision; its answers form a policy.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use anyhow::{Context as _, anyhow, bail};
use tourne::engine::survey::MOST_FAULTS;
use tourne::show::numbers::times;
use tourne_cards::{PolicySource, PolicySourceError};
use tourne_query::grading::{Contest, Throws};
use tourne_query::policy::{Arena, Builtin, Policy};
use tourne_solver::printable;
use tourne_terminal::{Exit, NamedFile, check_inputs};

use crate::arguments::{SolutionArguments, words_of};
use crate::engines::{EngineLimits, ask, decisions};
use crate::world::World;

/// Help text about engines, which both commands print.
pub(crate) const ABOUT_ENGINES: &str = "\
An engine is first asked about every decision, as in tourne check; an engine that is named twice is asked only once. \
There is no result if an answer is illegal or missing for a decision that can arise in the engine's games against some \
opponent. Answers are not kept: \"tourne check --engine COMMAND --record FILE\" keeps them, and FILE can then be given as the player.";

#[derive(Clone, Debug)]
pub(crate) enum Contestant {
    Policy(PolicySource),
    /// Command line of an engine.
    Engine(String),
}

impl FromStr for Contestant {
    type Err = PolicySourceError;

    fn from_str(text: &str) -> Result<Contestant, PolicySourceError> {
        Ok(match text.strip_prefix("engine:") {
            Some(command) => Contestant::Engine(command.to_owned()),
            None => Contestant::Policy(text.parse()?),
        })
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Policy(source) => source.fmt(f),
            Contestant::Engine(command) => write!(f, "engine:{command}"),
        }
    }
}

impl Contestant {
    /// Returns the name of the player in error messages, and the path of its file if it has one.
    fn file(&self) -> NamedFile<'_> {
        match self {
            Contestant::Policy(source) => ("a policy", source.file()),
            Contestant::Engine(_) => ("an engine", None),
        }
    }
}

/// Opened player: a policy, or the command line of an engine, split into words.
enum Opened {
    Policy(Policy),
    Engine(Vec<String>),
}

/// Carries out `task` with the arena of the solution, and the names and policies of all players. Returns an error if limits
/// of engines are given but no player is an engine.
pub(crate) fn with_policies<T: Send>(
    players: &[Contestant],
    solution: &SolutionArguments,
    limits: &EngineLimits,
    task: impl FnOnce(&Arena, &[(String, Policy)]) -> Result<T, Exit> + Send,
) -> Result<T, Exit> {
    let files = players.iter().map(Contestant::file);
    let source = solution.source();
    check_inputs(&files.chain([source.file()]).collect::<Vec<_>>())?;
    let is_engine = |player: &Contestant| matches!(player, Contestant::Engine(_));
    if let Some(option) = limits.given()
        && !players.iter().any(is_engine)
    {
        return Err(anyhow!(
            "{option} is a limit of engines, but no player is an engine: leave it out, or write a player as engine:COMMAND"
        ).into());
    }
    let world = World::open(&source)?;
    world.in_arena(|arena| task(arena, &read(players, arena, limits)?))
}

/// Returns the names and policies of all players. Asks engines last, since it may take hours, and equal ones only once.
fn read(
    players: &[Contestant],
    arena: &Arena,
    limits: &EngineLimits,
) -> anyhow::Result<Vec<(String, Policy)>> {
    let opened = players.iter().map(|player| {
        Ok(match player {
            Contestant::Policy(source) => Opened::Policy(source.read(arena)?.policy),
            Contestant::Engine(command) => Opened::Engine(words_of(command)?),
        })
    });
    let opened = opened.collect::<anyhow::Result<Vec<_>>>()?;
    let names = players.iter().map(Contestant::to_string);
    let is_engine = |player: &Opened| matches!(player, Opened::Engine(_));
    if opened.iter().any(is_engine) {
        for (player, name) in opened.iter().zip(names.clone()) {
            if let Opened::Policy(policy) = player {
                make_sure_of_moves(arena, &name, policy)?;
            }
        }
    }
    let mut asked: Vec<(Vec<String>, Policy)> = Vec::new();
    let policies = opened.into_iter().zip(names).map(|(player, name)| {
        let command = match player {
            Opened::Policy(policy) => return Ok((name, policy)),
            Opened::Engine(command) => command,
        };
        if let Some((_, policy)) = asked.iter().find(|(words, _)| *words == command) {
            return Ok((name, policy.clone()));
        }
        let policy = answers(&name, command.clone(), arena, limits)?;
        make_sure_of_moves(arena, &name, &policy)?;
        asked.push((command, policy.clone()));
        Ok((name, policy))
    });
    policies.collect()
}

/// Asks an engine about all decisions; returns the policy of its answers.
fn answers(
    name: &str,
    command: Vec<String>,
    arena: &Arena,
    limits: &EngineLimits,
) -> anyhow::Result<Policy> {
    let who = printable(name);
    let known = Policy::unknown(arena);
    let agenda = decisions(arena, &known)?;
    // Never set: an interrupt ends the command, since an engine with only some answers cannot be compared.
    let never = AtomicBool::new(false);
    let asked = ask(limits, (&who, command), agenda, known, arena, &never, None);
    let survey = asked.with_context(|| format!("cannot ask {who}"))?;
    if survey.given_up {
        bail!(
            "gave up on {who}: it failed {} (limit {MOST_FAULTS}; an engine that fails the handshake or \
             refuses the rules is given up at once)",
            times(survey.faults.len())
        );
    }
    Ok(survey.policy)
}

/// Returns an error if a policy has no legal move for a decision that can arise in a game against some opponent.
fn make_sure_of_moves(arena: &Arena, name: &str, policy: &Policy) -> anyhow::Result<()> {
    if policy.lacking(arena).next().is_none() {
        return Ok(());
    }
    let own = Throws::of(arena, policy);
    // An opponent who plays every legal move at times reaches every decision that any opponent can reach.
    let opponent = Throws::of(arena, &Builtin::Random.policy(arena));
    let [lacking, _] = Contest::new(arena, &own, &opponent).unknown();
    if let Some(&row) = lacking.first() {
        let (position, die) = arena.position_of(row);
        bail!(
            "games of {name} can come to {position} with a {die}, and {name} has no legal move for it: \"tourne check\" counts and \
             lists what is missing or illegal, and its --record FILE keeps the answers of an engine as a policy",
            name = printable(name)
        );
    }
    Ok(())
}
