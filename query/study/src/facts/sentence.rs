//! The reason why a move is worse than the best one, in one or two sentences: what can be counted on the board, and what
//! it is worth.

use tourne_query::ask::Measure;
use tourne_query::grading::{Kind, Parts};
use tourne_solver::{Move, Unit};

use super::best_play::Outcomes;
use super::reasons::{Hit, Reasons};
use super::words::{
    capital, counted, deed, dice_in_words, listed, men, none_or, percent, share, throws,
};

/// Number of exchanges that are looked at if the next one does not tell two moves apart.
pub(super) const EXCHANGES: u32 = 2;

/// Smallest share of the loss, 0 to 1, at which the sentence says what favours the move played.
const REST: f64 = 0.2;

/// Smallest amount that is not taken for the rounding of values.
const ROUNDED: f64 = 1e-12;

/// Returns whether the sentence about a mistake of this kind looks at several exchanges.
pub(super) fn looks_further(kind: Kind) -> bool {
    use Kind::{EarlyEntry, LateEntry, NeedlessHit, Order, OtherHit};
    matches!(
        kind,
        EarlyEntry | LateEntry | NeedlessHit | Order | OtherHit
    )
}

/// Returns the reason why the move `played`, a mistake of this kind, is worse than the move `best`. `later` has the parts
/// of the best move minus those of the move played, over several exchanges, if the kind [`looks_further`].
pub(super) fn sentence(
    kind: Kind,
    played: &Reasons,
    best: &Reasons,
    measure: Measure,
    later: Option<Parts>,
) -> String {
    let unit = measure.unit();
    let pair = Pair {
        played,
        best,
        unit,
        charges: best.parts.less(played.parts),
        later: later.unwrap_or(best.parts.less(played.parts)),
    };
    let mut text = format!("{}.", capital(&pair.difference(kind)));
    let is_counted = measure == Measure::Game(Unit::Points);
    if let Some(also) = is_counted
        .then(|| pair.doubles())
        .flatten()
        .or_else(|| pair.also(kind))
    {
        text += &format!(" {also}.");
    }
    text
}

/// Move that was played and the best move, as they are compared.
struct Pair<'a> {
    played: &'a Reasons,
    best: &'a Reasons,
    unit: Unit,
    /// Parts of the best move minus those of the move played, over the next exchange.
    charges: Parts,
    /// The same over several exchanges.
    later: Parts,
}

