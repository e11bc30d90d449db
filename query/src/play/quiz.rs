//! Quiz: asks questions about choices, and says what the answers show.

use std::io;

use tourne_solver::{Die, Move, Play, Position};

use super::choice::choose;
use super::command::{self, Typed};
use super::daily::{Daily, sign};
use super::table::Table;
pub use crate::engine::process::Decision;
use crate::facts::{Explainer, Reasons, Rulebook};
use crate::grading::{Evidence, Kind};
use crate::policy::Arena;
use crate::review::Thresholds;
use crate::show::card;
use crate::show::paragraph::sentence;
use crate::show::play::board::{Board, draw};
use crate::show::play::moves::{can_play, listed};
use crate::show::play::name::Name;
use crate::show::reasons::{explained_moves, to_show};
use crate::show::{numbers, rules};

const MOST_HABITS: usize = 3;

struct Answered {
    /// Loss of the answer, in points.
    loss: f64,
    mistake: Option<Kind>,
    /// Kinds of the mistakes that the question allows.
    possible: Vec<Kind>,
}

/// Returns the words for a kind of mistake after "when you". The page has the same ones, as `habits` of its texts.
pub fn habit(kind: Kind) -> &'static str {
    match kind {
        Kind::MissedHit => "miss hits",
        Kind::MissedHome => "miss chances to bring a man home",
        Kind::MissedAim => "miss chances to aim at an enemy man",
        Kind::FewerHome => "leave yourself fewer ways home",
        Kind::Exposed => "leave men exposed",
        Kind::TooCautious => "play too cautiously",
        Kind::NeedlessHit => "hit needlessly",
        Kind::OtherHit => "hit the wrong man",
        Kind::SentOff => "send your own man off",
        Kind::LateEntry => "enter too late",
        Kind::EarlyEntry => "enter too early",
        Kind::Order => "move in the wrong order",
    }
}

/// Asks the questions, those of `daily` if it is a day, until none is left or the person leaves. Returns `false` if
/// Ctrl-C interrupted the quiz.
pub fn ask(
    table: &mut dyn Table,
    questions: &[Decision],
    arena: &Arena,
    explainer: &Explainer,
    daily: Option<&Daily>,
) -> anyhow::Result<bool> {
    let mut quiz = Quiz {
        table,
        arena,
        explainer,
        names: [Name::you(), Name::thing("Opponent")],
        answered: Vec::new(),
        evidence: Evidence::default(),
    };
    let count = match questions.len() {
        1 => "One question".to_owned(),
        count => format!("{count} questions"),
    };
    quiz.say(&format!(
        "{count} from games of Tourne-case, {}. Your men are X, and go from left to right; you are to move. Type help for \
         what you can type, quit to end the quiz.",
        arena.rules()
    ))?;
    quiz.table.tell("\n")?;
    let mut end = None;
    for (&question, number) in questions.iter().zip(1..) {
        let title = format!("Question {number} of {}", questions.len());
        quiz.table.say(&title)?;
        end = quiz.question(question)?;
        if end.is_some() {
            break;
        }
    }
    quiz.conclude()?;
    if let Some(day) = daily.filter(|_| quiz.answered.len() == questions.len()) {
        let shared = quiz.shared(day);
        quiz.table.tell(&format!("\n{shared}"))?;
    }
    Ok(end != Some(Typed::Interrupt))
}

struct Quiz<'a> {
    table: &'a mut dyn Table,
    arena: &'a Arena,
    explainer: &'a Explainer,
    names: [Name; 2],
    answered: Vec<Answered>,
    evidence: Evidence,
}

