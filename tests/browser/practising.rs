//! Practice: a question, an answer, its reasons, and the move of the five-line card, compared with the library.

use serde_json::{Value, json};
use tourne::cards::{Decided, Length, Rule, View, built_in};
use tourne::review::Thresholds;
use tourne_solver::{Die, Rules};

use super::addresses::best;
use super::window::keys;
use super::{Browser, browser};
use crate::commands::{assert_lacks, assert_says};

/// Answers the question that is shown by calling `choose`, and asserts that the verdict, the grade and the line of the
/// card are those of the library.
#[track_caller]
fn assert_answered(browser: &Browser, rules: Rules, choose: impl Fn(&Browser)) {
    browser.wait("return document.querySelector('#list [data-move]') !== null;");
    let lines = "return [...document.querySelectorAll('#five-lines li')].map((it) => it.querySelector('p').textContent);";
    let card = built_in(rules, Length::TAUGHT);
    let sentences: Vec<_> = card.lines().iter().map(sentence).collect();
    assert_eq!(browser.run(lines), json!(sentences));
    let chosen = browser.run("return document.querySelector('#list [data-move]').dataset.move;");
    choose(browser);
    browser.wait("return document.querySelector('[data-key=next]') !== null;");
    let said = browser.text("#by-card");
    let decided = browser.run("return [...document.querySelectorAll('#five-lines li')].findIndex((line) => line.ariaCurrent);");
    let verdict = browser.text("#list h2");
    let aloud = &verdict[verdict.find(' ').unwrap_or(0) + 1..];
    assert!(browser.text("#live").starts_with(aloud));
    browser.click("[data-key=analyse]");
    let (position, die) = asked(browser);
    let name = rules.name().expect("a preset").to_string();
    let ranked = best(&position, die.into(), &name);
    let loss = |action: &Value| {
        let found = ranked.iter().find(|it| it[0] == *action);
        found.and_then(|it| it[2].as_f64()).expect("a legal move")
    };
    assert_eq!(
        verdict.contains('✓'),
        loss(&chosen) == 0.0,
        "{position} {die}: {verdict}"
    );
    let setup = position.parse().expect("a position");
    let position = rules.position(&setup).expect("a legal position");
    let die = Die::new(die);
    let Decided { index, line } = card.choose(&View::new(rules, position, die));
    let action = rules.plays(position, die)[index].action.to_string();
    let by = match line {
        Some(line) => format!("Line {} decides: “{}”", line + 1, sentences[line]),
        None => "No line fits, so the front man moves.".to_owned(),
    };
    assert!(said.contains(&by), "{position} {die}: {said}, not {by}");
    let line = line.map_or(json!(-1), |line| json!(line));
    assert_eq!(decided, line, "the line that is marked");
    let points = loss(&chosen) * if rules == Rules::DOUBLE_WIN { 1.0 } else { 2.0 };
    let usual = Thresholds::IN_POINTS;
    let grade = match points {
        0.0 => "✓ Right: ",
        _ if points < usual.doubtful => "≈ Almost: ",
        _ if points < usual.bad => "✗ Not the best: ",
        _ => "✗✗ A bad move: ",
    };
    assert!(
        verdict.starts_with(grade),
        "{position} {die}, {points}: {verdict}"
    );
    let is_right = said.ends_with("No move is better.");
    let is_wrong = said.contains("Here the card is wrong: its move gives away ");
    assert_eq!(
        (is_right, is_wrong),
        (loss(&json!(action)) == 0.0, loss(&json!(action)) > 0.0),
        "{said}"
    );
    browser.back();
    browser.wait("return document.querySelector('[data-key=next]') !== null;");
}

/// Returns a line of the card as a sentence, with the typographic apostrophe of the page.
fn sentence(line: &Rule) -> String {
    line.sentence().replace('\'', "’")
}

/// Reads the position and the die of a question from the fragment of the address.
fn asked(browser: &Browser) -> (String, u8) {
    let fragment = browser.fragment();
    let mut parts = fragment.trim_start_matches('#').split('&');
    let place = parts.next().unwrap_or_default();
    let (position, dice) = place.split_once(':').expect("a position and a throw");
    let dice = dice.bytes().filter(u8::is_ascii_digit);
    let lower = dice.min().expect("a die");
    (position.to_owned(), lower - b'0')
}

