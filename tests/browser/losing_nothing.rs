//! Nothing is lost: replaced games can be brought back, records survive a reload, games have a link, and typed dice can
//! be corrected.

use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tourne::review::record as records;

use super::playing::{STATE, begin_and_wait, move_and_wait, record};
use super::reviewing::{lalanne, read, review_link};
use super::sharing::{copied, permit_copying};
use super::window::keys;
use super::{Browser, browser, chromium};

/// Maximum time in milliseconds for which the page may be unresponsive.
const NO_FREEZE: f64 = 100.0;

/// Gives the page a text to read as a record, and waits until the review is shown.
fn open_record(browser: &Browser, text: &str) {
    read(browser, text);
    browser.wait("return document.querySelector('.turns tbody tr') !== null;");
}

/// Returns the record of the reviewed game and the number of its turns.
fn reviewed(browser: &Browser) -> (String, u64) {
    let game = browser
        .run("const { game } = reviewing.review; return [writeRecord(game), game.turns.length];");
    let text = game[0].as_str().expect("a text").to_owned();
    (text, game[1].as_u64().expect("a number"))
}

/// Returns the record of a game of 45 turns, played by level 4.
fn game_of_45_turns(browser: &Browser) -> String {
    let script = "
        for (let seed = 1; ; seed++) {
            const random = new Randomness(seed);
            const game = new Game(app.rules, 0, startPosition());
            game.names = ['Adélaïde', 'Barthélemy'];
            while (!game.isOver) {
                const dice = [random.die(), random.die()];
                const moves = app.solution.ranked(game.position, dieOf(dice));
                game.add(dice, moveOfLevel(app.solution, moves, 4, random.share()).play);
            }
            if (game.turns.length === 45) return writeRecord(game);
        }";
    browser.said(script)
}

#[test]
fn a_game_that_is_replaced_can_be_brought_back() {
    let Some(browser) = browser() else { return };
    browser.load(&["standard", "course"]);
    begin_and_wait(&browser, "21");
    move_and_wait(&browser);
    let before = record(&browser);
    // A game from another position replaces the game; after a reload, the new game is still there.
    browser.click("[data-key=mode-analyse]");
    browser.click("[data-key=play-from]");
    browser.wait("return document.querySelector('[data-key=undo-replaced]') !== null;");
    assert_ne!(record(&browser), before);
    browser.click("[data-key=undo-replaced]");
    browser.wait(STATE);
    assert_eq!(record(&browser), before);
    browser.reload();
    browser.wait(STATE);
    assert_eq!(record(&browser), before);
    // A new game replaces the game too.
    browser.click("[data-key=new]");
    assert_eq!(browser.run("return playing.game;"), Value::Null);
    browser.click("[data-key=undo-replaced]");
    browser.wait(STATE);
    assert_eq!(record(&browser), before);
    // It can also be brought back after a reload.
    browser.click("[data-key=new]");
    browser.reload();
    browser.click("[data-key=bring-back]");
    browser.wait(STATE);
    assert_eq!(record(&browser), before);
    // Each rule set has a game of its own.
    browser.run("return changeRules('course', true);");
    assert_eq!(browser.run("return playing.game;"), Value::Null);
    browser.click("[data-key=begin]");
    browser.wait("return playing.game !== null && playing.game.turns.length > 0;");
    browser.run("return changeRules('standard', true);");
    browser.wait(STATE);
    assert_eq!(record(&browser), before);
    browser.run("return changeRules('course', true);");
    browser.wait("return playing.game !== null;");
    assert!(record(&browser).starts_with("rules: course\n"));
}

