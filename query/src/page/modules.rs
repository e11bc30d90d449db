//! Scripts that import each other, as one script: browsers refuse modules in a page that is opened as a file.

use super::parts::part;

/// Returns a script after all scripts that it imports, in the order in which a browser would run them, without the lines
/// that import and the words that export. All scripts share one scope then, so no two declare the same name.
///
/// # Panics
///
/// If scripts import each other in a circle.
pub(super) fn joined(path: &str) -> String {
    let mut joined = String::from("\"use strict\";\n");
    add(path, &mut Vec::new(), &mut Vec::new(), &mut joined);
    joined
}

/// Adds a script to `joined`, after those that it imports, unless it is there.
fn add(path: &str, done: &mut Vec<String>, open: &mut Vec<String>, joined: &mut String) {
    if done.iter().any(|it| it == path) {
        return;
    }
    assert!(
        !open.iter().any(|it| it == path),
        "{path} imports itself through {open:?}"
    );
    open.push(path.to_owned());
    let (imports, body) = split(part(path));
    for import in imports {
        add(&beside(path, import), done, open, joined);
    }
    joined.push_str(&body);
    open.pop();
    done.push(path.to_owned());
}

/// Returns the paths that a script imports, and its text without these lines and without the words that export.
fn split(text: &str) -> (Vec<&str>, String) {
    let mut imports = Vec::new();
    let mut body = String::with_capacity(text.len());
    let mut is_import = false;
    for line in text.lines() {
        is_import |= line.starts_with("import ");
        if !is_import {
            body += line.strip_prefix("export ").unwrap_or(line);
            body += "\n";
        } else if let Some(start) = line.strip_suffix("\";") {
            imports.extend(start.rsplit('"').next());
            is_import = false;
        }
    }
    (imports, body)
}

/// Returns the path of a file that another one names, such as `../rules/rules.js` in `view/board.js`.
fn beside(path: &str, named: &str) -> String {
    let mut folders: Vec<&str> = path.split('/').collect();
    folders.pop();
    for step in named.split('/') {
        match step {
            "." => {}
            ".." => {
                folders.pop();
            }
            _ => folders.push(step),
        }
    }
    folders.join("/")
}
