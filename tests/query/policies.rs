//! Policies in files: what is read, and what is refused.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use tourne::policy::{Arena, Builtin, Policy, ReadPolicy, Row, Said, file as files};
use tourne_solver::verify::literal::{self, State};
use tourne_solver::{Die, Rules, printable};

use crate::batch::lines::InPieces;
use crate::{assert_close, builtin_file, cells};
use tourne_plain::world::arena;

static ARENA: LazyLock<&Arena> = LazyLock::new(|| arena(Rules::STANDARD));

#[track_caller]
fn read(bytes: impl AsRef<[u8]>) -> ReadPolicy {
    files::read(bytes.as_ref(), &ARENA).expect("a policy")
}

#[track_caller]
fn error(bytes: impl AsRef<[u8]>) -> String {
    let text = match files::read(bytes.as_ref(), &ARENA) {
        Ok(_) => panic!("this is not a policy"),
        Err(error) => error.to_string(),
    };
    assert!(!text.contains(char::is_control), "{text:?}");
    assert!(text.chars().count() < 400, "{text:?}");
    text
}

/// Asserts that a file is refused at this line, with a text that contains `says`.
#[track_caller]
fn assert_refused(file: impl AsRef<[u8]>, line: usize, says: &str) {
    let file = file.as_ref();
    let error = error(file);
    let is_right = error.starts_with(&format!("line {line}: ")) && error.contains(says);
    let begin = String::from_utf8_lossy(&file[..file.len().min(200)]);
    assert!(is_right, "{begin:?}: {error}, not line {line}: {says}");
}

fn row(position: &str, die: u8) -> Row {
    let position = Rules::STANDARD.read(position).expect("a legal position");
    let row = ARENA.row_of(position, Die::new(die));
    row.expect("the game is not over")
}

/// Writes a policy that was read as a policy file again.
fn written(read: &ReadPolicy) -> String {
    files::write(&read.policy, &ARENA)
}

// ---------------------------------------------------------------- what is read

#[test]
fn rows_are_read_in_every_notation() {
    for file in [
        "position,die,move\n04h/007,3,4/7*\n",
        "position,die,move\n04h/007,3,4/7",
        "position,die,move\r\n04h/007,3,4/7*\r\n",
        "\u{feff}position,die,move\n04h/007,3,4/7\n",
        "position,die,move\n\n\n04h/007,3,4/7\n\n",
        " Position , DIE,move \n h40/700 , 4-3 , 4/7 \n",
        "move,position,die\n4/7,\"0,4,12/0,0,7\",43\n",
        "die,move,position\n34,\"4/7\",\"h,4,0/7,0,0\"\n",
        "position,die,move,probability\n04h/007,3,4/7,1\n",
        "probability,position,die,move\n1.000,04H/007,3,4/7\n1e0,000/000,3,off/3\n",
        "position,die,move,probability\n04h/007,3,0/3,0\n04h/007,3,4/7,1\n",
        "position,die,move,probability\n04h/007,3,4/7,0.9999999\n",
        "{\"position\":\"04h/007\",\"die\":3,\"move\":\"4/7\"}\n",
        "{\"die\":\"4-3\",\"move\":\"4/7*\",\"position\":\"0,4,12/0,0,7\",\"probability\":1}",
        "\n\r\n{\"position\":\"04h/007\",\"die\":34,\"move\":\"4/7\",\"probability\":null}\r\n\r\n",
        "\u{feff}{\"position\":\"04h/007\",\"die\":3,\"move\":\"4/7\"}\n",
        // As pandas writes tables, with its index and with whole numbers as 3.0.
        ",position,die,move\n0,04h/007,3.0,4/7\n",
        "Unnamed: 0,index,position,die,move,probability\n0,7,04h/007,43.0,4/7,1\n",
        "{\"Unnamed: 0\":0,\"position\":\"04h/007\",\"die\":3.0,\"move\":\"4/7\",\"probability\":1.0}\n",
        "{\"position\":\"04h/007\",\"die\":\"3.0\",\"move\":\"4/7\",\"probability\":\"1\",\"index\":null}\n",
        "{\"POSITION\":\"04h/007\",\"Die\":\"3\",\"Move\":\"4/7\"}\n",
        // As a spreadsheet writes a table with empty columns.
        "position,die,move,,\n04h/007,3,4/7,,\n",
    ] {
        let read = read(file);
        assert_eq!(read.illegal, [], "{file}");
        let expected = "position,die,move\n04h/007,3,4/7*\n";
        assert_eq!(written(&read), expected, "{file}");
    }
}

