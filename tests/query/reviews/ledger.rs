//! The ledger of a game: luck and errors add up.

use proptest::prelude::*;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use tourne::review::{Review, Thresholds};
use tourne::show::curve;
use tourne_solver::{Dice, Die, Position, Rules};

use super::picture::assert_well_formed;
use super::{assert_ledger, read, solution};

/// Returns the record of a random game of at most `most` turns between the sides A and B, from this position.
pub(crate) fn random_game(
    rules: Rules,
    start: Position,
    most: usize,
    random: &mut ChaCha8Rng,
) -> String {
    let mut text = format!("rules: {rules}\n");
    if start != rules.start() {
        text += &format!("position: {start}\n");
    }
    let mut position = start;
    for turn in 0..most {
        if position.is_over() {
            break;
        }
        let mut throw = || Die::ALL[random.random_range(0..6)];
        let (one, other) = (throw(), throw());
        let roll = match rules.dice {
            Dice::One => one.number().to_string(),
            Dice::LowerOfTwo => format!("{}-{}", one.number(), other.number()),
        };
        let die = rules.die_played(roll.parse().expect("a throw"));
        let plays = rules.plays(position, die.expect("a throw of these rules"));
        let play = plays[random.random_range(0..plays.len())];
        let side = ["A", "B"][turn % 2];
        text += &format!("{side} {roll} {}\n", play.action);
        position = play.next;
    }
    text
}

pub(super) fn preset() -> impl Strategy<Value = Rules> {
    prop::sample::select(Rules::PRESETS.map(|(_, rules)| rules).to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_ledger_of_random_games_adds_up(
        games in prop::collection::vec((preset(), 1_usize..400, any::<bool>()), 1..4),
        doubtful in 0.0..0.1,
        bad in 0.0..0.2,
        seed: u64,
    ) {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut text = String::new();
        for &(rules, most, from_anywhere) in &games {
            let index = solution(rules).index();
            let start = if from_anywhere {
                let number = random.random_range(0..index.len());
                index.positions().nth(number).expect("there are so many")
            } else {
                rules.start()
            };
            text += &random_game(rules, start, most, &mut random);
        }
        let read = read(&text);
        prop_assert_eq!(read.len(), games.len());
        for (game, (rules, ..)) in read.iter().zip(games) {
            prop_assert_eq!(game.rules, rules);
            assert_ledger(game, Thresholds { doubtful, bad });
        }
        let reviews: Vec<Review> = read
            .iter()
            .map(|game| assert_ledger(game, Thresholds::usual(solution(game.rules).unit())))
            .collect();
        assert_well_formed(&curve::svg(&reviews));
    }
}
