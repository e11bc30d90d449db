//! Checks of a part of all decisions, and their records put together.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::Value;
use tourne::policy::{Part, Row};

use super::{ARENA, DECISIONS, TOURNE, check, own};
use crate::commands::{assert_lacks, json, run};
use crate::folder::Folder;
use crate::{builtin_file, cells};

#[test]
fn each_decision_is_in_exactly_one_part() {
    let mut all = [0; 6];
    for row in ARENA.decisions() {
        all[row.die().index()] += 1;
    }
    for of in [1, 2, 7, 40] {
        let mut times = BTreeMap::<Row, usize>::new();
        for number in 1..=of {
            let part: Part = format!("{number}/{of}").parse().expect("a part");
            let mut dice = [0; 6];
            for row in part.rows(&ARENA) {
                *times.entry(row).or_default() += 1;
                dice[row.die().index()] += 1;
            }
            let size: usize = dice.iter().sum();
            assert!(
                (DECISIONS / of..=DECISIONS / of + 1).contains(&size),
                "{part}: {size}"
            );
            // Each die comes as often in one part as in another.
            for (found, all) in dice.into_iter().zip(all) {
                assert!(
                    (all / of..=all / of + 1).contains(&found),
                    "{part}: {found}"
                );
            }
        }
        assert_eq!(times.len(), DECISIONS);
        assert!(times.values().all(|&times| times == 1), "{of}");
    }
}

#[test]
fn the_records_of_all_parts_are_the_record_of_the_whole() {
    let folder = Folder::new();
    let engine = own("--policy builtin:hit");
    let whole = folder.text_of("whole.csv");
    check(&engine, &["--record", &whole]).assert_code(0);
    let parts: Vec<String> = (1..=3)
        .map(|part| folder.text_of(&format!("{part}.csv")))
        .collect();
    let mut asked = 0;
    for (record, number) in parts.iter().zip(1..) {
        let part = format!("{number}/3");
        let checked = check(&engine, &["--part", &part, "--record", record]);
        checked.assert_code(0);
        let answer = &checked.answer;
        // The grade is that of the decisions that were asked.
        let expected = serde_json::json!({"number": number, "of": 3});
        assert_eq!(answer["part"], expected);
        assert_eq!(answer["answered"], answer["decisions"], "{checked:?}");
        assert_eq!(
            answer["engine"]["asked"], answer["decisions"],
            "{checked:?}"
        );
        assert!(answer["mean_loss"].is_f64() && answer["loss_per_game"].is_null());
        assert!(answer["bounds"].is_null() && answer["exploiter"].is_null());
        let decisions = answer["decisions"].as_u64().expect("a number");
        assert_eq!(
            folder.read(&format!("{number}.csv")).lines().count() as u64,
            decisions + 1
        );
        asked += decisions;
    }
    assert_eq!(asked, DECISIONS as u64);
    let together = folder.text_of("together.csv");
    let grade = |files: &[String], more: &[&str]| {
        let mut command = Command::new(TOURNE);
        command
            .args(["check", "--format", "json", "--policy"])
            .args(files);
        json(&run(command.args(more)))
    };
    let found = grade(&parts, &["--record", &together]);
    assert_eq!(folder.read("together.csv"), folder.read("whole.csv"));
    assert_eq!(found, grade(std::slice::from_ref(&whole), &[]));
    // The same answer may come twice; a part that is not there is missing.
    let without = grade(&[&parts[..2], &parts[..1]].concat(), &[]);
    let last = folder.read("3.csv").lines().count() - 1;
    assert_eq!(without["missing"], last);
    assert_eq!(without["answered"], DECISIONS - last);
    assert!(without["bounds"]["best"]["loss_per_game"].is_f64());
}

/// A part that was interrupted is resumed, with what a larger record holds of it. Only the part counts.
#[test]
fn a_part_is_resumed_and_says_that_it_is_not_the_whole() {
    let folder = Folder::new();
    let front = builtin_file("front");
    let half = front.lines().take(1 + DECISIONS / 2);
    let half: String = half.map(|row| row.to_owned() + "\n").collect();
    let old = folder.write("half.csv", half);
    let new = folder.text_of("new.csv");
    let mut command = Command::new(TOURNE);
    command.args([
        "check",
        "--engine",
        &own("--policy builtin:front"),
        "--part",
        "2/50",
    ]);
    let outcome = run(command.args(["--resume", &old, "--record", &new, "--mistakes", "1"]));
    outcome.assert_answered();
    outcome.assert_shows(&[
        ", standard, against perfect play: part 2 of 50 of the decisions\n",
        "decisions  2,088: 2,088 answered, 0 missing, 0 with an illegal move\n",
        " known from the record, never failed\n",
        ", over the decisions of the part\n",
        "of the decisions that arise in games between two perfect players; in these, a best move",
        "\nThe greatest of ",
        " mistakes in the part:\n",
        "This is part 2 of 50, not a grade of the engine",
    ]);
    assert_lacks(&outcome.stdout, &["a game", "exploited", "unknown"]);
    // What the old record holds of other parts is kept.
    assert!(folder.read("new.csv").lines().count() > DECISIONS / 2);
}

