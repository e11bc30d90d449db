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
//! the position. A header line after a turn begins another game.
//!
//! The header `result: A resigns` states that side A gave up the game after the last turn. `result: A resigns with 4-2`
//! states that side A had thrown 4-2 before. This header may stand before the turns, or after the last one; there it
//! ends the game.

use std::io::Read;

use tourne_solver::{Die, IllegalMove, Move, Position, Roll, Rules, Stakes, shortened};

use super::fault::MOST_TURNS;
pub use super::fault::{LineFault, RecordError};
use super::line::{self, Key, Named};
pub use super::line::{is_header, plain, without_comment};
use tourne_query::ask::{Lines, Question};

/// Game in which all moves are legal. It may be unfinished.
#[derive(Clone, Debug)]
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
    /// Last line of the game in the record, counted from 1: the last turn, or the result after it. It is 0 if the game
    /// was not read from a record.
    pub last_line: u64,
}

/// Resignation of a side after the turns of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resignation {
    /// Line of the resignation in the record, counted from 1; 0 if the resignation was not read from a record.
    pub line: u64,
    /// Index of the side that gives up: 0 for the side that moves first.
    pub side: usize,
    /// Throw and die of the side that gives up; `None` if that side was not on roll or had not thrown.
    pub thrown: Option<(Roll, Die)>,
}

/// Turn of a game: the throw and the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    pub action: Move,
    /// Position after the move, with the other side on roll.
    pub next: Position,
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
/// use tourne_study::review::record;
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
    let mut lines = Lines::new(input, LONGEST_RECORD_LINE).at_most(MOST_RECORD_LINES);
    let mut reader = Reader {
        opening: Opening::by(rules),
        ..Reader::default()
    };
    while let Some(line) = lines.next()? {
        let number = line.number;
        let written = line.text().map_err(|error| at_line(number)(error.into()))?;
        let text = line::without_comment(written);
        if !text.is_empty() {
            reader.add(number, text)?;
        }
    }
    reader.end()
}

/// Returns whether a record ends with headers of a game without turns. `games` are the games of the record `text`.
pub fn ends_with_headers(text: &str, games: &[Game]) -> bool {
    let last = games.last().map_or(0, |game| game.last_line);
    let after = text.lines().skip(last as usize);
    let mut rest = after.map(|line| line::without_comment(line.trim_start_matches('\u{feff}')));
    !rest.all(str::is_empty)
}

/// Returns the function that adds the number of a line to its fault.
fn at_line(line: u64) -> impl FnOnce(LineFault) -> RecordError {
    move |fault| RecordError::Line { line, fault }
}

/// Record of which the lines so far were read.
#[derive(Default)]
struct Reader {
    games: Vec<Game>,
    /// `true` if the next turn belongs to the last game.
    is_running: bool,
    /// `true` if a colon follows the side in the first turn of the last game.
    has_colons: bool,
    /// Text of the header `result` of the last game, with its line. The header is also kept in the game.
    result: Option<(u64, String)>,
    /// Headers of the last game that look like turns, with their lines.
    like_turns: Vec<(u64, String)>,
    /// Headers of the next game.
    opening: Opening,
    /// Lines before the first turn of the next game that look like turns, but for the colon after the name.
    unclear: Vec<(u64, String)>,
    /// Other headers after a single unclear line.
    after_unclear: Vec<(u64, String)>,
    turns: usize,
}

impl Reader {
    /// Adds a line that is neither empty nor a comment.
    fn add(&mut self, number: u64, text: &str) -> Result<(), RecordError> {
        if !self.unclear.is_empty() {
            let is_alone = self.unclear.len() == 1;
            match Named::parse(text).map(|named| named.key) {
                None => self.settle(!self.makes_headers(text))?,
                Some(Key::LikeTurn) if self.after_unclear.is_empty() => (),
                Some(Key::LikeTurn) => self.settle(!self.stands_before_headers())?,
                Some(_) if is_alone => {
                    self.after_unclear.push((number, text.to_owned()));
                    return Ok(());
                }
                Some(_) => self.settle(true)?,
            }
        }
        self.take(number, text)
    }

    /// Returns whether a line without a colon after its name shows that the unclear lines are headers: it is a turn, and
    /// of none of their names.
    fn makes_headers(&self, text: &str) -> bool {
        let Some([side, roll, _]) = line::words_of_turn(text) else {
            return false;
        };
        let mut unclear = self.unclear.iter();
        let is_name = |text: &str| Named::parse(text).is_some_and(|named| named.name == side);
        roll.parse::<Roll>().is_ok() && !unclear.any(|(_, text)| is_name(text))
    }

    /// Returns whether an unclear line stands alone before headers that begin a game.
    fn stands_before_headers(&self) -> bool {
        let after = self.after_unclear.first();
        let header = after.and_then(|(_, text)| Named::parse(text));
        header.is_some_and(|named| named.key != Key::Result)
    }

