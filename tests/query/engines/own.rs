//! Our own engine, `tourne engine`, asked and graded.

use std::process::Command;

use serde_json::Value;
use tourne::cards::Named;
use tourne::grading::Sample;
use tourne::policy::{Arena, Policy};
use tourne_solver::Rules;

use super::{DECISIONS, TOURNE, check, misbehaving, own, quoted, shell};
use crate::commands::{json, run};
use crate::folder::Folder;
use crate::solution_bytes::path_of;
use crate::{assert_close, json_line};
use tourne_plain::world::arena;

#[test]
fn an_engine_plays_a_duel() {
    let tourne = |arguments: &[&str]| run(Command::new(TOURNE).args(arguments));
    let engine = format!("engine:{}", own("--strength front"));
    let built_in = json_line("duel builtin:front builtin:hit");
    let duel = ["duel", &engine, "builtin:hit", "--format", "json"];
    let duel = json(&tourne(&duel));
    assert_eq!(duel["a"], *engine);
    let [found, expected] = [&duel["value"], &built_in["value"]].map(Value::as_f64);
    let (found, expected) = (found.expect("a number"), expected.expect("a number"));
    assert_close(found, expected, 1e-12, engine.as_str());
    let failing = format!("engine:{}", misbehaving("exit", 1));
    let outcome = tourne(&["duel", &failing, "builtin:hit"]);
    let says = format!("error: gave up on {failing}: it failed 10 times");
    outcome.assert_code(2);
    assert_eq!(outcome.stdout, "");
    outcome.assert_warns(&[&says]);
}

#[test]
fn answers_are_to_be_kept_only_if_there_are_any() {
    for (last, is_told) in [(1, false), (40, true)] {
        let engine = misbehaving("exit", last);
        let outcome = run(Command::new(TOURNE).args(["check", "--engine", &engine]));
        let advice =
            "To ask about the missing decisions again, keep the answers with --record FILE";
        assert_eq!(
            outcome.stdout.contains(advice),
            is_told,
            "{}",
            outcome.stdout
        );
    }
}

#[cfg(unix)]
#[test]
fn an_engine_is_asked_only_once_the_other_players_are_known() {
    let folder = Folder::new();
    let started = folder.path("started");
    // This engine makes a file if it is started.
    let engine = format!("engine:touch {}", quoted(&started));
    let part = &*folder.write("part.csv", "position,die,move\n04h/007,3,4/7\n");
    let illegal = format!("engine:{}", misbehaving("illegal", 1));
    let lacks = "has no legal move for it: \"tourne check\" counts";
    for (players, says) in [
        ([&*engine, "missing.csv"], "cannot read missing.csv"),
        ([&engine, "engine:"], "is not a command"),
        ([&engine, part], lacks),
        ([&illegal, &engine], lacks),
    ] {
        let outcome = run(Command::new(TOURNE).arg("duel").args(players));
        outcome.assert_one_line_error(2, &[says]);
        assert!(!started.exists(), "{players:?}");
    }
    // An engine that is given twice is asked only once.
    let own = own("--strength front");
    let script = format!("echo >>{}; exec {own}", quoted(&started));
    let engine = format!("engine:{}", shell(&script));
    let outcome = run(Command::new(TOURNE).args(["duel", &engine, &engine, "--format", "json"]));
    outcome.assert_answered();
    assert_eq!(folder.read("started"), "\n");
}

#[test]
fn our_engine_is_perfect_in_every_decision() {
    let checked = check(&own(""), &["--jobs", "2"]);
    assert_eq!(checked.outcome.stderr, "");
    checked.assert_ends(0, DECISIONS);
    assert_eq!(checked.answer["agree"], DECISIONS);
    for (field, expected) in [("loss_per_game", 0.0), ("exploiter", 0.5)] {
        let found = checked.answer[field].as_f64().expect("a number");
        assert_close(found, expected, 1e-12, field);
    }
}

/// Returns the estimate after it is written as JSON and read again, which may round its last bits.
fn as_json(policy: &Policy, arena: &Arena, sample: &Sample) -> Value {
    let estimate = sample
        .play(arena, policy)
        .estimate(arena)
        .expect("an estimate");
    let text = serde_json::to_string(&estimate).expect("JSON");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn strengths_are_the_built_in_policies_in_every_rule_set() {
    for (name, rules) in Rules::PRESETS {
        let arena = arena(rules);
        let sample = Sample::new(arena, 60, 5).expect("games end");
        let path = path_of(name).display().to_string();
        let options = ["--solution", &path, "--sample", "60", "--seed", "5"];
        let strength = if name == "standard" { "hit" } else { "perfect" };
        // The protocol carries the rules. Without a table, the engine uses the built-in one.
        let mut own = own(&format!("--strength {strength}"));
        if !["double-win", "entry-first"].contains(&name) {
            own += &format!(" --solution {}", quoted(&path));
        }
        let checked = check(&own, &options);
        checked.assert_code(0);
        let builtin: Named = strength.parse().expect("a policy");
        let expected = as_json(&builtin.policy(arena), arena, &sample);
        assert_eq!(checked.answer["estimate"], expected, "{name} {strength}");
    }
}
