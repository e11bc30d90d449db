//! Rule sets as programs must know them that show boards and numbers.

use serde::Serialize;
use tourne_solver::{Crowding, Dice, Die, Overshoot, Reentry, Rules, Stakes, Unit};

use crate::grading::results_of_levels;

/// Rule set, switch by switch, with its dice. The fields have the same names in JSON.
///
/// ```
/// use tourne::facts::RuleSet;
/// use tourne_solver::Rules;
///
/// let course = RuleSet::new(Rules::COURSE);
/// assert!(course.one_die && course.crowding && course.overshoot && !course.double_win);
/// assert_eq!((course.throws, course.reentry), (6, "free"));
/// assert_eq!(RuleSet::named().count(), 12);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch")]
pub struct RuleSet {
    /// Name of the rule set.
    pub rules: Rules,
    /// Unit of the values: winning probability, or points.
    pub unit: Unit,
    /// `true` if one die is thrown and played; otherwise two are, and the lower is played.
    pub one_die: bool,
    /// `true` if men of a side share points and pass each other.
    pub crowding: bool,
    /// `true` if a man that would go beyond home goes off the board; otherwise it cannot move.
    pub overshoot: bool,
    /// When a man that was hit enters: `free`, `forced` or `first`.
    pub reentry: &'static str,
    /// `true` if a win counts two points while the loser has no man home.
    pub double_win: bool,
    /// Number of equally likely throws.
    pub throws: u32,
    /// Number of throws with which each die is played, 1 first.
    pub chances: [u32; 6],
    /// Average results of the levels against perfect play, level 1 first, where they are known.
    pub results: Option<[f64; 10]>,
}

impl RuleSet {
    /// Describes a rule set.
    pub fn new(rules: Rules) -> RuleSet {
        RuleSet {
            rules,
            unit: Unit::of(rules),
            one_die: rules.dice == Dice::One,
            crowding: rules.crowding == Crowding::Free,
            overshoot: rules.overshoot == Overshoot::GoesOff,
            reentry: match rules.reentry {
                Reentry::Free => "free",
                Reentry::Forced => "forced",
                Reentry::First => "first",
            },
            double_win: rules.stakes == Stakes::DoubleWin,
            throws: rules.throws(),
            chances: Die::ALL.map(|die| rules.chances(die)),
            results: results_of_levels(rules),
        }
    }

    /// Describes all rule sets that have a name, the standard one first.
    pub fn named() -> impl Iterator<Item = RuleSet> {
        let reentries = [Reentry::Free, Reentry::Forced, Reentry::First];
        let lanes = [Rules::STANDARD, Rules::COURSE].into_iter();
        let entries =
            lanes.flat_map(move |lane| reentries.map(|reentry| Rules { reentry, ..lane }));
        let all = entries.flat_map(|rules| {
            [Stakes::Single, Stakes::DoubleWin].map(|stakes| Rules { stakes, ..rules })
        });
        all.map(RuleSet::new)
    }
}
