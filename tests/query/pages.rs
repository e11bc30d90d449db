//! tourne page: one HTML file with its parts and the solutions asked for, and errors where parts do not fit.

use std::fs;
use std::io::Read as _;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use flate2::read::DeflateDecoder;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tourne::cards::{Length, built_in};
use tourne::facts::{Rulebook, SUMMARIES};
use tourne::grading::{Kind, results_of_levels};
use tourne::page::{PageError, page};
use tourne::policy::Level;
use tourne::review::Thresholds;
use tourne::solutions;
use tourne_solver::digits::grouped;
use tourne_solver::{Crowding, Dice, Overshoot, Rules, Stakes, Unit, file};

use crate::commands::{Outcome, assert_lacks, assert_says, run, run_with};
use crate::documents::{quoted, text_of};
use crate::folder::Folder;
use crate::solution_bytes::{DICE, SolutionBytes, committed, path_of};
use crate::tourne_line;

/// Runs `tourne page` in a folder.
fn tourne_page(folder: &Folder, line: &str) -> Outcome {
    run(tourne_line(format!("page {line}").trim_end()).current_dir(folder))
}

/// Returns markup without escapes such as `&#233;`.
fn unescaped(markup: &str) -> String {
    let mut parts = markup.split("&#");
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (digits, rest) = part.split_once(';').expect("an end");
        let code = digits.parse().expect("a number");
        whole.push(char::from_u32(code).expect("a character"));
        whole += rest;
    }
    whole
}

/// Returns the page of the standard game.
fn standard_page() -> String {
    page(&[solutions::standard()]).expect("the parts fit")
}

/// Returns every text between `before` and `after`, in order.
fn all_between<'a>(page: &'a str, before: &str, after: &str) -> Vec<&'a str> {
    let rest = page.split(before).skip(1);
    rest.map(|rest| rest.split_once(after).expect("the text has an end").0)
        .collect()
}

/// Returns the only text between `before` and `after`.
#[track_caller]
fn between<'a>(page: &'a str, before: &str, after: &str) -> &'a str {
    let all = all_between(page, before, after);
    assert_eq!(all.len(), 1, "{before} stands in the page once");
    all[0]
}

/// Returns the solution files inside a page, each with the name of its rule set.
fn solutions_of(page: &str) -> Vec<(String, Vec<u8>)> {
    let before = "<script type=\"application/octet-stream\" id=\"solution-";
    let elements = all_between(page, before, "</script>").into_iter();
    let solution = |element: &str| {
        let (name, text) = element.split_once("\">").expect("a name and a text");
        let packed = unpacked(text);
        let mut ordered = Vec::new();
        let read = DeflateDecoder::new(&packed[..]).read_to_end(&mut ordered);
        read.expect("the file is deflated");
        // First come the bytes at offsets 0, 8, 16, …, then those at offsets 1, 9, 17, …, and so on.
        let mut bytes = vec![0; ordered.len()];
        let places = (0..8).flat_map(|place| (place..ordered.len()).step_by(8));
        for (at, byte) in places.zip(&ordered) {
            bytes[at] = *byte;
        }
        (name.to_owned(), bytes)
    };
    elements.map(solution).collect()
}

/// Asserts that a page holds exactly these rule sets, with the committed solutions.
#[track_caller]
fn assert_holds(page: &str, rules: &[&str]) {
    let found = solutions_of(page);
    let names: Vec<&str> = found.iter().map(|(name, _)| &name[..]).collect();
    assert_eq!(names, rules);
    for (name, bytes) in &found {
        let committed = fs::read(path_of(name)).expect("the file is there");
        assert!(*bytes == committed, "{name}");
    }
}

// ------------------------------------------------------------- the command

#[test]
fn without_arguments_the_standard_game_is_written_to_tourne_html() {
    let folder = Folder::new();
    let outcome = tourne_page(&folder, "");
    outcome.assert_answered();
    let page = folder.read("tourne.html");
    assert_holds(&page, &["standard"]);
    let size = grouped(page.len() as u64);
    let says = format!("tourne.html: {size} bytes, standard\n");
    assert_eq!(outcome.stdout, says);
    assert_eq!(folder.names(), ["tourne.html"], "nothing else is left");
}

