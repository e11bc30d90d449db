//! Matches on the browser page: scores, and moves judged for the score, compared with the library and the command.

use std::process::Command;

use serde_json::{Value, json};
use tourne::facts::MatchScores;
use tourne_solver::Rules;
use tourne_solver::matches::{FirstThrow, MatchRules, SolvedMatch};

use super::playing::{STATE, begin_and_wait, record};
use super::window::keys;
use super::{Browser, browser};
use crate::commands::run_with;

/// Number of random positions that the page judges at each score.
const QUESTIONS: usize = 150;

#[test]
fn chances_before_a_game_are_those_of_the_library() {
    let Some(browser) = browser() else { return };
    browser.show(&["standard", "double-win", "course"], "#play");
    for rules in [Rules::STANDARD, Rules::DOUBLE_WIN, Rules::COURSE] {
        for length in [3, 7] {
            let first = FirstThrow::Dice;
            let of = MatchRules {
                rules,
                length,
                first,
            };
            let table = SolvedMatch::new(of, &mut |_, _| ()).expect("a solved match");
            for row in MatchScores::new(&table).scores {
                let chance = "
                    const [own, other] = arguments[1].split('-').map((points) => arguments[2] - points);
                    return matchChance(rulesNamed(arguments[0]), own, other);";
                let found =
                    browser.run_with(chance, &json!([rules.to_string(), row.score, length]));
                let found = found.as_f64().expect("a number");
                let is_near = (found - row.before_draw).abs() < 1e-9;
                assert!(is_near, "{rules} {}: {found}", row.score);
            }
        }
    }
}

/// Returns random positions with a die, each with the value of the position and the values and losses of its moves, as
/// the page computes them in a match. `needs` are the points that each player still needs, `seat` is the player on
/// roll.
fn judged(browser: &Browser, rules: &str, needs: [u8; 2], seat: u8) -> Vec<Value> {
    let script = "
        const [name, needs, seat, count] = arguments;
        return changeRules(name, true).then(() => judgeAt(app.solution, needs)).then((judge) => {
            const positions = app.solution.positions();
            const random = new Randomness(7);
            return Array.from({ length: count }, () => {
                const position = positions[random.next() % positions.length];
                const die = random.die();
                const moves = judge.ranked(position, die, seat).map(({ move, value, loss }) => [move, value, loss]);
                return [`${writePosition(position)}:${die}`, judge.value(position, seat), moves];
            });
        });";
    let found = browser.run_with(script, &json!([rules, needs, seat, QUESTIONS]));
    found.as_array().expect("a list").clone()
}

#[test]
fn moves_are_judged_for_the_score_as_by_the_command() {
    let Some(browser) = browser() else { return };
    browser.show(&["standard", "double-win"], "#play");
    for (rules, needs, seat) in [
        ("double-win", [1, 4], 0),
        ("double-win", [3, 2], 1),
        ("double-win", [5, 5], 0),
        ("standard", [2, 3], 1),
    ] {
        let found = judged(&browser, rules, needs, seat);
        let asked: Vec<&str> = found.iter().filter_map(|it| it[0].as_str()).collect();
        let questions = asked.join("\n");
        // The command has the points of the side on roll first.
        let [own, other] = [needs[usize::from(seat)], needs[1 - usize::from(seat)]];
        let score = format!("{}-{}", 5 - own, 5 - other);
        let mut command = Command::new(env!("CARGO_BIN_EXE_tourne"));
        let command = command.args([
            "best", "-", "--rules", rules, "--match", "5", "--score", &score,
        ]);
        let outcome = run_with(command, &questions);
        outcome.assert_answered();
        let answers = outcome.stdout.lines().map(serde_json::from_str);
        let answers: Vec<Value> = answers.collect::<Result<_, _>>().expect("valid JSON");
        assert_eq!(answers.len(), QUESTIONS);
        for (asked, answer) in found.iter().zip(&answers) {
            let moves = asked[2].as_array().expect("moves");
            let known = answer["moves"].as_array().expect("moves");
            assert_eq!(moves.len(), known.len(), "{asked}");
            for shown in moves {
                let mut known = known.iter();
                let known = known
                    .find(|it| it["move"] == shown[0])
                    .expect("a legal move");
                for (at, field) in [(1, "value"), (2, "loss")] {
                    let [shown, known] =
                        [&shown[at], &known[field]].map(|it| it.as_f64().expect("a number"));
                    assert!((shown - known).abs() < 2e-9, "{score} {asked}: {known}");
                }
                assert_eq!(shown[2] == 0.0, known["loss"] == 0.0, "{score} {asked}");
            }
        }
    }
}

/// Plays the current game to its end, always with the first move of the list.
fn play_game(browser: &Browser) {
    while browser.wait(STATE) != "over" {
        browser.click("#list [data-move]");
    }
}

#[test]
fn a_match_is_played_to_its_end_and_reviewed_as_a_whole() {
    let Some(browser) = browser() else { return };
    browser.load(&["standard", "double-win"]);
    for rules in ["standard", "double-win"] {
        begin_and_wait(&browser, "3");
        browser.run_with(
            "return changeRules(arguments[0], true).then(newGame);",
            &json!([rules]),
        );
        if browser.run("return document.querySelector('details.more').open;") == false {
            browser.click("[data-key=more]");
        }
        browser.press_on("match", &format!("{}{}", keys::UP, keys::UP));
        browser.press(&format!("{}{}{}", keys::UP, keys::UP, keys::DOWN));
        assert_eq!(browser.run("return settings.length;"), 3);
        browser.click("[data-key=begin]");
        browser.wait(STATE);
        browser.assert_shows("#says", &["Match to 3: You 0, Computer 0."]);
        let mut games = 1;
        loop {
            play_game(&browser);
            if browser.run("return matchWinner() >= 0;") == true {
                break;
            }
            let score = browser.run("return [matchPoints(), scoreInWords()];");
            browser.assert_shows("#list", &[score[1].as_str().expect("a text")]);
            browser.click("[data-key=next-game]");
            browser.wait(STATE);
            games += 1;
            // A reload and a new game that is undone keep the match.
            let all = "return [writeReviewLink(gamesPlayed()), scoreInWords(), playing.judge.rules.doubleWin];";
            let before = browser.run(all);
            assert_eq!(before[2], false, "chances are those of the match");
            // After many changes, the page waits before it writes to the browser's history.
            browser.wait("return history.state.game.turns.length === playing.game.turns.length && history.state.game.seed === playing.seed;");
            browser.reload();
            browser.wait(STATE);
            assert_eq!(browser.run(all), before);
            if browser.run("return playing.game.turns.length > 0;") == true {
                browser.click("[data-key=new]");
                assert_eq!(browser.run("return playing.match;"), Value::Null);
                browser.click("[data-key=undo-replaced]");
                browser.wait(STATE);
                assert_eq!(browser.run(all), before);
            }
        }
        let end = "const [own, other] = matchPoints(); const winner = matchWinner();
            return [`${winner === 0 ? 'You win' : 'Computer wins'} the match, ${Math.max(own, other)} to ${Math.min(own, other)}.`,
                Math.max(own, other) >= 3];";
        let end = browser.run(end);
        assert_eq!(
            (json!(browser.text("#list h2")), &end[1]),
            (end[0].clone(), &json!(true))
        );
        assert!(record(&browser).contains("match: to 3\n"));
        browser.click("[data-key=review]");
        browser.wait("return reviewing.review !== null;");
        assert_eq!(browser.run("return reviewing.games.length;"), games);
        browser.assert_no_message();
    }
}
