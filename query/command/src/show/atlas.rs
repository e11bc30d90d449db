//! Atlas of rule sets as a table with one column per rule set.

use tourne_solver::digits::{grouped, rounded_up};

use super::numbers::{fixed, percent};
use super::table::folded;
use tourne_study::facts::AtlasEntry;

/// Formats the atlas as tables [folded] to `width` columns.
pub fn atlas(entries: &[AtlasEntry], width: Option<usize>) -> String {
    type AtlasLine = (&'static str, fn(&AtlasEntry) -> String);
    let lines: [AtlasLine; 13] = [
        ("positions", |entry| grouped(entry.positions)),
        ("that can arise", |entry| grouped(entry.reachable)),
        ("decisions", |entry| grouped(entry.decisions)),
        ("ties among best moves", |entry| grouped(entry.ties)),
        ("value for the first to throw", |entry| {
            fixed(entry.value, 9)
        }),
        ("its unit", |entry| entry.unit.to_string()),
        ("within", |entry| rounded_up(entry.error_bound, 1)),
        ("throws in a game", |entry| fixed(entry.throws_per_game, 3)),
        ("longest, if both prolong it", longest_game),
        ("throws with a choice", |entry| percent(entry.choice_share)),
        ("hits in a game", |entry| fixed(entry.hits_per_game, 3)),
        ("loser has no man home", |entry| {
            percent(entry.loser_none_home)
        }),
        ("standard decisions changed", |entry| {
            grouped(entry.changed_decisions)
        }),
    ];
    let names: Vec<String> = entries
        .iter()
        .map(|entry| entry.rules.to_string())
        .collect();
    let header = [&[String::new()], &names[..]].concat();
    let rows = lines.map(|(name, line)| {
        let cells = entries.iter().map(line);
        [name.to_owned()].into_iter().chain(cells).collect()
    });
    folded(&header, rows, width)
}

/// Formats the mean number of throws in a game that both players prolong, with only the digits that are exact.
#[expect(clippy::cast_sign_loss, reason = "a length is positive")]
fn longest_game(entry: &AtlasEntry) -> String {
    if entry.longest_game < 1e4 {
        fixed(entry.longest_game, 2)
    } else {
        grouped(entry.longest_game.round() as u64)
    }
}
