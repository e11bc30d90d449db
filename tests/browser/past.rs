//! Past games: what is kept of finished games, the list in the review, export and import.

use std::process::Command;

use serde_json::{Value, json};

use super::playing::{STATE, begin_and_wait, move_and_wait};
use super::{Browser, browser, chromium};
use crate::commands::{self, assert_says, run_with};

/// Returns the past games that the browser keeps, the latest first.
fn past(browser: &Browser) -> Vec<Value> {
    browser.list("return JSON.parse(localStorage.getItem('tourne-past') ?? '[]');")
}

/// Begins a game, makes a move and gives up.
fn lose(browser: &Browser, seed: &str) {
    begin_and_wait(browser, seed);
    move_and_wait(browser);
    browser.click("[data-key=resign]");
    assert_eq!(browser.wait(STATE), "over");
}

#[test]
fn finished_games_are_past_games_once_also_resigned_taken_back_or_of_another_window() {
    let Some(browser) = browser() else { return };
    lose(&browser, "7");
    let kept = past(&browser);
    assert_eq!(kept.len(), 1);
    let review = "
        const { errors, rating } = reviewOf(app.solution, playing.game).seats[0];
        return [errors, rating, -1, 0];";
    let it = &kept[0];
    let found = json!([it["loss"], it["rating"], it["points"], it["own"]]);
    assert_eq!(found, browser.run(review));
    // Taken back and finished again, also after a reload, it is the same game.
    browser.run("playOnAfterAll();");
    browser.wait(STATE);
    browser.reload();
    browser.wait(STATE);
    move_and_wait(&browser);
    browser.click("[data-key=resign]");
    let later = past(&browser);
    assert_eq!(later.len(), 1);
    assert_ne!(later[0]["link"], kept[0]["link"]);
    // Another window finishes a game meanwhile.
    begin_and_wait(&browser, "8");
    move_and_wait(&browser);
    let first = browser.handle();
    let second = browser.new_window();
    browser.look_at(&second);
    lose(&browser, "9");
    browser.look_at(&first);
    browser.click("[data-key=resign]");
    assert_eq!(past(&browser).len(), 3);
    // The game of the day counts the first time.
    for _ in 0..2 {
        browser.open("#rules");
        browser.open("#daily=2026-11-25");
        browser.run("newGame(); playing.day = '2026-11-25'; beginDay();");
        browser.wait(STATE);
        browser.click("#list [data-move]");
        browser.wait(STATE);
        browser.click("[data-key=resign]");
    }
    assert_eq!(past(&browser).len(), 4);
}

#[test]
fn games_given_up_before_the_first_turn_are_past_games_each_and_saved() {
    let Some(browser) = browser() else { return };
    browser.may_end_with_message();
    for seed in ["7", "8"] {
        begin_and_wait(&browser, seed);
        // Before anybody has thrown.
        browser.run(
            "window.clearTimeout(playing.timer); playing.game.turns.length = 0; playing.phase = { at: 'roll' }; playing.begun = arguments[0];
            app.show();"
                .replace("arguments[0]", &format!("1764000000000 + {seed}"))
                .as_str(),
        );
        browser.click("[data-key=resign]");
        assert_eq!(browser.wait(STATE), "over");
    }
    let kept = past(&browser);
    let points: Vec<&Value> = kept.iter().map(|it| &it["points"]).collect();
    assert_eq!(points, [-1, -1], "{kept:?}");
    assert!(kept[0]["loss"].as_f64().expect("a loss") > 0.4);
    // Saved, it is a game of a record, and says who won.
    browser.run("URL.createObjectURL = (blob) => { blob.text().then((it) => (window.saved = it)); return 'data:,'; };");
    browser.run("document.querySelector('[data-key=save]').click();");
    let saved = browser.wait("return window.saved ?? null;");
    let saved = saved.as_str().expect("a text");
    assert_says(saved, &["result: You resigns against Computer"]);
    // Reviewed, it has nothing but its end.
    browser.click("[data-key=review]");
    browser.wait("return document.querySelectorAll('.turns tbody tr').length === 1;");
    browser.open("#review");
    browser.run("window.saved = null;");
    browser.run("URL.createObjectURL = (blob) => { blob.text().then((it) => (window.saved = it)); return 'data:,'; };");
    browser.click("[data-key=past-export]");
    let exported = browser.wait("return window.saved ?? null;");
    let exported = exported.as_str().expect("a text");
    assert_eq!(
        exported.matches("result: You resigns against").count(),
        2,
        "{exported}"
    );
    // Imported again, they are the same two, but to somebody who lacks one of them.
    assert_says(&import(&browser, exported), &["0 of 2 games added"]);
    browser.run("forgetPast(pastGames()[0]); app.show();");
    assert_eq!(past(&browser).len(), 1);
    assert_says(&import(&browser, exported), &["1 of 2 games added"]);
}

/// Puts games that level 4 played into the list, the latest first.
fn put_games(browser: &Browser, count: usize) {
    let script = "
        const random = new Randomness(1);
        for (let at = 0; at < arguments[0]; at++) {
            const game = new Game(app.rules, at % 2, startPosition());
            game.names = ['You', 'Computer-4'];
            while (!game.isOver) {
                const dice = [random.die(), random.die()];
                const moves = app.solution.ranked(game.position, dieOf(dice));
                game.add(dice, moveOfLevel(app.solution, moves, 4, random.share()).play);
            }
            notePast(game, 0, Date.parse('2026-11-25T12:00Z') - at * 86400000);
        }
        app.show();";
    browser.run_with(script, &json!([count]));
}

