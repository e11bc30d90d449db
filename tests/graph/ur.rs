//! The Royal Game of Ur: numbers of positions, rules, notation, and files of values.

#[path = "../../solver/graph/examples/royal_game_of_ur/game.rs"]
mod game;
#[path = "../../solver/graph/examples/royal_game_of_ur/games.rs"]
mod games;
#[path = "../../solver/graph/examples/royal_game_of_ur/literal.rs"]
mod literal;
#[path = "../../solver/graph/examples/royal_game_of_ur/notation.rs"]
mod notation;
#[path = "../../solver/graph/examples/royal_game_of_ur/numbering.rs"]
mod numbering;
#[path = "../../solver/graph/examples/royal_game_of_ur/report.rs"]
mod report;
#[path = "../../solver/graph/examples/royal_game_of_ur/values_file.rs"]
mod values_file;

use std::fs;

use serde_json::Value;
use tempfile::TempDir;
use tourne_graph::ending::Ending;
use tourne_graph::{Frame, Game as _, Graph, Proven, Target};

use super::draws;

use game::{After, Ur};
use games::Games;
use literal::Literal;
use notation::{Notation, parse};
use numbering::{Numbering, Position, Side};
use report::Report;
use values_file::{ValuesFile, ValuesFileError};

/// Returns all positions that are not over, in any order, found without their numbers.
fn all_positions(pieces: u8) -> Vec<Position> {
    let sides: Vec<Side> = (0..pieces)
        .flat_map(|home| {
            (0..1_u16 << 14).map(move |squares| Side {
                home,
                squares: squares << 1,
            })
        })
        .filter(|side| u32::from(side.home) + side.squares.count_ones() <= u32::from(pieces))
        .collect();
    let pairs = sides
        .iter()
        .flat_map(|&own| sides.iter().map(move |&other| Position { own, other }));
    pairs
        .filter(|&position| is_legal(position, pieces))
        .collect()
}

fn is_legal(position: Position, pieces: u8) -> bool {
    let fits = |side: &Side| u32::from(side.home) + side.squares.count_ones() <= u32::from(pieces);
    let meet =
        (5..=12).any(|square| (position.own.squares & position.other.squares) >> square & 1 == 1);
    fits(&position.own) && fits(&position.other) && !meet
}

/// Returns a random position with 7 pieces a player.
fn any_position(draw: &mut impl FnMut(u32) -> u32) -> Position {
    let mut side = || Side {
        home: draw(7) as u8,
        squares: (draw(1 << 14) as u16) << 1,
    };
    loop {
        let position = Position {
            own: side(),
            other: side(),
        };
        if is_legal(position, 7) {
            return position;
        }
    }
}

#[test]
fn numbers_of_ur_are_those_of_all_positions_each_once() {
    for pieces in 1..=3 {
        let numbering = Numbering::new(pieces);
        let positions = all_positions(pieces);
        let mut is_met = vec![false; numbering.count() as usize];
        assert_eq!(positions.len(), is_met.len());
        for position in positions {
            let number = numbering.number(position);
            assert!(
                !std::mem::replace(&mut is_met[number as usize], true),
                "{position:?}"
            );
            assert_eq!(numbering.position(number), position);
        }
    }
}

#[test]
fn numbers_of_ur_with_seven_pieces_are_those_of_random_positions() {
    let numbering = Numbering::new(7);
    // As published by others.
    assert_eq!(numbering.count(), 137_870_097);
    let mut draw = draws(1);
    for _ in 0..100_000 {
        let position = any_position(&mut draw);
        assert_eq!(numbering.position(numbering.number(position)), position);
        let number = draw(numbering.count());
        assert_eq!(numbering.number(numbering.position(number)), number);
    }
    // Consecutive positions are those that are found one by one.
    for block in numbering.blocks() {
        let first = block.start + draw(block.len() as u32);
        let positions = first..block.end.min(first + 1000);
        assert!(
            numbering
                .positions(positions.clone())
                .eq(positions.map(|number| numbering.position(number)))
        );
    }
}

