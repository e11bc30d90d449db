//! Comparisons of two versions of a policy agree with the plain implementation, and with the reports of both versions.

use std::collections::HashMap;

use serde_json::Value;
use tourne::grading::{ChangeSum, Effect, compare};
use tourne_plain::world::{DOUBLE_WIN, STANDARD, World, assert_near, known};
use tourne_plain::{EQUAL, Habits};

use crate::commands::{assert_lacks, json, run, run_with};
use crate::engines::own;
use crate::folder::Folder;
use crate::{assert_close, builtin_file, json_line, tourne_line};

/// Compares two versions, and asserts that the plain implementation finds the same by following the games of both.
#[track_caller]
fn assert_compared_alike(world: &World, [old, new]: [&Habits; 2]) {
    let game = &world.game;
    let [policy, next] = [old, new].map(|habits| world.policy(habits));
    let compared = compare(world.arena, ("old", &policy), ("new", &next), usize::MAX);
    let compared = compared.expect("games end");
    let [before, after] = [old, new].map(|habits| game.follow(habits, &world.perfect));
    let more = world.unit() * (before.average() - after.average());
    assert_near(known(compared.change), more, "change");

    let changes = compared.changes.iter().map(|change| {
        let state = game.state(&change.position.to_string());
        ((state, change.die.index()), change)
    });
    let changes: HashMap<_, _> = changes.collect();
    let mut sums = [(0, 0.0); 2];
    let (mut elsewhere, mut unchanged) = (0.0, 0);
    for (state, die) in game.decisions() {
        let losses = world.losses(state, die);
        let loss = |habits: &Habits| {
            let moves = losses.iter().zip(&habits[state][die]);
            world.unit() * moves.map(|(loss, chance)| loss * chance).sum::<f64>()
        };
        let [then, now] = [old, new].map(loss);
        let visits = [&before, &after].map(|games| games.visits[state] * game.chances[die]);
        elsewhere += (visits[1] - visits[0]) * then.min(now);
        let Some(change) = changes.get(&(state, die)) else {
            let mut moves = old[state][die].iter().zip(&new[state][die]);
            let is_same = moves.all(|(then, now)| (then - now).abs() <= 1e-6);
            assert!(is_same, "a change is left out");
            unchanged += 1;
            continue;
        };
        assert_near(change.old_loss, then, "old loss");
        assert_near(change.new_loss, now, "new loss");
        let (effect, visits, at) = match now - then {
            change if change > EQUAL => (Effect::Broken, visits[1], Some(1)),
            change if change < -EQUAL => (Effect::Mended, visits[0], Some(0)),
            _ => (Effect::Equal, visits[1], None),
        };
        assert_eq!(change.effect, effect, "{change:?}");
        let per_game = change.per_game.expect("a known figure");
        assert_near(per_game.visits, visits, "visits");
        assert_near(per_game.cost, visits * (now - then).abs(), "cost");
        if let Some(at) = at {
            sums[at].0 += 1;
            sums[at].1 += visits * (now - then).abs();
        }
    }
    assert_eq!(compared.unchanged, unchanged);
    assert_near(known(compared.elsewhere), elsewhere, "elsewhere");
    let kinds = |of: fn(&tourne::grading::KindChange) -> ChangeSum| {
        let sums = compared.kinds.iter().map(of);
        sums.fold((0, 0.0), |(count, cost), sum| {
            (count + sum.decisions, cost + known(sum.loss_per_game))
        })
    };
    for (found, of_kinds, (decisions, cost)) in [
        (compared.mended, kinds(|kind| kind.mended), sums[0]),
        (compared.broken, kinds(|kind| kind.broken), sums[1]),
    ] {
        assert_eq!([found.decisions, of_kinds.0], [decisions; 2]);
        assert_near(known(found.loss_per_game), cost, "a sum");
        assert_near(of_kinds.1, cost, "a sum over kinds");
    }
    let parts = known(compared.broken.loss_per_game) - known(compared.mended.loss_per_game);
    assert_near(parts + elsewhere, more, "the parts");
}

#[test]
fn versions_are_compared_as_by_following_their_games() {
    for (world, wrong) in [(&*STANDARD, [3, 4]), (&*DOUBLE_WIN, [4, 2])] {
        let game = &world.game;
        // Versions that are wrong in one of this number of decisions.
        let [old, new] = [0, 1].map(|version| {
            let any = game.any_habits(5 + version as u64);
            game.habits(|state, die, _| {
                let is_wrong = (state + die) % wrong[version] == 0;
                let of = if is_wrong { &any } else { &world.perfect };
                of[state][die].clone()
            })
        });
        assert_compared_alike(world, [&old, &new]);
    }
}

