//! Totals of players over many games.

use std::time::{Duration, Instant};

use tourne::review::{Review, players};

use super::{read, reviewed, tourne_review};
use crate::commands::{assert_says, run_with};
use crate::engines::quoted;
use crate::folder::Folder;
use crate::{json_line, run_line, tourne_line};

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

/// A rating and a level are told with their uncertainty, the same in the text and in the JSON.
#[test]
fn ratings_and_levels_are_told_with_their_intervals() {
    let folder = Folder::new();
    let record = quoted(folder.path("games.txt"));
    for seed in ["5", "7", "11"] {
        let line = format!("play --names X,O --seed {seed} --record {record}");
        run_with(&mut tourne_line(&line), &"#2\n".repeat(200)).assert_code(0);
    }
    let shown = run_line(&format!("review {record}")).stdout;
    let answer = json_line(&format!("review {record}"));
    let sides = answer["games"].as_array().expect("a list").iter();
    let sides = sides.flat_map(|game| game["sides"].as_array().expect("a list"));
    let players = answer["players"].as_array().expect("a list");
    let mut several = 0;
    for sums in sides.chain(players) {
        let field = |name: &str| sums[name].as_f64().expect("a number");
        let [low, high] = ["level_low", "level_high"].map(|name| field(name).round());
        let ratings = ["rating", "rating_low", "rating_high"];
        let [rating, least, most] = ratings.map(|name| format!("{:.1}", field(name)));
        let level = match [low, high].map(|level| format!("{level}")) {
            [_, high] if high == "0" => "weaker than level 1".to_owned(),
            [low, high] if low == "0" && high == "10" => "any level".to_owned(),
            [low, high] if low == "0" => format!("level {high} or weaker"),
            [low, high] if low == high => format!("level {low}"),
            [low, high] => format!("level {low} to {high}"),
        };
        let choices = sums["decisions"].as_u64().expect("a number");
        let text = format!(
            "rating {rating} ({least} to {most}; 0 is perfect): {level}, after {choices} choice"
        );
        let line = shown.lines().find(|line| line.contains(&text));
        let line = line.unwrap_or_else(|| panic!("{text}: {shown}"));
        let is_asking = line.ends_with(" more choices tell it within two levels");
        assert_eq!(high - low > 2.0, is_asking, "{line}");
        several += usize::from(low > 0.0 || high < 10.0);
    }
    assert!(several > 2, "{shown}");
}
