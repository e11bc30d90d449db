//! Permissions of files that are replaced: mode, owner and group stay, and read-only files are refused.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::process::Command;

use crate::commands::{Outcome, Talk, run, run_unprivileged, run_with};
use crate::engines::own;
use crate::folder::Folder;
use crate::{tourne, tourne_line};

/// Commands that write to `FILE`, which exists already.
const WRITERS: [&str; 6] = [
    "page --output FILE --force",
    "review - --svg FILE --force",
    "check --policy builtin:front --record FILE --force",
    "check --policy builtin:front --exploiter FILE --force",
    "play --names X,O --seed 5 --record FILE",
    "man --output . --force",
];
const RECORD: &str = "A 3-2 off/2\n";

/// Returns the command that writes to `path`, and its input.
fn writer(line: &str, folder: &Folder, name: &str) -> (Command, &'static str) {
    let mut command = tourne_line(&line.replace("FILE", name));
    command.current_dir(folder);
    let input = if line.starts_with("play") {
        "#1\nquit\n"
    } else {
        RECORD
    };
    (command, input)
}

/// Name of the file that a command writes.
fn name_of(line: &str) -> &'static str {
    if line.starts_with("man") {
        "tourne.1"
    } else {
        "file"
    }
}

/// Makes a file with this mode for a command to replace.
fn made(folder: &Folder, name: &str, mode: u32) {
    // Only the administrator can write to a read-only file that an earlier call has made.
    let _ = fs::remove_file(folder.path(name));
    folder.write(name, RECORD);
    set_mode(folder, name, mode);
}

fn set_mode(folder: &Folder, name: &str, mode: u32) {
    let set = fs::set_permissions(folder.path(name), Permissions::from_mode(mode));
    set.expect("permissions can be set");
}

fn mode_of(folder: &Folder, name: &str) -> u32 {
    let metadata = fs::metadata(folder.path(name)).expect("the file exists");
    metadata.mode() & 0o7777
}

/// Runs a command with a umask.
fn run_masked(command: &Command, umask: &str, input: &str) -> Outcome {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("umask {umask}; exec \"$0\" \"$@\"")]);
    shell.arg(command.get_program()).args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        shell.current_dir(folder);
    }
    run_with(&mut shell, input)
}

#[test]
fn permissions_of_a_replaced_file_stay_whatever_the_umask() {
    let folder = Folder::new();
    for line in WRITERS {
        let name = name_of(line);
        for (umask, mode) in [("022", 0o664), ("077", 0o644), ("000", 0o600)] {
            made(&folder, name, mode);
            let (command, input) = writer(line, &folder, name);
            run_masked(&command, umask, input).assert_code(0);
            assert_ne!(folder.read(name), RECORD, "{line}");
            assert_eq!(mode_of(&folder, name), mode, "{line} with umask {umask}");
        }
    }
    // A program that somebody else has written does not run with the rights of the owner.
    made(&folder, "file", 0o6755);
    let (mut command, input) = writer(WRITERS[4], &folder, "file");
    run_with(&mut command, input).assert_answered();
    assert_eq!(mode_of(&folder, "file"), 0o755);
    // A new file has the usual permissions.
    let (command, input) = writer(WRITERS[4], &folder, "new");
    run_masked(&command, "027", input).assert_answered();
    assert_eq!(mode_of(&folder, "new"), 0o640);
}

/// The superuser keeps owner and group; everybody else keeps the group, of those that they belong to.
#[test]
fn owner_group_and_permissions_of_a_replaced_file_stay() {
    let folder = Folder::new();
    made(&folder, "file", 0o664);
    let path = folder.path("file");
    let own = fs::metadata(&path).expect("the file exists");
    let groups = run(Command::new("id").arg("-G")).stdout;
    let mut groups = groups
        .split_whitespace()
        .filter_map(|group| group.parse().ok());
    let other = groups.find(|&group: &u32| group != own.gid());
    let is_root = chown(&path, Some(12345), Some(12346)).is_ok();
    if !is_root && other.is_none_or(|group| chown(&path, None, Some(group)).is_err()) {
        crate::commands::skip("this user belongs to one group only");
        return;
    }
    let owner = |path| fs::metadata(path).map(|file| (file.uid(), file.gid(), file.mode()));
    let before = owner(&path).expect("the file exists");
    let (mut command, input) = writer(WRITERS[4], &folder, "file");
    run_with(&mut command, input).assert_answered();
    assert_eq!(owner(&path).expect("the file exists"), before);
}

