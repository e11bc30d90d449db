//! Solution files with a right checksum and wrong contents: only verification can notice.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use tourne_solver::file::{Damage, decode};
use tourne_solver::verify::{
    CertificateFault, Claim, Layout, NoCertificate, Wrong, make_certificate, verify, verify_on,
};
use tourne_solver::{Die, Findings, Position, Rules, Solution};

use super::certificate::vouching;
use crate::commands::assert_says;
use crate::solution_bytes::{
    DECISIONS, DICE, MOVES, OVER, OVERSHOOT, REACHABLE, REACHABLE_DECISIONS, REACHABLE_OVER,
    REENTRY, STAKES, SolutionBytes,
};

/// Unit of the values in the files of these tests, which are multiples of it.
const GRAIN: f64 = 1.0 / (1_u64 << 53) as f64;
/// The flag of positions that can arise.
const REACHABLE_FLAG: u32 = 1 << 31;

/// A committed solution as bytes that can be altered, with the layout of its rules.
struct Sound {
    bytes: SolutionBytes,
    solution: Solution,
    positions: Vec<Position>,
    layout: Layout,
}

static STANDARD: LazyLock<Sound> = LazyLock::new(|| Sound::of(Rules::STANDARD));
static FORCED_ENTRY: LazyLock<Sound> = LazyLock::new(|| Sound::of(Rules::FORCED_ENTRY));
static ENTRY_FIRST: LazyLock<Sound> = LazyLock::new(|| Sound::of(Rules::ENTRY_FIRST));
static DOUBLE_WIN: LazyLock<Sound> = LazyLock::new(|| Sound::of(Rules::DOUBLE_WIN));

/// Returns the file of the standard game, and that of `entry-first`, which has ties, an entry duty, and positions that
/// are lost for certain.
fn both_sound() -> [&'static Sound; 2] {
    [&STANDARD, &ENTRY_FIRST]
}

/// A pair of position and die, with the men that can move and the best of them, as bits.
#[derive(Clone, Copy, Debug)]
struct Throw {
    number: usize,
    position: Position,
    die: Die,
    able: u32,
    best: u32,
}

impl Sound {
    /// Reads the committed file of these rules.
    fn of(rules: Rules) -> Sound {
        let bytes = SolutionBytes::committed(&rules.to_string());
        let solution = decode(&bytes.0).expect("the file is sound").on_trust();
        let positions = solution.index().positions().collect();
        Sound {
            bytes,
            layout: Layout::new(solution.rules()),
            solution,
            positions,
        }
    }

    /// Verifies the file after an alteration.
    fn verified(&self, alter: impl FnOnce(&mut SolutionBytes)) -> Result<Findings, Wrong> {
        let mut bytes = self.bytes.clone();
        alter(&mut bytes);
        let altered = decode(&bytes.sealed()).expect("nothing but the mathematics is wrong");
        if altered.rules() == self.solution.rules() {
            verify_on(&self.layout, &altered)
        } else {
            verify(altered).map(|(_, findings)| findings)
        }
    }

    #[track_caller]
    fn wrong(&self, alter: impl FnOnce(&mut SolutionBytes)) -> Wrong {
        self.verified(alter).expect_err("the file is wrong")
    }

    fn last(&self) -> usize {
        self.positions.len() - 1
    }

    fn is_reachable(&self, number: usize) -> bool {
        self.bytes.best(number) & REACHABLE_FLAG != 0
    }

    /// Returns the first and the last position that cannot arise from the start.
    fn unreachable(&self) -> [usize; 2] {
        let mut all = (0..self.positions.len()).filter(|&number| !self.is_reachable(number));
        let first = all.next().expect("some positions cannot arise");
        [first, all.next_back().expect("more than one cannot arise")]
    }

    /// Returns positions from the whole file: the first, the middle, the last, and two unreachable positions.
    fn sample(&self) -> Vec<usize> {
        let mut sample = vec![0, self.last() / 2, self.last()];
        sample.extend(self.unreachable());
        sample
    }

    fn throws(&self) -> impl DoubleEndedIterator<Item = Throw> {
        let throws = self.positions.iter().enumerate();
        throws.flat_map(|(number, &position)| {
            Die::ALL.map(|die| {
                let plays = self.solution.rules().plays(position, die);
                let men = plays.iter().filter_map(|play| play.man);
                Throw {
                    number,
                    position,
                    die,
                    able: men.map(|man| 1 << man).sum(),
                    best: self.bytes.best(number) >> shift(die) & 0b111,
                }
            })
        })
    }

