//! tourne review: recorded games, their ledger, and what is no record of a game.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use proptest::prelude::*;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use tempfile::TempDir;
use tourne_query::ask::answer;
use tourne_query::review::ledger::{Mark, Review, Thresholds, review};
use tourne_query::review::record;
use tourne_query::review::record::Game;
use tourne_query::show::curve;
use tourne_solver::game::{Dice, Die, Position, Rules, Unit};
use tourne_solver::solution::{Solution, file};

use crate::commands::{Outcome, finish, run, start};

/// The solutions of the presets, by name.
static SOLUTIONS: LazyLock<BTreeMap<String, Solution>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data");
    let open = |(name, rules): (&str, Rules)| {
        let path = folder.join(format!("{name}.bin"));
        let opened = file::read_for(rules, &path);
        (name.to_owned(), opened.expect("it can be opened"))
    };
    Rules::PRESETS.into_iter().map(open).collect()
});

fn solution(rules: Rules) -> &'static Solution {
    &SOLUTIONS[&rules.to_string()]
}

fn recorded(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../tests/games/{name}.txt"))
}

fn tourne_review(input: &str, arguments: &[&str]) -> Outcome {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tourne"));
    command.args(["review", "-"]).args(arguments);
    let mut child = start(command.stdin(Stdio::piped()));
    let mut pipe = child.stdin.take().expect("it is piped");
    // A program that has seen enough reads no more.
    let _ = pipe.write_all(input.as_bytes());
    drop(pipe);
    finish(child)
}

#[track_caller]
fn json_of(input: &str, arguments: &[&str]) -> Vec<Value> {
    let outcome = tourne_review(input, &[&["--format", "json"], arguments].concat());
    outcome.assert_answered();
    let mut answer: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    serde_json::from_value(answer["games"].take()).expect("a list")
}

// ---- The ledger

/// A random game as a text; sides A and B, and the position that it came to.
fn random_game(rules: Rules, start: Position, most: usize, random: &mut ChaCha8Rng) -> String {
    let mut text = format!("rules: {rules}\n");
    if start != rules.start() {
        writeln!(text, "position: {start}").expect("strings take all");
    }
    let mut position = start;
    for turn in 0..most {
        if position.is_over() {
            break;
        }
        let mut throw = || Die::ALL[random.random_range(0..6)];
        let (one, other) = (throw(), throw());
        let roll = match rules.dice {
            Dice::One => one.number().to_string(),
            Dice::LowerOfTwo => format!("{}-{}", one.number(), other.number()),
        };
        let die = rules.die_played(roll.parse().expect("a throw"));
        let plays = rules.plays(position, die.expect("a throw of these rules"));
        let play = plays[random.random_range(0..plays.len())];
        let side = ["A", "B"][turn % 2];
        writeln!(text, "{side} {roll} {}", play.action).expect("strings take all");
        position = play.next;
    }
    text
}

