//! The browser page has the facts of the library: the same numbers, names and texts, and the same questions in a quiz.

use std::process::Command;

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::json;
use tourne::facts::{Rulebook, SUMMARIES};
use tourne::grading::Evidence;
use tourne::review::MEANINGS;
use tourne::show::numbers;
use tourne_solver::{Rules, Unit};

use super::browser;
use super::page::solution_file;
use crate::commands::{self, run};
use crate::{assert_close, run_line};

#[test]
fn numbers_are_written_as_the_command_writes_them() {
    let Some(browser) = browser() else { return };
    browser.show(&["standard", "double-win"], "#000/000");
    // Include numbers half way between two decimals, and losses that are too small for the decimals.
    let halves = [0.015_625, 0.045, 0.000_000_5, 0.000_001_5, 0.000_002_5];
    let values = [0.0, 1.0, 0.5, 0.123_456_789, 1e-9, 0.999_999_95];
    let values: Vec<f64> = values.into_iter().chain(halves).collect();
    for (rules, unit) in [
        (Rules::STANDARD, Unit::WinProbability),
        (Rules::DOUBLE_WIN, Unit::Points),
    ] {
        for &value in &values {
            let script = "
                const [rules, value] = [rulesNamed(arguments[0]), arguments[1]];
                return [showValue(rules, value), showLoss(rules, value), showDifference(rules, 0 - value),
                    percent(value, 2), decimal(10 * value, 3)];";
            let found = browser.run_with(script, &json!([rules, value]));
            let expected = [
                numbers::amount(unit, value),
                numbers::loss(unit, value),
                numbers::signed(unit, 0.0 - value),
                numbers::percent(value),
                numbers::rating(10.0 * value),
            ];
            assert_eq!(found, json!(expected), "{rules}: {value}");
        }
    }
}

/// The page computes the rating and the level of a player as the library does, and says them in the words of the command.
#[test]
fn strengths_are_those_of_the_library() {
    let Some(browser) = browser() else { return };
    browser.show(&["standard"], "#000/000");
    let mut random = ChaCha8Rng::seed_from_u64(14);
    let mut players: Vec<Vec<(Vec<f64>, usize)>> = Vec::new();
    for (count, tolerance) in [1, 3, 10, 34, 120, 500, 900]
        .into_iter()
        .flat_map(|count| [0.0, 0.01, 0.03, 0.1, 0.3, f64::INFINITY].map(|it| (count, it)))
    {
        let choice = |random: &mut ChaCha8Rng| {
            let moves = random.random_range(1..=2);
            let mut losses: Vec<f64> = (0..moves)
                .map(|_| 0.3 * random.random::<f64>().powi(2))
                .collect();
            losses.insert(0, 0.0);
            // The larger the loss, the rarer the move.
            let bound = tolerance * random.random::<f64>() / (1.0 - random.random::<f64>());
            let played = losses.iter().rposition(|&loss| loss <= bound);
            (losses, played.unwrap_or(0))
        };
        players.push((0..count).map(|_| choice(&mut random)).collect());
    }
    let script = "
        const solution = { inPoints: (loss) => loss };
        return arguments[0].map((choices) => {
            const [first, rest] = [noEvidence(), noEvidence()];
            choices.forEach(([losses, played], at) => {
                const moves = losses.map((loss) => ({ loss }));
                addToEvidence(at % 2 === 0 ? first : rest, solution, moves, moves[played]);
            });
            addEvidence(first, rest);
            addGivenUp(first, 0.5);
            const strength = strengthFrom(first);
            const { rating, level } = strength;
            const numbers = [rating, level].flatMap(({ estimate, low, high }) => [estimate, low, high]);
            return [strengthInWords(strength), numbers, isEvidence(JSON.parse(JSON.stringify(first)))];
        });";
    let found = browser.run_with(script, &json!([players]));
    let (mut told, mut weak) = (0, 0);
    for (choices, found) in players.iter().zip(found.as_array().expect("a list")) {
        let mut evidence = Evidence::default();
        for (losses, played) in choices {
            evidence.add(losses, losses, losses[*played]);
        }
        evidence.add_resignation(0.5);
        let strength = evidence.strength().expect("a choice");
        let words = numbers::strength(&strength);
        assert_eq!(found[0], json!(words));
        let ends = [strength.rating, strength.level].map(|it| [it.estimate, it.low, it.high]);
        for (number, expected) in ends.as_flattened().iter().enumerate() {
            let found = found[1][number].as_f64().expect("a number");
            assert_close(found, *expected, 1e-6, format!("{number} of {words}"));
        }
        assert_eq!(found[2], true);
        told += usize::from(strength.more.is_none());
        weak += usize::from(strength.levels()[1] == 0);
    }
    assert!(told > 3 && weak > 1, "{told} {weak}");
}

