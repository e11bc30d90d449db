//! Certificates. Altered certificates are refused by the check, and by a checker in Python that shares no code with it.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use tourne_solver::verify::{
    Certificate, CertificateFault, Class, Entry, Layout, TICKS, check, make_certificate,
};
use tourne_solver::{
    Crowding, Dice, Die, Index, Overshoot, Position, Reentry, Rules, Stakes, solve,
};

use crate::commands::assert_says;
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

/// Asserts that an altered certificate is refused for a claim of one of these kinds, variants of `Claim` separated by
/// spaces. Returns the position.
#[track_caller]
fn refused(sound: &Certificate, kinds: &str, alter: impl FnOnce(&mut Certificate)) -> String {
    let is_standard = sound.rules == Rules::STANDARD;
    let layout = &LAYOUTS[usize::from(!is_standard)];
    match check(layout, &altered(sound, alter)) {
        Err(CertificateFault::Claim { state, what }) => {
            let what = format!("{what:?}");
            let kind = what.split('(').next().expect("the name of a variant");
            assert!(kinds.split(' ').any(|it| it == kind), "{state}: {what}");
            state.to_string()
        }
        other => panic!("{other:?}"),
    }
}

/// Asserts that a certificate is refused for a claim of one of these kinds after every entry has been altered.
#[track_caller]
fn refused_everywhere(sound: &Certificate, kinds: &str, alter: impl Fn(u32, &mut Entry)) -> String {
    refused(sound, kinds, |certificate| {
        for (number, entry) in (0..).zip(&mut certificate.entries) {
            alter(number, entry);
        }
    })
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
    let worth = |next| 1.0 - solution.value(next).expect("a known position").number();
    let mut closest = (f64::INFINITY, 0, Die::new(1));
    for (number, position) in positions(&STANDARD).into_iter().enumerate() {
        for die in Die::ALL {
            let plays = Rules::STANDARD.plays(position, die);
            let mut worths: Vec<f64> = plays.iter().map(|play| worth(play.next)).collect();
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
            refused(&STANDARD, "Lower Upper NotBest", |certificate| {
                let entry = &mut certificate.entries[number];
                entry.value += sign * (2 * entry.slack + 1);
            });
        }
    }
}

/// A change of one entry of a certificate.
type Lie = fn(&mut Entry);

#[test]
fn altered_claims_are_refused_where_they_are_made() {
    let name = STANDARD.entries[20_000].state.to_string();
    let lies: [(&str, Lie); 6] = [
        ("NotBest NotLegal", |it| {
            it.best[1] = if it.best[1] == 1 { 2 } else { 1 }
        }),
        ("Range", |it| it.slack = -1),
        ("Class", |it| it.class = Class::Entry(7)),
        ("Class", |it| it.class = Class::Won(1)),
        // These are noticed at positions before this one.
        ("Rank", |it| it.rank = 0),
        ("LeadsOn", |it| it.depth = None),
    ];
    for (number, (kind, lie)) in lies.into_iter().enumerate() {
        let state = refused(&STANDARD, kind, |certificate| {
            lie(&mut certificate.entries[20_000]);
        });
        assert!(number >= 4 || state == name, "{kind}: {state}");
    }
    let other_rules = altered(&STANDARD, |it| it.rules = Rules::DOUBLE_WIN);
    let refused = check(&Layout::new(Rules::DOUBLE_WIN), &other_rules);
    assert!(
        matches!(refused, Err(CertificateFault::Claim { .. })),
        "{refused:?}"
    );
}

#[test]
fn what_is_wrong_in_itself_is_named_before_what_may_follow_from_it() {
    let last = STANDARD.entries.iter().rposition(|entry| entry.rank > 0);
    let last = last.expect("games last for more than a throw");
    let lies: [&dyn Fn(&mut Certificate); 3] = [
        &|it| it.entries[0].class = Class::Won(1),
        &|it| it.entries[20_000].depth = None,
        &|it| it.entries[last].rank = 0,
    ];
    let all_of = |count: usize, kind| {
        refused(&STANDARD, kind, |certificate| {
            lies[..count].iter().for_each(|lie| lie(certificate));
        })
    };
    assert_eq!(all_of(1, "Class"), "000/000");
    all_of(2, "LeadsOn");
    assert_eq!(all_of(3, "Rank"), STANDARD.entries[last].state.to_string());
}

