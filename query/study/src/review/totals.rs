//! Totals of each player over several games.

use serde::Serialize;
use tourne_solver::{Rules, Unit};

use super::ledger::{Review, SideSum};

/// Totals of one player over all games under one rule set. The fields have the same names in the JSON output, where
/// `sums` is flattened.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerSum {
    /// Rule set of the games.
    pub rules: Rules,
    /// Unit of luck and errors: winning probability, or points.
    pub unit: Unit,
    /// Number of games in which the player had a turn or gave up.
    pub games: usize,
    /// Number of the player's games that were played to the end or given up.
    pub finished: usize,
    /// Number of the player's games that the player won.
    pub won: usize,
    /// Sums over the player's games. The field `side` of the sums is the name of the player.
    #[serde(flatten)]
    pub sums: SideSum,
}

/// Computes the totals of each player. Players are listed in the order in which they first appear. A player with games
/// under several rule sets is listed once for each rule set.
///
/// ```
/// use tourne_study::review::{Thresholds, players, record, review};
/// use tourne_query::solutions;
///
/// let text = "A 4-3 off/3\nB 1-1 off/1\nrules: standard\nB 4-3 off/3\nA 5-2 off/2\n";
/// let solution = solutions::standard();
/// let usual = Thresholds::usual(solution.unit());
/// let games = record::read(text.as_bytes())?;
/// let reviews: Vec<_> = games.iter().map(|game| review(game, solution, usual)).collect::<Result<_, _>>()?;
/// let players = players(&reviews);
/// assert_eq!(players[0].sums.side, "A");
/// assert_eq!((players[0].games, players[0].sums.turns), (2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn players<'a>(reviews: impl IntoIterator<Item = &'a Review>) -> Vec<PlayerSum> {
    let mut players: Vec<PlayerSum> = Vec::new();
    for review in reviews {
        let (rules, unit) = (review.rules, review.unit);
        for (side, sums) in review.sides.iter().enumerate() {
            if sums.turns + sums.decisions == 0 {
                continue;
            }
            let result = [review.result, unit.flip(review.result)][side];
            let won = review.finished && unit.to_points(result) > 0.0;
            let mut known = players.iter();
            let known = known.position(|it| it.rules == rules && it.sums.side == sums.side);
            let at = known.unwrap_or_else(|| {
                players.push(PlayerSum {
                    rules,
                    unit,
                    games: 0,
                    finished: 0,
                    won: 0,
                    sums: SideSum {
                        side: sums.side.clone(),
                        ..SideSum::default()
                    },
                });
                players.len() - 1
            });
            let player = &mut players[at];
            player.games += 1;
            player.finished += usize::from(review.finished);
            player.won += usize::from(won);
            player.sums.merge(sums);
            player.sums.rate(unit);
        }
    }
    players
}
