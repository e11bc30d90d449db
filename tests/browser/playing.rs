//! Games against the perfect player, by keyboard alone, by mouse and by finger. The page and the command must review
//! the record of each game alike.

use std::process::Command;

use serde_json::{Value, json};

use super::setting_up::spot;
use super::window::{Pointer, keys};
use super::{Browser, browser};
use crate::commands::{self, assert_says, run_with};

/// Body of a function: returns `choose` if the page waits for a move, `over` if the game is over, otherwise null.
pub(super) const STATE: &str = "
    if (document.querySelector('#tools [data-key=review]')) return 'over';
    return document.querySelector('#list [data-move]') ? 'choose' : null;";

/// Maximum number of turns of a game, more than any game with the seeds of these tests has.
const TURNS: usize = 1000;

/// Begins a game against the perfect player with this seed, without animations, by keyboard alone.
pub(super) fn begin(browser: &Browser, seed: &str) {
    browser.open("#play");
    // Begin a new game: an earlier game would go on.
    browser.run("newGame();");
    browser.tab_to("[data-key=opponent]");
    // The last entry of the list is another person, the entry before it is the perfect player.
    browser.press(&format!("{}{}", keys::END, keys::UP));
    browser.press_on("more", keys::ENTER);
    browser.press_on("pace", keys::END);
    browser.press_on("seed", seed);
    browser.press_on("begin", keys::ENTER);
}

/// Begins a game as [`begin`] does, and waits until a move can be chosen.
pub(super) fn begin_and_wait(browser: &Browser, seed: &str) {
    begin(browser, seed);
    browser.wait(STATE);
}

/// Makes the first move of the list, and waits until the next move can be chosen, or the game is over.
pub(super) fn move_and_wait(browser: &Browser) {
    browser.click("#list [data-move]");
    browser.wait(STATE);
}

/// Plays the current game to its end; `choose` makes each move.
pub(super) fn play(browser: &Browser, choose: impl Fn()) {
    for _ in 0..TURNS {
        if browser.wait(STATE) == "over" {
            return;
        }
        choose();
    }
    panic!("the game came to no end");
}

/// Returns the record of the current game, as the page saves it.
pub(super) fn record(browser: &Browser) -> String {
    browser.said("return writeRecord(playing.game);")
}

/// Opens the review of the game, and asserts that it agrees with what `tourne review` prints for the record.
fn assert_reviewed(browser: &Browser) {
    let record = record(browser);
    browser.click("[data-key=review]");
    // The review begins with the first mistake as a puzzle: go back to the list of turns.
    browser.click("[data-key=back]");
    browser.wait("return document.querySelector('.turns tbody tr') !== null;");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tourne"));
    let outcome = run_with(command.args(["review", "-", "--format", "json"]), &record);
    let review = commands::json(&outcome);
    let game = &review["games"][0];
    assert_eq!(game["finished"], true, "{record}");
    let rows = browser.run(
        "return [...document.querySelectorAll('.turns tbody tr')].map((row) => row.textContent);",
    );
    let (rows, turns) = (rows.as_array().expect("rows"), game["turns"].as_array());
    let turns = turns.expect("turns");
    assert_eq!(rows.len(), turns.len());
    for (row, turn) in rows.iter().zip(turns) {
        let row = row.as_str().expect("a text");
        let percent = |field: &str| 100.0 * turn[field].as_f64().expect("a number");
        let luck = format!("{:+.2} %", percent("luck"));
        let chance = format!("{:.2} %", percent("chance"));
        assert_says(row, &[&luck, &chance]);
        let loss = percent("loss");
        let is_shown = loss < 0.01 || row.contains(&format!("{loss:.2} %"));
        assert!(is_shown, "{row}: {turn}");
    }
    let sides = game["sides"].as_array().expect("sides");
    let computers = |it: &&Value| it["side"] == "Computer-10";
    let (other, own): (Vec<&Value>, Vec<&Value>) = sides.iter().partition(computers);
    // The first move of the list is not always best; the perfect player makes no mistakes.
    let mistakes = [own, other].map(|sides| sides[0]["mistakes"].as_u64());
    assert!(mistakes[0] > Some(0) && mistakes[1] == Some(0), "{record}");
}

#[test]
fn games_are_played_and_reviewed_by_keyboard_by_mouse_and_on_a_phone() {
    let Some(browser) = browser() else { return };
    begin(&browser, "7");
    play(&browser, || {
        browser.tab_to("[data-move]");
        browser.press(keys::ENTER);
    });
    assert_reviewed(&browser);
    begin(&browser, "8");
    play(&browser, || browser.click("#list [data-move]"));
    assert_reviewed(&browser);
    browser.make_wide(360);
    begin(&browser, "9");
    play(&browser, || browser.tap("#list [data-move]"));
    assert_reviewed(&browser);
}

