//! Animations in a game: events are shown one after the other, each of them once.

use serde_json::json;

use super::playing::{STATE, begin, begin_and_wait, move_and_wait, play};
use super::{Browser, browser};

/// Script: stores every animation of a man and whether its path is right, and counts faces of the person's dice and
/// moments at which the person could already act while a man still moves.
const WATCH: &str = "
    window.ways = [];
    window.faces = 0;
    window.tooEarly = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (way, how) {
        if (this.matches('.man')) {
            const { seat, play } = playing.game.turns.at(-1);
            const kind = how.iterations === 2 ? 'hop' : this.dataset.place === `${seat}-${play.to}` ? 'slide' : 'flight';
            const parts = isNarrow.matches && play.from <= 6 && play.to > 6 ? 4 : 3;
            const isRight = kind === 'slide' ? way.length === parts : kind === 'hop' || (play.hit && this.dataset.place === `${1 - seat}-0`);
            ways.push([kind, playing.game.turns.length, isRight]);
        } else if (this.matches('.die')) {
            faces += 1;
        }
        return animate.call(this, way, how);
    };
    setInterval(() => {
        const isMoving = document.getAnimations().some((it) => it.effect.target.matches('.man')
            && it.playState === 'running' && it.effect.getComputedTiming().progress !== null);
        if (isMoving && playing.phase.at === 'act') tooEarly += 1;
    }, 15);";

/// Begins a game at a pace with animations, and starts to watch them.
fn begin_to_watch(browser: &Browser, seed: &str) {
    begin(browser, seed);
    browser.wait(STATE);
    browser.run(&format!(
        "motion.pace = 'brisk'; settings.isForcing = true; PACES.brisk = 250; {WATCH}"
    ));
}

#[test]
fn men_slide_one_after_the_other_and_those_that_are_hit_fly_back() {
    let Some(browser) = browser() else { return };
    for width in [360, 1280] {
        browser.make_wide(width);
        begin_to_watch(&browser, "7");
        browser.run("MOTIONS.slide = 110; MOTIONS.flight = 90;");
        play(&browser, || browser.click("#list [data-move]"));
        let found = browser.run(
            "return [tooEarly, faces > 20, ways, playing.game.turns.map((turn) => turn.play.hit)];",
        );
        assert_eq!(found[0], 0, "no dice of the next player while a man moves");
        assert_eq!(found[1], true, "dice roll");
        let [ways, hits] = [2, 3].map(|at| found[at].as_array().expect("a list"));
        let turns_of = |kind: &str| -> Vec<u64> {
            let ways = ways.iter().filter(|way| way[0] == kind);
            ways.filter_map(|way| way[1].as_u64()).collect()
        };
        let (slid, flown) = (turns_of("slide"), turns_of("flight"));
        assert!(ways.iter().all(|way| way[2] == true), "{width}: {ways:?}");
        let is_once = slid.is_sorted_by(|one, next| one < next);
        assert!(is_once, "{slid:?}");
        assert!(slid.len() > hits.len() / 2, "{slid:?} of {}", hits.len());
        let since = slid[0];
        let hit = (1..)
            .zip(hits)
            .filter(|(turn, hit)| *turn >= since && **hit == true);
        assert_eq!(flown, hit.map(|(turn, _)| turn).collect::<Vec<u64>>());
        assert_eq!(turns_of("hop").len(), 3);
        browser.assert_no_message();
    }
}

#[test]
fn the_end_is_a_moment_that_leads_to_the_mistakes() {
    let Some(browser) = browser() else { return };
    begin(&browser, "7");
    play(&browser, || browser.click("#list [data-move]"));
    let mistakes = browser.run("return reviewOf(app.solution, playing.game).seats[0].mistakes;");
    let primary = browser.text("#tools .primary");
    assert_eq!(primary, format!("Review your {mistakes} mistakes"));
    browser.assert_shows(
        "#list p",
        &["Luck", ": the dice of both sides brought you ", "gave away"],
    );
    // If the winning move is taken back and made again, the win is celebrated again; without motion, no sparks fly.
    browser.click("[data-key=undo]");
    browser.wait(STATE);
    let are_sparks = "return document.querySelector('.sparks') !== null;";
    assert_eq!(browser.run(are_sparks), false);
    browser.run("motion.pace = 'brisk'; settings.isForcing = true; PACES.brisk = 200;");
    play(&browser, || browser.click("#list [data-move]"));
    let sparks = "return document.querySelectorAll('.sparks path').length;";
    assert_eq!(browser.run(sparks), 14);
    browser.wait("return document.querySelector('.sparks') === null;");
}

#[test]
fn sounds_are_off_until_they_are_asked_for() {
    let Some(browser) = browser() else { return };
    begin_and_wait(&browser, "7");
    let listen = "
        window.started = 0;
        const { start } = AudioScheduledSourceNode.prototype;
        AudioScheduledSourceNode.prototype.start = function (...when) { started += 1; return start.apply(this, when); };
        const first = AudioBufferSourceNode.prototype.start;
        AudioBufferSourceNode.prototype.start = function (...when) { started += 1; return first.apply(this, when); };";
    browser.run(listen);
    move_and_wait(&browser);
    assert_eq!(browser.run("return [started, audio];"), json!([0, null]));
    browser.click("[data-key=settings]");
    browser.click("[data-key=sound]");
    move_and_wait(&browser);
    // At least two throws are heard: their dice, and a man for each.
    assert!(browser.number("return started;") > 8.0);
    browser.reload();
    assert_eq!(browser.run("return isSounding();"), true);
}
