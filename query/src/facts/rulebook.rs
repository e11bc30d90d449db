//! Rules of each rule set in short sentences, with the source of each rule.

use serde::Serialize;
use tourne_solver::{Crowding, Dice, Overshoot, Reentry, Rules, Stakes, Unit};

/// Rules of one rule set in words. The fields have the same names in the JSON output.
#[derive(Clone, Debug, Serialize)]
pub struct Rulebook {
    /// Rule set that is described.
    pub rules: Rules,
    /// Unit of the values: winning probability, or points.
    pub unit: Unit,
    /// Rules by topic, in the order in which a newcomer needs them.
    pub sections: Vec<Section>,
}

/// Rule about one topic, with its source.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Section {
    /// Topic of the rule, in one or two words.
    pub topic: &'static str,
    /// Text of the rule.
    pub rule: &'static str,
    /// Source of the rule: author and year, after a title if there is one.
    pub source: &'static str,
    /// Interpretation of the rule by this program, where the sources are silent or differ, or others that speak of it;
    /// `None` if the rule needs neither.
    pub reading: Option<&'static str>,
    /// `true` if the rule differs from the standard game.
    pub differs: bool,
    #[serde(skip)]
    applies: fn(Rules) -> bool,
}

/// Rule set in one line. The fields have the same names in the JSON output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Named rule set that this line describes.
    pub rules: Rules,
    /// Differences from the standard game, in words.
    pub summary: &'static str,
    /// Source of the rule set: author and year, after a title if there is one.
    pub source: &'static str,
}

/// Name of the source of the standard game.
pub const CHARPENTIER: &str = "Charpentier 1699, as presented by Lalanne";
/// Topic of the rules for people with real dice and men, which no program can keep for them.
pub const REAL_BOARD: &str = "real board";
const LECHALET: &str = "Lêchalet 1979";
/// Source of `course`, with the name that the variant has there.
const COURSE: &str = "La Course en Ligne Droite, Lêchalet 1979";
const BELL: &str = "Bell 1975";
const LITTRE: &str = "Littré's dictionary";
const PARIS: &str = "Académie universelle de tous les jeux, Paris 1730";

/// Summaries of the named rule sets, in the order of [`Rules::PRESETS`].
pub const SUMMARIES: [Summary; 5] = [
    Summary {
        rules: Rules::STANDARD,
        summary: "the lower of two dice, one man a point",
        source: CHARPENTIER,
    },
    Summary {
        rules: Rules::FORCED_ENTRY,
        summary: "a hit man re-enters as soon as it can",
        source: BELL,
    },
    Summary {
        rules: Rules::ENTRY_FIRST,
        summary: "nothing but entries while a hit man is off",
        source: LITTRE,
    },
    Summary {
        rules: Rules::DOUBLE_WIN,
        summary: "a win counts 2 if the loser has no man home",
        source: PARIS,
    },
    Summary {
        rules: Rules::COURSE,
        summary: "one die, shared points, overshooting legal",
        source: COURSE,
    },
];

impl Rulebook {
    /// Describes a rule set in words, topic by topic.
    ///
    /// ```
    /// use tourne::facts::Rulebook;
    /// use tourne_solver::Rules;
    ///
    /// let course = Rulebook::new(Rules::COURSE);
    /// let throw = course.sections.iter().find(|section| section.topic == "throw").unwrap();
    /// assert!(throw.differs && throw.rule.starts_with("Throw one die"));
    /// ```
    pub fn new(rules: Rules) -> Rulebook {
        let sections = SECTIONS.iter().filter(|section| (section.applies)(rules));
        let sections = sections.map(|section| Section {
            differs: !(section.applies)(Rules::STANDARD),
            ..*section
        });
        Rulebook {
            rules,
            unit: Unit::of(rules),
            sections: sections.collect(),
        }
    }
}

const fn section(
    topic: &'static str,
    applies: fn(Rules) -> bool,
    rule: &'static str,
    source: &'static str,
) -> Section {
    Section {
        topic,
        applies,
        rule,
        source,
        reading: None,
        differs: false,
    }
}

impl Section {
    const fn read_as(self, reading: &'static str) -> Section {
        Section {
            reading: Some(reading),
            ..self
        }
    }
}

const DUTY: &str = "The duty lasts until the man is back, and holds for each man that was hit. Men that never entered \
    have no such duty. If a man enters while a hit man is off, the man that enters is the hit man.";