#[test]
fn what_needs_all_decisions_refuses_a_part() {
    for [option, more] in cells(
        "
--fail-above | --fail-above 1%
--compare | --compare builtin:hit
--exploiter | --exploiter e.csv
",
    ) {
        let folder = Folder::new();
        let mut command = Command::new(TOURNE);
        command.args([
            "check",
            "--engine",
            "no-engine",
            "--part",
            "1/2",
            "--record",
            "r.csv",
        ]);
        let outcome = run(command.args(more.split(' ')).current_dir(&folder));
        let says =
            format!("{option} needs the answers to all decisions, but part 1 of 2 has only some");
        outcome.assert_one_line_error(2, &[&says, "check their records together"]);
        assert!(folder.names().is_empty());
    }
    // The only part is the whole.
    let folder = Folder::new();
    let record = folder.text_of("record.csv");
    let options = ["--part", "1/1", "--record", &record, "--fail-above", "50%"];
    let checked = check(&own("--policy builtin:front"), &options);
    checked.assert_code(0);
    assert_eq!(checked.answer["part"], Value::Null);
    assert!(checked.answer["loss_per_game"].is_f64());
}

#[test]
fn files_that_contradict_each_other_are_not_put_together() {
    let folder = Folder::new();
    let header = "position,die,move\n";
    let write = |name, rows: &str| folder.write(name, format!("{header}{rows}"));
    write("a.csv", "04h/007,2,0/2\n04h/007,3,4/7\n");
    write("b.csv", "000/345,2,0/2\n04h/007,3,0/3\n");
    write("same.csv", "\n\n04h/007,3,4/7*\n");
    write("illegal.csv", "04h/007,3,0/5\n");
    write("also.csv", "04h/007,2,0/2\n04h/007,3,0/5\n000/345,1,3/4\n");
    folder.write(
        "mixed.csv",
        "position,die,move,probability\n04h/007,3,4/7,0.25\n04h/007,3,0/3,0.75\n",
    );
    folder.write("mine.card", "hit\n");
    let two = "04h/007 with a 3 has two answers: ";
    for [files, says] in cells(
        "
a.csv b.csv | 4/7* on line 3 of a.csv, 0/3 on line 3 of b.csv; a decision that several files answer must
b.csv same.csv a.csv | 0/3 on line 3 of b.csv, 4/7* on line 4 of same.csv;
a.csv illegal.csv | 4/7* on line 3 of a.csv, \"0/5\" on line 2 of illegal.csv;
a.csv mixed.csv | 4/7* on line 3 of a.csv, 0/3 0.750, 4/7* 0.250 on line 3 of mixed.csv;
",
    ) {
        let mut command = Command::new(TOURNE);
        command.args(["check", "--policy"]).args(files.split(' '));
        let outcome = run(command.current_dir(&folder));
        outcome.assert_one_line_error(2, &[&format!("{two}{says}")]);
    }
    for [files, says] in cells(
        "
a.csv builtin:hit | builtin:hit is not a file of moves
mine.card a.csv | mine.card is not a file of moves
a.csv nowhere.csv | cannot read nowhere.csv
- - | standard input cannot be used for two inputs
",
    ) {
        let mut command = Command::new(TOURNE);
        command.args(["check", "--policy"]).args(files.split(' '));
        run(command.current_dir(&folder)).assert_one_line_error(2, &[says]);
    }
    // The same illegal answer twice is one; it says where it stands.
    let mut command = Command::new(TOURNE);
    command.args(["check", "--policy", "illegal.csv", "--policy", "also.csv"]);
    let outcome = run(command.current_dir(&folder));
    outcome.assert_code(0);
    outcome.assert_shows(&[
        "illegal.csv and 1 other file, standard",
        "104,375: 1 answered, 104,373 missing, 1 with an illegal move",
        "\nNot legal:\n  illegal.csv, line 2: 04h/007 with a 3: 0/5",
        "\n  also.csv, line 4: 000/345 with a 1: 3/4",
    ]);
}
