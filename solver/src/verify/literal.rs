//! A second implementation of the rules of Tourne-case, which follows the text of the rules sentence by sentence.
//!
//! The code is deliberately slow and simple. [Certificates](mod@crate::verify) are checked by these rules. The switches
//! of a rule set come from the module `game`, but no other code is shared with `game`; tests compare both
//! implementations. The comment on each function quotes in italics the sentence that the function expresses.
//!
//! Points are numbers: 0 is off the board, 1 to 11 are the points of the lane, 12 is home.
//!
//! ```
//! use tourne_solver::Rules;
//! use tourne_solver::verify::literal::{State, legal_steps, side_after_arrival};
//!
//! let rules = Rules::STANDARD;
//! let state = State::from(rules.position(&"04h/007".parse()?)?);
//! let steps = legal_steps(rules, state.own, 3);
//! assert_eq!(steps.len(), 2);
//! assert_eq!((steps[1].from, steps[1].to), (4, 7));
//! let after = State { own: side_after_arrival(rules, state.opp, 7), opp: steps[1].side };
//! assert_eq!(after.to_string(), "000/07h");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;

use crate::game::{Crowding, Dice, Overshoot, Reentry, Rules, Stakes};

const HOME: u8 = 12;

/// Letter for each place of a man, in order.
const LETTERS: &str = "0x123456789abh";

/// Place of one man. The derived order is that of the notation: 0 < x < 1 < … < 12.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// Off the board with no duty to enter.
    NeverEntered,
    /// Off the board after a hit, with a duty to enter.
    Hit,
    /// On a point 1 to 12, where 12 is home.
    On(u8),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = match *self {
            Self::NeverEntered => 0,
            Self::Hit => 1,
            Self::On(point) => usize::from(point) + 1,
        };
        f.write_str(&LETTERS[place..=place])
    }
}

/// A position, legal or not, seen by the player on roll. The men of each side are sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    /// The men of the player on roll.
    pub own: [Place; 3],
    /// The men of the other player.
    pub opp: [Place; 3],
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |men: [Place; 3]| men.map(|man| man.to_string()).concat();
        write!(f, "{}/{}", side(self.own), side(self.opp))
    }
}

fn in_order(mut men: [Place; 3]) -> [Place; 3] {
    men.sort_unstable();
    men
}

fn men_on(men: [Place; 3], point: u8) -> usize {
    men.iter().filter(|&&man| man == Place::On(point)).count()
}

/// *Men may pass men of their own side, and any number of men may share a point.*
fn may_crowd(rules: Rules) -> bool {
    rules.crowding == Crowding::Free
}

fn overshoot_goes_off(rules: Rules) -> bool {
    rules.overshoot == Overshoot::GoesOff
}

fn has_hit_man_off(men: [Place; 3]) -> bool {
    men.contains(&Place::Hit)
}

// ---------------------------------------------------------------- set-ups

/// Returns every legal position in which the game is not over, in canonical order.
pub fn legal_setups(rules: Rules) -> Vec<State> {
    legal_states(rules, |opp| !all_three_home(opp))
}

/// Returns every legal position after a winning move, in canonical order: the player who would be on roll has lost.
pub fn lost_setups(rules: Rules) -> Vec<State> {
    legal_states(rules, all_three_home)
}

fn legal_states(rules: Rules, is_opponent: impl Fn([Place; 3]) -> bool) -> Vec<State> {
    let sides = legal_sides(rules);
    let mut setups = Vec::new();
    for &own in &sides {
        for &opp in &sides {
            if !all_three_home(own) && is_opponent(opp) && no_men_face_each_other(own, opp) {
                setups.push(State { own, opp });
            }
        }
    }
    setups
}

/// Returns every side that the rules allow, in canonical order.
pub(super) fn legal_sides(rules: Rules) -> Vec<[Place; 3]> {
    let mut sides = all_sides();
    sides.retain(|&men| only_men_that_exist(rules, men) && at_most_one_man_per_point(rules, men));
    sides
}

/// *Each player has three men, off the board or on one of twelve points*: all combinations of three places.
fn all_sides() -> Vec<[Place; 3]> {
    let mut places = vec![Place::NeverEntered, Place::Hit];
    places.extend((1..=HOME).map(Place::On));
    let mut sides = Vec::new();
    for &a in &places {
        for &b in &places {
            for &c in &places {
                if in_order([a, b, c]) == [a, b, c] {
                    sides.push([a, b, c]);
                }
            }
        }
    }
    sides
}

