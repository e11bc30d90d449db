//! The check of a certificate: one pass over its entries, in integers, by the literal rules.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use arrayvec::ArrayVec;
use rayon::prelude::*;

use super::certificate::{Certificate, Class, Entry, TICKS};
use super::layout::{Choice, Layout, Next};
use super::literal::State;
use crate::game::{Die, Rules};
use crate::solution::Counts;

/// Findings of a check, besides that the claims hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// Numbers of positions, throws and moves.
    pub counts: Counts,
    /// The largest slack, in ticks.
    pub slack: i64,
    /// Lower and upper bound of the value of the start, in ticks.
    pub start: (i128, i128),
    /// Pairs of position and die with several best moves, exactly equal.
    pub ties: u64,
    /// The smallest difference of values between a best move and one that is not, in ticks, with the entry and the
    /// die. A difference of two values, each of which may be off by the slack.
    pub closest: Option<(i64, usize, Die)>,
}

/// A claim that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the fields are named by what they are")]
pub enum CertificateFault {
    /// It is for other rules than those of the layout.
    #[error("the certificate is for {found}, but the game laid out is {expected}")]
    OtherRules { expected: Rules, found: Rules },
    /// There is not one entry for each legal position, in order.
    #[error("entry {number} should be for {}, but is {}", or_none(.expected.as_ref()), or_none(.found.as_ref()))]
    Position {
        number: usize,
        expected: Option<State>,
        found: Option<State>,
    },
    /// A claim about a position does not hold.
    #[error("{state}: {what}")]
    Claim { state: State, what: Claim },
}

fn or_none(state: Option<&State>) -> String {
    state.map_or_else(|| "none".to_owned(), State::to_string)
}

/// A claim of one entry that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Claim {
    /// The value or the slack is out of range.
    #[error("its value or slack is outside -4 to 4 points, or its slack is negative")]
    Range,
    /// The lower bound is too high.
    #[error("its lower bound does not follow from the bounds after each throw")]
    Lower,
    /// The upper bound is too low.
    #[error("its upper bound does not follow from the bounds after each throw")]
    Upper,
    /// A move that is called best is not legal.
    #[error("with a {} a move is called best that is not legal, or none is", .0.number())]
    NotLegal(Die),
    /// A move that is not called best may be better.
    #[error("with a {} a move that is not called best is not proven worse than those that are", .0.number())]
    NotBest(Die),
    /// Moves that are called equally good are not shown to be.
    #[error("with a {} several moves are called best that are not shown to be equal in value", .0.number())]
    NotEqual(Die),
    /// It is not shown to be equal to the entry or end of its class.
    #[error("it is not shown to be equal in value to the entry or end of its class")]
    Class,
    /// Play is not shown to end.
    #[error("no die leads only to positions of lower rank, so play is not shown to end")]
    Rank,
    /// It is said to arise, but a position after it is said not to, or too late.
    #[error(
        "it is said to arise from the start, but {0}, to which it leads, is said not to, or more than one throw later"
    )]
    LeadsOn(State),
    /// It is not shown to arise when it is said to.
    #[error(
        "its depth is wrong: it comes after no position of the depth before, or it alone is the start"
    )]
    Depth,
}

impl Claim {
    /// Faults of the entry itself come before those that may follow from wrong claims about others.
    fn rank(&self) -> u8 {
        match self {
            Claim::LeadsOn(_) => 1,
            Claim::Class | Claim::Depth => 2,
            _ => 0,
        }
    }
}

/// The options of one position and die, at most one for each man.
type Best = ArrayVec<usize, 3>;

/// Findings at one entry.
#[derive(Default)]
struct Found {
    decisions: u64,
    moves: u64,
    ties: u64,
    closest: Option<(i64, Die)>,
}

