//! Certificates: what the check refuses, and that a checker in Python, which shares nothing with it,
//! refuses the same.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use tourne_solver::certificate::{Certificate, Claim, Class, Fault, check, make, text};
use tourne_solver::file::read;
use tourne_solver::game::{Die, Rules};
use tourne_solver::solve::solve;

fn certificate(name: &str) -> Certificate {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data");
    let solution = read(&data.join(format!("{name}.bin"))).expect("the file is whole");
    make(&solution).expect("there is a certificate")
}

static STANDARD: LazyLock<Certificate> = LazyLock::new(|| certificate("standard"));
static ENTRY_FIRST: LazyLock<Certificate> = LazyLock::new(|| certificate("entry-first"));

fn altered(sound: &Certificate, alter: impl FnOnce(&mut Certificate)) -> Certificate {
    let mut certificate = sound.clone();
    alter(&mut certificate);
    certificate
}

/// What the check says of an alteration: the position and the claim.
#[track_caller]
fn refused(sound: &Certificate, alter: impl FnOnce(&mut Certificate)) -> (String, Claim) {
    match check(&altered(sound, alter)) {
        Err(Fault::Claim { state, what }) => (state.to_string(), what),
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_preset_has_a_certificate_that_holds() {
    for (name, _) in Rules::PRESETS {
        let checked = check(&certificate(name)).expect("it holds");
        assert!(checked.slack < 1 << 18, "{name}: {checked:?}");
    }
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
                        let certificate = make(&solved.solution).expect("there is one");
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
    assert_eq!(won, (name, Claim::Class));

    let missing = check(&altered(&STANDARD, |certificate| {
        certificate.entries.remove(number);
    }));
    assert!(matches!(
        missing,
        Err(Fault::Position { number: 20_000, .. })
    ));
    let other_rules = check(&altered(&STANDARD, |certificate| {
        certificate.rules = Rules::DOUBLE_WIN;
    }));
    assert!(other_rules.is_err());
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

/// A change of a certificate.
type Alteration = fn(&mut Certificate);

/// What the checker in Python says; `None` if there is no Python.
fn python(certificate: &str) -> Option<(bool, String)> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/check_certificate.py");
    let child = Command::new("python3")
        .arg(script)
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
    let mut input = child.stdin.take().expect("it is piped");
    // A checker that has seen enough stops reading.
    let _ = input.write_all(certificate.as_bytes());
    drop(input);
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
    if let Some((is_right, said)) = python(&text(&STANDARD)) {
        assert!(is_right, "{said}");
        assert!(said.contains("for 52347 positions"), "{said}");
    }
}

/// Runs once in a while: a certificate of other rules takes longer.
#[test]
#[ignore = "takes half a minute: run with --ignored"]
fn the_checker_in_python_proves_every_preset() {
    for (name, _) in Rules::PRESETS {
        if let Some((is_right, said)) = python(&text(&certificate(name))) {
            assert!(is_right, "{name}: {said}");
        }
    }
}

#[test]
fn the_checker_in_python_refuses_what_does_not_hold() {
    let number = 20_000;
    let name = STANDARD.entries[number].state.to_string();
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
        (|c| c.entries.truncate(20_000), "there is none in its place"),
    ];
    for (alteration, says) in alterations {
        let certificate = altered(&STANDARD, alteration);
        if let Some((is_right, said)) = python(&text(&certificate)) {
            assert!(!is_right, "{said}");
            assert!(said.contains(says), "{said}");
            assert!(said.contains(&name) || says == ":", "{said}");
        }
    }
}

#[test]
fn the_checker_in_python_refuses_what_is_no_certificate() {
    let whole = text(&STANDARD);
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
            assert!(said.contains("The certificate is wrong"), "{said}");
        }
    }
}