/// A file of somebody else, in a group that the user does not belong to: the user's own group gets no more than all get.
#[test]
fn permissions_of_a_group_are_given_to_no_other_group() {
    let folder = Folder::new();
    made(&folder, "file", 0o676);
    set_mode(&folder, ".", 0o777);
    let (mut command, input) = writer(WRITERS[4], &folder, "file");
    let before = fs::metadata(folder.path("file"))
        .expect("the file exists")
        .uid();
    if !run_unprivileged(&mut command) || before != 0 {
        return;
    }
    run_with(&mut command, input).assert_answered();
    assert_eq!(mode_of(&folder, "file"), 0o666);
    // A file that this user may not write is read-only for it, although the folder would let it be replaced.
    fs::remove_file(folder.path("file")).expect("the file exists");
    made(&folder, "file", 0o644);
    run_with(&mut command, input).assert_one_line_error(2, &["file", "read-only"]);
    let (mut command, input) = writer("page --output FILE", &folder, "file");
    run_unprivileged(&mut command);
    run_with(&mut command, input).assert_one_line_error(2, &["file", "read-only", "--force"]);
    assert_eq!(folder.read("file"), RECORD);
    // A folder in which no file can be made.
    set_mode(&folder, "file", 0o666);
    set_mode(&folder, ".", 0o755);
    let (mut command, input) = writer(WRITERS[0], &folder, "file");
    run_unprivileged(&mut command);
    let refused = run_with(&mut command, input);
    refused.assert_one_line_error(2, &["cannot write", "its folder", "is not writable"]);
    assert_eq!(folder.read("file"), RECORD);
}

#[test]
fn a_read_only_file_is_replaced_only_by_force() {
    let folder = Folder::new();
    for line in WRITERS {
        let name = name_of(line);
        made(&folder, name, 0o444);
        let (mut command, input) = writer(&line.replace(" --force", ""), &folder, name);
        run_with(&mut command, input).assert_one_line_error(2, &[name, "read-only"]);
        assert_eq!(folder.read(name), RECORD);
    }
}

/// The system reports a folder of the search path that this user may not enter, whatever the reason for its search.
#[test]
fn a_folder_of_the_path_that_may_not_be_entered_is_not_the_fault_of_the_command() {
    let folder = Folder::new();
    fs::create_dir(folder.path("closed")).expect("a new folder");
    set_mode(&folder, "closed", 0o000);
    let mut command = tourne(&["check", "--engine", "no-such-engine"]);
    if !run_unprivileged(&mut command) {
        return;
    }
    let refused = run(command.env("PATH", folder.path("closed")));
    refused.assert_one_line_error(2, &["no-such-engine", "No such file or directory"]);
    set_mode(&folder, "closed", 0o700);
}

/// `--record r.csv` replaces the record without `--force`, unless it is read-only.
#[test]
fn a_read_only_record_of_answers_is_not_continued() {
    let folder = Folder::new();
    let check = |more: &str| {
        let line = format!("check --sample 20 {more} --engine");
        let mut command = tourne_line(&line);
        command.arg(own(""));
        run(command.current_dir(&folder))
    };
    check("--record r.csv").assert_code(0);
    let before = folder.read("r.csv");
    set_mode(&folder, "r.csv", 0o444);
    let more = "--seed 1 --record r.csv";
    check(more).assert_one_line_error(2, &["r.csv", "read-only", "--force"]);
    assert_eq!(folder.read("r.csv"), before);
    check(&format!("{more} --force")).assert_code(0);
    assert_ne!(folder.read("r.csv"), before);
    assert_eq!(mode_of(&folder, "r.csv"), 0o444);
}

