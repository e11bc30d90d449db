//! Engines that misbehave: each fault is named and counted, and the remaining questions are still asked.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;
use tourne_solver::Rules;

use super::{
    ASKED, Answers, DECISIONS, FIFTY, SIDE_BY_SIDE, TOURNE, check, check_fifty, misbehaving, own,
    questions, questions_without, quoted, shell, wrapped,
};
use crate::cells;
use crate::commands::{Outcome, assert_lacks, assert_says, run, run_unprivileged};
use crate::folder::Folder;

/// Checks the engine that misbehaves, and returns the report as text.
fn report(kind: &str, from: usize, arguments: &[&str]) -> Outcome {
    let mut command = Command::new(TOURNE);
    command.args(["check", "--engine", &misbehaving(kind, from)]);
    run(command.args(arguments))
}

/// Asserts that an engine that misbehaves at every twentieth question fails at these questions, is started again, and
/// is asked all other questions.
#[track_caller]
fn assert_fails_and_goes_on(kind: &str, timeout: &str, fault: &str, says: &str, fails: [usize; 2]) {
    let checked = check_fifty(kind, 20, &["--timeout", timeout]);
    let side_by_side = SIDE_BY_SIDE[usize::from(!kind.starts_with("ahead"))];
    let questions = questions_without(side_by_side, &fails);
    checked.assert_faults_of(&questions, &fails, fault, says);
    checked.assert_ends(0, questions.len());
    checked.assert_counts(questions.len() - 2, 0);
    assert_eq!(checked.starts, 3, "{checked:?}");
    // Each fault leaves one game unfinished, since no other game of the sample meets the same decision.
    let estimate = &checked.answer["estimate"];
    assert_eq!(estimate["games"], 3, "{checked:?}");
    assert_eq!(estimate["unfinished"], 2, "{checked:?}");
    let [draws, answered] = ["draws", "answered"].map(|name| estimate[name].as_u64());
    assert_eq!(draws, answered.map(|answered| answered + 2), "{checked:?}");
}

/// Numbers of the questions that the first and the second process leave unanswered if the fault is found at once: the
/// twentieth question to each.
const WITH: [usize; 2] = [20, 40];
/// The same numbers if the fault is found only at the next question.
const AFTER: [usize; 2] = [21, 42];

/// Asserts one fault per line: the kind of misbehaviour, the timeout in seconds, the fault, a part of its text, and
/// `with` or `after` if it is found at the question or at the next one.
fn assert_faults(faults: &str) {
    for [kind, timeout, fault, says, fails] in cells(faults) {
        let fails = if fails == "after" { AFTER } else { WITH };
        assert_fails_and_goes_on(kind, timeout, fault, says, fails);
    }
}

/// Each misbehaviour is reported as its own fault: `skips` sends `readyok` without an answer; `unfinished` sends an
/// answer without `readyok`, which does not count.
#[test]
fn faults_are_told_from_each_other() {
    assert_faults(
        "
silent | 2 | silence | no answer in 2s | with
skips | 2 | silence | no answer in 2s | with
exit | 10 | crash | 3 | with
unfinished | 10 | crash | 0 | with
twice | 10 | surplus answer | has answered this question already | with
afterwards | 10 | surplus answer | bestmove | after
early-readyok | 10 | disorder | readyok | with
lines | 20 | flood | more than 10,000 lines | with
endless | 20 | flood | a line of more than 4096 bytes | with
",
    );
}

/// The output of a child that outlives its engine does not count. An engine that has closed its input, but not its
/// output, is found by the timeout for `readyok`.
#[cfg(unix)]
#[test]
fn ends_and_closed_pipes_are_told_from_each_other() {
    let started = Instant::now();
    assert_faults("talking-grandchild | 20 | crash | 3 | with");
    let is_soon = started.elapsed() < Duration::from_secs(15);
    assert!(is_soon, "before the timeout");
    assert_faults(
        "
abort | 10 | crash | signal: 6 | with
closes-output | 10 | closed pipe | closed its input or output | with
closes-input | 2 | silence | no \"readyok\" in 2s | with
",
    );
    // The wait for the end of a process is no time in which this program was stopped.
    let checked = check_fifty("closes-output", 40, &[]);
    let text = checked.faults()[0]["text"].as_str().expect("a text");
    assert!(text.ends_with("but still runs"), "{text}");
}

