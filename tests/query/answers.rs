//! Answers agree with a second, plain implementation (`tests/plain`) of the literal rules. Answers in JSON have the
//! right fields.

use tourne::ask::{Answer, Found};
use tourne::facts::Info;
use tourne::solutions;
use tourne_solver::verify::literal;
use tourne_solver::{Solution, Stakes};

use tourne_plain::Step;
use tourne_plain::world::{
    COURSE, DOUBLE_WIN, ENTRY_FIRST, FORCED_ENTRY, STANDARD, World, assert_near,
};

/// Compares the answers for every `step`-th position with the literal rules and with values found by plain iteration.
/// Returns the number of pairs of a position and a die with several best moves.
fn check_answers(world: &World, solution: &Solution, step: usize) -> u64 {
    let game = &world.game;
    let own = |state: usize| world.value(world.values[0][state]);
    let mut tied = 0;
    for (state, men) in game.states.iter().enumerate().step_by(step) {
        let position = solution
            .rules()
            .read(&men.to_string())
            .expect("a legal position");
        let answer = Answer::new(solution, position, None);
        let Found::OfPosition { value, rolls } = answer.expect("the solution holds it").found
        else {
            panic!("no die was asked about");
        };
        assert_near(value.number(), own(state), &men.to_string());
        assert_eq!(rolls.len(), 6);
        for (die, (roll, steps)) in rolls.iter().zip(&game.moves[state]).enumerate() {
            let asked = format!("{position} with a {}", die + 1);
            let losses = world.losses(state, die);
            let number = die as u8 + 1;
            let chances = Some(literal::chances(game.rules, number));
            assert_eq!((roll.die.number(), roll.chances), (number, chances));

            // Best moves come first, sorted from the rearmost man to the foremost. The other moves follow, by ascending
            // loss.
            assert_eq!(roll.moves.len(), steps.len(), "{asked}");
            let count = losses.iter().filter(|&&loss| loss == 0.0).count();
            let best = (0..steps.len()).filter(|&rank| losses[rank] == 0.0);
            let listed: Vec<String> = roll.moves.iter().map(|it| it.action.to_string()).collect();
            let expected: Vec<String> = best.map(|rank| written(steps[rank])).collect();
            assert_eq!(listed[..count], expected, "{asked}");
            assert_eq!(roll.best.to_string(), expected[0], "{asked}");
            let is_sorted = roll.moves.is_sorted_by(|one, next| one.loss <= next.loss);
            assert!(is_sorted, "{asked}");
            tied += u64::from(count > 1);

            for (ranked, name) in roll.moves.iter().zip(&listed) {
                let rank = steps.iter().position(|&step| written(step) == *name);
                let rank = rank.unwrap_or_else(|| panic!("{asked}: {name} is not legal"));
                let (points, next) = match steps[rank].to() {
                    Some(to) => (world.values[1][to], game.states[to].to_string()),
                    None => {
                        let opponent = &men.to_string()[4..];
                        let is_double =
                            game.rules.stakes == Stakes::DoubleWin && !opponent.contains('h');
                        let points = if is_double { 2.0 } else { 1.0 };
                        (points, format!("{opponent}/hhh"))
                    }
                };
                assert_eq!(ranked.position.to_string(), next, "{asked}: {name}");
                assert_near(ranked.value.number(), world.value(points), &asked);
                assert_near(ranked.loss, world.unit() * losses[rank], &asked);
                assert_eq!(ranked.loss == 0.0, losses[rank] == 0.0, "{asked}: {name}");
                let is_best = roll.value.number().to_bits() == ranked.value.number().to_bits();
                assert_eq!(is_best, losses[rank] == 0.0, "{asked}: {name}");
            }
        }
    }
    tied
}

/// Returns the notation of a move, with `*` if it hits.
fn written(step: Step) -> String {
    step.text() + if step.hits { "*" } else { "" }
}

#[test]
fn every_answer_of_the_embedded_solution_is_right() {
    assert_eq!(check_answers(&STANDARD, solutions::standard(), 1), 0);
}

#[test]
fn answers_under_every_other_preset_are_right() {
    for (world, step, ties) in [
        (&FORCED_ENTRY, 11, 0),
        (&ENTRY_FIRST, 1, 3384),
        (&DOUBLE_WIN, 11, 0),
        (&COURSE, 23, 0),
    ] {
        let world: &World = world;
        assert_eq!(check_answers(world, world.arena.solution(), step), ties);
        assert_eq!(Info::new(world.arena).expect("games end").ties, ties);
    }
}