/// Asserts that the ledger of a game is right, by the answers of the solution alone.
#[track_caller]
fn assert_ledger(game: &Game, thresholds: Thresholds) -> Review {
    let solution = solution(game.rules);
    let unit = solution.unit();
    let found = review(game, solution, thresholds).expect("it adds up");
    let close = |one: f64, other: f64| (one - other).abs() < 1e-9;
    let value = |position| solution.value(position).expect("it is held").number();
    let mut sums = [(0.0, 0.0); 2];
    let (mut decisions, mut mistakes) = ([0; 2], [0; 2]);
    let mut marks = [[0; 2]; 2];
    assert_eq!(found.turns.len(), game.turns.len());
    for (at, (turn, reviewed)) in game.turns.iter().zip(&found.turns).enumerate() {
        let side = at % 2;
        let answer = answer::for_die(solution, turn.position, turn.die).expect("it is held");
        let mut moves = answer.moves.iter();
        let played = moves.find(|ranked| ranked.action == turn.action);
        let loss = played.expect("it is legal").loss;
        let luck = answer.value.number() - value(turn.position);
        assert!(close(reviewed.luck, luck), "{reviewed:?}");
        assert!(close(reviewed.loss, loss), "{reviewed:?}");
        assert!(close(reviewed.before, value(turn.position)));
        assert_eq!(reviewed.best, answer.best);
        assert_eq!(reviewed.choices, answer.moves.len());
        assert_eq!(reviewed.side, game.sides[side]);
        assert_eq!((reviewed.position, reviewed.die), (turn.position, turn.die));
        // After a move of the one, the other is on roll.
        let after = value(turn.next);
        let chance = [unit.flip(after), after][side];
        assert!(close(reviewed.chance, chance), "{reviewed:?}");
        let is_marked = |threshold| loss > 0.0 && loss >= threshold;
        let mark = match (is_marked(thresholds.bad), is_marked(thresholds.doubtful)) {
            (true, _) => Some(Mark::Bad),
            (false, true) => Some(Mark::Doubtful),
            (false, false) => None,
        };
        assert_eq!(reviewed.mark, mark, "{reviewed:?}");
        sums[side].0 += luck;
        sums[side].1 += loss;
        decisions[side] += usize::from(answer.moves.len() > 1);
        mistakes[side] += usize::from(loss > 0.0);
        if let Some(mark) = mark {
            marks[side][usize::from(mark == Mark::Bad)] += 1;
        }
    }
    for side in 0..2 {
        let sum = &found.sides[side];
        assert!(close(sum.luck, sums[side].0) && close(sum.errors, sums[side].1));
        assert_eq!(sum.decisions, decisions[side]);
        assert_eq!(sum.mistakes, mistakes[side]);
        assert_eq!([sum.doubtful, sum.bad], marks[side]);
        assert_eq!(sum.turns, (game.turns.len() + 1 - side) / 2);
        // Thousandths of winning probability in a decision; a point is half of one.
        let points = if solution.unit() == Unit::Points {
            0.5
        } else {
            1.0
        };
        let rating = 1000.0 * points * sums[side].1 / decisions[side] as f64;
        assert_eq!(sum.rating.is_some(), decisions[side] > 0);
        assert!(sum.rating.is_none_or(|found| (found - rating).abs() < 1e-6));
    }
    let end = game.turns.last().map_or(game.start, |turn| turn.next);
    assert!(close(found.start, value(game.start)));
    assert_eq!(found.finished, end.is_over());
    if let Some(points) = game.rules.points_won(end) {
        // Whoever took the last turn has won.
        let won = if game.turns.len() % 2 == 1 { 1.0 } else { -1.0 };
        let result = unit.from_points(won * f64::from(points));
        assert!(close(found.result, result), "{} {result}", found.result);
    }
    assert!(close(found.luck, sums[0].0 - sums[1].0));
    assert!(close(found.errors, sums[0].1 - sums[1].1));
    assert!(close(found.result - found.start, found.luck - found.errors));
    found
}

