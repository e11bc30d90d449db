//! Policy files: what is read is a policy of legal moves, which can play.

use std::sync::LazyLock;

use tourne_query::grading::contest::Contest;
use tourne_query::grading::throws::Throws;
use tourne_query::policy::answers::Answers;
use tourne_query::policy::{Arena, Row, Said, file};
use tourne_query::solutions::embedded;

/// The game is laid out once, and so is perfect play.
static ARENA: LazyLock<Arena> =
    LazyLock::new(|| Arena::new(embedded()).expect("the solution is right"));
static PERFECT: LazyLock<Throws> = LazyLock::new(|| Throws::perfect(&ARENA));

/// A policy of all moves takes a hundred times as long as its few answers: it is made of one input in
/// so many.
const WHOLE_POLICIES: u32 = 64;
/// Playing takes a hundred times as long again.
const CONTESTS: u32 = 4096;

pub(crate) fn policy(bytes: &[u8]) {
    let Ok(answers) = file::read_answers(bytes, &ARENA) else {
        return;
    };
    let written = written(&answers);
    let again =
        file::read_answers(written.as_bytes(), &ARENA).expect("what is written can be read");
    let (one, other) = (answers.given(), again.given());
    assert!(
        one.zip(other).all(|(one, other)| is_near(one, other)),
        "what is written is what was read"
    );
    assert_eq!(answers.given().count(), again.given().count());
    assert_eq!(again.illegal(), []);

    let drawn = crc32fast::hash(bytes);
    if drawn.is_multiple_of(WHOLE_POLICIES) {
        whole_policy(answers, drawn.is_multiple_of(CONTESTS));
    }
}

/// The answers as CSV. What is written down is checked on the way: that the moves are legal, and that
/// their probabilities sum to 1.
fn written(answers: &Answers) -> String {
    let mut text = "position,die,move,probability\n".to_owned();
    for (row, chances) in answers.given() {
        let (position, die) = ARENA.position_of(row);
        let plays = ARENA.rules().plays(position, die);
        let sum: f64 = chances[..plays.len()].iter().sum();
        assert!((sum - 1.0).abs() < 1e-12, "{position}: {chances:?}");
        assert!(
            chances
                .iter()
                .all(|&chance| (0.0..=1.0 + 1e-12).contains(&chance))
        );
        assert!(chances[plays.len()..].iter().all(|&chance| chance == 0.0));
        for (play, chance) in plays.iter().zip(chances) {
            let (die, chance) = (die.number(), chance.min(1.0));
            text += &format!("{position},{die},{},{chance}\n", play.action);
        }
    }
    for answer in answers.illegal() {
        let plays = ARENA.rules().plays(answer.position, answer.die);
        assert!(
            plays
                .iter()
                .all(|play| play.action.to_string() != answer.played)
        );
        assert_eq!(answer.legal.len(), plays.len());
    }
    text
}

/// Whether the same row has the same chances, but for a rounding when they are made to sum to 1 again.
fn is_near(one: (Row, [f64; 3]), other: (Row, [f64; 3])) -> bool {
    let chances = one.1.into_iter().zip(other.1);
    one.0 == other.0 && { chances }.all(|(one, other)| (one - other).abs() < 1e-15)
}

/// The policy of all moves says what the answers say, also when it is written and read again, and can
/// play.
fn whole_policy(answers: Answers, is_played: bool) {
    let given: Vec<Row> = answers.given().map(|(row, _)| row).collect();
    let policy = answers.policy(&ARENA).policy;
    assert!(given.iter().all(|&row| policy.said(row) == Said::Given));
    let written = file::write(&policy, &ARENA).expect("memory can be written");
    let again = file::read(written.as_bytes(), &ARENA).expect("what is written can be read");
    let once_more = file::write(&again.policy, &ARENA).expect("memory can be written");
    assert_eq!(written.lines().count(), once_more.lines().count());
    if is_played {
        let throws = Throws::of(&ARENA, &policy);
        let points = Contest::new(&ARENA, &throws, &PERFECT).points();
        assert!(points.expect("games end").average().abs() <= 1.0);
    }
}
