//! Figures that other programs found follow from the solutions: those of Storm and the bounds of the theorems.

use tourne_plain::world::arena;
use tourne_solver::{Rules, Unit};

use crate::assert_close;
use crate::documents::{Page, text_of};

/// Parses a number as tables print it.
fn number(text: &str) -> f64 {
    let number = text.replace(',', "").parse();
    number.unwrap_or_else(|_| panic!("{text} is no number"))
}

/// The table of results of other solvers in `solver/MODELS.md` is right: numbers of states and choices are counted
/// here, and values come from the solution.
#[test]
fn what_storm_finds_follows_from_the_solution() {
    let page = Page::read("solver/MODELS.md");
    let rows = page.table("| rules | states | choices | `first` |");
    assert_eq!(rows.len(), Rules::PRESETS.len());
    for row in rows {
        let (name, rules) = (row[0], row[0].parse().expect("a rule set"));
        let game = arena(rules);
        let solution = game.solution();
        let counts = solution.counts();
        let (shift, ends) = match solution.unit() {
            Unit::Points => (2.0, 5),
            Unit::WinProbability => (0.0, 3),
        };
        let value = solution.value(rules.start());
        let value = value.expect("a known position").number();
        let states = ends + 2 * counts.reachable + counts.reachable_decisions;
        // A state without a decision has one choice.
        let moves: usize = game.decisions().map(|row| game.losses(row).len()).sum();
        let choices = ends + 2 * counts.reachable + moves as u64;
        assert_eq!(row[1].replace(',', ""), states.to_string(), "{name}");
        assert_eq!(row[2].replace(',', ""), choices.to_string(), "{name}");
        // Storm was asked for this precision.
        for (found, value) in [(row[3], value), (row[4], solution.unit().flip(value))] {
            assert_close(number(found) - shift, value, 1e-11, name);
        }
    }
}

#[test]
fn the_theorems_are_about_the_value_that_is_found() {
    let claims = text_of("tests/theorem/claims.txt");
    let value = |rules: Rules| {
        let value = arena(rules).solution().value(rules.start());
        1e12 * value.expect("a known position").number()
    };
    let (theorems, _) = claims.split_once("\n== method\n").expect("two parts");
    let theorems = theorems.lines();
    let theorems = theorems.filter_map(|line| line.split_once(": Claims.solved "));
    let theorems: Vec<_> = theorems.collect();
    for (preset, _) in Rules::PRESETS {
        assert!(theorems.iter().any(|(name, _)| *name == preset), "{preset}");
    }
    assert!(theorems.len() > Rules::PRESETS.len());
    for (name, claim) in theorems {
        let rules: Rules = name.parse().expect("a rule set");
        let mut bounds = claim.split(" # 10 ^ 12)");
        let mut bound = || {
            let before = bounds.next().and_then(|before| before.rsplit_once('('));
            before.expect("a bound").1
        };
        let [least, most] = [bound(), bound()];
        let numbers = [least, most].map(number);
        assert!(numbers[1] - numbers[0] < 5.0, "{name}");
        // Only the named rule sets have a committed solution.
        if Rules::PRESETS.iter().any(|(preset, _)| *preset == name) {
            let value = value(rules);
            assert!(numbers[0] < value && value < numbers[1], "{name}");
        }
    }
}
