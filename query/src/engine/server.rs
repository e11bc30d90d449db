//! This project's own engine, which speaks the protocol: the perfect player, or a weaker one of known strength.

use std::io::{self, Read, Write};
use std::str::FromStr;

use anyhow::{Context as _, bail};
use tourne_solver::{Die, Move, Position, Rules, Solution, shortened};

use super::fault::LONGEST_LINE;
use crate::ask::{self, Question};
use crate::cards::{BuiltinPlayer, Named};
use crate::lines::Lines;

struct Dialogue<'a> {
    solution: Solution,
    strength: Named,
    seed: u64,
    player: BuiltinPlayer,
    position: Position,
    die: Option<Die>,
    /// `true` if the client may send several questions before the first answer. Each answer then repeats its question.
    ahead: bool,
    open: &'a mut Open,
}

pub type Open = dyn FnMut(Rules) -> anyhow::Result<Solution>;

/// Runs the engine: reads commands, one per line, and answers them until `quit` or the end of the input. When the
/// option `rules` names another rule set, `open` opens its solution.
pub fn run(
    solution: &Solution,
    strength: impl Into<Named>,
    seed: u64,
    open: &mut Open,
    input: impl Read,
    mut output: impl Write,
) -> io::Result<()> {
    let strength = strength.into();
    let mut dialogue = Dialogue {
        strength,
        seed,
        player: BuiltinPlayer::new(strength, seed),
        position: solution.rules().start(),
        die: None,
        ahead: false,
        solution: solution.clone(),
        open,
    };
    let mut lines = Lines::new(input, LONGEST_LINE);
    // Collect answers while further commands can be read without waiting, so that one write is enough for many.
    let mut answers = String::new();
    loop {
        if !lines.is_at_hand() {
            output.write_all(answers.as_bytes())?;
            output.flush()?;
            answers.clear();
        }
        let Some(line) = lines.next()? else {
            break;
        };
        let answer = match line.text() {
            Ok(text) if text.split_whitespace().next() == Some("quit") => break,
            Ok(text) => dialogue.obey(text),
            Err(error) => Err(error.into()),
        };
        match answer {
            Ok(text) => answers += &text,
            Err(cause) => answers += &format!("error {cause}\n"),
        }
    }
    output.write_all(answers.as_bytes())?;
    output.flush()
}

