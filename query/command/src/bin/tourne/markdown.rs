//! Rendering of Markdown pages for a terminal.

use anstyle::{Effects, Style};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use tourne::show::table::prose;
use tourne_terminal::{cut, fitted};

/// Renders a page as text with styles, in lines of at most `columns` columns.
/// `name` is called with the target of each link, and returns the command that prints the target; the command is then
/// shown after the words of the link. If `name` returns `None` and the target is a web page, the address of the page is
/// shown instead.
pub(crate) fn rendered(markdown: &str, columns: usize, name: fn(&str) -> Option<String>) -> String {
    let mut page = Page {
        columns,
        ..Page::default()
    };
    let mut links = Vec::new();
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Link { dest_url, .. }) => links.push((dest_url, page.block.len())),
            Event::End(TagEnd::Link) => {
                if let Some((to, start)) = links.pop() {
                    page.end_link(&to, start, name(&to));
                }
            }
            other => page.take(other),
        }
    }
    page.text
}

#[derive(Default)]
struct Page {
    text: String,
    columns: usize,
    /// Text of the current paragraph, heading, item or cell so far.
    block: String,
    style: Style,
    /// Lists around the current text, outermost first. An element is the number of the next item of that list, or
    /// `None` if the list has no numbers.
    lists: Vec<Option<u64>>,
    /// Number or dash of the current list item, until it is printed with the item's first text.
    mark: String,
    is_code: bool,
    rows: Vec<Vec<String>>,
}

impl Page {
    fn take(&mut self, event: Event) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.is_code => {
                // Do not indent code: most of it is already 80 columns wide.
                for line in text.lines() {
                    self.text += &cut(line, self.columns);
                    self.text.push('\n');
                }
            }
            Event::Text(text) => self.push(&text, self.style),
            Event::Code(code) => self.push(&code, self.style.bold()),
            Event::SoftBreak | Event::HardBreak => self.block.push(' '),
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag) {
        match tag {
            Tag::Heading { .. } | Tag::Strong => self.style = self.style.bold(),
            Tag::Emphasis => self.style = self.style.italic(),
            Tag::CodeBlock(_) => self.is_code = true,
            Tag::List(first) => {
                self.end_block();
                self.lists.push(*first);
            }
            Tag::Item => {
                self.mark = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "- ".to_owned(),
                };
            }
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Strong | TagEnd::Emphasis => self.style = Style::new(),
            TagEnd::Heading(_) | TagEnd::Paragraph => {
                self.style = Style::new();
                self.end_block();
                self.text.push('\n');
            }
            TagEnd::Item => self.end_block(),
            TagEnd::List(_) => {
                self.lists.pop();
                self.text.push('\n');
            }
            TagEnd::CodeBlock => {
                self.is_code = false;
                self.text.push('\n');
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.block);
                if let Some(row) = self.rows.last_mut() {
                    row.push(cell);
                }
            }
            TagEnd::Table => self.end_table(),
            _ => {}
        }
    }

    /// Adds text word by word, each word with its own style, so that lines can be broken between words.
    fn push(&mut self, text: &str, style: Style) {
        // Print table cells without styles: style codes would count as characters of the cell.
        let is_plain = style.get_effects() == Effects::new() || !self.rows.is_empty();
        for (at, word) in text.split(' ').enumerate() {
            if at > 0 {
                self.block.push(' ');
            }
            if is_plain || word.is_empty() {
                self.block += word;
            } else {
                self.block += &format!("{style}{word}{style:#}");
            }
        }
    }

    fn end_link(&mut self, to: &str, start: usize, name: Option<String>) {
        let is_address = to.starts_with("https:");
        let file = to.split('#').next();
        let is_name = self.block.get(start..) == file;
        match name {
            Some(command) if is_name => {
                self.block.truncate(start);
                self.push(&command, self.style.bold());
            }
            Some(command) => {
                self.block += " (";
                self.push(&command, self.style.bold());
                self.block.push(')');
            }
            None if is_address && !is_name => self.block += &format!(" ({to})"),
            None => {}
        }
    }

    fn end_block(&mut self) {
        let block = std::mem::take(&mut self.block);
        if block.is_empty() {
            return;
        }
        let depth = self.lists.len();
        let mark = std::mem::take(&mut self.mark);
        // Indent later paragraphs of an item as far as the text of the first.
        let indent = if mark.is_empty() { depth } else { depth - 1 };
        let line = format!("{}{mark}{block}\n", "  ".repeat(indent));
        self.text += &fitted(&line, self.columns);
    }

    fn end_table(&mut self) {
        let mut rows = std::mem::take(&mut self.rows).into_iter();
        let header = rows.next().unwrap_or_default();
        self.text += &prose(header, rows.collect(), self.columns);
        self.text.push('\n');
    }
}
