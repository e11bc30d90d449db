//! Single questions that are wrong, as arguments.

use std::ffi::OsStr;

use super::{answer, assert_error, tourne};
use crate::commands::run;

#[track_caller]
fn assert_bad_question(arguments: &[&str], says: &[&str]) {
    run(tourne(&["best"]).args(arguments)).assert_one_line_error(2, says);
}

#[test]
fn a_question_may_be_one_argument_or_two() {
    let expected = run(&mut tourne(&["best", "04h/007", "3"]));
    expected.assert_answered();
    for words in [
        &["04h/007:3"][..],
        &["04h/007 3"],
        &[" 04h/007:4-3 "],
        &["04h/007:", "3"],
        &["4h0/700", "43"],
    ] {
        let outcome = run(tourne(&["best"]).args(words));
        outcome.assert_answered();
        assert_eq!(outcome.stdout, expected.stdout, "{words:?}");
    }
    assert_bad_question(
        &["04h/007:3", "4"],
        &["\"04h/007:3\" has a throw after the position, and \"4\" is another"],
    );
    assert_bad_question(&["04h/007:7"], &["\"7\"", "a die shows 1 to 6"]);
}

#[test]
fn errors_quote_what_was_typed() {
    assert_bad_question(&["04h/007,3"], &["\"04h/007,3\"", "\"007\" is not a man"]);
    for typed in ["4h0/4,0,0", "h40/400", "0,4,12/004", "04H/004"] {
        let says = format!("error: {typed} is not a position of standard: men of both sides");
        assert_bad_question(&[typed], &[&says]);
        assert_bad_question(&[typed, "3"], &[&says]);
        let answer = answer(format!("{typed} 3"));
        assert_error(&answer, 1, says.trim_start_matches("error: "));
    }
}

#[test]
fn throws_that_cannot_be_are_refused() {
    for (roll, says) in [
        ("0", ["\"0\"", "0 is not a die: a die shows 1 to 6"]),
        ("7", ["\"7\"", "7 is not a die: a die shows 1 to 6"]),
        ("37", ["\"37\"", "7 is not a die: a die shows 1 to 6"]),
        ("0-3", ["\"0-3\"", "0 is not a die: a die shows 1 to 6"]),
        ("333", ["\"333\" is 3 dice", "give two, such as 43 or 4-3"]),
        (
            "1-2-3",
            ["\"1-2-3\" is 3 dice", "give two, such as 43 or 4-3"],
        ),
        (
            "h",
            ["\"h\" is not a throw", "give two dice, such as 43 or 4-3"],
        ),
        (
            "",
            ["\"\" is not a throw", "give two dice, such as 43 or 4-3"],
        ),
        (
            "3.5",
            ["\"3.5\" is not a throw", "give two dice, such as 43 or 4-3"],
        ),
        (
            "3-",
            ["\"3-\" is not a throw", "give two dice, such as 43 or 4-3"],
        ),
        (
            "4--3",
            [
                "\"4--3\" is not a throw",
                "give two dice, such as 43 or 4-3",
            ],
        ),
        (
            "٣",
            ["\"٣\" is not a throw", "give two dice, such as 43 or 4-3"],
        ),
    ] {
        assert_bad_question(&["04h/007", roll], &says);
    }
}

#[test]
fn texts_that_are_no_positions_are_refused() {
    let cure = "write the side on roll, a slash, and its opponent, such as 04h/007";
    for text in [
        "",
        "h",
        "04h",
        "04h007",
        "/",
        "04h/",
        "/007",
        "04h/007/",
        "000/000/000",
        "3",
    ] {
        let says = [&format!("\"{text}\" is not a position"), cure];
        assert_bad_question(&[text, "3"], &says);
        assert_bad_question(&[text], &says);
    }
    assert_bad_question(
        &["0z0/000", "3"],
        &["\"0z0/000\"", "\"z\" is not a man: use 0 (off)"],
    );
    assert_bad_question(
        &["0,13,0/000"],
        &["no point 13: points are 1 to 12, and 0 is off"],
    );
}

#[test]
fn positions_that_cannot_be_are_refused() {
    for (text, fault) in [
        ("04h/004", "men of both sides face each other on point 4"),
        (
            "bbh/000",
            "the side on roll has two men on point 11, which holds one",
        ),
        (
            "000/44h",
            "the opponent has two men on point 4, which holds one",
        ),
        ("04/000", "the side on roll must have three men, not 2"),
        ("000/0000", "the opponent must have three men, not 4"),
        ("hhh/hhh", "both sides have all three men home"),
        (
            "000/hhh",
            "the game is over: the opponent has all three men home",
        ),
        (
            "hhh/000",
            "the game is over: the side on roll has all three men home",
        ),
        (
            "00x/000",
            "\"x\" that owes its entry, which exists only under forced-entry and entry-first: write 0",
        ),
        (
            "000/00x",
            "\"x\" that owes its entry, which exists only under forced-entry and entry-first: write 0",
        ),
    ] {
        let not_a_position = format!("{text} is not a position of standard");
        assert_bad_question(&[text, "3"], &[&not_a_position, fault]);
        assert_bad_question(&[text, "--format", "json"], &[&not_a_position, fault]);
    }
}

#[test]
fn every_fault_of_a_position_is_named() {
    let faults = [
        "three men, not 4",
        "two men on point 4",
        "face each other on point 9",
    ];
    assert_bad_question(&["4449/009"], &faults);
}

#[test]
fn an_argument_of_a_hundred_kilobytes_is_shortened() {
    let long = "0".repeat(100_000);
    for arguments in [
        [&long, "3"],
        ["000/000", &long],
        [&format!("{long}/000"), "3"],
    ] {
        let outcome = run(tourne(&["best"]).args(arguments));
        outcome.assert_one_line_error(2, &["0000000000…", "such as"]);
        assert!(outcome.stderr.len() < 300, "{outcome:?}");
    }
}

#[test]
fn control_characters_in_an_argument_are_escaped() {
    for text in [
        "\u{1b}[31m/000",
        "000\n/000",
        "000/000\r\n000/000",
        "\u{202e}00/000",
        "\u{7}",
    ] {
        let outcome = run(&mut tourne(&["best", text, "3"]));
        outcome.assert_one_line_error(2, &["\\"]);
        assert!(!outcome.stderr.contains('\u{202e}'), "{outcome:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_text_is_refused() {
    use std::os::unix::ffi::OsStrExt as _;

    let bytes = OsStr::from_bytes(b"04h/\xff07");
    run(tourne(&["best"]).arg(bytes).arg("3")).assert_error(2, &["invalid UTF-8"]);
    run(tourne(&["best", "04h/007"]).arg(bytes)).assert_error(2, &["invalid UTF-8"]);
}

#[test]
fn bad_usage_is_answered_with_the_usage() {
    let refuse = |arguments: &[&str], says: &[&str]| {
        run(&mut tourne(arguments)).assert_error(2, says);
    };
    refuse(&["best"], &["<POSITION>", "Usage: tourne best"]);
    refuse(
        &["best", "04h/007", "3", "4"],
        &["'4'", "Usage: tourne best"],
    );
    refuse(
        &["best", "04h/007", "--format", "xml"],
        &["'xml'", "text, json, csv"],
    );
    refuse(
        &["best", "04h/007", "--tabel", "x"],
        &["'--tabel'", "--table"],
    );
    refuse(&["bets", "04h/007"], &["'bets'", "best"]);
    refuse(&["best", "04h/007", "--table"], &["--table <FILE>"]);
}