impl Pair<'_> {
    /// Describes how the moves differ. The kind of mistake decides which difference is described.
    fn difference(&self, kind: Kind) -> String {
        let Pair { played, best, .. } = *self;
        let (name, best_name) = (played.action, best.action);
        let although = self.although();
        match kind {
            Kind::MissedHit => format!("{although}{}", self.hit_of(best)),
            Kind::MissedHome => self.missed_home(),
            Kind::MissedAim => {
                let Parts { aim, .. } = self.charges;
                if is_notable(best.aim, played.aim) {
                    let gain = self.amount_and_rest(aim);
                    format!("{although}{}: that is worth {gain}", self.aims())
                } else {
                    let [one, other] =
                        [best, played].map(|it| self.amount_or_nothing(it.parts.aim));
                    format!(
                        "{although}hitting next turn is worth {one} after {best_name}, and {other} after {name}"
                    )
                }
            }
            Kind::FewerHome => {
                if played.home_by < best.home_by {
                    let gain = self.amount_and_rest(self.charges.home);
                    format!("{although}{}: that is worth {gain}", self.ways_home())
                } else {
                    let [one, other] =
                        [best, played].map(|it| self.amount_or_nothing(it.parts.home));
                    format!(
                        "{although}coming home next turn is worth {one} after {best_name}, and {other} after {name}"
                    )
                }
            }
            Kind::Exposed => format!("{although}{}", self.exposed()),
            Kind::TooCautious => {
                let saved = self.charges.exposure;
                let [saved, wins] = [saved, played.loss + saved].map(|it| self.amount(it));
                format!(
                    "{name} is too cautious: {} can hit after it, and {} after {best_name}, which saves {saved}, but the risk \
                     wins {wins}",
                    throws(played.hit_by, played.throws),
                    best.hit_by
                )
            }
            Kind::NeedlessHit => {
                let hit = played.hits.map(|hit| self.hit_in_short(hit));
                format!("{name} {}, but {}", hit.unwrap_or_default(), self.further())
            }
            Kind::OtherHit => self.other_hit(),
            Kind::SentOff => self.sent_off(),
            Kind::EarlyEntry => format!("{name} enters a man too early: {}", self.further()),
            Kind::LateEntry => format!("{best_name} enters a man in time: {}", self.further()),
            Kind::Order => self.further(),
        }
    }

    /// Says what the hit of a move costs the opponent.
    fn hit_of(&self, of: &Reasons) -> String {
        let name = of.action;
        let Some(hit) = of.hits else {
            return name.to_string();
        };
        let (men, pips) = (men(hit), hit.pips());
        let worth = self.positive(hit.worth);
        let worth = worth.map(|worth| format!(", which is worth {worth}"));
        format!(
            "{name} hits {men}: the opponent loses {}{}",
            counted(pips, "pip"),
            worth.unwrap_or_default()
        )
    }

    /// Names the men that a move hits, and what that is worth.
    fn hit_in_short(&self, hit: Hit) -> String {
        let worth = self.positive(hit.worth);
        let worth = worth.map(|worth| format!(", which is worth {worth}"));
        format!("hits {}{}", men(hit), worth.unwrap_or_default())
    }

    fn missed_home(&self) -> String {
        let Pair { played, best, .. } = *self;
        let (name, best_name) = (played.action, best.action);
        let worths = self.positive(best.worth).zip(played.worth);
        let Some((worth, other)) = worths else {
            return format!("{}{best_name} brings a man home", self.although());
        };
        let home = format!("{best_name} brings a man home, which is worth {worth}");
        let other = match self.positive(Some(other)) {
            Some(other) => other,
            None => return format!("{home}; {name} is worth less than not moving at all"),
        };
        match (played.hits, deed(played.action)) {
            (Some(hit), _) => format!("{home}; {name} hits {}, which is worth {other}", men(hit)),
            (None, Some(deed)) => format!("{home}; {name} {deed}, which is worth {other}"),
            (None, None) => format!("{home}; {name} is worth {other}"),
        }
    }

    fn other_hit(&self) -> String {
        let Pair { played, best, .. } = *self;
        let worths = [best, played].map(|it| it.hits.and_then(|hit| hit.worth));
        match worths {
            [Some(one), Some(other)] if one > other && self.positive(Some(other)).is_some() => {
                let hit = played.hits.map(|hit| self.hit_in_short(hit));
                format!(
                    "{}; {} {}",
                    self.hit_of(best),
                    played.action,
                    hit.unwrap_or_default()
                )
            }
            _ => format!("both moves hit, but {}", self.further()),
        }
    }

    fn sent_off(&self) -> String {
        let (name, best_name) = (self.played.action, self.best.action);
        let from = |action| match action {
            Move::Man {
                from: Some(from), ..
            } => from.number(),
            _ => 0,
        };
        let cost = self.positive(self.played.worth.map(|worth| -worth));
        let cost = cost.map(|cost| format!(" and {cost}")).unwrap_or_default();
        let pips = counted(from(name).into(), "pip");
        let text = format!(
            "{name} sends your own man on {} off the board, which costs {pips}{cost}",
            from(name)
        );
        match best_name {
            Move::Man { to: None, .. } => {
                format!(
                    "{text}; {best_name} sends off the man on {}",
                    from(best_name)
                )
            }
            _ => format!("{text}; {best_name} does not"),
        }
    }

    /// Compares what the opponent's hits cost next turn.
    fn exposed(&self) -> String {
        let Pair { played, best, .. } = *self;
        let (name, best_name) = (played.action, best.action);
        let cost = self.amount_and_rest(-self.charges.exposure);
        if is_notable(played.hit_by.into(), best.hit_by.into()) {
            return format!(
                "after {name} the opponent can hit {}; after {best_name} {}: this risk costs {cost}",
                with_dice(played),
                with_dice(best)
            );
        }
        if is_notable(played.hit_pips, best.hit_pips) {
            let [one, other] = [played, best].map(hits_of_replies);
            return format!(
                "after {name} the opponent's best replies hit {one}; after {best_name} {other}: this risk costs {cost}"
            );
        }
        let [worth, best_worth] =
            [played, best].map(|it| self.amount_or_nothing(it.parts.exposure));
        format!(
            "the opponent's hits next turn cost {worth} after {name} ({} can hit), and {best_worth} after {best_name} ({})",
            throws(played.hit_by, played.throws),
            none_or(best.hit_by)
        )
    }

    /// Compares the chances to hit next turn.
    fn aims(&self) -> String {
        let Pair { played, best, .. } = *self;
        let other = match played.aim {
            0.0 => "none".to_owned(),
            aim => percent(aim),
        };
        format!(
            "after {} you can hit next turn with a chance of {} ({other} after {}), unless you are hit first",
            best.action,
            percent(best.aim),
            played.action
        )
    }

    /// Compares the throws that can bring a man home next turn.
    fn ways_home(&self) -> String {
        let Pair { played, best, .. } = *self;
        format!(
            "{} can bring a man home next turn after {}, and {} after {}",
            throws(best.home_by, best.throws),
            best.action,
            none_or(played.home_by),
            played.action
        )
    }

    /// Says what tells the moves apart over several exchanges.
    fn further(&self) -> String {
        let Pair { played, best, .. } = *self;
        let (name, best_name) = (played.action, best.action);
        let Parts {
            home,
            aim,
            exposure,
            ..
        } = self.later;
        let most = home.max(aim).max(-exposure);
        if most < Kind::NAMED * played.loss {
            return format!("what {best_name} gains comes after the next two turns");
        }
        let gain = self.amount(most);
        if most == home {
            if is_notable(best.home_by.into(), played.home_by.into()) {
                return format!("{}: over two turns that is worth {gain}", self.ways_home());
            }
            return format!(
                "coming home within two turns is worth {gain} more after {best_name} than after {name}"
            );
        }
        if most == aim {
            if is_notable(best.aim, played.aim) {
                return format!("{}: over two turns that is worth {gain}", self.aims());
            }
            return format!(
                "hitting within two turns is worth {gain} more after {best_name} than after {name}"
            );
        }
        if is_notable(played.hit_by.into(), best.hit_by.into()) {
            return format!(
                "after {name} the opponent can hit {}; after {best_name} {}: over two turns this risk costs {gain}",
                with_dice(played),
                with_dice(best)
            );
        }
        format!(
            "the opponent's hits within two turns cost {gain} more after {name} than after {best_name}"
        )
    }

    /// Returns a clause such as "0/1 brings a man home, but " if the move hits or brings a man home and the best move does
    /// not. Otherwise the clause is empty.
    fn although(&self) -> String {
        let Pair { played, best, .. } = *self;
        match (played.hits, best.hits) {
            (Some(hit), None) => format!("{} hits {}, but ", played.action, men(hit)),
            _ if played.action.brings_home() && !best.action.brings_home() => {
                format!("{} brings a man home, but ", played.action)
            }
            _ => String::new(),
        }
    }

    /// Returns a sentence about another part of the loss, or about an advantage of the move, if there is one.
    fn also(&self, kind: Kind) -> Option<String> {
        let Pair { played, best, .. } = *self;
        let (name, best_name) = (played.action, best.action);
        let is_of_next_turn = matches!(kind, Kind::FewerHome | Kind::MissedAim | Kind::Exposed);
        if is_of_next_turn && !played.action.hits() {
            if let Some(hit) = best.hits {
                return Some(format!("{best_name} also hits {}", men(hit)));
            }
        }
        if is_of_next_turn && best.action.brings_home() && !played.action.brings_home() {
            return Some(format!("{best_name} also brings a man home"));
        }
        let Parts { aim, exposure, .. } = self.charges;
        let is_named = |charge: f64| charge >= Kind::NAMED * played.loss;
        let more_can_hit =
            |one: &Reasons, other: &Reasons| is_notable(one.hit_by.into(), other.hit_by.into());
        let is_said = looks_further(kind) && kind != Kind::OtherHit;
        if kind != Kind::Exposed && !is_said && is_named(-exposure) && more_can_hit(played, best) {
            return Some(format!(
                "After {name} the opponent can hit with {}; after {best_name} with {}",
                throws(played.hit_by, played.throws),
                none_or(best.hit_by)
            ));
        }
        if kind != Kind::MissedAim && !is_said && is_named(aim) && is_notable(best.aim, played.aim)
        {
            let [aim, best_aim] = [played, best].map(|it| percent(it.aim));
            return Some(format!(
                "After {best_name} your chance to hit next turn is better too, {best_aim} against {aim}"
            ));
        }
        (kind != Kind::TooCautious && is_named(exposure) && more_can_hit(best, played)).then(|| {
            format!(
                "After {name} the opponent can hit with fewer throws ({}; {} after {best_name}), but that does not make up for it",
                match played.hit_by {
                    0 => "none".to_owned(),
                    count => format!("{count} of {}", played.throws),
                },
                best.hit_by
            )
        })
    }

    /// Returns a sentence about double wins and losses; `None` unless they account for more than half of the loss.
    fn doubles(&self) -> Option<String> {
        let Pair { played, best, .. } = *self;
        let (ends, best_ends) = (played.ends?, best.ends?);
        // A double win counts one point more.
        let extra = |ends: Outcomes| ends.win_double - ends.lose_double;
        (extra(best_ends) - extra(ends) > played.loss / 2.0).then(|| {
            format!(
                "More than half of this loss comes from double wins and losses: after {}, {} of games are won double and {} lost \
                 double; after {}, {} and {}",
                best.action,
                share(best_ends.win_double),
                share(best_ends.lose_double),
                played.action,
                share(ends.win_double),
                share(ends.lose_double)
            )
        })
    }

    /// Formats an amount of value with two digits that count, or with one decimal of a percent.
    fn amount(&self, amount: f64) -> String {
        let (scale, least, name) = match self.unit {
            Unit::WinProbability => (100.0, 1, " %"),
            Unit::Points => (1.0, 2, " points"),
        };
        let shown = scale * amount;
        let mut decimals = least;
        let mut digits = shown * 10_f64.powi(least as i32);
        while digits.abs() < 10.0 && decimals < 12 {
            digits *= 10.0;
            decimals += 1;
        }
        format!("{shown:.decimals$}{name}")
    }

    /// Formats a charge, and says how much everything else favours the move played, if that is a fifth of the loss or more.
    fn amount_and_rest(&self, charge: f64) -> String {
        let (amount, rest) = (self.amount(charge), charge - self.played.loss);
        if rest < REST * self.played.loss {
            return amount;
        }
        format!(
            "{amount}; all else together favours {} by {}",
            self.played.action,
            self.amount(rest)
        )
    }

    fn amount_or_nothing(&self, amount: f64) -> String {
        self.positive(Some(amount))
            .unwrap_or_else(|| "nothing".to_owned())
    }

    /// Formats an amount if it is known and positive.
    fn positive(&self, amount: Option<f64>) -> Option<String> {
        let amount = amount.filter(|&amount| amount > ROUNDED)?;
        Some(self.amount(amount))
    }
}

