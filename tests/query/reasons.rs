//! Reasons of moves against the rules read literally, the values of the solution, and the grades of policies.

use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;
use tourne::show::reasons::{against_best, lines, where_it_counts};
use tourne_query::ask;
use tourne_query::ask::{Judge as _, Measure};
use tourne_query::solutions;
use tourne_solver::verify::literal::{self, Man, State, Switches};
use tourne_solver::{Die, Move, Position, Rules, Stakes};
use tourne_study::facts::{Explainer, FactsError, Reasons};

use crate::commands::run;
use crate::plain::world::arena;

/// The explainer of a named rule set, which is made once for all tests.
fn explainer(rules: Rules) -> &'static Explainer {
    static EXPLAINERS: [OnceLock<Explainer>; Rules::PRESETS.len()] =
        [const { OnceLock::new() }; Rules::PRESETS.len()];
    let preset = Rules::PRESETS.iter().position(|(_, it)| *it == rules);
    EXPLAINERS[preset.expect("it is a named rule set")]
        .get_or_init(|| Explainer::new(arena(rules).solution()).expect("the solution is right"))
}

/// Checks every `step`-th position of the rules with all dice and their reasons.
fn all_reasons(rules: Rules, step: usize, mut check: impl FnMut(Position, Die, &[Reasons])) {
    let (explainer, solution) = (explainer(rules), arena(rules).solution());
    for position in solution.index().positions().step_by(step) {
        for die in Die::ALL {
            let reasons = explainer.explain(solution, position, die);
            check(position, die, &reasons.expect("the solution holds it"));
        }
    }
}

/// Returns each named rule set, and the step *n*: every *n*-th position is checked.
fn rules_and_steps() -> [(Rules, usize); 5] {
    Rules::PRESETS.map(|(name, rules)| (rules, if name == "standard" { 7 } else { 41 }))
}

fn unmarked(action: Move) -> String {
    action.to_string().replace('*', "")
}

// ---- The rules, read literally

/// Returns the number of men on this point; 0 if men cannot be hit there.
fn standing(men: [Man; 3], point: u8) -> usize {
    let is_there = |man: &&Man| **man == Man::On(point);
    men.iter().filter(is_there).count() * usize::from((1..=11).contains(&point))
}

/// Returns the number of points that the men still have to go: 12 for a man off the board.
fn pips(men: [Man; 3]) -> u8 {
    let of = |man: Man| match man {
        Man::On(point) => 12 - point,
        Man::NeverEntered | Man::Hit => 12,
    };
    men.map(of).iter().sum()
}

/// Returns the number of throws in which this die is played. The throws are counted, without a formula.
fn throws_of(switches: Switches, die: u8) -> u32 {
    if switches.one_die {
        return 1;
    }
    let throws = (1..=6_u8).flat_map(|one| (1..=6_u8).map(move |other| one.min(other)));
    throws.map(|lower| u32::from(lower == die)).sum()
}

