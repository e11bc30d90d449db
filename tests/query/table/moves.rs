//! Moves that are typed: the reasons why they are not legal.

use tourne::ask::{Question, for_die};
use tourne::play::choice::{ChoiceError, choose};
use tourne::policy::Cause;
use tourne::show::play::moves::listed;
use tourne::show::play::name::Name;
use tourne::solutions;
use tourne_solver::{Die, Index, Man, Move, Rules};

use crate::cells;
use crate::commands::assert_says;

/// Tries a move from every place to every place.
#[test]
fn a_move_that_is_not_legal_has_a_true_reason() {
    for (_, rules) in Rules::PRESETS {
        let index = Index::new(rules);
        let positions: Vec<_> = index.positions().collect();
        for (position, die) in positions.iter().step_by(997).zip(Die::ALL.iter().cycle()) {
            let (position, die) = (*position, *die);
            let plays = rules.plays(position, die);
            let men = position.on_roll().men();
            let stands = |place: u8| {
                men.iter().any(|man| match man {
                    Man::Off | Man::Owing => place == 0,
                    Man::On(point) => point.number() == place,
                })
            };
            for (from, to) in (0..=11).flat_map(|from| (0..=12).map(move |to| (from, to))) {
                let Ok(action) = format!("{from}/{to}").parse::<Move>() else {
                    continue;
                };
                let legal = plays.iter().find(|play| play.action == action);
                let chosen = choose(&format!("{from}/{to}"), rules, position, die, &plays);
                let asked = format!("{rules} {position} {die}: {from}/{to}: {chosen:?}");
                match (legal, chosen) {
                    (Some(legal), Ok(chosen)) => assert_eq!(*legal, chosen, "{asked}"),
                    (None, Err(error @ ChoiceError::NotLegal { cause, .. })) => {
                        let moves = plays.iter().map(|play| play.action.to_string());
                        let goes = moves.into_iter().find_map(|text| {
                            let (start, to) = text.trim_end_matches('*').split_once('/')?;
                            (start == from.to_string()).then(|| to.replace("12", "home"))
                        });
                        let is_true = match cause {
                            Cause::NoMan => !stands(from),
                            Cause::Obstacle(_) => stands(from) && goes.is_none(),
                            Cause::Elsewhere => goes.is_some_and(|goes| {
                                let goes = if goes == "0" { "off" } else { &goes };
                                error.to_string().contains(&format!(" goes to {goes}, "))
                            }),
                            Cause::Pass | Cause::NoMove => false,
                        };
                        assert!(is_true, "{asked}");
                    }
                    _ => panic!("{asked}"),
                }
            }
        }
    }
}

/// Typed lines, each after its position and die, and the move or a part of the error. X is the letter of a player at the
/// table, so it names no man, although in the notation it is a man that must enter.
const TYPED: &str = r#"
015/000 3 | off | the man off the board cannot move with a 3: it may not pass over its own man on 1
015/000 3 | 0 | the man off the board cannot move with a 3
015/000 3 | 0/3 | the man off the board cannot move with a 3
018/000 1 | bar | the man off the board cannot move with a 1: a man of its own side stands on 1
018/000 1 | off/1 | cannot move with a 1
128/000 1 | 2 | 2 can be the man on 2, or number 2 of the list: type 2/3 or 8/9
128/000 1 | #2 | 8/9
128/000 1 | 8 | 8/9
047/000 2 | off/2 | 0/2
047/000 2 | x | "x" is neither a move nor a command
047/000 2 | X | "X" is neither a move nor a command
17b/000 2 | b | the man on 11 cannot move with a 2
17b/000 2 | 11/12 | which it reaches only with an exact 1
17b/000 2 | h | you have no man on 12
028/000 3 | 7 | no man of yours stands on 7 or can go there, and the list has 2 moves
028/000 3 | 5 | 2/5
028/000 3 | 1 | 2/5
08a/000 2 | 2 | 2 can be the move to 2, or number 2 of the list: type 0/2 or 10/12
08a/000 2 | 10 | 10/12
08a/000 1 | 11 | 10/11
08a/000 2 | home | 10/12
08a/000 2 | 12 | 10/12
17b/000 2 | 3 | 1/3
17b/000 2 | 9 | 7/9
17b/000 2 | 1 3 | 1/3
"#;

#[test]
fn what_is_typed_is_a_move_or_explained() {
    for [asked, typed, expected] in cells(TYPED) {
        let question = Question::parse_line(asked, Rules::STANDARD).expect("a question");
        let (position, die) = (question.position, question.die.expect("a die"));
        let plays = Rules::STANDARD.plays(position, die);
        match choose(typed, Rules::STANDARD, position, die, &plays) {
            Ok(play) => assert_eq!(play.action.to_string(), expected, "{asked} {typed}"),
            Err(error) => assert_says(&error.to_string(), &[expected]),
        }
    }
}

/// A loss that would be rounded to zero is shown as "more than" a negative limit that is right.
#[test]
fn a_tiny_loss_has_a_limit_that_holds() {
    let solution = solutions::standard();
    let rules = solution.rules();
    let position = rules.read("0ah/12h").expect("a legal position");
    let die = Die::new(1);
    let answer = for_die(solution, position, die).expect("a known position");
    let plays = rules.plays(position, die);
    let (mover, other) = (Name::you(), Name::thing("Computer"));
    let text = listed(&plays, Some(&answer.moves), &mover, &other);
    assert!(text.contains(" more than -0.1 %  "), "{text}");
}
