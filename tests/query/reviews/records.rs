//! Forms of records, typing errors in them, and options of `tourne review`. Transcripts show its formats, and totals of
//! several games.

use serde_json::Value;
use tourne::review::record::{self, Game};
use tourne_solver::Rules;

use super::{json_of, read, tourne_review};
use crate::commands::{assert_lacks, assert_says};
use crate::documents::{quoted, root};
use crate::{assert_close, cells, run_line};

/// Asserts that a text is no record, and that the error contains each of these texts.
#[track_caller]
fn assert_refused(text: impl AsRef<[u8]>, says: &[&str]) {
    let error = record::read(text.as_ref()).expect_err("this is no record");
    let error = error.to_string();
    assert!(!error.contains(char::is_control), "{error:?}");
    assert_says(&error, says);
}

#[test]
fn the_same_game_may_be_written_in_many_ways() {
    let plain = "A 3-2 0/2\nB 2-1 0/1\nA 6-2 2/4\nB 4-3 1/4*\nA 5-4 0/4*\n";
    let moves = |game: &Game| {
        let moves = game
            .turns
            .iter()
            .map(|it| (it.position, it.die, it.action, it.next));
        moves.collect::<Vec<_>>()
    };
    let expected = moves(&read(plain)[0]);
    for text in [
        "A 32 off/2\nB 12 off/1\nA 26 2/4\nB 34 1/4\nA 45 off/4\n",
        "A: 3-2 off/2\nB: 2-1 bar/1\nA: 6-2 2/4\nB: 4-3 1/4*\nA: 5-4 off/4*",
        "A 2 0/2\nB 1 0/1\nA 2 2/4\nB 3 1/4*\nA 4 0/4*\n",
        "\r\n# one\r\nA 3-2 off/2 # two\r\nB 2-1 off/1\r\nA 6-2 2/4#3\r\n\r\nB 4-3 1/4*\r\nA 5-4 off/4*\r\n",
        "Rules: standard\nPOSITION: 0,0,0/000\n  A\t3-2  off/2  \nB 2-1 0/1\nA 6-2 2/4\nB 4-3 1/4*\nA 5-4 0/4",
    ] {
        let games = read(text);
        assert_eq!(games.len(), 1, "{text}");
        assert_eq!(moves(&games[0]), expected, "{text}");
        assert_eq!(games[0].sides, ["A", "B"]);
    }
    let home = "position: 09h/6hh\nX 3 9/home\nY 6 6/h";
    for end in ["\n", ""] {
        assert!(read(&format!("{home}{end}"))[0].end().is_over());
    }
}

#[test]
fn turns_may_be_numbered_and_places_named() {
    let plain = "position: 09h/00h\nA 3 9/12\nB 3 0/3\nA 2 0/2\nB 1 3/4\n";
    let numbered = "position: 09h/00h\n1. A 3 9/home\n1: B 3 bar/3\n2. A: 2 Off/2\n12: B: 1 3/4\n";
    let [plain, numbered] = [plain, numbered].map(read);
    assert_eq!(plain[0].turns, numbered[0].turns);
    assert_eq!((numbered.len(), numbered[0].headers.len()), (1, 0));
    assert_eq!(numbered[0].sides, ["A", "B"]);
    // A number alone is the name of a side. A mistyped turn with a number before it is not a header.
    let sides = read("1: 4-3 off/3\n2: 1-1 off/1\n");
    assert_eq!(sides[0].sides, ["1", "2"]);
    for slip in "2. B|2: B 3|2: B 3 off/3 really|2: B 3 off/9|2 B 3 off/3".split('|') {
        assert_refused(format!("1. A 4-3 off/3\n{slip}\n"), &["line 2: "]);
    }
    // A turn with a colon and a slip is an error too, since a header after turns would begin another game.
    for slip in ["B: 1 1 0/1", "B: 1-1  0 / 1", "W: to be continued"] {
        assert_refused(format!("W 4-3 0/3\n{slip}\nW 5-1 0/1\n"), &["line 2"]);
    }
}

