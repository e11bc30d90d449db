//! Strength of players whose level is known: intervals hold it, and are no wider than they need to be.

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tourne::cards::BuiltinPlayer;
use tourne::grading::{Evidence, Strength, rating};
use tourne::policy::{Builtin, Level};
use tourne::review::{Review, SideSum, Thresholds, players, record, review};
use tourne::show::numbers;
use tourne::solutions;
use tourne_solver::{Die, Rules};

use crate::assert_close;
use tourne_plain::world::STANDARD;

/// Numbers of games of the records, from about 10 choices to some hundreds.
const GAMES: [usize; 5] = [1, 2, 4, 12, 32];
/// Number of records of each level and number of games: 200 records in all.
const RECORDS: u64 = 4;

/// Returns the record of games between `A`, who plays at this level, and `B`, who plays each game at another.
fn recorded(games: usize, level: Level, seed: u64) -> String {
    let solution = solutions::standard();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut own = BuiltinPlayer::new(Builtin::Level(level), seed);
    let mut text = String::new();
    for game in 0..games {
        text += "rules: standard\n";
        let other = Level::ALL[random.random_range(0..10)];
        let mut other = BuiltinPlayer::new(Builtin::Level(other), random.random());
        let mut position = Rules::STANDARD.read("000/000").expect("the start");
        let mut is_own = game % 2 == 0;
        while !position.is_over() {
            let thrown: [u8; 2] = [random.random_range(1..=6), random.random_range(1..=6)];
            let die = Die::new(thrown[0].min(thrown[1]));
            let player = if is_own { &mut own } else { &mut other };
            let action = player.choose(solution, position, die).expect("known");
            let name = if is_own { "A" } else { "B" };
            text += &format!("{name} {}-{} {action}\n", thrown[0], thrown[1]);
            let plays = Rules::STANDARD.plays(position, die);
            let chosen = plays.iter().find(|play| play.action == action);
            position = chosen.expect("a legal move").next;
            is_own = !is_own;
        }
    }
    text
}

fn reviewed(record: &str) -> Vec<Review> {
    let solution = solutions::standard();
    let games = record::read(record.as_bytes()).expect("a record");
    let usual = Thresholds::usual(solution.unit());
    let reviews = games.iter().map(|game| review(game, solution, usual));
    reviews.map(|it| it.expect("known positions")).collect()
}

/// Returns the sums of `A`.
fn sums(reviews: &[Review]) -> SideSum {
    let mut players = players(reviews).into_iter().map(|player| player.sums);
    players.find(|sums| sums.side == "A").expect("the player")
}

fn strength(sums: &SideSum) -> Strength {
    sums.evidence.strength().expect("a choice")
}

/// Returns the rating that a level can expect in the choices of `A`, by the exact losses of its policy.
fn expected_rating(reviews: &[Review], level: Level) -> f64 {
    let arena = STANDARD.arena;
    let policy = Builtin::Level(level).policy(arena);
    let turns = reviews.iter().flat_map(|review| &review.turns);
    let own = turns.filter(|turn| turn.side == "A" && turn.choices > 1);
    let means = own.map(|turn| {
        let die = turn.die.expect("a throw");
        let row = arena.row_of(turn.position, die).expect("a known row");
        let chances = policy.probabilities(arena.places(row));
        let losses = chances.iter().zip(arena.losses(row));
        losses.map(|(chance, loss)| chance * loss).sum::<f64>()
    });
    let means: Vec<f64> = means.collect();
    rating(means.iter().sum(), means.len() as f64)
}

#[test]
fn intervals_hold_the_level_and_rating_of_180_of_200_players_and_shrink() {
    let (mut levels, mut ratings, mut records) = (0, 0, 0);
    let mut widths = Vec::new();
    for games in GAMES {
        let mut sum = 0.0;
        for (seed, level) in (0..RECORDS).flat_map(|seed| Level::ALL.map(|level| (seed, level))) {
            let seed = 1000 * seed + 100 * games as u64 + u64::from(level.number());
            let reviews = reviewed(&recorded(games, level, seed));
            let sums = sums(&reviews);
            let ends = [
                sums.level_low,
                sums.level_high,
                sums.rating_low,
                sums.rating_high,
                sums.rating,
            ];
            let [low, high, least, most, own] = ends.map(|end| end.expect("a choice"));
            assert!(0.0 <= low && low <= high && high <= 10.0, "{low} {high}");
            assert!(least <= own && own <= most, "{least} {own} {most}");
            let expected = expected_rating(&reviews, level);
            // Leave out the last bits, in which sums differ.
            let holds = least - 1e-9 <= expected && expected <= most + 1e-9;
            levels += usize::from((low..=high).contains(&f64::from(level.number())));
            ratings += usize::from(holds);
            records += 1;
            sum += high - low;
        }
        widths.push(sum / (10.0 * RECORDS as f64));
    }
    assert_eq!(records, 200);
    assert!(levels >= 180 && ratings >= 180, "{levels} {ratings}");
    assert!(
        widths.is_sorted_by(|one, next| *next < 0.9 * one),
        "{widths:?}"
    );
    assert!(widths[4] < 2.0, "{widths:?}");
}

