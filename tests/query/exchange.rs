//! Parts of the values of moves, kinds of mistakes and replies, compared with the literal rules and the values of the
//! solutions.

use rayon::prelude::*;
use tourne::ask::{for_die, needs};
use tourne::facts::{Explainer, Reasons};
use tourne::grading::Parts;
use tourne::grading::exchange::{Outlook, Standing};
use tourne::show::reasons::against_best;
use tourne_solver::matches::{AtScore, FirstThrow};
use tourne_solver::verify::literal::{self, Place};
use tourne_solver::{Dice, Die, Move, Position, Rules, Stakes, Value};

use super::reasons::explainer;
use crate::assert_close;
use crate::commands::{assert_lacks, assert_says};
use tourne_plain::Step;
use tourne_plain::exchange::Counts;
use tourne_plain::world::{COURSE, DOUBLE_WIN, ENTRY_FIRST, FORCED_ENTRY, STANDARD, World};

fn worlds() -> [&'static World; 5] {
    [&STANDARD, &FORCED_ENTRY, &ENTRY_FIRST, &DOUBLE_WIN, &COURSE]
}

fn step_of(steps: &[Step], action: Move) -> Step {
    let text = action.to_string();
    let is_it = |step: &&Step| step.text() == text.trim_end_matches('*');
    *steps.iter().find(is_it).expect("a legal move")
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
        "too cautious" if then.hit_by <= now.hit_by => panic!("the move is not safer"),
        "needless hit" | "entered too early" | "too cautious" => Some(false),
        "wrong order" => None,
        _ => panic!("{kind} is no kind"),
    }
}

fn assert_near(found: f64, expected: f64, what: &str) {
    assert_close(found, expected, 1e-12, what);
}

/// Returns the sum of the parts of a value.
fn sum(parts: Parts) -> f64 {
    parts.itself + parts.home + parts.aim - parts.exposure
}

/// Cases that a move is one of, so that no check is empty.
type Seen = [bool; 7];

/// Compares the reasons of every 29th position of each rule set and each die, some thousands of decisions, with the
/// literal rules and the values of the solution.
#[test]
fn reasons_are_those_of_the_literal_rules_and_the_values() {
    for world in worlds() {
        let (rules, solution) = (world.arena.rules(), world.arena.solution());
        let positions: Vec<_> = solution.index().positions().step_by(59).collect();
        let of_position = |&position: &Position| {
            let of_die = move |die| {
                let all = explainer(rules).explain(solution, position, die);
                check_all(world, position, die, &all.expect("a known position"))
            };
            Die::ALL.into_iter().flat_map(of_die)
        };
        let seen: Vec<Seen> = positions.par_iter().flat_map_iter(of_position).collect();
        let count = |at: usize| seen.iter().filter(|seen| seen[at]).count();
        let counts = [0, 1, 2, 3, 4, 5, 6].map(count);
        let [hits, dangers, won, lost, single, double, mistakes] = counts;
        let is_enough = hits > 1000 && dangers > 1000 && mistakes > 100;
        let is_ended = won > 100 && lost > 100 && single > 0 && double > 0;
        assert!(is_enough && is_ended, "{rules}: {counts:?}");
    }
}

fn check_all(world: &World, position: Position, die: Die, all: &[Reasons]) -> Vec<Seen> {
    let (game, solution) = (&world.game, world.arena.solution());
    let state = world.game.state(&position.to_string());
    let answer = for_die(solution, position, die).expect("a known position");
    assert_eq!(all.len(), answer.moves.len());
    let mut seen = Vec::new();
    for (reasons, ranked) in all.iter().zip(&answer.moves) {
        let asked = format!("{position} with a {die}: {}", reasons.action);
        // The reasons have the order of the moves in the answer.
        let found = (reasons.action, reasons.value, reasons.loss, reasons.die);
        let expected = (ranked.action, ranked.value, ranked.loss, die);
        assert_eq!(found, expected, "{asked}");
        let steps = &game.moves[state][die.index()];
        let [step, best] = [reasons, &all[0]].map(|it| step_of(steps, it.action));
        check_places(world, state, step, reasons, &asked);
        check_parts(world, [step, best], reasons, &asked);
        check_worth(world, state, step, reasons, &asked);
        check_replies(world, step, reasons, &asked);
        check_ends(world, state, reasons, &asked);
        check_words(world, [step, best], [reasons, &all[0]]);
        let ends = reasons.ends.expect("ends of a game");
        let is_double = reasons.wins && ends.win_double > 0.0;
        seen.push([
            step.hits,
            reasons.hit_by > 0,
            ends.win_double > 0.0,
            ends.lose_double > 0.0,
            reasons.wins && !is_double,
            is_double,
            reasons.loss > 0.0,
        ]);
    }
    seen
}

