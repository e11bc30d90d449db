//! `tourne help`: the help of each command, and the pages that describe answers and formats.

use anyhow::bail;
use clap::CommandFactory as _;
use tourne_solver::game::shortened;

use crate::arguments::Arguments;

/// The pages, as they stand in the project. `review` is a command as well: its page says how to get its help.
const PAGES: [(&str, &str); 4] = [
    ("answers", include_str!("../../../ANSWERS.md")),
    ("checking", include_str!("../../../CHECKING.md")),
    ("protocol", include_str!("../../../PROTOCOL.md")),
    ("review", include_str!("../../../REVIEW.md")),
];

/// The page or the help that is asked for; without a topic, that of the whole program.
pub(crate) fn text(topic: Option<&str>) -> anyhow::Result<String> {
    let mut program = Arguments::command();
    // Only then do commands know that they are called as `tourne NAME`.
    program.build();
    let Some(topic) = topic else {
        return Ok(program.render_long_help().to_string());
    };
    if let Some((_, page)) = PAGES.iter().find(|(name, _)| *name == topic) {
        return Ok((*page).to_owned());
    }
    if let Some(command) = program.find_subcommand_mut(topic) {
        return Ok(command.render_long_help().to_string());
    }
    let commands: Vec<&str> = program
        .get_subcommands()
        .map(clap::Command::get_name)
        .collect();
    let pages = PAGES.map(|(name, _)| name);
    bail!(
        "there is no help on \"{}\": the commands are {}; the pages are {}",
        shortened(topic),
        commands.join(", "),
        pages.join(", ")
    );
}