#[test]
fn the_order_of_rows_and_the_pace_of_reading_do_not_matter() {
    let whole = builtin_file("errs:0.3");
    let (header, rows) = whole.split_once('\n').expect("there is a header");
    let backwards: Vec<&str> = rows.lines().rev().collect();
    let backwards = format!("{header}\n{}\n", backwards.join("\n"));
    let slow = files::read(InPieces(whole.as_bytes(), 7), &ARENA).expect("a policy");
    let forwards = written(&read(&whole));
    assert!(written(&read(backwards)) == forwards);
    assert!(written(&slow) == forwards);
    let sure = builtin_file("hit");
    let json = sure.lines().skip(1).map(|row| {
        let mut fields = row.split(',');
        let [position, die, action] = [(); 3].map(|()| fields.next().expect("three fields"));
        format!("{{\"position\":\"{position}\",\"die\":{die},\"move\":\"{action}\"}}\n")
    });
    assert!(written(&read(json.collect::<String>())) == sure);
}

#[test]
fn rows_that_do_not_matter_are_only_checked_for_legality() {
    // Throws without a choice, then positions that cannot arise.
    let read_rows = read("position,die,move\n000/000,3,0/3\n38h/6hh,5,pass\n");
    assert_eq!(read_rows.illegal, []);
    assert_eq!(written(&read_rows), "position,die,move\n");
    let reachable: HashSet<Row> = ARENA.decisions().collect();
    let mut others = ARENA.rows().filter(|row| !reachable.contains(row));
    let unreachable = others.find(|&row| ARENA.is_choice(row));
    let (position, die) = ARENA.position_of(unreachable.expect("a position cannot arise"));
    let legal = Rules::STANDARD.plays(position, die)[1].action;
    let number = die.number();
    let whole = builtin_file("hit");
    let file = format!("{whole}{position},{number},{legal}\n");
    assert!(written(&read(file)) == whole);
    let file = format!("{whole}{position},{number},pass\n000/000,3,0/4\n38h/6hh,5,3/8\n");
    let wrong = read(&file);
    let played: Vec<_> = wrong.illegal.iter().map(|it| &*it.played).collect();
    assert_eq!(played, ["pass", "0/4", "3/8"]);
    assert_eq!(wrong.policy.said(row("000/000", 3)), Said::Given);
    assert!(written(&wrong) == whole);
}

#[test]
fn moves_that_are_not_legal_are_listed_with_their_lines() {
    let read = read(
        "position,die,move,probability\n04h/007,3,4/7,0.5\n04h/007,2,4/9,0.5\n\
         04h/007,3,0/4,0.5\n04h/007,2,0/2,0.5\n04h/007,1,pass,1\n",
    );
    let lines: Vec<_> = read.illegal.iter().map(|it| it.line).collect();
    assert_eq!(lines, [Some(3), Some(4), Some(6)]);
    for die in [1, 2, 3] {
        assert_eq!(read.policy.said(row("04h/007", die)), Said::Illegal);
    }
    assert_eq!(read.policy.said(row("07h/048", 2)), Said::Missing);
    assert_eq!(read.policy.said(row("000/000", 2)), Said::Given);
    let legal = read.illegal[0].legal.iter().map(ToString::to_string);
    assert_eq!(legal.collect::<Vec<_>>(), ["0/2", "4/6"]);
}

#[test]
fn decisions_are_written_in_canonical_order() {
    let setups = literal::legal_setups(Rules::STANDARD).into_iter();
    let numbers: HashMap<State, usize> = setups.zip(0..).collect();
    let whole = builtin_file("hit");
    let places = whole.lines().skip(1).map(|row| {
        let mut fields = row.split(',');
        let state = State::from(
            Rules::STANDARD
                .read(fields.next().expect("a position"))
                .expect("a position"),
        );
        (numbers[&state], fields.next().expect("a die"))
    });
    let places: Vec<(usize, &str)> = places.collect();
    assert_eq!(places.len(), 104_375);
    assert!(places.is_sorted_by(|one, next| one < next));
}

