//! Reads and solves the Markov decision process that `tourne-solve export --to drn` writes.

use super::iterate;

/// A state: its labels, its reward, and for each choice the probability and the number of each next state.
struct State {
    labels: Vec<String>,
    reward: f64,
    choices: Vec<Vec<(f64, usize)>>,
}

impl State {
    fn has(&self, label: &str) -> bool {
        self.labels.iter().any(|own| own == label)
    }
}

/// Results of solving a process.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) states: usize,
    /// Value at the start for the chooser, who maximizes, if the chooser throws first: the probability of winning, or
    /// the expected reward if the process has rewards.
    pub(crate) first: f64,
    /// Value at the start for the chooser if the opponent throws first.
    pub(crate) second: f64,
}

/// Reads the states, and returns with them `true` if there are rewards. Asserts that the header agrees with the states
/// and that the probabilities of each choice sum to 1.
fn read(text: &str) -> (Vec<State>, bool) {
    let (header, body) = text.split_once("\n@model\n").expect("the file has a model");
    let said = |name: &str| {
        let (_, rest) = header.split_once(name).expect("the header has all names");
        let rest = rest.trim_start_matches([':', ' ', '\n']);
        rest.lines().next().expect("something follows").to_owned()
    };
    assert_eq!(said("@type"), "MDP");
    assert_eq!(said("@value_type"), "rational");
    let mut states: Vec<State> = Vec::new();
    let lines = body.lines().filter(|line| !line.starts_with("//"));
    let mut wholes: Vec<Vec<(u32, u32)>> = Vec::new();
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["state", number, ref rest @ ..] => {
                assert_eq!(number, states.len().to_string());
                let reward = rest.first().and_then(|word| word.strip_prefix('['));
                let labels = &rest[usize::from(reward.is_some())..];
                let reward = reward.map_or(0.0, |word| {
                    let word = word.strip_suffix(']').expect("the bracket is closed");
                    word.parse().expect("a number")
                });
                states.push(State {
                    labels: labels.iter().map(|&label| label.to_owned()).collect(),
                    reward,
                    choices: Vec::new(),
                });
            }
            ["action", number] => {
                let state = states.last_mut().expect("a state comes first");
                assert_eq!(number, state.choices.len().to_string());
                state.choices.push(Vec::new());
                wholes.push(Vec::new());
            }
            [to, ":", text] => {
                // A probability such as `11/36` or `1`.
                let (part, whole) = text.split_once('/').unwrap_or((text, "1"));
                let [part, whole] =
                    [part, whole].map(|text| text.parse::<u32>().expect("a number"));
                let state = states.last_mut().expect("a state comes first");
                let choice = state.choices.last_mut().expect("an action comes first");
                let to = to.parse().expect("a state");
                choice.push((f64::from(part) / f64::from(whole), to));
                wholes
                    .last_mut()
                    .expect("as many as choices")
                    .push((part, whole));
            }
            _ => panic!("{line}"),
        }
    }
    assert_eq!(said("@nr_states"), states.len().to_string());
    assert_eq!(said("@nr_choices"), wholes.len().to_string());
    assert!(states.iter().all(|state| !state.choices.is_empty()));
    let next = |state: &State| state.choices.iter().flatten().map(|&(_, to)| to).max();
    assert!(states.iter().all(|state| next(state) < Some(states.len())));
    for chances in wholes {
        // Add integers, since all probabilities of a choice have the same denominator.
        let sum: u32 = chances.iter().map(|(part, _)| part).sum();
        let is_whole = chances.iter().all(|&(_, whole)| whole == sum);
        assert!(is_whole, "{chances:?}");
    }
    let rewards = header.split_once("@reward_models\n");
    let (_, rewards) = rewards.expect("the header has reward models");
    (states, !rewards.starts_with(['\n', '@']))
}

/// Solves the process by value iteration from below.
pub(crate) fn solve(text: &str) -> Answer {
    let (states, is_rewarded) = read(text);
    let win = |state: &State| f64::from(u8::from(state.has("wins") && !is_rewarded));
    let mut values: Vec<f64> = states.iter().map(win).collect();
    // The value of an end is given by its label or its reward; an end leads only to `settled`.
    let fixed = |state: &State| state.has("settled") || win(state) > 0.0;
    let is_fixed: Vec<bool> = states.iter().map(fixed).collect();
    let furthest = |state: &State| state.choices.iter().flatten().map(|&(_, to)| to).max();
    let furthest = states
        .iter()
        .map(|state| furthest(state).expect("a next state"));
    let furthest: Vec<usize> = furthest.collect();
    iterate(&furthest, &mut values, |values, at| {
        if is_fixed[at] {
            return values[at];
        }
        let worth = |choice: &Vec<(f64, usize)>| -> f64 {
            choice.iter().map(|&(chance, to)| chance * values[to]).sum()
        };
        let best = states[at].choices.iter().map(worth);
        states[at].reward + best.fold(f64::NEG_INFINITY, f64::max)
    });
    let start = |label: &str| {
        let is_such = |&at: &usize| states[at].has("init") && states[at].has(label);
        let mut such = (0..states.len()).filter(is_such);
        let at = such.next().expect("there is such a start");
        assert_eq!(such.next(), None, "there is one {label}");
        values[at]
    };
    Answer {
        states: states.len(),
        first: start("first"),
        second: start("second"),
    }
}
