//! A line of play: moves that are tried in Analyse one after the other, stepped through, replaced, and taken elsewhere.

use serde_json::json;
use tourne::review::record as records;

use super::playing::{STATE, begin_and_wait, move_and_wait, record};
use super::reviewing::{lalanne, read};
use super::sharing::permit_copying;
use super::window::keys;
use super::{Browser, browser, chromium};

/// The moves of the line, and how many of them lead to the position on the board.
const LINE: &str = "
    const { game, at } = analysis.line;
    return `${game.turns.map(({ dice, play }) => `${dice.join('-')} ${play.move}`).join(', ')} | ${at}`;";

/// A line, and another that leaves it after the first turn.
const LINES: [&str; 2] = ["4 0/4, 3 0/3, 2 0/2", "4 0/4, 5 0/5"];

/// Chooses the die that is played, and plays a move with it.
fn try_move(browser: &Browser, die: u8, action: &str) {
    browser.click(&format!("label:has([data-key=die-{die}])"));
    let row = format!("#list [data-move='{action}']");
    if browser.run(&format!(
        "return document.querySelector(\"{row}\").ariaPressed;"
    )) != "true"
    {
        browser.click(&row);
    }
    browser.click("#list .go");
}

fn try_first_line(browser: &Browser) {
    browser.open("#000/000");
    for (die, action) in [(4, "0/4"), (3, "0/3"), (2, "0/2")] {
        try_move(browser, die, action);
    }
}

fn assert_line(browser: &Browser, moves: &str, at: u8) {
    let expected = format!("{moves} | {at}");
    browser.wait(&format!(
        "return (() => {{ {LINE} }})() === '{expected}' || null;"
    ));
}

#[test]
fn another_move_in_a_line_keeps_both_lines_reachable_by_undo_and_by_back() {
    let Some(browser) = browser() else { return };
    try_first_line(&browser);
    assert_line(&browser, LINES[0], 3);
    browser.assert_shows("#all-turns .here", &["3 Light", "0/2", "0.51 %"]);
    browser.press(&keys::LEFT.repeat(2));
    assert_line(&browser, LINES[0], 1);
    assert_eq!(browser.fragment(), "#000/004:3&side=dark");
    let last = "const { side, from, to } = app.board.scene.last; return [side, from, to];";
    assert_eq!(browser.run(last), json!([0, 0, 4]));
    // The move of the line is the one that is selected there, and replaces nothing.
    browser.click("#list .go");
    assert_line(&browser, LINES[0], 2);
    browser.click("[data-key='step-‹']");
    try_move(&browser, 5, "0/5");
    assert_line(&browser, LINES[1], 2);
    browser.click("[data-key=undo-replaced]");
    assert_line(&browser, LINES[0], 1);
    browser.back();
    assert_line(&browser, LINES[1], 2);
    browser.back();
    assert_line(&browser, LINES[0], 1);
    browser.forward();
    browser.reload();
    assert_line(&browser, LINES[1], 2);
    // Going back within a line keeps what follows.
    browser.press(keys::LEFT);
    browser.click("[data-key=turn-2]");
    assert_line(&browser, LINES[1], 2);
    // Neither another tab nor a side that is swapped by mistake loses the line.
    browser.click("[data-key=mode-rules]");
    browser.click("[data-key=mode-analyse]");
    assert_line(&browser, LINES[1], 2);
    browser.choose("[data-key=swap]");
    assert_line(&browser, "", 0);
    browser.click("[data-key=undo-replaced]");
    assert_line(&browser, LINES[1], 2);
    browser.assert_no_message();
}

