//! Solving: finds and proves the values and best moves of the positions of a rule set, which are the states of a graph.

mod census;
pub mod matches;

pub use census::{Census, Depth};

use std::sync::Arc;

use crate::game::{Die, Position, Rules, Unit};
use crate::solution::{BestMoves, Counts, Solution};
use crate::states::States;
use tourne_graph::ending::Ending;
use tourne_graph::{Progress, ProofError, Unsettled};

/// Stage of solving, passed to the observer of a [`Solver`].
#[derive(Clone, Copy, Debug)]
pub enum Stage {
    /// Finding the positions that can arise from the start, and all legal moves.
    Enumerating,
    /// Finding the values by iteration, and proving them, block by block.
    Solving(Progress),
}

/// A solution, with facts about how it was found and proven.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Proven values and best moves of every position.
    pub solution: Solution,
    /// Number of times that a position was swept, averaged over all positions.
    pub sweeps: f64,
    /// Other results of the proof, such as the error bound and the number of ties.
    pub findings: Findings,
}

/// Findings of the proof besides values and best moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Findings {
    /// Maximum error of any value, in the unit of the values.
    pub error_bound: f64,
    /// Conditions under which play ends.
    pub ending: Ending,
    /// Number of decisions with several best moves, which have exactly the same value.
    pub ties: usize,
    /// The decision with the smallest difference in value between the best move and a worse one; `None` if no decision
    /// has moves of different value.
    pub closest: Option<Closest>,
}

/// The decision in which the value of a move that is not best comes closest to the value of the best move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest {
    /// Position of the decision.
    pub position: Position,
    /// Die of the decision, 1 to 6.
    pub die: Die,
    /// Difference in value between the best move and the best of the worse moves, in the unit of the values.
    pub margin: f64,
}

/// Error of solving a rule set.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the field names are self-explanatory")]
pub enum SolveError {
    /// The iteration does not converge.
    #[error(transparent)]
    Unsettled(#[from] Unsettled),
    /// Internal error: the search from the start found positions that are not in the canonical order.
    #[error(
        "internal error: the search from the start found {met} positions, but the canonical order has {indexed} of them"
    )]
    Incomplete { met: u64, indexed: u64 },
    /// The values could not be proven.
    #[error("the values cannot be proven{}", place(*.position, *.die))]
    Unproven {
        source: ProofError,
        position: Option<Position>,
        die: Option<Die>,
    },
}

fn place(position: Option<Position>, die: Option<Die>) -> String {
    match (position, die) {
        (Some(position), Some(die)) => format!(" (position {position}, die {die})"),
        (Some(position), None) => format!(" (position {position})"),
        (None, _) => String::new(),
    }
}

/// Solves a rule set and proves the solution.
///
/// The computation runs on the threads of the current `rayon` pool. The result does not depend on the number of
/// threads.
///
/// # Errors
///
/// [`SolveError`] if the game cannot be solved, or the solution cannot be proven.
///
/// ```
/// use tourne_solver::{Rules, solve};
///
/// let solved = solve(Rules::STANDARD)?;
/// let value = solved.solution.value(Rules::STANDARD.start())?;
/// assert!((value.number() - 0.515_094_810_490).abs() < 1e-12);
/// assert!(solved.findings.error_bound < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(rules: Rules) -> Result<Solved, SolveError> {
    Solver::new(rules).solve()
}

/// Solver of a rule set, with an optional observer.
///
/// ```
/// use tourne_solver::{Rules, Solver, Stage};
///
/// let mut sweeps = 0;
/// let mut count = |stage| sweeps += usize::from(matches!(stage, Stage::Solving(_)));
/// Solver::new(Rules::STANDARD).observe(&mut count).solve()?;
/// assert!(sweeps > 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver<'a> {
    rules: Rules,
    observe: Option<&'a mut dyn FnMut(Stage)>,
}

impl<'a> Solver<'a> {
    /// Makes a solver of this rule set, without an observer.
    pub fn new(rules: Rules) -> Solver<'a> {
        Solver {
            rules,
            observe: None,
        }
    }

    /// Sets the function that is called when the enumeration begins, and after each sweep over a block.
    #[must_use]
    pub fn observe(mut self, observe: &'a mut dyn FnMut(Stage)) -> Solver<'a> {
        self.observe = Some(observe);
        self
    }

    /// Solves the rule set, as [`solve`] does.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if the game cannot be solved, or the solution cannot be proven.
    pub fn solve(self) -> Result<Solved, SolveError> {
        match self.observe {
            Some(observe) => solve_observed(self.rules, observe),
            None => solve_observed(self.rules, &mut |_| ()),
        }
    }
}

