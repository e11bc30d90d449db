//! Content-Security-Policy of the page: it allows only the scripts and styles of the page, by their checksums.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest as _, Sha256};

use super::error::PageError;

/// Directive for scripts in the policy of `index.html`, before the page is assembled.
const ANY_SCRIPT: &str = "script-src 'unsafe-inline'";
/// Directive for styles in the policy of `index.html`, before the page is assembled.
const ANY_STYLE: &str = "style-src 'unsafe-inline'";

/// Sources of scripts and styles that the policy allows.
#[derive(Debug, Default)]
pub(super) struct SecurityPolicy {
    scripts: Vec<String>,
    styles: Vec<String>,
}

impl SecurityPolicy {
    /// Allows a script with this text between its tags.
    pub(super) fn allow_script(&mut self, text: &str) {
        self.scripts.push(source(text));
    }

    /// Allows a style with this text between its tags.
    pub(super) fn allow_style(&mut self, text: &str) {
        self.styles.push(source(text));
    }

    /// Replaces the two directives in the policy of the index by directives that allow only these sources.
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

/// Returns the source expression that allows a text: its checksum (Content Security Policy Level 3, `hash-source`).
fn source(text: &str) -> String {
    format!(
        "'sha256-{}'",
        BASE64_STANDARD.encode(Sha256::digest(text.as_bytes()))
    )
}
