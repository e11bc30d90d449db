//! Exact games between policies of a race: a policy against another makes the game a Markov chain.

use serde_json::{Value, json};
use tourne_graph::Unsettled;
use tourne_graph::chain::{SETTLED, Seats, Turns};
use tourne_graph::response::Exploited;

use super::solved::{Row, Solved, Throws, probability};
use crate::evaluation::Side;

/// Minimum gain, in points, for which the best response deviates from perfect play. Smaller gains may be rounding errors.
const ENOUGH: f64 = 1e-12;

/// Evaluates a policy against an opponent in games that begin in the state `start`. Returns the results of both, and two
/// win probabilities of the policy from there: when it moves first, and when it moves second.
pub(crate) fn evaluated(
    solved: &Solved,
    players: [&Throws; 2],
    start: usize,
) -> Result<([Side; 2], [f64; 2]), Unsettled> {
    let ends = ends(solved, players)?;
    let visits = turns(players).visits(&[(start, [[0.5]; 2])])?;
    let side = |seat: usize| {
        let states = || solved.positions.iter().map(|[state, ..]| *state as usize);
        let value = |state: usize| match seat {
            0 => win(ends[state][0]),
            // The ends are those of the policy, also when the opponent is on roll.
            _ => lose(ends[state][1]),
        };
        Side {
            values: states().map(value).collect(),
            visits: states().map(|state| visits[state][seat][0]).collect(),
            ends: states().map(|state| ends[state][seat]).collect(),
        }
    };
    Ok(([side(0), side(1)], ends[start].map(win)))
}

/// Returns the probability to win, given the probabilities of the ends.
fn win([single, double, ..]: [f64; 4]) -> f64 {
    single + double
}

/// Returns the probability to lose, given the probabilities of the ends.
fn lose([.., single, double]: [f64; 4]) -> f64 {
    single + double
}

/// Computes the probabilities of the ends for the first player, as in [`Side`], from each state and by the player on roll.
fn ends(solved: &Solved, players: [&Throws; 2]) -> Result<Vec<Seats<2, 4>>, Unsettled> {
    let states = solved.graph.states();
    let mut has_man_home = vec![false; states];
    for &[state, _, other] in &solved.positions {
        has_man_home[state as usize] = solved.has_man_home(other as usize);
    }
    // Probability that the player on roll wins with this throw.
    let wins_now = |state: usize, seat: usize| -> f64 {
        let ways = players[seat].chain.row(state).iter();
        let ends = ways.filter(|(next, _)| *next as usize >= states);
        ends.map(|(_, chance)| chance).sum()
    };
    let mut table = vec![[[0.0; 4]; 2]; solved.graph.nodes()];
    let constant = |state: usize| {
        let [wins, loses] = [wins_now(state, 0), wins_now(state, 1)];
        if has_man_home[state] {
            [[wins, 0.0, 0.0, 0.0], [0.0, 0.0, loses, 0.0]]
        } else {
            [[0.0, wins, 0.0, 0.0], [0.0, 0.0, 0.0, loses]]
        }
    };
    turns(players).expect(&mut table, constant, SETTLED)?;
    Ok(table)
}

/// Returns the values of the start to the first player, as win probabilities: when it moves first, and when it moves
/// second.
pub(crate) fn duel(solved: &Solved, players: [&Throws; 2]) -> Result<[f64; 2], Unsettled> {
    let mut points = vec![[[0.0]; 2]; solved.graph.nodes()];
    // The player who made the last move wins; the other player is on roll at the end.
    points[solved.graph.states()..].fill([[-1.0], [1.0]]);
    turns(players).expect(&mut points, |_| [[0.0]; 2], SETTLED)?;
    Ok(points[solved.start()].map(|[points]| probability(points)))
}

fn turns(players: [&Throws; 2]) -> Turns<'_, 2> {
    Turns::new(players.map(|throws| &throws.chain))
}

/// Finds the best counter-strategy to a policy. Returns the place of its move in each row, and its gains in points over
/// perfect play against itself: when it moves first, and when it moves second.
pub(crate) fn exploit(solved: &Solved, policy: &Throws) -> Result<(Vec<u32>, [f64; 2]), Unsettled> {
    // Compute with losses instead of values. Losses are small where play is good, so their rounding errors are small.
    let exploited = Exploited {
        graph: &solved.graph,
        prices: &solved.losses,
        opponent: &policy.chain,
        gifts: &policy.losses,
    };
    let response = exploited.respond(ENOUGH)?;
    Ok((response.chosen, response.amounts[solved.start()]))
}

/// A move of a policy that is not best.
pub(crate) struct Mistake {
    pub(crate) row: Row,
    /// Places of the move and of the best move.
    pub(crate) places: [usize; 2],
    pub(crate) probability: f64,
    /// Loss of win probability.
    pub(crate) loss: f64,
    /// Mean number of times in a game.
    pub(crate) visits: f64,
}

