//! Records of games in plain text, read and replayed.
//!
//! ```text
//! # the first two turns
//! rules: standard
//! A 3-2 off/2
//! B 2-1 off/1
//! ```
//!
//! A header line is a name, a colon and a text. The header `rules` names the rule set (default: `standard`). The header
//! `position` gives the position in which the game begins, with the men of the side on roll first (default: the usual
//! starting position). Other headers are kept as they are.
//!
//! Each line after the headers is a turn: a name for the side, both dice (or the die that is played), and the move. A
//! number before the name, such as `1.` or `12:`, is ignored. The side that takes the first turn is the side on roll in
//! the position.
//!
//! The header `result: A resigns` states that side A gave up the game after the last turn. `result: A resigns with 4-2`
//! states that side A had thrown 4-2 before, and `result: A resigns against B` names a side that had no turn. This header
//! may stand before the turns, or after the last one.
//!
//! A game has a turn or a result. After turns, any header but the result begins another game; after a result, a header
//! that repeats or that follows an empty line does.

use std::collections::HashSet;
use std::io::Read;

use serde::{Deserialize, Serialize};
use tourne_solver::{Die, IllegalMove, Move, Position, Roll, Rules, Stakes, shortened};

use super::fault::MOST_TURNS;
pub use super::fault::{LineFault, RecordError};
use super::line::{self, Header, Key};
use crate::ask::Question;
use crate::lines::Lines;

/// Game in which all moves are legal. It may be unfinished.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "Played")]
pub struct Game {
    /// Rule set of the game.
    pub rules: Rules,
    /// Name and text of each header, except those for rules and position.
    pub headers: Vec<(String, String)>,
    /// Position in which the game begins. The side on roll takes the first turn.
    pub start: Position,
    /// Names of the sides. The side that moves first has index 0. A name is empty until the side has a turn or gives
    /// up.
    pub sides: [String; 2],
    /// Turns of the game, in which the sides alternate.
    pub turns: Vec<Turn>,
    /// Resignation after the last turn; `None` if nobody gave up.
    pub resigned: Option<Resignation>,
}

/// Resignation of a side after the turns of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Resignation {
    /// Line of the resignation in the record, counted from 1; 0 if the resignation was not read from a record.
    pub line: u64,
    /// Index of the side that gives up: 0 for the side that moves first.
    pub side: usize,
    /// Throw and die of the side that gives up; `None` if that side was not on roll or had not thrown.
    pub thrown: Option<(Roll, Die)>,
}

/// Turn of a game: the throw and the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Turn {
    /// Line of the turn in the record, counted from 1.
    pub line: u64,
    /// Position before the throw. The men of the side whose turn it is come first.
    pub position: Position,
    /// Dice of the throw.
    pub roll: Roll,
    /// Die that is played, 1 to 6.
    pub die: Die,
    /// Move of a man, or a pass.
    #[serde(rename = "move")]
    pub action: Move,
    /// Position after the move, with the other side on roll.
    pub next: Position,
}

/// Game as it is deserialised: of its turns, throws and moves count, and whether they are legal is found anew.
#[derive(Deserialize)]
struct Played {
    rules: String,
    headers: Vec<(String, String)>,
    start: String,
    sides: [String; 2],
    turns: Vec<PlayedTurn>,
    resigned: Option<PlayedResignation>,
}

#[derive(Deserialize)]
struct PlayedTurn {
    roll: String,
    #[serde(rename = "move")]
    action: String,
}

#[derive(Deserialize)]
struct PlayedResignation {
    /// 0 unless a header holds the result.
    line: u64,
    side: usize,
    thrown: Option<(String, u8)>,
}

impl TryFrom<Played> for Game {
    type Error = LineFault;

    fn try_from(played: Played) -> Result<Game, LineFault> {
        let rules: Rules = played.rules.parse()?;
        let start = Question::parse(&played.start, None, rules)?.position;
        let mut game = Game::new(rules, start, played.sides);
        game.headers = played.headers;
        for turn in &played.turns {
            game.play(&turn.roll, &turn.action)?;
        }
        if let Some(how) = played.resigned {
            let roll: Option<Roll> = how.thrown.map(|(roll, _)| roll.parse()).transpose()?;
            let die = roll.map(|roll| rules.die_played(roll)).transpose()?;
            game.resigned = Some(Resignation {
                line: how.line,
                side: how.side.min(1),
                thrown: roll.zip(die),
            });
        }
        Ok(game)
    }
}

