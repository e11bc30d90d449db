//! Players of `tourne duel` and `tourne ladder`: policies, and engines, which are asked for theirs.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use anyhow::{Context as _, bail};
use tourne::engine::survey::MOST_FAULTS;
use tourne::show::numbers::times;
use tourne_query::policy::source::{PolicySource, PolicySourceError};
use tourne_query::policy::{Arena, Policy};
use tourne_solver::game::printable;

use crate::engines::{EngineLimits, ask, decisions};

/// A policy, or an engine.
#[derive(Clone, Debug)]
pub(crate) enum Player {
    Policy(PolicySource),
    /// The command of an engine.
    Engine(String),
}

impl FromStr for Player {
    type Err = PolicySourceError;

    fn from_str(text: &str) -> Result<Player, PolicySourceError> {
        Ok(match text.strip_prefix("engine:") {
            Some(command) => Player::Engine(command.to_owned()),
            None => Player::Policy(text.parse()?),
        })
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Policy(source) => source.fmt(f),
            Player::Engine(command) => write!(f, "engine:{command}"),
        }
    }
}

impl Player {
    /// Name of the player in errors, and whether it is read from standard input.
    pub(crate) fn input(&self) -> (&'static str, bool) {
        match self {
            Player::Policy(source) => source.input(),
            Player::Engine(_) => ("an engine", false),
        }
    }

    /// The name, and the policy. An engine is asked about all decisions, as in a check.
    pub(crate) fn read(
        &self,
        arena: &Arena,
        limits: &EngineLimits,
    ) -> anyhow::Result<(String, Policy)> {
        let name = self.to_string();
        let command = match self {
            Player::Policy(source) => return Ok((name, source.read(arena)?.policy)),
            Player::Engine(command) => command,
        };
        let who = printable(&name);
        let known = Policy::unknown(arena);
        let agenda = decisions(arena, &known)?;
        // An interrupt ends the command: an engine that was asked in part can play no one.
        let never = AtomicBool::new(false);
        let engine = (&*who, &**command);
        let asked = ask(limits, engine, agenda, known, arena, &never);
        let survey = asked.with_context(|| format!("cannot ask {who}"))?;
        if survey.given_up {
            bail!(
                "gave up on {who}: it failed {} (limit {MOST_FAULTS}; a failed handshake and refused rules end it at once)",
                times(survey.faults.len())
            );
        }
        Ok((name, survey.policy))
    }
}
