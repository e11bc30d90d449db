//! Properties of the notation of men, positions, throws, moves and rules.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::str::FromStr;

use proptest::prelude::*;
use tourne_solver::{Die, Index, Man, Move, Point, Roll, Rules, Setup, Side, shortened};

use crate::commands::assert_says;
use crate::without_files;

/// Maximum length of an error message in characters, whatever text it is about.
const LONGEST_MESSAGE: usize = 200;

/// Every man as it is printed, and in the long form.
const MEN: &str = "0 0, x x, 1 1, 2 2, 3 3, 4 4, 5 5, 6 6, 7 7, 8 8, 9 9, a 10, b 11, h 12";

fn forms_of_men() -> impl Iterator<Item = (&'static str, &'static str)> {
    let men = MEN.split(", ");
    men.map(|man| man.split_once(' ').expect("two forms"))
}

#[track_caller]
fn read<T: FromStr<Err: Display>>(text: &str) -> T {
    match text.parse() {
        Ok(read) => read,
        Err(error) => panic!("{error}"),
    }
}

// ------------------------------------------------------------- men and positions

#[test]
fn men_are_printed_as_one_character_and_read_in_both_forms() {
    assert_eq!(Man::all().count(), forms_of_men().count());
    for (man, (short, long)) in Man::all().zip(forms_of_men()) {
        assert_eq!(man.to_string(), short);
        for text in [short, long, &short.to_uppercase(), &format!(" {long} ")] {
            assert_eq!(read::<Man>(text), man, "{text:?}");
        }
    }
}

#[test]
fn only_the_short_form_of_positions_is_read_at_once() {
    for other in [
        "04h/07", "04h/0070", "04h-007", " 04h/007", "0,4/007", "04é/00",
    ] {
        assert_eq!(Rules::STANDARD.read(other), None, "{other}");
    }
    assert!(Rules::STANDARD.read("H40/700").is_some());
}

#[test]
fn texts_of_set_ups_stand_for_the_men_that_they_name() {
    let on = |number| Man::On(Point::new(number));
    let (off, owing) = (Man::Off, Man::Owing);
    for (text, on_roll, opponent) in [
        ("000/000", vec![off; 3], vec![off; 3]),
        (
            "xx1/9ab",
            vec![owing, owing, on(1)],
            vec![on(9), on(10), on(11)],
        ),
        (
            "0,4,12/0,0,7",
            vec![off, on(4), on(12)],
            vec![off, off, on(7)],
        ),
        (
            "h40/11,x,10",
            vec![on(12), on(4), off],
            vec![on(11), owing, on(10)],
        ),
        // A set-up may have any number of men.
        ("0/hhhh", vec![off], vec![on(12); 4]),
        ("1,2/3", vec![on(1), on(2)], vec![on(3)]),
        ("0000000/7", vec![off; 7], vec![on(7)]),
    ] {
        let setup: Setup = read(text);
        assert_eq!(
            (setup.on_roll, setup.opponent),
            (on_roll, opponent),
            "{text}"
        );
    }
}

#[test]
fn order_and_form_of_a_side_do_not_matter() {
    const ORDERS: [[usize; 3]; 6] = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    let written = |side: Side, number: usize| {
        let men = ORDERS[number % 6].map(|man| side.men()[man]);
        let names = men.map(|man| {
            let mut names = Man::all().zip(forms_of_men());
            names
                .find(|&(named, _)| named == man)
                .expect("every man has a name")
                .1
        });
        let (short, long) = (names.map(|it| it.0), names.map(|it| it.1));
        match number % 5 {
            0 => short.concat(),
            1 => short.concat().to_uppercase(),
            2 => short.join(","),
            3 => long.join(","),
            _ => long.join(" , "),
        }
    };
    for (_, rules) in Rules::PRESETS {
        for (number, position) in Index::new(rules).positions().enumerate().step_by(61) {
            let [own, other] = [position.on_roll(), position.opponent()];
            let text = format!("{}/{}", written(own, number), written(other, number / 30));
            let setup: Setup = read(&text);
            assert_eq!(rules.position(&setup), Ok(position), "{text}");
            assert_eq!(setup.to_string(), position.to_string(), "{text}");
        }
    }
}

