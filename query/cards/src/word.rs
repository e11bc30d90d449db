//! Words of cards: their spellings and their meanings.

use tourne_solver::Point;

use super::formula::Sayable;
use super::span::Span;
use super::view::View;

/// Word about a move, which is true or false of each legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Word {
    /// The move hits an enemy man.
    Hit,
    /// The move enters a man.
    Enter,
    /// The move brings a man home.
    BringHome,
    /// The move passes an enemy man and stops short of home.
    Overtake,
    /// The move leaves a point on which the man was in danger: an enemy stood 1 to 6 points behind. An enemy off the
    /// board counts as standing on point 0.
    Flee,
    /// The move lands where no enemy is 1 to 6 points behind. An enemy off the board counts as standing on point 0. A
    /// man that goes home or off the board is safe.
    LandSafe,
    /// The move lands where no enemy on the board is 1 to 6 points behind, or the man goes home or off the board.
    LandSafeFromBoard,
    /// The move lands where no enemy on the board is behind, or the man goes home or off the board.
    LandClear,
    /// The move lands 1 to 6 points behind an enemy that is not home.
    Aim,
    /// No other legal move lands on a point with fewer enemies on the board behind it.
    FewestBehind,
    /// The move is made by the foremost man that can move.
    FrontMan,
    /// The move is made by the rearmost man that can move.
    RearMan,
    /// The move leaves one of these points; 0 is off the board.
    Leave(Span),
    /// The move reaches one of these points; 0 is off the board, 12 is home.
    Reach(Span),
}

/// Phrases for each word that takes no number. The first phrase is the base form (`hit`); the second has a man as its
/// subject (`hits`). On cards, the other phrases have the same meaning.
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

/// Verb that takes points: the function that makes a word from a range of points, and the two forms of the verb.
type Verb = (fn(Span) -> Word, [&'static str; 2]);

/// Verbs that take points, as in `leave 3 to 5`. The first form is for a move to play (`leave`), the second for the
/// move of a man (`leaves`).
pub(super) const VERBS: [Verb; 2] = [
    (Word::Leave, ["leave", "leaves"]),
    (Word::Reach, ["reach", "reaches"]),
];

impl Word {
    /// Returns the words that take no number, in the order in which the enum declares them.
    pub fn plain() -> [Word; 12] {
        let mut words = WORDS.map(|(word, _)| word);
        words.sort_unstable();
        words
    }

    /// Returns whether the word is true of the legal move with this index, counted from the rearmost man.
    ///
    /// # Panics
    ///
    /// If there is no legal move with this index.
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

    /// Returns the word in form 0, the base form (`hit`), or in form 1, with a man as its subject (`hits`).
    fn said(self, form: usize) -> String {
        match self {
            Word::Leave(span) => format!("{} {span}", VERBS[0].1[form]),
            Word::Reach(span) => format!("{} {span}", VERBS[1].1[form]),
            word => {
                let mut words = WORDS.iter();
                let found = words.find(|(other, _)| *other == word);
                found.map_or("", |(_, phrases)| phrases[form]).to_owned()
            }
        }
    }

    /// Returns the predicate of a sentence about a man, such as "hits", or its infinitive, such as "hit" after "would".
    fn predicate(self, is_infinitive: bool) -> String {
        let form = usize::from(!is_infinitive);
        match self {
            Word::BringHome if is_infinitive => "come home".to_owned(),
            Word::FrontMan if is_infinitive => "be the front man".to_owned(),
            Word::RearMan if is_infinitive => "be the rear man".to_owned(),
            Word::Leave(span) => format!("{} {}", VERBS[0].1[form], span.points()),
            Word::Reach(span) => format!("{} {}", VERBS[1].1[form], span.points()),
            word => word.said(form),
        }
    }

    /// Returns the words with which a sentence describes the move of a man, such as "hits" or "does not overtake".
    pub(super) fn of_man(self, is_negated: bool) -> String {
        match (self, is_negated) {
            (Word::FrontMan, true) => "is not the front man".to_owned(),
            (Word::RearMan, true) => "is not the rear man".to_owned(),
            (_, true) => format!("does not {}", self.predicate(true)),
            (_, false) => self.predicate(false),
        }
    }
}

impl Sayable for Word {
    fn say(&self, is_negated: bool) -> String {
        let not = if is_negated { "not " } else { "" };
        format!("{not}{}", self.said(0))
    }
}

/// Man whose move a condition is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// Foremost man that can move.
    Front,
    /// Rearmost man that can move.
    Rear,
    /// Any man that can move: the word is true of at least one move.
    Some,
}

/// Subjects of conditions: the phrase, the man that it names, and `true` if the phrase negates the word.
pub(super) const SUBJECTS: [(&str, Subject, bool); 6] = [
    ("the front man", Subject::Front, false),
    ("the rear man", Subject::Rear, false),
    ("some man", Subject::Some, false),
    ("any man", Subject::Some, false),
    ("no man", Subject::Some, true),
    ("you", Subject::Some, false),
];

/// Fact about the position and the die before the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact {
    /// The word is true of the move of this man.
    Of(Subject, Word),
    /// The player has fewer pips to go than the opponent; the difference is in this range.
    Ahead(Span),
    /// The player has more pips to go than the opponent; the difference is in this range.
    Behind(Span),
    /// The number of the player's men off the board is in this range.
    OwnOff(Span),
    /// The number of the player's men that are home is in this range.
    OwnHome(Span),
    /// The player's foremost man that is not home stands on one of these points; 0 is off the board.
    OwnFront(Span),
    /// The player's rearmost man stands on one of these points; 0 is off the board.
    OwnRear(Span),
    /// The number of the opponent's men off the board is in this range.
    EnemyOff(Span),
    /// The number of the opponent's men that are home is in this range.
    EnemyHome(Span),
    /// The opponent's foremost man that is not home stands on one of these points; 0 is off the board.
    EnemyFront(Span),
    /// The opponent's rearmost man stands on one of these points; 0 is off the board.
    EnemyRear(Span),
    /// The die that is played is in this range.
    Die(Span),
}

