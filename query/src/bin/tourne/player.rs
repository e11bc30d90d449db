//! Players as users name them: a policy with `--policy`, an engine with `--engine`, one of the levels with `--level`, and
//! without an option a policy. `tourne duel` takes several, and asks an engine for its move in every
//! decision; its answers form a policy.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io::ErrorKind;
use std::sync::atomic::AtomicBool;

use anyhow::Context as _;
use anyhow::{anyhow, bail};
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use tourne::cards::{Card, ParseNameError, PolicySource, ReadPolicyError};
use tourne::engine::meant::Meant;
use tourne::engine::survey::Agenda;
use tourne::grading::{Contest, Throws};
use tourne::policy::{Arena, Builtin, Level, Policy, ReadPolicy};
use tourne::show::numbers::times;
use tourne_solver::printable;
use tourne_solver::terminal::{Exit, check_inputs};

use crate::arguments::{SolutionArguments, words_of};
use crate::engines::{EngineLimits, ask};
use crate::world::World;

pub(crate) const ABOUT_ENGINES: &str = "\
An engine is first asked about every decision, as in tourne check; an engine that is named twice is asked only once. \
There is no result if an answer is illegal or missing for a decision that can arise in the engine's games against some \
opponent. Answers are not kept: \"tourne check --engine COMMAND --record FILE\" keeps them, and FILE can then be given as the player.";

pub(crate) fn policy() -> impl TypedValueParser<Value = PolicySource> {
    OsStringValueParser::new().try_map(|name| PolicySource::named(&name))
}

pub(crate) fn level(text: &str) -> Result<Level, &'static str> {
    let number = text.strip_prefix("level-").unwrap_or(text).parse();
    let number = number.ok().filter(|number| (1..=10).contains(number));
    number.map(Level::new).ok_or(
        "levels are 1 (weakest) to 10 (perfect play); other players are named with --policy or --engine",
    )
}

pub(crate) fn of_level(level: Level) -> PolicySource {
    PolicySource::Named(Builtin::Level(level).into())
}

/// Returns an error for a player who is named without an option, in a command that needs one.
pub(crate) fn unnamed(text: &str) -> Result<Infallible, String> {
    let meant = Meant::by(OsStr::new(text));
    let meant = meant.map_or_else(String::new, |meant| format!("{meant}; "));
    Err(format!(
        "{meant}a player is named by an option: a policy by --policy FILE or --policy builtin:NAME, an engine by --engine \
         COMMAND, a level by --level N"
    ))
}

/// Reads the policy with its card if it has one, or puts several files together as one. An error says how else a player is named.
pub(crate) fn read_policy(
    sources: &[PolicySource],
    arena: &Arena,
) -> anyhow::Result<(ReadPolicy, Option<Card>)> {
    PolicySource::read_together(sources, arena).map_err(|error| {
        let advice = advice(sources, &error);
        anyhow!("{:#}{advice}", anyhow::Error::from(error))
    })
}

