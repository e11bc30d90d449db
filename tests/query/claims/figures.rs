//! Figures in the sentences of pages. Each figure is computed here, or compared with a table or transcript of a page.
//! Other tests compare tables and transcripts with the output of the commands.

use std::collections::BTreeSet;

use tourne_query::grading::results_of_levels;
use tourne_solver::{Rules, Unit};

use crate::assert_close;
use crate::commands::names_in;
use crate::documents::{Page, ending, root, text_of};
use tourne_plain::world::arena;

/// Numbers as sentences spell them.
const WORDS: [&str; 13] = [
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
];

/// Returns the nearest number, as sentences spell it.
fn word(number: f64) -> &'static str {
    let nearest: usize = format!("{number:.0}").parse().expect("a small number");
    WORDS[nearest]
}

/// Parses a number as tables print it, and ignores its unit.
fn number(text: &str) -> f64 {
    let number = text.trim_end_matches(" %").replace(',', "").parse();
    number.unwrap_or_else(|_| panic!("{text} is no number"))
}

/// Splits a line into cells, which are separated by two or more spaces.
fn cells(line: &str) -> Vec<&str> {
    let cells = line.split("  ").map(str::trim);
    cells.filter(|cell| !cell.is_empty()).collect()
}

/// Returns the numbers in the line of a transcript whose first cell is `name`.
fn row(block: &[&str], name: &str) -> Vec<f64> {
    let mut lines = block.iter().map(|line| cells(line));
    let row = lines.find(|cells| cells.first() == Some(&name));
    let row = row.unwrap_or_else(|| panic!("there is no {name}"));
    row[1..].iter().map(|cell| number(cell)).collect()
}

/// Transcript of the atlas.
const ATLAS: &str = "tests/transcripts/tourne/atlas.trycmd";

/// Returns a row of the atlas: a number for each named rule set.
fn atlas(name: &str) -> [f64; 5] {
    let page = Page::read(ATLAS);
    let block = page.block("$ tourne atlas");
    assert_eq!(cells(block[0]), Rules::PRESETS.map(|(name, _)| name));
    row(&block, name)
        .try_into()
        .expect("a cell for each rule set")
}

/// Returns the average result of a policy against perfect play, in per cent, in the transcript of a ladder.
fn average(page: &Page, command: &str, policy: &str) -> f64 {
    row(&page.block(command), policy)[6]
}

#[test]
fn the_readme_says_what_the_game_is_like() {
    let page = Page::read("README.md");
    let [standard, forced, first, ..] = atlas("value for the first to throw");
    page.assert_says(&format!(
        "the first to throw wins {:.2} % under best play by both",
        100.0 * standard
    ));
    assert!(standard > forced && forced > first && first > 0.5);
    page.assert_says(
        "the more a player must re-enter, the smaller the advantage of the first throw",
    );
    let fifths = 5.0 * atlas("throws with a choice")[0] / 100.0;
    page.assert_says(&format!("{} throws in five leave a choice", word(fifths)));
    assert!((fifths - fifths.round()).abs() < 0.15, "{fifths}");
    assert_eq!(atlas("ties among best moves")[0].to_bits(), 0);
    page.assert_says("nowhere does a throw have two equally good best moves");

    let block = page.block("$ tourne best 04h/007 4-3");
    let chance = |start: &str| {
        let line = block.iter().find(|line| line.starts_with(start));
        number(cells(line.expect("the move is listed"))[1])
    };
    let [hit, enter] = [chance("1. 4/7*"), chance("2. 0/3")];
    page.assert_says(&format!(
        "Hitting wins {hit:.0} games in 100; entering instead wins {} fewer",
        word(hit - enter)
    ));
}

#[test]
fn the_readme_lists_the_rule_sets_with_their_sources() {
    let page = Page::read("README.md");
    let rows = page.table("| name | difference from the standard game | source |");
    let names: Vec<&str> = rows.iter().map(|row| row[0]).collect();
    assert_eq!(names, Rules::PRESETS.map(|(name, _)| name));
    page.assert_says("`data` has a solved file of each");
    let solved = Rules::PRESETS.map(|(name, _)| format!("{name}.bin"));
    let mut found = names_in(root().join("data"));
    found.retain(|file| ending(file) == "bin");
    assert_eq!(BTreeSet::from_iter(found), BTreeSet::from(solved));
}

#[test]
fn lines_of_programs_are_counted() {
    let lines = |file: &str| text_of(&format!("tests/{file}.py")).lines().count();
    let [check, rules] = ["check_certificate", "literal_rules"].map(lines);
    let [text, solution] = ["read_certificate", "read_solution"].map(lines);
    let tens = |lines: usize| (lines + 5) / 10 * 10;
    let fifties = |lines: usize| (lines / 50 + 1) * 50;
    Page::read("README.md").assert_says(&format!(
        "[Under {} lines of Python](tests/check_certificate.py) with rules of their own",
        fifties(check + rules + text + solution)
    ));
    let page = Page::read("solver/CERTIFICATE.md");
    page.assert_says(&format!(
        "is such a checker: {} lines of Python, with literal rules of its own in {} more \
         ([literal_rules.py](../tests/literal_rules.py)) and {} that read the text",
        tens(check),
        tens(rules),
        tens(text)
    ));
}

