//! A game with a friend, by links that go to and fro between two people, who each have a storage of their own.

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::playing::{STATE, begin_and_wait, move_and_wait, record};
use super::{Browser, browser};
use crate::commands::assert_says;

/// Opens a link as one of two people, with what the browser of this person has stored.
fn open_as(browser: &Browser, person: &str, link: &str) {
    browser.open("#rules");
    let script = "
        const own = sessionStorage.getItem('person') ?? 'Anne';
        sessionStorage.setItem(own, JSON.stringify({ ...localStorage }));
        localStorage.clear();
        Object.assign(localStorage, JSON.parse(sessionStorage.getItem(arguments[0]) ?? '{}'));
        localStorage.setItem('tourne-pace', 'instant');
        sessionStorage.setItem('person', arguments[0]);";
    browser.run_with(script, &json!([person]));
    browser.open(link);
}

/// Waits until the link can be sent, and returns it.
fn link(browser: &Browser) -> String {
    browser.wait("return document.querySelector('[data-key=copy-friend]');");
    browser.fragment()
}

/// Waits until the address is this link.
fn wait_at(browser: &Browser, link: &str) {
    browser.wait(&format!("return location.hash === {};", json!(link)));
}

/// Makes the first move of the list, and returns the link to send.
fn answer(browser: &Browser) -> String {
    while browser.wait(
        "return document.querySelector('[data-key=copy-friend]') ? 'send' : document.querySelector('#list [data-move]') && 'choose';",
    ) == "choose"
    {
        browser.click("#list [data-move]");
    }
    browser.fragment()
}

/// Begins a game: the invitation, the answer, and the first link with turns.
fn agree(browser: &Browser) -> [String; 3] {
    browser.open("#play");
    browser.run("remember('pace', 'instant');");
    browser.click("[data-key=friend]");
    let invitation = link(browser);
    open_as(browser, "Ben", &invitation);
    browser.assert_shows("#list", &["A friend invites you", "Send this link back"]);
    let accepted = link(browser);
    open_as(browser, "Anne", &accepted);
    let game = answer(browser);
    [invitation, accepted, game]
}