/// Rules of all rule sets, in the order in which a newcomer needs them.
const SECTIONS: [Section; 17] = [
    section(
        "board",
        |_| true,
        "Each player has three men, off the board at first, and a lane of twelve points on its \
         own side. Point n of one lane faces point n of the other. No man enters the other lane.",
        CHARPENTIER,
    ),
    section(
        "beginning",
        |_| true,
        "Each player throws one die. The player with the higher begins, with a fresh throw.",
        CHARPENTIER,
    )
    .read_as("Equal dice are thrown again: no source says what happens then."),
    section(
        "throw",
        |rules| rules.dice == Dice::LowerOfTwo,
        "Throw two dice and play the lower; with a doublet, play only one die, once. Of the 36 \
         throws, 11 play a 1, 9 a 2, 7 a 3, 5 a 4, 3 a 5, and 1 a 6.",
        CHARPENTIER,
    ),
    section(
        "throw",
        |rules| rules.dice == Dice::One,
        "Throw one die and play it.",
        COURSE,
    ),
    section(
        "move",
        |_| true,
        "Move one man forward exactly as many points as the die shows. A man that is off enters \
         on the point with the number of the die. A player with a legal move must play; a player \
         without one passes.",
        CHARPENTIER,
    )
    .read_as(
        "Lalanne says only that a player who cannot play passes, and his example agrees; that a \
         player who can play must do so is in the articles of Wikipedia, and in the Encyclopédie \
         (1765).",
    ),
    section(
        "own men",
        |rules| rules.crowding == Crowding::OneManAPoint,
        "Points 1 to 11 hold at most one man of each side, and no man passes over another of its \
         side. A man that enters passes over all points below the one where it enters: with a man \
         on point 3, only a 1 or a 2 can enter another.",
        CHARPENTIER,
    ),
    section(
        "own men",
        |rules| rules.crowding == Crowding::Free,
        "Any number of men of a side may share a point, and men pass over each other freely.",
        COURSE,
    ),
    section(
        "home",
        |rules| rules.overshoot == Overshoot::Forbidden,
        "Point 12 is home. It holds any number of men and is reached by exact count only. A man \
         that is home never moves again and cannot be hit.",
        CHARPENTIER,
    ),
    section(
        "home",
        |rules| rules.overshoot == Overshoot::GoesOff,
        "Point 12 is home. It holds any number of men. A man whose die would take it beyond home \
         goes back off the board. A man that is home never moves again and cannot be hit.",
        COURSE,
    )
    .read_as(
        "The English Wikipedia's \"failing to throw the exact score to finish\" is read as a die \
         that would take the man beyond home. Any man that is not home may be chosen, even one \
         that will overshoot, unless a man must re-enter.",
    ),
    section(
        "hits",
        |rules| rules.crowding == Crowding::OneManAPoint,
        "A man that arrives on a point 1 to 11 opposite an enemy man hits it: that man goes off \
         the board and starts again.",
        CHARPENTIER,
    )
    .read_as("No source makes hitting a choice: a man that lands there hits, wanted or not."),
    section(
        "hits",
        |rules| rules.crowding == Crowding::Free,
        "A man that arrives on a point 1 to 11 opposite enemy men hits them: they go off the \
         board and start again.",
        CHARPENTIER,
    )
    .read_as(
        "All enemy men on the point are hit: the description of this variant leaves hits as they \
         are. No source makes hitting a choice.",
    ),
    section(
        "re-entry",
        |rules| rules.reentry == Reentry::Free,
        "A man that was hit re-enters whenever its owner chooses, like a man that never entered.",
        LECHALET,
    )
    .read_as(
        "Bell 1975 has it re-enter with the next throw if possible, and Littré before anything \
         else is played: rule sets of their own. Fallavel, Lalanne and the page on the Paris book \
         of 1730 do not say when.",
    ),
    section(
        "re-entry",
        |rules| rules.reentry == Reentry::Forced,
        "While a player has a man off that was hit, a throw that lets a man enter must be used to \
         enter it. A throw with which no man can enter may be played elsewhere.",
        BELL,
    )
    .read_as(DUTY),
    section(
        "re-entry",
        |rules| rules.reentry == Reentry::First,
        "While a player has a man off that was hit, only an entry may be played. A throw that \
         lets no man enter passes the turn, even if other men could move.",
        LITTRE,
    )
    .read_as(DUTY),
    section(
        "winning",
        |rules| rules.stakes == Stakes::Single,
        "The first to bring all three men home wins one point. A match may be played to an agreed \
         number of points.",
        CHARPENTIER,
    ),
    section(
        "winning",
        |rules| rules.stakes == Stakes::DoubleWin,
        "The first to bring all three men home wins one point, or two if the loser has no man \
         home. A match may be played to an agreed number of points.",
        PARIS,
    )
    .read_as(
        "Every game counts this way; in the source it is a variant that players may agree on. A \
         match to a number of points is Lalanne's.",
    ),
    section(
        REAL_BOARD,
        |_| true,
        "A man that was touched must be played if it legally can be. A throw is made again if a \
         die leaves the board or lies on its rail, or if it lies tilted and the players do not \
         agree on its number. A player who calls a tilted die good may put another die on it: if \
         that slides off, the throw is made again, otherwise it counts. Dice that lie flat on men \
         are good.",
        CHARPENTIER,
    ),
];
