//! Games of best play by the values of a file: how long they last, and how many choices the first player meets.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use serde_json::{Value, json};

use super::game::{After, after, moves};
use super::numbering::Position;
use super::values_file::{ValuesFile, ValuesFileError};

/// Quantities that each game adds to: name in JSON, and in text.
const QUANTITIES: [(&str, &str); 5] = [
    ("throws", "Throws of both players in a game"),
    ("zeros", "Throws of 0"),
    ("passes", "Throws of 1 to 4 without a legal move"),
    ("choices", "Throws of the first player with several moves"),
    ("first_wins", "Share of games won by the first player"),
];

/// Means over games in which both players always play the best move.
pub(super) struct Games {
    count: u32,
    /// Mean of each quantity, and its standard error.
    means: [(f64, f64); 5],
}

impl Games {
    /// Plays at least 2 games by all values of a file, whose checksum is verified.
    pub(super) fn play(file: &mut ValuesFile, count: u32) -> Result<Games, ValuesFileError> {
        let (values, mut random) = (file.values()?, ChaCha8Rng::seed_from_u64(1));
        let (games, mut sums) = (f64::from(count), [[0.0; 2]; 5]);
        for _ in 0..count {
            for (sum, counted) in sums.iter_mut().zip(play(file, &values, &mut random)) {
                *sum = [sum[0] + counted, sum[1] + counted * counted];
            }
        }
        let means = sums.map(|[sum, squares]| {
            let variance = (squares - sum * sum / games) / (games - 1.0);
            (sum / games, (variance.max(0.0) / games).sqrt())
        });
        Ok(Games { count, means })
    }

    pub(super) fn json(&self) -> Value {
        let mut fields = json!({ "games": self.count });
        for ((name, _), (mean, error)) in QUANTITIES.into_iter().zip(self.means) {
            fields[name] = json!({ "mean": mean, "standard_error": error });
        }
        fields
    }

    pub(super) fn text(&self) -> String {
        let mut text = format!("{} games, means and their standard errors\n", self.count);
        for ((_, name), (mean, error)) in QUANTITIES.into_iter().zip(self.means) {
            text += &format!("{name}: {mean:.4} ± {error:.4}\n");
        }
        text
    }
}

/// Plays one game, and returns what it adds to each of the [`QUANTITIES`].
fn play(file: &ValuesFile, values: &[f64], random: &mut ChaCha8Rng) -> [f64; 5] {
    let pieces = file.numbering.pieces();
    let value = |position| values[file.numbering.number(position) as usize];
    let worth = |after: &After| match *after {
        After::Other(next) => -value(next),
        After::Again(next) => value(next),
        After::Won => 1.0,
    };
    let (mut position, mut is_first, mut counts) = (Position::default(), true, [0.0; 5]);
    loop {
        // Four dice with two sides each.
        let throw = (random.next_u32() & 15).count_ones() as u8;
        let moves = moves(pieces, position, throw);
        let (is_zero, count) = (throw == 0, moves.len());
        let best = moves
            .map(|to| after(pieces, position, throw, to))
            .max_by(|a, b| worth(a).total_cmp(&worth(b)))
            .unwrap_or(After::Other(position.swapped()));
        let is_won = best == After::Won && is_first;
        let (is_pass, is_choice) = (!is_zero && count == 0, is_first && count > 1);
        let counted = [true, is_zero, is_pass, is_choice, is_won];
        counts = std::array::from_fn(|at| counts[at] + f64::from(counted[at]));
        (position, is_first) = match best {
            After::Other(next) => (next, !is_first),
            After::Again(next) => (next, is_first),
            After::Won => return counts,
        };
    }
}