impl Dialogue<'_> {
    /// Carries out a command; returns the lines of the answer.
    fn obey(&mut self, line: &str) -> anyhow::Result<String> {
        let line = line.trim();
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command {
            "" | "newgame" => Ok(String::new()),
            "ubgi" => Ok(self.introduction()),
            "isready" => Ok("readyok\n".to_owned()),
            "setoption" => self.set_option(rest).map(|()| String::new()),
            "position" => self.set_position(rest).map(|()| String::new()),
            "dice" => self.set_dice(rest).map(|()| String::new()),
            "go" => self.go(),
            "moves" => self.moves(),
            "eval" => self.eval(),
            "play" => self.play(rest),
            _ => bail!(
                "unknown command \"{}\": the commands are ubgi, isready, setoption, newgame, position, dice, go, moves, \
                 eval, play and quit",
                shortened(command)
            ),
        }
    }

    fn introduction(&self) -> String {
        let (version, rules) = (env!("CARGO_PKG_VERSION"), self.solution.rules());
        let Dialogue { strength, seed, .. } = self;
        format!(
            "id name tourne {version} ({strength})\n\
             id author the authors of Tourne-case, solved\n\
             option name rules type string default {rules}\n\
             option name strength type string default {strength}\n\
             option name seed type spin default {seed}\n\
             option name askahead type check default false\n\
             ubgiok\n"
        )
    }

    fn set_option(&mut self, text: &str) -> anyhow::Result<()> {
        let option = text.strip_prefix("name").map(str::trim_start);
        let option = option.and_then(|option| option.split_once(" value "));
        let (name, value) = option.unwrap_or_default();
        let value = value.trim();
        match name.trim() {
            "rules" => {
                let rules = value.parse()?;
                if rules != self.solution.rules() {
                    self.solution = (self.open)(rules)?;
                    self.position = rules.start();
                    self.die = None;
                }
            }
            "strength" => {
                self.strength = value.strip_prefix("builtin:").unwrap_or(value).parse()?;
                self.player = BuiltinPlayer::new(self.strength, self.seed);
            }
            "seed" => {
                self.seed = parsed(value, "a seed: write a whole number, 0 or more")?;
                self.player = BuiltinPlayer::new(self.strength, self.seed);
            }
            "askahead" => self.ahead = parsed(value, "a value of askahead: write true or false")?,
            _ => bail!(
                "cannot set the option: write setoption name NAME value VALUE, where NAME is rules, strength, seed or \
                 askahead"
            ),
        }
        Ok(())
    }

    fn set_position(&mut self, text: &str) -> anyhow::Result<()> {
        let text = text.strip_prefix("tc ").context(
            "cannot read the position: write position tc and a position, such as position tc 04h/007",
        )?;
        let question = Question::parse(text.trim(), None, self.solution.rules())?;
        self.position = question.position;
        self.die = None;
        Ok(())
    }

    fn set_dice(&mut self, text: &str) -> anyhow::Result<()> {
        let text: String = text.split_whitespace().collect();
        let roll = text.parse()?;
        self.die = Some(self.solution.rules().die_played(roll)?);
        Ok(())
    }

    fn throw(&self) -> anyhow::Result<(Position, Die)> {
        if self.position.is_over() {
            bail!("the game is over: set a position in which it is not");
        }
        let no_dice = "no dice are set: say dice and both numbers, such as dice 4 3";
        Ok((self.position, self.die.context(no_dice)?))
    }

    fn go(&mut self) -> anyhow::Result<String> {
        let (position, die) = self.throw()?;
        let action = self.player.choose(&self.solution, position, die)?;
        Ok(if self.ahead {
            format!("bestmove {action} for {position} {die}\n")
        } else {
            format!("bestmove {action}\n")
        })
    }

    fn moves(&self) -> anyhow::Result<String> {
        let (position, die) = self.throw()?;
        let plays = self.solution.rules().plays(position, die);
        let moves: Vec<String> = plays.iter().map(|play| play.action.to_string()).collect();
        Ok(format!("moves {}\n", moves.join(" ")))
    }

    fn eval(&self) -> anyhow::Result<String> {
        let unit = self.solution.unit();
        let Some(die) = self.die else {
            let value = self.solution.value(self.position)?.number();
            return Ok(format!("value {value} {unit}\n"));
        };
        let (position, _) = self.throw()?;
        let answer = ask::for_die(&self.solution, position, die)?;
        let mut text = String::new();
        for ranked in answer.moves {
            let (action, value) = (ranked.action, ranked.value.number());
            let (loss, position) = (ranked.loss, ranked.position);
            text += &format!("info move {action} value {value} loss {loss} position {position}\n");
        }
        Ok(text + &format!("value {} {unit}\n", answer.value.number()))
    }

    fn play(&mut self, text: &str) -> anyhow::Result<String> {
        let (position, die) = self.throw()?;
        let action: Move = text.parse()?;
        let rules = self.solution.rules();
        self.position = rules.play(position, die, action)?;
        self.die = None;
        Ok(match rules.points_won(self.position) {
            Some(points) => format!("gameover {points}\n"),
            None => format!("position tc {}\n", self.position),
        })
    }
}

/// Parses the value of an option; `what` says in an error what the value should be.
fn parsed<T: FromStr>(value: &str, what: &str) -> anyhow::Result<T> {
    let parsed = value.parse().ok();
    parsed.with_context(|| format!("\"{}\" is not {what}", shortened(value)))
}
