//! The language of cards: words, lines, and cards that cannot be read.

use std::collections::HashMap;
use std::fs;

use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use tourne::cards::{
    Card, CardError, CardLine, Formula, Length, Rule, View, Word, built_in, card_lines,
};
use tourne::grading::grade;
use tourne_solver::{Die, Move, Rules};

use crate::commands::{Outcome, run};
use crate::folder::Folder;
use crate::{assert_close, cells, json_line, tourne_line};
use tourne_plain::card::{Board, decides, plays};
use tourne_plain::surely;
use tourne_plain::world::{COURSE, DOUBLE_WIN, FORCED_ENTRY, STANDARD, World, assert_near};

fn card(text: &str) -> Card {
    let card = text.parse();
    card.unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Cards that together have every word in both forms, alone and joined, and every condition.
const CARDS: &[&str] = &[
    "hit\nenter, rearmost",
    "bring home\novertake, rearmost",
    "flee or aim\nland safe",
    "land safe from the board and not enter, rearmost",
    "land clear unless overtake or hit and enter, else the rear man",
    "have the fewest enemies behind, rearmost",
    "not the front man\nthe rear man",
    "leave 0\nreach 7 or more unless reach 12",
    "leave 3 to 5, else the rear man",
    "reach 10 or 11 or leave 4 or less",
    "if the front man overtakes: the rear man\nthe front man",
    "if the front man hits or the front man aims: enter, else the rear man",
    "if the front man lands safe: enter\nif the rear man lands safe from the board: the rear man",
    "if the rear man flees and some man can hit: hit, rearmost",
    "if the front man does not flee unless the front man lands clear: the rear man",
    "if no man can hit or no man can aim: the rear man\nhit or aim",
    "if some man can land clear and no man can overtake: land clear, rearmost",
    "if you are ahead by 3 or more: enter\nif you are behind by 5 to 9: aim",
    "if you are ahead by 0 or 1: the rear man",
    "if you have 2 or more off: enter\nif you have 1 home: the rear man",
    "if the enemy has 2 home: hit, rearmost\nif the enemy has 1 or less off: aim",
    "if your front man is on 7 or more: the rear man",
    "if your rear man is on 0: enter, else the rear man",
    "if the enemy's front man is on 11: the rear man\nif the enemy's front man is on 0: enter",
    "if the enemy's rear man is on 4 or more: land safe, else the rear man",
    "if the die is 5 or 6 and the rear man enters: the rear man",
    "if the rear man comes home: the rear man\nif the front man leaves 6: the rear man",
    "if the rear man does not enter: the rear man\nif the front man has the fewest enemies behind: aim",
    "if the front man reaches 10 or 11: land safe, else the rear man\naim",
];

#[test]
fn words_mean_what_the_page_says() {
    for (world, step) in [(&*STANDARD, 29), (&*FORCED_ENTRY, 41), (&*COURSE, 211)] {
        let decisions = world.game.decisions();
        for (offset, text) in CARDS.iter().enumerate() {
            let some = decisions.iter().skip(offset % step).step_by(step);
            compare(world, text, some);
        }
    }
}

/// Compares the moves of a card in these decisions with those that the plain reading finds.
fn compare<'a>(world: &World, text: &str, decisions: impl Iterator<Item = &'a (usize, usize)>) {
    let card = card(text);
    let rules = world.arena.rules();
    let mut chosen = [0; 3];
    for &(state, die) in decisions {
        let steps = &world.game.moves[state][die];
        let state = &world.game.states[state];
        let position = rules.read(&state.to_string()).expect("a legal position");
        let die = Die::ALL[die];
        let choice = card.choose(&View::new(rules, position, die));
        let found = rules.plays(position, die)[choice.index].action;
        let board = Board {
            state,
            die: die.number(),
            steps,
        };
        let expected: Move = steps[plays(text, &board)].text().parse().expect("a move");
        let asked = format!("{position} {die}: {found}, not {expected}, by\n{text}");
        assert!(found == expected, "{asked}");
        chosen[choice.index] += 1;
    }
    assert!(chosen[0] > 0 && chosen[1] > 0, "{text}: {chosen:?}");
}

