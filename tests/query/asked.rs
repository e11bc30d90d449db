//! What the page asks the library: the answers are those of the commands, or were worked out on paper.

use std::sync::{LazyLock, Mutex, PoisonError};

use serde_json::{Value, json};
use tourne_ask::World;
use tourne_solver::{Rules, file};

use crate::commands::{self, joined, run_with};
use crate::{LALANNE, json_line, run_line, tourne};

/// The standard game is opened as in the page; `double-win` is solved.
static WORLD: LazyLock<Mutex<World>> = LazyLock::new(|| {
    let mut world = World::default();
    let bytes = tourne_data::of("standard").expect("it is built in");
    let opened = world.open(bytes).expect("a whole file");
    assert_eq!(opened, Rules::STANDARD);
    let solved = world.answer(r#"{"solve":"standard+double-win"}"#);
    assert_eq!(solved, r#"{"ok":"double-win"}"#);
    Mutex::new(world)
});

/// Returns the text of an answer that is no refusal, without the frame.
#[track_caller]
fn text(question: &Value) -> String {
    let mut world = WORLD.lock().unwrap_or_else(PoisonError::into_inner);
    let answer = world.answer(&question.to_string());
    let inside = answer
        .strip_prefix("{\"ok\":")
        .and_then(|it| it.strip_suffix('}'));
    inside.unwrap_or_else(|| panic!("{answer}")).to_owned()
}

#[track_caller]
fn asked(question: &Value) -> Value {
    serde_json::from_str(&text(question)).expect("JSON")
}

/// Asserts that a question is refused, with an error of this kind that has this text.
#[track_caller]
fn assert_refused(question: &str, kind: &str, says: &str) {
    let mut world = WORLD.lock().unwrap_or_else(PoisonError::into_inner);
    let answer: Value = serde_json::from_str(&world.answer(question)).expect("JSON");
    let error = &answer["error"];
    assert_eq!(error["kind"], kind, "{answer}");
    let message = error["message"].as_str().expect("a message");
    assert!(message.contains(says), "{message}");
    assert_eq!(answer.as_object().map(serde_json::Map::len), Some(1));
}

/// Returns what a command prints in JSON, as one line.
fn printed(line: &str) -> String {
    let outcome = run_line(&format!("{line} --format json"));
    outcome.assert_answered();
    outcome.stdout.trim_end().to_owned()
}

#[test]
fn answers_are_those_of_the_commands_to_the_last_byte() {
    for (line, question) in [
        (
            "best 04h/007 4-3",
            json!({"best": {"rules": "standard", "position": "04h/007", "roll": "4-3"}}),
        ),
        (
            "best 7bh/000",
            json!({"best": {"rules": "standard", "position": "7bh/000"}}),
        ),
        (
            "best 04h/007:3 --explain",
            json!({"explain_with_ends": {"rules": "standard", "position": "04h/007:3"}}),
        ),
        (
            "best 007/34h --explain --rules double-win",
            json!({"explain_with_ends": {"rules": "double-win", "position": "007/34h"}}),
        ),
        (
            "best 04h/007 3 --rules double-win --match 3 --score 2-1 --explain",
            json!({"explain": {"rules": "double-win", "position": "04h/007", "roll": "3", "score": {"own": 2, "other": 1, "length": 3}}}),
        ),
        (
            "rules course+double-win",
            json!({"rulebook": "double-win+course"}),
        ),
        (
            "outcomes 04h/007",
            json!({"outcomes": {"rules": "standard", "position": "04h/007"}}),
        ),
        (
            "match 3 --rules double-win --first loser",
            json!({"match": {"rules": "double-win", "length": 3, "first": "loser"}}),
        ),
        (
            "match 7",
            json!({"match": {"rules": "standard", "length": 7, "first": "dice"}}),
        ),
    ] {
        assert_eq!(text(&question), printed(line), "{line}");
    }
}

/// Returns the review of a record that `tourne` prints.
fn reviewed() -> Value {
    commands::json(&commands::run(&mut tourne(&[
        "review", LALANNE, "--format", "json",
    ])))
}

#[test]
fn reviews_are_those_of_the_command() {
    let record = std::fs::read_to_string(LALANNE).expect("a record");
    let review = asked(&json!({"review_with_ends": {"text": record}}));
    assert_eq!(review, reviewed());
    let twice = format!("{record}\n{record}");
    let question = json!({"review_with_ends": {"text": twice}});
    let mut command = tourne(&["review", "-", "--format", "json"]);
    let outcome = run_with(&mut command, &twice);
    assert_eq!(text(&question), outcome.stdout.trim_end());
    assert!(outcome.stdout.contains("\"players\":"));
}

#[test]
fn facts_are_those_of_the_commands() {
    let facts = asked(&json!("facts"));
    assert_eq!(facts["presets"], json_line("rules"));
    let version = run_line("--version").stdout;
    assert_eq!(
        format!("tourne {}\n", facts["version"].as_str().expect("a text")),
        version
    );
    let info = asked(&json!({"info": "standard"}));
    let mut printed = json_line("info");
    printed
        .as_object_mut()
        .and_then(|it| it.remove("source"))
        .expect("a source");
    assert_eq!(info, printed);
    let sets = facts["rule_sets"].as_array().expect("a list");
    let names: Vec<&str> = sets.iter().filter_map(|it| it["rules"].as_str()).collect();
    assert_eq!(names.len(), 12);
    for name in names {
        run_line(&format!("rules {name}")).assert_answered();
    }
    let course = sets
        .iter()
        .find(|it| it["rules"] == "course")
        .expect("a preset");
    assert_eq!(course["chances"], json!([1, 1, 1, 1, 1, 1]));
    assert_eq!(sets[0]["chances"], json!([11, 9, 7, 5, 3, 1]));
}

/// Lalanne's rules, counted on the board.
#[test]
fn legal_moves_and_obstacles_are_those_of_the_rules() {
    let plays = |position: &str, roll: &str| {
        asked(&json!({"plays": {"rules": "double-win", "position": position, "roll": roll}}))
    };
    assert_eq!(
        plays("04h/007", "3"),
        json!([
            {"die": 3, "move": "0/3", "position": "007/34h", "man": 0, "won": null},
            {"die": 3, "move": "4/7*", "position": "000/07h", "man": 1, "won": null},
        ])
    );
    // A loser without a man home loses double.
    assert_eq!(plays("9hh/004", "6-3")[0]["won"], 2);
    assert_eq!(plays("9hh/00h", "6-3")[0]["won"], 1);
    assert_eq!(plays("9hh/004", "4")[0]["move"], "pass");
    let every = asked(&json!({"plays": {"rules": "double-win", "position": "000/000"}}));
    assert_eq!(every.as_array().map(Vec::len), Some(6));
    let obstacles =
        asked(&json!({"obstacles": {"rules": "standard", "position": "038/000", "roll": "5"}}));
    assert_eq!(
        obstacles,
        json!([
            ["0", {"kind": "passes", "point": 3, "text": "it may not pass over its own man on 3"}],
            ["3", {"kind": "occupied", "point": 8, "text": "a man of its own side stands on 8"}],
            ["8", {"kind": "beyond", "point": 4, "text": "it would go beyond home, which it reaches only with an exact 4"}],
        ])
    );
    let faults = asked(&json!({"faults": {"rules": "standard", "position": "044/0x4"}}));
    let kinds: Vec<&Value> = faults
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| &it["kind"])
        .collect();
    assert_eq!(kinds, ["crowded", "duty", "facing"]);
    assert_eq!(faults[1]["side"], 1);
}

#[test]
fn values_are_those_of_the_command() {
    let places = ["000/000", "04h/04h", "04h/007", "hhh/000"];
    let values = asked(&json!({"values": {"rules": "standard", "positions": places}}));
    let value = |place: &str| json_line(&format!("best {place}"))["value"].clone();
    assert_eq!(
        values,
        json!([value(places[0]), null, value(places[2]), null])
    );
    // If the next point decides the match, its chance is that of the game.
    let score = json!({"own": 2, "other": 2, "length": 3});
    let last = json!({"values": {"rules": "standard", "positions": places, "score": score}});
    for (last, value) in [0, 2].map(|at| (asked(&last)[at].clone(), values[at].clone())) {
        let [last, value] = [last, value].map(|it| it.as_f64().expect("a number"));
        assert!((last - value).abs() < 1e-9, "{last} {value}");
    }
}

#[test]
fn records_are_read_and_written() {
    let text = "rules: double-win\nposition: 9hh/004\nname: a\n\
        A 5-4 pass\nB 4-2 off/2\n";
    let games = asked(&json!({"record": {"text": text}}));
    assert_eq!(games[0]["turns"][1]["move"], "0/2");
    assert_eq!(games[0]["turns"][1]["position"], "004/9hh");
    let written = asked(&json!({"write": games}));
    assert_eq!(written, text.replace("off/2", "0/2"));
    let mut given_up = games[0].clone();
    given_up["resigned"] = json!({"line": 0, "side": 0, "thrown": ["4-4", 4]});
    let written = asked(&json!({"write": [given_up]}));
    assert!(
        written
            .as_str()
            .is_some_and(|it| it.contains("\nresult: A resigns with 4-4\nA 5-4")),
        "{written}"
    );
    // What was read with a result has it once when it is written.
    let again = asked(&json!({"record": {"text": written}}));
    assert_eq!(asked(&json!({ "write": again })), written);
    let mut wrong = games[0].clone();
    wrong["turns"][0]["move"] = json!("9/12");
    let question = json!({"write": [wrong]}).to_string();
    assert_refused(
        &question,
        "question",
        "9/12 is not legal in 9hh/004 with a 4: the only legal move is pass",
    );
    let mut nameless = games[0].clone();
    nameless["sides"][0] = json!("A B C");
    let question = json!({"write": [nameless]}).to_string();
    assert_refused(&question, "record", "line 4");
}

/// The throws of 25 November 2026, which everyone has: `tourne play --daily` says them.
#[test]
fn throws_of_a_day_are_those_of_the_command() {
    let thrown = asked(&json!({"throws": {"rules": "standard", "seed": 20_261_125, "count": 2}}));
    let mut command = tourne(&["play", "--daily=2026-11-25"]);
    let said = run_with(&mut command, "#1\nquit\n").stdout;
    let said = joined(&said);
    for openings in thrown["openings"].as_array().expect("a list") {
        let says = format!(
            "You throw a {}, the computer throws a {}",
            openings[0], openings[1]
        );
        assert!(said.contains(&says), "{says} {said}");
    }
    for throw in thrown["throws"].as_array().expect("a list") {
        let (one, other) = (throw.as_str().and_then(|it| it.split_once('-'))).expect("two dice");
        let says = if other < one {
            format!("{one} and [{other}]: the lower die")
        } else {
            format!("[{one}] and {other}: the lower die")
        };
        assert!(said.contains(&says), "{says} {said}");
    }
}

#[test]
fn players_and_cards_choose() {
    let at = json!({"rules": "standard", "position": "04h/007", "roll": "3"});
    let choice = |player: &str, seed: u32| {
        asked(&json!({"choice": {"at": at, "player": player, "seed": seed}}))
    };
    assert_eq!(choice("perfect", 1), "4/7*");
    assert_eq!(choice("rear", 1), "0/3");
    // The weakest level plays both moves.
    let chosen: Vec<Value> = (0..50).map(|seed| choice("level-1", seed)).collect();
    assert!(chosen.contains(&json!("0/3")) && chosen.contains(&json!("4/7*")));
    // The card says: hit or bring home…
    let card = asked(&json!({"card": "standard"}));
    assert_eq!(card.as_array().map(Vec::len), Some(5));
    let by_card =
        asked(&json!({"card_choice": {"rules": "standard", "position": "04h/007", "roll": "3"}}));
    assert_eq!(by_card[0], "4/7*");
    let line = by_card[1].as_u64().expect("a line") as usize;
    assert!(
        card[line - 1][0]
            .as_str()
            .is_some_and(|rule| rule.contains("hit")),
        "{card}"
    );
    for (line, example) in asked(&json!({"examples": "standard"}))
        .as_array()
        .expect("a list")
        .iter()
        .enumerate()
    {
        let (position, die) = (&example[0], example[1].to_string());
        let choice = asked(
            &json!({"card_choice": {"rules": "standard", "position": position, "roll": die}}),
        );
        assert_eq!(choice[1], line + 1);
    }
}

#[test]
fn strength_comes_from_choices() {
    assert_eq!(asked(&json!({"strength": []})), Value::Null);
    let at = json!({"rules": "standard", "position": "04h/007", "roll": "3"});
    let first = asked(&json!({"chosen": {"at": at, "move": "0/3"}}));
    let both = asked(&json!({"chosen": {"at": at, "move": "4/7", "after": first}}));
    let strength = asked(&json!({"strength": [both, first]}));
    assert_eq!(strength["choices"], 3);
    let best = json_line("best 04h/007 3");
    let loss = best["moves"][1]["loss"].as_f64().expect("a number");
    // The rating is a thousand times the mean loss, here of two mistakes in three choices.
    let rating = strength["rating"]["estimate"].as_f64().expect("a number");
    assert!((rating - 2000.0 * loss / 3.0).abs() < 1e-9, "{strength}");
    let record = std::fs::read_to_string(LALANNE).expect("a record");
    let review = reviewed();
    let evidence = asked(&json!({"evidence": {"text": record}}));
    for side in 0..2 {
        let strength = asked(&json!({"strength": [evidence[0][side]]}));
        let sums = &review["games"][0]["sides"][side];
        assert_eq!(strength["rating"]["low"], sums["rating_low"]);
        assert_eq!(strength["level"]["high"], sums["level_high"]);
    }
}

/// The ten questions of a seed are those that the quiz asks.
#[test]
fn questions_to_practise_are_those_of_the_quiz() {
    for (option, hard, kind) in [
        ("", false, Value::Null),
        (" --hard", true, json!("missed-home")),
    ] {
        let question = json!({"practice": {"rules": "standard", "hard": hard, "kind": kind, "seed": 5, "count": 3}});
        let drawn = asked(&question);
        let kind = kind
            .as_str()
            .map_or(String::new(), |kind| format!(" --kind {kind}"));
        let quiz = run_with(
            &mut crate::tourne_line(&format!("quiz --seed 5 --count 3{option}{kind}")),
            "#1\n#1\n#1\n",
        );
        for question in drawn.as_array().expect("a list") {
            let says = format!(
                "{}: you have to play a {}.",
                question[0].as_str().expect("a text"),
                question[1]
            );
            assert!(quiz.stdout.contains(&says), "{says} {quiz:?}");
        }
    }
}

#[test]
fn refusals_say_what_is_wrong() {
    for (question, kind, says) in [
        ("nonsense", "question", "expected"),
        (
            r#"{"nonsense":1}"#,
            "question",
            "unknown variant `nonsense`",
        ),
        (
            r#"{"plays":{"rules":"standard"}}"#,
            "question",
            "missing field `position`",
        ),
        (
            r#"{"plays":{"rules":"standard","position":"000/000","more":1}}"#,
            "question",
            "unknown field `more`",
        ),
        (r#"{"card":"chess"}"#, "rules", "chess"),
        (
            r#"{"best":{"rules":"course","position":"000/000"}}"#,
            "closed",
            "course",
        ),
        (
            r#"{"best":{"rules":"standard","position":"04h/004"}}"#,
            "position",
            "men of both sides face each other",
        ),
        (
            r#"{"best":{"rules":"standard","position":"04h/007","roll":"9"}}"#,
            "position",
            "9",
        ),
        (
            r#"{"obstacles":{"rules":"standard","position":"04h/007"}}"#,
            "throw",
            "needs a throw",
        ),
        (
            r#"{"choice":{"at":{"rules":"standard","position":"04h/007","roll":"3"},"player":"level-11","seed":1}}"#,
            "player",
            "level-11",
        ),
        (
            r#"{"choice":{"at":{"rules":"standard","position":"04h/007","roll":"3"},"player":"level-1","seed":9007199254740993}}"#,
            "question",
            "9007199254740993",
        ),
        (
            r#"{"chosen":{"at":{"rules":"standard","position":"04h/007","roll":"3"},"move":"0/4"}}"#,
            "move",
            "0/4 is not legal",
        ),
        (
            r#"{"match":{"rules":"standard","length":26,"first":"dice"}}"#,
            "score",
            "26 is not the length of a match",
        ),
        (
            r#"{"best":{"rules":"standard","position":"000/000","score":{"own":3,"other":0,"length":3}}}"#,
            "score",
            "does not occur",
        ),
        (
            r#"{"record":{"text":"A 3-2 off/3\n"}}"#,
            "record",
            "line 1: 0/3 is not legal",
        ),
        (
            r#"{"practice":{"rules":"standard","kind":"own-man-sent-off","hard":false,"seed":1,"count":1}}"#,
            "kind",
            "there is no mistake",
        ),
    ] {
        assert_refused(question, kind, says);
    }
}

/// A solution that one world has solved is the file of the project, byte for byte, and another world can open it.
#[test]
fn a_solution_goes_from_world_to_world() {
    let mut world = WORLD.lock().unwrap_or_else(PoisonError::into_inner);
    let bytes = world.file("double-win").expect("it is solved");
    assert!(Some(&bytes[..]) == tourne_data::of("double-win"));
    let mut other = World::default();
    assert_eq!(other.open(&bytes).expect("a whole file"), Rules::DOUBLE_WIN);
    assert_eq!(
        other.file("course").expect_err("it is not open").kind,
        "closed"
    );
    let cut = &bytes[..bytes.len() - 1];
    assert!(file::decode(cut).is_err());
    assert_eq!(other.open(cut).expect_err("it is cut").kind, "file");
}

/// Long work says how far it is.
#[test]
fn solving_says_how_far_it_is() {
    let (tell, told) = std::sync::mpsc::channel();
    let mut world = World::default();
    world.observe(move |done, of| tell.send((done, of)).expect("somebody listens"));
    world.answer(r#"{"solve":"standard"}"#);
    let steps: Vec<(usize, usize)> = told.try_iter().collect();
    assert!(
        steps.len() > 10 && steps.iter().all(|(done, of)| done < of),
        "{steps:?}"
    );
    assert!(steps.is_sorted());
}