/// An engine that is asked ahead repeats the question in its answer instead of sending `readyok`, so faults are
/// assigned to the oldest open question.
#[test]
fn faults_of_an_engine_that_is_asked_ahead_are_found_at_their_questions() {
    assert_faults(
        "
ahead-exit | 10 | crash | 3 | with
ahead-unfinished | 10 | crash | 0 | with
ahead-twice | 10 | surplus answer | bestmove | after
ahead-skips | 2 | silence | no answer in 2s | with
ahead-forgets | 10 | wrong question | the oldest question without an answer is | with
ahead-strays | 10 | wrong question | the oldest question without an answer is | with
",
    );
}

/// A process that left the group keeps the pipes of its engine open, and even goes on talking. It is not killed, but
/// nobody waits for it.
#[cfg(unix)]
#[test]
fn a_pipe_kept_open_by_another_group_does_not_hang_a_check_until_the_timeout() {
    let started = Instant::now();
    assert_faults("talking-stranger | 20 | crash | 3 | with");
    let is_soon = started.elapsed() < Duration::from_secs(10);
    assert!(is_soon, "before the timeout, {:?}", started.elapsed());
}

#[cfg(unix)]
#[test]
fn an_engine_that_left_its_group_is_killed_by_itself() {
    assert_fails_and_goes_on("other-group", "10", "crash", "3", WITH);
    let asked = questions_without(1, &[40]).len();
    for kind in ["other-group-silent", "our-group-silent", "stops"] {
        let checked = check_fifty(kind, 40, &["--timeout", "1"]);
        checked.assert_faults(&[40], "silence", "no answer in 1s");
        checked.assert_ends(0, asked);
    }
}

#[cfg(unix)]
#[test]
fn an_engine_that_is_asked_ahead_and_exits_has_crashed_whoever_answers_on() {
    let checked = check_fifty("ahead-hands-over", ASKED, &[]);
    let questions = questions_without(SIDE_BY_SIDE[0], &[ASKED]);
    checked.assert_faults_of(&questions, &[ASKED], "crash", "3");
    checked.assert_ends(0, ASKED);

    // The engine kills the shell that started it and keeps answering, but its answers do not count.
    let engine = misbehaving("ahead-kills-parent", 40_000);
    let checked = check(&shell(&format!("exec 3<&0; {engine} <&3 3<&- & wait")), &[]);
    let mut faults = checked.faults().iter();
    assert!(faults.all(|it| it["fault"] == "crash"), "{checked:?}");
    assert!(checked.starts > 1, "before the last question: {checked:?}");
}

#[test]
fn an_engine_that_is_asked_ahead_is_graded_like_one_that_is_not() {
    let ahead = check_fifty("ahead", 1, &[]);
    ahead.assert_ends(0, ASKED);
    assert_eq!(ahead.grade(), check_fifty("", 1, &[]).grade());
    let jobs = check_fifty("ahead", 1, &["--jobs", "3"]);
    assert_eq!(jobs.grade(), ahead.grade());
    let all = questions(1, |_| Answers::Illegally).len();
    check_fifty("ahead-illegal", 1, &[]).assert_counts(0, all);
}

#[test]
fn an_answer_too_many_after_the_last_question_is_a_fault_too() {
    for (kind, side_by_side) in ["ahead-twice", "afterwards"].into_iter().zip(SIDE_BY_SIDE) {
        let checked = check_fifty(kind, ASKED, &[]);
        let questions = questions_without(side_by_side, &[]);
        checked.assert_faults_of(&questions, &[ASKED], "surplus answer", "bestmove");
        checked.assert_counts(ASKED - 1, 0);
        checked.assert_asked(ASKED, false);
        assert_eq!(checked.starts, 1, "{checked:?}");
    }
}