#[test]
fn lines_decide_and_cost_what_a_plain_reading_finds() {
    let five = |rules| built_in(rules, Length::TAUGHT).to_string();
    let cards = [
        (&*STANDARD, five(Rules::STANDARD)),
        (&*STANDARD, "hit or aim, rearmost\nreach 13\n".to_owned()),
        (&*DOUBLE_WIN, five(Rules::DOUBLE_WIN)),
    ];
    for (world, text) in cards {
        let game = &world.game;
        let mut decided = HashMap::new();
        let habits = game.habits(|state, die, steps| {
            let board = Board {
                state: &game.states[state],
                die: Die::ALL[die].number(),
                steps,
            };
            // A single move is no choice.
            if steps.len() == 1 {
                return surely(0, 1);
            }
            let (played, line) = decides(&text, &board);
            decided.insert((state, die), (played, line));
            surely(played, steps.len())
        });
        let visits = game.follow(&habits, &world.perfect).visits;
        let count = text.lines().count();
        let mut expected = vec![(0, 0.0, 0.0); count + 1];
        for (state, die) in game.decisions() {
            let (played, line) = decided[&(state, die)];
            let line = &mut expected[line.unwrap_or(count)];
            let visits = visits[state] * game.chances[die];
            line.0 += 1;
            line.1 += visits;
            line.2 += visits * world.losses(state, die)[played] * world.unit();
        }
        let met: f64 = expected.iter().map(|line| line.1).sum();

        let card = card(&text);
        let found = card_lines(world.arena, &card).expect("games end");
        assert_eq!(found.len(), expected.len());
        for (line, (decisions, visits, cost)) in found.iter().zip(expected) {
            let what = format!("{line:?} of\n{text}");
            assert_eq!(line.decisions, decisions, "{what}");
            assert_near(line.visits, visits, &what);
            assert_near(line.share, visits / met, &what);
            assert_near(line.cost, cost, &what);
        }
        let grade = grade(world.arena, &card.policy(world.arena), 0).expect("games end");
        let games = grade.figures.games.expect("none is missing");
        let sum = |amount: fn(&CardLine) -> f64| found.iter().map(amount).sum::<f64>();
        for (part, whole) in [
            (sum(|line| line.cost), games.loss_per_game),
            (sum(|line| line.visits), games.decisions_per_game),
            (sum(|line| line.share), 1.0),
        ] {
            assert_close(part, whole, 1e-12, &text);
        }
    }
}

#[test]
fn warnings_are_printed_below_the_report() {
    let folder = Folder::new();
    folder.write(
        "my.card",
        "# Mine\n\nif the die is 7: hit   # never\nHit.\n",
    );
    let warning = "warning: my.card: line 3 never applies, because its condition is not true in any decision: \"if the die is 7: hit\"";
    let file = fs::File::create(folder.path("both")).expect("a writable file");
    let report = file.try_clone().expect("the file is open");
    let mut command = tourne_line("check --policy my.card");
    let command = command.current_dir(&folder).stdout(report);
    let status = command.stderr(file).status();
    assert!(status.expect("the command starts").success());
    let both = folder.read("both");
    assert!(both.ends_with(&format!("{warning}\n")), "{both}");
    // Only reports of cards have the field `lines`.
    let other = json_line("check --mistakes 0 --policy builtin:front");
    assert_eq!(other.get("lines"), None);
}

/// Rules as people write them, and as they are printed.
const SAME: &str = "
Hit. | hit
play hit or bring a man home | hit or bring home
If the front man would overtake: play the rear man | if the front man overtakes: the rear man
if some man can hit: hit, foremost | if some man can hit: hit
if you can hit: aim | if some man can hit: aim
if no man can hit and aims: aim | if no man can hit and no man can aim: aim
if the rear man hits or enters: enter | if the rear man hits or the rear man enters: enter
if the enemy’s rear man is on 4 or more: aim | if the enemy's rear man is on 4 or more: aim
fewest enemies behind | have the fewest enemies behind
  land  safe   # always good | land safe
if you have 2 men off: enter | if you have 2 off: enter
aim, else play the front man | aim, else the front man
aim, rearmost, else the rear man | aim, rearmost, else the rear man
reach 10 to 11 | reach 10 or 11
if the front man cannot hit: aim | if the front man does not hit: aim
";

