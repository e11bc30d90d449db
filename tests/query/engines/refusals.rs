//! Invalid options and commands for engines.

use std::process::Command;

use tourne::engine::hearing::Hearing;
use tourne_solver::Rules;

use super::TOURNE;
use crate::commands::run;
use crate::fuzzing::entries::overheard::from_output;

#[test]
fn options_that_make_no_sense_are_refused() {
    let refused = |arguments: &[&str], says: &str| {
        let outcome = run(Command::new(TOURNE).arg("check").args(arguments));
        outcome.assert_error(2, &[says]);
    };
    for (option, values) in [
        ("--timeout", ["0", "-1", "nan", "1e9"]),
        ("--startup-timeout", ["0", "inf", "soon", ""]),
        ("--jobs", ["0", "257", "two", "1.5"]),
        ("--sample", ["0", "10000001", "1e3", "few"]),
        ("--fail-above", ["-1", "nan", "inf%", "1,5"]),
        ("--mistakes", ["-1", "few", "1.5", ""]),
    ] {
        for value in values {
            let option_and_value = format!("{option}={value}");
            refused(&["--engine", "true", &option_and_value], option);
        }
    }
    let file = ["--policy", "builtin:front"];
    for option in "--sample=5 --jobs=2 --timeout=1 --startup-timeout=1 --resume=x".split(' ') {
        refused(&[&file[..], &[option]].concat(), "cannot be used with");
    }
    refused(&["--engine", "true", "--seed", "1"], "--sample");
    refused(&["--engine", "true", "--policy", "-"], "cannot be used");
    refused(&[], "--policy");
}

#[test]
fn commands_that_are_none_are_refused() {
    for (engine, says) in [
        ("   ", "is not a command"),
        ("'open", "is not a command"),
        ("''", "cannot start the engine"),
        ("there-is-no-such-engine --fast", "cannot start the engine"),
        ("/there/is/none", "No such file"),
        (env!("CARGO_MANIFEST_DIR"), "cannot start the engine"),
    ] {
        let mut command = Command::new(TOURNE);
        command.args(["check", "--engine", engine, "--jobs", "3"]);
        run(&mut command).assert_one_line_error(2, &[says]);
    }
}

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