#[test]
fn names_are_compared_and_kept_in_full() {
    let [one, other] = ["1", "2"].map(|end| "x".repeat(60) + end);
    let text = format!("{one} 4-3 off/3\n{other} 1-1 off/1\n{one} 5-1 3/4\n");
    let game = &json_of(&text, &[])[0];
    assert_eq!(game["sides"][0]["side"], one);
    assert_eq!(game["sides"][1]["side"], other);
    assert_eq!(game["turns"][1]["side"], other);
    let twice = format!("{one} 4-3 off/3\n{other} 1-1 off/1\n{other} 5-1 3/4\n");
    let says = format!("it is the turn of {one}, not of {other}");
    assert_refused(&twice, &[&says]);

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
    assert_lacks(&shown.stdout, &["\u{1b}", "\u{7}", "\u{202e}"]);
    let third = tourne_review(&format!("{text}C 5-1 off/1\n"), &[]);
    let says = "unknown side \"C\": the sides of this game are O'B\\u{1b}\\u{202e}e\u{301} and B";
    third.assert_one_line_error(2, &[says]);
    let picture = tourne_review(&text, &["--svg", "-"]).stdout;
    let title = ">O'B\u{fffd}\u{202e}e\u{301} against B, standard<";
    assert_says(&picture, &[title]);
}

/// Records with a header that stands twice in one game, and a part of the error.
const TWICE: &str = r#"
rules: standard /  / Rules: course / A 3-2 off/2 | line 3: "rules:" is on line 1 already
position: 000/001 / position: 000/001 / A 3-2 off/2 | line 2: "position:" is on line 1 already
result: A resigns / result: 1-0 / A 3-2 off/2 | line 2: "result:" is on line 1 already
result: A resigns / A 3-2 off/2 / result: A resigns | line 3: this result belongs to the game of the turns before it, which has one on line 1
A 3-2 off/2 / result: A resigns / result: 1-0 / A 3-2 off/2 | line 3: this result belongs to the game of the turns before it, which has one on line 2
A 3-2 off/2 / result: A resigns / Result: A resigns / A 3-2 off/2 | line 3: this result belongs to the game of the turns before it, which has one on line 2
"#;

#[test]
fn a_second_header_of_one_game_names_both_lines() {
    for [record, says] in cells(TWICE) {
        assert_refused(record.replace(" / ", "\n") + "\n", &[says]);
    }
    // Each game has its own headers.
    let two = "rules: standard\nA 3-2 off/2\nrules: standard\nA 3-2 off/2\n";
    assert_eq!(read(two).len(), 2);
}

#[test]
fn headers_begin_games_and_are_kept() {
    let text =
        "event: Lyon: the final\nround: 3\nA 3-2 off/2\nevent: second\nA 1-1 off/1\nB 2-2 off/2\n";
    let games = read(text);
    // An empty line stands between games that are written.
    let written = "rules: standard\nevent: Lyon: the final\nround: 3\nA 3-2 0/2\n\n\
        rules: standard\nevent: second\nA 1-1 0/1\nB 2-2 0/2\n";
    assert_eq!(record::write(&games), written);
    // Headers may name the players. A line is not a turn just because it begins with a number.
    let text = "A: Anne\nB: Bert\ndate: 12 May 1699\nA 3-2 off/2\nB 2-1 off/1\ngame: 2\nA: Bert\nB: Anne\nA 1-1 off/1\n";
    assert_eq!(read(text).len(), 2);
    // A byte order mark hides no header, in joined files neither.
    let marked = "\u{feff}rules: double-win\nA 4-3 0/3\n";
    for game in read(&marked.repeat(2)) {
        assert_eq!(game.rules, Rules::DOUBLE_WIN);
    }
}

