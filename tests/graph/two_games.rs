//! The examples: rules and numbers of the Royal Game of Ur and of hypergammon, reports, and files of values.
#![expect(
    clippy::duplicate_mod,
    reason = "each program has what both share as a module of its own"
)]

#[expect(dead_code, reason = "the program itself is not called")]
#[path = "../../solver/graph/examples/hypergammon/main.rs"]
mod hypergammon;
#[expect(dead_code, reason = "the program itself is not called")]
#[path = "../../solver/graph/examples/royal_game_of_ur/main.rs"]
mod ur;

use std::fs;

use tempfile::TempDir;
use tourne_graph::{Target, prove, solve};

use super::draws;
use hypergammon::program::Side as _;
use hypergammon::{Men, game::Game, literal};
use ur::program::Side as _;
use ur::{Side, game, literal as ur_literal};

type Hyper = hypergammon::program::Board<Men>;
type Ur = ur::program::Board<Side>;

/// Returns the results of each throw by the rules as they are solved, which must be those by the literal rules.
fn results(board: &Hyper, game: &Game, number: u32) -> Vec<Vec<Target>> {
    let key = |target: &Target| match *target {
        Target::State(number) => (0, number),
        Target::Again(number) => (1, number),
        Target::End(end) => (2, u32::from(end)),
    };
    let mut all = Vec::new();
    game.results(board.positions(number..number + 1), &mut |targets| {
        let mut targets = targets.to_vec();
        targets.sort_unstable_by_key(key);
        all.push(targets);
    });
    let position = board.position(number);
    let literal = hypergammon::throws().map(|throw| {
        let mut targets = literal::targets(board, position, throw);
        targets.sort_unstable_by_key(key);
        targets
    });
    assert_eq!(all, literal.collect::<Vec<_>>(), "{}", board.text(number));
    all
}

#[test]
fn moves_of_hypergammon_are_those_of_the_literal_rules() {
    for men in 1..=2 {
        let board = Hyper::new(men);
        let game = Game::new(&board);
        for number in 0..board.count() as u32 {
            results(&board, &game, number);
        }
    }
    let (board, mut draw) = (Hyper::new(3), draws(1));
    let game = Game::new(&board);
    for _ in 0..100_000 {
        results(&board, &game, draw(board.count() as u32));
    }
}

/// Returns the positions to which a throw leads, as text, or what has been won.
fn play(position: &str, throw: [u8; 2]) -> Vec<String> {
    let points = |side: &str| -> Vec<u8> {
        let points = side.split('.').map(str::parse);
        points.collect::<Result<_, _>>().expect("points")
    };
    let sides: Vec<Vec<u8>> = position.split('/').map(points).collect();
    let board = Hyper::new(sides[0].len() as u8);
    let ranks = [0, 1].map(|player: usize| {
        let mut men: Men = [0; 3];
        men[..sides[player].len()].copy_from_slice(&sides[player]);
        board.rank(men)
    });
    let all = results(&board, &Game::new(&board), board.number(ranks[0], ranks[1]));
    let throws = hypergammon::throws().zip(all);
    let mut found = throws.filter(|(each, _)| *each == throw);
    let (_, targets) = found.next().expect("a throw");
    let mut texts: Vec<String> = targets
        .into_iter()
        .map(|target| match target {
            Target::State(number) => board.text(number),
            target => format!("{target:?}"),
        })
        .collect();
    texts.sort_unstable();
    texts
}

#[test]
fn rules_of_hypergammon_by_hand() {
    // Both dice are played, in either order; on the way a single man is hit, but need not be.
    assert_eq!(play("10/18", [3, 1]), ["18/6", "25/6"]);
    assert_eq!(play("10/18", [2, 1]), ["25/7"]);
    // If only one can be played, the greater; if that cannot, the less; if none can, the player passes.
    assert_eq!(play("14.0/20.20", [6, 3]), ["20.20/8.0"]);
    assert_eq!(play("25.25/6.6", [6, 3]), ["6.6/25.22"]);
    assert_eq!(play("25.25/6.6", [6, 6]), ["6.6/25.25"]);
    // Men on the bar enter first. Equal dice are played four times, as far as possible.
    assert_eq!(
        play("25.9/24.0", [4, 2]),
        ["24.0/19.9", "24.0/21.7", "24.0/23.5"]
    );
    assert_eq!(play("20.0/11.11", [3, 3]), ["11.11/17.0"]);
    // Men are borne off when all are home, by a greater number only from the highest point.
    assert_eq!(play("6.2/18.18", [5, 3]), ["18.18/1.0", "18.18/2.0"]);
    assert_eq!(
        play("7.2/17.17", [2, 1]),
        ["17.17/4.2", "17.17/5.1", "17.17/6.0"]
    );
    // A game, a gammon, and two backgammons.
    assert_eq!(play("1.0/18.0", [2, 1]), ["End(0)"]);
    assert_eq!(play("1.0/18.3", [2, 1]), ["End(1)"]);
    assert_eq!(play("1.0/19.3", [2, 1]), ["End(2)"]);
    assert_eq!(play("24/24", [6, 6]), ["End(2)"]);
}