fn preset() -> impl Strategy<Value = Rules> {
    prop::sample::select(Rules::PRESETS.map(|(_, rules)| rules).to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_ledger_of_random_games_adds_up(
        games in prop::collection::vec((preset(), 1_usize..400, any::<bool>()), 1..4),
        doubtful in 0.0..0.1,
        bad in 0.0..0.2,
        seed: u64,
    ) {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut text = String::new();
        for &(rules, most, from_anywhere) in &games {
            let index = solution(rules).index();
            let start = if from_anywhere {
                let number = random.random_range(0..index.len());
                index.positions().nth(number).expect("there are so many")
            } else {
                rules.start()
            };
            text += &random_game(rules, start, most, &mut random);
        }
        let read = record::read(text.as_bytes()).expect("it is a record");
        prop_assert_eq!(read.len(), games.len());
        for (game, (rules, ..)) in read.iter().zip(games) {
            prop_assert_eq!(game.rules, rules);
            assert_ledger(game, Thresholds { doubtful, bad });
        }
        let reviews: Vec<Review> = read
            .iter()
            .map(|game| assert_ledger(game, Thresholds::usual(solution(game.rules).unit())))
            .collect();
        assert_well_formed(&curve::svg(&reviews));
    }

    #[test]
    fn noise_is_an_error_and_no_more(text in "(A|B|rules:|position:|title: x|[ -~\u{0}é]|\n| |3-2|0/2|off/3|pass|standard|#){0,40}") {
        // Whatever it says, it says so without a panic, and names a line if it can.
        if let Err(error) = record::read(text.as_bytes()) {
            prop_assert!(!error.to_string().contains('\n'));
        }
    }
}

#[test]
fn the_recorded_games_are_as_the_rules_tell_them() {
    let read = |name| {
        let text = fs::read(recorded(name)).expect("the file is there");
        record::read(&text[..]).expect("it is a record")
    };
    let charpentier = &read("charpentier")[0];
    assert_eq!(charpentier.end().to_string(), "000/004");
    let found = assert_ledger(
        charpentier,
        Thresholds::usual(solution(Rules::STANDARD).unit()),
    );
    assert!(
        found.turns.iter().all(|turn| turn.choices == 1),
        "no throw leaves a choice"
    );
    assert_eq!((found.errors, found.finished), (0.0, false));

    let lalanne = read("lalanne");
    let ends: Vec<String> = lalanne.iter().map(|game| game.end().to_string()).collect();
    assert_eq!(ends.len(), 2);
    assert!(lalanne[1].end().is_over());
    for game in &lalanne {
        assert_ledger(
            game,
            Thresholds {
                doubtful: 0.0,
                bad: 1.0,
            },
        );
    }
}

// ---- The command

#[test]
fn json_and_csv_say_the_same() {
    let path = recorded("lalanne");
    let text = fs::read_to_string(&path).expect("the file is there");
    let games = json_of(&text, &[]);
    assert_eq!(games.len(), 2);
    assert_eq!(games[0]["headers"][0][1], "Lalanne, the opening");
    for field in [
        "rules", "unit", "headers", "finished", "start", "result", "luck", "errors", "sides",
        "turns",
    ] {
        assert!(games[1].get(field).is_some(), "{field}");
    }
    assert_eq!(games[1]["unit"], "win probability");
    assert_eq!(
        (&games[1]["finished"], &games[1]["result"]),
        (&true.into(), &0.0.into())
    );
    let marked = &games[1]["turns"][2];
    assert_eq!(
        (&marked["mark"], &marked["best"]),
        (&"?!".into(), &"3/5".into())
    );
    assert_eq!(marked["line"], 14);

    let mut command = Command::new(env!("CARGO_BIN_EXE_tourne"));
    let csv = run(command.arg("review").arg(&path).args(["--format", "csv"]));
    csv.assert_answered();
    let mut rows = csv::Reader::from_reader(csv.stdout.as_bytes());
    let header = rows.headers().expect("a header").clone();
    let mut count = 0;
    let turns = games
        .iter()
        .flat_map(|game| game["turns"].as_array().expect("a list"));
    for (row, turn) in rows.records().zip(turns) {
        let row = row.expect("a row");
        for (name, cell) in header.iter().zip(&row) {
            match &turn[name] {
                Value::Null => assert!(name == "game" || cell.is_empty(), "{name}"),
                Value::String(text) => assert_eq!(cell, text, "{name}"),
                number => {
                    let cell: f64 = cell.parse().expect("a number");
                    assert!(
                        (cell - number.as_f64().expect("a number")).abs() < 1e-12,
                        "{name}"
                    );
                }
            }
        }
        count += 1;
    }
    assert_eq!(count, 10);
}

#[test]
fn text_shows_every_turn_the_totals_and_the_ledger() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tourne"));
    let text = run(command.arg("review").arg(recorded("lalanne")));
    text.assert_answered();
    for part in [
        "title: Lalanne, the opening",
        "   3 W 5-2  0/2?!",
        "line 14: W with 5-2 at 03h/8hh: 0/2?!, best is 3/5",
        "W: luck -8.1039 %, errors 2.2553 %; turns 2, decisions 1, mistakes 1, doubtful 1, bad 0",
        "result 0.0000 % - value at the start 27.7337 % = luck -25.4784 % - errors +2.2553 %",
        "value now 35.7604 % - value at the start 51.5095 %",
    ] {
        assert!(text.stdout.contains(part), "{part}: {}", text.stdout);
    }
}

