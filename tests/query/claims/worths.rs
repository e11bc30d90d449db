//! The worth of things: every figure of `query/STRATEGY.md` follows from the solution, and single worths from the values of
//! two positions.

use tourne::facts::{WORTHS, Worths};
use tourne_plain::world::arena;
use tourne_solver::{Man, Point, Rules};

use super::worth::{Thing, worth, worths};
use crate::documents::Page;
use crate::{assert_close, json_line};

/// Bars of one to eight eighths.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// Returns a line of the table by point. The cells end at the points; the first is off the board.
fn line(name: &str, cells: impl ExactSizeIterator<Item = String>) -> String {
    let width = 21 + 6 * 11 - name.len();
    let cells: Vec<String> = cells.map(|cell| format!("{cell:>6}")).collect();
    let cells = cells.concat();
    format!("{name}{cells:>width$}")
}

#[test]
fn the_constants_are_the_computed_worths() {
    let numbers = |worths: Worths| {
        let Worths {
            hit,
            home,
            homes,
            pip,
            pip_taken,
            block,
            turn,
            entering,
        } = worths;
        let entering = entering.map(|it| [it.gain, it.better, it.share]);
        let parts = [&hit[..], &home, &homes, &pip, &[pip_taken, turn], &block];
        [parts.concat(), entering.concat()].concat()
    };
    let computed = numbers(worths(arena(Rules::STANDARD)));
    for (at, (number, computed)) in numbers(WORTHS).into_iter().zip(computed).enumerate() {
        assert_close(number, computed, 5e-7, at);
    }
}

#[test]
fn strategy_has_the_worth_of_things() {
    let page = Page::read("query/STRATEGY.md");
    let worths = worths(arena(Rules::STANDARD));
    let most = worths.hit.into_iter().fold(0.0, f64::max);
    let bar = |worth: f64| {
        let eighths = (8.0 * worth / most).round();
        let bar = BARS
            .iter()
            .zip(1_u8..)
            .find(|&(_, it)| f64::from(it) >= eighths);
        bar.expect("at most eight eighths").0.to_string()
    };
    let points = (1..12).map(|point| point.to_string());
    let points: Vec<String> = ["off".to_owned()].into_iter().chain(points).collect();
    let expected = [
        line("point", points.into_iter()),
        line("hit there", worths.hit.into_iter().map(bar)),
        line("", worths.hit.into_iter().map(percent)),
        line("home from there", worths.home.into_iter().map(percent)),
        line("pip from there", worths.pip.into_iter().map(percent)),
        line("block there", worths.block.into_iter().map(percent)),
    ];
    let (_, block) = page.text.split_once("```text\n").expect("a block");
    let found: Vec<&str> = block.lines().take(expected.len()).collect();
    assert_eq!(found, expected);

    let [first, second, last] = worths.homes.map(percent);
    let words: Vec<&str> = page.text.split_whitespace().collect();
    let text = words.join(" ");
    let (turn, taken) = (percent(worths.turn), percent(worths.pip_taken));
    // Pips short of home are worth 1.6 % on average.
    let pips: f64 = worths.pip[..11].iter().sum::<f64>() / 11.0;
    assert_eq!(format!("{:.0}", worths.turn / pips), "4");
    for said in [
        format!("The first man home is worth {first} %, the second {second} %, the last {last} %."),
        format!(
            "is worth {turn} %, four **pips**. In {taken} % of places with a man the next point is taken"
        ),
    ] {
        assert!(text.contains(&said), "{said}");
    }
    // "Wherever it stands, that is worth more than a hit."
    assert!(worths.home.iter().all(|&home| home > most));

    let rows = page.table("| enemies | play |");
    assert_eq!(rows.len(), worths.entering.len());
    for (row, entering) in rows.iter().zip(worths.entering) {
        let (gain, right) = (entering.gain, entering.better);
        let expected = if gain.abs() < 0.001 {
            ["either", "–", "–"].map(str::to_owned)
        } else {
            let (play, right) = if gain > 0.0 {
                ("enter", right)
            } else {
                ("run", 1.0 - right)
            };
            let right = format!("{:.0} %", 100.0 * right);
            [play.to_owned(), format!("{} %", percent(gain.abs())), right]
        };
        assert_eq!(row[1..], expected, "{}", row[0]);
    }
}

/// Returns the value that `tourne best` prints for a position.
fn value(position: &str) -> f64 {
    let answer = json_line(&format!("best {position}"));
    answer["value"].as_f64().expect("a number")
}

#[test]
fn a_worth_is_the_difference_of_two_values() {
    let solution = arena(Rules::STANDARD).solution();
    let on = |point| Man::On(Point::new(point));
    for (position, thing, with, sign) in [
        ("007/04h", Thing::Hit(Point::new(7)), "000/04h", -1.0),
        ("007/04h", Thing::Home(on(4)), "007/0hh", -1.0),
        ("007/04h", Thing::Home(Man::Off), "007/4hh", -1.0),
        ("007/04h", Thing::Pip(on(4)), "007/05h", -1.0),
        ("007/04h", Thing::Pip(Man::Off), "007/14h", -1.0),
    ] {
        let setup = position.parse().expect("a set-up");
        let position_of = solution.rules().position(&setup).expect("a position");
        let found = worth(solution, position_of, thing).expect("a worth");
        let expected = sign * (value(with) - value(position));
        assert_close(found, expected, 1e-12, format!("{position} {thing:?}"));
    }
    let worth = |position: &str, thing| {
        let setup = position.parse().expect("a set-up");
        let position = solution.rules().position(&setup).expect("a position");
        worth(solution, position, thing)
    };
    // A turn: 007/04h and 04h/007 are the same position.
    let turn = value("04h/007") - (1.0 - value("007/04h"));
    assert_close(
        worth("007/04h", Thing::Turn).unwrap_or(0.0),
        turn,
        1e-12,
        "turn",
    );
    // The last man home wins.
    let last = worth("007/4hh", Thing::Home(on(4))).unwrap_or(0.0);
    assert_close(last, value("007/4hh"), 1e-12, "last");
    // Only with a 4 (5 of 36 throws) would the man on 8 pass that on 11, and go home; it is a pass instead.
    let block = 5.0 / 36.0 * (value("00h/8bh") - value("00h/bhh"));
    let found = worth("8bh/00h", Thing::Block(Point::new(11))).unwrap_or(0.0);
    assert_close(found, block, 1e-12, "block");
}

#[test]
fn what_is_not_there_has_no_worth() {
    let solution = arena(Rules::STANDARD).solution();
    let on = |point| Man::On(Point::new(point));
    for (position, thing) in [
        ("007/04h", Thing::Hit(Point::new(6))),
        ("00h/04h", Thing::Hit(Point::HOME)),
        ("007/04h", Thing::Home(on(5))),
        ("007/04h", Thing::Home(Man::HOME)),
        ("007/04h", Thing::Pip(Man::HOME)),
        // Taken by an own man, and by an enemy.
        ("007/34h", Thing::Pip(on(3))),
        ("057/04h", Thing::Pip(on(4))),
        // Nobody stands behind.
        ("78h/04h", Thing::Block(Point::new(7))),
    ] {
        let setup = position.parse().expect("a set-up");
        let position_of = solution.rules().position(&setup).expect("a position");
        assert_eq!(
            worth(solution, position_of, thing),
            None,
            "{position} {thing:?}"
        );
    }
}