/// Returns the results of each throw, which must be those by the literal rules.
fn results_of_ur(board: &Ur, number: u32) -> [Vec<Target>; 5] {
    let sides = board.position(number);
    let pieces = sides.map(|side| ur_literal::pieces(board, side));
    [0, 1, 2, 3, 4].map(|throw| {
        let targets: Vec<Target> = game::targets(board, sides, throw).collect();
        let literal = ur_literal::targets(board, &pieces, throw);
        assert_eq!(targets[..], literal[..], "{}", board.text(number));
        targets
    })
}

#[test]
fn moves_of_ur_are_those_of_the_literal_rules() {
    for pieces in 1..=3 {
        let board = Ur::new(pieces);
        for number in 0..board.count() as u32 {
            results_of_ur(&board, number);
        }
    }
    let (board, mut draw) = (Ur::new(7), draws(2));
    for _ in 0..50_000 {
        results_of_ur(&board, draw(board.count() as u32));
    }
}

#[test]
fn rules_of_ur_by_hand() {
    let board = Ur::new(2);
    let play = |position: &str, throw: usize| {
        let mut numbers = 0..board.count() as u32;
        let number = numbers.find(|&number| board.text(number) == position);
        let number = number.expect("a position");
        let results = &results_of_ur(&board, number)[throw];
        let texts = results.iter().map(|target| match *target {
            Target::State(number) => board.text(number),
            Target::Again(number) => format!("again {}", board.text(number)),
            Target::End(_) => "won".to_owned(),
        });
        texts.collect::<Vec<String>>()
    };
    // A throw of 0 passes, and so does one without a legal move: a piece leaves by exact count.
    assert_eq!(play("0:3/0:5", 0), ["0:5/0:3"]);
    assert_eq!(play("1:13/0:", 3), ["0:/1:13"]);
    assert_eq!(play("0:13/0:", 2), ["0:/0:2.13", "0:/1:"]);
    assert_eq!(play("1:12/1:", 3), ["won"]);
    // A piece enters or moves on, but not to a square with one of the player's own.
    assert_eq!(play("0:/0:", 3), ["0:/0:3"]);
    assert_eq!(play("0:2.5/0:1", 3), ["again 0:2.8/0:1"]);
    // The rosettes on 4, 8 and 14 give another throw.
    assert_eq!(play("0:/0:", 4), ["again 0:4/0:"]);
    assert_eq!(play("1:12/0:", 2), ["again 1:14/0:"]);
    // A piece on a shared square is sent back, but not on the rosette, nor on the player's own squares.
    assert_eq!(play("0:4/0:5.12", 1), ["0:5.12/0:1.4", "0:12/0:5"]);
    assert_eq!(play("1:6/0:8", 2), ["0:8/1:6"]);
    assert_eq!(play("1:12/0:13", 1), ["0:13/1:13"]);
}

