//! Policies as the command line names them: a file, standard input, or one that is built in.

use std::fmt;
use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::Context as _;
use tourne_query::policy::Arena;
use tourne_query::policy::builtin::{Builtin, ParseBuiltinError};
use tourne_query::policy::table::{self, FromFile};
use tourne_solver::game::printable;

/// Where a policy comes from.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    Builtin(Builtin),
    Input,
    File(PathBuf),
}

impl FromStr for Source {
    type Err = ParseBuiltinError;

    fn from_str(text: &str) -> Result<Source, ParseBuiltinError> {
        Ok(match text.strip_prefix("builtin:") {
            Some(name) => Source::Builtin(name.parse()?),
            None if text == "-" => Source::Input,
            None => Source::File(text.into()),
        })
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Builtin(builtin) => write!(f, "builtin:{builtin}"),
            Source::Input => f.write_str("standard input"),
            // The name as it is: who shows it to people makes it safe to show.
            Source::File(path) => f.write_str(&path.to_string_lossy()),
        }
    }
}

impl Source {
    /// Reads the policy.
    pub(crate) fn read(&self, arena: &Arena) -> anyhow::Result<FromFile> {
        let name = printable(&self.to_string());
        let read = match self {
            Source::Builtin(builtin) => {
                return Ok(FromFile {
                    policy: builtin.policy(arena),
                    illegal: Vec::new(),
                });
            }
            Source::Input => table::read(io::stdin().lock(), arena),
            Source::File(path) => {
                let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
                table::read(file, arena)
            }
        };
        read.with_context(|| format!("{name} is no policy"))
    }

    /// How the policy is named in errors, and whether it is standard input.
    pub(crate) fn input(&self) -> (&'static str, bool) {
        ("a policy", matches!(self, Source::Input))
    }
}