#[test]
fn an_engine_that_refuses_the_rules_is_not_graded() {
    for arguments in [&FIFTY[..], &["--fail-above", "1", "--fail-illegal"]] {
        let checked = check(&misbehaving("refuses", 1), arguments);
        let says = "it said \"error only \\u{1b}[31mmy own rules\"";
        let says = ["does not play the rules \"standard\": ", says];
        checked.assert_code(2);
        checked.outcome.assert_warns(&says);
        assert_eq!((&*checked.outcome.stdout, checked.starts), ("", 1));
    }
}

#[cfg(unix)]
#[test]
fn nothing_is_left_of_an_engine_behind_a_wrapper() {
    for kind in ["stubborn", "silent"] {
        let wrapped = wrapped(&misbehaving(kind, 15));
        let options = [&FIFTY[..], &["--timeout", "1", "--jobs", "2"]].concat();
        check(&wrapped, &options).assert_code(0);
    }
}

#[test]
fn a_wrong_handshake_ends_the_check_with_what_is_known() {
    for (kind, asked, instead) in [
        ("no-ubgiok", "ubgi", "silence"),
        ("ends-at-once", "ubgi", "crash"),
        ("no-readyok", "isready", "silence"),
    ] {
        let checked = check_fifty(kind, 1, &["--startup-timeout", "0.5"]);
        checked.assert_faults(&[1], "handshake", &format!("after \"{asked}\""));
        checked.assert_faults(&[1], "handshake", instead);
        checked.assert_asked(1, true);
        checked.assert_counts(0, 0);
        checked.assert_code(2);
        let says = "gave up on the engine after 1 failure (limit 10, which --faults sets;";
        checked.outcome.assert_warns(&[says]);
        assert_eq!(checked.starts, 1);
        let estimate = checked.answer.get("estimate");
        assert_eq!(estimate, None, "nothing to estimate from");
    }
}

#[test]
fn starting_may_take_longer_than_answering() {
    let slow = check_fifty("slow-start", 1, &["--timeout", "1"]);
    slow.assert_code(0);
    slow.assert_counts(ASKED, 0);
    let too_slow = check_fifty("slow-start", 1, &["--startup-timeout", "0.3"]);
    too_slow.assert_code(2);
    too_slow.assert_faults(&[1], "handshake", "no answer in 300ms");
}

#[test]
fn an_engine_that_always_fails_is_given_up() {
    let more = ["--sample", "200", "--seed", "3"];
    let checked = check(&misbehaving("exit", 1), &more);
    assert_eq!(checked.faults().len(), 10, "{checked:?}");
    checked.assert_asked(10, true);
    checked.assert_code(2);
    // After nine failures the engine is not given up.
    let checked = check(&misbehaving("exit", 23), &more);
    assert_eq!(checked.faults().len(), 9, "{checked:?}");
    assert_eq!(checked.answer["engine"]["given_up"], false, "{checked:?}");
    checked.assert_code(0);
}

/// An engine that crashes in rare positions is asked all other questions, if its user allows for more faults.
#[test]
fn the_user_sets_how_many_faults_are_too_many() {
    let more = ["--sample", "200", "--seed", "3", "--faults", "1000"];
    let checked = check(&misbehaving("exit", 15), &more);
    checked.assert_code(0);
    assert!(checked.faults().len() > 10, "{checked:?}");
    assert_eq!(checked.answer["engine"]["unasked"], 0, "{checked:?}");
    // This one fails at every second question.
    let checked = check(&misbehaving("exit", 2), &["--faults", "3"]);
    checked.assert_code(2);
    checked.assert_asked(6, true);
    assert_eq!(checked.faults().len(), 3, "{checked:?}");
    assert_eq!(
        checked.answer["engine"]["unasked"],
        DECISIONS - 6,
        "{checked:?}"
    );
    checked
        .outcome
        .assert_warns(&["gave up on the engine after 3 failures (limit 3, which --faults sets;"]);
    let text = report("exit", 2, &["--faults", "3"]);
    let says = "asked      6 decisions, failed 3 times (crash: 3), then given up: 104,369 decisions left unasked\n";
    text.assert_shows(&[says]);
    let two = [&*misbehaving("exit", 2), "builtin:hit"];
    let duel = run(Command::new(TOURNE)
        .args(["duel", "--faults", "2", "--engine"])
        .args(two));
    duel.assert_code(2);
    duel.assert_warns(&["it failed 2 times (limit 2, which --faults sets;"]);
}