#[test]
fn what_people_write_is_understood() {
    for [written, printed] in cells(SAME) {
        let printed_again = card(written).to_string();
        assert_eq!(printed_again.trim_end(), printed, "{written}");
    }
    let card = card("\n# A card\n\nhit\r\n\r\nthe front man\n");
    assert_eq!(card.lines().len(), 2);
}

fn error(text: impl AsRef<[u8]>) -> String {
    match tourne::cards::read(text.as_ref()) {
        Ok(card) => panic!("this is a card: {card}"),
        Err(error) => {
            let text = error.to_string();
            assert!(!text.contains(char::is_control), "{text:?}");
            text
        }
    }
}

/// Cards that cannot be read, with ` / ` between lines, and the beginning of the error.
const FAULTS: &str = r#"
hit / jump | line 2: "jump" is not a word about a move: write hit,
hit or | line 1: the end of the line is not a word about a move:
land | line 1: "land" is not a word
if the front man jumps: hit | line 1: "jumps" is not a word about a move
if it rains: hit | line 1: "it" does not begin a condition: write "the front man"
if : hit | line 1: ":" does not begin a condition
if the front man hits hit | line 1: "hit" stands where the condition should go on
if the front man hits | line 1: the end of the line stands where the condition
reach x | line 1: "x" is not a number from 0 to 99: write 7,
reach 100 | line 1: "100" is not a number
reach 7 to 5 | line 1: 7 to 5 is not a range: write the smaller number first
reach 7 or 9 | line 1: "7 or 9" is not a range: write 7 to 9 for these numbers and all between
if you have 2: hit | line 1: ":" stands after the number of men: write "off" or "home"
hit the front man | line 1: "the" stands where the line should go on
hit, first | line 1: "first" stands after a comma: write rearmost or foremost
hit, else aim | line 1: "aim" stands after a comma
hit, else the rear man, rearmost | line 1: "rearmost" stands after a comma
hit, rearmost, foremost | line 1: "foremost" stands after a comma
# nothing | the card has no line
"#;

#[test]
fn faults_name_the_line_and_the_word() {
    for [text, fault] in cells(FAULTS) {
        let error = error(text.replace(" / ", "\n"));
        assert!(error.starts_with(fault), "{text:?}: {error}");
    }
    assert!(error("# nothing\n\n").starts_with("the card has no line: write one rule per line, "));
    let no_text = "line 2: the line is not UTF-8 text: write it in UTF-8";
    assert_eq!(error(b"hit\n\xff\n"), no_text);
    let long = "line 1: the line has more than 500 bytes";
    assert_eq!(error("x".repeat(501)), long);
    let many = "the card has more than 100 lines";
    assert_eq!(error("hit\n".repeat(101)), many);
    assert_eq!(card(&"hit\n".repeat(100)).lines().len(), 100);
    assert!(error("y".repeat(400)).len() < 700);
    assert!("".parse::<Rule>().is_err());
    assert!(matches!("".parse::<Card>(), Err(CardError::Empty)));
}

/// Parts of lines, one of every form.
const MOVES: &str = "hit|not bring home|overtake|land safe from the board|leave 3 to 5|reach 7 or more|not reach 10 or 11|\
    leave 4 or less|not the front man|the rear man|have the fewest enemies behind|leave 0";
const FACTS: &str = "the front man hits|the rear man does not enter|some man can aim|no man can land clear|\
    you are ahead by 3 or more|not you are behind by 5 to 9|you have 2 off|the enemy has 1 or less home|\
    your rear man is on 0|not the enemy's front man is on 11|the die is 5 or 6|the front man leaves 6";

/// Joins some of these parts at random.
fn joined(parts: &'static str) -> impl Strategy<Value = String> {
    let part = prop::sample::select(parts.split('|').collect::<Vec<_>>());
    let joint = prop::sample::select(vec![" and ", " or ", " unless "]);
    prop::collection::vec((joint, part), 1..5).prop_map(|parts| {
        let words = parts.into_iter().flat_map(|(joint, part)| [joint, part]);
        words.skip(1).collect()
    })
}