/// Maximum length of a line, in bytes.
const LONGEST_RECORD_LINE: usize = 1024;
/// Maximum number of lines in a file. It leaves room for headers and comments besides the turns.
const MOST_RECORD_LINES: u64 = 400_000;

/// Reads the games of a text.
///
/// # Errors
///
/// [`RecordError`] if the text cannot be read or is not a valid record. The error names the line and, for an illegal
/// move, also the legal moves.
///
/// ```
/// use tourne::review::record;
///
/// let games = record::read("A 3-2 off/2 # the 3 may not be played\nB 21 0/1\n".as_bytes())?;
/// assert_eq!(games[0].turns[1].next.to_string(), "002/001");
/// let error = record::read("A 3-2 off/3\n".as_bytes()).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 1: 0/3 is not legal in 000/000 with a 2: the only legal move is 0/2"
/// );
/// # Ok::<(), record::RecordError>(())
/// ```
pub fn read(input: impl Read) -> Result<Vec<Game>, RecordError> {
    read_by(input, None)
}

/// Reads the games of a text. A game that does not name its rules is read under `rules`, or under the standard rules if
/// `rules` is `None`.
///
/// # Errors
///
/// [`RecordError`] in the same cases as [`read`], or if the record names other rules than `rules`.
pub fn read_by(input: impl Read, rules: Option<Rules>) -> Result<Vec<Game>, RecordError> {
    let mut input = Lines::new(input, LONGEST_RECORD_LINE).at_most(MOST_RECORD_LINES);
    let mut lines = Vec::new();
    let mut follows_empty = false;
    while let Some(line) = input.next()? {
        let number = line.number;
        let written = line.text().map_err(|error| at_line(number)(error.into()))?;
        let text = line::without_comment(written);
        if text.is_empty() {
            follows_empty |= written.trim().is_empty();
            continue;
        }
        lines.push(RecordLine {
            number,
            header: Header::parse(text),
            text: text.to_owned(),
            follows_empty: std::mem::take(&mut follows_empty),
        });
    }
    let mut games = Vec::new();
    let (mut rest, mut turns) = (&lines[..], 0);
    while let Some(first) = rest.first() {
        let game = next_game(&mut rest, rules, MOST_TURNS - turns)?;
        if game.turns.is_empty() && !game.has_result() {
            return Err(at_line(first.number)(LineFault::NoGame));
        }
        turns += game.turns.len();
        games.push(game);
    }
    if games.is_empty() {
        return Err(RecordError::Empty);
    }
    Ok(games)
}

fn at_line(line: u64) -> impl FnOnce(LineFault) -> RecordError {
    move |fault| RecordError::Line { line, fault }
}

/// Line of a record that is neither empty nor a comment.
struct RecordLine {
    number: u64,
    text: String,
    /// The line as a header; `None` if it is a turn without a colon.
    header: Option<Header>,
    /// `true` if an empty line stands between this line and the one before it in the list.
    follows_empty: bool,
}

impl RecordLine {
    fn header(&self, key: Key) -> Option<&Header> {
        self.header.as_ref().filter(|header| header.key == key)
    }
}

/// Takes the lines of a game: its headers, its turns, and the result after them. `rules` are those that the user asked
/// for.
fn next_game<'a>(
    rest: &mut &'a [RecordLine],
    rules: Option<Rules>,
    most_turns: usize,
) -> Result<Game, RecordError> {
    let (count, has_colons) = opening(rest);
    let (headers, after) = rest.split_at(count);
    *rest = after;
    let mut game = Game::begin(headers, rules)?;
    while let Some((line, after)) = rest.split_first()
        && game.has_turn(line, has_colons)
    {
        game.add(line).map_err(at_line(line.number))?;
        if game.turns.len() > most_turns {
            return Err(RecordError::TooLong);
        }
        *rest = after;
    }
    for line in headers {
        let named = line.header(Key::LikeTurn);
        if let Some(header) = named.filter(|header| game.sides.contains(&header.name)) {
            let (text, side) = (line.text.clone(), header.name.clone());
            return Err(at_line(line.number)(LineFault::NamedLikeSide {
                text,
                side,
            }));
        }
    }
    let of_line = |line: &'a RecordLine| Some((line.number, line.header(Key::Result)?));
    let mut result = headers.iter().find_map(of_line);
    while let Some((line, after)) = rest.split_first().filter(|_| !game.turns.is_empty()) {
        let Some((number, header)) = of_line(line) else {
            break;
        };
        match result {
            Some(_) if line.follows_empty => break,
            Some((before, _)) => return Err(at_line(number)(LineFault::TwoResults(before))),
            None => result = Some((number, header)),
        }
        game.headers.push(header.clone().into());
        *rest = after;
    }
    if let Some((line, header)) = result {
        let resigned = game.resignation(line, &header.content);
        game.resigned = resigned.map_err(at_line(line))?;
    }
    Ok(game)
}

