//! Figures in the sentences of pages. Each figure is computed here, or compared with a table or transcript of a page.
//! Other tests compare tables and transcripts with the output of the commands.

use std::collections::BTreeSet;

use tourne_solver::{Rules, Unit};
use tourne_study::review::Thresholds;

use crate::assert_close;
use crate::commands::names_in;
use crate::documents::{Page, ending, files, root, text_of};
use tourne_plain::world::arena;

/// Numbers as sentences spell them.
pub(super) const WORDS: [&str; 13] = [
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

/// Returns a row of the atlas on its page: a number for each named rule set.
fn atlas(name: &str) -> [f64; 5] {
    let page = Page::read("query/ANSWERS.md");
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
    let engine = text_of("tests/example_engine.py");
    assert_eq!(
        tens(engine.lines().filter(|line| !line.is_empty()).count()),
        40
    );
    Page::read("query/PROTOCOL.md").assert_says("is a complete engine of some forty lines");
}

#[test]
fn the_costs_of_sources_are_those_of_the_atlas() {
    let page = Page::read("query/SOURCES.md");
    let header = "first to throw wins | best moves changed | throws in a game | games touched";
    let rows = page.table(&format!("| sentence | rules | {header} |"));
    let answers = Page::read("query/ANSWERS.md");
    let alone = answers.block("$ tourne atlas");
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
fn the_atlas_is_summed_up_rightly() {
    let page = Page::read("query/ANSWERS.md");
    let [.., longest] = atlas("longest, if both prolong it");
    page.assert_says(&format!(
        "two players who wanted to could prolong a game to {} million throws on average",
        word(longest / 1e6)
    ));
    let ties = atlas("ties among best moves");
    assert!((2000.0..10_000.0).contains(&ties[2]), "{ties:?}");
    let others = [ties[0], ties[1], ties[3], ties[4]];
    assert_eq!(others.map(f64::to_bits), [0; 4]);
    page.assert_says("thousands of decisions have several exactly equal best moves");
    Page::read("tests/theorem/README.md").assert_says(&format!(
        "`entry-first`, in which {} decisions have several best moves that are exactly equal",
        ties[2]
    ));
    let none_home = atlas("loser has no man home")[2];
    assert!((22.5..27.5).contains(&none_home), "{none_home}");
    page.assert_says("a quarter of the losers have not brought a man home");
    let value = atlas("value for the first to throw");
    assert!(value[0] > value[1] && value[1] > value[2]);
    page.assert_says("to `forced-entry` to `entry-first` the advantage of the first throw shrinks");

    let proof = Page::read("solver/graph/PROOF.md");
    proof.assert_says(&format!(
        "after best moves`: {:.0} throws from the start of the standard game",
        atlas("throws in a game")[0]
    ));
    proof.assert_says(&format!(
        "{:.0} throws there and {} million in course",
        atlas("longest, if both prolong it")[0],
        word(longest / 1e6)
    ));
}

#[test]
fn levels_are_as_strong_as_the_pages_say() {
    let page = Page::read("query/CHECKING.md");
    let ladder = (1..=10).map(|level| format!(" builtin:level-{level}"));
    let ladder = format!("$ tourne ladder{}", ladder.collect::<String>());
    let weakest = average(&page, &ladder, "level-1");
    let step = (50.0 - weakest) / 9.0;
    let [random, hit] = ["random", "hit"].map(|policy| average(&page, "$ tourne ladder", policy));
    page.assert_says(&format!(
        "each level wins {step:.0} percentage points more against perfect play than the level before it. \
         Level 1 wins {weakest:.0} %, between the {random:.0} % of random moves and the {hit:.0} % of `builtin:hit`"
    ));
    Page::read("query/PLAYING.md").assert_says(&format!(
        "Level 1 wins {weakest:.0} % against perfect play in the standard game, and each further level {step:.0} percentage points more"
    ));
    Page::read("query/python/README.md").assert_says(&format!(
        "(52,347 positions) and hard enough to be interesting (a player of random moves wins {random:.0} games of 100 \
         against a perfect one)"
    ));
    Page::read("query/STRATEGY.md").assert_says(&format!(
        "a player who moves at random wins {random:.1} % against perfect play, one who always takes the foremost man \
         {:.1} %, and one who knows the five lines below {:.1} %",
        average(&page, "$ tourne ladder", "front"),
        50.0 - cost_of_the_card()
    ));
}

/// Returns the loss per game of the five-line card, from its transcript in `query/STRATEGY.md`.
fn cost_of_the_card() -> f64 {
    let page = Page::read("query/STRATEGY.md");
    let block = page.block("$ tourne check --policy builtin:card-5 --mistakes 4");
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

/// Sentences of `query/STRATEGY.md`, with rules instead of their costs, in per cent. A rule may be followed by the name of
/// a rule set other than `standard`. `quiet: ` and `else: ` stand for the conditions of [`CONDITIONS`].
const TAUGHT: &str = "
Always doing so costs {bring home} % a game.
To hit instead, whenever both are possible, costs {if some man can bring home and some man can hit: hit} %.
Always doing so costs only {else: hit} % a game, and never hitting {not hit} %
always preferring the man on the board costs {else: hit unless enter} %, \
always preferring the man that enters {else: enter and hit} %
leaves {bring home or hit} % to lose
always to play the front man in these costs {quiet: the front man} %
To enter always costs {quiet: enter} % in quiet moves, to run always {quiet: not enter} %
costs {quiet: not overtake} % in quiet moves, and {not overtake} % if you also give up hits
doing so whenever a quiet move can costs {quiet: land safe} %
To aim at enemies comes after that ({quiet: aim} %), to flee last ({quiet: flee} %)
running comes before entering ({quiet: not enter @ forced-entry} % against {quiet: enter @ forced-entry} %). \
Always to hit costs {else: hit @ forced-entry} %
always to hit costs {else: hit @ entry-first} %, \
to prefer the man that enters for it {else: enter and hit @ entry-first} %. \
To run rather than enter costs {quiet: not enter @ entry-first} %, \
to enter rather than run {quiet: enter @ entry-first} %
to enter in quiet moves costs {quiet: enter @ course} %, to run {quiet: not enter @ course} %. \
Never to overtake costs {quiet: not overtake @ course} % in quiet moves. \
To aim at enemies is nearly always right ({quiet: aim @ course} %)
";
const CONDITIONS: [(&str, &str); 2] = [
    ("quiet: ", "if no man can bring home and no man can hit: "),
    ("else: ", "if no man can bring home: "),
];

/// The sentences agree with the table of single rules on the same page, which another test computes.
#[test]
fn what_the_solution_teaches_is_what_the_table_says() {
    let page = Page::read("query/STRATEGY.md");
    let table = page.table("| rule | `standard` |");
    let cost = |rule: &str| -> f64 {
        let (rule, rules) = rule.split_once(" @ ").unwrap_or((rule, "standard"));
        let mut whole = rule.to_owned();
        for (short, condition) in CONDITIONS {
            whole = whole.replace(short, condition);
        }
        let row = table.iter().find(|row| row[0] == whole);
        let row = row.unwrap_or_else(|| panic!("there is no {whole}"));
        let column = Rules::PRESETS.iter().position(|(name, _)| *name == rules);
        number(row[1 + column.expect("a rule set")])
    };
    for sentence in TAUGHT.trim().lines() {
        let mut parts = sentence.split(['{', '}']);
        let mut written = parts.next().unwrap_or_default().to_owned();
        while let (Some(rule), Some(text)) = (parts.next(), parts.next()) {
            written += &format!("{:.2}{text}", cost(rule));
        }
        page.assert_says(&written);
    }
    let dearest = table.iter().map(|row| number(row[1])).fold(0.0, f64::max);
    assert_eq!(dearest.to_bits(), cost("not hit").to_bits());
    page.assert_says("of all habits that is the dearest in this list");
    for rules in ["forced-entry", "entry-first", "course"] {
        let moves = ["enter", "not enter"];
        let [enter, run] = moves.map(|rule| cost(&format!("quiet: {rule} @ {rules}")));
        assert_eq!(enter > run, rules != "course", "{rules}");
    }
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
        let exact = format!("{value:.12}");
        assert_eq!(row[5].trim_start_matches('+'), exact, "{name}");
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
fn defaults_and_limits_are_those_of_the_sources() {
    let mut sources = files();
    sources.retain(|it| it.contains("/src/") && ending(it) == "rs" && !it.contains("python/"));
    let sources: String = sources.iter().map(|file| text_of(file)).collect();
    for limit in LIMITS.lines().skip(1) {
        let [page, sentence, source] = limit.split(" => ").collect::<Vec<_>>()[..] else {
            panic!("{limit}");
        };
        Page::read(page).assert_says(sentence);
        let is_so = sources.contains(source);
        assert!(is_so, "no source says {source}; {page} says {sentence}");
    }
    let [probability, points] = [Unit::WinProbability, Unit::Points].map(Thresholds::usual);
    Page::read("query/REVIEW.md").assert_says(&format!(
        "The defaults are 1% and 3% of a game (also written {} and {}), or {} and {} points",
        probability.doubtful, probability.bad, points.doubtful, points.bad
    ));
}

/// Each line: a page, a sentence of it that states a limit, and the line of the sources that sets the limit.
const LIMITS: &str = r#"
query/ANSWERS.md => A line may have at most 256 bytes => LONGEST_LINE: usize = 256;
query/CHECKING.md => `legal` moves; at most 100 => MOST_LISTED: usize = 100;
query/CHECKING.md => Tolerances fall from 0.2239 points (11 % of a win) at level 1 to 0 => 0.2239,
query/PLAYING.md => a player of strength 1 to 10 (perfect) => PERFECT: Level = Level(10);
query/PLAYING.md => come up in games of good players (level 8) => OF_QUESTIONS: Level = Level(8);
query/PLAYING.md => times what a beginner (level 3) gives away => OF_MISTAKES: Level = Level(3);
query/PLAYING.md => `tourne quiz` draws ten choices (`--count N`) => value_name = "N", default_value_t = 10,
query/PLAYING.md => and the three costliest choices of people => WORST: usize = 3;
query/PROTOCOL.md => At most 64 questions are open at a time => MOST_AHEAD: usize = 64;
query/PROTOCOL.md => has at most 4096 bytes, and must be flushed => LONGEST_LINE: usize = 4096;
query/PROTOCOL.md => more than 10,000 lines, or a line of more than 4096 bytes => MOST_LINES: usize = 10_000;
query/PROTOCOL.md => it is given up at the tenth fault => MOST_FAULTS: usize = 10;
query/PROTOCOL.md => after `quit` | 0.5 | => GRACE: Duration = Duration::from_millis(500);
query/REVIEW.md => lines of at most 1024 bytes of UTF-8 => LONGEST_LINE: usize = 1024;
query/REVIEW.md => at most 100,000 turns => MOST_TURNS: usize = 100_000;
"#;

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
