//! Game in progress: the turns so far, the turns that were taken back, and the throws.

use tourne_solver::{Die, Play, Position, Roll, Rules};

use tourne_study::review::record::{Game, Turn};

/// Game in progress, with undo.
///
/// A turn that is taken back and played again keeps its throw, so that nobody can change the throw. With real dice, the
/// later throws are forgotten if another move is played, and the players throw again.
#[derive(Clone, Debug)]
pub(super) struct Running {
    game: Game,
    /// Turns that were taken back, the last turn first.
    undone: Vec<Turn>,
    /// Throws of the turns, including turns that were taken back.
    throws: Vec<Roll>,
    /// `true` if throws are kept when another move is played.
    keeps_throws: bool,
}

impl Running {
    /// Starts a game. `sides` are the names of the player who begins and of the other player. With `keeps_throws`, the
    /// turns after a changed move keep their throws too.
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

    /// Records that a side gives up the game, with the throw of this turn if there is one.
    pub(super) fn resign(&mut self, side: usize) {
        let thrown = self.thrown();
        let rules = self.game.rules;
        let thrown = thrown.and_then(|roll| Some((roll, rules.die_played(roll).ok()?)));
        self.game.resign(side, thrown);
    }

    /// Removes the resignation. Returns `false` if nobody gave up.
    pub(super) fn take_back_resignation(&mut self) -> bool {
        self.game.take_back_resignation()
    }

    pub(super) fn position(&self) -> Position {
        self.game.end()
    }

    pub(super) fn turns(&self) -> usize {
        self.game.turns.len()
    }

    /// Throw of this turn; `None` if nobody has thrown yet.
    pub(super) fn thrown(&self) -> Option<Roll> {
        self.throws.get(self.turns()).copied()
    }

    pub(super) fn set_throw(&mut self, roll: Roll) {
        self.throws.truncate(self.turns());
        self.throws.push(roll);
    }

    /// Takes back the throw of this turn, or if there is none, the last turn with its throw. Returns `false` if there
    /// is nothing to take back.
    pub(super) fn take_back_throw(&mut self) -> bool {
        self.undone.clear();
        if self.thrown().is_none() && self.game.turns.pop().is_none() {
            return false;
        }
        self.throws.truncate(self.turns());
        true
    }

    /// Plays a legal move with a throw, of which `die` is played. Turns that were taken back can no longer be replayed.
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

    /// Takes back turns from the end, up to and including the last wanted turn; `is_wanted` receives the index of a
    /// turn and the turn. Returns the number of turns taken back, 0 if no turn is wanted.
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

    /// Replays turns that were taken back: the next one, and those after it up to the next wanted turn, which is not
    /// replayed. Returns the number of turns replayed.
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