// ------------------------------------------------------------- throws

#[test]
fn every_throw_reads_in_every_form() {
    for first in Die::ALL {
        let one = first.number();
        for text in [format!("{one}"), format!(" {one}\n")] {
            assert_eq!(read::<Roll>(&text), Roll::Played(first), "{text:?}");
        }
        for second in Die::ALL {
            let two = second.number();
            for text in [
                format!("{one}{two}"),
                format!("{one}-{two}"),
                format!("\t{one}-{two} "),
            ] {
                assert_eq!(read::<Roll>(&text), Roll::Both(first, second), "{text:?}");
            }
        }
    }
}

// ------------------------------------------------------------- moves

/// Every pass and move of a man from off or a point to anywhere, with and without a hit, that can be made.
fn moves() -> Vec<Move> {
    let places = || [None].into_iter().chain(Point::ALL.map(Some));
    let men = places().flat_map(|from| places().map(move |to| (from, to)));
    let men = men.flat_map(|(from, to)| [false, true].map(|hit| Move::of_man(from, to, hit)));
    [Move::Pass].into_iter().chain(men.flatten()).collect()
}

#[test]
fn every_printed_move_reads_as_itself() {
    let moves = moves();
    let printed: BTreeSet<String> = moves.iter().map(Move::to_string).collect();
    // From 12 places to 13, but not from off to off, and with hits on 11 points.
    assert_eq!(printed.len(), 1 + (12 * 13 - 1) + 12 * 11);
    for action in moves {
        let text = action.to_string();
        for typed in [text.clone(), format!(" {} ", text.to_uppercase())] {
            let read: Move = read(&typed);
            assert_eq!((read, read.hits()), (action, action.hits()), "{typed}");
        }
    }
}

#[test]
fn a_move_from_home_or_from_off_to_off_cannot_be_made() {
    for from in [None, Some(Point::HOME)] {
        assert_eq!(Move::of_man(from, None, true), None);
    }
}

#[test]
fn moves_that_differ_in_the_mark_of_a_hit_are_equal() {
    assert_eq!(read::<Move>("4/7*"), read("4/7"));
    assert_ne!(read::<Move>("4/7*"), read("4/8*"));
    assert_eq!(read::<Move>("9/12*").to_string(), "9/12");
}

#[test]
fn moves_read_in_every_form() {
    for (text, printed) in [
        ("bar/3", "0/3"),
        ("off/3", "0/3"),
        ("x/3", "0/3"),
        ("OFF/3*", "0/3*"),
        ("9/home", "9/12"),
        ("9/h", "9/12"),
        ("a/b*", "10/11*"),
        ("10/11*", "10/11*"),
        ("9/0", "9/0"),
        ("9/off", "9/0"),
        ("Pass", "pass"),
    ] {
        assert_eq!(read::<Move>(text).to_string(), printed, "{text}");
    }
}

#[test]
fn a_star_is_never_required() {
    let rules = Rules::STANDARD;
    let position = rules.position(&read("003/004")).expect("a position");
    let [with, without] = ["3/4*", "3/4"].map(|text| {
        let action: Move = read(text);
        rules.play(position, Die::new(1), action)
    });
    assert!(with.is_ok());
    assert_eq!(with, without);
}

// ------------------------------------------------------------- rule sets

#[test]
fn names_of_rule_sets_read_as_themselves() {
    for (name, rules) in Rules::PRESETS {
        assert_eq!(read::<Rules>(name), rules);
        assert_eq!(rules.to_string(), name);
        for (other, _) in Rules::PRESETS {
            let joined = format!("{name}+{other}");
            let Ok(rules) = joined.parse::<Rules>() else {
                let duties = ["entry-first", "forced-entry"];
                assert!(
                    duties.contains(&name) && duties.contains(&other),
                    "{joined}"
                );
                continue;
            };
            assert_eq!(read::<Rules>(&format!(" {name} + {other} ")), rules);
            assert_eq!(read::<Rules>(&format!("{other}+{name}")), rules);
            assert_eq!(read::<Rules>(&rules.to_string()), rules, "{joined}");
        }
    }
    let all_but_one = "course+forced-entry+double-win+standard";
    let printed = read::<Rules>(all_but_one).to_string();
    assert_eq!(printed, "course+forced-entry+double-win");
}

