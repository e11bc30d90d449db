//! Links lead somewhere, and files that pages name exist.

use std::fs;

use crate::documents::{Page, files, root};

/// Returns the anchor that hosts of repositories usually give to a heading.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text.chars().filter_map(|character| match character {
        ' ' => Some('-'),
        '-' | '_' => Some(character),
        _ => character.is_alphanumeric().then_some(character),
    });
    kept.collect()
}

#[test]
fn links_lead_somewhere() {
    let mut followed = 0;
    for page in Page::all() {
        let (outside, _) = page.parts();
        let text = outside.join(" ");
        let mut targets: Vec<&str> = text.split("](").skip(1).collect();
        // Links of the form `[text]: target`.
        targets.extend(outside.iter().filter_map(|line| {
            let (_, target) = line.strip_prefix('[')?.split_once("]: ")?;
            Some(target)
        }));
        for target in targets {
            let target = target.split([')', ' ']).next().unwrap_or_default();
            if target.starts_with("https://") {
                continue;
            }
            let (file, place) = target.split_once('#').unwrap_or((target, ""));
            let own = root().join(&page.name);
            let file = if file.is_empty() {
                own
            } else {
                own.with_file_name(file)
            };
            assert!(file.exists(), "{}: {target} does not exist", page.name);
            if !place.is_empty() {
                let text = fs::read_to_string(&file).expect("a text file");
                let mut headings = text.lines().filter(|line| line.starts_with('#'));
                let is_there = headings.any(|heading| anchor(heading) == place);
                assert!(is_there, "{}: {target} is no heading", page.name);
            }
            followed += 1;
        }
    }
    assert!(followed > 100, "{followed}");
}

/// Names of files that are not in the project: files that commands write, and files of users or other projects.
const ELSEWHERE: [&str; 5] = [
    ".card",
    "data/NAME.bin",
    "my.card",
    "target/theorem-data/",
    "tourne.html",
];

/// Returns whether a text is a path of the project, by its ending or by its first folder.
fn is_path(text: &str) -> bool {
    let is_plain =
        |character: char| character.is_ascii_alphanumeric() || "./_-".contains(character);
    let endings = "rs py md js ts css v html toml csv card bin svg txt yml drn";
    let tops = "solver/ query/ tests/ data/ .ci/ .github/";
    let ending = text.rsplit_once('.').map(|(_, ending)| ending);
    text.chars().all(is_plain)
        && (ending.is_some_and(|ending| endings.split(' ').any(|it| it == ending))
            || (text.ends_with('/') && text.len() > 2)
            || tops.split(' ').any(|top| text.starts_with(top)))
}

#[test]
fn files_that_pages_name_are_there() {
    let files = files();
    // A page may name a file or a folder from the top or from any folder, since its sections are about folders.
    let is_known = |name: &str| {
        let (begin, inside) = (format!("{name}/"), format!("/{name}/"));
        let is_it =
            |file: &String| file.starts_with(&begin) || format!("/{file}/").contains(&inside);
        files.iter().any(is_it)
    };
    let (mut found, mut missing) = (0, Vec::new());
    for page in Page::all() {
        for quoted in page.quoted() {
            if !is_path(&quoted) || ELSEWHERE.contains(&&*quoted) {
                continue;
            }
            if !is_known(quoted.trim_end_matches('/')) {
                missing.push(format!("{}: {quoted}", page.name));
            }
            found += 1;
        }
    }
    let list = missing.join("\n");
    assert!(missing.is_empty(), "not in the project:\n{list}");
    assert!(found > 80, "{found}");
}