fn solve_observed(rules: Rules, observe: &mut dyn FnMut(Stage)) -> Result<Solved, SolveError> {
    observe(Stage::Enumerating);
    // Two searches that know nothing of each other: `best_moves` compares their results.
    let (census, states) = rayon::join(|| Census::new(rules), || States::new(rules));
    let graph = states.graph();
    let mut progressed = |progress| observe(Stage::Solving(progress));
    let position = |state: usize| states.positions()[state];
    let solved = graph.solve(&mut progressed);
    let solved = solved.map_err(|source| unproven(source, position))?;
    let proven = &solved.proven;
    let decided = proven.all_decided();
    decided.map_err(|source| unproven(source, position))?;

    let unit = Unit::of(rules);
    let findings = Findings {
        error_bound: unit.difference(proven.bound()),
        ending: proven.ending,
        ties: proven.ties as usize,
        closest: proven.margin.map(|margin| Closest {
            position: states.positions()[margin.state],
            die: Die::ALL[margin.outcome],
            margin: unit.difference(margin.points),
        }),
    };
    let numbers = 0..states.index.len();
    let values_in_order = numbers
        .map(|number| unit.from_points(proven.values[states.state_of_number(number)]))
        .collect();
    let (best, counts) = best_moves(rules, &states, &census, &solved.best)?;
    let solution = Solution {
        rules,
        counts,
        error_bound: findings.error_bound,
        values: values_in_order,
        best,
        index: Arc::clone(&states.index),
        states: Arc::new(states.into()),
    };
    Ok(Solved {
        solution,
        sweeps: proven.sweeps,
        findings,
    })
}

/// Returns the error for a graph that cannot be solved. `position` returns the position of a state.
pub(crate) fn unproven(
    source: impl Into<tourne_graph::SolveError>,
    position: impl Fn(usize) -> Position,
) -> SolveError {
    let source = match source.into() {
        tourne_graph::SolveError::Unsettled(source) => return source.into(),
        tourne_graph::SolveError::Unproven(source) => source,
        tourne_graph::SolveError::Game(error) => unreachable!("the graph was built: {error}"),
    };
    let (state, die) = match source {
        ProofError::Value { state, .. } => (Some(state), None),
        ProofError::Undecided { state, outcome } => (Some(state), Some(Die::ALL[outcome])),
        _ => (None, None),
    };
    SolveError::Unproven {
        source,
        position: state.map(position),
        die,
    }
}

/// Returns the best moves of all positions, in canonical order, with the counts of positions, decisions and moves.
/// `best` is `true` for each move of the graph that is best. Returns an error if the search from the start found a
/// position that is not in the canonical order.
fn best_moves(
    rules: Rules,
    states: &States,
    census: &Census,
    best: &[bool],
) -> Result<(Arc<[BestMoves]>, Counts), SolveError> {
    let positions = states.positions().len() as u64;
    let over = rules.sides().filter(|side| !side.is_finished()).count();
    let mut counts = Counts {
        positions,
        reachable: 0,
        over: over as u64,
        reachable_over: census.depths.iter().map(|depth| depth.over).sum(),
        pairs: positions * Die::ALL.len() as u64,
        decisions: 0,
        reachable_decisions: 0,
        moves: 0,
    };
    let numbers = 0..states.positions().len();
    let in_order = numbers.map(|number| {
        let state = states.state_of_number(number);
        let position = states.positions()[state];
        let movers = states.index.movers_by_die(position.on_roll());
        let decisions = movers.iter().filter(|men| men.len() > 1).count() as u64;
        let is_reachable = census.contains(position);
        counts.moves += movers.iter().map(|men| men.len() as u64).sum::<u64>();
        counts.decisions += decisions;
        counts.reachable += u64::from(is_reachable);
        counts.reachable_decisions += u64::from(is_reachable) * decisions;
        let flags = |die: Die| &best[states.graph().places(state, die.index())];
        BestMoves::new(is_reachable, states.best(state, flags))
    });
    let in_order = in_order.collect();
    let met = census.depths.iter().map(|depth| depth.positions).sum();
    if met != counts.reachable {
        return Err(SolveError::Incomplete {
            met,
            indexed: counts.reachable,
        });
    }
    Ok((in_order, counts))
}
