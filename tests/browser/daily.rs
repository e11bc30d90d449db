//! The Tourne-case of the day: its throws, the text to share, and the days that are remembered.

use std::process::Command;

use serde_json::{Value, json};

use super::playing::{STATE, play, record};
use super::{Browser, browser};
use crate::commands::{self, assert_says, run_with};

/// Draw and first ten throws of 25 November 2026: the output of the generator sfc32 for the seed 20261125, computed
/// outside of the page. `tourne play --daily` has the same.
const DRAW: [u8; 2] = [3, 4];
const THROWS: [&str; 10] = [
    "6-4", "3-6", "6-2", "4-4", "5-2", "6-1", "5-6", "2-5", "2-1", "3-6",
];

/// Opens the game of a day at level 4, with moves that follow at once, as if it were that day.
fn open_day(browser: &Browser, date: &str) {
    browser.open("#rules");
    browser.run(
        "remember('pace', 'instant'); remember('level', '4'); remember('tutor', 'yes'); newGame();",
    );
    browser.open(&format!("#daily={date}"));
    set_clock(browser, date);
}

/// Makes the page believe that it is this day.
fn set_clock(browser: &Browser, date: &str) {
    let script = "Date.now = () => Date.parse(`${arguments[0]}T23:00Z`);";
    browser.run_with(script, &json!([date]));
}

/// Returns the days that the browser remembers.
fn days(browser: &Browser) -> Vec<Value> {
    browser.list("return JSON.parse(localStorage.getItem('tourne-days') ?? '[]');")
}

fn begin(browser: &Browser) {
    browser.click("[data-key=begin]");
    browser.wait(STATE);
}

/// Returns the text to share as it follows from what `tourne review` says of the record.
fn expected_text(browser: &Browser, record: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tourne"));
    let outcome = run_with(command.args(["review", "-", "--format", "json"]), record);
    let game = &commands::json(&outcome)["games"][0];
    let side = |name: &str| {
        let sides = game["sides"].as_array().expect("sides").iter();
        let mut found = sides.filter(|it| it["side"] == name);
        found.next().expect("a side").clone()
    };
    let (own, other) = (side("You"), side("Computer-4"));
    let number = |it: &Value| it.as_f64().expect("a number");
    let turns = game["turns"].as_array().expect("turns");
    let choices = turns.iter().filter(|turn| {
        turn["side"] == "You" && turn["moves"].as_u64().or(turn["choices"].as_u64()) > Some(1)
    });
    let signs = choices.map(|turn| match turn["mark"].as_str().unwrap_or("") {
        "?" => '🟥',
        "?!" => '🟧',
        _ if number(&turn["loss"]) > 0.0 => '🟨',
        _ => '🟩',
    });
    let signs: Vec<char> = signs.collect();
    let rows = signs
        .chunks(20)
        .map(|row| row.iter().collect::<String>() + "\n");
    let won = turns.last().expect("a turn")["side"] == "You";
    format!(
        "Tourne-case 2026-11-25, level 4: {} in {} turns\nluck {:+.1} %, loss {:.2} %\n{}{}",
        if won { "won" } else { "lost" },
        turns.len(),
        100.0 * (number(&own["luck"]) - number(&other["luck"])),
        100.0 * number(&own["errors"]),
        rows.collect::<String>(),
        browser.address("#daily=2026-11-25"),
    )
}