/// Returns whether `larger` is more than 1.2 times `smaller`: a smaller difference is not named as a reason.
fn is_notable(larger: f64, smaller: f64) -> bool {
    larger > 1.2 * smaller
}

/// Names the men that the opponent's best replies hit, with how many throws and pips; or says why there are none.
fn hits_of_replies(reasons: &Reasons) -> String {
    let hitting = reasons.replies.iter().filter(|it| it.reply.hits());
    let count: u32 = hitting.clone().map(|it| it.chances).sum();
    if count == 0 {
        return match reasons.hit_by {
            0 => "no throw can hit".to_owned(),
            _ => format!(
                "{} can hit, but other replies are better",
                throws(reasons.hit_by, reasons.throws)
            ),
        };
    }
    let mut points: Vec<u8> = hitting
        .filter_map(|it| match it.reply {
            Move::Man { to: Some(to), .. } => Some(to.number()),
            _ => None,
        })
        .collect();
    points.sort_unstable();
    points.dedup();
    let what = match points.len() {
        1 => "the man",
        _ => "the men",
    };
    format!(
        "{what} on {} ({}, {:.1} pips on average)",
        listed(&points, "and"),
        throws(count, reasons.throws),
        reasons.hit_pips
    )
}

/// Names the dice with which the opponent can hit, and the number of throws.
fn with_dice(reasons: &Reasons) -> String {
    if reasons.hit_by == 0 {
        return "with no throw".to_owned();
    }
    let ways = throws(reasons.hit_by, reasons.throws);
    format!("with a {} ({ways})", dice_in_words(reasons))
}