/// Grades a policy. Returns the fields of `tourne check --format json` but for the mistakes, and the costliest mistakes,
/// at most `most` of them. All mistakes are of the kind [`KIND`].
pub(crate) fn grade(
    solved: &Solved,
    policy: &[f64],
    most: usize,
) -> Result<(Value, Vec<Mistake>), Unsettled> {
    let (throws, perfect, start) = (Throws::of(solved, policy), solved.perfect(), solved.start());
    let (visits, exploiter) = rayon::join(
        || turns([&throws, perfect]).visits(&[(start, [[1.0, 0.0], [0.0, 1.0]])]),
        || exploit(solved, &throws).map(|(_, gains)| gains),
    );
    let (visits, exploiter) = (visits?, exploiter?);

    // Perfect play loses nothing, so the policy gets the value of the start minus its own losses.
    let value = solved.values[start];
    let losses = throws.losses.iter().zip(&visits);
    let [first_lost, second_lost] = losses.fold([0.0; 2], |sums, (loss, [own, _])| {
        [sums[0] + own[0] * loss, sums[1] + own[1] * loss]
    });
    let lost = f64::midpoint(first_lost, second_lost);
    let mut tally = Tally::of(solved, policy, &visits, most);
    tally.prune(most);
    let mut losses = tally.losses;
    let decisions = losses.len();
    #[expect(
        clippy::cast_precision_loss,
        reason = "there are millions of decisions at most"
    )]
    let mean = |sum: f64| (decisions > 0).then(|| sum / decisions as f64);
    let mean_loss = mean(losses.iter().sum::<f64>() / 2.0);
    losses.sort_unstable_by(f64::total_cmp);
    let p95 = losses.get(((decisions * 95).div_ceil(100)).saturating_sub(1));
    let kinds: Vec<Value> = (tally.mistakes_in_all > 0)
        .then(|| json!({"kind": KIND, "mistakes": tally.mistakes_in_all, "visits": tally.mistaken, "cost": lost / 2.0}))
        .into_iter()
        .collect();
    let fields = json!({
        "rules": solved.rules(),
        "unit": "win probability",
        "decisions": decisions,
        "answered": decisions,
        "missing": 0,
        "illegal": 0,
        "agree": tally.agree,
        "agreement": mean(tally.agreement),
        "mean_loss": mean_loss,
        "p95_loss": p95.map(|loss| loss / 2.0),
        "worst_loss": losses.last().map(|loss| loss / 2.0),
        "first": probability(value - first_lost),
        "second": probability(-value - second_lost),
        "value": probability(-lost),
        "loss_per_game": lost / 2.0,
        "decisions_per_game": tally.met,
        "rating": (tally.met > 0.0).then(|| 500.0 * lost / tally.met),
        "exploiter": probability(f64::midpoint(exploiter[0], exploiter[1])),
        "mistakes_in_all": tally.mistakes_in_all,
        "kinds": kinds,
    });
    Ok((fields, tally.mistakes))
}

/// Kind of all mistakes: only the standard game names kinds.
pub(crate) const KIND: &str = "mistake";

/// Counts over all decisions.
#[derive(Default)]
struct Tally {
    agree: usize,
    agreement: f64,
    /// Mean number of decisions of the policy in a game.
    met: f64,
    /// Loss in each decision, in points.
    losses: Vec<f64>,
    mistakes_in_all: usize,
    /// Mean number of mistakes in a game.
    mistaken: f64,
    /// Among others the costliest mistakes.
    mistakes: Vec<Mistake>,
}

impl Tally {
    fn of(solved: &Solved, policy: &[f64], visits: &[Seats<2, 2>], most: usize) -> Tally {
        let (mut tally, chances) = (Tally::default(), solved.chances());
        for row in solved.rows().filter(|&row| solved.is_decision(row)) {
            let [own, _] = visits[solved.state(row.number)];
            let met = f64::midpoint(own[0], own[1]) * chances[row.outcome];
            tally.met += met;
            let places = solved.places(row);
            let best = solved.first_best(&places);
            let (mut right, mut lost) = (1.0, 0.0);
            for place in places.filter(|&place| policy[place] > 0.0 && solved.losses[place] > 0.0) {
                right -= policy[place];
                lost += policy[place] * solved.losses[place];
                tally.mistakes.push(Mistake {
                    row,
                    places: [place, best],
                    probability: policy[place],
                    loss: solved.losses[place] / 2.0,
                    visits: met * policy[place],
                });
                tally.mistakes_in_all += 1;
                tally.mistaken += met * policy[place];
            }
            if tally.mistakes.len() / 2 > most.max(KEPT) {
                tally.prune(most);
            }
            tally.agree += usize::from(lost == 0.0);
            tally.agreement += right;
            tally.losses.push(lost);
        }
        tally
    }
}

impl Tally {
    /// Sorts the mistakes, the costliest first, and keeps at most `most` of them.
    fn prune(&mut self, most: usize) {
        self.mistakes.sort_unstable_by(|one, other| {
            let cost = |mistake: &Mistake| mistake.visits * mistake.loss;
            let by_cost = cost(other).total_cmp(&cost(one));
            let by_loss = || other.loss.total_cmp(&one.loss);
            let in_order = || (one.row.number, one.places).cmp(&(other.row.number, other.places));
            by_cost.then_with(by_loss).then_with(in_order)
        });
        self.mistakes.truncate(most);
    }
}

/// Number of mistakes that are in memory at least before any are dropped.
const KEPT: usize = 10_000;