#[test]
fn ties_need_classes() {
    let is_tied = |bits: &u8| bits.count_ones() > 1;
    let mut entries = ENTRY_FIRST.entries.iter();
    let tied = entries.position(|entry| entry.best.iter().any(is_tied));
    let tied = tied.expect("there are ties");
    refused_everywhere(&ENTRY_FIRST, "NotEqual", |number, entry| {
        entry.class = Class::Entry(number);
    });
    let state = refused(&ENTRY_FIRST, "NotBest", |certificate| {
        let best = certificate.entries[tied].best.iter_mut();
        for bits in best.filter(|bits| is_tied(bits)) {
            *bits &= *bits - 1;
        }
    });
    assert_eq!(state, ENTRY_FIRST.entries[tied].state.to_string());
}

// ---- Consistent forgeries: all entries are altered at once, so that they agree with each other.

/// Returns the position of each entry.
fn positions(certificate: &Certificate) -> Vec<Position> {
    Index::new(certificate.rules).positions().collect()
}

/// Returns, for each entry, the indices of the entries that a move or a pass leads to.
fn successors(certificate: &Certificate) -> Vec<Vec<usize>> {
    let index = Index::new(certificate.rules);
    let nexts = |position| {
        let plays = Die::ALL.map(|die| certificate.rules.plays(position, die));
        let plays = plays.iter().flatten();
        plays.filter_map(|play| index.number(play.next)).collect()
    };
    index.positions().map(nexts).collect()
}

/// Returns, for each entry and die, the men that can move, as bits.
fn able(certificate: &Certificate) -> Vec<[u8; 6]> {
    let men = |position, die| {
        let plays = certificate.rules.plays(position, die);
        let men = plays.iter().filter_map(|play| play.man);
        men.map(|man| 1 << man).sum()
    };
    let positions = positions(certificate).into_iter();
    positions
        .map(|position| Die::ALL.map(|die| men(position, die)))
        .collect()
}

#[test]
fn bounds_that_hold_for_any_game_prove_no_best_move() {
    for (sound, points) in [(&*STANDARD, 1), (&*ENTRY_FIRST, 1), (&*STANDARD, 2)] {
        let widest = (0, points * TICKS);
        refused_everywhere(sound, "NotBest", |_, entry| {
            (entry.value, entry.slack) = widest;
        });
        // With these bounds, the certificate is also refused if all moves are called best and all positions equal.
        let able = able(sound);
        refused_everywhere(sound, "NotEqual Class", |number, entry| {
            (entry.value, entry.slack) = widest;
            entry.class = Class::Entry(0);
            entry.best = able[number as usize];
        });
    }
}

/// The same bounds at every position are refused even if they are consistent wherever no move wins.
#[test]
fn values_that_agree_with_each_other_but_not_with_the_ends_are_refused() {
    for same in [(0, 0), (TICKS / 2, 0), (-TICKS / 2, TICKS / 4)] {
        refused_everywhere(&STANDARD, "Lower Upper NotBest", |_, entry| {
            (entry.value, entry.slack) = same;
        });
    }
}

#[test]
fn numbers_that_would_overflow_are_out_of_range() {
    for value in [i64::MAX, i64::MIN, 0] {
        for slack in [i64::MAX, i64::MIN, -1] {
            refused_everywhere(&STANDARD, "Range", |_, entry| {
                (entry.value, entry.slack) = (value, slack);
            });
        }
    }
}

#[test]
fn bounds_of_up_to_four_points_are_in_range() {
    // No move leads back to the start, so its bounds may be as wide as the range allows.
    let checked = |value, slack| {
        let start = altered(&STANDARD, |certificate| {
            let entry = &mut certificate.entries[0];
            (entry.value, entry.slack) = (value, slack);
        });
        check(&LAYOUTS[0], &start)
    };
    for (value, slack) in [(0, 4 * TICKS), (TICKS, 3 * TICKS), (-TICKS, 3 * TICKS)] {
        let widest = checked(value, slack).expect("a valid certificate");
        assert_eq!(widest.slack, slack);
        for value in [value - 1, value + 1] {
            let is_in_range = value.abs() + slack <= 4 * TICKS;
            assert_eq!(
                checked(value, slack).is_ok(),
                is_in_range,
                "{value} {slack}"
            );
        }
    }
}

#[test]
fn positions_called_equal_all_together_are_refused() {
    for sound in [&*STANDARD, &*ENTRY_FIRST] {
        for class in [
            Class::Entry(0),
            Class::Lost(1),
            Class::Won(1),
            Class::Entry(u32::MAX),
        ] {
            refused_everywhere(sound, "Class", |_, entry| entry.class = class);
        }
    }
}