#[test]
fn order_of_ur_is_that_of_progress() {
    for pieces in 1..=3 {
        let game = Ur {
            numbering: Numbering::new(pieces),
        };
        for position in all_positions(pieces) {
            let number = game.numbering.number(position);
            for (throw, to) in (0..5)
                .flat_map(|throw| game::moves(pieces, position, throw).map(move |to| (throw, to)))
            {
                let (next, hits) = match game::after(pieces, position, throw, to) {
                    After::Other(next) => (next, next.own.squares != position.other.squares),
                    After::Again(next) => (next, next.other.squares != position.other.squares),
                    After::Won => continue,
                };
                assert!(
                    hits || game.numbering.number(next) < number,
                    "{position:?}, {throw} to {to}"
                );
            }
        }
    }
}

/// Compares the moves of a position, in their order, with those by the literal rules.
fn compare_moves(game: &Ur, position: Position) -> usize {
    let literal = Literal {
        numbering: &game.numbering,
    };
    let mut count = 0;
    for (throw, expected) in (0..5).zip(literal.targets(position)) {
        let targets: Vec<Target> = game.targets(position, throw).collect();
        assert_eq!(
            targets[..],
            expected[..],
            "{} with {throw}",
            Notation(position)
        );
        count += targets.len();
    }
    count
}

#[test]
fn moves_of_ur_are_those_of_the_literal_rules() {
    for pieces in 1..=3 {
        let game = Ur {
            numbering: Numbering::new(pieces),
        };
        for position in all_positions(pieces) {
            compare_moves(&game, position);
        }
    }
    let game = Ur {
        numbering: Numbering::new(7),
    };
    let mut draw = draws(2);
    let numbers = (0..1_000_000).map(|_| draw(game.numbering.count()));
    let moves: usize = numbers
        .map(|number| compare_moves(&game, game.numbering.position(number)))
        .sum();
    // Enough of them are no passes.
    assert!(moves > 13_000_000, "{moves} moves");
}

#[test]
fn values_of_ur_are_those_of_the_whole_graph() {
    for pieces in 1..=3 {
        let game = Ur {
            numbering: Numbering::new(pieces),
        };
        let solved = solved(&game);
        assert!(solved.bound() < 5e-13, "{:e}", solved.bound());
        assert_eq!((solved.ending, solved.undecided), (Ending::Always, 0));
        let blocks = 0..game.numbering.blocks().len();
        let rows = blocks.map(|block| game.moves(block)).collect();
        // One block of all positions.
        let frame = Frame {
            blocks: vec![solved.values.len()],
            ..game.frame()
        };
        let graph = Graph::new(frame, rows).expect("a well-formed game");
        let proof = graph.solve(&mut |_| ()).expect("the values can be proven");
        let whole = proof.proven;
        for (state, (value, other)) in whole.values.iter().zip(&solved.values).enumerate() {
            let distance = (value - other).abs();
            assert!(distance <= whole.bound_of(state) + solved.bound_of(state));
        }
        assert_eq!((whole.choices, whole.undecided), (solved.choices, 0));
    }
}

fn solved(game: &Ur) -> Proven {
    tourne_graph::solve(game, &mut |_| (), &mut |_| ()).expect("the values can be proven")
}

#[test]
fn check_of_ur_accepts_right_values_and_refuses_wrong_ones() {
    for pieces in 1..=3 {
        let game = Ur {
            numbering: Numbering::new(pieces),
        };
        let literal = Literal {
            numbering: &game.numbering,
        };
        let check = |values: &[f64]| {
            tourne_graph::prove(&literal, values.to_vec(), &mut |_| (), &mut |_| ())
        };
        let solved = solved(&game);
        let mut values = solved.values.clone();
        let checked = check(&values).expect("the values can be proven");
        assert_eq!(checked.bound().to_bits(), solved.bound().to_bits());
        assert_eq!((checked.choices, checked.undecided), (solved.choices, 0));
        assert_eq!(checked.margin, solved.margin);

        let mut draw = draws(u64::from(pieces));
        for _ in 0..10 {
            let state = draw(values.len() as u32) as usize;
            let right = values[state];
            values[state] += 1e-6;
            let bound = check(&values).map_or(1.0, |proven| proven.bound());
            assert!(
                bound > 9e-7,
                "{bound:e} with a wrong value of state {state}"
            );
            values[state] = right;
        }
    }
}

