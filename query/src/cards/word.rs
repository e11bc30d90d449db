//! Words of cards: their spellings and their meanings.

use tourne_solver::Point;

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

    pub(super) fn say(self, is_negated: bool) -> String {
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
    /// The number is in this range.
    Number(Quantity, Span),
}

/// Number that a condition can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quantity {
    /// Pips of the opponent minus pips of the player; in no range if negative.
    Ahead,
    /// Pips of the player minus pips of the opponent; in no range if negative.
    Behind,
    /// Number of the player's men off the board.
    OwnOff,
    /// Number of the player's men that are home.
    OwnHome,
    /// Point of the player's foremost man that is not home; 0 is off the board.
    OwnFront,
    /// Point of the player's rearmost man; 0 is off the board.
    OwnRear,
    /// Number of the opponent's men off the board.
    EnemyOff,
    /// Number of the opponent's men that are home.
    EnemyHome,
    /// Point of the opponent's foremost man that is not home; 0 is off the board.
    EnemyFront,
    /// Point of the opponent's rearmost man; 0 is off the board.
    EnemyRear,
    /// Die that is played.
    Die,
}

/// Quantity with the phrase before its range of numbers and the phrase after it, and a function that returns the range
/// in the words of a sentence.
type Counted = (Quantity, &'static str, &'static str, fn(Span) -> String);

/// Quantities with their phrases. The phrase after the number may be empty.
pub(super) const COUNTED: [Counted; 11] = [
    (Quantity::Ahead, "you are ahead by", "", Span::pips),
    (Quantity::Behind, "you are behind by", "", Span::pips),
    (Quantity::OwnOff, "you have", "off", Span::men),
    (Quantity::OwnHome, "you have", "home", Span::men),
    (Quantity::OwnFront, "your front man is on", "", Span::points),
    (Quantity::OwnRear, "your rear man is on", "", Span::points),
    (Quantity::EnemyOff, "the enemy has", "off", Span::men),
    (Quantity::EnemyHome, "the enemy has", "home", Span::men),
    (
        Quantity::EnemyFront,
        "the enemy's front man is on",
        "",
        Span::points,
    ),
    (
        Quantity::EnemyRear,
        "the enemy's rear man is on",
        "",
        Span::points,
    ),
    (Quantity::Die, "the die is", "", |span| span.to_string()),
];

impl Quantity {
    fn of(self, view: &View) -> Option<u8> {
        let (own, enemy) = (view.own, view.enemy);
        Some(match self {
            Quantity::Ahead => return u8::try_from(view.lead).ok(),
            Quantity::Behind => return u8::try_from(-view.lead).ok(),
            Quantity::OwnOff => own.off,
            Quantity::OwnHome => own.home,
            Quantity::OwnFront => own.front,
            Quantity::OwnRear => own.rear,
            Quantity::EnemyOff => enemy.off,
            Quantity::EnemyHome => enemy.home,
            Quantity::EnemyFront => enemy.front,
            Quantity::EnemyRear => enemy.rear,
            Quantity::Die => view.die,
        })
    }

    /// Returns the phrases before and after the number, and the function for sentences, as in [`COUNTED`].
    fn phrases(self) -> Counted {
        let mut all = COUNTED.into_iter();
        all.find(|&(of, ..)| of == self)
            .expect("the table has all quantities")
    }
}

impl Fact {
    /// Returns whether the fact is true of a decision.
    pub fn is_true(self, view: &View) -> bool {
        let moves = view.len();
        match self {
            Fact::Of(Subject::Front, word) => word.is_true(view, moves - 1),
            Fact::Of(Subject::Rear, word) => word.is_true(view, 0),
            Fact::Of(Subject::Some, word) => (0..moves).any(|index| word.is_true(view, index)),
            Fact::Number(what, span) => what.of(view).is_some_and(|number| span.contains(number)),
        }
    }

    pub(super) fn say(self, is_negated: bool) -> String {
        let (man, word) = match self {
            Fact::Of(man, word) => (man, word),
            Fact::Number(what, span) => {
                let not = if is_negated { "not " } else { "" };
                let (_, before, after, _) = what.phrases();
                return format!("{not}{before} {span} {after}")
                    .trim_end()
                    .to_owned();
            }
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

    /// Returns the words with which a sentence states this fact or its negation, such as "the front man would
    /// overtake".
    pub(super) fn in_sentence(self, is_negated: bool) -> String {
        match self {
            Fact::Of(man, word) => {
                let act = word.predicate(true);
                let not = if is_negated { " not" } else { "" };
                match man {
                    Subject::Front => format!("the front man would{not} {act}"),
                    Subject::Rear => format!("the rear man would{not} {act}"),
                    Subject::Some if is_negated => format!("no man could {act}"),
                    Subject::Some => format!("some man could {act}"),
                }
            }
            Fact::Number(what, span) => {
                let (_, before, after, in_words) = what.phrases();
                let mut before = before.to_owned();
                if is_negated {
                    for (verb, negation) in NEGATIONS {
                        before = before.replace(verb, negation);
                    }
                }
                let number = in_words(span);
                format!("{before} {number} {after}").trim_end().to_owned()
            }
        }
    }
}

/// Verbs of the phrases before a number, and their negations. Each phrase has one of these verbs.
const NEGATIONS: [(&str, &str); 4] = [
    (" are", " are not"),
    (" is", " is not"),
    (" have", " do not have"),
    (" has", " does not have"),
];