/// Claims that all certain losses of one point, and the wins that refer to them, count two points; then exchanges
/// losses and wins. The claims agree with each other, but not with the ends of the game.
#[test]
fn certain_losses_of_other_stakes_are_refused() {
    let is_lost = |entry: &Entry| entry.class == Class::Lost(1);
    assert!(ENTRY_FIRST.entries.iter().any(is_lost));
    for (lost, won) in [
        (Class::Lost(2), Class::Won(2)),
        (Class::Won(1), Class::Lost(1)),
    ] {
        refused_everywhere(&ENTRY_FIRST, "Class", |_, entry| {
            entry.class = match entry.class {
                Class::Lost(1) => lost,
                Class::Won(1) => won,
                other => other,
            }
        });
    }
}

#[test]
fn ranks_that_do_not_fall_are_refused() {
    let lies: [fn(u32) -> u32; 4] = [|_| 0, |_| 1, |_| u32::MAX, |rank| u32::MAX - rank];
    for lie in lies {
        refused_everywhere(&STANDARD, "Rank", |_, entry| entry.rank = lie(entry.rank));
    }
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
        let depths: [fn(u32) -> u32; 5] = [
            |_| u32::MAX,
            |_| u32::MAX - 1,
            |_| 1,
            |place| u32::MAX - place % 2,
            |place| place + 1,
        ];
        for depth in depths {
            let state = refused(sound, "LeadsOn Depth", |certificate| {
                for (place, &number) in (0..).zip(&set) {
                    certificate.entries[number].depth = Some(depth(place));
                }
            });
            let mut names = set
                .iter()
                .map(|&number| sound.entries[number].state.to_string());
            assert!(names.any(|name| name == state), "{state}");
        }
    }
}

#[test]
fn positions_that_are_said_not_to_arise_all_together_are_refused() {
    let none = refused_everywhere(&STANDARD, "Depth", |_, entry| entry.depth = None);
    let start_alone = refused_everywhere(&STANDARD, "LeadsOn", |number, entry| {
        entry.depth = entry.depth.filter(|_| number == 0);
    });
    assert_eq!([&*none, &start_alone], ["000/000"; 2]);
    refused_everywhere(&STANDARD, "Depth", |_, entry| {
        entry.depth = entry.depth.map(|depth| depth + 1);
    });
}

#[test]
fn a_position_that_arises_sooner_than_is_said_is_refused() {
    let successors = successors(&STANDARD);
    let depth = |number: usize| STANDARD.entries[number].depth;
    // A greater depth is claimed for a position that also follows a position of the same depth.
    let is_again = |from: usize, next: usize| depth(from).is_some() && depth(from) == depth(next);
    let mut nexts = successors.iter().enumerate().flat_map(|(from, nexts)| {
        let again = nexts.iter().filter(move |&&next| is_again(from, next));
        again.copied()
    });
    let number = nexts.next().expect("there is such a position");
    refused(&STANDARD, "LeadsOn", |certificate| {
        certificate.entries[number].depth = depth(number).map(|depth| depth + 1);
    });
}

#[test]
fn positions_in_another_order_or_number_are_refused() {
    let says = |lie: fn(&mut Vec<Entry>)| {
        let fault = check(&LAYOUTS[0], &altered(&STANDARD, |it| lie(&mut it.entries)));
        fault.expect_err("other positions").to_string()
    };
    let [zero, one, two] = [0, 20_000, 20_001].map(|number| STANDARD.entries[number].state);
    let is_two = format!("entry 20000 should be for {one}, but is {two}");
    assert_eq!(says(|entries| entries.swap(20_000, 20_001)), is_two);
    assert_eq!(says(|entries| _ = entries.remove(20_000)), is_two);
    let is_none = format!("entry 0 should be for {zero}, but is none");
    assert_eq!(says(Vec::clear), is_none);
    let is_surplus = format!("entry 52347 should be for none, but is {one}");
    assert_eq!(
        says(|entries| entries.push(entries[20_000].clone())),
        is_surplus
    );
    let other = check(&LAYOUTS[1], &STANDARD);
    assert!(
        matches!(other, Err(CertificateFault::OtherRules { .. })),
        "{other:?}"
    );
}

// ---- The checker in Python

/// A Python program: the checker with its check of certificates replaced, for tests of the steps that follow it.
const WITHOUT_CHECK: &str = "import check_certificate as checker, sys
checker.check = lambda *_: ((0,) * 8, 0)
checker.run('check_certificate.py', checker.main, *sys.argv[1:])";

/// The same program, which compares nothing with solution files either.
fn without_comparison() -> String {
    WITHOUT_CHECK.replace(
        "\nchecker.run",
        "\nchecker.compare = lambda *_: None\nchecker.run",
    )
}

