//! Levels: even steps of strength, and the player that makes their moves.

use tourne::ask;
use tourne::ask::needs;
use tourne::cards::{BuiltinPlayer, Named};
use tourne::grading::{describe_rating, duel, ratings_of_levels, results_of_levels};
use tourne::policy::{Builtin, Level};
use tourne::solutions;
use tourne_solver::matches::{AtScore, FirstThrow};
use tourne_solver::{Die, NotHeld, Rules};

use crate::assert_close;
use crate::estimates::exact;
use tourne_plain::world::{STANDARD, arena};

/// Seed of the random moves.
const SEED: u64 = 11;

/// The values and ratings of levels that the library states are right; words for ratings depend on them.
#[test]
fn levels_rise_in_even_steps_with_the_values_and_ratings_that_are_said() {
    assert_levels(&Rules::PRESETS[..1]);
    let other = "forced-entry+double-win".parse().expect("a rule set");
    // Nothing is known for these rules.
    assert_eq!(ratings_of_levels(other), None);
    assert_eq!(results_of_levels(other), None);
}

#[test]
#[ignore = "half a minute"]
fn levels_of_the_other_rule_sets_have_the_values_and_ratings_that_are_said() {
    assert_levels(&Rules::PRESETS[1..]);
}

fn assert_levels(presets: &[(&str, Rules)]) {
    for &(name, rules) in presets {
        let arena = arena(rules);
        let unit = arena.unit();
        let known = ratings_of_levels(rules).expect("known ratings");
        let found = Level::ALL.map(|level| {
            let [.., loss, rating] = exact(arena, &Builtin::Level(level).policy(arena));
            // Leave out the last bits, in which sums differ: the loss of perfect play is exactly 0.
            let loss = (loss * 1e12).round() / 1e12;
            (unit.from_points(0.0) - loss, rating)
        });
        let values = found.map(|(value, _)| value);
        assert!(values.is_sorted_by(|one, next| one < next), "{name}");
        assert_eq!(values[9].to_bits(), unit.from_points(0.0).to_bits());
        let results = results_of_levels(rules).expect("known results");
        for (value, result) in values.iter().zip(results) {
            assert_close(*value, result, 0.000_050_1, name);
        }
        if rules == Rules::STANDARD {
            let step = (values[9] - values[0]) / 9.0;
            assert!((0.0199..0.0201).contains(&step), "{step}");
            for (steps, value) in values.into_iter().enumerate() {
                let even = values[0] + steps as f64 * step;
                assert_close(value, even, 0.0005 / 2.0, steps);
            }
        }
        for (level, ((_, rating), known)) in Level::ALL.into_iter().zip(found.iter().zip(known)) {
            assert_close(*rating, known, 0.000_501, format!("{name} {level}"));
            // The rating of each level is described by the name of that level.
            let words = match level.number() {
                10 => "perfect".to_owned(),
                number => format!("about level {number}"),
            };
            let levels = ratings_of_levels(rules).expect("known ratings");
            assert_eq!(describe_rating(known, &levels), words);
        }
    }
}

#[test]
fn a_rating_is_told_by_the_nearest_level() {
    let levels = ratings_of_levels(Rules::STANDARD).expect("known ratings");
    for (rating, words) in [
        (0.0, "perfect"),
        (0.001, "nearly perfect"),
        (1.02, "nearly perfect"),
        (1.03, "about level 9"),
        // Half way between 6.024 and 7.941.
        (6.98, "about level 7"),
        (6.99, "about level 6"),
        (17.6, "about level 1"),
        (17.7, "weaker than level 1"),
        (500.0, "weaker than level 1"),
    ] {
        assert_eq!(describe_rating(rating, &levels), words, "{rating}");
    }
}

