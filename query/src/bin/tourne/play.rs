//! `tourne play`: a game or a match at the terminal.

use std::convert::Infallible;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::bail;
use clap::{Args, ValueEnum};
use tourne::ask::Question;
use tourne::cards::{Named, PolicySource};
use tourne::engine::event::{Event, Watch};
use tourne::engine::fault::hint;
use tourne::engine::process::{Engine, Launch};
use tourne::facts::{REAL_BOARD, Rulebook};
use tourne::play::opponent::{by_engine, by_policy, of_strength, seed_beside};
use tourne::play::recording::Recording;
use tourne::play::scorer::Scorer;
use tourne::play::session::{Beginning, Player, Settings, ThrowsFrom, play};
use tourne::play::table::Table;
use tourne::policy::{Builtin, Level};
use tourne::review::{Thresholds, record};
use tourne::show::numbers::{count, counted};
use tourne::show::play::name::Name;
use tourne::solutions::Source;
use tourne_solver::file::{is_stream, shown};
use tourne_solver::matches::{FirstThrow, MatchRules};
use tourne_solver::terminal::{Answers, Exit, check_inputs, print, warn, width};
use tourne_solver::{Roll, Rules, Stakes, printable, shortened};

use crate::arguments::{
    SolutionArguments, drawn_seed, length, note_scores, seconds, solved, words_of,
};
use crate::daily::{self, Day};
use crate::engines::STARTUP_TIMEOUT;
use crate::player::{level, policy, read_policy, unnamed};
use crate::review::read_games;
use crate::table;
use crate::threshold::Threshold;
use crate::world::World;
use tourne::policy::{Arena, Policy};

/// Play against the solution, another program, or another person
#[derive(Args)]
#[command(
    before_help = "\
Examples:
  tourne play                                  against level 4 of 10
  tourne play --level 3 --tutor                against a beginner, with warnings
  tourne play --level 10                       against perfect play
  tourne play --names Anna,Ben                 two people at this keyboard
  tourne play --dice hand                      two people at a real board
  tourne play --match 5 --rules double-win     a match to 5 points
  tourne play --daily                          the game of today, for everyone
  tourne play --record game.txt                then: tourne review game.txt
  tourne play --from game.txt --turn 5         play on from a turn of a record
  tourne play --position 04h/007               you are on roll in this position",
    after_help = "\
Type help at the table for the commands. Without a terminal, the commands are read from \
standard input, and the same text is printed as at a terminal, so that a script can play."
)]
pub(crate) struct PlayArguments {
    /// Strength of the computer: 1 (weakest) to 10 (perfect play). In the standard game, level 1 wins 32 % of its games
    /// against perfect play, and each further level 2 percentage points more; "tourne check --level N" prints exact figures
    /// [default: 4, against which level 1 wins 43 %]
    #[arg(long, value_name = "N", conflicts_with_all = ["engine", "policy", "names"],
        value_parser = level)]
    level: Option<Level>,
    /// Play against a program that speaks the protocol
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["policy", "names"])]
    engine: Option<OsString>,
    /// Time allowed for each move of the engine, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", requires = "engine",
        value_parser = seconds)]
    timeout: Duration,
    /// Play against a policy: a file, or builtin:NAME
    #[arg(long, value_name = "FILE", conflicts_with = "names", value_parser = policy())]
    policy: Option<PolicySource>,
    /// Catches an opponent who is named without an option
    #[arg(value_name = "PLAYER", hide = true, value_parser = unnamed)]
    unnamed: Option<Infallible>,
    /// Two people play, with these names, such as Anna,Ben; the record has them too
    #[arg(long, value_name = "X,O", conflicts_with_all = ["level", "engine", "policy"],
        value_parser = names)]
    names: Option<[String; 2]>,
    /// Source of the throws
    #[arg(long, value_enum, default_value_t)]
    dice: DiceSource,
    /// Seed of the dice: the same seed gives the same throws [default: a new one]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    #[arg(long, value_name = "DATE", num_args = 0..=1, help = daily::help("the throws"),
        conflicts_with_all = ["seed", "dice", "engine", "policy", "names", "length", "position", "from",
            "tutor", "values"])]
    #[expect(clippy::option_option, reason = "absent, without DATE, or with it")]
    daily: Option<Option<Day>>,
    /// Play a match to N points
    #[arg(long = "match", value_name = "N", value_parser = length())]
    length: Option<u8>,
    /// Begin at a position, the side on roll first, such as 04h/007, or 04h/007:3 with its first throw: you are on roll, or
    /// X if two people play
    #[arg(long, value_name = "POSITION", conflicts_with_all = ["length", "from"])]
    position: Option<String>,
    /// Begin at a turn of a recorded game, with its throw: you are on roll, or X if two people play
    #[arg(
        long,
        value_name = "FILE",
        requires = "turn",
        conflicts_with = "length"
    )]
    from: Option<PathBuf>,
    /// Turn of the game in the file of --from, as "tourne review" numbers it
    #[arg(long, value_name = "N", requires = "from")]
    turn: Option<usize>,
    /// Game in the file of --from, from 1, if there are several
    #[arg(long, value_name = "N", requires = "from")]
    game: Option<usize>,
    /// Time for which a turn without a choice is shown at a terminal, in seconds; a key goes on at once, and 0 does not wait
    /// [default: 1.5]
    #[arg(long, value_name = "SECONDS", value_parser = pace)]
    pace: Option<Duration>,
    /// Warn before a move that gives away at least LOSS: 2% or 0.02, or points where a win can count two
    /// [without LOSS: 1%, or 0.02 points]
    #[arg(long, value_name = "LOSS", num_args = 0..=1)]
    #[expect(clippy::option_option, reason = "absent, without LOSS, or with it")]
    tutor: Option<Option<Threshold>>,
    /// Begin with the chances of all moves shown; the command values hides them
    #[arg(long)]
    values: bool,
    /// Add each game to a record at its end, below the games that the file already holds; FILE.running keeps the game in
    /// progress. - is standard output, written at the end
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    solution: SolutionArguments,
}

