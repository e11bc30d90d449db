//! Tables and lists for people, laid out in plain characters.

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

/// A table: the first column on the left, all others on the right, two spaces between them.
///
/// ```
/// use tourne::show::table::table;
///
/// let rows = [vec!["front".to_owned(), "1.0".to_owned()], vec!["rear".to_owned(), "23.5".to_owned()]];
/// assert_eq!(table(&["policy", "rating"], rows), "policy  rating\nfront      1.0\nrear      23.5\n");
/// ```
#[must_use]
pub fn table(header: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut table = plain();
    table.set_header(header.iter().copied());
    for row in rows {
        table.add_row(row);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    text(&mut table)
}

/// Lines of a name and a text, the texts aligned.
///
/// ```
/// let lines = [("die", "3".to_owned()), ("value", "0.5".to_owned())];
/// assert_eq!(tourne::show::table::list(&lines), "die    3\nvalue  0.5\n");
/// ```
#[must_use]
pub fn list(lines: &[(&str, String)]) -> String {
    let mut table = plain();
    for (name, line) in lines {
        table.add_row([*name, line]);
    }
    text(&mut table)
}

fn plain() -> Table {
    let mut table = Table::new();
    table
        .load_preset(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Disabled);
    table
}

fn text(table: &mut Table) -> String {
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    let lines = table.lines();
    lines
        .map(|line| line.trim_end().to_owned() + "\n")
        .collect()
}