#[test]
fn level_1_beats_random_moves_and_loses_to_one_who_hits() {
    let arena = STANDARD.arena;
    let [weakest, hit, random] = [Builtin::Level(Level::new(1)), Builtin::Hit, Builtin::Random]
        .map(|builtin| builtin.policy(arena));
    let value = |one, other| {
        let duel = duel(arena, ("one", one), ("other", other));
        duel.expect("games end").value
    };
    let (hit, weak) = (value(&hit, &weakest), value(&weakest, &random));
    assert!(weak > 0.5 && hit > 0.5);
}

#[test]
fn other_numbers_and_spellings_are_no_levels() {
    for text in ["0", "11", "03", "+3", "1.5", "", "10 ", "3:1"] {
        let text = format!("level-{text}");
        assert!(text.parse::<Named>().is_err(), "{text}");
    }
    for level in Level::ALL {
        assert_eq!(Level::new(level.number()), level);
        assert_eq!(
            level.to_string().parse(),
            Ok(Named::Builtin(Builtin::Level(level)))
        );
    }
}

#[test]
fn a_player_draws_its_moves_with_the_probabilities_of_its_level() {
    const GAMES: u32 = 20_000;
    let solution = solutions::standard();
    let position = Rules::STANDARD.read("005/003").expect("a legal position");
    let die = Die::new(3);
    let answer = ask::for_die(solution, position, die).expect("a known position");
    assert_eq!(answer.moves.len(), 2);
    for number in [1, 5, 9] {
        let level = Level::new(number);
        // A loss in winning probability is half of the loss in points.
        let tolerances = 2.0 * answer.moves[1].loss / level.tolerance();
        let odds = 1.0 + tolerances * tolerances;
        let expected = odds / (1.0 + odds);
        let mut player = BuiltinPlayer::new(Builtin::Level(level), SEED);
        let mut play = || player.choose(solution, position, die);
        let best = (0..GAMES).filter(|_| play() == Ok(answer.best)).count();
        let found = best as f64 / f64::from(GAMES);
        // Four standard errors.
        let error = 4.0 * (expected * (1.0 - expected) / f64::from(GAMES)).sqrt();
        assert_close(found, expected, error, level);
    }
}

#[test]
fn a_player_in_a_match_plays_for_the_match() {
    let rules = Rules::DOUBLE_WIN;
    let game = arena(rules);
    // In a match to one point, a double win is worth no more than a single win.
    let last = needs(0, 0, 1).expect("a score");
    let score = AtScore::solve(rules, FirstThrow::Dice, last, true, &mut |_, _| ());
    let score = score.expect("the match can be solved");
    let mut differing = 0;
    let mut player = BuiltinPlayer::new(Builtin::Level(Level::PERFECT), SEED);
    for &position in game.states().positions().iter().step_by(100) {
        for die in Die::ALL {
            let found = player
                .choose(&score, position, die)
                .expect("a known position");
            let best = ask::for_die(&score, position, die).expect("a known position");
            assert_eq!(found, best.best, "{position} {die}");
            let in_a_game = player.choose(game.solution(), position, die);
            let best = ask::for_die(game.solution(), position, die).expect("a known position");
            assert_eq!(in_a_game, Ok(best.best), "{position} {die}");
            differing += usize::from(in_a_game != Ok(found));
        }
    }
    assert!(differing > 0);
}

#[test]
fn a_player_has_no_move_when_the_game_is_over_or_another() {
    let solution = solutions::standard();
    let die = Die::new(1);
    let before = Rules::STANDARD.read("bhh/000").expect("a legal position");
    let over = Rules::STANDARD.plays(before, die)[0].next;
    let waiting = Rules::FORCED_ENTRY
        .read("xx0/003")
        .expect("a legal position");
    for strength in [Builtin::Perfect, Builtin::Random] {
        let mut player = BuiltinPlayer::new(strength, SEED);
        for position in [over, waiting] {
            let error = NotHeld {
                position,
                rules: Rules::STANDARD,
            };
            assert_eq!(player.choose(solution, position, die), Err(error));
        }
    }
}
