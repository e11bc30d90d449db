//! The built-in cards: what they cost, their examples, their plot and their tables on the pages.

use std::fs;

use tourne::cards::{Card, Length, Rule, View, built_in, card_lines, examples};
use tourne::grading::duel;
use tourne::policy::{Arena, Builtin, Policy};
use tourne_solver::{Die, Position, Rules, Unit};

use crate::assert_close;
use crate::card_plot::svg;
use crate::documents::{Page, root};
use tourne_plain::surely;
use tourne_plain::world::{STANDARD, arena};

/// Returns the built-in cards of a rule set: of 1 to 10 lines for the standard game, of 1 to 5 lines for other rule
/// sets. Asserts that under these a greater length gives the card of 5 lines.
fn cards(rules: Rules) -> impl Iterator<Item = (Length, &'static Card)> {
    let longest = if rules == Rules::STANDARD { 10 } else { 5 };
    let cards = Length::all().map(move |length| (length, built_in(rules, length)));
    cards.filter(move |(length, card)| {
        let lines = usize::from(length.lines());
        assert_eq!(card.lines().len(), lines.min(longest), "{rules}");
        lines <= longest
    })
}

/// Returns the loss per game of each built-in card of a rule set, the shortest card first. Asserts that the cards can be
/// held in the head, that each of their lines decides something, and that longer cards lose less.
fn losses_of_cards(rules: Rules) -> Vec<f64> {
    let loss = |(length, card): (Length, &Card)| {
        let words = card.lines().iter().map(Rule::words).max();
        assert!(words <= Some(4), "{rules} {length}: {card}");
        let lines = card_lines(arena(rules), card).expect("games end");
        let idle = lines.iter().find(|line| line.never.is_some());
        assert!(idle.is_none(), "{rules} {length}: {idle:?}");
        lines.iter().map(|line| line.cost).sum()
    };
    let losses: Vec<f64> = cards(rules).map(loss).collect();
    assert!(
        losses.is_sorted_by(|one, next| one > next),
        "{rules}: {losses:?}"
    );
    losses
}

/// Returns the loss per game against perfect play, in the unit of the rules.
fn loss(arena: &Arena, policy: &Policy) -> f64 {
    let perfect = Builtin::Perfect.policy(arena);
    let duel = duel(arena, ("card", policy), ("perfect", &perfect)).expect("games end");
    match arena.unit() {
        Unit::WinProbability => 0.5 - duel.value,
        Unit::Points => -duel.value,
    }
}

#[test]
fn built_in_cards_can_be_held_in_the_head_and_lose_less_the_longer_they_are() {
    assert_eq!(losses_of_cards(Rules::STANDARD).len(), 10);
}

#[test]
fn joined_rule_sets_have_the_cards_of_one_of_them() {
    let card = |name: &str| built_in(name.parse().expect("a rule set"), Length::TAUGHT);
    for (rules, like) in [
        ("course+entry-first+double-win", "course"),
        ("entry-first+double-win", "entry-first"),
        ("forced-entry+double-win", "forced-entry"),
    ] {
        assert_eq!(card(rules), card(like));
    }
    assert_ne!(card("course"), card("standard"));
}

#[test]
fn a_rule_by_itself_costs_what_perfect_play_loses_by_it() {
    let arena = STANDARD.arena;
    let loss_by = |rule: &str| {
        let line: Rule = rule.parse().expect("a rule");
        loss(arena, &line.otherwise_perfect(arena))
    };
    // If a rule fits everywhere and allows a single move, nothing is left to perfect play.
    let front = loss(arena, &Builtin::Front.policy(arena));
    assert_close(loss_by("the front man"), front, 1e-15, "the front man");
    // A rule that is never in force, or allows every move, or none, costs nothing.
    for rule in "if the die is 7: hit|hit or not hit|leave 12".split('|') {
        assert_close(loss_by(rule), 0.0, 1e-15, rule);
    }
    // Compare with the plain implementation, which plays the best of the moves that the rule allows.
    let world = &*STANDARD;
    let habits = world.game.habits(|state, die, steps| {
        let losses = world.losses(state, die);
        let can_all_hit = steps.iter().all(|step| step.hits);
        let allowed = (0..steps.len()).filter(|&at| can_all_hit || !steps[at].hits);
        let best = allowed.min_by(|&one, &other| losses[one].total_cmp(&losses[other]));
        surely(best.expect("there is a move"), steps.len())
    });
    let plain = loss(arena, &world.policy(&habits));
    assert_close(loss_by("not hit"), plain, 1e-12, "not hit");
}

/// Returns the difference between the values of a win and of a loss: 1 as a probability, 2 in points.
fn win(rules: Rules) -> f64 {
    Unit::of(rules).difference(2.0)
}

