//! The check of a certificate: one pass over its entries, in integers, by the literal rules.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::{Certificate, Class, Entry, TICKS};
use crate::game::Die;
use crate::literal::{
    LiteralMove, Man, State, Switches, after_pass, chances, legal_moves, legal_setups, lost_setups,
    man_that_moves,
};
use crate::solution::Counts;

/// What a certificate proves besides its own claims.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// How many positions, throws and moves there are.
    pub counts: Counts,
    /// The largest slack, in ticks.
    pub slack: i64,
    /// Pairs of position and die with several best moves, exactly equal.
    pub ties: u64,
    /// By how many ticks the values of the best move and the next differ at least, with the entry and
    /// the die where they do.
    pub closest: Option<(i64, usize, Die)>,
}

/// A claim that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// There is not one entry for each legal position, in order.
    #[error("entry {number} should be for {}, but is {}", or_none(.expected.as_ref()), or_none(.found.as_ref()))]
    Position {
        /// The number of the entry.
        number: usize,
        /// The legal position that should stand there.
        expected: Option<State>,
        /// The position that stands there.
        found: Option<State>,
    },
    /// Something is wrong with the claims of a position.
    #[error("{state}: {what}")]
    Claim {
        /// The position.
        state: State,
        /// What does not hold.
        what: Claim,
    },
}

fn or_none(state: Option<&State>) -> String {
    state.map_or_else(|| "none".to_owned(), State::to_string)
}

/// A claim of one entry that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Claim {
    /// The value or the slack is no number of points that can be.
    #[error("its value and slack are not those of a position")]
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
    /// Moves that are called equal are not shown to be.
    #[error("with a {} moves are called equal that are not shown to be", .0.number())]
    NotEqual(Die),
    /// It is not shown to be equal to what it is said to equal.
    #[error("it is not shown to be equal in value to what its class says")]
    Class,
    /// Play is not shown to end.
    #[error("no die leads only to positions of lower rank, so play is not shown to end")]
    Rank,
    /// It is said to arise, and what comes after it is not, or too late.
    #[error("it can arise from the start and leads to {0}, which is said not to, or later")]
    LeadsOn(State),
    /// It is not shown to arise when it is said to.
    #[error("it is said to arise from the start, or to be the start, and is not shown to")]
    Depth,
}

impl Claim {
    /// What is wrong in itself comes before what may only follow from wrong claims about others.
    fn rank(&self) -> u8 {
        match self {
            Claim::LeadsOn(_) => 1,
            Claim::Class | Claim::Depth => 2,
            _ => 0,
        }
    }
}

/// Where a move leads.
#[derive(Clone, Copy)]
enum Next {
    /// To the entry of this number.
    Entry(usize),
    /// To the end, with so many points to the mover.
    Won(u32),
}

/// A legal move, with who makes it; nobody if it is a pass.
struct Choice {
    man: Option<Man>,
    next: Next,
}

/// What was found at one entry.
#[derive(Default)]
struct Found {
    decisions: u64,
    moves: u64,
    ties: u64,
    closest: Option<(i64, Die)>,
    /// Ends to which moves of a position that can arise lead.
    ends: Vec<State>,
}

/// Checks a certificate.
///
/// # Errors
///
/// The first [`Fault`], by the order of the entries; what may only follow from others comes last.
///
/// ```
/// use tourne_solver::{certificate, game::Rules, solve::solve};
///
/// let solution = solve(Rules::STANDARD, &mut |_| ())?.solution;
/// let mut certificate = certificate::make(&solution)?;
/// let checked = certificate::check(&certificate)?;
/// assert_eq!((checked.counts.positions, checked.ties), (52_347, 0));
///
/// // One tick more than the slack allows, and the bounds of some position fail.
/// certificate.entries[0].value += certificate.entries[0].slack + 1;
/// assert!(certificate::check(&certificate).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(certificate: &Certificate) -> Result<Checked, Fault> {
    let checker = Checker::new(certificate)?;
    let found: Vec<Result<Found, Claim>> = (0..certificate.entries.len())
        .into_par_iter()
        .map(|number| checker.entry(number))
        .collect();
    checker.sum_up(found)
}

