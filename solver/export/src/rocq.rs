//! Data of the proof for the checker in Rocq, `tests/theorem`.

use std::fmt::Write as _;

use tourne_solver::graph::lengths;
use tourne_solver::verify::literal::State;
use tourne_solver::verify::{Entry, NoCertificate, TICKS, make_certificate};
use tourne_solver::{Die, Rules, Solution, Stakes, States};

/// Number of lines in a definition. Chosen: Rocq reads lists by recursion, and this limits the depth.
const LINES_PER_DEFINITION: usize = 1000;

/// Error of exporting the proof for Rocq.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum NotForRocq {
    /// The solution has no certificate.
    #[error(transparent)]
    Unproven(#[from] NoCertificate),
    /// The length of games has no bound.
    #[error("no bound was found on the length of games")]
    Endless,
    /// Several best moves are exactly equal.
    #[error(
        "{state} with a {die} has best moves that are exactly equal, and the checker in Rocq is for rule sets in which every best move is the only one: {rules} is not one of them",
        die = .die.number()
    )]
    Tie {
        /// Rule set with equal moves.
        rules: Rules,
        /// First position with equal moves, in canonical order.
        state: State,
        /// Lowest die with equal moves there.
        die: Die,
    },
}

/// Writes a source file for Rocq that defines the data of a rule set, such as `standard_data`: for every legal position, in
/// canonical order, the value with its slack, a bound on the expected number of throws to come whatever the players do, and
/// the best moves. The data need not be trusted: the checker in Rocq decides whether they are a proof.
///
/// # Errors
///
/// [`NotForRocq`] if the solution cannot be proven, or several best moves are exactly equal.
///
/// ```
/// use tourne_export::rocq;
/// use tourne_solver::{solve, Rules};
///
/// let solution = solve(Rules::STANDARD)?.solution;
/// let text = rocq(&solution)?;
/// // The start: every die has one move, of the first man.
/// assert!(text.lines().any(|line| line.starts_with("Line ") && line.ends_with(" 111111 (* 000/000 *);")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rocq(solution: &Solution) -> Result<String, NotForRocq> {
    let certificate = make_certificate(solution)?;
    let states = States::new(solution.rules());
    let lengths = lengths::whole(states.graph()).map_err(|_| NotForRocq::Endless)?;
    let in_order = |number| lengths[states.state_of_number(number)];
    let rules = solution.rules();
    // Win probabilities are 0 to 1, and the points of the certificate -1 to 1.
    let (shift, ticks) = match rules.stakes {
        Stakes::Single => (TICKS, 2 * TICKS),
        Stakes::DoubleWin => (0, TICKS),
    };
    let mut text = format!(
        "(* Data of the rule set {rules} for the checker in tests/theorem, written by tourne-solve export --to rocq.\n   \
         A line has a value and its slack, in ticks, a bound on the throws to come, and the best man for each die. *)\n\
         From Coq Require Import List ZArith Sint63.\nFrom Tourne Require Import Checker.\nImport ListNotations.\n\
         Open Scope sint63_scope.\n\
         Inductive line := Line (value slack throws_to_come best_men : int).\n\
         Definition read (lines : list line) : list row :=\n  \
         map (fun line => match line with Line a b c d => Row (to_Z a) (to_Z b) (to_Z c) (to_Z d) end) lines.\n"
    );
    let mut parts = Vec::new();
    let entries = certificate.entries.iter().enumerate();
    let numbered: Vec<_> = entries
        .map(|(number, entry)| (entry, in_order(number)))
        .collect();
    for (number, chunk) in numbered.chunks(LINES_PER_DEFINITION).enumerate() {
        // Evaluated here, so that no machine integers are left in the definition.
        let _ = writeln!(
            text,
            "Definition rows_{number} := Eval vm_compute in read ["
        );
        for (at, (entry, length)) in (1..).zip(chunk) {
            let _ = writeln!(
                text,
                "Line {} {} {length} {} (* {} *){}",
                Signed(entry.value + shift),
                entry.slack,
                best_men(rules, entry)?,
                entry.state,
                if at == chunk.len() { "]." } else { ";" }
            );
        }
        parts.push(format!("rows_{number}"));
    }
    let name = rules.to_string().replace(['-', '+'], "_");
    let _ = writeln!(
        text,
        "Definition {name}_data := Data {ticks} (concat [{}]).",
        parts.join("; ")
    );
    Ok(text)
}

/// A number as an argument in Rocq: negative numbers need parentheses.
struct Signed(i64);

impl std::fmt::Display for Signed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            number @ ..0 => write!(f, "({number})"),
            number => write!(f, "{number}"),
        }
    }
}

/// Best man for each die, as six decimal digits: 1 to 3 for the man of index 0 to 2, and 0 for a pass.
fn best_men(rules: Rules, entry: &Entry) -> Result<u32, NotForRocq> {
    let mut digits = 0;
    for (die, men) in Die::ALL.into_iter().zip(entry.best) {
        if men.count_ones() > 1 {
            let state = entry.state;
            return Err(NotForRocq::Tie { rules, state, die });
        }
        let place = if men == 0 {
            0
        } else {
            men.trailing_zeros() + 1
        };
        digits = 10 * digits + place;
    }
    Ok(digits)
}
