//! Difficulties of newcomers: moves without a choice, games that were replaced or given up, the way from one mistake to
//! the next, and links that other people open.

use serde_json::{Value, json};

use super::playing::{begin, play};
use super::reviewing::review_link;
use super::setting_up::spot;
use super::window::Pointer;
use super::{Browser, browser};
use crate::commands::assert_lacks;

/// Returns the number of turns of the current game.
fn turns(browser: &Browser) -> Value {
    browser.run("return playing.game.turns.length;")
}

#[test]
fn a_move_without_a_choice_waits_for_the_player_and_is_made_on_the_board_too() {
    let Some(browser) = browser() else { return };
    for (pointer, width) in [(Pointer::Mouse, 1280), (Pointer::Finger, 360)] {
        browser.make_wide(width);
        begin(&browser, "7");
        browser
            .run("settings.isForcing = false; motion.pace = 'brisk'; PACES.brisk = 50; proceed();");
        let mut made = 0;
        while made < 3 {
            browser.wait(
                "return document.querySelector('#list [data-move], [data-key=go-on], [data-key=review]') !== null;",
            );
            let only = browser.run("const only = onlyMove(); return only && playing.phase.at === 'act' ? only.play.to : null;");
            let before = turns(&browser);
            match only.as_i64() {
                // No move is made before the player makes it.
                Some(to) if to > 0 => {
                    browser.run("return new Promise((done) => setTimeout(done, 400));");
                    assert_eq!(turns(&browser), before);
                    let to = u8::try_from(to).expect("a point");
                    browser.press_at(pointer, spot(&browser, 0, to));
                    browser.wait(&format!("return playing.game.turns.length > {before};"));
                    made += 1;
                }
                Some(_) => browser.click("[data-key=go-on]"),
                None => browser.click("#list [data-move]"),
            }
        }
        browser.assert_no_message();
    }
}

#[test]
fn a_forced_move_is_made_by_itself_unless_it_is_stopped_and_a_rematch_is_one_click() {
    let Some(browser) = browser() else { return };
    browser.open("#play");
    browser.run("PACES.brisk = 2500; motion.pace = 'brisk';");
    let only =
        "return onlyMove() !== undefined && document.querySelector('[data-key=hold]') !== null;";
    let begin = || {
        // The first throw leaves no choice; it is shown before it is played.
        browser.run("newGame(); playing.seed = 7; beginMatch(); byId('offer').replaceChildren();");
        browser.wait(only);
    };
    for stop in ["[data-key=hold]", "#board svg"] {
        begin();
        browser.click(stop);
        browser.run("return new Promise((done) => setTimeout(done, 6000));");
        assert_eq!(turns(&browser), 0, "{stop}");
        browser.click("[data-key=go-on]");
        assert_eq!(turns(&browser), 1, "{stop}");
    }
    begin();
    browser.wait("return playing.game.turns.length > 0;");
    browser.click("[data-key=resign]");
    browser.run("window.before = [playing.game, playing.seed];");
    browser.click("[data-key=rematch]");
    browser.wait("return playing.game !== before[0] && playing.phase.at !== 'over' && playing.seed !== before[1];");
    browser.assert_no_message();
}

#[test]
fn a_position_with_a_throw_opens_with_the_arrow_of_its_best_move() {
    let Some(browser) = browser() else { return };
    browser.open("#04h/007:4-3");
    let drawn = "return ['.arrow .head', '.struck', '.man.target'].map((it) => document.querySelectorAll(`#board ${it}`).length);";
    assert_eq!(browser.run(drawn), json!([1, 1, 1]));
}

#[test]
fn from_a_game_the_tab_leads_to_its_analysis_and_back() {
    let Some(browser) = browser() else { return };
    begin(&browser, "7");
    browser.wait(super::playing::STATE);
    let here = "return [writePosition(playing.game.position), playing.game.turns.length];";
    let here = browser.run(here);
    browser.click("[data-key=mode-analyse]");
    let there = "return [writePosition(analysedSetup()), analysis.line.at];";
    assert_eq!(browser.run(there), here);
    browser.click("[data-key=mode-play]");
    browser.wait(super::playing::STATE);
    assert_eq!(browser.run("return playing.game.turns.length;"), here[1]);
}