#[test]
fn thresholds_are_options_and_have_usual_values() {
    let text = "position: 38h/6hh\nW 5-5 pass\nB 4-2 6/8\nW 5-2 0/2\n";
    let mark = |arguments: &[&str]| json_of(text, arguments)[0]["turns"][2]["mark"].clone();
    // It gives away 2.2553 %.
    assert_eq!(mark(&[]), "?!");
    assert_eq!(mark(&["--bad", "0.02"]), "?");
    assert_eq!(mark(&["--bad", "0.0226", "--doubtful", "0.0225"]), "?!");
    assert_eq!(mark(&["--doubtful", "0.0226"]), Value::Null);
    assert_eq!(mark(&["--doubtful", "0", "--bad", "1"]), "?!");
    // A move that gives nothing away is never marked.
    let turns = &json_of(text, &["--doubtful", "0", "--bad", "0"])[0]["turns"];
    assert_eq!(
        (&turns[0]["mark"], &turns[2]["mark"]),
        (&Value::Null, &"?".into())
    );
    for value in ["-0.1", "nan", "inf", "some", ""] {
        for option in ["--doubtful", "--bad"] {
            let outcome = tourne_review(text, &[&format!("{option}={value}")]);
            outcome.assert_error(2, &[option, "write a loss from 0 on"]);
        }
    }
    let usual = Thresholds::usual(solution(Rules::DOUBLE_WIN).unit());
    assert_eq!((usual.doubtful, usual.bad), (0.02, 0.06));
    let usual = Thresholds::usual(solution(Rules::STANDARD).unit());
    assert_eq!((usual.doubtful, usual.bad), (0.01, 0.03));
}

#[test]
fn other_rules_are_solved_or_read_from_a_table() {
    let text = "rules: double-win\nA 4-3 off/3\nB 1-1 off/1\nA 5-1 3/4\n";
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data");
    let path = |name: &str| {
        folder
            .join(name)
            .to_str()
            .expect("a path that is text")
            .to_owned()
    };
    let solved = json_of(text, &[]);
    assert_eq!(solved[0]["unit"], "points");
    assert_eq!(solved, json_of(text, &["--table", &path("double-win.bin")]));
    let refused = tourne_review(text, &["--table", &path("standard.bin")]);
    refused.assert_error(3, &["standard.bin", "double-win"]);
}

// ---- What records may look like

#[test]
fn the_same_game_may_be_written_in_many_ways() {
    let plain = "A 3-2 0/2\nB 2-1 0/1\nA 6-2 2/4\nB 4-3 1/4*\nA 5-4 0/4*\n";
    let expected = record::read(plain.as_bytes()).expect("it is a record");
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
        [plain, numbered].map(|text| record::read(text.as_bytes()).expect("it is a record"));
    assert_eq!(plain[0].turns, numbered[0].turns);
    assert_eq!((numbered.len(), numbered[0].headers.len()), (1, 0));
    assert_eq!(numbered[0].sides, ["A", "B"]);
    // A number alone is a side, as before; a number before a slip makes no header of it.
    let sides = record::read("1: 4-3 off/3\n2: 1-1 off/1\n".as_bytes()).expect("it is a record");
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
        ["double-win", "double-win", "double-win"]
    );
    assert_eq!(
        rules_of(&several, &[]),
        ["standard", "double-win", "standard"]
    );
    let other = tourne_review(&several, &["--rules", "course"]);
    other.assert_one_line_error(
        2,
        &["line 3: the record names the rules double-win, but course was asked for"],
    );
    // The same as what the header says.
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
    let table = table.to_str().expect("it is text");
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

    // What people read is escaped; what programs read is not.
    let odd = "O'B\u{1b}\u{202e}e\u{301}";
    let text = format!("{odd}: an \u{7}event\n{odd} 4-3 off/3\nB 1-1 off/1\n{odd} 5-1 3/4\n");
    let game = &json_of(&text, &[])[0];
    assert_eq!(game["headers"], serde_json::json!([[odd, "an \u{7}event"]]));
    assert_eq!(game["sides"][0]["side"], odd);
    let csv = tourne_review(&text, &["--format", "csv"]);
    assert!(
        csv.stdout.contains(&format!("1,2,{odd},000/000")),
        "{csv:?}"
    );
    let shown = tourne_review(&text, &[]);
    shown.assert_answered();
    assert!(
        shown
            .stdout
            .contains("O'B\\u{1b}\\u{202e}e\u{301}: an \\u{7}event\n"),
        "{shown:?}"
    );
    assert!(
        shown
            .stdout
            .contains("O'B\\u{1b}\\u{202e}e\u{301} 5-1  3/4"),
        "{shown:?}"
    );
    assert!(
        !shown.stdout.contains(['\u{1b}', '\u{7}', '\u{202e}']),
        "{shown:?}"
    );
    let third = tourne_review(&format!("{text}C 5-1 off/1\n"), &[]);
    third.assert_one_line_error(
        2,
        &["unknown side \"C\": the sides of this game are O'B\\u{1b}\\u{202e}e\u{301} and B"],
    );
    let picture = tourne_review(&text, &["--svg", "-"]).stdout;
    assert!(
        picture.contains(">O'B\u{fffd}\u{202e}e\u{301} against B, standard<"),
        "{picture}"
    );
}