#[cfg(unix)]
#[test]
fn what_was_learned_before_a_wrong_handshake_is_kept() {
    let folder = Folder::new();
    let mark = quoted(folder.path("mark"));
    let engine = misbehaving("exit", 20);
    let script = format!("test -e {mark} && exit; touch {mark}; exec {engine}");
    let checked = check(&shell(&script), &FIFTY);
    checked.assert_counts(19, 0);
    checked.assert_asked(21, true);
    checked.assert_code(2);
    let kinds: Vec<&Value> = checked.faults().iter().map(|it| &it["fault"]).collect();
    assert_eq!(kinds, ["crash", "handshake"]);
    assert!(checked.answer["estimate"]["answered"].is_u64());
}

#[test]
fn answers_that_are_no_legal_moves_are_listed_with_the_legal_ones() {
    let questions = questions(1, |question| match question {
        ..20 => Answers::Well,
        _ => Answers::Illegally,
    });
    for (kind, played) in [
        ("illegal", "0/12"),
        ("unreadable", "ban\\u{1b}[31mana"),
        ("empty", ""),
        ("not-text-answer", "0/\u{fffd}3"),
    ] {
        let checked = check_fifty(kind, 20, &[]);
        checked.assert_ends(0, questions.len());
        checked.assert_counts(19, questions.len() - 19);
        assert!(checked.faults().is_empty());
        let illegal = checked.answer["illegal_answers"].as_array();
        let illegal = illegal.expect("a list");
        assert_eq!(illegal.len(), questions.len() - 19);
        for (illegal, &(position, die)) in illegal.iter().zip(&questions[19..]) {
            assert_eq!(illegal["position"], position.to_string());
            assert_eq!(illegal["die"], die.number());
            assert_eq!(illegal["played"], played, "{checked:?}");
            let plays = Rules::STANDARD.plays(position, die);
            let legal: Vec<String> = plays.iter().map(|play| play.action.to_string()).collect();
            assert_eq!(illegal["legal"], Value::from(legal));
        }
        assert_eq!(checked.answer["estimate"]["games"], 5);
        assert_eq!(checked.answer["estimate"]["unfinished"], 0);
    }
}

#[test]
fn figures_and_words_of_a_report_agree() {
    let all = questions_without(1, &WITH).len();
    let line = format!("asked       {all} decisions, failed 2 times (surplus answer: 2)\n");
    report("twice", 20, &FIFTY).assert_shows(&[&line]);
    let failed = report("ends-at-once", 1, &["--sample", "2"]);
    failed.assert_warns(&["after 1 failure ("]);
    failed.assert_shows(&[
        "asked      1 decision, failed once (handshake: 1), then given up: 1 game left unfinished\n",
        "sample     none of 1 game against perfect play (seed 0)\n",
    ]);
    report("empty", 1, &["--sample", "1"]).assert_shows(&[
        "sample     1 game against perfect play (seed 0)\n",
        ": an empty answer (legal: ",
    ]);
}

#[test]
fn an_engine_that_answers_without_reading_is_given_up() {
    let checked = check(&misbehaving("deaf", 1), &["--sample", "200"]);
    checked.assert_counts(0, 0);
    checked.assert_asked(10, true);
    checked.assert_code(2);
    let mut faults = checked.faults().iter();
    let is_surplus = faults.all(|it| it["fault"] == "surplus answer");
    assert!(is_surplus, "{checked:?}");
}

