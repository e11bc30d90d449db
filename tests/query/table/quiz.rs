//! Questions of `tourne quiz`. Transcripts show its answers, its score, and quizzes about records.

use super::{SECOND, talk};

#[test]
fn a_quiz_asks_what_its_seed_says() {
    let questions = |options: &str| {
        let outcome = talk(&format!("quiz {options}"), &SECOND);
        outcome.assert_answered();
        let lines = outcome.stdout.lines();
        let lines = lines.filter(|line| line.contains(": you have to play"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
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
