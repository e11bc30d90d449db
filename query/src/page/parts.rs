//! The parts of the page, built into the program.

/// Parts by their names, each as the text of its file.
macro_rules! parts {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../page/", $name)))),*]
    };
}

/// `index.html`, which names the other parts.
pub const INDEX: &str = include_str!("../../page/index.html");

/// The other parts, each with its name.
pub const PARTS: &[(&str, &str)] = parts!["rules.js", "style.css"];
