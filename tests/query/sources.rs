//! Where the solution comes from: what `--solution` names, otherwise what the environment names, otherwise built in or
//! solved; and no other source instead of one that was named.

use std::process::Command;

use serde_json::Value;
use sha2::{Digest as _, Sha256};
use tourne_solver::file::{decode, encode};
use tourne_solver::verify::{Wrong, verify};
use tourne_solver::{Crowding, Rules, solve};

use tourne::solutions::{NamedSource, Origin, Source};

use crate::commands::{Outcome, json, run, run_with};
use crate::documents::{quoted, words};
use crate::folder::Folder;
use crate::solution_bytes::{SolutionBytes, committed, path_of};
use crate::{json_line, run_line, tourne_line};

/// Returns the command with the words of a line, and with this value of the environment variable.
fn with_variable(line: &str, variable: &str) -> Command {
    let mut command = tourne_line(line);
    command.env("TOURNE_SOLUTION", variable);
    command
}

/// Returns the answer of a command with this value of the environment variable, in JSON.
#[track_caller]
fn answer(line: &str, variable: &str) -> Value {
    json(&run(&mut with_variable(
        &format!("{line} --format json"),
        variable,
    )))
}

/// Returns a file of the standard game that is right and differs from the committed one: the value of the start is larger
/// by `steps` · 2⁻⁴⁵, and the error bound allows for it. Returns also that value.
fn other(steps: u8) -> (Vec<u8>, f64) {
    let mut file = SolutionBytes::standard();
    let standard = committed(Rules::STANDARD);
    let start = standard.index().number(Rules::STANDARD.start());
    let start = start.expect("the start is a position");
    let value = file.value(start) + f64::from(steps) * 2_f64.powi(-45);
    file.put_value(start, value);
    file.put_error_bound(0.5);
    let claims = decode(&file.clone().sealed()).expect("a whole file");
    let Err(Wrong::LooseBound { proven, .. }) = verify(claims) else {
        panic!("an error bound of 0.5 is too loose");
    };
    file.put_error_bound(proven);
    (file.sealed(), value)
}

/// Value of the start in the committed file.
fn usual() -> f64 {
    let value = committed(Rules::STANDARD).value(Rules::STANDARD.start());
    value.expect("the start is a position").number()
}

