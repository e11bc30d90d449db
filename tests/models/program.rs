//! Runs the program that `tourne-solve export --to prism` writes through every reachable state, and compares it with
//! the table of `--to csv`.

use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;

use super::START;
use super::table::{Move, Table, Throw};

/// The variables: the player on roll, the die, the three men of player one, the three men of player two.
const NAMES: [&str; 8] = ["turn", "die", "a1", "a2", "a3", "b1", "b2", "b3"];

/// Values of the variables.
type State = [i32; NAMES.len()];

/// Letter of a man in positions, at the index of its number in the program.
const MEN: &[u8] = b"0x123456789abh";

/// An expression of the language, as a function of the state. True is 1 and false is 0.
type Expr = Box<dyn Fn(&State) -> i32>;

/// An operator: its sign, and its function of two numbers.
type Operator = (&'static str, fn(i32, i32) -> i32);

/// One outcome of a command: numerator and denominator of its probability, and the new values of variables.
type Branch = ((u32, u32), Vec<(usize, Expr)>);

struct Command {
    action: String,
    guard: Expr,
    branches: Vec<Branch>,
}

/// A program, with the parts of the language that games need.
#[derive(Default)]
struct Program {
    /// For each action the player who chooses it.
    owners: HashMap<String, String>,
    /// Range and initial value of each variable.
    variables: Vec<(RangeInclusive<i32>, i32)>,
    commands: Vec<Command>,
    /// Labels by name and rewards by amount, each with the condition of the states that have it.
    described: Vec<(String, Expr)>,
    has_rewards: bool,
}

/// The tokens of a program, and the index of the next one.
struct Parser<'a> {
    tokens: Vec<&'a str>,
    at: usize,
    /// Index of the first token of each formula, which is parsed again wherever its name occurs.
    formulas: HashMap<&'a str, usize>,
}

fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    for line in text.lines() {
        let mut rest = line.split("//").next().unwrap_or("").trim_start();
        while !rest.is_empty() {
            let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '"';
            let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            let signs = ["->", "..", "<=", ">=", "!="];
            let sign = signs.iter().any(|sign| rest.starts_with(sign));
            let length = word.max(if sign { 2 } else { 1 });
            tokens.push(&rest[..length]);
            rest = rest[length..].trim_start();
        }
    }
    tokens
}

