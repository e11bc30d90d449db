//! Records of games in plain text, read and replayed.
//!
//! ```text
//! # Charpentier 1699, to the first hit
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
//! states that side A had thrown 4-2 before.

use std::io::{self, Read};

use tourne_solver::{
    Die, IllegalMove, Move, OneDieOnly, ParseMoveError, ParseRollError, ParseRulesError, Position,
    Roll, Rules, Stakes, printable, shortened,
};

use tourne_query::ask::{LineError, Lines, Question, QuestionError};

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

/// Error when reading a record.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum RecordError {
    /// The record cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The record has no turn.
    #[error(
        "there is no turn in it: write a side, both dice and a move on a line, such as A 3-2 off/2"
    )]
    Empty,
    /// The record has more turns than the limit.
    #[error("it has more than {MOST_TURNS} turns: split it into several files")]
    TooLong,
    /// A line of the record is invalid.
    #[error("line {line}: {fault}")]
    Line {
        /// Number of the line, counted from 1.
        line: u64,
        fault: LineFault,
    },
}

/// Reason why a line of a record is invalid.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum LineFault {
    /// The line is too long, or is not UTF-8 text.
    #[error(transparent)]
    Line(#[from] LineError),
    /// The line is neither a header nor a turn.
    #[error(
        "\"{0}\" is not a turn: write a side, both dice and a move, such as A 3-2 off/2; or a header, such as rules: standard"
    )]
    NoTurn(String),
    /// The rule set named in the header is unknown.
    #[error(transparent)]
    Rules(#[from] ParseRulesError),
    /// The position in the header is invalid.
    #[error(transparent)]
    Position(#[from] QuestionError),
    /// The throw cannot be read.
    #[error(transparent)]
    Roll(#[from] ParseRollError),
    /// The throw has two dice, but these rules use only one die.
    #[error(transparent)]
    OneDieOnly(#[from] OneDieOnly),
    /// The move cannot be read.
    #[error(transparent)]
    Move(#[from] ParseMoveError),
    /// The move can be read, but is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// A side takes two consecutive turns.
    #[error("it is the turn of {}, not of {}", expected.as_deref().map_or("the other side".to_owned(), printable), printable(.found))]
    OutOfTurn {
        expected: Option<String>,
        found: String,
    },
    /// A turn names a third side.
    #[error("unknown side \"{}\": the sides of this game are {} and {}", printable(.found), printable(&.sides[0]), printable(&.sides[1]))]
    ThirdSide { found: String, sides: [String; 2] },
    /// The record names other rules than the user asked for.
    #[error("the record names the rules {found}, but {asked} was asked for: leave one of them out")]
    OtherRules { found: Rules, asked: Rules },
    /// A header appears twice in a game, but may appear only once.
    #[error(
        "\"{name}:\" stands on line {before} already: leave one of them out, because a game has only one"
    )]
    Twice { name: &'static str, before: u64 },
    /// A turn follows although the game is over.
    #[error("the game is over: begin another with a header line, such as rules: standard")]
    Over,
}

/// Maximum length of a line, in bytes.
const LONGEST_LINE: usize = 1024;
/// Maximum number of lines in a file. It leaves room for headers and comments besides the turns.
const MOST_LINES: u64 = 400_000;
/// Maximum number of turns in a file.
const MOST_TURNS: usize = 100_000;

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
    let mut lines = Lines::new(input, LONGEST_LINE).at_most(MOST_LINES);
    let mut games: Vec<Game> = Vec::new();
    let mut opening = Opening::by(rules);
    // Line number and text of the header `result` of the game that is being read.
    let mut result: Option<(u64, String)> = None;
    let mut turns = 0;
    while let Some(line) = lines.next()? {
        let number = line.number;
        let at_line = |fault| RecordError::Line {
            line: number,
            fault,
        };
        let text = line.text().map_err(|error| at_line(error.into()))?;
        // Some editors write a byte order mark at the beginning of a text.
        let text = match number {
            1 => text.trim_start_matches('\u{feff}'),
            _ => text,
        };
        let text = without_comment(text);
        if text.is_empty() {
            continue;
        }
        let running = games.last().filter(|_| !opening.is_new);
        let sides = running.map(|game| &game.sides);
        if let Some((name, content)) = header(text, sides) {
            opening.add(number, name, content).map_err(at_line)?;
            continue;
        }
        if opening.is_new || games.is_empty() {
            conclude(&mut games, result.take())?;
            result = opening.result.take();
            let game = std::mem::replace(&mut opening, Opening::by(rules)).begin();
            games.push(game.map_err(|(line, fault)| RecordError::Line { line, fault })?);
        }
        if let Some(game) = games.last_mut() {
            game.add(number, text).map_err(at_line)?;
        }
        turns += 1;
        if turns > MOST_TURNS {
            return Err(RecordError::TooLong);
        }
    }
    if games.is_empty() {
        return Err(RecordError::Empty);
    }
    conclude(&mut games, result)?;
    // Check the headers after the last turn too, although no game begins with them.
    let last = opening.begin();
    last.map_err(|(line, fault)| RecordError::Line { line, fault })?;
    Ok(games)
}

/// Adds a resignation to the last game if `result` states one. `result` is the line number and the text of its header.
/// All turns of the game must have been read.
fn conclude(games: &mut [Game], result: Option<(u64, String)>) -> Result<(), RecordError> {
    if let (Some(game), Some((line, text))) = (games.last_mut(), result) {
        let resigned = game.resignation(line, &text);
        game.resigned = resigned.map_err(|fault| RecordError::Line { line, fault })?;
    }
    Ok(())
}

/// Returns the text of a line before its comment, without surrounding white space.
pub fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or_default().trim()
}

/// Returns the name and the content of a header line; `None` for other lines. A line that could be a turn is not a
/// header, even if a colon follows the name of the side. Otherwise a mistyped turn would begin another game.
fn header<'a>(text: &'a str, sides: Option<&[String; 2]>) -> Option<(&'a str, &'a str)> {
    let (name, content) = text.split_once(':')?;
    let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
    let is_name = !is_number && !name.contains(char::is_whitespace);
    let is_turn = || {
        if sides.is_some_and(|sides| sides.iter().any(|side| side == name)) {
            return true;
        }
        let mut words = content.split_whitespace();
        let is_roll = words
            .next()
            .is_some_and(|word| word.parse::<Roll>().is_ok());
        is_roll && words.any(|word| word.parse::<Move>().is_ok() || word.contains('/'))
    };
    (is_name && !is_turn()).then(|| (name, content.trim()))
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
    others: Vec<(String, String)>,
}

