//! Solution files with a valid checksum and false contents. No answer is based on such a file.

use std::sync::LazyLock;

use tourne_query::ask::Answer;
use tourne_query::policy::Arena;
use tourne_solver::file::decode;
use tourne_solver::{Die, LookUpError, Position, Rules, Solution};

use crate::commands::{Outcome, assert_says, run_with};
use crate::documents::quoted;
use crate::folder::Folder;
use crate::solution_bytes::{
    DECISIONS, MOVES, OVER, REACHABLE, REACHABLE_DECISIONS, REACHABLE_OVER, SolutionBytes, noise,
};
use crate::{LALANNE, tourne_line};

const REACHABLE_FLAG: u32 = 1 << 31;
/// The bits of all men with all dice.
const ALL_MEN: u32 = 0x0077_7777;

// Parts of the errors of contradictions.
const FLAG: &str = "arise from the start";
const VALUE: &str = "it gives";
const LEGALITY: &str = "its best moves for";
const BEST: &str = "it calls";
/// Result of checking a file without a contradiction.
const SOUND: &str = "sound";

/// Valid solution file, and the data from which files are forged.
struct Sound {
    bytes: SolutionBytes,
    solution: Solution,
    positions: Vec<Position>,
    /// Range of the values of these rules, and the smallest difference between two values in a file.
    least: f64,
    most: f64,
    grain: f64,
}

static STANDARD: LazyLock<Sound> = LazyLock::new(|| Sound::of(Rules::STANDARD));

/// Forged file, and the texts of which the result of checking it has one.
struct Lie {
    name: String,
    results: Vec<&'static str>,
    bytes: SolutionBytes,
}

/// Returns the error of reading or checking a file, or [`SOUND`].
fn result(bytes: SolutionBytes) -> String {
    let checked = match decode(&bytes.sealed()) {
        Ok(solution) => Arena::new(&solution).map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    };
    checked.map_or_else(|error| error, |_| SOUND.to_owned())
}

impl Sound {
    fn of(rules: Rules) -> Sound {
        let bytes = SolutionBytes::committed(&rules.to_string());
        let solution = decode(&bytes.0).expect("the file is sound");
        let is_double = rules == Rules::DOUBLE_WIN;
        Sound {
            positions: solution.index().positions().collect(),
            bytes,
            solution,
            least: if is_double { -2.0 } else { 0.0 },
            most: if is_double { 2.0 } else { 1.0 },
            grain: 2_f64.powi(if is_double { -52 } else { -53 }),
        }
    }

    /// Returns the nearest value that a file can hold.
    fn held(&self, value: f64) -> f64 {
        (value.clamp(self.least, self.most) / self.grain).round() * self.grain + 0.0
    }

    /// Returns the men that can move with each die in the position with this number, as bits in the layout of the best
    /// moves.
    fn legal(&self, number: usize) -> u32 {
        let index = self.solution.index();
        let bits = Die::ALL.map(|die| {
            let movers = index.movers(self.positions[number].on_roll(), die);
            let bits: u32 = movers.iter().map(|man| 1 << man).sum();
            bits << (4 * die.index())
        });
        bits.iter().sum()
    }

