//! Files that cannot be read, and files of other rules.

use std::path::Path;
use std::time::{Duration, Instant};

use tourne_solver::Rules;
use tourne_solver::file::{Damage, FileError, read};
use tourne_solver::verify::{OpenError, open};

use super::{assert_says, damage_of_file, file_of, refused};
use crate::solution_bytes::{LENGTH, PAIRS, POSITIONS, SolutionBytes, VALUE_COUNT, standard_path};

/// The error of a missing file and of a folder names the path.
#[test]
fn what_cannot_be_read_is_named() {
    let folder = crate::folder();
    for path in [folder.path(), &folder.path().join("missing.bin")] {
        let error = refused(read(path));
        assert_says(&error, &["cannot read", &path.display().to_string()]);
        assert!(matches!(&error, FileError::Unreadable { path: named, .. } if named == path));
        let opened = refused(open(path, None));
        assert_eq!(opened.to_string(), error.to_string());
    }
}

#[test]
fn a_file_of_other_rules_is_refused_naming_both() {
    let path = standard_path();
    let error = refused(open(&path, Some(Rules::FORCED_ENTRY)));
    assert!(matches!(
        error,
        OpenError::OtherRules {
            found: Rules::STANDARD,
            asked: Rules::FORCED_ENTRY,
            ..
        }
    ));
    let name = path.display().to_string();
    assert_says(&error, &[&name, "standard", "forced-entry"]);
}

#[cfg(unix)]
#[test]
fn a_device_without_end_is_refused_quickly() {
    let started = Instant::now();
    assert_eq!(damage_of_file(Path::new("/dev/zero")), Damage::Magic);
    assert_eq!(damage_of_file(Path::new("/dev/null")), Damage::TooShort(0));
    assert!(started.elapsed() < Duration::from_secs(30));
}

/// A file whose counts claim two gigabytes or more is refused although memory is limited to half a gigabyte.
#[cfg(target_os = "linux")]
#[test]
fn nothing_is_allocated_by_a_count_that_is_claimed() {
    let verify = |bytes: &[u8]| {
        let (_folder, path) = file_of(bytes);
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", "ulimit -v 524288 && exec \"$0\" verify \"$1\""]);
        shell.args([
            env!("CARGO_BIN_EXE_tourne-solve").as_ref(),
            path.as_os_str(),
        ]);
        shell.env("RAYON_NUM_THREADS", "1");
        crate::commands::run(&mut shell)
    };
    verify(&SolutionBytes::standard().0).assert_answered();
    let tables = [VALUE_COUNT, SolutionBytes::standard().best_count_at()];
    for at in [POSITIONS, PAIRS, LENGTH, tables[0], tables[1]] {
        for count in [1 << 29, u64::MAX] {
            let mut bytes = SolutionBytes::standard();
            bytes.put_u64(at, count);
            verify(&bytes.sealed()).assert_one_line_error(3, &["damaged.bin cannot be used: it"]);
        }
    }
}