fn sha256(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    let hex = digest.iter();
    hex.fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

#[test]
fn the_option_decides_then_the_variable_then_what_is_built_in() {
    let folder = Folder::new();
    let [(one, of_one), (two, of_two)] = [other(1), other(2)];
    assert!(usual() < of_one && of_one < of_two);
    let [one, two] = [("one.bin", one), ("two.bin", two)].map(|(name, it)| folder.write(name, it));
    let option = format!("best 000/000 --solution {}", quoted(&one));
    let alias = format!("best 000/000 --table {}", quoted(&one));
    for (line, variable, expected) in [
        (&*option, &*two, of_one),
        (&option, "nowhere", of_one),
        (&alias, &two, of_one),
        ("best 000/000", &two, of_two),
        ("best 000/000", "", usual()),
    ] {
        assert_eq!(
            answer(line, variable)["value"],
            expected,
            "{line} {variable}"
        );
    }
    assert_eq!(json_line("best 000/000")["value"], usual());
}

#[test]
fn info_says_which_source_answers() {
    let folder = Folder::new();
    let (bytes, value) = other(1);
    let path = folder.write("standard.bin", &bytes);
    for variable in [&path, folder.as_ref().to_str().expect("a plain path")] {
        let info = answer("info", variable);
        let source = serde_json::json!({"kind": "file", "path": path, "sha256": sha256(&bytes)});
        assert_eq!((&info["source"], &info["value"]), (&source, &value.into()));
    }
    let text = run(&mut with_variable("info", &path)).stdout;
    assert!(
        text.contains(&format!("{path}, named by TOURNE_SOLUTION\n")),
        "{text}"
    );
    let text = run_line(&format!("info --solution {}", quoted(&path))).stdout;
    assert!(
        text.contains(&format!("{path}, named by --solution\n")),
        "{text}"
    );

    let file = &SolutionBytes::committed("double-win").0;
    let source = serde_json::json!({"kind": "built in", "path": null, "sha256": sha256(file)});
    assert_eq!(json_line("info --rules double-win")["source"], source);

    let csv = run_line("info --format csv").stdout;
    let [header, row] = csv.lines().collect::<Vec<_>>()[..] else {
        panic!("{csv}");
    };
    assert_eq!(header.split(',').count(), row.split(',').count(), "{csv}");
}

#[test]
fn every_named_rule_set_is_built_in_as_it_was_written() {
    for (name, rules) in Rules::PRESETS {
        let origin = Source::of(rules).origin().expect("nothing is named");
        assert!(matches!(origin, Origin::BuiltIn(_)), "{name}: {origin}");
        let solution = origin.open(&mut |_| ()).expect("a built-in solution");
        assert!(
            encode(&solution) == SolutionBytes::committed(name).0,
            "{name}"
        );
    }
}

/// The atlas compares rule sets that no option can name: no file in a folder can have their name.
#[test]
fn rule_sets_without_a_name_are_solved_whatever_folder_is_named() {
    let folder = Folder::new();
    let named = NamedSource::new(Some(folder.as_ref().to_owned()), None);
    let rules = Some(Rules {
        crowding: Crowding::Free,
        ..Rules::STANDARD
    });
    let origin = Source { named, rules }.origin();
    assert!(matches!(origin, Ok(Origin::Solved(_))), "{origin:?}");
}

/// A joined rule set is solved where nothing is named, and comes from its file in a folder.
#[test]
fn a_folder_gives_the_file_of_each_rule_set() {
    let folder = Folder::new();
    let here = folder.as_ref().to_str().expect("a plain path");
    let (standard, value) = other(1);
    folder.write("standard.bin", standard);
    let joined: Rules = "forced-entry+double-win".parse().expect("a rule set");
    let bytes = encode(&solve(joined).expect("a solution").solution);
    let sum = sha256(&bytes);
    // The printed name counts, not the one that was typed.
    let line = "info --rules double-win+forced-entry";
    let source = serde_json::json!({"kind": "solved", "path": null, "sha256": sum});
    assert_eq!(json_line(line)["source"], source);

    let missing = run(&mut with_variable(line, here));
    let file = folder.text_of("forced-entry+double-win.bin");
    let says = [
        "TOURNE_SOLUTION names: the folder ",
        "only standard.bin: write it with tourne-solve --rules forced-entry+double-win --output ",
    ];
    missing.assert_one_line_error(3, &says);
    // As a shell reads it, whatever the folder is called.
    let (_, output) = missing.stderr.rsplit_once("--output ").expect("a cure");
    assert_eq!(words(output.trim_end()), [&*file]);

    folder.write("forced-entry+double-win.bin", bytes);
    let source = serde_json::json!({"kind": "file", "path": file, "sha256": sum});
    assert_eq!(answer(line, here)["source"], source);
    let option = format!("--solution {}", quoted(here));
    assert_eq!(json_line(&format!("best 000/000 {option}"))["value"], value);

    // A file must hold the rule set of its name.
    folder.write("course.bin", SolutionBytes::standard().0);
    let wrong = run_line(&format!("best 000/000 --rules course {option}"));
    let says = [
        "--solution names: ",
        "course.bin holds the rules standard, but course",
    ];
    wrong.assert_one_line_error(3, &says);
}

/// Asserts that a command refuses what is named, by the option and by the variable.
#[track_caller]
fn assert_refused(line: &str, named: &str, says: &[&str]) {
    let refused = |by: &str, outcome: Outcome| {
        let begin = format!("error: cannot use what {by} names: ");
        outcome.assert_one_line_error(3, &[&[&*begin], says].concat());
    };
    let option = format!("{line} --solution {}", quoted(named));
    refused("--solution", run_with(&mut tourne_line(&option), ""));
    refused(
        "TOURNE_SOLUTION",
        run_with(&mut with_variable(line, named), ""),
    );
}

#[test]
fn what_is_named_is_never_passed_over() {
    let folder = Folder::new();
    let here = folder.as_ref().to_str().expect("a plain path");
    let nowhere = folder.text_of("nowhere.bin");
    let cure = format!("no file or folder {nowhere}: write one with tourne-solve --rules course");
    assert_refused("best 000/000 --rules course", &nowhere, &[&cure]);
    let says = ["has no standard.bin, nor any other file that ends in .bin"];
    assert_refused("best 000/000", here, &says);
    let course = folder.write("course.bin", SolutionBytes::committed("course").0);
    let says = ["holds the rules course, but standard was asked for"];
    for line in [
        "best 000/000 --rules standard",
        "atlas standard",
        "page --rules standard --output -",
    ] {
        assert_refused(line, &course, &says);
    }
    let says = ["has no standard.bin, only course.bin: write it with tourne-solve"];
    for line in [
        "match 2",
        "atlas course",
        "page --output -",
        "engine",
        "outcomes 000/000",
    ] {
        assert_refused(line, here, &says);
    }
    let says = ["has no double-win.bin, only course.bin"];
    for line in [
        "match 2 --rules double-win",
        "best 000/000 3 --match 2 --score 0-0 --rules double-win",
        "play --match 2 --rules double-win --seed 1",
    ] {
        assert_refused(line, here, &says);
    }
    for number in 0..12 {
        folder.write(&format!("{number}.bin"), "");
    }
    let says = ["only 0.bin, 1.bin, 10.bin, 11.bin, 2.bin, 3.bin, 4.bin, 5.bin and 5 others: "];
    assert_refused("best 000/000", here, &says);
}

#[test]
fn a_file_of_the_named_folder_is_no_output() {
    let folder = Folder::new();
    let file = folder.write("standard.bin", SolutionBytes::standard().0);
    let folder = quoted(&folder);
    let line = format!(
        "check --policy builtin:hit --solution {folder} --record {} --force",
        quoted(&file)
    );
    let says = ["--solution and --record are the same file", "overwritten"];
    run(&mut tourne_line(&line)).assert_one_line_error(2, &says);
    assert_eq!(
        std::fs::read(file).expect("the file is there"),
        SolutionBytes::standard().0
    );
}

#[test]
fn a_page_that_takes_nothing_from_a_folder_says_so() {
    let folder = Folder::new();
    let course = quoted(path_of("course"));
    let line = format!(
        "page --output - --solution {course} --solution {}",
        quoted(&folder)
    );
    let says = ["nothing is taken from the folder", "--rules"];
    run(&mut tourne_line(&line)).assert_one_line_error(2, &says);
}

#[test]
fn an_engine_asks_the_folder_for_other_rules() {
    let folder = Folder::new();
    let here = folder.as_ref().to_str().expect("a plain path");
    folder.write("standard.bin", SolutionBytes::standard().0);
    let lines = "setoption name rules value course\nposition tc 000/000\neval\nquit\n";
    let outcome = run_with(&mut with_variable("engine", here), lines);
    outcome.assert_answered();
    let says = "error cannot use what TOURNE_SOLUTION names: the folder ";
    assert!(outcome.stdout.starts_with(says), "{outcome:?}");
    assert!(
        outcome
            .stdout
            .ends_with(&format!("\nvalue {} win probability\n", usual())),
        "{outcome:?}"
    );
}

#[test]
fn pages_the_atlas_and_matches_follow_the_folder() {
    let folder = Folder::new();
    let here = folder.as_ref().to_str().expect("a plain path");
    let (bytes, value) = other(1);
    folder.write("standard.bin", bytes);
    for name in ["course", "double-win"] {
        folder.write(&format!("{name}.bin"), SolutionBytes::committed(name).0);
    }
    // A match to one point is a game.
    let score = &answer("match 1", here)["scores"][0];
    assert_eq!(score["throwing_first"], value);
    assert_eq!(json_line("match 1")["scores"][0]["throwing_first"], usual());
    let entries = answer("atlas standard", here);
    assert_eq!(entries[0]["value"], value);
    let bytes = &SolutionBytes::standard().0;
    let mut from_input = tourne_line("atlas standard --solution - --format json");
    assert_eq!(json(&run_with(&mut from_input, bytes))[0]["value"], usual());

    let page = |line: &str, variable: &str| {
        let outcome = run(&mut with_variable(
            &format!("page {line} --output -"),
            variable,
        ));
        outcome.assert_answered();
        outcome.stdout
    };
    let built_in = page("--rules course --rules double-win", "");
    assert!(page("--rules course --rules double-win", here) == built_in);
    assert!(
        page("", here) != page("", ""),
        "the page has the table that is named"
    );

    // Where a win can count two points, no file has the values at the scores: the command says so.
    let line = "match 2 --rules double-win --format json";
    let noted = run(&mut with_variable(line, here));
    noted.assert_code(0);
    let says = [
        ", only the rules are used: games are solved at the scores of the match",
        "double-win.bin",
    ];
    noted.assert_warns(&says);
    assert_eq!(noted.stdout, run_line(line).stdout);
}
