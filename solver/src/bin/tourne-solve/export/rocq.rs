//! Hints for `tests/theorem`, the Rocq checker of solution files.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Context as _, bail};
use tourne_solver::policies;
use tourne_solver::verify::{Certificate, Class, Entry, Layout, Next, make_certificate};
use tourne_solver::{Die, Solution};

/// Number of positions in a definition. Rocq reads a list by recursion, so this number limits the depth of the
/// recursion.
const POSITIONS_PER_DEFINITION: usize = 500;

/// Widths of the numbers in the two words of a hint, in bits. The first word packs a set of moves, a bound on the
/// number of throws to come, and a slack. The second word packs a class, a depth, and a slack.
const SLACK_BITS: u32 = 20;
const THROWS_BITS: u32 = 24;
const MOVES_BITS: u32 = 18;
const DEPTH_BITS: u32 = 10;
const CLASS_BITS: u32 = 32;

/// Writes a source file for Rocq with hints for the proof that a solution file is correct. For every legal position, in
/// canonical order, it has:
///
/// - the maximum distances of the true value below and above the value in the file;
/// - an upper bound on the expected number of throws to come, whatever the players do;
/// - the least number of throws after which the position can arise from the start;
/// - moves that show that other positions can arise;
/// - the class of positions with exactly the same value.
///
/// The hints need not be trusted: the checker in Rocq decides whether they are a proof.
pub(super) fn rocq(solution: &Solution) -> anyhow::Result<String> {
    let certificate = make_certificate(solution)?;
    let states = solution.states();
    let lengths = policies::lengths::whole(states.graph()).ok();
    let lengths = lengths.context("no bound was found on the length of games")?;
    let classes = Classes::of(&certificate);
    let shows = shows(&certificate);
    let mut text = format!(
        "(* Hints for the proof that the solution file of {} is right, written by tourne-solve export --to rocq. *)\n\
         From Coq Require Import List Uint63.\n\
         From Tourne Require Import Hints.\n\
         Import ListNotations.\n",
        solution.rules()
    );
    let mut parts = Vec::new();
    let numbered: Vec<_> = certificate.entries.iter().enumerate().collect();
    for (part, chunk) in numbered.chunks(POSITIONS_PER_DEFINITION).enumerate() {
        // Use `Eval vm_compute` so that the definition contains no machine integers.
        let _ = writeln!(
            text,
            "Definition hints_{part} := Eval vm_compute in hints ["
        );
        for (at, &(number, entry)) in (1..).zip(chunk) {
            let [lower, upper] = classes.bounds[&entry.class];
            let length = lengths[states.state_of_number(number)];
            let depth = i64::from(entry.depth.unwrap_or(0));
            let first = [
                (shows[number], MOVES_BITS),
                (length, THROWS_BITS),
                (entry.value - lower, SLACK_BITS),
            ];
            let second = [
                (classes.numbers[number], CLASS_BITS),
                (depth, DEPTH_BITS),
                (upper - entry.value, SLACK_BITS),
            ];
            let words = (word(first), word(second));
            let (Some(first), Some(second)) = words else {
                bail!(
                    "the hint of {} contains a number that is too large",
                    entry.state
                );
            };
            let end = if at == chunk.len() { "]%uint63." } else { ";" };
            let _ = writeln!(text, "{first:#x}; {second:#x}{end}");
        }
        parts.push(format!("hints_{part}"));
    }
    let _ = writeln!(text, "Definition all := concat [{}].", parts.join("; "));
    Ok(text)
}

/// Packs three numbers into a word, the first number in the highest bits. Each number is given with its width in bits.
/// Returns `None` if a number is negative or too large for its width.
fn word(parts: [(i64, u32); 3]) -> Option<u64> {
    parts.into_iter().try_fold(0, |word, (number, bits)| {
        let number = u64::try_from(number).ok()?;
        (number >> bits == 0).then_some(word << bits | number)
    })
}

/// Returns a set of moves for each position, as bits. The moves show that the positions after them can arise from the
/// start. All sets together have exactly one move to every position that can arise, except the start. Each die has
/// three bits, one for each man; a pass uses the first of the three.
fn shows(certificate: &Certificate) -> Vec<i64> {
    let layout = Layout::new(certificate.rules);
    let depths: Vec<_> = certificate
        .entries
        .iter()
        .map(|entry| entry.depth)
        .collect();
    let mut is_shown = vec![false; depths.len()];
    let mut shows = vec![0; depths.len()];
    for (number, depth) in depths.iter().enumerate() {
        let Some(depth) = depth else { continue };
        for (die, place) in Die::ALL.into_iter().zip((0..).step_by(3)) {
            for choice in layout.options(number, die) {
                if let Next::Position(next) = choice.next
                    && depths[next as usize] == Some(depth + 1)
                    && !std::mem::replace(&mut is_shown[next as usize], true)
                {
                    shows[number] |= 1 << (place + choice.man.unwrap_or(0));
                }
            }
        }
    }
    shows
}

/// Classes of positions with exactly equal values. The bounds of a class are the intersection of the bounds of its
/// members.
struct Classes {
    bounds: BTreeMap<Class, [i64; 2]>,
    numbers: Vec<i64>,
}

impl Classes {
    fn of(certificate: &Certificate) -> Self {
        let mut bounds: BTreeMap<Class, [i64; 2]> = BTreeMap::new();
        let mut members: BTreeMap<Class, usize> = BTreeMap::new();
        for entry in &certificate.entries {
            let own = [entry.value - entry.slack, entry.value + entry.slack];
            let shared = bounds.entry(entry.class).or_insert(own);
            *shared = match entry.class {
                // All members have exactly the value of this loss or win.
                Class::Lost(_) | Class::Won(_) => [entry.value; 2],
                Class::Entry(_) => [shared[0].max(own[0]), shared[1].min(own[1])],
            };
            *members.entry(entry.class).or_default() += 1;
        }
        // If no two positions are proven equal, no position needs a class, and all numbers are 0.
        let ties = members
            .iter()
            .any(|(class, &count)| matches!(class, Class::Entry(_)) && count > 1);
        let number = |entry: &Entry| match entry.class {
            Class::Entry(number) if ties => i64::from(number) + 1,
            _ => 0,
        };
        let numbers = certificate.entries.iter().map(number).collect();
        Self { bounds, numbers }
    }
}
