//! Sources of policies as users name them: a file, standard input, or a built-in policy.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::{fmt, io};

use tourne_query::policy::{Arena, FromFile, IllegalAnswer, Policy, PolicyError, file};
use tourne_solver::{printable, shortened};

use crate::{Card, CardError, CardFault, Named, ParseNameError, Rule, built_in};

/// Prefix of the name of a policy that follows one rule and otherwise plays perfectly. The text of the rule follows the
/// prefix.
const PERFECT_BUT: &str = "perfect-but:";

/// Error when parsing the source of a policy.
#[derive(Debug, thiserror::Error)]
pub enum PolicySourceError {
    /// The name after `builtin:` is not a built-in policy.
    #[error(transparent)]
    Name(#[from] ParseNameError),
    /// The text names an engine, from which no policy can be read.
    #[error(
        "\"{0}\" is an engine, which only tourne duel and tourne ladder take in this form: elsewhere give its command with --engine"
    )]
    Engine(String),
    /// The rule after `perfect-but:` cannot be read.
    #[error(transparent)]
    Rule(#[from] CardFault),
}

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
}

/// Policy read from a source, with the illegal moves that the source gives.
#[derive(Clone, Debug)]
pub struct FromSource {
    /// Policy that the source describes.
    pub policy: Policy,
    /// Illegal moves that the source gives, in the order of their lines.
    pub illegal: Vec<IllegalAnswer>,
    /// Card from which the policy was computed; `None` for other policies.
    pub card: Option<Card>,
}

impl FromSource {
    /// Creates the result for a policy without illegal moves. `card` is the card of the policy, if the policy has one.
    pub fn legal(policy: Policy, card: Option<Card>) -> FromSource {
        FromSource {
            policy,
            illegal: Vec::new(),
            card,
        }
    }
}

/// Source of a policy, written as `builtin:` and a name, `-` for standard input, or the name of a file.
///
/// ```
/// use tourne_cards::PolicySource;
///
/// let source: PolicySource = "builtin:front".parse()?;
/// assert_eq!(source.to_string(), "builtin:front");
/// assert!("builtin:forward".parse::<PolicySource>().is_err());
/// # Ok::<(), tourne_cards::PolicySourceError>(())
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
    type Err = PolicySourceError;

    fn from_str(text: &str) -> Result<PolicySource, PolicySourceError> {
        Ok(match text.strip_prefix("builtin:") {
            Some(name) => match name.strip_prefix(PERFECT_BUT) {
                Some(rule) => PolicySource::PerfectBut(rule.parse()?),
                None => PolicySource::Named(name.parse()?),
            },
            None if text.starts_with("engine:") => {
                return Err(PolicySourceError::Engine(shortened(text)));
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
    /// Reads the policy from the source, and computes its probabilities.
    ///
    /// # Errors
    ///
    /// [`ReadPolicyError`] if the file or standard input cannot be read, or if it is not a valid policy.
    pub fn read(&self, arena: &Arena) -> Result<FromSource, ReadPolicyError> {
        let name = self.to_string();
        let read = match self {
            PolicySource::Named(named) => {
                let card = match *named {
                    Named::Card(length) => Some(built_in(arena.rules(), length).clone()),
                    Named::Builtin(_) => None,
                };
                return Ok(FromSource::legal(named.policy(arena), card));
            }
            PolicySource::PerfectBut(rule) => {
                return Ok(FromSource::legal(rule.otherwise_perfect(arena), None));
            }
            PolicySource::Input => file::read(io::stdin().lock(), arena),
            PolicySource::File(path) => {
                let file = match File::open(path) {
                    Ok(file) => file,
                    Err(source) => return Err(ReadPolicyError::Unreadable { name, source }),
                };
                if is_card(path) {
                    let card = crate::read(file)
                        .map_err(|source| ReadPolicyError::Card { name, source })?;
                    return Ok(FromSource::legal(card.policy(arena), Some(card)));
                }
                file::read(file, arena)
            }
        };
        let FromFile { policy, illegal } = read.map_err(|source| ReadPolicyError::Policy {
            name,
            source: source.into(),
        })?;
        Ok(FromSource {
            policy,
            illegal,
            card: None,
        })
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

/// Returns whether the name of a file ends in `.card`, in capitals or not.
fn is_card(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("card"))
}
