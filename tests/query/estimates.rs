//! Estimates from samples, compared with the exact values.

use std::thread;

use tourne::ask;
use tourne::cards::Named;
use tourne::grading::{Contest, Estimate, Interval, Next, Questions, Sample, Throws, grade};
use tourne::policy::{Arena, Builtin, Policy, Row, Said, file as files};

use crate::{assert_close, builtin_file};
use tourne_plain::world;

/// Policies whose estimates are compared with their exact grades: pure and mixed ones, good and bad.
const PLAYERS: [&str; 7] = [
    "front",
    "hit",
    "random",
    "level-5",
    "level-9",
    "errs:0.01",
    "lapses",
];

fn arena(rules: &str) -> &'static Arena {
    world::arena(rules.parse().expect("a rule set"))
}

fn policy(arena: &Arena, name: &str) -> Policy {
    match name.parse::<Named>() {
        Ok(builtin) => builtin.policy(arena),
        Err(_) => lapses(arena),
    }
}

/// Returns perfect play, except that it always makes the worst move in one decision of a hundred.
fn lapses(arena: &Arena) -> Policy {
    let mut policy = Builtin::Perfect.policy(arena);
    let mut chances = vec![[0.0; 3]; arena.rows().count()];
    for row in arena.rows() {
        let losses = arena.losses(row);
        let worst = (0..losses.len()).max_by(|&one, &other| losses[one].total_cmp(&losses[other]));
        let play = arena.plays(row).nth(worst.expect("a move"));
        let column = play.and_then(|play| play.man).unwrap_or(0);
        chances[number(arena, row)][column] = 1.0;
    }
    let worst = Policy::from_men(arena, &chances).expect("probabilities sum to 1");
    for row in arena.rows() {
        let (position, die) = arena.position_of(row);
        let text = format!("{position} {die}");
        let mixed = text.bytes().fold(7_u32, |sum, byte| {
            sum.wrapping_mul(31).wrapping_add(u32::from(byte))
        });
        if (mixed >> 8) % 100 == 7 {
            policy.take(arena, row, &worst);
        }
    }
    policy
}

/// Names of the estimated figures. `agreement` is a share, the losses have the unit of the rules, and `rating` is 1000
/// times the loss of winning probability per decision.
const NAMES: [&str; 4] = ["agreement", "a decision", "a game", "rating"];

/// Returns the exact values of the figures of [`NAMES`].
pub(crate) fn exact(arena: &Arena, policy: &Policy) -> [f64; 4] {
    let (throws, perfect) = (Throws::of(arena, policy), Throws::perfect(arena));
    let contest = Contest::new(arena, &throws, &perfect);
    let visits = contest.row_visits().expect("games end");
    let chances = policy.by_man(arena);
    let (mut met, mut right, mut loss) = (0.0, 0.0, 0.0);
    for row in arena.rows().filter(|&row| arena.is_choice(row)) {
        let visits = visits[row.index()];
        met += visits;
        let chances = chances[number(arena, row)];
        for (play, lost) in arena.plays(row).zip(arena.losses(row)) {
            let column = play.man.unwrap_or(0);
            right += visits * chances[column] * f64::from(u8::from(*lost == 0.0));
            loss += visits * chances[column] * lost;
        }
    }
    let unit = arena.unit();
    // A point is half of a win.
    let rating = 1000.0 * loss / 2.0 / met;
    [
        right / met,
        unit.difference(loss / met),
        unit.difference(loss),
        rating,
    ]
}

/// Returns the estimates of the figures of [`NAMES`].
fn intervals(estimate: &Estimate) -> [Interval; 4] {
    let Estimate {
        agreement,
        loss_per_decision,
        loss_per_game,
        rating,
        ..
    } = *estimate;
    [agreement, loss_per_decision, loss_per_game, rating]
}

/// Returns the index of a row if rows are sorted by the canonical number of the position, then by die.
pub(crate) fn number(arena: &Arena, row: Row) -> usize {
    6 * arena.states().numbers()[row.state()] as usize + row.die().index()
}

/// Results of many samples of a policy: the number of intervals that hold the exact value, and their mean width.
#[derive(Clone, Copy, Debug, Default)]
struct Coverage {
    held: u64,
    width: f64,
}

/// Draws a sample for each seed. Returns for each of [`NAMES`] the number of intervals that hold the exact value, and
/// their mean width.
fn coverage(arena: &Arena, policy: &Policy, decisions: usize, seeds: u64) -> [Coverage; 4] {
    let exact = exact(arena, policy);
    let games = Sample::new(arena, decisions, 0).expect("games end").games;
    let mut found = [Coverage::default(); 4];
    for seed in 0..seeds {
        let sample = Sample { games, seed };
        let estimate = sample
            .play(arena, policy)
            .estimate(arena)
            .expect("an estimate");
        let of = intervals(&estimate).into_iter().zip(exact);
        for (found, (interval, exact)) in found.iter_mut().zip(of) {
            let Interval {
                estimate,
                low,
                high,
            } = interval;
            assert!(low <= estimate && estimate <= high, "{interval:?}");
            // Exact values that are sums may differ in their last bits.
            let rounding = 1e-12;
            found.held += u64::from(low <= exact + rounding && exact - rounding <= high);
            found.width += (high - low) / seeds as f64;
        }
    }
    found
}