/// Runs Python with these arguments and this standard input, in the folder of the tests. Returns `true` if it
/// succeeded, and its output and errors; `None` if there is no Python.
fn python(arguments: &[&str], input: &str) -> Option<(bool, String)> {
    python_that_writes("utf-8", arguments, input)
}

/// Runs Python as [`python`] does, with another encoding of its output.
fn python_that_writes(encoding: &str, arguments: &[&str], input: &str) -> Option<(bool, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests");
    // With -B, Python writes no compiled files there.
    let child = Command::new("python3")
        .current_dir(folder)
        .arg("-B")
        .args(arguments)
        .env("PYTHONIOENCODING", encoding)
        // A locale that every system has; without it, a program that starts Python may warn.
        .env("LC_ALL", "C")
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
    let said = String::from_utf8_lossy(&said).replace('\u{fffd}', "?");
    Some((output.status.success(), said))
}

/// Runs the checker in Python as [`python`] does.
fn checker(arguments: &[&str], input: &str) -> Option<(bool, String)> {
    python(&[&["check_certificate.py"], arguments].concat(), input)
}

#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn skip(reason: &str) {
    eprintln!("skipped: {reason}");
}

/// Writes the certificate of the standard game to a temporary file.
fn standard_file() -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().expect("a file can be made");
    let text = STANDARD.to_string();
    file.write_all(text.as_bytes()).expect("a writable file");
    file
}

#[test]
fn the_checker_in_python_proves_what_holds() {
    let committed = standard_path();
    let input = STANDARD.to_string();
    if let Some((is_right, said)) = checker(&["-", text_of(&committed)], &input) {
        assert!(is_right, "{said}");
        let said = said.replace(text_of(&committed), "data/standard.bin");
        let page = Page::read("solver/CERTIFICATE.md");
        let shown = page.block("```text").join("\n") + "\n";
        assert_eq!(said, shown, "the page shows something else");
    }
}

/// Left to .ci/nightly, because certificates of other rules take longer.
#[test]
#[ignore = "takes half a minute: run with --ignored"]
fn the_checker_in_python_proves_every_preset() {
    for (name, rules) in Rules::PRESETS {
        let input = certificate(rules).to_string();
        if let Some((is_right, said)) = checker(&["-"], &input) {
            assert!(is_right, "{name}: {said}");
        }
    }
}

