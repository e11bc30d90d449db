//! Execution of the commands that people type at the table.

use std::io;
use std::path::Path;

use tourne_solver::file::{is_stream, shown};
use tourne_solver::terminal::replace::create;
use tourne_solver::{Die, Move, Position};

use super::person::ToPlay;
use super::{Running, Session, Stopped, ThrowsFrom};
use crate::ask::Judge;
use crate::facts::Rulebook;
use crate::play::command::{COMMANDS, Typed, ask};
use crate::review::record;
use crate::show::play::board::{Board, draw};
use crate::show::reasons::{against_best, explained_moves, indented};
use crate::show::rules::meanings;
use crate::show::{card, rules};

/// Answer to a command that would change or explain a game of the day.
const AS_EVERYONE: &str =
    "Everyone plays the game of the day without hints, and takes nothing back.";

impl Session<'_> {
    /// Carries out a command; returns an error if the command ends the turn. `choice` is `None` before the throw.
    pub(super) fn obey(
        &mut self,
        at: &mut Running,
        command: Typed,
        choice: Option<ToPlay>,
    ) -> Result<(), Stopped> {
        let is_refused = matches!(
            command,
            Typed::Hint
                | Typed::Why
                | Typed::WhyLast
                | Typed::Values(_)
                | Typed::Undo
                | Typed::Redo
        );
        if is_refused && self.is_daily() {
            return Ok(self.say(AS_EVERYONE)?);
        }
        match command {
            Typed::Help => self.help(choice.is_some())?,
            Typed::HelpRating => self.say_meanings()?,
            Typed::Hint | Typed::Why => match choice {
                None => self.say("There is no throw yet.")?,
                Some(choice) if command == Typed::Hint => self.hint(at, choice)?,
                Some(choice) => self.explain(at.judge(), at.position(), choice.die)?,
            },
            Typed::WhyLast => self.why_last(at)?,
            Typed::Values(wanted) => {
                self.settings.values = wanted.unwrap_or(!self.settings.values);
                match choice {
                    Some(choice) => self.list(at, choice)?,
                    None if self.settings.values => self.say("Chances are shown.")?,
                    None => self.say("Chances are hidden.")?,
                }
            }
            Typed::Card => {
                self.table.tell(&card::listed(self.settings.rules))?;
            }
            Typed::Undo => {
                if self.undo(at)? {
                    return Err(Stopped::Changed);
                }
            }
            Typed::Redo => {
                if at.redo() {
                    self.write_record(at)?;
                    return Err(Stopped::Changed);
                }
                self.say("Nothing was taken back.")?;
            }
            Typed::Board => {
                self.show_board(at)?;
                if let Some(choice) = choice {
                    self.say(&self.threw(at.on_roll(), choice.roll, choice.die))?;
                    self.list(at, choice)?;
                }
            }
            Typed::Rules => {
                let book = Rulebook::new(self.settings.rules);
                self.table.tell(&rules::rules(&book))?;
            }
            Typed::Save(path) => self.save(at, &path)?,
            Typed::Resign => {
                if self.is_sure_to_resign(at)? {
                    return Err(Stopped::Resigned);
                }
            }
            Typed::Quit | Typed::Interrupt | Typed::Yes | Typed::No | Typed::Other(_) => {}
        }
        Ok(())
    }

    pub(super) fn is_daily(&self) -> bool {
        matches!(self.settings.dice, ThrowsFrom::Daily { .. })
    }

    fn help(&mut self, is_thrown: bool) -> anyhow::Result<()> {
        self.say(if is_thrown {
            "Type a move such as 0/3 or 9/12 (0 is off the board, 12 is home), the place of the man, the point \
             to which it goes, or the number of the move in the list. Or type a command:"
        } else {
            "Type the throw: both dice, such as 43, or only the die that counts, such as 3. Or type a command:"
        })?;
        Ok(self.table.tell(COMMANDS)?)
    }

    fn say_meanings(&mut self) -> io::Result<()> {
        meanings().iter().try_for_each(|meaning| self.say(meaning))
    }

    fn hint(&mut self, at: &Running, choice: ToPlay) -> anyhow::Result<()> {
        let (judge, position) = (at.judge(), at.position());
        let reasons = self.reasons(judge, position, choice.die)?;
        let Some(best) = reasons.first() else {
            return Ok(());
        };
        self.say(&format!("Best is {}.", best.action))?;
        self.table.tell(&indented(best, judge.measure()))?;
        if let Some(second) = reasons.iter().find(|other| other.loss > 0.0) {
            let compared = against_best(second);
            self.say(&format!("And {}? {compared}", second.action))?;
        }
        Ok(())
    }

    fn explain(&mut self, judge: &dyn Judge, position: Position, die: Die) -> anyhow::Result<()> {
        let reasons = self.reasons(judge, position, die)?;
        let moves = explained_moves(&reasons, judge.measure());
        self.table.tell(&moves)?;
        let applied = card::applied(self.settings.rules, position, die, &reasons);
        Ok(self.say(&applied)?)
    }

    fn why_last(&mut self, at: &Running) -> anyhow::Result<()> {
        let Some((turn, last)) = at.last_choice() else {
            return Ok(self.say("You have not chosen a move yet.")?);
        };
        let seat = at.player_of(turn);
        let played = self.names[seat].does("played", "played");
        let (position, die, action) = (last.position, last.die, last.action);
        self.say(&format!(
            "With a {die} {played} {action}. The choices were:"
        ))?;
        self.explain(&*at.judges[seat], position, die)
    }

    /// Takes back the resignation if there is one. Otherwise takes back the last choice of a person or, with real dice,
    /// the last throw. Returns `false` if there is nothing to take back.
    fn undo(&mut self, at: &mut Running) -> Result<bool, Stopped> {
        if at.game.take_back_resignation() {
            self.say("The game goes on.")?;
        } else if self.dice.is_none() {
            self.take_back_throw(at)?;
        } else if !at.undo() {
            self.say("There is no choice to take back.")?;
            return Ok(false);
        }
        self.write_record(at)?;
        Ok(true)
    }

    /// Asks for a command after the last game. Returns `true` if the game goes on because something was taken back.
    pub(super) fn after_game(&mut self, at: &mut Running) -> Result<bool, Stopped> {
        let words = ["undo", "why last", "save", "board", "quit"].map(str::to_owned);
        loop {
            let prompt = "Game over: undo, why last, save FILE, or Enter to go on> ";
            match ask(self.table, prompt, &words)? {
                Typed::Undo if self.is_daily() => self.say(AS_EVERYONE)?,
                Typed::Undo => {
                    if self.undo(at)? {
                        return Ok(true);
                    }
                }
                Typed::Why | Typed::WhyLast => self.why_last(at)?,
                Typed::Board => self.show_board(at)?,
                Typed::HelpRating => self.say_meanings()?,
                Typed::Save(path) => self.save(at, &path)?,
                Typed::Quit | Typed::Interrupt => {
                    self.is_left = true;
                    return Ok(false);
                }
                Typed::Other(text) if text.is_empty() => return Ok(false),
                _ => self.say("The game is over: type undo, why last, board, save FILE or quit, or press Enter.")?,
            }
        }
    }

    /// Takes back the last typed throw, and the move if one was played with it. Before the first throw, asks again for
    /// the dice that decide who begins.
    fn take_back_throw(&mut self, at: &mut Running) -> Result<(), Stopped> {
        if at.take_back_throw() {
            self.say("The last throw is taken back.")?;
        } else if self.settings.beginning.is_some() {
            self.say("There is no throw to take back.")?;
        } else {
            let first = self.first_player()?;
            *at = self.new_game(first)?;
        }
        Ok(())
    }

    fn is_sure_to_resign(&mut self, at: &Running) -> Result<bool, Stopped> {
        let counts = match at.points_of_resigning() {
            1 => String::new(),
            points => format!(", which counts {points} points"),
        };
        let prompt = format!("Resign this game{counts}? yes or no> ");
        let words = ["yes", "no"].map(str::to_owned);
        let is_sure = self.ask_or_leave(&prompt, &words)? == Typed::Yes;
        if !is_sure {
            self.say("The game goes on.")?;
        }
        Ok(is_sure)
    }

    pub(super) fn show_board(&mut self, at: &Running) -> anyhow::Result<()> {
        let (position, player) = (at.position(), at.on_roll());
        let mut sides = [position.on_roll(), position.opponent()];
        if player == 1 {
            sides.swap(0, 1);
        }
        let turn = at.game.turns.last();
        let last = turn.and_then(|turn| match turn.action {
            Move::Man { to: Some(to), .. } if !to.is_home() => Some((1 - player, to)),
            _ => None,
        });
        let board = Board {
            sides,
            names: &self.names,
            on_roll: (!position.is_over()).then_some(player),
            last,
        };
        let score = match self.settings.length {
            Some(length) => format!("Match to {length}: {}.\n", self.score()),
            None => String::new(),
        };
        let board = draw(&board, self.table.width());
        Ok(self.table.tell(&format!("\n{score}{board}\n"))?)
    }

    fn save(&mut self, at: &Running, path: &Path) -> io::Result<()> {
        let name = shown(path);
        let record = record::write(&self.begun(at));
        let said = if record.is_empty() {
            "Nothing has been played yet.".to_owned()
        } else if is_stream(path) {
            "Choose the name of a file.".to_owned()
        } else if path.exists() {
            format!("{name} exists: choose the name of a new file.")
        } else {
            match create(path, record.as_bytes()) {
                Ok(()) => format!("Saved: \"tourne review {name}\" reviews it."),
                Err(error) => format!("Cannot save: {error}."),
            }
        };
        self.say(&said)
    }
}