/// Records of several games, some without a turn: for each game its turns, who gave it up, and its headers; then the lines
/// of the record. Lines are separated by /, and // is an empty line.
const SEVERAL: &str = r"
0 W title,result | title: one / result: W resigns
0 W title,result, 2 - title | title: one / result: W resigns // title: two / W 4-3 off/3 / B 1-1 off/1
0 W title,result, 2 - title | title: one / result: W resigns / title: two / W 4-3 off/3 / B 1-1 off/1
0 W title,result, 2 - Title | title: one / result: W resigns / Title: two / W 4-3 off/3 / B 1-1 off/1
0 W title,result, 2 - event | title: one / result: W resigns // event: two / W 4-3 off/3 / B 1-1 off/1
0 W title,result, 2 - event | title: one / result: W resigns /  / # noted / event: two / W 4-3 off/3 / B 1-1 off/1
0 W result,title, 0 B result | result: W resigns / title: one // result: B resigns
0 W result, 0 B result, 0 - result | rules: standard / result: W resigns / rules: course / result: B resigns / rules: standard / result: agreed
2 W title,result,event | title: one / result: W resigns / event: x / W 4-3 off/3 / B 1-1 off/1
2 W title,result | title: one // result: W resigns // W 4-3 off/3 / B 1-1 off/1
3 W title,result | title: one / result: W resigns // B: 3-2 off/2 / W: 2-1 off/1 / B: 6-5 2/7
3 W result | result: W resigns // W: 3-2 off/2 / B: 2-1 off/1 / W: 6-5 2/7
2 B title,result, 0 W title,result | title: one / W 4-3 off/3 / B 1-1 off/1 // result: B resigns / title: two / result: W resigns
2 B title,result, 0 W result | title: one / W 4-3 off/3 / B 1-1 off/1 / result: B resigns // result: W resigns
2 W result, 0 B result | result: W resigns / W 4-3 off/3 / B 1-1 off/1 // result: B resigns
2 -, 0 W title,result | W 4-3 off/3 / B 1-1 off/1 / title: last / result: W resigns with 4-3
1 W note,note,result, 0 W note,result | note: a / note: b / W 4-3 off/3 / result: W resigns / note: c / result: W resigns
";

#[test]
fn a_game_without_turns_is_a_game_and_games_are_told_apart() {
    for [expected, record] in cells(SEVERAL) {
        let text = record.replace(" // ", "\n\n").replace(" / ", "\n");
        let games = read(&text);
        let found = games.iter().map(|game| {
            let names: Vec<&str> = game.headers.iter().map(|(name, _)| &**name).collect();
            let how = game.resigned;
            let loser = how.map_or("-", |how| &game.sides[how.side]);
            format!("{} {loser} {}", game.turns.len(), names.join(","))
                .trim_end()
                .to_owned()
        });
        assert_eq!(found.collect::<Vec<_>>().join(", "), expected, "{record}");
        let written = record::write(&games);
        assert_eq!(record::write(&read(&written)), written);
    }
}

/// Results of a game without turns; then the sides, who gives it up, and with which throw.
const RESIGNED_AT_ONCE: &str = r"
W resigns | W, | 0 | -
W resigns with 4-3 | W, | 0 | 43
W resigns against B | W,B | 0 | -
You resign with 5-2 against Computer | You,Computer | 0 | 52
W wins | , | - | -
W resigns against | , | - | -
W resigns against W | , | - | -
W resigns with 4-3 against B today | , | - | -
";

#[test]
fn the_result_of_a_game_without_turns_may_name_both_sides() {
    for [result, sides, side, roll] in cells(RESIGNED_AT_ONCE) {
        let game = &read(&format!("result: {result}\n"))[0];
        assert_eq!(game.sides.join(","), sides, "{result}");
        let found = game.resigned.map_or(("-".into(), "-".into()), |how| {
            let roll = how
                .thrown
                .map(|(roll, _)| roll.to_string().replace('-', ""));
            (how.side.to_string(), roll.unwrap_or("-".into()))
        });
        assert_eq!(found, (side.to_owned(), roll.to_owned()), "{result}");
    }
    assert_refused("result: W resigns with 4-7\n", &["line 1: "]);
    // After one turn, too, the side that has had none is known by the result only.
    let game = &read("W 4-3 off/3\nresult: W resigns against B\n")[0];
    assert_eq!(game.sides, ["W", "B"]);
}

