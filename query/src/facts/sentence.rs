//! The reason why a move is worse than the best one, in one or two sentences: what can be counted on the board, and what
//! it is worth.

use std::collections::BTreeSet;

use crate::grading::{Kind, Parts};
use tourne_solver::{Move, Unit};

use super::reasons::Reasons;
use super::words::{
    capitalised, counted, deed, dice_in_words, listed, men, none_or, percent, throws,
};

/// Number of exchanges that are looked at if the next one does not tell two moves apart.
pub(super) const EXCHANGES: u32 = 2;

/// Smallest share of the loss, 0 to 1, at which the sentence says what favours the move played.
const REST: f64 = 0.2;

/// Smallest difference of two chances, 0 to 1, that is told although its part of the loss is small.
const MANY: f64 = 0.2;

/// Smallest ratio of the pips that a hit costs at which pips are told instead of dice.
const DEEPER: f64 = 1.3;

/// Smallest amount that is not taken for the rounding of values.
const ROUNDED: f64 = 1e-12;

/// Returns whether the sentence about a mistake of this kind looks at several exchanges.
pub(super) fn looks_further(kind: Kind) -> bool {
    use Kind::{EarlyEntry, LateEntry, NeedlessHit, Order, OtherHit, TooCautious};
    matches!(
        kind,
        EarlyEntry | LateEntry | NeedlessHit | Order | OtherHit | TooCautious
    )
}

/// Subject of the first sentence, which the second one avoids.
#[derive(Clone, Copy, PartialEq)]
enum Topic {
    /// The opponent's hits.
    Risk,
    /// The player's hits next turn.
    Aim,
    Other,
}

pub(super) struct Pair<'a> {
    pub(super) played: &'a Reasons,
    pub(super) best: &'a Reasons,
    pub(super) unit: Unit,
    /// Parts of the best move minus those of the move played, over the next exchange.
    pub(super) charges: Parts,
    /// The same parts over several exchanges, if the kind [`looks_further`].
    pub(super) later: Option<Parts>,
    /// Numbers of throws with which the foremost man could enter if it were hit, after the move played and after the best
    /// move; `None` if a hit man need not enter.
    pub(super) entries: Option<[u32; 2]>,
    /// `true` if no other man may move before a hit man has entered.
    pub(super) is_first: bool,
}