/// Checks the places of men after a move, the men that the move hits, and the dice of the opponent that then hit.
fn check_places(world: &World, state: usize, step: Step, reasons: &Reasons, asked: &str) {
    let game = &world.game;
    let before = game.states[state];
    let hit = step.places().filter(|_| step.hits).map(|(_, to)| {
        let there = before.opp.iter().filter(|&&man| man == Place::On(to));
        (to, there.count())
    });
    let found = reasons.hits.map(|hit| (hit.point.number(), hit.men));
    assert_eq!(found, hit, "{asked}");
    assert_eq!(reasons.wins, step.to().is_none(), "{asked}");
    // The opponent is on roll now: `own` are its men.
    let men = step.to().map_or([[Place::On(12); 3], before.opp], |to| {
        let after = game.states[to];
        [after.opp, after.own]
    });
    let to_go = |man: Place| match man {
        Place::On(point) => 12 - point,
        Place::NeverEntered | Place::Hit => 12,
    };
    let pips = men.map(|men| men.map(to_go).iter().sum::<u8>());
    assert_eq!([reasons.pips, reasons.opponent_pips], pips, "{asked}");
    let can_hit = |die: &Die| {
        let steps = step.to().map(|to| &game.moves[to][die.index()]);
        steps.is_some_and(|steps| steps.iter().any(|step| step.hits))
    };
    let dice: Vec<Die> = Die::ALL.into_iter().filter(can_hit).collect();
    assert!(reasons.hit_by_dice.iter().eq(&dice), "{asked}: {dice:?}");
    assert_eq!(
        reasons.throws,
        if game.rules.dice == Dice::One { 6 } else { 36 }
    );
}

/// Checks the parts of the value, the kind of a mistake, and the counts on which the kind depends.
fn check_parts(world: &World, [step, best]: [Step; 2], reasons: &Reasons, asked: &str) {
    let game = &world.game;
    let expected = world.exchange.parts(game, step);
    let kind = reasons.mistake.map(|kind| kind.to_string());
    let charged = (reasons.loss > 0.0).then(|| world.exchange.kind(game, step, best));
    assert_eq!(kind.as_deref(), charged, "{asked}");
    let parts = reasons.parts;
    for (found, expected) in [
        (parts.itself, world.value(expected.itself)),
        (parts.home, world.unit() * expected.home),
        (parts.aim, world.unit() * expected.aim),
        (parts.exposure, world.unit() * expected.exposure),
        (sum(parts), reasons.value.number()),
    ] {
        assert_near(found, expected, asked);
    }
    let counts = world.exchange.counts(game, step);
    let throws = f64::from(reasons.throws);
    let found = (reasons.hit_by, reasons.home_by);
    assert_eq!(found, (counts.hit_by, counts.home_by), "{asked}");
    assert_near(reasons.aim, f64::from(counts.aims) / throws.powi(2), asked);
    assert_near(reasons.hit_pips, f64::from(counts.pips) / throws, asked);
}