#[test]
fn a_set_up_a_score_and_a_review_that_are_replaced_can_be_brought_back() {
    let Some(browser) = browser() else { return };
    browser.open("#04h/007");
    browser.click("[data-key=set-up]");
    browser.press_on("man-0-4-0", keys::RIGHT);
    browser.choose("[data-key=start]");
    let shown = "return writePosition(analysedSetup());";
    assert_eq!(browser.run(shown), "000/000");
    browser.click("[data-key=undo-replaced]");
    assert_eq!(browser.run(shown), "05h/007");
    let is_setting_up =
        "return analysis.isSettingUp && document.querySelector('#offer').textContent === '';";
    assert_eq!(browser.run(is_setting_up), true);

    browser.open("#practise");
    browser.click("#list [data-move]");
    let score = browser.text(".score");
    browser.choose("[data-key=reset]");
    assert_ne!(browser.text(".score"), score);
    browser.click("[data-key=undo-replaced]");
    assert_eq!(browser.text(".score"), score);

    browser.open("#review");
    open_record(&browser, &lalanne());
    let before = reviewed(&browser);
    open_record(&browser, "A 4-3 off/3\n");
    browser.wait("return document.querySelectorAll('.turns tbody tr').length === 1;");
    browser.click("[data-key=undo-replaced]");
    browser.wait("return document.querySelectorAll('.turns tbody tr').length === 6;");
    assert_eq!(reviewed(&browser), before);
}

#[test]
fn a_throw_of_real_dice_can_be_corrected_before_the_move_and_after() {
    let Some(browser) = browser() else { return };
    browser.open("#play");
    for (key, choice) in [
        ("opponent", keys::END),
        ("more", keys::ENTER),
        ("dice", keys::END),
        ("pace", keys::END),
    ] {
        browser.tab_to(&format!("[data-key={key}]"));
        browser.press(choice);
    }
    // The rules that people with real dice keep themselves are told where these are chosen.
    browser.assert_shows("#list", &["A man that was touched must be played"]);
    browser.click("[data-key=begin]");
    // The keys 1 to 6 type dice, and Backspace takes one back.
    let picked = "return document.querySelectorAll('.picked-dice button').length;";
    browser.press("4");
    assert_eq!(browser.run(picked), 1);
    browser.press("\u{e003}");
    assert_eq!(browser.run(picked), 0);
    let asked_for = |phase: &str| browser.wait(&format!("return playing.phase.at === '{phase}';"));
    // Equal dice are thrown again; the higher one begins. Here they are clicked.
    for die in [4, 4, 2, 5] {
        let face = format!("[data-key=face-{die}]");
        browser.wait(&format!(
            "return document.querySelector('{face}') !== null;"
        ));
        browser.click(&face);
    }
    asked_for("roll");
    browser.click("[data-key=correct]");
    asked_for("opening");
    browser.press("52");
    asked_for("roll");
    // The only legal move is not made before the person goes on, even at a pace without pauses.
    browser.press("62");
    asked_for("act");
    thread::sleep(Duration::from_millis(400));
    assert_eq!(record(&browser), "rules: standard\n");
    browser.click("[data-key=correct]");
    browser.press("63");
    browser.click("[data-key=go-on]");
    assert_eq!(record(&browser), "rules: standard\nLight 6-3 0/3\n");
    // The throw is corrected after the move.
    browser.click("[data-key=correct]");
    assert_eq!(record(&browser), "rules: standard\n");
    browser.press("64");
    browser.click("[data-key=go-on]");
    assert_eq!(record(&browser), "rules: standard\nLight 6-4 0/4\n");
    // Dark has no choice with 6-6; after it, light has one.
    browser.press("66");
    browser.click("[data-key=go-on]");
    browser.press("11");
    assert_eq!(browser.wait(STATE), "choose");
    browser.click("[data-key=correct]");
    browser.press("33");
    assert_eq!(browser.wait(STATE), "choose");
    browser.click("#list [data-move='4/7']");
    let expected = "rules: standard\nLight 6-4 0/4\nDark 6-6 0/6\nLight 3-3 4/7\n";
    assert_eq!(record(&browser), expected);
}

