//! Estimates from samples, against what they estimate.

use std::path::Path;

use tourne_query::ask::answer;
use tourne_query::grading::estimate::{Interval, Population, Sample};
use tourne_query::grading::grade::grade;
use tourne_query::policy::builtin::Builtin;
use tourne_query::policy::{Arena, Said, file as files};
use tourne_query::solutions;
use tourne_solver::solution::file;

/// What random play loses in the decisions of a game between perfect players, exactly: to first order
/// in how often it errs, a player who hardly ever does meets those.
fn loss_of_random_play(arena: &Arena) -> f64 {
    let rarely = 1e-6;
    let policy = Builtin::Errs(rarely).policy(arena);
    let graded = grade(arena, &policy, 0).expect("games end");
    graded
        .grade
        .games
        .map(|it| it.loss_per_game)
        .expect("it is known")
        / rarely
}

/// Number of standard deviations around its mean that hold 95 % of a normal distribution.
const WIDTH: f64 = 1.96;

#[track_caller]
fn assert_interval(interval: Interval, low: f64, high: f64) {
    assert!(
        (interval.low - low).abs() < 1e-12,
        "{interval:?}, not {low}"
    );
    assert!(
        (interval.high - high).abs() < 1e-12,
        "{interval:?}, not {high}"
    );
}

/// Asserts what defines the interval of Wilson: its ends are the shares from which the share that is seen differs by
/// just so many standard deviations of theirs.
#[track_caller]
fn assert_share(interval: Interval, seen: u32, count: u32) {
    let share = f64::from(seen) / f64::from(count);
    assert!((interval.estimate - share).abs() < 1e-12, "{interval:?}");
    assert!(interval.low < interval.high, "{interval:?}");
    for (end, difference) in [
        (interval.low, share - interval.low),
        (interval.high, interval.high - share),
    ] {
        let deviation = (end * (1.0 - end) / f64::from(count)).sqrt();
        assert!(
            (difference - WIDTH * deviation).abs() < 1e-9,
            "{end} for {share}"
        );
    }
}

#[test]
fn the_interval_of_a_mean_is_that_of_its_standard_error() {
    let arena = Arena::new(solutions::embedded()).expect("it is right");
    let sample = Sample::new(&arena, 30, 5).expect("games end");
    let rows = sample.rows();
    assert_eq!((sample.draws(), sample.seed(), rows.len()), (30, 5, 30));
    let random = Builtin::Random.policy(&arena);
    let found = sample.estimate(&arena, &random).expect("it answered");
    assert_eq!((found.draws, found.answered, found.seed), (30, 30, 5));
    let losses: Vec<f64> = rows
        .iter()
        .map(|&row| {
            let (position, die) = arena.position_of(row);
            let judged = answer::for_die(arena.solution(), position, die).expect("it is held");
            let sum: f64 = judged.moves.iter().map(|ranked| ranked.loss).sum();
            sum / judged.moves.len() as f64
        })
        .collect();
    let mean = losses.iter().sum::<f64>() / 30.0;
    // The variance is half of the mean squared difference of two.
    let squares = losses
        .iter()
        .flat_map(|one| losses.iter().map(move |other| (one - other).powi(2)));
    let variance = squares.sum::<f64>() / (2.0 * 30.0 * 29.0);
    let half = WIDTH * (variance / 30.0).sqrt();
    assert!((found.loss_per_decision.estimate - mean).abs() < 1e-12);
    assert!(mean > half, "the lower end is not cut off");
    assert_interval(found.loss_per_decision, mean - half, mean + half);
    assert_interval(found.rating, 1000.0 * (mean - half), 1000.0 * (mean + half));
    let right = losses.iter().filter(|&&loss| loss == 0.0).count();
    assert_share(found.agreement, right as u32, 30);
}

