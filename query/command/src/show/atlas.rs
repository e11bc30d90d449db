//! Atlas of rule sets as a table with one column per rule set.

use tourne_solver::digits::{grouped, rounded_up};

use super::numbers::{fixed, percent};
use super::table::folded;
use tourne_study::facts::AtlasEntry;

/// Formats the atlas as tables [folded] to `width` columns.
pub fn atlas(entries: &[AtlasEntry], width: Option<usize>) -> String {
    type AtlasLine = (&'static str, fn(&AtlasEntry) -> String);
    let lines: [AtlasLine; 13] = [
        ("positions", |it| grouped(it.positions)),
        ("that can arise", |it| grouped(it.reachable)),
        ("decisions", |it| grouped(it.decisions)),
        ("ties among best moves", |it| grouped(it.ties)),
        ("value for the first to throw", |it| fixed(it.value, 9)),
        ("its unit", |it| it.unit.to_string()),
        ("within", |it| rounded_up(it.error_bound, 1)),
        ("throws in a game", |it| fixed(it.throws_per_game, 3)),
        ("longest, if both prolong it", longest_game),
        ("throws with a choice", |it| percent(it.choice_share)),
        ("hits in a game", |it| fixed(it.hits_per_game, 3)),
        ("loser has no man home", |it| percent(it.loser_none_home)),
        ("standard decisions changed", |it| {
            grouped(it.changed_decisions)
        }),
    ];
    let names = entries.iter().map(|entry| entry.rules.to_string());
    let header: Vec<String> = [String::new()].into_iter().chain(names).collect();
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
