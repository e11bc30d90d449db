//! View of a decision as a person sees it at the board, reduced to the facts that cards can name.

use arrayvec::ArrayVec;
use tourne_solver::{Die, MOST_MOVES, Man, Move, Play, Point, Position, Rules, Side};

/// Largest number on a die. A man is in danger if an enemy man is at most this number of points behind it.
const REACH: u8 = 6;

/// View of a position and a die, with the legal moves, rearmost man first.
#[derive(Clone, Debug)]
pub struct View {
    /// Die that is played, 1 to 6.
    pub(super) die: u8,
    /// Pips of the opponent minus pips of the player.
    pub(super) lead: i16,
    /// Men of the player before the move.
    pub(super) own: SideSummary,
    /// Men of the opponent before the move.
    pub(super) enemy: SideSummary,
    /// Legal moves, rearmost man first.
    pub(super) moves: ArrayVec<Sight, MOST_MOVES>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct SideSummary {
    /// Number of men off the board.
    pub(super) off: u8,
    /// Number of men home.
    pub(super) home: u8,
    /// Point of the foremost man that is not home; 0 is off the board, 12 means that all men are home.
    pub(super) front: u8,
    /// Point of the rearmost man; 0 is off the board, 12 is home.
    pub(super) rear: u8,
}

/// Legal move with the facts about it; [`Word`](super::Word) defines each.
#[derive(Clone, Copy, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each field answers one question about the move"
)]
pub(super) struct Sight {
    /// Point that the man leaves; 0 is off the board.
    pub(super) from: u8,
    /// Point that the man reaches; 0 is off the board.
    pub(super) to: u8,
    pub(super) hits: bool,
    pub(super) overtakes: bool,
    pub(super) flees: bool,
    pub(super) is_safe: bool,
    pub(super) is_safe_from_board: bool,
    pub(super) aims: bool,
    /// Number of enemies on the board behind the point reached; 0 if the man goes home or off the board.
    pub(super) behind: u8,
    /// `true` if no other legal move has fewer enemies behind the point that it reaches.
    pub(super) has_fewest_behind: bool,
}

impl View {
    /// Finds the legal moves, and the facts about each that cards can name.
    pub fn new(rules: Rules, position: Position, die: Die) -> View {
        let enemy = position.opponent();
        let plays = rules.plays(position, die);
        let mut moves: ArrayVec<Sight, MOST_MOVES> = plays
            .iter()
            .map(|play| Sight::new(play, points(enemy)))
            .collect();
        let fewest = moves.iter().map(|sight| sight.behind).min();
        for sight in &mut moves {
            sight.has_fewest_behind = Some(sight.behind) == fewest;
        }
        View {
            die: die.number(),
            lead: i16::from(enemy.pips()) - i16::from(position.on_roll().pips()),
            own: SideSummary::of(position.on_roll()),
            enemy: SideSummary::of(enemy),
            moves,
        }
    }

    /// Returns the number of legal moves; a pass counts as a move.
    #[expect(
        clippy::len_without_is_empty,
        reason = "there is always a move, or a pass"
    )]
    pub fn len(&self) -> usize {
        self.moves.len()
    }
}

impl SideSummary {
    fn of(side: Side) -> SideSummary {
        let points = points(side);
        let count = |wanted: u8| points.map(|point| u8::from(point == wanted)).iter().sum();
        let home = Point::HOME.number();
        let still_going = points.iter().filter(|&&point| point != home);
        SideSummary {
            off: count(0),
            home: count(home),
            front: still_going.max().copied().unwrap_or(home),
            rear: points.iter().min().copied().unwrap_or(home),
        }
    }
}

impl Sight {
    fn new(play: &Play, enemies: [u8; 3]) -> Sight {
        let Move::Man { from, to, hit, .. } = play.action else {
            return Sight::default();
        };
        let [from, to] = [from, to].map(|point| point.map_or(0, Point::number));
        let home = Point::HOME.number();
        // Points of the enemies after the move: men that were hit are now off the board. An enemy that is home is never
        // behind a point.
        let after = points(play.next.on_roll());
        let is_near = |enemy: u8, point: u8| enemy < point && point - enemy <= REACH;
        let is_going = 0 < to && to < home;
        let is_danger = |enemy: u8| is_going && is_near(enemy, to);
        let is_behind = |enemy: u8| is_going && 0 < enemy && enemy < to;
        let is_aim = |enemy: u8| is_going && enemy < home && is_near(to, enemy);
        Sight {
            from,
            to,
            hits: hit,
            overtakes: is_going && enemies.iter().any(|&enemy| from < enemy && enemy < to),
            flees: from > 0 && enemies.iter().any(|&enemy| is_near(enemy, from)),
            is_safe: !after.into_iter().any(is_danger),
            is_safe_from_board: !after.iter().any(|&enemy| enemy > 0 && is_danger(enemy)),
            aims: after.into_iter().any(is_aim),
            behind: after.map(|enemy| u8::from(is_behind(enemy))).iter().sum(),
            has_fewest_behind: false,
        }
    }
}

/// Returns the points of a side's men; 0 is off the board, 12 is home.
fn points(side: Side) -> [u8; 3] {
    side.men().map(|man| match man {
        Man::Off | Man::Owing => 0,
        Man::On(point) => point.number(),
    })
}
