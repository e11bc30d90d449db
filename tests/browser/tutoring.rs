//! The tutor says what a move gave away, and offers to take the move back.

use serde_json::json;

use super::playing::{STATE, begin_and_wait, record};
use super::{Browser, browser};

/// Plays on until a choice comes whose worst move loses at least `least`, and plays its best (`0`) or worst (`-1`)
/// move.
fn choose(browser: &Browser, which: &str, least: f64) {
    for _ in 0..100 {
        assert_eq!(browser.wait(STATE), "choose");
        let is_found = browser.number("return playChoices().at(-1).loss;") >= least;
        let place = if is_found { which } else { "0" };
        browser.run(&format!("makeMove(playChoices().at({place}));"));
        if is_found {
            return;
        }
    }
    panic!("no such choice");
}

#[test]
fn a_move_that_gives_much_away_can_be_taken_back() {
    let Some(browser) = browser() else { return };
    browser.load(&["standard", "double-win"]);
    begin_and_wait(&browser, "7");
    // Without the tutor the game goes on.
    assert_ne!(browser.run("return playing.phase.at;"), "judged");
    browser.click("[data-key=settings]");
    browser.click("[data-key=tutor]");
    choose(&browser, "-1", 0.02);
    browser.wait("return playing.phase.at === 'judged';");
    let turns = record(&browser);
    let asked = browser.run("const { seat, position, die, play } = playing.game.turns.at(-1);
         const moves = app.solution.ranked(position, die);
         const played = moves.find((it) => it.move === play.move);
         return [`Gave away ${decimal(100 * played.loss, 1)}${String.fromCharCode(160)}% of games: take it back?`,
            whyWorse(app.rules, position, played, moves[0])];");
    let text = browser.text("#list");
    for part in asked.as_array().expect("two sentences") {
        let part = part.as_str().expect("a text");
        assert!(text.contains(part), "{part}: {text}");
        browser.wait(&format!(
            "return document.querySelector('#live').textContent.includes({});",
            json!(part.replace(" %", "\u{a0}%"))
        ));
    }
    // The game does not go on before the person answers.
    browser.run("return new Promise((done) => setTimeout(done, 300));");
    assert_eq!(record(&browser), turns);
    let last = turns.lines().last().expect("a turn");
    let dice = last.split(' ').nth(1).expect("a throw");
    browser.click("[data-key=take-back]");
    browser.wait(STATE);
    assert_eq!(browser.run("return writeThrow(diceNow());"), dice);
    browser.run("makeMove(playChoices().at(-1));");
    browser.click("[data-key=play-on]");
    browser.wait(STATE);
    assert!(record(&browser).starts_with(&turns) && record(&browser) != turns);
    // A best move is praised in a word.
    choose(&browser, "0", 0.001);
    browser.wait("return telling.untold.length === 0;");
    let praise = "return [telling.said.includes('Best.'), playing.phase.at !== 'judged'];";
    assert_eq!(browser.run(praise), json!([true, true]));
    // The setting is kept after a reload, and can be switched off.
    browser.reload();
    assert_eq!(browser.run("return settings.isTutored;"), true);
    browser.wait(STATE);
    browser.click("[data-key=settings]");
    browser.click("[data-key=tutor]");
    browser.reload();
    assert_eq!(browser.run("return settings.isTutored;"), false);
}