impl Pair<'_> {
    /// Returns the reason why the move that was played, a mistake of this kind, is worse than the best move.
    pub(super) fn sentence(&self, kind: Kind) -> String {
        let (topic, difference) = self.difference(kind);
        let mut text = format!("{}.", capitalised(&difference));
        if let Some(also) = self.also(kind, topic) {
            text += &format!(" {also}.");
        }
        text
    }

    /// Describes how the moves differ. The kind of mistake decides which difference is described.
    fn difference(&self, kind: Kind) -> (Topic, String) {
        let Pair { played, best, .. } = *self;
        let (name, best_name) = (played.action, best.action);
        let although = self.although();
        let after = |start: String| {
            let (topic, text) = self.further(true);
            (topic, start + &text)
        };
        let (topic, text) = match kind {
            Kind::MissedHit => (Topic::Other, self.hit_of(best, true)),
            Kind::MissedHome => return (Topic::Other, self.missed_home()),
            Kind::MissedAim => (Topic::Aim, self.missed_aim()),
            Kind::FewerHome => (Topic::Other, self.fewer_home()),
            Kind::Exposed => (Topic::Risk, self.exposed()),
            Kind::TooCautious => return (Topic::Risk, self.too_cautious()),
            Kind::NeedlessHit => return after(format!("{}, but ", self.hit_of(played, false))),
            Kind::OtherHit => return self.other_hit(),
            Kind::SentOff => return (Topic::Other, self.sent_off()),
            Kind::EarlyEntry => return after(format!("{name} enters a man too early: ")),
            Kind::LateEntry => return after(format!("{best_name} enters a man in time: ")),
            Kind::Order => return self.further(true),
        };
        (topic, although + &text)
    }

    fn missed_aim(&self) -> String {
        let Pair { played, best, .. } = *self;
        if is_notable(best.aim, played.aim) {
            let gain = self.amount_and_rest(self.charges.aim);
            return format!("{}: that is worth {gain}", self.aims());
        }
        self.worth_more("hitting next turn", self.charges.aim)
    }

    fn fewer_home(&self) -> String {
        let Pair { played, best, .. } = *self;
        if played.home_by < best.home_by {
            let gain = self.amount_and_rest(self.charges.home);
            return format!("{}: that is worth {gain}", self.ways_home());
        }
        self.worth_more("coming home next turn", self.charges.home)
    }

    fn too_cautious(&self) -> String {
        let Pair { played, best, .. } = *self;
        let saved = self.charges.exposure;
        let later = self.later.unwrap_or(self.charges);
        let gain = if later.aim.max(later.home) > saved {
            self.further(false).1
        } else {
            let wins = self.amount(played.loss + saved);
            match deed(best.action) {
                Some(deed) => format!("{} {deed}, which wins {wins} in the end", best.action),
                None => format!("the risk wins {wins} in the end"),
            }
        };
        let saved = self.amount(saved);
        format!(
            "{} is too cautious: {} can hit after it, against {} after {}; that saves only {saved}, but {}",
            played.action,
            throws(played.hit_by, played.throws),
            best.hit_by,
            best.action,
            gain
        )
    }

    /// Names the men that a move hits, and what that is worth; also what it costs the opponent if `with_pips`.
    fn hit_of(&self, of: &Reasons, with_pips: bool) -> String {
        let name = of.action;
        let Some(hit) = of.hits else {
            return name.to_string();
        };
        let pips = if with_pips {
            format!(": the opponent loses {}", counted(hit.pips(), "pip"))
        } else {
            String::new()
        };
        let worth = self.positive(hit.worth);
        let worth = worth.map(|worth| format!(", which is worth {worth}"));
        format!(
            "{name} hits {}{pips}{}",
            men(hit),
            worth.unwrap_or_default()
        )
    }

    fn missed_home(&self) -> String {
        let Pair { played, best, .. } = *self;
        let (name, best_name) = (played.action, best.action);
        let worths = self.positive(best.worth).zip(played.worth);
        let Some((worth, other)) = worths else {
            return format!("{}{best_name} brings a man home", self.although());
        };
        let home = format!("{best_name} brings a man home, which is worth {worth}");
        let Some(other) = self.positive(Some(other)) else {
            return format!("{home}; {name} is worth less than not moving at all");
        };
        match (played.hits, deed(played.action)) {
            (Some(hit), _) => format!("{home}; {name}, which hits {}, is worth {other}", men(hit)),
            (None, Some(deed)) => format!("{home}; {name} {deed}, which is worth {other}"),
            (None, None) => format!("{home}; {name} is worth {other}"),
        }
    }

    fn other_hit(&self) -> (Topic, String) {
        let Pair { played, best, .. } = *self;
        let worths = [best, played].map(|it| it.hits.and_then(|hit| hit.worth));
        match worths {
            [Some(one), Some(other)] if one > other && self.positive(Some(other)).is_some() => {
                let [hit, other] = [self.hit_of(best, true), self.hit_of(played, false)];
                (Topic::Other, format!("{hit}; {other}"))
            }
            _ => {
                let (topic, text) = self.further(true);
                (topic, format!("both moves hit, but {text}"))
            }
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

    fn exposed(&self) -> String {
        let Pair { played, best, .. } = *self;
        let (name, best_name) = (played.action, best.action);
        let cost = self.amount_and_rest(-self.charges.exposure);
        let are_all_best = [played, best].map(|it| it.hit_by == hits_of_replies(it));
        // Where the hits also go deeper, pips say more than throws.
        let depths = [(played, best), (best, played)]
            .map(|(one, other)| one.hit_pips * f64::from(other.hit_by));
        let is_deeper = best.hit_by > 0 && depths[0] > DEEPER * depths[1];
        let is_more = is_notable(played.hit_by.into(), best.hit_by.into());
        if is_more && !is_deeper && are_all_best == [true; 2] {
            return format!("{}: this risk costs {cost}", self.dice());
        }
        let [hits, best_hits] = [played, best].map(|it| f64::from(hits_of_replies(it)));
        if is_notable(hits, best_hits) || is_notable(played.hit_pips, best.hit_pips) {
            let [one, other] = [played, best].map(points_hit);
            return format!(
                "after {name} the opponent's best replies hit {one}; after {best_name} {other}: this risk costs {cost}"
            );
        }
        let cost = self.amount(-self.charges.exposure);
        format!(
            "the opponent's hits next turn cost {cost} more after {name} ({} can hit) than after {best_name} ({} can)",
            throws(played.hit_by, played.throws),
            none_or(best.hit_by)
        )
    }

    fn dice(&self) -> String {
        let Pair { played, best, .. } = *self;
        format!(
            "after {} the opponent can hit {}; after {} {}",
            played.action,
            with_dice(played),
            best.action,
            with_dice(best)
        )
    }

    fn worth_more(&self, what: &str, charge: f64) -> String {
        format!(
            "{what} is worth {} more after {} than after {}",
            self.amount(charge),
            self.best.action,
            self.played.action
        )
    }

    fn aims(&self) -> String {
        let Pair { played, best, .. } = *self;
        format!(
            "after {} your chance to hit next turn would be {} ({} after {}), if the opponent did not hit first",
            best.action,
            percent(best.aim),
            chance_or_none(played.aim),
            played.action
        )
    }

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

    /// Says what tells the moves apart over several exchanges: if possible by what can be counted now. The opponent's hits
    /// are among it if `is_risk`.
    fn further(&self, is_risk: bool) -> (Topic, String) {
        let Pair { played, best, .. } = *self;
        let (name, best_name) = (played.action, best.action);
        let later = self.later.unwrap_or(self.charges);
        // A topic, its charge, and whether it can be counted on the board.
        let is_riskier = is_notable(played.hit_by.into(), best.hit_by.into());
        let is_likely = 8 * best.home_by >= best.throws;
        let is_nearer = is_likely && is_notable(best.home_by.into(), played.home_by.into());
        let all = [
            (Topic::Risk, -later.exposure, is_riskier),
            (Topic::Aim, later.aim, is_notable(best.aim, played.aim)),
            (Topic::Other, later.home, is_nearer),
        ];
        let least = Kind::NAMED * played.loss;
        let largest = |is_such: &dyn Fn(f64, bool) -> bool| {
            let wanted = all.iter().filter(|it| is_risk || it.0 != Topic::Risk);
            let those = wanted.filter(|it| is_such(it.1, it.2));
            those
                .max_by(|one, other| one.1.total_cmp(&other.1))
                .copied()
        };
        let found = largest(&|charge, is_counted| is_counted && charge >= least)
            .or_else(|| largest(&|charge, _| charge >= least))
            .or_else(|| largest(&|charge, is_counted| is_counted && charge > ROUNDED));
        let Some((topic, charge, is_counted)) = found else {
            let text = format!("what {best_name} gains comes after the next two turns");
            return (Topic::Other, text);
        };
        let gain = self.amount(charge);
        let (counted, what) = match topic {
            Topic::Risk if is_counted => {
                let text = format!("{}: over two turns this risk costs {gain}", self.dice());
                return (topic, text);
            }
            Topic::Risk => {
                let text = format!(
                    "the opponent's hits within two turns cost {gain} more after {name} than after {best_name}"
                );
                return (topic, text);
            }
            Topic::Aim => (self.aims(), "hitting within two turns"),
            Topic::Other => (self.ways_home(), "coming home within two turns"),
        };
        let text = if is_counted {
            format!("{counted}: over two turns that is worth {gain}")
        } else {
            self.worth_more(what, charge)
        };
        (topic, text)
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
    fn also(&self, kind: Kind, topic: Topic) -> Option<String> {
        let Pair { played, best, .. } = *self;
        let (name, best_name) = (played.action, best.action);
        let is_of_next_turn = matches!(kind, Kind::FewerHome | Kind::MissedAim | Kind::Exposed);
        if let Some(hit) = best.hits
            && is_of_next_turn
            && !played.action.hits()
        {
            return Some(format!("{best_name} also hits {}", men(hit)));
        }
        if is_of_next_turn && best.action.brings_home() && !played.action.brings_home() {
            return Some(format!("{best_name} also brings a man home"));
        }
        if let Some(text) = self.entering() {
            return Some(text);
        }
        let Parts { aim, exposure, .. } = self.charges;
        // A part is told if it is large, or if it points the same way as many throws.
        let is_told = |charge: f64, many: f64, few: f64| {
            let is_large = charge >= Kind::NAMED * played.loss;
            is_notable(many, few) && (is_large || charge > ROUNDED && many - few >= MANY)
        };
        let share = |count: u32| f64::from(count) / f64::from(played.throws);
        let [risk, best_risk] = [played, best].map(|it| share(it.hit_by));
        let said = match kind {
            Kind::FewerHome => self.charges.home,
            Kind::MissedAim => aim,
            Kind::Exposed => -exposure,
            _ => played.loss,
        };
        // If all else favours the move played, do not name a part of it that does not.
        let is_all = said - played.loss >= REST * played.loss;
        if topic != Topic::Risk && !is_all && is_told(-exposure, risk, best_risk) {
            return Some(format!(
                "After {name} the opponent can hit with {}; after {best_name} with {}",
                throws(played.hit_by, played.throws),
                none_or(best.hit_by)
            ));
        }
        if topic != Topic::Aim && !is_all && is_told(aim, best.aim, played.aim) {
            let (best_aim, aim) = (percent(best.aim), chance_or_none(played.aim));
            return Some(format!(
                "After {best_name} your chance to hit next turn would be better too, {best_aim} against {aim}, if the opponent did not \
                 hit first"
            ));
        }
        let is_safer = topic != Topic::Risk && is_told(exposure, best_risk, risk);
        let is_left = self.charges.itself >= Kind::NAMED * played.loss && said < played.loss / 2.0;
        if !is_safer && is_left {
            return Some("Another part of the loss comes after the next turn".to_owned());
        }
        is_safer.then(|| {
            let count = match played.hit_by {
                0 => "none".to_owned(),
                count => format!("{count} of {}", played.throws),
            };
            format!(
                "After {name} the opponent can hit with fewer throws ({count}; {} after {best_name}), but that does not make up \
                 for it",
                best.hit_by
            )
        })
    }

    /// Compares the throws with which the foremost man could enter if it were hit; `None` if the best move does not make
    /// notably more of them.
    fn entering(&self) -> Option<String> {
        let Pair { played, best, .. } = *self;
        let [one, other] = self.entries?;
        if played.hit_by == 0 || best.hit_by == 0 || !is_notable(other.into(), one.into()) {
            return None;
        }
        let [one, other] = [one, other].map(|count| match count {
            _ if count == played.throws => "every throw".to_owned(),
            _ => throws(count, played.throws),
        });
        let (name, best_name) = (played.action, best.action);
        let text = format!(
            "If the foremost man is hit, it can enter with {one} after {name}, and with {other} after {best_name}"
        );
        Some(if self.is_first {
            text + "; until then nothing else may move"
        } else {
            text
        })
    }

    /// Formats an amount of value with two digits that count, or with one decimal of a percent.
    fn amount(&self, amount: f64) -> String {
        let (scale, factor, mut decimals, name) = match self.unit {
            Unit::WinProbability => (100.0, 10.0, 1, " %"),
            Unit::Points => (1.0, 100.0, 2, " points"),
        };
        let shown = scale * amount;
        let mut digits = shown * factor;
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
            "{amount}; everything else favours {} by {}",
            self.played.action,
            self.amount(rest)
        )
    }

    fn positive(&self, amount: Option<f64>) -> Option<String> {
        let amount = amount.filter(|&amount| amount > ROUNDED)?;
        Some(self.amount(amount))
    }
}

/// Returns whether `larger` is more than 1.2 times `smaller`: a smaller difference is not named as a reason.
fn is_notable(larger: f64, smaller: f64) -> bool {
    larger > 1.2 * smaller
}

fn chance_or_none(chance: f64) -> String {
    match chance {
        0.0 => "none".to_owned(),
        chance => percent(chance),
    }
}

/// Returns the number of throws with which the opponent's best replies hit.
fn hits_of_replies(reasons: &Reasons) -> u32 {
    let hitting = reasons.replies.iter().filter(|it| it.reply.hits());
    hitting.map(|it| it.chances).sum()
}

/// Names the points on which the opponent's best replies hit, with how many throws and pips; or says why there are none.
fn points_hit(reasons: &Reasons) -> String {
    let count = hits_of_replies(reasons);
    if count == 0 {
        return match reasons.hit_by {
            0 => "nowhere".to_owned(),
            _ => format!(
                "nowhere ({} can hit, but other replies are better)",
                throws(reasons.hit_by, reasons.throws)
            ),
        };
    }
    let hitting = reasons.replies.iter().filter(|it| it.reply.hits());
    let points = hitting.filter_map(|it| match it.reply {
        Move::Man { to: Some(to), .. } => Some(to.number()),
        _ => None,
    });
    let points: BTreeSet<u8> = points.collect();
    let points: Vec<u8> = points.into_iter().collect();
    format!(
        "on {} ({}, {:.1} pips on average)",
        listed(&points),
        throws(count, reasons.throws),
        reasons.hit_pips
    )
}

fn with_dice(reasons: &Reasons) -> String {
    if reasons.hit_by == 0 {
        return "with no throw".to_owned();
    }
    let ways = throws(reasons.hit_by, reasons.throws);
    format!("with a {} ({ways})", dice_in_words(reasons))
}