    /// Asserts that other best moves for a throw are refused, naming position and die.
    #[track_caller]
    fn assert_best_moves_refused(&self, throw: Throw, men: u32) {
        assert_ne!(men, throw.best, "this alters nothing: {throw:?}");
        let wrong = self.wrong(|bytes| {
            let others = bytes.best(throw.number) & !(0b111 << shift(throw.die));
            bytes.put_best(throw.number, others | men << shift(throw.die));
        });
        let Throw { position, die, .. } = throw;
        let Wrong::Refuted(CertificateFault::Claim { state, what }) = &wrong else {
            panic!("{wrong:?}");
        };
        assert_eq!(state.to_string(), position.to_string());
        let of_die = [Claim::NotLegal, Claim::NotBest, Claim::NotEqual].map(|claim| claim(die));
        assert!(of_die.contains(what), "{wrong:?}");
        let with_die = format!("with a {}", die.number());
        assert_message(&wrong, &[&position.to_string(), &with_die]);
    }
}

fn shift(die: Die) -> u32 {
    4 * (u32::from(die.number()) - 1)
}

/// Returns the bit of the lowest man in `men`.
fn lowest(men: u32) -> u32 {
    men & men.wrapping_neg()
}

#[track_caller]
fn assert_message(wrong: &Wrong, parts: &[&str]) {
    assert_says(&wrong.to_string(), parts);
}

// ---- Files that are accepted

#[test]
fn the_proven_error_bound_is_accepted_and_a_larger_one_up_to_sixteen_times() {
    for sound in [&STANDARD, &FORCED_ENTRY, &ENTRY_FIRST] {
        let proven = sound.bytes.error_bound();
        for bound in [proven, 16.0 * proven] {
            let findings = sound.verified(|bytes| bytes.put_error_bound(bound));
            let findings = findings.expect("values are as good as it says");
            assert_eq!(findings.error_bound.to_bits(), proven.to_bits());
            let tied = sound.throws().filter(|throw| throw.best.count_ones() > 1);
            assert_eq!(findings.ties, tied.count());
        }
        // A bound that hides how good the values are is refused.
        for claimed in [(16.0 * proven).next_up(), 1.0] {
            let wrong = sound.wrong(|bytes| bytes.put_error_bound(claimed));
            assert_eq!(wrong, Wrong::LooseBound { proven, claimed });
            assert_message(&wrong, &[&format!("{proven:e}"), &format!("{claimed:e}")]);
        }
    }
}

#[test]
fn a_value_moved_by_little_is_accepted_once_the_error_bound_allows_it() {
    let sound = &STANDARD;
    for number in sound.sample() {
        let alter = |bytes: &mut SolutionBytes, bound: f64| {
            bytes.put_value(number, bytes.value(number) + 900.0 * GRAIN);
            bytes.put_error_bound(bound);
        };
        // The refusal of a bound that is too large names the bound that is proven.
        let wrong = sound.wrong(|bytes| alter(bytes, 1.0));
        let Wrong::LooseBound { proven, .. } = wrong else {
            panic!("{wrong:?}");
        };
        assert!(proven > 900.0 * GRAIN && proven < 1e-10, "{proven}");
        let findings = sound.verified(|bytes| alter(bytes, proven));
        let findings = findings.expect("the values are proven to within this bound");
        assert_eq!(findings.error_bound.to_bits(), proven.to_bits());
    }
}

// ---- Values

/// Returns `value - by` and `value + by`, with `by` rounded to a multiple of [`GRAIN`]. A value beyond 0 to 1, which no
/// file can hold, is left out.
fn moved(value: f64, by: f64) -> Vec<f64> {
    let by = (by / GRAIN).round() * GRAIN;
    let mut moved = vec![value - by, value + by];
    moved.retain(|moved| (0.0..=1.0).contains(moved));
    assert!(!moved.is_empty(), "{value} cannot be moved by {by}");
    moved
}

#[test]
fn a_value_moved_by_three_error_bounds_or_more_is_refused_by_its_name() {
    for sound in both_sound() {
        let bound = sound.bytes.error_bound();
        for number in sound.sample() {
            for by in [3.0 * bound, 0.01] {
                for value in moved(sound.bytes.value(number), by) {
                    let wrong = sound.wrong(|bytes| bytes.put_value(number, value));
                    let Wrong::Equation { position, off, .. } = wrong else {
                        panic!("{wrong:?}");
                    };
                    let expected = sound.positions[number];
                    // If the opponent can do nothing but pass, its position is off by just as much.
                    let is_named = position == expected
                        || position == expected.flipped() && only_passes(sound, position);
                    assert!(is_named, "{position} is named instead of {expected}");
                    // The equation is off by more than `by` if some move leads back to the same position.
                    assert!((by - bound..2.0 * by + bound).contains(&off), "{off}");
                    assert_message(
                        &wrong,
                        &[&position.to_string(), "more than its error bound"],
                    );
                }
            }
        }
    }
}

