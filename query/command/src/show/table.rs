//! Tables and lists in plain characters.

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

/// Formats a table: the first column left-aligned, all others right-aligned, two spaces between columns.
pub fn table(header: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    within(header, rows, None)
}

/// Formats a table, and wraps cells that would make it wider than `columns`.
fn within(
    header: &[&str],
    rows: impl IntoIterator<Item = Vec<String>>,
    columns: Option<usize>,
) -> String {
    let mut table = plain();
    if let Some(columns) = columns {
        table
            .set_content_arrangement(ContentArrangement::Dynamic)
            // Add the two spaces after the last column, which are cut off later.
            .set_width(u16::try_from(columns + 2).unwrap_or(u16::MAX));
    }
    table.set_header(header.iter().copied());
    for row in rows {
        table.add_row(row);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    text(&mut table)
}

/// Formats a table that is at most `columns` characters wide; `None` sets no limit. Table columns that do not fit are
/// printed below the others, beside a copy of the first column. Cells are wrapped only if the first table column and
/// one other column do not fit side by side.
pub fn folded(
    header: &[&str],
    rows: impl IntoIterator<Item = Vec<String>>,
    columns: Option<usize>,
) -> String {
    let rows: Vec<Vec<String>> = rows.into_iter().collect();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        let widths = cells.map(|cell| cell.chars().count());
        2 + widths
            .chain([header[column].chars().count()])
            .max()
            .unwrap_or(0)
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
        let header: Vec<&str> = part.iter().map(|&column| header[column]).collect();
        let cells = |row: &Vec<String>| part.iter().map(|&column| row[column].clone()).collect();
        within(&header, rows.iter().map(cells), columns)
    };
    parts.iter().map(part).collect::<Vec<_>>().join("\n")
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