    /// Adds the unclear lines as turns or as headers, and then the headers after them.
    fn settle(&mut self, are_turns: bool) -> Result<(), RecordError> {
        for (number, text) in std::mem::take(&mut self.unclear) {
            match Named::parse(&text).filter(|_| !are_turns) {
                Some(header) => self.open(number, header)?,
                None => self.turn(number, &text, true)?,
            }
        }
        for (number, text) in std::mem::take(&mut self.after_unclear) {
            self.take(number, &text)?;
        }
        Ok(())
    }

    /// Adds a line when no line before it is unclear.
    fn take(&mut self, number: u64, text: &str) -> Result<(), RecordError> {
        let running = self.games.last_mut().filter(|_| self.is_running);
        let sides = running.as_ref().map(|game| &game.sides);
        let is_side = |name| sides.is_some_and(|sides| sides.iter().any(|side| side == name));
        let Some(named) = Named::parse(text).filter(|named| !is_side(named.name)) else {
            return self.turn(number, text, false);
        };
        match (named.key, running) {
            (Key::LikeTurn, Some(game)) if self.has_colons || game.turns.len() == 1 => {
                self.turn(number, text, false)
            }
            (Key::LikeTurn, _) => {
                self.is_running = false;
                self.unclear.push((number, text.to_owned()));
                Ok(())
            }
            (Key::Result, Some(game)) => {
                no_result_before(self.result.as_ref()).map_err(at_line(number))?;
                let (name, content) = (named.name.to_owned(), named.content.to_owned());
                self.result = Some((number, content.clone()));
                game.headers.push((name, content));
                game.last_line = number;
                self.is_running = false;
                Ok(())
            }
            // A second result right after that of a game.
            (Key::Result, None) if !self.opening.is_new => {
                no_result_before(self.result.as_ref()).map_err(at_line(number))?;
                self.open(number, named)
            }
            _ => self.open(number, named),
        }
    }

    /// Adds a header of the next game.
    fn open(&mut self, number: u64, header: Named) -> Result<(), RecordError> {
        self.is_running = false;
        self.opening.add(number, header).map_err(at_line(number))
    }

    /// Adds a turn, which begins a game if none is running.
    fn turn(&mut self, number: u64, text: &str, has_colon: bool) -> Result<(), RecordError> {
        if !self.is_running {
            self.conclude()?;
            let next = Opening::by(self.opening.asked);
            let mut opening = std::mem::replace(&mut self.opening, next);
            self.result = opening.result.take();
            self.like_turns = std::mem::take(&mut opening.like_turns);
            self.games.push(opening.begin()?);
            self.is_running = true;
            self.has_colons = has_colon;
        }
        if let Some(game) = self.games.last_mut() {
            game.add(number, text).map_err(at_line(number))?;
            game.last_line = number;
        }
        self.turns += 1;
        if self.turns > MOST_TURNS {
            return Err(RecordError::TooLong);
        }
        Ok(())
    }

    /// Checks the last game when all its turns are known, and adds its resignation if its result states one.
    fn conclude(&mut self) -> Result<(), RecordError> {
        let Some(game) = self.games.last_mut() else {
            return Ok(());
        };
        for (line, text) in self.like_turns.drain(..) {
            let name = Named::parse(&text).map(|header| header.name.to_owned());
            if let Some(side) = name.filter(|name| game.sides.contains(name)) {
                return Err(at_line(line)(LineFault::NamedLikeSide { text, side }));
            }
        }
        if let Some((line, text)) = self.result.take() {
            game.resigned = game.resignation(line, &text).map_err(at_line(line))?;
        }
        Ok(())
    }

    fn end(mut self) -> Result<Vec<Game>, RecordError> {
        self.settle(!self.stands_before_headers())?;
        if self.games.is_empty() {
            return Err(RecordError::Empty);
        }
        self.conclude()?;
        // Check the headers after the last turn too, although no game begins with them.
        self.opening.begin()?;
        Ok(self.games)
    }
}

/// Returns an error if a game has a result already.
fn no_result_before(result: Option<&(u64, String)>) -> Result<(), LineFault> {
    match result {
        Some(&(before, _)) => Err(LineFault::TwoResults(before)),
        None => Ok(()),
    }
}

/// Returns an error if a header that a game has only once has stood before, on this line.
fn once<T>(name: &'static str, before: Option<&(u64, T)>) -> Result<(), LineFault> {
    match before {
        Some(&(before, _)) => Err(LineFault::Twice { name, before }),
        None => Ok(()),
    }
}

