//! The program understands the words that pages list: the language of cards, and commands at the table.

use tourne::cards::{Card, Rule};

use crate::commands::run_with;
use crate::documents::Page;
use crate::tourne;

/// Returns the texts between back-ticks with which the items of the first list below a heading begin.
fn listed(page: &Page, heading: &str) -> Vec<String> {
    let below = page.text.lines().skip_while(|line| *line != heading);
    let list = below.skip_while(|line| !line.starts_with("- `"));
    let items = list.take_while(|line| !line.is_empty());
    let items = items.filter_map(|line| line.strip_prefix("- "));
    let texts = items.flat_map(|item| {
        let parts: Vec<&str> = item.split('`').collect();
        let pairs = parts.chunks_exact(2).map(|pair| (pair[0], pair[1]));
        let begin = pairs.take_while(|(before, _)| ["", ", "].contains(before));
        begin.map(|(_, text)| text.to_owned()).collect::<Vec<_>>()
    });
    texts.collect()
}

#[test]
fn cards_know_every_word_of_their_page() {
    let page = Page::read("query/CARDS.md");
    let is_line = |line: &str| {
        let read = line.parse::<Rule>();
        assert!(read.is_ok(), "{line}: {read:?}");
    };
    let lines = listed(&page, "## How a card is read");
    let words = listed(&page, "## Words about a move");
    let conditions = listed(&page, "## Conditions");
    assert!(lines.len() >= 6 && words.len() >= 13 && conditions.len() >= 12);
    for line in lines.iter().chain(&words) {
        is_line(line);
    }
    for condition in &conditions {
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
    let commands = listed(&page, "### Commands");
    assert!(commands.len() >= 12, "{commands:?}");
    for command in commands {
        // The short form of `quit` is in the explanation of `quit`.
        let mut forms = [format!("\n  {command} "), format!("(or {command})")].into_iter();
        let is_known = forms.any(|form| outcome.stdout.contains(&form));
        assert!(is_known, "{command} is not in the list of the program");
    }
}