/// Rule sets stand in the order asked for, then those of files. A solution may come from a folder or from standard input.
#[test]
fn a_page_may_have_several_rule_sets() {
    let [course, double] = ["course", "double-win"].map(path_of);
    let data = course.parent().expect("a folder");
    let line = format!(
        "page --rules double-win --rules forced-entry --solution {} --solution {} --solution - --output -",
        quoted(data),
        quoted(&course)
    );
    let standard = SolutionBytes::standard().0;
    let outcome = run_with(&mut tourne_line(&line), &standard);
    outcome.assert_answered();
    let page = outcome.stdout;
    assert!(page.starts_with("<!doctype html>\n") && page.ends_with("</html>\n"));
    assert_holds(&page, &["double-win", "forced-entry", "course", "standard"]);
    let folder = Folder::new();
    let line = format!(
        "--rules standard --solution {} --solution {}",
        quoted(&double),
        quoted(data)
    );
    let outcome = tourne_page(&folder, &line);
    outcome.assert_shows(&["tourne.html: ", " bytes, standard, double-win\n"]);
}

#[test]
fn a_page_that_cannot_be_made_leaves_the_old_one() {
    let folder = Folder::new();
    folder.write("bad.bin", "TOURNECS");
    folder.write("tourne.html", "mine");
    let refused = tourne_page(&folder, "--solution bad.bin --force");
    refused.assert_one_line_error(3, &["bad.bin cannot be used"]);
    assert_eq!(folder.read("tourne.html"), "mine");
}

// ------------------------------------------------------------- contents of the page

/// Largest page with the standard game, in bytes.
const LARGEST_PAGE: usize = 840_000;

#[test]
fn the_page_is_small_since_comments_are_left_out() {
    let standard = standard_page();
    assert!(standard.len() <= LARGEST_PAGE, "{} bytes", standard.len());
    assert_lacks(&standard, &["/**", "\n * ", "@param", "@type"]);
}

#[test]
fn the_page_has_all_other_lines_of_the_index_in_their_order() {
    let page = unescaped(&standard_page());
    let mut lines = page.lines();
    let index = text_of("query/page/web/index.html");
    let is_replaced = |line: &&str| {
        line.contains("Security-Policy") || line.starts_with("<!-- ") && !line.contains(':')
    };
    for line in index.lines().filter(|line| !is_replaced(line)) {
        assert!(lines.any(|it| it == line), "{line}");
    }
}

#[test]
fn no_part_ends_its_element() {
    for file in ["able.js", "page.css", "page.js"] {
        let text = text_of(&format!("query/page/built/{file}")).to_ascii_lowercase();
        // After `<!--` and `<script`, the next `</script>` would not end a script.
        for sign in ["</script", "<!--", "</style"] {
            assert!(!text.contains(sign), "{file}: {sign}");
        }
    }
}

#[test]
fn the_policy_names_every_script_and_style_and_nothing_else() {
    let page = standard_page();
    let policy = between(&page, "Content-Security-Policy\" content=\"", "\">");
    let source = |text: &&str| {
        let hash = BASE64_STANDARD.encode(Sha256::digest(text));
        format!(" 'sha256-{hash}'")
    };
    let sources = |texts: Vec<&str>| texts.iter().map(source).collect::<String>();
    let scripts = all_between(&page, "<script>", "</script>");
    let styles = all_between(&page, "<style>", "</style>");
    assert_eq!((scripts.len(), styles.len()), (2, 1));
    let (scripts, styles) = (sources(scripts), sources(styles));
    assert!(policy.starts_with("default-src 'none';"), "{policy}");
    assert_says(policy, &[&format!("; script-src{scripts};")]);
    assert_says(policy, &[&format!("; style-src{styles};")]);
    assert_lacks(policy, &["unsafe", "http"]);
    // A policy applies to what follows it.
    let before = page.split("Content-Security-Policy").next();
    assert_lacks(before.unwrap_or_default(), &["<script", "<style"]);
}

/// Any encoding that a host declares reads ASCII alike, so the checksums of the policy hold.
#[test]
fn the_page_is_ascii_whatever_its_encoding_is_said_to_be() {
    let page = page(&[solutions::standard(), &committed(Rules::COURSE)]).expect("the parts fit");
    let strays: Vec<&str> = page.lines().filter(|line| !line.is_ascii()).collect();
    assert_eq!(strays, [""; 0]);
    let texts = [
        "La page ne fonctionne pas",
        "R\\xE8gles",
        "content:\"\\b7 ",
        "Les r&#232;gles",
    ];
    assert_says(&page, &texts);
}

#[test]
fn the_page_has_the_five_line_card_of_each_rule_set() {
    let page = page(&[solutions::standard(), &committed(Rules::COURSE)]).expect("the parts fit");
    for (name, rules) in [("standard", Rules::STANDARD), ("course", Rules::COURSE)] {
        let sign = format!("<script type=\"text/plain\" id=\"card-{name}\">\n");
        let cards = all_between(&page, &sign, "</script>");
        assert_eq!(cards, [built_in(rules, Length::TAUGHT).to_string()]);
    }
}

