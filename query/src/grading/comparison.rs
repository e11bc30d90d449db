//! Comparison of two versions of a policy, decision by decision: what the new version mends, and what it breaks.
//!
//! The loss per game of a version is the sum, over all decisions, of its visits in a game against perfect play times its
//! loss. With the visits *v* and losses *l* of the old version, *v'* and *l'* of the new one, and *m* = min(*l*, *l'*),
//!
//! Σ *v'l'* − Σ *vl* = Σ *v'*(*l'* − *m*) − Σ *v*(*l* − *m*) + Σ (*v'* − *v*)*m*.
//!
//! The first sum is what the new version breaks, in its own games. The second is what it mends, in the games of the old
//! version. The third are the losses that both versions have, in decisions that the new version meets more or less often.

use std::cell::LazyCell;

use serde::Serialize;
use tourne_graph::Unsettled;
use tourne_solver::{Die, Move, Position};

use super::groups::or_nulls;
use super::mistake_kind::Kind;
use super::mistakes::{Cost, Exchanges};
use super::version::{Compared, Version};
use crate::policy::{Arena, Played, Policy, Row, first_best};

/// Maximum difference of two probabilities that count as the same: the precision that policy files have at least.
const SAME_CHANCE: f64 = 1e-6;
/// Maximum difference of two losses that count as equal, in points. Larger than rounding errors.
const SAME_LOSS: f64 = 1e-12;

/// Comparison of two versions of a policy. The fields have the same names in the JSON output; `query/CHECKING.md`
/// explains them. An illegal answer counts as the legal move with the largest loss. A cost is `None` if it depends on
/// moves that a version does not have.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// Version that the new one is compared with.
    pub old: Version,
    /// Version that is checked.
    pub new: Version,
    /// Loss per game of the new version minus that of the old one: `broken` − `mended` + `elsewhere`.
    pub change: Option<f64>,
    /// Decisions in which the new version loses less.
    pub mended: ChangeSum,
    /// Decisions in which the new version loses more.
    pub broken: ChangeSum,
    /// Loss per game that comes from losses that both versions have, in decisions that the new version meets more often;
    /// negative if it meets them less often.
    pub elsewhere: Option<f64>,
    /// Number of decisions in which both versions play a best move, but not the same.
    pub as_good: usize,
    /// Number of decisions in which the versions play different moves with the same loss.
    pub as_bad: usize,
    /// Number of decisions in which the versions play the same.
    pub unchanged: usize,
    /// Number of decisions that only the old version answers. They are not compared.
    pub only_old: usize,
    /// Number of decisions that only the new version answers. They are not compared.
    pub only_new: usize,
    /// Number of decisions that no version answers.
    pub neither: usize,
    /// Sums of the changes of each kind of mistake, the kind with the largest costs first.
    pub kinds: Vec<KindChange>,
    /// Costliest changes of each effect, the costliest first.
    pub changes: Vec<Change>,
}

/// Number of changed decisions, and the loss per game that they save or cost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ChangeSum {
    /// Number of decisions.
    pub decisions: usize,
    /// Loss per game that the changes save or cost, 0 or more.
    pub loss_per_game: Option<f64>,
}

/// Changes whose worse answer is a mistake of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct KindChange {
    /// Kind of the mistake of the worse answer; `None` if this answer is illegal.
    pub kind: Option<Kind>,
    /// Decisions in which the old version makes the mistake.
    pub mended: ChangeSum,
    /// Decisions in which the new version makes the mistake.
    pub broken: ChangeSum,
}

/// Effect of a change on the loss in a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Effect {
    /// The new version loses less.
    Mended,
    /// The new version loses more.
    Broken,
    /// Both versions lose the same.
    Equal,
}

/// Decision that the two versions answer differently.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// Position before the throw.
    pub position: Position,
    /// Die that is played, 1 to 6.
    pub die: Die,
    /// Effect of the change.
    pub effect: Effect,
    /// Answer of the old version.
    pub old: Played,
    /// Answer of the new version.
    pub new: Played,
    /// Best move.
    pub best: Move,
    /// Kind of the mistake of the worse answer; `None` if this answer is illegal, or if both answers are best moves.
    pub kind: Option<Kind>,
    /// Loss of the old answer.
    pub old_loss: f64,
    /// Loss of the new answer.
    pub new_loss: f64,
    /// Visits in a game of the version with the worse answer (of the new version if the losses are equal), and the loss
    /// per game that the change saves or costs; `None` if these games are unknown.
    #[serde(flatten, serialize_with = "or_nulls")]
    pub per_game: Option<Cost>,
}