#[test]
fn a_row_may_have_4096_bytes() {
    let padded = |bytes: usize| format!("position,die,move\n\n{:bytes$}\n", "04h/007,3,4/7");
    let read = read(padded(4096));
    assert_eq!(written(&read), "position,die,move\n04h/007,3,4/7*\n");
    let error = error(padded(4097));
    assert_eq!(error, "line 3: the line has more than 4096 bytes");
}

/// Probabilities of two moves, as files with few digits and learners in single precision give them.
const FEW_DIGITS: [[f64; 2]; 6] = [
    [0.333_33, 0.666_66],
    [0.666_67, 0.333_34],
    [1.000_001, 0.0],
    [1.000_000_1, -0.000_000_1],
    [-0.000_001, 1.0],
    [0.7_f32 as f64, 0.300_005_f32 as f64],
];

#[test]
fn probabilities_with_few_digits_or_of_float32_are_divided_by_their_sum() {
    let row = row("04h/007", 3);
    let number = ARENA.number_of(row);
    for given in FEW_DIGITS {
        let [enters, hits] = given;
        let csv = format!(
            "position,die,move,probability\n04h/007,3,0/3,{enters}\n04h/007,3,4/7,{hits}\n"
        );
        let json = given.iter().zip(["0/3", "4/7"]).map(|(chance, action)| {
            format!("{{\"position\":\"04h/007\",\"die\":3,\"move\":\"{action}\",\"probability\":{chance}}}\n")
        });
        let mut table = Builtin::Front.policy(&ARENA).by_man(&ARENA);
        table[number] = [enters, hits, 0.0];
        let mut asked = Policy::unknown(&ARENA);
        let said = [("0/3".to_owned(), enters), ("4/7".to_owned(), hits)];
        let illegal = asked.answer_mixed(&ARENA, row, &said);
        assert_eq!(illegal.expect("an answer"), None);
        for policy in [
            read(csv).policy,
            read(json.collect::<String>()).policy,
            Policy::from_men(&ARENA, &table).expect("a policy"),
            asked,
        ] {
            let found = policy.probabilities(ARENA.places(row));
            assert_close(found.iter().sum(), 1.0, 1e-12, "the sum");
            if enters > 0.0 && hits > 0.0 {
                assert_close(found[1] / found[0], hits / enters, 1e-9, "the ratio");
            }
            for (found, given) in found.iter().zip(given) {
                assert!((0.0..=1.0).contains(found), "{found}");
                assert_close(*found, given, 1.1e-5, "a probability");
            }
        }
    }
    for beyond in [
        [0.5, 0.500_02],
        [0.5, 0.499_98],
        [1.000_002, 0.0],
        [1.0, -0.000_002],
    ] {
        let mut table = Builtin::Front.policy(&ARENA).by_man(&ARENA);
        table[number] = [beyond[0], beyond[1], 0.0];
        assert!(Policy::from_men(&ARENA, &table).is_err(), "{beyond:?}");
    }
}

// ---------------------------------------------------------------- what is not read

