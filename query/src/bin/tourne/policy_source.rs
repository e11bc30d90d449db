//! Policies as the command line names them: a file, standard input, or one that is built in.

use std::fs::File;
use std::path::PathBuf;
use std::str::FromStr;
use std::{fmt, io};

use anyhow::Context as _;
use tourne_query::policy::answers::FromFile;
use tourne_query::policy::builtin::{Builtin, ParseBuiltinError};
use tourne_query::policy::card::{CardFault, Line};
use tourne_query::policy::{Arena, card, file};
use tourne_solver::game::printable;

/// Name of perfect play but for one rule, before the rule.
const PERFECT_BUT: &str = "perfect-but:";

/// Error of naming a policy.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PolicySourceError {
    #[error(transparent)]
    Builtin(#[from] ParseBuiltinError),
    #[error(transparent)]
    Rule(#[from] CardFault),
}

/// Source of a policy.
#[derive(Clone, Debug)]
pub(crate) enum PolicySource {
    Builtin(Builtin),
    /// Perfect play but for one rule.
    PerfectBut(Line),
    Input,
    File(PathBuf),
}

impl FromStr for PolicySource {
    type Err = PolicySourceError;

    fn from_str(text: &str) -> Result<PolicySource, PolicySourceError> {
        Ok(match text.strip_prefix("builtin:") {
            Some(name) => match name.strip_prefix(PERFECT_BUT) {
                Some(rule) => PolicySource::PerfectBut(rule.parse()?),
                None => PolicySource::Builtin(name.parse()?),
            },
            None if text == "-" => PolicySource::Input,
            None => PolicySource::File(text.into()),
        })
    }
}

impl fmt::Display for PolicySource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PolicySource::Builtin(builtin) => write!(f, "builtin:{builtin}"),
            PolicySource::PerfectBut(rule) => write!(f, "builtin:{PERFECT_BUT}{rule}"),
            PolicySource::Input => f.write_str("standard input"),
            // The name as it is: the caller escapes it for people.
            PolicySource::File(path) => f.write_str(&path.to_string_lossy()),
        }
    }
}

impl PolicySource {
    /// Reads the policy.
    pub(crate) fn read(&self, arena: &Arena) -> anyhow::Result<FromFile> {
        let name = printable(&self.to_string());
        // These give legal moves only.
        let whole = |policy| FromFile {
            policy,
            illegal: Vec::new(),
        };
        let read = match self {
            PolicySource::Builtin(builtin) => return Ok(whole(builtin.policy(arena))),
            PolicySource::PerfectBut(rule) => return Ok(whole(rule.otherwise_perfect(arena))),
            PolicySource::Input => file::read(io::stdin().lock(), arena),
            PolicySource::File(path) => {
                let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
                if path
                    .extension()
                    .is_some_and(|extension| extension == "card")
                {
                    let card = card::read(file);
                    let card = card.with_context(|| format!("cannot read {name} as a card"))?;
                    return Ok(whole(card.policy(arena)));
                }
                file::read(file, arena)
            }
        };
        read.with_context(|| format!("cannot read {name} as a policy"))
    }

    /// Name of the policy in errors, and whether it is standard input.
    pub(crate) fn input(&self) -> (&'static str, bool) {
        ("a policy", matches!(self, PolicySource::Input))
    }
}
