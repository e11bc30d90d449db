//! Turns of a person, who is asked for a move and can type commands first.

use tourne_solver::{Die, Play, Position, Roll};

use super::{Running, Session, Stopped};
use crate::ask::{Judge, Ranked};
use crate::facts::Reasons;
use crate::play::choice::{ChoiceError, choose};
use crate::play::command::{COMMANDS, Typed};
use crate::show::card;
use crate::show::paragraph::{capitalised, sentence};
use crate::show::play::moves::{can_play, listed};
use crate::show::reasons::{against_first, to_show};

#[derive(Clone, Copy)]
pub(super) struct ToPlay<'a> {
    pub(super) roll: Roll,
    pub(super) die: Die,
    /// Legal plays in the order of the printed list.
    pub(super) plays: &'a [Play],
    /// Legal moves with their values, best first.
    pub(super) ranked: &'a [Ranked],
}

impl Session<'_> {
    /// Carries out typed commands until a line is an answer: yes, no or [another text](Typed::Other).
    pub(super) fn ask(
        &mut self,
        at: &mut Running,
        prompt: &str,
        choice: Option<ToPlay>,
    ) -> Result<Typed, Stopped> {
        let words = words(choice.map_or(&[], |choice| choice.plays));
        loop {
            match self.ask_or_leave(prompt, &words)? {
                Typed::Other(text) if text.is_empty() => {}
                answer @ (Typed::Other(_) | Typed::Yes | Typed::No) => return Ok(answer),
                command => self.obey(at, command, choice)?,
            }
        }
    }

    pub(super) fn decide(
        &mut self,
        at: &mut Running,
        roll: Roll,
        die: Die,
        plays: &[Play],
    ) -> Result<Play, Stopped> {
        if self.dice.is_some() {
            self.show_board(at)?;
        }
        self.say(&self.threw(at.on_roll(), roll, die))?;
        let position = at.position();
        let answer = crate::ask::for_die(at.judge(), position, die)?;
        let choice = ToPlay {
            roll,
            die,
            plays,
            ranked: &answer.moves,
        };
        self.list(at, choice)?;
        let whose = self.names[at.on_roll()].whose();
        let prompt = format!("{} move> ", capitalised(&whose));
        // Move that the tutor has warned against, until the person confirms it or chooses again.
        let mut warned: Option<Play> = None;
        loop {
            let text = match (self.ask(at, &prompt, Some(choice))?, warned) {
                (Typed::Other(text), _) => text,
                (Typed::Yes, Some(play)) => return Ok(play),
                (Typed::No, Some(_)) => {
                    warned = None;
                    self.say("Then choose again.")?;
                    continue;
                }
                _ => {
                    self.say("There is nothing to confirm.")?;
                    continue;
                }
            };
            match choose(&text, self.settings.rules, position, die, plays) {
                Ok(play) if warned == Some(play) => return Ok(play),
                Ok(play) => {
                    let Some(warning) = self.warning(at, choice, &play)? else {
                        return Ok(play);
                    };
                    self.say(&warning)?;
                    warned = Some(play);
                }
                Err(error @ ChoiceError::Ambiguous { .. }) => {
                    self.say(&sentence(&error.to_string()))?;
                }
                Err(error) => {
                    let error = sentence(&error.to_string());
                    self.say(&format!("{error} {}", can_play(plays)))?;
                }
            }
        }
    }

    pub(super) fn list(&mut self, at: &Running, choice: ToPlay) -> anyhow::Result<()> {
        let player = at.on_roll();
        let (mover, other) = (&self.names[player], &self.names[1 - player]);
        let ranked = self.settings.values.then_some(choice.ranked);
        let text = listed(choice.plays, ranked, mover, other);
        Ok(self.table.tell(&text)?)
    }

    fn warning(&self, at: &Running, choice: ToPlay, play: &Play) -> anyhow::Result<Option<String>> {
        let Some(threshold) = self.settings.tutor else {
            return Ok(None);
        };
        let mut ranked = choice.ranked.iter();
        let found = ranked.find(|ranked| ranked.action == play.action);
        let loss = found.map_or(0.0, |ranked| ranked.loss);
        if loss <= 0.0 || loss < threshold {
            return Ok(None);
        }
        let (judge, position) = (at.judge(), at.position());
        let reasons = self.reasons(judge, position, choice.die)?;
        let compared = against_first(play.action, &reasons);
        let applied = card::applied(self.settings.rules, position, choice.die, &reasons);
        Ok(Some(format!(
            "Wait! You could do better than {0}. {compared} {applied} Type yes or {0} again to play it all the same, or another \
             move.",
            play.action
        )))
    }

    pub(super) fn reasons(
        &self,
        judge: &dyn Judge,
        position: Position,
        die: Die,
    ) -> anyhow::Result<Vec<Reasons>> {
        let explainer = self.scorer.explainer()?;
        Ok(to_show(explainer.explain(judge, position, die)?))
    }
}

fn words(plays: &[Play]) -> Vec<String> {
    let unmarked = |play: &Play| play.action.to_string().trim_end_matches('*').to_owned();
    let first_word = |line: &str| line.split_whitespace().next().map(str::to_owned);
    let commands = COMMANDS.lines().filter_map(first_word);
    plays.iter().map(unmarked).chain(commands).collect()
}