/// Checks the reasons for all moves of a position and die. Returns the number of moves that hit, and the number of moves
/// after which the opponent can hit.
fn check_literally(switches: Switches, position: Position, die: Die, all: &[Reasons]) -> [u32; 2] {
    let state = State::parse(&position.to_string());
    let asked = format!("{position} with a {die}");
    let legal = literal::legal_moves(switches, &state, die.number());
    assert_eq!(all.len(), legal.len().max(1), "{asked}");
    let mut counts = [0; 2];
    for reasons in all {
        let name = unmarked(reasons.action);
        let step = legal
            .iter()
            .find(|step| format!("{}/{}", step.from, step.to) == name);
        assert_eq!(step.is_none(), name == "pass", "{asked}: {name}");
        let hit = step.map(|step| (step.to, standing(state.opp, step.to)));
        let hit = hit.filter(|&(_, men)| men > 0);
        let found = reasons.hits.map(|hit| (hit.point.number(), hit.men));
        assert_eq!(found, hit, "{asked}: {name}");

        // The opponent is on roll now: `own` are its men.
        let after = step.map_or(literal::after_pass(&state), |step| step.after);
        let wins = after.opp.iter().all(|&man| man == Man::On(12));
        assert_eq!(reasons.wins, wins, "{asked}: {name}");
        assert_eq!(
            (reasons.pips, reasons.opponent_pips),
            (pips(after.opp), pips(after.own))
        );
        let can_hit = |die: &u8| {
            let replies = literal::legal_moves(switches, &after, *die);
            replies
                .iter()
                .any(|reply| standing(after.opp, reply.to) > 0)
        };
        let hitting: Vec<u8> = (1..=6).filter(|die| !wins && can_hit(die)).collect();
        let found: Vec<u8> = reasons.hit_by_dice.iter().map(|die| die.number()).collect();
        assert_eq!(found, hitting, "{asked}: {name}");
        let throws: u32 = hitting.iter().map(|&die| throws_of(switches, die)).sum();
        assert_eq!(reasons.hit_by, throws, "{asked}: {name}");
        assert_eq!(reasons.throws, if switches.one_die { 6 } else { 36 });
        counts[0] += u32::from(hit.is_some());
        counts[1] += u32::from(!hitting.is_empty());
    }
    counts
}

#[test]
fn hits_and_dangers_are_those_of_the_rules_read_literally() {
    for (rules, step) in rules_and_steps() {
        let (mut counts, mut largest) = ([0; 2], 0);
        all_reasons(rules, step, |position, die, all| {
            let found = check_literally(rules.into(), position, die, all);
            counts = [counts[0] + found[0], counts[1] + found[1]];
            let men = all.iter().filter_map(|reasons| reasons.hits);
            largest = men.map(|hit| hit.men).max().unwrap_or(0).max(largest);
        });
        assert!(
            counts.iter().all(|&count| count > 1000),
            "{rules}: {counts:?}"
        );
        // Men share points in course only.
        assert_eq!(
            largest,
            if rules == Rules::COURSE { 3 } else { 1 },
            "{rules}"
        );
    }
}

// ---- Values

#[test]
fn ends_agree_with_the_values_of_moves() {
    for (rules, step) in rules_and_steps() {
        let (mut doubles, mut wins) = ([0, 0], [0, 0]);
        all_reasons(rules, step, |position, die, all| {
            for reasons in all {
                let asked = format!("{rules}: {position} with a {die}: {}", reasons.action);
                let ends = reasons.ends.expect("they are known in a game");
                let won = ends.win_single + ends.win_double;
                let lost = ends.lose_single + ends.lose_double;
                assert!((won + lost - 1.0).abs() < 1e-9, "{asked}");
                let value = match rules.stakes {
                    Stakes::Single => won,
                    Stakes::DoubleWin => {
                        ends.win_single + 2.0 * ends.win_double
                            - ends.lose_single
                            - 2.0 * ends.lose_double
                    }
                };
                assert!(
                    (value - reasons.value.number()).abs() < 1e-9,
                    "{asked}: {ends:?}"
                );
                // A man that is home stays there.
                let (own, other) = (position.on_roll().home(), position.opponent().home());
                assert!(own == 0 || ends.lose_double == 0.0, "{asked}: {ends:?}");
                assert!(other == 0 || ends.win_double == 0.0, "{asked}: {ends:?}");
                doubles[0] += usize::from(ends.win_double > 0.0);
                doubles[1] += usize::from(ends.lose_double > 0.0);
                if reasons.wins {
                    let double = f64::from(u8::from(other == 0));
                    assert!((ends.win_double - double).abs() < 1e-9, "{asked}: {ends:?}");
                    wins[usize::from(other == 0)] += 1;
                }
            }
        });
        assert!(
            doubles.iter().all(|&count| count > 100),
            "{rules}: {doubles:?}"
        );
        assert!(wins.iter().all(|&count| count > 0), "{rules}: {wins:?}");
    }
}

