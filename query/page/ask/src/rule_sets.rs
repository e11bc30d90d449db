//! Answers about rule sets, most of which need no solution.

use std::collections::BTreeMap;

use serde::Serialize;
use tourne::cards::{Card, Length, built_in, examples};
use tourne::facts::{RuleSet, SUMMARIES, Summary, WORTHS, Worths};
use tourne::policy::Level;
use tourne::review::MEANINGS;
use tourne_solver::{Die, Position, Rules};

use crate::{Refused, World};

/// What never changes.
#[derive(Debug, Serialize)]
pub(crate) struct Facts {
    /// Version of the library.
    version: &'static str,
    /// All rule sets that have a name.
    rule_sets: Vec<RuleSet>,
    /// Rule sets that books describe, as `tourne rules` lists them.
    presets: [Summary; 5],
    /// What things are worth in the standard game.
    worths: Worths,
    /// Meanings of the words by which play is judged.
    meanings: BTreeMap<&'static str, &'static str>,
    /// Loss in points that a level plays half as often as a best move, level 1 first.
    tolerances: [f64; 10],
}

impl Facts {
    pub(crate) fn new() -> Facts {
        Facts {
            version: env!("CARGO_PKG_VERSION"),
            rule_sets: RuleSet::named().collect(),
            presets: SUMMARIES,
            worths: WORTHS,
            meanings: MEANINGS.into_iter().collect(),
            tolerances: Level::ALL.map(Level::tolerance),
        }
    }
}

pub(crate) fn card(rules: Rules) -> &'static Card {
    built_in(rules, Length::TAUGHT)
}

pub(crate) fn lines_of_card(rules: Rules) -> Vec<(String, String)> {
    let lines = card(rules).lines().iter();
    lines
        .map(|rule| (rule.to_string(), rule.sentence()))
        .collect()
}

impl World {
    pub(crate) fn examples(
        &mut self,
        rules: &str,
    ) -> Result<Vec<Option<(Position, Die)>>, Refused> {
        let arena = self.game(rules)?.arena();
        Ok(examples(arena, card(arena.rules())))
    }
}
