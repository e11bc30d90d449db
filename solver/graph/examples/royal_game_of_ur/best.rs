//! Moves of one position and throw, best first, by the values of a file.

use serde_json::{Value, json};

use super::game::{After, HOME, after, moves};
use super::notation::Notation;
use super::numbering::Position;
use super::values_file::{ValuesFile, ValuesFileError};

/// The moves of a position with a throw.
pub(super) struct Answer {
    position: Position,
    throw: u8,
    /// Best first; of equal ones, the move of the last piece first.
    moves: Vec<Move>,
}

struct Move {
    /// Square of the piece that moves; 0 if it enters.
    from: u8,
    /// Square on which it ends; [`HOME`] if it leaves the board.
    to: u8,
    /// Value to the player who moves, in points.
    value: f64,
}

impl Answer {
    pub(super) fn new(
        file: &mut ValuesFile,
        position: Position,
        throw: u8,
    ) -> Result<Answer, ValuesFileError> {
        let pieces = file.numbering.pieces();
        let mut ranked = Vec::new();
        for to in moves(pieces, position, throw) {
            let value = match after(pieces, position, throw, to) {
                After::Other(next) => -file.value(file.numbering.number(next))?,
                After::Again(next) => file.value(file.numbering.number(next))?,
                After::Won => 1.0,
            };
            ranked.push(Move {
                from: to - throw,
                to,
                value,
            });
        }
        ranked.sort_by(|a, b| b.value.total_cmp(&a.value));
        Ok(Answer {
            position,
            throw,
            moves: ranked,
        })
    }

    pub(super) fn json(&self) -> Value {
        let moves = self
            .moves
            .iter()
            .map(|each| json!({ "from": each.from, "to": each.to, "value": each.value }));
        json!({
            "position": Notation(self.position).to_string(),
            "throw": self.throw,
            "moves": moves.collect::<Vec<_>>(),
        })
    }

    pub(super) fn text(&self) -> String {
        let lines = self.moves.iter().map(|each| {
            let name = |square: u8| match square {
                0 => "start".to_owned(),
                HOME => "home".to_owned(),
                _ => square.to_string(),
            };
            format!("{}-{} {:.16}\n", name(each.from), name(each.to), each.value)
        });
        if self.moves.is_empty() {
            return "No move is legal: the player passes.\n".to_owned();
        }
        lines.collect()
    }
}
