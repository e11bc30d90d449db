//! Certificates: what the check refuses, and that a checker in Python, which shares nothing with it,
//! refuses the same.

use std::collections::HashMap;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use tourne_solver::game::{Die, Position, Rules};
use tourne_solver::solution::Solution;
use tourne_solver::solution::file::read;
use tourne_solver::solve::solve;
use tourne_solver::verify::{
    Certificate, Claim, Class, Entry, Fault, Layout, TICKS, certificate_text, check, check_on,
    faults_among, make_certificate,
};

use crate::solution_bytes::{REACHABLE_OVER, SolutionBytes, standard_path};

fn solution(name: &str) -> Solution {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data");
    read(&data.join(format!("{name}.bin"))).expect("the file is whole")
}

fn certificate(name: &str) -> Certificate {
    make_certificate(&solution(name)).expect("there is a certificate")
}

static STANDARD: LazyLock<Certificate> = LazyLock::new(|| certificate("standard"));
static ENTRY_FIRST: LazyLock<Certificate> = LazyLock::new(|| certificate("entry-first"));

fn altered(sound: &Certificate, alter: impl FnOnce(&mut Certificate)) -> Certificate {
    let mut certificate = sound.clone();
    alter(&mut certificate);
    certificate
}

static LAYOUTS: LazyLock<[Layout; 2]> =
    LazyLock::new(|| [&*STANDARD, &*ENTRY_FIRST].map(|sound| Layout::new(sound.rules)));

