//! Tests of `tourne engine`: its answer to each line of the protocol.

use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use tourne::engine::server;
use tourne::policy::Builtin;
use tourne::review::record;
use tourne::solutions;
use tourne_solver::Rules;

use crate::commands::Talk;
use crate::reviews::ledger::random_game;
use crate::solution_bytes::committed;
use crate::tourne;

// ---- Answers of an engine in memory

/// Runs the engine in memory with this input, and returns its output. Solutions of other rule sets are read from
/// `data`.
fn said_to(asked: &str) -> String {
    let mut said = Vec::new();
    let open = &mut |rules| Ok(committed(rules));
    let (solution, strength) = (solutions::standard(), Builtin::Perfect);
    let run = server::run(solution, strength, 0, open, asked.as_bytes(), &mut said);
    run.expect("nothing fails in memory");
    String::from_utf8(said).expect("answers are UTF-8")
}

/// Runs the engine with this input, and returns the lines of its output.
fn answers(asked: &str) -> Vec<String> {
    said_to(asked).lines().map(str::to_owned).collect()
}

/// Asserts that the whole output of the engine for this input is `expected`.
#[track_caller]
fn assert_answer(asked: &str, expected: &str) {
    assert_eq!(answers(asked).join("\n"), expected, "{asked}");
}

/// The transcript `engine` has the answer to each command.
#[test]
fn white_space_does_not_matter_and_quit_ends_it() {
    let spaced = " position  tc  4,0,12/0,0,7 \r\n\tdice\t3 \r\n\n  go  \r\n";
    assert_answer(spaced, "bestmove 4/7*");
    for quit in ["quit", "quit ", " quit", "quit\r", "\tquit", "quit now"] {
        assert_answer(&format!("isready\n{quit}\nisready"), "readyok");
    }
    assert_answer("", "");
}

// ---- Whole games

/// Takes a random game, with `moves` and `go` before each move. Returns the lines for the engine and the expected answers.
fn referee(rules: Rules, seed: u64) -> (String, String) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let game = random_game(rules, rules.start(), usize::MAX, &mut random);
    let game = &record::read(game.as_bytes()).expect("a record")[0];
    let solution = committed(rules);
    let mut asked = format!("setoption name rules value {rules}\n");
    let mut expected = String::new();
    for turn in &game.turns {
        let plays = rules.plays(turn.position, turn.die);
        let legal: Vec<String> = plays.iter().map(|play| play.action.to_string()).collect();
        let best = solution.best(turn.position, turn.die);
        let best = best.expect("a known position");
        asked += &format!("dice {}\nmoves\ngo\nplay {}\n", turn.roll, turn.action);
        expected += &format!("moves {}\nbestmove {best}\n", legal.join(" "));
        expected += &match rules.points_won(turn.next) {
            Some(points) => format!("gameover {points}\n"),
            None => format!("position tc {}\n", turn.next),
        };
    }
    assert!(game.end().is_over());
    // After the end nothing can be played, and a new game can begin.
    asked += "dice 1\nmoves\ngo\nplay pass\nposition tc 000/000\ndice 1\nmoves\n";
    expected += &"error the game is over: set a position in which it is not\n".repeat(3);
    expected += "moves 0/1\n";
    (asked, expected)
}

#[test]
fn it_referees_random_games_of_every_rule_set() {
    for (name, rules) in Rules::PRESETS {
        for seed in 0..5 {
            let (asked, expected) = referee(rules, seed);
            let said = said_to(&asked);
            assert_eq!(said, expected, "{name} {seed}");
        }
    }
}

// ---- Hostile input

#[test]
fn long_lines_are_refused_and_skipped() {
    for length in [4097, 65_536, 3_000_000] {
        let asked = format!("{}\nisready\n", "a".repeat(length));
        let lines = answers(&asked);
        assert_eq!(lines.len(), 2, "{length}");
        assert_eq!(lines[0], "error the line has more than 4096 bytes");
        assert_eq!(lines[1], "readyok");
    }
    let lines = answers(&format!("{}\nisready", "a".repeat(4096)));
    assert!(lines[0].starts_with("error unknown command"), "{lines:?}");
    // The error quotes only the beginning of the line.
    assert!(lines[0].len() < 300, "{lines:?}");
    assert_eq!(lines[1], "readyok");
    // A line that is too long is refused even without a line feed.
    assert_eq!(answers(&"a".repeat(10_000)).len(), 1);
}

#[test]
fn a_long_line_is_refused_before_it_ends() {
    let mut engine = Talk::start(&mut tourne(&["engine"]));
    engine.say([b'a'; 5000]);
    assert_eq!(engine.hear(), "error the line has more than 4096 bytes");
    engine.say("the rest of it\nisready\n");
    assert_eq!(engine.hear(), "readyok");
    engine.end().assert_code(0);
}