/// Returns the report of a check in JSON, with all mistakes and changes.
fn report(arguments: &str) -> Value {
    json_line(&format!("check --mistakes 1000000 {arguments}"))
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

#[test]
fn a_comparison_has_the_figures_of_both_reports_and_its_changes_as_csv() {
    let (old, new) = ("builtin:front", "builtin:hit");
    let [before, after] = [old, new].map(|policy| report(&format!("--policy {policy}")));
    let both = report(&format!("--policy {new} --compare {old}"));
    for field in "loss_per_game agreement rating worst_loss answered".split(' ') {
        assert_eq!(both["compare"]["old"][field], before[field], "{field}");
        assert_eq!(both["compare"]["new"][field], after[field], "{field}");
    }
    assert_eq!(both["compare"]["old"]["name"], old);
    let compare = &both["compare"];
    let changes = compare["changes"].as_array().expect("a list");
    let lost = number(&after["loss_per_game"]) - number(&before["loss_per_game"]);
    assert_close(number(&compare["change"]), lost, 1e-12, "the change");

    // CSV has the changes as rows, with the fields of JSON.
    let csv = format!("check --policy {new} --compare {old} --mistakes 1000000 --format csv");
    let csv = run(&mut tourne_line(&csv)).stdout;
    let columns = "position,die,effect,old,new,best,kind,old_loss,new_loss,visits,cost";
    assert_eq!(csv.lines().next(), Some(columns));
    assert_eq!(csv.lines().count(), changes.len() + 1);
    let same = run(&mut tourne_line(&format!(
        "check --policy {new} --compare {new} --format csv"
    )));
    assert_eq!(same.stdout, format!("{columns}\n"));
}

#[test]
fn a_round_of_mending_is_shown_decision_by_decision() {
    let folder = Folder::new();
    let old = builtin_file("front");
    // The costliest mistake of this policy (it is in query/CHECKING.md) is mended, and another move is broken.
    let new = old.replace("\n005/003,3,5/8\n", "\n005/003,3,0/3*\n");
    let new = new.replace("\n04h/007,3,4/7*\n", "\n04h/007,3,0/3\n");
    assert_ne!(new, old);
    folder.write("old.csv", &old);
    folder.write("new.csv", &new);
    let check = |more: &str| {
        let mut command = tourne_line(&format!("check --policy new.csv --compare {more}"));
        run(command.current_dir(&folder))
    };
    let text = check("old.csv");
    text.assert_answered();
    text.assert_shows(&[
        "\nCompared with old.csv: loses ",
        "changed  2 of 104,375 decisions: 1 mended, 1 broken, 0 equally good, 0 equally bad\n",
        "\nThe only mended decision:\n",
        "1. 005/003 with a 3: plays 0/3* instead of 5/8 (missed hit)\n   gives away nothing instead of 4.5937 %, 0.0096 times a game: saves 0.0439 % a game\n",
        "\nThe only broken decision:\n",
        "1. 04h/007 with a 3: plays 0/3 (",
        ") instead of 4/7*\n   gives away ",
    ]);
    assert_lacks(
        &text.stdout,
        &["The costliest of", "left out", "\nillegal "],
    );
    // Missing answers are not compared; illegal ones count as the worst legal move.
    let part = old.lines().take(1000).map(|line| format!("{line}\n"));
    let part = part.collect::<String>() + "005/003,3,0/12\n";
    folder.write("part.csv", part);
    let text = check("part.csv");
    text.assert_answered();
    text.assert_shows(&[
        "changed   1 of 1,000 decisions: 1 mended, 0 broken, 0 equally good, 0 equally bad\n",
        "left out  103,375 decisions: 0 answered only by the old version, 103,375 only by the new one, 0 by neither\n",
        "illegal   1 answer of the old version, 0 answers of the new one: each counts as the worst legal move\n",
        "old version  unknown, because moves are missing\n",
        "mended       1 decision: unknown, because moves are missing\n",
        "broken       no decision\n",
        "illegal move       1             ?       0",
        "1. 005/003 with a 3: plays 0/3* instead of an illegal move\n",
    ]);
    let answer = json(&check("part.csv --format json"));
    let compare = &answer["compare"];
    assert_eq!(compare["only_new"], 103_375);
    assert!(compare["change"].is_null() && compare["mended"]["loss_per_game"].is_null());
    assert!(compare["broken"]["loss_per_game"].is_number());
    // Both versions on standard input, an old version that is missing, one that would be overwritten.
    let twice = run_with(&mut tourne_line("check --policy - --compare -"), &old);
    twice.assert_one_line_error(2, &["standard input cannot be both"]);
    check("none.csv").assert_one_line_error(2, &["cannot read none.csv"]);
    let over = check("old.csv --record old.csv --force");
    over.assert_one_line_error(2, &["--compare and --record are the same file"]);
}

#[test]
fn an_engine_is_compared_with_its_record() {
    let folder = Folder::new();
    let engine = |strength: &str| own(&format!("--strength {strength}"));
    let check = |strength: &str, arguments: &str| {
        let mut command = tourne_line(&format!(
            "check --sample 100 --mistakes 1 {arguments} --engine"
        ));
        run(command.arg(engine(strength)).current_dir(&folder))
    };
    check("rear", "--record old.csv").assert_code(0);
    let text = check("front", "--compare old.csv");
    text.assert_answered();
    text.assert_shows(&[
        "Compared with old.csv:",
        " decisions: unknown, because moves are missing\n",
        "The costliest of ",
        "   gives away nothing instead of ",
    ]);
}