// ------------------------------------------------------------- whatever text

/// Strings of any characters, and strings of words of the notation.
fn texts() -> impl Strategy<Value = String> {
    let words = "pass off bar home / * + - , 0 7 12 13 h x 4 standard course entry-first double-win é \u{3000} ٣";
    let words: Vec<&str> = words.split(' ').collect();
    let words = prop::collection::vec(prop::sample::select(words), 0..12);
    prop_oneof![".{0,300}", words.prop_map(|words| words.concat())]
}

/// Asserts that a text is either refused with a short message of one line, or read as a value that stays the same when
/// it is printed and read again.
fn check<T: FromStr<Err: Display> + PartialEq + std::fmt::Debug>(
    text: &str,
    print: impl Fn(&T) -> String,
) {
    match text.parse::<T>() {
        Ok(value) => assert_eq!(read::<T>(&print(&value)), value, "{text:?}"),
        Err(error) => check_message(text, &error.to_string()),
    }
}

fn check_message(text: &str, message: &str) {
    let length = message.chars().count();
    assert!(length <= LONGEST_MESSAGE, "{text:?}: {message}");
    assert!(!message.contains(char::is_control), "{text:?}: {message}");
}

fn print_roll(roll: Roll) -> String {
    match roll {
        Roll::Both(one, two) => format!("{}-{}", one.number(), two.number()),
        Roll::Played(die) => die.number().to_string(),
    }
}

/// Prints a set-up with its men in the order in which they were written; `Display` sorts them.
fn print_setup(setup: &Setup) -> String {
    let side = |men: &[Man]| men.iter().map(Man::to_string).collect::<String>();
    format!("{}/{}", side(&setup.on_roll), side(&setup.opponent))
}

fn check_all(text: &str) {
    check::<Man>(text, Man::to_string);
    check::<Setup>(text, print_setup);
    check::<Roll>(text, |&roll| print_roll(roll));
    check::<Move>(text, Move::to_string);
    check::<Rules>(text, Rules::to_string);
}

proptest! {
    #![proptest_config(without_files())]

    #[test]
    fn no_text_makes_a_reader_panic_or_ramble(text in texts()) {
        check_all(&text);
    }

    #[test]
    fn texts_in_errors_are_the_beginning_of_the_text(text in texts()) {
        let shown = shortened(&text);
        // Around letters that are written from right to left.
        let isolates = ['\u{2068}', '\u{2069}'];
        let shown = shown.trim_matches(isolates).to_owned();
        let (mut rest, is_cut) = match shown.strip_suffix('…') {
            Some(beginning) if !text.ends_with('…') || beginning.chars().count() == 40 => (beginning, true),
            _ => (&*shown, false),
        };
        prop_assert!(!is_cut || rest.chars().count() == 40);
        for character in text.chars() {
            let escape = match character {
                '\0' => r"\0".to_owned(),
                '\t' => r"\t".to_owned(),
                '\n' => r"\n".to_owned(),
                '\r' => r"\r".to_owned(),
                other => format!(r"\u{{{:x}}}", u32::from(other)),
            };
            let must_be_escaped = character.is_control() || "\u{202e}\u{2028}\u{feff}".contains(character);
            let unit = if !must_be_escaped && rest.starts_with(character) {
                character.to_string()
            } else {
                escape
            };
            match rest.strip_prefix(&*unit) {
                Some(after) => rest = after,
                None => {
                    prop_assert!(is_cut && unit.starts_with(rest), "{rest:?} is not of {unit:?}");
                    return Ok(());
                }
            }
        }
        prop_assert_eq!((rest, is_cut), ("", false));
    }
}

// ------------------------------------------------------------- named errors

/// Asserts that these texts, separated by `|`, cannot be read as a `T`: each message quotes its text, and says what
/// would be right.
#[track_caller]
fn refused<T: FromStr<Err: Display>>(texts: &str, right: &str) {
    for text in texts.split('|') {
        assert_message::<T>(text, &[&format!("\"{text}\""), right]);
    }
}