#[test]
fn every_text_of_the_library_is_in_french() {
    let Some(browser) = browser() else { return };
    browser.open("#000/000");
    let mut texts: Vec<&str> = Vec::new();
    for summary in SUMMARIES {
        texts.extend([summary.summary, summary.source]);
    }
    let joined = ["course+forced-entry", "course+entry-first+double-win"]
        .map(|name| name.parse().expect("a rule set"));
    let presets = Rules::PRESETS.map(|(_, rules)| rules);
    for rules in presets.into_iter().chain(joined) {
        for section in Rulebook::new(rules).sections {
            texts.extend([section.topic, section.rule, section.source]);
            texts.extend(section.reading);
        }
    }
    texts.extend(MEANINGS.map(|(_, meaning)| meaning));
    // Leave out sources that are a name and a year: these are the same in both languages.
    texts.retain(|text| !text.ends_with(|end: char| end.is_ascii_digit()));
    let script = "
        const known = Object.keys(constants().french);
        const only = (one, other) => one.filter((text) => !other.includes(text));
        return [only(arguments[0], known), only(known, arguments[0])];";
    let only = browser.run_with(script, &json!([texts]));
    assert_eq!(
        only,
        json!([[], []]),
        "only the library's, and only those of query/page/web/texts/rules-fr.json"
    );
}

#[test]
fn losses_luck_and_ratings_are_explained_in_the_words_of_help_rating() {
    let Some(browser) = browser() else { return };
    browser.load(&["standard"]);
    browser.open("#review:UAY0jNj-&names=W,B");
    let told = "return [...document.querySelectorAll('.sums .term')].map((it) => {
        it.click();
        const said = document.querySelector('#meaning').textContent.replaceAll('\u{a0}', ' ');
        hideMeaning();
        return said;
    });";
    let help = run_line("help rating").stdout;
    let meaning = |word: &str| {
        let line = help.lines().find_map(|line| line.strip_prefix(word));
        line.expect("a word that the help explains")
    };
    let [loss, luck, rating, level] = ["Loss", "Luck", "Rating", "Level"].map(meaning);
    assert!(loss.contains("A loss of 2 % is two games in a hundred."));
    assert!(luck.ends_with("The good luck of one side is the bad luck of the other."));
    let expected = [
        ("Luck", luck),
        ("Given away", loss),
        ("Rating", rating),
        ("Strength", level),
    ];
    let expected = expected.map(|(word, meaning)| format!("{word}{meaning}"));
    assert_eq!(browser.run(told), json!(expected));
    browser.click("[data-key=language]");
    let french = browser.run(told).to_string();
    assert!(french.contains("deux parties sur cent"), "{french}");
    assert!(
        french.contains("La chance d’un camp est la malchance de l’autre"),
        "{french}"
    );
    browser.click("[data-key=language]");
}

/// The page draws questions by rejection, which is right only if no question weighs more than the page's bound. Asserts
/// for every decision that its weight is at most that bound, and that the largest weight is at least half of it.
#[test]
fn questions_are_drawn_by_the_weights_of_the_command() {
    let Some(browser) = browser() else { return };
    browser.show(&["standard", "course"], "#000/000");
    for rules in ["standard", "course"] {
        let script = "
            const solution = solutionOf(arguments[0]);
            const { quizErrs, tolerances } = constants();
            let most = 0;
            for (const position of solution.positions()) {
                for (const die of DICE) {
                    most = Math.max(most, meanLossOfLevel(solution, solution.ranked(position, die), quizErrs));
                }
            }
            return most / (MOST_MEAN_LOSS * tolerances[quizErrs - 1]);";
        let share = browser.run_with(script, &json!([rules]));
        let share = share.as_f64().expect("a number");
        assert!((0.5..=1.0).contains(&share), "{rules}: {share}");
    }
}

#[test]
fn the_page_says_after_how_many_throws_games_end_as_the_command_does() {
    let Some(browser) = browser() else { return };
    browser.show(&Rules::PRESETS.map(|(name, _)| name), "");
    for (rules, position) in [
        ("standard", "000/000"),
        ("standard", "04h/007"),
        ("standard", "bhh/000"),
        ("standard", "ahh/bhh"),
        ("entry-first", "x12/345"),
        ("double-win", "04h/007"),
        ("course", "000/000"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tourne"));
        command.args(["outcomes", position, "--format", "json", "--solution"]);
        let answer = commands::json(&run(command.arg(solution_file(rules))));
        let lengths = &answer["lengths"];
        browser.go(&browser.address(&format!("#{position}&rules={rules}")));
        let mean = lengths["mean"].as_f64().expect("a number");
        let said = format!("Throws to the end: {mean:.2} on average. 5 % of games are over after ");
        let is_said = "return document.querySelector('#lengths')?.textContent.replaceAll('\u{a0}', ' ').startsWith";
        browser.wait(&format!("{is_said}({});", json!(said)));
        let script = "return Tourne.lengths(...arguments);";
        let found = browser.run_with(script, &json!([rules, position]));
        let place = format!("{rules} {position}");
        assert_eq!(found["quantiles"], lengths["quantiles"], "{place}");
        let found = found["mean"].as_f64().expect("a number");
        assert!((found - mean).abs() < 1e-6, "{place}: {found}, not {mean}");
    }
}