#[test]
fn a_record_outlives_a_reload_and_a_step() {
    let Some(browser) = browser() else { return };
    browser.load(&["standard", "course"]);
    for is_forbidden in [false, true] {
        browser.go("about:blank");
        if is_forbidden {
            browser.forbid_storage();
        }
        browser.open("#review");
        let titled = "title: Of a Sunday\nrules: course\nA 4 off/4\nB 5 off/5\nA 3 4/7\n";
        open_record(&browser, titled);
        let before = reviewed(&browser);
        browser.click("[data-key='step-›']");
        let turn = "return reviewing.review === null ? null : reviewing.turn;";
        assert_eq!(browser.run(turn), 2);
        browser.reload();
        assert_eq!(reviewed(&browser).1, 3);
        assert_eq!(browser.run(turn), 2);
        if !is_forbidden {
            assert_eq!(reviewed(&browser), before, "the title is kept too");
        }
        // Go away to a position of another rule set, and back.
        browser.go(&browser.address("#04h/007"));
        browser.wait("return app.mode === 'analyse' && app.rules.name === 'standard';");
        browser.back();
        browser.wait("return app.mode === 'review' && reviewing.review !== null;");
        assert_eq!(reviewed(&browser).1, 3);
        assert_eq!(browser.run(turn), 2);
        browser.assert_no_message();
    }
}

#[test]
fn a_game_has_a_link() {
    let Some(browser) = browser() else { return };
    browser.show(&["standard", "double-win", "course"], "#review");
    let long = game_of_45_turns(&browser);
    let of_45 = review_link(&browser, &long);
    let is_short = of_45.starts_with("#review:") && of_45.len() <= 200;
    assert!(is_short, "{of_45}");
    let others = [
        lalanne(),
        // The second side has no turn, and so no name.
        "A 4-3 off/3\n".to_owned(),
        "rules: course\nA 4 off/4\nB 5 off/5\nA 3 4/7\n".to_owned(),
        "rules: double-win\nresult: B resigns\nA&B 6-5 0/5\n".to_owned(),
        "result: A resigns with 5-3\nposition: 04h/007\nA 3 4/7\nB 6 0/6\n".to_owned(),
        // A name with a comma and a percent sign, and a name whose fortieth character takes two units of UTF-16.
        format!(
            "Li,sa%41 4 0/4\n{}😀 5 0/5\nLi,sa%41 3 4/7\n",
            "a".repeat(39)
        ),
        long,
    ];
    for record in others {
        let link = review_link(&browser, &record);
        browser.open(&link);
        assert_eq!(browser.message(), "", "{link}");
        let games = browser.said("return reviewing.games.map(writeRecord).join('');");
        let read = |text: &str| -> Vec<Value> {
            let games = records::read(text.as_bytes()).expect("a record");
            let game = |game: &records::Game| {
                let turn = |turn: &records::Turn| json!([turn.position, turn.roll, turn.action]);
                let turns: Vec<_> = game.turns.iter().map(turn).collect();
                let resigned = game
                    .resigned
                    .map(|how| (how.side, how.thrown.map(|it| it.0)));
                json!([game.rules, game.start, game.sides, turns, resigned])
            };
            games.iter().map(game).collect()
        };
        assert_eq!(read(&games), read(&record), "{link}");
        let names = "return [reviewing.games[0].names, readRecord(arguments[0])[0].names];";
        let names = browser.run_with(names, &json!([record]));
        // A name that is too long is cut between characters, not within one.
        let is_long = |name: &Value| name.as_str().is_some_and(|it| it.chars().count() > 39);
        let has_long = names[1]
            .as_array()
            .is_some_and(|all| all.iter().any(is_long));
        assert!(names[0] == names[1] || has_long, "{names}");
        assert_eq!(browser.run("return location.hash;"), link);
    }
    // A game that the dark side began keeps its colours.
    let game = "
        const game = new Game(app.rules, 1, startPosition());
        game.names = ['Lucie', 'Denis'];
        game.add([4, 3], playsOf(app.rules, game.position, 3)[0]);
        return writeReviewLink([game]);";
    browser.open(&browser.said(game));
    let shown =
        "const { game } = reviewing.review; return [game.first, game.names, game.turns[0].seat];";
    assert_eq!(browser.run(shown), json!([1, ["Lucie", "Denis"], 1]));
}

