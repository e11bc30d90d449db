//! The review turn by turn: by keyboard and by marks, in words and announcements, as puzzles, and with the totals that
//! the command prints.

use serde_json::json;
use tourne::review::{self, record};
use tourne::show::numbers;
use tourne::solutions;
use tourne_solver::file;

use super::page::solution_file;
use super::reviewing::{read, review_link};
use super::window::keys;
use super::{Browser, browser};
use crate::commands::assert_says;

/// Returns the record of a random game of more than 30 turns in which both players make bad moves.
pub(super) fn long_game(browser: &Browser) -> String {
    let script = "
        for (let seed = 1; ; seed++) {
            const random = new Randomness(seed);
            const game = new Game(app.rules, 0, startPosition());
            game.names = ['A', 'B'];
            while (!game.isOver) {
                const dice = [random.die(), random.die()];
                const plays = playsOf(app.rules, game.position, dieOf(dice));
                game.add(dice, plays[random.next() % plays.length]);
            }
            const bad = reviewOf(app.solution, game).seats.map((sums) => sums.bad);
            if (game.turns.length > 30 && bad[0] > 1 && bad[1] > 1) return writeRecord(game);
        }";
    browser.said(script)
}

/// Opens the review of a record by its link.
fn open(browser: &Browser, record: &str) {
    browser.open(&review_link(browser, record));
}

fn number(browser: &Browser, script: &str) -> i64 {
    browser.number(script) as i64
}

#[test]
fn arrows_step_the_list_follows_and_the_board_stays_in_sight() {
    let Some(browser) = browser() else { return };
    browser.open("#review");
    let game = long_game(&browser);
    for width in [360, 700, 1280] {
        browser.make_wide(width);
        open(&browser, &game);
        browser.press(keys::END);
        let last = number(&browser, "return reviewing.turn;");
        // Beside the board the list follows; below it, what is said of the turn stays in sight.
        let in_sight = "
            const beside = document.querySelector(innerWidth >= 900 ? '#list' : 'body').getBoundingClientRect();
            const shown = document.querySelector(innerWidth >= 900 ? '#all-turns .here' : '#says .judged').getBoundingClientRect();
            return shown.top >= beside.top - 1 && shown.bottom <= innerHeight + 1;";
        for step in 1..=20 {
            browser.press(keys::LEFT);
            assert_eq!(number(&browser, "return reviewing.turn;"), last - step);
            assert_eq!(browser.run(in_sight), true, "{width}: {step}");
        }
        // Going to a row in sight does not scroll the list.
        let place = "return document.querySelector('#list').scrollTop;";
        let before = number(&browser, place);
        browser.press(keys::RIGHT);
        assert_eq!(number(&browser, place), before);
        browser.press(keys::END);
        assert_eq!(number(&browser, "return reviewing.turn;"), last);
        browser.press(keys::HOME);
        assert_eq!(number(&browser, "return reviewing.turn;"), 0);
    }
}

/// Returns the text with two decimals where the command prints four, and with plain spaces.
fn rounded(text: &str) -> String {
    let round = |word: &str| match (word.split_once('.'), word.parse::<f64>()) {
        (Some((_, decimals)), Ok(number)) if decimals.len() == 4 => format!("{number:.2}"),
        _ => word.to_owned(),
    };
    let words: Vec<String> = text.split_whitespace().map(round).collect();
    words.join(" ")
}

#[test]
fn each_turn_says_what_was_best_what_was_lost_and_why_also_aloud() {
    let Some(browser) = browser() else { return };
    browser.open("#review");
    let game = long_game(&browser);
    open(&browser, &game);
    let script = "
        const said = [];
        for (const [at, turn] of reviewing.review.turns.entries()) {
            showTurn(at + 1);
            const { position, die } = turn.turn;
            const reasons = Tourne.reasons('standard', writePosition(position), die);
            said.push([
                document.querySelector('.judged').textContent, document.querySelector('#live').textContent, turn.moves.length,
                moveInWords(turn.moves[0].play), reasons.find((it) => it.move === turn.played.move)?.text ?? '',
                document.querySelector('.say').textContent, { '': '', '?!': ' (doubtful)', '?': ' (bad)' }[turn.mark],
            ]);
        }
        return said;";
    let said = browser.list(script);
    assert!(said.len() > 30);
    for turn in said {
        let text = |at: usize| turn[at].as_str().expect("a text");
        let (judged, aloud, best, why) = (text(0), text(1), text(3), text(4));
        assert!(aloud.contains(judged), "{aloud}: {judged}");
        // The marks ? and ?! are written as words.
        let (words, mark) = (text(5), text(6));
        let is_in_words = words.ends_with(&format!("{mark}.")) && !words.contains('?');
        assert!(is_in_words, "{words}");
        if !why.is_empty() {
            assert_says(judged, &[best]);
            assert_says(&rounded(judged), &[&rounded(why)]);
        } else if turn[2] == 1 {
            assert_eq!(judged, "It was the only move.");
        } else {
            assert!(judged.starts_with("No move is better than "), "{judged}");
        }
    }
    // The buttons keep the keyboard focus at the last turn.
    browser.press(keys::HOME);
    browser.press_on("step-›", keys::ENTER);
    browser.press_on("step-»", keys::ENTER);
    let focused = "return document.activeElement.dataset.key;";
    assert_eq!(browser.run(focused), "step-»");
}

