//! Policy files: a file that is accepted is a policy of legal moves, which can be written, read again and played.

use std::sync::LazyLock;

use tourne::grading::{Contest, Throws};
use tourne::policy::{Arena, ReadPolicy, Said, file};
use tourne::solutions::standard;
use tourne_solver::Move;

/// Perfect play of the standard game, laid out once for all inputs.
static ARENA: LazyLock<Arena> = LazyLock::new(|| Arena::new(standard()));
static PERFECT: LazyLock<Throws> = LazyLock::new(|| Throws::perfect(&ARENA));

/// One in this number of inputs is also played, because playing takes a hundred times as long as reading.
const CONTESTS: u32 = 4096;

pub(crate) fn policy(bytes: &[u8]) {
    let Ok(read) = file::read(bytes, &ARENA) else {
        return;
    };
    let written = written(&read);
    let again = file::read(written.as_bytes(), &ARENA).expect("what is written can be read");
    for row in ARENA.rows().filter(|&row| ARENA.is_choice(row)) {
        assert_eq!(read.policy.said(row), again.policy.said(row));
        let [one, other] = [&read, &again].map(|it| it.policy.probabilities(ARENA.places(row)));
        // Probabilities may differ slightly, since they are rescaled to sum to 1.
        let is_near = |(one, other): (&f64, &f64)| (one - other).abs() < 1e-15;
        assert!(one.iter().zip(other).all(is_near));
    }
    let decisions = file::write(&read.policy, &ARENA);
    file::read(decisions.as_bytes(), &ARENA).expect("what is written can be read");
    if crc32fast::hash(bytes).is_multiple_of(CONTESTS) {
        let throws = Throws::of(&ARENA, &read.policy);
        let points = Contest::new(&ARENA, &throws, &PERFECT).points();
        assert!(points.expect("games end").average().abs() <= 1.0);
    }
}

/// Writes a policy as CSV, with an illegal move for each illegal answer. Asserts that the other moves are legal and
/// that the probabilities of each decision sum to 1.
fn written(read: &ReadPolicy) -> String {
    let mut text = "position,die,move,probability\n".to_owned();
    for row in ARENA.rows().filter(|&row| ARENA.is_choice(row)) {
        let (position, die) = ARENA.position_of(row);
        if read.policy.said(row) != Said::Given {
            continue;
        }
        let chances = read.policy.probabilities(ARENA.places(row));
        let sum: f64 = chances.iter().sum();
        assert!((sum - 1.0).abs() < 1e-12, "{position}: {chances:?}");
        for (play, chance) in ARENA.plays(row).zip(chances) {
            assert!((0.0..=1.0 + 1e-12).contains(chance));
            text += &format!("{position},{die},{},{}\n", play.action, chance.min(1.0));
        }
    }
    for answer in &read.illegal {
        let legal = ARENA.rules().plays(answer.position, answer.die);
        assert!(
            legal
                .iter()
                .all(|play| play.action.to_string() != answer.played)
        );
        assert_eq!(answer.legal.len(), legal.len());
        let action = if legal[0].action == Move::Pass {
            "0/1"
        } else {
            "pass"
        };
        text += &format!("{},{},{action},1\n", answer.position, answer.die);
    }
    text
}