#[test]
fn a_question_is_answered_with_reasons_and_the_line_of_the_card() {
    let Some(browser) = browser() else { return };
    browser.load(&["standard", "double-win", "course"]);
    for (name, rules) in [
        ("standard", Rules::STANDARD),
        ("double-win", Rules::DOUBLE_WIN),
        ("course", Rules::COURSE),
    ] {
        browser.open(&format!("#practise&rules={name}"));
        assert_answered(&browser, rules, |browser| {
            browser.click("#list [data-move]");
        });
        browser.click("[data-key=next]");
        assert_answered(&browser, rules, |browser| {
            browser.tab_to("#list [data-move]");
            browser.press(keys::ENTER);
        });
        browser.click("[data-key=next]");
        browser.make_wide(360);
        assert_answered(&browser, rules, |browser| {
            // The first tap only shows the move.
            browser.tap("#list [data-move]");
            assert_eq!(browser.run("return practice.answer;"), Value::Null);
            browser.tap("#list [data-move]");
        });
        let score = browser.text(".score");
        assert_says(&score, &[" of 3 right, ", ", rating "]);
        // Three answers tell little about the level, unless one of them loses what no level does often.
        assert_says(&score, &["; 0 is perfect): ", ", after 3 choices"]);
        let is_open = score.ends_with(" more choices tell it within two levels");
        let is_weak = score.ends_with("level 1 or weaker, after 3 choices");
        assert!(is_open || is_weak, "{score}");
        // The rating outlives a reload.
        browser.reload();
        assert_eq!(browser.text(".score"), score);
        browser.make_wide(1280);
    }
}

#[test]
fn a_wrong_answer_shows_both_moves_and_each_name_stands_once() {
    let Some(browser) = browser() else { return };
    for width in [360, 1280] {
        browser.make_wide(width);
        for (answer, arrows) in [("0/1*", [1, 0, 0]), ("4/5", [1, 1, 2])] {
            browser.open("#practise:024/01h:1-2");
            let text = browser.text("main");
            for once in ["Which move is best?", "Next position"] {
                assert_eq!(text.matches(once).count(), 1, "{once}: {text}");
            }
            for _ in 0..2 {
                browser.tap(&format!("#list [data-move='{answer}']"));
            }
            assert_eq!(browser.text("main").matches("Next position").count(), 1);
            let shown = "return ['.arrow:not(.other) .head', '.arrow.other .head', '.arrows p']
                .map((it) => document.querySelectorAll(it.startsWith('.arrows') ? it : `#board ${it}`).length);";
            assert_eq!(browser.run(shown), json!(arrows), "{answer}");
        }
        let legend = ["first", "last"].map(|at| browser.text(&format!(".arrows p:{at}-child")));
        assert_eq!(
            legend,
            ["Best: enter on 1, hitting", "Your answer: from 4 to 5"]
        );
        // The numbers of throws that can hit fit into their frames.
        let threats = "
            const fits = [...document.querySelectorAll('#board .pill')].every((pill) =>
                pill.nextElementSibling.getBoundingClientRect().width < pill.getBoundingClientRect().width);
            return [[...document.querySelectorAll('#board .pill-text')].map((it) => it.textContent).join(' '), fits];";
        assert_eq!(
            browser.run(threats),
            json!(["11 of 36 can hit 9 of 36 can hit 5 of 36 can hit", true])
        );
    }
}

#[test]
fn words_of_the_game_are_explained_to_fingers_and_keys() {
    let Some(browser) = browser() else { return };
    browser.make_wide(360);
    let shown = "
        const host = document.querySelector('#meaning');
        const { left, right, top, bottom } = host.getBoundingClientRect();
        const isInside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
        return host.matches(':popover-open') ? [host.textContent, isInside] : [];";
    let bezas = json!(["Bezas: the old name for a throw of two ones.", true]);
    browser.open("#practise:024/01h:1-1");
    browser.tap("#says .term");
    browser.wait_for(shown, &bezas);
    browser.tap("#says .dice");
    browser.wait_for(shown, &json!([]));
    browser.tab_to("#says .term");
    browser.press(keys::ENTER);
    browser.wait_for(shown, &bezas);
    assert_eq!(browser.text("#live").trim(), bezas[0]);
    browser.press("\u{e00c}");
    browser.wait_for(shown, &json!([]));
    // A scroll from before, told late, does not hide a meaning, but a new one does.
    let late = "
        const frame = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        const isShown = () => document.querySelector('#meaning').matches(':popover-open');
        scrollTo(0, 0);
        return frame().then(() => {
            scrollBy(0, 30);
            document.querySelector('#says .term').click();
            return frame();
        }).then(() => {
            const before = isShown();
            scrollBy(0, 30);
            return frame().then(() => [before, isShown()]);
        });";
    assert_eq!(browser.run(late), json!([true, false]));
    // Words of the card and of the analysis can be explained too.
    let terms =
        "return [...document.querySelectorAll('.term')].map((it) => it.textContent.toLowerCase());";
    let words = browser.run(terms).to_string();
    let known = [
        "\"overtake\"",
        "\"aims\"",
        "\"lands safe from the board\"",
        "\"pips\"",
    ];
    assert_says(&words, &known);
    for (part, word) in [("#04h/007", "on roll"), ("#04h/007:3-3", "ternes")] {
        browser.open(part);
        let has = format!(
            "return [...document.querySelectorAll('.term')].some((it) => it.textContent.toLowerCase().includes('{word}'));"
        );
        browser.wait(&has);
    }
}

