//! Faults outside of `tourne-solve`: missing folders and permissions, full disks, too few threads, and killed
//! processes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::commands::{Outcome, finish, names_in, run, start};
use crate::solution_bytes::{SolutionBytes, noise, standard_path};
use crate::{folder, text_of, tourne_solve};

fn solve_to(output: &Path) -> Command {
    tourne_solve(&["--output", text_of(output)])
}

fn new_file() -> Vec<u8> {
    SolutionBytes::standard().0
}

/// Returns the bytes of a file that is to be replaced. They have the length and the beginning of a solution file, but
/// are otherwise different.
fn old_file() -> Vec<u8> {
    [b"TOURNECS", &*noise(1699, new_file().len() - 8)].concat()
}

/// Returns a folder with an old file, which is to be replaced, and the path of the file.
fn folder_with_old_file() -> (TempDir, PathBuf) {
    let folder = folder();
    let path = folder.path().join("solution.bin");
    fs::write(&path, old_file()).expect("a temporary file can be written");
    (folder, path)
}

fn content(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[track_caller]
fn assert_holds(path: &Path, expected: &[u8]) {
    let is_same = content(path) == expected;
    assert!(is_same, "{} has other content", path.display());
}

// ---- Where to write

#[test]
fn without_an_output_the_file_goes_to_the_data_folder_if_there_is_one() {
    let folder = folder();
    let mut command = tourne_solve(&[]);
    command.current_dir(&folder);
    run(&mut command).assert_answered();
    assert_eq!(names_in(&folder), ["standard.bin"]);
    assert_holds(&folder.path().join("standard.bin"), &new_file());
    fs::create_dir(folder.path().join("data")).expect("a folder can be made");
    run(&mut command).assert_answered();
    assert_holds(&folder.path().join("data/standard.bin"), &new_file());
}

#[test]
fn an_output_that_can_be_no_file_is_refused() {
    let folder = folder();
    fs::write(folder.path().join("old.bin"), old_file()).expect("a writable file");
    for (output, says) in [
        (".", "cannot write"),
        ("..", "cannot write"),
        ("/", "cannot write"),
        ("old.bin/new.bin", "old.bin is not a folder"),
    ] {
        let mut command = solve_to(Path::new(output));
        let outcome = run(command.current_dir(&folder));
        outcome.assert_one_line_error(2, &["cannot write", says]);
        assert_eq!(names_in(&folder), ["old.bin"]);
    }
    assert_holds(&folder.path().join("old.bin"), &old_file());
    run(&mut solve_to(Path::new(""))).assert_error(2, &["--output"]);
}

#[test]
fn a_file_of_another_kind_is_replaced_only_by_force() {
    let folder = folder();
    let path = folder.path().join("thesis.bin");
    for content in ["my thesis", "TOURNEC"] {
        fs::write(&path, content).expect("a writable file");
        let says = [text_of(&path), "it exists", "--force"];
        run(&mut solve_to(&path)).assert_one_line_error(2, &says);
        assert_eq!(content.as_bytes(), self::content(&path));
    }
    run(solve_to(&path).arg("--force")).assert_answered();
    assert_holds(&path, &new_file());
    // An empty file is replaced, since nothing is lost.
    fs::write(&path, "").expect("a writable file");
    run(&mut solve_to(&path)).assert_answered();
    assert_holds(&path, &new_file());
}

#[test]
fn several_solvers_may_write_the_same_file_at_once() {
    let (folder, path) = folder_with_old_file();
    let solvers = [(); 3].map(|()| start(&mut solve_to(&path)));
    for solver in solvers {
        finish(solver).assert_answered();
    }
    assert_holds(&path, &new_file());
    assert_eq!(names_in(&folder), ["solution.bin"]);
}

#[test]
fn an_absurd_number_of_threads_in_the_environment_is_survived() {
    let (_folder, path) = folder_with_old_file();
    let mut verify = tourne_solve(&["verify", text_of(&path)]);
    for command in [&mut solve_to(&path), &mut verify] {
        run(command.env("RAYON_NUM_THREADS", "100000")).assert_answered();
    }
    assert_holds(&path, &new_file());
}

#[test]
fn an_account_in_csv_is_a_header_and_a_row() {
    let folder = folder();
    let output = folder.path().join("solution.bin");
    let outcome = run(solve_to(&output).args(["--format", "csv"]));
    outcome.assert_answered();
    let lines: Vec<&str> = outcome.stdout.lines().collect();
    assert!(
        lines.len() == 2 && lines[1].starts_with("standard,"),
        "{lines:?}"
    );
}

// ---- Files to verify

#[test]
fn a_solution_with_a_wrong_value_is_not_verified() {
    let (_folder, path) = folder_with_old_file();
    let mut wrong = SolutionBytes::standard();
    wrong.put_value(0, 0.5);
    fs::write(&path, wrong.sealed()).expect("a temporary file can be written");
    let outcome = run(&mut tourne_solve(&["verify", text_of(&path)]));
    let says = "is wrong: the value of 000/000 is off by";
    outcome.assert_one_line_error(3, &[text_of(&path), says]);
}

// ---- Only on Unix

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    use std::process::Stdio;
    use std::thread;
    use std::time::Duration;

    use super::*;
    use crate::commands::run_unprivileged;
    use crate::tourne_solve_after;

    fn permit(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode))
            .expect("permissions can be set");
    }

    fn mode_of(path: &Path) -> u32 {
        let metadata = fs::metadata(path).expect("the file exists");
        metadata.permissions().mode() & 0o777
    }

    // ---- Links, devices and permissions

    #[test]
    fn links_to_links_are_followed_to_their_end() {
        let folder = folder();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("links")).expect("a folder can be made");
        symlink("links/second.bin", path("first.bin")).expect("a link can be made");
        symlink("../target.bin", path("links/second.bin")).expect("a link can be made");
        // The first time the target of the links does not exist; the second time it does.
        for _ in 0..2 {
            run(&mut solve_to(&path("first.bin"))).assert_answered();
            assert!(path("first.bin").is_symlink() && path("links/second.bin").is_symlink());
            assert_holds(&path("target.bin"), &new_file());
        }
        // The comparison of two file names follows links too.
        let mut command = tourne_solve(&["export", "--to", "certificate", "--from"]);
        command.arg(path("target.bin")).arg("--output");
        run(command.arg(path("first.bin"))).assert_one_line_error(2, &["are the same file"]);
    }

    #[test]
    fn links_in_a_circle_are_refused_and_stay() {
        let folder = folder();
        let path = |name: &str| folder.path().join(name);
        symlink("second.bin", path("first.bin")).expect("a link can be made");
        symlink("first.bin", path("second.bin")).expect("a link can be made");
        for arguments in [&[][..], &["--force"]] {
            let mut command = solve_to(&path("first.bin"));
            let says = ["cannot write", "first.bin", "its links lead in a circle"];
            run(command.args(arguments)).assert_one_line_error(2, &says);
            assert!(path("first.bin").is_symlink() && path("second.bin").is_symlink());
            assert_eq!(names_in(&folder), ["first.bin", "second.bin"]);
        }
    }

    #[test]
    fn a_replaced_file_keeps_its_permissions_and_a_new_one_has_those_of_new_files() {
        let (_folder, path) = folder_with_old_file();
        for mode in [0o600, 0o640, 0o444] {
            permit(&path, mode);
            let mut command = solve_to(&path);
            if mode == 0o444 {
                run(&mut command).assert_one_line_error(2, &["read-only", "--force"]);
                command.arg("--force");
            }
            run(&mut command).assert_answered();
            assert_eq!(mode_of(&path), mode);
        }
        // A new file has the permissions of new files.
        fs::remove_file(&path).expect("the file can be removed");
        let to = ["--output", text_of(&path)];
        run(&mut tourne_solve_after("umask 027;", &to)).assert_answered();
        assert_eq!(mode_of(&path), 0o640);
    }

    #[test]
    fn what_is_no_regular_file_is_refused_and_stays() {
        let folder = folder();
        let pipe = folder.path().join("pipe");
        let made = Command::new("mkfifo").arg(&pipe).status();
        assert!(made.is_ok_and(|status| status.success()));
        for path in [folder.path(), &pipe, Path::new("/dev/full")] {
            let kind = || fs::metadata(path).expect("the file exists").file_type();
            let before = kind();
            let says = [text_of(path), "not a regular file"];
            run(&mut solve_to(path)).assert_one_line_error(2, &says);
            assert_eq!(kind(), before);
        }
        assert_eq!(names_in(&folder), ["pipe"]);
    }

    #[test]
    fn a_folder_without_write_permission_is_named_and_its_file_untouched() {
        let (folder, path) = folder_with_old_file();
        permit(folder.path(), 0o555);
        let mut command = solve_to(&path);
        if run_unprivileged(&mut command) {
            let outcome = run(&mut command);
            outcome.assert_one_line_error(2, &[text_of(&path), "is not writable"]);
            // The error does not name the temporary file.
            assert!(!outcome.stderr.contains("/.solution.bin"), "{outcome:?}");
            assert_holds(&path, &old_file());
            assert_eq!(names_in(&folder), ["solution.bin"]);
            permit(folder.path(), 0o777);
            permit(&path, 0o666);
            run(&mut command).assert_answered();
            assert_holds(&path, &new_file());
        }
        permit(folder.path(), 0o755);
    }

    // ---- No threads

    #[cfg(target_os = "linux")]
    #[test]
    fn an_error_of_too_few_threads_names_an_option_only_where_it_exists() {
        use std::os::unix::fs::MetadataExt as _;

        // The limit counts all processes of a user, and does not bind an administrator.
        let is_administrator = fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0);
        let has_prlimit = Command::new("prlimit").arg("--version").output().is_ok();
        if !is_administrator || !has_prlimit || !run_unprivileged(&mut tourne_solve(&[])) {
            return;
        }
        let standard = standard_path();
        let file = text_of(&standard);
        for (arguments, has_option) in [
            (&["verify", file][..], false),
            (&["value"], false),
            (&["export", "--to", "csv"], false),
            (&["export", "--to", "certificate", "--from", file], false),
            (&["--output", "-"], true),
            (&["--output", "-", "--threads", "4"], true),
        ] {
            let mut command = Command::new("prlimit");
            command.args(["--nproc=2", env!("CARGO_BIN_EXE_tourne-solve")]);
            assert!(run_unprivileged(&mut command));
            let outcome = run(command.args(arguments));
            outcome.assert_one_line_error(2, &["cannot start "]);
            let names = outcome.stderr.contains("ask for fewer with --threads");
            assert_eq!(names, has_option, "{outcome:?}");
        }
    }

    // ---- No space

    #[test]
    fn a_file_that_may_not_grow_leaves_the_old_one() {
        let (folder, path) = folder_with_old_file();
        let to = ["--output", text_of(&path)];
        let outcome = run(&mut tourne_solve_after("ulimit -f 100;", &to));
        outcome.assert_one_line_error(2, &["cannot write", text_of(&path), "too large"]);
        assert_holds(&path, &old_file());
        assert_eq!(names_in(&folder), ["solution.bin"]);
    }

    // ---- Killed processes

    #[test]
    fn killed_while_it_writes_the_file_is_the_old_or_the_new_one() {
        let mut halves = 0;
        for delay in [0, 2, 4, 6, 8, 10] {
            let (folder, path) = folder_with_old_file();
            let mut solver = start(&mut solve_to(&path));
            let is_running = |solver: &mut std::process::Child| {
                let ended = solver.try_wait().expect("a child can be waited for");
                ended.is_none()
            };
            while names_in(&folder).len() == 1 && is_running(&mut solver) {
                thread::sleep(Duration::from_micros(50));
            }
            thread::sleep(Duration::from_micros(50 * delay));
            solver.kill().expect("a child can be killed");
            finish(solver);
            let found = content(&path);
            let is_whole = found == old_file() || found == new_file();
            assert!(
                is_whole,
                "neither the old nor the new file: {} bytes",
                found.len()
            );
            halves += names_in(&folder).len() - 1;
        }
        assert!(halves > 0, "none of the solvers was killed in time");
    }

    // ---- Closed streams

    /// Runs a command whose standard output is closed.
    fn run_unread(command: &mut Command) -> Outcome {
        let mut child = start(command.stdin(Stdio::null()));
        drop(child.stdout.take());
        finish(child)
    }

    #[test]
    fn if_nobody_reads_the_answer_it_ends_quietly() {
        let (_folder, path) = folder_with_old_file();
        let name = text_of(&path);
        for arguments in [
            &["--output", name, "--format", "text"][..],
            &["census", "--format", "json"],
            &["verify", name, "--format", "csv"],
        ] {
            run_unread(&mut tourne_solve(arguments)).assert_answered();
        }
        assert_holds(&path, &new_file());
    }

    #[test]
    fn without_standard_output_it_solves_all_the_same() {
        let (_folder, path) = folder_with_old_file();
        let to = ["--output", text_of(&path)];
        run(&mut tourne_solve_after("exec >&-;", &to)).assert_answered();
        assert_holds(&path, &new_file());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn an_answer_that_cannot_be_written_is_an_error() {
        let (_folder, path) = folder_with_old_file();
        let mut solver = solve_to(&path);
        solver
            .stdin(Stdio::null())
            .stdout(crate::commands::full())
            .stderr(Stdio::piped());
        let outcome = finish(solver.spawn().expect("the command starts"));
        outcome.assert_one_line_error(2, &["No space left"]);
        assert_holds(&path, &new_file());
    }

    #[test]
    fn without_standard_error_the_exit_code_tells() {
        for (arguments, code) in [(["verify", "/no/such/file"], 3), (["--threads", "0"], 2)] {
            let outcome = run(&mut tourne_solve_after("exec 2>&-;", &arguments));
            assert_eq!((outcome.code, &*outcome.stdout), (Some(code), ""));
        }
    }
}
