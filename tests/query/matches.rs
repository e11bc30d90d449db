//! Matches agree with results worked out by hand, with solutions of single games, and with a second, plain
//! implementation (`tests/plain`) of the literal rules.

use std::collections::HashMap;
use std::sync::LazyLock;

use tourne::ask::{Judge, needs};
use tourne::solutions;
use tourne_solver::matches::{AtScore, FirstThrow, MatchRules, Needs, SolvedMatch};
use tourne_solver::{Die, Rules};

use crate::assert_close;
use tourne_plain::Game;
use tourne_plain::world::{DOUBLE_WIN, arena};

fn match_table(rules: Rules, length: usize, first: FirstThrow) -> SolvedMatch {
    let of = MatchRules {
        rules,
        length,
        first,
    };
    let mut seen = Vec::new();
    let table = SolvedMatch::new(of, &mut |done, scores| seen.push((done, scores)));
    let table = table.expect("a solved match");
    assert!(seen.is_sorted_by(|one, next| one.0 < next.0), "{seen:?}");
    assert!(seen.last().is_some_and(|(done, scores)| done == scores));
    table
}

/// Returns the judge of moves at a score, for the player who throws first in this game.
fn judge(rules: Rules, first: FirstThrow, needs: Needs) -> AtScore {
    AtScore::solve(rules, first, needs, true, &mut |_, _| ()).expect("a solved match")
}

const LEVEL: Needs = Needs { own: 2, other: 2 };

#[test]
fn a_match_to_two_points_is_as_worked_out_by_hand() {
    let start = solutions::standard().value(Rules::STANDARD.start());
    let p = start.expect("a known position").number();
    let q = 1.0 - p;
    // The player begins the first game. If the score is then 1-0, the player needs to win one of two more games; if it
    // is 0-1, both games. Then come the chances at 1-0 if the player begins that game, and if the opponent does: the
    // player wins it, or loses it and wins the last game.
    let expected = [
        // Dice decide who begins: the player wins a later game with probability 1/2.
        (
            FirstThrow::Dice,
            p * 0.75 + q * 0.25,
            p + q / 2.0,
            q + p / 2.0,
        ),
        // The loser begins: the player throws second after winning a game, first after losing one.
        (
            FirstThrow::Loser,
            p * (q + p * p) + q * (p * q),
            p + q * p,
            q + p * p,
        ),
        // The winner begins: the player throws first after winning a game, second after losing one.
        (
            FirstThrow::Winner,
            p * (p + q * q) + q * (q * p),
            p + q * q,
            q + p * q,
        ),
        // The players begin in turn: the player throws first, second, first.
        (
            FirstThrow::Alternate,
            p * (q + p * p) + q * (q * p),
            p + q * q,
            q + p * p,
        ),
    ];
    let ahead = Needs { own: 1, other: 2 };
    for (first, level, begun, other) in expected {
        let table = match_table(Rules::STANDARD, 2, first);
        let within = table.error_bound() + 1e-15;
        for (needs, begins, expected) in [
            (LEVEL, true, level),
            (ahead, true, begun),
            (ahead, false, other),
        ] {
            let found = table.chance(needs, begins);
            assert_close(found, expected, within, format!("{first:?} {needs:?}"));
        }
    }
}

#[test]
fn of_a_finished_game_judges_know_the_result_and_nothing_else() {
    let rules = Rules::DOUBLE_WIN;
    let solution = arena(rules).solution();
    let ahead = needs(1, 0, 3).expect("a score");
    let at_score = judge(rules, FirstThrow::Dice, ahead);
    let die = Die::new(3);
    let last = rules.read("9hh/004").expect("a legal position");
    let over = rules.plays(last, die)[0].next;
    let crowded = Rules::COURSE
        .read("044/007")
        .expect("a legal position of other rules");

    // The player on roll has lost two points: 1-2 in the match, and either begins the next game.
    let behind = Needs { own: 2, other: 1 };
    let table = match_table(rules, 3, FirstThrow::Dice);
    let rest = f64::midpoint(table.chance(behind, true), table.chance(behind, false));
    for (judge, lost) in [(solution as &dyn Judge, -2.0), (&at_score, rest)] {
        let found = judge.value(over).expect("the result is known").number();
        assert_close(found, lost, 1e-9, over);
        assert!(judge.value(crowded).is_err());
        for position in [over, crowded] {
            assert!(judge.weigh(position, die).is_err(), "{position}");
            assert!(judge.is_reachable(position).is_err(), "{position}");
        }
    }
}

