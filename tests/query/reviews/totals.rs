//! Totals of players over many games.

use std::time::{Duration, Instant};

use tourne_study::review::{Review, players};

use super::{read, reviewed, tourne_review};
use crate::commands::assert_says;

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
