//! Proves that a solution is correct, without trusting anything in it. This module can be read on its own.
//!
//! [`verify`] makes a [`Certificate`] for the claims of a file and [checks](check) it. A certificate proves the values
//! and best moves in plain integers, and one pass over the positions checks it. A reader needs to trust only the check, not the
//! code that [makes](make_certificate) certificates. The check follows the [`literal`] rules in exact integer
//! arithmetic, and shares nothing with the code that solves. `solver/graph/PROOF.md` says why a certificate is a proof.
//! `tests/check_certificate.py` checks its text in Python.

mod certificate;
mod check;
mod claims;
mod digits;
mod layout;
pub mod literal;
mod make;
mod open;
mod refine;

pub use certificate::{Certificate, Class, Entry, TICKS};
pub use check::{CertificateFault, Checked, Claim, check};
pub use claims::{Wrong, verify, verify_on};
pub use digits::{MOST_DIGITS, NoDigits, PreciseValues, wrong_bounds};
pub use layout::{Layout, Next, NumberedMove};
pub use make::{NoCertificate, make_certificate};
pub use open::{OpenError, open};
