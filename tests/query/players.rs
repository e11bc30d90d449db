//! Names of players: each command takes the same options, and an error names what the user may have meant.

use std::fs;
use std::process::Command;

use crate::commands::{json, run, run_with};
use crate::engines::{TOURNE, own};
use crate::folder::Folder;
use crate::{cells, documents, json_line};

/// Each command, with a part of its error: the cure for a name that is not what its option takes.
const CURES: &str = "
duel 'python3 better.py' builtin:hit | cannot read python3 better.py: No such file or directory (os error 2); to name a program that plays, write --engine 'python3 better.py'
duel good.py builtin:hit | to name a program that plays, write --engine 'python3 good.py'
check --policy good.py | to name a program that plays, write --engine 'python3 good.py'
check --policy run | to name a program that plays, write --engine ./run
check --policy ./run | to name a program that plays, write --engine ./run
check --policy sh | to name a program that plays, write --engine sh
play --policy 'good.py' | to name a program that plays, write --engine 'python3 good.py'
check --policy builtin:hit --compare 'python3 old.py' | to name a program that plays, write --engine 'python3 old.py' --record FILE, and then --compare FILE
check --policy hit | to name a built-in policy, write --policy builtin:hit
check --policy 3 | to name a level, write --level 3
duel level-3 builtin:hit | to name a level, write --level 3
check --policy mine.cvs | a policy is a file or builtin:NAME, a program is named by --engine, a level by --level
check --policy nowhere.csv | a policy is a file or builtin:NAME, a program is named by --engine, a level by --level
check --engine builtin:hit | (to name a built-in policy, write --policy builtin:hit)
check --engine mine.csv | (to name a policy in a file, write --policy mine.csv)
play --engine hit | (to name a built-in policy, write --policy builtin:hit)
duel --engine level-3 builtin:hit | (to name a level, write --level 3)
";

/// Commands whose players are named by options only.
const UNNAMED: &str = "
check good.py | to name a program that plays, write --engine 'python3 good.py'; a player is named by an option
check 'python3 good.py' | to name a program that plays, write --engine 'python3 good.py'; a player is named by an option
check mine.csv | to name a policy in a file, write --policy mine.csv; a player is named by an option
check what | a player is named by an option: a policy by --policy FILE or --policy builtin:NAME, an engine by --engine
play 3 | to name a level, write --level 3; a player is named by an option
play builtin:hit | to name a built-in policy, write --policy builtin:hit; a player is named by an option
engine level-3 | to name a level, write --level 3; a player is named by an option
play --level hit | levels are 1 (weakest) to 10 (perfect play); other players are named with --policy or --engine
duel builtin:hit | a duel needs two players or more: name each by a file, builtin:NAME, --engine COMMAND or --level N
";

#[test]
fn a_name_that_means_another_player_gets_the_cure() {
    let folder = Folder::new();
    folder.write("good.py", "import sys\nprint(1)\n");
    folder.write("run", "#!/bin/sh\necho 1\n");
    folder.write("mine.csv", "position,die,move\n04h/007,3,4/7\n");
    let run = |line: &str| {
        let mut command = Command::new(TOURNE);
        run(command.args(documents::words(line)).current_dir(&folder))
    };
    for [line, says] in cells(CURES) {
        run(line).assert_one_line_error(2, &[says]);
    }
    for [line, says] in cells(UNNAMED) {
        run(line).assert_error(2, &[says]);
    }
    // A policy with a mistake is still a policy.
    folder.write("mine.csv", "position,die\n");
    let outcome = run("check --policy mine.csv");
    assert!(!outcome.stderr.contains("--engine"), "{outcome:?}");
}

#[test]
fn a_level_has_one_name_everywhere() {
    let by_policy = json_line("check --policy builtin:level-3");
    assert_eq!(json_line("check --level 3"), by_policy);
    assert_eq!(
        json_line("duel --level 3 builtin:hit"),
        json_line("duel builtin:level-3 builtin:hit")
    );
    let names = [
        "--level 3",
        "--level level-3",
        "--policy builtin:level-3",
        "--strength level-3",
    ];
    for name in names {
        let mut engine = Command::new(TOURNE);
        let outcome = run_with(engine.arg("engine").args(name.split(' ')), "ubgi\n");
        outcome.assert_shows(&["option name strength type string default level-3\n"]);
    }
}