/// Asserts that of the samples with these seeds at least a share of `least` has an interval that holds the exact value,
/// for each policy of [`PLAYERS`], in parallel, and each figure.
#[expect(
    clippy::print_stdout,
    reason = "the table of coverage is shown by --nocapture"
)]
fn assert_covered(rules: &str, sizes: &[usize], seeds: u64, least: f64) {
    let arena = arena(rules);
    let see = |name| {
        let policy = policy(arena, name);
        for &decisions in sizes {
            let found = coverage(arena, &policy, decisions, seeds);
            let cells = NAMES.iter().zip(found).map(|(what, found)| {
                let share = found.held as f64 / seeds as f64;
                assert!(
                    share >= least,
                    "{rules} {name} {decisions} {what}: {found:?}"
                );
                format!("{what} {:.1} ({:.5})", 100.0 * share, found.width)
            });
            let cells: Vec<String> = cells.collect();
            println!("{rules} {name} {decisions}: {}", cells.join(", "));
        }
    };
    thread::scope(|scope| {
        for name in PLAYERS {
            let see = &see;
            scope.spawn(move || see(name));
        }
    });
}

/// On average 95 of 100 intervals hold the value. Chance alone can lower this number to 89 for one of the policies.
#[test]
fn intervals_hold_the_exact_values_for_most_seeds() {
    assert_covered("standard", &[200], 100, 0.89);
}

/// Prints the table of coverage: for each figure the number of 100 samples that hold the exact value, and the mean width:
/// `cargo test -p tourne --test query estimates::table_of_coverage -- --ignored --nocapture`.
#[test]
#[ignore = "millions of games"]
fn table_of_coverage() {
    for rules in ["standard", "double-win", "course"] {
        assert_covered(rules, &[200, 1000, 5000], 1000, 0.93);
    }
}

#[test]
fn estimates_are_right_on_average() {
    for rules in ["standard", "double-win"] {
        let arena = arena(rules);
        for name in ["front", "level-5", "lapses"] {
            let policy = policy(arena, name);
            let exact = exact(arena, &policy);
            let sample = Sample {
                games: 6_000,
                seed: 3,
            };
            let found = sample
                .play(arena, &policy)
                .estimate(arena)
                .expect("an estimate");
            assert_eq!((found.games, found.unfinished), (6_000, 0));
            for (interval, exact) in intervals(&found).into_iter().zip(exact) {
                let width = interval.high - interval.low;
                assert_close(interval.estimate, exact, width, format!("{rules} {name}"));
                assert!(width < 0.35 * exact, "{rules} {name} {interval:?} is wide");
            }
        }
    }
}

/// Returns the greatest loss of a legal move, in points.
fn worst(arena: &Arena) -> f64 {
    let losses = arena.rows().flat_map(|row| arena.losses(row).to_vec());
    losses.fold(0.0, f64::max)
}

#[test]
fn a_sample_without_a_mistake_bounds_the_mistakes_that_it_may_have_missed() {
    let arena = arena("standard");
    let perfect = Builtin::Perfect.policy(arena);
    for games in [1, 21, 103, 1000] {
        let sample = Sample { games, seed: 2 };
        let found = sample
            .play(arena, &perfect)
            .estimate(arena)
            .expect("an estimate");
        assert_close(found.agreement.estimate, 1.0, 1e-12, games);
        assert_close(found.agreement.high, 1.0, 1e-12, games);
        let loss = found.loss_per_game;
        assert!(loss.estimate == 0.0 && loss.low == 0.0, "{found:?}");
        // If this share of all games has a mistake, then 2.5 % of all samples have none.
        let share = 1.0 - 0.025_f64.powf(1.0 / games as f64);
        let most = share * worst(arena) / 2.0;
        assert_close(loss.high / most, 1.0, 0.15, format!("{found:?}"));
    }
}

