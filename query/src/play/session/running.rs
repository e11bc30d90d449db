//! Game in progress: the turns so far, the turns that were taken back, and the throws.

use tourne_solver::{Die, Play, Position, Roll};

use crate::ask::Judge;
use crate::review::record::{Game, Turn};

/// Game in progress, with undo.
///
/// A turn that is taken back keeps its throw, so a player can change the move but not the throw. With real dice, a
/// changed move also discards the later throws, and the players throw again.
pub(super) struct Running {
    pub(super) game: Game,
    pub(super) first: usize,
    pub(super) judges: [Box<dyn Judge>; 2],
    /// Turns that were taken back, in reverse order: the turn to replay next is the last element.
    pub(super) undone: Vec<Turn>,
    /// Throws in the order of the turns, including those of turns that were taken back.
    pub(super) throws: Vec<Roll>,
    /// `true` if throws after a changed move stay the same; `false` if the players throw again.
    pub(super) keeps_throws: bool,
    pub(super) is_person: [bool; 2],
}

impl Running {
    pub(super) fn on_roll(&self) -> usize {
        self.player_of(self.turns())
    }

    pub(super) fn player_of(&self, turn: usize) -> usize {
        (self.first + turn) % 2
    }

    pub(super) fn judge(&self) -> &dyn Judge {
        &*self.judges[self.on_roll()]
    }

    pub(super) fn points_of_resigning(&self) -> u8 {
        let side = Game::side_of(self.turns());
        self.game.points_of_resigning(side)
    }

    pub(super) fn resign(&mut self) {
        let rules = self.game.rules;
        let roll = self.thrown();
        let thrown = roll.and_then(|roll| Some((roll, rules.die_played(roll).ok()?)));
        self.game.resign(Game::side_of(self.turns()), thrown);
    }

    pub(super) fn position(&self) -> Position {
        self.game.end()
    }

    pub(super) fn turns(&self) -> usize {
        self.game.turns.len()
    }

    pub(super) fn thrown(&self) -> Option<Roll> {
        self.throws.get(self.turns()).copied()
    }

    pub(super) fn set_throw(&mut self, roll: Roll) {
        self.throws.truncate(self.turns());
        self.throws.push(roll);
    }

    /// Takes back the throw of this turn or, without one, the last turn and its throw. Returns `false` at the start.
    pub(super) fn take_back_throw(&mut self) -> bool {
        self.undone.clear();
        if self.thrown().is_none() && self.game.turns.pop().is_none() {
            return false;
        }
        self.throws.truncate(self.turns());
        true
    }

    /// Plays a legal move; of `roll`, `die` is played. Turns that were taken back can then no longer be replayed.
    pub(super) fn play(&mut self, roll: Roll, die: Die, play: &Play) {
        let position = self.position();
        self.undone.clear();
        self.game.turns.push(Turn {
            line: self.turns() as u64 + 1,
            position,
            roll,
            die,
            action: play.action,
            next: play.next,
        });
        if !self.keeps_throws {
            self.throws.truncate(self.turns());
        }
    }

    /// Returns the last turn in which a person had a choice, and its index.
    pub(super) fn last_choice(&self) -> Option<(usize, &Turn)> {
        let mut turns = self.game.turns.iter().enumerate().rev();
        turns.find(|&(at, turn)| self.is_choice(at, turn))
    }

    fn is_choice(&self, at: usize, turn: &Turn) -> bool {
        let plays = self.game.rules.plays(turn.position, turn.die);
        self.is_person[Game::side_of(at)] && plays.len() > 1
    }

    /// Takes back the last choice of a person, and all turns after it. Returns `false` if there is no such choice.
    pub(super) fn undo(&mut self) -> bool {
        let Some((last, _)) = self.last_choice() else {
            return false;
        };
        self.undone.extend(self.game.turns.drain(last..).rev());
        true
    }

    /// Replays the next turn that was taken back, and the turns after it up to the next choice of a person. Returns
    /// `false` if there is nothing to replay.
    pub(super) fn redo(&mut self) -> bool {
        let before = self.turns();
        while let Some(turn) = self.undone.pop() {
            if self.turns() > before && self.is_choice(self.turns(), &turn) {
                self.undone.push(turn);
                break;
            }
            self.game.turns.push(turn);
        }
        self.turns() > before
    }
}