#[test]
fn every_best_move_solves_a_puzzle_and_a_tiny_loss_is_almost() {
    let Some(browser) = browser() else { return };
    browser.show(&["standard", "entry-first"], "#review");
    // Find a decision with two best moves, and a decision with a move that is nearly as good as the best.
    let script = "
        // Under these rules moves can be equally good.
        const solution = solutionOf('entry-first');
        const found = [null, null];
        for (const position of solution.positions()) {
            for (const die of DICE) {
                const moves = solution.ranked(position, die);
                const bad = moves[moves.length - 1];
                if (bad.loss === 0) continue;
                const record = `rules: entry-first\\nposition: ${writePosition(position)}\\nA ${die} ${bad.move}\\n`;
                if (moves.length === 3 && moves[1].loss === 0) found[0] ??= [record, moves[0].move, moves[1].move];
                if (moves.length === 3 && moves[1].loss > 0 && solution.inPoints(moves[1].loss) < 0.01)
                    found[1] ??= [record, moves[0].move, moves[1].move];
            }
            if (found[0] && found[1]) return found;
        }";
    let found = browser.run(script);
    for (case, second_is) in [(0, "Yes, "), (1, "Almost: ")] {
        let text = |at: usize| found[case][at].as_str().expect("a text");
        for (answer, says) in [(text(1), "Yes, "), (text(2), second_is)] {
            open(&browser, text(0));
            browser.click(".worst button");
            // Nothing on the page reveals the best move, or the one that was played.
            let hidden = "
                const text = document.querySelector('main').innerText;
                const labels = [...document.querySelectorAll('[aria-label]')].map((it) => it.ariaLabel).join(' ');
                const { move, play } = reviewedNow().played;
                const list = document.querySelector('#list .moves').innerText;
                const isTold = [move, moveInWords(play)].some((it) => text.replace(list, '').includes(it) || labels.includes(it));
                return document.querySelector('.judged') === null && !document.querySelector('#list .value')
                    && !text.includes('Best: ') && !text.includes('gives away') && !isTold;";
            assert_eq!(browser.run(hidden), true);
            browser.click(&format!("#list [data-move='{answer}']"));
            let verdict = browser.text("#list .verdict");
            assert!(verdict.starts_with(says), "{answer}: {verdict}");
        }
        // After the answer, the board shows the best move and the one that was played.
        open(&browser, text(0));
        browser.click(".worst button");
        browser.click("[data-key=answer]");
        let arrows = "
            const played = moveInWords(reviewedNow().played.play);
            return [['.arrow:not(.other) .head', '.arrow.other .head'].map((it) => document.querySelectorAll(`#board ${it}`).length),
                document.querySelector('.arrows p:last-child').textContent === `Played: ${played}`,
                document.querySelector('.worst').textContent.includes(played)];";
        assert_eq!(browser.run(arrows), json!([[1, 1], true, true]));
    }
}

