//! Ends of games under best play, and the atlas entry of each rule set.

use tourne::ask::Question;
use tourne::facts;
use tourne::facts::{AtlasEntry, Info};
use tourne::solutions;
use tourne_solver::{Solution, Stakes};

use crate::{assert_close, json_line};
use tourne_plain::Step;
use tourne_plain::world::{COURSE, DOUBLE_WIN, FORCED_ENTRY, STANDARD, World, assert_near};

#[test]
fn outcomes_are_those_of_games_followed_turn_by_turn() {
    // The same game under `double-win`, which counts single and double wins separately.
    let standard = DOUBLE_WIN.game.follow(&STANDARD.perfect, &STANDARD.perfect);
    for (world, followed) in [
        (&*STANDARD, &standard),
        (&*DOUBLE_WIN, DOUBLE_WIN.followed()),
    ] {
        let [first, _] = followed.wins;
        let outcomes = facts::outcomes(world.arena).expect("games end");
        let start = outcomes[world.arena.states().start()];
        assert_near(start.win_single, first[0][0], "single wins");
        assert_near(start.win_double, first[0][1], "double wins");
        assert_near(start.lose_single, first[1][0], "single losses");
        assert_near(start.lose_double, first[1][1], "double losses");
    }
}

#[test]
fn lengths_are_those_of_games_followed_throw_by_throw() {
    // After 400 throws nearly all games are over. The other rule sets are compared for 80 throws only.
    for (world, most) in [(&*STANDARD, 400), (&*FORCED_ENTRY, 80), (&*COURSE, 80)] {
        let game = &world.game;
        let asked = ["000/000", "04h/007", "hhb/hha"];
        let lengths = asked.map(|text| {
            let question = Question::parse(text, None, world.arena.rules());
            let position = question.expect("a position").position;
            let lengths = facts::lengths_at(world.arena, position);
            lengths.expect("games end")
        });
        let mut over = vec![0.0; game.states.len()];
        let mut shares = asked.map(|_| Vec::new());
        for throws in 0..=most {
            for ((text, lengths), shares) in asked.iter().zip(&lengths).zip(&mut shares) {
                let expected = over[game.state(text)];
                let found = lengths.over_after.get(throws).unwrap_or(&1.0);
                assert_close(*found, expected, 1e-12, format!("{text} {throws}"));
                shares.push(expected);
            }
            over = game.over_after_one_more(&world.perfect, &over);
        }
        // The list ends with the first share that is nearly 1.
        let [.., before, last] = lengths[0].over_after[..] else {
            panic!("a game has throws")
        };
        let [before, last] = [before, last].map(|over| 1.0 - over);
        assert!((0.0..1e-12).contains(&last) && before >= 1e-12, "{last}");
        let info = Info::new(world.arena).expect("games end");
        assert_close(lengths[0].mean, info.throws_per_game, 1e-9, "the mean");
        for (lengths, shares) in lengths.iter().zip(shares).filter(|_| most == 400) {
            let first = |share: f64| shares.iter().position(|&over| over >= share);
            let it = lengths.quantiles;
            let found = [it.p5, it.p25, it.p50, it.p75, it.p95].map(Some);
            assert_eq!([0.05, 0.25, 0.5, 0.75, 0.95].map(first), found);
            let mean: f64 = shares.iter().map(|over| 1.0 - over).sum();
            assert_close(lengths.mean, mean, 1e-9, "the mean");
        }
    }
}

/// Asserts that the atlas entry of a rule set agrees with the plain implementation.
fn assert_entry(world: &World, standard: &Solution) {
    let entry = AtlasEntry::new(world.arena, standard).expect("the solution is right");
    let (game, pace) = (&world.game, world.pace());
    let name = &entry.rules.to_string();
    assert_near(entry.throws_per_game, pace.throws, name);
    assert_near(entry.choice_share, pace.choices / pace.throws, name);
    assert_near(entry.hits_per_game, pace.hits, name);
    // The points of a win do not change the length of the longest game.
    if game.rules.stakes == Stakes::Single {
        let longest = game.longest()[game.start];
        assert_close(entry.longest_game / longest, 1.0, 1e-7, name);
    }

    let all = |state: &[Vec<Step>; 6]| state.iter().filter(|steps| steps.len() > 1).count();
    let decisions: usize = game.moves.iter().map(all).sum();
    let reachable = game.reachable().iter().filter(|&&met| met).count();
    let counts = [game.states.len(), reachable, decisions].map(|count| count as u64);
    let found = [entry.positions, entry.reachable, entry.decisions];
    assert_eq!(found, counts, "{name}");
    assert_near(entry.value, world.value(world.values[0][game.start]), name);

    // Decisions of the standard game in which its best move is not among the best here.
    let mut changed = 0;
    for (state, men) in STANDARD.game.states.iter().enumerate() {
        let here = game.state(&men.to_string());
        for (die, steps) in STANDARD.game.moves[state].iter().enumerate() {
            if steps.len() < 2 {
                continue;
            }
            let usual = STANDARD.losses(state, die);
            let usual = usual.iter().position(|&loss| loss == 0.0);
            let usual = steps[usual.expect("one is best")].text();
            let losses = world.losses(here, die);
            let mut moves = game.moves[here][die].iter().zip(losses);
            let is_best = moves.any(|(step, loss)| step.text() == usual && loss == 0.0);
            changed += u64::from(!is_best);
        }
    }
    assert_eq!(entry.changed_decisions, changed, "{name}");

    let [first, _] = world.followed().wins;
    assert_near(entry.first_wins, first[0][0] + first[0][1], name);
    let touched = entry.touched_games.expect("two dice are thrown");
    assert_near(touched, 1.0 - world.untouched(&STANDARD), name);
}

#[test]
fn the_atlas_is_as_the_plain_rules_say() {
    let standard = solutions::standard();
    for world in [&*STANDARD, &*DOUBLE_WIN, &*FORCED_ENTRY] {
        assert_entry(world, standard);
    }
    let entry = AtlasEntry::new(STANDARD.arena, standard).expect("the solution is right");
    assert_eq!((entry.changed_decisions, entry.ties), (0, 0));
    // `tourne atlas` prints this figure as 413.16.
    assert_close(entry.longest_game, 413.157, 1e-3, "the longest game");
}

/// The page's table of what each rule costs has the figures of the atlas.
#[test]
#[ignore = "takes twelve seconds: .ci/nightly runs it"]
fn the_page_says_what_rules_cost_as_the_atlas_prints_it() {
    let page = tourne::page::page(&[solutions::standard()]).expect("a page");
    let constants = crate::pages::constants_of(&page);
    let costs = constants["costs"].as_array().expect("costs");
    assert_eq!(costs.len(), 1 + facts::one_switch_each().len());
    let atlas = json_line("atlas");
    for cost in costs {
        let mut entries = atlas.as_array().expect("entries").iter();
        let entry = entries.find(|entry| entry["rules"] == cost["rules"]);
        let entry = entry.expect("an entry");
        assert_eq!(cost["changed_decisions"], entry["changed_decisions"]);
        for (field, tolerance) in [
            ("first_wins", 0.5e-6),
            ("throws_per_game", 0.5e-3),
            ("touched_games", 0.5e-4),
        ] {
            let [printed, exact] = [cost, entry].map(|it| it[field].as_f64());
            let is_same = match (printed, exact) {
                (Some(printed), Some(exact)) => (printed - exact).abs() <= tolerance + 1e-12,
                (printed, exact) => printed == exact,
            };
            assert!(
                is_same,
                "{field} of {}: {printed:?} is not {exact:?}",
                cost["rules"]
            );
        }
    }
}
