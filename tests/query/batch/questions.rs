//! Forms of questions.

use tourne_query::solutions;
use tourne_solver::Die;

use super::{answer, answers, assert_answers, assert_error, position};

#[test]
fn a_question_with_a_throw_has_many_forms() {
    let forms = "04h/007 3|04h/007:3|04h/007\t3|04h/007   3|04h/007: 3|  04h/007 3  |04h/007 43|04h/007 34|04h/007:4-3|\
        h40/700 3|04H/007 3|0,4,12/0,0,7 3|12,4,0/7,0,0:34|04h/007 33|04h/007\u{2028}3\u{85}";
    for form in forms.split('|') {
        for end in ["\n", "\r\n", "", "\r", " \t\n"] {
            let answer = answer(format!("{form}{end}"));
            assert_answers(&answer, position("04h/007"), Die::new(3));
            assert_eq!(answer.get("rolls"), None);
        }
    }
}

#[test]
fn a_question_without_a_throw_is_answered_for_every_die() {
    for form in ["04h/007\n", "04h/007", "04h/007\r\n", "\t4h0/700 \n"] {
        let answer = answer(form);
        assert_eq!(answer["position"], "04h/007");
        assert_eq!(answer.get("best"), None);
        let rolls = answer["rolls"].as_array().expect("a list of dice");
        assert_eq!(rolls.len(), 6);
        for (roll, die) in rolls.iter().zip(Die::ALL) {
            let best = solutions::standard().best(position("04h/007"), die);
            let best = best.expect("the position is in the solution");
            assert_eq!(roll["die"], die.number());
            assert_eq!(roll["best"], best.to_string());
        }
    }
}

#[test]
fn every_blank_line_gets_an_error() {
    let answers = answers(&b"\n\r\n \t\n000/000 1\n\n"[..]);
    assert_eq!(answers.len(), 5);
    for line in [1, 2, 3, 5] {
        assert_error(&answers[line - 1], line as u64, "\"\" is not a position");
    }
    assert_answers(&answers[3], position("000/000"), Die::new(1));
}