#[test]
fn report_of_ur_has_the_promised_fields() {
    let game = Ur {
        numbering: Numbering::new(2),
    };
    let report = Report::new(&game.numbering, &solved(&game), 0.5);
    let Value::Object(fields) = report.json() else {
        panic!("an object");
    };
    let names: Vec<&str> = fields.keys().map(String::as_str).collect();
    let promised = "pieces positions value win_probability bound choices undecided ties closest sweeps seconds peak_bytes";
    assert_eq!(names.join(" "), promised);
    assert_eq!(fields["positions"], 12_869);
    assert_eq!(fields["ties"], 0);
    let names: Vec<&str> = fields["closest"]
        .as_object()
        .expect("a file of values")
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(names, ["points", "position", "throw"]);
    assert!(
        parse(
            fields["closest"]["position"]
                .as_str()
                .expect("a legal position"),
            2
        )
        .is_ok()
    );
    assert!(
        report
            .text()
            .starts_with("2 pieces a player, 12869 positions\nFirst player wins: 51.85729074")
    );
}

/// Returns the positions to which a throw leads, as text: after `again` if the same player is on roll.
fn play(pieces: u8, position: &str, throw: u8) -> Vec<String> {
    let position = parse(position, pieces).expect("a legal position");
    let game = Ur {
        numbering: Numbering::new(pieces),
    };
    let text = |number: u32| Notation(game.numbering.position(number)).to_string();
    let targets = game.targets(position, throw).map(|target| match target {
        Target::State(number) => text(number),
        Target::Again(number) => format!("again {}", text(number)),
        Target::End(end) => format!("won {end}"),
    });
    targets.collect()
}

#[test]
fn rules_of_ur_by_hand() {
    // A throw of 0 passes, and so does one without a legal move.
    assert_eq!(play(2, "0:3/0:5", 0), ["0:5/0:3"]);
    assert_eq!(play(1, "0:13/0:", 3), ["0:/0:13"]);
    // A piece enters or moves on, but not to a square with one of the player's own.
    assert_eq!(play(2, "0:/0:", 3), ["0:/0:3"]);
    assert_eq!(play(3, "0:2.5/0:1", 3), ["0:1/0:2.3.5", "again 0:2.8/0:1"]);
    assert_eq!(play(3, "0:3.6/0:1", 3), ["0:1/0:3.9"]);
    // The rosettes on 4, 8 and 14 give another throw.
    assert_eq!(play(2, "0:/0:", 4), ["again 0:4/0:"]);
    assert_eq!(play(1, "0:6/0:", 2), ["again 0:8/0:"]);
    assert_eq!(play(1, "0:12/0:", 2), ["again 0:14/0:"]);
    // A piece on a shared square is sent back, but not on the rosette.
    assert_eq!(play(1, "0:6/0:9", 3), ["0:/0:9"]);
    assert_eq!(play(2, "0:4/0:5.12", 1), ["0:5.12/0:1.4", "0:12/0:5"]);
    assert_eq!(play(1, "0:6/0:8", 2), ["0:8/0:6"]);
    // Each player has squares 1 to 4, 13 and 14 alone.
    assert_eq!(play(1, "0:12/0:13", 1), ["0:13/0:13"]);
    assert_eq!(play(1, "0:2/0:3", 1), ["0:3/0:3"]);
    // A piece leaves by exact count, and the last one wins.
    assert_eq!(play(2, "0:13/0:", 2), ["0:/0:2.13", "0:/1:"]);
    assert_eq!(play(2, "1:12/1:", 3), ["won 0"]);
    assert_eq!(play(2, "1:12/1:", 4), ["1:/1:12"]);
}