#[test]
fn what_is_wrong_in_a_link_is_said_and_the_rest_shown() {
    let Some(browser) = browser() else { return };
    browser.may_end_with_message();
    let position = "return writePosition(analysedSetup()) + ' ' + analysis.line.seat + ' ' + analysis.line.dice;";
    let turns = "return `${reviewing.review ? reviewing.review.turns.length : 'none'}`;";
    let of_position = [
        ("#04h/007:9", "“9” is not on a die", "04h/007 0 "),
        (
            "#04h/04h:3",
            "The starting position is shown instead.",
            "000/000 0 3",
        ),
        (
            "#04h/007:3&rules=chess",
            "“chess” is not a rule set.",
            "04h/007 0 3",
        ),
        ("#04h/007:3&side=red", "“side=red”", "04h/007 0 3"),
        ("#04h/007:3&side=dark", "", "04h/007 1 3"),
    ];
    let of_review = [
        ("#review:UAz", "Turn 3 of this link, “z”", "2"),
        ("#review:U&names=A,B&colour=red", "“colour=red”", "1"),
        (
            "#review:U&start=44h/000",
            "44h/000 is not a possible position",
            "1",
        ),
        (
            "#review:U&rules=chess",
            "“chess” is not a rule set.",
            "none",
        ),
        ("#review:U0", "Turn 1", "0"),
        ("#review:U!!", "Turn 2", "1"),
        ("#review:%3Cimg%20src=x%3E", "Turn 1", "0"),
    ];
    for (hash, says, shown) in of_position.into_iter().chain(of_review) {
        let script = if hash.starts_with("#review") {
            turns
        } else {
            position
        };
        browser.open(hash);
        let message = browser.message();
        assert!(
            message.contains(says) && says.is_empty() == message.is_empty(),
            "{hash}: {message:?}"
        );
        assert_eq!(browser.run(script), shown, "{hash}");
        let typed = browser.run("return location.hash;");
        assert_eq!(typed, hash, "the address stays as it was typed");
        assert_eq!(browser.console(), [""; 0], "{hash}");
    }
}

#[test]
fn a_link_is_offered_for_a_position_only_and_says_whose_colour_is_on_roll() {
    let Some(browser) = chromium("its driver gives no leave to read what was copied") else {
        return;
    };
    browser.may_end_with_message();
    permit_copying(&browser);
    browser.open("#04h/007");
    browser.click("[data-key=swap]");
    assert_eq!(copied(&browser), browser.address("#007/04h&side=dark"));
    browser.click("[data-key=set-up]");
    browser.tab_to("[data-key='man-0-4-0']");
    // Move the man to a point that an enemy man faces.
    browser.press(&keys::RIGHT.repeat(3));
    let offered = "return ['copy', 'play-from'].filter((key) => document.querySelector(`[data-key=${key}]`));";
    assert_eq!(browser.run(offered), json!([]));
    browser.press(keys::RIGHT);
    assert_eq!(browser.run(offered), json!(["copy", "play-from"]));
}

