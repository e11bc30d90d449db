//! The browser page gives the same reasons for mistakes as the command, word for word.

use serde_json::{Value, json};
use tourne::facts::Explainer;
use tourne_solver::{Die, Position, Rules, file};

use super::browser;
use super::page::solution_file;

#[test]
fn the_page_gives_the_reasons_of_the_command() {
    let names = Rules::PRESETS.map(|(name, _)| name);
    let Some(browser) = browser() else { return };
    browser.show(&names, "#000/000");
    for (name, rules) in Rules::PRESETS {
        let solution = file::read(&solution_file(name))
            .expect("a whole file")
            .on_trust();
        let explainer = Explainer::of_match(rules);
        // Take some hundreds of positions from the whole file of each rule set.
        let positions: Vec<Position> = solution.index().positions().step_by(521).collect();
        let texts: Vec<String> = positions.iter().map(Position::to_string).collect();
        let script = "const [rules, positions] = arguments;
            return positions.map((position) => [1, 2, 3, 4, 5, 6].map((die) => Tourne.reasons(rules, position, die)));";
        let found = browser.run_with(script, &json!([name, texts]));
        let mut compared = 0;
        for (at, &position) in positions.iter().enumerate() {
            for die in Die::ALL {
                let all = explainer.explain(&solution, position, die);
                let all = all.expect("a known position");
                let wrong = all.iter().filter(|it| it.mistake.is_some());
                let expected = wrong.map(|it| {
                    json!({
                        "move": it.action.to_string(),
                        "text": it.reason,
                    })
                });
                let expected: Vec<Value> = expected.collect();
                let found = &found[at][die.index()];
                assert_eq!(found, &json!(expected), "{name}: {position} with a {die}");
                compared += expected.len();
            }
        }
        assert!(compared > 100, "{name}: {compared}");
    }
}
