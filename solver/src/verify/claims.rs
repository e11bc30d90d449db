//! Proves a solution: makes a certificate, checks it, and compares it with the solution.
//!
//! The proof relies on the [literal rules](super::literal), the [check](super::check), the comparison in this file, and
//! the decoding of rules, values and best moves ([`file::decode`](crate::solution::file::decode)).

use super::certificate::{Certificate, TICKS, points_above};
use super::check::{CertificateFault, check};
use super::layout::Layout;
use super::literal::State;
use super::make::{NoCertificate, make_certificate};
use crate::game::{Die, Position, Rules};
use crate::solution::{Claims, Solution};
use crate::solve::{Closest, Findings, unproven};
use tourne_graph::ending::Ending;

/// Error of verifying a solution.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what each error means")]
pub enum Wrong {
    #[error("it says that there are {found} {what}, but there are {expected}")]
    Count {
        /// Plural noun that names the things counted.
        what: &'static str,
        found: u64,
        expected: u64,
    },
    #[error(
        "the value of {position} is off by {off:e}, compared with the value computed from the positions after it: more than its error bound, {error_bound:e}"
    )]
    Equation {
        position: Position,
        /// Difference, in the unit of the values.
        off: f64,
        error_bound: f64,
    },
    #[error(transparent)]
    NoCertificate(#[from] NoCertificate),
    #[error(
        "it claims an error bound of {claimed:e}, more than {LARGEST_RATIO} times the bound {proven:e} that its values prove: solve the rule set again"
    )]
    LooseBound { proven: f64, claimed: f64 },
    #[error(
        "it claims an error bound of {claimed:e}, but its values prove only {proven:e}; the residual is largest at {position}: solve the rule set again"
    )]
    ErrorBound {
        proven: f64,
        claimed: f64,
        position: Position,
    },
    #[error("internal error: its certificate is for the rules {0}")]
    OtherCertificate(Rules),
    #[error("internal error: its certificate claims something else for {0}")]
    OtherClaim(State),
    #[error("{0}")]
    Refuted(CertificateFault),
}

/// Maximum ratio of the claimed error bound to the proven bound. A ratio above 1 is allowed because another proof of
/// the same values may be less precise.
const LARGEST_RATIO: f64 = 16.0;

/// Proves claims, so that they are a solution: makes a [certificate](mod@crate::verify) for them, and checks the
/// certificate in integers, by the literal rules. Only the check needs to be trusted.
///
/// # Errors
///
/// [`Wrong`] with the first fault found.
pub fn verify(claims: Claims) -> Result<(Solution, Findings), Wrong> {
    let rules = claims.rules();
    let (_, layout) = rayon::join(|| claims.0.states(), || Layout::new(rules));
    let findings = verify_on(&layout, &claims)?;
    Ok((claims.0, findings))
}

/// Proves claims as [`verify`] does, with a layout of the same rule set, which can be used for any number of claims.
///
/// # Errors
///
/// [`Wrong`] in the same cases as [`verify`], and if the claims are about another rule set.
pub fn verify_on(layout: &Layout, claims: &Claims) -> Result<Findings, Wrong> {
    let Claims(solution) = claims;
    let (expected, found) = (layout.rules(), solution.rules());
    if expected != found {
        return Err(Wrong::Refuted(CertificateFault::OtherRules {
            expected,
            found,
        }));
    }
    let states = solution.states();
    let unit = solution.unit();
    let claimed = solution.error_bound();
    let residual =
        tourne_graph::residual(states.graph(), &solution.points()).map_err(|source| {
            NoCertificate::Unproven(unproven(source, |state| states.positions()[state]))
        })?;
    let position = states.positions()[residual.state];
    let off = unit.difference(residual.points());
    if off > claimed {
        return Err(Wrong::Equation {
            position,
            off,
            error_bound: claimed,
        });
    }

    let certificate = make_certificate(solution)?;
    let checked = check(layout, &certificate).map_err(Wrong::Refuted)?;
    compare_claims(solution, &certificate)?;
    let counted = checked.counts.named();
    for ((what, found), (_, expected)) in solution.counts().named().into_iter().zip(counted) {
        if found != expected {
            return Err(Wrong::Count {
                what,
                found,
                expected,
            });
        }
    }
    let error_bound = unit.difference(points_above(checked.slack));
    if error_bound > claimed {
        return Err(Wrong::ErrorBound {
            proven: error_bound,
            claimed,
            position,
        });
    }
    if claimed > LARGEST_RATIO * error_bound {
        return Err(Wrong::LooseBound {
            proven: error_bound,
            claimed,
        });
    }
    Ok(Findings {
        error_bound,
        ending: Ending::Always,
        ties: checked.ties as usize,
        closest: checked.closest.map(|(margin, number, die)| Closest {
            position: states.positions()[states.state_of_number(number)],
            die,
            margin: unit.difference(margin as f64 / TICKS as f64),
        }),
    })
}

/// Checks that the certificate and the solution make the same claims: the rule set, the values, the best moves, and the
/// set of positions that can arise from the start.
fn compare_claims(solution: &Solution, certificate: &Certificate) -> Result<(), Wrong> {
    let positions = solution.values.len();
    if certificate.rules != solution.rules()
        || [certificate.entries.len(), solution.best.len()] != [positions; 2]
    {
        return Err(Wrong::OtherCertificate(certificate.rules));
    }
    let claims = solution.values.iter().zip(&*solution.best);
    for (entry, (&value, best)) in certificate.entries.iter().zip(claims) {
        let ticks = solution.unit().to_points(value) * TICKS as f64;
        let is_same = ticks.fract() == 0.0
            && entry.value == ticks as i64
            && Die::ALL.map(|die| best.men(die).bits()) == entry.best
            && best.is_reachable() == entry.depth.is_some();
        if !is_same {
            return Err(Wrong::OtherClaim(entry.state));
        }
    }
    Ok(())
}