#[test]
fn mistakes_are_puzzles_one_after_the_other_and_a_link_names_nobody_you() {
    let Some(browser) = browser() else { return };
    begin(&browser, "7");
    play(&browser, || browser.click("#list [data-move]"));
    let mistakes = "return mistakesOf(reviewOf(app.solution, playing.game))
        .filter(({ seat }) => seat === 0).map(({ number }) => number);";
    let mistakes = browser.list(mistakes);
    assert!(mistakes.len() > 2, "{mistakes:?}");
    browser.click("[data-key=review]");
    // Mistakes are mixed with as many turns that were right. The best move is hidden until the person finds it or asks for it.
    let trying = || browser.run("return reviewing.trying;");
    let mut tried = Vec::new();
    loop {
        tried.push(trying());
        assert!(!browser.text("body").contains("Best: "));
        browser.click("[data-key=answer]");
        browser.assert_shows("#list", &["Best: "]);
        if browser.run("return document.querySelector('[data-key=next]') === null;") == true {
            break;
        }
        browser.click("[data-key=next]");
    }
    let right = "return reviewing.review.turns.filter((it) =>
        it.turn.seat === 0 && it.loss === 0 && it.moves.some(({ loss }) => loss > 0)).length;";
    let right = browser.run(right).as_u64().expect("a count");
    assert!(right > 0, "{tried:?}: {mistakes:?}");
    assert_eq!(
        tried.len() as u64,
        mistakes.len() as u64 + right.min(mistakes.len() as u64),
        "{tried:?}"
    );
    assert!(
        mistakes.iter().all(|it| tried.contains(it)),
        "{tried:?}: {mistakes:?}"
    );
    browser.click("[data-key=back]");
    browser.run(&format!("showTurn({});", mistakes[1]));
    browser.click("[data-key=next-mistake]");
    assert_eq!(browser.run("return reviewing.turn;"), mistakes[2]);
    // In a link the person is named by the colour. In the browser of the game the name is still "You".
    let address = browser.fragment();
    assert!(address.contains("names=Light,Computer-10"), "{address}");
    let names = "return reviewing.review.game.names;";
    assert_eq!(browser.run(names), json!(["You", "Computer-10"]));
    browser.reload();
    assert_eq!(browser.run(names), json!(["You", "Computer-10"]));
    browser.go("about:blank");
    browser.open(&address);
    assert_eq!(browser.run(names), json!(["Light", "Computer-10"]));
    let won = browser.said("return resultInWords(reviewing.review);");
    browser.assert_shows("body", &[&won]);
    browser.assert_shows("#list h2", &["Light – Computer"]);
    assert_lacks(&browser.text("body"), &["Computer-10"]);
    browser.assert_no_message();
    // After the switch to French, the names that the page gave to the players are French too.
    browser.click("[data-key=language]");
    assert_eq!(browser.run(names), json!(["Blancs", "Ordinateur-10"]));
}

#[test]
fn a_link_that_was_damaged_or_cut_off_says_so() {
    let Some(browser) = browser() else { return };
    browser.may_end_with_message();
    browser.open("#review");
    let record = "A 3-2 0/2\nB 2-1 0/1\nA 6-2 2/4\nB 4-3 1/4*\nA 5-4 0/4*\n";
    let link = review_link(&browser, record);
    let (text, check) = link.split_once("&check=").expect("the link has a check");
    assert_eq!(check.len(), 2);
    // A first throw of 4-2 instead of 3-2 leaves every turn legal.
    let other = text.replacen(":N", ":T", 1);
    assert_ne!(other, text);
    for (address, says) in [
        (link.clone(), ""),
        (format!("{other}&check={check}"), "is damaged"),
        (format!("{text}&check=zz"), "is damaged"),
        (text.to_owned(), "may have lost its end"),
    ] {
        browser.go("about:blank");
        browser.open(&address);
        let message = browser.message();
        let is_right = message.contains(says) && message.is_empty() == says.is_empty();
        assert!(is_right, "{address}: {message}");
    }
}