/// Counts the headers of a game, up to its first turn or another game, and says whether a colon follows the side in its
/// first turn.
fn opening(lines: &[RecordLine]) -> (usize, bool) {
    let mut has_result = false;
    let mut names = HashSet::new();
    // Lines before this one look like turns, but are headers.
    let mut headers_until = 0;
    for (at, line) in lines.iter().enumerate() {
        let Some(header) = &line.header else {
            return (at, false);
        };
        // Before the end of the headers is looked for: an empty line may stand between them and the turns.
        if header.key == Key::LikeTurn && at >= headers_until {
            match like_turns(&lines[at..]) {
                (_, true) => return (at, true),
                (count, false) => headers_until = at + count,
            }
        }
        // A header that repeats begins another game. A second result does not.
        let is_repeated = !names.insert(header.name.to_lowercase()) && header.key != Key::Result;
        if has_result && (line.follows_empty || is_repeated) {
            return (at, false);
        }
        has_result |= header.key == Key::Result;
    }
    (lines.len(), false)
}

/// Counts the first lines that look like turns, but for the colon after the name, and says whether they are turns. What
/// follows them decides: they are headers before a turn of another name without a colon, and a single one is a header
/// before other headers than the result.
fn like_turns(lines: &[RecordLine]) -> (usize, bool) {
    let run = lines
        .iter()
        .take_while(|line| line.header(Key::LikeTurn).is_some());
    let count = run.count();
    let (run, after) = lines.split_at(count);
    let next = after.first().and_then(|line| line.header.as_ref());
    let next = next.filter(|_| count == 1);
    let is_header = |line: &&RecordLine| {
        let mut header = line.header.iter();
        next.is_some() && header.any(|header| header.key != Key::LikeTurn)
    };
    let beyond = after.iter().find(|line| !is_header(line));
    let are_turns = match beyond.filter(|line| line.header.is_none()) {
        Some(line) => !is_turn_of_another(&line.text, run),
        None => next.is_none_or(|header| header.key == Key::Result),
    };
    (count, are_turns)
}

/// Returns whether a line is a turn, of none of the names of these lines.
fn is_turn_of_another(text: &str, lines: &[RecordLine]) -> bool {
    let Some([side, roll, _]) = line::words_of_turn(text) else {
        return false;
    };
    let mut headers = lines.iter().filter_map(|line| line.header.as_ref());
    roll.parse::<Roll>().is_ok() && !headers.any(|header| header.name == side)
}

/// Writes games as text that [`read`] can read.
pub fn write(games: &[Game]) -> String {
    written(games, false)
}

/// Writes games as [`write`] does. If `result_is_last`, the result of a game stands below its turns: the text of a game
/// then only grows as it goes on.
pub(crate) fn written(games: &[Game], result_is_last: bool) -> String {
    let mut text = String::new();
    for (at, game) in games.iter().enumerate() {
        if at > 0 {
            text.push('\n');
        }
        text += &format!("rules: {}\n", game.rules);
        if game.start != game.rules.start() {
            text += &format!("position: {}\n", game.start);
        }
        for (name, content) in &game.headers {
            text += &format!("{name}: {content}\n");
        }
        let result = game.result();
        if !result_is_last {
            text += &result;
        }
        for (turn, at) in game.turns.iter().zip(0..) {
            let side = &game.sides[Game::side_of(at)];
            text += &format!("{side} {} {}\n", turn.roll, turn.action);
        }
        if result_is_last {
            text += &result;
        }
    }
    text
}

impl Game {
    /// Creates a game of these sides without turns. `sides[0]` moves first.
    pub fn new(rules: Rules, start: Position, sides: [String; 2]) -> Game {
        Game {
            rules,
            headers: Vec::new(),
            start,
            sides,
            turns: Vec::new(),
            resigned: None,
        }
    }

