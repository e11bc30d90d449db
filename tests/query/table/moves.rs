//! Moves that are typed: the reasons why they are not legal.

use tourne::play::choice::{ChoiceError, choose};
use tourne::show::play::moves::{Listed, listed};
use tourne::show::play::name::Name;
use tourne_query::ask::for_die;
use tourne_query::solutions;
use tourne_solver::{Die, Index, Man, Move, Point, Rules};

/// Tries a move from every place to every place. A legal move is played, and any other is refused with a true reason.
#[test]
fn a_move_that_is_not_legal_has_a_true_reason() {
    for (_, rules) in Rules::PRESETS {
        let index = Index::new(rules);
        let positions: Vec<_> = index.positions().collect();
        for (position, die) in positions.iter().step_by(997).zip(Die::ALL.iter().cycle()) {
            let (position, die) = (*position, *die);
            let plays = rules.plays(position, die);
            let stands = |place: u8| {
                let men = position.on_roll().men();
                men.iter().any(|man| match man {
                    Man::Off | Man::Owing => place == 0,
                    Man::On(point) => point.number() == place,
                })
            };
            let moves = |start: &str| {
                let mut texts = plays.iter().map(|play| play.action.to_string() + "*");
                texts.any(|text| text.starts_with(start))
            };
            for (from, to) in (0..=11).flat_map(|from| (0..=12).map(move |to| (from, to))) {
                let Ok(action) = format!("{from}/{to}").parse::<Move>() else {
                    continue;
                };
                let legal = plays.iter().find(|play| play.action.is_same_as(action));
                let chosen = choose(&format!("{from}/{to}"), rules, position, die, &plays);
                let asked = format!("{rules} {position} {die}: {from}/{to}: {chosen:?}");
                match (legal, chosen) {
                    (Some(legal), Ok(chosen)) => assert_eq!(*legal, chosen, "{asked}"),
                    (None, Err(ChoiceError::NoMan(_))) => assert!(!stands(from), "{asked}"),
                    (None, Err(ChoiceError::Obstacle { .. })) => {
                        assert!(stands(from) && !moves(&format!("{from}/")), "{asked}");
                    }
                    (None, Err(ChoiceError::WrongNumber { goes, .. })) => {
                        let goes = goes.map_or(0, Point::number);
                        assert!(moves(&format!("{from}/{goes}*")), "{asked}");
                    }
                    _ => panic!("{asked}"),
                }
            }
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
    let moves = Listed {
        plays: &plays,
        ranked: Some(&answer.moves),
        mover: &Name::you(),
        other: &Name::thing("Computer"),
    };
    let text = listed(&moves);
    assert!(text.contains(" more than -0.1 %  "), "{text}");
}
