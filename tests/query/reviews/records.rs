//! Forms of records, and typing errors in them.

use serde_json::Value;
use tourne_study::review::record::{self, Game};

use super::{json_of, recorded, tourne_review};
use crate::commands::run;
use crate::tourne;

#[test]
fn the_same_game_may_be_written_in_many_ways() {
    let plain = "A 3-2 0/2\nB 2-1 0/1\nA 6-2 2/4\nB 4-3 1/4*\nA 5-4 0/4*\n";
    let expected = record::read(plain.as_bytes()).expect("a record");
    for text in [
        "A 32 off/2\nB 12 off/1\nA 26 2/4\nB 34 1/4\nA 45 off/4\n",
        "A: 3-2 off/2\nB: 2-1 bar/1\nA: 6-2 2/4\nB: 4-3 1/4*\nA: 5-4 off/4*",
        "A 2 0/2\nB 1 0/1\nA 2 2/4\nB 3 1/4*\nA 4 0/4*\n",
        "\r\n# one\r\nA 3-2 off/2 # two\r\nB 2-1 off/1\r\nA 6-2 2/4#3\r\n\r\nB 4-3 1/4*\r\nA 5-4 off/4*\r\n",
        "Rules: standard\nPOSITION: 0,0,0/000\n  A\t3-2  off/2  \nB 2-1 0/1\nA 6-2 2/4\nB 4-3 1/4*\nA 5-4 0/4",
    ] {
        let read = record::read(text.as_bytes()).expect(text);
        assert_eq!(read.len(), 1, "{text}");
        let moves = |game: &Game| {
            let turns = game.turns.iter();
            turns
                .map(|it| (it.position, it.die, it.action, it.next))
                .collect::<Vec<_>>()
        };
        assert_eq!(moves(&read[0]), moves(&expected[0]), "{text}");
        assert_eq!(read[0].sides, ["A", "B"]);
    }
    let home = "position: 09h/6hh\nX 3 9/home\nY 6 6/h";
    for end in ["\n", ""] {
        let read = record::read(format!("{home}{end}").as_bytes());
        let read = read.unwrap_or_else(|error| panic!("{error}"));
        assert!(read[0].end().is_over());
    }
}

#[test]
fn turns_may_be_numbered_and_places_named() {
    let plain = "position: 09h/00h\nA 3 9/12\nB 3 0/3\nA 2 0/2\nB 1 3/4\n";
    let numbered = "position: 09h/00h\n1. A 3 9/home\n1: B 3 bar/3\n2. A: 2 Off/2\n12: B: 1 3/4\n";
    let [plain, numbered] =
        [plain, numbered].map(|text| record::read(text.as_bytes()).expect("a record"));
    assert_eq!(plain[0].turns, numbered[0].turns);
    assert_eq!((numbered.len(), numbered[0].headers.len()), (1, 0));
    assert_eq!(numbered[0].sides, ["A", "B"]);
    // A number alone is the name of a side. A mistyped turn with a number before it is not a header.
    let sides = record::read("1: 4-3 off/3\n2: 1-1 off/1\n".as_bytes()).expect("a record");
    assert_eq!(sides[0].sides, ["1", "2"]);
    for slip in [
        "2. B",
        "2: B 3",
        "2: B 3 off/3 really",
        "2: B 3 off/9",
        "2 B 3 off/3",
    ] {
        let text = format!("1. A 4-3 off/3\n{slip}\n");
        tourne_review(&text, &[]).assert_one_line_error(2, &["line 2: "]);
    }
}