impl<'a> Parser<'a> {
    fn peek(&self) -> &'a str {
        self.tokens.get(self.at).copied().unwrap_or("")
    }

    fn next(&mut self) -> &'a str {
        let token = self.peek();
        self.at += 1;
        token
    }

    fn accept(&mut self, token: &str) -> bool {
        let is_there = self.peek() == token;
        self.at += usize::from(is_there);
        is_there
    }

    #[track_caller]
    fn expect(&mut self, token: &str) {
        assert_eq!(self.next(), token, "token {}", self.at);
    }

    #[track_caller]
    fn number<T: std::str::FromStr>(&mut self) -> T {
        let token = self.next();
        let number = token.parse().ok();
        number.unwrap_or_else(|| panic!("{token:?} is not a number"))
    }

    fn expression(&mut self) -> Expr {
        let condition = self.binary(0);
        if !self.accept("?") {
            return condition;
        }
        let yes = self.expression();
        self.expect(":");
        let no = self.expression();
        Box::new(move |state| {
            if condition(state) == 1 {
                yes(state)
            } else {
                no(state)
            }
        })
    }

    /// Parses operators of this level and of all that bind more tightly.
    fn binary(&mut self, level: usize) -> Expr {
        let levels: [&[Operator]; 4] = [
            &[("|", |one, other| one | other)],
            &[("&", |one, other| one & other)],
            &[
                ("=", |one, other| i32::from(one == other)),
                ("!=", |one, other| i32::from(one != other)),
                ("<", |one, other| i32::from(one < other)),
                ("<=", |one, other| i32::from(one <= other)),
                (">", |one, other| i32::from(one > other)),
                (">=", |one, other| i32::from(one >= other)),
            ],
            &[
                ("+", |one, other| one + other),
                ("-", |one, other| one - other),
            ],
        ];
        let Some(operators) = levels.get(level) else {
            return self.primary();
        };
        // `!` binds more loosely than comparisons.
        if level == 2 && self.accept("!") {
            let inner = self.binary(2);
            return Box::new(move |state| 1 - inner(state));
        }
        let mut found = self.binary(level + 1);
        while let Some(&(_, operator)) = operators.iter().find(|(sign, _)| *sign == self.peek()) {
            self.at += 1;
            let (one, other) = (found, self.binary(level + 1));
            found = Box::new(move |state| operator(one(state), other(state)));
        }
        found
    }

    fn primary(&mut self) -> Expr {
        let token = self.next();
        if token == "(" {
            let inner = self.expression();
            self.expect(")");
            inner
        } else if let Ok(number) = token.parse() {
            Box::new(move |_| number)
        } else if let Some(at) = NAMES.iter().position(|name| *name == token) {
            Box::new(move |state| state[at])
        } else if let Some(&at) = self.formulas.get(token) {
            let back = std::mem::replace(&mut self.at, at);
            let formula = self.expression();
            self.expect(";");
            self.at = back;
            formula
        } else {
            let operator: fn(i32, i32) -> i32 = match token {
                "min" => Ord::min,
                "max" => Ord::max,
                _ => panic!("{token:?} is not defined"),
            };
            self.expect("(");
            let mut found = self.expression();
            while self.accept(",") {
                let (one, other) = (found, self.expression());
                found = Box::new(move |state| operator(one(state), other(state)));
            }
            self.expect(")");
            found
        }
    }

    fn command(&mut self) -> Command {
        let action = self.next().to_owned();
        self.expect("]");
        let guard = self.expression();
        self.expect("->");
        let mut branches = Vec::new();
        loop {
            let mut chance = (1, 1);
            if self.peek() != "(" {
                chance.0 = self.number();
                self.expect("/");
                chance.1 = self.number();
                self.expect(":");
            }
            let mut updates = Vec::new();
            loop {
                self.expect("(");
                let name = self.next();
                let variable = NAMES.iter().position(|it| *it == name);
                let variable = variable.expect("a variable");
                self.expect("'");
                self.expect("=");
                updates.push((variable, self.expression()));
                self.expect(")");
                if !self.accept("&") {
                    break;
                }
            }
            branches.push((chance, updates));
            if !self.accept("+") {
                break;
            }
        }
        self.expect(";");
        Command {
            action,
            guard,
            branches,
        }
    }
}

impl Program {
    fn read(text: &str) -> Program {
        let mut program = Program::default();
        let mut parser = Parser {
            tokens: tokens(text),
            at: 0,
            formulas: HashMap::new(),
        };
        parser.expect("smg");
        while parser.at < parser.tokens.len() {
            program.read_part(&mut parser);
        }
        program
    }

    fn read_part(&mut self, parser: &mut Parser) {
        match parser.next() {
            "player" => {
                let owner = parser.next();
                while !parser.accept("endplayer") {
                    let token = parser.next();
                    if !["[", "]", ","].contains(&token) {
                        self.owners.insert(token.to_owned(), owner.to_owned());
                    }
                }
            }
            "formula" => {
                let name = parser.next();
                parser.expect("=");
                parser.formulas.insert(name, parser.at);
                while parser.next() != ";" {}
            }
            "module" => {
                parser.next();
            }
            "endmodule" => {}
            "[" => self.commands.push(parser.command()),
            "label" => {
                let name = parser.next().trim_matches('"').to_owned();
                parser.expect("=");
                self.described.push((name, parser.expression()));
                parser.expect(";");
            }
            "rewards" => {
                self.has_rewards = true;
                parser.next();
                while !parser.accept("endrewards") {
                    let guard = parser.expression();
                    parser.expect(":");
                    self.described.push((parser.next().to_owned(), guard));
                    parser.expect(";");
                }
            }
            name => {
                assert_eq!(name, NAMES[self.variables.len()]);
                parser.expect(":");
                parser.expect("[");
                let least = parser.number();
                parser.expect("..");
                let greatest = parser.number();
                parser.expect("]");
                parser.expect("init");
                self.variables.push((least..=greatest, parser.number()));
                parser.expect(";");
            }
        }
    }