#[test]
fn the_game_of_the_day_has_its_throws_no_help_and_a_text_to_share() {
    let Some(browser) = browser() else { return };
    open_day(&browser, "2026-11-25");
    let shown = "return ['#list', '#tools', '#account', '#chances'].map((part) => document.querySelector(part).textContent).join(' ');";
    browser.assert_shows("#list h2", &["November 25, 2026"]);
    begin(&browser);
    let draw = "const { openings } = playing.thrower; return openings[openings.length - 1];";
    assert_eq!(browser.run(draw), json!(DRAW));
    // The higher die begins: that of the computer.
    assert_eq!(browser.run("return playing.game.first;"), 1);
    let help = "['hint', 'undo', 'analyse', 'show-chances', 'show-bar', 'tutor']";
    let found =
        format!("return {help}.filter((key) => document.querySelector(`[data-key=${{key}}]`));");
    assert_eq!(browser.run(&found), json!([]));
    browser.click("#list [data-move]");
    browser.wait(STATE);
    let text = browser.said(shown);
    assert!(!text.contains('%'), "no chance is told: {text}");
    let before = record(&browser);
    browser.run("takeBack(); playOnAfterAll();");
    assert_eq!(record(&browser), before, "a move stands");
    browser.click("[data-key=mode-review]");
    assert_eq!(browser.run("return reviewing.review;"), Value::Null);
    // Neither a reload nor the link begins it again.
    browser.click("[data-key=mode-play]");
    browser.wait(STATE);
    browser.reload();
    browser.wait(STATE);
    assert_eq!(record(&browser), before);
    assert_eq!(browser.run(&found), json!([]));
    browser.open("#daily=2026-11-25");
    browser.wait(STATE);
    assert_eq!(record(&browser), before);
    play(&browser, || browser.click("#list [data-move]"));
    let throws =
        browser.run("return playing.game.turns.slice(0, 10).map((turn) => turn.dice.join('-'));");
    assert_eq!(throws, json!(THROWS));

    let expected = expected_text(&browser, &record(&browser));
    browser.run("navigator.clipboard.writeText = (text) => { window.written = text; return Promise.resolve(); };");
    browser.click("[data-key=copy-day]");
    browser.wait("return document.querySelector('[role=alert]').textContent.includes('copied');");
    assert_eq!(browser.said("return window.written;"), expected);
    // The signs are shown, and told to those who do not see them.
    let lines: Vec<&str> = expected.lines().collect();
    let rows = browser
        .run("return [...document.querySelectorAll('.signs span')].map((row) => row.textContent);");
    assert_eq!(rows, json!(lines[2..lines.len() - 1]));
    let told = browser
        .said("return document.querySelector('.signs[role=img]').getAttribute('aria-label');");
    let count = |word: &str| -> usize {
        let runs = told.split(": ").nth(1).expect("the choices").split(", ");
        let counts = runs.filter_map(|run| run.split_once(' ').filter(|(_, it)| *it == word));
        counts
            .map(|(count, _)| count.parse::<usize>().expect("a number"))
            .sum()
    };
    let words = ["best", "almost best", "doubtful", "bad"].map(count);
    let signs = ['🟩', '🟨', '🟧', '🟥'].map(|sign| expected.matches(sign).count());
    assert_eq!(words, signs, "{told}");
    assert!(told.starts_with(&format!(
        "{} choices in order: ",
        signs.iter().sum::<usize>()
    )));
    browser.assert_shows(".day", &["🟧 doubtful: 1.0 % or more"]);
    browser.click("[data-key=language]");
    assert_says(&browser.text(".day"), &["niveau 4", "coût"]);
    browser.click("[data-key=language]");
    browser.run("notice('');");
}

#[test]
fn days_in_a_row_are_counted_once_bounded_and_shared_by_two_windows() {
    let Some(browser) = browser() else { return };
    browser.may_end_with_message();
    let kept = "
        const day = (date, isOnTime = true) => ({ date, level: 4, isWon: true, loss: 0.01, isOnTime });
        remember('days', JSON.stringify([day('2026-11-24'), day('2026-11-23'), day('2026-11-22', false), day('2026-11-21')]));";
    open_day(&browser, "2026-11-25");
    browser.run(kept);
    begin(&browser);
    // Another window finishes the game of another day meanwhile, with a finger on the clock: not on its day.
    let first = browser.handle();
    let second = browser.new_window();
    browser.look_at(&second);
    browser.open("#daily=2026-11-20");
    set_clock(&browser, "2026-11-25");
    begin(&browser);
    browser.click("[data-key=resign]");
    assert_eq!(days(&browser).len(), 5);
    browser.look_at(&first);
    browser.click("[data-key=resign]");
    assert_eq!(browser.wait(STATE), "over");
    let own = &days(&browser)[0];
    let day = json!([own["date"], own["level"], own["isWon"], own["isOnTime"]]);
    assert_eq!(day, json!(["2026-11-25", 4, false, true]));
    assert_eq!(days(&browser).len(), 6);
    browser.assert_shows(
        ".day",
        &[
            "lost in",
            "Days in a row: 3",
            "Daily games you have played: 6",
        ],
    );
    assert!(
        days(&browser)
            .iter()
            .any(|it| it["date"] == "2026-11-20" && it["isOnTime"] == false)
    );
    // A second game of the day does not count.
    let before = days(&browser);
    browser.click("[data-key=new]");
    browser.click("[data-key=daily]");
    browser.wait("return playing.day === '2026-11-25' && playing.game === null;");
    browser.assert_shows("#list", &["playing it again does not count"]);
    begin(&browser);
    browser.click("[data-key=resign]");
    assert_eq!(days(&browser), before);
    // The days can be forgotten, and brought back.
    browser.click("[data-key=days]");
    browser.click("[data-key=forget-days]");
    assert_eq!(days(&browser), [Value::Null; 0]);
    browser.click("[data-key=undo-replaced]");
    assert_eq!(days(&browser), before);
    let many = "
        const first = Date.parse('2020-01-01');
        const day = (at) => ({ date: dateOf(first + at * 86400000), level: 4, isWon: true, loss: 0, isOnTime: true });
        remember('days', JSON.stringify(Array.from({ length: 450 }, (_, at) => day(at))));
        noteDay();";
    browser.run(many);
    let kept = days(&browser);
    assert_eq!(kept.len(), 400);
    assert_eq!(kept[0]["date"], "2026-11-25", "the latest days are kept");
    browser.open("#daily=2026-02-30");
    assert_says(&browser.message(), &["daily=2026-02-30"]);
}