#[test]
fn rules_may_be_asked_for() {
    let text = "A 4 off/4\nB 3 off/3\n";
    let rules_of = |text: &str, arguments: &[&str]| -> Vec<String> {
        let games = json_of(text, arguments);
        let name = |game: &Value| game["rules"].as_str().expect("a name").to_owned();
        games.iter().map(name).collect()
    };
    assert_eq!(rules_of(text, &[]), ["standard"]);
    assert_eq!(rules_of(text, &["--rules", "course"]), ["course"]);
    let several = format!("{text}rules: double-win\n{text}event: x\n{text}");
    assert_eq!(
        rules_of(&several, &["--rules", "double-win"]),
        ["double-win"; 3]
    );
    assert_eq!(
        rules_of(&several, &[]),
        ["standard", "double-win", "standard"]
    );
    let other = tourne_review(&several, &["--rules", "course"]);
    let says = "line 3: the record names the rules double-win, but course was asked for";
    other.assert_one_line_error(2, &[says]);
    // The option gives the same result as the header.
    let header = format!("rules: double-win\n{text}");
    let asked = tourne_review(text, &["--rules", "double-win", "--format", "csv"]).stdout;
    let named = tourne_review(&header, &["--format", "csv"]).stdout;
    let without_lines = |csv: &str| -> Vec<String> {
        let rows = csv
            .lines()
            .map(|row| row.split(',').skip(2).collect::<Vec<_>>().join(","));
        rows.collect()
    };
    assert_eq!(without_lines(&asked), without_lines(&named));
    let table = recorded("lalanne").with_file_name("../../data/double-win.bin");
    let table = table.to_str().expect("a plain path");
    assert_eq!(
        rules_of(text, &["--rules", "double-win", "--table", table]),
        ["double-win"]
    );
}

#[test]
fn names_are_compared_and_kept_in_full() {
    let [one, other] = ["1", "2"].map(|end| "x".repeat(60) + end);
    let text = format!("{one} 4-3 off/3\n{other} 1-1 off/1\n{one} 5-1 3/4\n");
    let game = &json_of(&text, &[])[0];
    assert_eq!(
        [&game["sides"][0]["side"], &game["sides"][1]["side"]],
        [&*one, &*other]
    );
    assert_eq!(game["turns"][1]["side"], *other);
    let twice = format!("{one} 4-3 off/3\n{other} 1-1 off/1\n{other} 5-1 3/4\n");
    let says = format!("it is the turn of {one}, not of {other}");
    tourne_review(&twice, &[]).assert_one_line_error(2, &[&says]);

    // Text for people is escaped; output for programs is not.
    let odd = "O'B\u{1b}\u{202e}e\u{301}";
    let text = format!("{odd}: an \u{7}event\n{odd} 4-3 off/3\nB 1-1 off/1\n{odd} 5-1 3/4\n");
    let game = &json_of(&text, &[])[0];
    assert_eq!(game["headers"], serde_json::json!([[odd, "an \u{7}event"]]));
    assert_eq!(game["sides"][0]["side"], odd);
    let csv = tourne_review(&text, &["--format", "csv"]);
    csv.assert_shows(&[&format!("1,2,{odd},000/000")]);
    let shown = tourne_review(&text, &[]);
    shown.assert_answered();
    shown.assert_shows(&[
        "O'B\\u{1b}\\u{202e}e\u{301}: an \\u{7}event\n",
        "O'B\\u{1b}\\u{202e}e\u{301} 5-1  3/4",
    ]);
    assert!(
        !shown.stdout.contains(['\u{1b}', '\u{7}', '\u{202e}']),
        "{shown:?}"
    );
    let third = tourne_review(&format!("{text}C 5-1 off/1\n"), &[]);
    let says = "unknown side \"C\": the sides of this game are O'B\\u{1b}\\u{202e}e\u{301} and B";
    third.assert_one_line_error(2, &[says]);
    let picture = tourne_review(&text, &["--svg", "-"]).stdout;
    let title = ">O'B\u{fffd}\u{202e}e\u{301} against B, standard<";
    assert!(picture.contains(title), "{picture}");
}

#[test]
fn a_second_header_of_one_game_names_both_lines() {
    for (headers, says) in [
        ("rules: standard\n\nRules: course", "line 3: \"rules:\""),
        (
            "position: 000/001\nposition: 000/001",
            "line 2: \"position:\"",
        ),
    ] {
        let says = format!("{says} stands on line 1 already");
        let outcome = tourne_review(&format!("{headers}\nA 3-2 off/2\n"), &[]);
        outcome.assert_one_line_error(2, &[&says]);
    }
    // Each game has its own headers.
    let two = "rules: standard\nA 3-2 off/2\nrules: standard\nA 3-2 off/2\n";
    tourne_review(two, &[]).assert_answered();
}

