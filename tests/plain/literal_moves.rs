//! Legal moves by the literal rules, with their effects on both sides.

use tourne_solver::Rules;
use tourne_solver::verify::literal::{State, legal_steps, points_won, side_after_arrival};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LiteralMove {
    /// Origin of the man: 0 (off) to 11.
    pub(crate) from: u8,
    /// Destination of the man: 1 to 12, or 0 if it overshot and went off.
    pub(crate) to: u8,
    pub(crate) hits: bool,
    /// The position after the move, with the opponent on roll.
    pub(crate) after: State,
    /// Points that the move wins, 1 or 2, if it ends the game.
    pub(crate) won: Option<u32>,
}

/// Returns all legal moves with this die, sorted by `from`; empty if the turn passes.
pub(crate) fn legal_moves(rules: Rules, state: &State, die: u8) -> Vec<LiteralMove> {
    let steps = legal_steps(rules, state.own, die).into_iter();
    let moves = steps.map(|step| {
        let opp = side_after_arrival(rules, state.opp, step.to);
        LiteralMove {
            from: step.from,
            to: step.to,
            hits: opp != state.opp,
            after: State {
                own: opp,
                opp: step.side,
            },
            won: points_won(rules, step.side, opp),
        }
    });
    moves.collect()
}

/// Returns the position after a pass: the same men, seen by the other player.
pub(crate) fn after_pass(state: &State) -> State {
    State {
        own: state.opp,
        opp: state.own,
    }
}