/// The fields of the page are those of the answer, in all objects.
#[test]
fn every_field_stands_on_the_page() {
    let page =
        std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("REVIEW.md"));
    let page = page.expect("the page is there");
    let text = fs::read_to_string(recorded("lalanne")).expect("it is there");
    let game = &json_of(&text, &[])[0];
    let mut fields = Vec::new();
    for (prefix, object) in [
        ("", game),
        ("sides[].", &game["sides"][0]),
        ("turns[].", &game["turns"][0]),
    ] {
        let names = object.as_object().expect("an object").keys();
        fields.extend(names.map(|name| format!("`{prefix}{name}`")));
    }
    assert!(fields.len() > 30);
    for field in fields {
        assert!(page.contains(&field), "{field} is missing");
    }
    let csv = tourne_review(&text, &["--format", "csv"]).stdout;
    for column in csv.lines().next().expect("a header").split(',') {
        assert!(page.contains(&format!("`{column}`")), "{column} is missing");
    }
}

#[test]
fn headers_begin_games_and_are_kept() {
    let text =
        "event: Lyon: the final\nround: 3\nA 3-2 off/2\nevent: second\nA 1-1 off/1\nB 2-2 off/2\n";
    let games = record::read(text.as_bytes()).expect("it is a record");
    let headers: Vec<_> = games.iter().map(|game| game.headers.clone()).collect();
    let pair = |name: &str, content: &str| (name.to_owned(), content.to_owned());
    let expected = [
        vec![pair("event", "Lyon: the final"), pair("round", "3")],
        vec![pair("event", "second")],
    ];
    assert_eq!(headers, expected);
    // Players may be named by headers, and a header is no turn because it begins with a number.
    let text = "A: Anne\nB: Bert\ndate: 12 May 1699\nA 3-2 off/2\nB 2-1 off/1\ngame: 2\nA: Bert\nB: Anne\nA 1-1 off/1\n";
    let games = record::read(text.as_bytes()).expect("it is a record");
    assert_eq!(games.len(), 2);
    // What a terminal would obey does not reach it.
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
        ("A 5-1 off-1", "\"off-1\" is not a move"),
        ("A: 5-1 off-1", "\"off-1\" is not a move"),
        ("A: 7-1 off/1", "not a die"),
        ("A: 5 1 off/1", "is not a turn"),
        ("A 5-1", "is not a turn"),
        ("A 5-1 off/1 really", "is not a turn"),
        ("A", "is not a turn"),
        (
            "two words: text",
            "unknown side \"two\": the sides of this game are A and B",
        ),
        (": text", "is not a turn"),
        ("5-1 off/1", "is not a turn"),
        ("A 0-1 off/1", "not a die"),
        ("A 511 off/1", "is 3 dice"),
        ("B 5-1 off/1", "it is the turn of A, not of B"),
        (
            "C 5-1 off/1",
            "unknown side \"C\": the sides of this game are A and B",
        ),
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
        ("# nothing\n\n", "there is no turn in it"),
        ("rules: standard\n", "there is no turn in it"),
        ("position: 999/000\nA 1 off/1\n", "line 1: "),
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
        outcome.assert_one_line_error(
            2,
            &["cannot read standard input as a record of games", says],
        );
    }
}

