//! Answers of several policy files, put together as one policy.

use std::collections::BTreeMap;

use super::{Arena, IllegalAnswer, Policy, PolicyError, ReadPolicy, Row};

/// Policy put together from several files, such as the records of the parts of a check.
#[derive(Debug)]
pub(crate) struct Together<'a> {
    arena: &'a Arena,
    read: ReadPolicy,
    files: Vec<String>,
    /// For each row that is answered, the index of the first file that answers it.
    from: BTreeMap<Row, usize>,
    /// Texts of the illegal answers to each row.
    refused: BTreeMap<Row, Vec<String>>,
}

/// Largest difference between two probabilities of the same answer, which files may round.
const ROUNDED: f64 = 1e-9;

impl<'a> Together<'a> {
    /// Creates a policy without answers.
    pub(crate) fn new(arena: &'a Arena) -> Together<'a> {
        Together {
            arena,
            read: Policy::unknown(arena).into(),
            files: Vec::new(),
            from: BTreeMap::new(),
            refused: BTreeMap::new(),
        }
    }

    /// Adds the answers of a file with this name.
    ///
    /// # Errors
    ///
    /// [`PolicyError::Contradiction`] if an earlier file answers one of the decisions differently.
    pub(crate) fn add(&mut self, name: &str, read: ReadPolicy) -> Result<(), PolicyError> {
        let arena = self.arena;
        let file = self.files.len();
        self.files.push(name.to_owned());
        let row_of = |it: &IllegalAnswer| arena.row_of(it.position, it.die);
        let mut refused = BTreeMap::<Row, Vec<String>>::new();
        for illegal in &read.illegal {
            if let Some(row) = row_of(illegal) {
                refused.entry(row).or_default().push(illegal.played.clone());
            }
        }
        for (&row, &line) in &read.lines {
            let Some(&before) = self.from.get(&row) else {
                self.read.policy.take(arena, row, &read.policy);
                self.read.lines.insert(row, line);
                self.from.insert(row, file);
                continue;
            };
            let policies = [&self.read.policy, &read.policy];
            let texts = [&self.refused, &refused].map(|refused| refused.get(&row));
            let [one, other] = policies.map(|policy| policy.probabilities(arena.places(row)));
            let mut both = one.iter().zip(other);
            let is_same = both.all(|(one, other)| (one - other).abs() <= ROUNDED);
            if is_same && texts[0] == texts[1] {
                continue;
            }
            let (position, die) = arena.position_of(row);
            let answer = |at: usize| match texts[at] {
                Some(texts) => format!("\"{}\"", texts.join("\", \"")),
                None => policies[at].played(arena, row).to_string(),
            };
            return Err(PolicyError::Contradiction {
                position,
                die,
                files: [before, file].map(|at| self.files[at].clone()).into(),
                lines: [self.read.lines[&row], line],
                answers: [0, 1].map(answer).into(),
            });
        }
        let is_new = |row: &Row| self.from.get(row) == Some(&file);
        let new = read.illegal.into_iter();
        let new = new.filter(|it| row_of(it).is_some_and(|row| is_new(&row)));
        self.read.illegal.extend(new.map(|it| IllegalAnswer {
            file: Some(name.to_owned()),
            ..it
        }));
        refused.retain(|row, _| is_new(row));
        self.refused.extend(refused);
        Ok(())
    }

    /// Returns the answers of all files that were added.
    pub(crate) fn finish(self) -> ReadPolicy {
        self.read
    }
}