#[test]
fn formulas_are_joined_with_their_exceptions() {
    let hit_unless_aim = Formula::from(Word::Hit).unless(Word::Aim);
    let enter = Formula::from(Word::Enter);
    for (moves, printed) in [
        (
            enter.clone().or(hit_unless_aim.clone()),
            "enter or hit unless aim",
        ),
        (
            enter.clone().and(hit_unless_aim.clone()),
            "enter and hit unless aim",
        ),
        (hit_unless_aim.or(enter), "hit unless aim or enter"),
    ] {
        let mut line: Rule = "hit".parse().expect("a line");
        line.moves = moves;
        assert_eq!(line.to_string(), printed);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::Off)),
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_card_is_printed_as_it_is_read(
        condition in prop::option::of(joined(FACTS)),
        moves in joined(MOVES),
        end in prop::sample::select(vec!["", ", rearmost", ", else the front man", ", rearmost, else the rear man"]),
    ) {
        let condition = condition.map_or_else(String::new, |it| format!("if {it}: "));
        let text = format!("{condition}{moves}{end}");
        let line: Rule = text.parse().expect("a line");
        prop_assert_eq!(line.to_string(), text);
    }

    #[test]
    fn no_text_panics(text in "[a-z0-9:,.#' \n]{0,80}|(if |the |front |man |hit|s|:|,| else| or| 1|\n){0,20}") {
        let _ = text.parse::<Card>();
    }
}

#[test]
fn a_card_is_taken_wherever_a_policy_is() {
    let folder = Folder::new();
    let text = built_in(Rules::STANDARD, Length::new(3)).to_string();
    folder.write("three.card", &text);
    folder.write("CAPITALS.CARD", text);
    folder.write("bad.card", "hit\nleap\n");
    let tourne = |line: &str| -> Outcome { run(tourne_line(line).current_dir(&folder)) };
    let check = "check --mistakes 3 --format json --policy";
    let [by_file, by_name] =
        ["three.card", "builtin:card-3"].map(|policy| tourne(&format!("{check} {policy}")));
    by_file.assert_answered();
    assert_eq!(by_file.stdout, by_name.stdout);
    let in_capitals = tourne(&format!("{check} CAPITALS.CARD"));
    assert_eq!(in_capitals.stdout, by_name.stdout);
    for line in [
        "duel three.card builtin:hit",
        "play --policy three.card --seed 3",
    ] {
        tourne(line).assert_answered();
    }
    let leap = "\"leap\" is not a word about a move: write hit";
    let bad = format!("cannot read bad.card as a card: line 2: {leap}");
    for (policy, says) in [
        ("bad.card", &*bad),
        (
            "builtin:card-11",
            "use card-1 (one line) to card-10 (ten lines)",
        ),
        ("builtin:perfect-but:leap", leap),
    ] {
        tourne(&format!("check --policy {policy}")).assert_error(2, &[says]);
    }
}

/// Lines of cards as sentences.
const SENTENCES: &str = "
hit or bring home | Move the foremost man that hits or that comes home.
the rear man, rearmost | Move the rearmost man that is the rear man.
not the front man and not hit | Move the foremost man that is not the front man and does not hit.
land safe unless enter, else the front man | Move the foremost man that lands safe, but not one that enters; if there is none, the front man.
reach 12 or leave 10 or 11 | Move the foremost man that reaches home or that leaves 10 or 11.
if no man can hit: aim | If no man could hit, move the foremost man that aims.
if you have 1 or less off and the enemy has 2 or more home: flee | If you have at most 1 man off and the enemy has at least 2 men home, move the foremost man that flees.
if the rear man does not land clear unless the die is 3 or 4: leave 3 to 5 | If the rear man would not land clear, but not if the die is 3 or 4, move the foremost man that leaves a point from 3 to 5.
if your rear man is on 0 or not you are ahead by 1: overtake | If your rear man is on 0 or you are not ahead by 1 pip, move the foremost man that overtakes.
";

#[test]
fn every_word_of_cards_has_its_place_in_a_sentence() {
    for [line, sentence] in cells(SENTENCES) {
        let line: Rule = line.parse().expect("a line");
        assert_eq!(line.sentence(), sentence);
    }
}