#[test]
fn a_sample_without_a_mistake_bounds_the_mistakes_that_it_may_have_missed() {
    let arena = Arena::new(solutions::embedded()).expect("it is right");
    let perfect = Builtin::Perfect.policy(&arena);
    let graded = grade(&arena, &perfect, 0).expect("games end").grade;
    let met = graded
        .games
        .map(|it| it.decisions_per_game)
        .expect("it is known");
    let sample = Sample::new(&arena, 40, 2).expect("games end");
    let found = sample.estimate(&arena, &perfect).expect("it answered");
    assert_share(found.agreement, 40, 40);
    assert!(found.agreement.high >= 1.0, "{found:?}");
    // The most that a legal move gives away anywhere.
    let losses = arena.decisions().flat_map(|row| {
        let (position, die) = arena.position_of(row);
        let judged = answer::for_die(arena.solution(), position, die).expect("it is held");
        judged.moves.into_iter().map(|ranked| ranked.loss)
    });
    let worst = losses.fold(0.0, f64::max);
    let most = (1.0 - found.agreement.low) * worst;
    assert!(most > 0.0);
    assert_interval(found.loss_per_decision, 0.0, most);
    assert_interval(found.loss_per_game, 0.0, met * most);
    assert_interval(found.rating, 0.0, 1000.0 * most);
}

#[test]
fn intervals_hold_the_exact_value_for_most_seeds() {
    for (name, seeds) in [("standard", 60), ("double-win", 30)] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data");
        let solution = file::read(&folder.join(format!("{name}.bin"))).expect("it can be opened");
        let arena = Arena::new(&solution).expect("it is right");
        let exact = loss_of_random_play(&arena);
        let random = Builtin::Random.policy(&arena);
        let population = Population::new(&arena).expect("games end");
        let mut held = 0;
        let mut sum = 0.0;
        let mut squares = 0.0;
        for seed in 0..seeds {
            let sample = population.draw(500, seed);
            let estimate = sample.estimate(&arena, &random).expect("it answered");
            let Interval {
                estimate,
                low,
                high,
            } = estimate.loss_per_game;
            held += u64::from(low <= exact && exact <= high);
            sum += estimate;
            squares += (estimate - exact).powi(2);
        }
        let seeds_as_float = seeds as f64;
        let error = (squares / seeds_as_float).sqrt();
        let mean = sum / seeds_as_float;
        assert!(
            held * 100 >= seeds * 85,
            "{name}: {held} of {seeds} hold {exact}"
        );
        assert!(held < seeds, "{name}: intervals of 95 % are not so wide");
        assert!(
            (mean - exact).abs() < 4.0 * error / seeds_as_float.sqrt(),
            "{name}: {mean} is not about {exact}"
        );
    }
}

#[test]
fn an_illegal_answer_is_charged_as_the_worst_legal_move() {
    let arena = Arena::new(solutions::embedded()).expect("it is right");
    let sample = Sample::new(&arena, 40, 2).expect("games end");
    let rows = sample.rows();
    // All is answered with the best move, but the second with a move that is not legal.
    let mut file = "position,die,move\n".to_owned();
    let mut worst = f64::NAN;
    for (question, &row) in rows.iter().enumerate() {
        let (position, die) = arena.position_of(row);
        let judged = answer::for_die(arena.solution(), position, die).expect("it is held");
        let mut played = judged.moves[0].action.to_string();
        if question == 1 {
            played = "0/12".to_owned();
            worst = judged
                .moves
                .iter()
                .map(|ranked| ranked.loss)
                .fold(0.0, f64::max);
        }
        file += &format!("{position},{},{played}\n", die.number());
    }
    assert!(worst > 0.0, "a decision in which something can be lost");
    let read = files::read(file.as_bytes(), &arena).expect("it is a policy");
    assert_eq!(read.policy.said(rows[1]), Said::Illegal);
    let found = sample.estimate(&arena, &read.policy).expect("it answered");
    assert_eq!((found.draws, found.answered), (40, 40));
    assert_eq!(found.illegal, 1, "a decision that was drawn once");
    let expected = worst / 40.0;
    let loss = found.loss_per_decision.estimate;
    assert!((loss - expected).abs() < 1e-12, "{loss} {expected}");
    // One amount among 39 zeros has a standard error of itself divided by 40.
    assert_interval(found.loss_per_decision, 0.0, expected * (1.0 + WIDTH));
    assert_share(found.agreement, 39, 40);
    assert!(0.0 < found.agreement.low && found.agreement.high < 1.0);
    // With no legal answer at all there is nothing to estimate from.
    let mut nothing = "position,die,move\n".to_owned();
    for &row in &rows {
        let (position, die) = arena.position_of(row);
        nothing += &format!("{position},{},0/12\n", die.number());
    }
    let read = files::read(nothing.as_bytes(), &arena).expect("it is a policy");
    assert_eq!(sample.estimate(&arena, &read.policy), None);
}