/// A record that becomes read-only during a match is left alone; the match goes on, and the record is completed later.
#[test]
fn a_record_that_cannot_be_written_is_completed_later() {
    let folder = Folder::new();
    let path = folder.path("g.txt");
    folder.write("g.txt", RECORD);
    let play = |options: &[&str]| {
        let mut command = tourne(&["play", "--names", "X,O", "--seed", "5"]);
        command.args(options).arg("--record").arg(&path);
        command
    };
    let mut talk = Talk::start(&mut play(&["--match", "9"]));
    talk.hear_until("'s move> ");
    set_mode(&folder, "g.txt", 0o444);
    talk.say("#1\nresign\nyes\n");
    let said = talk.hear_until("The match to 9 goes on");
    assert!(said.contains("The record is not up to date"), "{said}");
    talk.hear_until("'s move> ");
    talk.say("#1\n");
    let said = talk.hear_until("'s move> ");
    assert!(!said.contains("not up to date"), "said once: {said}");
    assert_eq!(folder.read("g.txt"), RECORD);
    set_mode(&folder, "g.txt", 0o644);
    talk.say("#1\n");
    let said = talk.hear_until("'s move> ");
    assert!(said.contains("The record is up to date again"), "{said}");
    let one = folder.read("g.txt");
    assert!(one.starts_with(RECORD) && one.contains("resigns"), "{one}");
    set_mode(&folder, "g.txt", 0o444);
    talk.say("#1\nquit\n");
    let ended = talk.end();
    ended.assert_code(2);
    assert_eq!(folder.read("g.txt"), one);
    // The games are shown, and the next start adds what is missing.
    let shown = ended.stdout.split("all games of this session:").nth(1);
    let shown = shown.unwrap_or_default().trim_start();
    assert!(shown.matches("rules:").count() == 2, "{shown}");
    set_mode(&folder, "g.txt", 0o644);
    let mut next = tourne(&["play", "--dice", "hand", "--record"]);
    run_with(next.arg(&path), "quit\n").assert_code(0);
    let both = folder.read("g.txt");
    assert!(both.starts_with(&one), "{both}");
    assert!(shown.ends_with(&both[one.len()..]), "{both}");
    assert_eq!(folder.names(), ["g.txt"]);
}

/// A record on a disk that becomes full: all games that fit are there, and all are shown.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_only_what_does_not_fit() {
    let folder = Folder::new();
    let disk = folder.path("disk");
    fs::create_dir(&disk).expect("a new folder");
    let script = "mount -t tmpfs -o size=16k none \"$1\" && cd \"$1\" && \
                  printf '#%0898d\\n' 1 2 3 4 5 6 7 8 9 0 >g.txt && \
                  \"$0\" play --names X,O --match 25 --seed 5 --record g.txt >../said; \
                  echo \"exit code $?\"; cat g.txt";
    let mut command = Command::new("unshare");
    command.args(["--map-root-user", "--mount", "sh", "-c", script]);
    command.arg(env!("CARGO_BIN_EXE_tourne")).arg(disk);
    let trial = Command::new("unshare")
        .args(["--map-root-user", "--mount", "true"])
        .status();
    if !trial.is_ok_and(|status| status.success()) {
        crate::commands::skip("no file system can be mounted");
        return;
    }
    let ended = run_with(&mut command, &"#1\n".repeat(400));
    let (code, record) = ended.stdout.split_once('\n').unwrap_or_default();
    assert_eq!(code, "exit code 2", "{}", ended.stderr);
    assert!(ended.stderr.contains("cannot write"), "{}", ended.stderr);
    let said = folder.read("said");
    let shown = said.split("all games of this session:").nth(1);
    let shown = shown.expect("the games are shown").trim_start();
    let (_, added) = record.split_once("rules:").expect("a game that fits");
    assert!(shown.starts_with(&format!("rules:{added}")), "{added}");
    assert!(added.len() > 1000 && added.len() < shown.len(), "{added}");
    tourne::review::record::read(record.as_bytes()).expect("a record");
}