#[test]
fn moves_stand_in_the_order_of_the_answer() {
    let solution = solutions::standard();
    all_reasons(Rules::STANDARD, 41, |position, die, all| {
        let answer = ask::for_die(solution, position, die).expect("it is held");
        let expected = answer.moves.iter().map(|it| (it.action, it.value, it.loss));
        let found = all.iter().map(|it| (it.action, it.value, it.loss));
        assert!(found.eq(expected), "{position} with a {die}");
        assert!(all.iter().all(|it| it.die == die));
    });
}

#[test]
fn the_explainer_must_be_of_the_rules_of_the_judge() {
    let explainer = Explainer::of_match(Rules::COURSE);
    let start = Rules::STANDARD.start();
    let error = explainer.explain(solutions::standard(), start, Die::new(3));
    let error = error.expect_err("the rules differ");
    assert!(matches!(error, FactsError::OtherRules { .. }));
    let text = error.to_string();
    assert!(
        text.contains("rules standard") && text.contains("course"),
        "{text}"
    );
}

// ---- Words

fn data(rules: &str) -> String {
    format!("{}/../../data/{rules}.bin", env!("CARGO_MANIFEST_DIR"))
}

/// Texts for moves: each line has a rule set, a position, a die, a move, and what is said of it.
const SAID: &str = include_str!("../golden/reasons.txt");

#[test]
fn moves_are_explained_in_these_words() {
    let mut sections = SAID.split("# ").skip(1);
    let mut each = |says: &dyn Fn(&Reasons, &Reasons, Measure) -> String| {
        let section = sections.next().expect("there are three");
        for line in section.lines().skip(1) {
            let (asked, expected) = line.split_once(": ").expect("the text follows");
            let [rules, position, die, played] = asked.split(' ').collect::<Vec<_>>()[..] else {
                panic!("{line}");
            };
            let rules: Rules = rules.parse().expect("it is a rule set");
            let position = rules.position(&position.parse().expect("it is a set-up"));
            let die = Die::new(die.parse().expect("a number"));
            let solution = arena(rules).solution();
            let all = explainer(rules).explain(solution, position.expect("it is legal"), die);
            let all = all.expect("the solution holds it");
            let found = all.iter().find(|it| it.action.to_string() == played);
            let found = found.expect("it is legal");
            assert_eq!(
                says(found, &all[0], solution.measure()),
                expected,
                "{asked}"
            );
            assert_eq!(where_it_counts(&all[0], &all[0]), None);
        }
    };
    each(&against_best);
    each(&|played, best, _| where_it_counts(played, best).unwrap_or_default());
    each(&|played, _, measure| lines(played, measure).join("; "));
}

#[test]
fn every_mistake_is_put_in_words() {
    for (rules, _) in rules_and_steps() {
        let arena = arena(rules);
        let solution = arena.solution();
        let mut words = 0;
        all_reasons(rules, 311, |_, _, all| {
            for reasons in all {
                let text = against_best(reasons, &all[0], solution.measure());
                let (played, best) = (reasons.action.to_string(), all[0].action.to_string());
                assert!(text.starts_with(&played) && text.ends_with('.'), "{text}");
                if reasons.loss == 0.0 {
                    assert_eq!(text, format!("{played} is a best move."));
                    continue;
                }
                assert!(
                    text.contains(&best) && text.contains(" gives away "),
                    "{text}"
                );
                assert!(
                    !text.contains("hits nobody") && !text.contains("no man of the board"),
                    "{text}"
                );
                let sentences = text.matches(". ").count() + 1;
                assert!(sentences <= 2, "{text}");
                // Texts that compare dangers have the numbers of the facts.
                let dangers = format!("After {played}, {} of", reasons.hit_by);
                if text.contains(&format!("After {played}, ")) && reasons.hit_by > 0 {
                    assert!(text.contains(&dangers), "{text}");
                }
                words += 1;
            }
        });
        assert!(words > 100, "{rules}: {words}");
    }
}

// ---- The command

fn tourne(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tourne"));
    let outcome = run(command.args(arguments));
    outcome.assert_answered();
    outcome.stdout
}

