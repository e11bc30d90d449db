//! Certificates. Altered certificates are refused by the check, and by a checker in Python that shares no code with it.

use std::collections::HashMap;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use tourne_solver::verify::{
    Certificate, CertificateFault, Claim, Class, Entry, Layout, TICKS, certificate_text, check,
    make_certificate,
};
use tourne_solver::{Crowding, Dice, Die, Overshoot, Position, Reentry, Rules, Stakes, solve};

use crate::documents::Page;
use crate::solution_bytes::{REACHABLE_OVER, SolutionBytes, committed, standard_path};
use crate::{folder, text_of};

fn certificate(rules: Rules) -> Certificate {
    make_certificate(&committed(rules)).expect("there is a certificate")
}

static STANDARD: LazyLock<Certificate> = LazyLock::new(|| certificate(Rules::STANDARD));
static ENTRY_FIRST: LazyLock<Certificate> = LazyLock::new(|| certificate(Rules::ENTRY_FIRST));

fn altered(sound: &Certificate, alter: impl FnOnce(&mut Certificate)) -> Certificate {
    let mut certificate = sound.clone();
    alter(&mut certificate);
    certificate
}

static LAYOUTS: LazyLock<[Layout; 2]> =
    LazyLock::new(|| [&*STANDARD, &*ENTRY_FIRST].map(|sound| Layout::new(sound.rules)));

/// Asserts that an altered certificate is refused for a claim. Returns the position and the claim.
#[track_caller]
fn refused(sound: &Certificate, alter: impl FnOnce(&mut Certificate)) -> (String, Claim) {
    let [standard, entry_first] = &*LAYOUTS;
    let is_standard = sound.rules == standard.rules();
    let layout = if is_standard { standard } else { entry_first };
    match check(layout, &altered(sound, alter)) {
        Err(CertificateFault::Claim { state, what }) => (state.to_string(), what),
        other => panic!("{other:?}"),
    }
}

/// Returns the 48 combinations of the switches.
pub(crate) fn every_combination() -> impl Iterator<Item = Rules> {
    let switches = (0..48).map(|at| (at & 1, at >> 1 & 1, at >> 2 & 1, at >> 3 & 1, at >> 4));
    switches.map(|(dice, crowding, overshoot, stakes, reentry)| Rules {
        dice: [Dice::LowerOfTwo, Dice::One][dice],
        crowding: [Crowding::OneManAPoint, Crowding::Free][crowding],
        overshoot: [Overshoot::Forbidden, Overshoot::GoesOff][overshoot],
        reentry: [Reentry::Free, Reentry::Forced, Reentry::First][reentry],
        stakes: [Stakes::Single, Stakes::DoubleWin][stakes],
    })
}

#[test]
fn every_preset_has_a_certificate_that_holds() {
    for (name, rules) in Rules::PRESETS {
        let solution = committed(rules);
        let certificate = make_certificate(&solution).expect("there is a certificate");
        let checked = check(&Layout::new(rules), &certificate).expect("a valid certificate");
        assert!(checked.slack < 1 << 18, "{name}: {checked:?}");
        // The counts of the solver come from its own rules.
        assert_eq!(checked.counts, solution.counts(), "{name}");
        let best = certificate.entries.iter().flat_map(|entry| entry.best);
        let tied = best.filter(|bits| bits.count_ones() > 1).count();
        assert_eq!(checked.ties, tied as u64, "{name}");
    }
}

#[test]
fn the_closest_decision_is_that_of_the_values() {
    let solution = committed(Rules::STANDARD);
    let positions = positions(&STANDARD);
    let mut closest = (f64::INFINITY, 0, Die::new(1));
    for (number, &position) in positions.iter().enumerate() {
        for die in Die::ALL {
            let plays = Rules::STANDARD.plays(position, die);
            let worths = plays.iter().map(|play| {
                let opponent = solution
                    .value(play.next)
                    .expect("a known position")
                    .number();
                1.0 - opponent
            });
            let mut worths: Vec<f64> = worths.collect();
            worths.sort_by(|one, other| other.total_cmp(one));
            if worths.len() > 1 && worths[0] - worths[1] < closest.0 {
                closest = (worths[0] - worths[1], number, die);
            }
        }
    }
    let checked = check(&LAYOUTS[0], &STANDARD).expect("a valid certificate");
    let (ticks, number, die) = checked.closest.expect("there are decisions");
    assert_eq!((number, die), (closest.1, closest.2));
    // A difference in probability is half of the difference in points.
    let margin = ticks as f64 / TICKS as f64 / 2.0;
    assert!((margin - closest.0).abs() < 1e-15, "{margin} {closest:?}");
}

