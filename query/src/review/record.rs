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

use std::io::Read;

use tourne_solver::{Die, IllegalMove, Move, Position, Roll, Rules, Stakes, shortened};

use super::fault::MOST_TURNS;
pub use super::fault::{LineFault, RecordError};
use super::line::{self, Header, Key};
use crate::ask::{Lines, Question};

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
        lines.push(NumberedLine {
            number,
            text: text.to_owned(),
            follows_empty: std::mem::take(&mut follows_empty),
        });
    }
    let reader = GamesReader {
        lines: &lines,
        asked: rules,
        at: 0,
        turns: 0,
    };
    reader.games()
}

/// Returns the function that adds the number of a line to its fault.
fn at_line(line: u64) -> impl FnOnce(LineFault) -> RecordError {
    move |fault| RecordError::Line { line, fault }
}

/// Line of a record that is neither empty nor a comment.
struct NumberedLine {
    /// Number of the line, counted from 1.
    number: u64,
    /// Text without comment.
    text: String,
    /// `true` if an empty line stands between this line and the one before it in the list.
    follows_empty: bool,
}

impl NumberedLine {
    fn named(&self) -> Option<Header<'_>> {
        Header::parse(&self.text)
    }

    /// Parses the line as a header of this kind.
    fn header(&self, key: Key) -> Option<Header<'_>> {
        self.named().filter(|named| named.key == key)
    }
}

/// Lines of a record, read from the first to the last.
struct GamesReader<'a> {
    lines: &'a [NumberedLine],
    /// Rule set that the user asked for.
    asked: Option<Rules>,
    /// Index of the next line.
    at: usize,
    /// Number of turns so far.
    turns: usize,
}

impl<'a> GamesReader<'a> {
    fn games(mut self) -> Result<Vec<Game>, RecordError> {
        let mut games = Vec::new();
        while self.at < self.lines.len() {
            let first = self.at;
            let game = self.game()?;
            if game.turns.is_empty() && !game.has_result() {
                return Err(at_line(self.lines[first].number)(LineFault::NoGame));
            }
            games.push(game);
        }
        if games.is_empty() {
            return Err(RecordError::Empty);
        }
        Ok(games)
    }

    /// Reads a game: its headers, its turns, and the result after them.
    fn game(&mut self) -> Result<Game, RecordError> {
        let first = self.at;
        let (opening, has_colons) = self.opening()?;
        let headers = &self.lines[first..self.at];
        let mut result = opening.result.clone();
        let mut game = opening.begin(self.asked)?;
        while let Some(line) = self.next_turn(&game, has_colons) {
            game.add(line).map_err(at_line(line.number))?;
            self.at += 1;
            self.turns += 1;
            if self.turns > MOST_TURNS {
                return Err(RecordError::TooLong);
            }
        }
        let sides = &game.sides;
        let of_side = headers.iter().find_map(|line| {
            let named = line.header(Key::LikeTurn)?;
            sides
                .iter()
                .any(|side| side == named.name)
                .then_some((line, named.name))
        });
        if let Some((line, side)) = of_side {
            let (text, side) = (line.text.clone(), side.to_owned());
            return Err(at_line(line.number)(LineFault::NamedLikeSide {
                text,
                side,
            }));
        }
        while let Some(line) = self.lines.get(self.at).filter(|_| !game.turns.is_empty()) {
            let Some(header) = line.header(Key::Result) else {
                break;
            };
            match result {
                Some(_) if line.follows_empty => break,
                Some((before, _)) => {
                    return Err(at_line(line.number)(LineFault::TwoResults(before)));
                }
                None => {}
            }
            let (name, content) = (header.name.to_owned(), header.content.to_owned());
            result = Some((line.number, content.clone()));
            game.headers.push((name, content));
            self.at += 1;
        }
        if let Some((line, text)) = result {
            game.resigned = game.resignation(line, &text).map_err(at_line(line))?;
        }
        Ok(game)
    }

    /// Reads the headers of a game, up to its first turn or another game. The second value is whether a colon follows
    /// the side in its first turn.
    fn opening(&mut self) -> Result<(Opening, bool), RecordError> {
        let mut opening = Opening::default();
        // Lines before this one look like turns, but are headers.
        let mut headers_until = self.at;
        while let Some(line) = self.lines.get(self.at) {
            let Some(header) = line.named() else {
                break;
            };
            // Before the end of the headers is looked for: an empty line may stand between them and the turns.
            if header.key == Key::LikeTurn && self.at >= headers_until {
                match self.like_turns() {
                    (_, true) => return Ok((opening, true)),
                    (count, false) => headers_until = self.at + count,
                }
            }
            if opening.result.is_some() && (line.follows_empty || opening.has_other(&header)) {
                break;
            }
            let number = line.number;
            opening
                .add(number, header, self.asked)
                .map_err(at_line(number))?;
            self.at += 1;
        }
        Ok((opening, false))
    }

