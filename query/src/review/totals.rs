//! Several games: their reviews, and the totals of each player.

use std::collections::HashMap;

use serde::Serialize;
use tourne_solver::{Rules, Unit};

use super::ledger::{Review, SideSum};

/// Reviews of several games, with the totals of their players. The fields have the same names in the JSON output.
#[derive(Clone, Debug, Serialize)]
pub struct Reviews {
    /// Games, in the order of their records.
    pub games: Vec<ReviewedGame>,
    /// Totals of each player; empty for a single game, which has its sums.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<PlayerSum>,
}

/// Review of a game, with its place among several. In the JSON output, `review` is flattened.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewedGame {
    /// Number of the game, counted from 1 through all files.
    #[serde(skip)]
    pub number: usize,
    /// Name of its file if there are several files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The game, compared with perfect play.
    #[serde(flatten)]
    pub review: Review,
}

impl Reviews {
    /// Adds the totals of the players to the reviews of their games.
    pub fn new(games: Vec<ReviewedGame>) -> Reviews {
        let players = match &games[..] {
            [_] => Vec::new(),
            games => players(games.iter().map(|game| &game.review)),
        };
        Reviews { games, players }
    }
}

/// Totals of one player over all games under one rule set. The fields have the same names in the JSON output, where
/// `sums` is flattened.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerSum {
    /// Rule set of the games.
    pub rules: Rules,
    /// Unit of luck and errors: winning probability, or points.
    pub unit: Unit,
    /// Number of games in which the player had a turn, gave up, or won because the other side gave up.
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
pub fn players<'a>(reviews: impl IntoIterator<Item = &'a Review>) -> Vec<PlayerSum> {
    let mut players: Vec<PlayerSum> = Vec::new();
    // Place of each player in the list.
    let mut places: HashMap<(Rules, &str), usize> = HashMap::new();
    for review in reviews {
        let (rules, unit) = (review.rules, review.unit);
        for (side, sums) in review.sides.iter().enumerate() {
            if !sums.is_named() {
                continue;
            }
            let result = [review.result, unit.flip(review.result)][side];
            let won = review.finished && unit.to_points(result) > 0.0;
            let at = *places.entry((rules, &sums.side)).or_insert_with(|| {
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