#[test]
fn a_game_without_turns_is_reviewed_and_counted() {
    let record = "title: one\nresult: Anna resigns against Ben\n\ntitle: two\nBen 4-3 off/3\nAnna 1-1 off/1\nresult: Anna resigns\n";
    let outcome = tourne_review(record, &["--format", "json"]);
    let answer = crate::commands::json(&outcome);
    let game = &answer["games"][0];
    assert_eq!(game["turns"], serde_json::json!([]));
    assert_eq!(
        (&game["finished"], &game["result"]),
        (&true.into(), &0.0.into())
    );
    // Who begins wins 51.5 % of the games, and nothing is lost but by giving up.
    assert_close(
        game["resigned"]["loss"].as_f64().expect("a loss"),
        0.5151,
        1e-4,
        "loss",
    );
    assert_eq!(game["sides"][0]["decisions"], 1);
    assert_eq!(game["sides"][1]["side"], "Ben");
    let players = answer["players"].as_array().expect("players").iter();
    let sums = players.map(|it| format!("{} {} {}", it["side"], it["games"], it["won"]));
    assert_eq!(sums.collect::<Vec<_>>(), ["\"Anna\" 2 0", "\"Ben\" 2 2"]);
    let csv = tourne_review(record, &["--format", "csv"]);
    csv.assert_shows(&["\n1,2,Anna,000/000,,,resigns,,0,"]);
    let text = tourne_review(record, &["--side", "Ben"]);
    text.assert_shows(&[
        "Anna against Ben, standard",
        "Ben: 2 games of standard, 2 finished, 2 won",
    ]);
    // Nobody gave this one up.
    let agreed = tourne_review("result: agreed\n", &[]);
    agreed.assert_shows(&["one side against the other side", "value now 51.5095 %"]);
}

#[test]
fn texts_of_csv_are_no_formulas() {
    let names = ["=1+1", "+x", "-x", "@x", "＝x", "'x", "x=1"];
    for pair in names.chunks(2) {
        let [one, other] = [pair[0], pair.last().expect("a name")];
        let other = if one == other { "B" } else { other };
        let record = format!("{one} 4-3 off/3\n{other} 1-1 off/1\n");
        let csv = tourne_review(&record, &["--format", "csv"]);
        for name in [one, other] {
            let is_safe = name.starts_with(['x', 'B', '\'']);
            let shown = if is_safe {
                name.to_owned()
            } else {
                format!("'{name}")
            };
            csv.assert_shows(&[&format!(",{shown},000/")]);
        }
        // Numbers stay numbers: the luck of 1-1 is negative.
        csv.assert_shows(&[",-0.0278"]);
        let json = json_of(&record, &[]);
        assert_eq!(json[0]["turns"][0]["side"], one);
    }
}

/// Records with a header that looks like a turn: for each game its turns, then its headers; then the lines of the record.
const LIKE_TURNS: &str = r"
1 opening,x | opening: 43 off/3 / x: y / A 4-3 off/3
2 opening,reply | opening: 43 off/3 / reply: 1-1 off/1 / A 4-3 off/3 / B 1-1 off/1
2 note | note: 6-6 pass is the only move / A 4-3 off/3 / B 1-1 off/1
1 opening,result | opening: 43 off/3 / result: A resigns / A 4-3 off/3
2, 1 best | A 4-3 off/3 / B 1-1 off/1 / best: 5-1 0/1* / A 4-3 off/3
2, 2 | A: 4-3 off/3 / B: 1-1 off/1 / rules: standard / A: 4-3 off/3 / B: 1-1 off/1
1 result, 1 result2,result | A: 4-3 off/3 / result: A resigns / result2: x / B: 4-3 off/3 / result: B resigns
1 | A: 4-3 off/3
3 | A: 4-3 off/3 / B: 1-1 off/1 / A 5-1 0/1*
2 | A 4-3 off/3 / B: 1-1 off/1
";

#[test]
fn a_header_that_looks_like_a_turn_is_a_header() {
    for [expected, record] in cells(LIKE_TURNS) {
        let games = read(&record.replace(" / ", "\n"));
        let found = games.iter().map(|game| {
            let names: Vec<&str> = game.headers.iter().map(|(name, _)| &**name).collect();
            format!("{} {}", game.turns.len(), names.join(","))
                .trim()
                .to_owned()
        });
        assert_eq!(found.collect::<Vec<_>>().join(", "), expected, "{record}");
        // What is written is read as the same games.
        let again = read(&record::write(&games));
        assert_eq!(record::write(&again), record::write(&games));
    }
    // A header that may be the lost turn of a side is an error.
    let lost = "A: 4-3 off/3\nB 1-1 off/1\nA 5-1 off/1\n";
    assert_refused(
        lost,
        &["line 1: \"A: 4-3 off/3\" is a header", "A is a side"],
    );
    let alone = "A: 4-3 off/3\ntitle: x\n";
    assert_refused(alone, &["line 1: neither a turn nor a result follows"]);
    // A mistyped name in a game with colons begins no game.
    let slip = "A: 4-3 off/3\nB: 1-1 off/1\nAa: 5-1 off/1\n";
    assert_refused(slip, &["line 3: unknown side \"Aa\""]);
}