/// *Hit men and never-entered men are told apart* only if a hit man has a duty to enter, so other rule sets have no
/// `Hit`.
fn only_men_that_exist(rules: Rules, men: [Place; 3]) -> bool {
    rules.reentry != Reentry::Free || !men.contains(&Place::Hit)
}

/// *Points 1 to 11 hold at most one man of a side; home holds any number.* In the rule set `course`: *no limit on men
/// per point.*
fn at_most_one_man_per_point(rules: Rules, men: [Place; 3]) -> bool {
    may_crowd(rules) || (1..=11).all(|point| men_on(men, point) <= 1)
}

/// *A man that arrives on a point 1 to 11 opposite an enemy man hits it*: no two men face each other there.
fn no_men_face_each_other(own: [Place; 3], opp: [Place; 3]) -> bool {
    (1..=11).all(|point| men_on(own, point) == 0 || men_on(opp, point) == 0)
}

/// *First to bring all three men home wins*: then the game is over.
fn all_three_home(men: [Place; 3]) -> bool {
    men_on(men, HOME) == 3
}

// ---------------------------------------------------------------- moves

/// Effect of a legal move on the mover's own side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Index, in the sorted side, of the man that moves: 0 to 2. Of several men in the same place, it is the first.
    pub man: usize,
    /// Origin of the man: 0 (off) to 11.
    pub from: u8,
    /// Destination of the man: 1 to 12, or 0 if it overshot and went off.
    pub to: u8,
    /// The side after the move.
    pub side: [Place; 3],
}

/// Returns the effects of all legal moves with this die on the mover's own side, sorted by `from`; none if the turn
/// passes.
///
/// *Playing is compulsory if any legal move exists; otherwise the turn passes*: then the same men are seen by the other
/// player.
///
/// The opponent's men are not needed: no rule makes a move legal or illegal because of them.
pub fn legal_steps(rules: Rules, own: [Place; 3], die: u8) -> Vec<Step> {
    let mut playable = Vec::new();
    for from in 0..=HOME {
        if !a_man_stands_on(own, from) {
            continue;
        }
        for to in 0..=HOME {
            if is_not_home_already(from)
                && goes_exactly_that_many_points(rules, from, to, die)
                && reaches_home_by_exact_count(rules, from, to, die)
                && finds_room(rules, own, to)
                && passes_no_own_man(rules, own, from, die)
            {
                playable.push((from, to));
            }
        }
    }
    let a_man_can_enter = playable.iter().any(|&(from, _)| from == 0);
    playable
        .into_iter()
        .filter(|&(from, _)| obeys_entry_duty(rules, own, a_man_can_enter, from))
        .map(|(from, to)| step(own, from, to))
        .collect()
}

/// *A move takes one man forward …*: at least one own man must be on the point `from` (or off the board, if `from` is
/// 0).
fn a_man_stands_on(own: [Place; 3], from: u8) -> bool {
    if from == 0 {
        own.contains(&Place::NeverEntered) || has_hit_man_off(own)
    } else {
        men_on(own, from) > 0
    }
}

/// *A man that is home never moves again.*
fn is_not_home_already(from: u8) -> bool {
    from != HOME
}

/// *… exactly that many points; a man off the board enters on the point of the die's number.* In the rule set `course`:
/// *a man whose die would take it beyond the home point goes back off the board.*
fn goes_exactly_that_many_points(rules: Rules, from: u8, to: u8, die: u8) -> bool {
    if overshoot_goes_off(rules) && from + die > HOME {
        to == 0
    } else {
        to == from + die
    }
}

/// *The home point is reached by exact count only.* In the rule set `course`, a man that would overshoot *may be
/// chosen*, but does not reach home.
fn reaches_home_by_exact_count(rules: Rules, from: u8, to: u8, die: u8) -> bool {
    from + die <= HOME || overshoot_goes_off(rules) && to != HOME
}

/// *Points 1 to 11 hold at most one man of a side. Home holds any number.* In the rule set `course`: *no limit on men
/// per point.* Any number of men may be off the board.
fn finds_room(rules: Rules, own: [Place; 3], to: u8) -> bool {
    may_crowd(rules) || to == 0 || to == HOME || men_on(own, to) == 0
}