#[test]
fn full_storage_and_odd_values_in_it_do_no_harm() {
    let Some(browser) = browser() else { return };
    browser.open("#play");
    // Fill the storage, as other pages of the same host may do.
    let fill = "
        localStorage.clear();
        for (let size = 1 << 22; size >= 1; size >>= 1) {
            try {
                for (let at = 0; ; at++) localStorage.setItem(`other-${size}-${at}`, 'x'.repeat(size));
            } catch { /* full */ }
        }
        history.replaceState(null, '');";
    browser.run(fill);
    browser.reload();
    begin_and_wait(&browser, "21");
    move_and_wait(&browser);
    let before = record(&browser);
    browser.click("[data-key=mode-rules]");
    browser.click("[data-key=mode-play]");
    browser.wait(STATE);
    assert_eq!(record(&browser), before);
    browser.click("[data-key=language]");
    browser.click("[data-key=mode-practise]");
    browser.click("#list [data-move]");
    assert!(browser.text(".score").contains('1'), "the score goes on");
    browser.assert_no_message();
    let values = "__proto__ constructor null {} [] -1 1e99 3.5 \"\0\" {\"__proto__\":[]}";
    let values: Vec<&str> = values.split(' ').collect();
    let keys = "language pace level bar score-standard again-standard questions colour tutor sound game record record-link past friends";
    // Each key has each value once, beside other values of the other keys.
    for first in 0..values.len() {
        let keys = keys.split(' ').enumerate();
        let odd = keys.map(|(at, key)| (key, values[(first + at) % values.len()]));
        let odd: Vec<(&str, &str)> = odd.collect();
        for part in ["#practise", "#play"] {
            let store = "localStorage.clear(); for (const [key, value] of arguments[0]) localStorage.setItem(`tourne-${key}`, value); history.replaceState(null, '');";
            browser.run_with(store, &json!([odd]));
            browser.open(part);
            let filled = "return document.querySelectorAll(':is(#list, #tools) button').length > 0 && !document.body.innerText.includes('NaN');";
            assert_eq!(browser.run(filled), true, "{part}: {odd:?}");
            assert_eq!(browser.message(), "", "{part}: {odd:?}");
            assert_eq!(browser.console(), [""; 0], "{part}: {odd:?}");
        }
    }
}

#[test]
fn a_record_of_2400_games_freezes_nothing() {
    let Some(browser) = super::browser_alone() else {
        return;
    };
    browser.open("#review");
    // Measure the longest pause between two events of a timer that should fire all the time.
    let script = "
        const random = new Randomness(1);
        const lines = [];
        for (let at = 0; at < 2400; at++) {
            const game = new Game(app.rules, 0, startPosition());
            game.names = ['A', 'B'];
            while (!game.isOver && game.turns.length < 40) {
                const dice = [random.die(), random.die()];
                const plays = playsOf(app.rules, game.position, dieOf(dice));
                game.add(dice, plays[random.next() % plays.length]);
            }
            lines.push(writeRecord(game));
        }
        window.pasted = new DataTransfer();
        pasted.setData('text', lines.join(''));
        window.longest = 0;
        let last = performance.now();
        setInterval(() => {
            const now = performance.now();
            window.longest = Math.max(window.longest, now - last);
            last = now;
        }, 1);";
    let paste = "
        const text = document.querySelector('[data-key=record-text]');
        const event = new Event('paste', { bubbles: true, cancelable: true });
        // Firefox makes clipboard events without data.
        Object.defineProperty(event, 'clipboardData', { value: pasted });
        text.dispatchEvent(event);
        window.longest = 0;";
    browser.run(script);
    let mut pauses = Vec::new();
    // A busy machine causes pauses too, but not in every attempt.
    while pauses.len() < 20 && pauses.iter().all(|&pause| pause >= NO_FREEZE) {
        browser.run("reviewing.games = [];");
        thread::sleep(Duration::from_millis(300));
        browser.run(paste);
        browser.wait("return reviewing.games.length === 2400 && reviewing.totals !== null;");
        browser.run("return chooseGame(2399);");
        thread::sleep(Duration::from_millis(300));
        pauses.push(browser.number("return window.longest;"));
    }
    super::say(&format!(
        "longest pauses with a record of 2400 games: {pauses:.0?} ms"
    ));
    assert!(pauses.iter().any(|&pause| pause < NO_FREEZE), "{pauses:?}");
}