/// A change of a solution file, and texts that the refusal must contain.
type FileLie<'a> = (fn(&mut SolutionBytes), &'a [&'a str]);

/// One process checks all forged certificates and solution files, so that it reads the valid certificate only once.
#[test]
fn the_checker_in_python_refuses_what_does_not_hold() {
    let name = STANDARD.entries[20_000].state.to_string();
    let lies: [FileLie; 7] = [
        (
            |it| it.put_value(20_000, it.value(20_000) + 2_f64.powi(-53)),
            &[&name, "value"],
        ),
        // Flip the bits of the first two men with a 2, so that the best moves are wrong.
        (
            |it| it.put_best(20_000, it.best(20_000) ^ 0b011 << 4),
            &[&name, "best moves"],
        ),
        (
            |it| it.put_u64(REACHABLE_OVER, it.u64_at(REACHABLE_OVER) - 1),
            &["counts"],
        ),
        (
            |it| it.put_error_bound(1e-15),
            &["error bound", "less than"],
        ),
        (
            |it| it.put_error_bound(1.0),
            &["error bound", "more than 16 times"],
        ),
        (|it| it.put_value(20_000, -0.0), &["impossible value -0.0"]),
        (|it| it.0[30] = 1, &["not zero"]),
    ];
    let folder = folder();
    let forged = lies.iter().enumerate().map(|(number, (lie, _))| {
        let mut bytes = SolutionBytes::standard();
        lie(&mut bytes);
        let path = folder.path().join(format!("{number}.bin"));
        std::fs::write(&path, bytes.sealed()).expect("a writable file");
        path
    });
    let paths: Vec<_> = forged.collect();
    let certificate = standard_file();
    let mut arguments = vec!["forge_certificates.py", text_of(certificate.path())];
    arguments.extend(paths.iter().map(|path| text_of(path)));
    if let Some((is_refused, said)) = python(&arguments, "") {
        assert!(is_refused, "{said}");
        assert_eq!(said.lines().count(), lies.len(), "{said}");
        for (line, (_, says)) in said.lines().zip(lies) {
            assert_says(line, says);
        }
    }
}

/// Asserts that the checker in Python fails with these lines after its name, each of which contains a text.
#[track_caller]
fn assert_refused(answer: Option<(bool, String)>, says: &[&str]) {
    if let Some((is_right, said)) = answer {
        assert!(
            !is_right && said.starts_with("check_certificate.py: "),
            "{said}"
        );
        assert_eq!(said.lines().count(), says.len(), "{said}");
        for (line, part) in said.lines().zip(says) {
            assert_says(line, &[part]);
        }
    }
}

#[test]
fn the_checker_in_python_says_in_one_line_what_it_cannot_read() {
    assert_refused(checker(&[], ""), &["usage"]);
    assert_refused(
        checker(&["no/such/file"], ""),
        &["no/such/file: No such file"],
    );
    assert_refused(
        checker(&["no\nsuch\u{7f}file"], ""),
        &[r"no\nsuch\x7ffile: No such file"],
    );
    assert_refused(
        checker(&[env!("CARGO_MANIFEST_DIR")], ""),
        &["s a directory"],
    );
    assert_refused(checker(&["-"], ""), &["does not begin"]);
    let not_ascii = "tourne-case certificate 1\n\u{e9}";
    assert_refused(checker(&["-"], not_ascii), &["line 2 should be"]);
    // A byte order mark at the beginning is ignored.
    let marked = format!("\u{feff}{not_ascii}");
    assert_refused(checker(&["-"], &marked), &["line 2 should be"]);
}

#[test]
fn the_checker_in_python_names_each_solution_that_is_another() {
    let folder = folder();
    let strange = folder.path().join("other\nstandard.bin agrees");
    std::fs::copy(standard_path(), &strange).expect("the file can be copied");
    let other = standard_path().with_file_name("double-win.bin");
    let certificate = standard_file();
    let [certificate, other, strange] = [certificate.path(), &other, &strange].map(text_of);
    let answer = python(&["-c", WITHOUT_CHECK, certificate, other, strange], "");
    let is_another = "is not what the certificate proves: ";
    let of_other_rules = format!("{other} {is_another}it is of other rules");
    let other_counts = format!(r"other\nstandard.bin agrees {is_another}its counts are ");
    assert_refused(answer, &[&of_other_rules, &other_counts]);
    let unread = format!(
        "import os\nreader, writer = os.pipe()\nos.close(reader)\nos.dup2(writer, 1)\n{WITHOUT_CHECK}"
    );
    assert_refused(python(&["-c", &unread, certificate], ""), &["Broken pipe"]);
}

/// The checker prints one line for each file, even if its name has line feeds and the rules have no name.
#[test]
fn the_checker_in_python_says_one_line_of_each_file_that_agrees() {
    let strange = "own\u{1b}[2J\u{202e}\r\n";
    let one_die = altered(&STANDARD, |it| it.rules.dice = Dice::One);
    let input = one_die.to_string();
    if let Some((is_right, said)) = python(&["-c", &without_comparison(), "-", strange], &input) {
        assert!(is_right, "{said}");
        assert!(said.starts_with("The certificate of rules without a name is right. "));
        assert_eq!(said.lines().count(), 6, "{said}");
        assert_says(
            &said,
            &[r"own\x1b[2J\u202e\r\n agrees with the certificate"],
        );
    }
}

/// Names of files can have letters that the output cannot.
#[test]
fn the_checker_in_python_escapes_what_its_output_cannot_encode() {
    let input = STANDARD.to_string();
    let agrees = without_comparison();
    for (encoding, shown) in [
        ("ascii", r"l'\xe9t\xe9 \u6e38 agrees"),
        ("latin-1:strict", r"t? \u6e38 agrees"),
    ] {
        let answer = python_that_writes(
            encoding,
            &["-c", &agrees, "-", "l'\u{e9}t\u{e9} \u{6e38}"],
            &input,
        );
        if let Some((is_right, said)) = answer {
            assert!(is_right, "{said}");
            assert_says(&said, &[shown]);
        }
        assert_refused(
            python_that_writes(encoding, &["check_certificate.py", "no/\u{6e38}"], ""),
            &[r"no/\u6e38: No such file"],
        );
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
        Certificate { rules, entries }.to_string()
    });
    let texts: Vec<String> = texts.collect();
    if let Some((is_right, said)) = python(&["-c", READ], &texts.join("\x0c")) {
        assert!(is_right, "{said}");
        let mut names: Vec<&str> = said.lines().collect();
        assert_eq!(names.len(), 48, "{said}");
        names.retain(|&name| name != "-");
        // Of the eight combinations of dice, crowding and overshoot, two have names.
        assert_eq!(names.len(), 12, "{said}");
        for name in ["standard", "course+double-win", "forced-entry+double-win"] {
            assert!(names.contains(&name), "{said}");
        }
    }
}
