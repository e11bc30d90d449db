//! Checks a certificate in one pass over its entries, in integers, by the literal rules.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use arrayvec::ArrayVec;
use rayon::prelude::*;

use super::certificate::{Certificate, Class, Entry, TICKS};
use super::layout::{Layout, Next, NumberedMove};
use super::literal::State;
use crate::game::{Die, Rules};
use crate::solution::Counts;

/// Findings of a successful check.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// Counts of positions, of pairs of position and die, and of moves.
    pub counts: Counts,
    /// Largest slack of any value, in ticks.
    pub slack: i64,
    /// Number of pairs of position and die with several best moves, which have exactly the same value.
    pub ties: u64,
    /// The smallest difference in value between a best move and a move that is not best, in ticks, with the number of
    /// the entry and the die. `None` if all moves are best. Each of the two values may be off by its slack.
    pub closest: Option<(i64, usize, Die)>,
}

/// Error of checking a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what each error means")]
pub enum CertificateFault {
    #[error("the certificate is for the rules {found}, but the check is for the rules {expected}")]
    OtherRules { expected: Rules, found: Rules },
    #[error("entry {number} should be for {}, but is {}", or_none(.expected.as_ref()), or_none(.found.as_ref()))]
    Position {
        number: usize,
        expected: Option<State>,
        found: Option<State>,
    },
    #[error("{state}: {what}")]
    Claim { state: State, what: Claim },
}

fn or_none(state: Option<&State>) -> String {
    state.map_or_else(|| "none".to_owned(), State::to_string)
}

/// A claim that an entry makes, but that the check does not confirm.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what each error means")]
pub enum Claim {
    #[error("its slack is negative, or a bound of its value is outside -4 to 4 points")]
    Range,
    #[error("its lower bound does not follow from the bounds after each throw")]
    Lower,
    #[error("its upper bound does not follow from the bounds after each throw")]
    Upper,
    #[error("with a {}, a best move is not legal, or no best move is given", .0.number())]
    NotLegal(Die),
    #[error("with a {}, another move is not proven worse than the best moves", .0.number())]
    NotBest(Die),
    #[error("with a {}, several best moves are not proven equal in value", .0.number())]
    NotEqual(Die),
    #[error(
        "its value is not proven equal to that of the position or the end that is given as its class"
    )]
    Class,
    #[error(
        "with every die, some move leads to a position of equal or higher rank, so play is not proven to end"
    )]
    Rank,
    #[error(
        "its depth says that it can arise from the start, but {0}, to which it leads, has no depth, or one greater by more than 1"
    )]
    LeadsOn(State),
    #[error(
        "its depth is wrong: only the start has depth 0, and every other position must follow one whose depth is less by 1"
    )]
    Depth,
}

impl Claim {
    /// Returns the rank by which faults are reported, the lowest first. Faults that may follow from wrong claims about
    /// other entries come last.
    fn rank(&self) -> u8 {
        match self {
            Claim::LeadsOn(_) => 1,
            Claim::Class | Claim::Depth => 2,
            _ => 0,
        }
    }
}

/// Indices of the best moves among the legal moves.
type Best = ArrayVec<usize, 3>;

/// Numbers of decisions, moves and ties in the position of one entry, and its decision with the smallest margin.
#[derive(Default)]
struct Found {
    decisions: u64,
    moves: u64,
    ties: u64,
    closest: Option<(i64, Die)>,
}

/// Checks every claim of a certificate, in integers and by the literal rules, which `layout` lays out. A layout can be
/// used for any number of certificates of its rule set.
///
/// # Errors
///
/// The first [`CertificateFault`] in the order of entries. Faults that may follow from other faults come last.
///
/// ```
/// use tourne_solver::{Rules, solve, verify};
///
/// let layout = verify::Layout::new(Rules::STANDARD);
/// let solution = solve(Rules::STANDARD)?.solution;
/// let mut certificate = verify::make_certificate(&solution)?;
/// let checked = verify::check(&layout, &certificate)?;
/// assert_eq!((checked.counts.positions, checked.ties), (52_347, 0));
///
/// // Add one tick more than the slack to a value: the bounds of some position then fail.
/// certificate.entries[0].value += certificate.entries[0].slack + 1;
/// assert!(verify::check(&layout, &certificate).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(layout: &Layout, certificate: &Certificate) -> Result<Checked, CertificateFault> {
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
    /// For each position, `true` once a legal move to it has been found from a position whose depth is 1 less.
    arises: Vec<AtomicBool>,
    /// For each end, `true` once a legal move to it has been found from a position that can arise from the start.
    ends: Vec<AtomicBool>,
}

