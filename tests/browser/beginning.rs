//! The first screen of a game: one button begins it, with a description of the opponent and the choice of a colour
//! above.

use serde_json::json;
use tourne::grading::results_of_levels;
use tourne::policy::Level;
use tourne_solver::Rules;

use super::browser;
use super::playing::{STATE, move_and_wait, record};
use super::window::keys;

#[test]
fn a_game_begins_with_one_button_on_the_first_screen() {
    let Some(browser) = browser() else { return };
    browser.make_wide(360);
    browser.open("#play");
    let seen = "
        const controls = [...document.querySelectorAll('main input, main select, main button, main summary')];
        const seen = controls.filter((it) => it.checkVisibility());
        const isInside = (it) => it.getBoundingClientRect().bottom <= innerHeight;
        const first = [document.querySelector('#board svg'), ...seen.slice(0, 2)];
        return [seen.map((it) => it.dataset.key), first.map(isInside)];";
    let keys = "begin opponent colour-light colour-dark tutor more";
    let keys: Vec<&str> = keys.split(' ').collect();
    assert_eq!(browser.run(seen), json!([keys, [true, true, true]]));
    assert_eq!(browser.text("[data-key=begin]"), "Play");
    browser.tap("[data-key=begin]");
    browser.wait("return playing.game !== null;");
}

#[test]
fn the_opponent_is_described_by_the_figures_of_the_library() {
    let Some(browser) = browser() else { return };
    browser.load(&["standard", "double-win", "course"]);
    for (name, rules) in [
        ("standard", Rules::STANDARD),
        ("double-win", Rules::DOUBLE_WIN),
        ("course", Rules::COURSE),
    ] {
        browser.open(&format!("#play&rules={name}"));
        browser.press_on("opponent", &format!("{}{}", keys::END, keys::UP));
        let results = results_of_levels(rules).expect("known results");
        for (level, result) in Level::ALL.iter().zip(results).rev() {
            let said = match level.number() {
                10 => "Plays perfectly: in the long run nobody wins more than half of the games."
                    .to_owned(),
                _ if rules == Rules::DOUBLE_WIN => {
                    format!(
                        "Would lose {:.2} points a game to a perfect player.",
                        -result
                    )
                }
                _ => format!(
                    "Would win {:.0} of 100 games against a perfect player.",
                    100.0 * result
                ),
            };
            let said = json!(said);
            browser.wait(&format!(
                "return document.querySelector('#opponent-help').textContent === {said};"
            ));
            browser.press(keys::UP);
        }
    }
}

#[test]
fn a_person_may_have_the_dark_men() {
    let Some(browser) = browser() else { return };
    browser.open("#play");
    browser.press_on("colour-light", keys::RIGHT);
    browser.run("motion.pace = 'instant';");
    browser.click("[data-key=begin]");
    browser.wait(STATE);
    assert_eq!(browser.run("return playing.game.seat;"), 1);
    let men = "return [...document.querySelectorAll('.man.movable')].every((man) => man.classList.contains('dark'));";
    assert_eq!(browser.run(men), true);
    assert!(browser.text("#chances").starts_with("Computer"));
    move_and_wait(&browser);
    let before = record(&browser);
    // After a reload and in the review, the person still has the dark men.
    browser.reload();
    browser.wait(STATE);
    assert_eq!(record(&browser), before);
    assert_eq!(browser.run("return playing.game.seat;"), 1);
    browser.click("[data-key=resign]");
    browser.assert_shows("#list h2", &["Computer wins."]);
    browser.click("[data-key=review]");
    let whose = "return [reviewing.whose, reviewing.review.game.names[1]];";
    assert_eq!(browser.run(whose), json!([1, "You"]));
    // The colour is remembered for the next game.
    browser.click("[data-key=mode-play]");
    browser.click("[data-key=new]");
    let dark = "return document.querySelector('[data-key=colour-dark]').checked;";
    assert_eq!(browser.run(dark), true);
}
