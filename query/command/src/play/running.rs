//! Game in progress: the turns so far, the turns that were taken back, and the throws.

use tourne_solver::{Die, Play, Position, Roll, Rules};

use tourne_study::review::record::{Game, Turn};

/// Game in progress, with undo.
///
/// A turn that is taken back keeps its throw, so a player can change the move but not the throw. With real dice, a
/// changed move also discards the later throws, and the players throw again.
#[derive(Clone, Debug)]
pub(super) struct Running {
    pub(super) game: Game,
    /// Turns that were taken back, in reverse order: the turn to replay next is the last element.
    undone: Vec<Turn>,
    /// Throws in the order of the turns, including those of turns that were taken back.
    throws: Vec<Roll>,
    /// `true` if throws after a changed move stay the same; `false` if the players throw again.
    keeps_throws: bool,
}

impl Running {
    /// Starts a game. `sides` are the names of the players; the first of them begins. With `keeps_throws`, the throws
    /// after a changed move stay the same.
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

    /// Records that a side resigns, with the throw of this turn if there is one.
    pub(super) fn resign(&mut self, side: usize) {
        let thrown = self.thrown();
        let rules = self.game.rules;
        let thrown = thrown.and_then(|roll| Some((roll, rules.die_played(roll).ok()?)));
        self.game.resign(side, thrown);
    }

    pub(super) fn position(&self) -> Position {
        self.game.end()
    }

    pub(super) fn turns(&self) -> usize {
        self.game.turns.len()
    }

    /// Returns the throw of this turn, or `None` before the dice are thrown.
    pub(super) fn thrown(&self) -> Option<Roll> {
        self.throws.get(self.turns()).copied()
    }

    pub(super) fn set_throw(&mut self, roll: Roll) {
        self.throws.truncate(self.turns());
        self.throws.push(roll);
    }

    /// Takes back the throw of this turn. If there is none yet, takes back the last turn with its throw. Returns
    /// `false` if there is nothing to take back.
    pub(super) fn take_back_throw(&mut self) -> bool {
        self.undone.clear();
        if self.thrown().is_none() && self.game.turns.pop().is_none() {
            return false;
        }
        self.throws.truncate(self.turns());
        true
    }

    /// Plays a legal move. `die` is the die of `roll` that is played. Turns that were taken back can then no longer be
    /// replayed.
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

    /// Takes back the last turn for which `is_wanted` returns `true`, and all turns after it. `is_wanted` is called
    /// with a turn and its index, counted from 0. Returns the number of turns taken back: 0 if there is no such turn.
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

    /// Replays the next turn that was taken back, without calling `is_wanted`. Then replays further turns, but stops
    /// before a turn for which `is_wanted` returns `true`. `is_wanted` is called with a turn and its index in the game,
    /// counted from 0. Returns the number of turns replayed: 0 if there are none to replay.
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