/// Environment variable: if it is set, the test writes `query/cards.svg` again.
const WRITE: &str = "WRITE_CARDS_SVG";

#[test]
#[ignore = "takes many seconds: .ci/nightly runs it"]
fn the_plot_shows_what_the_cards_of_all_rule_sets_cost() {
    let curves = Rules::PRESETS.map(|(name, rules)| {
        let losses = losses_of_cards(rules).into_iter();
        (name, losses.map(|loss| 100.0 * loss / win(rules)).collect())
    });
    let svg = svg(&curves);
    let path = root().join("query/cards.svg");
    if std::env::var_os(WRITE).is_some() {
        fs::write(&path, &svg).expect("a writable file");
    }
    let held = fs::read_to_string(path).expect("the plot is there");
    assert_eq!(held, svg, "{WRITE}=1 writes it anew");
}

#[test]
#[ignore = "takes many seconds: .ci/nightly runs it"]
fn the_page_says_what_single_rules_cost() {
    let page = Page::read("query/STRATEGY.md");
    let rows = page.table("| rule | cost |");
    assert!(rows.len() > 10);
    let arena = arena(Rules::STANDARD);
    for cells in rows {
        let rule: Rule = cells[0].parse().expect("a rule");
        assert_eq!(cells[0], rule.to_string());
        let loss = 100.0 * loss(arena, &rule.otherwise_perfect(arena));
        assert_eq!(cells[1], format!("{loss:.4}"), "{rule}");
    }
}

#[test]
fn the_page_says_what_cards_of_each_length_lose() {
    let page = Page::read("query/STRATEGY.md");
    let losses = losses_of_cards(Rules::STANDARD).into_iter();
    let found: Vec<String> = losses.map(|loss| format!("{:.4}", 100.0 * loss)).collect();
    let rows = page.table("| lines | loss |");
    let stated: Vec<&str> = rows.iter().map(|row| row[1]).collect();
    assert_eq!(stated, found);
}

#[test]
fn the_page_shows_the_cards_that_are_built_in() {
    let page = Page::read("query/STRATEGY.md");
    for length in [Length::new(1), Length::new(3), Length::TAUGHT] {
        let card = built_in(Rules::STANDARD, length).lines().iter().zip(1..);
        let card: Vec<String> = card.map(|(line, at)| format!("{at}. {line}\n")).collect();
        let card = format!("```text\n{}```", card.concat());
        assert!(page.text.contains(&card), "{card}");
    }
}

#[test]
fn each_line_of_the_taught_cards_is_a_sentence_and_has_an_example_that_it_decides() {
    for (_, rules) in Rules::PRESETS {
        let arena = arena(rules);
        let card = built_in(rules, Length::TAUGHT);
        let found = examples(arena, card);
        assert_eq!(found.len(), card.lines().len());
        for (at, (line, example)) in card.lines().iter().zip(found).enumerate() {
            let sentence = line.sentence();
            let is_whole = sentence.starts_with(['I', 'M']) && sentence.ends_with('.');
            assert!(is_whole && !sentence.contains(':'), "{sentence}");
            let (position, die) = example.expect("an example");
            let loss = by_line(arena, card, at, position, die);
            assert!(loss > Some(0.0), "{position} {die}: {sentence}");
        }
    }
}

/// Returns the loss of the move that a card plays without the line `at`, if this line decides and plays the only best
/// move, and the card without it another move.
fn by_line(arena: &Arena, card: &Card, at: usize, position: Position, die: Die) -> Option<f64> {
    let view = View::new(arena.rules(), position, die);
    let choice = card.choose(&view);
    let losses = arena.losses(arena.row_of(position, die)?);
    let mut others = card.lines().to_vec();
    others.remove(at);
    let other = Card::new(others).choose(&view).index;
    let is_only_best = losses
        .iter()
        .enumerate()
        .all(|(index, &it)| (it == 0.0) == (index == choice.index));
    (choice.line == Some(at) && is_only_best && other != choice.index).then(|| losses[other])
}

/// The example of a line has the fewest men home, and then the largest loss of the other move.
#[test]
fn of_all_examples_the_clearest_is_shown() {
    let arena = STANDARD.arena;
    let card = built_in(Rules::STANDARD, Length::new(3));
    let mut best = vec![(usize::MAX, 0.0, None); 3];
    for row in arena.decisions() {
        let (position, die) = arena.position_of(row);
        for (at, best) in best.iter_mut().enumerate() {
            let Some(loss) = by_line(arena, card, at, position, die) else {
                continue;
            };
            let home = position.on_roll().home() + position.opponent().home();
            if home < best.0 || (home == best.0 && loss > best.1) {
                *best = (home, loss, Some((position, die)));
            }
        }
    }
    let best: Vec<_> = best.into_iter().map(|(.., example)| example).collect();
    assert_eq!(examples(arena, card), best);
}