#[test]
fn notation_of_every_position_of_ur_is_read_as_it_is_written() {
    for position in all_positions(2) {
        assert_eq!(parse(&Notation(position).to_string(), 2), Ok(position));
    }
    let example = parse("2:3.7.12/0:1.5", 7).expect("a legal position");
    assert_eq!(
        example.own,
        Side {
            home: 2,
            squares: 1 << 3 | 1 << 7 | 1 << 12
        }
    );
    assert_eq!(
        example.other,
        Side {
            home: 0,
            squares: 1 << 1 | 1 << 5
        }
    );
}

#[test]
fn illegal_positions_of_ur_are_refused_by_name() {
    for (text, message) in [
        (
            "",
            "\"\" is not a position: write HOME:SQUARES/HOME:SQUARES, the player on roll first, such as 2:3.7.12/0:1.5, or 0:/0: at the start",
        ),
        (
            "0:3",
            "\"0:3\" is not a position: write HOME:SQUARES/HOME:SQUARES, the player on roll first, such as 2:3.7.12/0:1.5, or 0:/0: at the start",
        ),
        (
            "0:/3",
            "\"0:/3\" is not a position: write HOME:SQUARES/HOME:SQUARES, the player on roll first, such as 2:3.7.12/0:1.5, or 0:/0: at the start",
        ),
        ("4:/0:", "\"4\" pieces home: write a number from 0 to 3"),
        (":1/0:", "\"\" pieces home: write a number from 0 to 3"),
        ("+1:/0:", "\"+1\" pieces home: write a number from 0 to 3"),
        (
            "0:0/0:",
            "\"0\" is not a square: write a number from 1 to 14",
        ),
        (
            "0:15/0:",
            "\"15\" is not a square: write a number from 1 to 14",
        ),
        (
            "0:05/0:",
            "\"05\" is not a square: write a number from 1 to 14",
        ),
        (
            "0:1./0:",
            "\"\" is not a square: write a number from 1 to 14",
        ),
        (
            "0:/0:/",
            "\"/\" is not a square: write a number from 1 to 14",
        ),
        (
            "0:/0:5.5",
            "square 5 stands after 5: write the squares of a player in ascending order, each once",
        ),
        (
            "0:/0:7.5",
            "square 5 stands after 7: write the squares of a player in ascending order, each once",
        ),
        (
            "2:1.2/0:",
            "a player has 4 pieces home and on the board: there must be at most 3",
        ),
        (
            "0:1.5/0:1.5",
            "both players have a piece on square 5: only one piece can stand on a shared square, 5 to 12",
        ),
        (
            "3:/3:",
            "both players have all 3 pieces home: only one of them can have won",
        ),
        (
            "0:/3:",
            "the game is over: a player has all 3 pieces home, and there is no move",
        ),
    ] {
        assert_eq!(
            parse(text, 3).map_err(|error| error.to_string()),
            Err(message.to_owned()),
            "{text}"
        );
    }
}

/// Returns a folder with a file of values of the game with 1 piece a player, the path of the file, and the values.
fn some_values() -> (TempDir, std::path::PathBuf, Vec<f64>) {
    let folder = TempDir::new().expect("a file of values");
    let path = folder.path().join("values");
    let values: Vec<f64> = (0..217).map(|number| f64::from(number) / 256.0).collect();
    values_file::write(&path, 1, &values).expect("a file of values");
    (folder, path, values)
}

#[test]
fn values_file_of_ur_is_read_as_it_was_written() {
    let (folder, path, values) = some_values();
    let mut file = ValuesFile::open(&path).expect("a file of values");
    assert_eq!(file.numbering.pieces(), 1);
    assert_eq!(
        file.value(200).expect("a file of values").to_bits(),
        values[200].to_bits()
    );
    assert_eq!(file.values().expect("a file of values"), values);
    // No temporary file is left, and a file is replaced.
    values_file::write(&path, 1, &[0.5; 217]).expect("a file of values");
    assert_eq!(
        ValuesFile::open(&path)
            .expect("a file of values")
            .values()
            .expect("a file of values"),
        [0.5; 217]
    );
    assert_eq!(
        fs::read_dir(folder.path())
            .expect("a file of values")
            .count(),
        1
    );
    // The layout that the page describes.
    let bytes = fs::read(&path).expect("a file of values");
    assert_eq!(
        bytes[..24],
        *b"UrValues\x01\0\0\0\x01\0\0\0\xd9\0\0\0\0\0\0\0"
    );
    assert_eq!(bytes[24..32], 0.5_f64.to_le_bytes());
    assert_eq!(bytes.len(), 24 + 8 * 217 + 4);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let other = folder.path().join("other");
        fs::write(&other, "").expect("a file of values");
        let [mode, usual] = [path, other].map(|path| {
            fs::metadata(path)
                .expect("a file of values")
                .permissions()
                .mode()
        });
        assert_eq!(mode, usual, "permissions of a new file");
    }
}

