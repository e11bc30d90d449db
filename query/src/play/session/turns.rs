//! Turns of a game: a throw, then a move. If only one move is legal, it is played at once. Otherwise a person or an
//! opponent chooses the move.

use anyhow::Context as _;
use tourne_solver::{Die, IllegalMove, Man, Move, Play, Position, Roll};

use super::throws::typed_throw;
use super::{Running, Session, Stopped, Won};
use crate::play::choice::{place, point};
use crate::play::command::Typed;
use crate::show::paragraph::{capitalised, sentence};
use crate::show::play::moves::{in_words, throw};

impl Session<'_> {
    /// Plays turns until the game is won, and further turns if a person then takes back something.
    pub(super) fn play_turns(&mut self, at: &mut Running) -> Result<Won, Stopped> {
        loop {
            let (position, player) = (at.position(), at.on_roll());
            let won = if let Some(points) = self.settings.rules.points_won(position) {
                self.won(at, 1 - player, usize::from(points))?
            } else {
                match self.play_turn(at) {
                    Ok(()) => {
                        self.write_record(at)?;
                        continue;
                    }
                    Err(Stopped::Changed) => continue,
                    Err(Stopped::Resigned) => self.resigned(at, player)?,
                    Err(stopped) => return Err(stopped),
                }
            };
            let points = self.points[won.player] + won.points;
            let is_last = self.settings.length.is_none_or(|length| points >= length);
            if !is_last || !self.after_game(at)? {
                return Ok(won);
            }
        }
    }

    fn play_turn(&mut self, at: &mut Running) -> Result<(), Stopped> {
        let (roll, die) = self.thrown(at)?;
        let (player, position) = (at.on_roll(), at.position());
        let plays = self.settings.rules.plays(position, die);
        let play = match (&plays[..], &mut self.opponents[player]) {
            ([only], _) => self.play_only(at, roll, die, only)?,
            (_, None) => self.decide(at, roll, die, &plays)?,
            (_, Some(opponent)) => {
                let answer = opponent(at.judge(), position, die);
                let chosen = answer.and_then(|action| legal(action, position, die, &plays));
                let name = &self.names[player].text;
                let play = chosen.with_context(|| format!("{name} cannot go on"))?;
                let does = in_words(play.action, &self.names[player], &self.names[1 - player]);
                let threw = self.threw(player, roll, die);
                self.say(&format!("{threw} {}.", capitalised(&does)))?;
                play
            }
        };
        at.play(roll, die, &play);
        Ok(())
    }

    /// Returns the throw of this turn and the die that is played; throws or asks for it unless it is known already.
    fn thrown(&mut self, at: &mut Running) -> Result<(Roll, Die), Stopped> {
        let rules = self.settings.rules;
        let die_of = |roll: Roll| rules.die_played(roll).map(|die| (roll, die));
        if let Some(Ok(thrown)) = at.thrown().map(die_of) {
            // The throw is known because turns were taken back or replayed. With real dice, the board is usually shown
            // with the question for the throw. That question is left out now, so show the board here.
            if self.dice.is_none() {
                self.show_board(at)?;
            }
            return Ok(thrown);
        }
        if let Some(thrower) = &mut self.dice {
            let (roll, die) = thrower.throw(rules);
            at.set_throw(roll);
            return Ok((roll, die));
        }
        self.show_board(at)?;
        let whose = self.names[at.on_roll()].whose();
        let prompt = format!("{} throw> ", capitalised(&whose));
        loop {
            let Typed::Other(text) = self.ask(at, &prompt, None)? else {
                self.say("There is nothing to confirm.")?;
                continue;
            };
            let roll = typed_throw(&text).map_err(|error| error.to_string());
            match roll.and_then(|roll| die_of(roll).map_err(|error| error.to_string())) {
                Ok(thrown) => {
                    at.set_throw(thrown.0);
                    return Ok(thrown);
                }
                Err(error) => self.say(&sentence(&error))?,
            }
        }
    }

    /// Prints and returns the only legal play. To a person, or for a pass, also says why the other men cannot move. If
    /// people watch the table, shows the board before, and pauses: otherwise such turns would run past unseen.
    fn play_only(
        &mut self,
        at: &Running,
        roll: Roll,
        die: Die,
        only: &Play,
    ) -> anyhow::Result<Play> {
        let player = at.on_roll();
        let is_person = self.opponents[player].is_none();
        // With real dice, the next question for a throw waits, and shows the board.
        let pace = self.settings.pace;
        let is_shown =
            is_person && self.dice.is_some() && self.table.can_pause() && !pace.is_zero();
        if is_shown {
            self.show_board(at)?;
        }
        let (mover, other) = (&self.names[player], &self.names[1 - player]);
        let forced = match only.action {
            Move::Pass => "",
            Move::Man { .. } => ", the only move",
        };
        let reasons = match self.obstacles(at, die, only) {
            reasons if reasons.is_empty() => String::new(),
            _ if !is_person && only.action != Move::Pass => String::new(),
            reasons => format!(" ({})", reasons.join("; ")),
        };
        let threw = self.threw(player, roll, die);
        let does = capitalised(&in_words(only.action, mover, other));
        self.say(&format!("{threw} {does}{forced}{reasons}."))?;
        if is_shown {
            self.table.pause(pace)?;
        }
        Ok(*only)
    }

    fn obstacles(&self, at: &Running, die: Die, only: &Play) -> Vec<String> {
        let side = at.position().on_roll();
        let mut men = side.men().to_vec();
        men.dedup();
        let is_mover =
            |man: Man| matches!(only.action, Move::Man { from, .. } if from == point(man));
        men.retain(|&man| man != Man::HOME && !is_mover(man));
        let reasons = men.into_iter().filter_map(|man| {
            let obstacle = self.settings.rules.obstacle(side, man, die)?;
            Some(format!("{} cannot: {obstacle}", named(man)))
        });
        reasons.collect()
    }

    pub(super) fn threw(&self, player: usize, roll: Roll, die: Die) -> String {
        let throws = self.names[player].does("throw", "throws");
        sentence(&format!("{throws} {}", throw(roll, die)))
    }
}

fn legal(action: Move, position: Position, die: Die, plays: &[Play]) -> anyhow::Result<Play> {
    let mut legal = plays.iter();
    let found = legal.find(|play| play.action == action);
    let play = found.ok_or_else(|| IllegalMove {
        position,
        die,
        action,
        legal: plays.iter().map(|play| play.action).collect(),
    });
    Ok(*play.context("the engine's move is not legal")?)
}

fn named(man: Man) -> String {
    match man {
        Man::Owing => "the man that was hit".to_owned(),
        man => format!("the man {}", place(point(man))),
    }
}
