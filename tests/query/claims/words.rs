//! The program understands the words that pages list: the language of cards, and commands at the table.

use tourne::cards::{Card, Rule};

use crate::commands::run_with;
use crate::documents::Page;
use crate::tourne;

/// Returns the texts between back-ticks in the first cell of each row of a table.
fn listed(page: &Page, header: &str) -> Vec<String> {
    let rows = page.table(header);
    let cells = rows.iter().flat_map(|row| row[0].split("`, `"));
    let cells = cells.filter(|cell| !cell.contains('…'));
    let cells = cells.map(|cell| cell.trim_matches(['`', ',', ' ']).to_owned());
    cells.collect()
}

#[test]
fn cards_know_every_word_of_their_page() {
    let page = Page::read("query/CARDS.md");
    let is_line = |line: &str| {
        let read = line.parse::<Rule>();
        assert!(read.is_ok(), "{line}: {read:?}");
    };
    let lines = listed(&page, "| a line | fits if |");
    let words = listed(&page, "| word | the move |");
    let conditions = listed(&page, "| condition | is true if |");
    assert!(lines.len() >= 6 && words.len() >= 13 && conditions.len() >= 12);
    for line in lines.iter().chain(&words) {
        is_line(line);
    }
    for condition in conditions.iter().flat_map(|it| it.split("`, `")) {
        is_line(&format!("if {condition}: hit"));
    }
    let card = page.block("```text").join("\n");
    let card: Card = card.parse().expect("the page shows a card");
    assert_eq!(card.lines().len(), 3);
}

#[test]
fn the_table_knows_every_command_of_the_page() {
    let page = Page::read("query/PLAYING.md");
    let outcome = run_with(&mut tourne(&["play", "--seed", "9"]), "help\nquit\n");
    outcome.assert_answered();
    let commands = listed(&page, "| command | what it does |");
    assert!(commands.len() >= 12, "{commands:?}");
    for command in commands {
        // The short form of `quit` is in the explanation of `quit`.
        let mut forms = [format!("\n  {command} "), format!("(or {command})")].into_iter();
        let is_known = forms.any(|form| outcome.stdout.contains(&form));
        assert!(is_known, "{command} is not in the list of the program");
    }
}