/// Asserts that a text cannot be read as a `T`, and that the message has these parts.
#[track_caller]
fn assert_message<T: FromStr<Err: Display>>(text: &str, parts: &[&str]) {
    let Err(error) = text.parse::<T>() else {
        panic!("{text:?} was read");
    };
    let message = error.to_string();
    assert_says(&message, parts);
    check_message(text, &message);
}

#[test]
fn bad_men_are_named() {
    for text in ["13", " 99 ", "256", "1000000000000"] {
        assert_message::<Man>(text, &[text.trim(), "1 to 12, and 0 is off"]);
    }
    let right = "0 (off), x (off, must re-enter), 1 to 9, a (10), b (11) or h (home)";
    refused::<Man>("| |c|-1|+1|1.5|0x|hh|４|é|home", right);
}

#[test]
fn bad_positions_are_named() {
    let right = "the side on roll, a slash, and its opponent, such as 04h/007";
    refused::<Setup>(
        "|04h|04h007|04h/|/007|/|04h/007/000|04h//007|04h:007",
        right,
    );
    for (text, man, right) in [
        ("04z/007", "\"z\"", "0 (off)"),
        ("04h/0c7 ", "\"c\"", "h (home)"),
        ("0,4,13/0,0,7", "13", "1 to 12"),
        ("0,,12/0,0,7", "\"\"", "h (home)"),
        ("04h/ 007", "\" \"", "h (home)"),
        ("04h/00é", "\"é\"", "h (home)"),
    ] {
        assert_message::<Setup>(text, &[man, right, &format!("\"{text}\"")]);
    }
}

#[test]
fn bad_throws_are_named() {
    refused::<Roll>("0|4-7|07|69|8-9", "a die shows 1 to 6");
    for (text, number) in [("0", 0), ("4-7", 7), ("07", 0), ("69", 9), ("8-9", 8)] {
        assert_message::<Roll>(text, &[&format!("{number} is not a die")]);
    }
    let right = "both dice, such as 43 or 4-3, or the die that is played, such as 3";
    for (text, count) in [("432", 3), ("4-3-2", 3), ("123456", 6)] {
        assert_message::<Roll>(text, &[&format!("\"{text}\" is {count} dice"), right]);
    }
    refused::<Roll>("|-|4-|-3|4--3|4 3|4/3|10-3|six|４|4,3|+3", right);
}

#[test]
fn bad_moves_are_named() {
    let right = "write from/to, such as 0/3 or 9/12, with 0 for off, or pass";
    let from_to = "|/|3|0/|/3|0/13|12/3|home/3|h/3|0/0|off/off|0/3/5|3-5|0/3**";
    refused::<Move>(from_to, right);
    refused::<Move>("*|pass*|passe|off/c|0/x|-1/3|é/3", right);
}

#[test]
fn bad_rule_sets_are_named() {
    let right =
        "use standard, forced-entry, entry-first, double-win, course, or several joined with +";
    refused::<Rules>(
        "|Standard|backgammon|forced_entry|forced-entry,double-win",
        right,
    );
    assert_message::<Rules>("course+chess", &["\"chess\"", right]);
    assert_message::<Rules>("course+", &["\"\"", right]);
    let many = "standard+standard+standard+standard+standard+forced-entry+entry-first";
    for (text, both) in [
        (
            "course+entry-first+double-win+forced-entry",
            "entry-first and forced-entry contradict",
        ),
        (many, "forced-entry and entry-first contradict"),
    ] {
        assert_message::<Rules>(text, &[both, "leave one of them out"]);
    }
}

#[test]
fn bad_numbers_are_named() {
    for number in 0..=u8::MAX {
        match Die::try_from(number) {
            Ok(die) => assert_eq!(
                (die.number(), Die::ALL[usize::from(number) - 1]),
                (number, die)
            ),
            Err(error) => assert_says(
                &error.to_string(),
                &[&number.to_string(), "a die shows 1 to 6"],
            ),
        }
        match Point::try_from(number) {
            Ok(point) => assert_eq!(
                (point.number(), Point::ALL[usize::from(number) - 1]),
                (number, point)
            ),
            Err(error) => assert_says(
                &error.to_string(),
                &[&number.to_string(), "points are 1 to 12"],
            ),
        }
    }
    assert_eq!((Die::ALL.len(), Point::ALL.len()), (6, 12));
}