#[test]
fn headers_begin_games_and_are_kept() {
    let text =
        "event: Lyon: the final\nround: 3\nA 3-2 off/2\nevent: second\nA 1-1 off/1\nB 2-2 off/2\n";
    let games = record::read(text.as_bytes()).expect("a record");
    let headers: Vec<_> = games.iter().map(|game| game.headers.clone()).collect();
    let pair = |name: &str, content: &str| (name.to_owned(), content.to_owned());
    let expected = [
        vec![pair("event", "Lyon: the final"), pair("round", "3")],
        vec![pair("event", "second")],
    ];
    assert_eq!(headers, expected);
    // Headers may name the players. A line is not a turn just because it begins with a number.
    let text = "A: Anne\nB: Bert\ndate: 12 May 1699\nA 3-2 off/2\nB 2-1 off/1\ngame: 2\nA: Bert\nB: Anne\nA 1-1 off/1\n";
    let games = record::read(text.as_bytes()).expect("a record");
    assert_eq!(games.len(), 2);
    // Control characters do not reach the terminal.
    let outcome = tourne_review("title: \u{1b}[31mred\nA\u{7} 3-2 off/2\n", &[]);
    outcome.assert_answered();
    assert!(!outcome.stdout.contains(['\u{1b}', '\u{7}']), "{outcome:?}");
}

#[test]
fn a_slip_in_a_turn_is_an_error_with_its_line() {
    let before = "# a comment\nA: 4-3 off/3\nB: 1-1 off/1\n";
    for (line, says) in [
        ("A 5-1 off/2", "the legal moves are 0/1*, 3/4"),
        ("A 5-1 3/9", "3/9 is not legal in 003/001 with a 1"),
        ("A 5-1 pass", "the legal moves are 0/1*, 3/4"),
        ("A: 5-1 off-1", "\"off-1\" is not a move"),
        ("A: 7-1 off/1", "not a die"),
        ("A: 5 1 off/1", "is not a turn"),
        ("A 5-1 off/1 really", "is not a turn"),
        ("A", "is not a turn"),
        (
            "two words: text",
            "unknown side \"two\": the sides of this game are A and B",
        ),
        (": text", "is not a turn"),
        ("5-1 off/1", "is not a turn"),
        ("A 511 off/1", "is 3 dice"),
        ("B 5-1 off/1", "it is the turn of A, not of B"),
        (
            "a 5-1 off/1",
            "unknown side \"a\": the sides of this game are A and B",
        ),
        ("rules: chess", "chess"),
        ("\u{0}", "is not a turn"),
    ] {
        let outcome = tourne_review(&format!("{before}{line}\n"), &[]);
        outcome.assert_one_line_error(2, &["standard input", "line 4: ", says]);
    }
    for (text, says) in [
        ("", "there is no turn in it"),
        ("rules: standard\n", "there is no turn in it"),
        ("position: 000/hhh\nA 1 off/1\n", "line 1: "),
        ("rules: course\nA 4-3 off/3\n", "line 2: 43 is two dice"),
        ("A: 4-3 off-3/\n", "line 1: "),
        (
            "A 4-3 off/3\nA 1-1 off/1\n",
            "line 2: it is the turn of the other side, not of A",
        ),
        (
            "position: 9hh/6hh\nA 3 9/h\nB 6 6/h\n",
            "line 3: the game is over",
        ),
    ] {
        let outcome = tourne_review(text, &[]);
        let reads = "cannot read standard input as a record of games";
        outcome.assert_one_line_error(2, &[reads, says]);
    }
}

#[test]
fn what_is_too_long_or_no_text_is_refused() {
    let read = |bytes: &[u8]| record::read(bytes).expect_err("an error").to_string();
    let error = read(b"A 3-2 off/2\nB \xff 0/1\n");
    assert_eq!(error, "line 2: the line is not UTF-8 text");
    let error = read(format!("A 3-2 off/2\n#{}\n", "a".repeat(2000)).as_bytes());
    assert_eq!(error, "line 2: the line has more than 1024 bytes");
    assert!(read(&b"A".repeat(3_000_000)).contains("line 1: "));
    let endless = "A 3-2 off/2\nrules: standard\n".repeat(100_001);
    assert!(read(endless.as_bytes()).contains("more than 100000 turns"));
    let longest = "A 3-2 off/2\nrules: standard\n".repeat(100_000);
    let longest = record::read(longest.as_bytes()).expect("the record is short enough");
    assert_eq!(longest.len(), 100_000);
    let none = run(&mut tourne(&["review", "there-is-none.txt"]));
    none.assert_one_line_error(2, &["cannot read there-is-none.txt"]);
    let folder = run(&mut tourne(&["review", env!("CARGO_MANIFEST_DIR")]));
    folder.assert_error(2, &["as a record of games: "]);
}
