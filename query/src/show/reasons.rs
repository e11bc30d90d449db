//! The reasons of moves in plain words, to be read or read aloud.

use tourne_solver::game::{Die, Move, Unit};

use super::numbers::{loss_of, percent};
use crate::ask::judge::Measure;
use crate::facts::best_play::Outcomes;
use crate::facts::reasons::{Hit, Reasons};
use crate::grading::mistake_kind::Kind;

/// The reasons of one move, a line each, addressed to the player who makes it. The ends of the game have a line only
/// where wins can count two; elsewhere they say no more than the value.
///
/// ```
/// use tourne_query::ask::judge::{Judge as _, Measure};
/// use tourne_query::facts::reasons::Explainer;
/// use tourne_query::show::reasons::lines;
/// use tourne_query::solutions;
/// use tourne_solver::game::Die;
///
/// let solution = solutions::embedded();
/// let position = solution.rules().position(&"04h/007".parse()?)?;
/// let reasons = Explainer::new(solution)?.explain(solution, position, Die::new(3))?;
/// assert_eq!(
///     lines(&reasons[0], solution.measure()),
///     ["hits the man on 7", "no throw can hit you next turn", "17 pips to go against 36"]
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn lines(reasons: &Reasons, measure: Measure) -> Vec<String> {
    let mut lines = Vec::new();
    if reasons.wins {
        lines.push("brings the last man home and wins".to_owned());
    } else {
        lines.extend(deed(reasons.action));
        lines.extend(reasons.hits.map(|hit| format!("hits {}", men(hit))));
        lines.push(danger(reasons));
        let pips = match reasons.pips {
            1 => "1 pip".to_owned(),
            pips => format!("{pips} pips"),
        };
        lines.push(format!("{pips} to go against {}", reasons.opponent_pips));
    }
    lines.extend(counted_ends(reasons, measure).map(|ends| {
        format!(
            "games end: won {} (double {}), lost {} (double {})",
            percent(ends.win_single + ends.win_double),
            percent(ends.win_double),
            percent(ends.lose_single + ends.lose_double),
            percent(ends.lose_double)
        )
    }));
    lines
}

/// Compares a move with the best one of the same throw, in one or two sentences.
///
/// ```
/// use tourne_query::ask::judge::{Judge as _, Measure};
/// use tourne_query::facts::reasons::Explainer;
/// use tourne_query::show::reasons::against_best;
/// use tourne_query::solutions;
/// use tourne_solver::game::Die;
///
/// let solution = solutions::embedded();
/// let position = solution.rules().position(&"04h/007".parse()?)?;
/// let reasons = Explainer::new(solution)?.explain(solution, position, Die::new(3))?;
/// assert_eq!(
///     against_best(&reasons[1], &reasons[0], solution.measure()),
///     "0/3 gives away 10.4607 %: 4/7* hits the man on 7, and 0/3 does not. \
///      After 0/3, 12 of 36 throws of the opponent can hit; after 4/7*, none can."
/// );
/// assert_eq!(against_best(&reasons[0], &reasons[0], solution.measure()), "4/7* is a best move.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn against_best(played: &Reasons, best: &Reasons, measure: Measure) -> String {
    let name = played.action;
    let Some(kind) = played.mistake else {
        return format!("{name} is a best move.");
    };
    let loss = loss_of(played.value, played.loss);
    let difference = difference(kind, played, best);
    let mut text = format!("{name} gives away {loss}: {difference}.");
    let also = match kind {
        Kind::Exposed | Kind::TooCautious => exposure(kind, played, best),
        _ => doubles(played, best, measure).or_else(|| exposure(kind, played, best)),
    };
    if let Some(also) = also {
        text += &format!(" {also}.");
    }
    text
}

/// The same for a move among those of its throw, best first; empty if it is not one of them.
#[must_use]
pub fn against_first(action: Move, reasons: &[Reasons], measure: Measure) -> String {
    let played = reasons.iter().find(|it| it.action.is_same_as(action));
    match (played, reasons.first()) {
        (Some(played), Some(best)) => against_best(played, best, measure),
        _ => String::new(),
    }
}

/// The difference that makes the kind of a mistake.
fn difference(kind: Kind, played: &Reasons, best: &Reasons) -> String {
    let (name, best_name) = (played.action, best.action);
    let [hit, best_hit] = [played, best].map(|it| it.hits.map_or("nobody".to_owned(), men));
    match kind {
        Kind::MissedHit => format!("{best_name} hits {best_hit}, and {name} does not"),
        Kind::NeedlessHit => format!("it hits {hit}, and {best_name} does not"),
        Kind::OtherHit => format!("{best_name} hits {best_hit}, and {name} hits {hit}"),
        Kind::SentOff => {
            let best_deed = match best_name {
                Move::Man { to: None, .. } => format!("sends off {}", own(best_name)),
                _ => "does not".to_owned(),
            };
            format!(
                "it sends {} off the board, and {best_name} {best_deed}",
                own(name)
            )
        }
        Kind::LateEntry => match deed(name) {
            Some(deed) => format!("{best_name} enters a man, and {name} {deed}"),
            None => format!("{best_name} enters a man, and {name} does not"),
        },
        Kind::EarlyEntry => match deed(best_name) {
            Some(deed) => format!("it enters a man, and {best_name} {deed}"),
            None => format!("it enters a man, and {best_name} does not"),
        },
        Kind::Exposed => "it is more exposed".to_owned(),
        Kind::TooCautious => "it is too cautious".to_owned(),
        Kind::Order => {
            let act = |action| deed(action).unwrap_or_else(|| format!("moves {}", own(action)));
            format!("{best_name} {}, and {name} {}", act(best_name), act(name))
        }
    }
}