/// *A man may not pass over a man of its own side on points 1 to 11. Entering on point d passes over points 1 to d-1.*
/// In the rule set `course`: *no limit on passing own men.*
///
/// A man that overshoots passes over every point between its origin and home.
fn passes_no_own_man(rules: Rules, own: [Place; 3], from: u8, die: u8) -> bool {
    may_crowd(rules)
        || (1..=11)
            .filter(|&point| from < point && point < from + die)
            .all(|point| men_on(own, point) == 0)
}

/// Returns `true` if the duty to enter a hit man allows a move from this point.
fn obeys_entry_duty(rules: Rules, own: [Place; 3], a_man_can_enter: bool, from: u8) -> bool {
    let enters = from == 0;
    match rules.reentry {
        // *A hit man may be re-entered whenever its owner chooses.*
        Reentry::Free => true,
        // *While a player has a hit man off the board, a throw that lets a man enter must
        // be used to enter it. Men that never entered carry no duty. A throw with which
        // no man can enter may be played elsewhere.*
        Reentry::Forced => enters || !has_hit_man_off(own) || !a_man_can_enter,
        // *While a player has a hit man off the board it may play nothing but an entry; a
        // throw that lets no man enter passes the turn, even if other men could move.*
        Reentry::First => enters || !has_hit_man_off(own),
    }
}

/// Moves one man of a side from `from` to `to`.
fn step(own: [Place; 3], from: u8, to: u8) -> Step {
    let moving = man_that_moves(own, from);
    let man = own
        .iter()
        .position(|&man| man == moving)
        .expect("a legal move has a man to move");
    let mut side = own;
    side[man] = if to == 0 {
        // *Goes back off the board*: the man was not hit, so it has no duty to enter.
        Place::NeverEntered
    } else {
        Place::On(to)
    };
    Step {
        man,
        from,
        to,
        side: in_order(side),
    }
}

/// *A man that enters while a hit man waits is the hit man.*
fn man_that_moves(own: [Place; 3], from: u8) -> Place {
    if from > 0 {
        Place::On(from)
    } else if has_hit_man_off(own) {
        Place::Hit
    } else {
        Place::NeverEntered
    }
}

/// *A man that arrives on a point 1 to 11 directly opposite an enemy man hits it*: hitting is not optional. *A man that
/// is home cannot be hit.*
fn hits(opp: [Place; 3], to: u8) -> bool {
    (1..=11).contains(&to) && men_on(opp, to) > 0
}

/// Returns the opponent's side after a man of the mover has arrived on the point `to`.
///
/// *A man that is hit goes off the board and starts again.* In the rule set `course`: *every enemy man on the point
/// arrived at is sent off.*
pub fn side_after_arrival(rules: Rules, opp: [Place; 3], to: u8) -> [Place; 3] {
    if !hits(opp, to) {
        return opp;
    }
    let off = match rules.reentry {
        Reentry::Free => Place::NeverEntered,
        Reentry::Forced | Reentry::First => Place::Hit,
    };
    in_order(opp.map(|man| if man == Place::On(to) { off } else { man }))
}

/// *First to bring all three men home wins one point.* In the rule set `double-win`: *a win counts two points if the
/// loser has no man home.*
///
/// Returns the points that the player with the men `own` has won; `None` if not all three are home.
pub fn points_won(rules: Rules, own: [Place; 3], opp: [Place; 3]) -> Option<u32> {
    if !all_three_home(own) {
        None
    } else if rules.stakes == Stakes::DoubleWin && men_on(opp, HOME) == 0 {
        Some(2)
    } else {
        Some(1)
    }
}

// ---------------------------------------------------------------- dice

/// Returns the number of throws in which this die is played, out of 36, or out of 6 with one die.
///
/// *The player on roll throws two dice and plays the lower one; of a doublet, one die, once.* In the rule set `course`:
/// *one die each, uniform on 1 to 6.*
pub fn chances(rules: Rules, die: u8) -> u32 {
    let played: Vec<u8> = if rules.dice == Dice::One {
        (1..=6).collect()
    } else {
        let lower = |first: u8| (1..=6).map(move |second| first.min(second));
        (1..=6).flat_map(lower).collect()
    };
    played.into_iter().filter(|&lower| lower == die).count() as u32
}