#[test]
fn the_curve_has_axes_and_marks_to_go_to() {
    let Some(browser) = browser() else { return };
    browser.open("#review");
    let game = long_game(&browser);
    for width in [360, 1280] {
        browser.make_wide(width);
        open(&browser, &game);
        let ticks = "return [...document.querySelectorAll('.curve .tick')].map((it) => it.textContent).join(' | ');";
        let ticks = browser.said(ticks);
        assert_says(&ticks, &["0 %", "50 %", "100 %", "10", "20", "30"]);
        // The letters of the curve are large enough to be read on a phone too.
        let size = "
            const svg = document.querySelector('.curve');
            return 11 * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;";
        assert!(number(&browser, size) >= 9);
        let first = "return reviewing.review.turns.findIndex((turn) => turn.loss > 0) + 1;";
        let first = number(&browser, first);
        browser.tab_to(".curve .mark");
        let label = browser.said("return document.activeElement.getAttribute('aria-label');");
        assert_says(&label, &[&format!("Turn {first}: "), "gave away"]);
        browser.assert_shows(".readout", &[&format!("After turn {first}: A ")]);
        browser.press(keys::ENTER);
        assert_eq!(number(&browser, "return reviewing.turn;"), first);
        let focused = "return document.activeElement.dataset.key;";
        assert_eq!(browser.run(focused), format!("mark-{first}"));
        // Pointing at a turn shows its value.
        let point = "
            const svg = document.querySelector('.curve');
            const box = svg.getBoundingClientRect();
            svg.dispatchEvent(new PointerEvent('pointermove', { clientX: box.right - 1, clientY: box.top + 5, bubbles: true }));
            return document.querySelector('.readout').textContent === T.typeset(T.review.readout(
                reviewing.review.turns.length, 'A', showValue(app.rules, reviewing.review.result, SHORT)));";
        assert_eq!(browser.run(point), true);
    }
}

#[test]
fn the_summary_is_that_of_the_command_with_the_worst_moves_as_puzzles() {
    let Some(browser) = browser() else { return };
    browser.open("#review");
    let game = long_game(&browser);
    open(&browser, &game);
    let solution = solutions::standard();
    let games = record::read(game.as_bytes()).expect("a record");
    let usual = review::Thresholds::usual(solution.unit());
    let review = review::review(&games[0], solution, usual).expect("a review");
    let cells = browser.run("return [...document.querySelectorAll('.sums tr')].map((row) => [...row.children].slice(1).map((it) => it.textContent.replaceAll('\\u00a0', ' ')));");
    // "rating 17.9 (8.3 to 31.0; 0 is perfect): level 3 to 8, after 34 choices; about ..."
    let strength = |side: &review::SideSum| -> [String; 2] {
        let strength = side.evidence.strength().expect("the side had a choice");
        let text = numbers::strength(&strength);
        let (rating, level) = text.split_once("; 0 is perfect): ").expect("a rating");
        let after = format!(", after {} choices", strength.choices);
        [
            format!("{})", &rating["rating ".len()..]),
            level.replace(&after, ""),
        ]
    };
    let expected: [&dyn Fn(&review::SideSum) -> String; 5] = [
        &|side| side.decisions.to_string(),
        &|side| side.mistakes.to_string(),
        &|side| format!("{} / {}", side.doubtful, side.bad),
        &|side| strength(side)[0].clone(),
        &|side| strength(side)[1].clone(),
    ];
    for (row, text) in (3..).zip(expected) {
        assert_eq!(cells[row], json!(review.sides.each_ref().map(text)));
    }
    let mut worst: Vec<(f64, usize)> = review.turns.iter().map(|turn| turn.loss).zip(1..).collect();
    worst.sort_by(|one, other| other.0.total_cmp(&one.0));
    let puzzles = browser.run("return [...document.querySelectorAll('.worst button')].map((it) => Number(it.dataset.turn));");
    let worst: Vec<usize> = worst.iter().take(3).map(|&(_, turn)| turn).collect();
    assert_eq!(puzzles, json!(worst));
    browser.click(".worst button");
    assert_eq!(browser.run("return reviewing.trying;"), worst[0]);
}

#[test]
fn a_link_opens_at_the_first_turn_and_all_say_the_same_number_of_mistakes() {
    let Some(browser) = browser() else { return };
    browser.open("#review");
    let long = long_game(&browser);
    let given_up = "result: B resigns\nposition: 04h/007\nA 3 0/3\n";
    for (game, width) in [(&long[..], 360), (&long[..], 1280), (given_up, 1280)] {
        browser.make_wide(width);
        open(&browser, game);
        assert_eq!(number(&browser, "return reviewing.turn;"), 1);
        // The sums stand on the first screen, and not behind the tools.
        let in_sight = "
            const { left, bottom } = document.querySelector('.in-short').getBoundingClientRect();
            return document.querySelector('.in-short').contains(document.elementFromPoint(left + 5, bottom - 5));";
        assert_eq!(browser.run(in_sight), true, "{width}");
        let counts = "
            const numbers = (texts) => texts.map((text) => Number(/\\d+/.exec(text)[0]));
            const all = (selector) => [...document.querySelectorAll(selector)].map((it) => it.textContent);
            const [light, dark] = numbers(all('.in-short p'));
            return [
                [light, dark, light + dark],
                [...numbers(all('.sums tr:nth-child(5) td')), all('.curve .mark').length],
                numbers(all('[data-key=whose] option')),
                [0, 1, 2].map((whose) => {
                    reviewing.whose = whose;
                    app.show();
                    return all('.mistakes li').length;
                }),
                T.play.reviewMistakes(sumOf(reviewing.review.seats.map((it) => it.mistakes)), true),
            ];";
        let counts = browser.run(counts);
        for other in 1..4 {
            assert_eq!(counts[0], counts[other], "{counts}");
        }
        let all = format!("Review your {} mistakes", counts[0][2]);
        assert_eq!(counts[4], all, "{counts}");
        // Each mistake is listed once, even the worst.
        let turns = "
            const turns = [...document.querySelectorAll('[data-turn]')].map((it) => it.dataset.turn);
            return turns.length > 0 && new Set(turns).size === turns.length;";
        assert_eq!(browser.run(turns), true);
        let head = browser.text(".turns th:last-child");
        assert_eq!(head, "A’s chance to win");
        browser.assert_shows("#list", &["?! is doubtful: gave away 1.0"]);
    }
}

