//! Many games at the table, played by a script. The records have no mistake of the perfect player, and the results
//! agree with the exact probabilities within statistical error.

use std::io;
use std::time::Duration;

use tourne::grading::{Contest, Throws};
use tourne::play::opponent::{of_strength, seed_beside};
use tourne::play::scorer::Scorer;
use tourne::play::session::{Settings, ThrowsFrom, play};
use tourne::play::table::{Input, Table};
use tourne::policy::Builtin;
use tourne::review::record::{self, Game};
use tourne::review::{Thresholds, review};
use tourne::show::play::name::Name;
use tourne::solutions;
use tourne_solver::{Die, Rules, Unit};

use crate::commands::run_with;
use crate::{assert_close, tourne_line};
use tourne_plain::world::arena;

/// A player who always makes the last move of the list, that of the foremost man that can move.
#[derive(Default)]
struct Foremost {
    /// Number of moves in the last list.
    moves: usize,
}

impl Table for Foremost {
    fn tell(&mut self, text: &str) -> io::Result<()> {
        let numbers = (1..=3).rev();
        let last = numbers.into_iter().find(|number| {
            let begin = format!("  {number}. ");
            text.lines().any(|line| line.starts_with(&begin))
        });
        self.moves = last.unwrap_or(self.moves);
        Ok(())
    }

    fn ask(&mut self, prompt: &str, _completions: &[String]) -> io::Result<Input> {
        if prompt.starts_with("Game over") {
            return Ok(Input::End);
        }
        Ok(Input::Line(format!("#{}", self.moves)))
    }

    fn width(&self) -> usize {
        80
    }
}

/// Plays games of [`Foremost`] against perfect play, one for each seed below `seeds`.
fn games(seeds: u64) -> Vec<Game> {
    let scorer = Scorer::new(solutions::standard(), None);
    let game = |seed| {
        let settings = Settings {
            rules: Rules::STANDARD,
            length: None,
            beginning: None,
            pace: Duration::ZERO,
            dice: ThrowsFrom::Seed(seed),
            tutor: None,
            values: false,
            record: None,
        };
        let strength = Builtin::Perfect.into();
        let computer = of_strength(strength, seed_beside(seed), solutions::standard());
        let players = [
            (Name::you(), None),
            (Name::thing("Computer"), Some(computer)),
        ];
        let mut table = Foremost::default();
        let mut played = play(&mut table, settings, players, &scorer);
        assert!(matches!(played.outcome, Ok(false)), "seed {seed}");
        assert_eq!(played.games.len(), 1);
        played.games.pop().expect("there is a game")
    };
    (0..seeds).map(game).collect()
}

/// Returns the side that won.
fn winner(game: &Game) -> &str {
    assert!(game.end().is_over());
    &game.sides[Game::side_of(game.turns.len() - 1)]
}

/// Asserts that a number of successes fits a probability, within four standard errors.
#[track_caller]
fn assert_share(successes: usize, of: usize, probability: f64) {
    let (count, mean) = (of as f64, of as f64 * probability);
    let error = (count * probability * (1.0 - probability)).sqrt();
    let what = format!("{successes} of {of}");
    assert_close(successes as f64, mean, 4.0 * error, what);
}

/// Returns the exact probability that the foremost man wins; the first mover is drawn by lot.
fn exact() -> f64 {
    let arena = arena(Rules::STANDARD);
    let front = Throws::of(arena, &Builtin::Front.policy(arena));
    let points = Contest::new(arena, &front, &Throws::perfect(arena)).points();
    let points = points.expect("games end").average();
    Unit::WinProbability.from_points(points)
}

#[test]
fn a_thousand_games_against_perfect_play() {
    let games = games(1000);
    let wins = games.iter().filter(|game| winner(game) == "You").count();
    assert_share(wins, games.len(), exact());
    let begun = games.iter().filter(|game| game.sides[0] == "You").count();
    assert_share(begun, games.len(), 0.5);

    // The dice are fair.
    let turns = || games.iter().flat_map(|game| &game.turns);
    let all = turns().count();
    for die in Die::ALL {
        let played = turns().filter(|turn| turn.die == die).count();
        let chance = f64::from(Rules::STANDARD.chances(die)) / 36.0;
        assert_share(played, all, chance);
    }

    // Write the records of the games, read them again, and review them.
    let text = record::write(&games);
    let read = record::read(text.as_bytes()).expect("a record can be read");
    assert_eq!(read.len(), games.len());
    let solution = solutions::standard();
    let (mut decisions, mut mistakes) = (0, 0);
    for (game, played) in read.iter().zip(&games) {
        let moves = |game: &Game| -> Vec<_> {
            let turns = game.turns.iter();
            turns.map(|turn| (turn.roll, turn.action)).collect()
        };
        assert_eq!(moves(game), moves(played));
        let review = review(game, solution, Thresholds::usual(solution.unit()));
        for side in review.expect("a game of these rules").sides {
            if side.side == "Computer" {
                assert_eq!((side.mistakes, side.errors), (0, 0.0), "{}", game.start);
                decisions += side.decisions;
            } else {
                mistakes += side.mistakes;
            }
        }
    }
    // In a game, each of the two players has about ten decisions.
    let is_enough = decisions > 5000 && mistakes > 1000;
    assert!(is_enough, "{decisions} {mistakes}");
}

/// The session shown in `query/PLAYING.md` is replayed: the text after each prompt is typed, and the output must be
/// that of the page.
#[test]
fn the_game_of_the_page_is_real() {
    let page = include_str!("../../query/PLAYING.md");
    let (_, block) = page.split_once("```text\n").expect("there is a session");
    let (session, _) = block.split_once("```").expect("the block ends");
    let parts = session.split_once('\n');
    let (command, shown) = parts.expect("a command, and what it prints");
    let arguments = command.strip_prefix("$ tourne ").expect("a command");
    let typed = shown.lines().filter_map(|line| line.split_once("> "));
    let typed = typed.filter(|(prompt, _)| prompt.ends_with("move"));
    let typed: Vec<&str> = typed.map(|(_, typed)| typed).collect();
    assert!(typed.len() >= 4);
    let outcome = run_with(&mut tourne_line(arguments), &(typed.join("\n") + "\n"));
    outcome.assert_answered();
    // A line of dots stands for lines that the page leaves out.
    let mut rest = &*outcome.stdout;
    for part in shown.split("…\n") {
        let found = rest.split_once(part);
        (_, rest) = found.unwrap_or_else(|| panic!("the page shows something else: {part}"));
    }
    assert_eq!(rest, "");
}