/// Checks the worth of a move and of its hit by the values of the positions with and without it.
fn check_worth(world: &World, state: usize, step: Step, reasons: &Reasons, asked: &str) {
    let game = &world.game;
    let men = game.states[state];
    let mover = |own, opp| {
        let place = literal::State { own: opp, opp: own };
        let state = game.find(&place)?;
        Some(-world.unit() * world.exchange.free(state))
    };
    let still = mover(men.own, men.opp);
    let of_points = |points: f64| world.unit() * points;
    let value = of_points(world.exchange.worth(step));
    let differ = |found: Option<f64>, expected: Option<f64>, what: &str| match (found, expected) {
        (Some(found), Some(expected)) => assert_near(found, expected, &format!("{asked}: {what}")),
        (found, expected) => assert_eq!(found, expected, "{asked}: {what}"),
    };
    differ(reasons.worth, still.map(|still| value - still), "move");
    if let (Some(hit), Some(to)) = (reasons.hits, step.to()) {
        let without = mover(men.own, game.states[to].own);
        let expected = without.zip(still).map(|(without, still)| without - still);
        differ(hit.worth, expected, "hit");
    }
}

/// Over one exchange the parts are those of the value; over two they are those of the literal rules.
#[test]
fn parts_over_two_exchanges_are_those_of_the_literal_rules() {
    for world in worlds() {
        let (rules, solution) = (world.arena.rules(), world.arena.solution());
        let outlook = Outlook {
            rules,
            movers: |side, die| rules.movers(side, die),
            points: |position, _| solution.value(position).map(Value::points),
        };
        let of_two = world.exchange.of_two(&world.game);
        let mut compared = 0;
        for position in solution.index().positions().step_by(9973) {
            let state = world.game.state(&position.to_string());
            for die in Die::ALL {
                for ranked in for_die(solution, position, die).expect("a position").moves {
                    let asked = format!("{rules}: {position} with a {die}: {}", ranked.action);
                    let after = Standing {
                        position: ranked.position,
                        is_own: false,
                        points: -ranked.value.points(),
                    };
                    let step = step_of(&world.game.moves[state][die.index()], ranked.action);
                    let one = outlook.parts_over(after, 1).expect("a position");
                    let expected = world.exchange.parts(&world.game, step);
                    assert_parts(one, expected, &asked);
                    let two = outlook.parts_over(after, 2).expect("a position");
                    assert_parts(two, of_two(step), &asked);
                    compared += 1;
                }
            }
        }
        assert!(compared > 20, "{rules}: {compared}");
    }
}

fn assert_parts(found: Parts, expected: tourne_plain::exchange::Parts, asked: &str) {
    assert_near(found.itself, expected.itself, asked);
    assert_near(found.home, expected.home, asked);
    assert_near(found.aim, expected.aim, asked);
    assert_near(found.exposure, expected.exposure, asked);
}

/// Checks the best replies, and that the mean of their values is the value of the move.
fn check_replies(world: &World, step: Step, reasons: &Reasons, asked: &str) {
    let Some(next) = step.to() else {
        assert!(reasons.replies.is_empty(), "{asked}");
        return;
    };
    let mut mean = 0.0;
    for (of, reply) in Die::ALL.into_iter().zip(&reasons.replies) {
        let losses = world.losses(next, of.index());
        let steps = &world.game.moves[next][of.index()];
        let best = steps.iter().zip(losses).find(|(_, loss)| *loss == 0.0);
        let (best, _) = best.expect("one is best");
        let found = reply.reply.to_string();
        let found = found.trim_end_matches('*');
        assert_eq!((reply.die, found), (of, &*best.text()), "{asked}");
        mean += f64::from(reply.chances) / f64::from(reasons.throws) * reply.value.number();
    }
    assert_eq!(reasons.replies.len(), 6, "{asked}");
    assert_near(mean, reasons.value.number(), asked);
}

/// Checks the probabilities of the ends of the game, from which the value follows.
fn check_ends(world: &World, state: usize, reasons: &Reasons, asked: &str) {
    let ends = reasons.ends.expect("ends of a game");
    let won = ends.win_single + ends.win_double;
    let lost = ends.lose_single + ends.lose_double;
    assert_close(won + lost, 1.0, 1e-9, asked);
    let value = if world.game.rules.stakes == Stakes::DoubleWin {
        won - lost + ends.win_double - ends.lose_double
    } else {
        won
    };
    assert_close(value, reasons.value.number(), 1e-9, asked);
    // A man that is home stays there.
    let men = world.game.states[state];
    let [own, other] = [men.own, men.opp].map(|men| men.contains(&Place::On(12)));
    assert!(!own || ends.lose_double == 0.0, "{asked}: {ends:?}");
    assert!(!other || ends.win_double == 0.0, "{asked}: {ends:?}");
    if reasons.wins {
        let double = f64::from(u8::from(!other));
        assert_close(ends.win_double, double, 1e-9, asked);
    }
}