#[test]
fn a_game_that_is_lost_leaves_the_match_at_its_next_score() {
    const LENGTH: usize = 3;
    for (rules, points) in [(Rules::STANDARD, 1..=1), (Rules::DOUBLE_WIN, 1..=2)] {
        let table = match_table(rules, LENGTH, FirstThrow::Dice);
        for (own, other) in [(0, 0), (2, 0), (0, 1), (1, 2)] {
            let now = needs(own, other, LENGTH).expect("a score");
            let judge = AtScore::new(&table, now, true).expect("a solved match");
            for points in points.clone() {
                let expected = match needs(own, other + points, LENGTH) {
                    Ok(next) => table.chance_before_draw(next),
                    Err(_) => 0.0,
                };
                let lost = judge.lost(u8::try_from(points).expect("small")).number();
                assert_close(lost, expected, 1e-12, format!("{rules} {own}-{other}"));
            }
        }
    }
}

#[test]
fn best_play_depends_on_the_score_only_with_double_wins() {
    let ahead = needs(2, 0, 3).expect("a score");
    let changed = |rules: Rules| {
        let solution = arena(rules).solution();
        let judge = judge(rules, FirstThrow::Dice, ahead);
        let mut changed = 0;
        for position in solution.index().positions() {
            for die in Die::ALL {
                let best = solution.best(position, die).expect("a known position");
                let weighed = judge.weigh(position, die).expect("a known position");
                let mut weighed = weighed.iter();
                let found = weighed.find(|weighed| weighed.action == best);
                changed += usize::from(!found.expect("a legal move").is_best());
            }
        }
        changed
    };
    assert_eq!(changed(Rules::STANDARD), 0);
    assert!(changed(Rules::DOUBLE_WIN) > 100);
}

#[test]
fn best_play_is_proven_at_level_scores_also_where_many_moves_are_equal() {
    let rules: Rules = "entry-first+double-win".parse().expect("a rule set");
    let table = match_table(rules, 2, FirstThrow::Dice);
    for needs in [Needs { own: 1, other: 1 }, LEVEL] {
        let score = AtScore::new(&table, needs, true).expect("the solution is proven");
        let start = score.value(rules.start()).expect("a known position");
        let off = (start.number() - table.chance(needs, true)).abs();
        assert!(off <= 2.0 * table.error_bound(), "{off}");
    }
}

#[test]
fn scores_that_can_follow_have_the_chances_that_they_have_in_the_whole_match() {
    for (first, own, other) in [
        (FirstThrow::Dice, 1, 4),
        (FirstThrow::Alternate, 3, 2),
        (FirstThrow::Loser, 1, 1),
    ] {
        let whole = match_table(Rules::DOUBLE_WIN, 4, first);
        let part = SolvedMatch::after_game(whole.rules(), Needs { own, other }, &mut |_, _| ());
        let part = part.expect("a solved match");
        let close = whole.error_bound() + part.error_bound();
        for needs in (1..=own).flat_map(|own| (1..=other).map(move |other| Needs { own, other })) {
            if needs == (Needs { own, other }) {
                continue;
            }
            for throws_first in [true, false] {
                let [whole, part] = [&whole, &part].map(|it| it.chance(needs, throws_first));
                assert!((whole - part).abs() <= close, "{first:?} {needs:?}");
            }
        }
    }
}

