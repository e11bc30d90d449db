//! Links are copied; games are saved as records, and read again by the page and by `tourne review`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use super::playing::{begin, play, record};
use super::window::keys;
use super::{Browser, browser, chromium};
use crate::commands::{assert_says, run};

/// Permits the page to copy, and this test to read what was copied.
pub(super) fn permit_copying(browser: &Browser) {
    let permissions = json!({ "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"] });
    browser.command("Browser.grantPermissions", &permissions);
}

/// Lets the page copy its link, and returns what it copied.
pub(super) fn copied(browser: &Browser) -> String {
    browser.choose("[data-key=copy]");
    browser.wait("return document.querySelector('[role=alert]').textContent.includes('copied');");
    browser.said("return navigator.clipboard.readText();")
}

#[test]
fn the_button_copies_the_link() {
    let Some(browser) = chromium("its driver gives no leave to read what was copied") else {
        return;
    };
    browser.may_end_with_message();
    browser.load(&["standard", "course"]);
    permit_copying(&browser);
    browser.open("#04h/007:5&rules=course");
    assert_eq!(copied(&browser), browser.address("#04h/007:5&rules=course"));
    assert_eq!(browser.console(), [""; 0]);
    // The address names whose colour is on roll, as the link does.
    browser.click("[data-key=swap]");
    assert_eq!(browser.fragment(), "#007/04h:5&rules=course&side=dark");
    assert_eq!(copied(&browser), browser.said("return location.href;"));
    browser.click("[data-key=swap]");
    // Where copying is forbidden, the link is shown.
    let forbid =
        "navigator.clipboard.writeText = () => Promise.reject(new DOMException('forbidden'));";
    browser.run(forbid);
    browser.choose("[data-key=copy]");
    browser.wait("return document.querySelector('[role=alert]').textContent.includes('#04h/007:5&rules=course');");
    assert_eq!(browser.console(), [""; 0]);
}

/// Waits until the page has saved its file in a folder, and returns the path.
pub(super) fn saved(folder: &Path) -> PathBuf {
    let file = folder.join("tourne-case.txt");
    let started = std::time::Instant::now();
    while !file.is_file() {
        assert!(started.elapsed().as_secs() < 30, "nothing is saved");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    file
}

/// Makes the browser save downloads in a folder.
pub(super) fn save_in(browser: &Browser, folder: &Path) {
    let behaviour = json!({ "behavior": "allow", "downloadPath": folder });
    browser.command("Browser.setDownloadBehavior", &behaviour);
}

/// Returns the moves in the review that is shown.
fn reviewed(browser: &Browser) -> Vec<Value> {
    browser.list("return [...document.querySelectorAll('.turns tbody tr')].map((row) => row.children[2].textContent);")
}

#[test]
fn a_saved_game_is_read_by_the_command_and_by_the_page() {
    let Some(browser) = chromium("its driver names no folder for files") else {
        return;
    };
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    save_in(&browser, folder.path());
    begin(&browser, "11");
    play(&browser, || browser.click("#list [data-move]"));
    let played = record(&browser);
    browser.click("[data-key=save]");
    let file = saved(folder.path());
    assert_eq!(fs::read_to_string(&file).expect("a record"), played);
    let mut command = Command::new(env!("CARGO_BIN_EXE_tourne"));
    run(command.arg("review").arg(&file)).assert_answered();
    browser.click("[data-key=review]");
    browser.click("[data-key=back]");
    browser.wait("return document.querySelector('.turns tbody tr') !== null;");
    let own = reviewed(&browser);
    // The record is opened in a page that does not have the game: first by choosing the file, then by dropping it.
    for is_dropped in [false, true] {
        browser.go("about:blank");
        browser.forbid_storage();
        browser.open("#review");
        assert_eq!(reviewed(&browser), [""; 0]);
        if is_dropped {
            drop_text(&browser, &played);
        } else {
            browser.choose_file("[data-key=record-file]", &file);
        }
        browser.wait("return document.querySelector('.turns tbody tr') !== null;");
        assert_eq!(reviewed(&browser), own);
        browser.assert_no_message();
    }
}

/// Simulates that a file with this text is dropped on the page. Drivers cannot drop a real file, so only the event is
/// sent.
pub(super) fn drop_text(browser: &Browser, text: &str) {
    let script = "
        const dropped = new DataTransfer();
        dropped.items.add(new File([arguments[0]], 'game.txt', { type: 'text/plain' }));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }));";
    browser.run_with(script, &json!([text]));
}

#[test]
fn all_games_of_a_record_are_reviewed_each_by_its_rules() {
    let Some(browser) = browser() else { return };
    browser.show(&["standard", "course"], "#review");
    let games = "rules: standard\nA 4-3 off/3\nB 1-1 off/1\nrules: course\nA 4 off/4\nB 5 off/5\nrules: standard\nC 6-6 off/6\n";
    drop_text(&browser, games);
    browser.wait("return document.querySelectorAll('[data-key=game] option').length === 3;");
    let names = browser.said("return document.querySelector('[data-key=game]').textContent;");
    assert!(names.contains("Game 2: A – B (Course)"), "{names}");
    for (key, expected, rules) in [
        (keys::DOWN.to_owned(), "0/4 0/5", "course"),
        (keys::DOWN.to_owned(), "0/6", "standard"),
        (keys::UP.repeat(2), "0/3 0/1", "standard"),
    ] {
        browser.press_on("game", &key);
        let shown = format!(
            "return [...document.querySelectorAll('.turns tbody tr')].map((row) => row.children[2].textContent).join(' ') === '{expected}';"
        );
        browser.wait(&shown);
        assert_eq!(browser.run("return app.rules.name;"), rules);
    }
}

#[test]
fn a_link_opens_at_its_turn_and_the_page_alone_opens_a_game_to_play() {
    let Some(browser) = browser() else { return };
    browser.may_end_with_message();
    browser.open("");
    assert_eq!(browser.run("return app.mode;"), "play");

    let two = "#review:UAY0jNj-&names=W,B&game=UAY-&names=C,D";
    for (link, game, turn) in [
        ("#review:UAY0jNj-&names=W,B&turn=4", 0, 4),
        // In the same tab: the turn belongs to the first game.
        (two, 0, 1),
        (&format!("{two}&turn=3"), 0, 3),
    ] {
        browser.open(link);
        let place = browser.run("return [reviewing.at, reviewing.turn];");
        assert_eq!(place, json!([game, turn]), "{link}");
        browser.run("return reviewing.games.length > 1 && chooseGame(1);");
    }
    browser.open("#review:UAY0jNj-&names=W,B&turn=7");
    assert_says(&browser.message(), &["turn=7"]);
}