/// Checks the text about a move: one or two sentences, with the numbers of the facts. If the kind of a mistake names an
/// advantage of the move, the first sentence must say what the best move gains.
fn check_words(world: &World, steps: [Step; 2], [reasons, best]: [&Reasons; 2]) {
    let text = against_best(reasons);
    let played = reasons.action;
    let Some(kind) = reasons.mistake else {
        assert_eq!(text, format!("No move is better than {played}."));
        return;
    };
    let is_sentence = text.starts_with(&played.to_string()) && text.ends_with('.');
    assert!(is_sentence, "{text}");
    assert_says(&text, &[&best.action.to_string(), " gives away "]);
    assert_lacks(&text, &["hits nobody", "no man of the board"]);
    assert!(text.matches(". ").count() < 3, "{text}");
    assert_eq!(reasons.reason.is_some(), reasons.loss > 0.0);
    let features = steps.map(|step| (step, world.exchange.counts(&world.game, step)));
    if is_better(&kind.to_string(), features) == Some(false) {
        let first = text.split(". ").nth(1).unwrap_or_default();
        let mut gains = ["cost", "is worth", "wins", "gains"].into_iter();
        assert!(gains.any(|gain| first.contains(gain)), "{kind}: {text}");
    }
}

/// In a match the values of replies are those of the opponent, who needs another number of points.
#[test]
fn in_a_match_replies_are_judged_at_the_score_of_the_opponent() {
    let rules = Rules::DOUBLE_WIN;
    let solved = |own, other| {
        let needs = needs(own, other, 3).expect("a score");
        let judge = AtScore::solve(rules, FirstThrow::Dice, needs, true, &mut |_, _| ());
        judge.expect("a solved match")
    };
    let (judge, opponent) = (solved(2, 0), solved(0, 2));
    let explainer = Explainer::of_match(rules);
    let positions = STANDARD.arena.solution().index().positions().step_by(523);
    let (mut differ, mut hits) = (0, 0);
    for position in positions {
        for die in Die::ALL {
            let all = explainer.explain(&judge, position, die);
            let all = all.expect("a known position");
            for reasons in all.iter().filter(|reasons| !reasons.wins) {
                let next = rules.play(position, die, reasons.action);
                let next = next.expect("a legal move");
                let asked = format!("{position} with a {die}: {}", reasons.action);
                let (mut mean, mut unhit) = (0.0, 0.0);
                for (reply, of) in reasons.replies.iter().zip(Die::ALL) {
                    let answer = for_die(&opponent, next, of).expect("a known position");
                    assert_eq!((reply.die, reply.reply), (of, answer.best), "{asked}");
                    let share = f64::from(rules.chances(of)) / 36.0;
                    let value = reply.value.number();
                    assert_close(1.0 - answer.value.number(), value, 1e-9, &asked);
                    mean += share * reply.value.number();
                    let is_hit = |action: Move| action.to_string().ends_with('*');
                    let calm = answer.moves.iter().find(|it| !is_hit(it.action));
                    let passed = judge.value(next.flipped()).expect("a known position");
                    let calm = calm.map_or(passed.number(), |calm| 1.0 - calm.value.number());
                    unhit += share * calm;
                    hits += usize::from(is_hit(answer.best));
                    let single = for_die(DOUBLE_WIN.arena.solution(), next, of);
                    differ += usize::from(single.expect("a known position").best != answer.best);
                }
                let value = reasons.value.number();
                assert_near(mean, value, &asked);
                assert_near(sum(reasons.parts), value, &asked);
                assert_close(unhit - value, reasons.parts.exposure, 1e-9, &asked);
            }
        }
    }
    assert!(differ > 3 && hits > 30, "{differ} {hits}");
}