fn advice(sources: &[PolicySource], error: &ReadPolicyError) -> String {
    let (name, is_missing) = match error {
        ReadPolicyError::Unreadable { name, source } => {
            (name, source.kind() == ErrorKind::NotFound)
        }
        ReadPolicyError::Card { name, .. } | ReadPolicyError::Policy { name, .. } => (name, false),
        ReadPolicyError::NotTogether(_) | ReadPolicyError::Contradiction(_) => {
            return String::new();
        }
    };
    let mut files = sources.iter().filter_map(PolicySource::file);
    let path = files.find(|path| path.to_string_lossy() == **name);
    match path.and_then(|path| Meant::by(path.as_os_str())) {
        Some(Meant::Policy(_)) | None if is_missing => {
            "; a policy is a file or builtin:NAME, a program is named by --engine, a level by --level".to_owned()
        }
        Some(Meant::Policy(_)) | None => String::new(),
        Some(meant) => format!("; {meant}"),
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Contestant {
    Policy(PolicySource),
    /// Command line of an engine.
    Engine(OsString),
}

/// Returns the parser of a player who is named without an option: a policy or, as `engine:COMMAND`, an engine.
fn contestant() -> impl TypedValueParser<Value = Contestant> {
    OsStringValueParser::new().try_map(|name| {
        let command = name.to_str().and_then(|name| name.strip_prefix("engine:"));
        Ok::<_, ParseNameError>(match command {
            Some(command) => Contestant::Engine(command.into()),
            None => Contestant::Policy(PolicySource::named(&name)?),
        })
    })
}

/// Players of duels, in the order in which the user names them.
pub(crate) struct Players(pub(crate) Vec<Contestant>);

impl Args for Players {
    fn augment_args(command: Command) -> Command {
        let several = |name: &'static str| Arg::new(name).action(ArgAction::Append);
        let option = |name| several(name).long(name);
        command.args([
            several("players")
                .value_name("PLAYER")
                .num_args(1..)
                .value_parser(contestant())
                .help("Players: files of policies, - for standard input, or builtin:NAME"),
            option("policy")
                .value_name("FILE")
                .value_parser(policy().map(Contestant::Policy))
                .help("The same, with an option as in other commands"),
            option("engine")
                .value_name("COMMAND")
                .value_parser(OsStringValueParser::new().map(Contestant::Engine))
                .help("Player who is an engine: a program that speaks the protocol, and its arguments"),
            option("level")
                .value_name("N")
                .value_parser(level.map(|level| Contestant::Policy(of_level(level))))
                .help("Player of a level, 1 (weakest) to 10 (perfect play)"),
        ])
    }

    fn augment_args_for_update(command: Command) -> Command {
        Players::augment_args(command)
    }
}

impl FromArgMatches for Players {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Players, clap::Error> {
        // By their places on the command line.
        let mut players = BTreeMap::new();
        for argument in ["players", "policy", "engine", "level"] {
            let places = matches.indices_of(argument).into_iter().flatten();
            let named = matches.get_many::<Contestant>(argument);
            players.extend(places.zip(named.into_iter().flatten().cloned()));
        }
        Ok(Players(players.into_values().collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Players::from_arg_matches(matches)?;
        Ok(())
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Policy(source) => source.fmt(f),
            Contestant::Engine(command) => write!(f, "engine:{}", command.to_string_lossy()),
        }
    }
}

/// Opened player: a policy, or the command line of an engine, split into words.
enum Opened {
    Policy(Policy),
    Engine(Vec<OsString>),
}

/// Carries out `task` with the arena of the solution, and the names and policies of all players. Returns an error if limits
/// of engines are given but no player is an engine.
pub(crate) fn with_policies<T: Send>(
    players: &[Contestant],
    solution: &SolutionArguments,
    limits: &EngineLimits,
    task: impl FnOnce(&Arena, &[(String, Policy)]) -> Result<T, Exit> + Send,
) -> Result<T, Exit> {
    let files = players.iter().map(|player| match player {
        Contestant::Policy(source) => ("a policy", source.file()),
        Contestant::Engine(_) => ("an engine", None),
    });
    let source = solution.source();
    let (named, file) = source.file();
    check_inputs(&files.chain([(named, file.as_deref())]).collect::<Vec<_>>())?;
    let is_engine = |player: &Contestant| matches!(player, Contestant::Engine(_));
    if let Some(option) = limits.given()
        && !players.iter().any(is_engine)
    {
        return Err(anyhow!(
            "{option} is a limit of engines, but no player is an engine: leave it out, or name an engine with --engine COMMAND"
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
            Contestant::Policy(source) => {
                let (read, _) = read_policy(std::slice::from_ref(source), arena)?;
                Opened::Policy(read.policy)
            }
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
    let mut asked: Vec<(Vec<OsString>, Policy)> = Vec::new();
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

fn answers(
    name: &str,
    command: Vec<OsString>,
    arena: &Arena,
    limits: &EngineLimits,
) -> anyhow::Result<Policy> {
    let who = printable(name);
    let known = Policy::unknown(arena);
    let agenda = Agenda::of_decisions(arena, arena.decisions().collect(), &known)?;
    // Never set: an interrupt ends the command, since an engine with only some answers cannot be compared.
    let never = AtomicBool::new(false);
    let asked = ask(limits, (&who, command), agenda, &known, arena, &never, None);
    let (answers, survey) = asked.with_context(|| format!("cannot ask {who}"))?;
    if survey.given_up {
        bail!(
            "gave up on {who}: it failed {} (limit {}, which --faults sets; an engine that fails the handshake or \
             refuses the rules is given up at once)",
            times(survey.faults.len()),
            limits.faults()
        );
    }
    Ok(answers.policy)
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