    /// Begins a game with these headers. Without a header for them, its rules are those that the user asked for.
    fn begin(headers: &[RecordLine], asked: Option<Rules>) -> Result<Game, RecordError> {
        let (mut rules, mut position, mut others) = (None, None, Vec::new());
        for (at, line) in headers.iter().enumerate() {
            let Some(header) = &line.header else { continue };
            let fault = at_line(line.number);
            if let Some(name) = header.key.only_once()
                && let Some(before) = headers[..at]
                    .iter()
                    .find(|it| it.header(header.key).is_some())
            {
                let before = before.number;
                return Err(fault(LineFault::Twice { name, before }));
            }
            match header.key {
                Key::Rules => rules = Some(header.rules(asked).map_err(fault)?),
                Key::Position => position = Some((line.number, &header.content)),
                Key::Result | Key::LikeTurn | Key::Other => others.push(header.clone().into()),
            }
        }
        let rules = rules.or(asked).unwrap_or(Rules::STANDARD);
        let start = match position {
            None => rules.start(),
            Some((line, text)) => {
                let question = Question::parse(text, None, rules);
                question
                    .map_err(|error| at_line(line)(error.into()))?
                    .position
            }
        };
        let sides = [String::new(), String::new()];
        let game = Game::new(rules, start, sides);
        Ok(Game {
            headers: others,
            ..game
        })
    }

    fn has_turn(&self, line: &RecordLine, has_colons: bool) -> bool {
        line.header.as_ref().is_none_or(|header| {
            let is_second = self.turns.len() == 1;
            self.sides.contains(&header.name)
                || (header.key == Key::LikeTurn && (has_colons || is_second))
        })
    }

    /// Returns the index of the side that takes a turn: 0 for the side that moves first. Turns are counted from 0.
    pub fn side_of(turn: usize) -> usize {
        turn % 2
    }

    /// Returns the position after the last turn, with the next side on roll.
    pub fn end(&self) -> Position {
        self.turns.last().map_or(self.start, |turn| turn.next)
    }

    #[cfg(feature = "command")]
    pub(crate) fn is_begun(&self) -> bool {
        !self.turns.is_empty() || self.resigned.is_some()
    }

    fn has_result(&self) -> bool {
        let mut headers = self.headers.iter();
        headers.any(|(name, _)| name.eq_ignore_ascii_case("result"))
    }

    pub(crate) fn is_finished(&self) -> bool {
        self.end().is_over() || self.resigned.is_some()
    }

    /// Returns the number of points that a side loses by giving up the game now: 2 if the other side can still win
    /// double, otherwise 1.
    pub(crate) fn points_of_resigning(&self, side: usize) -> u8 {
        let end = self.end();
        let men = if Game::side_of(self.turns.len()) == side {
            end.on_roll()
        } else {
            end.opponent()
        };
        match self.rules.stakes {
            Stakes::DoubleWin if men.has_none_home() => 2,
            _ => 1,
        }
    }

    /// Records that a side gives up the game. `thrown` is the throw and die of that side if it is on roll and has
    /// thrown.
    pub fn resign(&mut self, side: usize, thrown: Option<(Roll, Die)>) {
        self.resigned = Some(Resignation {
            line: 0,
            side,
            thrown,
        });
    }

    /// Removes the resignation that [`resign`](Game::resign) recorded. Returns `false` if there was none.
    pub fn take_back_resignation(&mut self) -> bool {
        self.resigned.take().is_some()
    }

    /// Writes the line of the result; empty without one. The result of a game that was read is among its headers.
    fn result(&self) -> String {
        let Some(resigned) = self.resigned.filter(|resigned| resigned.line == 0) else {
            return String::new();
        };
        let name = &self.sides[resigned.side];
        let verb = if name == "You" { "resign" } else { "resigns" };
        let mut text = format!("result: {name} {verb}");
        if let Some((roll, _)) = resigned.thrown {
            text += &format!(" with {roll}");
        }
        // The turns name the sides that had one.
        let other = 1 - resigned.side;
        if self.turns.len() <= other && !self.sides[other].is_empty() {
            text += &format!(" against {}", self.sides[other]);
        }
        text + "\n"
    }