/// Wrong third turns of a game, and a part of the error.
const SLIPS: &str = r#"
A 5-1 off/2 | the legal moves are 0/1*, 3/4
A 5-1 3/9 | 3/9 is not legal in 003/001 with a 1
A 5-1 pass | the legal moves are 0/1*, 3/4
A: 5-1 off-1 | "off-1" is not a move
A: 7-1 off/1 | not a die
A: 5 1 off/1 | is not a turn
A 5-1 off/1 really | is not a turn
A | is not a turn
two words: text | unknown side "two": the sides of this game are A and B
: text | is not a turn
5-1 off/1 | is not a turn
A 511 off/1 | is 3 dice
B 5-1 off/1 | it is the turn of A, not of B
a: 5-1 off/1 | unknown side "a": the sides of this game are A and B
rules: chess | chess
"#;

/// Other texts that are no record, and a part of the error.
const NO_RECORDS: &str = "
rules: standard | line 1: neither a turn nor a result follows this header
title: x / position: 000/001 | line 1: neither a turn nor a result follows this header
A 4-3 off/3 / # the next / title: x / event: y | line 3: neither a turn nor a result follows this header
position: 000/hhh / A 1 off/1 | line 1:
rules: course / A 4-3 off/3 | line 2: 43 is two dice
A: 4-3 off-3/ | line 1:
A 4-3 off/3 / A 1-1 off/1 | line 2: it is the turn of the other side, not of A
position: 9hh/6hh / A 3 9/h / B 6 6/h | line 3: the game is over
";

#[test]
fn a_slip_in_a_turn_is_an_error_with_its_line() {
    let before = "# a comment\nA: 4-3 off/3\nB: 1-1 off/1\n";
    for [line, says] in cells(SLIPS) {
        assert_refused(format!("{before}{line}\n"), &["line 4: ", says]);
    }
    for [record, says] in cells(NO_RECORDS) {
        assert_refused(record.replace(" / ", "\n") + "\n", &[says]);
    }
    assert_refused("", &["there is no turn in it"]);
    assert_refused(format!("{before}\0\n"), &["line 4: ", "NUL character"]);
    let reads = "cannot read standard input as a record of games: line 1: ";
    tourne_review("A\n", &[]).assert_one_line_error(2, &[reads]);
}

#[test]
fn what_is_too_long_or_no_text_is_refused() {
    assert_refused(
        b"A 3-2 off/2\nB \xff 0/1\n",
        &["line 2: the line is not UTF-8 text"],
    );
    let long = format!("A 3-2 off/2\n#{}\n", "a".repeat(2000));
    assert_refused(long, &["line 2: the line has more than 1024 bytes"]);
    assert_refused("A".repeat(3_000_000), &["line 1: "]);
    let longest = "rules: standard\nA 3-2 off/2\n".repeat(100_000);
    assert_eq!(read(&longest).len(), 100_000);
    let folder = run_line(&format!("review {}", quoted(root())));
    folder.assert_error(2, &["as a record of games: "]);
}

// ---- Options

#[test]
fn thresholds_are_options_and_have_usual_values() {
    let text = "position: 38h/6hh\nW 5-5 pass\nB 4-2 6/8\nW 5-2 0/2\n";
    // The third turn gives away 2.2553 %. The first gives nothing away, so it is never marked.
    for (options, expected) in [
        ("", "?!".into()),
        ("--bad 0.0226 --doubtful 0.0225", "?!".into()),
        ("--bad 2%", "?".into()),
        ("--doubtful 2.26%", Value::Null),
        ("--doubtful 0 --bad 100%", "?!".into()),
        ("--doubtful 0 --bad 0", "?".into()),
    ] {
        let options: Vec<&str> = options.split_whitespace().collect();
        let turns = &json_of(text, &options)[0]["turns"];
        assert_eq!(turns[0]["mark"], Value::Null, "{options:?}");
        assert_eq!(turns[2]["mark"], expected, "{options:?}");
    }
}