/// Default level: a beginner, such as level 1, wins 43 % of the games against it. The page has the same one for the game
/// of the day.
const USUAL_LEVEL: Level = Level::new(4);

/// Default time for which a turn without a choice is shown: long enough to read the line and see the board.
const USUAL_PACE: Duration = Duration::from_millis(1500);

fn pace(text: &str) -> Result<Duration, &'static str> {
    match text.parse() {
        Ok(seconds) if (0.0..=60.0).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("write a number of seconds from 0 to 60"),
    }
}

/// Maximum length of a name, in characters, so that the board fits beside it.
const LONGEST_NAME: usize = 16;

/// Parses the names of two people. A name is a single word, because it becomes the first word of a line in records.
fn names(text: &str) -> anyhow::Result<[String; 2]> {
    let is_name = |name: &str| {
        // Accents that follow their letter, and signs of vowels.
        let is_mark = |letter: char| {
            let text = letter.to_string();
            width(&text) == 0 && printable(&text) == text
        };
        let is_inner =
            |letter: char| letter.is_alphanumeric() || "-_".contains(letter) || is_mark(letter);
        name.starts_with(char::is_alphabetic)
            && name.chars().all(is_inner)
            && name.chars().count() <= LONGEST_NAME
            // Refuse "you": it is the name of the person in games against the computer.
            && name.to_lowercase() != "you"
    };
    let (first, second) = text.split_once(',').unwrap_or_default();
    let [one, other] = [first, second].map(str::trim);
    if !is_name(one) || !is_name(other) || one.to_lowercase() == other.to_lowercase() {
        bail!(
            "\"{}\" is not two names: write two that differ, with a comma between them, such as Anna,Ben; each is a word of \
             up to {LONGEST_NAME} letters, digits, - and _, and begins with a letter",
            shortened(text)
        );
    }
    Ok([one, other].map(str::to_owned))
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum DiceSource {
    /// The program throws
    #[default]
    Computer,
    /// People throw, and type the throws; two people play unless an opponent is named
    Hand,
}

pub(crate) fn run(arguments: &PlayArguments) -> Result<(), Exit> {
    table::handle_stops()?;
    let path = arguments.policy.as_ref().and_then(PolicySource::file);
    let mut source = arguments.solution.source();
    let policy = ("--policy", path);
    let from = ("--from", arguments.from.as_deref());
    let moves = ("the moves", Some(Path::new("-")));
    let (option, read) = source.file();
    let solution = (option, read.as_deref());
    check_inputs(&[moves, solution, policy, from])?;
    let record = ("--record", arguments.record.as_deref());
    Answers::beside(&[record], &[policy, solution])?;
    let to_output = arguments.record.as_deref().is_some_and(is_stream);
    let recording = recording(arguments.record.as_deref())?;
    let recorded = match &arguments.from {
        Some(file) => Some(recorded(arguments, file, &mut source)?),
        None => None,
    };
    let world = World::open(&source)?;
    let (solution, rules) = (&world.solution, world.rules());
    let beginning = match &arguments.position {
        Some(text) => Some(set_up(text, rules)?),
        None => recorded,
    };
    let level = arguments.level.unwrap_or(USUAL_LEVEL);
    let dice = dice(arguments, level.number())?;
    let opponent_seed = (dice.seed()).map_or_else(drawn_seed, |seed| Ok(seed_beside(seed)))?;
    let scorer = scorer(&world, arguments.length)?;
    let unit = scorer.unit();
    let tutor = match arguments.tutor {
        None => None,
        Some(None) => Some(Thresholds::usual(unit).doubtful),
        Some(Some(threshold)) => Some(threshold.of_a_move("--tutor", unit)?),
    };
    let settings = Settings {
        rules,
        length: arguments.length.map(usize::from),
        beginning,
        pace: arguments.pace.unwrap_or(USUAL_PACE),
        dice,
        tutor,
        values: arguments.values,
        record: recording,
    };
    let mut table = table::open(to_output)?;
    let strength = |strength: Named| of_strength(strength, opponent_seed, solution);
    let stop = AtomicBool::new(false);
    let hinted = Once::new();
    let tell = |event| match event {
        Event::Stderr { name, line } => {
            let name = printable(name.as_deref().unwrap_or("engine"));
            warn(&format!("{name}: {line}"));
        }
        Event::Silence { instead } => {
            hinted.call_once(|| warn(&hint("the engine", instead.as_deref())));
        }
        _ => {}
    };
    let watch = Watch {
        stop: &stop,
        tell: &tell,
    };
    let by_hand = arguments.dice == DiceSource::Hand && arguments.level.is_none();
    let is_two = arguments.names.is_some() || by_hand;
    let against = |name, opponent| [(Name::you(), None), (Name::thing(name), Some(opponent))];
    let arena: Arena;
    let players: [Player; 2] = match (&arguments.policy, &arguments.engine) {
        (Some(PolicySource::Named(named)), _) => against("Policy", strength(*named)),
        (Some(source), _) => {
            let (of, policy) =
                world.in_arena(|arena| Ok((arena.clone(), whole(source, arena)?)))?;
            arena = of;
            against("Policy", by_policy(&arena, policy, opponent_seed))
        }
        (None, Some(command)) => {
            let launch = Launch {
                command: words_of(command)?,
                rules,
                startup_timeout: STARTUP_TIMEOUT,
                timeout: arguments.timeout,
            };
            against("Engine", by_engine(Engine::start(&launch, watch)?))
        }
        (None, None) if is_two => {
            let usual = ["X", "O"].map(str::to_owned);
            let names = arguments.names.clone().unwrap_or(usual);
            names.map(|name| (Name::of(&name), None))
        }
        (None, None) => against("Computer", strength(Builtin::Level(level).into())),
    };
    let introduced = introduce(&mut *table, arguments, &settings, &players);
    introduced.map_err(Exit::of_output)?;
    let played = play(&mut *table, settings, players, &scorer);
    if to_output {
        print(record::write(&played.games))?;
    }
    match played.outcome {
        Ok(false) => Ok(()),
        Ok(true) => Err(Exit::Interrupted("the game is not finished".to_owned())),
        Err(error) => Err(table::exit(error)),
    }
}

/// Opens the record if it is a file, and tells of games in it that an earlier session has not added itself.
fn recording(record: Option<&Path>) -> anyhow::Result<Option<Recording>> {
    let Some(path) = record.filter(|path| !is_stream(path)) else {
        return Ok(None);
    };
    let (recording, added) = Recording::open(path)?;
    if added > 0 {
        warn(&format!(
            "{}: added {} of a session that did not come to its end; --from plays on from a turn",
            shown(path),
            counted(added, "game"),
        ));
    }
    Ok(Some(recording))
}

/// Returns the source of the throws. A day needs the level of the opponent.
fn dice(arguments: &PlayArguments, level: u8) -> anyhow::Result<ThrowsFrom> {
    let day = daily::chosen(arguments.daily);
    Ok(match (arguments.dice, arguments.seed, day) {
        (DiceSource::Hand, Some(_), _) => bail!("with --dice hand people throw: leave --seed out"),
        (DiceSource::Hand, None, _) => ThrowsFrom::Hand,
        (DiceSource::Computer, _, Some(day)) => ThrowsFrom::Daily { day, level },
        (DiceSource::Computer, seed, None) => ThrowsFrom::Seed(seed.map_or_else(drawn_seed, Ok)?),
    })
}

fn introduce(
    table: &mut dyn Table,
    arguments: &PlayArguments,
    settings: &Settings,
    players: &[Player; 2],
) -> io::Result<()> {
    let rules = settings.rules;
    let [(one, _), (other, _)] = players;
    let who = if one.is_you() {
        let strength = match (arguments.level, &arguments.engine, &arguments.policy) {
            (Some(Level::PERFECT), ..) => ", which plays perfectly".to_owned(),
            (Some(level), ..) => format!(", which plays at level {} of 10", level.number()),
            (None, None, None) => format!(
                ", which plays at level {} of 10 (--level 10 plays perfectly)",
                USUAL_LEVEL.number()
            ),
            _ => String::new(),
        };
        format!("You play the men X against {}, O{strength}.", other.spoken)
    } else if arguments.names.is_some() {
        format!("{} plays the men X, {} the men O.", one.text, other.text)
    } else {
        "Two people play, X and O.".to_owned()
    };
    let mut paragraphs = vec![
        format!("Tourne-case, {rules}. {who}"),
        "Men enter from the left and go home on the right; the first to bring all three home wins. Each player has a \
         lane. A man that lands opposite an enemy man, in the same column, hits it: that man starts again. Where there \
         is only one move, it is played for you. Type rules for the rules, help for the commands."
            .to_owned(),
        "On the board, > marks the player on roll, and square brackets mark the man that moved last. A * after a move is a hit.".to_owned(),
    ];
    let book = Rulebook::new(rules);
    if arguments.dice == DiceSource::Hand {
        let real = book.sections.iter().filter(|it| it.topic == REAL_BOARD);
        paragraphs.extend(real.map(|section| section.rule.to_owned()));
    }
    let different = book.sections.iter().filter(|section| section.differs);
    let others: Vec<&str> = different.map(|section| section.rule).collect();
    if !others.is_empty() {
        let list = others.join(" ");
        paragraphs.push(format!("Different from the standard game: {list}"));
    }
    if table.can_pause() && settings.dice.seed().is_some() && !settings.pace.is_zero() {
        paragraphs.push(
            "Turns without a choice are shown for a moment: a key goes on at once, and --pace 0 does not wait."
                .to_owned(),
        );
    }
    if let Some(length) = settings.length {
        let chances = match rules.stakes {
            Stakes::DoubleWin => " Chances are those of winning the match.",
            Stakes::Single => "",
        };
        paragraphs.push(format!("A match to {length}.{chances}"));
    }
    match &settings.dice {
        ThrowsFrom::Hand => {}
        ThrowsFrom::Seed(seed) => paragraphs.push(format!(
            "The dice have the seed {seed}: --seed {seed} gives the same throws again."
        )),
        ThrowsFrom::Daily { day, .. } => paragraphs.push(day.introduction("throws")),
    }
    table.tell(&(paragraphs.join("\n") + "\n\n"))
}

/// Returns the beginning at a position that the user wrote, with or without a throw.
fn set_up(text: &str, rules: Rules) -> anyhow::Result<Beginning> {
    let Question { position, die } = Question::parse_line(text, rules)?;
    if position.is_over() {
        bail!(
            "--position {position} is the end of a game: write a position in which both sides have men to bring home"
        );
    }
    Ok(Beginning {
        position,
        roll: die.map(Roll::Played),
    })
}

/// Returns the beginning at a turn of a recorded game. The rules of the game become those of `source`.
fn recorded(
    arguments: &PlayArguments,
    file: &Path,
    source: &mut Source,
) -> anyhow::Result<Beginning> {
    let games = read_games(file, source.rules)?;
    let name = shown(file);
    let number = match (arguments.game, games.len()) {
        (None, 1) => 1,
        (None, count) => {
            bail!("{name} has {count} games: choose one with --game 1 to {count}")
        }
        (Some(number), count) if (1..=count).contains(&number) => number,
        (Some(number), 1) => bail!("{name} has one game, and no game {number}: leave --game out"),
        (Some(number), count) => {
            bail!("{name} has no game {number}: choose one with --game 1 to {count}")
        }
    };
    let game = &games[number - 1];
    let turn = arguments.turn.unwrap_or(0);
    let count = game.turns.len();
    source.rules = Some(game.rules);
    if let Some(found) = turn.checked_sub(1).and_then(|at| game.turns.get(at)) {
        return Ok(Beginning {
            position: found.position,
            roll: Some(found.roll),
        });
    }
    let goes_on = !game.end().is_over();
    if goes_on && turn == count + 1 {
        let thrown = game.resigned.and_then(|how| how.thrown);
        return Ok(Beginning {
            position: game.end(),
            roll: thrown.map(|(roll, _)| roll),
        });
    }
    bail!(
        "the game has no turn {turn}: choose one with --turn 1 to {}",
        count + usize::from(goes_on)
    )
}

/// Reads a policy. Returns an error if it lacks a legal move for any decision that can arise.
fn whole(source: &PolicySource, arena: &Arena) -> anyhow::Result<Policy> {
    let (read, _) = read_policy(std::slice::from_ref(source), arena)?;
    let policy = read.policy.without_illegal();
    let missing = policy.lacking(arena).count();
    if missing > 0 {
        bail!(
            "the policy has no legal move for {} of {} decisions: tourne check --policy lists them",
            count(missing),
            count(arena.decisions().count())
        );
    }
    Ok(policy)
}

/// Returns the scorer of single games or, if best play depends on the score, of a match.
fn scorer(world: &World, length: Option<u8>) -> anyhow::Result<Scorer<'_>> {
    let rules = world.rules();
    let of_match = match length.map(usize::from) {
        Some(length) if rules.stakes == Stakes::DoubleWin => {
            let of = MatchRules {
                rules,
                length,
                first: FirstThrow::Dice,
            };
            note_scores(&world.origin);
            Some((solved(of, None)?, length))
        }
        _ => None,
    };
    Ok(Scorer::new(&world.solution, of_match))
}