#[test]
fn damaged_values_files_of_ur_are_refused() {
    let (_folder, path, _) = some_values();
    let bytes = fs::read(&path).expect("a file of values");
    let refusal = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("a file of values");
        let read = ValuesFile::open(&path).and_then(|mut file| file.values());
        read.expect_err("a damaged file")
    };
    let altered = |at: usize| {
        let mut bytes = bytes.clone();
        bytes[at] ^= 2;
        refusal(&bytes)
    };
    assert!(matches!(refusal(b""), ValuesFileError::Magic));
    assert!(matches!(refusal(&bytes[..20]), ValuesFileError::Magic));
    assert!(matches!(altered(7), ValuesFileError::Magic));
    assert!(matches!(altered(8), ValuesFileError::Version(3)));
    assert!(matches!(altered(15), ValuesFileError::Pieces(0x0200_0001)));
    // Three pieces.
    assert!(matches!(
        altered(12),
        ValuesFileError::Count {
            found: 217,
            pieces: 3,
            right: 263_121
        }
    ));
    assert!(matches!(
        altered(21),
        ValuesFileError::Count {
            pieces: 1,
            right: 217,
            ..
        }
    ));
    let length = bytes.len() as u64;
    for part in [
        &bytes[..24],
        &bytes[..1000],
        &bytes[..bytes.len() - 1],
        &[&bytes[..], b"x"].concat(),
    ] {
        assert!(
            matches!(refusal(part), ValuesFileError::Length { found, count: 217, right } if found == part.len() as u64 && right == length)
        );
    }
    for at in [24, 1000, bytes.len() - 5, bytes.len() - 1] {
        assert!(
            matches!(altered(at), ValuesFileError::Checksum { .. }),
            "byte {at}"
        );
    }
    fs::remove_file(&path).expect("a file of values");
    assert!(matches!(
        ValuesFile::open(&path),
        Err(ValuesFileError::Io(_))
    ));
}

#[test]
fn games_of_ur_are_won_as_often_as_is_proven() {
    let game = Ur {
        numbering: Numbering::new(2),
    };
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("values");
    values_file::write(&path, 2, &solved(&game).values).expect("a file of values");
    let play = |count| ValuesFile::open(&path).and_then(|mut file| Games::play(&mut file, count));
    let games = play(20_000).expect("games");
    assert!(games.text().starts_with("20000 games"));
    let json = games.json();
    let mean = |name: &str| {
        let [mean, error] = ["mean", "standard_error"].map(|field| json[name][field].as_f64());
        (mean.expect("a number"), error.expect("a number"))
    };
    let (share, error) = mean("first_wins");
    // The proven value, and the standard error of 20,000 tosses of a coin.
    assert!((share - 0.518_572_907).abs() < 4.0 * error, "{share}");
    assert!((error - 0.003_535).abs() < 1e-4, "{error}");
    // One throw in 16 is 0.
    let ((throws, _), (zeros, error)) = (mean("throws"), mean("zeros"));
    assert!(
        zeros > 1.0 && (zeros - throws / 16.0).abs() < 4.0 * error,
        "{zeros}"
    );

    let mut bytes = fs::read(&path).expect("a file of values");
    bytes[100] ^= 1;
    fs::write(&path, bytes).expect("a file of values");
    assert!(matches!(play(2), Err(ValuesFileError::Checksum { .. })));
}
