//! Cards, implemented a second time: each word of a card is read as its documentation defines it, over the literal
//! rules.

use tourne_solver::verify::literal::{Place, State};

use crate::Step;

/// A decision: a position, a die, and the legal moves.
pub struct Board<'a> {
    pub state: &'a State,
    pub die: u8,
    /// The legal moves, rearmost man first.
    pub steps: &'a [Step],
}

/// Returns the index of the move that a card plays.
pub fn plays(card: &str, board: &Board) -> usize {
    decides(card, board).0
}

/// Returns the index of the move that a card plays, and the index of the line that decides, if one fits.
pub fn decides(card: &str, board: &Board) -> (usize, Option<usize>) {
    let mut ending = 0;
    for (index, line) in card.lines().enumerate() {
        let (found, prefers_rear) = board.line(line);
        if let Some(found) = found {
            return (found, Some(index));
        }
        ending = if prefers_rear {
            0
        } else {
            board.steps.len() - 1
        };
    }
    (ending, None)
}

/// Splits a text at a joining word such as " or ". The `or` of a range ("4 or more") does not split.
fn parts<'a>(text: &'a str, joint: &str) -> Vec<&'a str> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices(joint) {
        let next = &text[at + joint.len()..];
        let is_range = next.starts_with("more")
            || next.starts_with("less")
            || next.starts_with(|first: char| first.is_ascii_digit());
        if !is_range {
            parts.push(&text[start..at]);
            start = at + joint.len();
        }
    }
    parts.push(&text[start..]);
    parts
}

fn holds(text: &str, is_true: &dyn Fn(&str) -> bool) -> bool {
    let either = |text: &str| {
        let both = |text: &str| parts(text, " and ").into_iter().all(is_true);
        parts(text, " or ").into_iter().any(both)
    };
    let mut parts = parts(text, " unless ").into_iter();
    parts.next().is_some_and(either) && !parts.any(either)
}

fn is_in(number: i32, range: &str) -> bool {
    let words: Vec<&str> = range.split(' ').collect();
    let numbers: Vec<i32> = words.iter().filter_map(|word| word.parse().ok()).collect();
    match (words.as_slice(), numbers.as_slice()) {
        ([_], [one]) => number == *one,
        ([_, "or", "more"], [least]) => number >= *least,
        ([_, "or", "less"], [most]) => (0..=*most).contains(&number),
        ([_, "or" | "to", _], [least, most]) => (*least..=*most).contains(&number),
        _ => panic!("{range} is no range"),
    }
}

fn places(men: [Place; 3]) -> Vec<i32> {
    let place = |man: &Place| match man {
        Place::On(point) => i32::from(*point),
        _ => 0,
    };
    men.iter().map(place).collect()
}

