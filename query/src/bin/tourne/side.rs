//! Option `--side`: one player of recorded games.

use anyhow::bail;
use tourne::review::record::Game;
use tourne_solver::printable;

/// Maximum number of names that an error lists.
const MOST_NAMES: usize = 12;

/// Returns whether a side of a game has the wanted name. Without a wanted name, every side has it.
pub(crate) fn is_wanted(side: Option<&str>, name: &str) -> bool {
    side.is_none_or(|side| side == name)
}

/// Returns whether a game has a side of the wanted name.
pub(crate) fn plays(side: Option<&str>, game: &Game) -> bool {
    game.sides.iter().any(|name| is_wanted(side, name))
}

/// Checks that one of the games has a side of the wanted name. The error lists the names that the games have.
pub(crate) fn check<'a>(
    side: Option<&str>,
    games: impl Iterator<Item = &'a Game> + Clone,
) -> anyhow::Result<()> {
    let Some(side) = side else {
        return Ok(());
    };
    if games.clone().any(|game| plays(Some(side), game)) {
        return Ok(());
    }
    let mut names: Vec<String> = Vec::new();
    let all = games.flat_map(|game| &game.sides);
    for name in all.filter(|name| !name.is_empty()) {
        let name = printable(name);
        if names.len() <= MOST_NAMES && !names.contains(&name) {
            names.push(name);
        }
    }
    let more = names.get(MOST_NAMES).map_or("", |_| ", and others");
    names.truncate(MOST_NAMES);
    bail!(
        "--side \"{}\": nobody has this name in the record, where the names are {}{more}; capitals count",
        printable(side),
        names.join(", ")
    )
}