/// Tests of both games: `$counts` are the numbers of positions with 1 man a player, 2, …
macro_rules! tests_of {
    ($game:ident, $board:ty, $side:ty, $counts:expr, $fields:literal, $page:literal, $figure:expr, $ties:literal) => {
        #[test]
        fn numbers_are_those_of_the_positions() {
            for (men, count) in (1..).zip($counts) {
                let board = <$board>::new(men);
                assert_eq!(board.count(), count);
                let mut draw = draws(3);
                for number in 0..(count as u32).min(20_000) {
                    // The first ones, and some of the others.
                    for number in [number, draw(count as u32)] {
                        let [own, other] = board.position(number).map(|side| board.rank(side));
                        assert_eq!(board.number(own, other), number);
                    }
                }
            }
        }

        #[test]
        fn right_values_are_accepted_and_wrong_ones_refused() {
            let board = <$board>::new(2);
            let solved = solve(&<$side>::FAST(&board), &mut |_| (), &mut |_| ()).expect("proven");
            let check = |values| prove(&<$side>::LITERAL(&board), values, &mut |_| (), &mut |_| ());
            let checked = check(solved.values.clone()).expect("right values");
            assert_eq!(checked.bound().to_bits(), solved.bound().to_bits());
            assert_eq!(
                (checked.choices, checked.ties, checked.undecided),
                (solved.choices, solved.ties, 0)
            );
            assert_eq!(checked.margin, solved.margin);
            let mut wrong = solved.values.clone();
            wrong[draws(4)(board.count() as u32) as usize] += f64::from(1 << 20).recip();
            assert!(check(wrong).map_or(1.0, |proven| proven.bound()) > 9e-7);

            let report = $game::program::report(&board, &solved, 0.5);
            let fields = report.as_object().expect("an object");
            let names: Vec<&str> = fields.keys().map(String::as_str).collect();
            assert_eq!(names.join(" "), $fields);
            assert_eq!(fields["play_always_ends"], true);

            // The page of the game has the same figures.
            let rows = include_str!($page).replace(',', "");
            let row = rows.lines().find(|line| line.starts_with("| 2 |"));
            let (row, figure) = (
                row.expect("a row"),
                <$side>::figure(&board, &solved.values).1,
            );
            for text in [
                board.count().to_string(),
                $figure(figure),
                solved.choices.to_string(),
            ] {
                assert!(row.contains(&format!("| {text} |")), "{text}: {row}");
            }
            assert_eq!(solved.ties, $ties);
        }

        #[test]
        fn files_of_values_are_read_as_written_and_refused_when_damaged() {
            let folder = TempDir::new().expect("a folder");
            let path = folder.path().join("values");
            let board = <$board>::new(1);
            let values: Vec<f64> = (0..board.count())
                .map(|number| number as f64 / 1024.0)
                .collect();
            let read = || $game::program::read::<$side>(&path);
            for _ in 0..2 {
                $game::program::write(&path, &board, &values).expect("a file");
                assert_eq!(read().expect("a file of values").1, values);
            }
            assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
            let bytes = fs::read(&path).expect("a file");
            assert_eq!(bytes.len(), 24 + 8 * values.len() + 4);
            assert_eq!(bytes[8..16], [2, 0, 0, 0, 1, 0, 0, 0]);
            assert_eq!(bytes[24 + 8..24 + 16], values[1].to_le_bytes());
            let refuse = |bytes: &[u8], why: &str| {
                fs::write(&path, bytes).expect("a file");
                let error = read().map(|_| ()).expect_err("a damaged file").to_string();
                assert!(error.contains(why), "{error}");
            };
            refuse(&bytes[..20], "not a file of values");
            refuse(&bytes[..bytes.len() - 1], "bytes");
            for (at, why) in [
                (7, "not a file of values"),
                (8, "not a file of values"),
                (12, "bytes"),
                (15, "bytes"),
                (16, "bytes"),
                (24, "checksum"),
                (bytes.len() - 1, "checksum"),
            ] {
                let mut bytes = bytes.clone();
                bytes[at] ^= 2;
                refuse(&bytes, why);
            }
        }
    };
}

mod of_hypergammon {
    use super::*;
    tests_of!(
        hypergammon,
        Hyper,
        Men,
        [601, 106_552, 7_953_353],
        "men positions value opening bound play_always_ends choices undecided ties closest sweeps seconds peak_bytes",
        "../../solver/graph/HYPERGAMMON.md",
        |figure: f64| format!("{figure:.12}"),
        53_826
    );
}

mod of_ur {
    use super::*;
    tests_of!(
        ur,
        Ur,
        Side,
        [
            217,
            12_869,
            263_121,
            2_602_822,
            14_669_769,
            53_188_365,
            137_870_097
        ],
        "pieces positions value win_probability bound play_always_ends choices undecided ties closest sweeps seconds peak_bytes",
        "../../solver/graph/UR.md",
        |figure: f64| format!("{:.11} %", 100.0 * figure),
        0
    );
}