/// Checks a certificate.
///
/// # Errors
///
/// The first [`CertificateFault`], by the order of the entries; faults that may follow from others come last.
///
/// ```
/// use tourne_solver::{verify, game::Rules, solve::solve};
///
/// let solution = solve(Rules::STANDARD, &mut |_| ())?.solution;
/// let mut certificate = verify::make_certificate(&solution)?;
/// let checked = verify::check(&certificate)?;
/// assert_eq!((checked.counts.positions, checked.ties), (52_347, 0));
///
/// // One tick more than the slack allows, and the bounds of some position fail.
/// certificate.entries[0].value += certificate.entries[0].slack + 1;
/// assert!(verify::check(&certificate).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(certificate: &Certificate) -> Result<Checked, CertificateFault> {
    check_on(&Layout::new(certificate.rules), certificate)
}

/// Checks a certificate on a game that is laid out already: the same as [`check`], for many certificates of
/// the same rules.
///
/// # Errors
///
/// As for [`check`], and if the layout is of other rules.
pub fn check_on(layout: &Layout, certificate: &Certificate) -> Result<Checked, CertificateFault> {
    let checker = Checker::new(layout, certificate)?;
    let found: Vec<Result<Found, Claim>> = (0..certificate.entries.len())
        .into_par_iter()
        .map(|number| checker.entry(number))
        .collect();
    checker.sum_up(found)
}

struct Checker<'a> {
    layout: &'a Layout,
    entries: &'a [Entry],
    /// For each position, `true` once seen to arise from one that can arise a throw earlier.
    arises: Vec<AtomicBool>,
    /// For each end, `true` once seen to arise.
    ends: Vec<AtomicBool>,
}