fn only_passes(sound: &Sound, position: Position) -> bool {
    let rules = sound.solution.rules();
    let plays = |die| rules.plays(position, die);
    Die::ALL.into_iter().all(|die| plays(die)[0].man.is_none())
}

#[test]
fn a_wrong_value_is_refused_also_with_the_largest_error_bound() {
    for number in STANDARD.sample() {
        let wrong = STANDARD.wrong(|bytes| {
            bytes.put_value(number, moved(bytes.value(number), 0.01)[0]);
            bytes.put_error_bound(1.0);
        });
        let is_unproven = matches!(wrong, Wrong::NoCertificate(NoCertificate::Unproven(_)));
        assert!(is_unproven, "{wrong:?}");
    }
}

// ---- The error bound

#[test]
fn a_smaller_error_bound_is_accepted_if_it_can_be_proven() {
    for sound in both_sound() {
        let proven = sound.bytes.error_bound();
        // The first claim that is too small is refused, and the refusal names the least bound that can be proven.
        let mut claims = std::iter::successors(Some(proven), |claimed| Some(0.75 * claimed));
        let refused = claims.find_map(|claimed| {
            let verified = sound.verified(|bytes| bytes.put_error_bound(claimed));
            verified.err()
        });
        let Some(Wrong::ErrorBound { proven: least, .. }) = refused else {
            panic!("{refused:?}");
        };
        // Sweeps stop at slacks that are a few percent larger than necessary.
        assert!(least < 0.99 * proven, "{least:e} {proven:e}");
        for claimed in [proven.next_down(), f64::midpoint(least, proven), least] {
            let findings = sound.verified(|bytes| bytes.put_error_bound(claimed));
            let findings = findings.expect("values are as good as it says");
            assert!((least..=claimed).contains(&findings.error_bound));
        }
        let claimed = least.next_down();
        let wrong = sound.wrong(|bytes| bytes.put_error_bound(claimed));
        let Wrong::ErrorBound {
            proven: named,
            claimed: refused,
            ..
        } = wrong
        else {
            panic!("{wrong:?}");
        };
        assert_eq!((named, refused), (least, claimed));
        assert_message(&wrong, &[&format!("{least:e}"), &format!("{claimed:e}")]);
        for nothing in [0.0, f64::MIN_POSITIVE] {
            let wrong = sound.wrong(|bytes| bytes.put_error_bound(nothing));
            assert!(matches!(wrong, Wrong::Equation { .. }), "{wrong:?}");
        }
    }
}

// ---- Best moves

/// The false best moves are a worse move instead of the best move, a worse move beside it, no move, or men that cannot
/// move. The throws are the first and the last with such a move, and the first of an unreachable position.
#[test]
fn other_moves_called_best_are_refused() {
    let worse = |throw: &Throw| lowest(throw.able & !throw.best);
    let unable = |throw: &Throw| lowest(!throw.able & 0b111);
    for sound in both_sound() {
        let such = || sound.throws().filter(|throw| worse(throw) != 0);
        let throw = such().next().expect("there is a worse move");
        for men in [worse(&throw), throw.best | worse(&throw), 0] {
            sound.assert_best_moves_refused(throw, men);
        }
        let throw = such().next_back().expect("there is a worse move");
        sound.assert_best_moves_refused(throw, throw.best | worse(&throw));
        let throw = such().find(|throw| !sound.is_reachable(throw.number));
        let throw = throw.expect("some positions cannot arise");
        sound.assert_best_moves_refused(throw, throw.best | worse(&throw));

        let partly = |throw: &Throw| throw.able != 0 && unable(throw) != 0;
        let throw = sound.throws().find(partly).expect("some men cannot move");
        for men in [unable(&throw), throw.best | unable(&throw)] {
            sound.assert_best_moves_refused(throw, men);
        }
        let throw = sound.throws().find(|throw| throw.able == 0);
        sound.assert_best_moves_refused(throw.expect("a pass"), 0b100);
    }
}

// ---- Flags and counts