#[test]
#[ignore = "solves all 48 combinations of switches: run with --ignored, in a minute"]
fn every_combination_that_is_solved_has_a_certificate_that_holds() {
    let mut held = 0;
    for rules in every_combination() {
        let Ok(solved) = solve(rules) else {
            continue;
        };
        let certificate = make_certificate(&solved.solution).expect("there is a certificate");
        assert!(
            check(&Layout::new(rules), &certificate).is_ok(),
            "{rules:?}"
        );
        held += 1;
    }
    assert_eq!(
        held, 46,
        "two combinations have ties that only arithmetic shows"
    );
}

#[test]
fn a_value_one_tick_beyond_its_slack_is_refused() {
    for number in (0..STANDARD.entries.len()).step_by(1999) {
        for sign in [-1, 1] {
            let (_, what) = refused(&STANDARD, |certificate| {
                let entry = &mut certificate.entries[number];
                entry.value += sign * (2 * entry.slack + 1);
            });
            let bounds = [Claim::Lower, Claim::Upper];
            let is_best = matches!(what, Claim::NotBest(_));
            assert!(bounds.contains(&what) || is_best, "{number}: {what:?}");
        }
    }
}

#[test]
fn altered_claims_are_refused_where_they_are_made() {
    let number = 20_000;
    let name = STANDARD.entries[number].state.to_string();
    let die = Die::new(2);
    let (state, what) = refused(&STANDARD, |certificate| {
        let best = &mut certificate.entries[number].best[1];
        *best = if *best == 1 { 2 } else { 1 };
    });
    assert_eq!(state, name);
    assert!([Claim::NotBest(die), Claim::NotLegal(die)].contains(&what));

    let entry = |alter: fn(&mut Entry)| {
        refused(&STANDARD, |certificate| {
            alter(&mut certificate.entries[number]);
        })
    };
    assert_eq!(entry(|it| it.slack = -1), (name.clone(), Claim::Range));
    assert_eq!(entry(|it| it.rank = 0).1, Claim::Rank);
    let (_, what) = entry(|it| it.depth = None);
    assert!(matches!(what, Claim::LeadsOn(state) if state.to_string() == name));
    let class = (name, Claim::Class);
    assert_eq!(entry(|it| it.class = Class::Entry(7)), class);
    assert_eq!(entry(|it| it.class = Class::Won(1)), class);
    let other_rules = altered(&STANDARD, |it| it.rules = Rules::DOUBLE_WIN);
    let refused = check(&Layout::new(Rules::DOUBLE_WIN), &other_rules);
    assert!(
        matches!(refused, Err(CertificateFault::Claim { .. })),
        "{refused:?}"
    );
}

#[test]
fn what_is_wrong_in_itself_is_named_before_what_may_follow_from_it() {
    let class = |certificate: &mut Certificate| certificate.entries[0].class = Class::Won(1);
    let depth = |certificate: &mut Certificate| certificate.entries[20_000].depth = None;
    let last = STANDARD.entries.iter().rposition(|entry| entry.rank > 0);
    let last = last.expect("games last for more than a throw");
    let rank = |certificate: &mut Certificate| certificate.entries[last].rank = 0;
    let all = refused(&STANDARD, |certificate| {
        class(certificate);
        depth(certificate);
        rank(certificate);
    });
    assert_eq!(all, (STANDARD.entries[last].state.to_string(), Claim::Rank));
    let (_, what) = refused(&STANDARD, |certificate| {
        class(certificate);
        depth(certificate);
    });
    assert!(matches!(what, Claim::LeadsOn(_)), "{what:?}");
    assert_eq!(
        refused(&STANDARD, class),
        ("000/000".to_owned(), Claim::Class)
    );
}