#[test]
fn the_costs_of_sources_are_those_of_the_atlas() {
    let page = Page::read("query/SOURCES.md");
    let header = "first to throw wins | best moves changed | throws in a game | games touched";
    let rows = page.table(&format!("| sentence | rules | {header} |"));
    let printed = Page::read(ATLAS);
    let alone = printed.block("$ tourne atlas");
    let begin = alone.iter().position(|line| line.starts_with("rules "));
    let alone = &alone[begin.expect("a second table")..];
    assert_eq!(
        cells(alone[0]),
        [
            "rules",
            "first wins",
            "changed",
            "throws",
            "touched games",
            "ties"
        ]
    );
    let mut printed = alone[1..]
        .iter()
        .map(|line| cells(line))
        .filter(|row| !row.is_empty());
    let (last, others) = rows.split_last().expect("rows");
    for row in others {
        let name = row[1].trim_matches('`');
        let expected = printed.next().expect("a line for each row");
        assert_eq!(name, expected[0]);
        assert_eq!(row[2..6], expected[1..5]);
    }
    assert_eq!(printed.next(), None);
    assert_eq!(last[1], "course");
    let columns = [
        "value for the first to throw",
        "standard decisions changed",
        "throws in a game",
    ];
    let [value, changed, throws] = columns.map(|name| atlas(name)[4]);
    assert_eq!(last[2], format!("{:.4} %", 100.0 * value));
    let [found, expected] = [[last[3], last[4]].map(number), [changed, throws]];
    assert_eq!(found.map(f64::to_bits), expected.map(f64::to_bits));
}

#[test]
fn pages_about_proofs_have_the_figures_of_the_atlas() {
    Page::read("tests/theorem/README.md").assert_says(&format!(
        "`entry-first`, in which {} decisions have several best moves that are exactly equal",
        atlas("ties among best moves")[2]
    ));
    let proof = Page::read("solver/graph/PROOF.md");
    proof.assert_says(&format!(
        "after best moves`: {:.0} throws from the start of the standard game",
        atlas("throws in a game")[0]
    ));
    let [standard, .., course] = atlas("longest, if both prolong it");
    proof.assert_says(&format!(
        "{standard:.0} throws there and {} million in course",
        word(course / 1e6)
    ));
}

#[test]
fn levels_are_as_strong_as_the_pages_say() {
    let page = Page::read("query/CHECKING.md");
    let ladder = "$ tourne ladder builtin:front builtin:random";
    let levels = results_of_levels(Rules::STANDARD).expect("known results");
    let weakest = 100.0 * levels[0];
    let step = (50.0 - weakest) / 9.0;
    let random = average(&page, ladder, "random");
    page.assert_says(&format!(
        "each level wins {step:.0} percentage points more against perfect play than the level before it, from \
         {weakest:.0} % to 50 %"
    ));
    Page::read("query/PLAYING.md").assert_says(&format!(
        "Level 1 wins {weakest:.0} % against perfect play in the standard game, and each further level {step:.0} percentage points more"
    ));
    Page::read("query/python/README.md").assert_says(&format!(
        "(52,347 positions) and hard enough to be interesting (a player of random moves wins {random:.0} games of 100 \
         against a perfect one)"
    ));
    Page::read("query/STRATEGY.md").assert_says(&format!(
        "A player who moves at random wins {random:.1} % against perfect play, one who always takes the foremost man \
         {:.1} %, and one who knows the five lines below {:.1} %",
        average(&page, ladder, "front"),
        50.0 - cost_of_the_card()
    ));
}

/// Returns the loss per game of the five-line card, from its transcript in `query/STRATEGY.md`.
fn cost_of_the_card() -> f64 {
    let page = Page::read("query/STRATEGY.md");
    let block = page.block("$ tourne check --policy builtin:card-5 --mistakes 0");
    let mut lines = block
        .iter()
        .filter_map(|line| line.strip_prefix("per game   loses "));
    number(
        lines
            .next()
            .expect("the report has the cost")
            .split(" a game")
            .next()
            .expect("a cost"),
    )
}

#[test]
fn counts_of_the_standard_game_are_the_same_on_every_page() {
    let counts = arena(Rules::STANDARD).solution().counts();
    let python = Page::read("query/python/README.md");
    let grouped = |count: u64| format!("{},{:03}", count / 1000, count % 1000);
    python.assert_says(&format!(
        "a value for each of {} throws instead of {} positions",
        grouped(counts.pairs),
        grouped(counts.positions)
    ));
    let decisions = grouped(counts.reachable_decisions);
    python.assert_says(&format!("{decisions} in the standard game"));
    let performance = Page::read("solver/PERFORMANCE.md");
    performance.assert_says(&format!("of all {decisions} decisions"));
    for (row, (name, rules)) in [0, 2, 3, 1, 4].into_iter().zip(Rules::PRESETS) {
        let counts = arena(rules).solution().counts();
        let rows = performance.table("| rules | positions | moves |");
        let found = [rows[row][0], rows[row][1], rows[row][2]].map(|cell| cell.replace(',', ""));
        let [positions, moves] = [counts.positions, counts.moves].map(|count| count.to_string());
        assert_eq!(found, [name.to_owned(), positions, moves]);
    }
}