/// The throws that can hit after both moves, if there are any and the difference matters.
fn exposure(kind: Kind, played: &Reasons, best: &Reasons) -> Option<String> {
    let (name, best_name) = (played.action, best.action);
    match kind {
        _ if played.hit_by > best.hit_by => Some(format!(
            "After {name}, {} can hit; after {best_name}, {} can",
            throws(played),
            match best.hit_by {
                0 => "none".to_owned(),
                hit_by => hit_by.to_string(),
            }
        )),
        // This speaks for the move, but does not outweigh what speaks against it.
        _ if played.hit_by < best.hit_by => Some(format!(
            "Fewer throws can hit after {name}, {} against {} after {best_name}, but that does not make up for it",
            played.hit_by, best.hit_by
        )),
        Kind::Order if played.hit_by == 0 => {
            Some("No throw can hit after either: the difference lies further ahead".to_owned())
        }
        Kind::Order => Some(format!(
            "After both, {} can hit: the difference lies further ahead",
            throws(played)
        )),
        _ => None,
    }
}

/// The games that are won and lost double, if most of the loss lies in them.
fn doubles(played: &Reasons, best: &Reasons, measure: Measure) -> Option<String> {
    let [ends, best_ends] = [played, best].map(|it| counted_ends(it, measure));
    let (ends, best_ends) = (ends?, best_ends?);
    // A double win counts one point more.
    let extra = |ends: Outcomes| ends.win_double - ends.lose_double;
    (extra(best_ends) - extra(ends) > played.loss / 2.0).then(|| {
        let share = |ends: Outcomes| [ends.win_double, ends.lose_double].map(percent);
        let ([won, lost], [best_won, best_lost]) = (share(ends), share(best_ends));
        format!(
            "More than half of that is in double games: after {}, {best_won} are won double and {best_lost} lost double; \
             after {}, {won} and {lost}",
            best.action, played.action
        )
    })
}

/// The ends of the game, where wins can count two.
fn counted_ends(reasons: &Reasons, measure: Measure) -> Option<Outcomes> {
    let is_counted = measure == Measure::Game(Unit::Points);
    reasons.ends.filter(|_| is_counted)
}

/// The deed of a move that enters a man, brings one home or sends it off, or passes.
fn deed(action: Move) -> Option<String> {
    match action {
        Move::Pass => Some("no man can move".to_owned()),
        Move::Man { to: None, .. } => Some("sends its own man off the board".to_owned()),
        Move::Man { from: None, .. } => Some("enters a man".to_owned()),
        Move::Man { to: Some(to), .. } if to.is_home() => Some("brings a man home".to_owned()),
        Move::Man { .. } => None,
    }
}

/// The man that a move takes along the lane.
fn own(action: Move) -> String {
    match action {
        Move::Man {
            from: Some(from), ..
        } => format!("the man on {}", from.number()),
        _ => "no man of the board".to_owned(),
    }
}

/// The men that are hit.
fn men(hit: Hit) -> String {
    let point = hit.point.number();
    match hit.men {
        1 => format!("the man on {point}"),
        2 => format!("both men on {point}"),
        men => format!("the {men} men on {point}"),
    }
}

/// The throws that can hit next, in a sentence.
fn danger(reasons: &Reasons) -> String {
    let Reasons { hit_by, throws, .. } = *reasons;
    match hit_by {
        0 => "no throw can hit you next turn".to_owned(),
        _ if hit_by == throws => "every throw can hit you next turn".to_owned(),
        _ => format!(
            "{hit_by} of {throws} throws can hit you next turn ({} is played)",
            any_of(&reasons.hit_by_dice)
        ),
    }
}

/// The dice that can hit: "a 1, 2 or 4".
fn any_of(dice: &[Die]) -> String {
    let numbers: Vec<String> = dice.iter().map(Die::to_string).collect();
    match numbers.split_last() {
        Some((last, others)) if !others.is_empty() => {
            format!("a {} or {last}", others.join(", "))
        }
        _ => format!("a {}", numbers.concat()),
    }
}

/// The throws that can hit: "5 of 36 throws of the opponent".
fn throws(reasons: &Reasons) -> String {
    match reasons.hit_by {
        0 => "no throw of the opponent".to_owned(),
        hit_by => format!("{hit_by} of {} throws of the opponent", reasons.throws),
    }
}