#[test]
fn ties_need_classes() {
    let is_tied = |bits: &u8| bits.count_ones() > 1;
    let (number, tied) = ENTRY_FIRST
        .entries
        .iter()
        .enumerate()
        .find(|(_, entry)| entry.best.iter().any(is_tied))
        .expect("there are ties");
    let without_classes = altered(&ENTRY_FIRST, |certificate| {
        for (number, entry) in (0..).zip(&mut certificate.entries) {
            entry.class = Class::Entry(number);
        }
    });
    let without_classes = check(&LAYOUTS[1], &without_classes);
    assert!(matches!(
        without_classes,
        Err(CertificateFault::Claim {
            what: Claim::NotEqual(_),
            ..
        })
    ));
    let (state, what) = refused(&ENTRY_FIRST, |certificate| {
        let best = certificate.entries[number].best.iter_mut();
        for bits in best.filter(|bits| is_tied(bits)) {
            *bits &= *bits - 1;
        }
    });
    assert_eq!(state, tied.state.to_string());
    assert!(matches!(what, Claim::NotBest(_)), "{what:?}");
}

// ---- Consistent forgeries: all entries are altered at once, so that they agree with each other. The table in
// solver/CERTIFICATE.md names the tests of each claim.

/// Returns an alteration of a certificate that applies `alter` to every entry. The first argument of `alter` is the
/// number of the entry.
fn everywhere(alter: impl Fn(u32, &mut Entry)) -> impl FnOnce(&mut Certificate) {
    move |certificate| {
        for (number, entry) in (0..).zip(&mut certificate.entries) {
            alter(number, entry);
        }
    }
}

/// Returns the position of each entry.
fn positions(certificate: &Certificate) -> Vec<Position> {
    let position = |entry: &Entry| {
        let setup = entry.state.to_string().parse().expect("a set-up");
        certificate
            .rules
            .position(&setup)
            .expect("a legal position")
    };
    certificate.entries.iter().map(position).collect()
}

/// Returns, for each entry, the indices of the entries that a move or a pass leads to.
fn successors(certificate: &Certificate) -> Vec<Vec<usize>> {
    let positions = positions(certificate);
    let numbers: HashMap<Position, usize> = positions.iter().copied().zip(0..).collect();
    let nexts = |&position| {
        let plays = Die::ALL.map(|die| certificate.rules.plays(position, die));
        let plays = plays.iter().flatten();
        plays
            .filter_map(|play| numbers.get(&play.next).copied())
            .collect()
    };
    positions.iter().map(nexts).collect()
}

/// Returns, for each entry and die, the men that can move, as bits.
fn able(certificate: &Certificate) -> Vec<[u8; 6]> {
    let men = |position, die| {
        let plays = certificate.rules.plays(position, die);
        plays
            .iter()
            .filter_map(|play| play.man)
            .map(|man| 1 << man)
            .sum()
    };
    let positions = positions(certificate).into_iter();
    positions
        .map(|position| Die::ALL.map(|die| men(position, die)))
        .collect()
}

#[test]
fn bounds_that_hold_for_any_game_prove_no_best_move() {
    for (sound, points) in [(&*STANDARD, 1), (&*ENTRY_FIRST, 1), (&*STANDARD, 2)] {
        let (_, what) = refused(
            sound,
            everywhere(|_, entry| (entry.value, entry.slack) = (0, points * TICKS)),
        );
        assert!(matches!(what, Claim::NotBest(_)), "{what:?}");
        // With these bounds, the certificate is also refused if all moves are called best and all positions equal.
        let able = able(sound);
        let (_, what) = refused(
            sound,
            everywhere(|number, entry| {
                (entry.value, entry.slack) = (0, points * TICKS);
                entry.class = Class::Entry(0);
                entry.best = able[number as usize];
            }),
        );
        let is_found = matches!(what, Claim::NotEqual(_) | Claim::Class);
        assert!(is_found, "{what:?}");
    }
}

/// Gives every entry the same bounds. The certificate must be refused even if these bounds are consistent in all
/// positions without a winning move.
#[test]
fn values_that_agree_with_each_other_but_not_with_the_ends_are_refused() {
    for (value, slack) in [(0, 0), (TICKS / 2, 0), (-TICKS / 2, TICKS / 4)] {
        let (_, what) = refused(
            &STANDARD,
            everywhere(|_, entry| (entry.value, entry.slack) = (value, slack)),
        );
        assert!(
            matches!(what, Claim::Lower | Claim::Upper | Claim::NotBest(_)),
            "{what:?}"
        );
    }
}