impl Quiz<'_> {
    fn say(&mut self, text: &str) -> io::Result<()> {
        self.table.say(text)
    }

    /// Asks a question until the person answers. Returns the command that ends the quiz if the person leaves instead.
    fn question(&mut self, question: Decision) -> anyhow::Result<Option<Typed>> {
        let (position, die) = question;
        let rules = self.arena.rules();
        let solution = self.arena.solution();
        let reasons = to_show(self.explainer.explain(solution, position, die)?);
        let plays = rules.plays(position, die);
        let moves = plays.iter().map(|play| play.action.to_string());
        let commands = ["board", "rules", "help", "quit"].map(String::from);
        let words: Vec<String> = moves.chain(commands).collect();
        self.show(position, die, &plays)?;
        loop {
            match command::ask(self.table, "Your move> ", &words)? {
                end @ (Typed::Quit | Typed::Interrupt) => return Ok(Some(end)),
                Typed::Board => self.show(position, die, &plays)?,
                Typed::Rules => self.table.tell(&rules::rules(&Rulebook::new(rules)))?,
                Typed::Help => self.say(
                    "Type a move such as 0/3 or 9/12 (0 is off the board, 12 is home), the place of the man, the \
                     point to which it goes, or the number of the move in the list; board to see the board again, rules for the rules of the game, or \
                     quit to end the quiz.",
                )?,
                Typed::Other(text) if text.is_empty() => {}
                Typed::Other(text) => match choose(&text, rules, position, die, &plays) {
                    Ok(play) => {
                        self.answer(question, play.action, &reasons)?;
                        return Ok(None);
                    }
                    Err(error) => {
                        let error = sentence(&error.to_string());
                        self.say(&format!("{error} {}", can_play(&plays)))?;
                    }
                },
                Typed::Hint | Typed::Why | Typed::Values(_) => {
                    self.say("Not in the quiz: answer first.")?;
                }
                _ => self.say("Not in the quiz: type a move, or board, rules, help or quit.")?,
            }
        }
    }

    fn show(&mut self, position: Position, die: Die, plays: &[Play]) -> io::Result<()> {
        let board = Board {
            sides: [position.on_roll(), position.opponent()],
            names: &self.names,
            on_roll: Some(0),
            last: None,
        };
        let [own, other] = &self.names;
        let moves = listed(plays, None, own, other);
        let board = draw(&board, self.table.width());
        self.table.tell(&format!(
            "\n{board}\n{position}: you have to play a {die}.\n{moves}"
        ))
    }

    fn answer(&mut self, question: Decision, action: Move, reasons: &[Reasons]) -> io::Result<()> {
        let measure = crate::ask::Measure::Game(self.arena.unit());
        let played = reasons.iter().find(|it| it.action == action);
        let Some(played) = played else {
            return Ok(());
        };
        // The reasons stand in the list.
        let verdict = match reasons.iter().find(|it| it.loss <= 0.0) {
            Some(best) if played.loss > 0.0 => format!("No: {} is best.", best.action),
            _ => format!("Right: {action} is best."),
        };
        self.say(&verdict)?;
        self.table.tell(&explained_moves(reasons, measure))?;
        let (position, die) = question;
        self.say(&card::applied(self.arena.rules(), position, die, reasons))?;
        self.table.tell("\n")?;
        let points = |it: &Reasons| self.arena.unit().points_of_difference(it.loss);
        let (losses, loss): (Vec<f64>, f64) =
            (reasons.iter().map(points).collect(), points(played));
        self.evidence.add(&losses, &losses, loss);
        self.answered.push(Answered {
            loss,
            mistake: played.mistake,
            possible: reasons.iter().filter_map(|it| it.mistake).collect(),
        });
        Ok(())
    }

    fn shared(&self, day: &Daily) -> String {
        let losses = self.answered.iter().map(|it| it.loss);
        let signs = losses.map(|loss| sign(Thresholds::IN_POINTS, loss));
        let right = self.answered.iter().filter(|it| it.mistake.is_none());
        let signs: Vec<char> = signs.collect();
        let result = format!(": {} of {}", right.count(), signs.len());
        day.shared("Tourne-case quiz", self.arena.rules(), &result, &signs)
    }

    fn conclude(&mut self) -> io::Result<()> {
        let count = self.answered.len();
        if count == 0 {
            return self.say("No question was answered.");
        }
        let unit = self.arena.unit();
        let answers = self.answered.iter();
        let right = answers.filter(|it| it.mistake.is_none()).count();
        let lost: f64 = self.answered.iter().map(|it| it.loss).sum();
        let strength = self.evidence.strength();
        let strength = strength.map(|it| format!(" {}", sentence(&numbers::strength(&it))));
        let strength = strength.unwrap_or_default();
        if right == count {
            return self.say(&format!("{right} of {count} right.{strength}"));
        }
        let mean = numbers::rounded_loss(unit, unit.difference(lost / count as f64));
        self.say(&format!(
            "{right} of {count} right. You gave away {mean} a question on average.{strength}"
        ))?;
        self.say(&self.habits())
    }

    fn habits(&self) -> String {
        let unit = self.arena.unit();
        let mut habits = Vec::from(Kind::ALL.map(|kind| {
            let made = self.answered.iter().filter(|it| it.mistake == Some(kind));
            let possible = self
                .answered
                .iter()
                .filter(|it| it.possible.contains(&kind));
            let lost: f64 = made.clone().map(|it| it.loss).sum();
            (kind, made.count(), possible.count(), lost)
        }));
        habits.retain(|&(_, made, ..)| made > 0);
        habits.sort_by(|one, other| other.3.total_cmp(&one.3));
        let sentences = habits.iter().take(MOST_HABITS).zip(0..);
        let sentences = sentences.map(|(&(kind, made, possible, lost), at)| {
            let when = ["You lose most when", "Then when"][at.min(1)];
            let times = match possible {
                1 => "once".to_owned(),
                _ => format!("{made} of {possible} times"),
            };
            let mean = numbers::rounded_loss(unit, unit.difference(lost / made as f64));
            let of = if made > 1 { " on average" } else { "" };
            let habit = habit(kind);
            format!("{when} you {habit}: {times}, {mean}{of}.")
        });
        let costliest = habits.first().map(|(kind, ..)| kind.hyphened());
        let rules = rules::option(self.arena.rules());
        let practice =
            costliest.map(|name| format!("To practise that: tourne quiz --kind {name}{rules}."));
        sentences.chain(practice).collect::<Vec<_>>().join(" ")
    }
}