#[test]
fn several_games_are_summed_up_as_the_command_does() {
    let Some(browser) = browser() else { return };
    browser.show(&["standard", "double-win"], "#review");
    let long = long_game(&browser);
    let text = format!(
        "{long}{}rules: double-win\nresult: B resigns\nA 6-5 0/5\nrules: standard\nC 4-3 0/3\nA 5-2 0/2\n",
        long.replace("A ", "C ")
    );
    read(&browser, &text);
    browser.wait("return document.querySelector('#totals table') !== null;");
    let found = browser.list("return reviewing.totals.map(({ name, rules, games, finished, won, sums }) =>
            [name, rules.name, games, finished, won, sums.decisions, sums.mistakes, sums.doubtful, sums.bad, sums.luck, sums.errors]);");
    let games = record::read(text.as_bytes()).expect("a record");
    let review = |game: &record::Game| {
        let file = solution_file(&game.rules.to_string());
        let solution = file::read(&file).expect("a whole file").on_trust();
        let usual = review::Thresholds::usual(solution.unit());
        review::review(game, &solution, usual).expect("a review")
    };
    let reviews: Vec<_> = games.iter().map(review).collect();
    let expected = review::players(&reviews);
    assert_eq!(found.len(), expected.len());
    for (found, it) in found.iter().zip(&expected) {
        let sums = &it.sums;
        let (finished, won) = (it.finished, it.won);
        let played = json!([sums.side, it.rules, it.games, finished, won]);
        let counts = json!([sums.decisions, sums.mistakes, sums.doubtful, sums.bad]);
        let known = [played, counts].map(|it| it.as_array().expect("a list").clone());
        let found = found.as_array().expect("a list");
        assert_eq!(found[..9], known.concat());
        for (at, amount) in [(9, sums.luck), (10, sums.errors)] {
            let off = found[at].as_f64().expect("a number") - amount;
            assert!(off.abs() < 1e-12, "{found:?}");
        }
    }
    // The five rows are shown.
    let rows = "return document.querySelectorAll('#totals tbody tr').length;";
    assert_eq!(browser.run(rows), expected.len());
}

/// Signs of mistakes that lie on each other: the light side's ring does not cover the dark side's cross.
#[test]
fn on_the_curve_no_cross_is_covered_by_a_ring() {
    let Some(browser) = browser() else { return };
    browser.make_wide(360);
    browser.open("#review");
    let covered = "
        const game = new Game(app.rules, 0, startPosition());
        const random = new Randomness(7);
        while (!game.isOver && game.turns.length < 200) {
            const dice = [random.die(), random.die()];
            const moves = app.solution.ranked(game.position, dieOf(dice));
            game.add(dice, moves.at(-1).play);
        }
        game.names = ['A', 'B'];
        openReview([game], 2);
        app.show();
        document.querySelector('.curve').scrollIntoView({ block: 'center' });
        const crosses = [...document.querySelectorAll('.slip.dark')].map((it) => it.getBoundingClientRect());
        const rings = [...document.querySelectorAll('.slip.light')];
        return rings.flatMap((ring) => {
            const box = ring.getBoundingClientRect();
            const [x, y, radius] = [box.x + box.width / 2, box.y + box.height / 2, box.width / 2];
            const isOn = crosses.some((it) => Math.hypot(it.x + it.width / 2 - x, it.y + it.height / 2 - y) < radius + it.width / 4);
            return isOn ? [getComputedStyle(ring).fill] : [];
        });";
    let fills = browser.list(covered);
    assert!(!fills.is_empty(), "some mistakes lie on each other");
    assert!(fills.iter().all(|it| it == "none"), "{fills:?}");
}
