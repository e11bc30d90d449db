//! Texts in ASCII alone, by the escapes of each language, so that the page reads the same in every encoding that a host
//! may declare for it, and the checksums of its scripts and styles hold.

use std::fmt::Write as _;

/// Language in which a text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    /// JavaScript or JSON, where other characters than ASCII stand in texts, regular expressions and comments only.
    Script,
    /// CSS.
    Style,
    /// HTML outside scripts and styles.
    Markup,
}

impl Language {
    /// Returns a text that means the same and is ASCII alone.
    pub(super) fn in_ascii(self, text: &str) -> String {
        let mut ascii = String::with_capacity(text.len());
        for character in text.chars() {
            let code = u32::from(character);
            let written = match self {
                _ if character.is_ascii() => {
                    ascii.push(character);
                    Ok(())
                }
                Language::Script => character
                    .encode_utf16(&mut [0; 2])
                    .iter()
                    .try_for_each(|unit| write!(ascii, "\\u{unit:04x}")),
                // A space ends the escape.
                Language::Style => write!(ascii, "\\{code:x} "),
                Language::Markup => write!(ascii, "&#{code};"),
            };
            written.expect("writing to memory must succeed");
        }
        ascii
    }
}
