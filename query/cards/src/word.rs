//! The words of cards, in one table: what each is called, and what it means.

use std::fmt;

use tourne_solver::Point;

use super::formula::Sayable;
use super::span::Span;
use super::view::{Standing, View};

/// A word about a move, judged on the board after the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Word {
    /// It hits.
    Hit,
    /// It enters a man.
    Enter,
    /// It brings a man home.
    BringHome,
    /// It passes an enemy man and stops short of home.
    Overtake,
    /// It leaves a point on which the man was in danger: an enemy 1 to 6 points behind, men off the board counted as on
    /// point 0.
    Flee,
    /// No enemy is 1 to 6 points behind the landing; men off the board count as on point 0.
    LandSafe,
    /// No enemy on the board is 1 to 6 points behind the landing.
    LandSafeFromBoard,
    /// No enemy on the board is anywhere behind the landing.
    LandClear,
    /// It lands 1 to 6 points behind an enemy that is not home.
    Aim,
    /// No other legal move has fewer enemies on the board behind its landing.
    FewestBehind,
    /// It is that of the foremost man that can move.
    FrontMan,
    /// It is that of the rearmost man that can move.
    RearMan,
    /// It leaves one of these points; off the board is 0.
    Leave(Span),
    /// It reaches one of these points; home is 12.
    Reach(Span),
}

/// How each word without a number is said of a move to play, how of a man, and other phrases that are understood.
pub(super) const WORDS: [(Word, &[&str]); 12] = [
    (Word::Hit, &["hit", "hits"]),
    (Word::Enter, &["enter", "enters"]),
    (
        Word::BringHome,
        &[
            "bring home",
            "comes home",
            "come home",
            "brings home",
            "bring a man home",
        ],
    ),
    (Word::Overtake, &["overtake", "overtakes"]),
    (Word::Flee, &["flee", "flees"]),
    (
        Word::LandSafeFromBoard,
        &["land safe from the board", "lands safe from the board"],
    ),
    (Word::LandSafe, &["land safe", "lands safe"]),
    (Word::LandClear, &["land clear", "lands clear"]),
    (Word::Aim, &["aim", "aims"]),
    (
        Word::FewestBehind,
        &[
            "have the fewest enemies behind",
            "has the fewest enemies behind",
            "the man with the fewest enemies behind",
            "fewest enemies behind",
        ],
    ),
    (
        Word::FrontMan,
        &["the front man", "is the front man", "be the front man"],
    ),
    (
        Word::RearMan,
        &["the rear man", "is the rear man", "be the rear man"],
    ),
];

/// A verb that takes points: the word of these points, and the forms of the verb.
type Verb = (fn(Span) -> Word, [&'static str; 2]);

/// The verbs that take points, in the form said of a move to play, and in that said of a man.
pub(super) const VERBS: [Verb; 2] = [
    (Word::Leave, ["leave", "leaves"]),
    (Word::Reach, ["reach", "reaches"]),
];

impl Word {
    /// The words without a number.
    pub const PLAIN: [Word; 12] = [
        Word::Hit,
        Word::Enter,
        Word::BringHome,
        Word::Overtake,
        Word::Flee,
        Word::LandSafe,
        Word::LandSafeFromBoard,
        Word::LandClear,
        Word::Aim,
        Word::FewestBehind,
        Word::FrontMan,
        Word::RearMan,
    ];

    /// Returns whether it is true of the legal move with this index, counted from the rearmost man.
    ///
    /// # Panics
    ///
    /// If there is no such move.
    #[must_use]
    pub fn is_true(self, view: &View, index: usize) -> bool {
        let sight = &view.moves[index];
        match self {
            Word::Hit => sight.hits,
            Word::Enter => sight.from == 0,
            Word::BringHome => sight.to == Point::HOME.number(),
            Word::Overtake => sight.overtakes,
            Word::Flee => sight.flees,
            Word::LandSafe => sight.is_safe,
            Word::LandSafeFromBoard => sight.is_safe_from_board,
            Word::LandClear => sight.behind == 0,
            Word::Aim => sight.aims,
            Word::FewestBehind => sight.has_fewest_behind,
            Word::FrontMan => index + 1 == view.moves.len(),
            Word::RearMan => index == 0,
            Word::Leave(span) => span.contains(sight.from),
            Word::Reach(span) => span.contains(sight.to),
        }
    }

    /// The word as it is said of a move to play (0) or of a man (1).
    fn said(self, f: &mut fmt::Formatter<'_>, form: usize) -> fmt::Result {
        match self {
            Word::Leave(span) => write!(f, "{} {span}", VERBS[0].1[form]),
            Word::Reach(span) => write!(f, "{} {span}", VERBS[1].1[form]),
            word => {
                let mut words = WORDS.iter();
                let found = words.find(|(other, _)| *other == word);
                f.write_str(found.map_or("", |(_, phrases)| phrases[form]))
            }
        }
    }
}

impl Sayable for Word {
    fn say(&self, is_negated: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if is_negated { "not " } else { "" })?;
        self.said(f, 0)
    }
}

/// The man of whose move a condition speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Man {
    /// The foremost man that can move.
    Front,
    /// The rearmost man that can move.
    Rear,
    /// Any man that can move: the word is true of at least one move.
    Some,
}

