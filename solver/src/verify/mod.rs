//! Proving that a solution is right, trusting nothing in it: the corner of the project that must be trusted,
//! readable on its own.
//!
//! [`verify`] makes a [`Certificate`] of what a solution claims and [checks](check) it. The certificate is the proof
//! as plain integers, checkable in one pass over the positions. How it is [made](make_certificate) need
//! not be trusted; the check follows the [`literal`] rules in exact integer arithmetic, and shares nothing with the
//! code that solves. `solver/CERTIFICATE.md` describes a certificate and why it is a proof, and
//! `tests/check_certificate.py` checks the same [text](certificate_text) in another language.

mod certificate;
mod check;
mod digits;
mod layout;
pub mod literal;
mod make;
mod text;
mod verifier;

pub use certificate::{Certificate, Class, Entry, TICKS};
pub use check::{CertificateFault, Checked, Claim, check, check_on};
pub use digits::{MOST_DIGITS, NoDigits, PreciseValues, wrong_bounds};
pub use layout::{Choice, Layout, Next};
pub use make::{NoCertificate, make_certificate};
pub use text::certificate_text;
pub use verifier::{Verifier, Wrong, verify};
