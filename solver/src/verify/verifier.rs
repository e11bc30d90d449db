//! Proving a solution: a certificate of what it claims is made and checked, and compared with the claims.
//!
//! Trusted: the [literal rules](super::literal), the [check](super::check), the comparison here, and the
//! reading of the file ([`file::decode`](crate::solution::file::decode), with what turns its numbers into switches,
//! values and best moves).

use super::certificate::{Certificate, TICKS};
use super::check::{CertificateFault, check_on};
use super::layout::Layout;
use super::literal::State;
use super::make::{NoCertificate, make_on};
use crate::game::{Die, Position, Rules};
use crate::graph::ending::Ending;
use crate::graph::proof;
use crate::solution::{Counts, Solution};
use crate::solve::{Closest, Findings, SolveError, States, unproven};

/// Error of verifying a solution.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the fields are named by what they are")]
pub enum Wrong {
    /// A count is wrong.
    #[error("it says that there are {found} {what}, but there are {expected}")]
    Count {
        /// The noun for the count.
        what: &'static str,
        found: u64,
        expected: u64,
    },
    /// A value does not follow from those that it depends on.
    #[error(
        "the value of {position} is off by {off:e} from what follows from the positions after it, more than its error bound {error_bound:e}"
    )]
    Equation {
        position: Position,
        /// The amount, in the unit of the values.
        off: f64,
        error_bound: f64,
    },
    /// The values cannot be proven.
    #[error(transparent)]
    Unproven(SolveError),
    /// A position is said to arise from the start that cannot.
    #[error(
        "it says that {0} can arise from the start, but no sequence of legal moves leads there"
    )]
    NeverArises(Position),
    /// The error bound is much larger than it need be, so that it hides how good the values are.
    #[error(
        "it claims an error bound of {claimed:e}, more than {LARGEST_RATIO} times the bound {proven:e} that its values prove: solve the rule set again"
    )]
    LooseBound { proven: f64, claimed: f64 },
    /// The values are right, but not to within the bound that the solution states.
    #[error(
        "its values are proven to within {proven:e}, but it claims an error bound of {claimed:e}; the value of {position} is off the most from what follows from the positions after it"
    )]
    ErrorBound {
        proven: f64,
        claimed: f64,
        position: Position,
    },
    /// The certificate is of other rules: an internal error.
    #[error("internal error: its certificate is for the rules {0}")]
    OtherCertificate(Rules),
    /// The certificate claims something else than the solution: an internal error.
    #[error("internal error: its claims for {0} differ from those that were checked")]
    OtherClaim(State),
    /// Its certificate does not hold.
    #[error("{0}")]
    Refuted(CertificateFault),
}

/// Maximum ratio of a claimed to the proven error bound. Chosen: it leaves room for a coarser proof of
/// the same values, and refuses a bound that is far too wide.
const LARGEST_RATIO: f64 = 16.0;

/// Proves a solution: makes a [certificate](crate::verify) of what it claims, and checks that by the
/// literal rules and in integers. Only the check is trusted.
///
/// # Errors
///
/// [`Wrong`] with the first fault found.
pub fn verify(solution: &Solution) -> Result<Findings, Wrong> {
    Verifier::new(solution.rules()).verify(solution)
}

/// A rule set made ready to verify any number of its solutions.
#[derive(Clone, Debug)]
pub struct Verifier {
    /// Finds certificates; not trusted.
    states: States,
    /// Checks them.
    layout: Layout,
}

impl Verifier {
    /// Finds the positions and moves of these rules, once for finding certificates and once, literally, for
    /// checking them.
    #[must_use]
    pub fn new(rules: Rules) -> Verifier {
        let (states, layout) = rayon::join(|| States::new(rules), || Layout::new(rules));
        Verifier { states, layout }
    }

    /// Proves a solution: the same as [`verify`].
    ///
    /// # Errors
    ///
    /// As for [`verify`], and if the solution is of other rules.
    pub fn verify(&self, solution: &Solution) -> Result<Findings, Wrong> {
        let (expected, found) = (self.layout.rules(), solution.rules());
        if expected != found {
            return Err(Wrong::Refuted(CertificateFault::OtherRules {
                expected,
                found,
            }));
        }
        let (states, layout) = (&self.states, &self.layout);
        let unit = solution.unit();
        let claimed = solution.error_bound();
        let residual = proof::residual(states.graph(), &states.points(solution))
            .map_err(|source| Wrong::Unproven(unproven(source, states)))?;
        let position = states.positions()[residual.state];
        let off = unit.difference(residual.points());
        if off > claimed {
            return Err(Wrong::Equation {
                position,
                off,
                error_bound: claimed,
            });
        }

        let certificate = make_on(states, solution).map_err(|none| match none {
            NoCertificate::Unproven(error) => Wrong::Unproven(error),
            NoCertificate::NeverArises(position) => Wrong::NeverArises(position),
        })?;
        let checked = check_on(layout, &certificate).map_err(Wrong::Refuted)?;
        compare_claims(solution, &certificate)?;
        compare_counts(solution.counts(), checked.counts)?;
        let points = |ticks: i64| ticks as f64 / TICKS as f64;
        // Rounded up, so that it is a bound.
        let error_bound = match points(checked.slack) {
            bound if (bound * TICKS as f64) as i64 >= checked.slack => unit.difference(bound),
            bound => unit.difference(bound.next_up()),
        };
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
                position: states.position_of_number(number),
                die,
                margin: unit.difference(points(margin)),
            }),
        })
    }
}

/// Checks that the certificate claims the same as the solution, entry by entry.
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

fn compare_counts(claimed: Counts, counted: Counts) -> Result<(), Wrong> {
    for ((what, found), (_, expected)) in claimed.named().into_iter().zip(counted.named()) {
        if found != expected {
            return Err(Wrong::Count {
                what,
                found,
                expected,
            });
        }
    }
    Ok(())
}
