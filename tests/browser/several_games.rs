//! Records and links of several games: persons stay together, what a link does not hold is said, and the mistakes of a
//! match are reviewed to the last.

use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use super::sharing::{drop_text, permit_copying, save_in, saved};
use super::window::keys;
use super::{Browser, browser, chromium};
use crate::commands::{self, run_with};

/// Returns the rows of the table of all games; the first cell of each is a name.
fn totals(browser: &Browser) -> Vec<Vec<String>> {
    browser.wait("return document.querySelector('.totals tbody tr') !== null;");
    let rows = "return [...document.querySelectorAll('.totals tbody tr')]
        .map((row) => [...row.children].map((cell) => cell.textContent));";
    let rows: Result<_, _> = serde_json::from_value(browser.run(rows));
    rows.expect("rows of texts")
}

#[test]
fn a_link_of_several_games_keeps_each_person_together() {
    let Some(browser) = browser() else { return };
    let long = "A".repeat(40);
    for names in [
        [
            ["You", "Computer-4"],
            ["Computer-4", "You"],
            ["Computer-4", "You"],
        ],
        // Somebody else is called Light, and is in no game with the person.
        [["You", "Computer-4"], ["Light", "Dark"], ["You", "Dark"]],
        // The names begin alike.
        [
            ["You", "B"],
            ["You", &format!("{long}B")],
            [&format!("{long}C"), "B"],
        ],
    ] {
        let record = names.map(|[one, other]| {
            format!("rules: standard\nresult: {other} resigns\n{one} 4-3 0/3\n{other} 1-1 0/1\n")
        });
        browser.open("#review");
        drop_text(&browser, &record.join("\n"));
        let here = totals(&browser);
        let link = browser.said("return reviewing.link;");
        // Elsewhere nobody knows the record.
        browser.go("about:blank");
        browser.forbid_storage();
        browser.open(&link);
        let there = totals(&browser);
        let sums =
            |rows: &[Vec<String>]| rows.iter().map(|row| row[1..].to_vec()).collect::<Vec<_>>();
        assert_eq!(sums(&there), sums(&here), "{names:?}: {here:?}, {there:?}");
        let own = there.iter().position(|row| row[0] == "You");
        assert_eq!(own, None, "somebody else opens the link");
    }
}

#[test]
fn what_a_link_does_not_hold_is_said_and_saved_as_a_record() {
    let Some(browser) = chromium("its driver names no folder for files") else {
        return;
    };
    browser.may_end_with_message();
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    save_in(&browser, folder.path());
    browser.open("#review");
    permit_copying(&browser);
    let record = "A 4-3 0/3\nB 1-1 0/1\n";
    let games: Vec<String> = (0..90).map(|at| format!("title: {at}\n{record}")).collect();
    drop_text(&browser, &games.join("\n"));
    browser.wait("return document.querySelector('[data-key=game]') !== null;");
    browser.assert_shows("#list", &["Games 1 to 40 of 90"]);
    browser.choose("[data-key=copy]");
    browser.wait("return document.querySelector('[role=alert]').textContent.includes('copied');");
    browser.assert_shows("#offer", &["The link holds 1 of 90 games."]);
    let link = browser.said("return navigator.clipboard.readText();");
    assert!(!link.contains("&game="), "{link}");
    browser.click("[data-key=save-all]");
    let file = fs::read_to_string(saved(folder.path())).expect("a record");
    let read = browser.run_with(
        "return readRecord(arguments[0]).map(({ headers, turns }) => [headers[0][1], turns.length]);",
        &json!([file]),
    );
    let expected: Vec<Value> = (0..90).map(|at| json!([at.to_string(), 2])).collect();
    assert_eq!(read, json!(expected));
    // From the middle, the choice has the games around the one that is shown.
    browser.press_on("game", keys::END);
    browser.wait("return reviewing.at === 39;");
    browser.assert_shows("#list", &["Games 20 to 59 of 90"]);
}

/// Body of a function: ends a match of two games, in which the person plays no best move where there is another, and
/// returns the records of the games.
const MATCH: &str = "
    const random = new Randomness(7);
    const games = [12, 9].map((turns) => {
        const game = new Game(app.rules, 0, startPosition());
        game.names = ['You', 'Computer-4'];
        while (game.turns.length < turns) {
            const dice = [random.die(), random.die()];
            const moves = app.solution.ranked(game.position, dieOf(dice));
            const ranked = game.seat === 0 ? (moves.find(({ loss }) => loss > 0) ?? moves[0]) : moves[0];
            game.add(dice, ranked.play);
        }
        game.resign(1, []);
        return game;
    });
    newGame();
    const [first, game] = games;
    Object.assign(settings, { level: 4, own: 0 });
    Object.assign(playing, { match: { length: 3, games: [first] }, game, phase: { at: 'over', dice: [] } });
    app.show();
    return games.map(writeRecord);";

/// Returns the number of mistakes of the person in a record, as the command counts them.
fn own_mistakes(record: &Value) -> u64 {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tourne"));
    let record = record.as_str().expect("a text");
    let outcome = run_with(command.args(["review", "-", "--format", "json"]), record);
    let review = commands::json(&outcome);
    let side = &review["games"][0]["sides"][0];
    assert_eq!(side["side"], "You");
    side["mistakes"].as_u64().expect("a number")
}

#[test]
fn a_review_leads_through_the_mistakes_of_all_games_of_a_match() {
    let Some(browser) = browser() else { return };
    browser.open("#play");
    let mistakes: Vec<u64> = browser.list(MATCH).iter().map(own_mistakes).collect();
    assert!(mistakes[0] > 0 && mistakes[1] > 0, "{mistakes:?}");
    let count: u64 = mistakes.iter().sum();
    browser.assert_shows("[data-key=review]", &[&format!("your {count} mistakes")]);
    browser.click("[data-key=review]");
    let mut found = Vec::new();
    loop {
        let here = browser.run(
            "const { at, trying } = reviewing; return [at, trying, reviewedNow().loss > 0 && reviewedNow().turn.seat === 0];",
        );
        assert!(!found.contains(&here), "{here} comes twice: {found:?}");
        found.push(here);
        browser.click("[data-key=answer]");
        if browser.run("return document.querySelector('[data-key=next]') === null;") == true {
            break;
        }
        browser.click("[data-key=next]");
        browser.wait(
            "return reviewing.trying > 0 && document.querySelector('[data-key=answer]') !== null;",
        );
    }
    let visited = [0, 1].map(|at: u64| {
        found
            .iter()
            .filter(|it| it[0] == at && it[2] == true)
            .count() as u64
    });
    assert_eq!(visited, mistakes[..], "{found:?}");
    let ordered = found.iter().map(|it| it[0].as_u64());
    assert!(ordered.is_sorted(), "first all of game 1: {found:?}");
    // The button beside the arrows leads on as well, and round again.
    browser.click("[data-key=back]");
    let places: Vec<Value> = (0..=count)
        .map(|_| {
            browser.click("[data-key=next-mistake]");
            browser.wait("return document.querySelector('#all-turns .here') && [reviewing.at, reviewing.turn];")
        })
        .collect();
    assert!(
        places.iter().any(|it| it[0] == 0) && places.iter().any(|it| it[0] == 1),
        "{places:?}"
    );
}