/// First lines that have no columns of a policy, such as those that other programs write, and a part of the error, which
/// says the cure.
const NOT_READ: &str = r#"
04h/007,3,4/7 | the first line is "04h/007,3,4/7": it must name the columns position,die,move and optionally probability
position,die | position,die,move and optionally probability
position;die;move | separate them by commas
position;die;move;probability | separate them by commas, and write numbers with a decimal point
sep=; | separate them by commas
Position\tDie\tMove | separated by tabs: separate them by commas
position,die,move,weight | each once: leave out weight
position,die,move,move | each once: leave out move
position,die,move,probability,note | each once: leave out note
[{"position":"04h/007","die":3,"move":"4/7"}] | not lines of JSON: write one object on each line
{ | not lines of JSON: write one object on each line
{"position":{"0":"04h/007"},"die":{"0":3},"move":{"0":"4/7"}} | the position is {"0":"04h/007"}: write the notation
"#;

#[test]
fn files_without_columns_are_refused_with_the_cure() {
    for [first, says] in cells(NOT_READ) {
        let file = first.replace("\\t", "\t") + "\n04h/007;3;4/7\n";
        let error = error(&file);
        assert!(error.contains(says), "{first}: {error}");
    }
    for empty in ["", "\n\n\n"] {
        assert!(error(empty).contains("it is empty"));
    }
    let control = "\u{1}\u{2}\u{1b}[31m";
    assert!(error(control).contains(&*printable(control)));
    let object = "{\"position\":\"04h/007\",\"die\":3,\"move\":\"4/7\"},".repeat(1000);
    for whole in [format!("[{object}]"), format!("{{\"all\":[{object}]}}")] {
        assert!(error(whole).contains("one object on each line"));
    }
}

/// Rows with ` / ` between them, the line of the error, and a part of it.
const WRONG: &str = r#"
04h/007,3 | 2 | it has 2 fields, but there are 3 columns
04h/007,3,4/7, | 2 | it has 4 fields
04h/007,3,4/7 / 04h/007,,4/7 | 3 | "" is not a throw
04h/007,3,4/7 / 04h/007,3,4/7 | 3 | 04h/007 with a 3 was answered on line 2 already
04h/007,3,4/7 / 000/000,1,0/1 / h40/007,43,0/3 | 4 | 04h/007 with a 3 was answered on line 2 already
04h/007,0,4/7 | 2 | 0 is not a die
04h/007,7,4/7 | 2 | 7 is not a die
04h/007,-3,4/7 | 2 | is not a throw
04h/007,432,4/7 | 2 | 3 dice
04h/007,3.5,4/7 | 2 | "3.5" is not a throw
04h/007,.0,4/7 | 2 | ".0" is not a throw
04h/007,nan,4/7 | 2 | "nan" is not a throw
04h/007,3,4-7 | 2 | "4-7" is not a move
04h/007,3, | 2 | "" is not a move
04h/007,3,4/13 | 2 | "4/13" is not a move
04h,3,4/7 | 2 | "04h" is not a position
,3,4/7 | 2 | "" is not a position
04z/007,3,4/7 | 2 | "z" is not a man
044/007,3,4/7 | 2 | point 4
x4h/007,3,4/7 | 2 | x
hhh/007,3,4/7 | 2 | over
04h/047,3,4/7 | 2 | 4
 /  / 04h/007,9,4/7 | 4 | 9 is not a die
04h/007,3,4/7 /  / 04h/007,9,4/7 /  | 4 | 9 is not a die
"04h/007",3,"4/7 / 000/000,3,0/3 | 2 | a quotation mark is not closed
 / 04h/007,3,"4 / -7" | 3 | a quotation mark is not closed
"#;

/// Asserts that a file of each row of a table below these columns is refused at its line.
fn assert_each_refused(columns: &str, table: &str, end: &str) {
    for [rows, line, says] in cells(table) {
        let file = format!("{columns} / {rows} / ").replace(" / ", end);
        assert_refused(file, line.parse().expect("a number"), says);
    }
}

#[test]
fn every_wrong_row_is_named_by_its_line() {
    for end in ["\n", "\r\n"] {
        assert_each_refused("position,die,move", WRONG, end);
    }
}

/// Rows whose probabilities do not sum to 1, or that give a move twice.
const SUMS: &str = "
04h/007,3,4/7,0.5 | 2 | sum to 0.5: they must sum to 1
04h/007,3,4/7,0 | 2 | sum to 0: they must sum to 1
04h/007,3,4/7,0.5 / 000/000,3,0/3,1 / 04h/007,3,0/3,0.6 | 4 | sum to 1.1: they must sum to 1
000/000,3,0/3,0.9 | 2 | 000/000 with a 3 sum to 0.9
04h/007,3,4/7,0.99998 | 2 | sum to 0.99998
04h/007,3,4/7,0.5 / 04h/007,3,4/7*,0.5 | 3 | the same move stands on line 2 already
04h/007,3,4/7,0 / 04h/007,3,4/7*,1 | 3 | the same move stands on line 2 already
";

#[test]
fn probabilities_are_numbers_from_0_to_1_that_sum_to_1() {
    for probability in [
        "", "NaN", "nan", "-0.1", "inf", "-inf", "1.1", "1e400", "0,5", "½", "1/2", "50%",
    ] {
        let file = format!("position,die,move,probability\n04h/007,3,4/7,\"{probability}\"\n");
        assert_refused(&file, 2, &format!("\"{probability}\" is not a probability"));
    }
    assert_each_refused("position,die,move,probability", SUMS, "\n");
}

/// Rows in JSON. SURE and HALF stand for the fields of a row without and with a probability.
const WRONG_JSON: &str = r#"
{SURE} /  / [1] | 3 | it is not a JSON object with position, die, move
{SURE} / {"position":"04h/007","die":3} | 2 | it has no move
{"position":"04h/007","die":3.5,"move":"0/3"} | 1 | "3.5" is not a throw
{"position":"04h/007","die":true,"move":"0/3"} | 1 | the die is true: write a number
{"position":"04h/007","die":[3],"move":"0/3"} | 1 | the die is [3]: write a number
{"position":"04h/007","die":3,"move":0} | 1 | the move is 0: write a move
{"position":"04h/007","die":NaN,"move":"0/3"} | 1 | NaN and Infinity are not JSON
{"position":"04h/007","die":null,"move":"0/3"} | 1 | it has no die
{"position":"04h/007","die":9,"move":"0/3"} | 1 | 9 is not a die
{SURE,"probability":"NaN"} | 1 | "NaN" is not a probability
{SURE,"probability":1.5} | 1 | "1.5" is not a probability
{SURE,"Move":"4/7"} | 1 | duplicate field `move`
{SURE} / position,die,move | 2 | it is not a JSON object with position, die, move
{SURE,"dice":3} | 1 | unknown field `dice`
{SURE,"a\nb\u001b[31m":3} | 1 | unknown field
{SURE}{SURE} | 1 | it is not a JSON object with position, die, move
{HALF} | 1 | sum to 0.5: they must sum to 1
{HALF} / {SURE} | 2 | was answered on line 1 already
{SURE} / {HALF} | 2 | 04h/007 with a 3
{SURE} / {SURE} | 2 | was answered on line 1 already
{HALF} / {HALF} | 2 | the same move stands on line 1 already
"#;

#[test]
fn wrong_rows_in_json_are_named_by_their_lines() {
    let sure = r#""position":"04h/007","die":3,"move":"0/3""#;
    let half = r#""position":"04h/007","die":3,"move":"4/7","probability":0.5"#;
    let long = sure.replace("die", &"d".repeat(3000));
    let long = format!("{{{long}}} | 1 | it is not a JSON object");
    for [rows, line, says] in cells(WRONG_JSON).chain(cells(&long)) {
        let rows = rows.replace("SURE", sure).replace("HALF", half);
        let file = rows.replace(" / ", "\r\n") + "\r\n";
        assert_refused(&file, line.parse().expect("a number"), says);
        // The error names the line of the file, not the line that serde counts.
        let error = error(&file);
        assert!(!error.contains("at line"), "{file}");
        assert!(!error.contains("untagged"), "{file}");
    }
}

#[test]
fn hostile_files_are_refused_at_their_line() {
    let head = "position,die,move\n04h/007,3,4/7\n";
    let noise: Vec<u8> = (0..100_000_u32)
        .map(|n| (n.wrapping_mul(n) / 7 + n) as u8 | 0x80)
        .collect();
    let long = "0".repeat(1_000_000);
    let many = "04h/007,4,0/4\n".repeat(1000);
    let of = |byte: u8| vec![byte; 100_000];
    let rows: [&[u8]; 9] = [
        &noise,
        b"04h/007,4,\xff\xfe\n",
        long.as_bytes(),
        &[b"04h/007,4,", long.as_bytes(), b"\n"].concat(),
        &[b"04h/007,4,\"", long.as_bytes()].concat(),
        &[b"04h/007,4,\"", many.as_bytes()].concat(),
        b"04h/007,4,\"0/4\n000/000,3,0/3\n",
        &of(0),
        &of(b','),
    ];
    for rows in rows {
        assert_refused([head.as_bytes(), rows].concat(), 3, "");
    }
    for file in [&noise[..], long.as_bytes(), &of(0), &of(b'"')] {
        error(file);
    }
    assert!(error(format!("{{{long}")).contains("one object on each line"));
    // Many empty lines are accepted.
    let blank = "\n".repeat(50_000);
    let file = format!("{head}{blank}000/000,3,0/3{blank}");
    assert_eq!(written(&read(file)), head.replace("4/7", "4/7*"));
}
