//! Matches against what is worked out by hand, and against solutions of single games.

use tourne_query::answer::Answer;
use tourne_query::judge::{Judge, MatchJudge, needs};
use tourne_query::table;
use tourne_solver::game::{Die, Rules};
use tourne_solver::solve::match_play::{AtScore, FirstThrow, MatchRules, MatchTable, Needs};
use tourne_solver::solve::solve;

fn match_table(rules: Rules, length: usize, first: FirstThrow) -> MatchTable {
    MatchTable::new(
        MatchRules {
            rules,
            length,
            first,
        },
        &mut |_, _| (),
    )
    .expect("it is solved")
}

/// The probability that the first to throw wins a single game.
fn first_wins() -> f64 {
    let solution = table::embedded();
    solution
        .value(solution.rules().start())
        .expect("it is held")
}

const LEVEL: Needs = Needs { own: 2, other: 2 };

#[test]
fn a_match_to_two_points_is_as_worked_out_by_hand() {
    let p = first_wins();
    let q = 1.0 - p;
    // The first game is begun by the player asked about. Won or lost, one game of the match to one
    // point remains if both have a point; with a point ahead, either of two games will do.
    let expected = [
        // Dice: a later game is won with probability 1/2.
        (FirstThrow::Dice, p * 0.75 + q * 0.25),
        // The loser begins. Ahead: second, then, having lost that, first.
        (FirstThrow::Loser, p * (q + p * p) + q * (p * q)),
        // The winner begins. Ahead: first, then, having lost that, second.
        (FirstThrow::Winner, p * (p + q * q) + q * (q * p)),
        // In turn: first, second, first.
        (FirstThrow::Alternate, p * (q + p * p) + q * (q * p)),
    ];
    for (first, expected) in expected {
        let table = match_table(Rules::STANDARD, 2, first);
        let found = table.chance(LEVEL, true);
        assert!(
            (found - expected).abs() <= table.error_bound() + 1e-15,
            "{first:?}: {found}"
        );
        assert!(
            (table.chance_before_draw(LEVEL) - 0.5).abs() < 1e-12,
            "{first:?}"
        );
    }
}

#[test]
fn a_match_to_two_points_with_double_wins_is_as_worked_out_from_the_ways_games_end() {
    // At 1-1 a single win is enough, so the chances are those of the standard game; at 1-0 the
    // leader needs any win and the other a double win, or two.
    let p = first_wins();
    let table = match_table(Rules::DOUBLE_WIN, 2, FirstThrow::Dice);
    let last = Needs { own: 1, other: 1 };
    assert!((table.chance(last, true) - p).abs() <= table.error_bound() + 1e-13);
    assert!((table.chance_before_draw(last) - 0.5).abs() < 1e-12);
    let ahead = table.chance_before_draw(Needs { own: 1, other: 2 });
    let behind = table.chance_before_draw(Needs { own: 2, other: 1 });
    assert!((ahead + behind - 1.0).abs() < 1e-12);
    // Without double wins it would be 3/4, and with double wins only 1/2.
    assert!(ahead > 0.5 && ahead < 0.75, "{ahead}");
}

#[test]
fn where_one_point_is_enough_for_both_double_wins_do_not_matter() {
    let standard = table::embedded();
    let needs = needs(1, 1, 2).expect("it is a score");
    let judge = MatchJudge::new(
        Rules::DOUBLE_WIN,
        FirstThrow::Dice,
        needs,
        true,
        &mut |_, _| (),
    );
    let judge = judge.expect("it is solved");
    for position in standard.index().positions() {
        let single = standard.value(position).expect("it is held");
        let found = judge.value(position).expect("it is held");
        assert!(
            (single - found).abs() < 1e-9,
            "{position}: {single} {found}"
        );
        for die in Die::ALL {
            let answer = |judge: &dyn Judge| {
                Answer::new(judge, "", position, Some(die))
                    .expect("it is held")
                    .best
            };
            assert_eq!(
                answer(standard),
                answer(&judge),
                "{position} with a {}",
                die.number()
            );
        }
    }
}

#[test]
fn best_play_depends_on_the_score_only_with_double_wins() {
    let ahead = needs(2, 0, 3).expect("it is a score");
    let changed = |rules: Rules| {
        let solution = solve(rules, &mut |_| ()).expect("it is solved").solution;
        let judge = MatchJudge::new(rules, FirstThrow::Dice, ahead, true, &mut |_, _| ());
        let judge = judge.expect("it is solved");
        let mut changed = 0;
        for position in solution.index().positions() {
            for die in Die::ALL {
                let best = solution.best(position, die).expect("it is held");
                let plays = rules.plays(position, die);
                let play = plays
                    .iter()
                    .find(|play| play.action == best)
                    .expect("it is legal");
                let (_, is_best) = judge.weigh(position, die, play).expect("it is held");
                changed += usize::from(!is_best);
            }
        }
        changed
    };
    assert_eq!(changed(Rules::STANDARD), 0);
    assert!(changed(Rules::DOUBLE_WIN) > 100);
}

#[test]
fn best_play_is_proven_at_level_scores_also_where_many_moves_are_equal() {
    let rules: Rules = "entry-first+double-win".parse().expect("it is a rule set");
    let table = match_table(rules, 4, FirstThrow::Dice);
    for needs in (1..=4).map(|level| Needs {
        own: level,
        other: level,
    }) {
        let score = AtScore::new(&table, needs, true);
        let start = score
            .expect("it is proven")
            .value(rules.start())
            .expect("it is held");
        assert!((start - table.chance(needs, true)).abs() <= 2.0 * table.error_bound());
    }
}

#[test]
fn the_chances_of_both_players_sum_to_one_and_grow_with_every_point() {
    for first in [
        FirstThrow::Dice,
        FirstThrow::Loser,
        FirstThrow::Winner,
        FirstThrow::Alternate,
    ] {
        let table = match_table(Rules::DOUBLE_WIN, 4, first);
        assert!(table.error_bound() < 1e-9, "{first:?}");
        for own in 1..=4 {
            for other in 1..=4 {
                let here = table.chance_before_draw(Needs { own, other });
                let mirrored = table.chance_before_draw(Needs {
                    own: other,
                    other: own,
                });
                assert!((here + mirrored - 1.0).abs() < 1e-12);
                if own > 1 {
                    let nearer = table.chance_before_draw(Needs {
                        own: own - 1,
                        other,
                    });
                    assert!(nearer > here, "{first:?} {own} {other}");
                }
            }
        }
    }
}