impl<'a> Checker<'a> {
    /// Makes a checker. Returns an error unless the certificate has the rule set of the layout, and one entry for each
    /// legal position, in canonical order.
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
        let unseen = |count| (0..count).map(|_| AtomicBool::new(false)).collect();
        Ok(Checker {
            layout,
            entries,
            arises: unseen(entries.len()),
            ends: unseen(layout.over),
        })
    }

    fn next(&self, number: u32) -> &Entry {
        &self.entries[number as usize]
    }

    /// Returns the lower and upper bound of the value of a move to the mover, in ticks.
    fn worth(&self, next: Next) -> (i128, i128) {
        match next {
            Next::Position(number) => (-self.next(number).upper(), -self.next(number).lower()),
            Next::Won { points, .. } => {
                let ticks = i128::from(points) * i128::from(TICKS);
                (ticks, ticks)
            }
        }
    }

    /// Returns the class of the position or end after a move, from the view of the opponent, who is then on roll.
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
        if entry.lower() * self.layout.total > from_uppers {
            return Err(Claim::Lower);
        }
        if entry.upper() * self.layout.total < from_lowers {
            return Err(Claim::Upper);
        }
        if !ends_sooner {
            return Err(Claim::Rank);
        }
        self.check_class(number)?;
        Ok(found)
    }

    /// Checks that the best moves of an entry with this die are proven best. Counts moves, decisions and ties in
    /// `found`, and updates the smallest margin there.
    fn best_moves(
        &self,
        entry: &Entry,
        die: Die,
        options: &[NumberedMove],
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

    /// If the entry has a depth, checks the depths of the positions after its moves. Marks the positions whose depth
    /// this proves, and the ends that can arise.
    fn arising(&self, entry: &Entry, options: &[NumberedMove]) -> Result<(), Claim> {
        let Some(depth) = entry.depth else {
            return Ok(());
        };
        for option in options {
            match option.next {
                Next::Position(next) => {
                    // Refuse a depth that overflows: if it were capped, two positions of the greatest depth could prove
                    // each other.
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

    /// Checks the class of an entry. If it is [`Class::Entry`] with the number of another entry, that entry must have
    /// the same class, and the best moves of both must lead to the same classes with the same chances. If it is
    /// [`Class::Lost`], all best moves must lead to [`Class::Won`] with the same points, since a move changes the
    /// player on roll. If it is [`Class::Won`], they must all lead to [`Class::Lost`] with the same points.
    fn check_class(&self, number: usize) -> Result<(), Claim> {
        let class = self.entries[number].class;
        let sees = || self.sees(number);
        let total = self.layout.total;
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

    /// Returns the classes to which the best moves of an entry lead, with their chances. One best move per die is
    /// enough: [`best_moves`](Checker::best_moves) checks that all lead to the same class.
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

    /// Returns `true` if the depth of the entry is proven. All entries must have been checked beforehand, because any
    /// entry may prove the depth.
    fn is_depth_proven(&self, number: usize) -> bool {
        // All men off is the first position in canonical order.
        let is_start = number == 0;
        match self.entries[number].depth {
            None => !is_start,
            Some(0) => is_start,
            Some(_) => !is_start && self.arises[number].load(Ordering::Relaxed),
        }
    }

    fn sum_up(&self, mut found: Vec<Result<Found, Claim>>) -> Result<Checked, CertificateFault> {
        for (number, found) in found.iter_mut().enumerate() {
            if found.is_ok() && !self.is_depth_proven(number) {
                *found = Err(Claim::Depth);
            }
        }
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
                over: self.layout.over as u64,
                reachable_over: reachable_over.count() as u64,
                pairs: (self.entries.len() * Die::ALL.len()) as u64,
                decisions: 0,
                reachable_decisions: 0,
                moves: 0,
            },
            slack: 0,
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

/// Returns the moves with this die that the entry claims to be best, as indices in `options`. Returns an error if the
/// entry names an illegal move, or none although a man can move. If no man can move, the pass is best.
fn called_best(entry: &Entry, die: Die, options: &[NumberedMove]) -> Result<Best, Claim> {
    let bits = entry.best[die.index()];
    if bits == 0 && options[0].man.is_none() {
        return Ok(Best::from_iter([0]));
    }
    let is_called = |option: &NumberedMove| option.man.is_some_and(|man| bits >> man & 1 == 1);
    let best: Best = (0..options.len())
        .filter(|&at| is_called(&options[at]))
        .collect();
    // At least one bit must be set, and each must stand for a man that can move.
    if best.is_empty() || best.len() != bits.count_ones() as usize {
        return Err(Claim::NotLegal(die));
    }
    Ok(best)
}
