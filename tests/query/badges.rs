//! Badges of `tourne check`, and the action for workflows that writes one.

use std::fs;

use crate::commands::{assert_lacks, assert_says};
use crate::engines::{own, quoted};
use crate::folder::Folder;
use crate::{builtin_file, run_line};

/// Runs a check with a badge, and returns the badge.
#[track_caller]
fn badge(options: &str) -> String {
    let folder = Folder::new();
    let file = quoted(folder.path("a badge.svg"));
    run_line(&format!("check {options} --badge {file}"));
    let badge = folder.read("a badge.svg");
    let [title, shown] = [
        ["<title id=\"title\">", "</title>"],
        ["textLength", "</svg>"],
    ]
    .map(|[from, to]| badge.split_once(from).and_then(|it| it.1.split_once(to)));
    assert!(title.is_some() && shown.is_some(), "{badge}");
    assert_says(&badge, &["role=\"img\"", "aria-labelledby=\"title\""]);
    // Nothing but the name of the format is an address.
    assert_eq!(badge.matches("http").count(), 1, "{badge}");
    assert_lacks(&badge, &["href", "<style", "<script"]);
    badge
}

#[test]
fn a_badge_says_the_loss_and_how_it_is_known() {
    // The figures are those of the transcripts of "tourne check".
    let hit = badge("--policy builtin:hit");
    assert_says(
        &hit,
        &[
            "Tourne-case: loses 5.0052 % a game, proven (about level 7)</title>",
            ">loses 5.0052 % a game, proven</text>",
        ],
    );
    let perfect = badge("--policy builtin:perfect");
    assert_says(&perfect, &[": loses nothing a game, proven (perfect)"]);
    let points = badge("--policy builtin:within:0.02 --rules double-win");
    assert_says(
        &points,
        &["Tourne-case, double-win: loses 0.011626 points a game, proven (nearly perfect)"],
    );
    let engine = own("--strength hit");
    let sampled = badge(&format!("--engine {} --sample 50", quoted(&engine)));
    // Fifty decisions do not tell one level.
    assert_says(&sampled, &[" a game, estimated (level "]);
    assert_lacks(&sampled, &["proven"]);
    let folder = Folder::new();
    let some: Vec<_> = builtin_file("hit")
        .lines()
        .take(100)
        .map(str::to_owned)
        .collect();
    let partial = quoted(folder.write("some.csv", some.join("\n")));
    let unknown = badge(&format!("--policy {partial}"));
    assert_says(&unknown, &["Tourne-case: loss unknown</title>"]);
    let colour = |badge: &str| {
        badge.rsplit_once("fill=\"#").map(|_| {
            let fills = badge.split("fill=\"").skip(1);
            fills
                .filter_map(|it| it.split('"').next().map(str::to_owned))
                .collect::<Vec<_>>()
        })
    };
    let badges = [&hit, &perfect, &unknown];
    let colours = badges.map(|badge| colour(badge).expect("colours"));
    assert_ne!(colours[0], colours[1]);
    assert_ne!(colours[0], colours[2]);
    for fill in colours.iter().flatten().filter(|fill| *fill != "#fff") {
        assert!(contrast_with_white(fill) >= 4.5, "{fill}");
    }
}

/// Returns the contrast of a colour with white, as the guidelines for accessible web pages define it.
fn contrast_with_white(colour: &str) -> f64 {
    let part = |at: usize| {
        let part = u8::from_str_radix(&colour[at..at + 2], 16).expect("two hexadecimal digits");
        let share = f64::from(part) / 255.0;
        if share <= 0.04045 {
            share / 12.92
        } else {
            ((share + 0.055) / 1.055).powf(2.4)
        }
    };
    let luminance = 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
    1.05 / (luminance + 0.05)
}