/// A single game says little about the level of its player, and the text says so.
#[test]
fn no_single_game_of_level_4_is_called_weak_or_perfect() {
    let record = recorded(49, Level::new(4), 4);
    let reviews = reviewed(&record);
    let (mut holding, mut weak) = (0, 0);
    for review in &reviews {
        let own = review.sides.iter().find(|side| side.side == "A");
        let strength = strength(own.expect("the player"));
        let [low, high] = strength.levels();
        holding += usize::from((low..=high).contains(&4));
        let text = numbers::strength(&strength);
        weak += usize::from(high == 0);
        assert!(low < 9, "{text}");
        assert_eq!(
            high - low > 2,
            text.contains(" more choices tell it within two levels"),
            "{text}"
        );
    }
    assert!(holding >= 44 && weak <= 1, "{holding} {weak}");
    let together = strength(&sums(&reviews));
    let [low, high] = together.levels();
    assert!(low <= 4 && 4 <= high && high - low <= 3, "{together:?}");
}

/// After as many further choices as are named, the level of about half of the players is told within two levels.
#[test]
fn the_named_number_of_further_choices_tells_the_level() {
    const PLAYERS: u64 = 8;
    let mut all = 0;
    for level in [2, 5, 8] {
        let mut told = 0;
        for seed in 0..PLAYERS {
            let reviews = reviewed(&recorded(
                70,
                Level::new(level),
                77 * seed + u64::from(level),
            ));
            let first = strength(&sums(&reviews[..6]));
            let Some(more) = first.more else {
                told += 1;
                continue;
            };
            assert!(more % 10 == 0 && (10..=500).contains(&more));
            let enough = (7..=reviews.len())
                .find(|&games| strength(&sums(&reviews[..games])).choices >= first.choices + more);
            let games = enough.unwrap_or(reviews.len());
            told += u64::from(strength(&sums(&reviews[..games])).more.is_none());
        }
        assert!(told >= PLAYERS / 4, "{level}: {told}");
        all += told;
    }
    assert!((PLAYERS..=5 * PLAYERS / 2).contains(&all), "{all}");
}

#[test]
fn words_agree_with_the_numbers() {
    let mut evidence = Evidence::default();
    assert_eq!(evidence.strength(), None);
    let mut words = |losses: &[f64], loss, times| {
        for _ in 0..times {
            evidence.add(losses, losses, loss);
        }
        numbers::strength(&evidence.strength().expect("a choice"))
    };
    let small = [0.0, 0.02];
    let first = words(&small, 0.0, 1);
    assert!(first.starts_with("rating 0.0 (0.0 to "), "{first}");
    assert!(
        first.contains("; 0 is perfect): perfect so far, any level, after 1 choice; about "),
        "{first}"
    );
    let later = words(&[0.0, 0.1], 0.0, 400);
    assert!(
        later.ends_with("perfect so far, level 10, after 401 choices"),
        "{later}"
    );
    let weak = words(&[0.0, 0.3], 0.3, 400);
    assert!(
        weak.ends_with("weaker than level 1, after 801 choices"),
        "{weak}"
    );
    // Whoever finds the best of two almost equal moves a hundred times knows the game: the mean and the spread of the
    // losses, which come from five other choices, do not show that.
    let mut exact = Evidence::default();
    for loss in [[0.001; 20]; 5].into_iter().flatten().chain([0.2; 5]) {
        exact.add(&[0.0, loss], &[0.0, loss], 0.0);
    }
    let before = exact.strength().expect("a choice");
    assert_eq!(before.levels(), [10, 10]);
    // A small loss beside a large one that is rare at every level.
    let mut rare = Evidence::default();
    rare.add(&[0.0, 0.3], &[0.0, 0.3], 0.0);
    rare.add(&[0.0, 0.004], &[0.0, 0.004], 0.004);
    let rating = rare.strength().expect("a choice").rating;
    assert!(
        rating.low <= rating.estimate && rating.estimate <= rating.high,
        "{rating:?}"
    );
    // Giving up costs, but says nothing about the level; alone, it tells nothing.
    exact.add_resignation(1.0);
    let after = exact.strength().expect("a choice");
    assert_eq!(after.level, before.level);
    assert!(before.is_perfect && !after.is_perfect);
    assert_close(after.rating.estimate, 500.0 / 106.0, 1e-9, "rating");
    let mut resigned = Evidence::default();
    resigned.add_resignation(1.0);
    assert_eq!(resigned.strength(), None);
}
