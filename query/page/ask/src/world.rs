//! What questions are asked of: the solutions that are open, and what is made from them on demand.

use std::cell::OnceCell;

use tourne::ask::{Judge, needs};
use tourne::facts::Explainer;
use tourne::policy::Arena;
use tourne_solver::matches::{AtScore, FirstThrow, LONGEST_MATCH};
use tourne_solver::{Rules, Solution, Solver, Stage, file};

use crate::Refused;
use crate::question::Score;

/// Solutions that are open, and who hears of the progress of long work.
#[derive(Default)]
pub struct World {
    games: Vec<Game>,
    observe: Option<Observer>,
}

/// Is told how many parts of the work are done, and how many there are.
type Observer = Box<dyn FnMut(usize, usize) + Send>;

/// Game that is solved.
pub(crate) struct Game {
    pub(crate) solution: Solution,
    arena: OnceCell<Arena>,
    /// Explainer without the ends of games, and with them.
    explainers: [OnceCell<Explainer>; 2],
    at_score: Option<(Score, AtScore)>,
}

impl World {
    /// Sets who hears of the progress of long work: how many parts are done, and how many there are.
    pub fn observe(&mut self, observe: impl FnMut(usize, usize) + Send + 'static) {
        self.observe = Some(Box::new(observe));
    }

    /// Opens the bytes of a solution file, which is taken on trust: `tourne page` proves what it puts into a page.
    ///
    /// # Errors
    ///
    /// [`Refused`] if the file is not complete and undamaged.
    ///
    /// ```
    /// let mut world = tourne_ask::World::default();
    /// world.answer(r#"{"solve":"standard"}"#);
    /// let bytes = world.file("standard")?;
    /// assert_eq!(world.open(&bytes)?.to_string(), "standard");
    /// assert_eq!(world.open(&bytes[1..]).unwrap_err().kind, "file");
    /// # Ok::<(), tourne_ask::Refused>(())
    /// ```
    pub fn open(&mut self, bytes: &[u8]) -> Result<Rules, Refused> {
        let solution = file::decode(bytes)?.on_trust();
        Ok(self.hold(solution))
    }

    /// Returns the solution file of a rule set that is open: what one world has solved, another can open.
    ///
    /// # Errors
    ///
    /// [`Refused`] if there is no such rule set, or if its solution is not open.
    pub fn file(&mut self, rules: &str) -> Result<Vec<u8>, Refused> {
        Ok(file::encode(&self.game(rules)?.solution))
    }

    /// Solves a rule set, unless its solution is open.
    pub(crate) fn solve(&mut self, rules: &str) -> Result<Rules, Refused> {
        let rules: Rules = rules.parse()?;
        if find(&mut self.games, rules).is_ok() {
            return Ok(rules);
        }
        let mut tell = |stage| {
            if let Stage::Solving(at) = stage {
                self.tell(at.block, at.blocks);
            }
        };
        let solved = Solver::new(rules).observe(&mut tell).solve()?;
        Ok(self.hold(solved.solution))
    }

    pub(crate) fn tell(&mut self, done: usize, of: usize) {
        if let Some(observe) = &mut self.observe {
            observe(done, of);
        }
    }

    fn hold(&mut self, solution: Solution) -> Rules {
        let rules = solution.rules();
        self.games.retain(|game| game.solution.rules() != rules);
        self.games.push(Game {
            solution,
            arena: OnceCell::new(),
            explainers: [const { OnceCell::new() }; 2],
            at_score: None,
        });
        rules
    }

    pub(crate) fn game(&mut self, rules: &str) -> Result<&mut Game, Refused> {
        find(&mut self.games, rules.parse()?)
    }

    /// Returns a game whose [judge](Game::judge) knows this score.
    pub(crate) fn game_at(&mut self, rules: &str, score: Option<Score>) -> Result<&Game, Refused> {
        let rules = rules.parse()?;
        let game = find(&mut self.games, rules)?;
        let is_known = |score: &Score| matches!(game.at_score, Some((at, _)) if at == *score);
        if let Some(score) = score.filter(|score| !is_known(score)) {
            let needs = needs(score.own, score.other, checked(score.length)?)?;
            let mut observe = |done, of| self.observe.iter_mut().for_each(|it| it(done, of));
            let judge = AtScore::solve(rules, FirstThrow::Dice, needs, true, &mut observe)?;
            game.at_score = Some((score, judge));
        }
        Ok(game)
    }
}

fn find(games: &mut [Game], rules: Rules) -> Result<&mut Game, Refused> {
    let mut games = games.iter_mut();
    let found = games.find(|game| game.solution.rules() == rules);
    found.ok_or_else(|| Refused::closed(rules))
}

/// Returns the length of a match if it can be solved.
pub(crate) fn checked(length: usize) -> Result<usize, Refused> {
    if (1..=LONGEST_MATCH).contains(&length) {
        return Ok(length);
    }
    let message = format!("{length} is not the length of a match: it is 1 to {LONGEST_MATCH}");
    Err(Refused::new("score", message))
}

impl Game {
    pub(crate) fn arena(&self) -> &Arena {
        self.arena.get_or_init(|| Arena::new(&self.solution))
    }

    pub(crate) fn explainer(&self, has_ends: bool) -> Result<&Explainer, Refused> {
        let cell = &self.explainers[usize::from(has_ends)];
        if let Some(known) = cell.get() {
            return Ok(known);
        }
        let explainer = if has_ends {
            Explainer::new(&self.solution)?
        } else {
            Explainer::of_match(self.solution.rules())
        };
        Ok(cell.get_or_init(|| explainer))
    }

    /// Returns the judge of moves in a single game, or at the last score that was asked about.
    pub(crate) fn judge(&self, score: Option<Score>) -> &dyn Judge {
        match &self.at_score {
            Some((_, judge)) if score.is_some() => judge,
            _ => &self.solution,
        }
    }
}