    /// Counts the lines from the next one that look like turns, but for the colon after the name, and says whether they
    /// are turns. What follows them decides: they are headers before a turn of another name without a colon, and a
    /// single one is a header before other headers than the result.
    fn like_turns(&self) -> (usize, bool) {
        let rest = &self.lines[self.at..];
        let run = rest
            .iter()
            .take_while(|line| line.header(Key::LikeTurn).is_some());
        let count = run.count();
        let (run, after) = rest.split_at(count);
        let key = |line: &&NumberedLine| line.named().map(|named| named.key);
        let header = after
            .first()
            .and_then(|line| key(&line))
            .filter(|_| count == 1);
        let beyond = match header {
            None => after.first(),
            Some(_) => after
                .iter()
                .find(|line| key(line).is_none_or(|key| key == Key::LikeTurn)),
        };
        let are_turns = match beyond.filter(|line| line.named().is_none()) {
            Some(line) => !is_turn_of_another(&line.text, run),
            None => header.is_none_or(|key| key == Key::Result),
        };
        (count, are_turns)
    }

    /// Returns the next line if it is a turn of this game.
    fn next_turn(&self, game: &Game, has_colons: bool) -> Option<&'a NumberedLine> {
        let line = self.lines.get(self.at)?;
        let is_turn = line.named().is_none_or(|named| {
            let is_side = game.sides.iter().any(|side| side == named.name);
            let count = game.turns.len();
            is_side || (named.key == Key::LikeTurn && (has_colons || count == 1))
        });
        is_turn.then_some(line)
    }
}

/// Returns whether a line is a turn, of none of the names of these lines.
fn is_turn_of_another(text: &str, lines: &[NumberedLine]) -> bool {
    let Some([side, roll, _]) = line::words_of_turn(text) else {
        return false;
    };
    let mut names = lines.iter().filter_map(NumberedLine::named);
    roll.parse::<Roll>().is_ok() && !names.any(|named| named.name == side)
}

/// Returns an error if a header that a game has only once has stood before, on this line.
fn once<T>(name: &'static str, before: Option<&(u64, T)>) -> Result<(), LineFault> {
    match before {
        Some(&(before, _)) => Err(LineFault::Twice { name, before }),
        None => Ok(()),
    }
}

/// Headers of a game.
#[derive(Default)]
struct Opening {
    /// Rule set that a header names, with the line of the header.
    rules: Option<(u64, Rules)>,
    position: Option<(u64, String)>,
    /// Text of the header `result`, with its line. The header is also kept in `others`.
    result: Option<(u64, String)>,
    others: Vec<(String, String)>,
}

impl Opening {
    /// Returns whether a header other than the result stands here already.
    fn has_other(&self, header: &Header) -> bool {
        match header.key {
            Key::Rules => self.rules.is_some(),
            Key::Position => self.position.is_some(),
            Key::Result => false,
            Key::LikeTurn | Key::Other => {
                let name = header.name.to_lowercase();
                let mut others = self.others.iter();
                others.any(|(other, _)| other.to_lowercase() == name)
            }
        }
    }

    fn add(&mut self, line: u64, header: Header, asked: Option<Rules>) -> Result<(), LineFault> {
        let Header { name, content, key } = header;
        match key {
            Key::Rules => {
                once("rules", self.rules.as_ref())?;
                let found = content.parse()?;
                if let Some(asked) = asked.filter(|&asked| asked != found) {
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
            Key::LikeTurn | Key::Other => (),
        }
        self.others.push((name.to_owned(), content.to_owned()));
        Ok(())
    }

    /// Begins a game with these headers. Without a header for them, its rules are those that the user asked for.
    fn begin(self, asked: Option<Rules>) -> Result<Game, RecordError> {
        let named = self.rules.map(|(_, rules)| rules);
        let rules = named.or(asked).unwrap_or(Rules::STANDARD);
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
        })
    }
}

/// Writes games as text that [`read`] can read.
pub fn write(games: &[Game]) -> String {
    written(games, false)
}

/// Writes games as [`write`] does, but the result of a game below its turns: the text of a game then only grows as it goes
/// on.
#[cfg(feature = "command")]
pub(crate) fn growing(games: &[Game]) -> String {
    written(games, true)
}

fn written(games: &[Game], result_is_last: bool) -> String {
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
    /// Returns the index of the side that takes a turn: 0 for the side that moves first. Turns are counted from 0.
    pub fn side_of(turn: usize) -> usize {
        turn % 2
    }

    /// Returns the position after the last turn, with the next side on roll.
    pub fn end(&self) -> Position {
        self.turns.last().map_or(self.start, |turn| turn.next)
    }

    /// Returns whether something happened in the game: a turn, or a resignation.
    pub fn is_begun(&self) -> bool {
        !self.turns.is_empty() || self.resigned.is_some()
    }

    /// Returns whether a header states a result, of whatever kind.
    fn has_result(&self) -> bool {
        let mut headers = self.headers.iter();
        headers.any(|(name, _)| name.eq_ignore_ascii_case("result"))
    }

    /// Returns whether the game was played to the end or given up.
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

    fn add(&mut self, line: &NumberedLine) -> Result<(), LineFault> {
        let words = line::words_of_turn(&line.text);
        let [side, roll, action] = words.ok_or_else(|| LineFault::NoTurn(shortened(&line.text)))?;
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
            line: line.number,
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