fn sha256(text: &str) -> String {
    Sha256::digest(text)
        .iter()
        .fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

#[test]
fn a_game_with_a_friend_goes_to_and_fro_with_dice_of_both_and_ends_for_both() {
    let Some(browser) = browser() else { return };
    let [invitation, accepted, first] = agree(&browser);
    let keys = first
        .strip_prefix("#friend=")
        .and_then(|it| it.split_once(':'))
        .expect("keys")
        .0;
    let [seal, number, secret] = keys.split('.').collect::<Vec<_>>()[..] else {
        panic!("{keys}")
    };
    assert_eq!(invitation, format!("#friend={seal}"));
    assert_eq!(accepted, format!("#friend={seal}.{number}"));
    assert_eq!(seal, &sha256(&format!("standard {secret}"))[..32]);
    let seed = u64::from_str_radix(&sha256(&format!("{secret}.{number}"))[..12], 16)
        .expect("digits")
        % 1_000_000_000;
    let throws = "
        const { game } = playing;
        const thrower = new Thrower(arguments[0]);
        const [light, dark] = thrower.openings[thrower.openings.length - 1];
        return [game.turns.every(({ dice }, at) => String(dice) === String(thrower.throwOf(game.rules, at))), game.first === (light > dark ? 0 : 1)];";
    let people = ["Ben", "Anne"];
    let mut next = first;
    for turn in 0..5 {
        open_as(&browser, people[turn % 2], &next);
        browser.wait(STATE);
        assert_eq!(
            browser.run_with(throws, &json!([seed])),
            json!([true, true])
        );
        assert_eq!(browser.run("return settings.own;"), 1 - turn % 2);
        let help = "return ['hint', 'undo', 'analyse', 'show-chances'].filter((key) => document.querySelector(`[data-key=${key}]`));";
        assert_eq!(browser.run(help), json!([]), "a friend's game has no help");
        next = answer(&browser);
        // A reload resumes.
        browser.reload();
        assert_eq!(link(&browser), next);
    }
    browser.click("[data-key=resign]");
    browser.assert_shows(
        "#list",
        &[
            "The game was given up. Your friend wins.",
            "has not seen the end",
        ],
    );
    let end = link(&browser);
    assert_eq!(
        browser.run("return pastGames().map(({ own, points }) => [own, points]);"),
        json!([[1, -1]])
    );
    for _ in 0..2 {
        open_as(&browser, "Anne", &end);
        assert_eq!(browser.wait(STATE), "over");
        browser.assert_shows("#list", &["You win"]);
        assert_eq!(
            browser.run("return pastGames().map(({ own, points }) => [own, points]);"),
            json!([[0, 1]])
        );
    }
    // A past game that was deleted does not come back with its link.
    browser.run("forgetPast(pastGames()[0]);");
    browser.reload();
    assert_eq!(browser.wait(STATE), "over");
    assert_eq!(browser.run("return pastGames();"), json!([]));
    // Nothing goes on, so the form of a new game has no way to it.
    browser.open("#play");
    assert_eq!(
        browser.run("return document.querySelector('[data-key=friend-0]');"),
        Value::Null
    );
}

#[test]
fn a_link_of_a_friend_that_was_changed_or_is_older_or_tells_another_game_is_said_to_be() {
    let Some(browser) = browser() else { return };
    browser.may_end_with_message();
    let [invitation, accepted, first] = agree(&browser);
    let says = |link: &str, said: &str, shown: &str| {
        browser.open(link);
        browser.wait("return document.querySelector('#notice').textContent !== '';");
        assert_says(&browser.message(), &[said]);
        assert_eq!(self::link(&browser), shown);
    };
    // Anne has sent the first turns.
    let (keys, turns) = first.split_once(':').expect("turns");
    let other = if keys.ends_with('0') { "1" } else { "0" };
    let changed = format!("{}{other}:{turns}", &keys[..keys.len() - 1]);
    says(&accepted, "older", &first);
    says(
        &format!("{invitation}.{}", "0".repeat(32)),
        "answered this invitation already",
        &first,
    );
    says(&changed, "The dice in this link", &first);
    says(&first[..first.len() - 12], "incomplete", &first);
    // A throw that was put in another's place, with a check that fits.
    let loaded = "
        const game = playing.game;
        const dice = playing.thrower.throwOf(game.rules, game.turns.length);
        const wrong = [1 + dice[0] % 6, dice[1]];
        game.add(wrong, playsOf(game.rules, game.position, dieOf(wrong))[0]);
        return '#friend=' + friendLink(playing.friend);";
    let loaded = browser.said(loaded);
    says(&loaded, "The dice in this link", &first);
    let Value::Array(moves) = browser.run("return playChoices().map(({ move }) => move);") else {
        panic!("moves")
    };
    let other_move = "
        const game = playing.game;
        const dice = diceNow();
        game.add(dice, playsOf(game.rules, game.position, dieOf(dice)).find(({ move }) => move === arguments[0]));
        return '#friend=' + friendLink(playing.friend);";
    let [one, another] = [0, 1].map(|at| {
        browser.open(&first);
        self::link(&browser);
        browser
            .run_with(other_move, &json!([moves[at]]))
            .as_str()
            .expect("a link")
            .to_owned()
    });
    // An end by the own side that was not played here is taken up, and can be undone.
    browser.open(&first);
    self::link(&browser);
    let friends = browser.said("return localStorage.getItem('tourne-friends');");
    browser.click("[data-key=resign]");
    let end = self::link(&browser);
    browser.run_with(
        "localStorage.setItem('tourne-friends', arguments[0]);",
        &json!([friends]),
    );
    browser.open(&end);
    assert_eq!(browser.wait(STATE), "over");
    browser.assert_shows("#offer", &["is yours", "your friend’s link was changed"]);
    browser.click("[data-key=undo-replaced]");
    wait_at(&browser, &first);
    browser.open(&one);
    let later = answer(&browser);
    says(&another, "does not match your game", &later);
    // What the friend's page did not know, and who opens a link without the secret.
    open_as(&browser, "Eve", &accepted);
    browser.wait("return document.querySelector('#notice').textContent !== '';");
    assert_says(&browser.message(), &["another browser"]);
    open_as(&browser, "Ben", &later);
    browser.wait(STATE);
    browser.assert_shows(
        "#offer",
        &["is yours, but it was not played in this browser"],
    );
}

#[test]
fn an_old_window_takes_up_the_later_turns_of_a_friends_game() {
    let Some(browser) = browser() else { return };
    let [_, _, first] = agree(&browser);
    open_as(&browser, "Ben", &first);
    browser.wait(STATE);
    let before = browser.handle();
    let second = browser.new_window();
    browser.look_at(&second);
    browser.open(&first);
    let later = answer(&browser);
    browser.look_at(&before);
    browser.run("location.hash = '#rules';");
    browser.run("location.hash = '#play';");
    wait_at(&browser, &later);
    assert_eq!(link(&browser), later);
    // The old link too.
    browser.open(&first);
    assert_eq!(link(&browser), later);
    browser.may_end_with_message();
}

#[test]
fn a_friends_link_announces_the_moves_and_a_resign_that_crosses_a_move_ends_for_both() {
    let Some(browser) = browser() else { return };
    let [_, _, first] = agree(&browser);
    open_as(&browser, "Ben", &first);
    let said = "return document.querySelector('#live').textContent.includes('Your friend throws');";
    browser.wait(said);
    let second = answer(&browser);
    // What is unfolded stays so.
    browser.click("[data-key=fair]");
    browser.wait("return document.querySelector('details:has([data-key=fair])').open;");
    browser.run("setTimeout(app.show.bind(app), 50);");
    browser.run("return new Promise((done) => setTimeout(done, 100));");
    browser.wait("return document.querySelector('details:has([data-key=fair])').open;");
    open_as(&browser, "Anne", &first);
    link(&browser);
    browser.click("[data-key=resign]");
    let end = link(&browser);
    let won = "return [playing.phase.at, playing.game.resigned.seat];";
    for (person, link) in [("Ben", &end), ("Anne", &second)] {
        open_as(&browser, person, link);
        assert_eq!(browser.wait(STATE), "over");
        assert_eq!(browser.run(won), json!(["over", 0]));
        browser.may_end_with_message();
    }
}

#[test]
fn a_running_game_stays_when_a_link_of_a_friend_is_opened() {
    let Some(browser) = browser() else { return };
    browser.may_end_with_message();
    let [_, _, first] = agree(&browser);
    browser.open("#play");
    begin_and_wait(&browser, "21");
    move_and_wait(&browser);
    let before = record(&browser);
    let offers = "return document.querySelector('#offer').textContent;";
    browser.run_with("location.hash = arguments[0];", &json!([first]));
    link(&browser);
    assert_eq!(browser.run(offers), "");
    // Back leads to the game that was there.
    browser.run("history.back();");
    browser.wait(STATE);
    assert_eq!(browser.fragment(), "#play");
    assert_eq!(record(&browser), before);
    // A damaged link stays as it was typed, and shows that game.
    browser.open("#friend=0");
    browser.wait(STATE);
    browser.run("return new Promise((done) => setTimeout(done, 100));");
    assert_eq!(browser.fragment(), "#friend=0");
    // A new game instead of the friend's replaces that game, and offers it.
    browser.open(&first);
    link(&browser);
    assert_eq!(browser.run(offers), "");
    browser.click("[data-key=new]");
    browser.click("[data-key=undo-replaced]");
    browser.wait(STATE);
    assert_eq!(record(&browser), before);
}

#[test]
fn only_invitations_that_were_sent_wait_and_games_of_friends_can_be_forgotten() {
    let Some(browser) = browser() else { return };
    browser.may_end_with_message();
    let [_, _, first] = agree(&browser);
    // Invitations that were not sent do not push out a game.
    for _ in 0..22 {
        browser.run("openFriend('');");
    }
    browser.open("#friend");
    let invitation = link(&browser);
    assert!(invitation.len() > 30, "{invitation}");
    let ways = "return [...document.querySelectorAll('#list [data-key^=friend-]')].map((it) => it.textContent);";
    browser.open("#play");
    assert_eq!(browser.list(ways).len(), 1, "{:?}", browser.list(ways));
    browser.open(&invitation);
    link(&browser);
    if browser.said("return location.protocol;") == "file:" {
        browser.assert_shows("#list", &["This page is a file"]);
    }
    browser.click("[data-key=copy-friend]");
    browser.open("#play");
    browser.assert_shows("[data-key=friend-0]", &["Invitation not answered yet (20"]);
    browser.assert_shows(
        "[data-key=friend-1]",
        &["Continue the game with a friend (20", "turn"],
    );
    for (way, shown) in [
        ("[data-key=friend-1]", first),
        ("[data-key=friend-0]", invitation),
    ] {
        browser.click(way);
        assert_eq!(link(&browser), shown);
        browser.click("[data-key=forget-friend]");
        browser.wait("return document.querySelector('[data-key=friend]');");
        browser.click("[data-key=undo-replaced]");
        assert_eq!(link(&browser), shown);
        browser.click("[data-key=forget-friend]");
        browser.wait("return document.querySelector('[data-key=friend]');");
    }
    assert_eq!(browser.list(ways), Vec::<Value>::new());
}