struct Checker<'a> {
    switches: Switches,
    entries: &'a [Entry],
    chances: [i128; 6],
    total: i128,
    /// Whether each position was seen to arise from one that can arise a throw earlier.
    arises: Vec<AtomicBool>,
}

impl<'a> Checker<'a> {
    /// Makes sure that there is an entry for each legal position, in order.
    fn new(certificate: &'a Certificate) -> Result<Checker<'a>, Fault> {
        let switches = Switches::from(certificate.rules);
        let entries = &certificate.entries;
        let legal = legal_setups(switches);
        for number in 0..legal.len().max(entries.len()) {
            let expected = legal.get(number).copied();
            let found = entries.get(number).map(|entry| entry.state);
            if expected != found {
                return Err(Fault::Position {
                    number,
                    expected,
                    found,
                });
            }
        }
        let chances = Die::ALL.map(|die| i128::from(chances(switches, die.number())));
        Ok(Checker {
            switches,
            entries,
            chances,
            total: chances.iter().sum(),
            arises: entries.iter().map(|_| AtomicBool::new(false)).collect(),
        })
    }

    /// The entry of a state, by the order that was checked.
    fn number(&self, state: &State) -> usize {
        let number = self
            .entries
            .binary_search_by(|entry| entry.state.cmp(state));
        number.expect("a legal move leaves a legal position")
    }

    /// What can be done with a die: the legal moves, or a pass.
    fn options(&self, state: &State, die: Die) -> Vec<Choice> {
        let moves = legal_moves(self.switches, state, die.number());
        if moves.is_empty() {
            let next = Next::Entry(self.number(&after_pass(state)));
            return vec![Choice { man: None, next }];
        }
        let option = |LiteralMove {
                          from, after, won, ..
                      }: &LiteralMove| Choice {
            man: Some(man_that_moves(state.own, *from)),
            next: won.map_or_else(|| Next::Entry(self.number(after)), Next::Won),
        };
        moves.iter().map(option).collect()
    }

    /// The least and the most that a move is worth to the mover, in ticks.
    fn worth(&self, next: Next) -> (i128, i128) {
        match next {
            Next::Entry(number) => (-self.entries[number].upper(), -self.entries[number].lower()),
            Next::Won(points) => {
                let ticks = i128::from(points) * i128::from(TICKS);
                (ticks, ticks)
            }
        }
    }

    /// What a move leaves to the opponent is equal to.
    fn class(&self, next: Next) -> Class {
        match next {
            Next::Entry(number) => self.entries[number].class,
            Next::Won(points) => Class::Lost(points as u8),
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
        for (die, chance) in Die::ALL.into_iter().zip(self.chances) {
            let options = self.options(&entry.state, die);
            let worths: Vec<(i128, i128)> = options
                .iter()
                .map(|option| self.worth(option.next))
                .collect();
            // The player can have the greatest of the least, and no more than the greatest of the most.
            from_uppers += chance * worths.iter().map(|&(least, _)| least).max().unwrap_or(0);
            from_lowers += chance * worths.iter().map(|&(_, most)| most).max().unwrap_or(0);
            self.best_moves(entry, die, &options, &worths, &mut found)?;
            ends_sooner |= options.iter().all(|option| match option.next {
                Next::Entry(next) => self.entries[next].rank < entry.rank,
                Next::Won(_) => true,
            });
            self.arising(entry, die, &options, &mut found)?;
        }
        if entry.lower() * self.total > from_uppers {
            return Err(Claim::Lower);
        }
        if entry.upper() * self.total < from_lowers {
            return Err(Claim::Upper);
        }
        if !ends_sooner {
            return Err(Claim::Rank);
        }
        self.check_class(number)?;
        Ok(found)
    }

    /// Whether the moves that are called best are, and no others.
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

    /// Whether what comes after a position that can arise is said to arise in time.
    fn arising(
        &self,
        entry: &Entry,
        die: Die,
        options: &[Choice],
        found: &mut Found,
    ) -> Result<(), Claim> {
        let Some(depth) = entry.depth else {
            return Ok(());
        };
        for option in options {
            match option.next {
                Next::Entry(next) => match self.entries[next].depth {
                    Some(later) if later <= depth.saturating_add(1) => {
                        if later == depth.saturating_add(1) {
                            self.arises[next].store(true, Ordering::Relaxed);
                        }
                    }
                    _ => return Err(Claim::LeadsOn(self.entries[next].state)),
                },
                Next::Won(_) => {
                    let moves = legal_moves(self.switches, &entry.state, die.number());
                    let winning = moves.iter().filter(|play| play.won.is_some());
                    found.ends.extend(winning.map(|play| play.after));
                }
            }
        }
        Ok(())
    }

    /// Whether an entry sees the same behind its best moves as what it is said to equal.
    fn check_class(&self, number: usize) -> Result<(), Claim> {
        let class = self.entries[number].class;
        let sees = || self.sees(number);
        let is_shown = match class {
            Class::Entry(other) if other as usize == number => true,
            Class::Entry(other) => {
                let other_class = self.entries.get(other as usize).map(|entry| entry.class);
                other_class == Some(class) && sees() == self.sees(other as usize)
            }
            Class::Lost(points) => sees() == BTreeMap::from([(Class::Won(points), self.total)]),
            Class::Won(points) => sees() == BTreeMap::from([(Class::Lost(points), self.total)]),
        };
        is_shown.then_some(()).ok_or(Claim::Class)
    }

    /// The classes behind an entry's best moves, with their chances. Of several best moves one speaks
    /// for all: that they share a class is checked elsewhere.
    fn sees(&self, number: usize) -> BTreeMap<Class, i128> {
        let entry = &self.entries[number];
        let mut seen = BTreeMap::new();
        for (die, chance) in Die::ALL.into_iter().zip(self.chances) {
            let options = self.options(&entry.state, die);
            if let Ok(best) = called_best(entry, die, &options) {
                *seen.entry(self.class(options[best[0]].next)).or_default() += chance;
            }
        }
        seen
    }

    fn sum_up(&self, found: Vec<Result<Found, Claim>>) -> Result<Checked, Fault> {
        let start = State::parse("000/000");
        let found = found.into_iter().enumerate().map(|(number, found)| {
            let entry = &self.entries[number];
            let is_start = entry.state == start;
            let arises = match entry.depth {
                None => !is_start,
                Some(0) => is_start,
                Some(_) => !is_start && self.arises[number].load(Ordering::Relaxed),
            };
            found.and_then(|found| arises.then_some(found).ok_or(Claim::Depth))
        });
        let found: Vec<Result<Found, Claim>> = found.collect();
        let faults = found.iter().enumerate();
        let faults = faults.filter_map(|(number, found)| Some((found.as_ref().err()?, number)));
        if let Some((what, number)) = faults.min_by_key(|(what, number)| (what.rank(), *number)) {
            return Err(Fault::Claim {
                state: self.entries[number].state,
                what: what.clone(),
            });
        }

        let mut checked = Checked {
            counts: Counts {
                positions: self.entries.len() as u64,
                reachable: 0,
                over: lost_setups(self.switches).len() as u64,
                reachable_over: 0,
                pairs: (self.entries.len() * Die::ALL.len()) as u64,
                decisions: 0,
                reachable_decisions: 0,
                moves: 0,
            },
            slack: 0,
            ties: 0,
            closest: None,
        };
        let mut ends = BTreeSet::new();
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
            ends.extend(found.ends);
        }
        checked.counts.reachable_over = ends.len() as u64;
        Ok(checked)
    }
}

/// Which of the options an entry calls best; at least one.
fn called_best(entry: &Entry, die: Die, options: &[Choice]) -> Result<Vec<usize>, Claim> {
    let bits = entry.best[usize::from(die.number()) - 1];
    if bits == 0 && options[0].man.is_none() {
        return Ok(vec![0]);
    }
    let men = (0..3).filter(|bit| bits >> bit & 1 == 1);
    let place = |bit: usize| {
        let man = entry.man(bit);
        let is_first = !entry.state.own[..bit].contains(&man);
        let place = options.iter().position(|option| option.man == Some(man));
        place.filter(|_| is_first).ok_or(Claim::NotLegal(die))
    };
    let best: Vec<usize> = men.map(place).collect::<Result<_, Claim>>()?;
    if best.is_empty() || bits > 0b111 {
        return Err(Claim::NotLegal(die));
    }
    Ok(best)
}
