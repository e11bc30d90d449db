//! Parts of the values of moves, kinds of mistakes and replies, against the literal rules and the values of the solutions.

use rayon::prelude::*;
use tourne::show::reasons::against_best;
use tourne_query::ask::{Judge as _, MatchJudge, for_die, needs};
use tourne_query::grading::Parts;
use tourne_solver::matches::FirstThrow;
use tourne_solver::{Die, Move, Play, Rules};
use tourne_study::facts::{Explainer, Reasons};

use crate::plain::Step;
use crate::plain::exchange::Counts;
use crate::plain::world::{COURSE, DOUBLE_WIN, ENTRY_FIRST, FORCED_ENTRY, STANDARD, World};

fn worlds() -> [&'static World; 5] {
    [&STANDARD, &FORCED_ENTRY, &ENTRY_FIRST, &DOUBLE_WIN, &COURSE]
}

fn step_of(steps: &[Step], action: Move) -> Step {
    let text = action.to_string();
    let is_it = |step: &&Step| step.text() == text.trim_end_matches('*');
    *steps.iter().find(is_it).expect("it is legal")
}

/// Returns whether the best move is better in the feature that this kind of mistake names; `None` if it names no
/// feature.
fn is_better(kind: &str, [played, best]: [(Step, Counts); 2]) -> Option<bool> {
    let ((played, now), (best, then)) = (played, best);
    match kind {
        "missed hit" => Some(best.hits && !played.hits),
        "missed home" => Some(best.is_home() && !played.is_home()),
        "wrong hit" => Some(best.hits && played.hits),
        "own man sent off" => Some(played.sends_off()),
        "entered too late" => Some(best.enters() && !played.enters()),
        "left exposed" => Some(then.hit_by < now.hit_by),
        "missed aim" => Some(then.aims > now.aims),
        "fewer ways home" => Some(then.home_by > now.home_by),
        // These kinds name an advantage of the move played, so the best move is not better in this feature.
        "too cautious" if then.hit_by <= now.hit_by => panic!("it is not safer"),
        "needless hit" | "entered too early" | "too cautious" => Some(false),
        "wrong order" => None,
        _ => panic!("{kind} is no kind"),
    }
}

/// Calls `check` with every 29th position of a rule set and each die, which gives some thousands of decisions.
fn explained(world: &World, check: impl Fn(usize, Die, &[Reasons]) + Sync) {
    let solution = world.arena.solution();
    let explainer = Explainer::of_match(solution.rules());
    let positions: Vec<_> = solution.index().positions().step_by(29).collect();
    positions.par_iter().for_each(|&position| {
        let state = world.game.state(&position.to_string());
        for die in Die::ALL {
            let all = explainer.explain(solution, position, die);
            check(state, die, &all.expect("it is held"));
        }
    });
}

fn assert_near(found: f64, expected: f64, what: &str) {
    assert!(
        (found - expected).abs() < 1e-12,
        "{what}: {found}, not {expected}"
    );
}

#[test]
fn parts_and_replies_add_up_to_the_value() {
    for world in worlds() {
        let game = &world.game;
        explained(world, |state, die, all| {
            for reasons in all {
                let asked = format!("{} with a {die}: {}", game.states[state], reasons.action);
                let step = step_of(&game.moves[state][die.index()], reasons.action);
                let best = step_of(&game.moves[state][die.index()], all[0].action);
                let value = reasons.value.number();
                let expected = world.exchange.parts(game, step);
                let kind = reasons.mistake.map(|kind| kind.to_string());
                let is_wrong = reasons.loss > 0.0;
                let charged = is_wrong.then(|| world.exchange.kind(game, step, best));
                assert_eq!(kind.as_deref(), charged, "{asked}");
                let parts = reasons.parts;
                assert_near(parts.itself, world.value(expected.itself), &asked);
                assert_near(parts.home, world.unit() * expected.home, &asked);
                assert_near(parts.aim, world.unit() * expected.aim, &asked);
                assert_near(parts.exposure, world.unit() * expected.exposure, &asked);
                assert_near(
                    parts.itself + parts.home + parts.aim - parts.exposure,
                    value,
                    &asked,
                );

                let counts = world.exchange.counts(game, step);
                let throws = f64::from(reasons.throws);
                assert_eq!(
                    (reasons.hit_by, reasons.home_by),
                    (counts.hit_by, counts.home_by),
                    "{asked}"
                );
                assert_near(reasons.aim, f64::from(counts.aims) / throws.powi(2), &asked);
                assert_near(reasons.hit_pips, f64::from(counts.pips) / throws, &asked);

                let Some(next) = step.to() else {
                    assert!(reasons.wins && reasons.replies.is_empty(), "{asked}");
                    continue;
                };
                let mut mean = 0.0;
                for (of, reply) in Die::ALL.into_iter().zip(&reasons.replies) {
                    let losses = world.losses(next, of.index());
                    let steps = &game.moves[next][of.index()];
                    let best = steps.iter().zip(losses).find(|(_, loss)| *loss == 0.0);
                    let (best, _) = best.expect("one is best");
                    assert_eq!(reply.die, of, "{asked}");
                    assert_eq!(
                        reply.reply.to_string().trim_end_matches('*'),
                        best.text(),
                        "{asked}"
                    );
                    mean += f64::from(reply.chances) / throws * reply.value.number();
                }
                assert_eq!(reasons.replies.len(), 6, "{asked}");
                assert_near(mean, value, &asked);
            }
        });
    }
}

