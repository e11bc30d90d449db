//! With three men on twelve points, the game of any size is the standard game of the library.

use std::collections::HashMap;

use crate::race::Race;
use tourne_graph::{Game, Graph, Node};
use tourne_solver::{Die, Position, Rules, Setup, States};

const RULES: Rules = Rules::STANDARD;

/// Converts two sides of the race to a position of the library; returns `None` if that is not legal.
fn position(race: &Race, sides: [usize; 2]) -> Option<Position> {
    let [own, other] = sides.map(|side| {
        let men = race.men(side);
        men.iter()
            .map(usize::to_string)
            .collect::<Vec<_>>()
            .join(",")
    });
    let setup: Setup = format!("{own}/{other}").parse().ok()?;
    RULES.position(&setup).ok()
}

/// Returns the race with three men on twelve points, the position of each state, and the state of each position.
fn real_size() -> (Race, Vec<Position>, HashMap<Position, usize>) {
    let race = Race::new(3, 12);
    let blocks = 0..race.frame().blocks.len();
    let positions = blocks
        .flat_map(|block| race.pairs(block))
        .map(|sides| position(&race, sides));
    let positions: Vec<Position> = positions
        .map(|position| position.expect("a legal position"))
        .collect();
    let states = positions.iter().copied().zip(0..).collect();
    (race, positions, states)
}

#[test]
fn positions_are_those_of_the_rules() {
    let (_, positions, states) = real_size();
    assert_eq!(states.len(), positions.len(), "no position occurs twice");
    assert_eq!(positions.len(), 52_347);
    assert_eq!(positions.last(), Some(&RULES.start()));
    let product = States::new(RULES);
    assert!(
        product
            .positions()
            .iter()
            .all(|position| states.contains_key(position))
    );
}

#[test]
fn moves_are_those_of_the_rules() {
    let (race, positions, states) = real_size();
    let blocks = 0..race.frame().blocks.len();
    let rows = blocks.map(|block| Game::moves(&race, block)).collect();
    let graph = Graph::new(race.frame(), rows).expect("a valid game");
    let mut moves = 0;
    for (state, &position) in positions.iter().enumerate() {
        for (outcome, die) in Die::ALL.into_iter().enumerate() {
            let plays = RULES.plays(position, die);
            moves += plays.iter().filter(|play| play.man.is_some()).count();
            let nexts = plays.iter().map(|play| match play.next.is_over() {
                true => graph.states() as Node,
                false => states[&play.next] as Node,
            });
            let expected: Vec<Node> = nexts.collect();
            let found = graph.moves(state, outcome);
            assert_eq!(found, expected, "{position} {die}");
        }
    }
    assert_eq!(moves, 382_607);
    assert_eq!(race.moves(), moves);
    for (outcome, die) in Die::ALL.into_iter().enumerate() {
        assert_eq!(graph.weights()[outcome], RULES.chances(die));
    }
}