/// Compares the version `new` of a policy with the version `old`. Each is given with its name. Lists the costliest
/// changes of each [effect](Effect), at most `most` of each.
///
/// # Errors
///
/// [`Unsettled`] if games go on for too long.
///
/// ```
/// use tourne::grading::{Effect, compare};
/// use tourne::policy::{Arena, Builtin};
///
/// let arena = Arena::new(tourne::solutions::standard());
/// let [old, new] = [Builtin::Rear, Builtin::Front].map(|policy| policy.policy(&arena));
/// let compared = compare(&arena, ("rear", &old), ("front", &new), 1)?;
/// assert!(compared.mended.decisions > compared.broken.decisions);
/// assert_eq!(compared.changes[0].effect, Effect::Mended);
/// let [mended, broken] = [compared.mended, compared.broken].map(|sum| sum.loss_per_game.unwrap());
/// let change = broken - mended + compared.elsewhere.unwrap();
/// assert!((change - compared.change.unwrap()).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compare(
    arena: &Arena,
    (old_name, old): (&str, &Policy),
    (new_name, new): (&str, &Policy),
    most: usize,
) -> Result<Comparison, Unsettled> {
    let (old, new) = rayon::join(
        || Compared::new(arena, old_name, old),
        || Compared::new(arena, new_name, new),
    );
    let both = Both {
        arena,
        old: old?,
        new: new?,
    };
    let exchanges = LazyCell::new(|| Exchanges::new(arena));
    let mut comparison = both.nothing_compared();
    for row in arena.decisions() {
        match (both.old.answers(row), both.new.answers(row)) {
            (true, true) => {}
            (true, false) => comparison.only_old += 1,
            (false, true) => comparison.only_new += 1,
            (false, false) => comparison.neither += 1,
        }
        if !(both.old.answers(row) && both.new.answers(row)) {
            continue;
        }
        let losses = [&both.old, &both.new].map(|side| side.loss(arena, row));
        let effect = both.effect(row, losses);
        if let Some(sum) = &mut comparison.elsewhere {
            *sum += both.elsewhere(row, effect, losses);
        }
        match effect {
            Some(effect) => {
                let change = both.change(row, effect, losses, || &*exchanges);
                comparison.add(change);
            }
            None => comparison.unchanged += 1,
        }
    }
    comparison.sort();
    let mut left = [most; 3];
    comparison.changes.retain(|change| {
        let of_effect = &mut left[change.effect as usize];
        let is_kept = *of_effect > 0;
        *of_effect = of_effect.saturating_sub(1);
        is_kept
    });
    Ok(comparison)
}

/// The two versions that are compared. Losses of a decision are in points, the old one first.
struct Both<'a> {
    arena: &'a Arena,
    old: Compared<'a>,
    new: Compared<'a>,
}

