//! Session at the table: a game or a match, from the first throw to the end.

mod commands;
mod person;
mod running;
mod summary;
mod throws;
mod turns;

use std::io;
use std::time::Duration;

use anyhow::anyhow;
use tourne_solver::{Position, Roll, Rules};

use super::command::{Typed, ask};
use super::daily::Daily;
use super::dice::{OfDay, Thrower};
use super::opponent::Opponent;
use super::recording::Recording;
use super::scorer::Scorer;
use super::table::Table;
use crate::ask::Measure;
use crate::review::SideSum;
use crate::review::record::{self, Game};
use crate::show::paragraph::capitalised;
use crate::show::play::name::Name;
use running::Running;

/// Name of a player, and the program that chooses its moves; `None` for a person, who types them.
pub type Player<'a> = (Name, Option<Opponent<'a>>);

#[derive(Debug)]
pub struct Settings {
    pub rules: Rules,
    /// Number of points that win the match; `None` for a single game.
    pub length: Option<usize>,
    /// Beginning of each game; `None` if games begin at the start of the rules, and dice decide who begins.
    pub beginning: Option<Beginning>,
    /// Time for which a turn without a choice is shown, at a table that [can pause](Table::can_pause).
    pub pace: Duration,
    pub dice: ThrowsFrom,
    /// Smallest loss of a move for which the tutor warns, in the unit of the values; `None` without a tutor.
    pub tutor: Option<f64>,
    pub values: bool,
    /// Record file, to which each game is added at its end.
    pub record: Option<Recording>,
}

#[derive(Clone, Debug)]
pub enum ThrowsFrom {
    /// People throw real dice, and type the throws.
    Hand,
    Seed(u64),
    /// The throws of a day, for one game.
    Daily {
        day: Daily,
        level: u8,
    },
}

impl ThrowsFrom {
    pub fn seed(&self) -> Option<u64> {
        match self {
            ThrowsFrom::Hand => None,
            ThrowsFrom::Seed(seed) => Some(*seed),
            ThrowsFrom::Daily { day, .. } => Some(day.seed.into()),
        }
    }
}

/// Beginning of a game at a position, with player 0 on roll.
#[derive(Clone, Copy, Debug)]
pub struct Beginning {
    pub position: Position,
    /// First throw; `None` if the dice are thrown, as in all later turns.
    pub roll: Option<Roll>,
}

#[derive(Debug)]
pub struct SessionEnd {
    /// Games of the session. The last one may be unfinished.
    pub games: Vec<Game>,
    /// `Ok(true)` if Ctrl-C interrupted the session, `Ok(false)` if people finished or left it. If the table failed, the
    /// error is an [`io::Error`].
    pub outcome: anyhow::Result<bool>,
}