    /// Returns the actions that are enabled in a state, each with the next states and their probabilities.
    fn choices(&self, state: &State) -> Vec<Choice<'_>> {
        let enabled = self.commands.iter().filter(|it| (it.guard)(state) == 1);
        let choices = enabled.map(|command| {
            let branch = |(chance, updates): &Branch| {
                let mut after = *state;
                for (variable, expression) in updates {
                    after[*variable] = expression(state);
                }
                (*chance, after)
            };
            let branches = command.branches.iter().map(branch).collect();
            (&*command.action, branches)
        });
        choices.collect()
    }

    /// Returns the labels and rewards of a state.
    fn described(&self, state: &State) -> Vec<&str> {
        let here = self.described.iter().filter(|(_, guard)| guard(state) == 1);
        here.map(|(name, _)| &**name).collect()
    }
}

/// An action, and the next states with numerator and denominator of their probabilities.
type Choice<'a> = (&'a str, Vec<((u32, u32), State)>);

/// Numbers that were counted while a program was explored.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Explored {
    pub(crate) states: usize,
    pub(crate) choices: usize,
    /// Number of pairs of position and die whose moves were compared.
    pub(crate) throws: usize,
}

/// Follows the program from its initial state. In every state that it can reach it must throw the same dice with
/// the same chances, have the same moves, and end with the same points as the table.
pub(crate) fn explore(text: &str, table: &Table) -> Explored {
    let program = Program::read(text);
    let start: Vec<i32> = program.variables.iter().map(|(_, start)| *start).collect();
    let start = State::try_from(start).expect("all variables are declared");
    let comparison = Comparison::new(&program, table);
    assert_eq!(position(&start), START);

    let mut reached = HashSet::from([start]);
    let mut waiting = vec![start];
    let mut seen: HashSet<(&str, u8)> = HashSet::new();
    let mut choices = 0;
    while let Some(state) = waiting.pop() {
        let mut ranges = program.variables.iter().zip(&state);
        let is_in_range = ranges.all(|((range, _), value)| range.contains(value));
        assert!(is_in_range, "{state:?}");
        let found = program.choices(&state);
        let owners = found.iter().map(|(action, _)| &program.owners[*action]);
        let owners: HashSet<&String> = owners.collect();
        assert_eq!(owners.len(), 1, "{state:?} is not one player's");
        choices += found.len();
        seen.extend(comparison.compare(&state, &found));
        for (_, after) in found.into_iter().flat_map(|(_, branches)| branches) {
            if reached.insert(after) {
                waiting.push(after);
            }
        }
    }
    for (position, throws) in &table.0 {
        let mut dice = throws.iter().map(|throw| throw.die);
        let is_reached = dice.all(|die| seen.contains(&(&**position, die)));
        assert!(is_reached, "the program never reaches {position}");
    }
    Explored {
        states: reached.len(),
        choices,
        throws: seen.len(),
    }
}

/// Returns the notation of the position, seen by the player on roll. (If the game is over, this is the player who would
/// have been on roll.)
fn position(state: &State) -> String {
    let man = |&man: &i32| char::from(MEN[usize::try_from(man).expect("a number from 0 on")]);
    let side = |men: &[i32]| men.iter().map(man).collect::<String>();
    let [one, two] = [side(&state[2..5]), side(&state[5..])];
    if state[0] == 1 {
        format!("{one}/{two}")
    } else {
        format!("{two}/{one}")
    }
}