/// Subjects of conditions: the phrase, the man of whom it speaks, and `true` if the word is denied.
pub(super) const SUBJECTS: [(&str, Man, bool); 6] = [
    ("the front man", Man::Front, false),
    ("the rear man", Man::Rear, false),
    ("some man", Man::Some, false),
    ("any man", Man::Some, false),
    ("no man", Man::Some, true),
    ("you", Man::Some, false),
];

/// A word about the position and the die, judged before the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact {
    /// The word is true of this man's move.
    Of(Man, Word),
    /// The player has this number of pips less to go than the opponent.
    Ahead(Span),
    /// The player has this number of pips more to go than the opponent.
    Behind(Span),
    /// The player has this number of men off the board.
    OwnOff(Span),
    /// The player has this number of men home.
    OwnHome(Span),
    /// The player's foremost man that is not home stands on one of these points; off the board is 0.
    OwnFront(Span),
    /// The player's rearmost man stands on one of these points; off the board is 0.
    OwnRear(Span),
    /// The opponent has this number of men off the board.
    EnemyOff(Span),
    /// The opponent has this number of men home.
    EnemyHome(Span),
    /// The opponent's foremost man that is not home stands on one of these points; off the board is 0.
    EnemyFront(Span),
    /// The opponent's rearmost man stands on one of these points; off the board is 0.
    EnemyRear(Span),
    /// The die that is played.
    Die(Span),
}

/// A fact with a number: the fact of this number, and the phrases before and after the number.
type Counted = (fn(Span) -> Fact, &'static str, &'static str);

/// The facts with a number.
pub(super) const COUNTED: [Counted; 11] = [
    (Fact::Ahead, "you are ahead by", ""),
    (Fact::Behind, "you are behind by", ""),
    (Fact::OwnOff, "you have", "off"),
    (Fact::OwnHome, "you have", "home"),
    (Fact::OwnFront, "your front man is on", ""),
    (Fact::OwnRear, "your rear man is on", ""),
    (Fact::EnemyOff, "the enemy has", "off"),
    (Fact::EnemyHome, "the enemy has", "home"),
    (Fact::EnemyFront, "the enemy's front man is on", ""),
    (Fact::EnemyRear, "the enemy's rear man is on", ""),
    (Fact::Die, "the die is", ""),
];

impl Fact {
    /// Returns whether it is true of a decision.
    #[must_use]
    pub fn is_true(self, view: &View) -> bool {
        let last = view.moves.len() - 1;
        let lead = |lead: i16, span: Span| u8::try_from(lead).is_ok_and(|lead| span.contains(lead));
        let Standing {
            off,
            home,
            front,
            rear,
        } = view.own;
        let enemy = view.enemy;
        match self {
            Fact::Of(Man::Front, word) => word.is_true(view, last),
            Fact::Of(Man::Rear, word) => word.is_true(view, 0),
            Fact::Of(Man::Some, word) => (0..=last).any(|index| word.is_true(view, index)),
            Fact::Ahead(span) => lead(view.lead, span),
            Fact::Behind(span) => lead(-view.lead, span),
            Fact::OwnOff(span) => span.contains(off),
            Fact::OwnHome(span) => span.contains(home),
            Fact::OwnFront(span) => span.contains(front),
            Fact::OwnRear(span) => span.contains(rear),
            Fact::EnemyOff(span) => span.contains(enemy.off),
            Fact::EnemyHome(span) => span.contains(enemy.home),
            Fact::EnemyFront(span) => span.contains(enemy.front),
            Fact::EnemyRear(span) => span.contains(enemy.rear),
            Fact::Die(span) => span.contains(view.die),
        }
    }

    /// Writes a fact with a number.
    fn counted(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(span) = self.span() else {
            return Ok(());
        };
        let mut counted = COUNTED.iter();
        match counted.find(|(of, ..)| of(span) == self) {
            Some((_, before, "")) => write!(f, "{before} {span}"),
            Some((_, before, after)) => write!(f, "{before} {span} {after}"),
            None => Ok(()),
        }
    }

    /// The number of which it speaks, if it does.
    fn span(self) -> Option<Span> {
        match self {
            Fact::Of(..) => None,
            Fact::Ahead(span)
            | Fact::Behind(span)
            | Fact::OwnOff(span)
            | Fact::OwnHome(span)
            | Fact::OwnFront(span)
            | Fact::OwnRear(span)
            | Fact::EnemyOff(span)
            | Fact::EnemyHome(span)
            | Fact::EnemyFront(span)
            | Fact::EnemyRear(span)
            | Fact::Die(span) => Some(span),
        }
    }
}

impl Sayable for Fact {
    fn say(&self, is_negated: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fact::Of(man, word) = *self else {
            f.write_str(if is_negated { "not " } else { "" })?;
            return self.counted(f);
        };
        let (subject, form) = match (man, is_negated) {
            (Man::Front, false) => ("the front man", 1),
            (Man::Front, true) => ("the front man does not", 0),
            (Man::Rear, false) => ("the rear man", 1),
            (Man::Rear, true) => ("the rear man does not", 0),
            (Man::Some, false) => ("some man can", 0),
            (Man::Some, true) => ("no man can", 0),
        };
        write!(f, "{subject} ")?;
        word.said(f, form)
    }
}