/// Reads a text as a file that is chosen for import, and returns what the page says.
fn import(browser: &Browser, text: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.txt");
    std::fs::write(&file, text).expect("there is space");
    browser.run("notice('');");
    browser.choose_file("[data-key=past-file]", &file);
    browser.wait("return document.querySelector('#notice').textContent !== '';");
    browser.message()
}

#[test]
fn past_games_are_bounded_deleted_exported_and_imported_without_doubles() {
    let Some(browser) = browser() else { return };
    browser.may_end_with_message();
    browser.open("#review");
    put_games(&browser, 103);
    let all = past(&browser);
    assert_eq!(all.len(), 100);
    assert!(all[0]["time"].as_f64() > all[99]["time"].as_f64());
    browser.run(
        "localStorage.setItem('tourne-past', JSON.stringify(pastGames().slice(0, 3))); app.show();",
    );
    let three = past(&browser);
    assert_eq!(
        browser.run("return document.querySelectorAll('#past li').length;"),
        3
    );
    browser.assert_shows(
        "#past",
        &[
            "2026-11-25: ",
            "against Computer (level",
            "rating ",
            "gave away ",
        ],
    );
    assert_eq!(
        browser.run("return document.querySelectorAll('#past .curve .values').length;"),
        1
    );
    // An unchanged list is not built anew; the curve has one unit.
    let same = "const before = document.querySelector('#past'); app.show(); return before === document.querySelector('#past');";
    assert_eq!(browser.run(same), true);
    let mixed = "const games = pastGames().map((it) => ({ ...it })); games[0].rules = 'course'; localStorage.setItem('tourne-past', JSON.stringify(games)); app.show();";
    browser.run(mixed);
    browser.assert_shows(
        "#past",
        &[
            "Your rating in 2 games",
            "lower is better",
            "All together: rating ",
            ", after ",
        ],
    );
    browser.run_with(
        "localStorage.setItem('tourne-past', arguments[0]); app.show();",
        &json!([json!(three).to_string()]),
    );

    browser.click("[data-key=forget-1]");
    assert_eq!(past(&browser), [three[0].clone(), three[2].clone()]);
    browser.click("[data-key=undo-replaced]");
    assert_eq!(past(&browser), three);

    browser.run("URL.createObjectURL = (blob) => { blob.text().then((it) => (window.saved = it)); return 'data:,'; };");
    browser.click("[data-key=past-export]");
    let saved = browser.wait("return window.saved ?? null;");
    let saved = saved.as_str().expect("a text");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tourne"));
    let outcome = run_with(command.args(["review", "-", "--format", "json"]), saved);
    let games = &commands::json(&outcome)["games"];
    assert_eq!(games.as_array().map(Vec::len), Some(3), "{saved}");
    assert_says(saved, &["date: 2026-11-25\nresult: "]);
    for (game, it) in games.as_array().expect("games").iter().zip(&three) {
        let sides = game["sides"].as_array().expect("sides");
        let own = sides
            .iter()
            .find(|side| side["side"] == "You")
            .expect("you");
        let near =
            own["errors"].as_f64().expect("a number") - it["loss"].as_f64().expect("a number");
        assert!(near.abs() < 1e-9, "{game}: {it}");
    }
    assert_says(&import(&browser, saved), &["0 of 3 games added"]);
    browser.run("forgetPast(pastGames()[1]); forgetPast(pastGames()[1]); app.show();");
    assert_says(&import(&browser, saved), &["2 of 3 games added"]);
    let results = |games: &[Value]| -> Vec<Value> {
        games
            .iter()
            .map(|it| json!([it["points"], it["rating"], it["time"]]))
            .collect()
    };
    assert_eq!(results(&past(&browser)), results(&three));

    // A game by rules that are not inside the page is kept and listed, and not opened.
    let course = "rules: course\nA 3 0/3\nB 1 0/1\nresult: A resigns\n";
    assert_says(&import(&browser, course), &["1 of 1 game added"]);
    browser.assert_shows("#past li:last-child", &["no date", "B wins", "Course"]);
    assert_eq!(
        browser.run("return document.querySelector('#past li:last-child [data-key^=past-]');"),
        Value::Null
    );

    browser.click("[data-key=past-0]");
    browser.wait("return document.querySelector('.turns tbody tr') !== null;");
    assert_eq!(
        browser.run("return [reviewing.games.length, reviewing.own];"),
        json!([1, 0])
    );
    browser.assert_shows("#account #past", &["2026-11-25"]);
    browser.open("#play");
    browser.click("[data-key=past-games]");
    browser.assert_shows("#past", &["2026-11-25"]);
}

#[test]
fn past_games_changed_by_hand_or_without_storage_do_not_break_the_page() {
    let Some(browser) = chromium("storage is forbidden by its driver") else {
        return;
    };
    browser.open("#review");
    for kept in [
        "{",
        "7",
        "[null, 7, {\"link\": 1}, {\"time\": 1e99, \"rules\": \"standard\", \"own\": 0}]",
    ] {
        browser.run_with(
            "localStorage.setItem('tourne-past', arguments[0]); app.show();",
            &json!([kept]),
        );
        browser.assert_shows("#past", &["The games that you finish"]);
    }
    let damaged = "
        localStorage.removeItem('tourne-past');
        const game = readReviewLink('UAY0jNj!&names=You,B').games[0];
        notePast(game, 0, 5);
        const [past] = pastGames();
        past.link = past.link.replace('UA', 'UZ');
        localStorage.setItem('tourne-past', JSON.stringify([past]));
        app.show();";
    browser.run(damaged);
    browser.click("[data-key=past-0]");
    browser.wait("return document.querySelector('#notice').textContent !== '';");
    browser.may_end_with_message();
    browser.forbid_storage();
    browser.reload();
    lose(&browser, "7");
    browser.open("#review");
}