#[test]
fn numbers_that_would_overflow_are_out_of_range() {
    let extremes = [
        (i64::MAX, i64::MAX),
        (i64::MIN, i64::MAX),
        (i64::MIN, 0),
        (0, i64::MIN),
        (0, -1),
    ];
    for extreme in extremes {
        let (_, what) = refused(
            &STANDARD,
            everywhere(|_, entry| (entry.value, entry.slack) = extreme),
        );
        assert_eq!(what, Claim::Range, "{extreme:?}");
    }
}

#[test]
fn bounds_of_up_to_four_points_are_in_range() {
    // No move leads back to the start, so its bounds may be as wide as the range allows.
    let start = |value, slack| {
        move |certificate: &mut Certificate| {
            let entry = &mut certificate.entries[0];
            (entry.value, entry.slack) = (value, slack);
        }
    };
    for (value, slack) in [(0, 4 * TICKS), (TICKS, 3 * TICKS), (-TICKS, 3 * TICKS)] {
        let checked = check(&LAYOUTS[0], &altered(&STANDARD, start(value, slack)));
        let checked = checked.expect("a valid certificate");
        assert_eq!(checked.slack, slack);
        for value in [value - 1, value + 1] {
            let is_in_range = value.abs() + slack <= 4 * TICKS;
            let checked = check(&LAYOUTS[0], &altered(&STANDARD, start(value, slack)));
            assert_eq!(checked.is_ok(), is_in_range, "{value} {slack}");
        }
    }
}

#[test]
fn positions_called_equal_all_together_are_refused() {
    for sound in [&*STANDARD, &*ENTRY_FIRST] {
        let classes = [
            Class::Entry(0),
            Class::Lost(1),
            Class::Won(1),
            Class::Entry(u32::MAX),
        ];
        for class in classes {
            let (_, what) = refused(sound, everywhere(|_, entry| entry.class = class));
            assert_eq!(what, Claim::Class, "{class:?}");
        }
    }
}

/// Claims that all certain losses of one point, and the wins that refer to them, count two points; then exchanges
/// losses and wins. The claims agree with each other, but not with the ends of the game.
#[test]
fn certain_losses_of_other_stakes_are_refused() {
    let is_lost = |entry: &Entry| entry.class == Class::Lost(1);
    assert!(ENTRY_FIRST.entries.iter().any(is_lost));
    let raised = |from, to| {
        refused(
            &ENTRY_FIRST,
            everywhere(move |_, entry| {
                entry.class = match entry.class {
                    Class::Lost(1) => from,
                    Class::Won(1) => to,
                    other => other,
                }
            }),
        )
    };
    assert_eq!(raised(Class::Lost(2), Class::Won(2)).1, Claim::Class);
    assert_eq!(raised(Class::Won(1), Class::Lost(1)).1, Claim::Class);
}

#[test]
fn ranks_that_do_not_fall_are_refused() {
    for rank in [0, 1, u32::MAX] {
        let (_, what) = refused(&STANDARD, everywhere(|_, entry| entry.rank = rank));
        assert_eq!(what, Claim::Rank, "{rank}");
    }
    let (_, what) = refused(
        &STANDARD,
        everywhere(|_, entry| entry.rank = u32::MAX - entry.rank),
    );
    assert_eq!(what, Claim::Rank);
}

/// Returns the largest set of unreachable positions in which each position follows another position of the set.
pub(crate) fn vouching(sound: &Certificate) -> Vec<usize> {
    let successors = successors(sound);
    let unreachable = |&number: &usize| sound.entries[number].depth.is_none();
    let mut set: Vec<usize> = (0..successors.len()).filter(unreachable).collect();
    loop {
        let mut follows = vec![false; successors.len()];
        for &next in set.iter().flat_map(|&number| &successors[number]) {
            follows[next] = true;
        }
        let before = set.len();
        set.retain(|&number| follows[number]);
        if set.len() == before {
            return set;
        }
    }
}

#[test]
fn positions_that_vouch_for_each_other_do_not_arise() {
    for (sound, size) in [(&*STANDARD, 5), (&*ENTRY_FIRST, 434)] {
        let set = vouching(sound);
        assert_eq!(set.len(), size);
        // Any depths that are claimed for the whole set are refused, even the greatest depth.
        let depths: [fn(usize) -> u32; 5] = [
            |_| u32::MAX,
            |_| u32::MAX - 1,
            |_| 1,
            |place| u32::MAX - place as u32 % 2,
            |place| place as u32 + 1,
        ];
        for depth in depths {
            let (state, what) = refused(sound, |certificate| {
                for (place, &number) in set.iter().enumerate() {
                    certificate.entries[number].depth = Some(depth(place));
                }
            });
            let is_found = matches!(what, Claim::LeadsOn(_) | Claim::Depth);
            assert!(is_found, "{what:?}");
            let mut names = set.iter().map(|&number| sound.entries[number].state);
            assert!(names.any(|name| name.to_string() == state), "{state}");
        }
    }
}