#[test]
fn a_line_is_copied_as_a_record_and_as_a_link_and_reviewed() {
    let Some(browser) = chromium("its driver gives no leave to read what was copied") else {
        return;
    };
    browser.may_end_with_message();
    permit_copying(&browser);
    browser.open("#04h/007");
    for (die, action) in [(3, "0/3"), (6, "0/6")] {
        try_move(&browser, die, action);
    }
    let copy = |key: &str| {
        browser.run("document.querySelector('[role=alert]').textContent = '';");
        browser.click(&format!("[data-key=line-{key}]"));
        browser.wait(
            "return document.querySelector('[role=alert]').textContent.includes('copied') || null;",
        );
        browser.said("return navigator.clipboard.readText();")
    };
    let text = copy("record");
    assert_eq!(
        text,
        "rules: standard\nposition: 04h/007\nLight 3 0/3\nDark 6 0/6\n"
    );
    assert_eq!(
        records::read(text.as_bytes()).expect("a record")[0]
            .turns
            .len(),
        2
    );
    let link = copy("link");
    let reviewed =
        "return reviewing.review ? [writeRecord(reviewing.review.game), reviewing.turn] : null;";
    browser.click("[data-key=line-review]");
    assert_eq!(browser.wait(reviewed), json!([text, 2]));
    browser.back();
    assert_line(&browser, "3 0/3, 6 0/6", 2);
    browser.go("about:blank");
    browser.go(&link);
    assert_eq!(browser.wait(reviewed), json!([text, 2]));
}

#[test]
fn a_review_and_a_running_game_are_analysed_with_their_turns_and_stay_as_they_were() {
    let Some(browser) = browser() else { return };
    browser.open("#review");
    read(&browser, &lalanne());
    browser.wait("return reviewing.review;");
    browser.press(&keys::RIGHT.repeat(3));
    let reviewed = "return [writeRecord(reviewing.review.game), reviewing.turn];";
    let before = browser.run(reviewed);
    assert_eq!(before[1], 4);
    browser.choose("[data-key=analyse]");
    let shown = "
        const { game, at, dice } = analysis.line;
        return [game.turns.length, at, dice];";
    let dice = browser.run("return reviewing.review.game.turns[3].dice;");
    assert_eq!(browser.run(shown), json!([6, 3, dice]));
    browser.press(keys::LEFT);
    browser.click("label:has([data-key=die-0])");
    browser.click("#list [data-key^=move-6-]");
    browser.click("#list .go");
    assert_eq!(browser.run(shown), json!([3, 3, []]));
    browser.click("#offer .close");
    browser.click("[data-key=mode-review]");
    assert_eq!(browser.wait(reviewed), before);

    begin_and_wait(&browser, "7");
    move_and_wait(&browser);
    let before = record(&browser);
    let count = before.matches('/').count();
    let dice = browser.run("return diceNow();");
    browser.choose("[data-key=analyse]");
    assert_eq!(browser.run(shown), json!([count, count, dice]));
    // The throw that is not played yet is there again after steps.
    browser.press(&format!("{}{}", keys::LEFT, keys::RIGHT));
    assert_eq!(browser.run(shown), json!([count, count, dice]));
    browser.click("#list .go");
    assert_eq!(browser.run(shown), json!([count + 1, count + 1, []]));
    browser.click("[data-key=mode-play]");
    browser.wait(STATE);
    assert_eq!(record(&browser), before);
    assert_eq!(browser.run("return diceNow();"), dice);
    // What was tried is still there; another game offers it back.
    browser.choose("[data-key=analyse]");
    let tried = browser.run("return analysis.line.game.turns.length;");
    assert_eq!(tried, count + 1);
    browser.click("[data-key=mode-play]");
    browser.wait(STATE);
    browser.run("playing.seed = 8; beginMatch();");
    browser.wait(STATE);
    move_and_wait(&browser);
    browser.choose("[data-key=analyse]");
    browser.assert_shows("#offer", &["The line of play was replaced."]);
    browser.click("[data-key=undo-replaced]");
    assert_eq!(
        browser.run("return analysis.line.game.turns.length;"),
        tried
    );
}

#[test]
fn the_end_of_a_game_is_shown_in_a_line() {
    let Some(browser) = browser() else { return };
    browser.open("#8hh/9hh:4");
    browser.click("#list .go");
    for _ in 0..2 {
        assert_line(&browser, "4 8/12", 1);
        browser.assert_shows("#says", &["Light wins"]);
        browser.assert_shows("#chances", &["100.0 %"]);
        assert_eq!(browser.run("return app.board.scene.won;"), 0);
        browser.reload();
    }
    browser.press(keys::LEFT);
    assert_line(&browser, "4 8/12", 0);
    assert_eq!(browser.fragment(), "#8hh/9hh:4");
    browser.assert_no_message();
}