#[test]
fn what_is_too_long_or_no_text_is_refused() {
    let read = |bytes: &[u8]| record::read(bytes).expect_err("an error").to_string();
    assert_eq!(
        read(b"A 3-2 off/2\nB \xff 0/1\n"),
        "line 2: the line is not UTF-8 text"
    );
    let long = format!("A 3-2 off/2\n#{}\n", "a".repeat(2000));
    assert_eq!(
        read(long.as_bytes()),
        "line 2: the line has more than 1024 bytes"
    );
    assert!(read(&b"A".repeat(3_000_000)).contains("line 1: "));
    let endless = "A 3-2 off/2\nrules: standard\n".repeat(100_001);
    assert!(read(endless.as_bytes()).contains("more than 100000 turns"));
    let longest = "A 3-2 off/2\nrules: standard\n".repeat(100_000);
    let longest = record::read(longest.as_bytes()).expect("it is just short enough");
    assert_eq!(longest.len(), 100_000);
    let mut command = Command::new(env!("CARGO_BIN_EXE_tourne"));
    let none = run(command.args(["review", "there-is-none.txt"]));
    none.assert_one_line_error(2, &["cannot read there-is-none.txt"]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_tourne"));
    let folder = run(command.arg("review").arg(env!("CARGO_MANIFEST_DIR")));
    folder.assert_error(2, &["as a record of games: "]);
}

// ---- The picture

/// Asserts that tags are closed in order, attributes quoted, and nothing stands there raw.
#[track_caller]
fn assert_well_formed(xml: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = xml;
    let mut roots = 0;
    while let Some((text, after)) = rest.split_once('<') {
        assert_escaped(text);
        let (tag, after) = after.split_once('>').expect("every tag is closed");
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "the innermost tag is closed first");
            continue;
        }
        roots += usize::from(open.is_empty());
        let (tag, is_empty) = match tag.strip_suffix('/') {
            Some(tag) => (tag, true),
            None => (tag, false),
        };
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        assert!(
            name.chars().all(|letter| letter.is_ascii_lowercase()),
            "{tag}"
        );
        let parts: Vec<&str> = attributes.split('"').collect();
        assert_eq!(parts.len() % 2, 1, "quotes come in pairs: {tag}");
        let mut names = Vec::new();
        for pair in parts.chunks_exact(2) {
            let attribute = pair[0].trim().strip_suffix('=').expect("a name and =");
            assert!(!names.contains(&attribute), "{attribute} twice: {tag}");
            names.push(attribute);
            assert_escaped(pair[1]);
            assert!(
                !pair[1].contains("NaN") && !pair[1].contains("inf"),
                "{tag}"
            );
        }
        if !is_empty {
            open.push(name);
        }
    }
    assert_escaped(rest);
    assert_eq!(
        (open.len(), roots, rest.trim()),
        (0, 1, ""),
        "one root, closed"
    );
}

#[track_caller]
fn assert_escaped(text: &str) {
    let forbidden = |character: char| character.is_control() && character != '\n';
    assert!(!text.contains(forbidden), "{text:?}");
    assert!(!text.contains(['\u{fffe}', '\u{ffff}']), "{text:?}");
    for (at, _) in text.match_indices('&') {
        let known = ["&amp;", "&lt;", "&gt;", "&quot;"];
        assert!(
            known.iter().any(|entity| text[at..].starts_with(entity)),
            "{text:?}"
        );
    }
}

#[test]
fn names_are_no_markup() {
    let names = [
        "<b>&amp;\"'",
        "</title>",
        "]]>",
        "&x;",
        "a\u{fffe}\u{1}",
        "<!--",
        "\u{202e}x",
    ];
    for name in names {
        let text = format!("position: 38h/6hh\n{name} 5-5 pass\nB 4-2 6/8*\n{name} 5-2 0/2\n");
        let games = record::read(text.as_bytes()).expect("it is a record");
        let usual = Thresholds::usual(solution(Rules::STANDARD).unit());
        let picture = curve::svg(&[assert_ledger(&games[0], usual)]);
        assert_well_formed(&picture);
        assert!(picture.contains("<circle"), "the mistake is marked");
        if name.starts_with("<b>") {
            let says = "&lt;b&gt;&amp;amp;&quot;' against B, standard";
            assert!(picture.contains(says), "{picture}");
        }
    }
}

#[test]
fn a_bar_is_as_long_as_the_share_of_what_can_be_had() {
    let (standard, double) = (Rules::STANDARD, Rules::DOUBLE_WIN);
    for (value, rules, unit, width, expected) in [
        (0.0, standard, Unit::WinProbability, 10, ""),
        (0.5, standard, Unit::WinProbability, 10, "█████"),
        // 0.0625 of 10 are 5 eighths of one.
        (0.0625, standard, Unit::WinProbability, 10, "▋"),
        (0.71875, standard, Unit::WinProbability, 4, "██▉"),
        (1.0, standard, Unit::WinProbability, 3, "███"),
        // From -2 to 2 points.
        (0.0, double, Unit::Points, 4, "██"),
        (1.0, double, Unit::Points, 4, "███"),
        (-2.0, double, Unit::Points, 4, ""),
    ] {
        assert_eq!(curve::bar(value, rules, unit, width), expected, "{value}");
    }
}