impl Board<'_> {
    /// Returns the index of the move that a line plays, or `None` if the line does not fit; and `true` if the line
    /// prefers the rear man.
    fn line(&self, line: &str) -> (Option<usize>, bool) {
        let (condition, rest) = match line.strip_prefix("if ") {
            Some(line) => line
                .split_once(": ")
                .expect("a condition ends with a colon"),
            None => ("", line),
        };
        let all: Vec<usize> = (0..self.steps.len()).collect();
        let (rest, otherwise) = match rest.split_once(", else ") {
            Some((rest, "the front man")) => (rest, all.last()),
            Some((rest, "the rear man")) => (rest, all.first()),
            Some(_) => panic!("{line}"),
            None => (rest, None),
        };
        let (moves, prefers_rear) = match rest.strip_suffix(", rearmost") {
            Some(moves) => (moves, true),
            None => (rest, false),
        };
        if !condition.is_empty() && !holds(condition, &|fact| self.fact(fact)) {
            return (None, prefers_rear);
        }
        let is_allowed = |index: &&usize| holds(moves, &|word| self.word(word, **index));
        let allowed: Vec<&usize> = all.iter().filter(is_allowed).collect();
        let chosen = if prefers_rear {
            allowed.first().copied()
        } else {
            allowed.last().copied()
        };
        (chosen.or(otherwise).copied(), prefers_rear)
    }

    fn word(&self, word: &str, index: usize) -> bool {
        if let Some(word) = word.strip_prefix("not ") {
            return !self.word(word, index);
        }
        let Some((from, to)) = self.steps[index].places() else {
            panic!("where there is a choice nobody passes");
        };
        let (from, to) = (i32::from(from), i32::from(to));
        let before = places(self.state.opp);
        let mut after = before.clone();
        if self.steps[index].hits {
            for enemy in &mut after {
                if *enemy == to {
                    *enemy = 0;
                }
            }
        }
        let stops = to != 0 && to != 12;
        let danger = |off_counts: bool| {
            let enemies = after.iter().filter(|&&enemy| off_counts || enemy != 0);
            stops
                && enemies
                    .into_iter()
                    .any(|enemy| (1..=6).contains(&(to - enemy)))
        };
        let behind = |index: usize| self.behind(index);
        match word {
            "hit" | "hits" => self.steps[index].hits,
            "enter" | "enters" => from == 0,
            "bring home" | "comes home" => to == 12,
            "overtake" | "overtakes" => {
                stops && before.iter().any(|enemy| from < *enemy && *enemy < to)
            }
            "flee" | "flees" => {
                from != 0 && before.iter().any(|enemy| (1..=6).contains(&(from - enemy)))
            }
            "land safe" | "lands safe" => !danger(true),
            "land safe from the board" | "lands safe from the board" => !danger(false),
            "land clear" | "lands clear" => behind(index) == 0,
            "aim" | "aims" => {
                let enemies = after.iter().filter(|&&enemy| enemy != 12);
                stops
                    && enemies
                        .into_iter()
                        .any(|enemy| (1..=6).contains(&(enemy - to)))
            }
            "have the fewest enemies behind" | "has the fewest enemies behind" => {
                (0..self.steps.len()).all(|other| behind(index) <= behind(other))
            }
            "the front man" => index + 1 == self.steps.len(),
            "the rear man" => index == 0,
            _ => match word.split_once(' ') {
                Some(("leave" | "leaves", range)) => is_in(from, range),
                Some(("reach" | "reaches", range)) => is_in(to, range),
                _ => panic!("{word} is no word"),
            },
        }
    }

    /// Returns the number of enemy men on points behind the point that this move reaches; 0 if it reaches home.
    fn behind(&self, index: usize) -> usize {
        let (_, to) = self.steps[index].places().expect("a man moves");
        let to = i32::from(to);
        // A man that is hit stands on the point reached, so it is not behind that point.
        let enemies = places(self.state.opp).into_iter();
        enemies
            .filter(|&enemy| to != 12 && 0 < enemy && enemy < to)
            .count()
    }

    fn fact(&self, fact: &str) -> bool {
        if let Some(fact) = fact.strip_prefix("not ") {
            return !self.fact(fact);
        }
        let last = self.steps.len() - 1;
        let (own, enemy) = (places(self.state.own), places(self.state.opp));
        let pips = |men: &[i32]| men.iter().map(|place| 12 - place).sum::<i32>();
        let lead = pips(&enemy) - pips(&own);
        let count = |men: &[i32], place: i32| -> i32 {
            men.iter().map(|&man| i32::from(man == place)).sum()
        };
        let front = |men: &[i32]| {
            men.iter()
                .copied()
                .filter(|&man| man < 12)
                .max()
                .unwrap_or(12)
        };
        let rear = |men: &[i32]| men.iter().copied().min().expect("there are three men");
        let after = |prefix: &str| fact.strip_prefix(prefix);
        let men_at = |range: &str, men: &[i32]| {
            let (range, place) = range.rsplit_once(' ').expect("a place follows");
            let place = if place == "off" { 0 } else { 12 };
            is_in(count(men, place), range)
        };
        if let Some(word) = after("the front man does not ") {
            !self.word(word, last)
        } else if let Some(word) = after("the front man ") {
            self.word(word, last)
        } else if let Some(word) = after("the rear man does not ") {
            !self.word(word, 0)
        } else if let Some(word) = after("the rear man ") {
            self.word(word, 0)
        } else if let Some(word) = after("some man can ") {
            (0..=last).any(|index| self.word(word, index))
        } else if let Some(word) = after("no man can ") {
            !(0..=last).any(|index| self.word(word, index))
        } else if let Some(range) = after("you are ahead by ") {
            lead >= 0 && is_in(lead, range)
        } else if let Some(range) = after("you are behind by ") {
            lead <= 0 && is_in(-lead, range)
        } else if let Some(range) = after("you have ") {
            men_at(range, &own)
        } else if let Some(range) = after("the enemy has ") {
            men_at(range, &enemy)
        } else if let Some(range) = after("your front man is on ") {
            is_in(front(&own), range)
        } else if let Some(range) = after("your rear man is on ") {
            is_in(rear(&own), range)
        } else if let Some(range) = after("the enemy's front man is on ") {
            is_in(front(&enemy), range)
        } else if let Some(range) = after("the enemy's rear man is on ") {
            is_in(rear(&enemy), range)
        } else if let Some(range) = after("the die is ") {
            is_in(i32::from(self.die), range)
        } else {
            panic!("{fact} is no fact")
        }
    }
}