    fn lie(
        &self,
        name: &str,
        results: &[&'static str],
        forge: impl FnOnce(&mut SolutionBytes),
    ) -> Lie {
        let mut bytes = self.bytes.clone();
        forge(&mut bytes);
        let (name, results) = (name.to_owned(), results.to_vec());
        Lie {
            name,
            results,
            bytes,
        }
    }

    /// Returns a file in which `entry` sets the best moves and the flag of each position, given its number and its true
    /// entry.
    fn entries(
        &self,
        name: &str,
        results: &[&'static str],
        entry: impl Fn(usize, u32) -> u32,
    ) -> Lie {
        self.lie(name, results, |bytes| {
            for number in 0..self.positions.len() {
                bytes.put_best(number, entry(number, bytes.best(number)));
            }
        })
    }

    /// Returns a file in which `flag` sets the flag of each position, given its number and its true flag.
    fn flags(&self, name: &str, flag: impl Fn(usize, bool) -> bool) -> Lie {
        self.entries(name, &[FLAG], |number, bits| {
            let is_flagged = flag(number, bits & REACHABLE_FLAG != 0);
            let bit = if is_flagged { REACHABLE_FLAG } else { 0 };
            bits & !REACHABLE_FLAG | bit
        })
    }

    /// Returns a file in which `best` sets the best moves of each position, given its number, the men that can move, and
    /// the men with best moves.
    fn best(
        &self,
        name: &str,
        results: &[&'static str],
        best: impl Fn(usize, u32, u32) -> u32,
    ) -> Lie {
        self.entries(name, results, |number, bits| {
            bits & REACHABLE_FLAG | best(number, self.legal(number), bits & ALL_MEN)
        })
    }

    /// Returns a file in which `value` sets each value, given the position's number and its true value.
    fn values(&self, name: &str, value: impl Fn(usize, f64) -> f64) -> Lie {
        self.lie(name, &[VALUE, BEST], |bytes| {
            for number in 0..self.positions.len() {
                let new = value(number, bytes.value(number));
                bytes.put_value(number, self.held(new));
            }
        })
    }

    fn lies(&self) -> Vec<Lie> {
        let size = self.positions.len();
        let random = noise(11, 8 * size);
        let uniform = |number: usize| {
            let word = random[8 * number..8 * number + 8].try_into();
            let word = u64::from_le_bytes(word.expect("eight bytes"));
            self.least + (self.most - self.least) * (word >> 11) as f64 * 2_f64.powi(-53)
        };
        let middle = f64::midpoint(self.least, self.most);
        let unflagged = (0..size).find(|&at| self.bytes.best(at) & REACHABLE_FLAG == 0);
        let blocked = (size / 2..size).find(|&at| self.legal(at) != ALL_MEN);
        let blocked = blocked.expect("some men cannot move");
        // If the same men are called best everywhere, some of them cannot move, or are not best.
        let not_best = [LEGALITY, BEST];
        let mut lies = vec![
            self.flags("no flag", |_, _| false),
            self.flags("random flags", |at, _| random[at] < 128),
            self.flags("the flag of the start alone", |at, _| at == 0),
            self.flags("one flag too few", |at, is| is && at != size / 2),
            self.values("all middling", |_, _| middle),
            self.values("all won", |_, _| self.most),
            self.values("random values", |at, _| uniform(at)),
            self.values("a little more everywhere", |_, value| value + 1e-3),
            self.values("jittered values", |at, value| {
                value + 1e-8 * (uniform(at) - middle)
            }),
            self.best("all legal moves", &[BEST], |_, legal, _| legal),
            self.best("no move", &[LEGALITY], |_, _, _| 0),
            self.best("the first men", &not_best, |_, _, _| 0x0011_1111),
            self.best("all men", &not_best, |_, _, _| ALL_MEN),
            self.best("the other men", &not_best, |_, _, best| best ^ ALL_MEN),
            self.best("one man too many", &[LEGALITY], |at, legal, best| {
                best | if at == blocked { ALL_MEN & !legal } else { 0 }
            }),
        ];
        let mut equal = self.best("all equal, all best", &[VALUE, BEST], |_, legal, _| legal);
        (0..size).for_each(|number| equal.bytes.put_value(number, middle));
        lies.push(equal);
        // In course every position can arise.
        if let Some(unflagged) = unflagged {
            lies.push(self.flags("all flags", |_, _| true));
            lies.push(self.flags("one flag too many", |at, is| is || at == unflagged));
        }
        for (by, at) in [(1e-3, 0), (1e-3, size / 2), (1e-8, 0), (1e-8, size - 1)] {
            let name = format!("value {at} off by {by}");
            lies.push(self.values(&name, |number, value| match number == at {
                true if value > middle => value - by,
                true => value + by,
                false => value,
            }));
        }
        for bound in [0.0, 1e-9] {
            let name = format!("error bound {bound}");
            lies.push(self.lie(&name, &[SOUND], |bytes| bytes.put_error_bound(bound)));
        }
        let tables = [REACHABLE, OVER, REACHABLE_OVER];
        for at in [&tables[..], &[DECISIONS, REACHABLE_DECISIONS, MOVES]].concat() {
            let name = format!("count at {at}");
            // The reader compares the counts with each other, so it may refuse the file.
            let results = ["it says that there are", "its header says that it has"];
            lies.push(self.lie(&name, &results, |bytes| {
                bytes.put_u64(at, bytes.u64_at(at) - 1);
            }));
        }
        lies
    }
}

/// Asserts that every `step`-th lie is found, and that answers to single questions are sane or errors.
fn assert_lies_are_found(sound: &Sound, step: usize) {
    let rules = sound.solution.rules();
    for Lie {
        name,
        results,
        bytes,
    } in sound.lies().into_iter().step_by(step)
    {
        let result = result(bytes.clone());
        let is_expected = results.iter().any(|part| result.contains(part));
        assert!(is_expected, "{rules}, {name}: {result}");
        let Ok(solution) = decode(&bytes.sealed()) else {
            continue;
        };
        let range = sound.least..=sound.most;
        for &position in sound.positions.iter().step_by(1000) {
            match Answer::new(&solution, position, None) {
                Ok(answer) => {
                    for ranked in answer.rows() {
                        let is_value = range.contains(&ranked.value.number());
                        let is_loss = (0.0..=sound.most - sound.least).contains(&ranked.loss);
                        assert!(is_value && is_loss, "{rules}, {name}");
                    }
                }
                Err(LookUpError::NotHeld { .. }) => panic!("{rules}, {name}: {position} is held"),
                Err(LookUpError::WrongBestMove { .. } | LookUpError::WrongValue { .. }) => {}
            }
        }
    }
}

#[test]
fn every_lie_about_the_standard_game_is_found() {
    assert_lies_are_found(&STANDARD, 1);
}

/// Course differs: men of one side may share a point, and every player can always move.
#[test]
fn lies_about_double_wins_and_course_are_found() {
    assert_lies_are_found(&Sound::of(Rules::DOUBLE_WIN), 3);
    assert_lies_are_found(&Sound::of(Rules::COURSE), 4);
}

/// The error of a contradiction states the values in the file: 0/3, which only enters, is called best, but 4/7* is
/// better.
#[test]
fn a_contradiction_states_both_facts() {
    let position = Rules::STANDARD.read("04h/007").expect("a legal position");
    let number = STANDARD.solution.index().number(position);
    let number = number.expect("a known position");
    let mut bytes = STANDARD.bytes.clone();
    // With a 3 (bits 8 to 10), the second man, which stands on 4, hits.
    assert_eq!(bytes.best(number) >> 8 & 0b111, 0b010);
    bytes.put_best(number, bytes.best(number) ^ 0b011 << 8);
    let solution = decode(&bytes.sealed()).expect("a readable file");
    let answer = Answer::new(&solution, position, Some(Die::new(3)));
    assert!(matches!(answer, Err(LookUpError::WrongBestMove { .. })));
    let error = Arena::new(&solution).expect_err("the file contradicts itself");
    // The transcripts of `tourne best` have the same values.
    let says = "calls 0/3 best for 04h/007 with a 3: by its values, 0/3 is worth 0.7153";
    assert_says(&error.to_string(), &[says, "but 4/7* is worth 0.8199"]);
}

#[test]
fn the_error_bound_is_allowed_for() {
    let mut bytes = STANDARD.bytes.clone();
    let value = bytes.value(0);
    bytes.put_value(0, STANDARD.held(value + 1e-3));
    bytes.put_error_bound(2e-3);
    assert_eq!(result(bytes.clone()), SOUND);
    bytes.put_error_bound(1e-4);
    assert_says(&result(bytes), &["it gives 000/000 the value"]);
}

/// Writes the lies with these names to files in a new folder. Returns the paths of the files.
fn written(names: &[&str]) -> (Folder, Vec<String>) {
    let folder = Folder::new();
    let mut lies = STANDARD.lies();
    lies.retain(|lie| names.contains(&&*lie.name));
    assert_eq!(lies.len(), names.len());
    let write = |lie: Lie| folder.write(&format!("{}.bin", lie.name), lie.bytes.sealed());
    let paths = lies.into_iter().map(write).collect();
    (folder, paths)
}

fn run_on(table: &str, line: &str) -> Outcome {
    let mut command = tourne_line(&format!("{line} --solution {}", quoted(table)));
    run_with(&mut command, "1\nquit\n")
}

const JUDGING: &str = "
info
best 04h/007 3 --explain
check --policy builtin:front
check --engine nothing --sample 10
duel builtin:front builtin:hit
ladder builtin:front
outcomes 000/000
review LALANNE
quiz --seed 1
quiz --file LALANNE
play --seed 1
play --seed 1 --policy builtin:front
engine
page --output PAGE
";

#[test]
fn every_command_that_judges_play_refuses_lies() {
    let (folder, paths) = written(&["no flag", "random values"]);
    let page = folder.text_of("page.html");
    for path in &paths {
        for line in JUDGING.trim().lines() {
            let line = line
                .replace("LALANNE", &quoted(LALANNE))
                .replace("PAGE", &quoted(&page));
            run_on(path, &line).assert_one_line_error(3, &[path, "is wrong: it"]);
        }
    }
    assert!(!folder.path("page.html").exists());
}

/// A question reads few entries of a file: these must agree.
#[test]
fn a_question_is_not_answered_from_entries_that_contradict_each_other() {
    let (folder, paths) = written(&["random values", "all legal moves", "no move"]);
    for path in &paths {
        run_on(path, "best 04h/007").assert_one_line_error(3, &[path, "is wrong"]);
    }
    let mut bytes = STANDARD.bytes.clone();
    bytes.put_value(0, STANDARD.held(0.6));
    let path = folder.write("value.bin", bytes.sealed());
    let says = "its value of 000/000 is not the mean of its values";
    run_on(&path, "best 000/000").assert_one_line_error(3, &[&path, says]);
    run_on(&path, "best 000/000 3").assert_answered();
}