#[test]
fn what_does_no_harm_changes_nothing() {
    let expected = check(&own("--strength rear"), &FIFTY);
    expected.assert_counts(ASKED, 0);
    expected.assert_code(0);
    for kind in "none chatty crlf stubborn".split(' ') {
        let checked = check_fifty(kind, 40, &[]);
        assert_eq!(checked.grade(), expected.grade(), "{kind}");
        checked.assert_code(0);
        assert_eq!(checked.starts, 1, "{kind}");
        if kind != "chatty" {
            assert_eq!(checked.outcome.stderr, "", "{kind}");
        }
    }
}

#[test]
fn errors_of_an_engine_are_shown_but_not_without_end() {
    let checked = check_fifty("chatty", ASKED - 4, &[]);
    let line = "the engine says: error \\u{1b}[31mall is well\n";
    assert_eq!(checked.outcome.stderr, line.repeat(5));
    let checked = check_fifty("chatty", 1, &[]);
    let end = "the engine reports more errors, which are not shown\n";
    assert_eq!(checked.outcome.stderr, line.repeat(10) + end);
}

#[test]
fn standard_error_is_shown_with_the_name_and_quoted_if_the_engine_fails() {
    let checked = check_fifty("last-words", 49, &[]);
    checked.assert_code(0);
    checked.outcome.assert_warns(&[
        "\\u{1b}[31mloading\n",
        "the \\u{202e}model\n",
        "misbehaving:   at line 1\n",
        "misbehaving: out of \\u{1b}[31mmemory\n",
    ]);
    let last = "; last on its standard error: at line 1 / at line 2 / at line 3 / at line 4 / out of \\u{1b}[31mmemory";
    checked.assert_faults(&[49], "crash", last);
}

#[test]
fn the_standard_error_of_ten_failures_is_shown_once() {
    let checked = check(&misbehaving("last-words", 1), &[]);
    assert_eq!(checked.faults().len(), 10, "{checked:?}");
    let stderr = &checked.outcome.stderr;
    let note = ": lines that it wrote before a failure are not shown again\n";
    for line in ["loading\n", "  at line 4\n", "memory\n", note] {
        assert_eq!(stderr.matches(line).count(), 1, "{line}: {stderr}");
    }
    // In JSON, the text of every fault has the lines of standard error.
    for fault in checked.faults() {
        let text = fault["text"].as_str().expect("a text");
        assert!(text.ends_with("memory"), "{text}");
    }
}

#[test]
fn a_line_that_is_not_understood_is_quoted_after_a_timeout() {
    let checked = check_fifty("moves", 40, &["--timeout", "3"]);
    let (position, die) = questions_without(1, &[])[39];
    let played = Rules::STANDARD.plays(position, die)[0].action;
    let says = format!(
        "silence: no answer in 3s; the last line that was not understood: \"\\u{{1b}}[31mbest move {played}\""
    );
    checked.assert_faults(&[40], "silence", &says);
    let checked = check_fifty("bare", 40, &["--timeout", "3"]);
    let says = format!("it wrote \"{played}\", but an answer is \"bestmove {played}\"");
    checked.assert_faults(&[40], "silence", &says);
    let checked = check_fifty("other-protocol", 1, &["--startup-timeout", "5"]);
    let says = "got silence: no answer in 5s; the last line that was not understood: \"uciok\"";
    checked.assert_faults(&[1], "handshake", says);
    let hint =
        "has written \"uciok\", which is not understood, and nothing for 4s: tourne help protocol";
    assert_says(&checked.outcome.stderr, &[hint]);
    assert_lacks(&checked.outcome.stderr, &["flush"]);
    // Lines that an engine may write at any time are not quoted.
    let checked = check_fifty("skips", 40, &["--timeout", "3"]);
    checked.assert_faults(&[40], "silence", "no answer in 3s");
    assert_lacks(&checked.outcome.stderr, &["not understood"]);
}

