//! Lines of engines that refuse, or that answer something else.

use tourne::engine::hearing::Hearing;
use tourne_solver::Rules;

use crate::fuzzing::entries::overheard::from_output;

#[test]
fn an_error_with_a_colon_is_a_refusal_and_an_answer_before_any_question_a_fault() {
    let fault_of = |output: &str| {
        let mut output = from_output(output.as_bytes());
        let heard = Hearing::default().agreement(Rules::STANDARD, &mut output);
        heard.expect_err("a fault").kind()
    };
    for words in ["error: unknown option rules", "Error no", "error"] {
        let output = format!("{words}\nreadyok\n");
        assert_eq!(fault_of(&output), "refusal");
    }
    let early = "id name early\nbestmove 0/1\nubgiok\n";
    let heard = Hearing::default().introduction(&mut from_output(early.as_bytes()));
    assert_eq!(heard.expect_err("an answer").kind(), "surplus answer");
    assert_eq!(fault_of("bestmove 0/1\nreadyok\n"), "surplus answer");
}

#[test]
fn an_answer_of_an_engine_that_is_asked_ahead_is_to_the_whole_question() {
    for (line, played) in [
        ("bestmove a b for 000/000 3 \r\n", Some("a b")),
        ("bestmove for 000/000 3\n", Some("")),
        ("bestmove 0/3\n", None),
        ("bestmove 0/3 for 000/000\n", None),
        ("bestmove 0/3 for 000/000 33\n", None),
    ] {
        let heard = Hearing::default().answer_to("000/000 3", &mut from_output(line.as_bytes()));
        let heard = heard.map_err(|fault| fault.kind());
        let expected = played.ok_or(&"wrong question");
        assert_eq!(heard.as_deref(), expected, "{line:?}");
    }
}