#[test]
fn a_question_about_hits_or_homecomings_has_both_kinds_of_moves() {
    let Some(browser) = browser() else { return };
    browser.open("#practise");
    for (key, kind) in [(keys::END, "endsWith('*')"), (keys::UP, "endsWith('/12')")] {
        browser.press_on("kind", key);
        for _ in 0..5 {
            browser.wait("return document.querySelector('[data-key=next]') !== null;");
            let moves = format!(
                "return [...document.querySelectorAll('#list [data-move]')].map((it) => it.dataset.move.{kind});"
            );
            let are = browser.list(&moves);
            let has_both = [true, false].iter().all(|it| are.contains(&json!(it)));
            assert!(has_both, "{kind}: {are:?}");
            browser.click("[data-key=next]");
        }
    }
}

/// Returns the share of 300 questions that "hit or bring home" answers right: by its words, and with the front man where
/// they say nothing.
fn answered_by_rule_of_thumb(browser: &Browser) -> (f64, f64) {
    let script = "
        const random = new Randomness(1);
        const rule = readCard('hit or bring home');
        const right = [0, 0];
        for (let count = 0; count < 300; count++) {
            const { position, dice, moves } = newQuestion(random);
            const plays = playsOf(app.rules, position, dieOf(dice));
            const { index, line } = chooseByCard(rule, position, dieOf(dice), plays);
            const isRight = moves.find((it) => it.move === plays[index].move).loss === 0;
            right[0] += isRight && line === 0 ? 1 : 0;
            right[1] += isRight ? 1 : 0;
        }
        return right.map((it) => it / 300);";
    let shares = browser.list(script);
    let share = |at: usize| shares[at].as_f64().expect("a number");
    (share(0), share(1))
}

#[test]
fn hard_questions_are_not_answered_by_hitting_and_coming_home() {
    let Some(browser) = browser() else { return };
    browser.open("#practise");
    let (by_words, in_all) = answered_by_rule_of_thumb(&browser);
    // Of two moves, chance finds the best half the time.
    assert!(by_words < 0.25 && in_all < 0.6, "{by_words} {in_all}");
    browser.press_on("difficulty", keys::END);
    let (by_words, in_all) = answered_by_rule_of_thumb(&browser);
    assert!(by_words > 0.5 && in_all > 0.8, "{by_words} {in_all}");
    // The choice outlives a reload.
    browser.reload();
    assert_eq!(browser.run("return isPracticeHard();"), false);
}

#[test]
fn habits_are_told_in_words_and_their_questions_come_more_often() {
    let Some(browser) = browser() else { return };
    // What the version before stored: the score, and a question that waits.
    browser.open("#practise");
    let old = json!({
        "count": 20, "right": 12, "points": 0.5, "levels": [1, 1, 1, 1, 0.5, 0.4, 0.3, 0.2, 0.1, 0],
    });
    let store = "
        localStorage.setItem('tourne-score-standard', JSON.stringify(arguments[0]));
        localStorage.setItem('tourne-again-standard', '{\"asked\":20,\"waiting\":[{\"question\":\"024/01h:1-2\",\"due\":30,\"right\":1}]}');";
    browser.run_with(store, &json!([old]));
    browser.reload();
    // It did not store what tells a level, with its uncertainty.
    assert_eq!(browser.text(".score"), "12 of 20 right");
    browser.assert_shows("#waiting", &["1 question "]);
    assert_eq!(
        browser.run("return document.querySelector('#habits');"),
        Value::Null
    );
    browser.open("#practise:024/01h:1-2");
    browser.click("#list [data-move='4/5']");
    browser.assert_shows(".score", &["12 of 21 right, ", ", after 1 choice; "]);
    browser.assert_shows(
        "#habits",
        &["You lose most when you miss hits: once, 0.88 %."],
    );
    browser.reload();
    browser.assert_shows(
        "#habits",
        &["You lose most when you miss hits: once, 0.88 %."],
    );
    let share = "
        const known = Object.keys(T.habits).map((kind) => [kind, { possible: 38, made: 0, points: 0 }]);
        const aim = { missedAim: { possible: 9, made: 6, points: 0.3 } };
        const share = (habits) => {
            remember(scoreKey(), JSON.stringify({ ...practiceScore(), habits }));
            const random = new Randomness(1);
            const asked = Array.from({ length: 200 }, () => mistakesAmong(app.rules, newQuestion(random)));
            return asked.filter((kinds) => kinds.includes('missedAim')).length / 200;
        };
        return [share({}), share({ ...Object.fromEntries(known), ...aim }), habitsInWords()[0]];";
    let shares = browser.list(share);
    let share = |at: usize| shares[at].as_f64().expect("a number");
    assert!(share(0) < 0.4 && share(1) > 0.8, "{shares:?}");
    assert_eq!(
        shares[2],
        "You lose most when you miss chances to aim at an enemy man: 6 of 9 times, 2.50 % on average."
    );
    // A kind that is no kind is left out, and nothing else.
    let odd = json!({ "constructor": { "possible": 1, "made": 1, "points": 1 }, "order": { "possible": 1, "made": -1 } });
    let script = "
        remember(scoreKey(), JSON.stringify({ ...practiceScore(), habits: arguments[0] }));
        return [practiceScore().count, Object.keys(practiceScore().habits)];";
    assert_eq!(browser.run_with(script, &json!([odd])), json!([21, []]));
}

