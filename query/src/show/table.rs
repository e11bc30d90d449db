//! Tables and lists in plain characters.

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

/// Formats a table, and wraps cells to make it at most `columns` characters wide; `None` sets no limit. The first column
/// of the table is left-aligned, the others are right-aligned.
fn within(
    header: Vec<String>,
    rows: impl IntoIterator<Item = Vec<String>>,
    columns: Option<usize>,
) -> String {
    let mut table = Table::new();
    table
        .load_preset(presets::NOTHING)
        .set_header(header)
        .add_rows(rows);
    match columns {
        None => table.set_content_arrangement(ContentArrangement::Disabled),
        Some(columns) => table
            .set_content_arrangement(ContentArrangement::Dynamic)
            // Add the two spaces after the last column, which are cut off later.
            .set_width(u16::try_from(columns + 2).unwrap_or(u16::MAX)),
    };
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let lines = table.lines().map(|line| line.trim_end().to_owned() + "\n");
    lines.collect()
}

/// Formats a table: the first column left-aligned, all others right-aligned, two spaces between columns. The table is at
/// most `columns` characters wide; `None` sets no limit. Table columns that do not fit are printed below the others,
/// beside a copy of the first column. Cells are wrapped only if the first table column and one other column do not fit
/// side by side.
pub fn folded(
    header: &[impl AsRef<str>],
    rows: impl IntoIterator<Item = Vec<String>>,
    columns: Option<usize>,
) -> String {
    let rows: Vec<Vec<String>> = rows.into_iter().collect();
    let width = |column: usize| {
        let below = rows.iter().filter_map(|row| row.get(column));
        let cells = below.map(String::as_str).chain([header[column].as_ref()]);
        2 + cells.map(tourne_solver::terminal::width).max().unwrap_or(0)
    };
    let mut parts: Vec<Vec<usize>> = Vec::new();
    let mut left = 0;
    for column in 1..header.len() {
        match parts.last_mut() {
            Some(part) if width(column) <= left => part.push(column),
            _ => {
                parts.push(vec![0, column]);
                // Add the two spaces after the last column, which are cut off later.
                left = columns.map_or(usize::MAX, |columns| (columns + 2).saturating_sub(width(0)));
            }
        }
        left = left.saturating_sub(width(column));
    }
    let part = |part: &Vec<usize>| {
        let names = part
            .iter()
            .map(|&column| header[column].as_ref().to_owned());
        let cells = |row: &Vec<String>| part.iter().map(|&column| row[column].clone()).collect();
        let rows = rows.iter().map(cells);
        within(names.collect(), rows, columns)
    };
    parts.iter().map(part).collect::<Vec<_>>().join("\n")
}