impl Opening {
    fn by(asked: Option<Rules>) -> Opening {
        Opening {
            asked,
            ..Opening::default()
        }
    }

    fn add(&mut self, line: u64, name: &str, content: &str) -> Result<(), LineFault> {
        self.is_new = true;
        let once = |name, before: Option<u64>| match before {
            Some(before) => Err(LineFault::Twice { name, before }),
            None => Ok(()),
        };
        match &*name.to_ascii_lowercase() {
            "rules" => {
                once("rules", self.rules.map(|(line, _)| line))?;
                let found = content.parse()?;
                if let Some(asked) = self.asked.filter(|&asked| asked != found) {
                    return Err(LineFault::OtherRules { found, asked });
                }
                self.rules = Some((line, found));
            }
            "position" => {
                once("position", self.position.as_ref().map(|&(line, _)| line))?;
                self.position = Some((line, content.to_owned()));
            }
            name_only => {
                if name_only == "result" {
                    self.result = Some((line, content.to_owned()));
                }
                self.others.push((name.to_owned(), content.to_owned()));
            }
        }
        Ok(())
    }

    fn begin(self) -> Result<Game, (u64, LineFault)> {
        let named = self.rules.map(|(_, rules)| rules);
        let rules = named.or(self.asked).unwrap_or(Rules::STANDARD);
        let start = match self.position {
            None => rules.start(),
            Some((line, text)) => {
                Question::parse(&text, None, rules)
                    .map_err(|error| (line, error.into()))?
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
        let name = &self.sides[side];
        let verb = if name == "You" { "resign" } else { "resigns" };
        let with = thrown.map_or(String::new(), |(roll, _)| format!(" with {roll}"));
        self.headers
            .push(("result".to_owned(), format!("{name} {verb}{with}")));
        self.resigned = Some(Resignation {
            line: 0,
            side,
            thrown,
        });
    }

    /// Removes the resignation that [`resign`](Game::resign) recorded. Returns `false` if there was none.
    pub fn take_back_resignation(&mut self) -> bool {
        let is_resigned = self.resigned.take().is_some();
        if is_resigned {
            self.headers.pop();
        }
        is_resigned
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
        let no_turn = || LineFault::NoTurn(shortened(text));
        let words: Vec<&str> = text.split_whitespace().collect();
        let words = match &words[..] {
            [number, turn @ ..] if turn.len() == 3 && is_number(number) => turn,
            turn => turn,
        };
        let &[side, roll, action] = words else {
            return Err(no_turn());
        };
        let position = self.end();
        if position.is_over() {
            return Err(LineFault::Over);
        }
        let side = side.trim_end_matches(':');
        if side.is_empty() {
            return Err(no_turn());
        }
        self.take_turn(side)?;
        let roll: Roll = roll.parse()?;
        let die = self.rules.die_played(roll)?;
        let action: Move = action.parse()?;
        let plays = self.rules.plays(position, die);
        let Some(play) = plays.iter().find(|play| play.action.is_same_as(action)) else {
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

/// Returns whether a word is the number of a turn, such as `1.` or `12:`.
fn is_number(word: &str) -> bool {
    let number = word.strip_suffix(['.', ':']);
    number.is_some_and(|digits| {
        !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
    })
}
