//! Exit code of a check: interruptions, failures of the engine, and the requirements that the user sets.

use std::path::Path;

use anyhow::anyhow;
use clap::Args;
use tourne::grading::{Estimate, Interval};
use tourne::show::numbers::{above, as_written, count, counted, loss, times};
use tourne_solver::Unit;
use tourne_solver::terminal::Exit;

use super::text::{Checked, how_to_go_on, unknown_because};
use crate::engines::EngineLimits;
use crate::threshold::Threshold;

/// Arguments that say what a policy or an engine must achieve.
#[derive(Args)]
pub(crate) struct Requirements {
    /// Exit with 1 if the loss per game is unknown or above LOSS: 0.01 or 1%; points where a win can count two. With
    /// --sample the upper end of the 95 % interval decides
    #[arg(long = "fail-above", value_name = "LOSS")]
    above: Option<Threshold>,
    /// Exit with 1 if an answer is not a legal move, or is missing
    #[arg(long = "fail-illegal")]
    illegal: bool,
}

impl Requirements {
    /// Returns whether the user sets a limit of the loss per game.
    pub(super) fn is_loss_limited(&self) -> bool {
        self.above.is_some()
    }
}

/// Requirements, with all else that decides the exit code of a check.
pub(super) struct Gate<'a> {
    requirements: &'a Requirements,
    limits: &'a EngineLimits,
    /// Record of the answers that the user wants, for advice.
    record: Option<&'a Path>,
    /// Limit of the loss per game, in the unit of the rule set; `None` if there is none.
    limit: Option<f64>,
}

impl Gate<'_> {
    /// Reads the user's requirements. Losses are in this unit.
    pub(super) fn new<'a>(
        requirements: &'a Requirements,
        limits: &'a EngineLimits,
        record: Option<&'a Path>,
        unit: Unit,
    ) -> anyhow::Result<Gate<'a>> {
        let limit = requirements.above;
        let limit = limit.map(|limit| limit.amount("--fail-above", unit));
        Ok(Gate {
            requirements,
            limits,
            record,
            limit: limit.transpose()?,
        })
    }

    /// Checks that every question was asked, and that the user's requirements are met.
    pub(super) fn pass(&self, checked: &Checked) -> Result<(), Exit> {
        let who = checked.engine.map_or("the policy", |_| "the engine");
        if let Some(engine) = checked.engine.filter(|engine| engine.interrupted) {
            let advice = how_to_go_on(self.record).unwrap_or_else(|| {
                "to be able to continue an interrupted check, start it with --record FILE, and continue with \
                 the same --record FILE"
                    .to_owned()
            });
            let what = match checked.sample {
                Some(_) => "games were played",
                None => "decisions were asked",
            };
            let (steps, unasked) = (engine.steps, engine.unasked);
            let [done, steps] = [steps - unasked, steps].map(count);
            return Err(Exit::Interrupted(format!(
                "{done} of {steps} {what}: {advice}"
            )));
        }
        let faults = checked.engine.map_or(0, |engine| engine.faults.len());
        let illegal = checked.illegal();
        if self.requirements.illegal && illegal + faults > 0 {
            let illegal = match illegal {
                0 => None,
                1 => Some("1 answer is not a legal move".to_owned()),
                _ => Some(format!("{} answers are not legal moves", count(illegal))),
            };
            let failed = (faults > 0).then(|| format!("the engine failed {}", times(faults)));
            let what: Vec<String> = illegal.into_iter().chain(failed).collect();
            return Err(Exit::Wanting(what.join(", ")));
        }
        if let Some(limit) = self.limit {
            within(limit, who, checked)?;
        }
        if checked.engine.is_some_and(|engine| engine.given_up) {
            let (failures, limit) = (counted(faults, "failure"), count(self.limits.faults()));
            return Err(anyhow!(
                "gave up on the engine after {failures} (limit {limit}, which --faults sets; an engine that \
                 fails the handshake or refuses the rules is given up at once)"
            )
            .into());
        }
        if checked.report.grade.tally.answered == 0 {
            return Err(anyhow!(
                "{who} answers no decision with a legal move: there is nothing to grade"
            )
            .into());
        }
        if checked.sample.is_some() && checked.report.estimate.is_none() {
            return Err(anyhow!(
                "no game of the sample came to its end: there is nothing to estimate"
            )
            .into());
        }
        Ok(())
    }
}

/// Checks that the loss per game is known, and not above the limit.
fn within(limit: f64, who: &str, checked: &Checked) -> Result<(), Exit> {
    let unit = checked.report.grade.unit;
    let allowed = as_written(unit, limit);
    if let Some(games) = checked.report.grade.figures.games {
        let lost = games.loss_per_game;
        if lost > limit {
            let lost = above(unit, lost, limit);
            return Err(Exit::Wanting(format!(
                "{who} loses {lost} a game, more than the {allowed} allowed"
            )));
        }
        return Ok(());
    }
    let estimate = checked.report.estimate;
    let estimate = estimate.filter(Estimate::is_whole);
    let Some(Estimate { loss_per_game, .. }) = estimate else {
        return Err(Exit::Wanting(format!(
            "cannot compare with --fail-above {allowed}: the loss per game is unknown because {}",
            unknown_because(checked)
        )));
    };
    let Interval {
        estimate,
        low,
        high,
    } = loss_per_game;
    let show = |amount: f64| loss(unit, amount);
    if high > limit {
        return Err(Exit::Wanting(format!(
            "{who} may lose {} a game, more than the {allowed} allowed: the upper end of the 95 % interval decides \
             ({} to {0}, estimate {}). A larger --sample narrows it",
            above(unit, high, limit),
            show(low),
            show(estimate),
        )));
    }
    Ok(())
}