#[test]
fn positions_that_are_said_not_to_arise_all_together_are_refused() {
    let (state, what) = refused(&STANDARD, everywhere(|_, entry| entry.depth = None));
    assert_eq!((state.as_str(), what), ("000/000", Claim::Depth));
    let (state, what) = refused(
        &STANDARD,
        everywhere(|number, entry| entry.depth = entry.depth.filter(|_| number == 0)),
    );
    assert!(state == "000/000" && matches!(what, Claim::LeadsOn(_)));
    let (_, what) = refused(
        &STANDARD,
        everywhere(|_, entry| entry.depth = entry.depth.map(|depth| depth + 1)),
    );
    assert_eq!(what, Claim::Depth);
}

#[test]
fn a_position_that_arises_sooner_than_is_said_is_refused() {
    let successors = successors(&STANDARD);
    let depth = |number: usize| STANDARD.entries[number].depth;
    // Take a position that also follows a position of the same depth, and claim a greater depth for it.
    let reachable = (0..successors.len()).filter(|&from| depth(from).is_some());
    let again = reachable
        .flat_map(|from| successors[from].iter().map(move |&next| (from, next)))
        .find(|&(from, next)| depth(from) == depth(next));
    let (_, number) = again.expect("there is such a position");
    let (_, what) = refused(&STANDARD, |certificate| {
        certificate.entries[number].depth = depth(number).map(|depth| depth + 1);
    });
    assert_eq!(what, Claim::LeadsOn(STANDARD.entries[number].state));
}

#[test]
fn positions_in_another_order_or_number_are_refused() {
    let says = |lie: fn(&mut Vec<Entry>)| {
        let altered = altered(&STANDARD, |certificate| lie(&mut certificate.entries));
        let fault = check(&LAYOUTS[0], &altered);
        fault.expect_err("other positions").to_string()
    };
    let [zero, one, two] = [0, 20_000, 20_001].map(|number| STANDARD.entries[number].state);
    let is_two = format!("entry 20000 should be for {one}, but is {two}");
    assert_eq!(says(|entries| entries.swap(20_000, 20_001)), is_two);
    assert_eq!(says(|entries| _ = entries.remove(20_000)), is_two);
    assert_eq!(
        says(|entries| entries.push(entries[20_000].clone())),
        format!("entry 52347 should be for none, but is {one}")
    );
    assert_eq!(
        says(Vec::clear),
        format!("entry 0 should be for {zero}, but is none")
    );
    let other = check(&LAYOUTS[1], &STANDARD);
    assert!(
        matches!(other, Err(CertificateFault::OtherRules { .. })),
        "{other:?}"
    );
}

// ---- The checker in Python

/// Returns a Python command in the folder of the tests, which writes no compiled files there.
fn python_with(arguments: &[&str]) -> Command {
    let mut command = Command::new("python3");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    command.current_dir(folder).arg("-B").args(arguments);
    command
}

/// Runs Python with these arguments and this standard input. Returns `true` if it succeeded, and its output and errors;
/// `None` if there is no Python.
fn python(arguments: &[&str], input: &str) -> Option<(bool, String)> {
    let child = python_with(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) => {
            skip(&format!("python3 cannot be started: {error}"));
            return None;
        }
    };
    let mut pipe = child.stdin.take().expect("a pipe");
    // Ignore an error: the checker may stop reading early.
    let _ = pipe.write_all(input.as_bytes());
    drop(pipe);
    let output = child.wait_with_output().expect("Python ends");
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8(said).expect("UTF-8 text");
    Some((output.status.success(), said))
}

const CHECKER: &str = "check_certificate.py";
/// A Python program: the checker with its check of certificates replaced, for tests of the steps that follow it.
const WITHOUT_CHECK: &str = "import check_certificate as checker, sys
checker.check = lambda *_: ((0,) * 8, 0)
checker.main(*sys.argv[1:])";

#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn skip(reason: &str) {
    eprintln!("skipped: {reason}");
}