#[test]
fn endless_standard_error_is_no_obstacle() {
    let checked = check_fifty("loud", 1, &[]);
    checked.assert_code(0);
    checked.assert_counts(ASKED, 0);
    let lines = checked.outcome.stderr.lines().count();
    assert!(lines <= 1001, "{lines} lines");
}

#[test]
fn several_processes_fail_each_for_itself() {
    let checked = check_fifty("exit", 10, &["--jobs", "3"]);
    checked.assert_code(0);
    let faults = checked.faults();
    assert!((1..=4).contains(&faults.len()), "{checked:?}");
    assert!(checked.starts > faults.len(), "{checked:?}");
    let all = questions_without(1, &[]);
    let met: BTreeSet<String> = all.iter().map(|(p, d)| format!("{p} {d}")).collect();
    assert_eq!(met.len(), ASKED, "the decisions differ");
    let question =
        |it: &Value| format!("{} {}", it["position"].as_str().expect("a text"), it["die"]);
    let failed: BTreeSet<String> = faults.iter().map(question).collect();
    assert_eq!(failed.len(), faults.len(), "no question is asked again");
    assert!(failed.is_subset(&met), "{failed:?}");
    let asked = checked.answer["engine"]["asked"].as_u64();
    let answered = asked.expect("a number") as usize - faults.len();
    checked.assert_counts(answered, 0);
}

#[cfg(target_os = "linux")]
#[test]
fn where_few_processes_are_allowed_fewer_are_asked() {
    use std::os::unix::fs::MetadataExt as _;

    // The limit counts all processes of a user, so it can be set exactly only for a user without processes. It does not
    // apply to administrators.
    let is_administrator = fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0);
    let has_prlimit = Command::new("prlimit").arg("--version").output().is_ok();
    if !is_administrator || !has_prlimit || !run_unprivileged(&mut Command::new(TOURNE)) {
        return;
    }
    let engine = misbehaving("", 1);
    let limited = |most: u32| {
        let mut command = Command::new("prlimit");
        command.arg(format!("--nproc={most}")).arg(TOURNE);
        command.args(["check", "--engine", &engine, "--jobs", "256"]);
        assert!(run_unprivileged(&mut command));
        run(command.args(FIFTY))
    };
    let fewer = limited(60);
    let says = "cannot start as many processes as --jobs says, going on with fewer: ";
    fewer.assert_code(0);
    assert_eq!(fewer.stderr.matches(says).count(), 1, "{fewer:?}");
    fewer.assert_shows(&[&format!("asked       {ASKED} decisions, never failed\n")]);
    let none = limited(5);
    none.assert_error(2, &["cannot start "]);
    // The thread that waits for interrupts cannot be started either.
    let cause = "cannot handle interrupts: Resource temporarily unavailable";
    limited(1).assert_one_line_error(2, &[cause]);
}

/// Kind of misbehaviour, first question at which it is shown, gate, exit code, and the message, or - for any. If the loss is
/// unknown, the check fails for every limit.
const GATES: &str = "
exit | 40 | --fail-illegal | 1 | check failed: the engine failed once
illegal | 20 | --fail-illegal | 1 | check failed: 37 answers are not legal moves
none | 1 | --fail-illegal | 0 | -
ends-at-once | 1 | --fail-illegal | 1 | -
ends-at-once | 1 | --fail-above=1 | 1 | -
none | 1 | --fail-above=0.01 | 1 | -
none | 1 | --fail-above=1 | 0 | -
";

#[test]
fn faults_and_illegal_answers_fail_a_check_that_asks_for_it() {
    for [kind, from, gate, code, says] in cells(GATES) {
        let checked = check_fifty(kind, from.parse().expect("a number"), &[gate]);
        checked.assert_code(code.parse().expect("a code"));
        if says != "-" {
            checked.outcome.assert_warns(&[says]);
        }
    }
}