#[test]
#[should_panic(expected = "this score of the match was not solved")]
fn a_score_that_was_not_solved_has_no_chance() {
    let of = MatchRules {
        rules: Rules::STANDARD,
        length: 3,
        first: FirstThrow::Dice,
    };
    let needs = Needs { own: 1, other: 2 };
    let table = SolvedMatch::after_game(of, needs, &mut |_, _| ()).expect("a solved match");
    assert!(table.chance(Needs { own: 1, other: 1 }, true) > 0.5);
    let _ = table.chance(needs, true);
}

// ---------------------------------------------------------------- matches by plain means

/// The game in which a win may count two points, by the literal rules.
static GAME: LazyLock<&Game> = LazyLock::new(|| &DOUBLE_WIN.game);

/// A match whose winner of a game begins the next, solved score by score by a plain method. Both players play best: one
/// raises the player's probability of winning the match, the other lowers it.
///
/// The probability before each game, by the points that the player and the opponent need. Index 0: the player begins the
/// game; index 1: the opponent begins it.
struct PlainMatch(HashMap<(usize, usize), [f64; 2]>);

impl PlainMatch {
    fn new(length: usize) -> PlainMatch {
        let mut plain = PlainMatch(HashMap::new());
        for own in 1..=length {
            for other in 1..=length {
                let [begins, does_not] = plain.values(own, other).map(|values| values[GAME.start]);
                plain.0.insert((own, other), [begins, does_not]);
            }
        }
        plain
    }

    /// Returns the player's probability of winning the match from each position of a game at this score, with the player
    /// on roll and with the opponent on roll.
    fn values(&self, own: usize, other: usize) -> [Vec<f64>; 2] {
        GAME.best_values_if(None, &|winner, points| {
            let points = if points > 1.0 { 2 } else { 1 };
            match winner {
                0 if own <= points => 1.0,
                0 => self.0[&(own - points, other)][0],
                _ if other <= points => 0.0,
                _ => self.0[&(own, other - points)][1],
            }
        })
    }
}

#[test]
fn chances_values_and_best_moves_at_a_score_are_those_of_a_plain_solution() {
    let (rules, first) = (Rules::DOUBLE_WIN, FirstThrow::Winner);
    let plain = PlainMatch::new(3);
    let table = match_table(rules, 3, first);
    for (&(own, other), &[begins, does_not]) in &plain.0 {
        let needs = Needs { own, other };
        for (found, expected) in [
            (table.chance(needs, true), begins),
            (table.chance(needs, false), does_not),
            (
                table.chance_before_draw(needs),
                f64::midpoint(begins, does_not),
            ),
        ] {
            assert_close(found, expected, 1e-11, format!("{needs:?}"));
        }
    }
    // Two points ahead of an opponent who needs three: a double win is worth no more than a single one, but a double
    // loss is.
    let (own, other) = (1, 3);
    let [values, opponents] = plain.values(own, other);
    let judge = judge(rules, first, Needs { own, other });
    for (state, text) in GAME.states.iter().enumerate() {
        let position = rules.read(&text.to_string()).expect("a legal position");
        let found = judge.value(position).expect("a known position").number();
        assert_close(found, values[state], 1e-11, position);
        for (die, steps) in Die::ALL.into_iter().zip(&GAME.moves[state]) {
            let worth = |step: &tourne_plain::Step| step.to().map_or(1.0, |to| opponents[to]);
            let most = steps.iter().map(worth).fold(0.0, f64::max);
            let weighed = judge.weigh(position, die).expect("a known position");
            assert_eq!(weighed.len(), steps.len());
            for (weighed, step) in weighed.iter().zip(steps) {
                let asked = format!("{position} {die} {weighed:?}");
                let value = worth(step);
                assert_close(weighed.value.number(), value, 1e-11, &asked);
                let is_best = most - value < tourne_plain::EQUAL;
                assert_eq!(weighed.is_best(), is_best, "{asked}");
            }
        }
    }
}
