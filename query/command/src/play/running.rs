//! A game that is being played: its turns so far, those that were taken back, and the throws.

use tourne_solver::{Die, Play, Position, Roll, Rules};

use tourne_query::review::record::{Game, Turn};

/// A game that is being played.
///
/// Throws belong to turns: a turn that is played again has the throw that it had before, so that nobody can take back a
/// throw. With real dice that is left to the players: once they move otherwise, they throw again.
#[derive(Clone, Debug)]
pub(super) struct Running {
    game: Game,
    /// Turns that were taken back, the last first.
    undone: Vec<Turn>,
    /// Throws of the turns, those that were taken back included.
    throws: Vec<Roll>,
    /// Keeps throws when the game goes another way.
    keeps_throws: bool,
}

impl Running {
    /// A game from its start. `sides` are the names of the player who begins and of the other. With `keeps_throws` a turn
    /// that is played again after others were taken back has the throw that it had before.
    pub(super) fn new(
        rules: Rules,
        sides: [String; 2],
        headers: Vec<(String, String)>,
        keeps_throws: bool,
    ) -> Running {
        Running {
            game: Game {
                rules,
                headers,
                start: rules.start(),
                sides,
                turns: Vec::new(),
                resigned: None,
            },
            undone: Vec::new(),
            throws: Vec::new(),
            keeps_throws,
        }
    }

    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    /// Gives the game up for a side of the record, with the throw of this turn if there is one.
    pub(super) fn resign(&mut self, side: usize) {
        let thrown = self.thrown();
        let rules = self.game.rules;
        let thrown = thrown.and_then(|roll| Some((roll, rules.die_played(roll).ok()?)));
        self.game.resign(side, thrown);
    }

    /// Takes back that the game was given up. Returns `false` if it was not.
    pub(super) fn take_back_resignation(&mut self) -> bool {
        self.game.take_back_resignation()
    }

    pub(super) fn position(&self) -> Position {
        self.game.end()
    }

    pub(super) fn turns(&self) -> usize {
        self.game.turns.len()
    }

    /// The throw of this turn, if it was thrown already.
    pub(super) fn thrown(&self) -> Option<Roll> {
        self.throws.get(self.turns()).copied()
    }

    pub(super) fn set_throw(&mut self, roll: Roll) {
        self.throws.truncate(self.turns());
        self.throws.push(roll);
    }

    /// Takes back the throw of this turn, or if there is none, the last turn with its throw. Returns `false` if there is
    /// nothing to take back.
    pub(super) fn take_back_throw(&mut self) -> bool {
        self.undone.clear();
        if self.thrown().is_none() && self.game.turns.pop().is_none() {
            return false;
        }
        self.throws.truncate(self.turns());
        true
    }

    /// Plays a legal move with this throw, of which that die is played.
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

    /// Takes back the turns after the last one of which `is_wanted` says so, and that one; it receives the index of the
    /// turn. Returns the number of turns, 0 if there is no such turn.
    pub(super) fn undo(&mut self, is_wanted: &dyn Fn(usize, &Turn) -> bool) -> usize {
        let turns = &mut self.game.turns;
        let last = (0..turns.len()).rev().find(|&at| is_wanted(at, &turns[at]));
        let Some(last) = last else {
            return 0;
        };
        let count = turns.len() - last;
        self.undone.extend(turns.drain(last..).rev());
        count
    }

    /// Plays again turns that were taken back, up to the next one of which `is_wanted` says so, which is not
    /// played, or to the last. Returns the number of turns.
    pub(super) fn redo(&mut self, is_wanted: &dyn Fn(usize, &Turn) -> bool) -> usize {
        let mut count = 0;
        while let Some(turn) = self
            .undone
            .pop_if(|turn| count == 0 || !is_wanted(self.game.turns.len(), turn))
        {
            self.game.turns.push(turn);
            count += 1;
        }
        count
    }
}
