//! Summary of a session: the luck and the errors of each player, and the costliest moves.

use tourne_solver::Unit;

use super::{Running, Session, ThrowsFrom};
use crate::ask::Measure;
use crate::play::daily::sign;
use crate::review::record::Turn;
use crate::review::{Review, Reviewed, Thresholds, review_by};
use crate::show::numbers::{self, rounded_difference, rounded_loss};
use crate::show::paragraph::sentence;
use crate::show::reasons::against_first;
use crate::show::rules;

const WORST: usize = 3;

impl Session<'_> {
    pub(super) fn add_to_summary(&mut self, at: &Running) -> anyhow::Result<()> {
        let game = &at.game;
        let [one, other] = &at.judges;
        let mut judges = [&**one, &**other];
        if at.first == 1 {
            judges.swap(0, 1);
        }
        let measure = judges[0].measure();
        let unit = measure.unit();
        let solution = self.scorer.solution();
        let review = review_by(game, solution, judges, Thresholds::usual(unit))?;
        self.sums.measure = Some(measure);
        for (side, sums) in review.sides.iter().enumerate() {
            let total = &mut self.sums.sides[at.player_of(side)];
            total.merge(sums);
            total.rate(unit);
        }
        self.sums.shared = self.shared(at, &review);
        if let (Some(how), Some(given_up)) = (game.resigned, &review.resigned) {
            let player = at.player_of(how.side);
            let text = self.said_of_resigning(player, given_up, unit);
            self.sums.worst.push((given_up.loss, text));
        }
        let is_person = |turn| self.opponents[at.player_of(turn)].is_none();
        let mut worst: Vec<_> = review.turns.iter().enumerate().collect();
        worst.retain(|&(turn, reviewed)| is_person(turn) && reviewed.loss > 0.0);
        worst.sort_by(|(_, one), (_, other)| other.loss.total_cmp(&one.loss));
        for (turn, reviewed) in worst.into_iter().take(WORST) {
            let text = self.said_of(at, turn)?;
            self.sums.worst.push((reviewed.loss, text));
        }
        let worst = &mut self.sums.worst;
        worst.sort_by(|one, other| other.0.total_cmp(&one.0));
        worst.truncate(WORST);
        Ok(())
    }

    fn shared(&self, at: &Running, review: &Review) -> Option<String> {
        let ThrowsFrom::Daily { day, level } = &self.settings.dice else {
            return None;
        };
        let game = &at.game;
        let person = (0..2).find(|&player| self.opponents[player].is_none())?;
        let resigned = game.resigned.as_ref();
        // The side that would have the next turn has lost a game that is played to its end.
        let loser = resigned.map_or(game.turns.len(), |how| how.side);
        let thresholds = Thresholds::usual(review.unit);
        let turns = review.turns.iter().enumerate();
        let own = turns.filter(|&(turn, it)| at.player_of(turn) == person && it.choices > 1);
        let signs: Vec<char> = own.map(|(_, it)| sign(thresholds, it.loss)).collect();
        let [one, other] = &self.sums.sides;
        let (own, others) = if person == 0 {
            (one, other)
        } else {
            (other, one)
        };
        let ended = if at.player_of(loser) == person {
            "lost"
        } else {
            "won"
        };
        let turns = numbers::counted(game.turns.len(), "turn");
        let luck = rounded_difference(review.unit, own.luck - others.luck);
        let loss = match review.unit {
            Unit::WinProbability => numbers::percent(own.errors),
            Unit::Points => format!("{} points", numbers::fixed(own.errors, 4)),
        };
        let result = format!(", level {level}: {ended} in {turns}\nluck {luck}, loss {loss}");
        let text = || day.shared("Tourne-case", game.rules, &result, &signs);
        review.finished.then(text)
    }

    fn said_of(&self, at: &Running, turn: usize) -> anyhow::Result<String> {
        let seat = at.player_of(turn);
        let judge = &*at.judges[seat];
        let Turn {
            position,
            die,
            action,
            ..
        } = at.game.turns[turn];
        let reasons = self.reasons(judge, position, die)?;
        let compared = against_first(action, &reasons);
        let played = self.names[seat].does("played", "played");
        let rules = rules::option(self.settings.rules);
        // Do not suggest "tourne best" in a match: it would judge the move without the score.
        let question = match judge.measure() {
            Measure::Game(_) => {
                format!(" (\"tourne best {position} {die}{rules}\" shows the board.)")
            }
            Measure::Match => String::new(),
        };
        Ok(format!(
            "with a {die} {played} {action}. {compared}{question}"
        ))
    }

    fn said_of_resigning(&self, player: usize, how: &Reviewed, unit: Unit) -> String {
        let resigned = self.names[player].does("resigned", "resigned");
        let gave = format!("That gave away {}", rounded_loss(unit, how.loss));
        match (how.die, how.best) {
            (Some(die), Some(best)) => format!("with a {die} {resigned}. {gave}: {best} was best."),
            _ => format!("{resigned} before the throw. {gave}."),
        }
    }

    pub(super) fn summarise(&mut self) -> anyhow::Result<()> {
        let Some(unit) = self.sums.measure.map(Measure::unit) else {
            return Ok(());
        };
        let [one, other] = &self.sums.sides;
        let difference = one.luck - other.luck;
        let luckier = usize::from(difference < 0.0);
        let mut lines = vec![format!(
            "The dice favoured {}, by {}{}.",
            self.names[luckier].spoken,
            rounded_loss(unit, difference.abs()),
            match unit {
                Unit::WinProbability => " in chances of winning",
                Unit::Points => "",
            }
        )];
        for player in [0, 1] {
            lines.push(self.play_of(player, unit));
        }
        for (number, (_, text)) in self.sums.worst.iter().enumerate() {
            let title = ["The costliest", "Then"][number.min(1)];
            lines.push(format!("{title}: {text}"));
        }
        self.table.tell("\n")?;
        for line in lines {
            self.say(&line)?;
        }
        if let Some(shared) = self.sums.shared.take() {
            self.table.tell(&format!("\n{shared}"))?;
        }
        Ok(())
    }

    fn play_of(&self, player: usize, unit: Unit) -> String {
        let name = &self.names[player];
        let sums = &self.sums.sides[player];
        let (decisions, mistakes) = (sums.decisions, sums.mistakes);
        if decisions == 0 {
            return sentence(&name.does("made no choice", "made no choice"));
        }
        let (made, of) = (
            name.does("made", "made"),
            numbers::counted(decisions, "choice"),
        );
        let how = match (mistakes, decisions) {
            (0, 1) => "and it was best".to_owned(),
            (0, _) => "and all were best".to_owned(),
            _ => format!(
                "{mistakes} not best, and gave away {}",
                rounded_loss(unit, sums.errors)
            ),
        };
        let made = sentence(&format!("{made} {of}, {how}"));
        match sums.evidence.strength() {
            Some(strength) => {
                let strength = sentence(&numbers::strength(&strength));
                format!("{made} {strength}")
            }
            None => made,
        }
    }
}