    /// Parses the text of a result. Returns the resignation that the text states; `None` if it states no resignation.
    fn resignation(&mut self, line: u64, result: &str) -> Result<Option<Resignation>, LineFault> {
        let words: Vec<&str> = result.split_whitespace().collect();
        let [name, verb, ref rest @ ..] = words[..] else {
            return Ok(None);
        };
        let (roll, other) = match *rest {
            [] => (None, None),
            ["with", roll] => (Some(roll), None),
            ["against", other] => (None, Some(other)),
            ["with", roll, "against", other] => (Some(roll), Some(other)),
            _ => return Ok(None),
        };
        if self.end().is_over() || !matches!(verb, "resign" | "resigns") || other == Some(name) {
            return Ok(None);
        }
        // Of a side that had no turn, only the result has the name. Without any turn, the side that gives up is on roll.
        let unnamed = self.sides.iter().position(String::is_empty);
        let is_known = self.sides.iter().any(|side| side == name);
        if let Some(unnamed) = unnamed.filter(|_| !is_known) {
            name.clone_into(&mut self.sides[unnamed]);
        }
        let Some(side) = self.sides.iter().position(|side| side == name) else {
            return Ok(None);
        };
        if let Some(other) = other.filter(|_| self.sides[1 - side].is_empty()) {
            other.clone_into(&mut self.sides[1 - side]);
        }
        let is_on_roll = Game::side_of(self.turns.len()) == side;
        let thrown = match roll.filter(|_| is_on_roll) {
            Some(roll) => {
                let roll: Roll = roll.parse()?;
                Some((roll, self.rules.die_played(roll)?))
            }
            None => None,
        };
        Ok(Some(Resignation { line, side, thrown }))
    }

    fn add(&mut self, line: &RecordLine) -> Result<(), LineFault> {
        let words = line::words_of_turn(&line.text);
        let [side, roll, action] = words.ok_or_else(|| LineFault::NoTurn(shortened(&line.text)))?;
        if self.end().is_over() {
            return Err(LineFault::Over);
        }
        self.take_turn(side)?;
        self.add_turn(line.number, roll, action)
    }

    /// Plays the next turn of a game that was not read: a throw and a move, as the notation writes them.
    ///
    /// # Errors
    ///
    /// [`LineFault`] if the game is over, or if the throw or the move cannot be read or is not legal.
    ///
    /// ```
    /// use tourne::review::record::{Game, write};
    /// use tourne_solver::Rules;
    ///
    /// let rules = Rules::STANDARD;
    /// let mut game = Game::new(rules, rules.start(), ["A", "B"].map(str::to_owned));
    /// game.play("4-3", "off/3")?;
    /// assert!(game.play("5-4", "0/5").is_err());
    /// assert_eq!(write(&[game]), "rules: standard\nA 4-3 0/3\n");
    /// # Ok::<(), tourne::review::record::LineFault>(())
    /// ```
    pub fn play(&mut self, roll: &str, action: &str) -> Result<(), LineFault> {
        self.add_turn(0, roll, action)
    }

    fn add_turn(&mut self, line: u64, roll: &str, action: &str) -> Result<(), LineFault> {
        let position = self.end();
        if position.is_over() {
            return Err(LineFault::Over);
        }
        let roll: Roll = roll.parse()?;
        let die = self.rules.die_played(roll)?;
        let action: Move = action.parse()?;
        let plays = self.rules.plays(position, die);
        let Some(play) = plays.iter().find(|play| play.action == action) else {
            return Err(IllegalMove {
                position,
                die,
                action,
                legal: plays.iter().map(|play| play.action).collect(),
            }
            .into());
        };
        self.turns.push(Turn {
            line,
            position,
            roll,
            die,
            action: play.action,
            next: play.next,
        });
        Ok(())
    }

    /// Checks that the side named `found` is on roll. Stores the name of a side at its first turn.
    fn take_turn(&mut self, found: &str) -> Result<(), LineFault> {
        let found = found.to_owned();
        let turn = self.turns.len();
        let (side, other) = (Game::side_of(turn), Game::side_of(turn + 1));
        if turn < 2 && self.sides[other] != found {
            self.sides[side].clone_from(&found);
        }
        if self.sides[side] == found {
            return Ok(());
        }
        if self.sides[other] == found {
            let expected = Some(self.sides[side].clone()).filter(|side| !side.is_empty());
            return Err(LineFault::OutOfTurn { expected, found });
        }
        Err(LineFault::ThirdSide {
            found,
            sides: self.sides.clone(),
        })
    }
}
