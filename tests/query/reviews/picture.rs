//! The picture that `tourne review --svg` draws.

use std::path::Path;

use tourne::show::curve;

use super::{read, reviewed, tourne_review};
use crate::commands::{assert_lacks, assert_says, run};
use crate::folder::Folder;
use crate::{LALANNE, tourne};

/// Asserts that tags are closed in order, attributes are quoted, and special characters are escaped.
#[track_caller]
pub(super) fn assert_well_formed(xml: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = xml;
    let mut roots = 0;
    while let Some((text, after)) = rest.split_once('<') {
        assert_escaped(text);
        let (tag, after) = after.split_once('>').expect("every tag is closed");
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "the innermost tag is closed first");
            continue;
        }
        roots += usize::from(open.is_empty());
        let (name, attributes) = tag
            .trim_end_matches('/')
            .split_once(' ')
            .unwrap_or((tag, ""));
        let is_plain = name.bytes().all(|letter| letter.is_ascii_lowercase());
        assert!(is_plain, "{tag}");
        let parts: Vec<&str> = attributes.split('"').collect();
        assert_eq!(parts.len() % 2, 1, "quotes come in pairs: {tag}");
        let mut names = Vec::new();
        for pair in parts.chunks_exact(2) {
            let attribute = pair[0].trim().strip_suffix('=').expect("a name and =");
            assert!(!names.contains(&attribute), "{attribute} twice: {tag}");
            names.push(attribute);
            assert_escaped(pair[1]);
            assert_lacks(pair[1], &["NaN", "inf"]);
        }
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert_escaped(rest);
    let is_whole = open.is_empty() && roots == 1 && rest.trim().is_empty();
    assert!(is_whole, "one root, closed: {open:?} {rest}");
}

#[track_caller]
fn assert_escaped(text: &str) {
    let forbidden = |character: char| character.is_control() && character != '\n';
    assert!(!text.contains(forbidden), "{text:?}");
    assert!(!text.contains(['\u{fffe}', '\u{ffff}']), "{text:?}");
    for (at, _) in text.match_indices('&') {
        let mut known = ["&amp;", "&lt;", "&gt;", "&quot;"].into_iter();
        let is_known = known.any(|entity| text[at..].starts_with(entity));
        assert!(is_known, "{text:?}");
    }
}

#[test]
fn names_are_no_markup() {
    for name in "<b>&amp;\"'|</title>|]]>|&x;|a\u{fffe}\u{1}|\u{202e}x".split('|') {
        let text = format!("position: 38h/6hh\n{name} 5-5 pass\nB 4-2 6/8*\n{name} 5-2 0/2\n");
        let picture = curve::svg(&[reviewed(&read(&text)[0])]);
        assert_well_formed(&picture);
        assert!(picture.contains("<circle"), "the mistake is marked");
        if name.starts_with("<b>") {
            let says = "&lt;b&gt;&amp;amp;&quot;' against B, standard";
            assert_says(&picture, &[says]);
        }
    }
}

#[test]
fn a_picture_replaces_the_old_one_whole() {
    let folder = Folder::new();
    let old = folder.write("game.svg", format!("{}>", curve::HEAD));
    let draw = |path: &Path| {
        let mut command = tourne(&["review", "--svg"]);
        run(command.arg(path).arg(LALANNE))
    };
    draw(old.as_ref()).assert_answered();
    let picture = folder.read("game.svg");
    assert_well_formed(&picture);
    // A transcript shows this picture.
    assert_eq!(folder.names(), ["game.svg"], "nothing else is left");

    // If a picture cannot be written, the error names the file, and an old picture stays.
    draw(&folder.path("none/game.svg")).assert_error(2, &["does not exist"]);
    // An invalid record changes no picture.
    tourne_review("A 3-2 off/3\n", &["--svg", &old]).assert_error(2, &["line 1"]);
    assert_eq!(folder.read("game.svg"), picture);
}
