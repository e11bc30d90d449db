//! Two windows of the page share what the browser remembers, and neither loses what was made in the other.

use serde_json::{Value, json};

use super::browser;
use super::playing::{STATE, begin_and_wait, move_and_wait, record};
use super::reviewing::read;

#[test]
fn games_of_two_windows_are_both_kept() {
    let Some(browser) = browser() else { return };
    let first = browser.handle();
    begin_and_wait(&browser, "21");
    move_and_wait(&browser);
    let second = browser.new_window();
    browser.look_at(&second);
    browser.open("#play");
    browser.wait(STATE);
    begin_and_wait(&browser, "22");
    move_and_wait(&browser);
    let of_second = record(&browser);
    browser.look_at(&first);
    move_and_wait(&browser);
    let of_first = record(&browser);
    // A new window has the game of which a turn was played last; the other one can be brought back.
    let third = browser.new_window();
    browser.look_at(&third);
    browser.open("#play");
    browser.wait(STATE);
    assert_eq!(record(&browser), of_first);
    let before = browser.run("return bringBackGame(gameBefore());");
    assert_eq!(before, Value::Null);
    browser.wait(STATE);
    assert_eq!(record(&browser), of_second);
}

#[test]
fn a_record_of_one_window_is_not_replaced_by_that_of_another() {
    let Some(browser) = browser() else { return };
    let first = browser.handle();
    browser.open("#review");
    let open = |title: &str| {
        let record = format!(
            "title: {title}\n{}",
            "rules: standard\nA 4-3 off/3\nB 5-4 off/4\n".repeat(400)
        );
        read(&browser, &record);
        browser.wait("return reviewing.isKept;");
    };
    open("Of the first");
    let second = browser.new_window();
    browser.look_at(&second);
    browser.open("#review");
    open("Of the second");
    for (window, title) in [(&first, "Of the first"), (&second, "Of the second")] {
        browser.look_at(window);
        browser.reload();
        browser.wait("return reviewing.games.length === 400;");
        let kept =
            browser.run("return reviewing.games[0].headers.find(([name]) => name === 'title');");
        assert_eq!(kept, json!(["title", title]));
    }
}
