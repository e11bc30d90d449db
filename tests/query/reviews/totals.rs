//! Totals of players over many games.

use std::time::{Duration, Instant};

use tourne_study::review::{Review, players};

use super::{read, reviewed, tourne_review};
use crate::commands::{assert_says, run_with};
use crate::engines::quoted;
use crate::folder::Folder;
use crate::{run_line, tourne_line};

/// Adds up many games of players with long names takes as long if all names differ as if they are the same. Comparing
/// each name with all others would take hundreds of times as long.
#[test]
fn totals_of_many_players_take_linear_time() {
    const GAMES: usize = 10_000;
    let review = reviewed(&read("A 4-3 off/3\nB 1-1 off/1\n")[0]);
    let long = "x".repeat(500);
    let reviews = |name: &dyn Fn(usize) -> String| -> Vec<Review> {
        let named = |number| {
            let mut review = review.clone();
            review.sides[0].side = name(number);
            review
        };
        (0..GAMES).map(named).collect()
    };
    let same = reviews(&|_| format!("{long}{GAMES}"));
    let different = reviews(&|number| format!("{long}{number}"));
    let time = |reviews: &[Review]| {
        let times = (0..3).map(|_| {
            let started = Instant::now();
            assert!(players(reviews).len() > 1);
            started.elapsed()
        });
        times.min().unwrap_or(Duration::MAX)
    };
    assert_eq!(players(&different).len(), GAMES + 1);
    let (same, different) = (time(&same), time(&different));
    assert!(
        different < 30 * same,
        "{different:?}, with one name {same:?}"
    );
}

/// Names that are written from right to left are isolated, so that the number before a name and the colon after it stay
/// where they are; rows stay aligned.
#[test]
fn names_from_right_to_left_are_isolated() {
    let name = "\u{5d3}\u{5d5}\u{5d3}";
    let shown = tourne_review(&format!("{name} 4-3 off/3\nBert 1-1 off/1\n"), &[]).stdout;
    let isolated = format!("\u{2068}{name}\u{2069}");
    assert_says(
        &shown,
        &[
            &format!("   1 {isolated}  4-3  0/3"),
            "   2 Bert 1-1  0/1",
            &format!("{isolated}: luck"),
            &format!("{isolated} against Bert"),
        ],
    );
    assert_eq!(
        shown.matches(name).count(),
        shown.matches(&isolated).count()
    );
}

/// A rating of fewer than ten choices depends on single choices: it is not told.
#[test]
fn a_rating_of_fewer_than_ten_choices_is_not_told() {
    let folder = Folder::new();
    let record = quoted(folder.path("games.txt"));
    for seed in ["5", "7", "11"] {
        let line = format!("play --two --seed {seed} --record {record}");
        run_with(&mut tourne_line(&line), &"#2\n".repeat(200)).assert_code(0);
    }
    let shown = run_line(&format!("review {record}")).stdout;
    let sums = shown.lines().filter_map(|line| {
        let (_, rest) = line.split_once("; turns ")?;
        let (_, rest) = rest.split_once(", decisions ")?;
        let (decisions, rest) = rest.split_once(',')?;
        let decisions: usize = decisions.parse().expect("a number");
        let is_rated = rest.contains("; rating ");
        assert_ne!(
            is_rated,
            rest.ends_with("; too few choices to rate"),
            "{line}"
        );
        assert_eq!(is_rated, decisions >= 10, "{line}");
        Some(is_rated)
    });
    let rated: Vec<bool> = sums.collect();
    assert!(rated.contains(&true) && rated.contains(&false), "{shown}");
}