/// Plays a session. Player 0 has the men `X`, player 1 the men `O`.
///
/// After an error, the result still holds the games played until then.
pub fn play(
    table: &mut dyn Table,
    settings: Settings,
    players: [Player<'_>; 2],
    scorer: &Scorer,
) -> SessionEnd {
    let [(one, own), (two, other)] = players;
    let mut session = Session {
        table,
        dice: match &settings.dice {
            ThrowsFrom::Hand => None,
            ThrowsFrom::Seed(seed) => Some(Thrower::seeded(*seed)),
            ThrowsFrom::Daily { day, .. } => Some(Thrower::OfDay(OfDay::new(day.seed))),
        },
        settings,
        names: [one, two],
        opponents: [own, other],
        scorer,
        points: [0; 2],
        games: Vec::new(),
        is_left: false,
        unwritten: None,
        sums: Sums::default(),
    };
    let outcome = loop {
        let ended = session.play_all();
        let is_over = ended.is_ok();
        let mut outcome = match ended {
            Err(Stopped::Interrupted) => Ok(true),
            Err(Stopped::Failed(error)) => Err(error),
            _ => Ok(false),
        };
        if !matches!(&outcome, Err(error) if error.is::<io::Error>()) {
            // Print the summary even if an opponent has failed, but not if the table has.
            outcome = session.summarise().and(outcome);
        }
        let is_daily = session.is_daily();
        if outcome.is_err() || !is_over || session.is_left || is_daily {
            break outcome;
        }
        match session.wants_another() {
            // Reset the score and the totals, but keep the record.
            Ok(true) => (session.points, session.sums) = ([0; 2], Sums::default()),
            Ok(false) => break outcome,
            Err(error) => break Err(error.into()),
        }
    };
    let recorded = session.finish_record();
    SessionEnd {
        games: session.games,
        outcome: outcome.and_then(|is_interrupted| recorded.map(|()| is_interrupted)),
    }
}

struct Session<'a> {
    table: &'a mut dyn Table,
    scorer: &'a Scorer<'a>,
    settings: Settings,
    names: [Name; 2],
    /// Programs that choose the moves of players 0 and 1; `None` for a person.
    opponents: [Option<Opponent<'a>>; 2],
    dice: Option<Thrower>,
    points: [usize; 2],
    /// Games that are finished or abandoned.
    games: Vec<Game>,
    /// `true` if the person left after the last game, so that no other game is offered.
    is_left: bool,
    /// Reason why the record could not be written after the last turn; `None` if it was written.
    unwritten: Option<String>,
    sums: Sums,
}

/// Sums over all games of a session; luck and losses are in the unit of the judges.
#[derive(Debug, Default)]
struct Sums {
    sides: [SideSum; 2],
    measure: Option<Measure>,
    /// Loss and description of people's costliest choices, costliest first.
    worst: Vec<(f64, String)>,
    shared: Option<String>,
}

struct Won {
    player: usize,
    points: usize,
}

/// Reason why a turn ends without a move.
enum Stopped {
    /// Turns were taken back or replayed: the game goes on from there.
    Changed,
    Resigned,
    Quit,
    Interrupted,
    Failed(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for Stopped {
    fn from(error: E) -> Stopped {
        Stopped::Failed(error.into())
    }
}

impl Session<'_> {
    fn play_all(&mut self) -> Result<(), Stopped> {
        let Some(length) = self.settings.length else {
            self.play_game()?;
            return Ok(());
        };
        loop {
            let won = self.play_game()?;
            self.points[won.player] += won.points;
            let score = self.score();
            if let Some(winner) = (0..2).find(|&player| self.points[player] >= length) {
                let wins = self.names[winner].does("win", "wins");
                self.say(&format!("{} the match: {score}.", capitalised(&wins)))?;
                return Ok(());
            }
            self.say(&format!("The match to {length} goes on: {score}."))?;
            self.table.tell("\n")?;
        }
    }

    fn wants_another(&mut self) -> io::Result<bool> {
        let what = self.settings.length.map_or("game", |_| "match");
        self.table.tell("\n")?;
        let prompt = format!("Another {what}? yes or no> ");
        loop {
            match ask(self.table, &prompt, &["yes", "no"].map(str::to_owned))? {
                Typed::Yes => return Ok(true),
                Typed::No | Typed::Quit | Typed::Interrupt => return Ok(false),
                Typed::Other(text) if text.is_empty() => return Ok(false),
                _ => self.say(&format!("Type yes for another {what}, or no to leave."))?,
            }
        }
    }

    fn score(&self) -> String {
        let [own, other] = self.points;
        let [one, two] = &self.names;
        format!("{} {own}, {} {other}", one.text, two.text)
    }

    /// Asks for a line; returns an error if the person leaves.
    fn ask_or_leave(&mut self, prompt: &str, words: &[String]) -> Result<Typed, Stopped> {
        match ask(self.table, prompt, words)? {
            Typed::Quit => Err(Stopped::Quit),
            Typed::Interrupt => Err(Stopped::Interrupted),
            typed => Ok(typed),
        }
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        self.table.say(text)
    }

    fn play_game(&mut self) -> Result<Won, Stopped> {
        let first = if let Some(beginning) = self.settings.beginning {
            let begins = capitalised(&self.names[0].does("begin", "begins"));
            self.say(&format!("{begins}, at {}.", beginning.position))?;
            0
        } else {
            self.first_player()?
        };
        let mut at = self.new_game(first)?;
        let ended = self.play_turns(&mut at);
        // Record what was played, even after an error.
        let game = &at.game;
        if game.is_begun() {
            self.games.push(game.clone());
            if let Some(recording) = &mut self.settings.record {
                let added = recording.add(game.clone());
                self.tell_of_record(added)?;
            }
            self.add_to_summary(&at)?;
        }
        ended
    }

    fn new_game(&self, first: usize) -> anyhow::Result<Running> {
        let players = [first, 1 - first];
        let beginning = self.settings.beginning;
        let rules = self.settings.rules;
        Ok(Running {
            game: Game {
                rules,
                headers: self.headers(),
                start: beginning.map_or(rules.start(), |beginning| beginning.position),
                sides: players.map(|player| self.names[player].text.clone()),
                turns: Vec::new(),
                resigned: None,
            },
            first,
            judges: self.scorer.at(self.points)?,
            undone: Vec::new(),
            throws: Vec::from_iter(beginning.and_then(|beginning| beginning.roll)),
            keeps_throws: self.dice.is_some(),
            is_person: players.map(|player| self.opponents[player].is_none()),
        })
    }

    fn headers(&self) -> Vec<(String, String)> {
        let mut headers = Vec::new();
        if let Some(length) = self.settings.length {
            headers.push(("match".to_owned(), format!("to {length}")));
            headers.push(("score".to_owned(), self.score()));
        }
        match &self.settings.dice {
            ThrowsFrom::Hand => {}
            ThrowsFrom::Seed(seed) => headers.push(("seed".to_owned(), seed.to_string())),
            ThrowsFrom::Daily { day, .. } => headers.push(("daily".to_owned(), day.date.clone())),
        }
        headers
    }

    fn won(&mut self, at: &Running, player: usize, points: usize) -> anyhow::Result<Won> {
        self.show_board(at)?;
        let wins = capitalised(&self.names[player].does("win", "wins"));
        let counts = counted(points);
        self.say(&format!("{wins}: all three men are home{counts}."))?;
        Ok(Won { player, points })
    }

    fn resigned(&mut self, at: &mut Running, player: usize) -> anyhow::Result<Won> {
        let points = usize::from(at.points_of_resigning());
        let resigns = capitalised(&self.names[player].does("resign", "resigns"));
        let wins = self.names[1 - player].does("win", "wins");
        at.resign();
        self.write_record(at)?;
        self.say(&format!("{resigns}: {wins}{}.", counted(points)))?;
        Ok(Won {
            player: 1 - player,
            points,
        })
    }

    fn begun(&self, at: &Running) -> Vec<Game> {
        let begun = Some(&at.game).filter(|game| game.is_begun());
        self.games.iter().chain(begun).cloned().collect()
    }

    fn write_record(&mut self, at: &Running) -> io::Result<()> {
        let Some(recording) = &mut self.settings.record else {
            return Ok(());
        };
        let kept = recording.keep(&at.game);
        self.tell_of_record(kept)
    }

    /// Says that the record could not be written, or can be written again. The game goes on in both cases.
    fn tell_of_record(&mut self, written: anyhow::Result<()>) -> io::Result<()> {
        let failure = written.err().map(|error| format!("{error:#}"));
        let before = std::mem::replace(&mut self.unwritten, failure.clone());
        match failure {
            Some(failure) if before.as_ref() != Some(&failure) => self.say(&format!(
                "The record is not up to date: {failure}. Each turn and the end of the session try again to write it."
            )),
            None if before.is_some() => self.say("The record is up to date again."),
            _ => Ok(()),
        }
    }

    /// Tries a last time to write the record. If that fails, shows the games, so that they can be kept in another way, and
    /// returns an error.
    fn finish_record(&mut self) -> anyhow::Result<()> {
        let Some(recording) = &mut self.settings.record else {
            return Ok(());
        };
        let Err(failure) = recording.finish() else {
            return Ok(self.tell_of_record(Ok(()))?);
        };
        self.say("\nThe record is not up to date. These are all games of this session:\n")?;
        self.table.tell(&record::write(&self.games))?;
        // Do not return an `io::Error`: it would be mistaken for an error of the table.
        Err(anyhow!("{failure:#}"))
    }
}

fn counted(points: usize) -> &'static str {
    match points {
        2 => ", and the game counts two points: the loser has no man home",
        _ => "",
    }
}
