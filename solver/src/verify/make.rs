//! Makes a certificate of values and best moves. This code need not be trusted, since certificates are checked.

use std::collections::HashMap;

use super::certificate::{Certificate, Class, Entry, TICKS, points_above};
use super::literal::{self, State};
use crate::game::{self, Die, Position};
use crate::solution::Solution;
use crate::solve::{SolveError, unproven};
use crate::states::{States, points_of};
use tourne_graph::{Graph, Proof};

/// Error of making a certificate: the solution is not proven, so there is no certificate for it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what each error means")]
pub enum NoCertificate {
    #[error(transparent)]
    Unproven(#[from] SolveError),
    #[error(
        "it says that {0} can arise from the start, but no sequence of legal moves leads there"
    )]
    NeverArises(Position),
}

/// Makes a certificate for the values, best moves and flags of a solution, with slacks within its error bound if these can
/// be proven. If the solution is wrong, this function returns an error, or a certificate that the [check](super::check)
/// refuses.
///
/// # Errors
///
/// [`NoCertificate`] if the values do not yield bounds of the true values, if it is not certain that play ends, or if a
/// position that cannot arise is marked as one that can.
pub fn make_certificate(solution: &Solution) -> Result<Certificate, NoCertificate> {
    let states = solution.states();
    let graph = states.graph();
    let values = solution.points();
    let position = |state: usize| states.positions()[state];
    let proof = graph.prove(&values);
    let proof = proof.map_err(|source| unproven(source, position))?;
    let decided = proof.proven.all_decided();
    decided.map_err(|source| unproven(source, position))?;

    let in_ticks = |points: f64| (points * TICKS as f64) as i64;
    // Values of all nodes and the ends' slacks of 0, in ticks.
    let mut nodes: Vec<i64> = graph.node_table(0.0).into_iter().map(in_ticks).collect();
    for (node, &value) in nodes.iter_mut().zip(&values) {
        *node = in_ticks(value);
    }
    let mut slacks = vec![0; nodes.len()];
    for (state, slack) in slacks[..graph.states()].iter_mut().enumerate() {
        *slack = in_ticks(proof.proven.bound_of(state));
    }
    let claimed = solution.error_bound();
    let is_enough = |slack: i64| solution.unit().difference(points_above(slack)) <= claimed;
    tighten(graph, &nodes, &mut slacks, is_enough);

    let classes = classes(states, &proof);
    let ranks = ranks(graph);
    let depths = depths(graph, states.start());
    let entry_of = |number: usize| {
        let state = states.state_of_number(number);
        let position = states.positions()[state];
        let best_moves = solution.best[number];
        let depth = match (best_moves.is_reachable(), depths[state]) {
            (true, None) => return Err(NoCertificate::NeverArises(position)),
            (true, depth) => depth,
            (false, _) => None,
        };
        Ok(Entry {
            state: position.into(),
            value: nodes[state],
            slack: slacks[state],
            best: Die::ALL.map(|die| best_moves.men(die).bits()),
            class: classes[state],
            rank: ranks[state],
            depth,
        })
    };
    Ok(Certificate {
        rules: solution.rules(),
        entries: (0..graph.states())
            .map(entry_of)
            .collect::<Result<_, _>>()?,
    })
}