/// A program, and the table with which it is compared.
struct Comparison<'a> {
    program: &'a Program,
    positions: HashMap<&'a str, (&'a str, &'a [Throw])>,
    ways: u32,
    /// For each position in which the game is over, the points won.
    won: HashMap<&'a str, i32>,
}

impl<'a> Comparison<'a> {
    fn new(program: &'a Program, table: &'a Table) -> Comparison<'a> {
        let position = |(name, throws): &'a (String, Vec<Throw>)| (&**name, (&**name, &**throws));
        let throws = table.0.iter().flat_map(|(_, throws)| throws);
        let moves = throws.flat_map(|throw| &throw.moves);
        let won = |step: &'a Move| Some((&*step.next, step.points?));
        Comparison {
            program,
            positions: table.0.iter().map(position).collect(),
            ways: table.ways(),
            won: moves.filter_map(won).collect(),
        }
    }

    /// Asserts that a state agrees with the table. Returns the position and the die if it is a state in which a move is
    /// chosen.
    fn compare(&self, state: &State, found: &[Choice]) -> Option<(&'a str, u8)> {
        let [turn, die, men @ ..] = *state;
        let here = position(state);
        let is_sorted = men[..3].is_sorted() && men[3..].is_sorted();
        assert!(is_sorted, "{state:?}");
        let certainly = |action, after| vec![(action, vec![((1, 1), after)])];
        let with = |turn, die| {
            let mut state = *state;
            (state[0], state[1]) = (turn, die);
            state
        };
        let home = |side: usize| men[3 * side..][..3] == [13; 3];
        let mut description: Vec<String> = Vec::new();
        description.extend(home(0).then(|| "one_wins".to_owned()));
        description.extend(home(1).then(|| "two_wins".to_owned()));
        if turn == 0 {
            assert_eq!(description.len(), 1, "{state:?}");
            description.push("settled".to_owned());
            assert_eq!(self.program.described(state), description, "{state:?}");
            assert_eq!(found, certainly("rest", *state), "{state:?}");
        } else if home(0) || home(1) {
            // The loser is on roll.
            let is_in_time = home(usize::from(turn == 1)) && die == 0;
            assert!(is_in_time, "{state:?} is over too late");
            assert_eq!(found, certainly("settle", with(0, 0)), "{state:?}");
            let points = self.won[&*here];
            let points = if turn == 2 { points } else { -points };
            // Rewards are the points plus 2, so that none is negative. A reward of 0 is not written.
            let reward = self.program.has_rewards && points > -2;
            description.extend(reward.then(|| (2 + points).to_string()));
            assert_eq!(self.program.described(state), description, "{state:?}");
        } else if die == 0 {
            assert_eq!(self.program.described(state), [""; 0], "{state:?}");
            let [(_, branches)] = found else {
                panic!("{state:?} has more than one throw");
            };
            let (_, throws) = self.positions[&*here];
            assert_eq!(branches.len(), throws.len(), "{here}");
            for throw in throws {
                let after = with(turn, i32::from(throw.die));
                let branch = branches.iter().find(|(_, found)| *found == after);
                let ((part, whole), _) = branch.expect("every die is thrown");
                assert_eq!(part * self.ways, throw.chances * whole, "{here}");
            }
        } else {
            let (name, throws) = self.positions[&*here];
            let throw = throws.iter().find(|throw| i32::from(throw.die) == die);
            let throw = throw.unwrap_or_else(|| panic!("{here} has no {die}"));
            let mut moves = Vec::new();
            for (action, branches) in found {
                let [((1, 1), after)] = branches[..] else {
                    panic!("{action} is left to chance in {state:?}");
                };
                assert_eq!(after[..2], [3 - turn, 0], "{state:?}");
                moves.push(position(&after));
            }
            moves.sort();
            let mut expected: Vec<&str> = throw.moves.iter().map(|step| &*step.next).collect();
            expected.sort_unstable();
            assert_eq!(moves, expected, "{here} with a {die}");
            return Some((name, throw.die));
        }
        None
    }
}