#[test]
fn the_picture_has_the_values_and_replaces_the_old_one_whole() {
    let folder = TempDir::new().expect("a folder can be made");
    let path = folder.path().join("game.svg");
    fs::write(&path, "the old one").expect("it can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tourne"));
    command
        .arg("review")
        .arg(recorded("lalanne"))
        .arg("--svg")
        .arg(&path);
    run(&mut command).assert_answered();
    let picture = fs::read_to_string(&path).expect("it is text");
    assert_well_formed(&picture);
    assert_eq!(
        picture.matches("<polyline").count(),
        2,
        "a curve for each game"
    );
    assert_eq!(picture.matches("<circle").count(), 1);
    // Six turns and four, and where each begins; the last is lost: at the bottom.
    let curves: Vec<Vec<(f64, f64)>> = picture
        .split("points=\"")
        .skip(1)
        .map(|rest| {
            let points = rest.split('"').next().expect("a list").split(' ');
            let pair = |point: &str| {
                let (x, y) = point.split_once(',').expect("a pair");
                (x.parse().expect("a number"), y.parse().expect("a number"))
            };
            points.map(pair).collect()
        })
        .collect();
    assert_eq!((curves[0].len(), curves[1].len()), (7, 5));
    assert!((curves[0][0].1 - (1.0 - 0.515_094_8) * 260.0).abs() < 0.06);
    assert_eq!(curves[1][4], (800.0, 260.0));
    // Each game has 366 of the height: 36 above, 260 for the curve, 70 below.
    for part in [
        "viewBox=\"0 0 890 732\"",
        "translate(60 36)",
        "translate(60 402)",
        "y1=\"260.0\" y2=\"260.0\" stroke=\"#ccc\"/><text x=\"-8\" y=\"264.0\" text-anchor=\"end\">0 %<",
        "y1=\"195.0\" y2=\"195.0\" stroke=\"#ccc\"/><text x=\"-8\" y=\"199.0\" text-anchor=\"end\">25 %<",
        "y1=\"0.0\" y2=\"0.0\" stroke=\"#ccc\"/><text x=\"-8\" y=\"4.0\" text-anchor=\"end\">100 %<",
    ] {
        assert!(picture.contains(part), "{part}: {picture}");
    }
    let files = fs::read_dir(folder.path()).expect("it can be read").count();
    assert_eq!(files, 1, "nothing else is left");

    // What cannot be written is an error that names it, after the answer; the old one stays.
    let nowhere = folder.path().join("none").join("game.svg");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tourne"));
    command
        .arg("review")
        .arg(recorded("lalanne"))
        .arg("--svg")
        .arg(nowhere);
    let outcome = run(&mut command);
    assert_eq!(outcome.code, Some(2), "{outcome:?}");
    assert!(outcome.stderr.contains("does not exist"), "{outcome:?}");
    // A record that is none changes no picture.
    let path = path.to_str().expect("a path that is text");
    tourne_review("A 3-2 off/3\n", &["--svg", path]).assert_error(2, &["line 1"]);
    assert_eq!(fs::read_to_string(path).expect("it is text"), picture);
}

#[test]
fn a_byte_order_mark_hides_no_header() {
    let games =
        record::read("\u{feff}rules: double-win\nA 4-3 0/3\n".as_bytes()).expect("a record");
    assert_eq!(games[0].rules, Rules::DOUBLE_WIN);
}

/// A header after turns begins another game: a slip of the pen must not.
#[test]
fn a_turn_with_a_colon_and_a_slip_is_not_a_header() {
    for slip in ["B: 1 1 0/1", "B: 1-1  0 / 1", "W: to be continued"] {
        let text = format!("W 4-3 0/3\n{slip}\nW 5-1 0/1\n");
        let error = record::read(text.as_bytes()).expect_err(slip);
        assert!(error.to_string().contains("line 2"), "{slip}: {error}");
    }
}

#[test]
fn a_picture_does_not_overwrite_the_games() {
    let folder = TempDir::new().expect("a folder can be made");
    let path = folder.path().join("games.txt");
    fs::write(&path, "A 3-2 off/2\n").expect("it can be written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tourne"));
    command.arg("review").arg(&path).arg("--svg").arg(&path);
    let outcome = run(&mut command);
    outcome.assert_one_line_error(
        2,
        &["the games and --svg are the same file, ", "another name"],
    );
    let kept = fs::read_to_string(&path).expect("it is there");
    assert_eq!(kept, "A 3-2 off/2\n");
}
