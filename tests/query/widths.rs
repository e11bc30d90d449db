//! Names of any script stand in columns: wide signs, accents after their letter, emoji, and signs without width.

use tourne::show::play::board::{Board, draw};
use tourne::show::play::name::Name;
use tourne::show::table::folded;
use tourne_solver::Rules;
use tourne_solver::terminal::aligned;

use crate::commands::run_with;
use crate::tourne;

/// Names, with the columns that each takes on a terminal.
const NAMES: [(&str, usize); 9] = [
    ("Ben", 3),
    ("山田太郎", 8),
    ("ｱｲ", 2),
    ("한국", 4),
    ("Jose\u{301}", 4),
    ("हिन्दी", 5),
    ("👨\u{200d}👩\u{200d}👧", 2),
    ("❤\u{fe0f}", 2),
    ("a\u{2060}b", 2),
];

/// Returns the column at which a part of a line begins; `name` may stand before it, and takes `width` columns.
fn column(line: &str, part: &str, (name, width): (&str, usize)) -> usize {
    let at = line
        .find(part)
        .unwrap_or_else(|| panic!("{part} in {line:?}"));
    let before = &line[..at];
    assert!(before.contains(name), "{name} in {line:?}");
    before.replace(name, "").chars().count() + width
}

#[test]
fn lanes_stand_opposite_each_other_whatever_the_names() {
    let position = Rules::STANDARD.read("047/00b").expect("a position");
    for one in NAMES {
        for other in NAMES {
            let board = Board {
                sides: [position.on_roll(), position.opponent()],
                names: &[one, other].map(|(name, _)| Name::of(name)),
                on_roll: None,
                last: None,
            };
            let text = draw(&board, 100);
            let lines: Vec<&str> = text.lines().collect();
            // The first point of each lane is empty.
            let lane = column(lines[0], ".", other);
            assert_eq!(lane, column(lines[2], ".", one), "{text}");
            assert_eq!(lane, column(lines[1], "1 ", ("", 0)), "{text}");
        }
    }
}

#[test]
fn the_columns_of_a_review_and_of_tables_stand_below_each_other() {
    for one in NAMES {
        for other in NAMES.iter().copied().filter(|other| *other != one) {
            let rows = [one, other].map(|(name, _)| vec![name.to_owned(), "7.5".to_owned()]);
            let text = folded(&["name", "loss"], rows, None);
            let lines: Vec<&str> = text.lines().collect();
            let [first, second] =
                [(1, one), (2, other)].map(|(at, name)| column(lines[at], "7.5", name));
            assert_eq!(first, second, "{text}");
            let text = aligned(&[one.0, other.0].map(|name| (name, "7.5".to_owned())));
            let lines: Vec<&str> = text.lines().collect();
            let [first, second] =
                [(0, one), (1, other)].map(|(at, name)| column(lines[at], "7.5", name));
            assert_eq!(first, second, "{text}");
        }
    }
    // In a review, a sign without width that could hide a name is shown as its code.
    for other in NAMES
        .iter()
        .filter(|(name, _)| !name.contains(['\u{200d}', '\u{2060}']))
    {
        let record = format!("A 6-5 off/5\n{} 6-3 off/3\n", other.0);
        let outcome = run_with(&mut tourne(&["review", "-"]), &record);
        outcome.assert_answered();
        let line = |part: &str| {
            outcome
                .stdout
                .lines()
                .find(|line| line.contains(part))
                .expect("a turn")
        };
        let [first, second] = [
            (line(" 0/5 "), "6-5", ("A", 1)),
            (line(" 0/3 "), "6-3", *other),
        ]
        .map(|(line, dice, name)| column(line, dice, name));
        assert_eq!(first, second, "{}", outcome.stdout);
    }
}

#[test]
fn names_may_have_accents_after_their_letter() {
    for (name, is_name) in [
        ("Jose\u{301}", true),
        ("हिन्दी", true),
        ("山田太郎", true),
        ("\u{301}A", false),
        ("A\u{200b}", false),
        ("A\u{202e}B", false),
        ("A B", false),
    ] {
        let names = format!("{name},Ben");
        let outcome = run_with(
            &mut tourne(&["play", "--names", &names, "--seed", "1"]),
            "quit\n",
        );
        assert_eq!(outcome.code == Some(0), is_name, "{name:?}: {outcome:?}");
    }
}