#[test]
fn a_move_is_taken_back_and_a_player_resigns() {
    let Some(browser) = browser() else { return };
    begin_and_wait(&browser, "7");
    let before = record(&browser);
    // The hint names the best move with a reason.
    browser.click("[data-key=hint]");
    let best = browser.run("return playChoices()[0];");
    assert_eq!(best["loss"], 0.0);
    let hint = browser.text("#list .hint");
    assert!(hint.starts_with("The best move is "), "{hint}");
    move_and_wait(&browser);
    let after = record(&browser);
    assert!(after.starts_with(&before) && after.len() > before.len());
    browser.click("[data-key=undo]");
    browser.wait(STATE);
    assert_eq!(record(&browser), before);
    // The same throws and the same answers come again.
    move_and_wait(&browser);
    assert_eq!(record(&browser), after);
    browser.click("[data-key=resign]");
    assert_eq!(browser.wait(STATE), "over");
    browser.assert_shows("#list", &["Computer wins."]);
    let over = browser.text("main");
    assert!(!over.contains("so far"), "the game is over: {over}");
    // Giving up can be undone.
    browser.click("[data-key=undo-resign]");
    assert_eq!(browser.wait(STATE), "choose");
    assert_eq!(record(&browser), after);
    browser.click("[data-key=resign]");
    assert_eq!(browser.wait(STATE), "over");
    // The review counts the value given up as an error.
    browser.click("[data-key=review]");
    browser.click("[data-key=back]");
    browser.wait("return document.querySelector('[data-resigned]') !== null;");
    let sum = "const { review } = reviewing; const [own, other] = review.seats;
        const sign = review.game.first === 0 ? 1 : -1;
        return Math.abs(review.result - review.start - sign * (own.luck - other.luck - own.errors + other.errors)) < 1e-12
            && review.seats[0].errors >= review.resigned.loss && review.resigned.loss > 0.01;";
    assert_eq!(browser.run(sum), true);
}

#[test]
fn men_are_dragged_and_tapped_in_a_game() {
    let Some(browser) = browser() else { return };
    for (pointer, width) in [(Pointer::Mouse, 1280), (Pointer::Finger, 360)] {
        browser.make_wide(width);
        begin(&browser, "7");
        for is_dragged in [true, false, true, false] {
            assert_eq!(browser.wait(STATE), "choose");
            browser.wait("return telling.untold.length === 0;");
            let turns = browser.run("return playing.game.turns.length;");
            let (man, place) = movable(&browser);
            // A drag to another point plays no move, and a message says so.
            if is_dragged {
                let wrong = if place == 9 { 8 } else { 9 };
                browser.drag(pointer, &man, spot(&browser, 0, wrong));
                assert_ne!(browser.message(), "");
                assert_eq!(browser.run("return playing.game.turns.length;"), turns);
                browser.drag(pointer, &man, spot(&browser, 0, place));
            } else {
                browser.press_at(pointer, spot(&browser, 0, place));
                if matches!(pointer, Pointer::Finger) {
                    assert_previewed(&browser, &turns);
                    browser.press_at(pointer, spot(&browser, 0, place));
                }
            }
            assert_ne!(browser.run("return playing.game.turns.length;"), turns);
        }
        browser.assert_no_message();
        browser.wait(STATE);
        browser.click("[data-key=resign]");
        browser.click("[data-key=new]");
    }
}

/// Asserts that one tap has only shown the move and the enemy men that could hit afterwards: no turn has been made.
#[track_caller]
fn assert_previewed(browser: &Browser, turns: &Value) {
    let seen = "
        const { pointed } = pointing; const { game } = playing;
        const { count } = throwsThatHit(game.rules, hitsOf(game.rules, pointed.play.next));
        const told = document.querySelector('#live').textContent.includes(`${T.reasons.dangerShort(count, 36)}. Tap again`);
        const shown = document.querySelector(`#list [data-move='${pointed.move}']`).innerText.includes('Tap again');
        return [game.turns.length, document.querySelectorAll('.board .ghost').length, told, shown,
            document.querySelectorAll('.board .danger').length
                === threatsAfter(game.rules, pointed.play, game.seat).length];";
    let seen = browser.run(seen);
    let expected = json!([turns, 1, true, true, true]);
    assert_eq!(seen, expected, "the move is shown, and the danger is told");
}

/// Returns the selector of the man of the best move, and the point that it reaches.
fn movable(browser: &Browser) -> (String, u8) {
    let script = "
        const { position } = playing.game;
        const [ranked] = inOrder(playChoices());
        return [`[data-key='man-${position.own[ranked.play.man]}']`, ranked.play.to];";
    let found = browser.run(script);
    let man = found[0].as_str().expect("a text").to_owned();
    (man, found[1].as_u64().expect("a place") as u8)
}

#[test]
fn playing_on_keeps_the_throw_and_an_only_move_says_why() {
    let Some(browser) = browser() else { return };
    browser.load(&["standard"]);
    browser.open("#02h/007:2-5");
    browser.click("[data-key=play-from]");
    browser.wait("return playing.phase.at === 'act';");
    let begun = browser.run("return [diceNow().toSorted(), settings.own];");
    assert_eq!(begun, json!([[2, 5], 0]), "the person has the side on roll");
    let why = "Off: This man cannot move: another man of its side is on 2.";
    browser.assert_shows("#list", &["Only move: from 2 to 4.", why]);
}
