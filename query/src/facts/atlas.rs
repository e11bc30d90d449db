//! Facts about the game under one rule set, for comparison with the standard game and other rule sets.

use serde::Serialize;
use tourne_graph::Unsettled;
use tourne_solver::policies;
use tourne_solver::policies::chain::{Chain, SETTLED, Turns};
use tourne_solver::{
    Crowding, Dice, Die, Man, NotHeld, Overshoot, Position, Rules, Setup, Solution, Stakes, Unit,
};

use super::error::FactsError;
use crate::facts::best_play;
use crate::policy::{Arena, Row};

/// Returns the rule sets that differ from the standard game in one switch, in the order of play: the throw, entering a
/// hit man, passing and sharing points, overshooting home, and the stakes.
pub fn one_switch_each() -> [Rules; 6] {
    let standard = Rules::STANDARD;
    [
        Rules {
            dice: Dice::One,
            ..standard
        },
        Rules::FORCED_ENTRY,
        Rules::ENTRY_FIRST,
        Rules {
            crowding: Crowding::Free,
            ..standard
        },
        Rules {
            overshoot: Overshoot::GoesOff,
            ..standard
        },
        Rules::DOUBLE_WIN,
    ]
}

/// Facts about the game under one rule set. The fields have the same names in the JSON output. Fields without a sentence
/// are those of [`Info`](super::Info).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the fields of `Info` have the same names")]
pub struct AtlasEntry {
    pub rules: Rules,
    pub unit: Unit,
    pub positions: u64,
    pub reachable: u64,
    pub decisions: u64,
    pub ties: u64,
    pub value: f64,
    pub error_bound: f64,
    pub throws_per_game: f64,
    /// Mean number of throws in a game that both players prolong as much as they can.
    pub longest_game: f64,
    /// Share of throws that leave a choice, under best play, 0 to 1.
    pub choice_share: f64,
    /// Mean number of moves that hit in a game under best play.
    pub hits_per_game: f64,
    /// Probability that the loser has no man home at the end, under best play.
    pub loser_none_home: f64,
    /// Number of decisions in which the best move of the standard game is not a best move under these rules.
    pub changed_decisions: u64,
    /// Probability that the first to throw wins the game, under best play.
    pub first_wins: f64,
    /// Probability that a game under best play has a throw for which the standard game has other legal moves, or a win
    /// that counts two points; `None` with one die, where each throw differs from the standard game.
    pub touched_games: Option<f64>,
}

impl AtlasEntry {
    /// Computes the facts about the solution of an arena, and compares it with `standard`, the solution of the standard
    /// game.
    ///
    /// # Errors
    ///
    /// [`FactsError`] if players can prolong games too much to compute their length.
    pub fn new(arena: &Arena, standard: &Solution) -> Result<AtlasEntry, FactsError> {
        let solution = arena.solution();
        let rules = solution.rules();
        let counts = solution.counts();
        let pace = best_play::pace(arena)?;
        let lengths = policies::lengths::longest(arena.graph())?;
        Ok(AtlasEntry {
            rules,
            unit: solution.unit(),
            positions: counts.positions,
            reachable: counts.reachable,
            decisions: counts.decisions,
            ties: best_play::ties(arena),
            value: solution.value(rules.start())?.number(),
            error_bound: solution.error_bound(),
            throws_per_game: pace.throws,
            longest_game: lengths[arena.states().start()],
            choice_share: pace.choices / pace.throws,
            hits_per_game: pace.hits,
            loser_none_home: pace.loser_none_home,
            changed_decisions: changed_decisions(solution, standard)?,
            first_wins: match rules.stakes {
                Stakes::Single => solution.value(rules.start())?.number(),
                Stakes::DoubleWin => {
                    let outcomes = best_play::outcomes(arena)?[arena.states().start()];
                    outcomes.win_single + outcomes.win_double
                }
            },
            touched_games: match rules.dice {
                Dice::LowerOfTwo => Some(touched_games(arena)?),
                Dice::One => None,
            },
        })
    }
}

/// Computes the probability that perfect players meet a throw for which the standard game has other legal moves, or
/// that the win counts two points.
fn touched_games(arena: &Arena) -> Result<f64, Unsettled> {
    let graph = arena.graph();
    let touched = graph.states() + graph.payoffs().len();
    let ends = graph.payoffs().len() + 1;
    let chain = Chain::new(graph.blocks().to_vec(), ends, |state, next| {
        for (row, chance) in Row::of_state(state).zip(arena.die_probabilities()) {
            let (position, die) = arena.position_of(row);
            let best = || graph.all_moves()[arena.best_of(arena.places(row))];
            let node = if has_usual_moves(arena.rules(), position, die) {
                best()
            } else {
                touched as u32
            };
            next.push((node, chance));
        }
    });
    let mut shares = vec![[[0.0]]; touched + 1];
    shares[touched] = [[1.0]];
    for (end, &points) in graph.payoffs().iter().enumerate() {
        shares[graph.states() + end] = [[f64::from(u8::from(points > 1.0))]];
    }
    Turns::new([&chain]).expect(&mut shares, |_| [[0.0]], SETTLED)?;
    Ok(shares[arena.states().start()][0][0])
}

/// Returns whether the legal moves of a position and die are those of the standard game, in which a hit man owes no
/// entry. They are not if the position cannot stand in the standard game.
fn has_usual_moves(rules: Rules, position: Position, die: Die) -> bool {
    let side = |men: [Man; 3]| {
        let freed = men.map(|man| if man == Man::Owing { Man::Off } else { man });
        freed.to_vec()
    };
    let setup = Setup {
        on_roll: side(position.on_roll().men()),
        opponent: side(position.opponent().men()),
    };
    let standard = Rules::STANDARD;
    let Ok(of_standard) = standard.position(&setup) else {
        return false;
    };
    let (plays, usual) = (rules.plays(position, die), standard.plays(of_standard, die));
    let pairs = plays.iter().zip(&usual);
    plays.len() == usual.len() && { pairs }.all(|(one, other)| one.action == other.action)
}

fn changed_decisions(solution: &Solution, standard: &Solution) -> Result<u64, NotHeld> {
    let mut changed = 0;
    for position in standard.index().positions() {
        let (usual, best) = (
            standard.best_moves(position)?,
            solution.best_moves(position)?,
        );
        for die in Die::ALL {
            let movers = standard.index().movers(position.on_roll(), die);
            if movers.len() < 2 {
                continue;
            }
            // A man moves equally far under all rules, so a move is identified by its man.
            let first = usual.men(die).iter().next();
            changed += u64::from(first.is_some_and(|man| !best.men(die).contains(man)));
        }
    }
    Ok(changed)
}