#[test]
fn a_badge_is_written_whatever_the_exit_code_and_goes_to_standard_output() {
    let folder = Folder::new();
    let check = |badge: &str, more: &str| {
        let badge = quoted(badge);
        run_line(&format!(
            "check --policy builtin:hit --mistakes 0 {more} --badge {badge}"
        ))
    };
    let file = folder.text_of("badge.svg");
    check(&file, "--fail-above 1%").assert_code(1);
    assert_says(&folder.read("badge.svg"), &["loses 5.0052 % a game"]);
    check(&file, &format!("--record {}", quoted(&file))).assert_error(2, &["same file"]);
    let outcome = check("-", "");
    outcome.assert_code(0);
    assert_eq!(outcome.stdout, folder.read("badge.svg"));
    outcome.assert_warns(&["loses 5.0052 % a game"]);
}

/// Runs the script of the action with these inputs; returns its exit code and the summary of the job.
#[cfg(unix)]
fn act(folder: &Folder, inputs: &[(&str, &str)]) -> (Option<i32>, String) {
    let script = crate::documents::root().join(".github/actions/check/run");
    let mut action = std::process::Command::new("bash");
    action
        .arg(script)
        .current_dir(folder)
        .env("TOURNE", crate::engines::TOURNE);
    let summary = folder.path("a summary.md");
    let _ = fs::remove_file(&summary);
    action.env("GITHUB_STEP_SUMMARY", &summary);
    action.envs(
        inputs
            .iter()
            .map(|(name, value)| (format!("TOURNE_{name}"), value)),
    );
    let ended = action.output().expect("bash runs");
    (
        ended.status.code(),
        fs::read_to_string(summary).unwrap_or_default(),
    )
}

#[cfg(unix)]
#[test]
fn the_action_grades_writes_a_badge_and_a_summary_and_fails_above_the_limit() {
    let folder = Folder::new();
    let policy = folder.write("my policy; touch broken.csv", builtin_file("hit"));
    let inputs = [
        ("POLICY", &*policy),
        ("RULES", "standard"),
        ("BADGE", "a badge.svg"),
    ];
    for (limit, code) in [("6%", 0), ("1%", 1)] {
        let _ = fs::remove_file(folder.path("a badge.svg"));
        let (ended, summary) = act(&folder, &[&inputs[..], &[("FAIL_ABOVE", limit)]].concat());
        assert_eq!(ended, Some(code), "{summary}");
        assert_says(
            &summary,
            &["### Tourne-case", "    per game   loses 5.0052 % a game"],
        );
        assert_eq!(summary.contains("more than the 1 % allowed"), code == 1);
        assert_says(
            &folder.read("a badge.svg"),
            &["loses 5.0052 % a game, proven"],
        );
    }
    let engine = own("--strength hit");
    let engine = [("ENGINE", &*engine), ("SAMPLE", "50"), ("BADGE", "-b.svg")];
    let (ended, summary) = act(&folder, &engine);
    assert_eq!(ended, Some(0), "{summary}");
    assert_says(&folder.read("-b.svg"), &["estimated"]);
    // A file that is no policy, and no input at all.
    let (ended, summary) = act(&folder, &[("POLICY", "$(touch broken)")]);
    assert_eq!(ended, Some(2), "{summary}");
    assert_eq!(act(&folder, &[]).0, Some(2));
    assert!(!folder.names().iter().any(|name| name.starts_with("broken")));
}

/// GitHub puts an expression into the text of a script before a shell reads it: an input could then be a command.
#[test]
fn the_action_gives_inputs_to_its_script_as_variables_only() {
    let action = crate::documents::text_of(".github/actions/check/action.yml");
    let given: Vec<&str> = action.lines().filter(|line| line.contains("${{")).collect();
    assert_eq!(given.len(), 6, "{given:?}");
    for line in given {
        assert!(line.starts_with("        TOURNE_"), "{line}");
    }
    assert_says(&action, &["run: '\"$GITHUB_ACTION_PATH/run\"'"]);
}
