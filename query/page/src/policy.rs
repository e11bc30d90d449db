//! The Content-Security-Policy of the page: it lets those scripts and styles pass that were put in, by their checksums,
//! and nothing else.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest as _, Sha256};

use super::error::PageError;

/// The scripts, in the policy of an index that has not been put together.
const ANY_SCRIPT: &str = "script-src 'unsafe-inline'";
/// The styles, likewise.
const ANY_STYLE: &str = "style-src 'unsafe-inline'";

/// Sources of scripts and styles, as a policy names them.
#[derive(Debug, Default)]
pub(super) struct Policy {
    scripts: Vec<String>,
    styles: Vec<String>,
}

impl Policy {
    /// Lets a script pass: the text between its tags.
    pub(super) fn allow_script(&mut self, text: &str) {
        self.scripts.push(source(text));
    }

    /// Lets a style pass: the text between its tags.
    pub(super) fn allow_style(&mut self, text: &str) {
        self.styles.push(source(text));
    }

    /// The index with this policy in the place of its own.
    pub(super) fn put_into(&self, index: &str) -> Result<String, PageError> {
        let with_scripts = replace_once(index, ANY_SCRIPT, "script-src", &self.scripts)?;
        replace_once(&with_scripts, ANY_STYLE, "style-src", &self.styles)
    }
}

fn replace_once(
    index: &str,
    any: &'static str,
    directive: &str,
    sources: &[String],
) -> Result<String, PageError> {
    let Some((before, after)) = index.split_once(any) else {
        return Err(PageError::NotOnce(any));
    };
    if after.contains(any) {
        return Err(PageError::NotOnce(any));
    }
    let sources = match sources {
        [] => "'none'".to_owned(),
        sources => sources.join(" "),
    };
    Ok(format!("{before}{directive} {sources}{after}"))
}

/// A text as the source of a policy (Content Security Policy Level 3, `hash-source`).
fn source(text: &str) -> String {
    format!(
        "'sha256-{}'",
        BASE64_STANDARD.encode(Sha256::digest(text.as_bytes()))
    )
}