#[test]
fn a_flipped_reachable_flag_is_refused() {
    for sound in both_sound() {
        for number in sound.sample() {
            let wrong = sound.wrong(|bytes| {
                bytes.put_best(number, bytes.best(number) ^ REACHABLE_FLAG);
            });
            let position = sound.positions[number];
            let is_found = match &wrong {
                Wrong::NoCertificate(NoCertificate::NeverArises(named)) => {
                    *named == position && !sound.is_reachable(number)
                }
                Wrong::Refuted(CertificateFault::Claim { what, .. }) => {
                    matches!(what, Claim::LeadsOn(_) | Claim::Depth) && sound.is_reachable(number)
                }
                _ => false,
            };
            assert!(is_found, "{wrong:?}");
            assert_message(&wrong, &[&position.to_string()]);
        }
    }
}

/// Sets the flags of these positions, and changes the counts in the header to agree with them.
fn put_flags(sound: &Sound, bytes: &mut SolutionBytes, set: &[usize]) {
    let rules = sound.solution.rules();
    for &number in set {
        bytes.put_best(number, bytes.best(number) | REACHABLE_FLAG);
    }
    let flagged = |number: usize| bytes.best(number) & REACHABLE_FLAG != 0;
    let (mut reachable, mut decisions, mut ends) = (0, 0, BTreeSet::new());
    for number in (0..=sound.last()).filter(|&number| flagged(number)) {
        reachable += 1;
        for die in Die::ALL {
            let plays = rules.plays(sound.positions[number], die);
            decisions += u64::from(plays.len() > 1);
            let nexts = plays.iter().map(|play| play.next);
            ends.extend(nexts.filter(|&next| rules.points_won(next).is_some()));
        }
    }
    bytes.put_u64(REACHABLE, reachable);
    bytes.put_u64(REACHABLE_DECISIONS, decisions);
    bytes.put_u64(REACHABLE_OVER, ends.len() as u64);
}

#[test]
fn positions_that_vouch_for_each_other_are_refused() {
    let sets = [
        (&STANDARD, 5),
        (&DOUBLE_WIN, 5),
        (&FORCED_ENTRY, 66),
        (&ENTRY_FIRST, 434),
    ];
    for (sound, size) in sets {
        // Without a new flag, `put_flags` leaves the file as it is.
        let mut bytes = sound.bytes.clone();
        put_flags(sound, &mut bytes, &[]);
        assert!(bytes.0 == sound.bytes.0);

        let certificate = make_certificate(&sound.solution).expect("a certificate");
        let set = vouching(&certificate);
        assert_eq!(set.len(), size);
        let wrong = sound.wrong(|bytes| put_flags(sound, bytes, &set));
        let Wrong::NoCertificate(NoCertificate::NeverArises(position)) = wrong else {
            panic!("{wrong:?}");
        };
        let mut forged = set.iter().map(|&number| sound.positions[number]);
        assert!(forged.any(|forged| forged == position), "{position}");
        let says = [&*position.to_string(), "no sequence of legal moves"];
        assert_message(&wrong, &says);
    }
}

#[test]
fn every_count_that_is_altered_is_refused() {
    // The counts of positions and of pairs are left out: they follow from the rules, so the reader refuses others. It
    // also refuses counts that no game can have.
    let counts = [
        (REACHABLE, "reachable positions"),
        (OVER, "finished positions"),
        (REACHABLE_OVER, "reachable finished positions"),
        (DECISIONS, "decisions"),
        (REACHABLE_DECISIONS, "reachable decisions"),
        (MOVES, "moves"),
    ];
    for (at, what) in counts {
        let expected = STANDARD.bytes.u64_at(at);
        for found in [expected - 1, expected + 1] {
            let wrong = STANDARD.wrong(|bytes| bytes.put_u64(at, found));
            let count = Wrong::Count {
                what,
                found,
                expected,
            };
            assert_eq!(wrong, count);
            assert_message(&wrong, &[what, &found.to_string(), &expected.to_string()]);
        }
    }
}

// ---- Rules

#[test]
fn a_solution_under_the_name_of_other_rules_is_refused() {
    let other_rules: [(&Sound, usize, u8); 4] = [
        (&STANDARD, DICE, 1),
        (&STANDARD, OVERSHOOT, 1),
        (&FORCED_ENTRY, REENTRY, 2),
        (&ENTRY_FIRST, REENTRY, 1),
    ];
    for (sound, at, switch) in other_rules {
        let wrong = sound.wrong(|bytes| bytes.0[at] = switch);
        let is_found = matches!(wrong, Wrong::Count { .. } | Wrong::Equation { .. });
        assert!(is_found, "{wrong:?}");
    }
    // Probabilities have finer steps than points, so the reader refuses them as points.
    let mut bytes = STANDARD.bytes.clone();
    bytes.0[STAKES] = 1;
    assert!(matches!(decode(&bytes.sealed()), Err(Damage::Value { .. })));
}