/// Constructor of a fact from a range of numbers, with the phrase before the range and the phrase after it.
type Counted = (fn(Span) -> Fact, &'static str, &'static str);

/// Facts with a number. The phrase after the number may be empty.
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
    /// Returns whether the fact is true of a decision.
    pub fn is_true(self, view: &View) -> bool {
        let last = view.moves.len() - 1;
        let lead = |lead: i16, span: Span| u8::try_from(lead).is_ok_and(|lead| span.contains(lead));
        let (own, enemy) = (view.own, view.enemy);
        match self {
            Fact::Of(Subject::Front, word) => word.is_true(view, last),
            Fact::Of(Subject::Rear, word) => word.is_true(view, 0),
            Fact::Of(Subject::Some, word) => (0..=last).any(|index| word.is_true(view, index)),
            Fact::Ahead(span) => lead(view.lead, span),
            Fact::Behind(span) => lead(-view.lead, span),
            Fact::OwnOff(span) => span.contains(own.off),
            Fact::OwnHome(span) => span.contains(own.home),
            Fact::OwnFront(span) => span.contains(own.front),
            Fact::OwnRear(span) => span.contains(own.rear),
            Fact::EnemyOff(span) => span.contains(enemy.off),
            Fact::EnemyHome(span) => span.contains(enemy.home),
            Fact::EnemyFront(span) => span.contains(enemy.front),
            Fact::EnemyRear(span) => span.contains(enemy.rear),
            Fact::Die(span) => span.contains(view.die),
        }
    }

    /// Returns the text of a fact with a number; `None` for other facts.
    fn counted(self) -> Option<String> {
        let span = match self {
            Fact::Of(..) => return None,
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
            | Fact::Die(span) => span,
        };
        let (_, before, after) = COUNTED.iter().find(|(of, ..)| of(span) == self)?;
        Some(format!("{before} {span} {after}").trim_end().to_owned())
    }

    /// Returns the words with which a sentence states this fact or its negation, such as "the front man would
    /// overtake".
    pub(super) fn in_sentence(self, is_negated: bool) -> String {
        let (not, you_have, has) = if is_negated {
            (" not", "you do not have", "does not have")
        } else {
            ("", "you have", "has")
        };
        let men = |span: Span| span.of("man", "men");
        let pips = |span: Span| span.of("pip", "pips");
        match self {
            Fact::Of(man, word) => {
                let act = word.predicate(true);
                match man {
                    Subject::Front => format!("the front man would{not} {act}"),
                    Subject::Rear => format!("the rear man would{not} {act}"),
                    Subject::Some if is_negated => format!("no man could {act}"),
                    Subject::Some => format!("some man could {act}"),
                }
            }
            Fact::Ahead(span) => format!("you are{not} ahead by {}", pips(span)),
            Fact::Behind(span) => format!("you are{not} behind by {}", pips(span)),
            Fact::OwnOff(span) => format!("{you_have} {} off", men(span)),
            Fact::OwnHome(span) => format!("{you_have} {} home", men(span)),
            Fact::OwnFront(span) => format!("your front man is{not} on {}", span.points()),
            Fact::OwnRear(span) => format!("your rear man is{not} on {}", span.points()),
            Fact::EnemyOff(span) => format!("the enemy {has} {} off", men(span)),
            Fact::EnemyHome(span) => format!("the enemy {has} {} home", men(span)),
            Fact::EnemyFront(span) => format!("the enemy's front man is{not} on {}", span.points()),
            Fact::EnemyRear(span) => format!("the enemy's rear man is{not} on {}", span.points()),
            Fact::Die(span) => format!("the die is{not} {span}"),
        }
    }
}

impl Sayable for Fact {
    fn say(&self, is_negated: bool) -> String {
        let Fact::Of(man, word) = *self else {
            let not = if is_negated { "not " } else { "" };
            return format!("{not}{}", self.counted().unwrap_or_default());
        };
        let (subject, form) = match (man, is_negated) {
            (Subject::Front, false) => ("the front man", 1),
            (Subject::Front, true) => ("the front man does not", 0),
            (Subject::Rear, false) => ("the rear man", 1),
            (Subject::Rear, true) => ("the rear man does not", 0),
            (Subject::Some, false) => ("some man can", 0),
            (Subject::Some, true) => ("no man can", 0),
        };
        format!("{subject} {}", word.said(form))
    }
}