#[test]
fn what_one_player_cannot_answer_is_left_out() {
    let arena = arena("standard");
    let front = Builtin::Front.policy(arena);
    let sample = Sample { games: 50, seed: 4 };
    let played = sample.play(arena, &front);
    let whole = played.estimate(arena).expect("an estimate");
    let rows = played.rows;
    assert_eq!((whole.games, whole.unfinished), (50, 0));
    assert_eq!((whole.draws, whole.illegal), (whole.answered, 0));
    assert_eq!(whole.seed, 4);
    assert!(rows.len() < whole.draws, "some are met again");
    // Leave out the last new decision, which belongs to one of the last games.
    let known: Vec<Row> = rows[..rows.len() - 1].to_vec();
    let partly = front.only(arena, &known);
    let found = sample
        .play(arena, &partly)
        .estimate(arena)
        .expect("an estimate");
    assert_eq!((found.games, found.unfinished), (49, 1));
    assert_eq!(found.draws, found.answered + 1);
    // Without an answer in any game there is no estimate.
    let none = Policy::unknown(arena);
    assert_eq!(sample.play(arena, &none).estimate(arena), None);
    assert_eq!(sample.play(arena, &front).first(0).estimate(arena), None);
}

#[test]
fn an_illegal_answer_is_charged_as_the_worst_legal_move_and_played() {
    let arena = arena("standard");
    let sample = Sample { games: 30, seed: 2 };
    let start = arena.position_of(sample.play(arena, &Builtin::Perfect.policy(arena)).rows[0]);
    let best = builtin_file("perfect");
    let read = |file: &str| {
        files::read(file.as_bytes(), arena)
            .expect("a policy")
            .policy
    };
    let estimate = |policy: &Policy| sample.play(arena, policy).estimate(arena);
    // All decisions are answered with the best move, except one, which gets this move.
    let answered = |wrong: &str| {
        let question = format!("\n{},{},", start.0, start.1.number());
        let (before, after) = best.split_once(&question).expect("the first decision");
        let (_, after) = after.split_once('\n').expect("the line ends");
        let policy = read(&format!("{before}{question}{wrong}\n{after}"));
        (estimate(&policy).expect("an estimate"), policy)
    };
    let judged = ask::for_die(arena.solution(), start.0, start.1).expect("a known position");
    let worst = judged.moves.last().expect("a move").action.to_string();
    let (illegal, policy) = answered("0/12");
    let row = arena.row_of(start.0, start.1).expect("a row");
    assert_eq!(policy.said(row), Said::Illegal);
    let (legal, _) = answered(&worst);
    assert!(illegal.illegal > 0 && legal.illegal == 0);
    assert_eq!(illegal.answered, illegal.draws);
    assert!(legal.loss_per_game.estimate > 0.0, "{legal:?}");
    assert_eq!(illegal.loss_per_game, legal.loss_per_game);
    assert_eq!(illegal.agreement, legal.agreement);
    // Without any legal answer there is no estimate.
    let row = |row: &str| match row.rsplit_once(',') {
        Some((question, action)) if action != "move" => format!("{question},0/12\n"),
        _ => format!("{row}\n"),
    };
    let nothing: String = best.lines().map(row).collect();
    assert_eq!(estimate(&read(&nothing)), None);
}

/// Takes `budget` steps of a survey of a player: each step asks a question or waits for an answer. Eight games are
/// played side by side. Returns the sample of the first games that are settled by then, and the answers.
fn interrupted(arena: &Arena, player: &Policy, sample: Sample, budget: usize) -> (Sample, Policy) {
    let side_by_side = 8;
    let mut questions = Questions::new(arena, sample);
    let mut answers = Policy::unknown(arena);
    let mut open = Vec::new();
    for _ in 0..budget {
        let next = questions.next(&answers, side_by_side);
        match next {
            Next::Ask(row) => open.push(row),
            Next::Wait => assert!(!open.is_empty(), "an answer is awaited"),
            Next::Done => break,
        }
        if next == Next::Wait || open.len() == side_by_side {
            let row = open.remove(0);
            answers.take(arena, row, player);
            questions.settle(row);
        }
    }
    (
        Sample {
            games: questions.settled_games(),
            ..sample
        },
        answers,
    )
}

#[test]
fn an_interrupted_sample_does_not_prefer_short_games() {
    let arena = arena("standard");
    let player = Builtin::Random.policy(arena);
    let exact = grade(arena, &player, 0).expect("games end");
    let exact = exact
        .figures
        .games
        .expect("a known figure")
        .decisions_per_game;
    let (mut games, mut decisions) = (0, 0);
    for seed in 0..150 {
        let sample = Sample { games: 200, seed };
        let (begun, answers) = interrupted(arena, &player, sample, 500);
        assert!((10..150).contains(&begun.games), "{begun:?}");
        let found = begun
            .play(arena, &answers)
            .estimate(arena)
            .expect("an estimate");
        // The estimate is the same as that of a sample with only these games.
        assert_eq!(Some(found), begun.play(arena, &player).estimate(arena));
        games += found.games;
        decisions += found.draws;
    }
    let mean = f64::from(decisions as u32) / f64::from(games as u32);
    assert_close(mean / exact, 1.0, 0.03, mean);
}