#[test]
fn the_page_has_the_facts_of_the_library() {
    let page = standard_page();
    let constants = constants_of(&page);
    let usual = Thresholds::usual(Unit::Points);
    let results = results_of_levels(Rules::STANDARD);
    let rulebook = Rulebook::new(Rules::STANDARD).sections;
    for (name, fact) in [
        ("tolerances", json!(Level::ALL.map(Level::tolerance))),
        ("doubtful", json!(usual.doubtful)),
        ("bad", json!(usual.bad)),
        ("quizPlays", json!(8)),
        ("quizErrs", json!(3)),
        ("named", json!(Kind::NAMED)),
        ("rival", json!(Kind::RIVAL)),
        ("results", json!({ "standard": results })),
        ("matches", json!({ "standard": null })),
        ("rulebooks", json!({ "standard": rulebook })),
        ("presets", json!(SUMMARIES)),
    ] {
        assert_eq!(constants[name], fact, "{name}");
    }
    let rule_sets = constants["ruleSets"].as_array().expect("a list");
    assert_eq!(rule_sets.len(), 12);
    for rules in rule_sets {
        let name = rules["name"].as_str().expect("a name");
        let named: Rules = name.parse().expect("a rule set");
        assert_eq!(named.name(), Some(name));
        let reentry = ["free", "forced", "first"][named.reentry as usize];
        let switches = json!({
            "name": name,
            "oneDie": named.dice == Dice::One,
            "crowding": named.crowding == Crowding::Free,
            "overshoot": named.overshoot == Overshoot::GoesOff,
            "reentry": reentry,
            "doubleWin": named.stakes == Stakes::DoubleWin,
        });
        assert_eq!(*rules, switches);
    }
}

#[test]
fn where_the_page_does_not_run_there_are_the_rules_of_the_library() {
    for rules in [Rules::STANDARD, Rules::COURSE] {
        let page = page(&[&committed(rules)]).expect("the parts fit");
        let page = unescaped(&page);
        let without = between(&page, "<div id=\"still\">", "<div id=\"toasts\">");
        let languages = without.split_once("<div lang=\"fr\">");
        let (english, french) = languages.expect("two languages");
        let sections = Rulebook::new(rules).sections;
        assert_eq!(french.matches("<dd>").count(), sections.len());
        for section in sections {
            let rule = format!("<dd>{}</dd>", section.rule);
            assert_says(english, &[&rule]);
            assert_lacks(french, &[&rule]);
        }
        for sign in [
            "<meta name=\"description\"",
            "<meta property=\"og:title\"",
            "<link rel=\"icon\" href=\"data:",
        ] {
            assert_eq!(page.matches(sign).count(), 1, "{sign}");
        }
    }
}

#[test]
fn the_page_names_no_other_file() {
    let page = standard_page();
    let files = [" src=", "<link rel=\"stylesheet\"", "@import", "url("];
    for outside in page
        .split("</script>")
        .filter_map(|rest| rest.split("<script").next())
    {
        // Gradients and patterns stand in the page itself.
        assert_lacks(&outside.replace("url(#", ""), &files);
    }
}

#[test]
fn a_page_needs_a_solution_with_a_name() {
    assert_eq!(page(&[]), Err(PageError::NoSolution));
    let twice = page(&[solutions::standard(); 2]);
    assert_eq!(twice, Err(PageError::Twice(Rules::STANDARD)));
    let mut bytes = SolutionBytes::standard();
    bytes.0[DICE] = 1;
    let nameless = file::decode(&bytes.sealed())
        .expect("a readable file")
        .on_trust();
    let rules = nameless.rules();
    assert_eq!(page(&[&nameless]), Err(PageError::Nameless(rules)));
}

/// Returns the facts of the library in a page.
pub(crate) fn constants_of(page: &str) -> Value {
    let packed = between(page, "id=\"constants\">", "</script>");
    let bytes = unpacked(packed);
    serde_json::from_reader(flate2::read::DeflateDecoder::new(&bytes[..])).expect("JSON")
}

/// Returns the bytes of a text in the base 85 that `rules/packed.ts` describes.
fn unpacked(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    for group in text.as_bytes().chunks(5) {
        let digit =
            |code: u8| u64::from(code - b'(' - u8::from(code > b'<') - u8::from(code > b'\\'));
        let digits = group
            .iter()
            .map(|&code| digit(code))
            .chain(std::iter::repeat(84));
        let word = digits.take(5).fold(0_u64, |word, digit| 85 * word + digit);
        bytes.extend_from_slice(&word.to_be_bytes()[4..3 + group.len()]);
    }
    bytes
}