/// Options and names without an option may be mixed: the players are in the order in which they are named.
#[test]
fn duels_are_between_all_players_in_their_order() {
    let engine = own("--policy builtin:rear");
    let players = [
        "--level",
        "3",
        "builtin:hit",
        "--engine",
        &engine,
        "--policy",
        "builtin:front",
    ];
    let mut command = Command::new(TOURNE);
    let duels = json(&run(command
        .arg("duel")
        .args(players)
        .args(["--format", "json"])));
    let by_engine = format!("engine:{engine}");
    let names = [
        "builtin:level-3",
        "builtin:hit",
        &by_engine,
        "builtin:front",
    ];
    let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
    let found = duels.as_array().expect("a list");
    assert_eq!(found.len(), pairs.len());
    for ((a, b), found) in pairs.into_iter().zip(found) {
        assert_eq!(
            (&found["a"], &found["b"]),
            (&names[a].into(), &names[b].into())
        );
        let [a, b] = [a, b].map(|at| names[at].replace(&by_engine, "builtin:rear"));
        let expected = json_line(&format!("duel {a} {b}"));
        for field in ["first", "second", "value"] {
            assert_eq!(found[field], expected[field], "{a} {b}");
        }
    }
    let mut command = Command::new(TOURNE);
    let table = run(command.args(["duel", "--level", "10", "builtin:hit", "builtin:front"]));
    table.assert_answered();
    table.assert_shows(&[
        "Each against each, standard: what the policy on the left wins on average\n\n",
        "\nfront     44.5768 %  49.2483 %  50.0000 %\n",
    ]);
}

/// The system gives and takes names of any bytes.
#[cfg(target_os = "linux")]
#[test]
fn names_need_not_be_utf_8() {
    use std::ffi::{OsStr, OsString};
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::fs::PermissionsExt as _;

    let folder = Folder::new();
    let name = |bytes: &[u8]| folder.path("").join(OsStr::from_bytes(bytes));
    let write = |bytes, text: &str| {
        fs::write(name(bytes), text).expect("a file");
        name(bytes)
    };
    let policy = write(b"m\xe9.csv", &crate::builtin_file("front"));
    let card = write(b"m\xe9.card", "the front man\n");
    let script = format!("#!/bin/sh\nexec {}\n", own("--policy builtin:front"));
    let engine = write(b"\xe9ngine", &script);
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).expect("permissions");
    // Quotation marks and an argument, as in a shell.
    let mut quoted = OsString::from("\"");
    quoted.push(&engine);
    quoted.push("\" \u{e9}");
    let tourne = |line: &str, names: [&OsStr; 2]| {
        let mut names = names.into_iter();
        let mut command = Command::new(TOURNE);
        command.current_dir(&folder);
        for word in line.split(' ') {
            command.arg(if word == "NAME" {
                names.next().expect("a name")
            } else {
                OsStr::new(word)
            });
        }
        run(&mut command)
    };
    let [policy, card, quoted] = [policy.as_os_str(), card.as_os_str(), quoted.as_os_str()];
    // Without quotation marks, the name must be one word, whatever the folder is called.
    let engine = OsStr::from_bytes(b"./\xe9ngine");
    let expected = json_line("check --policy builtin:front");
    for file in [policy, card] {
        let mut found = json(&tourne(
            "check --format json --policy NAME --compare NAME",
            [file, policy],
        ));
        let found = found.as_object_mut().expect("an object");
        assert_eq!(found["loss_per_game"], expected["loss_per_game"]);
        assert_eq!(found["compare"]["unchanged"], expected["decisions"]);
    }
    for engine in [engine, quoted] {
        let outcome = tourne("check --sample 20 --engine NAME", [engine, engine]);
        outcome.assert_answered();
        outcome.assert_shows(&["never failed"]);
    }
    let even = json(&tourne(
        "duel --format json NAME --policy NAME",
        [policy, card],
    ));
    assert_eq!(even["value"], 0.5);
    let played = tourne("play --seed 1 --engine NAME", [engine, engine]);
    played.assert_shows(&["against the engine"]);
    // Messages show what cannot be shown as a replacement character.
    let nothing = OsStr::from_bytes(b"./no\xe9");
    for (line, says) in [
        ("check --policy NAME", "no\u{fffd}: No such file"),
        (
            "check --engine NAME",
            "no\u{fffd}\" (the command must begin",
        ),
    ] {
        let outcome = tourne(line, [nothing, engine]);
        outcome.assert_one_line_error(2, &[says]);
    }
}
