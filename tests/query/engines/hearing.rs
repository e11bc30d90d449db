//! Answers of an engine, read without a process.

use tourne::engine::fault::Fault;
use tourne_solver::game::Rules;

use crate::fuzzing::entries::overheard::{Overheard, overhear};

/// Asserts the number of answers and the kind of fault after the output `rest`.
#[track_caller]
fn assert_found(found: &Overheard, answers: usize, kind: &str, rest: &str) {
    assert_eq!(found.answers.len(), answers, "{rest:?}");
    let fault = found.fault.as_ref().map(Fault::kind);
    assert_eq!(fault, Some(kind), "{rest:?}");
}

#[test]
fn what_an_engine_says_is_read_without_a_process() {
    let greeting = "id name A\nubgiok\nreadyok\n";
    let questions = ["000/000 3", "04h/007 3"];
    let heard = |rest: &str| {
        let output = format!("{greeting}{rest}");
        overhear(output.as_bytes(), Rules::STANDARD, &questions)
    };
    let all = heard("bestmove 0/3\nreadyok\ninfo\nbestmove pass \r\nreadyok\n");
    assert_eq!(all.hearing.name.as_deref(), Some("A"));
    assert_eq!(
        (all.answers, all.fault),
        (vec!["0/3".to_owned(), "pass".to_owned()], None)
    );
    for (rest, answers, kind) in [
        ("", 0, "closed pipe"),
        ("bestmove 0/3\n", 0, "closed pipe"),
        ("bestmove 0/3\nbestmove 0/3\nreadyok\n", 0, "surplus answer"),
        (
            "bestmove 0/3\nreadyok\nbestmove 0/3\nbestmove 0/3\nreadyok\n",
            1,
            "surplus answer",
        ),
        ("readyok\nbestmove 0/3\n", 0, "disorder"),
        (
            "bestmove 0/3\nreadyok\nreadyok\nbestmove 0/3\n",
            1,
            "disorder",
        ),
    ] {
        assert_found(&heard(rest), answers, kind, rest);
    }
    let refused = overhear(
        &b"ubgiok\nerror no\nreadyok\n"[..],
        Rules::COURSE,
        &questions,
    );
    let fault = refused.fault.expect("it is refused");
    assert_eq!(
        fault.to_string(),
        "refusal: it does not play the rules \"course\": it said \"error no\""
    );
}

#[test]
fn an_answer_of_an_engine_that_is_asked_ahead_is_to_the_oldest_question() {
    let heard = |rest: &str| {
        let output =
            format!("option name askahead type check default false\nubgiok\nreadyok\n{rest}");
        let questions = ["000/000 3", "04h/007 3", "04h/007 2"];
        overhear(output.as_bytes(), Rules::STANDARD, &questions)
    };
    let all = heard(
        "bestmove 0/3 for 000/000 3\ninfo\nbestmove for 04h/007 3\nbestmove a b for 04h/007 2 \r\n",
    );
    assert_eq!(
        (all.answers.join(","), all.fault),
        ("0/3,,a b".to_owned(), None)
    );
    for (rest, answers, kind) in [
        ("bestmove 0/3\n", 0, "wrong question"),
        ("bestmove 0/3 for 000/000\n", 0, "wrong question"),
        ("bestmove 0/3 for 000/000 33\n", 0, "wrong question"),
        ("bestmove 4/7 for 04h/007 3\n", 0, "wrong question"),
        ("bestmove 0/3 for 000/000 3\nreadyok\n", 1, "disorder"),
        (
            "bestmove 0/3 for 000/000 3\nbestmove 0/3 for 000/000 3\n",
            1,
            "surplus answer",
        ),
        (
            "bestmove 0/3 for 000/000 3\nbestmove 0/2 for 04h/007 2\n",
            1,
            "wrong question",
        ),
        ("bestmove 0/3 for 000/000 3\nerror no\n", 1, "closed pipe"),
    ] {
        assert_found(&heard(rest), answers, kind, rest);
    }
    // Only the introduction says what an engine can do.
    let late = "ubgiok\noption name askahead\nreadyok\nbestmove 0/3\nreadyok\n";
    let late = overhear(late.as_bytes(), Rules::STANDARD, &["000/000 3"]);
    assert_eq!(late.answers, ["0/3"]);
}
