//! How games end under best play, and what the atlas says of each rule set.

use tourne_query::atlas::Entry;
use tourne_query::best_play;
use tourne_query::policy::Arena;
use tourne_query::readings::readings;
use tourne_query::table;
use tourne_solver::game::{Die, Move, Rules, Stakes};
use tourne_solver::solve::solve;

#[test]
fn outcomes_sum_to_one_and_reproduce_the_value_of_every_position() {
    let mut all: Vec<Rules> = Rules::PRESETS.map(|(_, rules)| rules).to_vec();
    all.push(
        "course+forced-entry+double-win"
            .parse()
            .expect("it is a rule set"),
    );
    for rules in all {
        let solution = solve(rules, &mut |_| ()).expect("it is solved").solution;
        let arena = Arena::new(&solution).expect("the solution is right");
        let outcomes = best_play::outcomes(&arena).expect("games end");
        for (&position, outcomes) in arena.states().positions().iter().zip(outcomes) {
            let won = outcomes.win_single + outcomes.win_double;
            let lost = outcomes.lose_single + outcomes.lose_double;
            assert!((won + lost - 1.0).abs() < 1e-9, "{rules} {position}");
            let value = match rules.stakes {
                Stakes::Single => won,
                Stakes::DoubleWin => won - lost + outcomes.win_double - outcomes.lose_double,
            };
            let expected = solution.value(position).expect("it is held");
            assert!(
                (value - expected).abs() < 1e-9,
                "{rules} {position}: {value} {expected}"
            );
            if position.opponent().home() > 0 {
                assert!(outcomes.win_double == 0.0, "{rules} {position}");
            }
        }
    }
}

#[test]
fn the_atlas_compares_with_the_standard_game() {
    let standard = table::embedded();
    let arena = Arena::new(standard).expect("the solution is right");
    let entry = Entry::new(&arena, standard).expect("the solution is right");
    assert_eq!(entry.changed_decisions, 0);
    assert!((entry.longest_game - 413.157).abs() < 1e-3);
    assert!(entry.throws_per_game < entry.longest_game);

    let double_win = solve(Rules::DOUBLE_WIN, &mut |_| ())
        .expect("it is solved")
        .solution;
    let arena = Arena::new(&double_win).expect("the solution is right");
    let entry = Entry::new(&arena, standard).expect("the solution is right");
    assert!(entry.changed_decisions > 0);
    assert_eq!((entry.positions, entry.decisions), (52_347, 105_002));
}

#[test]
fn every_rule_set_recognises_its_own_moves() {
    for name in [
        "standard",
        "forced-entry",
        "entry-first",
        "course",
        "course+entry-first",
    ] {
        let rules: Rules = name.parse().expect("it is a rule set");
        let index = tourne_solver::game::Index::new(rules);
        for position in index.positions().step_by(97) {
            for die in Die::ALL {
                let plays = rules.plays(position, die);
                let given: Vec<Move> = plays.iter().map(|play| play.action).collect();
                let all = readings(&position.into(), die, &given);
                let own = all.iter().find(|reading| {
                    reading.rules == name && reading.position == Some(position.to_string())
                });
                assert!(
                    own.is_some_and(|own| own.matches),
                    "{name} {position} {}",
                    die.number()
                );
                let elsewhere = Move::Man {
                    from: None,
                    to: None,
                    hit: false,
                };
                assert!(
                    readings(&position.into(), die, &[elsewhere])
                        .iter()
                        .all(|r| !r.matches)
                );
            }
        }
    }
}