/// Writes the certificate of the standard game to a temporary file.
fn standard_file() -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().expect("a file can be made");
    let text = certificate_text(&STANDARD);
    file.write_all(text.as_bytes()).expect("a writable file");
    file
}

#[test]
fn the_checker_in_python_proves_what_holds() {
    let committed = standard_path();
    let input = certificate_text(&STANDARD);
    if let Some((is_right, said)) = python(&[CHECKER, "-", text_of(&committed)], &input) {
        assert!(is_right, "{said}");
        let said = said.replace(text_of(&committed), "data/standard.bin");
        let page = Page::read("solver/CERTIFICATE.md");
        let shown = page.block("```text").join("\n") + "\n";
        assert_eq!(said, shown, "the page shows something else");
    }
}

/// Left to the weekly run, because certificates of other rules take longer.
#[test]
#[ignore = "takes half a minute: run with --ignored"]
fn the_checker_in_python_proves_every_preset() {
    for (name, rules) in Rules::PRESETS {
        let input = certificate_text(&certificate(rules));
        if let Some((is_right, said)) = python(&[CHECKER, "-"], &input) {
            assert!(is_right, "{name}: {said}");
        }
    }
}

/// A change of a solution file, and texts that the refusal must contain.
type FileLie<'a> = (fn(&mut SolutionBytes), &'a [&'a str]);

/// One process checks all forged certificates and solution files, so that it reads the valid certificate only once.
#[test]
fn the_checker_in_python_refuses_what_does_not_hold() {
    let sound = SolutionBytes::standard();
    let name = STANDARD.entries[20_000].state.to_string();
    let lies: [FileLie; 7] = [
        (
            |bytes| bytes.put_value(20_000, bytes.value(20_000) + 2_f64.powi(-53)),
            &[&name, "value"],
        ),
        // Flip the bits of the first two men with a 2, so that the best moves are wrong.
        (
            |bytes| bytes.put_best(20_000, bytes.best(20_000) ^ 0b011 << 4),
            &[&name, "best moves"],
        ),
        (
            |bytes| bytes.put_u64(REACHABLE_OVER, bytes.u64_at(REACHABLE_OVER) - 1),
            &["counts"],
        ),
        (
            |bytes| bytes.put_error_bound(1e-15),
            &["error bound", "less than"],
        ),
        (
            |bytes| bytes.put_error_bound(1.0),
            &["error bound", "more than 16 times"],
        ),
        (
            |bytes| bytes.put_value(20_000, -0.0),
            &["impossible value -0.0"],
        ),
        (|bytes| bytes.0[30] = 1, &["not zero"]),
    ];
    let folder = folder();
    let mut paths = Vec::new();
    for (number, (lie, _)) in lies.iter().enumerate() {
        let mut bytes = sound.clone();
        lie(&mut bytes);
        let path = folder.path().join(format!("{number}.bin"));
        std::fs::write(&path, bytes.sealed()).expect("a writable file");
        paths.push(path);
    }
    let certificate = standard_file();
    let mut arguments = vec!["forge_certificates.py", text_of(certificate.path())];
    arguments.extend(paths.iter().map(|path| text_of(path)));
    if let Some((is_refused, said)) = python(&arguments, "") {
        assert!(is_refused, "{said}");
        assert_eq!(said.lines().count(), lies.len(), "{said}");
        for (line, (_, says)) in said.lines().zip(lies) {
            for part in says {
                assert!(line.contains(part), "{part:?} is missing: {line}");
            }
        }
    }
}

/// Asserts that the checker in Python fails with one line that contains each of these texts.
#[track_caller]
fn assert_one_line(answer: Option<(bool, String)>, says: &[&str]) {
    let Some((is_right, said)) = answer else {
        return;
    };
    assert!(!is_right, "{said}");
    assert!(said.starts_with("check_certificate.py: "), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    for part in says {
        assert!(said.contains(part), "{part:?} is missing: {said}");
    }
}

#[test]
fn the_checker_in_python_says_what_it_cannot_read() {
    assert_one_line(python(&[CHECKER], ""), &["usage"]);
    assert_one_line(
        python(&[CHECKER, "no/such/file"], ""),
        &["no/such/file", "No such file"],
    );
    let manifests = env!("CARGO_MANIFEST_DIR");
    assert_one_line(
        python(&[CHECKER, manifests], ""),
        &[manifests, "s a directory"],
    );
    assert_one_line(python(&[CHECKER, "-"], ""), &["does not begin"]);
    assert_one_line(
        python(&[CHECKER, "-"], "tourne-case certificate 1\n\u{e9}"),
        &["line 2 should be"],
    );
    // The checker refuses a certificate of which only the first half is left.
    let whole = certificate_text(&STANDARD);
    let half = &whole[..whole.len() / 2];
    assert_one_line(python(&[CHECKER, "-"], half), &["fields, not 12"]);
}

#[test]
fn the_checker_in_python_names_each_solution_that_is_another() {
    let other = standard_path().with_file_name("double-win.bin");
    let certificate = standard_file();
    let committed = standard_path();
    let [first, second, third] = [certificate.path(), &other, &committed].map(text_of);
    let answer = python(&["-c", WITHOUT_CHECK, first, second, third], "");
    if let Some((is_right, said)) = answer {
        assert!(!is_right, "{said}");
        let lines: Vec<&str> = said.lines().collect();
        let [one, two] = lines[..] else {
            panic!("{said}");
        };
        let refused = format!("{second} is not what the certificate proves: it is of other rules");
        assert_eq!(one, format!("check_certificate.py: {refused}"));
        let refused = format!("{third} is not what the certificate proves: its counts are ");
        assert!(two.starts_with(&refused), "{said}");
    }
}

/// The checker prints one line for each file, even if a name has line feeds, the rules have no name, or standard output
/// is closed.
#[cfg(unix)]
#[test]
fn the_checker_in_python_says_one_line_of_each_file() {
    const AGREES: &str = "import check_certificate as checker, sys
checker.check = lambda *_: ((0,) * 8, 0)
checker.compare = lambda *_: None
checker.main(*sys.argv[1:])";
    let strange = "own\u{1b}[2J\u{202e}\r\n";
    let one_die = altered(&STANDARD, |certificate| certificate.rules.dice = Dice::One);
    if let Some((is_right, said)) =
        python(&["-c", AGREES, "-", strange], &certificate_text(&one_die))
    {
        assert!(is_right, "{said}");
        assert!(said.starts_with("The certificate of rules without a name is right. "));
        assert_eq!(said.lines().count(), 6, "{said}");
        let agrees = r"own\x1b[2J\u202e\r\n agrees with the certificate";
        assert!(said.contains(agrees), "{said}");
    }
    let certificate = standard_file();
    let folder = folder();
    let other = folder.path().join("other\nstandard.bin agrees");
    std::fs::copy(standard_path(), &other).expect("the file can be copied");
    let arguments = [
        "-c",
        WITHOUT_CHECK,
        text_of(certificate.path()),
        text_of(&other),
    ];
    let refused = r"other\nstandard.bin agrees is not what the certificate proves: ";
    assert_one_line(python(&arguments, ""), &[refused]);
    let missing = python(&[CHECKER, "no\nsuch\u{7f}file"], "");
    assert_one_line(missing, &[r"no\nsuch\x7ffile: No such file"]);

    let mut unread = python_with(&arguments[..3]);
    let child = unread.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    if let Ok(mut child) = child {
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("Python ends");
        let said = String::from_utf8(output.stderr).expect("UTF-8 text");
        assert_one_line(Some((output.status.success(), said)), &["Broken pipe"]);
    }
}

/// The checker reads the header of a certificate for each of the 48 combinations of switches; 36 of them have no name.
#[test]
fn the_checker_in_python_reads_the_rules_of_every_certificate() {
    const READ: &str = "import io, sys, read_certificate as reader
for text in sys.stdin.read().split('\\f'):
    print(reader.read_header(reader.lines_of(io.StringIO(text)))['rules'])";
    let texts = every_combination().map(|rules| {
        let entries = Vec::new();
        certificate_text(&Certificate { rules, entries })
    });
    let texts: Vec<String> = texts.collect();
    assert_eq!(texts.len(), 48);
    if let Some((is_right, said)) = python(&["-c", READ], &texts.join("\x0c")) {
        assert!(is_right, "{said}");
        let nameless = said.lines().filter(|&name| name == "-");
        // Of the eight combinations of dice, crowding and overshoot, two have names.
        assert_eq!(nameless.count(), 36, "{said}");
        for name in ["standard", "course+double-win", "forced-entry+double-win"] {
            assert!(said.lines().any(|line| line == name), "{said}");
        }
    }
}