#[test]
fn each_line_of_the_card_has_an_example_on_a_board_that_the_card_plays_right() {
    let names = ["standard", "double-win", "course"];
    let Some(browser) = browser() else { return };
    browser.load(&names);
    for name in names {
        browser.open(&format!("#practise&rules={name}"));
        let shown = "
            const lines = constants().cards[app.rules.name];
            const boards = [...document.querySelectorAll('#five-lines figure')];
            return boards.map((figure, at) => {
                const [position, die] = lines[at].example;
                const played = Tourne.card(app.rules.name, position, die);
                const [best, next] = Tourne.best(app.rules.name, position, die);
                const arrows = figure.querySelectorAll('.board .arrow .head').length;
                const said = figure.querySelector('figcaption').textContent.startsWith(`For example, with a ${die}: `);
                return [played.line, played.move === best.move, next.loss > 0, arrows, said];
            });";
        let found = browser.run(shown);
        let expected: Vec<Value> = (1..=5)
            .map(|line| json!([line, true, true, 1, true]))
            .collect();
        assert_eq!(found, json!(expected), "{name}");
    }
}

#[test]
fn the_card_in_french_says_every_line() {
    let Some(browser) = browser() else { return };
    browser.show(&Rules::PRESETS.map(|(name, _)| name), "#000/000");
    let lines = browser.list("return constants().presets.flatMap(({ rules }) => cardOf(rulesNamed(rules)).map((line, at) => [constants().cards[rules][at].sentence, TEXTS_FR.cardSentence(line, '')]));");
    assert_eq!(lines.len(), 25);
    for line in lines {
        let [english, french] = [0, 1].map(|at| line[at].as_str().expect("a text"));
        let numbers = |text: &str| {
            let numbers = text.split(|c: char| !c.is_ascii_digit());
            numbers
                .filter(|it| !it.is_empty())
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(numbers(english), numbers(french), "{line}");
        for (one, other) in [
            ("If ", "Si "),
            (
                "; if there is none, the rear man.",
                " ; sinon, la dame de queue.",
            ),
            (".", "ouez la dame la plus "),
        ] {
            assert_eq!(english.contains(one), french.contains(other), "{line}");
        }
        assert!(french.ends_with('.'), "{line}");
        assert_lacks(french, &["undefined", "the ", "enemy", "unless", "  "]);
    }
}

/// Answers the question with the best or the worst move, and goes on to the next question.
fn answer(browser: &Browser, is_best: bool) {
    let place = if is_best { 0 } else { -1 };
    let press = "const { move } = practice.question.moves.at(arguments[0]);
        document.querySelector(`#list [data-move='${move}']`).click();";
    browser.run_with(press, &json!([place]));
    browser.click("[data-key=next]");
}

#[test]
fn a_question_that_was_answered_wrong_comes_back_until_it_is_known() {
    let Some(browser) = browser() else { return };
    // The last of its three moves gives 1.7 % away.
    let asked = "#practise:024/01h:1-2";
    browser.open(asked);
    browser.assert_no_message();
    answer(&browser, false);
    assert!(browser.text("#waiting").starts_with("1 question"));
    let mut returns = Vec::new();
    for number in 1..90 {
        if number == 3 {
            // The question also comes back after a reload.
            browser.open("#practise");
        }
        let shown = browser.run("return practiseAddress();");
        if shown == asked {
            returns.push(number);
            assert!(browser.text("#list .again").starts_with("Once more"));
            // After many changes, the page waits a moment before it changes the address.
            browser.wait("return location.hash === practiseAddress();");
        }
        answer(&browser, true);
    }
    assert_eq!(returns, [4, 20, 84], "each time after more other questions");
    assert_eq!(browser.run("return repetition().waiting.length;"), 0);
    browser.assert_shows(
        ".score",
        &["89 of 90 right, 89 in a row (longest 89), rating "],
    );
    browser.open(asked);
    answer(&browser, false);
    let streak = browser.run("return practiceScore().streak;");
    assert_eq!(streak, 0);
}
