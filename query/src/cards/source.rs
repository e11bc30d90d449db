//! Sources of policies as users name them: a file, standard input, or a built-in policy.

use std::ffi::OsStr;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::{fmt, io};

use crate::policy::{Arena, PolicyError, ReadPolicy, Together, file};
use tourne_solver::{printable, shortened};

use crate::cards::{Card, CardError, Named, ParseNameError, Rule, built_in};

/// Prefix of the name of a policy that follows one rule and otherwise plays perfectly. The text of the rule follows the
/// prefix.
const PERFECT_BUT: &str = "perfect-but:";

/// Error when reading a policy from its source.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum ReadPolicyError {
    /// The file of the policy cannot be opened.
    #[error("cannot read {}", printable(.name))]
    Unreadable { name: String, source: io::Error },
    /// The name of the file ends in `.card`, but the file is not a valid card.
    #[error("cannot read {} as a card", printable(.name))]
    Card { name: String, source: CardError },
    /// The file is not a valid policy.
    #[error("cannot read {} as a policy", printable(.name))]
    Policy {
        name: String,
        source: Box<PolicyError>,
    },
    /// Only files of moves can be put together as one policy.
    #[error(
        "{} is not a file of moves, so it cannot be put together with others: name it alone, or only files whose rows are parts of one policy, such as the records of an engine",
        printable(.0)
    )]
    NotTogether(String),
    /// Two files give different answers to a decision.
    #[error("cannot put the files together as one policy")]
    Contradiction(#[source] Box<PolicyError>),
}

/// Source of a policy, written as `builtin:` and a name, `-` for standard input, or the name of a file.
///
/// ```
/// use tourne::cards::PolicySource;
///
/// let source: PolicySource = "builtin:front".parse()?;
/// assert_eq!(source.to_string(), "builtin:front");
/// assert!("builtin:forward".parse::<PolicySource>().is_err());
/// # Ok::<(), tourne::cards::ParseNameError>(())
/// ```
#[derive(Clone, Debug)]
pub enum PolicySource {
    /// Built-in policy, by its name.
    Named(Named),
    /// Policy that follows one rule and otherwise plays perfectly.
    PerfectBut(Rule),
    /// Standard input, with the rows of a policy file.
    Input,
    /// File: a card if its name ends in `.card`, in capitals or not; otherwise the rows of a policy.
    File(PathBuf),
}

impl FromStr for PolicySource {
    type Err = ParseNameError;

    fn from_str(text: &str) -> Result<PolicySource, ParseNameError> {
        Ok(match text.strip_prefix("builtin:") {
            Some(name) => match name.strip_prefix(PERFECT_BUT) {
                Some(rule) => PolicySource::PerfectBut(rule.parse()?),
                None => PolicySource::Named(name.parse()?),
            },
            None if text.starts_with("engine:") => {
                return Err(ParseNameError::Engine(shortened(text)));
            }
            None if text == "-" => PolicySource::Input,
            None => PolicySource::File(text.into()),
        })
    }
}

impl fmt::Display for PolicySource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PolicySource::Named(named) => write!(f, "builtin:{named}"),
            PolicySource::PerfectBut(rule) => write!(f, "builtin:{PERFECT_BUT}{rule}"),
            PolicySource::Input => f.write_str("standard input"),
            // Do not escape the name here: callers that show it to people escape it.
            PolicySource::File(path) => f.write_str(&path.to_string_lossy()),
        }
    }
}

impl PolicySource {
    /// Returns the source with this name, which need not be UTF-8 if it is that of a file.
    ///
    /// # Errors
    ///
    /// [`ParseNameError`] if the name begins with `builtin:` and is not that of a built-in policy, or if it is that of
    /// an engine.
    pub fn named(name: &OsStr) -> Result<PolicySource, ParseNameError> {
        Ok(match name.to_string_lossy().parse()? {
            PolicySource::File(_) => PolicySource::File(name.into()),
            source => source,
        })
    }

    /// Reads several files of moves, and puts their answers together as one policy. A single source may be of any kind,
    /// and comes with its card as in [`read`](PolicySource::read).
    ///
    /// # Errors
    ///
    /// [`ReadPolicyError`] if a source cannot be read, is not a file of moves, or contradicts an earlier one.
    pub fn read_together(
        sources: &[PolicySource],
        arena: &Arena,
    ) -> Result<(ReadPolicy, Option<Card>), ReadPolicyError> {
        if let [source] = sources {
            return source.read(arena);
        }
        let mut together = Together::new(arena);
        for source in sources {
            let name = source.to_string();
            if source.file().is_none_or(is_card) {
                return Err(ReadPolicyError::NotTogether(name));
            }
            let read = source.rows(arena)?;
            let added = together.add(&name, read);
            added.map_err(|fault| ReadPolicyError::Contradiction(Box::new(fault)))?;
        }
        Ok((together.finish(), None))
    }

    fn rows(&self, arena: &Arena) -> Result<ReadPolicy, ReadPolicyError> {
        let read = match self {
            PolicySource::File(path) => file::read(self.opened(path)?, arena),
            _ => file::read(io::stdin().lock(), arena),
        };
        read.map_err(|source| ReadPolicyError::Policy {
            name: self.to_string(),
            source: source.into(),
        })
    }

    fn opened(&self, path: &Path) -> Result<File, ReadPolicyError> {
        File::open(path).map_err(|source| ReadPolicyError::Unreadable {
            name: self.to_string(),
            source,
        })
    }

    /// Reads the policy from the source, and computes its probabilities. A policy that is computed from a card comes with
    /// the card.
    ///
    /// # Errors
    ///
    /// [`ReadPolicyError`] if the file or standard input cannot be read, or if it is not a valid policy.
    pub fn read(&self, arena: &Arena) -> Result<(ReadPolicy, Option<Card>), ReadPolicyError> {
        let (policy, card) = match self {
            PolicySource::Named(named) => {
                let card = match *named {
                    Named::Card(length) => Some(built_in(arena.rules(), length).clone()),
                    Named::Builtin(_) => None,
                };
                (named.policy(arena), card)
            }
            PolicySource::PerfectBut(rule) => (rule.otherwise_perfect(arena), None),
            PolicySource::File(path) if is_card(path) => {
                let card = crate::cards::read(self.opened(path)?);
                let card = card.map_err(|source| ReadPolicyError::Card {
                    name: self.to_string(),
                    source,
                })?;
                (card.policy(arena), Some(card))
            }
            PolicySource::Input | PolicySource::File(_) => return Ok((self.rows(arena)?, None)),
        };
        Ok((policy.into(), card))
    }

    /// Returns the path of the file, `-` for standard input; `None` if the source is not a file.
    pub fn file(&self) -> Option<&Path> {
        match self {
            PolicySource::File(path) => Some(path),
            PolicySource::Input => Some(Path::new("-")),
            PolicySource::Named(_) | PolicySource::PerfectBut(_) => None,
        }
    }
}

fn is_card(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("card"))
}
