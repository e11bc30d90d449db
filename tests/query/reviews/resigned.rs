//! Games that were given up. Resigning counts as an error with the value given up as its loss, so that luck and errors
//! add up to the result.

use proptest::prelude::*;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use tourne::review::Mark;
use tourne::review::record::{self, Game};
use tourne::show::curve;
use tourne_solver::Rules;

use super::ledger::{preset, random_game};
use super::picture::assert_well_formed;
use super::{read, reviewed, solution, tourne_review};
use crate::commands::assert_says;

fn game(text: &str) -> Game {
    read(text).remove(0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn luck_and_errors_add_up_to_the_result(
        rules in preset(),
        most in 1_usize..30,
        by_first: bool,
        with_throw: bool,
        seed: u64,
    ) {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let text = random_game(rules, rules.start(), most, &mut random);
        let mut game = game(&text);
        prop_assume!(!game.end().is_over());
        let side = usize::from(!by_first);
        let is_on_roll = game.turns.len() % 2 == side;
        "B".clone_into(&mut game.sides[1]);
        let roll = if rules == Rules::COURSE { "3" } else { "4-3" };
        let roll = roll.parse().expect("a throw");
        let thrown = (with_throw && is_on_roll).then(|| (roll, rules.die_played(roll).expect("of these rules")));
        game.resign(side, thrown);
        let again = read(&record::write(&[game.clone()]));
        let found = again[0].resigned.expect("a resignation");
        prop_assert_eq!((found.side, found.thrown), (side, thrown));
        let solution = solution(rules);
        let review = reviewed(&again[0]);
        let change = review.result - review.start;
        prop_assert!((change - (review.luck - review.errors)).abs() < 1e-9);
        // The side that gives up has lost.
        let points = solution.unit().to_points(review.result);
        let is_lost = if by_first { points <= -1.0 } else { points >= 1.0 };
        prop_assert!(is_lost);
        let resigned = review.resigned.as_ref().expect("a resignation");
        prop_assert!(resigned.loss >= 0.0);
        prop_assert_eq!(resigned.mark == Some(Mark::Bad), resigned.loss >= solution.unit().difference(0.06));
        assert_well_formed(&curve::svg(&[review]));
        // After the resignation is taken back, the game goes on.
        prop_assert!(game.take_back_resignation() && !game.take_back_resignation());
        prop_assert_eq!(record::write(&[game]), text);
    }
}

#[test]
fn other_results_are_headers_as_before() {
    let turns = "A 4-3 0/3\nB 1-1 0/1\n";
    for result in "A wins|C resigns|agreed|A resigns at last|resigns|B lost on time".split('|') {
        let game = game(&format!("result: {result}\n{turns}"));
        assert_eq!(game.resigned, None, "{result}");
        assert_eq!(game.headers[0].1, result);
    }
    // A game that is over cannot be given up.
    let over = game("result: B resigns\nposition: bhh/ahh\nA 1 11/12\n");
    assert!(over.end().is_over() && over.resigned.is_none());
    // Each game has its own header `result`.
    let two = format!("result: A resigns\n{turns}rules: standard\n{turns}");
    let games = read(&two);
    assert!(games[0].resigned.is_some() && games[1].resigned.is_none());
    let wrong = format!("title: x\nresult: A resigns with 4-7\n{turns}");
    let wrong = record::read(wrong.as_bytes()).expect_err("a throw with a 7");
    assert_says(&wrong.to_string(), &["line 2", "4-7"]);
}

/// The result belongs to the game before it, whatever follows.
#[test]
fn a_result_after_the_last_turn_belongs_to_its_game() {
    let turns = "W 4-3 off/3\nB 1-1 off/1\n";
    let before = format!("title: one\nresult: W resigns with 5-1\n{turns}");
    let expected = game(&before).resigned.expect("a resignation");
    let one = format!("title: one\n{turns}result: W resigns with 5-1 # a pity\n");
    for next in ["", "title: two\n", "rules: standard\n", "\n# another\n"] {
        let games = read(&format!("{one}{next}{turns}"));
        assert_eq!(games.len(), 2, "{next:?}");
        let resigned = games[0].resigned.expect("a resignation");
        assert_eq!(
            (resigned.side, resigned.thrown, resigned.line),
            (expected.side, expected.thrown, 4)
        );
        assert_eq!(games[1].resigned, None, "{next:?}");
        // It is written before the turns, where older versions expect it.
        assert!(
            record::write(&games)
                .starts_with(&format!("rules: standard\n{before}").replace("off", "0"))
        );
    }
    let both = read(&format!("{one}title: two\n{turns}result: B resigns\n"));
    assert_eq!(
        both.iter()
            .map(|it| it.resigned.map(|it| it.side))
            .collect::<Vec<_>>(),
        [Some(0), Some(1)]
    );
    // Other results after the turns are headers of their game.
    let agreed = read(&format!("{turns}Result: agreed\n{turns}"));
    assert_eq!(
        agreed[0].headers,
        [("Result".to_owned(), "agreed".to_owned())]
    );
    assert_eq!((agreed.len(), agreed[1].headers.len()), (2, 0));
    // A side may have this name.
    assert_eq!(
        read("result 4-3 off/3\nB 1-1 off/1\nresult: 5-1 off/1\n")[0]
            .turns
            .len(),
        3
    );
    let review = tourne_review(&one, &["--format", "csv"]);
    review.assert_shows(&["1,4,W,003/001,5-1,1,resigns,"]);
}

/// Transcripts review this record as text, CSV and JSON.
#[test]
fn a_picture_has_what_a_resignation_gives_up() {
    let given_up = "result: B resigns\nposition: 04h/007\nA 3 4/7\n";
    let picture = tourne_review(given_up, &["--svg", "-"]).stdout;
    assert_well_formed(&picture);
    assert_says(&picture, &["2. B resigns?: gives away 18.0083 %"]);
}