/// The table of results of other solvers in `solver/MODELS.md` is right: numbers of states and choices are counted
/// here, and values come from the solution.
#[test]
fn what_storm_finds_follows_from_the_solution() {
    let page = Page::read("solver/MODELS.md");
    let rows = page.table("| rules | states | choices | `first` |");
    assert_eq!(rows.len(), Rules::PRESETS.len());
    for row in rows {
        let (name, rules) = (row[0], row[0].parse().expect("a rule set"));
        let game = arena(rules);
        let solution = game.solution();
        let counts = solution.counts();
        let (shift, ends) = match solution.unit() {
            Unit::Points => (2.0, 5),
            Unit::WinProbability => (0.0, 3),
        };
        let value = solution.value(rules.start());
        let value = value.expect("a known position").number();
        let states = ends + 2 * counts.reachable + counts.reachable_decisions;
        // A state without a decision has one choice.
        let moves: usize = game.decisions().map(|row| game.losses(row).len()).sum();
        let choices = ends + 2 * counts.reachable + moves as u64;
        assert_eq!(row[1].replace(',', ""), states.to_string(), "{name}");
        assert_eq!(row[2].replace(',', ""), choices.to_string(), "{name}");
        // Storm was asked for this precision.
        for (found, value) in [(row[3], value), (row[4], solution.unit().flip(value))] {
            assert_close(number(found) - shift, value, 1e-11, name);
        }
    }
    let value = arena(Rules::STANDARD)
        .solution()
        .value(Rules::STANDARD.start());
    let value = value.expect("a known position");
    let points = value.points();
    page.assert_says(&format!(
        "The value of the start is {points:.12} points for `standard`: (1 + {points:.12}) / 2 = {:.12} is the \
         probability of winning",
        value.number()
    ));
}

#[test]
fn the_theorems_are_about_the_value_that_is_found() {
    let read = |file: &str| text_of(&format!("tests/theorem/{file}"));
    let claims = read("claims.txt");
    let value = |rules: Rules| {
        let value = arena(rules).solution().value(rules.start());
        1e12 * value.expect("a known position").number()
    };
    let page = Page::read("tests/theorem/README.md");
    let (theorems, _) = claims.split_once("\n== method\n").expect("two parts");
    let theorems = theorems.lines();
    let theorems = theorems.filter_map(|line| line.split_once(": Claims.solved "));
    let theorems: Vec<_> = theorems.collect();
    for (preset, _) in Rules::PRESETS {
        assert!(theorems.iter().any(|(name, _)| *name == preset), "{preset}");
    }
    assert!(theorems.len() > Rules::PRESETS.len());
    for (name, claim) in theorems {
        let rules: Rules = name.parse().expect("a rule set");
        let mut bounds = claim.split(" # 10 ^ 12)");
        let mut bound = || {
            let before = bounds.next().and_then(|before| before.rsplit_once('('));
            before.expect("a bound").1
        };
        let [least, most] = [bound(), bound()];
        let numbers = [least, most].map(number);
        assert!(numbers[1] - numbers[0] < 5.0, "{name}");
        // Only the named rule sets have a committed solution.
        if Rules::PRESETS.iter().any(|(preset, _)| *preset == name) {
            let value = value(rules);
            assert!(numbers[0] < value && value < numbers[1], "{name}");
        }
        if rules == Rules::STANDARD {
            let throws = claim.rsplit(' ').next().expect("a number");
            page.assert_says(&format!(
                "can secure 0.{least} and can be held to 0.{most}."
            ));
            page.assert_says(&format!(
                "is not over after *n* throws is at most {throws}/*n*"
            ));
        }
    }
    let altered = read("Altered.v");
    assert!(altered.contains("(repeat false 16 ++"));
    assert_eq!(altered.matches("\n  accepted_at ").count(), 16 + 2);
    page.assert_says(
        "sixteen alterations of rows of the table, and of the rules, that `check_position` refuses",
    );
}

#[test]
fn the_oldest_compiler_is_that_of_the_manifest() {
    let manifest = text_of("Cargo.toml");
    let version = manifest.split_once("\nrust-version = \"");
    let (_, version) = version.expect("the version is stated");
    let version = version.split('"').next().unwrap_or_default();
    for page in ["README.md", "CONTRIBUTING.md"] {
        Page::read(page).assert_says(&format!("({version} or later)"));
    }
    Page::read("query/python/README.md").assert_says(&format!("a Rust toolchain ({version})"));
}