fn json(arguments: &[&str]) -> Value {
    let text = tourne(&[arguments, &["--format", "json"]].concat());
    serde_json::from_str(&text).expect("it is JSON")
}

#[test]
fn an_explained_answer_is_the_answer_with_one_more_field() {
    let double = data("double-win");
    let in_match = ["--rules", "double-win", "--match", "3", "--score", "2-0"];
    let asked: [&[&str]; 4] = [
        &["best", "04h/007", "3"],
        &["best", "026/37h"],
        &["best", "26b/38h", "--table", &double],
        &[&["best", "26b/38h"], &in_match[..]].concat(),
    ];
    for arguments in asked {
        let mut answer = json(&[arguments, &["--explain"]].concat());
        let explain = answer
            .as_object_mut()
            .and_then(|fields| fields.remove("explain"));
        let explain = explain.expect("there are reasons");
        assert_eq!(answer, json(arguments));
        // One object for each move, in the order of the moves.
        let rolls = answer["rolls"].as_array().cloned();
        let rolls = rolls.unwrap_or_else(|| vec![answer.clone()]);
        let mut reasons = explain.as_array().expect("a list").iter();
        for roll in &rolls {
            for ranked in roll["moves"].as_array().expect("a list") {
                let found = reasons.next().expect("every move is explained");
                assert_eq!(found["die"], roll["die"]);
                for field in ["move", "value", "loss"] {
                    assert_eq!(found[field], ranked[field], "{arguments:?}");
                }
                assert_eq!(found["ends"].is_null(), arguments.contains(&"--match"));
                assert_eq!(found["mistake"].is_null(), found["loss"] == 0.0);
            }
        }
        assert_eq!(reasons.next(), None);
        // Each row of the CSV begins with the row without reasons.
        let plain = tourne(&[arguments, &["--format", "csv"]].concat());
        let more = tourne(&[arguments, &["--format", "csv", "--explain"]].concat());
        assert_eq!(plain.lines().count(), more.lines().count());
        for (plain, more) in plain.lines().zip(more.lines()) {
            assert!(more.starts_with(&format!("{plain},")), "{more}");
            assert_eq!(
                more.matches(',').count(),
                plain.matches(',').count() + 12,
                "{more}"
            );
        }
    }
}

#[test]
fn reviews_explain_what_gave_something_away() {
    let path = format!(
        "{}/../../tests/games/lalanne.txt",
        env!("CARGO_MANIFEST_DIR")
    );
    let answer = json(&["review", &path]);
    let mut mistakes = 0;
    for game in answer["games"].as_array().expect("a list") {
        for turn in game["turns"].as_array().expect("a list") {
            let turn = turn.as_object().expect("an object");
            let is_wrong = turn["loss"].as_f64().is_some_and(|loss| loss > 0.0);
            assert_eq!(turn.contains_key("explain"), is_wrong, "{turn:?}");
            if is_wrong {
                let explain = turn["explain"].as_array().expect("a list");
                assert_eq!(explain[0]["move"], turn["best"]);
                let played = explain.iter().find(|it| it["move"] == turn["played"]);
                assert_eq!(played.expect("it is legal")["loss"], turn["loss"]);
                assert!(explain[0]["ends"]["win_single"].is_f64());
                mistakes += 1;
            }
        }
    }
    assert_eq!(mistakes, 1);
    // In text only marked moves are explained, and nothing else changes.
    let sentence = "\n0/2 gives away 2.2553 %: after 3/5 the chance to hit next turn is 9.0 %, unless the opponent hits \
                    first; after 0/2, 1.8 %.";
    let text = tourne(&["review", &path]);
    let (before, after) = text.split_once(sentence).expect("the mistake is explained");
    assert!(before.ends_with("0/2?!, best is 3/5") && after.starts_with("\n\n"));
    let unmarked = tourne(&["review", &path, "--doubtful", "50%", "--bad", "50%"]);
    assert!(!unmarked.contains("gives away"), "{unmarked}");
}