#[test]
fn no_mistake_is_called_by_what_the_move_does_better_unless_the_sentence_says_what_is_gained() {
    for world in worlds() {
        let game = &world.game;
        let measure = world.arena.solution().measure();
        explained(world, |state, die, all| {
            for reasons in all {
                let Some(kind) = reasons.mistake else {
                    continue;
                };
                let steps = &game.moves[state][die.index()];
                let features = [reasons, &all[0]].map(|it| {
                    let step = step_of(steps, it.action);
                    (step, world.exchange.counts(game, step))
                });
                let text = against_best(reasons, &all[0], measure);
                let first = text.split(". ").next().expect("there is a sentence");
                let gain = match is_better(&kind.to_string(), features) {
                    Some(false) => ["cost more", "is worth", "wins"]
                        .iter()
                        .any(|gain| first.contains(gain)),
                    _ => true,
                };
                assert!(gain, "{} with a {die}: {kind}: {text}", game.states[state]);
            }
        });
    }
}

#[test]
fn a_man_that_is_not_brought_home_is_the_reason() {
    for (asked, die, played, best) in [
        ("9bh/3hh", 1, "9/10", "11/12"),
        ("8bh/6ah", 1, "8/9", "11/12"),
        ("029/03h", 3, "2/5", "9/12"),
    ] {
        let solution = STANDARD.arena.solution();
        let setup = asked.parse().expect("it is a set-up");
        let position = solution.rules().position(&setup).expect("it is legal");
        let explainer = Explainer::of_match(solution.rules());
        let all = explainer.explain(solution, position, Die::new(die));
        let all = all.expect("it is held");
        let wrong = all.iter().find(|it| it.action.to_string() == played);
        let wrong = wrong.expect("it is legal");
        assert_eq!(all[0].action.to_string(), best);
        let kind = wrong.mistake.map(|kind| kind.to_string());
        assert_eq!(kind.as_deref(), Some("missed home"), "{asked}");
        let text = against_best(wrong, &all[0], solution.measure());
        let reason = format!("{best} brings a man home, and {played} does not");
        assert!(text.contains(&reason), "{text}");
    }
}

/// In a match the values of replies are those of the opponent, who needs another number of points.
#[test]
fn in_a_match_replies_are_judged_at_the_score_of_the_opponent() {
    let rules = Rules::DOUBLE_WIN;
    let solved = |own, other| {
        let needs = needs(own, other, 3).expect("it is a score");
        let judge = MatchJudge::new(rules, FirstThrow::Dice, needs, true, &mut |_, _| ());
        judge.expect("it is solved")
    };
    let (judge, opponent) = (solved(2, 0), solved(0, 2));
    let explainer = Explainer::of_match(rules);
    let positions = STANDARD.arena.solution().index().positions().step_by(523);
    let (mut differ, mut hits) = (0, 0);
    for position in positions {
        for die in Die::ALL {
            let all = explainer
                .explain(&judge, position, die)
                .expect("it is held");
            for (reasons, play) in all
                .iter()
                .zip(best_first(&all, &rules.plays(position, die)))
            {
                if reasons.wins {
                    continue;
                }
                let asked = format!("{position} with a {die}: {}", reasons.action);
                let (mut mean, mut unhit) = (0.0, 0.0);
                for (reply, of) in reasons.replies.iter().zip(Die::ALL) {
                    let answer = for_die(&opponent, play.next, of).expect("it is held");
                    assert_eq!((reply.die, reply.reply), (of, answer.best), "{asked}");
                    let share = f64::from(rules.chances(of)) / 36.0;
                    assert!(
                        (1.0 - answer.value.number() - reply.value.number()).abs() < 1e-9,
                        "{asked}"
                    );
                    mean += share * reply.value.number();
                    let is_hit = |action: Move| action.to_string().ends_with('*');
                    let calm = answer.moves.iter().find(|it| !is_hit(it.action));
                    unhit += share
                        * match calm {
                            Some(calm) => 1.0 - calm.value.number(),
                            None => judge
                                .value(play.next.flipped())
                                .expect("it is held")
                                .number(),
                        };
                    hits += usize::from(is_hit(answer.best));
                    let single = for_die(DOUBLE_WIN.arena.solution(), play.next, of);
                    differ += usize::from(single.expect("it is held").best != answer.best);
                }
                assert!((mean - reasons.value.number()).abs() < 1e-12, "{asked}");
                let Parts {
                    itself,
                    home,
                    aim,
                    exposure,
                } = reasons.parts;
                assert!(
                    (itself + home + aim - exposure - reasons.value.number()).abs() < 1e-12,
                    "{asked}"
                );
                assert!(
                    (unhit - reasons.value.number() - exposure).abs() < 1e-9,
                    "{asked}"
                );
            }
        }
    }
    assert!(differ > 3 && hits > 30, "{differ} {hits}");
}

/// Returns the legal moves in the order of `all`, best first.
fn best_first(all: &[Reasons], plays: &[Play]) -> Vec<Play> {
    let of = |reasons: &Reasons| {
        *plays
            .iter()
            .find(|play| play.action == reasons.action)
            .expect("it is legal")
    };
    all.iter().map(of).collect()
}