/// Lowers the slacks of the states until the largest of them is enough, or none can be lowered. Slacks are found by sweeps
/// that stop when they change little, so a file may rightly claim less. `values` and `slacks` are those of all nodes, in
/// ticks.
///
/// Bounds that follow from bounds after each throw are still bounds after these were lowered to what follows from them, so
/// the order does not matter.
fn tighten(graph: &Graph, values: &[i64], slacks: &mut [i64], is_enough: impl Fn(i64) -> bool) {
    let total = i128::from(graph.total());
    let mut is_lowered = true;
    while is_lowered && !slacks.iter().all(|&slack| is_enough(slack)) {
        is_lowered = false;
        for state in 0..graph.states() {
            let (mut lower, mut upper) = (0, 0);
            for (weight, moves) in graph.rolls(state) {
                let nodes = || moves.iter().map(|&node| node as usize);
                // A value is that of the player on roll, who is the other player after a move.
                let least = nodes().map(|node| -(values[node] + slacks[node])).max();
                let most = nodes().map(|node| -(values[node] - slacks[node])).max();
                lower += i128::from(weight) * i128::from(least.unwrap_or(0));
                upper += i128::from(weight) * i128::from(most.unwrap_or(0));
            }
            let here = i128::from(values[state]) * total;
            let off = (here - lower).max(upper - here).max(0);
            // The slack before fits in 64 bits, and a greater one is not taken.
            let slack = i64::try_from((off + total - 1) / total).unwrap_or(i64::MAX);
            if slack < slacks[state] {
                (slacks[state], is_lowered) = (slack, true);
            }
        }
    }
}

impl From<game::Man> for literal::Place {
    fn from(man: game::Man) -> literal::Place {
        match man {
            game::Man::Off => literal::Place::NeverEntered,
            game::Man::Owing => literal::Place::Hit,
            game::Man::On(point) => literal::Place::On(point.number()),
        }
    }
}

impl From<Position> for State {
    fn from(position: Position) -> State {
        State {
            own: position.on_roll().men().map(literal::Place::from),
            opp: position.opponent().men().map(literal::Place::from),
        }
    }
}

/// Returns the name of the class of each state: an end if the class contains an end, otherwise its entry with the
/// lowest number.
fn classes(states: &States, proof: &Proof) -> Vec<Class> {
    let own = |state: usize| Class::Entry(states.numbers()[state]);
    let count = states.graph().states();
    let Some(classes) = &proof.classes else {
        return (0..count).map(own).collect();
    };
    let ends = states.graph().payoffs().len();
    let of = |node: usize| match node.checked_sub(count) {
        None => own(node),
        Some(end) if end < ends => Class::Lost(points_of(end)),
        Some(end) => Class::Won(points_of(end - ends)),
    };
    let mut names: HashMap<u32, Class> = HashMap::new();
    for (node, &class) in classes.iter().enumerate() {
        let name = names.entry(class).or_insert_with(|| of(node));
        // Prefer an end to an entry, and an entry with a lower number to an entry with a higher number.
        *name = match (*name, of(node)) {
            (Class::Entry(one), Class::Entry(other)) => Class::Entry(one.min(other)),
            (_, end) => end,
        };
    }
    (0..count).map(|state| names[&classes[state]]).collect()
}

/// Returns the rank of each state: the round in which it is removed. A round removes every state in which, with some
/// die, all moves end the game or lead to states removed earlier. A state that is never removed gets the rank
/// `u32::MAX`, which the check refuses.
fn ranks(graph: &Graph) -> Vec<u32> {
    let states = graph.states();
    let mut ranks = vec![u32::MAX; states];
    let mut left: Vec<usize> = (0..states).collect();
    for round in 0.. {
        let goes = |&state: &usize| {
            let is_gone = |node: u32| ranks.get(node as usize).is_none_or(|&rank| rank < round);
            graph
                .rolls(state)
                .any(|(_, moves)| moves.iter().all(|&node| is_gone(node)))
        };
        let (go, stay): (Vec<usize>, Vec<usize>) = left.into_iter().partition(goes);
        if go.is_empty() {
            break;
        }
        for state in go {
            ranks[state] = round;
        }
        left = stay;
    }
    ranks
}

/// Returns the least number of throws after which each state can arise from the start; `None` if it never does.
fn depths(graph: &Graph, start: usize) -> Vec<Option<u32>> {
    let mut depths = vec![None; graph.states()];
    let mut open = vec![start];
    depths[start] = Some(0);
    for depth in 1.. {
        let mut next = Vec::new();
        for state in open {
            for &node in graph.rolls(state).flat_map(|(_, moves)| moves) {
                if let Some(found) = depths.get_mut(node as usize)
                    && found.is_none()
                {
                    *found = Some(depth);
                    next.push(node as usize);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        open = next;
    }
    depths
}