impl<'a> Checker<'a> {
    /// Checks that there is an entry for each legal position, in order.
    fn new(
        layout: &'a Layout,
        certificate: &'a Certificate,
    ) -> Result<Checker<'a>, CertificateFault> {
        let (expected, found) = (layout.rules(), certificate.rules);
        if expected != found {
            return Err(CertificateFault::OtherRules { expected, found });
        }
        let entries = &certificate.entries;
        for number in 0..layout.positions().max(entries.len()) {
            let expected = layout.state(number);
            let found = entries.get(number).map(|entry| entry.state);
            if expected != found {
                return Err(CertificateFault::Position {
                    number,
                    expected,
                    found,
                });
            }
        }
        Ok(Checker::of(layout, certificate))
    }

    fn of(layout: &'a Layout, certificate: &'a Certificate) -> Checker<'a> {
        let entries = &certificate.entries;
        let unseen = |count| (0..count).map(|_| AtomicBool::new(false)).collect();
        Checker {
            layout,
            entries,
            arises: unseen(entries.len()),
            ends: unseen(layout.over()),
        }
    }

    /// The entry of the position to which a move leads.
    fn next(&self, number: u32) -> &Entry {
        &self.entries[number as usize]
    }

    /// Lower and upper bound of a move's value to the mover, in ticks.
    fn worth(&self, next: Next) -> (i128, i128) {
        match next {
            Next::Position(number) => (-self.next(number).upper(), -self.next(number).lower()),
            Next::Won { points, .. } => {
                let ticks = i128::from(points) * i128::from(TICKS);
                (ticks, ticks)
            }
        }
    }

    /// The class of the position or end that a move leaves to the opponent.
    fn class(&self, next: Next) -> Class {
        match next {
            Next::Position(number) => self.next(number).class,
            Next::Won { points, .. } => Class::Lost(points),
        }
    }

    fn entry(&self, number: usize) -> Result<Found, Claim> {
        let entry = &self.entries[number];
        let largest = i128::from(TICKS) * 2;
        if entry.slack < 0 || entry.upper().abs().max(entry.lower().abs()) > 2 * largest {
            return Err(Claim::Range);
        }
        let mut found = Found::default();
        let (mut from_uppers, mut from_lowers) = (0, 0);
        let mut ends_sooner = false;
        for (die, chance) in self.layout.dice() {
            let options = &self.layout.options(number, die);
            let worths: ArrayVec<(i128, i128), 3> = options
                .iter()
                .map(|option| self.worth(option.next))
                .collect();
            // The player gets at least the greatest lower bound, and at most the greatest upper bound.
            from_uppers += chance * worths.iter().map(|&(least, _)| least).max().unwrap_or(0);
            from_lowers += chance * worths.iter().map(|&(_, most)| most).max().unwrap_or(0);
            self.best_moves(entry, die, options, &worths, &mut found)?;
            ends_sooner |= options.iter().all(|option| match option.next {
                Next::Position(next) => self.next(next).rank < entry.rank,
                Next::Won { .. } => true,
            });
            self.arising(entry, options)?;
        }
        if entry.lower() * self.layout.total() > from_uppers {
            return Err(Claim::Lower);
        }
        if entry.upper() * self.layout.total() < from_lowers {
            return Err(Claim::Upper);
        }
        if !ends_sooner {
            return Err(Claim::Rank);
        }
        self.check_class(number)?;
        Ok(found)
    }

    /// Checks that the moves that are called best are the best moves.
    fn best_moves(
        &self,
        entry: &Entry,
        die: Die,
        options: &[Choice],
        worths: &[(i128, i128)],
        found: &mut Found,
    ) -> Result<(), Claim> {
        let best = called_best(entry, die, options)?;
        let others = (0..options.len()).filter(|at| !best.contains(at));
        let least_best = best.iter().map(|&at| worths[at].0).max();
        let most_other = others.clone().map(|at| worths[at].1).max();
        if most_other >= least_best {
            return Err(Claim::NotBest(die));
        }
        let class = self.class(options[best[0]].next);
        if best.iter().any(|&at| self.class(options[at].next) != class) {
            return Err(Claim::NotEqual(die));
        }

        let is_pass = options[0].man.is_none();
        found.moves += if is_pass { 0 } else { options.len() as u64 };
        found.decisions += u64::from(options.len() > 1);
        found.ties += u64::from(best.len() > 1);
        let value = |at: usize| i128::midpoint(worths[at].0, worths[at].1);
        let margin = others.map(|at| value(best[0]) - value(at)).min();
        if let Some(margin) = margin {
            let here = (margin as i64, die);
            found.closest = Some(found.closest.map_or(here, |closest| closest.min(here)));
        }
        Ok(())
    }

    /// Checks that the positions after one that can arise are said to arise in time.
    fn arising(&self, entry: &Entry, options: &[Choice]) -> Result<(), Claim> {
        let Some(depth) = entry.depth else {
            return Ok(());
        };
        for option in options {
            match option.next {
                Next::Position(next) => {
                    // The depth after the greatest there is would be no number: nothing may have it, or two
                    // positions of that depth could vouch for each other.
                    let following = depth.checked_add(1);
                    match (self.next(next).depth, following) {
                        (Some(later), Some(following)) if later == following => {
                            self.arises[next as usize].store(true, Ordering::Relaxed);
                        }
                        (Some(later), Some(following)) if later < following => {}
                        _ => return Err(Claim::LeadsOn(self.next(next).state)),
                    }
                }
                Next::Won { end, .. } => self.ends[end as usize].store(true, Ordering::Relaxed),
            }
        }
        Ok(())
    }

    /// Checks that an entry sees the same classes behind its best moves as the entry or end of its class.
    fn check_class(&self, number: usize) -> Result<(), Claim> {
        let class = self.entries[number].class;
        let sees = || self.sees(number);
        let total = self.layout.total();
        let is_shown = match class {
            Class::Entry(other) if other as usize == number => true,
            Class::Entry(other) => {
                let other_class = self.entries.get(other as usize).map(|entry| entry.class);
                other_class == Some(class) && sees() == self.sees(other as usize)
            }
            Class::Lost(points) => sees() == BTreeMap::from([(Class::Won(points), total)]),
            Class::Won(points) => sees() == BTreeMap::from([(Class::Lost(points), total)]),
        };
        is_shown.then_some(()).ok_or(Claim::Class)
    }

    /// The classes behind an entry's best moves, with their chances. Of several best moves one speaks
    /// for all: that they share a class is checked elsewhere.
    fn sees(&self, number: usize) -> BTreeMap<Class, i128> {
        let mut seen = BTreeMap::new();
        for (die, chance) in self.layout.dice() {
            let options = &self.layout.options(number, die);
            if let Ok(best) = called_best(&self.entries[number], die, options) {
                *seen.entry(self.class(options[best[0]].next)).or_default() += chance;
            }
        }
        seen
    }

    /// The findings at an entry, if it was shown to arise when it is said to, after a pass over all others
    /// that may show it.
    fn whether_it_arises(
        &self,
        number: usize,
        found: Result<Found, Claim>,
    ) -> Result<Found, Claim> {
        // All men off is the first position in canonical order.
        let is_start = number == 0;
        let arises = match self.entries[number].depth {
            None => !is_start,
            Some(0) => is_start,
            Some(_) => !is_start && self.arises[number].load(Ordering::Relaxed),
        };
        found.and_then(|found| arises.then_some(found).ok_or(Claim::Depth))
    }

    fn sum_up(&self, found: Vec<Result<Found, Claim>>) -> Result<Checked, CertificateFault> {
        let found = found.into_iter().enumerate();
        let found = found.map(|(number, found)| self.whether_it_arises(number, found));
        let found: Vec<Result<Found, Claim>> = found.collect();
        let faults = found.iter().enumerate();
        let faults = faults.filter_map(|(number, found)| Some((found.as_ref().err()?, number)));
        if let Some((what, number)) = faults.min_by_key(|(what, number)| (what.rank(), *number)) {
            return Err(CertificateFault::Claim {
                state: self.entries[number].state,
                what: what.clone(),
            });
        }

        let reachable_over = self.ends.iter().filter(|end| end.load(Ordering::Relaxed));
        let mut checked = Checked {
            counts: Counts {
                positions: self.entries.len() as u64,
                reachable: 0,
                over: self.layout.over() as u64,
                reachable_over: reachable_over.count() as u64,
                pairs: (self.entries.len() * Die::ALL.len()) as u64,
                decisions: 0,
                reachable_decisions: 0,
                moves: 0,
            },
            slack: 0,
            start: (self.entries[0].lower(), self.entries[0].upper()),
            ties: 0,
            closest: None,
        };
        for (number, found) in found.into_iter().flatten().enumerate() {
            let entry = &self.entries[number];
            let reachable = u64::from(entry.depth.is_some());
            checked.counts.reachable += reachable;
            checked.counts.decisions += found.decisions;
            checked.counts.reachable_decisions += reachable * found.decisions;
            checked.counts.moves += found.moves;
            checked.slack = checked.slack.max(entry.slack);
            checked.ties += found.ties;
            if let Some((margin, die)) = found.closest
                && checked.closest.is_none_or(|(least, ..)| margin < least)
            {
                checked.closest = Some((margin, number, die));
            }
        }
        Ok(checked)
    }
}

/// The options that an entry calls best; at least one.
fn called_best(entry: &Entry, die: Die, options: &[Choice]) -> Result<Best, Claim> {
    let bits = entry.best[die.index()];
    if bits == 0 && options[0].man.is_none() {
        return Ok(Best::from_iter([0]));
    }
    let is_called = |option: &Choice| option.man.is_some_and(|man| bits >> man & 1 == 1);
    let best: Best = (0..options.len())
        .filter(|&at| is_called(&options[at]))
        .collect();
    // Each bit is that of a man who can move, and there is one.
    if best.is_empty() || best.len() != bits.count_ones() as usize {
        return Err(Claim::NotLegal(die));
    }
    Ok(best)
}
