//! The picture that `tourne review --svg` draws.

use std::path::Path;

use roxmltree::Document;
use tourne::show::curve;

use super::{read, reviewed, tourne_review};
use crate::commands::{assert_lacks, assert_says, run};
use crate::folder::Folder;
use crate::{LALANNE, tourne};

/// Asserts that a picture is well-formed, and that its numbers are finite.
#[track_caller]
pub(super) fn assert_well_formed(xml: &str) {
    let read = Document::parse(xml).unwrap_or_else(|error| panic!("{error}: {xml}"));
    for attribute in read.descendants().flat_map(|element| element.attributes()) {
        assert_lacks(attribute.value(), &["NaN", "inf"]);
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
