//! Identification of the rules by which an engine plays: the moves that the engine allows in a position are compared
//! with the legal moves under each rule set.

use serde::Serialize;
use tourne_solver::{Die, Man, Move, Position, Rules, Setup, SetupError};

/// Rule sets whose legal moves are compared with the given moves. Combinations with `double-win` are left out: their
/// legal moves are those of the rule sets without `double-win`.
const READINGS: [&str; 6] = [
    "standard",
    "forced-entry",
    "entry-first",
    "course",
    "course+forced-entry",
    "course+entry-first",
];

/// Legal moves of a position under one rule set, compared with the given moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reading {
    /// Rule set by which the position is interpreted.
    pub rules: Rules,
    /// Position as this rule set interprets it; `None` if the position is not legal.
    pub position: Option<Position>,
    /// `true` if the legal moves are exactly the given moves.
    pub matches: bool,
    /// Legal moves of the position under this rule set.
    pub legal: Vec<Move>,
    /// Legal moves that are not among the given moves.
    pub missing: Vec<Move>,
    /// Given moves that are not legal under this rule set.
    pub illegal: Vec<Move>,
    /// Reason why the position is not legal under this rule set; `None` if the position is legal.
    pub error: Option<String>,
}

fn under(rules: Rules, setup: &Setup, die: Die, given: &[Move]) -> Vec<Reading> {
    let off = setup.on_roll.iter().filter(|&&man| man == Man::Off);
    let says_who_was_hit = setup.on_roll.contains(&Man::Owing);
    let is_open = rules.has_entry_duty() && !says_who_was_hit;
    let most_hit = if is_open { off.count() } else { 0 };
    let under = |hit| {
        let mut setup = setup.clone();
        if rules.has_entry_duty() {
            let men = setup.on_roll.iter_mut().filter(|man| **man == Man::Off);
            men.take(hit).for_each(|man| *man = Man::Owing);
        } else {
            let men = setup.on_roll.iter_mut().chain(&mut setup.opponent);
            men.filter(|man| **man == Man::Owing)
                .for_each(|man| *man = Man::Off);
        }
        reading(rules, rules.position(&setup), die, given)
    };
    (0..=most_hit).map(under).collect()
}

fn reading(
    rules: Rules,
    position: Result<Position, SetupError>,
    die: Die,
    given: &[Move],
) -> Reading {
    let plays = position.iter().flat_map(|&legal| rules.plays(legal, die));
    let legal: Vec<Move> = plays.map(|play| play.action).collect();
    let given = match given {
        _ if position.is_err() => &[][..],
        [] => &[Move::Pass],
        given => given,
    };
    let without = |moves: &[Move], others: &[Move]| -> Vec<Move> {
        let mut moves = moves.to_vec();
        moves.retain(|&one| !others.contains(&one));
        moves
    };
    let (missing, illegal) = (without(&legal, given), without(given, &legal));
    Reading {
        rules,
        matches: position.is_ok() && missing.is_empty() && illegal.is_empty(),
        legal,
        missing,
        illegal,
        error: position.as_ref().err().map(ToString::to_string),
        position: position.ok(),
    }
}

/// Result of comparing all rule sets with the given moves. The fields have the same names in the JSON output.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Identified {
    /// Position as the user wrote it.
    pub position: Setup,
    /// Die that is played, 1 to 6.
    pub die: Die,
    /// Moves that the user gave.
    pub moves: Vec<Move>,
    /// Rule sets that allow exactly the given moves.
    pub matching: Vec<Rules>,
    /// Comparison of the given moves with the legal moves under each rule set.
    pub readings: Vec<Reading>,
}

impl Identified {
    /// Compares the legal moves under every rule set with `moves`, in any order. An empty list means a pass.
    ///
    /// In a set-up, `x` is a hit man that must re-enter, and `0` any other man off the board. Rules without a duty to
    /// re-enter treat `x` as `0`. Under rules with this duty, a side on roll without `x` leaves open which of its men off
    /// the board were hit. The result then has one reading for each possible number of hit men.
    ///
    /// ```
    /// use tourne::facts::Identified;
    /// use tourne_solver::Die;
    ///
    /// // A man is off the board. With a 2 it may enter, or another man may move.
    /// let moves = vec!["0/2".parse()?, "4/6".parse()?];
    /// let identified = Identified::new("04h/007".parse()?, Die::new(2), moves);
    /// let matches = identified.readings.iter().filter(|reading| reading.matches);
    /// let matching: Vec<String> = matches
    ///     .map(|reading| format!("{} {}", reading.rules, reading.position.unwrap()))
    ///     .collect();
    /// assert!(matching.contains(&"standard 04h/007".to_owned()));
    /// assert!(matching.contains(&"forced-entry 04h/007".to_owned()));
    /// assert!(!matching.contains(&"forced-entry x4h/007".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(position: Setup, die: Die, moves: Vec<Move>) -> Identified {
        let named = READINGS.into_iter().filter_map(|name| name.parse().ok());
        let read = |rules| under(rules, &position, die, &moves);
        let readings: Vec<Reading> = named.flat_map(read).collect();
        let matches = readings.iter().filter(|reading| reading.matches);
        let mut matching: Vec<Rules> = matches.map(|reading| reading.rules).collect();
        matching.dedup();
        Identified {
            position,
            die,
            moves,
            matching,
            readings,
        }
    }

    /// Returns the given moves that are illegal under every rule set.
    pub fn impossible(&self) -> Vec<Move> {
        let mut moves = self.moves.clone();
        let of_rules = self.readings.iter();
        for reading in of_rules.filter(|reading| reading.position.is_some()) {
            moves.retain(|one| reading.illegal.contains(one));
        }
        moves
    }
}