/// Headers of a game whose first turn has not been read yet.
#[derive(Default)]
struct Opening {
    is_new: bool,
    /// Rule set that the user asked for.
    asked: Option<Rules>,
    /// Rule set that a header names, with the line of the header.
    rules: Option<(u64, Rules)>,
    position: Option<(u64, String)>,
    /// Text of the header `result`, with its line. The header is also kept in `others`.
    result: Option<(u64, String)>,
    /// Headers that look like turns, with their lines. They are also kept in `others`.
    like_turns: Vec<(u64, String)>,
    others: Vec<(String, String)>,
}

impl Opening {
    fn by(asked: Option<Rules>) -> Opening {
        Opening {
            asked,
            ..Opening::default()
        }
    }

    fn add(&mut self, line: u64, header: Named) -> Result<(), LineFault> {
        let Named { name, content, key } = header;
        self.is_new = true;
        match key {
            Key::Rules => {
                once("rules", self.rules.as_ref())?;
                let found = content.parse()?;
                if let Some(asked) = self.asked.filter(|&asked| asked != found) {
                    return Err(LineFault::OtherRules { found, asked });
                }
                self.rules = Some((line, found));
                return Ok(());
            }
            Key::Position => {
                once("position", self.position.as_ref())?;
                self.position = Some((line, content.to_owned()));
                return Ok(());
            }
            Key::Result => {
                once("result", self.result.as_ref())?;
                self.result = Some((line, content.to_owned()));
            }
            Key::LikeTurn => self.like_turns.push((line, format!("{name}: {content}"))),
            Key::Other => (),
        }
        self.others.push((name.to_owned(), content.to_owned()));
        Ok(())
    }

    fn begin(self) -> Result<Game, RecordError> {
        let named = self.rules.map(|(_, rules)| rules);
        let rules = named.or(self.asked).unwrap_or(Rules::STANDARD);
        let start = match self.position {
            None => rules.start(),
            Some((line, text)) => {
                Question::parse(&text, None, rules)
                    .map_err(|error| at_line(line)(error.into()))?
                    .position
            }
        };
        Ok(Game {
            rules,
            headers: self.others,
            start,
            sides: [String::new(), String::new()],
            turns: Vec::new(),
            resigned: None,
            last_line: 0,
        })
    }
}

/// Writes games as text that [`read`] can read.
pub fn write(games: &[Game]) -> String {
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
        // The result of a game that was read is among its headers.
        if let Some(resigned) = game.resigned.filter(|resigned| resigned.line == 0) {
            let name = &game.sides[resigned.side];
            let verb = if name == "You" { "resign" } else { "resigns" };
            text += &format!("result: {name} {verb}");
            if let Some((roll, _)) = resigned.thrown {
                text += &format!(" with {roll}");
            }
            text.push('\n');
        }
        for (turn, at) in game.turns.iter().zip(0..) {
            let side = &game.sides[Game::side_of(at)];
            text += &format!("{side} {} {}\n", turn.roll, turn.action);
        }
    }
    text
}

impl Game {
    /// Returns the index of the side that takes a turn: 0 for the side that moves first. Turns are counted from 0.
    pub fn side_of(turn: usize) -> usize {
        turn % 2
    }

    /// Returns the position after the last turn, with the next side on roll.
    pub fn end(&self) -> Position {
        self.turns.last().map_or(self.start, |turn| turn.next)
    }

    /// Returns whether the game was played to the end or given up.
    pub fn is_finished(&self) -> bool {
        self.end().is_over() || self.resigned.is_some()
    }

    /// Returns the number of points that a side loses by giving up the game now: 2 if the other side can still win
    /// double, otherwise 1.
    pub fn points_of_resigning(&self, side: usize) -> u8 {
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

    /// Parses the text of a result. Returns the resignation that the text states; `None` if it states no resignation.
    fn resignation(&mut self, line: u64, result: &str) -> Result<Option<Resignation>, LineFault> {
        let words: Vec<&str> = result.split_whitespace().collect();
        let (name, verb, roll) = match words[..] {
            [name, verb] => (name, verb, None),
            [name, verb, "with", roll] => (name, verb, Some(roll)),
            _ => return Ok(None),
        };
        if self.end().is_over() || !matches!(verb, "resign" | "resigns") {
            return Ok(None);
        }
        if self.sides[1].is_empty() && self.sides[0] != name {
            name.clone_into(&mut self.sides[1]);
        }
        let Some(side) = self.sides.iter().position(|side| side == name) else {
            return Ok(None);
        };
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

    fn add(&mut self, line: u64, text: &str) -> Result<(), LineFault> {
        let words = line::words_of_turn(text);
        let [side, roll, action] = words.ok_or_else(|| LineFault::NoTurn(shortened(text)))?;
        let position = self.end();
        if position.is_over() {
            return Err(LineFault::Over);
        }
        self.take_turn(side)?;
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