impl Both<'_> {
    /// Creates the comparison before the first decision. Sums are 0, or `None` if they will not be known.
    fn nothing_compared(&self) -> Comparison {
        let nothing = |side: &Compared| ChangeSum {
            decisions: 0,
            loss_per_game: side.version.games.map(|_| 0.0),
        };
        let lost = |side: &Compared| side.version.games.map(|games| games.loss_per_game);
        let losses = lost(&self.new).zip(lost(&self.old));
        let change = losses.map(|(new, old)| new - old);
        Comparison {
            old: self.old.version.clone(),
            new: self.new.version.clone(),
            change,
            mended: nothing(&self.old),
            broken: nothing(&self.new),
            elsewhere: change.map(|_| 0.0),
            as_good: 0,
            as_bad: 0,
            unchanged: 0,
            only_old: 0,
            only_new: 0,
            neither: 0,
            kinds: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// Returns the effect of the new answer in a row; `None` if it is the same as the old one.
    fn effect(&self, row: Row, [old, new]: [f64; 2]) -> Option<Effect> {
        let [before, after] =
            [&self.old, &self.new].map(|side| side.probabilities(self.arena, row));
        let mut probabilities = before.iter().zip(after);
        if probabilities.all(|(before, after)| (before - after).abs() <= SAME_CHANCE) {
            return None;
        }
        Some(match new - old {
            more if more > SAME_LOSS => Effect::Broken,
            less if less < -SAME_LOSS => Effect::Mended,
            _ => Effect::Equal,
        })
    }

    /// Returns the change of the loss per game in a row, without what the row adds to the sums of changes.
    fn elsewhere(&self, row: Row, effect: Option<Effect>, [old, new]: [f64; 2]) -> f64 {
        let [before, after] = match effect {
            Some(Effect::Mended) => [new, new],
            Some(Effect::Broken) => [old, old],
            Some(Effect::Equal) | None => [old, new],
        };
        let visits = [&self.old, &self.new].map(|side| side.visits(self.arena, row));
        let [Some(visits_before), Some(visits_after)] = visits else {
            return 0.0;
        };
        let difference = visits_after * after - visits_before * before;
        self.arena.unit().difference(difference)
    }

    fn change<'e>(
        &self,
        row: Row,
        effect: Effect,
        [old, new]: [f64; 2],
        exchanges: impl FnOnce() -> &'e Exchanges<'e>,
    ) -> Change {
        let (arena, unit) = (self.arena, self.arena.unit());
        let worse = match effect {
            Effect::Mended => &self.old,
            Effect::Broken | Effect::Equal => &self.new,
        };
        let is_wrong = old > 0.0 || new > 0.0;
        let more = match effect {
            Effect::Equal => 0.0,
            Effect::Mended | Effect::Broken => (new - old).abs(),
        };
        let (position, die) = arena.position_of(row);
        let best = arena.plays(row).nth(first_best(arena.losses(row)));
        Change {
            position,
            die,
            effect,
            old: self.old.played(arena, row),
            new: self.new.played(arena, row),
            best: best.map_or(Move::Pass, |play| play.action),
            kind: is_wrong
                .then(|| worse.kind(arena, row, exchanges()))
                .flatten(),
            old_loss: unit.difference(old),
            new_loss: unit.difference(new),
            per_game: worse.visits(arena, row).map(|visits| Cost {
                visits,
                cost: unit.difference(visits * more),
            }),
        }
    }
}

impl ChangeSum {
    fn add(&mut self, per_game: Option<Cost>) {
        self.decisions += 1;
        if let (Some(sum), Some(Cost { cost, .. })) = (&mut self.loss_per_game, per_game) {
            *sum += cost;
        }
    }
}

impl Comparison {
    /// Counts a change and adds its cost to the sums.
    fn add(&mut self, change: Change) {
        let (effect, kind) = (change.effect, change.kind);
        if effect == Effect::Equal {
            let is_best = change.old_loss == 0.0 && change.new_loss == 0.0;
            let count = if is_best {
                &mut self.as_good
            } else {
                &mut self.as_bad
            };
            *count += 1;
        } else {
            let nothing = |sum: ChangeSum| ChangeSum {
                decisions: 0,
                loss_per_game: sum.loss_per_game.map(|_| 0.0),
            };
            let known = self.kinds.iter().position(|sum| sum.kind == kind);
            let at = known.unwrap_or_else(|| {
                let (mended, broken) = (nothing(self.mended), nothing(self.broken));
                self.kinds.push(KindChange {
                    kind,
                    mended,
                    broken,
                });
                self.kinds.len() - 1
            });
            let of_kind = &mut self.kinds[at];
            let sums = if effect == Effect::Mended {
                [&mut self.mended, &mut of_kind.mended]
            } else {
                [&mut self.broken, &mut of_kind.broken]
            };
            for sum in sums {
                sum.add(change.per_game);
            }
        }
        self.changes.push(change);
    }

    /// Sorts kinds and changes, the costliest first. Among equals, changes with a larger difference of the losses come
    /// first, then those of decisions that are met more often.
    fn sort(&mut self) {
        let cost = |sum: ChangeSum| sum.loss_per_game.unwrap_or(0.0);
        let of_kind = |kind: &KindChange| cost(kind.mended) + cost(kind.broken);
        let count = |kind: &KindChange| kind.mended.decisions + kind.broken.decisions;
        self.kinds.sort_by(|one, other| {
            let by_cost = of_kind(other).total_cmp(&of_kind(one));
            by_cost
                .then_with(|| count(other).cmp(&count(one)))
                .then_with(|| one.kind.cmp(&other.kind))
        });
        let of_change = |change: &Change| change.per_game.unwrap_or_default();
        let difference = |change: &Change| (change.new_loss - change.old_loss).abs();
        self.changes.sort_by(|one, other| {
            let by_cost = of_change(other).cost.total_cmp(&of_change(one).cost);
            by_cost
                .then_with(|| difference(other).total_cmp(&difference(one)))
                .then_with(|| of_change(other).visits.total_cmp(&of_change(one).visits))
        });
    }
}
