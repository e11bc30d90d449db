//! Content-Security-Policy of the page: it allows only the scripts and styles of the page, by their checksums.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest as _, Sha256};

use super::error::PageError;

/// Directive for scripts in the policy of `index.html`, before the page is assembled.
const ANY_SCRIPT: &str = "script-src 'unsafe-inline'";
/// Directive for styles in the policy of `index.html`, before the page is assembled.
const ANY_STYLE: &str = "style-src 'unsafe-inline'";

/// Texts of the scripts and styles that the policy allows, each as it stands between its tags.
#[derive(Debug, Default)]
pub(super) struct SecurityPolicy {
    pub(super) scripts: Vec<String>,
    pub(super) styles: Vec<String>,
}

impl SecurityPolicy {
    /// Replaces the two directives in the policy of the index by directives that allow only these texts.
    pub(super) fn put_into(&self, index: &str) -> Result<String, PageError> {
        let with_scripts = replace_once(index, ANY_SCRIPT, "script-src", &self.scripts)?;
        replace_once(&with_scripts, ANY_STYLE, "style-src", &self.styles)
    }
}

fn replace_once(
    index: &str,
    any: &'static str,
    directive: &str,
    texts: &[String],
) -> Result<String, PageError> {
    if index.matches(any).count() != 1 {
        return Err(PageError::NotOnce(any));
    }
    let sources: Vec<String> = texts.iter().map(|text| source(text)).collect();
    let sources = match &*sources {
        [] => "'none'".to_owned(),
        sources => sources.join(" "),
    };
    Ok(index.replace(any, &format!("{directive} {sources}")))
}

/// Returns the source expression that allows a text: its checksum (Content Security Policy Level 3, `hash-source`).
fn source(text: &str) -> String {
    format!(
        "'sha256-{}'",
        BASE64_STANDARD.encode(Sha256::digest(text.as_bytes()))
    )
}