/// What the check says of an alteration: the position and the claim.
#[track_caller]
fn refused(sound: &Certificate, alter: impl FnOnce(&mut Certificate)) -> (String, Claim) {
    let [standard, entry_first] = &*LAYOUTS;
    let is_standard = sound.rules == standard.rules();
    let layout = if is_standard { standard } else { entry_first };
    match check_on(layout, &altered(sound, alter)) {
        Err(Fault::Claim { state, what }) => (state.to_string(), what),
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_preset_has_a_certificate_that_holds() {
    for (name, _) in Rules::PRESETS {
        let solution = solution(name);
        let certificate = make_certificate(&solution).expect("there is a certificate");
        let checked = check(&certificate).expect("it holds");
        assert!(checked.slack < 1 << 18, "{name}: {checked:?}");
        // The solver counted by its own rules.
        assert_eq!(checked.counts, solution.counts(), "{name}");
        let best = certificate.entries.iter().flat_map(|entry| entry.best);
        let tied = best.filter(|bits| bits.count_ones() > 1).count();
        assert_eq!(checked.ties, tied as u64, "{name}");
    }
}

#[test]
fn the_closest_decision_is_that_of_the_values() {
    let solution = solution("standard");
    let positions = positions(&STANDARD);
    let mut closest = (f64::INFINITY, 0, Die::new(1));
    for (number, &position) in positions.iter().enumerate() {
        for die in Die::ALL {
            let plays = Rules::STANDARD.plays(position, die);
            let worths = plays.iter().map(|play| {
                let opponent = solution.value(play.next).expect("it is held").number();
                1.0 - opponent
            });
            let mut worths: Vec<f64> = worths.collect();
            worths.sort_by(|one, other| other.total_cmp(one));
            if worths.len() > 1 && worths[0] - worths[1] < closest.0 {
                closest = (worths[0] - worths[1], number, die);
            }
        }
    }
    let checked = check(&STANDARD).expect("it holds");
    let (ticks, number, die) = checked.closest.expect("there are decisions");
    assert_eq!((number, die), (closest.1, closest.2));
    // A probability is half of a point.
    let margin = ticks as f64 / TICKS as f64 / 2.0;
    assert!((margin - closest.0).abs() < 1e-15, "{margin} {closest:?}");
}

#[test]
#[ignore = "solves all 48 combinations of switches: run with --ignored, in a minute"]
fn every_combination_that_is_solved_has_a_certificate_that_holds() {
    use tourne_solver::game::{Crowding, Dice, Overshoot, Reentry, Stakes};
    let mut held = 0;
    for dice in [Dice::LowerOfTwo, Dice::One] {
        for crowding in [Crowding::OneManAPoint, Crowding::Free] {
            for overshoot in [Overshoot::Forbidden, Overshoot::GoesOff] {
                for reentry in [Reentry::Free, Reentry::Forced, Reentry::First] {
                    for stakes in [Stakes::Single, Stakes::DoubleWin] {
                        let rules = Rules {
                            dice,
                            crowding,
                            overshoot,
                            reentry,
                            stakes,
                        };
                        let Ok(solved) = solve(rules, &mut |_| ()) else {
                            continue;
                        };
                        let certificate = make_certificate(&solved.solution).expect("there is one");
                        assert!(check(&certificate).is_ok(), "{rules:?}");
                        held += 1;
                    }
                }
            }
        }
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

    let no_slack = refused(&STANDARD, |certificate| {
        certificate.entries[number].slack = -1;
    });
    assert_eq!(no_slack, (name.clone(), Claim::Range));
    let no_rank = refused(&STANDARD, |certificate| {
        certificate.entries[number].rank = 0;
    });
    assert_eq!(no_rank.1, Claim::Rank);
    let (_, what) = refused(&STANDARD, |certificate| {
        certificate.entries[number].depth = None;
    });
    assert!(matches!(what, Claim::LeadsOn(state) if state.to_string() == name));
    let class = refused(&STANDARD, |certificate| {
        certificate.entries[number].class = Class::Entry(7);
    });
    assert_eq!(class, (name.clone(), Claim::Class));
    let won = refused(&STANDARD, |certificate| {
        certificate.entries[number].class = Class::Won(1);
    });
    assert_eq!(won, (name.clone(), Claim::Class));

    let missing = check(&altered(&STANDARD, |certificate| {
        certificate.entries.remove(number);
    }));
    let missing = missing.expect_err("a position is missing");
    let next = STANDARD.entries[number + 1].state;
    assert_eq!(
        missing.to_string(),
        format!("entry 20000 should be for {name}, but is {next}")
    );
    let one_more = check(&altered(&STANDARD, |certificate| {
        certificate
            .entries
            .push(certificate.entries[number].clone());
    }));
    assert_eq!(
        one_more.expect_err("a position too many").to_string(),
        format!("entry 52347 should be for none, but is {name}")
    );
    let other_rules = check(&altered(&STANDARD, |certificate| {
        certificate.rules = Rules::DOUBLE_WIN;
    }));
    assert!(other_rules.is_err());
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
fn faults_among_some_entries_are_those_of_these_entries() {
    let layout = &LAYOUTS[0];
    let all: Vec<usize> = (0..STANDARD.entries.len()).collect();
    assert_eq!(faults_among(layout, &STANDARD, &all), []);
    let wrong = altered(&STANDARD, |certificate| {
        certificate.entries[0].slack = -1;
        certificate.entries[20_000].slack = -1;
    });
    let range = |number| (number, Claim::Range);
    assert_eq!(faults_among(layout, &wrong, &[20_000]), [range(20_000)]);
    assert_eq!(
        faults_among(layout, &wrong, &[20_000, 0]),
        [range(20_000), range(0)]
    );
    // Nothing but the entries before it can show that a position arises.
    let alone = faults_among(layout, &STANDARD, &[20_000]);
    assert_eq!(alone, [(20_000, Claim::Depth)]);
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
    let without_classes = check(&altered(&ENTRY_FIRST, |certificate| {
        for (number, entry) in (0..).zip(&mut certificate.entries) {
            entry.class = Class::Entry(number);
        }
    }));
    assert!(matches!(
        without_classes,
        Err(Fault::Claim {
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

// ---- Consistent forgeries: for each claim, alterations everywhere at once that agree with each other. The table
// in solver/CERTIFICATE.md says which test is about which.

/// All entries altered alike, with their numbers.
fn everywhere(alter: impl Fn(u32, &mut Entry)) -> impl FnOnce(&mut Certificate) {
    move |certificate| {
        for (number, entry) in (0..).zip(&mut certificate.entries) {
            alter(number, entry);
        }
    }
}

/// The position of each entry.
fn positions(certificate: &Certificate) -> Vec<Position> {
    let position = |entry: &Entry| {
        let setup = entry.state.to_string().parse().expect("it is a set-up");
        certificate.rules.position(&setup).expect("it is legal")
    };
    certificate.entries.iter().map(position).collect()
}

/// For each entry those to which a move or a pass leads.
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

/// For each entry and die all men that can move, as bits.
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
        // Nor do they if all moves are called best and all positions equal.
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

/// Bounds that are certain, because they are those of a game in which nobody can win: they satisfy the equation
/// wherever no move wins.
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
    // Nothing leads back to the start, so that its bounds may be as wide as they like.
    let start = |value, slack| {
        move |certificate: &mut Certificate| {
            let entry = &mut certificate.entries[0];
            (entry.value, entry.slack) = (value, slack);
        }
    };
    for (value, slack) in [(0, 4 * TICKS), (TICKS, 3 * TICKS), (-TICKS, 3 * TICKS)] {
        let checked = check_on(&LAYOUTS[0], &altered(&STANDARD, start(value, slack)));
        let checked = checked.expect("it holds");
        assert_eq!(checked.slack, slack);
        let ends = [value - slack, value + slack].map(i128::from);
        assert_eq!(checked.start, (ends[0], ends[1]));
        for value in [value - 1, value + 1] {
            let is_in_range = value.abs() + slack <= 4 * TICKS;
            let checked = check_on(&LAYOUTS[0], &altered(&STANDARD, start(value, slack)));
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

/// Positions that are lost or won for certain vouch for each other, but some of them for an end.
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

#[test]
fn positions_that_vouch_for_each_other_do_not_arise() {
    for (sound, size) in [(&*STANDARD, 5), (&*ENTRY_FIRST, 434)] {
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
                break;
            }
        }
        assert_eq!(set.len(), size);
        // Without the set nothing changes; with it nothing helps, least of all the greatest depth there is.
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
    // It also comes after one that arises no sooner than itself.
    let reachable = (0..successors.len()).filter(|&from| depth(from).is_some());
    let again = reachable
        .flat_map(|from| successors[from].iter().map(move |&next| (from, next)))
        .find(|&(from, next)| depth(from) == depth(next));
    let (_, number) = again.expect("there is one");
    let (_, what) = refused(&STANDARD, |certificate| {
        certificate.entries[number].depth = depth(number).map(|depth| depth + 1);
    });
    assert_eq!(what, Claim::LeadsOn(STANDARD.entries[number].state));
}

#[test]
fn positions_in_another_order_or_number_are_refused() {
    let lies: [Alteration; 3] = [
        |certificate| certificate.entries.swap(20_000, 20_001),
        |certificate| {
            let twice = certificate.entries[20_000].clone();
            certificate.entries.insert(20_000, twice);
        },
        |certificate| certificate.entries.clear(),
    ];
    for lie in lies {
        let fault =
            check(&altered(&STANDARD, lie)).expect_err("positions are not as they should be");
        assert!(matches!(fault, Fault::Position { .. }), "{fault:?}");
    }
    let other = check_on(&LAYOUTS[1], &STANDARD);
    assert!(matches!(other, Err(Fault::OtherRules { .. })), "{other:?}");
}

/// A change of a certificate.
type Alteration = fn(&mut Certificate);

/// What the checker in Python says of a certificate; `None` if there is no Python.
fn python(certificate: &str) -> Option<(bool, String)> {
    python_with(&["-"], certificate)
}

/// What the checker in Python says with these arguments and this standard input.
fn python_with(arguments: &[&str], input: &str) -> Option<(bool, String)> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/check_certificate.py");
    let child = Command::new("python3")
        .arg(script)
        .args(arguments)
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
    let mut pipe = child.stdin.take().expect("it is piped");
    // A checker that has seen enough stops reading.
    let _ = pipe.write_all(input.as_bytes());
    drop(pipe);
    let output = child.wait_with_output().expect("it comes to an end");
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8(said).expect("it says UTF-8");
    Some((output.status.success(), said))
}

#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn skip(reason: &str) {
    eprintln!("skipped: {reason}");
}

#[test]
fn the_checker_in_python_proves_what_holds() {
    if let Some((is_right, said)) = python(&certificate_text(&STANDARD)) {
        assert!(is_right, "{said}");
        assert!(said.contains("for 52347 positions"), "{said}");
    }
}

/// Runs once in a while: a certificate of other rules takes longer.
#[test]
#[ignore = "takes half a minute: run with --ignored"]
fn the_checker_in_python_proves_every_preset() {
    for (name, _) in Rules::PRESETS {
        if let Some((is_right, said)) = python(&certificate_text(&certificate(name))) {
            assert!(is_right, "{name}: {said}");
        }
    }
}

#[test]
fn the_checker_in_python_refuses_what_does_not_hold() {
    let number = 20_000;
    let name = STANDARD.entries[number].state.to_string();
    // Many at once, as above: equal ranks, one class, positions that vouch for each other.
    let many: [(Alteration, &str); 3] = [
        (
            |certificate| {
                for entry in &mut certificate.entries {
                    entry.rank = 1;
                }
            },
            "not shown to end",
        ),
        (
            |certificate| {
                for entry in &mut certificate.entries {
                    entry.class = Class::Entry(0);
                }
            },
            "not shown to be equal",
        ),
        (
            |certificate| {
                for text in ["000/01h", "000/1hh", "00h/001", "0hh/001", "1hh/002"] {
                    let mut entries = certificate.entries.iter_mut();
                    let entry = entries.find(|entry| entry.state.to_string() == text);
                    entry.expect("it is a position").depth = Some(u32::MAX);
                }
            },
            "wrong about whether or when it arises",
        ),
    ];
    for (alteration, says) in many {
        let certificate = altered(&STANDARD, alteration);
        assert_one_line(python(&certificate_text(&certificate)), &[says]);
    }
    let alterations: [(Alteration, &str); 6] = [
        (
            |c| c.entries[20_000].value += 2 * c.entries[20_000].slack + 1,
            ":",
        ),
        (|c| c.entries[20_000].best[1] ^= 3, "with a 2"),
        (|c| c.entries[20_000].rank = 0, "not shown to end"),
        (|c| c.entries[20_000].depth = None, "said not to arise"),
        (
            |c| c.entries[20_000].class = Class::Entry(7),
            "not shown to be equal",
        ),
        (|c| c.entries.truncate(20_000), "stands where"),
    ];
    for (alteration, says) in alterations {
        let certificate = altered(&STANDARD, alteration);
        if let Some((is_right, said)) = python(&certificate_text(&certificate)) {
            assert!(!is_right, "{said}");
            assert!(said.contains(says), "{said}");
            assert!(said.contains(&name) || says == ":", "{said}");
        }
    }
}

#[test]
fn the_checker_in_python_refuses_what_is_no_certificate() {
    let whole = certificate_text(&STANDARD);
    let half = &whole[..whole.len() / 2];
    let twice = format!("{whole}{}", whole.lines().last().expect("it has lines"));
    // A die left out at the start, from which nothing else follows.
    let fewer_dice = whole.replacen(" 0 0 0 0 0 0 = ", " 0 = ", 1);
    let other_name = whole.replacen("rules standard", "rules course", 1);
    assert!(fewer_dice.len() < whole.len() && other_name != whole);
    for certificate in [
        "",
        "tourne-case certificate 2\n",
        half,
        &twice,
        &fewer_dice,
        &other_name,
    ] {
        if let Some((is_right, said)) = python(certificate) {
            assert!(!is_right, "{said}");
            assert!(said.starts_with("check_certificate.py: "), "{said}");
            assert_eq!(said.lines().count(), 1, "{said}");
        }
    }
}

/// Asserts that the checker in Python fails with one line that says all of these.
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
    assert_one_line(python_with(&[], ""), &["usage"]);
    assert_one_line(
        python_with(&["no/such/file"], ""),
        &["no/such/file", "No such file"],
    );
    let folder = env!("CARGO_MANIFEST_DIR");
    assert_one_line(python_with(&[folder], ""), &[folder, "s a directory"]);
    let whole = certificate_text(&STANDARD);
    let line = |with: &str| whole.replacen("\n000/001 ", &format!("\n{with}"), 1);
    let malformed = [
        (line("000/001 x "), "11: 000/001 has 13 fields, not 12"),
        (line("000/001x "), "'000/001x' stands where 000/001 should"),
        (line("\u{1b}[2J "), "stands where 000/001 should"),
        (
            whole.replacen(" 0 0 0 0 0 0 = ", " 0 0 z 0 0 0 = ", 1),
            "000/000 with a 3: what is called best is not legal",
        ),
        (
            whole.replacen("ticks 1", "ticks -1", 1),
            "a point has no ticks",
        ),
        (whole.replacen("ticks 1", "ticks one", 1), "line 8: 'one"),
        (
            whole.replacen("reentry free", "reentry maybe", 1),
            "line 6: 'maybe' is not a value of reentry",
        ),
        (
            whole.replacen("positions 5", "positions 6", 1),
            "its header says 62347 positions",
        ),
    ];
    for (certificate, says) in malformed {
        assert_ne!(certificate, whole, "{says}");
        assert_one_line(python(&certificate), &[says]);
    }
}

#[cfg(unix)]
#[test]
fn the_checker_in_python_says_that_nobody_reads_its_answer() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/check_certificate.py");
    let mut file = tempfile::NamedTempFile::new().expect("a file can be made");
    file.write_all(certificate_text(&STANDARD).as_bytes())
        .expect("it can be written");
    let child = Command::new("python3")
        .args([&script, file.path()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        skip("python3 cannot be started");
        return;
    };
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it comes to an end");
    let said = String::from_utf8(output.stderr).expect("it says UTF-8");
    assert_one_line(Some((output.status.success(), said)), &["Broken pipe"]);
}

/// A change of a solution file, and what is said of it.
type FileLie<'a> = (fn(&mut SolutionBytes), &'a [&'a str]);

#[test]
fn the_checker_in_python_compares_a_solution_file() {
    let sound = SolutionBytes::standard();
    let number = 20_000;
    let name = STANDARD.entries[number].state.to_string();
    let lies: [FileLie; 7] = [
        (
            |bytes| bytes.put_value(20_000, bytes.value(20_000) + 2_f64.powi(-53)),
            &[&name, "value"],
        ),
        // One of the men of another die is one that could move too, or none could.
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
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut arguments = vec!["-".to_owned()];
    for (number, (lie, _)) in lies.iter().enumerate() {
        let mut bytes = sound.clone();
        lie(&mut bytes);
        let path = folder.path().join(format!("{number}.bin"));
        std::fs::write(&path, bytes.sealed()).expect("it can be written");
        arguments.push(path.to_string_lossy().into_owned());
    }
    let committed = standard_path().to_string_lossy().into_owned();
    let standard = certificate_text(&STANDARD);
    let asked: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if let Some((is_right, said)) = python_with(&asked, &standard) {
        assert!(!is_right, "{said}");
        assert_eq!(said.lines().count(), lies.len(), "{said}");
        for ((line, path), (_, says)) in said.lines().zip(&asked[1..]).zip(lies) {
            let parts = [&[*path, "is not what the certificate proves"], says].concat();
            for part in parts {
                assert!(line.contains(part), "{part:?} is missing: {line}");
            }
        }
    }
    if let Some((is_right, said)) = python_with(&["-", &committed], &standard) {
        assert!(is_right, "{said}");
        assert!(
            said.contains("wins with probability between 0.51509481049"),
            "{said}"
        );
        assert!(said.contains("agrees with the certificate"), "{said}");
    }
}
