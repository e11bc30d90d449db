//! Questions of `tourne quiz`. Transcripts show its answers, its score, and quizzes about records.

use serde_json::Value;
use tourne::grading::Kind;
use tourne::play::quiz::habit;

use super::{SECOND, talk};
use crate::commands::{assert_says, joined, run_with};
use crate::documents::text_of;
use crate::{json_line, tourne_line};

/// Returns the questions of a quiz: a position and a die each.
fn questions(options: &str) -> Vec<String> {
    let outcome = talk(&format!("quiz {options}"), &SECOND);
    outcome.assert_answered();
    let lines = outcome.stdout.lines();
    let asked = lines.filter_map(|line| {
        let (position, die) = line.split_once(": you have to play a ")?;
        Some(format!("{position} {}", die.trim_end_matches('.')))
    });
    asked.collect()
}

#[test]
fn a_quiz_asks_what_its_seed_says() {
    let seven = questions("--seed 7");
    assert_eq!(seven.len(), 10);
    assert_ne!(seven, questions("--seed 8"));
    let more = questions("--seed 7 --count 12");
    assert_eq!(more[..10], seven);
    // Ask 300 questions of a rare kind: the input has 300 lines that answer them.
    let mut once = questions("--kind wrong-hit --count 300 --seed 7");
    assert_eq!(once.len(), 300);
    once.sort();
    once.dedup();
    assert_eq!(once.len(), 300, "no question is asked twice");
}

#[test]
fn a_quiz_tells_a_level_with_its_uncertainty() {
    for (count, right, said) in [
        (
            9,
            false,
            [
                " a question on average. Rating ",
                ", after 9 choices; about ",
            ],
        ),
        (
            1,
            true,
            [
                "1 of 1 right. Rating 0.0 (0.0 to ",
                "perfect so far, any level, after 1 choice; about ",
            ],
        ),
        (
            10,
            true,
            [
                "10 of 10 right. Rating 0.0 (0.0 to ",
                " to 10, after 10 choices",
            ],
        ),
    ] {
        let line = format!("quiz --seed 7 --count {count}");
        let asked = questions(&line["quiz ".len()..]).into_iter();
        let answers = asked.map(|question| {
            let best = &json_line(&format!("best {question}"))["best"];
            best.as_str().expect("a move").to_owned()
        });
        let answers: Vec<String> = answers.collect();
        let answers: Vec<&str> = answers.iter().map(String::as_str).collect();
        let outcome = talk(&line, if right { &answers } else { &SECOND });
        assert_says(&joined(&outcome.stdout), &said);
    }
}

#[test]
fn a_wrong_answer_has_its_reason_once() {
    let question = &questions("--seed 7 --count 1")[0];
    let answer = json_line(&format!("best {question} --explain"));
    let wrong = answer["explain"].as_array().expect("a list").last();
    let wrong = wrong.expect("a move");
    let [played, reason] = ["move", "reason"].map(|it| wrong[it].as_str().expect("a text"));
    let best = answer["best"].as_str().expect("a move");
    let said = joined(&talk("quiz --seed 7 --count 1", &[played]).stdout);
    assert_says(&said, &[&format!("No: {best} is best. {best} ")]);
    assert_eq!(said.matches(reason).count(), 1, "{reason}: {said}");
}

#[test]
fn options_of_drawn_questions_beside_a_record_are_refused_with_the_reason() {
    for option in ["--seed 3", "--kind missed-home", "--hard"] {
        let outcome = talk(&format!("quiz --file games.txt {option}"), &[]);
        let name = option.split(' ').next().expect("a word");
        let says = format!(
            "--file cannot be used with {name}: --file asks about the mistakes of a record, the costliest first, and {name} is"
        );
        outcome.assert_one_line_error(2, &[&says]);
    }
}

#[test]
fn the_summary_says_how_often_a_mistake_was_made_of_the_times_it_was_possible() {
    let line = "quiz --kind missed-aim --seed 1";
    let asked = questions(&line["quiz ".len()..]);
    assert_eq!(asked.len(), 10);
    // Make the mistake six times, then find the best move.
    let answers = asked.iter().zip(0..).map(|(question, number)| {
        let answer = json_line(&format!("best {question} --explain"));
        let moves = answer["explain"].as_array().expect("a list").clone();
        let mut moves = moves.into_iter();
        let chosen = moves.find(|it| number >= 6 || it["mistake"] == "missed aim");
        let chosen = chosen.expect("a move that misses an aim");
        chosen["move"].as_str().expect("a move").to_owned()
    });
    let answers: Vec<String> = answers.collect();
    let answers: Vec<&str> = answers.iter().map(String::as_str).collect();
    let said = joined(&talk(line, &answers).stdout);
    let says = [
        "4 of 10 right.",
        "You lose most when you miss chances to aim at an enemy man: 6 of 10 times, ",
        " % on average. To practise that: tourne quiz --kind missed-aim.",
    ];
    assert_says(&said, &says);
}

#[test]
fn the_page_has_the_words_of_the_quiz_for_each_kind_of_mistake() {
    let texts = text_of("query/page/web/texts/texts-en.ts");
    let (_, from) = texts.split_once("  habits: {\n").expect("habits");
    let (list, _) = from.split_once("  },\n").expect("an end");
    let page: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
    assert_eq!(page, Kind::ALL.map(habit));
}

/// Returns how many of 300 questions have a hit or a homecoming as their best move.
fn hits_and_homecomings(options: &str) -> usize {
    let asked = questions(&format!("--count 300 --seed 1 {options}"));
    assert_eq!(asked.len(), 300);
    let answers = run_with(&mut tourne_line("best -"), &(asked.join("\n") + "\n"));
    answers.assert_answered();
    let is_one = |line: &&str| {
        let answer: Value = serde_json::from_str(line).expect("valid JSON");
        let best = answer["best"].as_str().expect("a move");
        best.ends_with('*') || best.ends_with("/12")
    };
    answers.stdout.lines().filter(is_one).count()
}

#[test]
fn hard_questions_are_not_answered_by_hitting_and_coming_home() {
    assert_eq!(hits_and_homecomings(""), 193);
    assert_eq!(hits_and_homecomings("--hard"), 51);
}

#[test]
fn hard_questions_follow_their_seed_kind_and_rules() {
    let seven = questions("--hard --seed 7");
    assert_eq!(seven.len(), 10);
    assert_eq!(questions("--seed 7 --hard --count 12")[..10], seven);
    assert_ne!(questions("--hard --seed 8"), seven);
    assert_ne!(questions("--seed 7"), seven);
    for question in questions("--hard --kind wrong-hit --count 5 --seed 1") {
        let answer = json_line(&format!("best {question} --explain"));
        let mut moves = answer["explain"].as_array().expect("a list").iter();
        assert!(moves.any(|it| it["mistake"] == "wrong hit"), "{question}");
    }
    // Rule sets without cards of ten lines have hard questions too.
    assert_eq!(questions("--hard --rules course --seed 1").len(), 10);
    let refused = talk("quiz --hard --file games.txt", &[]);
    refused.assert_error(2, &["cannot be used with"]);
}
